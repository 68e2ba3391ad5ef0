"""The two kinds of file that pass between stages: files we author, and files workers write."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

OCCUPATIONS: dict[str, str] = {
    "ACC": "accounting",
    "FIN": "corporate finance",
    "BANK": "banking",
    "ECON": "economics",
    "RE": "real estate",
    "LEGAL": "legal",
    "HR": "human resources",
    "PROC": "procurement",
    "CONS": "consulting",
    "PM": "project management",
    "MKT": "marketing",
    "BI": "business intelligence",
    "DS": "data science",
    "RES": "research",
    "EDU": "education",
    "INS": "insurance",
    "LOG": "logistics",
    "CS": "customer service",
    "JOUR": "journalism",
    "REC": "recruitment",
}
"""The twenty occupations, by the prefix of their task ids."""

TASK_ID_PATTERN = rf"^({'|'.join(OCCUPATIONS)})-\d{{2}}$"

SEED_MAX = 2**63 - 1

TaskId = Annotated[str, Field(pattern=TASK_ID_PATTERN, description="<OCC>-<nn>, for example ACC-01")]
Seed = Annotated[int, Field(ge=0, le=SEED_MAX, strict=True, description="a non-negative 63-bit integer")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


def _relative_posix(path: str) -> str:
    parts = path.split("/")
    if not path or path.startswith("/") or "\\" in path or any(part in ("", ".", "..") for part in parts):
        msg = f"{path!r} must be a relative path with forward slashes that stays in its folder"
        raise ValueError(msg)
    return path


RelativePath = Annotated[str, AfterValidator(_relative_posix)]


class Authored(BaseModel):
    """A file that scenario authors or our own tools write: an unknown field is a mistake and is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class WorkerWritten(BaseModel):
    """A file that a worker writes: unknown fields are kept, since they can hurt nobody."""

    model_config = ConfigDict(extra="allow", frozen=True)
