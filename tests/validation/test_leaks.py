"""The leak scan finds a derived figure in every usual spelling and in every corner of a bundle."""

import io
import re
import sqlite3
import zipfile
from decimal import Decimal
from email.message import EmailMessage
from types import SimpleNamespace

import pytest
from docx import Document
from openpyxl import Workbook
from openpyxl.comments import Comment
from PIL import Image, PngImagePlugin
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, NumberObject
from reportlab.pdfgen.canvas import Canvas

from wp42_pytest.model.oracle import OracleFigure
from wp42_pytest.validation.leaks import (
    Standing,
    leaked_figures,
    leaked_paths,
    leaked_seed,
    missing_given,
    scanned,
    significant_digits,
    spelling_of,
    unscanned_figures,
)
from wp42_pytest.validation.strings import Passage, strings

SECRET = Decimal("84206.58")


def oracle(**figures):
    return SimpleNamespace(figures={name: OracleFigure(**fields) for name, fields in figures.items()})


@pytest.mark.parametrize(
    "text",
    [
        *("84206.58", "84,206.58", "84 206.58", "84\u00a0206,58", "84\u202f206,58", "84'206.58", "84’206.58"),
        *("$84,206.58", "(84,206.58)", "-84206.58", "84.206,58", "84206.580", "CAD 84206,58.", "84206.58000000001"),
        *("x,14,84206.58,y", '14,"84,206.58",y', "<v>84206.58</v>"),
    ],
)
def test_every_usual_spelling_is_found(text):
    assert spelling_of(SECRET).search(text)


@pytest.mark.parametrize(
    "text", ["184206.58", "84206.5", "84206.583", "1,84,206.587", "184,206.58", "8420.58", "1.84206.58"]
)
def test_other_numbers_are_not_found(text):
    assert not spelling_of(SECRET).search(text)


@pytest.mark.parametrize(("value", "digits"), [("84206.58", 7), ("36.00", 2), ("1200", 2), ("0.0550", 2)])
def test_zeros_at_the_ends_of_a_figure_tell_nothing(value, digits):
    assert significant_digits(Decimal(value)) == digits


def test_a_thousand_is_not_taken_for_a_decimal():
    assert not spelling_of(Decimal("1.757")).search("balance 1,757.43 and 21,757.10")
    assert spelling_of(Decimal("1.757")).search("rate 1,757 and")


def saved(document):
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def docx_properties():
    document = Document()
    document.core_properties.keywords = "84206.58"
    return saved(document)


def docx_split_over_runs():
    document = Document()
    paragraph = document.add_paragraph("total 84,")
    paragraph.add_run("206").font.hidden = True
    paragraph.add_run(".58")
    return saved(document)


def docx_header():
    document = Document()
    document.sections[0].header.paragraphs[0].text = "84 206,58"
    return saved(document)


def docx_comment():
    document = Document()
    run = document.add_paragraph("text").add_run("noted")
    document.add_comment(run, text="84,206.58", author="x")
    return saved(document)


def hidden_sheet():
    book = Workbook()
    book.create_sheet("scratch").append([84206.58])
    book["scratch"].sheet_state = "veryHidden"
    return saved(book)


def sheet_comment():
    book = Workbook()
    book.active["A1"].comment = Comment("should be 84206.58", "x")
    return saved(book)


def sheet_name():
    book = Workbook()
    book.create_sheet("84206.58")
    return saved(book)


def zip_comment():
    data = io.BytesIO(saved(Workbook()))
    with zipfile.ZipFile(data, "a") as archive:
        archive.comment = b"84206.58"
    return data.getvalue()


def pdf_page():
    written = io.BytesIO()
    canvas = Canvas(written)
    canvas.setFillGray(1)
    canvas.drawString(10, 10, "84,206.58")
    canvas.save()
    return written.getvalue()


def pdf_changed(change):
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(blank_pdf())))
    change(writer)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def blank_pdf():
    written = io.BytesIO()
    canvas = Canvas(written)
    canvas.drawString(10, 10, "nothing")
    canvas.save()
    return written.getvalue()


def pdf_metadata():
    return pdf_changed(lambda writer: writer.add_metadata({"/Subject": "84206.58"}))


def pdf_annotation():
    return pdf_changed(lambda writer: writer.add_annotation(0, FreeText(text="84,206.58", rect=(0, 0, 9, 9))))


def pdf_attachment():
    return pdf_changed(lambda writer: writer.add_attachment("a.txt", b"84206.58"))


def png_text():
    info = PngImagePlugin.PngInfo()
    info.add_itxt("Comment", "84206.58", zip=True)
    written = io.BytesIO()
    Image.new("1", (2, 2)).save(written, "PNG", pnginfo=info)
    return written.getvalue()


def png_tail():
    written = io.BytesIO()
    Image.new("1", (2, 2)).save(written, "PNG")
    return written.getvalue() + b"84206.58"


def database():
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (amount REAL)")
        connection.execute("INSERT INTO t VALUES (84206.58)")
        connection.commit()
        return connection.serialize()


