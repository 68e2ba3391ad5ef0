"""A presentation is read slide by slide, as its audience sees it."""

import io

import pytest
from built_files import zipped
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.util import Inches, Pt

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.slides import read_pptx
from wp42_pytest.evidence.refusal import Reason, Refused


def read(deck):
    buffer = io.BytesIO()
    deck.save(buffer)
    return document_of("deck.pptx", "pptx", read_pptx(buffer.getvalue()))


def box(slide, text, left=1.0, top=1.0):
    shape = slide.shapes.add_textbox(Inches(left), Inches(top), Inches(3), Inches(1))
    shape.text_frame.text = text
    return shape


@pytest.fixture
def deck():
    return Presentation()


@pytest.fixture
def slide(deck):
    return deck.slides.add_slide(deck.slide_layouts[6])


def test_every_slide_is_a_document_under_its_title(deck):
    for title, line in (("Revenue", "CAD 12.5 million"), ("Costs", "CAD 9,100,000")):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = line
        slide.notes_slide.notes_text_frame.text = f"say {title}"
    found = read(deck)
    assert found.titles == ["Revenue", "Costs"]
    assert len(found) == 2
    assert found[1].headings == ["Costs"]
    assert [slide.text for slide in found] == ["Revenue\nCAD 12.5 million", "Costs\nCAD 9,100,000"]
    assert found.slides[1].notes == ["say Costs"]
    assert found.states(12_500_000, near=["revenue"])
    assert not found.states(12_500_000, near=["costs"])
    assert not found.says([["say"]])


def test_a_table_keeps_its_columns(slide, deck):
    table = slide.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    for at, text in enumerate(("Region", "Sales", "North", "1,200")):
        table.cell(at // 2, at % 2).text = text
    assert read(deck).table("Region", "Sales").row("Region", "North")["Sales"] == 1200


def test_a_hidden_slide_is_not_shown(slide, deck):
    box(slide, "4242")
    slide._element.set("show", "0")
    box(deck.slides.add_slide(deck.slide_layouts[6]), "seen")
    found = read(deck)
    assert found.text == "seen"
    assert found.hidden == ["4242"]
    assert [shown.text for shown in found.slides] == ["seen"]


def test_a_shape_off_the_slide_or_marked_hidden_is_hidden(slide, deck):
    box(slide, "off", left=40)
    box(slide, "marked")._element.nvSpPr.cNvPr.set("hidden", "1")
    group = slide.shapes.add_group_shape()
    box(group, "grouped off", top=-9)
    box(slide, "seen")
    found = read(deck)
    assert found.text == "seen"
    assert found.hidden == ["off", "marked", "grouped off"]


def test_text_in_the_colour_of_its_ground_is_hidden_and_white_on_a_dark_shape_is_not(slide, deck):
    white = RGBColor(255, 255, 255)
    box(slide, "ghost").text_frame.paragraphs[0].runs[0].font.color.rgb = white
    box(slide, "tiny", top=2).text_frame.paragraphs[0].runs[0].font.size = Pt(1)
    dark = box(slide, "card", top=3)
    dark.fill.solid()
    dark.fill.fore_color.rgb = RGBColor(10, 20, 90)
    dark.text_frame.paragraphs[0].runs[0].font.color.rgb = white
    ground = slide.shapes.add_shape(1, Inches(1), Inches(5), Inches(4), Inches(2))
    ground.fill.solid()
    ground.fill.fore_color.rgb = RGBColor(10, 20, 90)
    box(slide, "over", top=5).text_frame.paragraphs[0].runs[0].font.color.rgb = white
    found = read(deck)
    assert found.paragraphs == ["card", "over"]
    assert found.hidden == ["ghost", "tiny"]


def test_white_text_on_a_dark_background_is_seen(slide, deck):
    slide.background.fill.solid()
    slide.background.fill.fore_color.rgb = RGBColor(0, 0, 60)
    box(slide, "seen").text_frame.paragraphs[0].runs[0].font.color.rgb = RGBColor(255, 255, 255)
    assert read(deck).text == "seen"


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04", zipped({"word/document.xml": "<a/>"}), zipped({"ppt/presentation.xml": "<"})]
)
def test_what_is_no_presentation_is_refused(data):
    with pytest.raises(Refused) as refused:
        read_pptx(data)
    assert refused.value.reason in (Reason.wrong_kind, Reason.damaged, Reason.archive_damaged)
