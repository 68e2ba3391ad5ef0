"""Puts a receipt where it belongs and says so."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wp42_pytest.grading import writing
from wp42_pytest.grading.telling import NO_VERDICT, exit_code, summary

if TYPE_CHECKING:
    from wp42_pytest.model.receipt import Receipt


def publish(receipt: Receipt, target: Path) -> int:
    """Write a receipt where it belongs, say so, and return the exit code that it stands for."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        writing.write_receipt(target, receipt)
    except OSError as error:
        say(f"the receipt could not be written to {target}: {error.strerror or error}")
        return NO_VERDICT
    say(f"{summary(receipt)}; receipt: {_shown(target)}")
    return exit_code(receipt)


def _shown(path: Path) -> str:
    relative = os.path.relpath(path)
    return relative if len(relative) < len(str(path)) else str(path)


def say(text: str) -> None:
    """Write a line for the user."""
    sys.stdout.write(f"wp42: {text}\n")
    sys.stdout.flush()
