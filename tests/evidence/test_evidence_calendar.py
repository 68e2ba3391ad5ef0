"""A calendar is read with its folded lines joined and its dates in ISO form."""

import time
from datetime import date, datetime

import pytest

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.calendar_file import read_ics, split_line
from wp42_pytest.evidence.refusal import NotMet, Reason, Refused


def ics(*lines, end="\r\n"):
    return end.join(("BEGIN:VCALENDAR", "VERSION:2.0", *lines, "END:VCALENDAR", "")).encode()


def event(*lines):
    return ics("BEGIN:VEVENT", "UID:1", "SUMMARY:Panel interview\\, round 2", *lines, "END:VEVENT")


def read(data):
    return document_of("plan.ics", "ics", read_ics(data))


def test_an_event_is_read_with_its_fields():
    found = read(
        event(
            "DTSTART;TZID=America/Toronto:20251031T090000",
            "DTEND;TZID=America/Toronto:20251031T103000",
            'ATTENDEE;CN="Vallée; Anne":mailto:anne@bdf.example',
            "DESCRIPTION:Bring cheque 43",
            " 91.\\nRoom B",
            "BEGIN:VALARM",
            "TRIGGER:-PT15M",
            "END:VALARM",
        )
    )
    (first,) = found.events
    assert (first.start, first.end) == (datetime(2025, 10, 31, 9), datetime(2025, 10, 31, 10, 30))
    assert (first.zone, first.all_day, first.summary) == ("America/Toronto", False, "Panel interview, round 2")
    assert first.attendees == ("Vallée; Anne <anne@bdf.example>",)
    assert found.event("panel INTERVIEW") is first
    assert found.mentions("4391")
    assert found.says([["room b"]])
    assert found.payload["events"][0]["alarms"] == [{"trigger": "-PT15M"}]


@pytest.mark.parametrize(
    ("lines", "start", "end"),
    [
        (["DTSTART;VALUE=DATE:20251031", "DTEND;VALUE=DATE:20251101"], date(2025, 10, 31), date(2025, 11, 1)),
        (["DTSTART:20251031T090000Z", "DURATION:PT1H30M"], datetime(2025, 10, 31, 9), datetime(2025, 10, 31, 10, 30)),
        (["DTSTART;VALUE=DATE:20251031", "DURATION:P2D"], date(2025, 10, 31), date(2025, 11, 2)),
        (["DTSTART:20259931T090000Z"], None, None),
        (["DTSTART:tomorrow"], None, None),
    ],
)
def test_moments_are_dates_or_times(lines, start, end):
    (found,) = read(event(*lines)).events
    assert (found.start, found.end) == (start, end)


OWN_ZONE = (
    "BEGIN:VTIMEZONE",
    "TZID:Head office",
    "BEGIN:STANDARD",
    "DTSTART:19701101T020000",
    "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
    "TZOFFSETFROM:-0400",
    "TZOFFSETTO:-0500",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:19700308T020000",
    "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
    "TZOFFSETFROM:-0500",
    "TZOFFSETTO:-0400",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
)


@pytest.mark.parametrize(
    ("around", "start", "hour"),
    [
        ((), "DTSTART:20251118T150000Z", 15),
        ((), "DTSTART;TZID=America/Toronto:20251118T100000", 15),
        ((), "DTSTART;TZID=America/Toronto:20251030T100000", 14),
        ((), "DTSTART;TZID=Canada/Eastern:20251118T100000", 15),
        ((), "DTSTART;TZID=Eastern Standard Time:20251030T100000", 14),
        ((), 'DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20251118T100000', 15),
        ((), "DTSTART;TZID=Eastern Time (US & Canada):20251118T100000", 15),
        ((), "DTSTART;TZID=/mozilla.org/20050126_1/America/Toronto:20251118T100000", 15),
        ((), "DTSTART;TZID=/freeassociation.sourceforge.net/America/Toronto:20251118T100000", 15),
        ((), "DTSTART;TZID=/citadel.org/20250101_1/America/Indiana/Indianapolis:20251118T100000", 15),
        ((), "DTSTART;TZID=UTC-05:00:20251118T100000", None),
        ((), 'DTSTART;TZID="GMT-5":20251118T100000', 15),
        (OWN_ZONE, "DTSTART;TZID=Head office:20251118T100000", 15),
        (OWN_ZONE, "DTSTART;TZID=Head office:20251101T100000", 14),
        (OWN_ZONE, "DTSTART;TZID=Head office:20250307T100000", 15),
        (("X-WR-TIMEZONE:America/Toronto",), "DTSTART:20251118T100000", 15),
        ((), "DTSTART:20251118T100000", None),
        ((), "DTSTART;TZID=Nowhere:20251118T100000", None),
        ((), "DTSTART;TZID=../../etc/passwd:20251118T100000", None),
        ((), "DTSTART;TZID=America:20251118T100000", None),
        ((), "DTSTART;VALUE=DATE:20251118", None),
    ],
)
def test_a_time_is_known_in_utc_where_its_zone_can_be_told(around, start, hour):
    (found,) = read(ics(*around, "BEGIN:VEVENT", "SUMMARY:x", start, "DURATION:PT1H", "END:VEVENT")).events
    assert (found.start_utc.hour if found.start_utc else None) == hour
    assert (found.end_utc.hour if found.end_utc else None) == (hour + 1 if hour else None)


def test_a_folded_line_of_a_megabyte_is_one_line():
    folded = "DESCRIPTION:" + "x" * 60 + "".join("\r\n " + "y" * 70 for _ in range(15_000))
    begun = time.process_time()
    (found,) = read(event(folded)).events
    assert len(found.description) == 60 + 15_000 * 70
    assert time.process_time() - begun < 5


def test_an_event_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(NotMet, match="Panel interview"):
        read(event()).event("Dinner")


def test_a_colon_in_quotes_does_not_end_the_parameters():
    assert split_line('ATTENDEE;CN="a:b":mailto:c') == ("ATTENDEE", 'CN="a:b"', "mailto:c")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", Reason.wrong_kind),
        (b"SUMMARY:x", Reason.wrong_kind),
        (event()[:60], Reason.damaged),
        (ics("END:VEVENT"), Reason.damaged),
        (ics(*["BEGIN:VEVENT"] * 50), Reason.too_complex),
        (ics(*["BEGIN:VEVENT", "END:VEVENT"] * 20_001), Reason.too_complex),
    ],
)
def test_a_broken_calendar_is_refused_with_its_reason(data, reason):
    with pytest.raises(Refused) as refused:
        read_ics(data)
    assert refused.value.reason is reason
