"""Reads an evaluator, a generator or a solver as source text, without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wp42_pytest.grading.markers import Kind
from wp42_pytest.grading.standard_checks import STANDARD_CHECKS
from wp42_pytest.validation.findings import NothingToJudge

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True)
class Check:
    """One declared check.

    Attributes:
        kind: criterion or violation.
        id: as declared, empty when it is not a literal string.
        name: of the function, or of the variable that holds a standard check.
        line: where it is declared.
        standard: the name of the ready-made check, empty for a function of the module.
        weight, basis: as declared; None and () when absent or not literal.
        arguments: the fixtures that it takes.
        docstring: the first line of it.
        markers: names of all its pytest markers.
        body: the nodes that run when it is judged, functions of the module that it calls included.
    """

    kind: Kind
    id: str
    name: str
    line: int
    standard: str = ""
    weight: object = None
    basis: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    docstring: str = ""
    markers: tuple[str, ...] = ()
    body: tuple[ast.AST, ...] = field(default=(), repr=False)

    def nodes(self) -> Iterator[ast.AST]:
        """Yield every node that runs when the check is judged."""
        for root in self.body:
            yield from ast.walk(root)

    def calls_of(self, owner: str, *methods: str) -> list[ast.Call]:
        """Return the calls `owner.method(…)` in the check."""
        return [
            node
            for node in self.nodes()
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in methods
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == owner
        ]


@dataclass(frozen=True)
class Source:
    """One Python file as a tree."""

    path: Path
    tree: ast.Module

    @classmethod
    def read(cls, path: Path) -> Source:
        """Parse a file.

        Raises:
            NothingToJudge: when there is none, or when it is not Python; other rules say so.
        """
        try:
            return cls(path, ast.parse(path.read_text(encoding="utf-8")))
        except (OSError, SyntaxError, ValueError) as error:
            raise NothingToJudge from error

    def imports(self) -> list[tuple[str, int]]:
        """Return every imported module with its line, wherever in the file it is imported."""
        found: list[tuple[str, int]] = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found += [(alias.name, node.lineno) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                found.append(("." * node.level + (node.module or ""), node.lineno))
        return found

    def functions(self) -> dict[str, ast.FunctionDef]:
        """Return the functions at the top level of the module."""
        return {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}

    def names_used(self) -> list[tuple[str, int]]:
        """Return every dotted name that is read or called, with its line."""
        return [
            (name, node.lineno)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name | ast.Attribute) and (name := dotted(node))
        ]

    def checks(self) -> list[Check]:
        """Return the declared criteria and violations in the order of the file."""
        found: list[Check] = []
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                found += self._marked(node)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                found += _standard(node, node.value)
        return found

    def _marked(self, node: ast.FunctionDef) -> Iterator[Check]:
        decorators = [(dotted(item.func if isinstance(item, ast.Call) else item), item) for item in node.decorator_list]
        markers = tuple(name.removeprefix("pytest.mark.") for name, _ in decorators if name.startswith("pytest.mark."))
        for name, decorator in decorators:
            kind = name.removeprefix("pytest.mark.")
            if kind not in set(Kind) or not isinstance(decorator, ast.Call):
                continue
            keywords = {item.arg: literal(item.value) for item in decorator.keywords}
            first = literal(decorator.args[0]) if decorator.args else keywords.get("id")
            yield Check(
                kind=Kind(kind),
                id=first if isinstance(first, str) else "",
                name=node.name,
                line=node.lineno,
                weight=keywords.get("weight"),
                basis=_quotes(keywords.get("basis")),
                arguments=tuple(argument.arg for argument in node.args.args + node.args.kwonlyargs),
                docstring=(ast.get_docstring(node) or "").split("\n", maxsplit=1)[0],
                markers=markers,
                body=(node, *self._called(node)),
            )

    def _called(self, node: ast.FunctionDef) -> list[ast.FunctionDef]:
        functions, reached, waiting = self.functions(), {node.name}, [node]
        found: list[ast.FunctionDef] = []
        while waiting:
            for inner in ast.walk(waiting.pop()):
                name = inner.id if isinstance(inner, ast.Name) else ""
                if name in functions and name not in reached:
                    reached.add(name)
                    found.append(functions[name])
                    waiting.append(functions[name])
        return found


def _standard(node: ast.Assign, call: ast.Call) -> Iterator[Check]:
    maker = dotted(call.func).rsplit(".", maxsplit=1)[-1]
    if maker not in STANDARD_CHECKS or not isinstance(node.targets[0], ast.Name):
        return
    keywords = {item.arg: literal(item.value) for item in call.keywords}
    first = literal(call.args[0]) if call.args else keywords.get("id")
    yield Check(
        kind=STANDARD_CHECKS[maker].kind,
        id=first if isinstance(first, str) else "",
        name=node.targets[0].id,
        line=node.lineno,
        standard=maker,
        weight=keywords.get("weight"),
        basis=_quotes(keywords.get("basis")),
        docstring=STANDARD_CHECKS[maker].description,
    )


def _quotes(basis: object) -> tuple[str, ...]:
    quotes = (basis,) if isinstance(basis, str) else basis
    return tuple(quote for quote in quotes if isinstance(quote, str)) if isinstance(quotes, tuple | list) else ()


def dotted(node: ast.AST) -> str:
    """Return `a.b.c` for a name or a chain of attributes, else an empty string."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def literal(node: ast.AST) -> object:
    """Return the value of a literal, None for anything else."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        return None
