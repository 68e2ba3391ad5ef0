"""How long documents take to read, next to the plain library call on the same file.

Run with `pytest tests/bench/bench_documents.py -n0`; not part of the suite.
"""

import io

import docx
import pypdf
import pytest
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate, Table

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.docx import read_docx
from wp42_pytest.evidence.parse.pdf import read_pdf
from wp42_pytest.evidence.reader import ReaderChild

SENTENCE = (
    "The adjusted bank balance at 31 October 2025 is CAD 184,206.58, which agrees with the adjusted book balance. "
)


@pytest.fixture(scope="module")
def report_docx():
    """200 paragraphs of three runs, ten headings, and a table of 30 rows."""
    document = docx.Document()
    for number in range(200):
        if number % 20 == 0:
            document.add_heading(f"Section {number // 20 + 1}", 1)
        paragraph = document.add_paragraph(f"Cheque {4400 + number} for ")
        paragraph.add_run("CAD 1,234.56").bold = True
        paragraph.add_run(" was issued on 2025-10-14 and remains outstanding at the end of the month.")
    grid = document.add_table(rows=30, cols=4)
    for row in grid.rows:
        for cell in row.cells:
            cell.text = "512.75"
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def report_pdf():
    """100 pages, each with a heading, three paragraphs and a table of twelve rows."""
    styles = getSampleStyleSheet()
    story = []
    for page in range(100):
        story.append(Paragraph(f"Section {page + 1}", styles["Heading1"]))
        story += [Paragraph(SENTENCE * 4, styles["BodyText"]) for _ in range(3)]
        rows = [[4400 + row, f"2025-10-{row + 1:02}", "Fournitures Saint-Laurent", "1,234.56"] for row in range(12)]
        table = Table([["Cheque no", "Date", "Payee", "Amount"], *rows])
        table.setStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.grey)])
        story += [table, PageBreak()]
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, pagesize=A4, invariant=1).build(story)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def child():
    child = ReaderChild()
    yield child
    child.close()


def plain_docx(data):
    document = docx.Document(io.BytesIO(data))
    cells = [[cell.text for cell in row.cells] for table in document.tables for row in table.rows]
    return [paragraph.text for paragraph in document.paragraphs], cells


def plain_pdf(data):
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def test_docx_by_its_walk(benchmark, report_docx):
    assert len(benchmark(read_docx, report_docx)["blocks"]) == 240


def test_docx_by_python_docx(benchmark, report_docx):
    paragraphs, _ = benchmark(plain_docx, report_docx)
    assert len(paragraphs) == 210


def test_docx_through_the_sealed_child(benchmark, report_docx, child):
    assert len(benchmark(lambda: child.ask("docx", report_docx)).found["blocks"]) == 240


def test_docx_asked_twenty_questions(benchmark, report_docx):
    found = read_docx(report_docx)

    def ask():
        document = document_of("report.docx", "docx", found)
        for number in range(20):
            assert document.states("1234.56", near=[f"{4400 + number}"])
        return document

    assert benchmark(ask).mentions("4599")


def test_pdf_by_its_layout(benchmark, report_pdf):
    found = benchmark.pedantic(read_pdf, args=(report_pdf,), rounds=5, warmup_rounds=1)
    assert found["pages"] == 100


def test_pdf_by_pypdf(benchmark, report_pdf):
    assert len(benchmark.pedantic(plain_pdf, args=(report_pdf,), rounds=5, warmup_rounds=1)) == 100


def test_pdf_through_the_sealed_child(benchmark, report_pdf, child):
    answer = benchmark.pedantic(child.ask, args=("pdf", report_pdf), rounds=5, warmup_rounds=1)
    assert answer.found["pages"] == 100
