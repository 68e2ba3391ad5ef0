"""Builds HR-01: the final-pay statements of three people who leave Clinique Vallon Santé on 14 November 2025.

The working papers, in reading order: `rules.py` (policy HR-09 as figures), `staff.py` (the HR system), `payroll.py` (vacation
and earnings of the year), `departures.py` (the three stories, and what plausible mistakes make of them), `letters.py` (the
scans), `papers.py` (exports, mail, policy, portal), `ties.py` (reading them back), and here the oracle.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any

from wp42_pytest.authoring.generator import AUTHORED, Build, OracleContent, companion, generator_main
from wp42_pytest.authoring.money import Cents, dollars, plain
from wp42_pytest.authoring.sealing import file_texts, standing_figures
from wp42_pytest.model.oracle import OracleFigure, PlantedError

rules = companion(__file__, "rules")
staff_paper = companion(__file__, "staff")
payroll_paper = companion(__file__, "payroll")
departures = companion(__file__, "departures")
papers = companion(__file__, "papers")
ties = companion(__file__, "ties")

DRAWS = 150
COMPONENTS = {
    "indemnity": "notice indemnity",
    "vacation": "vacation pay of the current reference year",
    "carried": "vacation days of the previous reference year",
    "total": "everything that is known, before overtime",
}


def build(build: Build) -> OracleContent:
    """Build one instance."""
    story, staff, payroll, files = draw(build)
    for path, data in files.items():
        build.write(path, data)
    right = departures.statements(story, staff, payroll)
    check_ties(build, staff, payroll, right)
    return OracleContent(
        figures=figures(story, staff, right),
        planted_errors=planted_errors(story, staff, payroll, right),
        facts=facts(story, staff, payroll, right),
        requires_clarification=True,
    )


def draw(build: Build) -> tuple[Any, dict[str, Any], Any, dict[str, bytes]]:
    """Draw departures until every mistake shows and no figure that must be derived stands in the documents by accident."""
    stream = cache(build.stream)
    authored = {name: (build.folder / name).read_bytes() for name in AUTHORED}
    password = f"cvs-{int(stream('portal').integers(100_000, 999_999))}"
    for _ in range(DRAWS):
        story = departures.draw_story(stream)
        staff = staff_paper.draw_staff(stream, story.hires)
        payroll = payroll_paper.draw_payroll(stream, staff)
        # Nobody sits in a meeting on a day of vacation.
        if not departures.is_telling(story, staff, payroll) or story.b_told in payroll.vacations["B"].off:
            continue
        right = departures.statements(story, staff, payroll)
        hidden = derived(right) | departures.overtime_claimed(story, staff["B"])
        files = papers.papers(story, staff, payroll, password)
        if not standing_figures(file_texts(authored | files), hidden):
            return story, staff, payroll, files
    msg = "no departures were found whose documents give no figure away"
    raise ValueError(msg)


def derived(right: dict[str, Any]) -> dict[str, Cents]:
    """Return the figures that no document may give away: an indemnity of one or two weeks is an ordinary pay too."""
    found = {}
    for key, one in right.items():
        for name in COMPONENTS:
            short = one.weeks_due - one.weeks_given
            if getattr(one, name) and (name != "indemnity" or short > 2):
                found[f"{key.lower()}_{name}"] = getattr(one, name)
        found[f"{key.lower()}_earnings"] = one.earnings
    return found


def check_ties(build: Build, staff: dict[str, Any], payroll: Any, right: dict[str, Any]) -> None:
    """Check that the written documents come to what was drawn."""
    for key, found in ties.read_back(build.folder).items():
        one = right[key]
        ties.require(found.number == staff[key].number, f"the id of {key}")
        ties.require(found.weeks == (one.weeks_due, one.weeks_given), f"the weeks of {key}: {found.weeks}")
        ties.require(found.days == one.days, f"the days left of {key}: {found.days}")
        amounts = (found.indemnity, found.vacation, found.carried)
        ties.require(amounts == tuple(map(dollars, (one.indemnity, one.vacation, one.carried))), f"{key}: {amounts}")
    ties.require(ties.repeated_entries(build.folder) == [str(payroll.repeated.entry)], "the repeated payment")
    ties.require((right["B"].weeks_due, right["B"].weeks_given, right["B"].days) == (2, 0, 0), "the case of B")
    ties.require((right["C"].weeks_due, right["C"].weeks_given, right["C"].indemnity) == (1, 1, 0), "the case of C")
    brief = (build.folder / "BRIEF.md").read_text(encoding="utf-8")
    for path in (build.folder / "inputs").iterdir():
        ties.require(f"`{path.name}`" in brief, f"the brief does not name {path.name}")


def figures(story: Any, staff: dict[str, Any], right: dict[str, Any]) -> dict[str, OracleFigure]:
    """Return the numbers that criteria rest on."""
    hidden = derived(right)
    amounts: dict[str, tuple[Cents, str]] = {}
    for key, one in right.items():
        name = staff[key].name
        for figure, meaning in COMPONENTS.items():
            amounts[f"{key.lower()}_{figure}"] = (getattr(one, figure), f"{name}: {meaning}")
        amounts[f"{key.lower()}_earnings"] = (one.earnings, f"{name}: gross earnings since 1 May, each payment once")
    amounts["equipment_value"] = (story.equipment[2], "value of what B has not returned, asked to be deducted")
    claimed = departures.overtime_claimed(story, staff["B"])
    return {
        name: OracleFigure(
            value=dollars(amount), tolerance=Decimal("0.01"), unit="CAD", given=name not in hidden, describes=meaning
        )
        for name, (amount, meaning) in amounts.items()
        if amount
    } | {
        name: OracleFigure(
            value=dollars(amount),
            tolerance=Decimal("0.02"),
            unit="CAD",
            describes="B: the hours that nobody has approved",
        )
        for name, amount in claimed.items()
    }


def planted_errors(story: Any, staff: dict[str, Any], payroll: Any, right: dict[str, Any]) -> list[PlantedError]:
    """Return the four errors, with what is right."""
    vacation = payroll.vacations["A"]
    item, _, value = story.equipment
    return [
        PlantedError(
            id="E1",
            what=f"the HR system keeps {story.hires.c_first} as hire date of {staff['C'].name}, who left on {story.hires.c_left}",
            files=[papers.STAFF, *papers.SCANS],
            correct_value=story.hires.c_again.isoformat(),
            figures=["c_vacation"],
        ),
        PlantedError(
            id="E2",
            what=f"the HR system shows {vacation.entitled - vacation.booked} days left, since it counts cancelled ones as taken",
            files=[papers.BALANCES, papers.CALENDAR],
            correct_value=str(vacation.left),
            figures=["a_carried"],
        ),
        PlantedError(
            id="E3",
            what=f"payment {payroll.repeated.entry} of {plain(payroll.repeated.gross)} stands twice in the payroll export",
            files=[papers.EARNINGS],
            correct_value=plain(right["B"].earnings),
            figures=["b_vacation"],
        ),
        PlantedError(
            id="E4",
            what=f"the manager asks to deduct {plain(value)} for the {item}, and no authorisation is signed",
            files=[papers.MAIL, papers.RECEIPT],
            correct_value="0.00",
            figures=["equipment_value"],
        ),
    ]


def facts(story: Any, staff: dict[str, Any], payroll: Any, right: dict[str, Any]) -> dict[str, Any]:
    """Return the ids, names, counts and dates that criteria rest on."""
    vacation = payroll.vacations["A"]
    return {
        "people": {
            key: {
                "id": staff[key].number,
                "first": staff[key].first,
                "last": staff[key].last,
                "weeks_due": one.weeks_due,
                "weeks_given": one.weeks_given,
                "rate": str(one.rate * 100),
                "days": one.days,
                "years": str(rules.years(one.service_since)),
                "weekly": plain(staff[key].weekly),
            }
            for key, one in right.items()
        },
        "last_day": rules.LAST_DAY.isoformat(),
        "other_ids": [person.number for key, person in staff.items() if key not in right],
        "c_hired_in_system": story.hires.c_first.isoformat(),
        "c_left": story.hires.c_left.isoformat(),
        "c_again": story.hires.c_again.isoformat(),
        "a_days_in_system": vacation.entitled - vacation.booked,
        "repeated_entry": str(payroll.repeated.entry),
        "repeated_gross": plain(payroll.repeated.gross),
        "repeated_run": payroll.repeated.run,
        "equipment": story.equipment[0],
        "equipment_tag": story.tag,
        "careless_words": [story.careless[1]],
        "private_words": [story.private[1], "parental leave"],
        "overtime_hours": str(story.overtime_hours.normalize()),
    }


if __name__ == "__main__":
    raise SystemExit(generator_main(__file__, build))
