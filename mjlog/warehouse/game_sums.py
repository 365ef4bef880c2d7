"""Sums of the views of totals over each game and seat, kept so that rounds are not counted each time."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from mjlog.rank_points import rank_levels, rank_tables
from mjlog.warehouse import manifest
from mjlog.warehouse.connection import Connection, select
from mjlog.warehouse.statements import VIEWS, statements

FOLDER: Final = ".sums"
"""Folder in that of the warehouse; it may be deleted at any time."""
_NO_SUMS: Final = frozenset({"game_id", "round_index", "seat", "player_count"})


def table_name(view: str) -> str:
    """Name of the table with the sums of a view of totals."""
    return f"{view}_by_game"


def make(connection: Connection, view: str, folder: Path | None) -> None:
    """Make the table with the sums of a view: its columns of numbers, added up over each game and seat.

    Args:
        connection: has the views; gets the table, or a view of its file.
        view: a view of totals with ``game_id`` and ``seat``.
        folder: of the warehouse, where the sums are kept; None: in memory only.
    """
    if folder is None:
        _keep(connection, view, _sums(connection, view))
        return
    path = folder / FOLDER / f"{view}-{_key(folder)}.parquet"
    sums = None if path.exists() else _sums(connection, view)
    with contextlib.suppress(OSError):  # a folder that cannot be written to: the sums are made each time
        if sums is not None:
            _store(path, view, sums)
        _check(path)
        where = str(path.resolve()).replace("'", "''")
        connection.sql(f"create or replace view {table_name(view)} as from read_parquet('{where}')")
        return
    _keep(connection, view, sums if sums is not None else _sums(connection, view))


def _sums(connection: Connection, view: str) -> pa.Table:
    """The rows of the table."""
    known = select(connection, f"from {view} limit 0", {}).schema
    columns = [f.name for f in known if f.name not in _NO_SUMS and not pa.types.is_string(f.type)]
    added = ", ".join(f"sum({name})::double as {name}" for name in columns)
    sql = f"select game_id, seat, {added} from {view} group by game_id, seat order by game_id, seat"  # noqa: S608 - as before
    return select(connection, sql, {})


def _keep(connection: Connection, view: str, sums: pa.Table) -> None:
    """Put the table into the connection."""
    connection.register("given_sums", sums)
    connection.sql(f"create or replace table {table_name(view)} as from given_sums")
    connection.unregister("given_sums")


def _store(path: Path, view: str, sums: pa.Table) -> None:
    """Write the file; those of the view that were made for other tables are removed."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f".{view}-{secrets.token_hex(4)}.part")
    try:
        pq.write_table(sums, part, compression="zstd")
        for old in path.parent.glob(f"{view}-*.parquet"):
            old.unlink(missing_ok=True)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _check(path: Path) -> None:
    """Make sure that a file is whole; one that is not is removed.

    Raises:
        OSError: when it is not.
    """
    try:
        pq.read_metadata(path)
    except pa.ArrowException as error:
        path.unlink(missing_ok=True)
        raise OSError(f"{path} is damaged") from error


def _key(folder: Path) -> str:
    """What the sums depend on: the tables that are stored, and what counts them."""
    return hashlib.sha256((folder / manifest.FILE).read_bytes() + _counted_by()).hexdigest()[:16]


@cache
def _counted_by() -> bytes:
    """The statements, the tables of rank points and the version, in short."""
    digest = hashlib.sha256(version("mjlog").encode())
    for _, statement in sorted(statements().items()):
        if statement.layer in ("macros", *VIEWS):
            digest.update(statement.sql.encode())
    for table in (rank_levels(), rank_tables()):
        digest.update(str(table.to_pylist()).encode())
    return digest.digest()
