"""Calendars, markdown pages and JSON files read back as written, and have the same bytes anywhere."""

import hashlib
import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from wp42_pytest.authoring import markdown
from wp42_pytest.authoring.economy import organisation, person
from wp42_pytest.authoring.ics import Event, ics_bytes
from wp42_pytest.authoring.json_text import json_bytes
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.png import Picture, png_bytes
from wp42_pytest.authoring.sealing import file_texts, standing_figures
from wp42_pytest.evidence.parse.calendar_file import read_ics
from wp42_pytest.evidence.parse.image import read_image
from wp42_pytest.evidence.parse.markdown import read_markdown

PROPERTIES = Properties("Note d'été", "Inès Ouimet", datetime(2025, 10, 6, 15, 40))
EXPORTED = datetime(2025, 11, 3, 14, 5, tzinfo=UTC)

EVENTS = [
    Event(
        "Réunion d'équipe; suivi, budget",
        datetime(2025, 11, 5, 9, 30),
        datetime(2025, 11, 5, 10, 15),
        location="Salle 2\\B",
        description="Première ligne, assez longue pour que le fichier la plie après soixante-quinze octets.\nSeconde.",
        organizer=person("Dana Whitcombe"),
        attendees=[person("Félix Amadou")],
        reminder_minutes=15,
        rule="FREQ=WEEKLY;COUNT=2",
    ),
    Event("Away", date(2025, 11, 7), date(2025, 11, 8), private=True, free=True),
    Event("Call", datetime(2025, 11, 10, 14, tzinfo=UTC), datetime(2025, 11, 10, 15, tzinfo=UTC), status="CANCELLED"),
]


def calendar():
    return ics_bytes(EVENTS, name="Dana Whitcombe", exported=EXPORTED, domain="kestrelo.example")


def picture(scanned=False):
    drawn = Picture(900, 700, "#FBFAF6")
    y = drawn.letterhead(organisation("TVC"))
    y = drawn.paragraph(60, y, "Telephone note taken by the desk.\n\nThe mayor said 48,300 inhabitants.", 300)
    y = drawn.table(
        60, y, ["Item", "Amount"], [["Café", "1,234.50"], ["Total", "1,234.50"]], [200, 120], right=[1], bold_rows=[1]
    )
    drawn.box((60, y + 20), (120, y + 60), fill="#336699")
    drawn.text(60, y + 80, "Rosalind", face="script", size=40)
    if scanned:
        drawn.scanned(np.random.default_rng(7))
    return drawn


def every_file():
    return {
        "ics": calendar(),
        "png": png_bytes(picture(), PROPERTIES),
        "png 64": png_bytes(picture(), PROPERTIES, colours=64),
        "scan": png_bytes(picture(scanned=True), PROPERTIES),
        "md": markdown.md_bytes("# Guide", markdown.table(["a", "b"], [["é", "1"]], right=[1])),
        "json": json_bytes({"amount": Decimal("10.50"), "on": date(2025, 1, 2)}),
    }


def digests():
    return {name: hashlib.sha256(data).hexdigest() for name, data in every_file().items()}


