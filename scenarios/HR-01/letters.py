"""The scans of the personnel files: notices, contracts, a resignation and a receipt for equipment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import reportlab
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Spacer, Table

from wp42_pytest.authoring import pdf
from wp42_pytest.authoring.economy import organisation, person
from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.money import grouped
from wp42_pytest.authoring.opc import Properties

rules = companion(__file__, "rules")
staff_paper = companion(__file__, "staff")

CLINIC, HR = organisation("CVS"), person("Patrice Nadon")
TOWN = f"{CLINIC.address.city} {CLINIC.address.province}"
POSTAL = {"A": "J1J 3V2", "B": "J1L 0K8", "C": "J1G 4T5"}

GREEN, INK, GREY = HexColor(0x2F6B5E), HexColor(0x1B2E6B), HexColor(0x555555)
TEXT = ParagraphStyle("text", parent=pdf.BODY, fontSize=10, leading=14, spaceAfter=7)
CLAUSE = ParagraphStyle("clause", parent=TEXT, leftIndent=10 * mm, bulletIndent=0, spaceAfter=5)
SUBJECT = ParagraphStyle("subject", parent=TEXT, fontName=pdf.BOLD, spaceBefore=6, spaceAfter=9)
TITLE = ParagraphStyle("title", parent=pdf.HEADING, fontSize=14, leading=18, spaceAfter=10)
SIDE = 22.0
INNER = 215.9 - 2 * SIDE


@cache
def script_font() -> str:
    """Register the handwriting that the PDF library ships, and return its name."""
    folder = Path(reportlab.__file__).parent / "fonts"
    face = pdfmetrics.EmbeddedType1Face(str(folder / "callig15.afm"), str(folder / "callig15.pfb"))
    pdfmetrics.registerTypeFace(face)
    pdfmetrics.registerFont(pdfmetrics.Font("Hand", face.name, "WinAnsiEncoding"))
    return "Hand"


class Signatures(Flowable):
    """Signatures side by side, each on a line with the words below it; an empty name leaves its line empty."""

    def __init__(self, *signed: tuple[str, str, str]) -> None:
        super().__init__()
        self.signed = signed
        self.width, self.height = INNER * mm, 20 * mm

    def draw(self) -> None:
        """Draw lines, names and days."""
        canvas: Any = self.canv
        step = self.width / max(2, len(self.signed))
        for number, (name, caption, day) in enumerate(self.signed):
            left = number * step
            canvas.setStrokeColor(GREY)
            canvas.line(left, 8 * mm, left + step - 8 * mm, 8 * mm)
            canvas.setFillColor(GREY)
            canvas.setFont(pdf.FONT, 8)
            canvas.drawString(left, 4 * mm, caption)
            canvas.drawString(left, 0.5 * mm, f"Date: {day}")
            if name:
                canvas.setFillColor(INK)
                canvas.setFont(script_font(), 21)
                canvas.drawString(left + 3 * mm, 9.6 * mm, name)


class Stamp(Flowable):
    """The stamp of the human resources office."""

    def __init__(self, day: date) -> None:
        super().__init__()
        self.day = day
        self.width, self.height = INNER * mm, 12 * mm

    def draw(self) -> None:
        """Draw the stamp at the right, a little askew."""
        canvas: Any = self.canv
        canvas.translate(self.width - 56 * mm, 1 * mm)
        canvas.rotate(2)
        canvas.setStrokeColor(HexColor(0x8A2B2B))
        canvas.setFillColor(HexColor(0x8A2B2B))
        canvas.setLineWidth(1.1)
        canvas.rect(0, 0, 54 * mm, 8 * mm)
        canvas.setFont("Courier-Bold", 9)
        canvas.drawString(2.5 * mm, 2.8 * mm, f"HR RECEIVED {self.day}")


def _head(canvas: Canvas, page: int) -> None:
    top = pdf.HEIGHT - 16 * mm
    canvas.setFillColor(GREEN)
    canvas.setFont(pdf.BOLD, 16 if page == 1 else 10)
    canvas.drawString(SIDE * mm, top, CLINIC.name)
    canvas.setFont(pdf.FONT, 8)
    canvas.setFillColor(GREY)
    if page == 1:
        canvas.drawString(SIDE * mm, top - 5 * mm, f"{CLINIC.address.one_line}    {CLINIC.phone}    {CLINIC.domain}")
        canvas.drawString(SIDE * mm, top - 9 * mm, "Human resources")
    canvas.setStrokeColor(GREEN)
    below = top - (12 if page == 1 else 3) * mm
    canvas.line(SIDE * mm, below, pdf.WIDTH - SIDE * mm, below)


def _plain_head(canvas: Canvas, page: int) -> None:
    """Draw nothing: a private letter has no letterhead."""


def _file(story: Sequence[Flowable], title: str, day: date, foot: str, *, private: bool = False) -> bytes:
    head = _plain_head if private else _head
    top = 24 if private else 38
    layout = pdf.Layout(first=head, later=head, first_top=top, later_top=26, side=SIDE, foot=foot)
    author = "" if private else CLINIC.name
    return pdf.pdf_bytes(story, layout, Properties(title, author, datetime.combine(day, time(10, 20))))


def _address(story: Any, employee: Any, key: str) -> list[Flowable]:
    lines = [f"Ms. {employee.name}", story.addresses[key], f"{TOWN}  {POSTAL[key]}"]
    return [Paragraph("<br/>".join(lines), TEXT)]


def _clauses(*texts: str) -> list[Flowable]:
    return [Paragraph(text, CLAUSE, bulletText=f"{number}.") for number, text in enumerate(texts, start=1)]


def _notice(
    address: list[Flowable], employee: Any, days: tuple[date, date], subject: str, body: Sequence[str]
) -> bytes:
    dated, handed = days
    content: list[Flowable] = [
        Paragraph(f"{CLINIC.address.city}, {dated}", TEXT),
        Paragraph("BY HAND, PERSONAL", ParagraphStyle("by hand", parent=TEXT, fontName=pdf.BOLD, fontSize=8.5)),
        *address,
        Paragraph(f"Subject: {subject}", SUBJECT),
        Paragraph(f"Dear Ms. {employee.last},", TEXT),
        *[Paragraph(text, TEXT) for text in body],
        Paragraph("Yours sincerely,", TEXT),
        Spacer(1, 3 * mm),
        Signatures((HR.name, f"{HR.name}, {HR.title}", f"{dated}")),
        Spacer(1, 8 * mm),
        Table(
            [[Paragraph("<b>Acknowledgement.</b> This notice was handed to me on the date below.", pdf.BODY)]],
            colWidths=[INNER * mm],
            style=[("BOX", (0, 0), (-1, -1), 0.6, GREY), ("BACKGROUND", (0, 0), (-1, -1), HexColor(0xF2F6F5))],
        ),
        Spacer(1, 4 * mm),
        Signatures((employee.name, f"{employee.name}, employee {employee.number}", f"{handed}")),
    ]
    return _file(content, subject, dated, f"{employee.number}  personnel file, copy")


def notice_a(story: Any, employee: Any) -> bytes:
    """Write A's notice: her position is abolished."""
    body = (
        f"As announced to the staff in September, the billing of the clinic is handed over to an outside service. The "
        f"position of {employee.title.lower()}, which you hold, is therefore abolished. Your employment ends on "
        f"<b>{rules.LAST_DAY}</b>, which is your last day of work.",
        "You work and are paid as usual until then. With the pay run that follows you will receive a final-pay statement, "
        "drawn up in accordance with policy HR-09, and a letter that explains it. Your record of employment will be sent "
        "electronically.",
        "Please return your badge, your keys and whatever else belongs to the clinic on your last day. I am at your disposal "
        "for any question about the transition, the group insurance or the pension plan.",
        "I thank you on behalf of the management for the years that you have given to the clinic.",
    )
    return _notice(
        _address(story, employee, "A"), employee, (story.a_dated, story.a_handed), "End of your employment", body
    )


