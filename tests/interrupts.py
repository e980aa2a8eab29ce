"""Children that can be interrupted, wherever the tests run."""

import signal


def heed_interrupts() -> None:
    """For a child before it starts: a job in the background of a shell, and all its children, would ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
