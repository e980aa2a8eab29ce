"""Blogs by Pelican and Nikola."""

from collections.abc import Callable
from pathlib import Path

from bench.sites.content import Post, Writer
from bench.sites.program import run

PAGES = ("about", "contact", "imprint")

_PELICAN = """SITENAME = "Notes"
SITEURL = "https://example.org"
AUTHOR = "A Writer"
PATH = "content"
TIMEZONE = "UTC"
DEFAULT_PAGINATION = 7
THEME = "{theme}"
LINKS = (("One", "https://example.org/"),)
ARTICLE_SAVE_AS = "posts/{{slug}}/index.html"
YEAR_ARCHIVE_SAVE_AS = "archive/{{date:%Y}}/index.html"
MONTH_ARCHIVE_SAVE_AS = "archive/{{date:%Y}}/{{date:%m}}/index.html"
"""

_NIKOLA = """
THEME = "{theme}"
INDEX_DISPLAY_POST_COUNT = 6
ENABLE_AUTHOR_PAGES = True
CREATE_MONTHLY_ARCHIVE = True
POSTS = (("posts/*.md", "posts", "post.tmpl"),)
PAGES = (("pages/*.md", "pages", "page.tmpl"),)
"""


def pelican(theme: str) -> Callable[[Path, Writer, Path], Path]:
    """What builds a blog with this theme of Pelican's own."""

    def build(folder: Path, writer: Writer, programs: Path) -> Path:
        content = folder / "content"
        (content / "pages").mkdir(parents=True)
        for post in writer.posts(50):
            head = [f"{name}: {value}" for name, value in _fields(post).items() if value]
            (content / f"{post.slug}.md").write_text("\n".join(head) + "\n\n" + "\n\n".join(post.body))
        for name in PAGES:
            (content / "pages" / f"{name}.md").write_text(f"Title: {name}\n\n" + "\n\n".join(writer.body()))
        (folder / "pelicanconf.py").write_text(_PELICAN.format(theme=theme))
        run([programs / "pelican", "content", "-s", "pelicanconf.py", "-o", "output", "--quiet"], folder)
        return folder / "output"

    return build


def nikola(theme: str) -> Callable[[Path, Writer, Path], Path]:
    """What builds a blog with this theme of Nikola's own."""

    def build(folder: Path, writer: Writer, programs: Path) -> Path:
        run([programs / "nikola", "init", "--quiet", "blog"], folder)
        blog = folder / "blog"
        with (blog / "conf.py").open("a") as settings:
            settings.write(_NIKOLA.format(theme=theme))
        for post in writer.posts(50):
            blocks = list(post.body)
            if writer.chance.random() < 0.5:
                blocks.insert(1, "<!-- TEASER_END -->")
            fields = _fields(post) | {"previewimage": post.image, "description": post.summary}
            _nikola_file(blog / "posts" / f"{post.slug}.md", fields, blocks)
        for name in PAGES:
            fields = {"title": name, "slug": name, "date": "2022-01-01 00:00 UTC"}
            _nikola_file(blog / "pages" / f"{name}.md", fields, list(writer.body()))
        run([programs / "nikola", "build", "--quiet"], blog)
        return blog / "output"

    return build


def _fields(post: Post) -> dict[str, str | None]:
    return {
        "title": post.title,
        "slug": post.slug,
        "date": f"{post.date:%Y-%m-%d %H:%M} UTC",
        "category": post.category,
        "tags": ", ".join(post.tags),
        "author": post.author,
        "summary": post.summary,
    }


def _nikola_file(file: Path, fields: dict[str, str | None], blocks: list[str]) -> None:
    file.parent.mkdir(exist_ok=True)
    head = "\n".join(f".. {name}: {value}" for name, value in fields.items() if value)
    file.write_text(f"<!--\n{head}\n-->\n\n" + "\n\n".join(blocks))
