"""A docx is read as its reader sees it, whoever wrote it."""

import io
import json
from decimal import Decimal

import docx
import pytest
from built_files import cell, paragraph, part, relations, run, table, zipped
from built_files import docx as built
from docx.enum.text import WD_COLOR_INDEX
from docx.shared import Pt, RGBColor

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.docx import read_docx
from wp42_pytest.evidence.refusal import Reason, Refused


def read(data):
    return document_of("report.docx", "docx", read_docx(data))


def texts(data):
    return [block.text for block in read(data).blocks]


def saved(document):
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


STYLES = {
    "word/styles.xml": part(
        "styles",
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Titre1"><w:name w:val="heading 1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="AlsoGone"><w:name w:val="x"/><w:basedOn w:val="Gone"/></w:style>'
        '<w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:color w:val="FEFEFE"/></w:rPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="l"/><w:basedOn w:val="Loop"/></w:style>',
    )
}
THEME = {
    "word/theme/theme1.xml": '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements>'
    '<a:clrScheme name="x"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>'
    '<a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="1F497D"/></a:dk2>'
    '<a:lt2><a:srgbClr val="EEECE1"/></a:lt2></a:clrScheme></a:themeElements></a:theme>'
}


@pytest.mark.parametrize(
    "properties",
    [
        "<w:vanish/>",
        "<w:webHidden/>",
        '<w:color w:val="FFFFFF"/>',
        '<w:color w:val="FDFDFD"/>',
        '<w:color w:val="000000" w:themeColor="background1"/>',
        '<w:color w:val="FFFFFF" w:themeColor="text1" w:themeTint="05"/>',
        '<w:sz w:val="2"/>',
        '<w:rStyle w:val="Ghost"/>',
        '<w:shd w:val="clear" w:fill="000000"/><w:color w:val="000000"/>',
        '<w:highlight w:val="yellow"/><w:color w:val="FFFF00"/>',
    ],
)
def test_text_that_word_does_not_show_is_hidden_and_not_said(properties):
    document = read(built(paragraph("seen") + paragraph("4242", properties), STYLES | THEME))
    assert document.text == "seen"
    assert document.hidden == ["4242"]
    assert not document.states(4242)
    assert not document.mentions("4242")


@pytest.mark.parametrize(
    "properties",
    [
        '<w:vanish w:val="0"/>',
        '<w:color w:val="auto"/>',
        '<w:color w:val="C0C0C0"/>',
        '<w:sz w:val="12"/>',
        '<w:shd w:val="clear" w:fill="1F3864"/><w:color w:val="FFFFFF"/>',
        '<w:highlight w:val="black"/><w:color w:val="FFFFFF"/>',
        '<w:color w:val="FFFFFF" w:themeColor="text1"/>',
    ],
)
def test_text_that_word_shows_is_said(properties):
    assert texts(built(paragraph("4242", properties), STYLES | THEME)) == ["4242"]


@pytest.mark.parametrize("style", ["Gone", "AlsoGone"])
def test_text_hidden_by_its_paragraph_style_is_hidden(style):
    document = read(built(paragraph("4242", style=style) + paragraph("seen", style="Loop"), STYLES))
    assert document.text == "seen"
    assert document.hidden == ["4242"]


def test_white_text_in_a_dark_cell_is_seen_and_in_a_white_one_is_not():
    dark = '<w:shd w:val="clear" w:fill="1F3864"/>'
    white = '<w:color w:val="FFFFFF"/>'
    document = read(built(table(cell("Amount", dark, white) + cell("4242", "", white))))
    assert [block.cells for block in document.blocks] == [("Amount", "")]
    assert document.hidden == ["4242"]


def test_white_text_that_a_table_style_may_set_on_a_dark_ground_is_given_the_benefit_of_the_doubt():
    styles = part(
        "styles",
        '<w:style w:type="table" w:styleId="Dark"><w:name w:val="Dark"/><w:tblStylePr w:type="firstRow">'
        '<w:tcPr><w:shd w:val="clear" w:fill="4472C4"/></w:tcPr></w:tblStylePr></w:style>',
    )
    body = (
        '<w:tbl><w:tblPr><w:tblStyle w:val="Dark"/></w:tblPr><w:tr>'
        + cell("Amount", "", '<w:color w:val="FFFFFF"/>')
        + cell("Date")
        + "</w:tr></w:tbl>"
    )
    assert texts(built(body, {"word/styles.xml": styles})) == ["Amount | Date"]


