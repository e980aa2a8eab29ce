"""A crawl that could not begin begins when it is asked again."""

import socket
from pathlib import Path

from pagemold.demo import Site, serve
from tests.cli.conftest import Run, run

__all__ = ["run"]


def test_a_refused_start_is_taken_up_again(run: Run, tmp_path: Path) -> None:
    warc = tmp_path / "site.warc.gz"
    with serve(Site()) as url:
        assert run("crawl", url, "-o", warc, "--pages", "3", "-q").code == 2
        assert run("crawl", url, "-o", warc, "--pages", "3", "-q", "--allow-private", "--rate", "0").code == 0


def test_a_server_that_was_down_is_asked_again(run: Run, tmp_path: Path) -> None:
    warc = tmp_path / "site.warc.gz"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["-o", warc, "--pages", "3", "-q", "--allow-private", "--rate", "0"]
    assert run("crawl", f"http://127.0.0.1:{port}/", *words).code == 2
    with serve(Site(), port=port):
        assert run("crawl", f"http://127.0.0.1:{port}/", *words).code == 0
