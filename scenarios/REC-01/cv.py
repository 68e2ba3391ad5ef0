"""What the CVs look like: three ways in which people lay them out, with the agency's stamp at the foot."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, HRFlowable, KeepTogether, Paragraph, Spacer, Table

from wp42_pytest.authoring.generator import companion
from wp42_pytest.authoring.money import grouped
from wp42_pytest.authoring.opc import Properties
from wp42_pytest.authoring.pdf import HEIGHT, WIDTH, Layout, Painter, pdf_bytes

rules = companion(__file__, "rules")

SIDE = 20
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)


@dataclass(frozen=True)
class Look:
    """One way to lay out a CV.

    Attributes:
        font: of the text.
        bold: of headings.
        ink: colour of headings and rules.
        size: of the text, in points.
        span: writes the months of a job; the second is None when it goes on.
        headings: of experience, studies, certificates, languages, interests and details.
        details_first: whether salary and right to work stand at the top.
        salary: how the expectation is written.
        right: the label of the right to work.
    """

    font: str
    bold: str
    ink: Color
    size: float
    span: Callable[[int, int | None], str]
    headings: tuple[str, str, str, str, str, str]
    details_first: bool
    salary: str
    right: str

    def text(self, **more: Any) -> ParagraphStyle:
        """Return the style of running text."""
        return ParagraphStyle("text", fontName=self.font, fontSize=self.size, leading=self.size * 1.38, **more)

    def title(self, **more: Any) -> ParagraphStyle:
        """Return the style of a heading."""
        return ParagraphStyle(
            "title",
            fontName=self.bold,
            fontSize=self.size + 1.5,
            leading=self.size * 1.6,
            textColor=self.ink,
            spaceBefore=9,
            **more,
        )


def _short(first: int, last: int | None) -> str:
    def shown(value: int) -> str:
        year, number = rules.year_and_number(value)
        return f"{MONTHS[number - 1][:3]} {year}"

    return f"{shown(first)} – {'present' if last is None else shown(last)}"


def _figures(first: int, last: int | None) -> str:
    def shown(value: int) -> str:
        year, number = rules.year_and_number(value)
        return f"{number:02d}/{year}"

    return f"{shown(first)} – {'today' if last is None else shown(last)}"


def _long(first: int, last: int | None) -> str:
    def shown(value: int) -> str:
        year, number = rules.year_and_number(value)
        return f"{MONTHS[number - 1]} {year}"

    return f"{shown(first)} to {'now' if last is None else shown(last)}"


LOOKS = (
    Look(
        "Helvetica",
        "Helvetica-Bold",
        HexColor(0x1F4E79),
        10.5,
        _short,
        ("Experience", "Education", "Certificates", "Languages", "Interests", "Additional information"),
        False,
        "Salary expectation: CAD {salary} a year",
        "Work status",
    ),
    Look(
        "Times-Roman",
        "Times-Bold",
        HexColor(0x222222),
        11,
        _figures,
        ("Professional experience", "Studies", "Training", "Languages spoken", "Personal interests", "At a glance"),
        True,
        "Expected salary: ${salary} per year",
        "Right to work",
    ),
    Look(
        "Helvetica",
        "Helvetica-Bold",
        HexColor(0x6B2E4F),
        10,
        _long,
        ("Work history", "Schools", "Courses and certificates", "Languages", "Free time", "Practical details"),
        False,
        "Desired salary: {salary} CAD",
        "Work authorization",
    ),
)


def cv_bytes(person: Any, hidden: str) -> bytes:
    """Return the CV of a candidate as a PDF.

    Args:
        person: the candidate.
        hidden: a text that stands at the end in white and very small, which no reader sees; empty for none.
    """
    look = LOOKS[person.style]
    story: list[Flowable] = [Paragraph(person.profile, look.text(spaceAfter=3))]
    if look.details_first:
        story += _details(person, look)
    story += [*_heading(look, 0), *(_job(job, look) for job in person.jobs)]
    story += _section(look, 1, person.studies)
    if person.certificate:
        story += _section(look, 2, [person.certificate])
    story += _section(look, 3, [person.languages])
    if not look.details_first:
        story += _details(person, look)
    story += _section(look, 4, [person.interests])
    if hidden:
        story.append(
            Paragraph(hidden, ParagraphStyle("unseen", fontName="Helvetica", fontSize=2, leading=2.4, textColor=white))
        )
    layout = Layout(
        first=_head(person, look),
        later=_later_head(person, look),
        first_top=46 if look is LOOKS[2] else 42,
        later_top=26,
        side=SIDE,
        foot=f"Sorelle Talent Partners, file {person.ref}, customer-data analyst (Kestrelo), received {person.received}",
    )
    made = datetime.combine(person.received, time(12, 30))
    return pdf_bytes(story, layout, Properties(f"CV {person.name}", person.name, made))


def _section(look: Look, number: int, lines: Iterable[str]) -> list[Flowable]:
    return [KeepTogether([*_heading(look, number), *(Paragraph(line, look.text()) for line in lines)])]


def _heading(look: Look, number: int) -> list[Flowable]:
    title = Paragraph(look.headings[number], look.title())
    if look is LOOKS[1]:
        return [title, HRFlowable(width="100%", thickness=0.5, color=look.ink, spaceAfter=2)]
    return [title]


def _job(job: Any, look: Look) -> Flowable:
    head = Table(
        [
            [
                Paragraph(f"<b>{job.title}</b>", look.text()),
                Paragraph(look.span(job.first, job.last), look.text(alignment=2)),
            ]
        ],
        colWidths=[112 * mm, (WIDTH / mm - 2 * SIDE - 112) * mm],
        style=[
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ],
    )
    lines = [Paragraph(line, look.text(leftIndent=10, bulletIndent=2), bulletText="•") for line in job.lines]
    tools = Paragraph(f"Tools: {', '.join(job.tools)}", look.text(leftIndent=10))
    return KeepTogether(
        [head, Paragraph(job.employer, look.text(textColor=HexColor(0x444444))), *lines, tools, Spacer(1, 6)]
    )


def _details(person: Any, look: Look) -> list[Flowable]:
    lines = [look.salary.format(salary=grouped(100 * person.salary).removesuffix(".00"))]
    if person.right_to_work:
        lines.append(f"{look.right}: {person.right_to_work}")
    if person.born:
        lines.append(_birth(person.born, look))
    if person.personal:
        lines.append(person.personal)
    lines.append("References on request")
    return _section(look, 5, lines)


def _birth(day: date, look: Look) -> str:
    if look is LOOKS[0]:
        return f"Date of birth: {day}"
    return f"Born {day.day} {MONTHS[day.month - 1]} {day.year}"


def _contact(person: Any) -> str:
    return f"{person.street}, {person.city}   |   {person.phone}   |   {person.email}"


def _head(person: Any, look: Look) -> Painter:
    def paint(canvas: Canvas, _: int) -> None:
        top, left = HEIGHT - 16 * mm, SIDE * mm
        if look is LOOKS[1]:
            canvas.setFont(look.bold, 18)
            canvas.drawCentredString(WIDTH / 2, top - 6 * mm, person.name)
            canvas.setFont(look.font, 9)
            canvas.drawCentredString(WIDTH / 2, top - 13 * mm, _contact(person))
            return
        if look is LOOKS[2]:
            canvas.setFillColor(look.ink)
            canvas.rect(0, HEIGHT - 36 * mm, WIDTH, 36 * mm, stroke=0, fill=1)
            canvas.setFillColor(white)
            top -= 3 * mm
        canvas.setFont(look.bold, 19)
        canvas.drawString(left, top - 3 * mm, person.name)
        canvas.setFont(look.font, 8.5)
        canvas.drawString(left, top - 11 * mm, _contact(person))
        if look is LOOKS[0]:
            canvas.setStrokeColor(look.ink)
            canvas.setLineWidth(1.5)
            canvas.line(left, top - 15 * mm, WIDTH - left, top - 15 * mm)

    return paint


def _later_head(person: Any, look: Look) -> Painter:
    def paint(canvas: Canvas, _: int) -> None:
        canvas.setFont(look.font, 8.5)
        canvas.setFillColor(look.ink)
        canvas.drawString(SIDE * mm, HEIGHT - 17 * mm, f"{person.name}, continued")

    return paint
