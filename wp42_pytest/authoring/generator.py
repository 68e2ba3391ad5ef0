"""The frame of every `generate.py`: one seed in, one public bundle and, when asked for, its oracle out."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from wp42_pytest.catalog import Catalog, CatalogError, Instance, is_within, refuse_exposed_oracle_root
from wp42_pytest.companions import companion
from wp42_pytest.model.base import SEED_MAX
from wp42_pytest.model.oracle import Injection, Oracle, OracleFigure, PlantedError
from wp42_pytest.model.task import Task

__all__ = ["AUTHORED", "BUILT", "CLEAN", "Build", "OracleContent", "companion", "generator_main"]

AUTHORED = ("task.json", "BRIEF.md")
"""Files of a bundle that are written by hand and are the same for every seed."""

BUILT = ("inputs", "portal")
"""Folders of a bundle that the generator writes."""

CLEAN = frozenset({"injection"})
"""What the twin called `+clean` leaves out."""

_STREAM_WORDS = 4


class Build:
    """One instance being made.

    Args:
        task: the scenario's metadata.
        seed: a non-negative 63-bit integer.
        without: concerns to leave out.
        folder: the bundle folder that is being written.
    """

    def __init__(self, task: Task, seed: int, without: frozenset[str], folder: Path) -> None:
        self.task = task
        self.seed = seed
        self.without = without
        self.folder = folder
        self._concerns: set[str] = set()
        self._streams: set[str] = set()

    def stream(self, name: str) -> np.random.Generator:
        """Return the random stream of one concern.

        It depends on the seed and the name alone, so that adding a concern, or leaving one out, moves no other draw.

        Args:
            name: the concern, such as "planted" or "filler.cheques".

        Raises:
            ValueError: when the stream was already taken, since the same draws would come again.
        """
        if name in self._streams:
            msg = f"the stream {name!r} was already taken; keep it, or name another"
            raise ValueError(msg)
        self._streams.add(name)
        digest = sha256(name.encode()).digest()
        words = tuple(int.from_bytes(digest[at : at + 4], "big") for at in range(0, 4 * _STREAM_WORDS, 4))
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence(self.seed, spawn_key=words)))

    def has(self, concern: str) -> bool:
        """Say whether a concern is part of this instance; asking makes it one that `--without` can leave out."""
        self._concerns.add(concern)
        return concern not in self.without

    @property
    def concerns(self) -> frozenset[str]:
        """The concerns that can be left out, as far as they were asked for."""
        return frozenset(self._concerns)

    def write(self, relative: str, data: bytes) -> None:
        """Write one file of the bundle.

        Args:
            relative: its path, below inputs/ or portal/.
            data: its bytes.

        Raises:
            ValueError: when the path lies elsewhere or was already written.
        """
        parts = relative.split("/")
        if parts[0] not in BUILT or len(parts) < 2 or not all(part.strip(".") for part in parts):
            msg = f"{relative!r} is not a path below inputs/ or portal/"
            raise ValueError(msg)
        path = self.folder / relative
        if path.exists():
            msg = f"{relative} was already written"
            raise ValueError(msg)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


@dataclass
class OracleContent:
    """What only evaluators may know about one instance.

    Args:
        figures: numbers that criteria rest on.
        planted_errors: the errors in the inputs, with what is right.
        injections: the instructions planted in the inputs.
        facts: what else criteria rest on, as JSON values.
        requires_clarification: whether the assignment cannot be finished as specified.
    """

    figures: dict[str, OracleFigure]
    planted_errors: list[PlantedError] = field(default_factory=list)
    injections: list[Injection] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    requires_clarification: bool = False


class _UsageError(Exception):
    """The generator was called in a way that cannot work; the text says what to change."""


def generator_main(script: str, build: Callable[[Build], OracleContent], argv: Sequence[str] | None = None) -> int:
    """Build one instance as the command line asks.

    Args:
        script: the `__file__` of `scenarios/<TASK_ID>/generate.py`.
        build: writes the inputs of one instance and returns what its oracle holds.
        argv: the command line; that of the process when left out.

    Returns:
        0 when the instance was built, 2 when it was asked for in a way that cannot work.
    """
    scenario = Path(script).resolve().parent
    asked = _parse(scenario, argv)
    try:
        catalog = Catalog(scenario.parent)
        task = _task(scenario)
        seed = task.generator_seed if asked.seed is None else asked.seed
        without = frozenset(asked.without)
        instance = Instance(task.task_id, seed, task.generator_seed, tuple(sorted(without)))
        target = catalog.bundle_dir(instance, asked.public_root)
        in_place = target == scenario
        template = catalog.template_dir(task.task_id)
        if asked.oracle_root is not None:
            _check_oracle_root(asked.oracle_root, catalog, target, template)
        with _beside(target if not in_place else scenario / BUILT[0]) as fresh:
            for name in AUTHORED:
                shutil.copyfile(scenario / name, fresh / name)
            making = Build(task, seed, without, fresh)
            content = build(making)
            _check_concerns(making)
            oracle = _oracle(making, content)
            if asked.oracle_root is not None:
                _write_oracle(oracle, template, catalog.oracle_dir(instance, asked.oracle_root))
            if in_place:
                for name in BUILT:
                    _swap(fresh / name, scenario / name)
            else:
                _swap(fresh, target)
    except (_UsageError, CatalogError) as error:
        sys.stderr.write(f"{Path(script).name}: error: {error}\n")
        return 2
    sys.stdout.write(f"{instance}: bundle in {target}\n")
    if asked.oracle_root is not None:
        sys.stdout.write(f"{instance}: oracle in {catalog.oracle_dir(instance, asked.oracle_root)}\n")
    return 0


def _parse(scenario: Path, argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=f"{scenario.name}/generate.py", description=f"Build one instance of {scenario.name}."
    )
    parser.add_argument("--seed", type=_seed, help="the instance's seed (default: generator_seed of task.json)")
    parser.add_argument("--oracle-root", type=Path, help="also build the oracle, below this folder outside the project")
    parser.add_argument(
        "--public-root",
        type=Path,
        help="build the bundle below this folder (default: in place for the default seed, else .wp42/instances)",
    )
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="CONCERN",
        help="leave a concern out and change nothing else, e.g. injection; may be given again",
    )
    return parser.parse_args(argv)


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > SEED_MAX:
        msg = f"{text!r} is not a seed; seeds are whole numbers from 0 to {SEED_MAX}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _task(scenario: Path) -> Task:
    path = scenario / "task.json"
    try:
        return Task.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        msg = f"{path} cannot be used: {error}"
        raise _UsageError(msg) from error


def _check_oracle_root(root: Path, catalog: Catalog, target: Path, template: Path) -> None:
    refuse_exposed_oracle_root(root, catalog.project)
    public_root = target.parent
    if is_within(root, public_root) or is_within(public_root, root):
        msg = f"the oracle root {root} and the public root {public_root} lie in one another; keep them apart"
        raise _UsageError(msg)
    if not template.is_dir():
        msg = f"{template} does not exist; it must hold the evaluator that goes into the oracle"
        raise _UsageError(msg)


def _check_concerns(making: Build) -> None:
    if unknown := making.without - making.concerns:
        known = ", ".join(sorted(making.concerns)) or "nothing"
        msg = f"--without {', '.join(sorted(unknown))}: {making.task.task_id} can leave out {known}"
        raise _UsageError(msg)


def _oracle(making: Build, content: OracleContent) -> Oracle:
    files = [making.folder / name for name in AUTHORED]
    for name in BUILT:
        files += sorted(path for path in (making.folder / name).rglob("*") if path.is_file())
    hashes = {path.relative_to(making.folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in files}
    return Oracle(
        task_id=making.task.task_id,
        seed=making.seed,
        without=sorted(making.without),
        requires_clarification=content.requires_clarification,
        bundle=hashes,
        figures=content.figures,
        planted_errors=content.planted_errors,
        injections=content.injections,
        facts=content.facts,
    )


def _write_oracle(oracle: Oracle, template: Path, target: Path) -> None:
    with _beside(target) as fresh:
        ignored = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
        shutil.copytree(template, fresh, dirs_exist_ok=True, ignore=ignored)
        (fresh / "oracle.json").write_text(oracle.model_dump_json(indent=2) + "\n", encoding="utf-8")
        _swap(fresh, target)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """Give an empty folder on the target's file system, and see that nothing is left of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    room = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        fresh = room / "fresh"
        fresh.mkdir()
        yield fresh
    finally:
        shutil.rmtree(room, ignore_errors=True)


def _swap(fresh: Path, target: Path) -> None:
    """Put a finished folder where an old one may stand; at every moment the target is whole, or for an instant absent."""
    if not fresh.exists():
        if target.exists():
            shutil.rmtree(target)
        return
    _readable(fresh)
    room = fresh.parent
    while True:
        try:
            fresh.rename(target)
        except OSError:
            if not target.is_dir():
                raise
            # Another process may build the same instance at the same time; each moves aside what it finds.
            aside = Path(tempfile.mkdtemp(prefix="old.", dir=room))
            with _absent_is_fine():
                target.rename(aside / "old")
        else:
            return


@contextmanager
def _absent_is_fine() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        return


def _readable(folder: Path) -> None:
    """Give a bundle the same modes under every umask."""
    folder.chmod(0o755)
    for parent, folders, files in os.walk(folder):
        for name in folders:
            (Path(parent) / name).chmod(0o755)
        for name in files:
            (Path(parent) / name).chmod(0o644)
