"""`pagemold demo`: from a server of its own to groups on the screen."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from pagemold.demo import Site, labels, serve
from tests.cli.conftest import Run
from tests.interrupts import heed_interrupts


def test_the_demo_shows_groups(run: Run) -> None:
    outcome = run("demo")
    assert outcome.code == 0
    assert outcome.out.splitlines()[0].split() == ["group", "pages", "share", "name", "example"]
    assert f"{len(labels())} pages in " in outcome.err
    assert outcome.err.startswith("pagemold: crawled ")


def test_the_crawl_can_be_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "demo.warc.gz"
    lines = run("demo", "--warc", path, "--json", "--quiet").out.splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) == len(labels())
    again = [json.loads(line) for line in run("cluster", path, "--json", "-q").out.splitlines()]
    assert again == rows


def test_a_place_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    outcome = run("demo", "--warc", tmp_path / "no/demo.warc.gz")
    assert outcome.code == 4
    assert "cannot write: there is no folder" in outcome.err


def test_the_site_can_be_served_alone_until_interrupted() -> None:
    command = [sys.executable, "-m", "pagemold", "demo", "--serve", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        with urlopen(f"{url}journal", timeout=20) as reply:
            assert b"<body" in reply.read()
        said = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        assert f"pagemold crawl {url} --allow-private" in said
        assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_a_port_that_is_taken_is_refused(run: Run) -> None:
    with serve(Site()) as url:
        port = url.strip("/").rpartition(":")[2]
        outcome = run("demo", "--serve", port)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"--serve {port}: Address already in use" in outcome.err
    for option in (["--warc", "x.warc.gz"], ["--json"]):
        assert "with --serve nothing is crawled" in run("demo", "--serve", "0", *option).err


def test_a_reader_that_has_seen_enough_ends_it_silently() -> None:
    command = f"{sys.executable} -m pagemold demo --serve 0 -q | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert done.stderr == b""