def test_text_writers_give_the_same_bytes_in_another_process_zone_and_time():
    script = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import json, {__name__.rpartition('.')[2]} as t; print(json.dumps(t.digests()))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={
            **os.environ,
            "PYTHONHASHSEED": "77",
            "TZ": "Asia/Tokyo",
            "SOURCE_DATE_EPOCH": "1600000000",
            "LC_ALL": "C",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == digests()


def test_a_calendar_reads_back_as_written():
    first, second, third = read_ics(calendar())["events"]
    assert first["summary"] == EVENTS[0].summary
    assert first["description"] == EVENTS[0].description
    assert first["location"] == EVENTS[0].location
    assert (first["start"], first["end"], first["zone"]) == (
        "2025-11-05T09:30:00",
        "2025-11-05T10:15:00",
        "America/Toronto",
    )
    assert first["organizer"] == "Dana Whitcombe <dana.whitcombe@kestrelo.example>"
    assert first["attendees"] == ["Félix Amadou <felix.amadou@kestrelo.example>"]
    assert first["alarms"] == [
        {"action": "DISPLAY", "description": r"Réunion d'équipe\; suivi\, budget", "trigger": "-PT15M"}
    ]
    assert (second["start"], second["end"], second["all_day"]) == ("2025-11-07", "2025-11-08", True)
    assert first["uid"] != second["uid"]
    assert [[v for n, _, v in event["properties"] if n == "TRANSP"] for event in (first, second)] == [
        [],
        ["TRANSPARENT"],
    ]
    assert (third["start"], third["zone"], third["status"]) == ("2025-11-10T14:00:00", "UTC", "CANCELLED")
    assert (first["start_utc"], third["end_utc"]) == ("2025-11-05T14:30:00+00:00", "2025-11-10T15:00:00+00:00")


def test_calendar_lines_end_and_fold_as_the_standard_says():
    data = calendar()
    assert data.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    lines = data.split(b"\r\n")
    assert max(len(line) for line in lines) <= 75
    for line in lines:
        line.decode()


def test_an_event_that_cannot_be_is_refused():
    backwards = Event("x", datetime(2025, 11, 5, 10), datetime(2025, 11, 5, 9))
    east = timezone(timedelta(hours=1))
    zoned = Event("x", datetime(2025, 11, 5, 10, tzinfo=east), datetime(2025, 11, 5, 11, tzinfo=east))
    for event, reason in ((backwards, "does not fit its start"), (zoned, "has a zone")):
        with pytest.raises(ValueError, match=reason):
            ics_bytes([event], name="x", exported=EXPORTED, domain="x.example")
    with pytest.raises(ValueError, match="needs a time zone"):
        ics_bytes(EVENTS, name="x", exported=datetime(2025, 11, 3), domain="x.example")


def test_a_picture_can_carry_its_words_for_people_who_cannot_see_it():
    described = replace(PROPERTIES, subject="Bar chart: 2,912,400 in 2023")
    assert "Bar chart: 2,912,400 in 2023" in file_texts({"a.png": png_bytes(picture(), described)})["a.png"]
    assert "Description" not in png_bytes(picture(), replace(PROPERTIES, subject="")).decode("latin-1")


def test_a_picture_is_a_png_of_its_size_whose_palette_is_all_it_loses():
    for colours, depth in ((16, 4), (64, 8)):
        data = png_bytes(picture(), PROPERTIES, colours=colours)
        assert read_image(data) == {"format": "png", "width": 900, "height": 700, "bytes": len(data), "warnings": []}
        assert data[24] == depth
        with Image.open(io.BytesIO(data)) as read:
            read.load()
            assert read.info["Title"] == "Note d'été"
            expected = picture().image.quantize(colours, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            assert read.convert("RGB").tobytes() == expected.convert("RGB").tobytes()


def test_a_scanned_page_keeps_its_greys_and_its_ink():
    data = png_bytes(picture(scanned=True), PROPERTIES)
    assert read_image(data)["width"] == 900
    with Image.open(io.BytesIO(data)) as read:
        assert read.mode == "L"
        assert max(abs(a - b) for a, b in zip(read.tobytes(), picture(scanned=True).image.tobytes(), strict=True)) <= 8
        assert read.getextrema()[0] < 40


def test_a_picture_of_odd_width_is_whole():
    drawn = Picture(101, 33)
    drawn.text(4, 4, "odd", colour="#AA0000")
    with Image.open(io.BytesIO(png_bytes(drawn, PROPERTIES))) as read:
        assert read.size == (101, 33)
        assert len(read.convert("RGB").getcolors()) > 1


def test_a_picture_knows_what_it_says_and_its_words_stay_out_of_the_file():
    drawn = picture()
    assert standing_figures({"note.png": "\n".join(drawn.texts)}, {"total": 1_234_50, "inhabitants": 48_300_00}) == [
        "total stands in note.png, line 10 of its text, as 1,234.50",
        "inhabitants stands in note.png, line 4 of its text, as 48,300",
    ]
    assert "1,234.50" not in file_texts({"note.png": png_bytes(drawn, PROPERTIES)})["note.png"]


def test_what_would_be_drawn_wrong_is_refused():
    drawn = Picture(200, 100)
    with pytest.raises(ValueError, match="leaves the picture"):
        drawn.text(150, 10, "much too long for what is left")
    with pytest.raises(ValueError, match="has no '漢'"):
        drawn.text(0, 0, "漢字")
    with pytest.raises(ValueError, match="wider than its column"):
        drawn.table(0, 0, ["A"], [["much too long"]], [40])


def test_a_figure_is_found_in_a_calendar_and_in_a_pictures_title():
    titled = Properties("Total 184,206.58", "a", datetime(2025, 1, 1))
    event = Event("x" * 50 + " 184,206.58", date(2025, 11, 7), date(2025, 11, 8))
    calendar = ics_bytes([event], name="x", exported=EXPORTED, domain="x.example")
    texts = file_texts({"a.png": png_bytes(Picture(10, 10), titled), "b.ics": calendar})
    found = standing_figures(texts, {"balance": 184_206_58})
    assert [sentence.split(",")[0] for sentence in found] == ["balance stands in a.png", "balance stands in b.ics"]


def test_a_markdown_page_reads_back_as_written():
    page = markdown.md_bytes(
        "# Guide IRB",
        "Opening words.",
        markdown.table(["Code", "Amount"], [["A|1", "10.00"], ["B", "2.00"]], right=[1]),
        markdown.numbered(["first", "second"], start=4),
        markdown.bullets(["x", "y"]),
    )
    assert b"| A\\|1 |  10.00 |" in page
    assert b"4. first\n5. second\n\n- x\n- y\n" in page
    blocks = read_markdown(page)["blocks"]
    assert blocks[0]["text"] == "Guide IRB"
    assert ["A|1", "10.00"] in [block.get("cells") for block in blocks]
    with pytest.raises(ValueError, match="does not fit the 2 columns"):
        markdown.table(["a", "b"], [["only one"]])


def test_json_keeps_the_decimals_of_money_and_knows_no_float():
    value = {
        "claim": "É-1", "amount": Decimal("1300.00"), "rate": Decimal("0.7"), "count": 3, "open": True, "none": None,
        "on": date(2025, 9, 19), "at": datetime(2025, 9, 19, 8, 30), "list": [Decimal("1E+2"), []], "empty": {},
    }  # fmt: skip
    data = json_bytes(value)
    assert b'"amount": 1300.00,' in data
    assert "É-1".encode() in data
    read = json.loads(data, parse_float=Decimal)
    assert read == {**value, "on": "2025-09-19", "at": "2025-09-19T08:30:00", "list": [100, []]}
    for wrong in (1.5, timedelta(1), Decimal("NaN"), {1: "x"}):
        with pytest.raises(TypeError, match=r"is (a|not) "):
            json_bytes({"x": wrong})
