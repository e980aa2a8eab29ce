"""Pages made to hurt, each under a name, so that a measuring process can be told which one to read."""

from collections.abc import Callable

MILLION = 1_000_000
LINK = "<a href=/after class=after>after</a>"


def formatting_bomb() -> str:
    """Each paragraph ends the one before and opens its 400 elements again: 40 million elements from 400 KB."""
    return "<p>" + "".join(f"<b id={number}>" for number in range(400)) + "<p>x" * 100_000


def attributes(count: int) -> str:
    return "<body><p " + " ".join(f"a{number}=1" for number in range(count)) + ">x</p>"


BOMBS: dict[str, Callable[[], str]] = {
    "100,000 nested div": lambda: "<div>" * 100_000 + LINK,
    "100,000 nested div, closed": lambda: "<div>" * 100_000 + "</div>" * 100_000 + LINK,
    "1,000,000 nested div": lambda: "<div>" * MILLION + LINK,
    "300 nested div": lambda: "<div>" * 300 + LINK,
    "formatting bomb": formatting_bomb,
    # The same without the first paragraph: the 400 stay open, and the paragraphs are siblings below them.
    "formatting bomb that is none": lambda: formatting_bomb().removeprefix("<p>"),
    # The names take 6 bytes and more: with a value, a million of them meets the size limit first.
    "1,000,000 attributes": lambda: attributes(MILLION),
    "1,000,000 short attributes": lambda: "<body><p" + " a" * MILLION + ">x</p>",
    "10 MB attribute value": lambda: '<body><p class="' + "x" * 10 * MILLION + '">x</p>',
    "10 MB tag name": lambda: "<body><" + "x" * 10 * MILLION + ">x",
    "10 MB unclosed comment": lambda: "<body><p><!-- " + "x" * 10 * MILLION,
    "50,000 nested template": lambda: "<template>" * 50_000 + LINK,
    "50,000 nested svg": lambda: "<svg>" * 50_000 + LINK,
    "50,000 nested svg g": lambda: "<svg>" + "<g>" * 50_000 + LINK,
    "50,000 nested table": lambda: "<table><tr><td>" * 50_000 + LINK,
    "5,000,000 less-than signs": lambda: "<p>" + "<" * 5 * MILLION,
    "1,000,000 bogus comments": lambda: "<p>" + "<!x>" * MILLION,
    "1,000,000 processing instructions": lambda: "<p>" + "<?x>" * MILLION,
    "1,000,000 entities": lambda: "<p>" + "&amp;" * MILLION,
    "1,000,000 unknown entities": lambda: "<p>" + "&zzzzzz;" * MILLION,
    "1,000,000 unclosed comments": lambda: "<p>" + "<!--" * MILLION,
    "1,000,000 unclosed CDATA sections": lambda: "<svg>" + "<![CDATA[" * MILLION,
    "1,000,000 half end tags in a script": lambda: "<script>" + "</scrip>" * MILLION,
    "1,000,000 flat siblings": lambda: "<body>" + "<br>" * MILLION,
    "1,000,000 paragraphs": lambda: "<body>" + "<p>" * MILLION,
}
