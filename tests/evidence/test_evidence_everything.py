"""What must stand nowhere is found wherever a worker put it."""

import zipfile

import pytest
from docx import Document
from openpyxl import Workbook
from openpyxl.comments import Comment

from wp42_pytest.evidence import Deliverables
from wp42_pytest.evidence.everything import everything, further_files

SECRET = "a mechanic of the garage told it"
CALENDAR = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//x//y//EN
BEGIN:VEVENT
UID:1@x
DTSTAMP:20251101T000000Z
DTSTART:20251117T140000Z
DTEND:20251117T150000Z
SUMMARY:Interview
COMMENT:{SECRET}
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")


def docx(path, write):
    document = Document()
    document.add_paragraph("The story.")
    write(document)
    document.save(path)


def struck(document):
    document.add_paragraph().add_run(SECRET).font.strike = True


def hidden(document):
    document.add_paragraph().add_run(SECRET).font.hidden = True


def described(document):
    document.core_properties.comments = SECRET


def headed(document):
    document.sections[0].header.paragraphs[0].text = SECRET


def commented(document):
    run = document.add_paragraph().add_run("here")
    document.add_comment(run, text=SECRET, author="x")


def workbook(path, write):
    book = Workbook()
    book.active["A1"] = "The list"
    write(book)
    book.save(path)


def on_a_hidden_sheet(book):
    sheet = book.create_sheet("notes")
    sheet["B2"] = SECRET
    sheet.sheet_state = "hidden"


def in_a_comment(book):
    book.active["A1"].comment = Comment(SECRET, "x")


def in_its_title(book):
    book.properties.title = SECRET


def told(folder):
    return {passage.file for passage in everything(Deliverables(folder)) if "mechanic of the garage" in passage.text}


@pytest.mark.parametrize("write", [struck, hidden, described, headed, commented])
def test_a_docx_tells_it_beside_its_text(tmp_path, write):
    docx(tmp_path / "article.docx", write)
    assert told(tmp_path) == {"article.docx"}


@pytest.mark.parametrize("write", [on_a_hidden_sheet, in_a_comment, in_its_title])
def test_a_workbook_tells_it_out_of_sight(tmp_path, write):
    workbook(tmp_path / "list.xlsx", write)
    assert told(tmp_path) == {"list.xlsx"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("list.csv", f"no,note\n1,ok\n\n{SECRET}\n"),
        ("notes.txt", SECRET),
        ("reply.md", f"Hello\n\n<!-- {SECRET} -->\n"),
        ("interviews.ics", CALENDAR),
        ("more/extra.json", f'{{"a": [{{"b": "{SECRET}"}}]}}'),
        ("keys.json", f'{{"a": [{{"{SECRET}": 1}}]}}'),
        ("a mechanic of the garage told it.txt", "x"),
    ],
)
def test_every_file_counts_asked_for_or_not(tmp_path, name, text):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert told(tmp_path) == {name}


def test_a_file_that_may_tell_it_is_left_out(tmp_path):
    (tmp_path / "COMPLETION.json").write_text(f'{{"summary": "{SECRET}"}}', encoding="utf-8")
    assert list(everything(Deliverables(tmp_path), but=("COMPLETION.json",))) == []


def test_a_file_that_cannot_be_read_tells_its_name(tmp_path):
    with zipfile.ZipFile(tmp_path / "broken.docx", "w") as archive:
        archive.writestr("x", "y")
    assert [passage.where for passage in everything(Deliverables(tmp_path))] == ["broken.docx (its name)"]


def test_what_nobody_asked_for_is_listed(tmp_path):
    for name in ("list.csv", "list_FINAL.csv", "portal_submissions.json"):
        (tmp_path / name).write_text("a,b\n1,2\n", encoding="utf-8")
    assert further_files(Deliverables(tmp_path, {"list.csv": "csv"})) == ["list_FINAL.csv"]
