"""The inventory: every check that an evaluator declares, in file order. It alone is the denominator."""

from __future__ import annotations

import inspect
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from unittest import TestCase

from wp42_pytest.grading.markers import (
    FIXTURES,
    FORBIDDEN_MARKS,
    FORBIDDEN_NAMES,
    Declared,
    InventoryError,
    Kind,
    declare,
    first_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import ModuleType


@dataclass(frozen=True)
class Inventory:
    """The declared checks of one evaluator."""

    checks: tuple[Declared, ...] = ()

    def __iter__(self) -> Iterator[Declared]:
        return iter(self.checks)

    def __len__(self) -> int:
        return len(self.checks)

    @property
    def criteria(self) -> tuple[Declared, ...]:
        """The required criteria."""
        return tuple(check for check in self.checks if check.kind is Kind.criterion)

    @property
    def violations(self) -> tuple[Declared, ...]:
        """The critical violations."""
        return tuple(check for check in self.checks if check.kind is Kind.violation)

    def as_json(self) -> list[dict[str, Any]]:
        """Return the inventory as plain JSON types."""
        return [check.as_json() for check in self.checks]

    @classmethod
    def from_json(cls, checks: Iterable[Mapping[str, Any]]) -> Inventory:
        """Return the inventory that `as_json` described."""
        return cls(tuple(Declared.from_json(check) for check in checks))


def checked(checks: Iterable[Declared]) -> Inventory:
    """Return the inventory of some declarations, once they make a denominator.

    Raises:
        InventoryError: when an id is declared twice, or when there is no criterion.
    """
    inventory = Inventory(tuple(checks))
    for what, count in Counter(check.id for check in inventory).items():
        if count > 1:
            functions = ", ".join(check.function for check in inventory if check.id == what)
            msg = f"{what} is declared {count} times ({functions}); every id stands once"
            raise InventoryError(msg)
    if not inventory.criteria:
        msg = "the evaluator declares no criterion; without one, every run would be completed"
        raise InventoryError(msg)
    return inventory


def inventory_of(module: ModuleType) -> Inventory:
    """Return the inventory of an evaluator that has been imported.

    Args:
        module: the evaluator's module.

    Raises:
        InventoryError: when its declarations could make the denominator wrong.
    """
    _refuse_hidden_influence(module)
    return checked(
        _declared(name, value)
        for name, value in vars(module).items()
        if name.startswith("test") and callable(value) and not inspect.isclass(value)
    )


def _refuse_hidden_influence(module: ModuleType) -> None:
    """Refuse what would make pytest collect, skip, repeat or surround checks in ways that no declaration tells."""
    if hasattr(module, "pytestmark"):
        msg = "pytestmark marks all checks of the module at once; mark each check by itself"
        raise InventoryError(msg)
    for name, value in vars(module).items():
        if name in FORBIDDEN_NAMES:
            msg = f"{name} acts on checks from outside; do in each check what it needs"
        elif inspect.isclass(value) and (name.startswith("Test") or issubclass(value, TestCase)):
            msg = f"{name} is a class of tests; checks are functions at the top level of the file"
        elif type(value).__name__ == "FixtureFunctionDefinition":
            msg = f"{name} is a fixture; checks take only {', '.join(FIXTURES)}, and call plain functions for the rest"
        else:
            continue
        raise InventoryError(msg)


def _declared(name: str, function: Callable[..., Any]) -> Declared:
    marks = list(getattr(function, "pytestmark", []))
    if forbidden := sorted({mark.name for mark in marks} & set(FORBIDDEN_MARKS)):
        msg = f"{name} is marked {', '.join(forbidden)}; a check is always judged, exactly once"
        raise InventoryError(msg)
    ours = [mark for mark in marks if mark.name in set(Kind)]
    if len(ours) != 1:
        msg = f"{name} must be marked either criterion or violation, once (found {len(ours)} such marks)"
        raise InventoryError(msg)
    if not getattr(function, "__test__", True):
        msg = f"{name} is kept from being collected by __test__; delete the check instead"
        raise InventoryError(msg)
    if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
        msg = f"{name} must be a plain function: a coroutine or a generator is never run to its end"
        raise InventoryError(msg)
    if foreign := [wanted for wanted in parameters(function) if wanted not in FIXTURES]:
        msg = f"{name} asks for {', '.join(foreign)}; a check takes only {', '.join(FIXTURES)}"
        raise InventoryError(msg)
    mark = ours[0]
    return declare(Kind(mark.name), name, first_line(function.__doc__), mark.args, mark.kwargs)


def parameters(function: Callable[..., Any]) -> list[str]:
    """Return the names of the fixtures that a check asks for."""
    return [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.default is inspect.Parameter.empty
    ]
