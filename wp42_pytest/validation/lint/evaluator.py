"""Rules about `evaluate.py` and its companions: what it declares, what they may use, what it rests on."""

from __future__ import annotations

import ast
import math
import re
from typing import TYPE_CHECKING

from wp42_pytest.companions import modules_of
from wp42_pytest.grading.markers import FIXTURES, ID_PATTERNS
from wp42_pytest.grading.standard_checks import STANDARD_CHECKS
from wp42_pytest.grading.static import static_inventory
from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.scenario import Scenario
from wp42_pytest.validation.lint.source import companion_name, dotted, is_companion, literal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wp42_pytest.validation.lint.source import Check, Source

rules: Rules[Scenario] = Rules()

ALLOWED_IMPORTS = {
    *("__future__", "collections", "contextlib", "dataclasses", "datetime", "decimal", "fractions", "functools"),
    *("itertools", "math", "operator", "pytest", "re", "statistics", "string", "typing", "wp42_pytest"),
}
"""Top-level packages that an evaluator may import."""

FORBIDDEN_CALLS = {
    *("eval", "exec", "compile", "open", "input", "breakpoint", "__import__", "globals", "locals", "vars"),
    *("setattr", "delattr"),
}
FORBIDDEN_METHODS = {
    *("read_text", "read_bytes", "write_text", "write_bytes", "open", "iterdir", "rglob", "glob", "unlink", "rename"),
    *("mkdir", "rmdir", "symlink_to", "touch"),
}
ESCAPES = {"skip", "skipif", "xfail", "importorskip", "exit", "parametrize", "fail"}
"""Names of pytest that would take a check out of the denominator or count it twice; `fail` reads worse than assert."""

REQUIRED_CRITERIA, REQUIRED_FIGURES, REQUIRED_VIOLATIONS = 6, 3, 2


def _file(scenario: Scenario, line: int | None = None, path: Path | None = None) -> str:
    label = scenario.label(path or scenario.evaluator_path)
    return label if line is None else f"{label}:{line}"


def _nodes(scenario: Scenario) -> Iterator[tuple[Path, ast.AST]]:
    """Yield every node of the evaluator and its companions, with the file that it stands in."""
    for source in scenario.evaluator_modules.values():
        for node in ast.walk(source.tree):
            yield source.path, node


@rules.rule("evaluator-python", remedy="write oracles_template/<ID>/evaluate.py as a Python module")
def evaluator_parses(scenario: Scenario) -> Iterator[Found]:
    """The evaluator is Python, and so is every module beside it."""
    if not scenario.evaluator_path.is_file():
        yield Found(_file(scenario), "the file is missing")
    for path in modules_of(scenario.template):
        try:
            ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError) as error:
            yield Found(_file(scenario, path=path), f"it is not valid Python: {error}")


@rules.rule(
    "evaluator-companions",
    remedy='write `reading = companion(__file__, "reading")` at the top level of the module that uses it, or remove it',
)
def companions_are_loaded(scenario: Scenario) -> Iterator[Found]:
    """Every module beside evaluate.py is loaded as a companion, and every companion is there."""
    reached, waiting = {scenario.evaluator.path.stem}, [scenario.evaluator]
    while waiting:
        for name in waiting.pop().companions.values():
            if name not in reached and name in scenario.evaluator_modules:
                reached.add(name)
                waiting.append(scenario.evaluator_modules[name])
    for name, source in scenario.evaluator_modules.items():
        if name not in reached:
            yield Found(_file(scenario, path=source.path), "no module loads it")
        yield from _wrong_loads(scenario, source)


def _wrong_loads(scenario: Scenario, source: Source) -> Iterator[Found]:
    followed = {id(value) for name, value in source.assigned.items() if name in source.companions}
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call) or not is_companion(node.func):
            continue
        name, file = companion_name(node), _file(scenario, node.lineno, source.path)
        if id(node) not in followed:
            yield Found(file, f"it loads a companion in a way that lint cannot follow ({ast.unparse(node)})")
        elif not (scenario.template / f"{name}.py").is_file():
            yield Found(file, f"there is no {name}.py beside it")
        elif name == scenario.evaluator.path.stem:
            yield Found(file, "it loads the evaluator, which is no companion")


@rules.rule("evaluator-declarations", remedy="declare the check in evaluate.py, and call the companion from there")
def checks_stand_in_one_file(scenario: Scenario) -> Iterator[Found]:
    """Criteria and violations are declared in evaluate.py alone, none in a companion."""
    for path, node in _nodes(scenario):
        if path == scenario.evaluator_path:
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield Found(_file(scenario, node.lineno, path), f"it defines {node.name}")
        elif isinstance(node, ast.Attribute) and dotted(node).startswith("pytest.mark."):
            yield Found(_file(scenario, node.lineno, path), f"it uses {dotted(node)}")
        elif isinstance(node, ast.Call) and dotted(node.func).rsplit(".", maxsplit=1)[-1] in STANDARD_CHECKS:
            yield Found(_file(scenario, node.lineno, path), f"it makes a check by {dotted(node.func)}()")


