"""Reads an evaluator, a generator or a solver as source text, without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from wp42_pytest.grading.markers import Kind
from wp42_pytest.grading.standard_checks import STANDARD_CHECKS
from wp42_pytest.validation.findings import NothingToJudge

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
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
        body: the functions that run when it is judged, those of the module and its companions included.
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
    body: tuple[Function, ...] = field(default=(), repr=False)

    def nodes(self) -> Iterator[ast.AST]:
        """Yield every node that runs when the check is judged."""
        for _, node in self.placed_nodes():
            yield node

    def placed_nodes(self) -> Iterator[tuple[Path, ast.AST]]:
        """Yield every node that runs when the check is judged, with the file that it stands in."""
        for function in self.body:
            for node in ast.walk(function.node):
                yield function.source.path, node

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
    """One Python file as a tree.

    Attributes:
        path: the file.
        tree: what stands in it.
        beside: the modules that it may load as companions, by name.
    """

    path: Path
    tree: ast.Module
    beside: Mapping[str, Source] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, path: Path, beside: Mapping[str, Source] | None = None) -> Source:
        """Parse a file.

        Args:
            path: the file.
            beside: the modules that it may load as companions, by name.

        Raises:
            NothingToJudge: when there is none, or when it is not Python; other rules say so.
        """
        try:
            return cls(path, ast.parse(path.read_text(encoding="utf-8")), {} if beside is None else beside)
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

    @cached_property
    def functions(self) -> dict[str, ast.FunctionDef]:
        """Return the functions at the top level of the module."""
        return {node.name: node for node in self.tree.body if isinstance(node, ast.FunctionDef)}

    @cached_property
    def assigned(self) -> dict[str, ast.expr]:
        """What each name at the top level of the module is assigned."""
        pairs = [
            (target, node.value) for node in self.tree.body if isinstance(node, ast.Assign) for target in node.targets
        ]
        for target, value in list(pairs):
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs += zip(target.elts, value.elts, strict=False)
        return {target.id: value for target, value in pairs if isinstance(target, ast.Name)}

    @cached_property
    def companions(self) -> dict[str, str]:
        """The modules beside it that it loads as `variable = companion(__file__, "name")`: name by variable."""
        return {
            variable: name
            for variable, value in self.assigned.items()
            if isinstance(value, ast.Call) and (name := companion_name(value))
        }

    def function(self, name: str, depth: int = 8) -> Function | None:
        """Return the function that a dotted name stands for, in the module or in a companion of it.

        Args:
            name: as it is called: `pays`, `reading.pays`.
            depth: how many more names it may be handed on by.
        """
        first, _, rest = name.partition(".")
        if not rest and first in self.functions:
            return Function(self, self.functions[first])
        if first in self.companions:
            loaded = self.beside.get(self.companions[first])
            return loaded.function(rest, depth) if loaded and rest else None
        handed_on = dotted(self.assigned[first]) if first in self.assigned else ""
        return self.function(f"{handed_on}.{rest}".rstrip("."), depth - 1) if handed_on and depth else None

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
                body=_reached(Function(self, node)),
            )


@dataclass(frozen=True)
class Function:
    """A function and the file that it stands in."""

    source: Source
    node: ast.FunctionDef


def _reached(start: Function) -> tuple[Function, ...]:
    """Return a function and all that it calls, directly or not."""
    found = {start.node: start}
    waiting = [start]
    while waiting:
        function = waiting.pop()
        for inner in ast.walk(function.node):
            called = function.source.function(dotted(inner)) if isinstance(inner, ast.Name | ast.Attribute) else None
            if called and called.node not in found:
                found[called.node] = called
                waiting.append(called)
    return tuple(found.values())


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


def companion_name(call: ast.Call) -> str:
    """Return which module a call `companion(__file__, "name")` loads, an empty text for any other call."""
    match call:
        case ast.Call(func=callee, args=[ast.Name(id="__file__"), ast.Constant(value=str(name))], keywords=[]) if (
            is_companion(callee)
        ):
            return name
    return ""


def is_companion(callee: ast.expr) -> bool:
    """Say whether what is called is `companion`."""
    return dotted(callee).rsplit(".", maxsplit=1)[-1] == "companion"


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
