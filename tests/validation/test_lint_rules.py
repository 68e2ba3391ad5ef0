"""Every static rule finds the defect that it is meant for, and names file and remedy; the good scenario has none."""

import json
import shutil

import pytest

from wp42_pytest.validation.lint.run import RULEBOOK, lint, lint_all

TASK = "FIN-02"
RULES = {rule.id: rule for rules in RULEBOOK.values() for rule in rules}


def add_check(text):
    return lambda s: s.evaluator("@pytest.mark.violation", text + "\n\n@pytest.mark.violation")


def criterion(body, arguments="out", extra="", docstring='"""Something is right."""'):
    return add_check(
        f'@pytest.mark.criterion("R08", weight=0.05, basis="pay what the receipt"{extra})\n'
        f"def test_R08_more({arguments}):\n    {docstring}\n    {body}\n"
    )


def portal(s):
    (s.public / "portal").mkdir()
    content = {
        "org": "x",
        "user": {"username": "u", "password": "p"},
        "documents": [{"id": "D1", "title": "Secret", "path": "nowhere.csv", "category": "x"}],
    }
    (s.public / "portal" / "portal.json").write_text(json.dumps(content))


def empty_input(s):
    (s.public / "inputs" / "claims_2025-10.csv").write_bytes(b"")


def committed_oracle(s):
    (s.hidden / "oracle.json").write_text("{}")


def stray_oracle(s):
    (s.public / "oracle.json").write_text("{}")


def allowance(s):
    (s.hidden / "validation" / "lint_allow.json").write_text('{"bundle-grading-words": {"tolerance": "fine"}}')


def same_anchors(s):
    path = s.hidden / "rubric.json"
    rubric = json.loads(path.read_text())
    rubric["criteria"][0]["anchors"]["3"] = rubric["criteria"][0]["anchors"]["4"]
    path.write_text(json.dumps(rubric))


def four_anchors(s):
    path = s.hidden / "rubric.json"
    rubric = json.loads(path.read_text())
    del rubric["criteria"][0]["anchors"]["3"]
    path.write_text(json.dumps(rubric))


def few_figures(s):
    s.edit(s.hidden / "evaluate.py", "oracle.figure(", "known(", 99)
    s.edit(s.hidden / "evaluate.py", "oracle.fact(", "known(", 99)


