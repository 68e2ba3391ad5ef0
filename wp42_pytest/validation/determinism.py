"""Does one seed give the same bytes and the same receipt, wherever and in whichever order?"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING

from wp42_pytest.validation.judge import judge
from wp42_pytest.validation.properties import finding

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wp42_pytest.catalog import Catalog, Instance
    from wp42_pytest.model.receipt import Receipt
    from wp42_pytest.validation.findings import Finding
    from wp42_pytest.validation.trial import Trial

# The two zones are 26 hours apart, so that the day differs at every moment.
ELSEWHERE = (
    {"PYTHONHASHSEED": "1", "TZ": "Etc/GMT+12", "LC_ALL": "C.UTF-8", "umask": "022"},
    {"PYTHONHASHSEED": "4242", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "tr_TR.UTF-8", "umask": "077"},
)
"""Two machines that have nothing in common."""


def same_bytes(catalog: Catalog, instance: Instance, room: Path) -> Iterator[Finding]:
    """Build an instance on two machines that have nothing in common, and yield what differs.

    Args:
        catalog: the scenarios.
        instance: what to build.
        room: an empty folder.
    """
    script = catalog.scenario_dir(instance.task_id) / "generate.py"
    builds = []
    for number, place in enumerate(ELSEWHERE):
        here = room / f"machine{number}"
        here.mkdir(parents=True)
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "LC_", "LANG"))
        }
        environment |= {name: value for name, value in place.items() if name != "umask"}
        command = [sys.executable, "-P", str(script), "--seed", str(instance.seed)]
        command += ["--public-root", str(here / "public"), "--oracle-root", str(here / "oracles")]
        builds.append(
            subprocess.Popen(  # noqa: S603  our own generator
                command,
                cwd=here,
                env=environment,
                umask=int(place["umask"], 8),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
    failures = [build.communicate()[1] for build in builds]
    for build, said in zip(builds, failures, strict=True):
        if build.returncode:
            yield finding("built", "generate.py", f"it fails on another machine: {said.strip()[-300:]}")
            return
    first, second = (
        {**_hashes(room / f"machine{n}" / "public"), **_hashes(room / f"machine{n}" / "oracles")} for n in (0, 1)
    )
    for name in sorted(first | second):
        if first.get(name) != second.get(name):
            yield finding("same-bytes", f"generate.py ({name})", f"two builds of seed {instance.seed} differ in {name}")


def committed_bundle(catalog: Catalog, instance: Instance, bundle: Path) -> Iterator[Finding]:
    """Yield what differs between the committed default instance and a fresh build of it."""
    committed = catalog.scenario_dir(instance.task_id)
    for folder in ("inputs", "portal"):
        ours, fresh = _hashes(committed / folder), _hashes(bundle / folder)
        for name in sorted(ours | fresh):
            if ours.get(name) != fresh.get(name):
                how = "is missing" if name not in ours else "is not built any more" if name not in fresh else "differs"
                yield finding("committed-bundle", f"{folder}/{name}", f"the committed file {how}")


def _hashes(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def shuffled_gradings(trial: Trial) -> Iterator[Finding]:
    """Grade the solution again, its checks in reverse and in rotated order, and yield what differs."""
    workspace = trial.paths.workspace
    for how, arrange in (
        ("in reverse order", lambda checks: checks[::-1]),
        ("beginning in the middle", lambda checks: checks[len(checks) // 2 :] + checks[: len(checks) // 2]),
        ("again", lambda checks: checks),
    ):
        again = judge(trial.order(workspace), arrange).receipt
        if difference := differing_fields(trial.solution.receipt, again):
            yield finding("same-receipt", "evaluate.py", f"graded {how}, the receipt differs in {difference}")


def reference_gradings(trial: Trial) -> tuple[dict[str, Receipt], list[Finding]]:
    """Grade the solution by the reference command, plainly and under -n 2; return the receipts and what differs."""
    from wp42_pytest.grading.order import DEFAULT_LIMIT_S
    from wp42_pytest.grading.reference import grade
    from wp42_pytest.grading.resolve import grading_of

    receipts: dict[str, Receipt] = {}
    findings: list[Finding] = []
    quiet = os.open(os.devnull, os.O_WRONLY)
    try:
        for how, options in (("alone", ()), ("under -n 2", ("-p", "xdist.plugin", "-n", "2"))):
            order = trial.order(trial.paths.workspace)
            receipts[how] = grade(grading_of(order), DEFAULT_LIMIT_S, options, output=quiet)
            if difference := differing_fields(trial.solution.receipt, receipts[how]):
                findings.append(
                    finding(
                        "same-receipt", "evaluate.py", f"graded by pytest {how}, the receipt differs in {difference}"
                    )
                )
    finally:
        os.close(quiet)
    return receipts, findings


def differing_fields(one: Receipt, other: Receipt) -> str:
    """Return in which fields two receipts of one run differ, the time of grading apart; empty when in none."""
    ours, theirs = plain_receipt(one), plain_receipt(other)
    found = []
    for name in ours:
        if ours[name] != theirs[name]:
            found.append(f"{name} ({ours[name]!r:.120} / {theirs[name]!r:.120})")
    return "; ".join(found)


def plain_receipt(receipt: Receipt) -> dict[str, object]:
    """Return a receipt as JSON values without the time of grading."""
    plain: dict[str, object] = receipt.model_dump(mode="json")
    provenance = plain["provenance"]
    if isinstance(provenance, dict):
        provenance.pop("timing", None)
    return plain
