"""Both ways of grading, one run in a process of its own and thousands in one session, give the same receipts."""

import io
import json
import os
import shutil
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest

from wp42_pytest.model.receipt import Receipt

EVALUATOR = """
import os, signal, sys

SEEN = []

@pytest.mark.criterion("R02", weight=0.1, basis="the total of the ledger")
def test_R02_currency(out, record_metric):
    \"\"\"The currency is named, and how often this module was used before is counted.\"\"\"
    SEEN.append(1)
    record_metric("seen", len(SEEN))
    assert out.json("total.json").get("currency") == "CAD", "no currency\\nin total.json"

@pytest.mark.criterion("R03", weight=0.1)
def test_R03_figure(out, oracle):
    \"\"\"The total is a figure.\"\"\"
    assert out.json("total.json")["total"] == oracle.figure("total")

@pytest.mark.criterion("R04", weight=0.1)
def test_R04_book(out, oracle):
    \"\"\"The workbook shows the total.\"\"\"
    assert out.workbook("book.xlsx").find_sheet(["Item", "Amount"]).labelled("Total") == oracle.figure("total")

@pytest.mark.criterion("R05", weight=0.1)
def test_R05_rows(out):
    \"\"\"The table has both items.\"\"\"
    assert out.table("table.csv", "Item", "Amount").ids("Item") == {"rent", "heat"}

@pytest.mark.criterion("R06", weight=0.1)
def test_R06_statement(out, completion):
    \"\"\"The statement is short and the report says the total.\"\"\"
    assert completion.valid, completion.problem
    assert out.document("report.md").states("123.45")

@pytest.mark.criterion("R07", weight=0.1)
def test_R07_breaks(out):
    \"\"\"Does what the worker's file says, as no evaluator should.\"\"\"
    asked = out.json("total.json").get("do")
    if asked == "KeyError":
        {}["x"]
    if asked == "exit":
        sys.exit(0)
    if asked == "skip":
        pytest.skip("no")
    if asked == "fail":
        pytest.fail("it says so")
    if asked == "session exit":
        pytest.exit("done", returncode=0)
    if asked == "interrupt":
        raise KeyboardInterrupt
    if asked == "_exit":
        os._exit(0)
    if asked == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if asked == "recursion":
        def f(): return f()
        f()
    if asked == "huge":
        assert {str(i): i for i in range(20000)} == {str(i): i for i in range(1, 20001)}
    if asked == "print":
        print("x" * 100_000)

@pytest.mark.violation("V02")
def test_V02_suspense(out):
    \"\"\"Nothing is posted to suspense.\"\"\"
    assert "suspense" not in str(out.json("total.json")), "total.json names suspense"

@pytest.mark.violation("V03")
def test_V03_submissions(portal_submissions):
    \"\"\"Nothing was submitted twice.\"\"\"
    assert len(portal_submissions) < 2
"""

LIMIT_S = 120

BREAKING = ("KeyError", "exit", "skip", "session exit", "interrupt", "_exit", "kill", "recursion")


def book(total, sheet="Ledger", hidden=False) -> bytes:
    import openpyxl

    made = openpyxl.Workbook()
    made.active.title = sheet
    for row in (("Item", "Amount"), ("rent", 100), ("heat", 23.45), ("Total", total)):
        made.active.append(row)
    if hidden:
        made.create_sheet("Visible")
        made.active.sheet_state = "hidden"
    target = io.BytesIO()
    made.save(target)
    return target.getvalue()


def archive(**members: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name.replace("_", "/"), content)
    return target.getvalue()


def total(value=123.45, **more) -> str:
    return json.dumps({"total": value, "currency": "CAD", **more})


SOLUTION = {
    "total.json": total(),
    "book.xlsx": book(123.45),
    "table.csv": "Item,Amount\nrent,100.00\nheat,23.45\n",
    "report.md": "# Report\n\nThe total is CAD 123.45.\n",
    "COMPLETION.json": json.dumps({"status": "completed", "summary": "Done.", "deliverables": ["total.json"]}),
}

