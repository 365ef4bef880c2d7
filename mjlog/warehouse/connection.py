"""DuckDB: connections with the macros and views of the warehouse, and the file for other shells."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final, TypeVar

import duckdb
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.rank_points import rank_levels, rank_tables
from mjlog.schema import TABLES, TableSchema
from mjlog.warehouse.aliases import no_aliases
from mjlog.warehouse.running import run
from mjlog.warehouse.statements import MACROS, VIEWS, Statement, statements

T = TypeVar("T")

Connection = duckdb.DuckDBPyConnection
DuckDBError = duckdb.Error

_NO_DOWNLOADS: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_SQL_TYPES: Final = {
    pa.string(): "varchar", pa.bool_(): "boolean", pa.int8(): "tinyint", pa.int16(): "smallint",
    pa.int32(): "integer", pa.int64(): "bigint", pa.float32(): "float", pa.float64(): "double",
    pa.timestamp("s"): "timestamp",
}  # fmt: skip
_MISSING: Final = re.compile(r"with name (\w+) does not exist")
_OF_SQL: Final = (
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.ConversionException,
    duckdb.InterruptException,
    duckdb.NotImplementedException,
    duckdb.OutOfMemoryException,
    duckdb.OutOfRangeException,
    duckdb.ParserException,
    duckdb.TransactionException,
)
"""Errors that a statement makes, whatever the data."""
_OF_FILES: Final = (duckdb.InvalidInputException, duckdb.IOException)
"""Errors that a statement or a file makes, which is named then."""
_PART: Final = re.compile(r"part-\d{8}-\d+\.parquet")
KEPT: Final = frozenset({"player_games"})
"""Views that are counted once in a connection, since every selection reads them."""
_STORAGE: Final = "v1.0.0"
"""Oldest DuckDB that can open the file for other shells."""


class QueryError(ValueError):
    """A query that DuckDB refuses."""

    @property
    def missing(self) -> str | None:
        """The table, view or function that there is not, if that is why."""
        found = _MISSING.search(str(self)) if isinstance(self.__cause__, duckdb.CatalogException) else None
        return found[1] if found else None

    @property
    def is_of_data(self) -> bool:
        """Whether it came up while data were read, so that these may be the reason."""
        cause = self.__cause__
        if isinstance(cause, _OF_FILES):
            return _PART.search(str(self)) is not None
        return isinstance(cause, duckdb.Error) and not isinstance(cause, _OF_SQL)


class PublishWarning(UserWarning):
    """The DuckDB file for other shells could not be made; the tables are stored all the same."""


def is_interruption(error: RuntimeError) -> bool:
    """Whether an error is what DuckDB makes of a signal that comes while it is at work."""
    return str(error) == "Query interrupted"


def connect() -> Connection:
    """Open a database in memory that downloads nothing and spills to the system's temporary folder.

    Its SQL knows nothing of the variables of programs.
    """
    spill = Path(tempfile.gettempdir()) / f"mjlog-duckdb-{os.getpid()}"
    return duckdb.connect(
        config={**_NO_DOWNLOADS, "python_enable_replacements": "false", "temp_directory": str(spill)}
    )


def define(
    connection: Connection, aliases: pa.Table, *, has_facts: bool = True, kept: Collection[str] = KEPT
) -> None:
    """Make the macros and the views of facts; the tables must be there.

    Args:
        connection: where they are made.
        aliases: whose accounts and names are whose (see `aliases.SCHEMA`).
        has_facts: whether the tables of facts are there; no views are made without.
        kept: views of which tables are made instead.

    Raises:
        QueryError: when a table cannot be read.
    """
    given = {"aliases": aliases, "rank_levels": rank_levels(), "rank_tables": rank_tables()}
    layers = (*MACROS, VIEWS[0]) if has_facts else MACROS[:1]

    def made() -> None:
        for name, table in given.items():
            connection.register("given", table)
            connection.execute(f"create or replace table {name} as from given")
            connection.unregister("given")
        _define_layers(connection, layers, kept)

    _run(connection, made)


def define_totals(connection: Connection) -> None:
    """Make the views of totals; macros and views of facts must be there.

    Raises:
        QueryError: when a table cannot be read.
    """
    _run(connection, lambda: _define_layers(connection, VIEWS[1:], ()))


def _define_layers(connection: Connection, layers: Collection[str], kept: Collection[str]) -> None:
    for statement in statements().values():
        if statement.layer in layers:
            connection.execute(_definition(statement, kept))


def _definition(statement: Statement, kept: Collection[str]) -> str:
    """The SQL that makes a macro, a view, or a table instead of it."""
    if statement.layer in MACROS:
        return statement.sql
    kind = "table" if statement.name in kept else "view"
    return f"create or replace {kind} {statement.name} as\n{statement.sql}"


def select_one(connection: Connection, sql: str, parameters: Mapping[str, Any]) -> pa.Table:
    """Run one query; an interruption ends it at once.

    Raises:
        QueryError: when DuckDB refuses it, or a text is not UTF-8.
    """
    check_text({"the query": sql, **parameters})
    return _run(connection, lambda: connection.sql(sql, params=dict(parameters) or None).to_arrow_table())


def select_numbers(connection: Connection, sql: str) -> dict[str, NDArray[Any]]:
    """Run one query of ours whose answer is numbers.

    It is planned once; for an answer in Arrow, DuckDB plans a query first for the types and then to run it.

    Returns:
        (rows,) each column; what is null is 0.

    Raises:
        QueryError: when DuckDB refuses it.
    """
    columns = _run(connection, lambda: connection.execute(sql).fetchnumpy())
    return {name: np.ma.filled(column, 0) for name, column in columns.items()}


def _run(connection: Connection, query: Callable[[], T]) -> T:
    """Run queries of a connection; an interruption ends them at once.

    Raises:
        QueryError: when DuckDB refuses one.
    """
    try:
        return run(connection, query)
    except duckdb.Error as error:
        raise QueryError(str(error)) from error


def make_table(connection: Connection, name: str, sql: str, parameters: Mapping[str, Any]) -> None:
    """Make a table of the answer to one query.

    Raises:
        QueryError: when DuckDB refuses it, or a text is not UTF-8.
    """
    check_text({"the query": sql, **parameters})
    _run(connection, lambda: connection.execute(f"create table {name} as {sql}", dict(parameters)))


def check_text(values: Mapping[str, Any]) -> None:
    """Make sure that texts, by what they are, are some that DuckDB can have."""
    for name, value in values.items():
        if isinstance(value, str) and not is_text(value):
            raise QueryError(f"{name} is not UTF-8, as all text of the tables is: {value!r}")


def is_text(text: str) -> bool:
    """Whether `text` can be written as UTF-8, as DuckDB has all text.

    >>> is_text("wh"), is_text("wh" + chr(0xDCFF))
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def literal(text: str) -> str:
    """`text` as an SQL string."""
    return "'" + text.replace("'", "''") + "'"


