"""One request, bounded in bytes and time, to an address that was checked; redirects are for the caller to follow."""

import asyncio
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Self

import aiohttp
from yarl import URL

from pagemold.crawl.address import PrivateAddress, PublicResolver, is_public
from pagemold.crawl.url import Base, is_address

_RETRIED = {429, 500, 502, 503, 504}
_REDIRECTS = {301, 302, 303, 307, 308}
_KINDS = {"", "text/html", "application/xhtml+xml"}
_LONGEST_WAIT = 60.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one fetch may take: bytes of a body, seconds in all, seconds of silence, tries, seconds before the next."""

    body_bytes: int = 10_000_000
    seconds: float = 30.0
    silence: float = 10.0
    tries: int = 3
    back_off: float = 1.0


@dataclass(frozen=True, slots=True)
class Response:
    """What a server answered, as it came. `truncated` says why the body is not whole: `length`, `time`, or nothing."""

    url: str
    status: int
    reason: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes
    truncated: str
    received: datetime

    def header(self, name: str) -> str:
        """The first header of this name, given in lower case; empty if there is none."""
        wanted = name.encode()
        return next((value.decode("latin-1") for key, value in self.headers if key.lower() == wanted), "")

    @property
    def target(self) -> str | None:
        """Where a redirect leads, session ids and all; none for anything else."""
        return self.header("location") or None if self.status in _REDIRECTS else None

    @property
    def is_html(self) -> bool:
        return self.header("content-type").partition(";")[0].strip().lower() in _KINDS

    def page(self, most: int) -> bytes:
        """The body without its gzip coding, at most so many bytes of it; as it is where that cannot be undone."""
        if self.header("content-encoding").strip().lower() not in ("gzip", "x-gzip"):
            return self.body[:most]
        try:
            return zlib.decompressobj(wbits=31).decompress(self.body, most)
        except zlib.error:
            return self.body[:most]


class FetchError(Exception):
    """No answer, with a stable word for the reason: `private_address`, `timeout`, `connection`, `scheme`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Fetcher:
    """Asks servers, one request at a time and host by host as the caller paces it. No cookies, no proxies."""

    def __init__(self, user_agent: str, bounds: Bounds, *, allow_private: bool = False) -> None:
        self._bounds = bounds
        self._allow_private = allow_private
        self._headers = {"User-Agent": user_agent, "Accept": "text/html,*/*;q=0.5", "Accept-Encoding": "gzip"}
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        resolver = None if self._allow_private else PublicResolver()
        timeout = aiohttp.ClientTimeout(total=None, connect=self._bounds.silence, sock_read=self._bounds.silence)
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=resolver, limit_per_host=1),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=timeout,
            auto_decompress=False,
            trust_env=False,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session:
            await self._session.close()

    async def fetch(self, url: str, *, any_kind: bool = False, body_bytes: int | None = None) -> Response:
        """The answer, after as many tries as it takes. The body of what is no page is left out unless `any_kind`."""
        self._check(url)
        waits = [self._bounds.back_off * 2**tried for tried in range(self._bounds.tries - 1)]
        for wait in (*waits, None):
            try:
                response = await self._ask(url, any_kind, body_bytes or self._bounds.body_bytes)
            except FetchError as error:
                if wait is None or error.reason in ("private_address", "scheme"):
                    raise
            else:
                if wait is None or response.status not in _RETRIED:
                    return response
                wait = min(max(wait, _retry_after(response)), _LONGEST_WAIT)
            await asyncio.sleep(wait)
        raise AssertionError("the last try returns or raises")

    async def follow(self, url: str, hops: int, body_bytes: int) -> Response:
        """The answer after redirects, wherever they lead: for robots.txt and sitemaps (RFC 9309, 2.3.1.2)."""
        for _ in range(hops + 1):
            response = await self.fetch(url, any_kind=True, body_bytes=body_bytes)
            target = response.target and Base(url).resolve(response.target)
            if not target:
                return response
            url = target
        raise FetchError("redirects", f"more than {hops} redirects")

    def _check(self, url: str) -> None:
        """What the resolver does not see: schemes, and hosts that are numbers already."""
        parts = URL(url, encoded=True)
        host = parts.host or ""
        if parts.scheme not in ("http", "https"):
            raise FetchError("scheme", f"{parts.scheme}: is not fetched")
        if not self._allow_private and is_address(host) and not is_public(host):
            raise FetchError("private_address", f"{host} is a private address")

    async def _ask(self, url: str, any_kind: bool, room: int) -> Response:
        assert self._session is not None
        deadline = asyncio.get_running_loop().time() + self._bounds.seconds
        try:
            async with asyncio.timeout_at(deadline):
                answer = await self._session.get(URL(url, encoded=True), headers=self._headers, allow_redirects=False)
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _named(error) from error
        body, truncated = b"", ""
        try:
            if any_kind or not 200 <= answer.status < 300 or _kind(answer) in _KINDS:
                body, truncated = await _read(answer, room, deadline)
        finally:
            # Nothing is drained: a body that was cut may have no end.
            answer.close() if truncated or not answer.content.at_eof() else answer.release()
        return Response(url, answer.status, answer.reason or "", answer.raw_headers, body, truncated, datetime.now(UTC))


def _kind(answer: aiohttp.ClientResponse) -> str:
    return answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()


async def _read(answer: aiohttp.ClientResponse, room: int, deadline: float) -> tuple[bytes, str]:
    """The body as far as there is room and time; a connection that breaks leaves what had come."""
    body = bytearray()
    try:
        async with asyncio.timeout_at(deadline):
            async for piece in answer.content.iter_any():
                body += piece
                if len(body) > room:
                    return bytes(body[:room]), "length"
    except TimeoutError:
        return bytes(body), "time"
    except (aiohttp.ClientError, OSError):
        return bytes(body), "disconnect"
    return bytes(body), ""


def _named(error: Exception) -> FetchError:
    if any(isinstance(cause, PrivateAddress) for cause in _causes(error)):
        return FetchError("private_address", "resolves to a private address")
    if isinstance(error, TimeoutError):
        return FetchError("timeout", "no answer in time")
    return FetchError("connection", str(error) or type(error).__name__)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _retry_after(response: Response) -> float:
    """Seconds that the server asks to wait, as a number or a date (RFC 9110, 10.2.3)."""
    text = response.header("retry-after").strip()
    if text.isascii() and text.isdigit():
        return float(text[:6])
    try:
        return max(0.0, (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return 0.0