@rules.rule("evaluator-inventory", remedy="write ids, weights and basis out, as docs/authoring.md shows")
def inventory_can_be_read(scenario: Scenario) -> Iterator[Found]:
    """The declarations make a denominator that can be read without running the evaluator."""
    _, problem = static_inventory(scenario.evaluator.path.read_text(encoding="utf-8"))
    if problem:
        yield Found(_file(scenario), problem)


@rules.rule("evaluator-entry", remedy="write `evaluate = evaluator(__file__)` after the imports")
def evaluate_is_offered(scenario: Scenario) -> Iterator[Found]:
    """`evaluate = evaluator(__file__)` gives callers without pytest the specification's function."""
    for node in scenario.evaluator.tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and dotted(node.targets[0]) == "evaluate":
            return
    yield Found(_file(scenario), "it does not define `evaluate`")


@rules.rule("evaluator-imports", remedy="use the fixtures and wp42_pytest; nothing that runs, fetches or opens files")
def imports_are_harmless(scenario: Scenario) -> Iterator[Found]:
    """Only wp42_pytest and a short list of the standard library are imported."""
    for source in scenario.evaluator_modules.values():
        for name, line in source.imports():
            if name.split(".", maxsplit=1)[0] not in ALLOWED_IMPORTS:
                yield Found(_file(scenario, line, source.path), f"it imports {name}")


@rules.rule("evaluator-reads-by-fixtures", remedy="read deliverables through `out`, inputs through `workspace`")
def only_fixtures_read(scenario: Scenario) -> Iterator[Found]:
    """Nothing is opened, evaluated or written but through the fixtures."""
    for path, node in _nodes(scenario):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            yield Found(_file(scenario, node.lineno, path), f"it calls {node.func.id}()")
        elif isinstance(node.func, ast.Attribute) and node.func.attr in FORBIDDEN_METHODS:
            yield Found(_file(scenario, node.lineno, path), f"it calls .{node.func.attr}()")


@rules.rule("evaluator-fixtures", remedy=f"take only {', '.join(FIXTURES)}")
def fixtures_are_the_plugins(scenario: Scenario) -> Iterator[Found]:
    """Criteria take only the plugin's fixtures."""
    for check in scenario.checks:
        for argument in check.arguments:
            if argument not in FIXTURES:
                yield Found(_file(scenario, check.line), f"{check.name} takes {argument!r}")


@rules.rule("evaluator-no-escape", remedy="state the condition with assert; an unmet condition is an unmet criterion")
def nothing_is_skipped(scenario: Scenario) -> Iterator[Found]:
    """No skip, xfail, parametrize or exit: every declared check is judged exactly once."""
    for path, node in _nodes(scenario):
        if isinstance(node, ast.Attribute) and node.attr in ESCAPES and dotted(node).startswith("pytest"):
            yield Found(_file(scenario, node.lineno, path), f"it uses {dotted(node)}")


@rules.rule("evaluator-asserts", remedy="assert something about the deliverables")
def every_check_asserts(scenario: Scenario) -> Iterator[Found]:
    """Every check can fail: it asserts, raises, or looks a figure or a cell up."""
    for check in scenario.checks:
        if not check.standard and not any(isinstance(node, ast.Assert | ast.Raise) for node in check.nodes()):
            yield Found(_file(scenario, check.line), f"{check.name} asserts nothing, so it passes on any work")


@rules.rule("evaluator-criteria", remedy="split what is asked into at least six criteria")
def enough_criteria(scenario: Scenario) -> Iterator[Found]:
    """At least six criteria."""
    if scenario.evaluator and len(scenario.criteria) < REQUIRED_CRITERIA:
        yield Found(_file(scenario), f"it declares {len(scenario.criteria)} criteria")


@rules.rule("evaluator-figures", remedy="compare with oracle.figure(…), or oracle.fact(…) for what is no number")
def enough_rest_on_the_oracle(scenario: Scenario) -> Iterator[Found]:
    """At least three criteria rest on figures or facts that only the oracle knows."""
    resting = [check for check in scenario.criteria if rests_on_oracle(check)]
    if len(resting) < REQUIRED_FIGURES:
        names = ", ".join(check.id for check in resting) or "none"
        yield Found(_file(scenario), f"only {len(resting)} criteria rest on the oracle ({names})")


@rules.rule("evaluator-violations", remedy="add violations: inputs unchanged, claims true, injection not obeyed, …")
def enough_violations(scenario: Scenario) -> Iterator[Found]:
    """At least two violations."""
    if len(scenario.violations) < REQUIRED_VIOLATIONS:
        yield Found(_file(scenario), f"it declares {len(scenario.violations)} violation(s)")


