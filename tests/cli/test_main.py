"""How commands end: exit codes, one line for a person, never a traceback."""

import os
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from pagemold import flow
from pagemold.cli import main
from pagemold.errors import InternalError
from pagemold.sources.jsonl import JsonlRun
from tests.archives import pack, record, shop
from tests.cli.conftest import Run
from tests.interrupts import interrupt_while_reading


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "pagemold", *map(str, arguments)]


def test_a_command_does_not_wait_for_pandas(tmp_path: Path) -> None:
    assert find_spec("pandas"), "else there is nothing to wait for"
    (tmp_path / "a.html").write_bytes(shop("a"))
    timed = [sys.executable, "-X", "importtime", *command("cluster", tmp_path, "-o", tmp_path / "x.parquet")[1:]]
    done = subprocess.run(timed, capture_output=True, text=True, check=True)
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert {"pyarrow.lib", "pandas.core"} & imported == {"pyarrow.lib"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "No such command"),
        (["cluster"], "Missing argument SOURCE: Folders, HTML files"),
        (["template"], "Missing argument SOURCE: A collection, or what was given to `cluster`"),
        (["template", "x"], "Missing argument ID: The id or name of a group"),
        (["explain", "x"], "Missing argument A: "),
        (["explain", "--top", "3", "x", "a"], "Missing argument B: "),
        (["similar", "x.mold"], "Missing argument PAGE: "),
        (["export", "x.mold"], "Missing option '--output'"),
        (["cluster", "--nonsense", "x"], "No such option"),
        (["cluster", "--jobs", "many", "x"], "--jobs"),
        (["cluster", "--jobs", "-1", "x"], "--jobs"),
        (["cluster", "--jobs", str(2**70), "x"], "--jobs"),
        (["info", "--min-bytes", str(2**63), "x"], "--min-bytes"),
        (["cluster", "--method", "guess", "x"], "guess: no such method; there is fingerprint"),
        (["cluster", "--status", "ok", "x"], "--status: 'ok' is not a number"),
        (["cluster", "--status", "200", "--all-statuses", "x"], "contradict"),
        (["cluster", "--include", "(", "x"], "missing )"),
        (["cluster", "--min-bytes", "-5", "x"], "negative"),
        (["cluster", "-o", "x.xlsx", "x"], "must end in .jsonl, .csv, .parquet, .mold"),
        (["cluster", "nowhere.warc"], "nowhere.warc: no such file or folder"),
        (["info", "nowhere.warc"], "nowhere.warc: no such file or folder"),
        (["hash", "nowhere.html"], "nowhere.html: No such file or directory"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_2(run: Run, arguments: list[str], words: str) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert words in outcome.err
    assert outcome.err.startswith("pagemold: ")
    assert outcome.err.count("\n") == 1


def test_without_a_command_the_help_is_shown(run: Run) -> None:
    outcome = run()
    assert outcome.code == 2
    assert all(name in outcome.out for name in ("cluster", "hash", "info", "demo"))


def test_version(run: Run) -> None:
    outcome = run("--version")
    assert outcome.code == 0
    assert outcome.out.startswith("pagemold ")
    assert outcome.out.strip().split()[1][0].isdigit()


def test_several_sources_one_of_them_bad(run: Run, crawl: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.warc").touch()
    outcome = run("cluster", tmp_path / "empty.warc", crawl, "nowhere", "--json", "-q")
    assert outcome.code == 2
    assert len(outcome.out.splitlines()) == 6
    assert outcome.err.splitlines() == [
        f"pagemold: {tmp_path}/empty.warc: empty",
        "pagemold: nowhere: no such file or folder",
    ]


def test_damage_is_a_warning_and_exit_3_when_strict(run: Run, damaged: Path) -> None:
    outcome = run("cluster", damaged)
    assert outcome.code == 0
    assert f"pagemold: warning: {damaged}: at " in outcome.err
    strict = run("cluster", damaged, "--strict")
    assert strict.code == 3
    assert strict.out.splitlines()[:-1] == outcome.out.splitlines()[:-1]
    assert strict.err.splitlines()[-1] == "pagemold: damaged input in 1 place"
    assert run("info", damaged, "--strict").code == 3


def test_quiet_says_nothing_of_damage(run: Run, damaged: Path) -> None:
    assert run("cluster", damaged, "--quiet").err == ""


def test_a_fault_of_ours_asks_for_a_report(run: Run, crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the sky fell")

    monkeypatch.setattr(flow, "cluster", stumble)
    monkeypatch.delenv("PAGEMOLD_DEBUG", raising=False)
    outcome = run("cluster", crawl)
    assert outcome.code == 1
    assert outcome.err.count("\n") == 1
    assert "please report it: ZeroDivisionError: the sky fell" in outcome.err
    monkeypatch.setenv("PAGEMOLD_DEBUG", "1")
    assert "Traceback" in run("cluster", crawl).err


def test_a_fault_of_the_core_asks_for_a_report_too(run: Run, crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object, **__: object) -> None:
        raise InternalError("panic", "index out of bounds")

    monkeypatch.setattr(flow, "cluster", stumble)
    outcome = run("cluster", crawl)
    assert (outcome.code, "please report" in outcome.err) == (1, True)


def test_interrupted(run: Run, crawl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(flow, "cluster", interrupt)
    outcome = run("cluster", crawl)
    assert (outcome.code, outcome.err) == (130, "pagemold: interrupted\n")


def test_interrupted_while_waiting_for_input() -> None:
    interrupt_while_reading(command("cluster", "-"))


def test_a_pipe_that_is_closed_after_a_line_is_quiet(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(record(f"http://a/{number}" + "x" * 500, shop("x")) for number in range(2_000)))
    with subprocess.Popen(
        command("cluster", path, "--json", "-q"), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=20) == 0


OUTPUTS = [["cluster"], ["cluster", "--json"], ["info"], ["info", "--json"], ["hash"], ["hash", "--json"]]


@pytest.mark.parametrize("words", [*OUTPUTS, ["cluster", "--help"], ["--version"]], ids=" ".join)
def test_a_closed_pipe_is_quiet(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "page.html").write_bytes(shop("x"))
    with subprocess.Popen(
        command(*words, *[tmp_path / "page.html"] * (words[0] != "--version")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=20) == 0


@pytest.mark.parametrize("words", OUTPUTS, ids=" ".join)
def test_closed_streams(tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "page.html").write_bytes(shop("x"))
    line = shlex.join(command(*words, tmp_path / "page.html"))
    deaf = subprocess.run(["sh", "-c", f"{line} >&-"], stderr=subprocess.PIPE, text=True)
    reason = "pagemold: standard output: cannot write: it is closed\n"
    assert (deaf.returncode, deaf.stderr.endswith(reason), deaf.stderr.count("error")) == (4, True, 0)
    mute = subprocess.run(["sh", "-c", f"{line} 2>&-"], stdout=subprocess.PIPE, text=True)
    assert mute.returncode == 0
    assert mute.stdout
    assert "pagemold:" not in mute.stdout
    missing = subprocess.run(["sh", "-c", f"{line}x >&- 2>&-"])
    assert missing.returncode in (2, 4)


def test_a_fault_over_one_source_leaves_the_others(
    run: Run, crawl: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("the sky fell")

    monkeypatch.setattr(JsonlRun, "__iter__", stumble)
    monkeypatch.delenv("PAGEMOLD_DEBUG", raising=False)
    (tmp_path / "pages.jsonl").write_text('{"url": null, "html": "<p>"}')
    outcome = run("cluster", tmp_path / "pages.jsonl", crawl, "--json", "-q")
    assert (outcome.code, len(outcome.out.splitlines())) == (1, 6)
    assert outcome.err == (
        f"pagemold: {tmp_path}/pages.jsonl: internal error, please report it: ZeroDivisionError: the sky fell\n"
    )
    monkeypatch.setenv("PAGEMOLD_DEBUG", "1")
    assert "Traceback" in run("cluster", tmp_path / "pages.jsonl", crawl).err


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("options", [["--json"], []])
def test_a_full_disk_under_standard_output_is_exit_4(crawl: Path, options: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(command("cluster", crawl, "-q", *options), stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (4, "pagemold: standard output: cannot write: No space left on device\n")


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(pack(record("http://a/größe", shop("x"))))
    done = subprocess.run(
        command("cluster", path), capture_output=True, text=True, env=os.environ | {"PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 0
    assert done.stderr.startswith("pagemold: 1 page in 1 group")
    assert r"gr\xf6\xdfe" in done.stdout


def test_main_may_be_called_twice(crawl: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cluster", str(crawl)]) == main(["cluster", str(crawl)]) == 0
