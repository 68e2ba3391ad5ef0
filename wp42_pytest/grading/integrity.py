"""Finds what a worker changed of the files that it was given, without ever following a link."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

INPUTS = "inputs"
BRIEF = "BRIEF.md"
TASK = "task.json"

HIDDEN_TASK_FIELDS = ("generator_seed", "designed_features")
"""Fields of `task.json` that a staged workspace leaves out."""

TASK_SIZE_LIMIT = 1024**2
SIZE_LIMIT = 512 * 1024**2
"""A given file that has become larger than this, perhaps without using the disk, is changed without being read."""
ENTRY_LIMIT = 100_000
"""Most entries of inputs/ that are looked at; no bundle comes near it."""

_DROPPINGS = (".DS_Store", "Thumbs.db", "desktop.ini")


def sha256_of(path: Path) -> str | None:
    """Return the sha256 of a regular file, or None for a link, a folder, a device, a file beyond the limit or nothing."""
    # O_NONBLOCK, since opening a FIFO would otherwise wait for a writer that never comes.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags)
    except OSError:
        return None
    with open(descriptor, "rb") as file:  # noqa: PTH123  a descriptor has no Path
        about = os.fstat(descriptor)
        if not stat.S_ISREG(about.st_mode) or about.st_size > SIZE_LIMIT:
            return None
        return hashlib.file_digest(file, "sha256").hexdigest()


def changed_files(workspace: Path, bundle: Mapping[str, str], task: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each given file that was changed, deleted or added.

    Args:
        workspace: the staged workspace.
        bundle: sha256 of every public file of the instance, by its path in the bundle.
        task: the content of the scenario's `task.json`.
    """
    given = {path: digest for path, digest in bundle.items() if path.startswith(f"{INPUTS}/")}
    inputs = workspace / INPUTS
    if inputs.is_symlink():
        return [f"{INPUTS}/ was replaced by a link"]
    if not inputs.is_dir():
        return [f"{INPUTS}/ is missing from {workspace.name or workspace}/"]
    sentences = []
    found = dict(_entries(inputs))
    for path, digest in sorted(given.items()):
        if path not in found:
            sentences.append(f"{path} was deleted")
        elif not stat.S_ISREG(found[path]):
            sentences.append(f"{path} was replaced by {_what(found[path])}")
        elif sha256_of(workspace / path) != digest:
            sentences.append(f"{path} was changed")
    for path, mode in sorted(found.items()):
        if path not in given and not (stat.S_ISREG(mode) and _is_dropping(path)):
            what = "" if stat.S_ISREG(mode) else f" ({_what(mode)})"
            sentences.append(f"{path} was added{what}")
    if BRIEF in bundle:
        sentences += _changed_brief(workspace / BRIEF, bundle[BRIEF])
    return sentences + _changed_task(workspace / TASK, bundle.get(TASK, ""), task)


def _entries(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield path and mode of everything below inputs/ that is no plain folder itself."""
    # A loop and not a recursion, since a worker can nest folders as deeply as it likes.
    pending = [(folder, INPUTS)]
    seen = 0
    while pending and seen <= ENTRY_LIMIT:
        below, relative = pending.pop()
        try:
            with os.scandir(below) as entries:
                found = [(entry.name, entry.stat(follow_symlinks=False).st_mode) for entry in entries]
        except OSError:
            yield f"{relative}/?", 0
            continue
        for name, mode in found:
            path = f"{relative}/{name}"
            seen += 1
            if stat.S_ISDIR(mode):
                pending.append((below / name, path))
            else:
                yield path, mode


def _is_dropping(path: str) -> bool:
    """Say whether a file is one that desktops and office programs leave while a folder or a file is open."""
    name = path.rsplit("/", 1)[-1]
    return name in _DROPPINGS or name.startswith("~$") or (name.startswith(".~lock.") and name.endswith("#"))


def _what(mode: int) -> str:
    return "a link" if stat.S_ISLNK(mode) else "something that is no regular file"


def _changed_brief(path: Path, digest: str) -> list[str]:
    found = sha256_of(path)
    if found == digest:
        return []
    return [f"{BRIEF} was changed" if found else f"{BRIEF} was deleted or replaced by something that is no file"]


def _changed_task(path: Path, digest: str, task: Mapping[str, Any]) -> list[str]:
    """Compare `task.json` by content, since staging leaves fields out that a worker must not see."""
    found = sha256_of(path)
    if found is None:
        return [f"{TASK} was deleted or replaced by something that is no file"]
    if found == digest:
        return []
    try:
        content = path.read_bytes() if path.stat().st_size <= TASK_SIZE_LIMIT else b""
        staged = json.loads(content)
    except (OSError, ValueError, RecursionError):
        staged = None
    if isinstance(staged, dict) and _visible(staged) == _visible(task):
        return []
    return [f"{TASK} was changed"]


def _visible(task: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in task.items() if name not in HIDDEN_TASK_FIELDS}
