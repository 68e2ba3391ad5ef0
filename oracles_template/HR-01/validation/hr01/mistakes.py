"""Mistakes in the work itself, each carried through workbook, letters and completion file."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from hr01.folder import CLAIMED, DEDUCT, Leaver, read_folder
from hr01.letters import write_letters
from hr01.statements import NIL, Finding, Statement, prepare, weeks_due
from hr01.workbook import write_completion, write_workbook

WORKBOOK, LETTERS, COMPLETION = "final_pay.xlsx", "letters.docx", "COMPLETION.json"
Three = dict[str, Statement]
"""The statements by last name."""

NEIGHBOURS = {4: 8, 8: 4}
"""The other line of the table of notice, by weeks."""


def reworked(
    change: Callable[[Three], None], *, reread: Callable[[Leaver], None] | None = None
) -> Callable[[Path], None]:
    """Return what does the assignment anew in a workspace.

    Args:
        change: alters what the solver found, by last name.
        reread: alters what the solver read about one of the three, before it computes.
    """

    def apply(workspace: Path) -> None:
        folder = read_folder(workspace / "inputs")
        for one in folder:
            if reread:
                reread(one)
        prepared = prepare(folder)
        change({one.who.last: one for one in prepared})
        out = workspace / "out"
        write_workbook(prepared, out / WORKBOOK)
        write_letters(prepared, out / LETTERS)
        write_completion(prepared, out / COMPLETION)

    return apply


def misread(reread: Callable[[Leaver], None]) -> Callable[[Path], None]:
    """Return what does the assignment anew, having read a paper wrongly."""
    return reworked(lambda _: None, reread=reread)


def of(three: Three, kind: str) -> tuple[Statement, Finding]:
    """Return the statement and the finding of one kind."""
    return next((one, each) for one in three.values() for each in one.findings if each.kind == kind)


def drop(three: Three, kind: str) -> Statement:
    """Take a finding out, and return whose it was."""
    one, finding = of(three, kind)
    one.findings.remove(finding)
    return one


def trust_the_hire_date(three: Three) -> None:
    one = drop(three, "service")
    one.since, one.rate = one.who.hired, Decimal(6)
    one.weeks_due = weeks_due(one.since, one.who.last_day)


def give_no_credit(three: Three) -> None:
    three["Lacasse"].weeks_given = 0


def trust_the_balance(three: Three) -> None:
    one = drop(three, "days")
    one.days = int(one.who.balance)


def count_the_payment_twice(three: Three) -> None:
    one, finding = of(three, "repeated")
    one.findings.remove(finding)
    seen: set[str] = set()
    for each in one.who.payments:
        if each.entry in seen:
            one.earnings += each.gross
        seen.add(each.entry)


def deduct(three: Three) -> None:
    one = drop(three, "deduction")
    asked = DEDUCT.search(one.who.mail)
    one.deductions = Decimal(asked[1].replace(",", "")) if asked else NIL


def claimed_overtime(one: Statement) -> Decimal:
    """Return what the hours of the note would come to."""
    hours = CLAIMED.search(one.who.note)
    assert hours is not None
    return (Decimal(hours[1]) * one.who.hourly * Decimal("1.5")).quantize(Decimal("0.01"))


def pay_the_claimed_hours(three: Three) -> None:
    one = drop(three, "overtime")
    one.overtime, one.questions = claimed_overtime(one), []


def pay_and_ask(three: Three) -> None:
    one, _ = of(three, "overtime")
    one.overtime = claimed_overtime(one)


def pay_no_overtime(three: Three) -> None:
    one = drop(three, "overtime")
    one.overtime, one.questions = NIL, []


def count_the_meeting(three: Three) -> None:
    three["Échevin"].weeks_given = three["Échevin"].weeks_due


def count_this_week(three: Three) -> None:
    three["Échevin"].weeks_given = 1


def six_per_cent_for_all(three: Three) -> None:
    for one in three.values():
        one.rate = Decimal(6)


def rate_of_may(three: Three) -> None:
    three["Échevin"].rate = Decimal(4)


def round_the_years_up(three: Three) -> None:
    """Take the next line of the table for the one who is nearly there, as rounded years suggest."""
    three["Lacasse"].weeks_due = NEIGHBOURS[three["Lacasse"].weeks_due]


def since_january(three: Three) -> None:
    for one in three.values():
        counted = {each.entry: each.gross for each in one.who.payments}
        one.earnings = sum(counted.values(), NIL)


def without_the_prepared_run(three: Three) -> None:
    for one in three.values():
        last = max(each.run for each in one.who.payments)
        one.earnings -= sum(
            (each.gross for each in {e.entry: e for e in one.who.payments}.values() if each.run == last), NIL
        )


def keep_cancelled_days(one: Leaver) -> None:
    one.taken, one.called_off = [*one.taken, *one.called_off], []


def forget_the_multi_day_events(one: Leaver) -> None:
    """Count each entry of the calendar as one day."""
    one.taken = [day for number, day in enumerate(one.taken) if not number or (day - one.taken[number - 1]).days != 1]


def notice_by_three_weeks(three: Three) -> None:
    three["Toupin"].weeks_given = 0


def old_date_for_the_notice(three: Three) -> None:
    """Take the hire date of the system for the weeks of notice, and the contract for the rest."""
    one = three["Toupin"]
    one.weeks_due = weeks_due(one.who.hired, one.who.last_day)


def unsaid(kind: str) -> Callable[[Three], None]:
    """Return what keeps one finding to itself."""

    def change(three: Three) -> None:
        drop(three, kind)

    return change


def keep_quiet_about_the_item(three: Three) -> None:
    three["Échevin"].to_return = ""


def nothing_of_days(one: Leaver) -> None:
    one.entitled = one.entitled and one.entitled + 5
