"""Reads a SQLite database from bytes in memory: never written, no extension, no attached file, every step counted."""

from __future__ import annotations

import math
import sqlite3
from typing import Any

from wp42_pytest.evidence.refusal import Reason, Refused

MOST_TABLES = 200
MOST_ROWS = 20_000
"""Most rows of one table that are returned; `count` says how many there are."""

MOST_CELLS = 1_000_000
LONGEST_VALUE = 1_000_000
STEPS_PER_LOOK = 10_000
MOST_LOOKS = 3_000
"""A query that needs more than 30 million steps is ended; 20,000 plain rows need about 300,000."""

_MAGIC = b"SQLite format 3\0"
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
_PRAGMAS = frozenset({"table_xinfo", "foreign_key_list", "query_only", "trusted_schema", "cell_size_check"})
_REFUSED_FUNCTIONS = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"})


def read_sqlite(data: bytes) -> dict[str, Any]:
    """Return the tables and views of a database.

    Args:
        data: the whole file.

    Returns:
        `tables`: name, `view`, `columns` (name, type, key), `count` of rows, `rows` up to a limit, `reason` when its
        rows cannot be read; `warnings`.

    Raises:
        Refused: it is no SQLite database, or a damaged one.
    """
    if not data.startswith(_MAGIC):
        raise Refused(Reason.wrong_kind, "it does not begin like a SQLite database")
    if len(data) < 512:
        raise Refused(Reason.damaged, "the database is cut off in its header")
    warnings = []
    if data[18] == 2 or data[19] == 2:
        warnings.append("the database is in WAL mode; what only its -wal file holds cannot be seen")
        data = data[:18] + b"\x01\x01" + data[20:]
    declared = int.from_bytes(data[28:32], "big") * (int.from_bytes(data[16:18], "big") or 1)
    if declared > len(data) and data[24:28] == data[92:96]:
        raise Refused(Reason.damaged, f"the database is cut off: {len(data):,} of {declared:,} bytes are there")
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        return _Reading(connection, data).payload() | {"warnings": warnings}
    except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeDecodeError) as fault:
        raise Refused(Reason.damaged, f"the database cannot be read ({fault})") from fault
    finally:
        connection.close()


class _Reading:
    def __init__(self, connection: sqlite3.Connection, data: bytes) -> None:
        self.connection = connection
        self.looks = 0
        self.cells = 0
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(LONGEST_VALUE, len(data)))
        connection.setlimit(sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0)
        connection.deserialize(data)
        for pragma in ("query_only = ON", "trusted_schema = OFF", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {pragma}")
        connection.set_authorizer(_authorized)
        connection.set_progress_handler(self._look, STEPS_PER_LOOK)
        connection.text_factory = lambda value: value.decode("utf-8", "replace")

    def _look(self) -> int:
        self.looks += 1
        return int(self.looks > MOST_LOOKS)

    def payload(self) -> dict[str, Any]:
        query = "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        names = self.connection.execute(query).fetchmany(MOST_TABLES + 1)
        if len(names) > MOST_TABLES:
            raise Refused(Reason.too_complex, f"the database has more than {MOST_TABLES} tables")
        return {"tables": [self._table(str(name), view=kind == "view") for name, kind in names]}

    def _table(self, name: str, *, view: bool) -> dict[str, Any]:
        self.looks = 0
        table: dict[str, Any] = {"name": name, "view": view, "columns": [], "count": 0, "rows": [], "reason": None}
        quoted = '"' + name.replace('"', '""') + '"'
        try:
            about = self.connection.execute(f"PRAGMA table_xinfo({quoted})").fetchmany(2001)
            table["columns"] = [
                {"name": str(column[1]), "type": str(column[2]), "key": bool(column[5])} for column in about
            ]
            cursor = self.connection.execute(f"SELECT * FROM {quoted}")  # noqa: S608 - the name is quoted
            found = cursor.fetchmany(MOST_ROWS)
            table["columns"] = table["columns"] or [
                {"name": str(column[0]), "type": "", "key": False} for column in cursor.description
            ]
            self.cells += sum(len(row) for row in found)
            if self.cells > MOST_CELLS:
                raise Refused(Reason.too_complex, f"the database holds more than {MOST_CELLS:,} values")
            table["rows"] = [[_plain(value) for value in row] for row in found]
            table["count"] = len(found)
            if len(found) == MOST_ROWS:
                counted = self.connection.execute(f"SELECT count(*) FROM {quoted}")  # noqa: S608 - as above
                table["count"] = counted.fetchone()[0]
        except (sqlite3.Error, sqlite3.Warning, OverflowError) as fault:
            if not view:
                raise
            endless = "interrupted" in str(fault)
            table["reason"] = "its query does not end" if endless else f"its query fails ({fault})"
        return table


def _authorized(action: int, first: str | None, second: str | None, _database: str | None, _inner: str | None) -> int:
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if (first or "").lower() in _PRAGMAS else sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _REFUSED_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"bytes": len(value), "begins": value[:32].hex()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, str) and len(value) > LONGEST_VALUE:
        return value[:LONGEST_VALUE]
    return value
