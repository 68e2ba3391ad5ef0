"""Two ways to run generators and solvers: as programs of their own, or as forks of a process that is already warm.

Most of the time that a small program takes goes into importing its libraries. A sweep over many seeds runs two programs
for each; its own processes have the libraries loaded and no threads, so that a fork of them starts at once and is
as separate as a process of its own. Whether builds depend on the process is proved apart, in cold ones.
"""

from __future__ import annotations

import gc
import os
import runpy
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from wp42_pytest.catalog import GENERATION_LIMIT_S, GenerationError
from wp42_pytest.running import reference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wp42_pytest.catalog import Catalog, Instance

SOLVING_LIMIT_S = 600


class Launch(Protocol):
    """A way to build and to solve."""

    def generate(self, catalog: Catalog, instance: Instance, room: Path) -> Path:
        """Build bundle and oracle below `public` and `oracles` of a folder, and return the bundle."""

    def solve(self, catalog: Catalog, task_id: str, workspace: Path) -> None:
        """Let the solver work in a staged workspace."""


class Cold:
    """Every program in a process of its own, as the commands run them."""

    def generate(self, catalog: Catalog, instance: Instance, room: Path) -> Path:
        """Build bundle and oracle."""
        return catalog.generate(instance, oracle_root=room / "oracles", public_root=room / "public")

    def solve(self, catalog: Catalog, task_id: str, workspace: Path) -> None:
        """Let the solver work."""
        reference.solve(catalog, task_id, workspace)


class Warm:
    """Every program in a fork of this process, which must have no threads."""

    def generate(self, catalog: Catalog, instance: Instance, room: Path) -> Path:
        """Build bundle and oracle.

        Raises:
            GenerationError: when the generator fails.
        """
        script = catalog.scenario_dir(instance.task_id) / "generate.py"
        arguments = ["--seed", str(instance.seed), "--oracle-root", str(room / "oracles")]
        arguments += ["--public-root", str(room / "public")]
        for concern in instance.without:
            arguments += ["--without", concern]
        code, said = forked(script, arguments, catalog.project, GENERATION_LIMIT_S)
        if code != 0:
            msg = f"{script} --seed {instance.seed} failed ({code}):\n{said[-2000:]}"
            raise GenerationError(msg)
        return catalog.bundle_dir(instance, room / "public")

    def solve(self, catalog: Catalog, task_id: str, workspace: Path) -> None:
        """Let the solver work.

        Raises:
            WorkerError: when it fails.
        """
        script = catalog.template_dir(task_id) / reference.SOLVER
        code, said = forked(script, [str(workspace), str(workspace / "out")], workspace, SOLVING_LIMIT_S)
        if code != 0:
            msg = f"{script} failed ({code}):\n{said[-2000:]}"
            raise reference.WorkerError(msg)


def warm_up() -> None:
    """Import what generators, solvers, mutants and variants use, once for this process and all its forks."""
    import docx
    import numpy
    import openpyxl
    import pypdf
    import reportlab.platypus
    import xlsxwriter

    import wp42_pytest.authoring.docx
    import wp42_pytest.authoring.generator
    import wp42_pytest.authoring.sealing
    import wp42_pytest.authoring.xlsx

    del docx, numpy, openpyxl, pypdf, reportlab, xlsxwriter, wp42_pytest
    # Office files are made of very many small objects, few of them garbage; looking for it took a tenth of the time.
    gc.set_threshold(100_000, 50, 50)


def forked(script: Path, arguments: Sequence[str], folder: Path, limit_s: int) -> tuple[int, str]:
    """Run a script in a fork of this process.

    Args:
        script: the script.
        arguments: its command line.
        folder: where it runs.
        limit_s: the longest that it may take, in seconds.

    Returns:
        Its exit code, negative for the signal that ended it, and what it wrote to standard error.
    """
    with tempfile.TemporaryFile() as errors:
        sys.stdout.flush()
        sys.stderr.flush()
        process = os.fork()
        if process == 0:
            _be(script, arguments, folder, limit_s, errors.fileno())
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        errors.seek(0)
        return code, errors.read().decode("utf-8", errors="replace").strip()


def _be(script: Path, arguments: Sequence[str], folder: Path, limit_s: int, errors: int) -> None:
    """Turn this fork into the script; never returns."""
    code = 1
    try:
        signal.alarm(limit_s)
        os.dup2(errors, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.chdir(folder)
        for name in [name for name in os.environ if name.startswith(("PYTHON", "WP42_"))]:
            del os.environ[name]
        sys.argv = [str(script), *arguments]
        runpy.run_path(str(script), run_name="__main__")
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        # Whatever this process would do at its end is the parent's to do.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


COLD, WARM = Cold(), Warm()
