"""Reads receipts back, with errors that say what is wrong with the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from wp42_pytest.catalog import CatalogError
from wp42_pytest.model.receipt import Receipt

if TYPE_CHECKING:
    from pathlib import Path


def read_receipt(path: Path) -> Receipt:
    """Read one receipt.

    Raises:
        CatalogError: when the file is missing or is not a receipt.
    """
    try:
        return Receipt.model_validate_json(path.read_bytes())
    except OSError as error:
        msg = f"{path} cannot be read ({error.strerror}); grade the run first: pytest --wp42-task=… --wp42-out=…"
        raise CatalogError(msg) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        msg = f"{path} is not a receipt: {where}: {first['msg']}"
        raise CatalogError(msg) from error
