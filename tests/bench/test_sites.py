"""The sites: the same writing for the same seed, and rules that give each kind of address its template."""

import pytest

from bench import sites
from bench.corpus.labels import label_of
from bench.sites.content import Writer


def test_the_same_seed_writes_the_same() -> None:
    assert list(Writer("a").posts(5)) == list(Writer("a").posts(5))
    assert list(Writer("a").posts(5)) != list(Writer("b").posts(5))


def test_posts_vary_as_real_ones_do() -> None:
    posts = list(Writer("a").posts(50))
    assert len({post.slug for post in posts}) == 50
    for optional in ("author", "image", "summary", "tags"):
        assert {bool(getattr(post, optional)) for post in posts} == {True, False}, optional
    lengths = sorted(len(post.body) for post in posts)
    assert lengths[0] <= 3
    assert lengths[-1] >= 10


def test_every_site_has_rules() -> None:
    assert set(sites.rules()) == set(sites.SITES)


@pytest.mark.parametrize(
    ("site", "path", "template"),
    [
        ("hexo-landscape", "2022/01/02/a-title/index.html", "post"),
        ("hexo-landscape", "archives/2022/index.html", "list"),
        ("hexo-next", "archives/2022/index.html", "archive"),
        ("hexo-next", "tags/corgra0/index.html", "tag"),
        ("hexo-icarus", "tags/index.html", "terms"),
        ("nikola-bootblog4", "2022/03/index.html", "month"),
        ("nikola-bootblog4", "2022/index.html", "archive"),
        ("sphinx-ablog", "blog/tag.html", "catalogue"),
        ("sphinx-ablog", "blog/tag/corgra0.html", "collection"),
        ("sphinx-ablog", "blog/a-title.html", "post"),
        ("sphinx-furo", "api/index.html", "page"),
        ("sphinx-furo", "_static/index.html", None),
    ],
)
def test_first_matching_rule_gives_the_template(site: str, path: str, template: str | None) -> None:
    expected = None if template is None else f"{site}/{template}"
    assert label_of(path, sites.rules()[site]) == expected
