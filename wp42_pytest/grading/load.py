"""Loads an evaluator once per process, and gives every run a module of its own."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

from wp42_pytest.companions import apart, explaining_code
from wp42_pytest.grading.case import evaluator_digest
from wp42_pytest.grading.inventory import Inventory, inventory_of

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class Evaluator:
    """An evaluator that has been compiled.

    Attributes:
        path: its file.
        name: the name of its modules.
        code: what it runs when it is imported.
        inventory: the checks that it declares.
    """

    path: Path
    name: str
    code: CodeType
    inventory: Inventory

    @contextmanager
    def module(self) -> Iterator[ModuleType]:
        """Yield a module that has just been executed; nothing that a run leaves in it or beside it reaches the next."""
        module = ModuleType(self.name)
        module.__file__ = str(self.path)
        # Dataclasses look the module of their annotations up by name.
        sys.modules[self.name] = module
        try:
            with apart():
                exec(self.code, module.__dict__)  # noqa: S102  our own evaluator
                yield module
        finally:
            sys.modules.pop(self.name, None)


def load_evaluator(path: Path) -> Evaluator:
    """Compile an evaluator as pytest does, so that its assertions explain themselves, and read its inventory.

    One that has changed, itself or a module beside it, is loaded anew.

    Args:
        path: the file.

    Raises:
        InventoryError: when its declarations cannot be a denominator.
    """
    return _loaded(path, evaluator_digest(path) or "")


@lru_cache(maxsize=32)
def _loaded(path: Path, digest: str) -> Evaluator:
    code = explaining_code(path, path.read_bytes())
    bare = Evaluator(path, f"wp42_evaluator_{digest[:16]}", code, Inventory())
    with bare.module() as module:
        return Evaluator(path, bare.name, code, inventory_of(module))