def view_files(connection: Connection, table: TableSchema, paths: list[Path], *, has_old: bool) -> None:
    """Make the view of a table over its Parquet files.

    Args:
        connection: where the view is made.
        table: which table.
        paths: absolute paths of its files.
        has_old: whether some files, or all, may be of an older schema: what they lack is null.
    """
    listed = ", ".join(literal(str(p)) for p in paths)
    source = f"from read_parquet([{listed}])"
    if has_old:
        columns = ", ".join(f"null::{sql_type(c.type)} as {c.name}" for c in table.columns)
        union = f"union all by name from read_parquet([{listed}], union_by_name := true)" if paths else ""
        source = f"select {columns} where false {union}"
    connection.sql(f"create or replace view {table.name} as {source}")


def sql_type(column: pa.DataType) -> str:
    """The type that DuckDB gives a column of a Parquet file.

    >>> sql_type(pa.list_(pa.int8())), sql_type(pa.dictionary(pa.uint8(), pa.string()))
    ('tinyint[]', 'varchar')
    """
    if pa.types.is_list(column):
        return f"{sql_type(column.value_type)}[]"
    return "varchar" if pa.types.is_dictionary(column) else _SQL_TYPES[column]


def publish(path: Path, tables: Mapping[str, list[Path]], *, has_old: bool) -> None:
    """Make the DuckDB file that opens in any DuckDB shell: views over the Parquet files, and macros.

    The file is made in the system's temporary folder, as DuckDB cannot write where a folder has a
    question mark in its name, and then put in its place, so that open shells keep the one they have.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    with tempfile.TemporaryDirectory(prefix="mjlog-") as folder:
        made = Path(folder) / path.name
        config = {**_NO_DOWNLOADS, "storage_compatibility_version": _STORAGE}
        with duckdb.connect(str(made), config=config) as connection:
            for name, paths in tables.items():
                view_files(connection, TABLES[name], paths, has_old=has_old)
            define(connection, no_aliases(), has_facts=not has_old, kept=())
            if not has_old:
                define_totals(connection)
        shutil.copyfile(made, temporary)
    path.with_name(f"{path.name}.wal").unlink(missing_ok=True)
    temporary.replace(path)
