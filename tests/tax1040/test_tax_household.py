"""What can be relied on in a generated package: it is coherent, derivable in form, and the same for one seed."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pypdfium2
import pytest
from lxml import etree

from wp42_pytest.authoring.generator import Build
from wp42_pytest.model.task import Task
from wp42_pytest.tax1040.household.cast import EIN_PREFIXES
from wp42_pytest.tax1040.household.oracle import content
from wp42_pytest.tax1040.household.package import Package
from wp42_pytest.tax1040.household.pile import complete
from wp42_pytest.tax1040.household.plan import SNARES, household
from wp42_pytest.tax1040.score import Reference, grade
from wp42_pytest.tax1040.traps import CATALOGUE

SEEDS = (1, 7, 18, 20)
"""Packages of every level: a young couple, a couple with a pensioner, few papers, two pensioners."""

_TASK = Task.model_validate_json((Path(__file__).parents[2] / "scenarios" / "ACC-04" / "task.json").read_bytes())


def _made(seed: int) -> Package:
    build = Build(_TASK, seed, frozenset(), Path("unused"))
    package = household(build)
    complete(package, injection=True, rng=build.stream("strangers"))
    return package


@cache
def package_of(seed: int) -> Package:
    return _made(seed)


@cache
def facts_of(seed: int) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(json.dumps(content(package_of(seed)).facts))
    return facts


def records(seed: int, classification: str) -> list[dict[str, Any]]:
    return [record for record in facts_of(seed)["records"] if record["classification"] == classification]


def cents(amount: float) -> int:
    return int((Decimal(str(amount)) * 100).to_integral_value())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_true_records_are_a_perfect_answer(seed):
    facts = facts_of(seed)
    found = grade({"records": facts["records"]}, Reference.of(facts))
    assert found.accuracy == 1
    assert not found.problems


@pytest.mark.parametrize("seed", SEEDS)
def test_a_label_names_a_paper_of_the_package_and_the_value_that_is_true(seed):
    facts = facts_of(seed)
    found = grade({"records": facts["records"]}, Reference.of(facts))
    papers = {f"inputs/sources/{path}" for path in package_of(seed).papers}
    for result in found.traps:
        label = result.planted
        assert label.decisive_file in papers, label
        about = [row for row in found.rows if label.concerns(row)]
        if label.right is None:
            continue
        assert about, label
        if label.path:
            assert _same(about[0].expected, label.right), label
            assert not _same(label.right, label.wrong), label


def _same(one: object, other: object) -> bool:
    try:
        return abs(Decimal(str(one)) - Decimal(str(other))) <= 1
    except ArithmeticError:
        return str(one).casefold() == str(other).casefold()


@pytest.mark.parametrize("seed", SEEDS)
def test_four_to_fifteen_kinds_of_slips_and_six_to_sixty_papers(seed):
    package = package_of(seed)
    assert 4 <= len({label.trap for label in package.labels}) <= 15
    assert 6 <= len(package.papers) <= 60


def test_features_label_at_least_forty_kinds_of_the_catalogue():
    labelled = frozenset().union(*(feature.traps for feature in SNARES)) | {48}
    assert len(labelled) >= 40
    assert labelled <= set(CATALOGUE)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_seed_makes_the_same_bytes(seed):
    assert _made(seed).papers == package_of(seed).papers


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_of_people_and_payers_are_of_ranges_that_are_never_issued(seed):
    for record in facts_of(seed)["records"]:
        for name, value in record.items():
            if not isinstance(value, str) or not re.fullmatch(r"\d{2,3}-\d{2}-?\d{4,5}", value):
                continue
            if re.fullmatch(r"\d{3}-\d{2}-\d{4}", value):
                assert value[0] == "9", (name, value)
                assert 10 <= int(value[4:6]) < 50, (name, value)
            else:
                assert value[:2] in EIN_PREFIXES, (name, value)


@pytest.mark.parametrize("seed", SEEDS)
def test_boxes_of_a_form_agree_with_one_another(seed):
    for wages in records(seed, "W-2"):
        social, tax = cents(wages["box3_social_security_wages"]), cents(wages["box4_social_security_tax"])
        assert social <= 176_100_00
        assert abs(social * 62 - tax * 1000) <= 500
        medicare, tax = cents(wages["box5_medicare_wages"]), cents(wages["box6_medicare_tax"])
        assert abs(medicare * 145 - tax * 10_000) <= 5_000
        assert cents(sum(line["state_wages"] for line in wages["state_lines"])) == cents(wages["box1_wages"])
    for dividends in records(seed, "1099-DIV"):
        assert dividends["box1b_qualified_dividends"] <= dividends["box1a_ordinary_dividends"]
    for interest in records(seed, "1099-INT"):
        assert interest.get("box9_private_activity_interest", 0) <= interest.get("box8_tax_exempt_interest", 0)
    for benefits in records(seed, "SSA-1099"):
        assert benefits["box5_net_benefits"] == benefits["box3_benefits_paid"]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_person_owns_what_cannot_be_joint(seed):
    package = package_of(seed)
    owners = {one.key for one in package.adults}
    for record in facts_of(seed)["records"]:
        assert record.get("owner") in {*owners, None} | ({"J"} if package.joint else set()), record


def _pdfs(seed: int) -> Iterator[tuple[str, Any]]:
    for path, data in package_of(seed).papers.items():
        if path.endswith(".pdf"):
            yield path, pypdfium2.PdfDocument(data)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_share_of_the_papers_is_scanned_at_two_hundred_dots_without_text(seed):
    scanned = 0
    for path, document in _pdfs(seed):
        text = "".join(page.get_textpage().get_text_range() for page in document)
        if not text.strip():
            scanned += 1
            width, _ = next(iter(document[0].get_objects())).get_px_size()
            assert width == 1700, path
    assert 0 < scanned < sum(1 for _ in _pdfs(seed)) * 0.7


def _ledgers() -> Iterator[tuple[str, Any]]:
    for seed in SEEDS:
        for path, data in package_of(seed).papers.items():
            if path.endswith(".xlsx") and "current_year" in path:
                yield path, openpyxl.load_workbook(io.BytesIO(data), data_only=True)["2025"]


def test_the_total_of_a_ledger_contains_its_hidden_rows_and_each_entry_once():
    hidden = 0
    for path, sheet in _ledgers():
        columns = [3] if "Amount" in str(sheet.cell(3, 4).value) else [3, 4]
        entries = [row for row in sheet.iter_rows(min_row=4) if row[0].value is not None]
        total = next(row for row in sheet.iter_rows() if str(row[1].value).startswith("TOTAL"))
        for column in columns:
            added = sum(round(float(row[column].value or 0) * 100) for row in entries)
            assert added == round(float(total[column].value) * 100), path
        hidden += sum(one.hidden for one in sheet.row_dimensions.values())
    assert hidden


@pytest.mark.parametrize("seed", SEEDS)
def test_the_lines_of_last_years_return_add_up(seed):
    root = etree.fromstring(package_of(seed).papers["prior_year_xml/2024_return.xml"])
    space = {"e": "http://www.irs.gov/efile"}

    def line(name: str, form: str = "IRS1040") -> int:
        return int(root.findtext(f".//e:{form}/e:{name}", "0", space))

    income = ("WagesAmt", "TaxableInterestAmt", "OrdinaryDividendsAmt", "TaxableIRAAmt", "TotalTaxablePensionsAmt")
    parts = [*income, "TaxableSocSecAmt", "CapitalGainLossAmt", "TotalAdditionalIncomeAmt"]
    assert sum(line(name) for name in parts) == line("TotalIncomeAmt")
    assert line("TotalIncomeAmt") - line("TotalAdjustmentsAmt") == line("AdjustedGrossIncomeAmt")
    assert line("TotalPaymentsAmt") - line("TotalTaxAmt") == line("OverpaidAmt") - line("OwedAmt")
    assert line("OverpaidAmt") == line("RefundAmt") + line("AppliedToEsTaxAmt")
    assert int(root.find(".//e:ReturnData", space).get("documentCnt")) == len(root.find(".//e:ReturnData", space))
    payers = [one.text for one in root.iterfind(".//e:Form1040SchBPartIGroup2/e:InterestAmt", space)]
    assert sum(int(text) for text in payers) == line("TaxableInterestAmt")
