"""The field: eight candidates in eight parts, drawn so that every plausible mistake changes who is invited, or in which order.

Part `first` leads. `doubled` worked in two jobs at a time. `capped` has more years than count. `near` and `far` have the same
points, and the lower expectation decides. `short` has too little paid SQL, `dear` asks for too much, `silent` does not
state a right to work.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Any

from wp42_pytest.authoring.amounts import pick, shuffled
from wp42_pytest.authoring.generator import companion

rules = companion(__file__, "rules")

PARTS = ("first", "doubled", "capped", "near", "far", "short", "dear", "silent")
QUALIFIED = PARTS[:5]
ATTEMPTS = 200
APART = Decimal("0.3")
"""Least distance of two scores that are not equal: rounding never decides."""

EXTRAS = tuple((saas, dash, cert) for saas in (False, True) for dash in (False, True) for cert in (False, True))


@dataclass(frozen=True)
class Standing:
    """What counts of one candidate.

    Attributes:
        months: months with SQL in paid jobs, overlapping ones counted once.
        salary: the expectation in CAD a year.
        saas: whether a paid job was at a company that sells software as a service.
        dashboards: whether dashboards were built in a paid job.
        certificate: whether a certificate is completed.
        overlap: months in which two paid jobs with SQL overlap.
        unpaid: months with SQL that nobody paid.
        begun: whether a certificate is begun and not completed.
    """

    months: int
    salary: int
    saas: bool
    dashboards: bool
    certificate: bool
    overlap: int = 0
    unpaid: int = 0
    begun: bool = False

    @property
    def years(self) -> Decimal:
        """The years of SQL that count."""
        return Decimal(rules.years(self.months))

    @property
    def points(self) -> Decimal:
        """The points, were all must-haves met."""
        extras = {"saas": self.saas, "dashboards": self.dashboards, "certificate": self.certificate}
        return Decimal(rules.points(self.years, **extras))


Field = dict[str, Standing]


def draw_field(rng: Any) -> Field:
    """Draw what counts of each candidate.

    Raises:
        ValueError: when no field was found in which every mistake shows.
    """
    second, fifth = pick(rng, (("doubled", "capped"), ("capped", "doubled")))
    for _ in range(ATTEMPTS):
        try:
            field = _drawn(rng, second, fifth)
        except _NoSuchCandidateError:
            continue
        if tells(field):
            return field
    msg = "no field was found in which every mistake shows"
    raise ValueError(msg)


def ranking(field: Mapping[str, Standing], among: tuple[str, ...] = QUALIFIED) -> list[str]:
    """Return parts by points, equal ones by the lower salary expectation."""
    return sorted(among, key=lambda part: (-field[part].points, field[part].salary))


def invited(field: Mapping[str, Standing], among: tuple[str, ...] = QUALIFIED) -> list[str]:
    """Return who is invited, the best first."""
    return ranking(field, among)[: rules.PLACES]


def tells(field: Field) -> bool:
    """Say whether the field is clear, and every plausible mistake changes the three or their order."""
    right = invited(field)
    scores = sorted((field[part].points for part in QUALIFIED), reverse=True)
    gaps = [high - low for high, low in pairwise(scores)]
    if field["near"].points != field["far"].points or ranking(field).index("near") != 2:
        return False
    if sum(gap == 0 for gap in gaps) != 1 or any(0 < gap < APART for gap in gaps):
        return False
    last = field["near"].points
    # Whoever is let in by a mistake must really come in, by more than a rounding.
    entering = [field["silent"].points, field["dear"].points, _with_unpaid(field["short"]).points]
    if any(points < last + APART for points in entering):
        return False
    # Each kind of points is won by somebody.
    extras = [(one.saas, one.dashboards, one.certificate) for one in map(field.get, QUALIFIED) if one]
    return all(map(any, zip(*extras, strict=True))) and all(changed(field, mistake) != right for mistake in MISTAKES)


def changed(field: Field, mistake: Callable[[str, Standing], tuple[Decimal, int]]) -> list[str]:
    """Return who would be invited if points and order were taken as a mistake takes them."""
    keys = {part: mistake(part, field[part]) for part in QUALIFIED}
    scores = sorted(points for points, _ in keys.values())
    clear = all(high - low == 0 or high - low >= APART for low, high in pairwise(scores))
    # An unclear field would be decided by rounding; it is drawn again by calling it unchanged.
    order = sorted(QUALIFIED, key=lambda part: (-keys[part][0], keys[part][1]))
    return order[: rules.PLACES] if clear else invited(field)


def _doubled(_: str, one: Standing) -> tuple[Decimal, int]:
    return replace(one, months=one.months + one.overlap).points, one.salary


def _uncapped(_: str, one: Standing) -> tuple[Decimal, int]:
    return one.points + max(one.years - rules.MOST_YEARS, Decimal(0)), one.salary


def _dearer_first(_: str, one: Standing) -> tuple[Decimal, int]:
    return one.points, -one.salary


def _certificate_begun(_: str, one: Standing) -> tuple[Decimal, int]:
    return replace(one, certificate=one.certificate or one.begun).points, one.salary


MISTAKES = (_doubled, _uncapped, _dearer_first, _certificate_begun)
"""Overlap counted twice, years not capped, the tie the other way round, a certificate counted before it is completed."""


def _with_unpaid(one: Standing) -> Standing:
    return replace(one, months=one.months + one.unpaid)


class _NoSuchCandidateError(Exception):
    """Nobody fits what was drawn before; another field is tried."""


def _candidates(low: int, high: int, **more: Any) -> list[Standing]:
    """Return everybody with so many months, those left out whose years round up or to even: 3.25 and 3.75."""
    return [
        Standing(months, 0, *extras, **more)
        for months in range(low, high + 1)
        for extras in EXTRAS
        if months % 12 not in (3, 9) and (months + more.get("overlap", 0) + more.get("unpaid", 0)) % 12 not in (3, 9)
    ]


def _one(rng: Any, low: int, high: int, fits: Callable[[Standing], bool], **more: Any) -> Standing:
    fitting = [one for one in _candidates(low, high, **more) if fits(one)]
    if not fitting:
        raise _NoSuchCandidateError
    return pick(rng, fitting)


RANGES = {"doubled": (44, 62), "capped": (77, 94)}
"""Months of the two whose points a mistake raises."""


def _mistaken(part: str, one: Standing) -> Decimal:
    """Return the points of whoever is counted as the mistake has it."""
    return (_doubled if part == "doubled" else _uncapped)(part, one)[0]


def _drawn(rng: Any, second: str, fifth: str) -> Field:
    """Draw the pair with the same points first, then the others around it: who comes second and who last is given."""
    overlap, unpaid = int(rng.integers(7, 12)), int(rng.integers(6, 13))
    salaries = sorted(500 * int(step) for step in rng.choice(range(150, 185), size=7, replace=False))
    tie = sorted(int(at) for at in rng.choice(7, size=2, replace=False))
    near = _one(rng, 41, 66, lambda one: one.points <= 7)
    last = near.points
    # The same points may come about in another way: a year of SQL more for a point less.
    far = _one(
        rng, 41, 70, lambda one: one.points == last and one.months % 12 == near.months % 12 and not one.certificate
    )
    more = {"doubled": {"overlap": overlap}, "capped": {}}
    below = _one(
        rng, *RANGES[fifth], lambda one: one.points + APART <= last <= _mistaken(fifth, one) - APART, **more[fifth]
    )
    above = _one(rng, *RANGES[second], lambda one: one.points >= last + APART, **more[second])
    leader = _one(rng, 50, 71, lambda one: above.points + APART <= one.points <= _mistaken(second, above) - APART)
    short = _one(
        rng, 27, 33, lambda one: one.months + unpaid >= 38 and _with_unpaid(one).points >= last + APART, unpaid=unpaid
    )
    dear = _one(rng, 42, 66, lambda one: one.points >= last + APART)
    silent = _one(rng, 40, 64, lambda one: one.points >= last + APART)
    rest = iter(shuffled(rng, [salary for at, salary in enumerate(salaries) if at not in tie]))
    return {
        "first": replace(leader, salary=next(rest)),
        second: replace(above, salary=next(rest)),
        fifth: replace(below, salary=next(rest)),
        "near": replace(near, salary=salaries[tie[0]]),
        "far": replace(far, salary=salaries[tie[1]], begun=True),
        "short": replace(short, salary=next(rest)),
        "silent": replace(silent, salary=next(rest)),
        "dear": replace(dear, salary=500 * int(rng.integers(187, 199))),
    }