def notice_c(story: Any, employee: Any, holder: Any) -> bytes:
    """Write C's notice: the holder of the position returns."""
    back = rules.LAST_DAY + timedelta(days=3)
    body = (
        f"You were engaged to replace {holder.name} as medical secretary. The holder of the position returns on {back}, "
        f"earlier than we expected. As your contract allows, we therefore end your engagement on <b>{rules.LAST_DAY}</b>, "
        "which is your last day of work, and give you notice of it by this letter.",
        "What is due to you is set out in a final-pay statement that you receive with the pay run that follows, in "
        "accordance with policy HR-09. Your record of employment will be sent electronically.",
        "Please hand in your badge and your access card to the records room on your last day.",
        "The team of medical records has asked me to thank you, and I do so gladly.",
    )
    return _notice(
        _address(story, employee, "C"), employee, (story.c_dated, story.c_handed), "End of your replacement", body
    )


def _contract(title: str, employee: Any, signed: date, parts: Sequence[str]) -> bytes:
    content: list[Flowable] = [
        Paragraph(title, TITLE),
        Paragraph(
            f"between <b>{CLINIC.name}</b>, {CLINIC.address.one_line}, represented by {HR.name}, and "
            f"<b>{employee.name}</b>, employee number {employee.number}",
            TEXT,
        ),
        *_clauses(*parts),
        CondPageBreak(40 * mm),
        Spacer(1, 8 * mm),
        Signatures(
            (HR.name, f"for {CLINIC.name}", f"{signed}"), (employee.name, f"{employee.name}, employee", f"{signed}")
        ),
    ]
    return _file(content, title, signed, f"{employee.number}  personnel file")


