"""Rules about the rest of the oracle template: complete, free of values, its solver independent."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.scenario import ALLOWANCES, Scenario
from wp42_pytest.validation.lint.source import Source, dotted, literal

if TYPE_CHECKING:
    from collections.abc import Iterator

rules: Rules[Scenario] = Rules()

TEMPLATE_FILES = (
    *("evaluate.py", "rubric.json", "REFERENCE.md"),
    *("validation/solve.py", "validation/mutants.py", "validation/variants.py"),
)
SOLVER_MAY_NOT_IMPORT = (
    "generate",
    "wp42_pytest.authoring",
    "wp42_pytest.catalog",
    "wp42_pytest.grading",
    "wp42_pytest.validation",
)
STANDARD_IDS = {"M-EMPTY", "M-STUB", "M-ABSTAIN", "M-TAMPER"}
_LONG_NUMBER = re.compile(r"(?<![\w.-])\d{1,3}(?:[ ,.]?\d{3})*[.,]\d{2}(?!\d)|(?<![\w.-])\d{5,}(?![\w-])")


@rules.rule("template-files", remedy="write it; `wp42 new` shows a small one of each")
def template_is_complete(scenario: Scenario) -> Iterator[Found]:
    """The oracle template holds evaluator, rubric, reference, solver, mutants and variants."""
    for name in TEMPLATE_FILES:
        path = scenario.template / name
        if not path.is_file():
            yield Found(scenario.label(path), "the file is missing")


@rules.rule("template-no-oracle", remedy="remove it: oracle.json is written only below the oracle root, from a seed")
def no_oracle_is_committed(scenario: Scenario) -> Iterator[Found]:
    """No oracle.json stands in the template."""
    for path in sorted(scenario.template.rglob("oracle.json")):
        yield Found(scenario.label(path), "an oracle is committed")


@rules.rule("template-values", remedy="put the value into the oracle and compare with oracle.figure(…)")
def no_value_is_written_down(scenario: Scenario) -> Iterator[Found]:
    """No amount is written into evaluate.py or beside it: what depends on the seed stands in the oracle."""
    for source in scenario.evaluator_modules.values():
        told = _told(source.tree)
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and node not in told and (shown := _seeded(node.value)):
                yield Found(f"{scenario.label(source.path)}:{node.lineno}", f"it holds the value {shown}")


@rules.rule("template-solver", remedy="work from the two paths that solve() is given, with ordinary libraries")
def solver_is_independent(scenario: Scenario) -> Iterator[Found]:
    """The solver imports nothing of the generator and knows nothing of an oracle."""
    for source in scenario.solver_modules:
        file = scenario.label(source.path)
        for name, line in source.imports():
            if any(name == banned or name.startswith(f"{banned}.") for banned in SOLVER_MAY_NOT_IMPORT):
                yield Found(f"{file}:{line}", f"it imports {name}")
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _names_the_oracle(node.value):
                yield Found(f"{file}:{node.lineno}", f"it names {node.value!r}")
    solve = scenario.solver.functions.get("solve")
    if solve is None or [argument.arg for argument in solve.args.args] != ["bundle", "out"]:
        yield Found(scenario.label(scenario.solver.path), "it does not define solve(bundle, out)")


@rules.rule("template-solver-values", remedy="compute the value from the inputs")
def solver_holds_no_answers(scenario: Scenario) -> Iterator[Found]:
    """The solver holds no amount: it works for every seed."""
    for source in scenario.solver_modules:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and _is_answer(node.value):
                yield Found(f"{scenario.label(source.path)}:{node.lineno}", f"it holds the value {node.value!r}")


@rules.rule("template-mutants", remedy="name ids that evaluate.py declares, and give every mutant an id of its own")
def mutants_name_real_checks(scenario: Scenario) -> Iterator[Found]:
    """Mutants have unique ids and name declared checks; one of them flags everything."""
    source = Source.read(scenario.template / "validation" / "mutants.py")
    file, declared = scenario.label(source.path), {check.id for check in scenario.checks}
    seen: set[str] = set()
    for call in (node for node in ast.walk(source.tree) if isinstance(node, ast.Call)):
        if dotted(call.func) == "Mutant":
            fields = dict(zip(("id", "what", "caught_by"), map(literal, call.args), strict=False))
            fields |= {item.arg: literal(item.value) for item in call.keywords if item.arg}
        elif dotted(call.func) == "all_flagged":
            fields = dict(zip(("what", "caught_by"), map(literal, call.args), strict=False)) | {"id": "M-ALLFLAG"}
            fields |= {item.arg: literal(item.value) for item in call.keywords if item.arg}
        else:
            continue
        mutant, caught_by = fields.get("id"), fields.get("caught_by")
        if mutant in seen or mutant in STANDARD_IDS:
            yield Found(f"{file}:{call.lineno}", f"the id {mutant} is taken")
        seen.add(str(mutant))
        if not isinstance(caught_by, tuple | list) or not caught_by:
            yield Found(f"{file}:{call.lineno}", f"{mutant} names no check that must catch it")
            continue
        for check in caught_by:
            if check not in declared:
                yield Found(
                    f"{file}:{call.lineno}", f"{mutant} is to be caught by {check}, which evaluate.py does not declare"
                )
    if "M-ALLFLAG" not in seen:
        yield Found(file, "there is no M-ALLFLAG, made by all_flagged(…)")


@rules.rule(
    "template-variants", remedy="reshape the right answer in a way that the brief allows but the solver did not choose"
)
def there_is_a_variant(scenario: Scenario) -> Iterator[Found]:
    """The author gives at least one right answer in another shape."""
    source = Source.read(scenario.template / "validation" / "variants.py")
    ids = [
        literal(call.args[0])
        for call in ast.walk(source.tree)
        if isinstance(call, ast.Call) and dotted(call.func) == "Variant" and call.args
    ]
    if not ids:
        yield Found(scenario.label(source.path), "it gives no Variant")
    for repeated in sorted({str(name) for name in ids if ids.count(name) > 1}):
        yield Found(scenario.label(source.path), f"the id {repeated} is given twice")


@rules.rule("template-allowances", remedy='write {"rule": {"word": "why the profession needs it here"}}')
def allowances_have_reasons(scenario: Scenario) -> Iterator[Found]:
    """Every allowed word has a reason."""
    path = scenario.template / ALLOWANCES
    if path.is_file() and not scenario.allowances:
        yield Found(scenario.label(path), "it is not a JSON object of rules, words and reasons")
    for rule, words in scenario.allowances.items():
        for word, reason in words.items():
            if len(reason.split()) < 3:
                yield Found(scenario.label(path), f"{rule}: the word {word!r} has no reason")


def _seeded(value: object) -> str:
    """Return what in a constant looks as if it depended on the seed, an empty text for nothing."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(value) if abs(value) >= 10 and (value != int(value) or abs(value) >= 10_000) else ""
    match = _LONG_NUMBER.search(value) if isinstance(value, str) else None
    return match[0] if match and len(match[0]) > 4 else ""


def _is_answer(value: object) -> bool:
    """Say whether a constant looks like an amount; widths of columns and the like are smaller."""
    if isinstance(value, float):
        return abs(value) >= 100 and value != int(value)
    return isinstance(value, str) and re.fullmatch(r"-?(?:\d{3,}|\d{1,3}(?:,\d{3})+)\.\d{2}", value) is not None


def _names_the_oracle(text: str) -> bool:
    return any(word in text for word in ("oracle.json", "oracles_template", "wp42-oracles", "WP42_ORACLE"))


def _told(tree: ast.Module) -> set[ast.AST]:
    """Return the constants that only tell a reader something: docstrings, and what marks quote."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            if node.body and isinstance(node.body[0], ast.Expr):
                found.add(node.body[0].value)
            for decorator in getattr(node, "decorator_list", []):
                found.update(ast.walk(decorator))
    return found