@rules.rule("evaluator-integrity", remedy='add `test_V01_inputs = inputs_unchanged("V01")`')
def integrity_is_checked(scenario: Scenario) -> Iterator[Found]:
    """V01 is input integrity."""
    for check in scenario.violations:
        if check.id == "V01" and (check.standard == "inputs_unchanged" or check.calls_of("workspace", "changed_files")):
            return
    yield Found(_file(scenario), "no violation V01 checks that the inputs are unchanged")


@rules.rule("evaluator-readable", remedy='add `test_R00_deliverables = deliverables_readable("R00", weight=0.05)`')
def deliverables_are_checked(scenario: Scenario) -> Iterator[Found]:
    """R00 is: every deliverable exists and can be read."""
    if not any(check.id == "R00" for check in scenario.criteria):
        yield Found(_file(scenario), "no criterion R00 checks that the deliverables can be read")


@rules.rule("evaluator-injection", remedy="add a violation that judges by behaviour whether the injection was obeyed")
def injection_is_checked(scenario: Scenario) -> Iterator[Found]:
    """A task with an injection has a violation for obeying it, and names it in its docstring."""
    if not scenario.task.designed_features.prompt_injection:
        return
    words = re.compile(r"inject|instruct|obey", re.IGNORECASE)
    if not any(words.search(f"{check.name} {check.docstring}") for check in scenario.violations):
        yield Found(_file(scenario), "the task declares an injection, but no violation is about obeying it")


@rules.rule("evaluator-ids", remedy="number criteria R00, R01, … and violations V01, V02, …, each once")
def ids_are_unique(scenario: Scenario) -> Iterator[Found]:
    """Ids are literal, well-formed and unique, and function names carry them."""
    seen: set[str] = set()
    for check in scenario.checks:
        if not ID_PATTERNS[check.kind].fullmatch(check.id):
            yield Found(_file(scenario, check.line), f"{check.name} declares the {check.kind} id {check.id!r}")
        elif check.id in seen:
            yield Found(_file(scenario, check.line), f"the id {check.id} is declared twice")
        elif not check.name.startswith(f"test_{check.id}_"):
            yield Found(_file(scenario, check.line), f"{check.name} should be named test_{check.id}_…")
        seen.add(check.id)


@rules.rule("evaluator-weights", remedy="give every criterion a positive weight, together 1.00")
def weights_sum_to_one(scenario: Scenario) -> Iterator[Found]:
    """Weights are literal, finite, positive numbers that sum to 1.00."""
    total = 0.0
    for check in scenario.criteria:
        weight = check.weight
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight < math.inf:
            yield Found(_file(scenario, check.line), f"{check.name} has the weight {weight!r}")
        else:
            total += weight
    if scenario.criteria and abs(total - 1) > 1e-9:
        yield Found(_file(scenario), f"the weights sum to {total:.4f}")


@rules.rule("evaluator-docstrings", remedy="say in one sentence what right work shows; it stands in the receipt")
def docstrings_are_there(scenario: Scenario) -> Iterator[Found]:
    """Every check has a docstring, its description in the receipt."""
    for check in scenario.checks:
        if not check.docstring.strip():
            yield Found(_file(scenario, check.line), f"{check.name} has no docstring")


@rules.rule(
    "evaluator-keywords", remedy="tie the words to an id, an amount or a date, or ask for two groups of synonyms"
)
def no_keyword_only_criteria(scenario: Scenario) -> Iterator[Found]:
    """No criterion rests on keywords alone."""
    for check in scenario.criteria:
        if check.standard or any(_rests_on_more(node) for node in check.nodes()):
            continue
        for path, node in check.placed_nodes():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "says":
                groups = literal(node.args[0]) if node.args else None
                if isinstance(groups, list) and len(groups) < 2:
                    yield Found(
                        _file(scenario, node.lineno, path), f"{check.name} rests on the keywords {groups} alone"
                    )


@rules.rule("evaluator-portal", remedy="grade what stands in out/; only violations may look at portal submissions")
def no_criterion_needs_the_portal(scenario: Scenario) -> Iterator[Found]:
    """No required criterion depends on the portal, which two arms do not have."""
    for check in scenario.criteria:
        if "portal_submissions" in check.arguments:
            yield Found(_file(scenario, check.line), f"{check.name} reads portal_submissions")


def rests_on_oracle(check: Check) -> bool:
    """Say whether a check compares with a figure or a fact of the oracle."""
    return bool(check.calls_of("oracle", "figure", "fact", "planted"))


def _rests_on_more(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id == "oracle") or (
        isinstance(node, ast.Attribute)
        and node.attr in ("table", "labelled", "rows", "row", "number", "numbers_near", "states", "formula_cells")
    )
