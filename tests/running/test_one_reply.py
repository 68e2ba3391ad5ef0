"""The worker without tools: what it shows the model, and what it makes of the answer."""

import json
from pathlib import Path

import openpyxl
import pytest
from docx import Document
from pptx import Presentation
from pypdf import PdfReader

from wp42_pytest.model.run import ExitReason
from wp42_pytest.running.one_reply.papers import show, text_of
from wp42_pytest.running.one_reply.program import files_in
from wp42_pytest.running.one_reply.writing import write_files

ANSWER = {
    "files": [
        {
            "path": "reconciliation.xlsx",
            "sheets": [{"name": "Reconciliation", "rows": [["Balance", 10.5], ["Total", "=B1*2"]]}],
        },
        {
            "path": "out/management_report.docx",
            "markdown": "# Report\n\nAll **well**.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        },
        {"path": "COMPLETION.json", "text": '{"status": "completed", "summary": "s", "deliverables": []}'},
    ]
}


@pytest.mark.parametrize("api", ["openai-completions", "openai-responses", "anthropic-messages"])
def test_one_request_brings_all_papers_and_its_answer_becomes_files(run, model, model_setup, says, api):
    model.plays(says(text="Here you are:\n```json\n" + json.dumps(ANSWER) + "\n```\nGood luck."))
    made = run("one-reply", arm="A1", model=model_setup(api))
    assert made.record.exit_reason is ExitReason.finished
    assert made.names() == ["COMPLETION.json", "management_report.docx", "reconciliation.xlsx"]
    sheet = openpyxl.load_workbook(made.out / "reconciliation.xlsx")["Reconciliation"]
    assert (sheet["B1"].value, sheet["B2"].value) == (10.5, "=B1*2")
    assert Document(made.out / "management_report.docx").paragraphs[0].text == "Report"
    (request,) = model.requests
    content = (request.get("input") or request["messages"])[0]["content"]
    text = "\n".join(part["text"] for part in content)
    assert "bank_statement_2025-10.pdf" in text
    assert "004-21187-6" in text
    assert "generator_seed" not in text
    assert not request.get("tools")


def test_an_answer_without_files_is_the_workers_own_end(run, model, model_setup, says):
    model.plays(says(text="I cannot do that."))
    made = run("one-reply", arm="A1", model=model_setup())
    assert made.record.exit_reason is ExitReason.finished
    assert made.names() == []
    assert "the answer holds no files" in made.record.details["worker_report"]["said"]


def test_an_error_of_the_model_is_told_apart(run, model, model_setup, says):
    model.plays(says(status=400, error="context length exceeded"))
    made = run("one-reply", arm="A1", model=model_setup())
    assert made.record.exit_reason is ExitReason.model_error
    assert "context length exceeded" in made.record.details["worker_report"]["said"]


@pytest.mark.parametrize(
    "text",
    ['{"files": []}', 'So:\n{"files": []}\nBye', '```json\n{"files": []}\n```', '```\n{"files": []}\n```'],
)
def test_the_files_are_found_in_other_words(text):
    assert files_in(text) == []


def test_every_kind_of_file_can_be_answered(tmp_path):
    markdown = "# Title\n\nFirst words\ngo on.\n\n- one\n- two\n\n## Next\n\n1. a\n\n| x | y |\n|---|---|\n| 1 | 2 |\n"
    files = [
        {"path": "a.pptx", "markdown": markdown},
        {"path": "a.pdf", "markdown": markdown},
        {"path": "sub/a.md", "markdown": markdown},
        {"path": "a.csv", "text": "x,y\n1,2\n"},
        {"path": "a.sqlite", "sql": "CREATE TABLE t (x); INSERT INTO t VALUES (7);"},
        {"path": "a.png", "base64": "iVBORw0KGgo="},
    ]
    assert write_files(files, str(tmp_path)) == []
    assert [slide.shapes.title.text for slide in Presentation(tmp_path / "a.pptx").slides] == ["Title", "Next"]
    assert "First words go on." in PdfReader(tmp_path / "a.pdf").pages[0].extract_text()
    assert (tmp_path / "sub" / "a.md").read_text() == markdown
    assert "7" in text_of(tmp_path / "a.sqlite")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_file_that_cannot_be_made_does_not_keep_back_the_others(tmp_path):
    files = [
        {"path": "../x.md", "text": "x"},
        {"text": "no path"},
        7,
        {"path": "b.xlsx", "sheets": 3},
        {"path": "ok.md", "text": "ok"},
    ]
    problems = write_files(files, str(tmp_path))
    assert len(problems) == 4
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".md"] == ["ok.md"]
    assert not (tmp_path.parent / "x.md").exists()


def test_papers_are_shown_as_a_person_would_read_them(tmp_path):
    book = openpyxl.Workbook()
    book.active.append(["Item", "Amount"])
    book.active.append(["Total", "=1+1"])
    book.create_sheet("Old").sheet_state = "hidden"
    book.save(tmp_path / "b.xlsx")
    assert show(tmp_path / "b.xlsx") == ["[sheet Sheet]\nItem\tAmount\nTotal\t=1+1", "[sheet Old, hidden]"]
    (tmp_path / "m.eml").write_bytes(b"From: a@x.example\nSubject: Hi\nContent-Type: text/plain\n\nBody text\n")
    assert text_of(tmp_path / "m.eml") == "From: a@x.example\nSubject: Hi\n\nBody text\n"
    (tmp_path / "t.csv").write_bytes("né;1".encode("cp1252"))
    assert text_of(tmp_path / "t.csv") == "né;1"


def test_a_page_without_text_is_shown_as_an_image(tmp_path):
    from PIL import Image

    Image.new("RGB", (50, 50), "white").save(tmp_path / "scan.pdf")
    (page, (media, data)) = show(Path(tmp_path / "scan.pdf"))
    assert page.startswith("[page 1]")
    assert media == "image/png"
    assert data.startswith("iVBOR")
