"""Questions in SQL change nothing, whatever they say."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import duckdb
import pytest

from mjlog.tables import LogTables
from mjlog.warehouse import QueryError, Warehouse, questions
from mjlog.warehouse.folder import FolderStore
from tests.unit.warehouse.conftest import content


@pytest.fixture
def connection() -> duckdb.DuckDBPyConnection:
    """A database with a table of two rows."""
    made = duckdb.connect()
    made.execute("create table t as select unnest([1, 2]) as a")
    return made


@pytest.mark.parametrize(
    "sql",
    [
        "select a from t where a > $a",
        "with x as (select a from t) from x where a > $a",
        "-- why\nselect 2 as a where $a = 1",
        "from range($a + 1, $a + 2)",
        "from query_table('t') where a > $a",
    ],
)
def test_what_asks_is_answered(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    assert [list(row.values()) for row in questions.answer(connection, sql, {"a": 1}).to_pylist()] == [[2]]


@pytest.mark.parametrize(
    "sql",
    [
        "pivot t on a using count(*)",
        "with p as (pivot t on a using count(*)) from p",
        "-- why\n; Pivot_Wider t on a using count(*)",
        "(pivot t on a using count(*))",
        "unpivot (pivot t on a using count(*)) on '1'",
        "describe pivot t on a using count(*)",
        "summarize t",
        "describe t",
        "show tables",
        "explain select a from t",
        "/* why */ EXPLAIN\n-- so\nfrom t",
        "table t",
        "values (1)",
        "from duckdb_settings()",
        'select copy, "update" from (select \'delete\' as copy, 1 as "update")',
    ],
)
def test_other_forms_of_questions_are_answered(connection: duckdb.DuckDBPyConnection, sql: str) -> None:
    assert len(questions.answer(connection, sql, {}))
    assert connection.sql("from duckdb_types() where not internal").fetchall() == []


@pytest.mark.parametrize(
    "sql",
    [
        "with x as (delete from t returning *) from x",
        "with x as (update t set a = 9 returning *) from x",
        "with x as (insert into t values (3) returning *) from x",
        "with x as (with y as (delete from t returning *) from y) from x",
        "from (with x as (delete from t returning *) from x)",
        "with x as (copy t to '{file}') select 1",
        "with x as (copy t to '{file}') pivot x on Count using count(*)",
        "with x as (delete from t returning *) pivot x on a using count(*)",
        "explain with x as (copy t to '{file}') select 1",
        "explain analyze copy t to '{file}'",
        "copy t to '{file}'",
        "from enable_logging(storage = 'file', storage_config = {{'path': '{file}'}})",
        "from ENABLE_LOGGING()",
        "from enable_profiling()",
        "from checkpoint()",
        "from query('with x as (copy t to ''{file}'') select 1')",
        "select write_log('x')",
        "select setseed(0.5)",
        "select * from t where (select count(write_log('x')) from t) > 0",
        "pragma enable_profiling",
        "call enable_logging()",
        "set threads = 1",
        "attach '{file}'",
        "export database '{file}'",
        "create table u as select 1",
        "create temp view u as select 1",
        "create temp macro sum(x) as 0",
        "create temp table u as pivot t on a using count(*)",
        "set variable x = (from (pivot t on a using count(*)))",
        "prepare x as delete from t",
        "begin transaction",
        "from t; delete from t",
        "delete from t; from t",
    ],
)
def test_what_does_something_besides_is_refused(
    connection: duckdb.DuckDBPyConnection, sql: str, tmp_path: Path
) -> None:
    settings = connection.sql("from duckdb_settings()").fetchall()
    with pytest.raises(QueryError):
        questions.answer(connection, sql.format(file=tmp_path / "file"), {})
    assert list(tmp_path.iterdir()) == []
    assert connection.sql("from t").fetchall() == [(1,), (2,)]
    assert connection.sql("from duckdb_settings()").fetchall() == settings
    assert len(connection.sql("from duckdb_tables()")) == 1


def test_a_question_that_may_write_after_all_is_stopped_by_its_transaction(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "check", lambda *_: None)
    with pytest.raises(QueryError, match="read-only"):
        questions.answer(connection, "with x as (delete from t returning *) from x", {})
    assert connection.sql("from t").fetchall() == [(1,), (2,)]


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("", "one SQL statement is asked at a time, not 0"),
        (" ; ", "one SQL statement is asked at a time, not 0"),
        ("-- nothing", "one SQL statement is asked at a time, not 0"),
        ("select 1; select 2", "one SQL statement is asked at a time, not 2"),
        ("explain analyze select 1", "EXPLAIN takes no options here"),
        ("explain (analyze) select 1", "EXPLAIN takes no options here"),
        ("explain (format json) select 1", "EXPLAIN takes no options here"),
        ("with x as (copy t to 'f') select 1", "COPY asks none, and is not done"),
        ("from enable_logging()", "function enable_logging asks none"),
        ("from rnage(3)", "with name rnage does not exist"),
        ("/* mine */ create table u as pivot t on a using count(*)", ".*; CREATE asks none"),
        ("selec 1", "syntax error"),
        ("select 1 \udcff", "is not UTF-8"),
    ],
)
def test_why_it_is_refused_is_said(connection: duckdb.DuckDBPyConnection, sql: str, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        questions.answer(connection, sql, {})


ENDLESS = "select count(*) from range(1000000) a, range(1000000) b where (a.range + b.range) % 7 = 1"


@pytest.mark.skipif(sys.platform == "win32", reason="no process is sent that signal there")
@pytest.mark.parametrize(
    "asked",
    ["warehouse.ask(endless)", "warehouse.together([(endless, {})] * 30)"],
    ids=["one", "side by side"],
)
def test_an_interruption_ends_questions_at_once(asked: str) -> None:
    script = f"""
        import signal
        from mjlog.warehouse import connection, questions, warehouse as module

        signal.signal(signal.SIGINT, signal.default_int_handler)  # what is begun behind others may ignore it
        select_one, endless = connection.select_one, "{ENDLESS}"

        def told(*arguments):
            print("asks", flush=True)
            return select_one(*arguments)

        connection.select_one = questions.select_one = told
        module.processors = lambda: 3
        with module.Warehouse() as warehouse:
            {asked}
    """
    code = [sys.executable, "-c", textwrap.dedent(script)]
    with subprocess.Popen(code, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "asks\n"
            process.send_signal(signal.SIGINT)
            _, told = process.communicate(timeout=60)
        finally:
            process.kill()
    assert told.endswith("KeyboardInterrupt\n")


@pytest.mark.parametrize("sql", ["select $x as a", "select error('a') as a", "from read_json('/none')"])
def test_mistakes_in_sql_do_not_read_the_whole_warehouse(
    path: Path, yonma: LogTables, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    with Warehouse(path) as warehouse:
        warehouse.add([yonma])
        monkeypatch.setattr(FolderStore, "check", lambda _: pytest.fail("the files are read"))
        with pytest.raises(QueryError):
            warehouse.ask(sql)


def test_a_question_knows_nothing_of_the_program() -> None:
    with Warehouse() as warehouse:
        for name in ("sql", "parameters", "connection"):
            with pytest.raises(QueryError, match="does not exist"):
                warehouse.ask(f"select * from {name}")


@pytest.mark.parametrize("folder", [True, False], ids=["folder", "memory"])
def test_a_warehouse_stays_as_it_is_whatever_it_is_asked(path: Path, yonma: LogTables, folder: bool) -> None:
    with Warehouse(path if folder else None) as warehouse:
        warehouse.add([yonma])
        before = content(warehouse), set(map(repr, warehouse.query("player_games").to_pylist()))
        for ask in (warehouse.ask, warehouse.query):
            for table in ("player_games", "games", "aliases"):
                with pytest.raises(QueryError, match="DELETE asks none"):
                    ask(f"with x as (delete from {table} returning *) from x")
        assert (content(warehouse), set(map(repr, warehouse.query("player_games").to_pylist()))) == before
        asked = warehouse.ask("select count(*) as n from player_games where seat = $seat", seat=0)
        assert asked.to_pylist() == [{"n": 3}]


@pytest.mark.parametrize("asked", [None, 5, b"games", ["games"]])
def test_a_question_is_text(asked: Any) -> None:
    with Warehouse() as warehouse:
        for ask in (warehouse.query, warehouse.ask, warehouse.table):
            with pytest.raises(TypeError, match="a question is a name or SQL, as text, not "):
                ask(asked)
