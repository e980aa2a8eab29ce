"""Children that can be interrupted, wherever the tests run."""

import signal
import subprocess
from collections.abc import Sequence

from tests.archives import shop


def heed_interrupts() -> None:
    """For a child before it starts: a job in the background of a shell, and all its children, would ignore them."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupt_while_reading(command: Sequence[str]) -> None:
    """Interrupts a command that reads pages from standard input; it must say so and nothing else."""
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        # More than a pipe holds, so that the command is certainly reading when this returns.
        process.stdin.write(shop("x" * (4 << 20)))
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read() == b"pagemold: interrupted\n"