def test_rows_and_lines_too_low_to_show_anything_are_hidden():
    low = '<w:p><w:pPr><w:spacing w:line="10" w:lineRule="exact"/></w:pPr>' + run("4242") + "</w:p>"
    row = '<w:tbl><w:tr><w:trPr><w:trHeight w:val="5" w:hRule="exact"/></w:trPr>' + cell("777") + "</w:tr></w:tbl>"
    document = read(built(low + row + paragraph("seen")))
    assert document.text == "seen"
    assert document.hidden == ["4242", "777"]


def test_the_same_text_reads_the_same_whichever_program_wrote_it():
    by_library = docx.Document()
    by_library.add_heading("Findings", 1)
    by_library.add_paragraph("Cheque 4391 is ").add_run("stale").bold = True
    grid = by_library.add_table(rows=2, cols=2)
    for row, values in zip(grid.rows, (("Cheque no", "Amount"), ("4391", "512.75")), strict=True):
        for place, value in zip(row.cells, values, strict=True):
            place.text = value
    # LibreOffice names styles by meaning, splits runs, marks spelling and leaves bookmarks between them.
    office = built(
        '<w:p><w:pPr><w:pStyle w:val="Titre1"/><w:bidi w:val="0"/></w:pPr><w:bookmarkStart w:id="0" w:name="x"/>'
        + run("Fin")
        + '<w:bookmarkEnd w:id="0"/>'
        + run("dings")
        + '</w:p><w:p><w:proofErr w:type="spellStart"/>'
        + run("Cheque 43")
        + run("91 is ", '<w:lang w:val="en-CA"/>')
        + run("stale", "<w:b/>")
        + '</w:p><w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="1"/></w:tblGrid><w:tr><w:trPr/>'
        + cell("Cheque no", '<w:tcW w:w="1"/>')
        + cell("Amount")
        + "</w:tr><w:tr>"
        + cell("4391")
        + cell("512.75")
        + "</w:tr></w:tbl><w:sectPr/>",
        STYLES,
    )
    bare = built(
        '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Findings</w:t></w:r></w:p>'
        "<w:p><w:r><w:t>Cheque 4391 is stale</w:t></w:r></w:p>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Cheque no</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Amount</w:t></w:r></w:p></w:tc></w:tr>"
        "<w:tr><w:tc><w:p><w:r><w:t>4391</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>512.75</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    )
    documents = [read(data) for data in (saved(by_library), office, bare)]
    for document in documents:
        assert document.headings == ["Findings"]
        assert document.paragraphs == ["Cheque 4391 is stale"]
        assert document.table("Cheque no", "Amount").row("Cheque no", 4391)["Amount"] == 512.75
    assert len({document.text for document in documents}) == 1


def test_white_and_tiny_text_by_python_docx_is_hidden():
    document = docx.Document()
    paragraph_ = document.add_paragraph("seen ")
    paragraph_.add_run("white").font.color.rgb = RGBColor(255, 255, 255)
    paragraph_.add_run("tiny").font.size = Pt(1)
    paragraph_.add_run("hidden").font.hidden = True
    marked = paragraph_.add_run("marked")
    marked.font.color.rgb = RGBColor(255, 255, 255)
    marked.font.highlight_color = WD_COLOR_INDEX.DARK_BLUE
    found = read(saved(document))
    assert found.text == "seen marked"
    assert found.hidden == ["whitetinyhidden"]


def test_merged_cells_are_read_once_and_stay_in_their_columns():
    document = read(
        built(
            table(
                cell("Region") + cell("2024", '<w:gridSpan w:val="2"/>'),
                cell("") + cell("Q1") + cell("Q2"),
                cell("North", '<w:vMerge w:val="restart"/>') + cell("1") + cell("2"),
                cell("", "<w:vMerge/>") + cell("3") + cell("4"),
            )
        )
    )
    assert [block.text for block in document.blocks] == ["Region | 2024", "Q1 | Q2", "North | 1 | 2", "3 | 4"]
    assert document.says([["north"], ["4"]])
    found = document.table("Q1", "Q2")
    assert [row["Q2"].number for row in found.rows] == [2, 4]


def test_a_table_in_a_cell_is_read_once_as_a_table_of_its_own():
    inner = table(cell("Cheque") + cell("Amount"), cell("4391") + cell("512.75"))
    outer = f"<w:tbl><w:tr><w:tc>{paragraph('Left')}</w:tc><w:tc>{paragraph('Right')}{inner}</w:tc></w:tr></w:tbl>"
    document = read(built(outer))
    assert [block.text for block in document.blocks] == ["Left | Right", "Cheque | Amount", "4391 | 512.75"]
    assert document.table("Cheque", "Amount").row("Cheque", "4391")["Amount"] == 512.75


def test_a_framed_letter_in_a_table_of_one_cell_reads_as_paragraphs():
    body = f"<w:tbl><w:tr><w:tc>{paragraph('Dear Ms Harvey')}{paragraph('All is well.')}</w:tc></w:tr></w:tbl>"
    assert read(built(body)).paragraphs == ["Dear Ms Harvey", "All is well."]


def test_tables_nested_beyond_all_sense_are_refused_and_not_endured():
    body = "<w:tbl><w:tr><w:tc>" * 5000 + paragraph("deep") + "</w:tc></w:tr></w:tbl>" * 5000
    with pytest.raises(Refused) as refused:
        read_docx(built(body))
    assert refused.value.reason in (Reason.damaged, Reason.too_complex)
    fifty = "<w:tbl><w:tr><w:tc>" * 50 + paragraph("deep") + "</w:tc></w:tr></w:tbl>" * 50
    assert texts(built(fifty)) == ["deep"]


def test_automatic_numbers_are_found_with_the_text_that_they_number():
    numbering = part(
        "numbering",
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>'
        '<w:lvl w:ilvl="2"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    )

    def numbered(text, level):
        properties = f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
        return f"<w:p>{properties}{run(text)}</w:p>"

    body = numbered("Liability", 0) + numbered("Cap", 1) + numbered("Carve-outs", 1) + numbered("fraud", 2)
    document = read(built(body, {"word/numbering.xml": numbering}))
    assert [block.label for block in document.blocks] == ["4", "4.1", "4.2", "(a)"]
    assert document.says([["4.2"], ["carve-out*"]])
    assert document.blocks[2].amounts == []


def test_fields_show_their_result_and_never_their_code():
    field = (
        '<w:p><w:r><w:t xml:space="preserve">Total </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        "<w:r><w:instrText>=SUM(ABOVE)</w:instrText><w:t>4242</w:t></w:r>"
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>512.75</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )
    document = read(built(field))
    assert document.text == "Total 512.75"
    assert document.hidden == ["4242"]


def test_a_deleted_paragraph_mark_joins_paragraphs_and_an_inserted_one_parts_them():
    mark = "<w:pPr><w:rPr><w:{}/></w:rPr></w:pPr>"
    body = (
        f"<w:p>{mark.format('del')}{run('The price ')}</w:p>{paragraph('is 200.')}"
        f"<w:p>{mark.format('ins')}{run('One. ')}</w:p>{paragraph('Two.')}"
    )
    document = read(built(body + '<w:p><w:ins w:id="1" w:author="B"><w:r><w:t>New</w:t></w:r></w:ins></w:p>'))
    assert document.paragraphs == ["The price is 200.", "One.", "Two.", "New"]
    assert document.original.paragraphs == ["The price", "is 200.", "One.Two."]
    assert document.changes == [{"kind": "ins", "of": "1", "author": "B", "date": "", "text": "New"}]


def test_a_tracked_row_counts_as_accepted():
    rows = (
        f"<w:tr><w:trPr><w:del/></w:trPr>{cell('old')}{cell('1')}</w:tr>"
        f"<w:tr><w:trPr><w:ins/></w:trPr>{cell('new')}{cell('2')}</w:tr>"
    )
    assert texts(built(f"<w:tbl>{rows}</w:tbl>")) == ["new | 2"]


def test_struck_out_text_is_listed_apart():
    document = read(built(f"<w:p>{run('Balance ')}{run('999.00', '<w:strike/>')}{run('184,206.58')}</w:p>"))
    assert document.text == "Balance 184,206.58"
    assert document.struck == ["999.00"]


def test_the_raised_mark_of_a_note_is_no_digit_of_a_figure():
    raised = '<w:vertAlign w:val="superscript"/>'
    document = read(built(f"<w:p>{run('Balance 184,206.58')}{run('2', raised)}</w:p>"))
    assert document.stated(["balance"]) == [Decimal("184206.58")]


def test_text_boxes_charts_and_equations_are_read():
    chart = (
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:ser><c:tx><c:v>Revenue</c:v></c:tx>'
        '<c:cat><c:pt idx="0"><c:v>Q1</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>0.30000000000000004</c:v></c:pt></c:val></c:ser></c:chartSpace>'
    )
    drawing = (
        '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><a:graphic><a:graphicData>'
        '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId9"/>'
        "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    equation = "<w:p><m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>4</m:t></m:r></m:den></m:f></m:oMath></w:p>"
    extra = {
        "word/charts/chart1.xml": chart,
        "word/_rels/document.xml.rels": relations(("rId9", "chart", "charts/chart1.xml")),
    }
    document = read(built(drawing + equation, extra))
    assert [block.text for block in document.blocks] == ["Revenue", "Q1 | 0.3", "1/4"]
    assert document.states("0.3", near=["revenue"]).where == "column"


def test_a_text_box_off_the_page_or_without_size_is_hidden():
    def box(extent, offset):
        return (
            f"<w:p><w:r><w:drawing><wp:anchor><wp:positionV><wp:posOffset>{offset}</wp:posOffset></wp:positionV>"
            f'<wp:extent cx="{extent}" cy="{extent}"/><a:graphic><a:graphicData><wps:wsp><wps:spPr/><wps:txbx><w:txbxContent>'
            f"{paragraph('4242')}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>"
        )

    assert read(built(box(900_000, 0))).text == "4242"
    assert read(built(box(1, 0))).hidden == ["4242"]
    assert read(built(box(900_000, 60_000_000))).hidden == ["4242"]


def test_footnotes_that_nothing_refers_to_and_headers_that_are_not_shown_are_hidden():
    notes = part(
        "footnotes",
        f'<w:footnote w:id="1">{paragraph("used")}</w:footnote><w:footnote w:id="2">{paragraph("4242")}</w:footnote>'
        f'<w:footnote w:type="separator" w:id="0">{paragraph("---")}</w:footnote>',
    )
    body = (
        '<w:p><w:r><w:t>Body</w:t><w:footnoteReference w:id="1"/></w:r></w:p>'
        '<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/></w:sectPr>'
    )
    extra = {
        "word/footnotes.xml": notes,
        "word/header1.xml": part("hdr", paragraph("Lachance & Morin".replace("&", "&amp;"))),
        "word/header2.xml": part("hdr", paragraph("777")),
        "word/_rels/document.xml.rels": relations(("h1", "header", "header1.xml"), ("h2", "header", "header2.xml")),
    }
    document = read(built(body, extra))
    assert document.footnotes == ["used"]
    assert document.headers == ["Lachance & Morin"]
    assert sorted(document.hidden) == ["4242", "777"]


@pytest.mark.parametrize(
    "target",
    ["../../../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:9/x", "..\\..\\x", "nowhere.xml"],
)
def test_relations_that_lead_out_or_nowhere_are_harmless(target):
    body = '<w:p><w:hyperlink r:id="a"><w:r><w:t>Link</w:t></w:r></w:hyperlink></w:p><w:sectPr><w:headerReference r:id="b"/></w:sectPr>'
    found = relations(
        *(
            (name, kind, target)
            for name, kind in (("a", "hyperlink"), ("b", "header"), ("c", "footnotes"), ("d", "styles"))
        )
    )
    document = read(built(body, {"word/_rels/document.xml.rels": found}))
    assert document.text == "Link"
    assert "root" not in json.dumps(document.payload)


@pytest.mark.parametrize(
    "declaration",
    [
        '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY x "&a;&a;&a;">]>',
        "<!DOCTYPE w>",
    ],
)
def test_a_document_type_is_refused(declaration):
    data = zipped(
        {
            "_rels/.rels": relations(("rId1", "officeDocument", "word/document.xml")),
            "word/document.xml": f"<?xml version='1.0'?>{declaration}"
            + part("document", f"<w:body>{paragraph('A')}</w:body>")[38:],
        }
    )
    with pytest.raises(Refused) as refused:
        read_docx(data)
    assert refused.value.reason is Reason.dtd


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"# Markdown under a false name\n",
        zipped({"xl/workbook.xml": "<workbook/>"}),
        zipped({"word/document.xml": "<not closed"}),
        zipped({"word/document.xml": part("document", "")}),
    ],
)
def test_what_is_no_word_document_is_refused_with_a_reason(data):
    with pytest.raises(Refused) as refused:
        read_docx(data)
    assert isinstance(refused.value.reason, Reason)
    assert refused.value.sentence


def test_bold_lines_serve_as_headings_where_real_ones_are_missing():
    document = read(
        built(paragraph("Adjusted balance", "<w:b/>") + paragraph("It is CAD 184,206.58.") + paragraph("Paid."))
    )
    assert document.headings == ["Adjusted balance"]
    assert document.states("184206.58", near=["adjusted"]).where == "heading"
