"""`portal/portal.json`: what the synthetic enterprise portal serves."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from wp42_pytest.model.base import Authored, RelativePath


class PortalUser(Authored):
    """The one account that the worker logs in with."""

    username: str
    password: str


class PortalDocument(Authored):
    """One entry of the document library."""

    id: str
    title: str
    path: RelativePath = Field(description="relative to inputs/")
    category: str


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

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    type: FieldType
    label: str
    required: bool = True
    options: list[str] = Field(default_factory=list, description="the choices of a select")

    @model_validator(mode="after")
    def _options_fit(self) -> Self:
        if (self.type is FieldType.select) != bool(self.options):
            msg = f"form field {self.name!r}: options belong to a select, and a select needs them"
            raise ValueError(msg)
        return self


class PortalForm(Authored):
    """One form; submissions land in out/portal_submissions.json."""

    id: str
    title: str
    fields: Annotated[list[FormField], Field(min_length=1)]


class Portal(Authored):
    """The whole portal of one instance."""

    org: str
    user: PortalUser
    documents: list[PortalDocument]
    records: dict[str, list[dict[str, Any]]] = Field(default_factory=dict)
    sources: dict[str, RelativePath] = Field(
        default_factory=dict, description="for each record table, the file of inputs/ (and #sheet) that it copies"
    )
    forms: list[PortalForm] = Field(default_factory=list)
