"""One spelling for each address, and which addresses belong to one site.

The URL Standard's spelling (can_ada), without fragment, user and session ids, because a crawl asks for each URL once:
two spellings of one page would be two pages, and a session id in every link makes a site endless.
"""

import re
from functools import cache, lru_cache
from ipaddress import ip_address
from typing import Literal, TypeAlias

import can_ada
from publicsuffixlist import PublicSuffixList

SiteKind: TypeAlias = Literal["host", "domain"]

# Longer addresses are the work of a trap; servers refuse them.
MOST_CHARACTERS = 2_048
_SESSION_NAME = r"(?:php|j|os|osc|zen)?s(?:ess(?:ion)?)?_?id|phpsess|cfid|cftoken|aspsessionid\w*|zenid"
_IN_QUERY = re.compile(rf"(?:{_SESSION_NAME})(?:=.*)?", re.IGNORECASE)
_IN_PATH = re.compile(rf";(?:{_SESSION_NAME})=[^/;]*|/\([SX]\(\w+\)\)", re.IGNORECASE)


class Base:
    """The address that the links of a page are relative to."""

    def __init__(self, url: str) -> None:
        self._url = can_ada.parse(url)

    def resolve(self, target: str) -> str | None:
        """The canonical address of a target; none if it is not an address of the web."""
        try:
            return _canonical(self._url + target)
        except (ValueError, UnicodeError):
            return None

    def absolute(self, target: str) -> str | None:
        """The address of a target without its fragment, but session ids and all; none if it is no address."""
        try:
            return str(self._url + target).partition("#")[0]
        except (ValueError, UnicodeError):
            return None

    def within(self, target: str) -> "Base":
        """The base that `<base href>` asks for; nonsense there changes nothing."""
        try:
            return Base(str(self._url + target))
        except (ValueError, UnicodeError):
            return self


def canonical(url: str) -> str | None:
    """The canonical spelling of an absolute address; none if it is not one of the web.

    >>> canonical("HTTP://Shop.example:80/a/../b;jsessionid=1?x=1&PHPSESSID=2#top")
    'http://shop.example/b?x=1'
    """
    try:
        return _canonical(can_ada.parse(url))
    except (ValueError, UnicodeError):
        return None


def _canonical(url: can_ada.URL) -> str | None:
    if url.protocol not in ("http:", "https:"):
        return None
    if url.has_hash():
        url.hash = ""
    if url.has_credentials():
        url.username = url.password = ""
    if url.has_search():
        url.search = "&".join(part for part in url.search[1:].split("&") if part and not _IN_QUERY.fullmatch(part))
    if ";" in url.pathname or "(" in url.pathname:
        url.pathname = _IN_PATH.sub("", url.pathname)
    text = str(url)
    return text if len(text) <= MOST_CHARACTERS else None


@lru_cache(maxsize=65_536)
def site_of(url: str, kind: SiteKind = "host") -> str:
    """The site of a canonical address: its host, or the registrable domain above it; http and https are one site.

    >>> site_of("https://www.shop.co.uk/a", "domain"), site_of("http://127.0.0.1:8000/")
    ('shop.co.uk', '127.0.0.1:8000')
    """
    parsed = can_ada.parse(url)
    host, port = parsed.hostname, f":{parsed.port}" if parsed.port else ""
    if kind == "domain" and not is_address(host):
        host = _suffixes().privatesuffix(host) or host
    return host + port


def is_address(host: str) -> bool:
    """Whether a host is a number rather than a name."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
