"""A pdf is read as laid-out text in sight; what cannot be read says why."""

import io
import time
import zlib

import pytest
from built_files import deflated_twice, pdf
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.pdf import read_pdf
from wp42_pytest.evidence.refusal import Reason, Refused

SENTENCE = "The adjusted bank balance at 31 October 2025 is CAD 184,206.58, which agrees with the books. "


def read(data):
    return document_of("report.pdf", "pdf", read_pdf(data))


def drawn(draw, **options):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1, **options)
    draw(canvas)
    canvas.save()
    return buffer.getvalue()


def flowed(*story):
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, invariant=1).build(list(story))
    return buffer.getvalue()


@pytest.fixture
def styles():
    return getSampleStyleSheet()


@pytest.mark.parametrize("alignment", [0, 1, 2, 4], ids=["left", "centred", "right", "justified"])
def test_a_sentence_over_several_lines_is_one_paragraph(styles, alignment):
    style = ParagraphStyle("x", parent=styles["BodyText"], alignment=alignment)
    document = read(
        flowed(
            Paragraph("Findings", styles["Heading1"]), Paragraph(SENTENCE * 3, style), Paragraph("Short. " * 40, style)
        )
    )
    assert document.headings == ["Findings"]
    assert [" ".join(text.split()) for text in document.paragraphs] == [
        (SENTENCE * 3).strip(),
        ("Short. " * 40).strip(),
    ]


def test_a_table_keeps_its_rows_and_columns(styles):
    rows = [["Cheque no", "Date", "Payee", "Amount"]] + [
        [str(4391 + at), f"2025-04-{at + 1:02}", "Fournitures Saint-Laurent", f"{500 + at}.75"] for at in range(9)
    ]
    table = Table(rows)
    table.setStyle([("BACKGROUND", (0, 0), (-1, 0), colors.darkblue), ("TEXTCOLOR", (0, 0), (-1, 0), colors.white)])
    document = read(flowed(Paragraph(SENTENCE, styles["BodyText"]), table))
    found = document.table("Cheque no", "Amount")
    assert found.columns == ["Cheque no", "Date", "Payee", "Amount"]
    assert found.row("Cheque no", 4399)["Amount"] == "508.75"
    assert found.row("Cheque no", 4391)["Payee"].text == "Fournitures Saint-Laurent"


def test_a_wrapped_cell_stays_in_its_row(styles):
    long = Paragraph("Deposit slip of 14 October entered with two digits exchanged", styles["BodyText"])
    table = Table(
        [["Ref", "Description", "Effect"], ["E1", long, "36.00"], ["E2", "Cheque 4462", "450.00"]],
        colWidths=[40, 150, 60],
    )
    document = read(flowed(table))
    assert document.says([["E1"], ["exchanged"]])
    assert document.labelled("cheque 4462").shown == "450.00"


@pytest.mark.parametrize("lines", [1, 2, 3, 4])
@pytest.mark.parametrize("set_to", ["TOP", "MIDDLE", "BOTTOM"])
def test_rows_stay_whole_wherever_their_cells_are_set(styles, set_to, lines):
    def wrapped(words):
        return Paragraph("<br/>".join([words] * lines), styles["BodyText"])

    rows = [
        ["Ref", "Description", "Effect"],
        ["E1", wrapped("slip of October"), "36.00"],
        ["E2", wrapped("cheque 4462"), "450.00"],
    ]
    table = Table(rows, colWidths=[40, 200, 60])
    table.setStyle([("VALIGN", (0, 0), (-1, -1), set_to)])
    document = read(flowed(Paragraph(SENTENCE, styles["BodyText"]), table, Paragraph(SENTENCE, styles["BodyText"])))
    found = document.table("Ref", "Description", "Effect")
    assert found.row("Ref", "E1")["Effect"] == "36.00"
    assert found.row("Ref", "E2")["Description"].text.split("\n") == ["cheque 4462"] * lines
    assert len(found) == 2


def test_words_that_a_writer_cut_into_pieces_are_whole():
    x, content = 72.0, ""
    for piece in ("The adj", "usted", " ", "bank balance", " ", "is ", "CAD 18", "4,20", "6.58", " at month", " end."):
        content += f"BT /F1 11 Tf 1 0 0 1 {x:.2f} 700 Tm [({piece})] TJ ET\n"
        x += stringWidth(piece, "Helvetica", 11)
    content += "BT /F1 11 Tf 1 0 0 1 72 600 Tm [(T)80(otal)-300(due:)-300(1,)-20(2)10(34)-5(.50)] TJ ET\n"
    assert read(pdf(content.encode())).paragraphs == [
        "The adjusted bank balance is CAD 184,206.58 at month end.",
        "Total due: 1,234.50",
    ]


