"""URLs that a site lists itself (sitemaps.org): a list, or a list of lists, plain or gzip.

Only `<loc>` is read, by its tag and not by an XML parser: entities and depth are no concern of ours then.
"""

import html
import re
import zlib
from urllib.parse import urlsplit

from pagemold.crawl.fetch import Fetcher, FetchError
from pagemold.crawl.robots import Robots
from pagemold.crawl.url import SiteKind, canonical, site_of

_MOST_FILES = 50
_MOST_URLS = 50_000
_MOST_BYTES = 10_000_000
_HOPS = 5
_LOCATION = re.compile(rb"<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]{1,4096}?)\s*(?:\]\]>)?\s*</loc>", re.IGNORECASE)


async def sitemap_urls(start: str, fetcher: Fetcher, robots: Robots, kind: SiteKind) -> list[str]:
    """The URLs of a start page's site, in the order of its sitemaps; what cannot be read lists nothing."""
    parts = urlsplit(start)
    waiting = [*await robots.sitemaps(start)] or [f"{parts.scheme}://{parts.netloc}/sitemap.xml"]
    site, found, asked = site_of(start, kind), dict[str, None](), set[str]()
    while waiting and len(asked) < _MOST_FILES and len(found) < _MOST_URLS:
        url = canonical(waiting.pop(0))
        if url is None or url in asked or site_of(url, kind) != site:
            continue
        asked.add(url)
        text = await _text(url, fetcher)
        urls = [location for location in map(canonical, _locations(text)) if location]
        if b"<sitemapindex" in text[:4096].lower():
            waiting += urls
        else:
            found |= dict.fromkeys(location for location in urls if site_of(location, kind) == site)
    return list(found)[:_MOST_URLS]


async def _text(url: str, fetcher: Fetcher) -> bytes:
    try:
        response = await fetcher.follow(url, _HOPS, _MOST_BYTES)
    except FetchError:
        return b""
    text = response.page(_MOST_BYTES) if response.status == 200 else b""
    if text[:2] == b"\x1f\x8b":
        try:
            return zlib.decompressobj(wbits=31).decompress(text, _MOST_BYTES)
        except zlib.error:
            return b""
    return text


def _locations(text: bytes) -> list[str]:
    return [html.unescape(found.decode("utf-8", "replace")) for found in _LOCATION.findall(text)]
