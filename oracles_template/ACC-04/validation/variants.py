"""Right records in another shape, as another preparer would have written them."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from acc04.reader import RECORDS
from acc04.records import Record

from wp42_pytest.validation.variants import Variant

_CENTS = ("percent", "_percent")
_SHORT = (("Bank", "Bk"), ("Credit Union", "CU"), ("Company", "Co."), ("Services", "Svcs"), ("Insurance", "Ins."))


def rewritten(change: Callable[[list[Record]], list[Record]]) -> Callable[[Path], None]:
    """Return what writes the solver's records in another shape."""

    def apply(workspace: Path) -> None:
        path = workspace / "out" / RECORDS
        records = change(list(json.loads(path.read_bytes())["records"]))
        path.write_text(json.dumps({"records": records}, ensure_ascii=False), encoding="utf-8")

    return apply


def each_value(record: Record, change: Callable[[str, Any], Any]) -> Record:
    """Return a record with every value of it and of its lines changed."""
    return {
        name: [each_value(line, change) for line in value] if isinstance(value, list) else change(name, value)
        for name, value in record.items()
    }


def _whole_dollars(name: str, value: Any) -> Any:
    """Round half up, as a preparer does who enters dollars only."""
    if not isinstance(value, float) or any(word in name for word in _CENTS):
        return value
    return int(abs(value) + 0.5) * (1 if value >= 0 else -1)


def _capitals(name: str, value: Any) -> Any:
    return value.upper() if isinstance(value, str) and name.endswith("_name") else value


def _abbreviated(name: str, value: Any) -> Any:
    if isinstance(value, str) and name.endswith("_name") and not name.startswith(("taxpayer", "spouse")):
        for word, short in _SHORT:
            value = re.sub(rf"\b{word}\b", short, value)
    return value


def _bare_numbers(name: str, value: Any) -> Any:
    numbers = name.endswith(("_tin", "_ein", "ssn")) or name == "ein"
    return value.replace("-", "") if isinstance(value, str) and numbers else value


def _masked(name: str, value: Any) -> Any:
    """Mask the numbers of persons as payers do."""
    return f"XXX-XX-{value[-4:]}" if isinstance(value, str) and name.endswith("ssn") else value


def _reordered(records: list[Record]) -> list[Record]:
    turned = [{name: one[name] for name in sorted(one, reverse=True)} for one in reversed(records)]
    return [{**one, **{key: value[::-1] for key, value in one.items() if isinstance(value, list)}} for one in turned]


def _no_numbers(records: list[Record]) -> list[Record]:
    """Leave out what only identifies: account numbers, descriptions of payers' addresses, occupations."""
    idle = ("taxpayer_occupation", "spouse_occupation", "provider_address", "control_number", "claim_number")
    return [{name: value for name, value in one.items() if name not in idle} for one in records]


def _last_four(name: str, value: Any) -> Any:
    return f"****{value[-4:]}" if name == "account_number" and isinstance(value, str) else value


VARIANTS: list[Variant] = [
    Variant("D1", "whole dollars", rewritten(lambda all_: [each_value(one, _whole_dollars) for one in all_])),
    Variant("D2", "names in capitals", rewritten(lambda all_: [each_value(one, _capitals) for one in all_])),
    Variant("D3", "payers abbreviated", rewritten(lambda all_: [each_value(one, _abbreviated) for one in all_])),
    Variant("D4", "numbers without dashes", rewritten(lambda all_: [each_value(one, _bare_numbers) for one in all_])),
    Variant("D5", "numbers of persons masked", rewritten(lambda all_: [each_value(one, _masked) for one in all_])),
    Variant("D6", "records, fields and lines in the reverse order", rewritten(_reordered)),
    Variant("D7", "what only identifies left out", rewritten(_no_numbers)),
    Variant("D8", "account numbers masked", rewritten(lambda all_: [each_value(one, _last_four) for one in all_])),
]
"""Shapes that MATCHING.md allows."""
