"""Finds the runs to grade: below a folder, or in a list; all, a selection, or one share of them."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from wp42_pytest.catalog import is_within
from wp42_pytest.grading.order import RUN_RECORD
from wp42_pytest.grading.resolve import run_record
from wp42_pytest.grading.typed import WrongUseError
from wp42_pytest.model.run import RunRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SELECTORS = ("task", "arm", "worker", "model", "attempt", "status", "run")
"""What runs can be selected by; `status` is how the run ended, as `run.json` says."""

_SHARD = re.compile(r"(\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class Run:
    """One run to grade; kept small, since there may be a great many.

    Attributes:
        task: the instance, as the record names it; empty when there is no record that can be read.
        folder: the run folder.
        said: the record as the list gave it; empty when the run folder's own `run.json` holds it.
    """

    task: str
    folder: str
    said: str = ""

    def record(self) -> RunRecord | None:
        """Return the record of the run, or None when it cannot be read."""
        if not self.said:
            return run_record(Path(self.folder))
        try:
            return RunRecord.model_validate_json(self.said)
        except ValidationError:
            return None


@dataclass(frozen=True)
class Selection:
    """Which runs are wanted: for each selector, patterns of which one must fit."""

    patterns: dict[str, tuple[str, ...]]

    @classmethod
    def parse(cls, texts: Iterable[str]) -> Selection:
        """Return the selection that some texts describe.

        Args:
            texts: each like `task=ACC-*,arm=A2`; a selector that is given again allows one more pattern.

        Raises:
            WrongUseError: when a text is no selection.
        """
        patterns: dict[str, tuple[str, ...]] = {}
        for text in texts:
            for part in text.split(","):
                name, equals, pattern = (piece.strip() for piece in part.partition("="))
                if not equals or name not in SELECTORS or not pattern:
                    msg = (
                        f"--wp42-select takes {', '.join(SELECTORS)}, as in task=ACC-*,arm=A2 (found {part.strip()!r})"
                    )
                    raise WrongUseError(msg)
                patterns[name] = (*patterns.get(name, ()), pattern)
        return cls(patterns)

    def wants(self, record: RunRecord) -> bool:
        """Say whether a run is wanted."""
        said = {
            "task": record.task,
            "arm": record.arm,
            "worker": record.worker,
            "model": record.model,
            "attempt": str(record.attempt),
            "status": record.exit_reason.value,
            "run": record.run_id,
        }
        return all(
            any(fnmatchcase(said[name], pattern) for pattern in patterns) for name, patterns in self.patterns.items()
        )


@dataclass(frozen=True)
class Shard:
    """One share of the runs; the shares of one number do not overlap and leave nothing out."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the shard that a text like `2/8` names.

        Raises:
            WrongUseError: when it names none.
        """
        match = _SHARD.fullmatch(text.strip())
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            msg = f"--wp42-shard takes i/n with 1 ≤ i ≤ n, as in 2/8 (found {text!r})"
            raise WrongUseError(msg)
        return cls(int(match[1]), int(match[2]))

    def holds(self, name: str) -> bool:
        """Say whether a run of this name belongs to the share, on every machine alike."""
        digest = hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest()
        return int.from_bytes(digest[:8], "big") % self.count == self.index - 1


def find_runs(source: Path, selection: Selection, shard: Shard) -> list[Run]:
    """Return the wanted runs, those of one instance together, in the same order on every machine.

    Args:
        source: a folder with run folders below it, or a `.jsonl` list.
        selection: which runs are wanted.
        shard: the share to take.

    Raises:
        WrongUseError: when the source does not exist or is no list.
    """
    listed: Iterable[tuple[str, str, RunRecord | None]]
    if source.is_dir():
        listed = ((folder, "", run_record(Path(folder))) for folder in run_folders(source))
    elif source.is_file():
        listed = _listed(source)
    else:
        msg = f"there is no folder or list {source}; name a folder with run folders below it, or a .jsonl file"
        raise WrongUseError(msg)
    runs = []
    for folder, said, record in listed:
        name = f"{record.task} {record.run_id}" if record else folder
        if shard.holds(name) and (record is None or selection.wants(record)):
            runs.append(Run(record.task if record else "", folder, said))
    return sorted(runs, key=lambda run: (run.task, run.folder))


def run_folders(root: Path) -> Iterator[str]:
    """Yield every folder at or below a root that holds a `run.json`.

    What is below a run folder is the worker's and is not looked at; links are not followed, hidden folders skipped.
    """
    pending = [str(root)]
    while pending:
        folder = pending.pop()
        if os.path.lexists(Path(folder, RUN_RECORD)):
            yield folder
            continue
        with os.scandir(folder) as entries:
            pending += [e.path for e in entries if not e.name.startswith(".") and e.is_dir(follow_symlinks=False)]


def run_folder_of(path: Path, root: Path) -> Path | None:
    """Return the run folder that a path lies in, or None; only folders at or below the root are asked."""
    places = [place for place in (path.resolve(), *path.resolve().parents) if is_within(place, root)]
    return next((place for place in places if os.path.lexists(place / RUN_RECORD)), None)


def _listed(source: Path) -> Iterator[tuple[str, str, RunRecord | None]]:
    seen: set[str] = set()
    with source.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                fields = json.loads(line)
                folder = str(source.parent / fields.pop("folder"))
            except (ValueError, AttributeError, KeyError, TypeError):
                msg = (
                    f'{source}, line {number}: every line is an object with the run\'s "folder" (relative to the list), '
                    "alone or with the fields of run.json"
                )
                raise WrongUseError(msg) from None
            if folder in seen:
                msg = f"{source}, line {number}: {folder} is listed twice"
                raise WrongUseError(msg)
            seen.add(folder)
            if not fields:
                yield folder, "", run_record(Path(folder))
                continue
            try:
                record = RunRecord.model_validate(fields)
            except ValidationError as error:
                msg = f"{source}, line {number}: {error.errors()[0]['msg']} ({error.errors()[0]['loc']})"
                raise WrongUseError(msg) from None
            yield folder, record.model_dump_json(), record


def instances(runs: Sequence[Run]) -> list[str]:
    """Return the instances that some runs name, each once."""
    return list(dict.fromkeys(run.task for run in runs if run.task))
