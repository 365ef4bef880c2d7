"""Sums of the views of totals over each game and seat, kept so that rounds are not counted each time."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import shutil
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from mjlog.rank_points import rank_levels, rank_tables
from mjlog.warehouse.connection import Connection, literal
from mjlog.warehouse.statements import VIEWS, statements

_ROWS: Final = 50_000
"""Rows of sums that are in memory at a time."""
_NO_SUMS: Final = frozenset({"game_id", "round_index", "seat", "player_count"})


def table_name(view: str) -> str:
    """Name of the table with the sums of a view of totals."""
    return f"{view}_by_game"


def make(connection: Connection, view: str, kept: Callable[[], Path | None]) -> Path | None:
    """Make the table with the sums of a view: its columns of numbers, added up over each game and seat.

    Args:
        connection: has the views; gets the table, or a view of its file.
        view: a view of totals with ``game_id`` and ``seat``.
        kept: tells how the paths begin of what is kept of the tables that the connection shows, None when
            they are others by now, or nothing is kept (see `Store.kept`).

    Returns:
        The file, None when the sums are in memory only.
    """
    begin = kept()
    if begin is not None:
        path = begin.with_name(f"{begin.name}-{_counted_by()}") / f"{view}.parquet"
        with contextlib.suppress(OSError):  # a folder that cannot be written to: the sums are made each time
            if path.exists() or _store(connection, view, path, kept):
                _check(path)
                _show(connection, view, f"from read_parquet({literal(str(path.resolve()))})")
                return path
    connection.execute(f"create or replace table {view}_sums as {_sums_sql(connection, view)}")
    _show(connection, view, f"from {view}_sums")
    return None


def _show(connection: Connection, view: str, source: str) -> None:
    connection.execute(f"create or replace view {table_name(view)} as {source}")


def _sums_sql(connection: Connection, view: str) -> str:
    """The statement of the sums."""
    columns = "select column_name, data_type from duckdb_columns() where table_name = ? order by column_index"
    known = connection.execute(columns, [view]).fetchall()
    names = [name for name, kind in known if name not in _NO_SUMS and kind != "VARCHAR"]
    added = ", ".join(f"sum({name})::double as {name}" for name in names)
    return f"select game_id, seat, {added} from {view} group by game_id, seat"  # noqa: S608 - our own names


def _store(connection: Connection, view: str, path: Path, kept: Callable[[], Path | None]) -> bool:
    """Write the file, unless the tables are others by the time it is made; tells which it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{view}-{secrets.token_hex(4)}.part")
    try:
        rows = connection.sql(_sums_sql(connection, view)).to_arrow_reader(_ROWS)
        with pq.ParquetWriter(part, rows.schema, compression="zstd") as file:
            for batch in rows:
                file.write_batch(batch)
        is_current = kept() is not None
        if is_current:
            part.replace(path)
            _forget_others(path.parent)
    finally:
        part.unlink(missing_ok=True)
    return is_current


def _forget_others(folder: Path) -> None:
    """Remove what is kept of other tables, but the newest, which somebody may be reading."""
    others = [other for other in folder.parent.iterdir() if other != folder]
    for old in sorted(others, key=_age)[1:]:
        shutil.rmtree(old, ignore_errors=True)


def _age(folder: Path) -> float:
    """Grows with the time since a folder was changed; one that is gone is old."""
    try:
        return -folder.stat().st_mtime
    except OSError:
        return 0.0


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


@cache
def _counted_by() -> str:
    """The statements, the tables of rank points and the version, in short."""
    digest = hashlib.sha256(version("mjlog").encode())
    for _, statement in sorted(statements().items()):
        if statement.layer in ("macros", *VIEWS):
            digest.update(statement.sql.encode())
    for table in (rank_levels(), rank_tables()):
        digest.update(str(table.to_pylist()).encode())
    return digest.hexdigest()[:16]