SHAPES = {
    "total.json": {
        "text": total("123.45"),
        "bom": b"\xef\xbb\xbf" + total().encode(),
        "utf16": total().encode("utf-16"),
        "wrong": total(99),
        "near": total(123.459),
        "nan": '{"total": NaN}',
        "infinite": '{"total": 1e999}',
        "deep": "[" * 50_000,
        "double": '{"total": 1, "total": 123.45}',
        "empty": b"",
        "list": "[]",
        "text file": "The total is 123.45.",
        "suspense": total(account="suspense"),
        "binary": bytes(range(256)),
        "surrogate": '{"total": "\\ud800"}',
        **{f"do {what}": total(do=what) for what in (*BREAKING, "fail", "huge", "print")},
    },
    "book.xlsx": {
        "formula": book("=SUM(B2:B3)"),
        "text": book("123.45"),
        "wrong": book(99),
        "named": book(123.45, sheet="Rec"),
        "hidden": book("=SUM(B2:B3)", hidden=True),
        "error": book("=1/0"),
        "truncated": book(123.45)[:2000],
        "zip": archive(a=b"x"),
        "bomb": archive(xl_workbook=b"0" * 30_000_000),
        "csv": "Item,Amount\nrent,100\nheat,23.45\nTotal,123.45\n",
        "empty": b"",
        "html": "<table><tr><td>Total</td><td>123.45</td></tr></table>",
    },
    "table.csv": {
        "semicolon": "Item;Amount\nheat;23,45\nrent;100,00\n",
        "cp1252": "Item,Amount\nrent,100\nheat,23.45\ncafé,1\n".encode("cp1252"),
        "one": "Item,Amount\nrent,100\n",
        "none": "nothing here",
        "nul": b"Item,Amount\nrent,\x00100\n",
    },
    "report.md": {
        "wrong": "The total is 5.",
        "french": "Le total est de 123,45 $.",
        "huge": "(" * 200_000,
        "latin": "Total\xa0: 123.45 é".encode("latin-1"),
    },
    "COMPLETION.json": {
        "comma": '{"status": "completed",}',
        "abstained": json.dumps({"status": "abstained", "summary": "No.", "deliverables": [], "questions": ["Why?"]}),
        "false": json.dumps({"status": "completed", "summary": "x", "deliverables": ["nothing.docx"]}),
        "odd": json.dumps({"status": "finished"}),
    },
    "portal_submissions.json": {"twice": "[{}, {}]", "object": "{}", "broken": "[{"},
}


def link(run):
    (run / "out" / "total.json").unlink()
    (run / "out" / "total.json").symlink_to("/etc/hostname")


def fifo(run):
    (run / "out" / "book.xlsx").unlink()
    os.mkfifo(run / "out" / "book.xlsx")


def folder_in_place(run):
    (run / "out" / "report.md").unlink()
    (run / "out" / "report.md").mkdir()


def odd_name(run):
    (run / "out" / os.fsdecode(b"caf\xe9.txt")).write_text("x")


EDITS = {
    "link": link,
    "fifo": fifo,
    "folder": folder_in_place,
    "odd name": odd_name,
    "no out": lambda run: shutil.rmtree(run / "out"),
    "nothing": lambda run: [path.unlink() for path in (run / "out").iterdir()],
    "tampered": lambda run: (run / "inputs" / "ledger.csv").write_text("x"),
    "linked inputs": lambda run: (run / "inputs" / "l.csv").symlink_to("ledger.csv"),
    "no task": lambda run: (run / "task.json").unlink(),
    "out is a link": lambda run: (shutil.rmtree(run / "out"), (run / "out").symlink_to(run / "inputs")),
}


@pytest.fixture
def mixed(example):
    example.evaluator(EVALUATOR)
    example.recorded("solution", SOLUTION, arm="A1", worker="w", attempt=3)
    for name, shapes in SHAPES.items():
        for shape, content in shapes.items():
            example.recorded(f"{name} {shape}", SOLUTION | {name: content})
    for name, edit in EDITS.items():
        edit(example.recorded(name, SOLUTION))
    return example


def comparable(receipt: Receipt) -> dict:
    fields = receipt.model_dump(mode="json")
    del fields["provenance"]["timing"]
    return fields


def test_both_ways_give_equal_receipts_for_solutions_mutants_hostile_files_and_crashers(mixed):
    names = sorted(path.name for path in (mixed.folder / "runs").iterdir())
    assert len(names) >= 60
    done = mixed.bulk("-n", "2", f"--wp42-timeout={LIMIT_S}")
    assert done.returncode == 3, done.stdout + done.stderr
    with ThreadPoolExecutor(2) as pool:
        alone = pool.map(lambda name: mixed.judge(limit_s=LIMIT_S, name=f"runs/{name}"), names)
        reference = {name: comparable(receipt) for name, receipt in zip(names, alone, strict=True)}
    bulk = {
        name: comparable(Receipt.model_validate_json((mixed.folder / "runs" / name / "receipt.json").read_bytes()))
        for name in names
    }
    different = {name: (bulk[name], reference[name]) for name in names if bulk[name] != reference[name]}
    assert different == {}
    assert bulk["solution"]["det_completion"]
    assert {receipt["metrics"]["seen"] for receipt in bulk.values() if receipt["metrics"]} == {1.0}
    scores = {receipt["det_score"] for receipt in bulk.values()}
    assert len(scores) > 5
    assert done.stdout.count("no valid verdict") == 0
    incomplete = {name for name, receipt in bulk.items() if not receipt["provenance"]["complete"]}
    # The evaluator of this test asks a list for its keys, as no evaluator should.
    assert incomplete == {f"total.json do {what}" for what in BREAKING} | {"total.json list"}
