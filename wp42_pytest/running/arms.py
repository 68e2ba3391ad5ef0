"""Arms: the conditions that a worker gets. They are data, so that a study's arms can be told and repeated exactly."""

from __future__ import annotations

import hashlib
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from wp42_pytest.model.base import Authored
from wp42_pytest.running.errors import RunConfigurationError

SHIPPED = Path(__file__).with_name("arms.toml")


class Tool(StrEnum):
    """What a worker may be given to work with."""

    files = "files"
    shell = "shell"
    excel = "excel"
    web = "web"


class Arm(Authored):
    """One arm. The inputs are the same bytes in every arm."""

    title: str
    tools: list[Tool] = Field(description="none: the model answers one request with files")
    portal: bool = Field(default=False, description="whether the synthetic enterprise portal is there")
    perturbation: bool = Field(default=False, description="whether the portal's declared perturbations are applied")
    web_pages: str = Field(default="", description="folder of reference pages behind web_search and fetch_page")
    most_requests: Annotated[int, Field(gt=0)] | None = Field(default=None, description="requests to the model")
    time_limit_s: Annotated[int, Field(gt=0)] | None = Field(default=None, description="instead of the task's")
    budget_usd: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = Field(
        default=None, description="instead of the task's"
    )

    @property
    def network(self) -> str:
        """What of a network there is, in a word for the record."""
        reached = [*(["portal"] if self.portal else []), *(["reference pages"] if Tool.web in self.tools else [])]
        return " and ".join(reached) or "none"

    def digest(self) -> str:
        """Return the hash of the full definition and, where there are any, of the reference pages wherever they lie."""
        digest = hashlib.sha256(self.model_dump_json(exclude={"web_pages"}).encode())
        if self.web_pages:
            for path in sorted(Path(self.web_pages).rglob("*")):
                if path.is_file():
                    digest.update(path.relative_to(self.web_pages).as_posix().encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()


def load_arms(path: Path | None = None) -> dict[str, Arm]:
    """Read arms by name.

    Args:
        path: the user's own file, whose arms are added to the shipped ones and replace those of the same name.

    Raises:
        RunConfigurationError: when a file is missing or wrong; the text names the arm and the field.
    """
    arms = _read(SHIPPED)
    return arms | _read(path) if path else arms


def find_arm(name: str, path: Path | None = None) -> Arm:
    """Return one arm.

    Raises:
        RunConfigurationError: when there is no such arm, or when its pages are missing.
    """
    arms = load_arms(path)
    if name not in arms:
        msg = f"there is no arm {name!r}; there are {', '.join(arms)}"
        raise RunConfigurationError(msg)
    arm = arms[name]
    if Tool.web in arm.tools and not Path(arm.web_pages or "/nowhere").is_dir():
        msg = f"arm {name} offers web tools, but its web_pages ({arm.web_pages or 'not given'}) is no folder; see docs/running.md"
        raise RunConfigurationError(msg)
    return arm


def _read(path: Path) -> dict[str, Arm]:
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"the arms file {path} cannot be read: {error.strerror}"
        raise RunConfigurationError(msg) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"the arms file {path} is not valid TOML: {error}"
        raise RunConfigurationError(msg) from error
    arms = {}
    for name, fields in tables.items():
        try:
            arm = Arm.model_validate(fields)
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
            msg = f"{path}, arm {name}: {faults}"
            raise RunConfigurationError(msg) from error
        if arm.web_pages and not Path(arm.web_pages).is_absolute():
            arm = arm.model_copy(update={"web_pages": str((path.parent / arm.web_pages).resolve())})
        arms[name] = arm
    return arms
