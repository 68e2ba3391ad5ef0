"""Rules about `generate.py`: a seed in, the same bytes out, at any time and on any machine."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from wp42_pytest.validation.findings import Found, Rules
from wp42_pytest.validation.lint.scenario import Scenario
from wp42_pytest.validation.lint.source import dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

rules: Rules[Scenario] = Rules()

CLOCKS = {
    *("today", "now", "utcnow", "time.time", "time.time_ns", "time.monotonic", "time.localtime", "time.gmtime"),
    *("time.strftime", "time.perf_counter"),
}
CHANCE = ("random", "secrets", "uuid")
FORBIDDEN_NAMES = (
    *("os.urandom", "os.getpid", "os.environ", "os.getenv", "hash", "id"),
    *("np.random.default_rng", "numpy.random.default_rng", "np.random.seed", "numpy.random.seed", "np.random.rand"),
)
"""What differs between two runs, machines or users; every draw comes from build.stream(name)."""


@rules.rule("generator-python", remedy="write scenarios/<ID>/generate.py as a Python module")
def generator_parses(scenario: Scenario) -> Iterator[Found]:
    """There is a generator, and it is Python."""
    path = scenario.folder / "generate.py"
    try:
        ast.parse(path.read_text(encoding="utf-8"))
    except OSError:
        yield Found(scenario.label(path), "the file is missing")
    except (SyntaxError, ValueError) as error:
        yield Found(scenario.label(path), f"it is not valid Python: {error}")


@rules.rule("generator-entry", remedy="end it with `raise SystemExit(generator_main(__file__, build))`")
def generator_main_is_called(scenario: Scenario) -> Iterator[Found]:
    """It hands build() to generator_main, which writes the oracle only when asked."""
    source = scenario.generator
    if "build" not in source.functions:
        yield Found(scenario.label(source.path), "it defines no build()")
    if not any(name.endswith("generator_main") for name, _ in source.names_used()):
        yield Found(scenario.label(source.path), "it never calls generator_main")


@rules.rule("generator-clock", remedy="fix the date in the story; every scenario has its own “today”")
def no_clock_is_read(scenario: Scenario) -> Iterator[Found]:
    """No clock is read."""
    for source in scenario.generator_modules:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Call) and (name := dotted(node.func)):
                last_two = ".".join(name.split(".")[-2:])
                if name.rsplit(".", maxsplit=1)[-1] in CLOCKS or last_two in CLOCKS:
                    yield Found(f"{scenario.label(source.path)}:{node.lineno}", f"it calls {name}()")


@rules.rule("generator-chance", remedy="draw from build.stream(name) and from nothing else")
def chance_comes_from_the_seed(scenario: Scenario) -> Iterator[Found]:
    """Every draw comes from the seed: no other randomness, no environment."""
    for source in scenario.generator_modules:
        file = scenario.label(source.path)
        for name, line in source.imports():
            if name.split(".", maxsplit=1)[0] in CHANCE:
                yield Found(f"{file}:{line}", f"it imports {name}")
        for name, line in source.names_used():
            if any(name == one or name.startswith(f"{one}.") for one in FORBIDDEN_NAMES):
                yield Found(f"{file}:{line}", f"it uses {name}")


@rules.rule("generator-streams", remedy="use build.stream(name) for each concern, build.has('injection') around it")
def concerns_are_apart(scenario: Scenario) -> Iterator[Found]:
    """It draws from named streams, and an injection can be left out for the twin."""
    calls = {
        (dotted(node.func).rsplit(".", maxsplit=1)[-1], getattr(node.args[0], "value", None))
        for source in scenario.generator_modules
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and node.args
    }
    file = scenario.label(scenario.generator.path)
    if not any(method == "stream" for method, _ in calls):
        yield Found(file, "it draws from no stream, so that all seeds are alike")
    if scenario.task.designed_features.prompt_injection and ("has", "injection") not in calls:
        yield Found(file, "the injection cannot be left out: build.has('injection') is never asked")
