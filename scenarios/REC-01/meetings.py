"""What the entries of the two calendars are called: no title twice in a week but what recurs, and lunch at noon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from wp42_pytest.authoring.amounts import shuffled

HOUR = 60


@dataclass(frozen=True)
class Title:
    """One title, and when such a thing is held.

    Attributes:
        text: the title.
        since: the earliest minute of the day at which it begins.
        until: the latest.
        least: the fewest minutes that it takes.
        most: the most.
    """

    text: str
    since: int = 9 * HOUR
    until: int = 17 * HOUR
    least: int = 30
    most: int = 120

    def fits(self, start: int, end: int) -> bool:
        """Tell whether it may stand over a time, given in minutes of the day."""
        return self.since <= start <= self.until and self.least <= end - start <= self.most


RECRUITER = (
    Title("Client lunch, Hydravolt", 11 * HOUR + 30, 13 * HOUR, 60, 90),
    Title("Dentist", least=45, most=90),
    Title("Training: new applicant system", least=90),
    Title("Job fair, planning", least=60),
    Title("Offer call, welder", most=60),
    Title("Intake call Hydravolt", most=90),
    *map(
        Title,
        (
            *("Screening calls, bookkeeper", "Screening calls, receptionist", "Screening calls, payroll officer"),
            *("Screening calls, warehouse lead", "Reference calls, welder", "Reference calls, receptionist"),
            *(
                "Sourcing, bookkeeper",
                "Sourcing, warehouse lead",
                "Sourcing, payroll officer",
                "Candidate debrief, welder",
            ),
            *("Candidate debrief, receptionist", "Invoice review", "Handover of the welder search", "Budget talk"),
            *("Posting texts, payroll officer", "Salary survey, warehouse staff", "CV reading, warehouse lead"),
            *("CV reading, bookkeeper", "Client visit, Métalya", "Records to be deleted, yearly check"),
        ),
    ),
)
"""Titles of Remi Okafor's calendar; twenty fit at any time, as many as he can have meetings in a week."""

PANEL = (
    Title("Customer advisory board", least=60),
    Title("Team lunch", 11 * HOUR + 30, 13 * HOUR, 60, 90),
    Title("Vendor demo", most=90),
    *map(
        Title,
        (
            *("Architecture review", "Budget 2026", "Board preparation", "Incident review", "Roadmap with product"),
            *("Coaching", "Release review", "Data quality, open points", "Questions of support", "Pricing figures"),
            *(
                "Migration plan",
                "Access rights review",
                "Year-end figures",
                "Survey firm, contract",
                "Event log, clean-up",
            ),
        ),
    ),
)
"""Titles of the panel's calendar; fifteen fit at any time."""

WEEKLY = {"recruiter": "Team meeting", "panel": "Data team weekly"}
"""What each calendar has in every week, on the same day at the same time."""


def titled(titles: Sequence[Title], spans: Sequence[tuple[int, int]]) -> list[str]:
    """Return a title for each of the spans, given in minutes of the day: the first that is left and fits.

    Raises:
        ValueError: when none is left that fits.
    """
    left, found = list(titles), []
    for start, end in spans:
        fitting = [title for title in left if title.fits(start, end)]
        if not fitting:
            msg = f"no title is left for a meeting from minute {start} to {end}"
            raise ValueError(msg)
        left.remove(fitting[0])
        found.append(fitting[0].text)
    return found


def drawn_titles(rng: Any) -> dict[str, list[Title]]:
    """Draw the order in which titles are given out."""
    return {"recruiter": shuffled(rng, RECRUITER), "panel": shuffled(rng, PANEL)}
