"""The bar belongs to terminals, unless somebody insists."""

from pathlib import Path

import pytest

from pagemold.cli.progress import progress
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("wanted", "quiet", "terminal", "shown"),
    [
        (None, False, True, True),
        (None, False, False, False),
        (True, False, False, True),
        (False, False, True, False),
        (True, True, True, False),
        (None, True, True, False),
    ],
)
def test_who_gets_a_bar(
    monkeypatch: pytest.MonkeyPatch, wanted: bool | None, quiet: bool, terminal: bool, shown: bool
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    assert (progress(wanted, quiet) is not None) is shown


def test_the_bar_is_on_standard_error_only(run: Run, crawl: Path) -> None:
    plain = run("cluster", crawl, "--json", "--quiet")
    forced = run("cluster", crawl, "--json", "--progress")
    assert forced.out == plain.out
    assert "6 pages" in forced.err
    assert "pages/s" in forced.err
    assert "6 pages" in run("info", crawl, "--progress").err
