"""Where exceptions become exit codes, and the only place that does so."""

import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import ParamSpec, TextIO

from pagemold.cli.printable import printable
from pagemold.errors import InternalError, OutputError, PagemoldError

P = ParamSpec("P")


def say(message: str) -> None:
    """One line on standard error; nowhere if that is closed."""
    if sys.stderr is not None:
        with suppress(OSError):
            # As long as a path may be, and the reason behind it.
            print(f"pagemold: {printable(message, limit=5_000)}", file=sys.stderr, flush=True)


def standard_output() -> TextIO:
    """Where results go. Python has no such stream when the shell closed it (`>&-`)."""
    if sys.stdout is None:
        raise OutputError("output_unwritable", "standard output: cannot write: it is closed")
    return sys.stdout


def guarded(command: Callable[P, int]) -> Callable[P, int]:
    """The command with every end it can come to: an exit code, at most one line, and no traceback."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            code = command(*args, **kwargs)
            if sys.stdout is not None:
                with writing("standard output"):
                    sys.stdout.flush()
            return code
        except InternalError as error:
            return _our_fault(error)
        except PagemoldError as error:
            say(str(error))
            if isinstance(error, OutputError):
                drop_output()
            return error.exit_code
        except KeyboardInterrupt:
            say("interrupted")
            return 130
        except BrokenPipeError:
            drop_output()  # the reader has seen enough, as in `| head`
            return 0
        except Exception as error:
            return _our_fault(error)

    return run


def drop_output() -> None:
    """What Python still wants to flush to standard output at its end goes nowhere, and is no error any more."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def writing(name: str) -> Iterator[None]:
    """Turns what the system says about a failed write into an `OutputError` that names the target."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError("output_unwritable", f"{name}: cannot write: {error.strerror or error}") from error


def show_trace(error: Exception) -> None:
    """Where a fault of ours lies, for those who ask."""
    if os.environ.get("PAGEMOLD_DEBUG") and sys.stderr is not None:
        traceback.print_exception(error)


def _our_fault(error: Exception) -> int:
    show_trace(error)
    say(f"internal error, please report it: {type(error).__name__}: {error} (PAGEMOLD_DEBUG=1 shows where)")
    return InternalError.exit_code
