"""Every rule that runs something finds the defect that it is meant for, and names file and remedy."""

import json
from types import SimpleNamespace

import pytest

from wp42_pytest.catalog import Instance
from wp42_pytest.validation import coherence, determinism, leaks
from wp42_pytest.validation.bench import LONG_SEED, SeedReport, read_bundle, run_seed
from wp42_pytest.validation.crossing import crossed
from wp42_pytest.validation.fairness import variants
from wp42_pytest.validation.properties import RUN_RULES, Property
from wp42_pytest.validation.soundness import Matrix, author_mutants, mutation_matrix, null_workers, unneeded_checks
from wp42_pytest.validation.trial import Trial

TASK = "FIN-02"
SELF_CHECK = "    assert not (standing := standing_figures(bundle_texts(build.folder), figures)), standing\n"


def criterion(body, name="R08"):
    check = f'@pytest.mark.criterion("{name}", weight=0.05, basis="pay what the receipt")\n'
    check += f'def test_{name}_more(out, oracle):\n    """Something more is right."""\n    {body}\n\n\n'
    return lambda s: s.evaluator('@pytest.mark.violation("V02")', f'{check}@pytest.mark.violation("V02")')


def run(bench, broken, wanted):
    """Build and solve the broken scenario anew, as a sweep does."""
    return run_seed(broken.catalog, broken.catalog.instance(f"{TASK}@3"), bench.tmp / "anew", wanted).findings


def built(bench, broken):
    return run(bench, broken, ())


def read(bench, broken):
    """Build the broken scenario anew and read its bundle."""
    trial = Trial(broken.catalog, broken.catalog.instance(f"{TASK}@3"), bench.tmp / "anew")
    trial.build()
    wanted = frozenset({Property.sealed, Property.coherent, Property.stated})
    return list(read_bundle(trial, wanted, SeedReport(3)))


def reread(bench, broken):
    """Read the good bundle with the broken template."""
    trial = bench.put()
    return list(read_bundle(trial, frozenset({Property.stated, Property.coherent}), SeedReport(3)))


def machines(bench, broken):
    return list(determinism.same_bytes(broken.catalog, broken.catalog.instance(f"{TASK}@3"), bench.tmp / "machines"))


def committed(bench, broken):
    instance = broken.catalog.instance(TASK)
    bundle = broken.catalog.generate(instance, oracle_root=None, public_root=bench.tmp / "public")
    return list(determinism.committed_bundle(broken.catalog, instance, bundle))


def graded_again(bench, broken):
    return list(determinism.shuffled_gradings(bench.put()))


def mutated(bench, broken):
    trial = bench.put()
    assert not trial.solution.caught_by
    matrix = mutation_matrix(trial)
    return [*matrix.findings, *unneeded_checks(matrix)]


def author_mutated(bench, broken):
    trial = bench.put()
    matrix = Matrix(sorted(trial.solution.reads))
    author_mutants(trial, matrix)
    return matrix.findings


def idle(bench, broken):
    return null_workers(bench.put())[1]


def reshaped(bench, broken):
    trial = bench.put()
    assert not trial.solution.caught_by
    return variants(trial).findings


def long_seed(bench, broken):
    instance = Instance(TASK, LONG_SEED, 42)
    bundle = broken.catalog.generate(instance, oracle_root=None, public_root=bench.tmp / "long")
    return list(leaks.leaked_seed(bundle, LONG_SEED, TASK))


def cross(bench, broken):
    return crossed(bench.put(), bench.neighbour.paths.oracle, bench.neighbour.oracle).findings


def twin(bench, broken):
    trial = bench.put()
    return list(coherence.twin_differs_only(trial.paths.bundle, trial.paths.bundle, trial.oracle))


def leak_in_properties(s):
    s.generator(SELF_CHECK, "")
    s.generator(
        'build.stream("receipts.order"), claims)',
        'build.stream("receipts.order"), claims, str(dollars(figures["total_payable"])))',
    )
    s.generator(
        'claims: list[Claim]) -> bytes:\n    """Write the receipts',
        'claims: list[Claim], leak: str = "") -> bytes:\n    """Write the receipts',
    )
    s.generator("datetime(2025, 11, 3, 8)))", "datetime(2025, 11, 3, 8), subject=leak))")
    move = '    build.write("inputs/receipts_2025-10.xlsx"'
    text = (s.public / "generate.py").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(move)) + "\n"
    s.generator(line, "")
    s.generator("    check(build, claims, figures)\n", line + "    check(build, claims, figures)\n")