BREAKS = {
    "task-schema": (
        lambda s: s.task('"designed_dependency_depth": 11', '"designed_dependency_depth": 31'),
        "task.json",
    ),
    "task-folder": (lambda s: s.task('"task_id": "FIN-02"', '"task_id": "FIN-03"'), "task.json"),
    "task-features": (
        lambda s: s.task('"planted_errors": 2', '"planted_errors": 0'),
        "task.json",
    ),
    "task-deliverable-kind": (lambda s: s.task('"kind": "md"', '"kind": "docx"'), "task.json"),
    "task-clarification": (
        lambda s: s.task('"requires_clarification": false', '"requires_clarification": true'),
        "task.json",
    ),
    "brief-present": (lambda s: (s.public / "BRIEF.md").unlink(), "BRIEF.md"),
    "brief-footer": (lambda s: s.brief("instead of guessing.", "instead of guessing!"), "BRIEF.md"),
    "brief-files": (lambda s: s.brief("inputs/expense_policy.docx", "inputs/expense_policies.docx"), "BRIEF.md"),
    "brief-deliverables": (lambda s: s.task('"path": "note.md"', '"path": "memo.md"'), "BRIEF.md"),
    "brief-formulas": (
        lambda s: s.task('"kind": "xlsx"}', '"kind": "xlsx", "must_have_formulas": true}'),
        "BRIEF.md",
    ),
    "brief-weekdays": (lambda s: s.brief("Thursday 6 November", "Friday 6 November"), "BRIEF.md"),
    "brief-dates": (lambda s: s.brief("Thursday 6 November", "31 November"), "BRIEF.md"),
    "bundle-layout": (stray_oracle, "oracle.json"),
    "bundle-inputs": (empty_input, "claims_2025-10.csv"),
    "bundle-grading-words": (lambda s: s.brief("two decimals;", "two decimals, with a tolerance of 0.01;"), "BRIEF.md"),
    "bundle-real-names": (lambda s: s.brief("Payroll pays", "Deloitte reviews and payroll pays"), "BRIEF.md"),
    "bundle-domains": (lambda s: s.brief("To: you", "To: you (cc: boss@hydravolt.ca)"), "BRIEF.md"),
    "generator-python": (lambda s: (s.public / "generate.py").write_text("def build(:"), "generate.py"),
    "generator-entry": (
        lambda s: s.generator("raise SystemExit(generator_main(__file__, build))", "pass"),
        "generate.py",
    ),
    "generator-clock": (lambda s: s.generator("datetime(2025, 11, 3, 8)", "datetime.now()"), "generate.py"),
    "generator-chance": (lambda s: s.generator("import csv\n", "import csv\nimport random\n"), "generate.py"),
    "generator-streams": (lambda s: s.generator('if build.has("injection"):', "if build:"), "generate.py"),
    "evaluator-python": (lambda s: s.evaluator("def exceptions(out):", "def exceptions(out:"), "evaluate.py"),
    "evaluator-companions": (lambda s: (s.hidden / "reading.py").write_text("PAID = 1\n"), "reading.py"),
    "evaluator-declarations": (
        lambda s: (s.hidden / "reading.py").write_text("def test_R09_paid(out):\n    assert out.names()\n"),
        "reading.py:1",
    ),
    "evaluator-inventory": (lambda s: s.evaluator("weight=0.25", "weight=1 / 4"), "evaluate.py"),
    "evaluator-entry": (lambda s: s.evaluator("evaluate = evaluator(__file__)", ""), "evaluate.py"),
    "evaluator-imports": (
        lambda s: s.evaluator("import pytest\n", "import subprocess\n\nimport pytest\n"),
        "evaluate.py:",
    ),
    "evaluator-reads-by-fixtures": (criterion('assert open("/etc/passwd")'), "evaluate.py:"),
    "evaluator-fixtures": (criterion("assert tmp_path", arguments="tmp_path"), "evaluate.py:"),
    "evaluator-no-escape": (criterion('pytest.skip("later")'), "evaluate.py:"),
    "evaluator-asserts": (criterion("out.document(NOTE)"), "evaluate.py:"),
    "evaluator-criteria": (
        lambda s: s.evaluator("@pytest.mark.criterion(", "@pytest.mark.violation(", 99),
        "evaluate.py",
    ),
    "evaluator-figures": (few_figures, "evaluate.py"),
    "evaluator-violations": (
        lambda s: (
            s.evaluator('test_V01_inputs = inputs_unchanged("V01")', ""),
            s.evaluator('test_V03_claims = claims_are_true("V03")', ""),
        ),
        "evaluate.py",
    ),
    "evaluator-integrity": (
        lambda s: s.evaluator('test_V01_inputs = inputs_unchanged("V01")', ""),
        "evaluate.py",
    ),
    "evaluator-readable": (
        lambda s: s.evaluator('test_R00_deliverables = deliverables_readable("R00", weight=0.05)', ""),
        "evaluate.py",
    ),
    "evaluator-injection": (
        lambda s: (
            s.evaluator("test_V02_injection_was_not_obeyed", "test_V02_overpaid"),
            s.evaluator(", as an instruction hidden in the policy demands", ""),
        ),
        "evaluate.py",
    ),
    "evaluator-ids": (lambda s: s.evaluator('"R02", weight', '"R01", weight'), "evaluate.py:"),
    "evaluator-weights": (lambda s: s.evaluator("weight=0.25", "weight=0.35"), "evaluate.py"),
    "evaluator-docstrings": (criterion("assert out.names()", docstring="assert out"), "evaluate.py:"),
    "evaluator-keywords": (criterion('assert out.document(NOTE).says([["receipt", "voucher"]])'), "evaluate.py:"),
    "evaluator-portal": (criterion("assert portal_submissions", arguments="portal_submissions"), "evaluate.py:"),
    "stated-basis": (
        lambda s: s.evaluator('basis="and no other claim, with the columns"', 'basis="and"'),
        "evaluate.py:",
    ),
    "stated-verbatim": (
        lambda s: s.evaluator("and no other claim, with", "and never another claim, with"),
        "evaluate.py:",
    ),
    "template-files": (lambda s: (s.hidden / "REFERENCE.md").unlink(), "REFERENCE.md"),
    "template-no-oracle": (committed_oracle, "oracle.json"),
    "template-values": (criterion('assert out.document(NOTE).states("3,412.77")'), "evaluate.py:"),
    "template-solver": (
        lambda s: s.solver("import csv\n", "import csv\nfrom wp42_pytest.authoring.money import cents\n"),
        "solve.py:",
    ),
    "template-solver-values": (
        lambda s: s.solver("MEAL_LIMIT = Decimal(65)", 'MEAL_LIMIT = Decimal("3412.77")'),
        "solve.py:",
    ),
    "template-mutants": (lambda s: s.mutants('("R02",)', '("R22",)'), "mutants.py:"),
    "template-variants": (
        lambda s: s.edit(s.hidden / "validation" / "variants.py", 'Variant("O1"', '("O1"'),
        "variants.py",
    ),
    "template-allowances": (allowance, "lint_allow.json"),
    "rubric-schema": (four_anchors, "rubric.json"),
    "rubric-task": (lambda s: s.edit(s.hidden / "rubric.json", "FIN-02", "FIN-03"), "rubric.json"),
    "rubric-anchors": (same_anchors, "rubric.json"),
    "reference-steps": (
        lambda s: s.edit(s.hidden / "REFERENCE.md", "7. find the receipt that is claimed twice\n", ""),
        "REFERENCE.md",
    ),
    "portal-constant": (portal, "portal.json"),
    "portal-declared": (portal, "task.json"),
}