def test_glyphs_that_are_placed_one_by_one_make_words():
    x, content = 72.0, ""
    for glyph in "Net 1,950.00 due now":
        content += f"BT /F1 11 Tf 1 0 0 1 {x:.2f} 520 Tm ({glyph}) Tj ET\n" if glyph != " " else ""
        x += stringWidth(glyph, "Helvetica", 11)
    assert read(pdf(content.encode())).text == "Net 1,950.00 due now"


def test_list_items_are_told_apart_from_their_marks():
    def draw(page):
        page.drawString(
            72, 700, "This is a long line of prose that reaches the right margin of the text, so that lists are short."
        )
        for at, (mark, text) in enumerate((("\u2022", "Cheque 4464 for 1,045.00"), ("1.", "Cheque 4468 for 286.40"))):
            page.drawString(72, 670 - 14 * at, mark)
            page.drawString(100, 670 - 14 * at, text)
        page.drawString(72, 620, "Cheque 4470 for 3,920.18")
        page.drawString(72, 606, "Cheque 4474 for 774.35")

    document = read(drawn(draw))
    assert [(block.kind, block.label, block.text) for block in document.blocks[1:]] == [
        ("item", "", "Cheque 4464 for 1,045.00"),
        ("item", "1.", "Cheque 4468 for 286.40"),
        ("paragraph", "", "Cheque 4470 for 3,920.18"),
        ("paragraph", "", "Cheque 4474 for 774.35"),
    ]


def test_dot_leaders_part_a_label_from_its_amount():
    document = read(
        drawn(lambda page: page.drawString(72, 700, "Adjusted balance ............................ 184,206.58"))
    )
    assert document.blocks[0].cells == ("Adjusted balance", "184,206.58")


def test_prose_in_two_columns_is_read_down_each_column():
    left = [
        "The adjusted balance that",
        "was found in this review is",
        "higher than the one that the",
        "books had shown before.",
    ]
    right = [
        "Cheque 4391 is older than",
        "six months and stays on the",
        "list of those outstanding, as",
        "the firm convention asks us.",
    ]

    def draw(page):
        for at, (one, two) in enumerate(zip(left, right, strict=True)):
            page.drawString(60, 700 - 14 * at, f"{one} and more")
            page.drawString(320, 700 - 14 * at, f"{two} to do")

    document = read(drawn(draw))
    assert document.text.index("books had shown") < document.text.index("Cheque 4391")


def test_figures_in_neighbouring_columns_never_run_together():
    def draw(page):
        page.drawString(72, 700, "Deposits")
        page.drawRightString(200, 700, "12")
        page.drawRightString(243, 700, "345.60")

    assert [amount.found.text for amount in read(drawn(draw)).blocks[0].amounts] == ["12", "345.60"]


def test_a_raised_note_mark_is_no_digit_of_a_figure():
    def draw(page):
        page.setFont("Helvetica", 12)
        page.drawString(72, 700, "Balance 184,206.58")
        page.setFont("Helvetica", 6)
        page.drawString(72 + page.stringWidth("Balance 184,206.58", "Helvetica", 12), 705, "2")

    assert read(drawn(draw)).states("184206.58")


@pytest.mark.parametrize("cover", ["paint", "clip", "alpha"])
def test_text_that_is_painted_over_clipped_away_or_transparent_is_hidden(cover):
    def draw(page):
        page.drawString(72, 700, "seen")
        page.saveState()
        if cover == "clip":
            path = page.beginPath()
            path.rect(400, 100, 20, 20)
            page.clipPath(path, stroke=0)
        if cover == "alpha":
            page.setFillAlpha(0)
        page.drawString(72, 600, "4242")
        page.restoreState()
        if cover == "paint":
            page.setFillColorRGB(0.9, 0.9, 0.9)
            page.rect(60, 590, 200, 30, stroke=0, fill=1)

    document = read(drawn(draw))
    assert document.text == "seen"
    assert document.hidden == ["4242"]


def test_a_highlight_over_text_leaves_it_seen():
    def draw(page):
        page.drawString(72, 600, "4242")
        page.setFillColorRGB(1, 1, 0)
        page.setFillAlpha(0.4)
        page.rect(60, 590, 200, 30, stroke=0, fill=1)

    assert read(drawn(draw)).text == "4242"


def test_white_text_is_seen_on_a_dark_ground_and_hidden_on_paper():
    def draw(page):
        page.setFillColorRGB(0, 0, 0.4)
        page.rect(60, 690, 200, 30, stroke=0, fill=1)
        page.setFillColorRGB(1, 1, 1)
        page.drawString(72, 700, "on dark")
        page.drawString(72, 600, "4242")

    document = read(drawn(draw))
    assert document.text == "on dark"
    assert document.hidden == ["4242"]


