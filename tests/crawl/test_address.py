"""Which addresses are private, and that the connection goes where the check looked."""

import asyncio
import socket
from pathlib import Path

import pytest
from aiohttp.abc import ResolveResult

from pagemold.crawl import Bounds
from pagemold.crawl.address import PublicResolver, is_public
from pagemold.crawl.fetch import Fetcher, FetchError
from tests.crawl.served import crawled, page, served

PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
]
PRIVATE += ["255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"]
PRIVATE += ["64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1"]


@pytest.mark.parametrize("address", PRIVATE)
def test_private(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "64:ff9b::5db8:d70e"])
def test_public(address: str) -> None:
    assert is_public(address)


async def refused(url: str) -> str:
    async with Fetcher("tester", Bounds(tries=3, back_off=0.01)) as fetcher:
        with pytest.raises(FetchError) as caught:
            await fetcher.fetch(url)
        return caught.value.reason


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "[::ffff:127.0.0.1]"])
def test_a_private_host_is_refused_before_anything_is_sent(host: str) -> None:
    with served({"/": page()}) as site:
        port = site.url.rpartition(":")[2]
        assert asyncio.run(refused(f"http://{host}:{port}")) == "private_address"
    assert site.asked == []


def test_a_name_that_changes_between_check_and_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: every answer is looked at, and one private address among public ones is enough."""
    answers = [["93.184.215.14", "127.0.0.1"]]

    async def resolve(self: object, host: str, port: int = 0, family: int = 0) -> list[ResolveResult]:
        hosts = answers.pop()
        return [
            ResolveResult(hostname=host, host=address, port=port, family=socket.AF_INET, proto=0, flags=0)
            for address in hosts
        ]

    monkeypatch.setattr("aiohttp.ThreadedResolver.resolve", resolve)

    async def ask() -> None:
        await PublicResolver().resolve("rebinding.example", 80)

    with pytest.raises(OSError, match=r"127\.0\.0\.1, a private address"):
        asyncio.run(ask())


def test_a_crawl_does_not_go_there(tmp_path: Path) -> None:
    with served({"/": page()}) as site:
        report = crawled(site, tmp_path / "x.warc.gz", allow_private=False)
    assert site.asked == []
    assert report.reasons == {"private_address": 1}
