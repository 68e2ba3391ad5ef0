"""How fast evidence is read, next to the plain library call on the same file.

Not collected by default. Run with `pytest tests/bench/bench_evidence.py -n0 --benchmark-columns=min,median,rounds`.
"""

from __future__ import annotations

import io
import subprocess
import sys
import textwrap
from pathlib import Path

import docx
import openpyxl
import pytest

from wp42_pytest.evidence import reader
from wp42_pytest.evidence.deliverables import _PARSED, Deliverables
from wp42_pytest.evidence.parse import parser

ROWS = 20_000
RUNS = 40


def large_workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Data"
    sheet.append(["id", "quantity", "price", "total", "class"])
    for row in range(2, ROWS + 2):
        cells = [
            f"R{row:05d}",
            row % 97 + 1,
            round(1 + row % 53 * 0.37, 2),
            f"=B{row}*C{row}",
            f'=IF(D{row}>100,"high","low")',
        ]
        sheet.append(cells)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def small_workbook(seed: int) -> bytes:
    """A reconciliation of ordinary size: five sheets, 60 rows, 12 formulas."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Reconciliation"
    for row in range(1, 9):
        sheet.append([f"Line {row}", 1000 + seed + row])
    sheet.append(["Adjusted bank balance", "=SUM(B1:B8)"])
    for name in ("Outstanding cheques", "Deposits in transit", "Discrepancies", "Journal entries"):
        other = book.create_sheet(name)
        other.append(["Ref", "Date", "Description", "Amount"])
        for row in range(12):
            other.append([f"X-{row:04d}", "2025-10-31", f"Item {row} of run {seed}", row * 10.5])
        for row in range(2, 5):
            other.cell(row, 5, f"=D{row}*2")
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def small_document(seed: int) -> bytes:
    document = docx.Document()
    document.add_heading(f"Management report {seed}", 1)
    for number in range(40):
        document.add_paragraph(f"Finding {number}: cheque 44{number:02d} differs by {number * 3.5:,.2f} CAD. " * 3)
    table = document.add_table(10, 4)
    for row in table.rows:
        for cell in row.cells:
            cell.text = "184,206.58"
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("large") / "book.xlsx"
    path.write_bytes(large_workbook())
    return path


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folders = []
    for seed in range(RUNS):
        folder = tmp_path_factory.mktemp(f"run{seed}")
        (folder / "reconciliation.xlsx").write_bytes(small_workbook(seed))
        (folder / "management_report.docx").write_bytes(small_document(seed))
        (folder / "COMPLETION.json").write_text('{"status": "completed", "summary": "s", "deliverables": []}')
        folders.append(folder)
    return folders


def test_large_workbook_as_evidence_with_every_formula_computed(benchmark, large: Path) -> None:
    def read() -> int:
        _PARSED.clear()
        sheet = Deliverables(large.parent).workbook("book.xlsx").sheet("Data")
        return sum(cell.provenance == "computed" for cell in sheet.cells)

    assert benchmark.pedantic(read, rounds=5, warmup_rounds=1) == 2 * ROWS


def test_large_workbook_by_openpyxl_formulas_only(benchmark, large: Path) -> None:
    benchmark.pedantic(lambda: openpyxl.load_workbook(large), rounds=5, warmup_rounds=1)


def test_large_workbook_by_openpyxl_formulas_and_cached_values(benchmark, large: Path) -> None:
    def read() -> None:
        openpyxl.load_workbook(large)
        openpyxl.load_workbook(large, data_only=True)

    benchmark.pedantic(read, rounds=5, warmup_rounds=1)


def test_small_json_through_the_warm_child(benchmark) -> None:
    data = b'{"status": "completed", "summary": "s", "deliverables": []}'
    reader.READER.ask("json", data)
    benchmark(lambda: reader.READER.ask("json", data))


def test_small_json_in_this_process(benchmark) -> None:
    data = b'{"status": "completed", "summary": "s", "deliverables": []}'
    benchmark(lambda: parser("json")(data))


def test_small_workbook_through_the_warm_child(benchmark) -> None:
    data = small_workbook(0)
    reader.READER.ask("xlsx", data)
    benchmark(lambda: reader.READER.ask("xlsx", data))


def test_small_workbook_in_this_process(benchmark) -> None:
    data = small_workbook(0)
    benchmark(lambda: parser("xlsx")(data))


def test_start_of_a_child(benchmark) -> None:
    def start() -> None:
        child = reader.ReaderChild()
        child.ask("json", b"1")
        child.close()

    benchmark.pedantic(start, rounds=10)


def test_bulk_of_runs_as_evidence(benchmark, runs: list[Path]) -> None:
    def read() -> None:
        _PARSED.clear()
        for folder in runs:
            out = Deliverables(folder)
            sheet = out.workbook("reconciliation.xlsx").sheet("Reconciliation")
            assert sheet.labelled("Adjusted bank balance").provenance == "computed"
            assert len(out.document("management_report.docx").text) > 1000
            assert out.json("COMPLETION.json")["status"] == "completed"

    benchmark.pedantic(read, rounds=5, warmup_rounds=1)


def test_bulk_of_runs_by_the_bare_libraries(benchmark, runs: list[Path]) -> None:
    import json

    def read() -> None:
        for folder in runs:
            formulas = openpyxl.load_workbook(folder / "reconciliation.xlsx")
            openpyxl.load_workbook(folder / "reconciliation.xlsx", data_only=True)
            assert formulas["Reconciliation"]["A9"].value == "Adjusted bank balance"
            document = docx.Document(folder / "management_report.docx")
            assert sum(len(paragraph.text) for paragraph in document.paragraphs) > 1000
            assert json.loads((folder / "COMPLETION.json").read_bytes())["status"] == "completed"

    benchmark.pedantic(read, rounds=5, warmup_rounds=1)


PEAK = """
    import resource, sys
    from pathlib import Path
    {body}
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(own, *children)
"""
EVIDENCE = """
    from wp42_pytest.evidence import Deliverables, reader
    path = Path(sys.argv[1])
    sheet = Deliverables(path.parent).workbook(path.name).sheet("Data")
    assert len(sheet.cells) == {cells}
    children = []
    for child in (reader.READER, reader.FORMUALIZER, reader.IRONCALC):
        status = Path(f"/proc/{{child._process.pid}}/status").read_text()
        children.append(int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""
OPENPYXL = """
    import openpyxl
    book = openpyxl.load_workbook(sys.argv[1])
    children = []
"""


@pytest.mark.parametrize("what", ["evidence", "openpyxl"])
def test_peak_memory_of_the_large_workbook(benchmark, large: Path, what: str) -> None:
    body = EVIDENCE.format(cells=5 * ROWS + 5) if what == "evidence" else OPENPYXL
    program = textwrap.dedent(PEAK.format(body=body.strip().replace("\n    ", "\n    ")))

    def measure() -> list[int]:
        done = subprocess.run([sys.executable, "-c", program, large], check=True, capture_output=True, text=True)
        return [int(size) for size in done.stdout.split()]

    sizes = benchmark.pedantic(measure, rounds=1)
    benchmark.extra_info["MiB of this process, reader, formualizer, ironcalc"] = sizes
    assert max(sizes) < 1500
