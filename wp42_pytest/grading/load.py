"""Loads an evaluator once per process, and gives every run a module of its own."""

from __future__ import annotations

import ast
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

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
        """Yield a module that has just been executed; nothing that one run leaves in it can reach the next."""
        module = ModuleType(self.name)
        module.__file__ = str(self.path)
        # Dataclasses look the module of their annotations up by name.
        sys.modules[self.name] = module
        try:
            exec(self.code, module.__dict__)  # noqa: S102  our own evaluator
            yield module
        finally:
            sys.modules.pop(self.name, None)


@lru_cache(maxsize=32)
def load_evaluator(path: Path, digest: str) -> Evaluator:
    """Compile an evaluator as pytest does, so that its assertions explain themselves, and read its inventory.

    Args:
        path: the file.
        digest: its sha256; a file that has changed is loaded anew.

    Raises:
        InventoryError: when its declarations cannot be a denominator.
    """
    from _pytest.assertion.rewrite import rewrite_asserts

    source = path.read_bytes()
    tree = ast.parse(source, filename=str(path))
    rewrite_asserts(tree, source, str(path))
    code = compile(tree, str(path), "exec", dont_inherit=True)
    bare = Evaluator(path, f"wp42_evaluator_{digest[:16]}", code, Inventory())
    with bare.module() as module:
        return Evaluator(path, bare.name, code, inventory_of(module))
