"""Reads the portal of a bundle."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from wp42_pytest.catalog import CatalogError
from wp42_pytest.model.portal import Portal

PORTAL_FILE = "portal/portal.json"


class PortalError(CatalogError):
    """A portal cannot be read or served; the text says what to do."""


def read_portal(bundle: Path) -> Portal:
    """Return the portal of a bundle.

    Args:
        bundle: the public files of an instance.

    Raises:
        PortalError: when the bundle has no portal or its description does not hold together.
    """
    path = bundle / PORTAL_FILE
    try:
        return Portal.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        msg = f"{bundle} has no {PORTAL_FILE}: this scenario is done without a portal"
        raise PortalError(msg) from None
    except ValidationError as error:
        lines = "; ".join(problem_sentences(error))
        msg = f"{path} cannot be used: {lines}"
        raise PortalError(msg) from None


def problem_sentences(error: ValidationError) -> list[str]:
    """Return one sentence per problem that the model found, with the place it was found in."""
    found = []
    for problem in error.errors(include_url=False, include_context=False, include_input=False):
        place = ".".join(str(part) for part in problem["loc"])
        found.append(f"{place}: {problem['msg']}" if place else problem["msg"])
    return found
