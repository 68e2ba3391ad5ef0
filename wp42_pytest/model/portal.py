"""`portal/portal.json`: what the synthetic enterprise portal serves, and how an arm may perturb it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from wp42_pytest.model.base import Authored, RelativePath, Sha256, WorkerWritten

Slug = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", description="stands in an address of the portal")]
Text = Annotated[str, Field(min_length=1)]
Cell = str | int | Annotated[float, Field(allow_inf_nan=False)] | bool | None
Record = dict[str, Cell]

RESERVED_ENTITIES = frozenset({"documents", "forms", "submissions"})
"""Names that the portal's JSON interface uses itself."""


class PortalUser(Authored):
    """The one account that the worker logs in with."""

    username: Text
    password: Text


class PortalDocument(Authored):
    """One entry of the document library."""

    id: Slug
    title: Text
    path: RelativePath = Field(description="relative to inputs/")
    category: Text


class FieldType(StrEnum):
    """The kinds of form field."""

    text = "text"
    textarea = "textarea"
    number = "number"
    money = "money"
    date = "date"
    select = "select"
    checkbox = "checkbox"
    file = "file"


class FormField(Authored):
    """One field of a form."""

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
    type: FieldType
    label: Text
    required: bool = True
    hint: str = Field(default="", description="a line of help below the label")
    options: list[Text] = Field(default_factory=list, description="the choices of a select")
    accept: list[Annotated[str, Field(pattern=r"^\.[a-z0-9]+$")]] = Field(
        default_factory=list, description="the file endings that a file field takes; empty means every ending"
    )
    max_bytes: Annotated[int, Field(gt=0, le=50_000_000)] = Field(
        default=10_000_000, description="the largest file that a file field takes"
    )

    @model_validator(mode="after")
    def _options_fit(self) -> Self:
        if (self.type is FieldType.select) != bool(self.options):
            msg = f"form field {self.name!r}: options belong to a select, and a select needs them"
            raise ValueError(msg)
        if self.accept and self.type is not FieldType.file:
            msg = f"form field {self.name!r}: accept belongs to a file field"
            raise ValueError(msg)
        _refuse_twice(f"form field {self.name!r}: options", self.options)
        return self


class PortalForm(Authored):
    """One form; submissions land in out/portal_submissions.json."""

    id: Slug
    title: Text
    fields: Annotated[list[FormField], Field(min_length=1)]

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        _refuse_twice(f"form {self.id!r}: field names", [field.name for field in self.fields])
        return self


class MisleadingTitle(Authored):
    """A document or a record table appears under a title that says something else; one of `titles` is drawn."""

    kind: Literal["misleading_title"]
    document: str = ""
    entity: str = ""
    titles: Annotated[list[Text], Field(min_length=1)]

    @model_validator(mode="after")
    def _one_target(self) -> Self:
        if bool(self.document) == bool(self.entity):
            msg = "misleading_title names either a document or an entity"
            raise ValueError(msg)
        return self


class FieldOrder(Authored):
    """A form asks for its fields in an order that is drawn, never the one that the brief uses."""

    kind: Literal["field_order"]
    form: str


class RenamedColumn(Authored):
    """One column of a record table, drawn from `names`, goes by another name."""

    kind: Literal["renamed_column"]
    entity: str
    names: Annotated[dict[str, Text], Field(min_length=1, description="the column's name: what it is called instead")]


class RowOrder(Authored):
    """A record table lists its rows by one of `columns`, drawn, instead of in the order of its source."""

    kind: Literal["row_order"]
    entity: str
    columns: Annotated[list[str], Field(min_length=1)]
    descending: bool = False


class SlowPage(Authored):
    """One of `pages`, drawn, answers late."""

    kind: Literal["slow_page"]
    pages: Annotated[list[Annotated[str, Field(pattern=r"^/")]], Field(min_length=1)]
    seconds: Annotated[float, Field(gt=0, le=20, allow_inf_nan=False)] = 4.0


class ExpiredSession(Authored):
    """The first session ends at its n-th request after logging in; logging in again helps."""

    kind: Literal["expired_session"]
    request: Annotated[int, Field(ge=1)] = 3


Perturbation = Annotated[
    MisleadingTitle | FieldOrder | RenamedColumn | RowOrder | SlowPage | ExpiredSession,
    Field(discriminator="kind"),
]


