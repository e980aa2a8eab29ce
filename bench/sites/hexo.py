"""Blogs by Hexo, one a theme. The front matter of pages is JSON: the one notation that needs no quoting of ours."""

import json
from collections.abc import Callable
from pathlib import Path

from bench.sites.content import Post, Writer
from bench.sites.program import run

_SETTINGS = """title: Notes
author: A Writer
language: en
timezone: UTC
url: https://example.org
permalink: :year/:month/:day/:title/
theme: {theme}
per_page: 6
index_generator: {{path: '', per_page: 6, order_by: -date}}
"""


def site(theme: str) -> Callable[[Path, Writer, Path], Path]:
    """What builds a blog with this theme."""

    def build(folder: Path, writer: Writer, node_modules: Path) -> Path:
        posts = folder / "source" / "_posts"
        posts.mkdir(parents=True)
        (folder / "node_modules").symlink_to(node_modules)
        (folder / "package.json").write_text((node_modules.parent / "package.json").read_text())
        (folder / "_config.yml").write_text(_SETTINGS.format(theme=theme))
        for post in writer.posts(50):
            blocks = list(post.body)
            if writer.chance.random() < 0.5:
                blocks.insert(1, "<!-- more -->")
            _write(posts / f"{post.slug}.md", _front(post), blocks)
        for name in ("about", "contact", "privacy", "imprint"):
            _write(folder / "source" / name / "index.md", {"title": name.title()}, list(writer.body()))
        run(["node", folder / "node_modules" / "hexo" / "bin" / "hexo", "generate"], folder)
        return folder / "public"

    return build


def _front(post: Post) -> dict[str, object]:
    """Themes call the picture of a post by different names; each takes the one it knows."""
    front: dict[str, object] = {
        "title": post.title,
        "date": f"{post.date:%Y-%m-%d %H:%M:%S}",
        "categories": [post.category],
        "tags": list(post.tags),
    }
    if post.image:
        front |= dict.fromkeys(("cover", "thumbnail", "index_img", "banner_img"), post.image)
    if post.author:
        front["author"] = post.author
    if post.summary:
        front |= dict.fromkeys(("excerpt", "description"), post.summary)
    return front


def _write(file: Path, front: dict[str, object], blocks: list[str]) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(front)[1:-1] + "\n;;;\n\n" + "\n\n".join(blocks))
