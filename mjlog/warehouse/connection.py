"""DuckDB: connections with the macros and views of the warehouse, and the file for other shells."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import duckdb
import pyarrow as pa

from mjlog.warehouse.statements import VIEWS, statements

Connection = duckdb.DuckDBPyConnection
DuckDBError = duckdb.Error

_NO_DOWNLOADS: Final[dict[str, str | bool | int | float | list[str]]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_STORAGE: Final = "v1.0.0"
"""Oldest DuckDB that can open the file for other shells."""


class QueryError(ValueError):
    """A query that DuckDB refuses."""


class PublishWarning(UserWarning):
    """The DuckDB file for other shells could not be made; the tables are stored all the same."""


def connect() -> Connection:
    """Open a database in memory that downloads nothing and spills to the system's temporary folder."""
    spill = Path(tempfile.gettempdir()) / f"mjlog-duckdb-{os.getpid()}"
    return duckdb.connect(config={**_NO_DOWNLOADS, "temp_directory": str(spill)})


def define(connection: Connection) -> None:
    """Make the macros and the views of facts and totals; the tables must be there."""
    for statement in statements().values():
        if statement.layer == "macros":
            connection.sql(statement.sql)
        elif statement.layer in VIEWS:
            connection.sql(f"create or replace view {statement.name} as\n{statement.sql}")


def select(connection: Connection, sql: str, parameters: Mapping[str, Any]) -> pa.Table:
    """Run one query.

    Raises:
        QueryError: when DuckDB refuses it, or it is not exactly one statement.
    """
    try:
        number = len(connection.extract_statements(sql))
        if number != 1:
            raise QueryError(f"one SQL statement is asked at a time, not {number}")
        return connection.sql(sql, params=dict(parameters) or None).to_arrow_table()
    except duckdb.Error as error:
        raise QueryError(str(error)) from error


def literal(text: str) -> str:
    """`text` as an SQL string."""
    return "'" + text.replace("'", "''") + "'"


def view_files(connection: Connection, name: str, paths: list[Path], *, mixed: bool) -> None:
    """Make view `name` over Parquet files.

    Args:
        connection: where the view is made.
        name: its name.
        paths: absolute paths of the files, at least one.
        mixed: whether some files may lack columns.
    """
    listed = ", ".join(literal(str(p)) for p in paths)
    union = ", union_by_name := true" if mixed else ""
    source = f"read_parquet([{listed}]{union})"
    connection.sql(f"create or replace view {name} as from {source}")


def publish(path: Path, tables: Mapping[str, list[Path]], *, mixed: bool) -> None:
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
                view_files(connection, name, paths, mixed=mixed)
            define(connection)
        shutil.copyfile(made, temporary)
    path.with_name(f"{path.name}.wal").unlink(missing_ok=True)
    temporary.replace(path)
