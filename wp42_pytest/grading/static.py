"""Reads an evaluator's inventory from its text alone, for when it cannot be run to the end.

An evaluator that dies, hangs, or cannot even be imported still gets a receipt with the full denominator.
"""

from __future__ import annotations

import ast
import re
import threading
from collections import Counter
from typing import Any

from wp42_pytest.grading.inventory import Inventory, checked
from wp42_pytest.grading.markers import Declared, InventoryError, Kind, declare, first_line
from wp42_pytest.grading.standard_checks import STANDARD_CHECKS

_PARSING = threading.Lock()
"""Python 3.11 counts the depth of all trees under construction together, and fails when two threads build one at once."""

_SALVAGED_MARK = re.compile(
    r"""@\s*[\w.]*\b(criterion|violation)\(\s*["']([RV]\d{2,3}[a-z]?)["'](?:[^()]*?\bweight\s*=\s*([0-9.eE+-]+))?"""
)
_SALVAGED_STANDARD = re.compile(
    rf"""=\s*[\w.]*\b({"|".join(STANDARD_CHECKS)})\(\s*["']([RV]\d{{2,3}}[a-z]?)["'](?:[^()]*?\bweight\s*=\s*([0-9.eE+-]+))?"""
)


def static_inventory(source: str) -> tuple[Inventory, str]:
    """Return what an evaluator's text declares, and what is wrong with it.

    Args:
        source: the text of `evaluate.py`.

    Returns:
        The inventory, as complete as the text allows, and a sentence that says why the evaluator cannot be
        used, or an empty one.
    """
    try:
        with _PARSING:
            module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f" in line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        return _salvaged(source), f"evaluate.py is not valid Python{line}: {reason}"
    checks: list[Declared] = []
    problem = ""
    for statement in module.body:
        try:
            if declared := _declared(statement):
                checks.append(declared)
        except InventoryError as error:
            problem = problem or str(error)
    names = Counter(check.function for check in checks)
    if twice := [name for name, count in names.items() if count > 1]:
        problem = problem or f"{twice[0]} is defined {names[twice[0]]} times; Python keeps only the last"
    try:
        return checked(checks), problem
    except InventoryError as error:
        return _unique(checks), problem or str(error)


def _declared(statement: ast.stmt) -> Declared | None:
    if isinstance(statement, ast.FunctionDef) and statement.name.startswith("test"):
        for decorator in statement.decorator_list:
            if isinstance(decorator, ast.Call) and (kind := _kind(decorator.func)):
                description = first_line(ast.get_docstring(statement))
                return _from_call(kind, statement.name, description, decorator)
    if isinstance(statement, ast.Assign | ast.AnnAssign) and isinstance(statement.value, ast.Call):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        standard = STANDARD_CHECKS.get(_last_name(statement.value.func))
        names = [target.id for target in targets if isinstance(target, ast.Name) and target.id.startswith("test")]
        if standard and names:
            return _from_call(standard.kind, names[0], standard.description, statement.value, standard.basis)
    return None


def _from_call(kind: Kind, function: str, description: str, call: ast.Call, basis: tuple[str, ...] = ()) -> Declared:
    args = [_literal(function, node) for node in call.args]
    keywords: dict[str, Any] = {"basis": basis} | {
        keyword.arg: _literal(function, keyword.value) for keyword in call.keywords if keyword.arg is not None
    }
    return declare(kind, function, description, args, keywords)


def _literal(function: str, node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        msg = f"{function}: write the id, the weight and the basis out (found {ast.unparse(node)[:60]!r})"
        raise InventoryError(msg) from None


def _kind(node: ast.expr) -> Kind | None:
    name = _last_name(node)
    return Kind(name) if name in set(Kind) else None


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _salvaged(source: str) -> Inventory:
    found: list[tuple[int, Declared]] = []
    for pattern in (_SALVAGED_MARK, _SALVAGED_STANDARD):
        for match in pattern.finditer(source):
            name, identifier, weight = match.groups()
            kind = Kind.criterion if identifier.startswith("R") else Kind.violation
            standard = STANDARD_CHECKS.get(name)
            description = standard.description if standard else "(not read: evaluate.py is not valid Python)"
            try:
                keywords = {"weight": float(weight)} if weight and kind is Kind.criterion else {}
                declared = declare(kind, f"line of {identifier}", description, [identifier], keywords)
            except (InventoryError, ValueError):
                continue
            found.append((match.start(), declared))
    return _unique([declared for _, declared in sorted(found, key=lambda pair: pair[0])])


def _unique(checks: list[Declared]) -> Inventory:
    return Inventory(tuple({check.id: check for check in reversed(checks)}.values())[::-1])