def all_trivial(s):
    text = (s.hidden / "evaluate.py").read_text(encoding="utf-8")
    head, _, tail = text.partition('@pytest.mark.criterion("R01"')
    violation = tail[tail.index('@pytest.mark.violation("V02")') :]
    trivial = '@pytest.mark.criterion("R01", weight=0.95, basis="pay what the receipt")\ndef test_R01_there(out):\n    """It is there."""\n    assert out.names() is not None\n\n\n'
    head = head.replace('test_R00_deliverables = deliverables_readable("R00", weight=0.05)\n', "")
    (s.hidden / "evaluate.py").write_text(head + trivial + violation, encoding="utf-8")


def stateful(s):
    s.evaluator("def exceptions(out):", "SEEN = []\n\n\ndef exceptions(out):")
    s.evaluator("    listed = exceptions(out)\n", "    SEEN.append(1)\n    listed = exceptions(out)\n")
    criterion("assert SEEN, 'R06 has not run'")(s)


def clock(s):
    s.generator("datetime(2025, 11, 3, 8)", "datetime.combine(date.today(), datetime.min.time())")


def portal(s):
    content = {
        "org": "x",
        "user": {"username": "u", "password": "p"},
        "documents": [{"id": "D1", "title": "T", "path": "no.csv", "category": "c"}],
    }
    s.generator(
        "    check(build, claims, figures)\n",
        f"    build.write('portal/portal.json', {json.dumps(content)!r}.encode())\n    check(build, claims, figures)\n",
    )


FILES = {"g": "generate.py", "e": "evaluate.py", "s": "solve.py", "m": "mutants.py", "v": "variants.py"}

BREAKS = {
    "built": (
        lambda s: s.generator("    check(build, claims, figures)\n", "    raise ValueError('ledger does not tie')\n"),
        built,
        "g",
    ),
    "committed-bundle": (
        lambda s: s.edit(s.public / "inputs" / "claims_2025-10.csv", "meal", "food"),
        committed,
        "inputs/claims_2025-10.csv",
    ),
    "planted-errors": (lambda s: s.task('"planted_errors": 2', '"planted_errors": 3'), reread, "g"),
    "injection-placed": (
        lambda s: s.generator("                text=text,", "                text=text + 'Now.',"),
        read,
        "expense_policy.docx",
    ),
    "clarification": (
        lambda s: s.generator(
            "        injections=injections,\n", "        injections=injections,\n        requires_clarification=True,\n"
        ),
        read,
        "g",
    ),
    "figure-tolerance": (
        lambda s: s.generator(
            'OracleFigure(value=dollars(amount), unit="CAD") for',
            "OracleFigure(value=dollars(amount), tolerance=Decimal(0)) for",
        ),
        read,
        "g",
    ),
    "figure-given": (
        lambda s: s.generator(
            'OracleFigure(value=dollars(amount), unit="CAD") for', "OracleFigure(value=dollars(amount), given=True) for"
        ),
        read,
        "g",
    ),
    "dates-exist": (
        lambda s: s.generator("one.number, one.day, one.employee", "one.number, '2025-09-31', one.employee"),
        read,
        "claims_2025-10.csv",
    ),
    "portal-constant": (portal, read, "portal.json"),
    "same-bytes": (clock, machines, "receipts_2025-10.xlsx"),
    "same-receipt": (stateful, graded_again, "e"),
    "solver-ran": (
        lambda s: s.solver("    inputs = bundle", "    raise KeyError('R-1')\n    inputs = bundle"),
        built,
        "s",
    ),
    "solver-passes": (
        lambda s: s.evaluator('oracle.figure("total_claimed")', 'oracle.figure("total_payable")'),
        built,
        "e",
    ),
    "mutant-ran": (
        lambda s: s.mutants(
            '    edit(workspace, partial(pay_as_claimed, "receipt already claimed"))', "    raise OSError"
        ),
        author_mutated,
        "m",
    ),
    "mutant-caught": (lambda s: s.evaluator("    assert count == len", "    assert count >= len"), author_mutated, "m"),
    "spoilt-caught": (
        lambda s: s.evaluator(
            '.labelled("Total claimed") == oracle.figure("total_claimed")',
            '.labelled("Total claimed").number // 50 == oracle.figure("total_claimed").value // 50',
        ),
        mutated,
        "e",
    ),
    "check-needed": (criterion("assert out.workbook(WORKBOOK).sheets"), mutated, "e"),
    "evaluator-error": (criterion("assert out.workbook(WORKBOOK).sheets[1].cells"), idle, "e"),
    "null-score": (
        lambda s: s.evaluator('deliverables_readable("R00", weight=0.05)', 'deliverables_readable("R00", weight=0.5)'),
        idle,
        "e",
    ),
    "null-complete": (all_trivial, idle, "e"),
    "null-accused": (
        lambda s: s.evaluator("        return  # work that is not there", "        raise  # work that is not there"),
        idle,
        "e",
    ),
    "variant-ran": (
        lambda s: s.edit(s.hidden / "validation" / "variants.py", "    text = note", "    text = no_such_note"),
        reshaped,
        "v",
    ),
    "variant-equal": (
        lambda s: s.evaluator(
            '.sheet("Summary").labelled("Total payable") == oracle.figure("total_payable")',
            '.sheet("Summary").cell("B3") == oracle.figure("total_payable")',
        ),
        reshaped,
        "e",
    ),
    "basis-stands": (
        lambda s: s.evaluator("and no other claim, with the columns", "inputs/claims_2025-10.csv: C-9999,2025-10-01"),
        reread,
        "e",
    ),
    "figure-standing": (leak_in_properties, read, "receipts_2025-10.xlsx (docProps/core.xml)"),
    "path-standing": (
        lambda s: s.generator('"Receipts, October 2025"', 'f"Receipts, from {__file__}"'),
        read,
        "receipts_2025-10.xlsx",
    ),
    "seed-standing": (
        lambda s: (
            s.generator('"Receipts, October 2025"', 'f"Receipts, batch {BATCH}"')
            or s.generator(
                "    claims = honest_claims(", "    global BATCH\n    BATCH = build.seed\n    claims = honest_claims("
            )
        ),
        long_seed,
        "receipts_2025-10.xlsx",
    ),
    "crossed-passes": (
        lambda s: s.evaluator(
            '.labelled("Total claimed") == oracle.figure("total_claimed")',
            '.labelled("Total claimed").number >= oracle.figure("total_claimed").value / 9',
        ),
        cross,
        "e",
    ),
    "crossed-score": (
        lambda s: s.evaluator('deliverables_readable("R00", weight=0.05)', 'deliverables_readable("R00", weight=5)'),
        cross,
        "e",
    ),
}


