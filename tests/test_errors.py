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


def test_errors_travel_between_processes() -> None:
    copy = pickle.loads(pickle.dumps(errors.SourceError("source_empty", "x: empty")))
    assert (copy.code, copy.message) == ("source_empty", "x: empty")
