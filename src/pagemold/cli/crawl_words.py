"""What a crawl says of itself, in words for people; `--json` and the database keep the short ones."""

from collections.abc import Iterable, Mapping

from pagemold.errors import counted

# What happened to URLs, by the reason that the database gives. The rest is usual: the page is there, or leads to one.
_HAPPENED = {
    "robots": "forbidden by robots.txt",
    "robots_unavailable": "not asked for, as the server could not be reached for its robots.txt",
    "private_address": "at a private address, which --allow-private allows",
    "timeout": "without an answer in time",
    "connection": "where no connection could be made or kept",
    "scheme": "neither http nor https",
    "status": "answered with another status than 200",
    "redirect_loop": "redirecting in a circle",
    "redirect_limit": "at the end of more than ten redirects",
    "redirect_off_site": "redirecting to another site",
    "redirect_refused": "redirecting to no address of the web",
    "truncated": "cut short, by size, time or a broken connection",
    "depth": "left out as deeper than --depth",
    "excluded": "left out by --include or --exclude",
    "template": "skipped by --per-template",
}
_ENDED = {
    "pages": "--pages allows no more",
    "requests": "too many answers were no pages",
    "site_down": "ten URLs in a row could not be had",
    "complete": "nothing is left",
}
# Why nothing at all came, of one start page.
_NOTHING = {
    "robots": "robots.txt forbids it",
    "robots_unavailable": "the server, or its robots.txt, could not be reached, so nothing may be asked for",
    "private_address": "it is a private address; --allow-private allows those",
    "timeout": "the server did not answer in time",
    "connection": "no connection could be made",
    "not_html": "it is no HTML page",
    "status": "the server answered with an error",
    "redirect_loop": "it redirects in a circle",
    "redirect_limit": "it redirects more than ten times",
    "redirect_off_site": "it redirects to another site; start there, or take the whole domain with --site domain",
    "redirect_refused": "it redirects to no address of the web",
    "excluded": "--include and --exclude leave nothing",
}


def happened(reasons: Mapping[str, int]) -> list[str]:
    """What is worth saying about single URLs, most of them first.

    >>> happened({"robots": 3, "not_html": 2, "status": 1})
    ['3 URLs forbidden by robots.txt', '1 URL answered with another status than 200']
    """
    return [f"{counted(count, 'URL')} {_HAPPENED[reason]}" for reason, count in reasons.items() if reason in _HAPPENED]


def why_waiting(ended: Iterable[str]) -> str:
    """Why a crawl ended before everything was fetched."""
    return ", ".join(_ENDED.get(word, word) for word in sorted(set(ended)))


def why_nothing(reasons: Mapping[str, int]) -> str:
    """Why a crawl has no page at all."""
    reason = next(iter(reasons), "")
    return _NOTHING.get(reason, reason or "nothing was found")
