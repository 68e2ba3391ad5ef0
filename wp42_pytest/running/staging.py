"""Stages a workspace: what a worker sees of a bundle, plus an empty `out/`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.catalog import CatalogError, is_within

if TYPE_CHECKING:
    from wp42_pytest.catalog import Catalog

HIDDEN_TASK_FIELDS = ("generator_seed", "designed_features")
"""Fields of `task.json` that a worker does not see: a seed plus the generator is the oracle."""

STAGED_FILES = ("task.json", "BRIEF.md", "COMPLETION_SCHEMA.json")


def stage(catalog: Catalog, bundle: Path, workspace: Path) -> Path:
    """Copy what the worker may see of a bundle into an empty workspace.

    Args:
        catalog: gives the completion schema.
        bundle: the public bundle of an instance.
        workspace: the folder to stage into; it must not exist or be empty.

    Returns:
        The workspace's `out/` folder.

    Raises:
        CatalogError: when the workspace is in use or lies inside the bundle.
    """
    if workspace.exists() and (not workspace.is_dir() or any(workspace.iterdir())):
        msg = f"{workspace} is not an empty folder; choose another --run-dir or remove it first"
        raise CatalogError(msg)
    if is_within(workspace, bundle):
        msg = f"{workspace} lies inside the bundle {bundle}; choose another --run-dir"
        raise CatalogError(msg)
    workspace.mkdir(parents=True, exist_ok=True)
    (workspace / "task.json").write_text(worker_task_json(bundle), encoding="utf-8")
    shutil.copyfile(bundle / "BRIEF.md", workspace / "BRIEF.md")
    shutil.copyfile(catalog.scenarios / "COMPLETION_SCHEMA.json", workspace / "COMPLETION_SCHEMA.json")
    shutil.copytree(bundle / "inputs", workspace / "inputs")
    out = workspace / "out"
    out.mkdir()
    return out


def worker_task_json(bundle: Path) -> str:
    """Return the `task.json` that a worker sees: without seed and without designed features."""
    fields = json.loads((bundle / "task.json").read_bytes())
    visible = {name: value for name, value in fields.items() if name not in HIDDEN_TASK_FIELDS}
    return json.dumps(visible, indent=2, ensure_ascii=False) + "\n"
