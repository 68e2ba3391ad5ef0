"""How fast runs of ACC-01 are graded: by a process per run, in one session, and how fast their files can be read at all.

    python tests/bench/bench_grading.py --runs 1000
    python tests/bench/bench_grading.py --memory 500 5000

Every run holds real deliverables of several shapes and seeds, each file with bytes of its own, so that no cache helps.
Times are given on the clock and in processor seconds of all processes; on a busy machine only the latter can be compared.
"""

import argparse
import io
import json
import os
import random
import resource
import runpy
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from wp42_pytest.catalog import Catalog
from wp42_pytest.evidence.parse import parser
from wp42_pytest.running.reference import solve
from wp42_pytest.running.staging import stage

TASK = "ACC-01"
SEEDS = (42, 1, 2, 3)
SAMPLE = 20
"""Runs that are graded by a process each; the time of all is extrapolated from them."""


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def built(catalog: Catalog, room: Path) -> list[Path]:
    """Return workspaces with solutions, mutants and variants of several seeds."""
    validation = catalog.template_dir(TASK) / "validation"
    sys.path.insert(0, str(validation))
    mutants = runpy.run_path(str(validation / "mutants.py"))["MUTANTS"]
    variants = runpy.run_path(str(validation / "variants.py"))["VARIANTS"]
    shapes = []
    for seed in SEEDS:
        instance = catalog.instance(f"{TASK}@{seed}")
        bundle = catalog.generate(instance, oracle_root=room / "oracles", public_root=room / "public")
        solution = room / "shapes" / f"{seed}-solution"
        stage(catalog, bundle, solution)
        solve(catalog, TASK, solution)
        shapes.append(solution)
        for edit in (*mutants, *variants):
            shape = room / "shapes" / f"{seed}-{edit.id}"
            shutil.copytree(solution, shape)
            edit.apply(shape)
            shapes.append(shape)
    return shapes


def make_runs(
    catalog: Catalog, shapes: list[Path], runs: Path, count: int, change_book: Callable[[Path, str], None]
) -> None:
    """Make run folders from the shapes; no two of them share the bytes of a deliverable."""
    chosen = random.Random(1)
    for number in range(count):
        shape = chosen.choice(shapes)
        seed, _, what = shape.name.partition("-")
        run = runs / f"run-{number:05}"
        shutil.copytree(shape, run)
        for file in (run / "out").rglob("*"):
            if file.suffix == ".xlsx" and zipfile.is_zipfile(file):
                change_book(file, f"run {number}")
            elif file.suffix == ".docx" and zipfile.is_zipfile(file):
                own_comment(file, f"run {number}")
            elif file.name == "COMPLETION.json":
                file.write_text(file.read_text(encoding="utf-8") + " " * (number % 997), encoding="utf-8")
        record = {"run_id": run.name, "task": str(catalog.instance(f"{TASK}@{seed}")), "arm": what}
        (run / "run.json").write_text(json.dumps(record), encoding="utf-8")


def own_sheet(file: Path, text: str) -> None:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(file.read_bytes()))
    book.create_sheet("Prepared by").append([text])
    book.save(file)


def own_comment(file: Path, text: str) -> None:
    with zipfile.ZipFile(file, "a") as archive:
        archive.comment = text.encode()


class Measured:
    """Measures a block on the clock and in processor seconds, its finished child processes included."""

    def __enter__(self) -> "Measured":
        self._clock, self._processor = time.perf_counter(), self._spent()
        return self

    def __exit__(self, *_: object) -> None:
        self.clock, self.processor = time.perf_counter() - self._clock, self._spent() - self._processor

    @staticmethod
    def _spent() -> float:
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(each.ru_utime + each.ru_stime for each in used)

    def per_run(self, count: int) -> str:
        return f"{self.clock / count * 1000:8.1f} ms/run on the clock {self.processor / count * 1000:8.1f} ms/run of processor"


