"""What a run costs beyond the worker's own time: `python tests/bench/bench_running.py [RUNS]`.

Overhead is everything between the request for a run and its finished folder, less the time in which the worker's program
ran: staging, sandbox, gateway, portal, collecting, records. Building a bundle is done before.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from wp42_pytest.catalog import Catalog
from wp42_pytest.running.arms import find_arm
from wp42_pytest.running.bubblewrap import BubblewrapSandbox, probe
from wp42_pytest.running.controller import controller
from wp42_pytest.running.models import ModelSetup
from wp42_pytest.running.roster import make_worker
from wp42_pytest.running.run import RunRequest, run_once
from wp42_pytest.running.sandbox import Job, Limits
from wp42_pytest.running.toolkit import ensure_toolkit

MODEL = ModelSetup.model_validate(
    {"api": "openai-completions", "base_url": "http://127.0.0.1:9/v1", "model": "m", "price": {"input": 1, "output": 1}}
)
CASES = {
    "A2, no model": ("A2", None),
    "A2, with gateway": ("A2", MODEL),
    "A3, gateway and portal": ("A3", MODEL),
}


def line(name: str, seconds: list[float]) -> None:
    ordered = sorted(seconds)
    high = ordered[int(len(ordered) * 0.95) - 1]
    sys.stdout.write(
        f"| {name} | {statistics.median(ordered) * 1000:.0f} | {ordered[0] * 1000:.0f} | {high * 1000:.0f} |\n"
    )


async def bare(count: int) -> list[float]:
    sandbox = BubblewrapSandbox(ensure_toolkit())
    taken = []
    for _ in range(count):
        with tempfile.TemporaryDirectory(prefix="wp42-") as name:
            (Path(name) / "workspace" / "out").mkdir(parents=True)
            started = time.perf_counter()
            (await sandbox.run(Path(name), (), Job(("true",), Limits(time_s=10)))).close()
            taken.append(time.perf_counter() - started)
    return taken


async def overheads(catalog: Catalog, arm_name: str, model: ModelSetup | None, count: int) -> list[float]:
    instance, arm = catalog.instance("ACC-01"), find_arm(arm_name)
    taken = []
    with tempfile.TemporaryDirectory() as runs:
        async with controller(catalog) as opened:
            for number in range(count + 1):
                worker = make_worker(catalog, instance, arm, "command", command="true", has_model=model is not None)
                request = RunRequest(f"run-{number}", instance, arm_name, arm, worker, "command", "m", model)
                record = await run_once(opened, request, Path(runs))
                taken.append(record.details["seconds"]["overhead"])
    return taken[1:]  # the first one imports what the others use


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    catalog = Catalog.find(Path(__file__))
    started = time.perf_counter()
    ensure_toolkit()
    problem = asyncio.run(probe(ensure_toolkit()))
    sys.stdout.write(f"sandbox: {problem or 'works'}; first trial after {time.perf_counter() - started:.2f} s\n\n")
    sys.stdout.write("| what | median ms | least ms | 95 % ms |\n| --- | --- | --- | --- |\n")
    line("sandbox alone, `true`", asyncio.run(bare(count)))
    for name, (arm, model) in CASES.items():
        line(f"overhead of a run: {name}", asyncio.run(overheads(catalog, arm, model, count)))


if __name__ == "__main__":
    main()