def test_a_layer_that_is_switched_off_is_hidden():
    data = pdf(b"BT /F1 12 Tf 72 700 Td (seen) Tj ET /OC /L BDC BT /F1 12 Tf 72 600 Td (4242) Tj ET EMC")
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    layer = writer._add_object(
        DictionaryObject({NameObject("/Type"): NameObject("/OCG"), NameObject("/Name"): _text("Answers")})
    )
    writer.pages[0]["/Resources"][NameObject("/Properties")] = DictionaryObject({NameObject("/L"): layer})
    writer.root_object[NameObject("/OCProperties")] = DictionaryObject(
        {
            NameObject("/OCGs"): _array(layer),
            NameObject("/D"): DictionaryObject({NameObject("/OFF"): _array(layer)}),
        }
    )
    buffer = io.BytesIO()
    writer.write(buffer)
    document = read(buffer.getvalue())
    assert document.text == "seen"
    assert document.hidden == ["4242"]


def _text(value):
    from pypdf.generic import TextStringObject

    return TextStringObject(value)


def _array(*values):
    from pypdf.generic import ArrayObject

    return ArrayObject(values)


def test_filled_form_fields_are_read_as_label_and_value():
    def draw(page):
        page.drawString(72, 720, "Claim form")
        page.acroForm.textfield(
            name="total", tooltip="Total claimed", value="1,234.50", x=72, y=600, width=120, height=20
        )

    document = read(drawn(draw))
    assert document.labelled("total claimed").shown == "1,234.50"
    assert document.says([["claim form"]])


def test_a_locked_pdf_is_refused_and_one_that_only_forbids_changes_is_read():
    for password, algorithm in (("secret", "RC4-128"), ("", "RC4-128")):
        writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(b"BT /F1 12 Tf 72 700 Td (open) Tj ET"))))
        writer.encrypt(password, "owner", algorithm=algorithm)
        buffer = io.BytesIO()
        writer.write(buffer)
        if password:
            with pytest.raises(Refused) as refused:
                read_pdf(buffer.getvalue())
            assert refused.value.reason is Reason.encrypted
        else:
            assert read(buffer.getvalue()).text == "open"


def test_a_pdf_that_is_cut_off_is_refused_as_damaged():
    data = drawn(lambda page: page.drawString(72, 700, "Total 10"))
    for keep in (len(data) // 3, len(data) // 2, len(data) - 60):
        with pytest.raises(Refused) as refused:
            read_pdf(data[:keep])
        assert refused.value.reason is Reason.damaged


def test_a_pdf_of_pictures_has_no_text_layer():
    with pytest.raises(Refused) as refused:
        read_pdf(drawn(lambda page: page.rect(10, 10, 100, 100)))
    assert refused.value.reason is Reason.no_text


def test_a_pdf_whose_text_is_all_out_of_sight_says_so():
    document = read(drawn(lambda page: page.drawString(72, 9000, "4242")))
    assert document.blocks == ()
    assert document.hidden == ["4242"]
    assert document.warnings == ["all text of the pdf is out of sight"]


def test_a_bomb_is_refused_before_anything_unpacks_it():
    bomb = pdf(b"", filters="/Filter[/FlateDecode/FlateDecode]", stream=deflated_twice(80 * 2**20))
    assert len(bomb) < 20_000
    begun = time.process_time()
    with pytest.raises(Refused) as refused:
        read_pdf(bomb)
    assert refused.value.reason is Reason.too_large
    assert time.process_time() - begun < 5


def test_a_form_that_every_page_draws_counts_once(monkeypatch):
    def draw(page):
        page.beginForm("letterhead")
        page.drawString(72, 780, "Lachance and Morin")
        for at in range(1000):
            page.line(72, 700, 72 + at, 20)
        page.endForm()
        for _ in range(20):
            page.doForm("letterhead")
            page.showPage()
        page.doForm("letterhead")

    data = drawn(draw, pageCompression=0)
    monkeypatch.setattr("wp42_pytest.evidence.parse.pdf.UNPACKED_LIMIT", 100_000)
    assert read(data).text.count("Lachance and Morin") == 21
    monkeypatch.setattr("wp42_pytest.evidence.parse.pdf.UNPACKED_LIMIT", 10_000)
    with pytest.raises(Refused) as refused:
        read_pdf(data)
    assert refused.value.reason is Reason.too_large


def test_a_deflated_page_of_ordinary_size_is_read():
    content = b"BT /F1 12 Tf 72 700 Td (Total 10) Tj ET"
    assert read(pdf(content, filters="/Filter/FlateDecode", stream=zlib.compress(content))).text == "Total 10"


@pytest.mark.parametrize("count", [0, 1500, 10_000, 2_000_000_000])
def test_pages_that_are_declared_and_not_there_do_no_harm(count):
    begun = time.process_time()
    assert read(pdf(b"BT /F1 12 Tf 72 700 Td (Total 10) Tj ET", count=count)).text == "Total 10"
    assert time.process_time() - begun < 5


def test_a_page_listed_ten_thousand_times_is_refused():
    with pytest.raises(Refused) as refused:
        read_pdf(pdf(b"BT /F1 12 Tf 72 700 Td (Total 10) Tj ET", pages="3 0 R " * 10_000, count=10_000))
    assert refused.value.reason in (Reason.too_complex, Reason.damaged)
