"""What can go wrong before a worker starts, as the user is told it."""

from __future__ import annotations

from wp42_pytest.catalog import CatalogError


class RunConfigurationError(CatalogError):
    """A run was asked for that cannot be made as described; the text says what to change."""
