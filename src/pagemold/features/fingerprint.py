"""The LZW template fingerprint of one page (Hachenberg & Gottron 2013), as a string to exchange.

It looks at the first few kilobytes only, so it is cheap and tells sites apart; templates inside one site may share it.
"""

from pagemold._native import extract
from pagemold.arrow import array
from pagemold.data import fingerprint_string


def fingerprint(html: bytes | str) -> str:
    """`lzw1:` and two hexadecimal digits an entry. Bytes are decoded as the HTML Standard says.

    >>> fingerprint("<html><head></head><body></body></html>")
    'lzw1:00000200'
    """
    text = isinstance(html, str)
    body = html.encode("utf-8", "surrogatepass") if isinstance(html, str) else html
    columns = extract(
        [body], content_types=["text/html; charset=utf-8" if text else None], features=["fingerprint"], jobs=1
    )
    return fingerprint_string(array(columns["fingerprint"])[0].as_py())
