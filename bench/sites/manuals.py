"""Manuals with a blog beside them: MkDocs with its Material theme, Sphinx with Furo, and with Ablog."""

from collections.abc import Callable
from pathlib import Path

from bench.sites.content import Writer, slug
from bench.sites.program import run

CHAPTERS = ("guide", "howto", "tutorial")

_MKDOCS = """site_name: Manual
site_url: https://example.org/
theme:
  name: material
  features: [navigation.tabs, navigation.sections, navigation.footer]
markdown_extensions: [admonition, toc, tables, fenced_code]
plugins:
  - search
  - blog: {pagination_per_page: 5, post_excerpt: optional, authors_profiles: true}
"""

_ABLOG = """
blog_title = "Notes"
blog_baseurl = "https://example.org"
blog_path = "blog"
html_sidebars = {"**": ["ablog/postcard.html", "ablog/recentposts.html", "ablog/tagcloud.html"]}
"""


def mkdocs(folder: Path, writer: Writer, programs: Path) -> Path:
    """A manual in three chapters, and a blog with archives, categories and profiles of its authors."""
    pages = folder / "docs"
    for chapter in CHAPTERS:
        _chapter(pages / chapter, writer, "!!! note\n    {}")
    (pages / "index.md").write_text("# Manual\n\n" + writer.paragraph())
    posts = pages / "blog" / "posts"
    posts.mkdir(parents=True)
    (pages / "blog" / "index.md").write_text("# Blog\n")
    profile = "  a{}:\n    name: {}\n    description: Writer\n    avatar: https://example.org/a.png\n"
    authors = "".join(profile.format(place, name) for place, name in enumerate(writer.authors))
    (pages / "blog" / ".authors.yml").write_text("authors:\n" + authors)
    for post in writer.posts(35):
        head = f"date: {post.date:%Y-%m-%d}\ncategories: [{post.category}]\n"
        if post.author:
            head += f"authors: [a{writer.authors.index(post.author)}]\n"
        blocks = [f"# {post.title}", post.body[0], "<!-- more -->", *post.body[1:]]
        (posts / f"{post.slug}.md").write_text(f"---\n{head}---\n\n" + "\n\n".join(blocks))
    (folder / "mkdocs.yml").write_text(_MKDOCS)
    run([programs / "mkdocs", "build", "--quiet"], folder)
    return folder / "site"


def sphinx(theme: str, *, blog: bool) -> Callable[[Path, Writer, Path], Path]:
    """What builds a manual with a reference of modules, and with a blog where it is asked for."""

    def build(folder: Path, writer: Writer, programs: Path) -> Path:
        contents = [f"{chapter}/index" for chapter in CHAPTERS]
        for chapter in CHAPTERS:
            names = _chapter(folder / chapter, writer, "```{{note}}\n{}\n```")
            (folder / chapter / "index.md").write_text(_contents(chapter, names))
        modules = [f"{writer.word()}{place}" for place in range(15)]
        (folder / "api").mkdir()
        for name in modules:
            (folder / "api" / f"{name}.rst").write_text(_module(name, writer))
        (folder / "api" / "index.md").write_text(_contents("api", modules))
        (folder / "index.md").write_text(_contents("Manual", [*contents, "api/index"]))
        if blog:
            _ablog_posts(folder / "blog", writer)
        extensions = ["myst_parser", *(["ablog"] if blog else [])]
        settings = f'project = "Manual"\nextensions = {extensions}\nhtml_theme = "{theme}"\n'
        (folder / "conf.py").write_text(settings + (_ABLOG if blog else ""))
        run([programs / "sphinx-build", "-q", "-b", "html", ".", "output"], folder)
        return folder / "output"

    return build


def _chapter(folder: Path, writer: Writer, note: str) -> list[str]:
    """Fourteen pages, some with a note at the end; gives their names."""
    folder.mkdir(parents=True)
    names = []
    for place in range(14):
        title = f"{writer.title()} {place}"
        blocks = [f"# {title}", *writer.body(24)]
        if writer.chance.random() < 0.4:
            blocks.append(note.format(writer.paragraph()))
        (folder / f"{slug(title)}.md").write_text("\n\n".join(blocks))
        names.append(slug(title))
    return names


def _contents(title: str, names: list[str]) -> str:
    return f"# {title.title()}\n\n```{{toctree}}\n" + "\n".join(names) + "\n```\n"


def _module(name: str, writer: Writer) -> str:
    parts = [name, "=" * len(name), "", f".. py:module:: sample.{name}", ""]
    for place in range(writer.chance.randint(1, 9)):
        kind = writer.chance.choice(("class", "function", "function"))
        parts += [f".. py:{kind}:: {writer.word()}{place}(x, y)", "", f"   {writer.sentence()}", ""]
        if writer.chance.random() < 0.6:
            parts += [f"   :param x: {writer.sentence(4)}", f"   :returns: {writer.sentence(4)}", ""]
    return "\n".join(parts)


def _ablog_posts(folder: Path, writer: Writer) -> None:
    folder.mkdir()
    for post in writer.posts(35):
        head = {"blogpost": "true", "date": f"{post.date:%b %d, %Y}", "category": post.category}
        if post.author:
            head["author"] = post.author
        if post.tags:
            head["tags"] = ", ".join(post.tags)
        front = "\n".join(f"{name}: {value}" for name, value in head.items())
        (folder / f"{post.slug}.md").write_text(f"---\n{front}\n---\n\n# {post.title}\n\n" + "\n\n".join(post.body))