COMMON = (
    "<b>Confidentiality.</b> The employee keeps secret whatever she learns about patients, during the employment and after "
    "it, and signs the clinic's undertaking on health information on her first day. A copy of this undertaking is kept in "
    "the personnel file.",
    "<b>Property.</b> Badge, keys, cards and equipment belong to the clinic and are returned on the last day.",
    "<b>Policies.</b> The policies of the clinic, among them HR-04 (working time), HR-09 (departures) and HR-12 (respect at "
    "work), form part of this contract. The employee has received a copy and confirms that she has read them.",
    "<b>Pay.</b> Pay is deposited every second Thursday for the two weeks that ended on the Saturday before. The employee "
    "tells human resources of a change of account at least ten days ahead.",
    "<b>Other work.</b> The employee may work elsewhere as long as her hours and the confidentiality of patients are not "
    "affected, and tells human resources of it in writing.",
)


def contract_first(story: Any, employee: Any) -> bytes:
    """Write C's first contract."""
    signed = story.hires.c_first - timedelta(days=12)
    # What she earned then is less than what she earns now, and matters to nobody today.
    rate = (employee.rate * 8 // 100) * 10
    parts = (
        f"<b>Position.</b> Medical secretary, medical records, permanent and full time, {_hours(employee.hours)} hours a week.",
        f"<b>First day.</b> The employment begins on {story.hires.c_first}.",
        "<b>Probation.</b> The first three months are a period of probation.",
        f"<b>Wage.</b> {grouped(rate)} an hour, reviewed every year on 1 January.",
        "<b>Vacation.</b> In accordance with policy HR-09 as in force from time to time.",
        *COMMON,
        "<b>End.</b> Either party may end the employment in writing. The employee gives two weeks; the clinic gives the "
        "notice of policy HR-09.",
        "<b>Whole agreement.</b> This contract replaces every earlier promise, written or spoken, and is changed in writing "
        "alone. If one of its clauses should be void, the others remain in force.",
    )
    return _contract("Contract of employment", employee, signed, parts)


def resignation(story: Any, employee: Any) -> bytes:
    """Write C's resignation from the first engagement."""
    body = (
        f"Please take this letter as my resignation from my position of medical secretary. My last day of work will be "
        f"<b>{story.hires.c_left}</b>.",
        "I am moving to the Bas-Saint-Laurent to be nearer to my family. I have been happy at the clinic and thank everybody "
        "in medical records for these years. I will of course prepare the files for whoever takes over.",
        "Please let me know what I have to return, and send my papers to the address above until the end of the month.",
    )
    content: list[Flowable] = [
        Paragraph(f"{employee.name}<br/>31, rue des Épinettes<br/>{TOWN}  J1G 2B7", TEXT),
        Paragraph(f"{CLINIC.address.city}, {story.c_resigned}", TEXT),
        Paragraph(f"{CLINIC.name}<br/>Human resources<br/>{CLINIC.address.one_line}", TEXT),
        Stamp(story.c_resigned),
        Spacer(1, 4 * mm),
        Paragraph("Dear Mr. Nadon,", TEXT),
        *[Paragraph(text, TEXT) for text in body],
        Paragraph("With best regards,", TEXT),
        Spacer(1, 3 * mm),
        Signatures((employee.name, employee.name, f"{story.c_resigned}")),
    ]
    return _file(content, "Resignation", story.c_resigned, f"{employee.number}  personnel file", private=True)


def contract_second(story: Any, employee: Any, holder: Any) -> bytes:
    """Write C's second contract, the replacement."""
    signed = story.hires.c_again - timedelta(days=10)
    parts = (
        f"<b>Position.</b> Medical secretary, medical records, as a replacement for {holder.name} during a leave; full time, "
        f"{_hours(employee.hours)} hours a week.",
        f"<b>First day.</b> The employment begins on {story.hires.c_again}.",
        f"<b>Term.</b> It ends on {story.c_term}. When the holder of the position returns before that day, the clinic may end "
        "it earlier, with the notice of policy HR-09 as for every employee. The employee may end it with two weeks.",
        f"<b>Wage.</b> {grouped(employee.rate)} an hour.",
        "<b>Vacation.</b> In accordance with policy HR-09; no days are carried over from elsewhere.",
        *COMMON,
    )
    return _contract("Contract of employment (replacement)", employee, signed, parts)


def equipment_form(story: Any, employee: Any) -> bytes:
    """Write the receipt for B's equipment, whose authorisation to deduct was never signed."""
    _, words, value = story.equipment
    grid = Table(
        [
            ["Item", "Inventory tag", "Value (CAD)", "Handed out", "Returned"],
            [words, story.tag, grouped(value), f"{story.equipment_since}", ""],
            ["Badge and set of keys, technical rooms", f"badge {employee.badge}", "-", f"{story.hires.b}", ""],
        ],
        colWidths=[67 * mm, 30 * mm, 25 * mm, 25 * mm, INNER * mm - 147 * mm],
        style=[
            ("FONT", (0, 0), (-1, 0), pdf.BOLD, 8.5),
            ("FONT", (0, 1), (-1, -1), pdf.FONT, 8.5),
            ("GRID", (0, 0), (-1, -1), 0.5, GREY),
            ("BACKGROUND", (0, 0), (-1, 0), HexColor(0xE4EEEB)),
            ("ALIGN", (2, 0), (2, -1), "RIGHT"),
        ],
    )
    content: list[Flowable] = [
        Paragraph("Receipt for equipment (form IT-7)", TITLE),
        Paragraph(
            f"Employee: <b>{employee.name}</b>, {employee.number}, {employee.title}, {employee.department}", TEXT
        ),
        grid,
        Spacer(1, 5 * mm),
        Paragraph("<b>1. Receipt</b>", TEXT),
        Paragraph(
            "I have received the items listed above in good order. They remain the property of the clinic. I use them for my "
            "work alone and return them on my last day or whenever the clinic asks for them.",
            TEXT,
        ),
        Signatures((employee.name, f"{employee.name}", f"{story.equipment_since}")),
        Spacer(1, 5 * mm),
        Paragraph("<b>2. Authorisation to deduct (voluntary)</b>", TEXT),
        Paragraph(
            "I authorise the clinic to deduct from my pay the value stated above of an item that I do not return. I may "
            "withdraw this authorisation at any time in writing.",
            TEXT,
        ),
        Signatures(("", f"{employee.name}", "")),
        Spacer(1, 5 * mm),
        Paragraph("Original: human resources. Copy: technical services, employee.", pdf.SMALL),
    ]
    return _file(content, "Form IT-7", story.equipment_since, f"{employee.number}  personnel file")


def _hours(hours: Decimal) -> str:
    return f"{hours.normalize():f}"
