"""Points the plugin at this repository's scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_wp42_scenarios() -> Path:
    """Return the folder of this repository's scenarios."""
    return Path(__file__).resolve().parent / "scenarios"