@pytest.fixture
def on_bench(bench, neighbour, tmp_path):
    return SimpleNamespace(put=bench, neighbour=neighbour, tmp=tmp_path)


@pytest.mark.parametrize("rule", BREAKS)
def test_a_broken_scenario_is_caught_by_the_rule_meant_for_it(rule, broken, on_bench):
    break_it, look, file = BREAKS[rule]
    break_it(broken)
    caught = [finding for finding in look(on_bench, broken) if finding.rule == rule]
    assert caught, f"{rule} found nothing"
    assert any(FILES.get(file, file) in finding.file for finding in caught), caught
    for finding in caught:
        assert finding.remedy == RUN_RULES[rule].remedy
        assert all(part in str(finding) for part in (finding.file, rule, finding.what, finding.remedy))


def test_every_rule_that_runs_something_has_a_broken_scenario_that_it_catches():
    assert set(BREAKS) == set(RUN_RULES)


@pytest.mark.parametrize(
    ("file", "rule", "look"),
    [
        ("evaluate.py", "evaluator-error", built),
        ("validation/mutants.py", "mutant-ran", author_mutated),
        ("validation/variants.py", "variant-ran", reshaped),
    ],
)
def test_a_module_that_cannot_be_imported_is_a_finding_and_no_crash(file, rule, look, broken, on_bench):
    path = broken.hidden / file
    path.write_text(path.read_text(encoding="utf-8") + "\n\nraise ImportError('no such thing')\n", encoding="utf-8")
    assert [finding.what for finding in look(on_bench, broken) if finding.rule == rule] == [
        "it cannot be imported: ImportError: no such thing"
    ]


def test_a_twin_that_still_holds_the_injection_is_found(broken, on_bench):
    assert {finding.rule for finding in twin(on_bench, broken)} == {"injection-placed"}


def test_the_good_scenario_has_no_findings_on_the_bench(solved, neighbour):
    wanted = frozenset(Property)
    assert list(read_bundle(solved, wanted, SeedReport(3))) == []
    matrix = mutation_matrix(solved)
    assert [*matrix.findings, *unneeded_checks(matrix)] == []
    assert null_workers(solved)[1] == []
    result = variants(solved)
    assert result.findings == []
    assert len(result.tried) > 25
    outcome = crossed(solved, neighbour.paths.oracle, neighbour.oracle)
    assert outcome.findings == []
    assert outcome.equal == ["R00"]
    assert outcome.score == pytest.approx(0.05)


def test_the_smallest_variant_that_flips_a_check_is_named(broken, on_bench):
    broken.evaluator(
        'assert note.states(oracle.figure("total_payable"))',
        "assert f\"{oracle.figure('total_payable').value:,}\" in note.text",
    )
    found = [finding for finding in reshaped(on_bench, broken) if "text-numbers-french" in finding.what]
    assert len(found) == 1
    assert "smallest in note.md, line 3: R07 becomes not met" in found[0].what
