"""Starts a pytest that nothing in or near a worker's folder, and nothing in the environment, can reach."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


DISPLAY_VARIABLES = ("TERM", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "PY_COLORS")
"""What a sealed session takes over of the environment: how the user's terminal looks, nothing else."""

_LIVE: set[subprocess.Popen[bytes]] = set()

TIMED_OUT = -1000
"""Stands for an exit code when the time limit ended the process."""


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Yield a private folder with an empty ini file, an empty working directory and room for results."""
    with tempfile.TemporaryDirectory(prefix="wp42-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        furnish(folder)
        yield folder


def furnish(folder: Path) -> None:
    """Make a private folder ready for a session."""
    for inner in ("cwd", "tmp"):
        (folder / inner).mkdir(parents=True)
    (folder / "empty.ini").write_text("[pytest]\n", encoding="ascii")


def environment(scratch: Path) -> dict[str, str]:
    """Return the whole environment of a sealed session.

    Without CI and BUILD_NUMBER, since pytest then renders huge comparisons in full and takes minutes. xdist starts its
    workers without `-I`; PYTHONSAFEPATH keeps their working directory off their import path.
    """
    fixed = {
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "HOME": "/nonexistent",
        "TMPDIR": str(scratch / "tmp"),
        "PYTHONSAFEPATH": "1",
        "PYTHONNOUSERSITE": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    return fixed | {name: os.environ[name] for name in DISPLAY_VARIABLES if name in os.environ}


def command(scratch: Path, root: Path, arguments: Sequence[str]) -> list[str]:
    """Return the command line of a sealed session.

    Args:
        scratch: the private folder that `scratch_folder` made.
        root: the folder of the evaluator, pytest's rootdir.
        arguments: what follows: options and the evaluator.
    """
    return [
        *(sys.executable, "-I", "-m", "pytest"),
        *("-c", str(scratch / "empty.ini"), f"--rootdir={root}", f"--confcutdir={root}", "--noconftest"),
        *("-p", "no:cacheprovider", "--import-mode=importlib"),
        *("-o", "verbosity_assertions=0", "-o", "python_files=evaluate.py"),
        *("-p", "pytest_jsonreport.plugin", "-p", "wp42_pytest.plugin"),
        *arguments,
    ]


def start(
    scratch: Path,
    root: Path,
    arguments: Sequence[str],
    pass_fds: Sequence[int] = (),
    output: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a sealed session in a process group of its own.

    Args:
        scratch: the private folder that `scratch_folder` made.
        root: the folder of the evaluator.
        arguments: options and the evaluator.
        pass_fds: descriptors that the session inherits besides the standard ones.
        output: where its output goes; by default where the caller's does.
    """
    process = subprocess.Popen(  # noqa: S603  our own command line, no shell
        command(scratch, root, arguments),
        cwd=scratch / "cwd",
        env=environment(scratch),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        pass_fds=pass_fds,
        start_new_session=True,
    )
    _LIVE.add(process)
    return process


def wait(process: subprocess.Popen[bytes], limit_s: float) -> int:
    """Return the exit code of a session, or `TIMED_OUT`; nothing of its process group is left behind."""
    try:
        return process.wait(limit_s)
    except subprocess.TimeoutExpired:
        return TIMED_OUT
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a session's process group: workers or readers of it may outlive its main process."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    _LIVE.discard(process)


def kill_all() -> None:
    """Kill every session that this process has started; whoever waits for one learns that it ended."""
    for process in list(_LIVE):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def describe_end(code: int, limit_s: float) -> str:
    """Return how a session ended, in words."""
    if code == TIMED_OUT:
        return f"it was still running after {limit_s:g} s"
    if code < 0:
        with suppress(ValueError):
            return f"its process was ended by {signal.Signals(-code).name}"
    return f"its process ended with exit code {code}"


def die_with_parent(lifeline: int) -> None:
    """Kill this process group as soon as the other end of a pipe is closed, so that no session is orphaned.

    Args:
        lifeline: the descriptor of the reading end.
    """

    def watch() -> None:
        while os.read(lifeline, 1):
            pass
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, name="wp42-lifeline", daemon=True).start()