class Portal(Authored):
    """The whole portal of one instance."""

    org: Text
    user: PortalUser
    documents: list[PortalDocument]
    records: dict[Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")], list[Record]] = Field(default_factory=dict)
    sources: dict[str, RelativePath] = Field(
        default_factory=dict, description="for each record table, the file of inputs/ (and #sheet) that it copies"
    )
    titles: dict[str, Text] = Field(default_factory=dict, description="what a record table is called, by its name")
    forms: list[PortalForm] = Field(default_factory=list)
    perturbations: list[Perturbation] = Field(
        default_factory=list, description="what an arm may switch on; the plain portal has none of it"
    )

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        _refuse_twice("documents: ids", [document.id for document in self.documents])
        _refuse_twice("forms: ids", [form.id for form in self.forms])
        for entity, rows in self.records.items():
            if entity in RESERVED_ENTITIES:
                msg = f"records: {entity!r} is a name that the portal uses itself"
                raise ValueError(msg)
            if entity not in self.sources:
                msg = f"records: {entity!r} has no entry in sources that names the file it copies"
                raise ValueError(msg)
            if any(row.keys() != rows[0].keys() for row in rows):
                msg = f"records: the rows of {entity!r} do not all have the same columns"
                raise ValueError(msg)
        for name in ("sources", "titles"):
            if unknown := sorted(getattr(self, name).keys() - self.records.keys()):
                msg = f"{name}: {unknown} are no record tables"
                raise ValueError(msg)
        for perturbation in self.perturbations:
            self._refuse_loose_end(perturbation)
        return self

    def _refuse_loose_end(self, perturbation: Perturbation) -> None:
        """Refuse a perturbation of something that the portal does not have, or that could change nothing."""
        known = {
            "document": {document.id for document in self.documents},
            "form": {form.id for form in self.forms},
            "entity": set(self.records),
        }
        for target, names in known.items():
            value = getattr(perturbation, target, "")
            if value and value not in names:
                msg = f"perturbation {perturbation.kind}: the portal has no {target} {value!r}"
                raise ValueError(msg)
        if isinstance(perturbation, RenamedColumn | RowOrder):
            columns = self.columns(perturbation.entity)
            named = perturbation.names if isinstance(perturbation, RenamedColumn) else perturbation.columns
            if unknown := [column for column in named if column not in columns]:
                msg = f"perturbation {perturbation.kind}: {perturbation.entity!r} has no column {unknown[0]!r}"
                raise ValueError(msg)
        if isinstance(perturbation, SlowPage) and (unknown := sorted(set(perturbation.pages) - self._pages())):
            msg = f"perturbation slow_page: the portal has no page {unknown[0]!r}"
            raise ValueError(msg)
        if isinstance(perturbation, FieldOrder) and any(
            form.id == perturbation.form and len(form.fields) == 1 for form in self.forms
        ):
            msg = f"perturbation field_order: form {perturbation.form!r} has a single field"
            raise ValueError(msg)
        if isinstance(perturbation, RenamedColumn):
            taken = [name for name in perturbation.names.values() if name in self.columns(perturbation.entity)]
            if taken:
                msg = f"perturbation renamed_column: {perturbation.entity!r} already has a column {taken[0]!r}"
                raise ValueError(msg)

    def _pages(self) -> set[str]:
        found = {"/", "/documents", "/records", "/forms", "/submissions"}
        found |= {f"/{place}/{entity}" for entity in self.records for place in ("records", "api")}
        return found | {f"/forms/{form.id}" for form in self.forms}

    def columns(self, entity: str) -> list[str]:
        """Return the column names of a record table, in order."""
        rows = self.records[entity]
        return list(rows[0]) if rows else []

    def title(self, entity: str) -> str:
        """Return what a record table is called: its title, else its name in words."""
        return self.titles.get(entity, entity.replace("_", " ").capitalize())


class StoredFile(WorkerWritten):
    """A file that was uploaded through a form."""

    name: str = Field(description="what the worker called it, without folders")
    path: RelativePath = Field(description="where it is kept, relative to out/")
    bytes: Annotated[int, Field(ge=0)]
    sha256: Sha256


class PortalSubmission(WorkerWritten):
    """One entry of out/portal_submissions.json."""

    number: str = Field(description="the reference number that the confirmation page showed")
    form: str = Field(description="the form's id")
    time: str = Field(description="when it was stored, ISO 8601 in UTC")
    values: dict[str, str | bool | StoredFile | None] = Field(
        description="by field name: text as typed, number and money as a plain decimal, date as YYYY-MM-DD"
    )


def _refuse_twice(what: str, names: Iterable[str]) -> None:
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        msg = f"{what} must differ, and {twice[0]!r} stands there twice"
        raise ValueError(msg)