def test_what_wp42_new_writes_has_no_findings(good_project):
    assert lint(good_project, TASK) == []


@pytest.mark.parametrize("rule", BREAKS)
def test_a_broken_scenario_is_caught_by_the_rule_meant_for_it(rule, broken):
    break_it, file = BREAKS[rule]
    break_it(broken)
    caught = [finding for finding in lint(broken.catalog, TASK) if finding.rule == rule]
    assert caught, f"{rule} found nothing"
    assert any(file in finding.file for finding in caught), caught
    for finding in caught:
        assert finding.remedy == RULES[rule].remedy
        assert all(part in str(finding) for part in (finding.file, rule, finding.what, finding.remedy))


def test_every_static_rule_has_a_broken_scenario_that_it_catches():
    assert set(BREAKS) == set(RULES)


def test_every_rule_says_what_it_demands_and_what_to_do():
    for rule in RULES.values():
        assert rule.about.endswith(".")
        assert len(rule.remedy.split()) >= 3, rule.id


def test_a_word_that_the_profession_needs_can_be_allowed_with_a_reason(broken):
    broken.brief("two decimals;", "two decimals, matching tolerance 2 %;")
    assert [finding.rule for finding in lint(broken.catalog, TASK)] == ["bundle-grading-words"]
    reason = {"bundle-grading-words": {"tolerance": "the firm's matching rule allows 2 %"}}
    (broken.hidden / "validation" / "lint_allow.json").write_text(json.dumps(reason))
    assert lint(broken.catalog, TASK) == []


def test_a_grading_word_hidden_in_the_metadata_of_a_docx_is_found(broken):
    from docx import Document

    path = broken.public / "inputs" / "expense_policy.docx"
    document = Document(path)
    document.core_properties.comments = "planted error E2 is here"
    document.save(path)
    found = [finding for finding in lint(broken.catalog, TASK) if finding.rule == "bundle-grading-words"]
    assert "docProps/core.xml" in found[0].file


def test_a_scenario_without_task_json_is_linted_when_it_is_named(broken):
    (broken.public / "task.json").unlink()
    found = lint_all(broken.catalog, [TASK])[TASK]
    assert "task-schema" in {finding.rule for finding in found}


def test_a_basis_may_quote_an_input(broken):
    broken.evaluator(
        "and no other claim, with the columns", "inputs/expense_policy.docx: keep the receipt of every expense"
    )
    assert lint(broken.catalog, TASK) == []
    broken.evaluator("keep the receipt of every expense", "keep no receipt")
    assert {finding.rule for finding in lint(broken.catalog, TASK)} == {"stated-verbatim"}


def test_a_basis_may_quote_a_cell_of_a_workbook(broken):
    broken.evaluator("and no other claim, with the columns", "inputs/receipts_2025-10.xlsx: Receipt no | Date | Vendor")
    assert lint(broken.catalog, TASK) == []


def test_all_scenarios_are_linted_when_none_is_named(broken):
    shutil.copytree(broken.public, broken.public.with_name("FIN-07"))
    found = lint_all(broken.catalog)
    assert set(found) == {"FIN-02", "FIN-07"}
    assert "task-folder" in {finding.rule for finding in found["FIN-07"]}
