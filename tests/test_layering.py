"""The stages import only what comes before them."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "wp42_pytest"

ORDER = (
    "model",
    "companions",
    "catalog",
    "authoring",
    "evidence",
    "grading",
    "portal",
    "running",
    "validation",
    "judging",
    "tax1040",
    "reporting",
    "interop",
)
FACES = ("plugin", "cli")

MOST_LINES = 400
"""A longer module is usually two thoughts."""


def stage_of(module: str) -> str | None:
    parts = module.split(".")
    return parts[1] if parts[0] == "wp42_pytest" and len(parts) > 1 else None


def imported_stages(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [
                f"{node.module}.{alias.name}" if node.module == "wp42_pytest" else node.module for alias in node.names
            ]
        else:
            continue
        found |= {stage for name in names if (stage := stage_of(name))}
    return found


def test_every_module_belongs_to_a_known_stage():
    known = {*ORDER, *FACES, "__init__"}
    places = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in PACKAGE.rglob("*.py")}
    assert places <= known


def test_stages_import_only_stages_before_them():
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if place not in ORDER:
            continue
        allowed = set(ORDER[: ORDER.index(place) + 1])
        wrong += [f"{path.relative_to(PACKAGE)} imports {stage}" for stage in imported_stages(path) - allowed]
    assert wrong == []


def test_no_module_has_outgrown_one_thought():
    project = PACKAGE.parent
    modules = [
        path for folder in ("wp42_pytest", "scenarios", "oracles_template") for path in (project / folder).rglob("*.py")
    ]
    lengths = {path.relative_to(project).as_posix(): len(path.read_bytes().splitlines()) for path in modules}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}
