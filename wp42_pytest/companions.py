"""Loads the modules that stand beside a generator or an evaluator, for those that fill more than one file."""

from __future__ import annotations

import ast
import importlib.util
import sys
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EXPLAINED = "@pytest_ar"
"""A global that pytest gives to every module whose assertions explain themselves."""

_LOADED: dict[str, ModuleType] = {}


def companion(file: str, name: str) -> ModuleType:
    """Load a module that stands beside another one.

    It is loaded once: who asks again gets the same module, unless some module of the folder has changed. Its assertions
    explain themselves if those of the module that asks do. It may have companions itself.

    Args:
        file: the `__file__` of the module that asks.
        name: the name of the other; `<name>.py` stands in the same folder.

    Raises:
        ImportError: when there is no such module.
    """
    path = Path(file).resolve().parent / f"{name}.py"
    full_name = f"wp42_beside_{_digest(path.parent)}_{name}"
    if full_name in _LOADED:
        return _LOADED[full_name]
    # The caller's globals and not its file tell how it was compiled: one file may be loaded with and without pytest.
    explained = EXPLAINED in sys._getframe(1).f_globals
    spec = importlib.util.spec_from_file_location(full_name, path)
    if spec is None or not name.isidentifier() or not path.is_file():
        msg = f"there is no module {name!r} beside {Path(file).name} in {path.parent}; companion() loads <name>.py from there"
        raise ImportError(msg)
    code = (explaining_code if explained else _plain_code)(path, path.read_bytes())
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up while it is being loaded.
    _LOADED[full_name] = sys.modules[full_name] = module
    try:
        exec(code, module.__dict__)  # noqa: S102  our own module; through an importer, a cached older one could be run
    except BaseException:
        _forget([full_name])
        raise
    return module


@contextmanager
def apart() -> Iterator[None]:
    """Load companions anew inside, and forget them afterwards: nothing that a run leaves in them reaches the next."""
    former = dict(_LOADED)
    _forget(former)
    try:
        yield
    finally:
        _forget(list(_LOADED))
        _LOADED.update(former)
        sys.modules.update(former)


def modules_of(folder: Path) -> list[Path]:
    """Return the modules of a folder, sorted by name: a generator or an evaluator, and what may be its companions."""
    return sorted(path for path in folder.glob("*.py") if not path.name.startswith(".") and path.is_file())


@lru_cache(maxsize=128)
def explaining_code(path: Path, source: bytes) -> CodeType:
    """Compile a module as pytest does, so that its assertions explain themselves.

    Args:
        path: its file.
        source: the content of the file.
    """
    from _pytest.assertion.rewrite import rewrite_asserts

    tree = ast.parse(source, filename=str(path))
    rewrite_asserts(tree, source, str(path))
    return compile(tree, str(path), "exec", dont_inherit=True)


@lru_cache(maxsize=128)
def _plain_code(path: Path, source: bytes) -> CodeType:
    return compile(source, str(path), "exec", dont_inherit=True)


def _digest(folder: Path) -> str:
    """Return what names the state of a folder: the same names stand in many folders, and a companion uses others."""
    digest = sha256(str(folder).encode())
    for path in modules_of(folder):
        source = path.read_bytes()
        digest.update(f"\0{path.name}\0{len(source)}\0".encode() + source)
    return digest.hexdigest()[:16]


def _forget(names: Iterable[str]) -> None:
    for name in list(names):
        _LOADED.pop(name, None)
        sys.modules.pop(name, None)
