"""What readers give that do not come with mjlog: held against the schema before anything is built on it."""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog import schema
from mjlog.formats.base import Reader
from mjlog.formats.coverage import Coverage
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES

_MEMBERS: Final = ("NAME", "TITLE", "COVERAGE", "sniff", "read")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_PLAYERS: Final = (2, 4)
"""The fewest and the most players at a table."""
_PLAYED: Final = ("events", "wins", "draws")
"""Tables whose rows belong to rounds."""


def check_reader(reader: Reader, name: str = "") -> None:
    """Make sure that something is a reader.

    Args:
        reader: a module or an object.
        name: what messages call it; empty for its own.

    Raises:
        TypeError: when it lacks something that a `Reader` has, or has something else in its place.
        ValueError: when its name is none that a format may have.
    """
    missing = [name for name in _MEMBERS if not hasattr(reader, name)]
    if missing:
        raise TypeError(f"{name or repr(reader)} is no reader: it has no {', '.join(missing)}")
    if not isinstance(reader.COVERAGE, Coverage):
        raise TypeError(f"{name or repr(reader)} is no reader: its COVERAGE is no Coverage")
    if not _NAME.fullmatch(str(reader.NAME)):
        raise ValueError(f"a format is not called {reader.NAME!r}: small letters, digits and _ make a name")


def checked(tables: Any) -> LogTables:
    """`tables`, which a reader gives, if they follow the schema and belong together.

    Raises:
        TypeError: when they are no `LogTables`.
        ValueError: when a column or word is not of the schema, something is null that may not be, a row
            belongs to no game or round, a game or round is there twice, rows are out of order, or a seat is
            none of the table's.
    """
    if not isinstance(tables, LogTables):
        raise TypeError(f"read gives {type(tables).__name__}, not LogTables")
    tables.validate()
    for table in schema.LOG_TABLES:
        getattr(tables, table.name).validate(full=True)
        for column in table.columns:
            _check_column(table.name, column, getattr(tables, table.name)[column.name])
    _check_keys(tables)
    return tables


def _check_column(table: str, column: schema.Column, values: pa.ChunkedArray) -> None:
    """Nothing is null that may not be, and words are those of the schema."""
    if values.null_count and not column.nullable:
        raise ValueError(f"{table}.{column.name} is null in {values.null_count} rows")
    inner = pc.list_flatten(values) if pa.types.is_list(values.type) else values
    words = column.words or (TILE_NAMES if inner.type == schema.TILE else ())
    if words:
        found = set(pc.unique(inner.cast(pa.string())).to_pylist()) - {None}
        if strange := sorted(found - set(words)):
            raise ValueError(f"{table}.{column.name} has {strange[0]!r}, which is no word of the schema")


def _check_keys(tables: LogTables) -> None:
    """Rows stand in order and belong to a game, and to a round where they are of its play."""
    ids = tables.games["game_id"].cast(pa.string()).combine_chunks()
    if len(pc.unique(ids)) < len(ids):
        raise ValueError("a game is there twice")
    players = np.asarray(tables.games["player_count"])
    if len(players) and not (_PLAYERS[0] <= players.min() and players.max() <= _PLAYERS[1]):
        raise ValueError(f"a game has {players.min()} to {players.max()} players")
    rounds: NDArray[np.int64] = np.zeros(0, np.int64)
    for table in schema.LOG_TABLES:
        if table.name in ("games", "rejects"):
            continue
        rows = getattr(tables, table.name)
        games = pc.index_in(rows["game_id"].cast(pa.string()), value_set=ids)
        if games.null_count:
            raise ValueError(f"{games.null_count} rows of {table.name} belong to no game")
        at = np.asarray(games).astype(np.int64)
        _check_seats(table, rows, players[at])
        if table.name == "rounds":
            rounds = _round_keys(rows, at)
            _check_order("rounds", rounds, least=1)
        elif table.name in _PLAYED:
            keys = _round_keys(rows, at)
            _check_order(table.name, keys, least=0)
            if not np.isin(keys, rounds).all():
                raise ValueError(f"rows of {table.name} belong to no round")


def _round_keys(rows: pa.Table, game: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) a number for the round of each row that grows with game and round."""
    return game << 16 | np.asarray(rows["round_index"]).astype(np.int64)


def _check_order(name: str, keys: NDArray[np.int64], *, least: int) -> None:
    if (np.diff(keys) < least).any():
        raise ValueError(f"rows of {name} are out of order, or there twice")


def _check_seats(table: schema.TableSchema, rows: pa.Table, players: NDArray[np.int8]) -> None:
    for column in table.columns:
        if column.name != "seat" and not column.name.endswith("_seat"):
            continue
        seats = np.asarray(rows[column.name].fill_null(0))
        if ((seats < 0) | (seats >= players)).any():
            raise ValueError(f"{table.name}.{column.name} is no seat of the table")
