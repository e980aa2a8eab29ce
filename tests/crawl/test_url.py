"""One spelling for each address, and which addresses are one site."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagemold.crawl.url import Base, SiteKind, canonical, site_of

SPELLINGS = [
    ("HTTP://Shop.Example:80/a/../b#c", "http://shop.example/b"),
    ("https://u:p@shop.example", "https://shop.example/"),
    ("http://shop.example/a?PHPSESSID=1&b=2&sid=3", "http://shop.example/a?b=2"),
    ("http://shop.example/a?b=2&ASPSESSIONIDABC=3", "http://shop.example/a?b=2"),
    ("http://shop.example/a?cfid=1&CFTOKEN=2", "http://shop.example/a"),
    ("http://shop.example/a;jsessionid=5A/b?x", "http://shop.example/a/b?x"),
    ("http://shop.example/(S(abc123))/a.aspx", "http://shop.example/a.aspx"),
    ("http://shop.example/a?session_id=1&sessionid=2&osCsid=3&zenid=4", "http://shop.example/a"),
    ("http://shop.example/a?side=1&inside=2&sidebar=3&id=4", "http://shop.example/a?side=1&inside=2&sidebar=3&id=4"),
    ("http://shop.example/a?", "http://shop.example/a"),
    ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http://bücher.example/ü", "http://xn--bcher-kva.example/%C3%BC"),
    ("ftp://shop.example/", None),
    ("file:///etc/passwd", None),
    ("javascript:alert(1)", None),
    ("http://[::1", None),
    ("words", None),
    ("http://shop.example/" + "a" * 3_000, None),
]


@pytest.mark.parametrize(("url", "expected"), SPELLINGS)
def test_canonical(url: str, expected: str | None) -> None:
    assert canonical(url) == expected


@given(st.text(max_size=60), st.text(max_size=30), st.text(max_size=30))
def test_a_canonical_address_stays_as_it_is(host: str, path: str, query: str) -> None:
    for url in (f"http://{host}/{path}?{query}", f"http://shop.example/{path}?{query}&sid=1", path):
        once = canonical(url)
        assert once is None or canonical(once) == once


@given(st.text(max_size=60))
def test_any_target_resolves_or_not(target: str) -> None:
    resolved = Base("http://shop.example/a/b").resolve(target)
    assert resolved is None or canonical(resolved) == resolved


SITES = [
    ("http://www.shop.example/", "host", "www.shop.example"),
    ("https://www.shop.co.uk/", "domain", "shop.co.uk"),
    ("https://a.github.io/", "domain", "a.github.io"),
    ("http://shop.example:8080/", "domain", "shop.example:8080"),
    ("http://127.0.0.1:9/", "domain", "127.0.0.1:9"),
    ("http://[::1]/", "domain", "[::1]"),
    ("http://localhost/", "domain", "localhost"),
]


@pytest.mark.parametrize(("url", "kind", "site"), SITES)
def test_site(url: str, kind: SiteKind, site: str) -> None:
    assert site_of(url, kind) == site
