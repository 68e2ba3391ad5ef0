"""Validates a scenario over many seeds in parallel, and puts together what every seed showed."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.catalog import Catalog, CatalogError, Instance
from wp42_pytest.validation.bench import EVERY, SeedReport, run_crossed, run_once, run_seed
from wp42_pytest.validation.launch import WARM, warm_up
from wp42_pytest.validation.lint.run import lint
from wp42_pytest.validation.properties import Property, property_of
from wp42_pytest.validation.share import WHOLE, Share, shares

if TYPE_CHECKING:
    from wp42_pytest.validation.crossing import Crossed
    from wp42_pytest.validation.findings import Finding

_RANGE = re.compile(r"(\d+)(?::(\d+))?")


COINCIDENCES = 0.02
"""Share of the crossed pairs of seeds on which a criterion may pass by chance."""


@dataclass
class Validation:
    """Everything that was found out about a scenario.

    Attributes:
        task_id: the scenario.
        seeds: the seeds, the default one first.
        wanted: the properties that were checked.
        reports: what each seed showed, in the order of the seeds.
        once: what one seed was enough to show.
        crossed: how each seed's solution fares before the next seed's oracle.
        lint: what the files alone show.
        seconds: how long all of it took on the clock.
        processes: how many processes worked.
        stride: every how many seeds the same mutant and variant was tried, apart from the default seed.
    """

    task_id: str
    seeds: list[int]
    wanted: frozenset[Property]
    reports: list[SeedReport] = field(default_factory=list)
    once: SeedReport | None = None
    crossed: dict[int, Crossed] = field(default_factory=dict)
    lint: list[Finding] = field(default_factory=list)
    seconds: float = 0.0
    processes: int = 1
    stride: int = 1

    def findings(self) -> list[tuple[Finding, list[int]]]:
        """Return every finding with the seeds that show it; findings that differ in numbers alone count once.

        A small count may be the same on two seeds by chance: a criterion that passes with another seed's oracle on no more
        than `COINCIDENCES` of the pairs is none. One that does not rest on the seed passes on all of them.
        """
        seeds: dict[tuple[str, str, str], list[int]] = {}
        first: dict[tuple[str, str, str], Finding] = {}
        for seed, found in self._every():
            alike = found.subject or re.sub(r"[\d,.]*\d", "#", found.what)
            key = (found.rule, re.sub(r"\d", "#", found.file), alike)
            first.setdefault(key, found)
            where = seeds.setdefault(key, [])
            if seed is not None and seed not in where:
                where.append(seed)
        by_chance = len(self.crossed) * COINCIDENCES
        return [
            (first[key], where) for key, where in seeds.items() if key[0] != "crossed-passes" or len(where) > by_chance
        ]

    def _every(self) -> Iterable[tuple[int | None, Finding]]:
        yield from ((None, found) for found in self.lint)
        if self.once:
            yield from ((None, found) for found in self.once.findings)
        for report in self.reports:
            yield from ((report.seed, found) for found in report.findings)
        for seed, result in self.crossed.items():
            yield from ((seed, found) for found in result.findings)

    def failed(self) -> set[Property]:
        """Return the properties that some finding speaks against."""
        return {property_of(found) for found, _ in self.findings()}

    @property
    def valid(self) -> bool:
        """Whether nothing was found."""
        return not self.findings()

    @property
    def solution(self) -> SeedReport | None:
        """What the default seed showed."""
        return self.reports[0] if self.reports else None


def seeds_of(text: str, default_seed: int) -> list[int]:
    """Read which seeds to take: `1:20`, `7`, `1:3,40` or `default`; the default seed always comes first.

    Args:
        text: as the user writes it.
        default_seed: the scenario's own.

    Raises:
        CatalogError: when the text names no seeds.
    """
    found = [default_seed]
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        match = _RANGE.fullmatch(part)
        if part == "default":
            continue
        if match is None or (match[2] and int(match[2]) < int(match[1])):
            msg = f"{text!r} names no seeds; write 1:20, 7, 1:3,40 or default"
            raise CatalogError(msg)
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return list(dict.fromkeys(found))


def processes_of(text: str) -> int:
    """Read how many processes to use: a number or `auto`.

    Raises:
        CatalogError: when the text is neither.
    """
    if text == "auto":
        return len(os.sched_getaffinity(0))
    if not text.isdigit() or int(text) < 1:
        msg = f"-n takes a number of processes or auto, not {text!r}"
        raise CatalogError(msg)
    return int(text)


def properties_of(names: Iterable[str] | None) -> frozenset[Property]:
    """Read which properties to check; all when none is named.

    Raises:
        CatalogError: when a name is no property's.
    """
    try:
        return frozenset(map(Property, names or ())) or EVERY
    except ValueError as error:
        msg = f"{error}; properties are {', '.join(Property)}"
        raise CatalogError(msg) from error


def validate(
    catalog: Catalog,
    task_id: str,
    seeds: Sequence[int],
    *,
    processes: int = 1,
    wanted: Collection[Property] = EVERY,
    thorough: bool = False,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> Validation:
    """Check every property of a scenario.

    Args:
        catalog: the scenarios.
        task_id: the scenario.
        seeds: the seeds, the default one first.
        processes: how many processes work at the same time.
        wanted: the properties to check.
        thorough: try every mutant and variant on every seed, instead of sharing them out over many seeds.
        advance: is told how many jobs are done, and of how many.
    """
    started = time.perf_counter()
    work = [WHOLE] * len(seeds) if thorough else shares(len(seeds))
    result = Validation(task_id, list(seeds), frozenset(wanted), processes=processes, stride=work[-1].stride)
    if Property.lint in result.wanted:
        result.lint = lint(catalog, task_id)
    default = catalog.task(task_id).generator_seed
    room = Path(tempfile.mkdtemp(prefix="wp42-validate-"))
    try:
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=warm_up) as pool:
            _bench(_Jobs(pool, catalog, task_id, default, room, advance), result, work)
    finally:
        shutil.rmtree(room, ignore_errors=True)
    result.seconds = time.perf_counter() - started
    return result


@dataclass
class _Jobs:
    """The jobs of one validation."""

    pool: ProcessPoolExecutor
    catalog: Catalog
    task_id: str
    default: int
    room: Path
    advance: Callable[[int, int], None]

    def instance(self, seed: int) -> Instance:
        """Return the instance of a seed."""
        return Instance(self.task_id, seed, self.default)

    def place(self, seed: int) -> Path:
        """Return the folder of a seed."""
        return self.room / f"seed{seed}"


def _bench(jobs: _Jobs, result: Validation, work: Sequence[Share]) -> None:
    wanted, seeds = result.wanted, result.seeds
    submit, catalog = jobs.pool.submit, jobs.catalog
    once = submit(run_once, catalog, jobs.instance(jobs.default), jobs.room / "once", wanted, launch=WARM)
    running: dict[Future[SeedReport], int | None] = {
        submit(run_seed, catalog, jobs.instance(seed), jobs.place(seed), wanted, share=share, launch=WARM): seed
        for seed, share in zip(seeds, work, strict=True)
    }
    running[once] = None
    neighbours = dict(zip(seeds, seeds[1:] + seeds[:1], strict=True))
    if Property.crossed in wanted and len(seeds) == 1:
        # A seed alone is crossed with the one after it, which is built for nothing else.
        neighbours = {seeds[0]: seeds[0] + 1}
        running[submit(run_seed, catalog, jobs.instance(seeds[0] + 1), jobs.place(seeds[0] + 1), (), launch=WARM)] = (
            None
        )
    done, total = 0, len(running) + (len(seeds) if Property.crossed in wanted else 0)
    jobs.advance(done, total)
    reports: dict[int, SeedReport] = {}
    for future in as_completed(running):
        seed = running[future]
        if future is once:
            result.once = future.result()
        elif seed is not None:
            reports[seed] = future.result()
        done += 1
        jobs.advance(done, total)
    result.reports = [reports[seed] for seed in seeds]
    if Property.crossed not in wanted:
        return
    crossing = {}
    for seed in seeds:
        neighbour = jobs.instance(neighbours[seed])
        folder = jobs.place(neighbours[seed]) / "oracles" / neighbour.name
        crossing[submit(run_crossed, catalog, jobs.instance(seed), jobs.place(seed), folder)] = seed
    for crossed_future in as_completed(crossing):
        if (outcome := crossed_future.result()) is not None:
            result.crossed[crossing[crossed_future]] = outcome
        done += 1
        jobs.advance(done, total)
