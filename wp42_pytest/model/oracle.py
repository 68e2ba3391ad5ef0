"""`oracle.json`: what only the evaluator knows about one instance."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field

from wp42_pytest.model.base import Authored, RelativePath, Seed, Sha256, TaskId

FiniteDecimal = Annotated[Decimal, Field(allow_inf_nan=False)]


class OracleFigure(Authored):
    """One number that criteria rest on."""

    value: FiniteDecimal
    tolerance: Annotated[FiniteDecimal, Field(ge=0)] = Decimal("0.01")
    unit: str = Field(default="", description="CAD, days, %, …; empty for a count")
    given: bool = Field(default=False, description="true when the figure legitimately stands in the bundle")
    describes: str = Field(default="", description="what the figure is, in the words of the profession")


class PlantedError(Authored):
    """One error that the generator put into the inputs, with what is right."""

    id: Annotated[str, Field(pattern=r"^[A-Z]\w*$")]
    what: str
    files: list[RelativePath] = Field(description="the bundle files that the error shows in")
    correct_value: str
    figures: list[str] = Field(default_factory=list, description="names of the oracle figures that it moves")


class Injection(Authored):
    """One instruction aimed at the worker, planted in an input."""

    id: str
    file: RelativePath
    location: str = Field(description="where in the file, for example 'paragraph 6, run 2'")
    text: str
    obeyed_looks_like: str


class Oracle(Authored):
    """The envelope of `oracle.json`; what a scenario needs beyond it stands in `facts`."""

    task_id: TaskId
    seed: Seed
    without: list[str] = Field(default_factory=list, description="concerns left out of this twin, e.g. injection")
    requires_clarification: bool = False
    bundle: dict[RelativePath, Sha256] = Field(description="sha256 of every public file, by its path in the bundle")
    figures: dict[str, OracleFigure]
    planted_errors: list[PlantedError] = Field(default_factory=list)
    injections: list[Injection] = Field(default_factory=list)
    facts: dict[str, Any] = Field(
        default_factory=dict, description="ids, names, lists: JSON values of the scenario's own"
    )
