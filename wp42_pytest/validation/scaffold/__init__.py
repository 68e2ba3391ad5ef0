"""Writes a new scenario: a tiny one that already lints and validates, for an author to edit."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from wp42_pytest.catalog import CatalogError, Instance
from wp42_pytest.model.base import OCCUPATIONS

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from wp42_pytest.catalog import Catalog

TITLE_LENGTH = 8

HOUSES = {
    "ACC": "LMC",
    "FIN": "HYV",
    "BANK": "NST",
    "ECON": "SMI",
    "RE": "IRB",
    "LEGAL": "TAG",
    "HR": "CVS",
    "PROC": "VPA",
    "CONS": "CVC",
    "PM": "FBN",
    "MKT": "MOR",
    "BI": "CGP",
    "DS": "KES",
    "RES": "ARI",
    "EDU": "CSA",
    "INS": "BFM",
    "LOG": "TCL",
    "CS": "CGP",
    "JOUR": "TVC",
    "REC": "STP",
}
"""The organisation of the economy in which an occupation's first scenario usually plays."""


@dataclass(frozen=True)
class Scaffold:
    """What was written.

    Attributes:
        public: the scenario's public folder.
        template: the value-free part of its oracle.
    """

    public: Path
    template: Path


def new_scenario(catalog: Catalog, task_id: str, title: str, organisation_id: str | None = None) -> Scaffold:
    """Write both trees of a new scenario and build its default instance.

    Args:
        catalog: where it goes.
        task_id: a free id of one of the twenty occupations, such as FIN-02.
        title: what the assignment is, as its receipt will name it.
        organisation_id: a key of the economy's register; the occupation's usual one when left out.

    Raises:
        CatalogError: when the id is in use or outside the occupations, the title too short, or the organisation unknown.
    """
    from wp42_pytest.authoring.economy import organisations

    task_id = task_id.upper()
    occupation, _, number = task_id.rpartition("-")
    if occupation not in OCCUPATIONS or len(number) != 2 or not number.isdigit():
        msg = f"{task_id!r} is not <OCC>-<nn> with OCC one of {', '.join(OCCUPATIONS)}"
        raise CatalogError(msg)
    made = Scaffold(catalog.scenario_dir(task_id), catalog.template_dir(task_id))
    for folder in (made.public, made.template):
        if folder.exists():
            msg = f"{task_id} is in use: {folder} exists; the next free one is {_next_free(catalog, occupation)}"
            raise CatalogError(msg)
    if len(title.strip()) < TITLE_LENGTH:
        msg = f"the title {title!r} is too short; say in a few words what the assignment is"
        raise CatalogError(msg)
    register = organisations()
    house = register.get((organisation_id or HOUSES[occupation]).upper())
    if house is None:
        msg = f"no organisation {organisation_id!r} in the economy; there are {', '.join(register)}"
        raise CatalogError(msg)
    manager = house.people[0]
    words = {
        "task_id": task_id,
        "title": title.strip().replace('"', "'"),
        "occupation": OCCUPATIONS[occupation],
        "organisation": house.name,
        "organisation_id": house.id,
        "manager": manager.name,
        "manager_title": manager.title,
        "footer": (catalog.scenarios / "BRIEF_FOOTER.md").read_text(encoding="utf-8").strip(),
    }
    here = files(__name__)
    _write(here / "public", made.public, words)
    _write(here / "hidden", made.template, words)
    seed = catalog.task(task_id).generator_seed
    catalog.generate(Instance(task_id, seed, seed), oracle_root=None)
    return made


def _write(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in sorted(source.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            _write(entry, target / entry.name, words)
            continue
        text = entry.read_text(encoding="utf-8")
        for name, word in words.items():
            text = text.replace("{{" + name + "}}", word)
        # Kept as .txt here, so that no tool takes a template with blanks for a module.
        (target / entry.name.removesuffix(".txt")).write_text(text, encoding="utf-8")


def _next_free(catalog: Catalog, occupation: str) -> str:
    used = {*catalog.task_ids(), *(path.name for path in catalog.templates.glob(f"{occupation}-*"))}
    return next(name for n in range(1, 100) if (name := f"{occupation}-{n:02d}") not in used)
