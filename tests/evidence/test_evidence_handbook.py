"""The examples of docs/evidence.md run as they stand there."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

from carriers import by_openpyxl

from wp42_pytest import evidence
from wp42_pytest.evidence import Deliverables, Figure

HANDBOOK = Path(__file__).resolve().parents[2] / "docs" / "evidence.md"

MEMO = """# Memo

The adjusted balance is $184,206.58. Cheque 4391 is older than six months; see JE-0187.

| Cheque | Amount |
|--------|-------:|
| 4391   | 512.75 |
"""


class Oracle:
    """The figures that the examples compare with."""

    def figure(self, name: str) -> Figure:
        values = {"adjusted_balance": "184206.58", "deposits_in_transit": "8131.05"}
        return Figure(name, Decimal(values[name]), unit="CAD")


def test_every_example_of_the_handbook_runs(tmp_path: Path) -> None:
    (tmp_path / "reconciliation.xlsx").write_bytes(by_openpyxl())
    (tmp_path / "cheque_register.csv").write_text(
        "cheque_no;payee;value\n004391;Alder Ltd;512,75\n004464;Birch Inc;1045,00\n"
    )
    (tmp_path / "memo.md").write_text(MEMO)
    (tmp_path / "COMPLETION.json").write_text('{"status": "completed"}')
    names = {"out": Deliverables(tmp_path), "oracle": Oracle()}
    text = HANDBOOK.read_text(encoding="utf-8")
    examples = list(re.finditer(r"```python\n(.*?)```", text, re.DOTALL))
    assert len(examples) >= 8
    for example in examples:
        lines_above = text[: example.start(1)].count("\n")
        exec(compile("\n" * lines_above + example[1], str(HANDBOOK), "exec"), names)


def test_every_public_name_of_the_package_can_be_imported() -> None:
    for name in evidence.__all__:
        assert getattr(evidence, name).__name__ == name
    assert dir(evidence) == evidence.__all__