def pytest(catalog: Catalog, room: Path, *arguments: str) -> None:
    command = [sys.executable, "-P", "-m", "pytest", "-q", f"--wp42-oracle-root={room / 'oracles'}", *arguments]
    done = subprocess.run(command, cwd=catalog.project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode > 1:
        raise SystemExit(done.stdout.decode())


def one_by_one(catalog: Catalog, room: Path, runs: list[Path]) -> None:
    for run in runs:
        task = json.loads((run / "run.json").read_bytes())["task"]
        pytest(catalog, room, f"--wp42-task={task}", f"--wp42-out={run / 'out'}")


def only_read(runs: list[Path]) -> None:
    """Open and parse every deliverable with the libraries that evidence uses, in this process and without any guard."""
    # A formula engine prints what it meets.
    screen, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        for file in (file for run in runs for file in (run / "out").rglob("*")):
            if not file.is_file() or not file.stat().st_size:
                continue
            found = parser(file.suffix.removeprefix("."))(file.read_bytes())
            if book := found.get("attached"):
                for engine in ("formualizer", "ironcalc"):
                    parser(engine)(book)
    finally:
        os.dup2(screen, 1)
        os.close(screen)
        os.close(nowhere)


def compare(runs: int) -> None:
    """Print what each way of grading costs."""
    catalog = Catalog.find()
    with tempfile.TemporaryDirectory(prefix="wp42-benchmark-") as name:
        room = Path(name)
        say(f"making {runs} runs of {TASK}, seeds {', '.join(map(str, SEEDS))} …")
        shapes = built(catalog, room)
        make_runs(catalog, shapes, room / "runs", runs, own_sheet)
        folders = sorted((room / "runs").iterdir())
        sample = folders[:: max(1, len(folders) // SAMPLE)][:SAMPLE]
        say(f"{len(shapes)} shapes; {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
        with Measured() as alone:
            one_by_one(catalog, room, sample)
        say(f"(a) a process per run      {alone.per_run(len(sample))}")
        bulk = {}
        for processes in (1, 2):
            with Measured() as bulk[processes]:
                pytest(catalog, room, f"--wp42-runs={room / 'runs'}", "--wp42-regrade", "-n", str(processes))
            say(f"(b) bulk, {processes} process{'es' if processes > 1 else '  '}      {bulk[processes].per_run(runs)}")
        only_read(sample[:1])
        with Measured() as floor:
            only_read(folders)
        say(f"(c) only reading the files {floor.per_run(runs)}")
        with Measured() as skipped:
            pytest(catalog, room, f"--wp42-runs={room / 'runs'}")
        say(f"    a second call          {skipped.per_run(runs)}")
        each, fast, least = alone.clock / len(sample), bulk[2].clock / runs, floor.clock / runs
        say(
            f"(b) with 2 processes is {each / fast:.1f} times faster than (a), and takes {fast / least:.2f} times as long as (c)"
        )


def memory(counts: list[int]) -> None:
    """Print how much memory the session and its processes need for some numbers of runs."""
    catalog = Catalog.find()
    with tempfile.TemporaryDirectory(prefix="wp42-benchmark-") as name:
        room = Path(name)
        shapes = built(catalog, room)
        for count in counts:
            make_runs(catalog, shapes, room / "runs", count, own_comment)
            command = [sys.executable, "-P", "-m", "pytest", f"--wp42-runs={room / 'runs'}", "-n", "2"]
            with Measured() as taken:
                session = subprocess.Popen(
                    [*command, f"--wp42-oracle-root={room / 'oracles'}"], cwd=catalog.project, stdout=subprocess.DEVNULL
                )
                peaks = watched(session)
            shutil.rmtree(room / "runs")
            say(f"{count:6} runs: {taken.per_run(count)}; most memory: " + ", ".join(peaks))


def watched(session: "subprocess.Popen[bytes]") -> list[str]:
    """Return the highest resident memory of the session's processes, by their role."""
    peaks: dict[str, int] = {}
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(0.2):
            for role, size in sizes(session.pid):
                peaks[role] = max(peaks.get(role, 0), size)

    watcher = threading.Thread(target=watch)
    watcher.start()
    session.wait()
    ended.set()
    watcher.join()
    return [f"{role} {size // 1024} MB" for role, size in sorted(peaks.items())]


def sizes(session: int) -> list[tuple[str, int]]:
    """Return role and resident kilobytes of a session and its descendants."""
    found, family = [], {session}
    for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            status = dict(
                line.split(":\t", 1) for line in (folder / "status").read_text().splitlines() if ":\t" in line
            )
            command = (folder / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if int(folder.name) in family or int(status["PPid"]) in family:
            family.add(int(folder.name))
            role = "reader" if b"evidence.child" in command else "judge" if b"--wp42-child" in command else "session"
            found.append((role, int(status.get("VmRSS", "0 kB").split()[0])))
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=1000, help="how many runs to compare the ways on")
    options.add_argument(
        "--memory", type=int, nargs="+", metavar="RUNS", help="measure memory for these numbers instead"
    )
    given = options.parse_args()
    if given.memory:
        memory(given.memory)
    else:
        compare(given.runs)


if __name__ == "__main__":
    main()
