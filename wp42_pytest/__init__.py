"""WP42: a pytest-native benchmark of professional work, where scenarios are test suites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wp42_pytest.companions import companion
    from wp42_pytest.grading.callers import evaluator

__all__ = ["companion", "evaluator"]


def __getattr__(name: str) -> Any:
    # Lazy, so that importing the plugin in an unrelated pytest run costs nothing.
    if name == "evaluator":
        from wp42_pytest.grading.callers import evaluator

        return evaluator
    if name == "companion":
        from wp42_pytest.companions import companion

        return companion
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
