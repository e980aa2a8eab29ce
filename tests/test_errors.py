"""Codes and exit codes are promises to programs and shells."""

import pickle

import pytest

from pagemold import errors


@pytest.mark.parametrize(
    ("kind", "exit_code"),
    [
        (errors.UsageError, 2),
        (errors.SourceError, 2),
        (errors.DamagedInput, 3),
        (errors.OutputError, 4),
        (errors.InternalError, 1),
    ],
)
def test_exit_codes(kind: type[errors.PagemoldError], exit_code: int) -> None:
    error = kind("some_code", "what happened")
    assert (error.exit_code, error.code, str(error)) == (exit_code, "some_code", "what happened")
    assert isinstance(error, errors.PagemoldError)


KNOWN = [
    ("g12ab", "…/sql-*.html"),
    ("g13cd", "“Part …”"),
    ("g2", "“Party of …”"),
    ("g3", None),
    ("g4", "Don\u2019t \u2013 go"),
]


@pytest.mark.parametrize(
    ("given", "places"),
    [
        ("g12ab", [0]),
        ("g1", [0, 1]),
        (".../sql-*.html", [0]),
        ("SQL", [0]),
        ('"Part ..."', [1]),
        ('"part', [1, 2]),
        ("party", [2]),
        ("don't - go", [4]),
        ("13c", []),
        ("3c", []),
        ("nothing", []),
        ("", []),
    ],
)
def test_what_is_meant_by_what_a_keyboard_has(given: str, places: list[int]) -> None:
    assert errors.meant(KNOWN, given) == places


def test_what_fits_exactly_goes_before_what_has_it_inside() -> None:
    known = [("g1", "/a/*"), ("g2", "/b/a/*"), ("g3", "/A/*"), ("g4", "/a/*/x")]
    assert errors.meant(known, "/a/*") == [0]
    assert errors.meant(known, "/b") == [1]
    assert errors.meant(known, "a/*") == [0, 1, 2, 3]


def test_where_much_hangs_on_it_parts_of_names_mean_nobody() -> None:
    assert errors.meant(KNOWN, "sql") == [0]
    assert errors.meant(KNOWN, "sql", parts=False) == []
    assert errors.meant(KNOWN, ".../sql", parts=False) == [0]
    assert errors.meant(KNOWN, "g12", parts=False) == [0]


def test_errors_travel_between_processes() -> None:
    copy = pickle.loads(pickle.dumps(errors.SourceError("source_empty", "x: empty")))
    assert (copy.code, copy.message) == ("source_empty", "x: empty")
