"""Questions in SQL that somebody writes: they are answered, and change neither tables nor files.

A statement that begins with ``select`` can do more than ask: the body of a ``with`` may be a DELETE or a
COPY to a file, and functions switch settings or write logs.  So the statement is looked through before it
is run, and it is run in a transaction that may not write.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

import duckdb
import msgspec
import pyarrow as pa
from duckdb import StatementType

from mjlog.warehouse.connection import Connection, QueryError, check_text, select_one
from mjlog.warehouse.manifest import COUNTED
from mjlog.warehouse.statements import MACROS, statements

_BLANK: Final = r"(?:\s|--[^\n]*(?:\n|$)|/\*.*?\*/)"
_EXPLAIN: Final = re.compile(rf"{_BLANK}*+explain\b(.*)", re.DOTALL | re.IGNORECASE)
"""What is explained; it may begin with options."""
_OPTIONS: Final = re.compile(rf"{_BLANK}*+(?:\(|analy[sz]e\b)", re.DOTALL | re.IGNORECASE)
"""Options of EXPLAIN; with ANALYZE it would be done."""
_ACTS: Final = re.compile(r"(INSERT|UPDATE|DELETE|MERGE|COPY)\w*_QUERY_NODE")
"""Parts of a statement that do something."""
_READING: Final = re.compile(
    r"(read|duckdb|pragma|parquet|icu)_\w+|json_(each|tree)|range|generate_series|unnest|repeat(_row)?|glob"
    r"|sniff_csv|summary|query_table|histogram(_values)?|which_secret|test_(all|vector)_types|pg_timezone_names"
)
"""Table functions of DuckDB that only read."""
_WRITING: Final = frozenset({"write_log", "setseed", "nextval", "setval"})
"""Functions of values that do something besides."""
_NOT_PLAIN: Final = ("interval", "binary", "union", "ns]")
"""What types of Arrow have in their names whose values no form of output can say; the last: nanoseconds."""
_FIRST: Final = re.compile(rf"(?:;|{_BLANK})*+(\(|\w*)", re.DOTALL)
"""How a statement begins."""
_ASKING: Final = frozenset(
    [
        "(", "select", "from", "with", "values", "pivot", "pivot_wider", "unpivot", "pivot_longer",
        "describe", "summarize",
    ]
)  # fmt: skip
"""How statements with a pivot begin that ask."""
_ACTING_WORDS: Final = re.compile(
    r"copy|query|(en|dis)able_\w+|\w*checkpoint|\w+_scan|truncate_\w+|json_execute\w+|\w+_extension|\w+_resource\w*"
)
"""Words that are looked for where DuckDB does not tell the parts of a statement."""


def answer(connection: Connection, sql: str, parameters: Mapping[str, Any]) -> pa.Table:
    """Answer a question.

    Args:
        connection: has the tables.
        sql: one statement that changes nothing.
        parameters: values of its ``$parameters``.

    Raises:
        QueryError: when DuckDB refuses it, it is not exactly one statement, it does more than to ask, or a
            text is not UTF-8.
    """
    check(connection, sql)
    connection.execute("begin transaction read only")
    try:
        return select_one(connection, sql, parameters)
    finally:
        connection.execute("rollback")


def text(asked: object) -> str:
    """What is asked, which is text.

    Raises:
        TypeError: when it is something else.
    """
    if not isinstance(asked, str):
        raise TypeError(f"a question is a name or SQL, as text, not {type(asked).__name__}")
    return asked


def counted() -> set[str]:
    """Tables of facts, and the views and macros that read them."""
    return COUNTED.keys() | {n for n, s in statements().items() if s.layer not in (MACROS[0], "rates")}


def as_plain(table: pa.Table) -> pa.Table:
    """An answer whose values Python and files can have: others, as intervals or endless days, as text.

    >>> found = duckdb.sql("select interval '1 day' as a, date 'infinity' as b, 2 as c").to_arrow_table()
    >>> as_plain(found).to_pylist()
    [{'a': '1 day', 'b': 'infinity', 'c': 2}]
    """
    strange = [name for name in table.column_names if not _is_plain(table[name])]
    if not strange:
        return table
    texts = ", ".join(f"{_quoted(name)}::varchar as {_quoted(name)}" for name in strange)
    with duckdb.connect() as connection:
        return connection.from_arrow(table).select(f"* replace ({texts})").to_arrow_table()


def _is_plain(column: pa.ChunkedArray) -> bool:
    if pa.types.is_primitive(column.type) and not pa.types.is_temporal(column.type):
        return True
    if any(word in str(column.type) for word in _NOT_PLAIN):
        return False
    try:
        column.to_pylist()
    except (ArithmeticError, ValueError):
        return False
    return True


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def check(connection: Connection, sql: str) -> None:
    """Make sure that SQL is one statement that changes nothing.

    Raises:
        QueryError: when DuckDB cannot read it, or it is not.
    """
    check_text({"the query": sql})
    explained = _EXPLAIN.match(sql)
    if explained and _OPTIONS.match(explained[1]):
        raise QueryError("EXPLAIN takes no options here, and ANALYZE would do what it explains: explain ...")
    asked = explained[1] if explained else sql
    try:
        kinds = [statement.type for statement in connection.extract_statements(asked)]
    except duckdb.Error as error:
        raise QueryError(str(error)) from error
    for kind in kinds:
        if kind not in (StatementType.SELECT, StatementType.MULTI):
            raise _refused(kind.name)
    if len(kinds) != 1:
        raise QueryError(f"one SQL statement is asked at a time, not {len(kinds)}")
    if kinds[0] == StatementType.MULTI:
        _check_pivot(asked)
    else:
        _check_parts(connection, asked)


def _check_parts(connection: Connection, sql: str) -> None:
    """Look through a statement as DuckDB reads it."""
    ((text,),) = connection.execute("select json_serialize_sql(?::varchar)", [sql]).fetchall()
    tree = msgspec.json.decode(text)
    if tree["error"]:
        raise QueryError(str(tree.get("error_message", "DuckDB cannot look through this statement")))
    for node in _nodes(tree):
        kind, called = node.get("type"), str(node.get("function_name", "")).lower()
        acting = _ACTS.fullmatch(kind) if isinstance(kind, str) else None
        if acting:
            raise _refused(acting[1])
        if called in _WRITING:
            raise _refused(f"function {called}")
        if kind == "TABLE_FUNCTION":
            _check_table_function(connection, str(node["function"]["function_name"]).lower())


def _check_table_function(connection: Connection, name: str) -> None:
    """Make sure that a table function reads; of one that there is not DuckDB tells more."""
    if _READING.fullmatch(name) or name in statements():
        return
    own = "select 1 from duckdb_functions() where lower(function_name) = ? and internal"
    if connection.execute(own, [name]).fetchall():
        raise _refused(f"function {name}")


def _check_pivot(sql: str) -> None:
    """Look through a PIVOT, which DuckDB takes for several statements, word by word."""
    first = _FIRST.match(sql)
    if first and first[1].lower() not in _ASKING:
        raise _refused(first[1].upper())
    for word in re.findall(r"\w+", sql.lower()):
        if word in _WRITING or _ACTING_WORDS.fullmatch(word):
            raise _refused(word.upper())


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """Every object of a JSON document."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def _refused(what: str) -> QueryError:
    return QueryError(f"SQL is for questions (select ...); {what} asks none, and is not done")
