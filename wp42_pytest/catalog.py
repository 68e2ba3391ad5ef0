"""Finds scenarios, instances and oracle roots, and builds instances by running their generators."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wp42_pytest.model.task import Task

ORACLE_ROOT_VARIABLE = "WP42_ORACLE_ROOT"
SCENARIOS_VARIABLE = "WP42_SCENARIOS"
GENERATION_LIMIT_S = 600
SEED_LIMIT = 2**63

_INSTANCE = re.compile(r"(?P<task>[A-Za-z]+-\d{2})(?:@(?P<seed>\d+))?(?P<clean>\+clean)?")


class CatalogError(Exception):
    """A scenario, an instance or a root was asked for that cannot be used; the text says what to do."""


class UnknownTaskError(CatalogError):
    """The named task is not in the catalog."""


class GenerationError(CatalogError):
    """A generator did not finish."""


@dataclass(frozen=True)
class Instance:
    """A scenario built with one seed, written `ACC-01@7`; plain `ACC-01` is the default seed's."""

    task_id: str
    seed: int
    default_seed: int
    without: tuple[str, ...] = ()

    @property
    def is_default(self) -> bool:
        """Whether this is the instance that is committed with the scenario."""
        return self.seed == self.default_seed and not self.without

    @property
    def name(self) -> str:
        """The canonical spelling, also the name of the instance's folders."""
        if self.is_default:
            return self.task_id
        return f"{self.task_id}@{self.seed}" + ("+clean" if self.without else "")

    def __str__(self) -> str:
        return self.name


def is_within(path: Path, folder: Path) -> bool:
    """Say whether `path` is `folder` or lies below it, links resolved."""
    resolved, above = path.resolve(), folder.resolve()
    return resolved == above or above in resolved.parents


def is_workspace(folder: Path) -> bool:
    """Say whether a folder looks like a staged workspace."""
    return (folder / "inputs").is_dir() and (folder / "BRIEF.md").is_file()


