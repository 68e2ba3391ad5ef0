"""Watches what the processes of one sandbox use, from outside: memory, processes, processor time, numbers of files."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.running.sandbox import EndedBy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wp42_pytest.running.sandbox import Limits

INTERVAL_S = 0.2
_TICKS = os.sysconf("SC_CLK_TCK")
_KIB = 1024


def processes_below(root: int) -> list[int]:
    """Return a process and all its descendants.

    In a process namespace orphans fall to its first process, so walking down from that one misses nothing.
    """
    found, waiting = [], [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        with contextlib.suppress(OSError):
            for thread in Path(f"/proc/{pid}/task").iterdir():
                with contextlib.suppress(OSError):
                    waiting += [int(child) for child in (thread / "children").read_text(encoding="ascii").split()]
    return found


def own_memory(pid: int) -> int:
    """Return the bytes that a process holds by itself: anonymous and shared memory, not mapped files."""
    total = 0
    try:
        with Path(f"/proc/{pid}/status").open(encoding="ascii", errors="replace") as lines:
            for line in lines:
                if line.startswith(("RssAnon:", "RssShmem:")):
                    total += int(line.split()[1]) * _KIB
    except OSError:
        return 0
    return total


def processor_time(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return 0.0
    fields = text.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


@dataclass
class Watch:
    """Samples one sandbox; says when it uses more than it may.

    `file_systems` are descriptors on the file systems that the worker alone writes to.
    """

    root: int
    limits: Limits
    file_systems: Sequence[int]
    peak_memory: int = 0
    peak_processes: int = 0
    _cpu: dict[int, float] = field(default_factory=dict)

    @property
    def cpu_s(self) -> float:
        """Processor time of all processes seen; short ones between two samples are missed."""
        return sum(self._cpu.values())

    def sample(self) -> EndedBy | None:
        """Look once.

        Returns:
            The limit that is passed, or None.
        """
        pids = processes_below(self.root)
        memory = sum(own_memory(pid) for pid in pids)
        self.peak_memory = max(self.peak_memory, memory)
        self.peak_processes = max(self.peak_processes, len(pids))
        for pid in pids:
            self._cpu[pid] = max(self._cpu.get(pid, 0.0), processor_time(pid))
        if memory > self.limits.memory:
            return EndedBy.memory_limit
        if any(files_in(fd) > self.limits.scratch_files for fd in self.file_systems):
            return EndedBy.files_limit
        return None


def files_in(fd: int) -> int:
    """Return how many files and folders the file system behind a descriptor holds."""
    about = os.fstatvfs(fd)
    return about.f_files - about.f_ffree
