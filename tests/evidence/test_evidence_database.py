"""A SQLite database is read from its bytes, whatever its schema tries."""

import sqlite3
import time

import pytest

from wp42_pytest.evidence.document import document_of
from wp42_pytest.evidence.parse.database import read_sqlite
from wp42_pytest.evidence.refusal import NotMet, Reason, Refused


@pytest.fixture
def build(tmp_path):
    def built(*statements, mode="delete"):
        path = tmp_path / "made.sqlite"
        with sqlite3.connect(path) as connection:
            connection.execute(f"PRAGMA journal_mode={mode}")
            for statement in statements:
                connection.execute(statement)
        connection.close()
        return path.read_bytes()

    return built


def read(data):
    return document_of("ledger.sqlite", "sqlite", read_sqlite(data))


ROWS = (
    "CREATE TABLE cheques (cheque_no INTEGER PRIMARY KEY, amount REAL, note TEXT, scan BLOB)",
    "INSERT INTO cheques VALUES (4391, 512.75, 'stale', x'00ff'), (4464, 9e999, NULL, NULL)",
)


def test_tables_and_views_are_read_as_tables(build):
    found = read(build(*ROWS, "CREATE VIEW stale AS SELECT cheque_no, amount FROM cheques WHERE note = 'stale'"))
    assert found.table_names == ["cheques", "stale"]
    row = found.table("Cheques").row("Cheque no", 4391)
    assert row["amount"] == 512.75
    assert row["note"].text == "stale"
    assert row["scan"].text == "(2 bytes)"
    assert found.table("stale").columns == ["cheque_no", "amount"]
    assert found.count("cheques") == 2


def test_an_infinite_value_is_no_number(build):
    assert not read(build(*ROWS)).table("cheques").row("cheque_no", 4464)["amount"].is_number


def test_a_view_that_never_ends_costs_that_view_only(build):
    endless = (
        "CREATE VIEW endless AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT sum(x) FROM n"
    )
    begun = time.process_time()
    found = read(build(*ROWS, endless))
    assert time.process_time() - begun < 8
    assert found.count("cheques") == 2
    with pytest.raises(NotMet, match="does not end"):
        found.table("endless")


def test_a_view_that_calls_for_files_or_extensions_gets_none(build):
    found = read(
        build(
            *ROWS,
            "CREATE VIEW v AS SELECT load_extension('/tmp/x.so') AS a",
            "CREATE VIEW w AS SELECT unheard_of(1) AS a",
        )
    )
    for name in ("v", "w"):
        with pytest.raises(NotMet, match="fails"):
            found.table(name)


def test_a_database_in_wal_mode_is_read_with_a_warning(build):
    found = read(build(*ROWS, mode="wal"))
    assert found.count("cheques") == 2
    assert "WAL" in found.warnings[0]


def test_a_long_table_is_counted_in_full(build):
    fill = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 25000) INSERT INTO t SELECT x FROM n"
    found = read(build("CREATE TABLE t (x)", fill))
    assert found.count("t") == 25_000
    assert len(found.table("t")) == 20_000


def test_a_missing_table_is_named_with_those_found(build):
    with pytest.raises(NotMet, match="tables found: cheques"):
        read(build(*ROWS)).table("payments")


@pytest.mark.parametrize("keep", [16, 99, 600, 4097])
def test_a_database_that_is_cut_off_is_refused(build, keep):
    with pytest.raises(Refused) as refused:
        read_sqlite(build(*ROWS)[:keep])
    assert refused.value.reason is Reason.damaged


def test_no_file_is_written_or_opened(build, tmp_path, monkeypatch):
    data = build(*ROWS, "CREATE VIEW v AS SELECT * FROM pragma_database_list")
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    read(data)
    assert sorted(tmp_path.iterdir()) == before