class Catalog:
    """The scenarios of one project: public bundles beside the value-free part of their oracles."""

    def __init__(self, scenarios: Path) -> None:
        self.scenarios = scenarios.resolve()
        if not (self.scenarios / "COMPLETION_SCHEMA.json").is_file():
            msg = (
                f"{scenarios} is not a folder of scenarios (it holds no COMPLETION_SCHEMA.json); "
                f"name one with --wp42-scenarios or ${SCENARIOS_VARIABLE}"
            )
            raise CatalogError(msg)
        self.project = self.scenarios.parent
        self.templates = self.project / "oracles_template"

    @classmethod
    def find(cls, start: Path | None = None) -> Catalog:
        """Find the scenarios: `$WP42_SCENARIOS`, else the nearest `scenarios/` upwards of `start`, else the package's.

        Raises:
            CatalogError: when there are none.
        """
        if named := os.environ.get(SCENARIOS_VARIABLE):
            return cls(Path(named))
        here = (start or Path.cwd()).resolve()
        beside_package = Path(__file__).resolve().parent.parent
        for folder in (here, *here.parents, beside_package):
            if (folder / "scenarios" / "COMPLETION_SCHEMA.json").is_file():
                return cls(folder / "scenarios")
        msg = f"no scenarios/ folder in or above {here}; work in a checkout of the project or set ${SCENARIOS_VARIABLE}"
        raise CatalogError(msg)

    def task_ids(self) -> list[str]:
        """Return the ids of all scenarios, sorted."""
        return sorted(path.parent.name for path in self.scenarios.glob("*/task.json"))

    def scenario_dir(self, task_id: str) -> Path:
        """Return the public folder of a scenario."""
        return self.scenarios / task_id

    def template_dir(self, task_id: str) -> Path:
        """Return the folder with the value-free part of a scenario's oracle."""
        return self.templates / task_id

    def task(self, task_id: str) -> Task:
        """Read the metadata of a scenario.

        Raises:
            UnknownTaskError: when there is no such scenario.
            CatalogError: when its `task.json` is not valid.
        """
        from pydantic import ValidationError

        from wp42_pytest.model.task import Task

        self._require(task_id)
        path = self.scenario_dir(task_id) / "task.json"
        try:
            return Task.model_validate_json(path.read_bytes())
        except ValidationError as error:
            msg = f"{path} is not a valid task.json: {error}"
            raise CatalogError(msg) from error

    def instance(self, text: str) -> Instance:
        """Read an instance's name: `ACC-01`, `ACC-01@7` or `ACC-01@7+clean`.

        Raises:
            UnknownTaskError: when the text names no scenario; close names are listed.
        """
        match = _INSTANCE.fullmatch(text.strip())
        if match is None:
            msg = f"{text!r} is not the name of an instance; write ACC-01, ACC-01@7 or ACC-01@7+clean. {self._close(text)}"
            raise UnknownTaskError(msg)
        task_id = match["task"].upper()
        self._require(task_id)
        default_seed = self._default_seed(task_id)
        seed = int(match["seed"]) if match["seed"] else default_seed
        if seed >= SEED_LIMIT:
            msg = f"seed {seed} of {text!r} is too large; seeds are non-negative 63-bit integers"
            raise CatalogError(msg)
        return Instance(task_id, seed, default_seed, ("injection",) if match["clean"] else ())

    def bundle_dir(self, instance: Instance, public_root: Path | None = None) -> Path:
        """Return where the public bundle of an instance stands."""
        if public_root is None and instance.is_default:
            return self.scenario_dir(instance.task_id)
        return (public_root or self.default_public_root) / instance.name

    def oracle_dir(self, instance: Instance, root: Path) -> Path:
        """Return where the oracle of an instance stands below an oracle root."""
        return root / instance.name

    @property
    def default_public_root(self) -> Path:
        """Where bundles of other than default seeds are built; not tracked by git."""
        return self.project / ".wp42" / "instances"

    def generate(self, instance: Instance, *, oracle_root: Path | None, public_root: Path | None = None) -> Path:
        """Build an instance by running its generator in a process of its own.

        Args:
            instance: what to build.
            oracle_root: where to build the oracle; without one, only the public bundle is built.
            public_root: where to build the bundle; the default seed's is rebuilt in place without one.

        Returns:
            The folder of the bundle.

        Raises:
            GenerationError: when the generator fails; its last words are quoted.
        """
        script = self.scenario_dir(instance.task_id) / "generate.py"
        command = [sys.executable, "-P", str(script), "--seed", str(instance.seed)]
        if oracle_root is not None:
            command += ["--oracle-root", str(oracle_root)]
        if public_root is not None:
            command += ["--public-root", str(public_root)]
        for concern in instance.without:
            command += ["--without", concern]
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        try:
            done = subprocess.run(  # noqa: S603  our own generator
                command, env=environment, capture_output=True, text=True, timeout=GENERATION_LIMIT_S, check=False
            )
        except subprocess.TimeoutExpired as error:
            msg = f"{script} did not finish within {GENERATION_LIMIT_S} s for seed {instance.seed}"
            raise GenerationError(msg) from error
        if done.returncode != 0:
            msg = f"{script} --seed {instance.seed} failed:\n{done.stderr.strip()[-2000:]}"
            raise GenerationError(msg)
        bundle = self.bundle_dir(instance, public_root)
        if bundle != self.scenario_dir(instance.task_id):
            self._stamp(bundle).write_text(self._sources_digest(instance.task_id), encoding="ascii")
        return bundle

    def ensure_bundle(self, instance: Instance, public_root: Path | None = None) -> Path:
        """Return the bundle of an instance, building it first when it is missing or its sources have changed."""
        folder = self.bundle_dir(instance, public_root)
        if is_workspace(folder) and (
            folder == self.scenario_dir(instance.task_id)
            or self._stamp_of(folder) == self._sources_digest(instance.task_id)
        ):
            return folder
        return self.generate(instance, oracle_root=None, public_root=public_root)

    @staticmethod
    def _stamp(bundle: Path) -> Path:
        return bundle.with_name(bundle.name + ".sources")

    def _stamp_of(self, bundle: Path) -> str:
        stamp = self._stamp(bundle)
        return stamp.read_text(encoding="ascii") if stamp.is_file() else ""

    def _sources_digest(self, task_id: str) -> str:
        digest = hashlib.sha256()
        ours = Path(__file__).resolve().parent
        authored = [path for path in self.scenario_dir(task_id).iterdir() if path.is_file()]
        written = b"".join(path.read_bytes() for path in authored if path.suffix == ".py")
        packages = {name.decode() for name in re.findall(rb"wp42_pytest\.(\w+)", written)} | {"authoring"}
        for path in sorted([*authored, *(path for name in packages for path in (ours / name).rglob("*.py"))]):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()

    def _default_seed(self, task_id: str) -> int:
        path = self.scenario_dir(task_id) / "task.json"
        try:
            seed = json.loads(path.read_bytes())["generator_seed"]
        except (ValueError, KeyError, TypeError) as error:
            msg = f"{path} holds no generator_seed ({error}); see docs/authoring.md"
            raise CatalogError(msg) from error
        if not isinstance(seed, int):
            msg = f"{path}: generator_seed must be an integer, found {seed!r}"
            raise CatalogError(msg)
        return seed

    def _require(self, task_id: str) -> None:
        if not (self.scenario_dir(task_id) / "task.json").is_file():
            msg = f"unknown task {task_id!r}. {self._close(task_id)}"
            raise UnknownTaskError(msg)

    def _close(self, text: str) -> str:
        known = self.task_ids()
        close = difflib.get_close_matches(text.split("@", maxsplit=1)[0].upper(), known, n=3, cutoff=0.5)
        if close:
            return f"Did you mean {' or '.join(close)}?"
        return f"Known tasks: {', '.join(known) or 'none'}."


def oracle_root(option: Path | None) -> Path:
    """Return the oracle root: the option, else `$WP42_ORACLE_ROOT`, else `~/wp42-oracles`."""
    if option is not None:
        return option.expanduser().resolve()
    if named := os.environ.get(ORACLE_ROOT_VARIABLE):
        return Path(named).expanduser().resolve()
    return Path("~/wp42-oracles").expanduser().resolve()


def refuse_exposed_oracle_root(root: Path, project: Path, workspace: Path | None = None) -> None:
    """Refuse an oracle root that a worker, or a commit, could reach.

    Raises:
        CatalogError: when the root lies in the project, in the workspace or in any staged workspace.
    """
    if is_within(root, project):
        msg = f"the oracle root {root} lies inside the project {project}; choose one outside, e.g. ~/wp42-oracles"
        raise CatalogError(msg)
    if workspace is not None and is_within(root, workspace):
        msg = f"the oracle root {root} lies inside the workspace {workspace}, where the worker can read it; choose one outside"
        raise CatalogError(msg)
    for folder in (root.resolve(), *root.resolve().parents):
        if is_workspace(folder):
            msg = f"the oracle root {root} lies inside the staged workspace {folder}; choose one outside"
            raise CatalogError(msg)
