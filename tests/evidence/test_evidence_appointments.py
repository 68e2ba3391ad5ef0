"""An appointment is found in whatever order a mail or a table puts id, day and time."""

from datetime import datetime

import pytest

from wp42_pytest.evidence.appointments import appointments

NAMES = [f"C{number}" for number in range(1, 9)]
PLAN = {"C8": datetime(2025, 11, 18, 10), "C5": datetime(2025, 11, 19, 12), "C6": datetime(2025, 11, 20, 13, 30)}

RIGHT = [
    ["C8: 2025-11-18T10:00-05:00", "C5: 2025-11-19T12:00-05:00", "C6: 2025-11-20T13:30-05:00"],
    [
        "Candidate | Date | From",
        "C8 | Nov. 18 (Tue) | 10:00AM-11:00AM",
        "C5 | Nov. 19 (Wed) | 12:00PM",
        "C6 | Nov. 20 (Thu) | 1:30PM",
    ],
    [
        "C8 (Tue. 18 Nov., 10 h 00), C5 (Wed. 19 Nov., 12 h 00) and C6 (Thu. 20 Nov., 13 h 30).",
        "Please confirm by 17:00 on Friday.",
    ],
    ["- C8: Tuesday 18 November, 10:00 to 11:00", "- C5: Wednesday 19 November, 12:00–13:00", "- C6: Thu 20 Nov 13:30"],
    ["C8 | 2025-11-18 | 10:00", "C5 | 2025-11-19 | 12:00", "C6 | 2025-11-20 | 13:30 – 14:30"],
    ["C8 on Tuesday at 10 a.m., C5 on Wednesday at noon and C6 on Thursday at 1:30 p.m."],
    [
        "Tuesday, November 18, 10:00 am - 11:00 am: C8",
        "Wednesday, November 19, 12–1 pm: C5",
        "Thursday, November 20, 1:30-2:30: C6",
    ],
    ["Tuesday 18 November", "10:00 C8", "Wednesday 19 November", "12:00 C5", "Thursday 20 November", "13:30 C6"],
    ["We propose C8, C5 and C6.", "They come on Tue 18 Nov 10h00, Wed 19 Nov 12h00 and Thu 20 Nov 13h30 (C8, C5, C6)."],
    ["C8, C5 and C6 on Tue 18 at 10:00, Wed 19 at 12:00 and Thu 20 at 13:30, respectively"],
    ["C8", "Tuesday, 18 November 2025, 10.00", "C5", "Wednesday, 19 November 2025, 12.00", "C6", "the 20th, 13.30"],
    ["C-8 | Tue 18 Nov | 10:00 | 11:00", "C 5 | Wed 19 Nov | 12 noon | 13:00", "C6 | Thu 20 Nov | 13:30 | 14:30"],
    ["C8: Tuesday, 18 November 2025, 10:00 (1h)", "C5: Wed 19 Nov at 12:00 EST (1 h)", "C6: Thu 20 Nov, 13:30 (1 h)"],
    ["C8: Tue 18 Nov. 2025, 10:00–11:00 (UTC−05:00)", "C5: Wed 19 Nov, 12:00 (UTC-5)", "C6: Thu 20 Nov, 13:30 GMT-5"],
    ["C8 | 18/11/2025 | 10:00", "C5 | Wednesday 11/19 | 12:00", "C6 | 20/11 | 13:30"],
    ["C8 comes on Tuesday at ten o'clock, C5 on Wednesday at noon and C6 on Thursday at half past one."],
    ["C8: Tue 18 Nov, 10:00 (15:00 UTC)", "C5: Wed 19 Nov, 12:00 (17:00 UTC)", "C6: Thu 20 Nov, 13:30 (18:30 UTC)"],
]


@pytest.mark.parametrize("blocks", RIGHT)
def test_every_way_to_give_three_appointments_is_understood(blocks):
    found = appointments(blocks, NAMES)
    assert {
        name: any(each.is_at(moment) for each in found if each.name == name) for name, moment in PLAN.items()
    } == dict.fromkeys(PLAN, True)


@pytest.mark.parametrize(
    "blocks",
    [
        ["C8: Tuesday 18 November, 15:00"],
        ["C8: Wednesday 18 November, 10:00"],
        ["C8: Tuesday 19 November, 10:00"],
        ["C8: Tuesday 18 December, 10:00"],
        ["C8 at 10:00"],
        ["C8: 18 November 2026, 10:00"],
        ["C8: 12/11/2025, 10:00"],
        ["C5: Tuesday 18 November, 10:00"],
        ["C8: Tuesday 18 November, 10 pm"],
        ["C8 is first, on Tuesday 18 November; 10 candidates came."],
    ],
)
def test_another_time_another_day_or_another_name_is_no_such_appointment(blocks):
    assert not any(each.is_at(PLAN["C8"]) for each in appointments(blocks, NAMES) if each.name == "C8")


def test_both_of_two_times_for_one_name_are_returned():
    found = appointments(["C8: Tuesday 18 November, 10:00", "C8: Tuesday 18 November, 14:00"], NAMES)
    assert [str(each) for each in found] == ["C8 tue 18 10:00", "C8 tue 18 14:00"]


@pytest.mark.parametrize(
    "text",
    [
        "C8 has 5.3 years of SQL and 9.3 points, C3 asks for 84,000.",
        "Félix wrote on 11 November; C8 worked from 03/2019 to 12/2022.",
        "An hour each, 60 minutes, for C8, C5 and C6 in week 47.",
        "C1 to C8 were read between the 10th and the 12th.",
    ],
)
def test_other_numbers_are_no_times(text):
    assert appointments([text], NAMES) == []


@pytest.mark.parametrize(
    "text",
    [
        "C6 has not worked with it. Please confirm by 17:00 on Thursday.",
        "As C8 comes first, please confirm by Friday 14 November, 10:00.",
        "C8 is the earliest. If the evening before a release goes beyond 20:00, tell me.",
        "C5 takes part for an hour (1 h).",
    ],
)
def test_a_deadline_or_a_duration_is_no_appointment(text):
    assert appointments([text], NAMES) == []


def test_an_end_is_read_and_a_beginning_known_when_it_is_called_so():
    (span,) = appointments(["C8: Tuesday 18 November, 10:00 to 12:00"], NAMES)
    assert not span.ends_at(datetime(2025, 11, 18, 11))
    assert span.ends_at(datetime(2025, 11, 18, 12))
    (alone,) = appointments(["C8: Tuesday 18 November, 10:00"], NAMES)
    assert alone.ends_at(datetime(2025, 11, 18, 11))
    assert not alone.opening
    (begins,) = appointments(["To be clear, C6 begins on Thursday 20 November at 12:00."], NAMES)
    assert begins.opening