def mail():
    message = EmailMessage()
    message["Subject"] = "nothing"
    message.set_content("84 206,58 é", cte="base64")
    return message.as_bytes()


def mail_attachment():
    message = EmailMessage()
    message.set_content("see attachment")
    message.add_attachment(hidden_sheet(), maintype="application", subtype="octet-stream", filename="a.xlsx")
    return message.as_bytes()


CORNERS = {
    "docx properties": ("a.docx", docx_properties),
    "docx, split over runs, one hidden": ("a.docx", docx_split_over_runs),
    "docx header": ("a.docx", docx_header),
    "docx comment": ("a.docx", docx_comment),
    "hidden sheet": ("a.xlsx", hidden_sheet),
    "sheet comment": ("a.xlsx", sheet_comment),
    "sheet name": ("a.xlsx", sheet_name),
    "zip comment": ("a.xlsx", zip_comment),
    "pdf page, in white": ("a.pdf", pdf_page),
    "pdf metadata": ("a.pdf", pdf_metadata),
    "pdf annotation": ("a.pdf", pdf_annotation),
    "pdf attachment": ("a.pdf", pdf_attachment),
    "png text chunk, compressed": ("a.png", png_text),
    "png, after its end": ("a.png", png_tail),
    "database": ("a.sqlite", database),
    "mail in base64": ("a.eml", mail),
    "workbook attached to a mail": ("a.eml", mail_attachment),
    "csv": ("a.csv", lambda: b"no,amount\n14,84206.58\n"),
    "json": ("a.json", lambda: b'{"x": 84206.58}'),
    "calendar": ("a.ics", lambda: b"BEGIN:VEVENT\r\nDESCRIPTION:84206.58\r\nEND:VEVENT\r\n"),
}


def bundle(folder, name, data):
    (folder / "inputs").mkdir()
    (folder / "inputs" / name).write_bytes(data)
    (folder / "task.json").write_text('{"generator_seed": 7316024811905, "title": "x"}')
    (folder / "BRIEF.md").write_text("Do it.\n")
    return folder


@pytest.mark.parametrize("corner", CORNERS)
def test_a_derived_figure_is_found_in_every_corner_of_a_bundle(corner, tmp_path):
    name, make = CORNERS[corner]
    standing = Standing(scanned(bundle(tmp_path, name, make())))
    found = list(leaked_figures(oracle(total={"value": SECRET}), standing, "FIN-02"))
    assert [finding.rule for finding in found] == ["figure-standing"]
    assert f"inputs/{name}" in found[0].file
    assert "total" in found[0].what


def test_a_figure_in_cents_or_as_a_ratio_gives_it_away_too(tmp_path):
    standing = Standing(scanned(bundle(tmp_path, "a.csv", b"cents,share\n8420658,0.12345\n")))
    found = list(
        leaked_figures(oracle(total={"value": SECRET}, share={"value": "12.345", "unit": "%"}), standing, "FIN-02")
    )
    assert len(found) == 2


def test_given_figures_may_stand_there_and_must(tmp_path):
    standing = Standing(scanned(bundle(tmp_path, "a.csv", b"84206.58")))
    given = oracle(total={"value": SECRET, "given": True}, other={"value": "4711.12", "given": True})
    assert list(leaked_figures(given, standing, "FIN-02")) == []
    assert ["other" in finding.what for finding in missing_given(given, standing)] == [True]


def test_short_figures_are_listed_as_not_scanned(tmp_path):
    standing = Standing(scanned(bundle(tmp_path, "a.csv", b"36.00,9")))
    short = oracle(effect={"value": "36.00"}, cheques={"value": 9}, total={"value": SECRET})
    assert list(leaked_figures(short, standing, "FIN-02")) == []
    assert unscanned_figures(short) == ["effect", "cheques"]


def test_our_paths_are_found(tmp_path):
    passages = scanned(bundle(tmp_path, "a.md", b"see /home/ada/wp42-oracles/FIN-02"))
    assert [finding.rule for finding in leaked_paths(passages, [tmp_path / "x"], "FIN-02")] == ["path-standing"]


def test_the_seed_in_task_json_is_not_staged_but_anywhere_else_it_is_found(tmp_path):
    folder = bundle(tmp_path, "a.docx", docx_header())
    assert list(leaked_seed(folder, 7316024811905, "FIN-02")) == []
    (folder / "BRIEF.md").write_text("Batch 7316024811905\n")
    assert [finding.file for finding in leaked_seed(folder, 7316024811905, "FIN-02")] == ["FIN-02/BRIEF.md"]


def test_what_a_pdf_needs_to_draw_its_text_is_not_read_as_a_figure():
    box = DictionaryObject({NameObject("/FontBBox"): ArrayObject(map(NumberObject, (-294, -257, 1566, 839)))})
    written = pdf_changed(lambda writer: writer._add_object(box))
    assert b"1566" in written
    standing = Standing([Passage("a.pdf", part, text) for part, text in strings("a.pdf", written)])
    (start,) = re.findall(rb"startxref\s+(\d+)", written)
    assert not standing.where(Decimal(1566))
    assert not standing.where(Decimal(start.decode()))
