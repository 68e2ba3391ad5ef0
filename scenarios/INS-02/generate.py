"""Builds INS-02: the income replacement claim of Dalia Renwick, whose basis nobody but she may choose.

The working papers, in reading order: `wording.py` (what people write), `claim.py` (what happened), `forms.py` (what the insurer's forms look like),
`papers.py` (the documents), `ties.py` (reading them back), and here the oracle.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any

from wp42_pytest.authoring.generator import AUTHORED, Build, OracleContent, companion, generator_main
from wp42_pytest.authoring.money import Cents, dollars, plain
from wp42_pytest.authoring.sealing import file_texts, standing_figures
from wp42_pytest.model.oracle import OracleFigure, PlantedError

claim_paper = companion(__file__, "claim")
papers = companion(__file__, "papers")
ties = companion(__file__, "ties")

DRAWS = 20


def build(build: Build) -> OracleContent:
    """Build one instance."""
    claim, files = draw(build)
    for path, data in files.items():
        build.write(path, data)
    check_ties(build, claim)
    return OracleContent(
        figures=figures(claim),
        planted_errors=planted_errors(claim),
        facts=facts(claim),
        requires_clarification=True,
    )


def draw(build: Build) -> tuple[Any, dict[str, bytes]]:
    """Draw claims until none of the figures that must be derived stands in the documents by accident."""
    stream = cache(build.stream)
    authored = {name: (build.folder / name).read_bytes() for name in AUTHORED}
    for _ in range(DRAWS):
        claim = claim_paper.draw_claim(stream)
        files = papers.papers(claim)
        if not standing_figures(file_texts(authored | files), derived(claim)):
            return claim, files
    msg = "no claim was found whose documents give no figure away"
    raise ValueError(msg)


def results(claim: Any) -> dict[str, Cents]:
    """Return the four figures that are asked for."""
    four = claim_paper.weekly(claim.wages_four, claim_paper.FOUR)
    year = claim_paper.weekly(claim.wages_year, claim_paper.YEAR)
    return {
        "gross_4_weeks": four,
        "benefit_4_weeks": claim_paper.benefit(four),
        "gross_52_weeks": year,
        "benefit_52_weeks": claim_paper.benefit(year),
    }


def derived(claim: Any) -> dict[str, Cents]:
    """Return the figures that no document may give away; a capped benefit is the cap, which the guide states."""
    asked = {name: amount for name, amount in results(claim).items() if amount != claim_paper.CAP}
    return asked | {"wages_4_weeks": claim.wages_four, "wages_52_weeks": claim.wages_year}


def check_ties(build: Build, claim: Any) -> None:
    """Check that the written documents come to what was drawn."""
    found = ties.read_back(build.folder)
    ties.require((found.accident, found.claim_number) == (claim.accident, claim.insurer_number), "the claim")
    ties.require((found.four, found.year) == (claim.wages_four, claim.wages_year), "the income of both bases")
    ties.require(found.reimbursed == claim.reimbursed, "the mileage")
    ties.require(claim.full_weeks >= 3 and claim.first_payable < claim_paper.COUNTED_TO, "the full weeks")
    # Whether the last day is counted must not decide on a week, since people count days in two ways.
    ties.require(
        ((claim_paper.COUNTED_TO - claim.first_payable).days + 1) % 7 in range(1, 6), "a week hangs on one day"
    )


def figures(claim: Any) -> dict[str, OracleFigure]:
    """Return the numbers that criteria rest on."""
    found = results(claim)

    def money(name: str, amount: Cents, describes: str) -> OracleFigure:
        given = name not in derived(claim)
        return OracleFigure(
            value=dollars(amount), tolerance=Decimal("0.01"), unit="CAD", given=given, describes=describes
        )

    named = {
        "gross_4_weeks": (found["gross_4_weeks"], "gross weekly income, four weeks before the accident / 4"),
        "benefit_4_weeks": (found["benefit_4_weeks"], "weekly benefit on the four-week basis"),
        "gross_52_weeks": (found["gross_52_weeks"], "gross weekly income, 52 weeks before the accident / 52"),
        "benefit_52_weeks": (found["benefit_52_weeks"], "weekly benefit on the 52-week basis"),
        "wages_4_weeks": (claim.wages_four, "wages of the four weeks"),
        "wages_52_weeks": (claim.wages_year, "wages of the 52 weeks, without the mileage"),
        "reimbursed_52_weeks": (claim.reimbursed, "mileage inside the employer's 52-week total"),
    }
    return {name: money(name, *rest) for name, rest in named.items()} | {
        "full_weeks": OracleFigure(
            value=Decimal(claim.full_weeks),
            unit="weeks",
            describes="full weeks from the first payable day to 2025-10-31",
        )
    }


def planted_errors(claim: Any) -> list[PlantedError]:
    """Return the two errors, with what is right."""
    part = claim.weeks[-1]
    return [
        PlantedError(
            id="E1",
            what=f"the employer's 52-week total holds {plain(claim.reimbursed)} of mileage reimbursement",
            files=[papers.E2, papers.STUBS],
            correct_value=plain(claim.wages_year),
            figures=["gross_52_weeks", "benefit_52_weeks"],
        ),
        PlantedError(
            id="E2",
            what=f"the last stub, paid on {part.paid}, is of the week in which the accident happened",
            files=[papers.STUBS],
            correct_value=plain(claim.wages_four),
            figures=["gross_4_weeks", "benefit_4_weeks"],
        ),
    ]


def facts(claim: Any) -> dict[str, Any]:
    """Return the names and dates that criteria rest on."""
    return {
        "claim_number": claim.insurer_number,
        "accident_date": claim.accident.isoformat(),
        "first_payable_date": claim.first_payable.isoformat(),
        "second_employer": claim.second.name,
        "second_employer_short": claim.second.called,
        "pattern": claim.pattern.name,
    }


if __name__ == "__main__":
    raise SystemExit(generator_main(__file__, build))
