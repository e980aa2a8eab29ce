"""The demo's server: loopback only, and gone when nobody needs it."""

import socket
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from pagemold.demo import Site, serve


def test_the_server_listens_on_loopback_only() -> None:
    with serve(Site()) as url:
        port = urlsplit(url).port
        assert urlsplit(url).hostname == "127.0.0.1"
        # 127.0.0.2 is this machine too: a server bound to all interfaces would answer there.
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port or 0), timeout=5)
        socket.create_connection(("127.0.0.1", port or 0), timeout=5).close()


def test_the_server_is_gone_after_the_block() -> None:
    with serve(Site()) as url:
        port = urlsplit(url).port or 0
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=5)


def test_head_sends_the_header_without_the_body() -> None:
    with serve(Site()) as url:
        connection = HTTPConnection(urlsplit(url).netloc, timeout=5)
        connection.request("HEAD", "/cart")
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
    assert (answer.status, body) == (200, b"")
    assert int(answer.headers["Content-Length"]) > 1000
