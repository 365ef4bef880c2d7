"""Tables with games by number: rows are joined and grouped by them in less time than by their ids."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from mjlog.warehouse.connection import Connection

_GAMES: Final = "numbered_games"
_NUMBER: Final = "number_of_game"


def numbered(table: pa.Table, games: pa.Array) -> pa.Table:
    """A table with numbers for games.

    Args:
        table: has ``game_id``.
        games: (games,) their ids.

    Returns:
        The same, but ``game_id`` is the place of the game among them, int32; their number where it is none.
    """
    return table.set_column(
        table.column_names.index("game_id"),
        "game_id",
        pa.chunked_array(_places(table["game_id"].chunks, games), pa.int32()),
    )


def _places(chunks: Iterable[pa.Array], games: pa.Array) -> list[pa.Array]:
    """The places of ids among those of games; chunks mostly have the same dictionary."""
    known, places, found = pa.array([], pa.string()), pa.array([], pa.int32()), []
    for chunk in chunks:
        encoded = chunk if pa.types.is_dictionary(chunk.type) else chunk.dictionary_encode()
        if not encoded.dictionary.equals(known):
            known = encoded.dictionary
            places = pc.index_in(known, games).fill_null(len(games))
        found.append(places.take(encoded.indices))
    return found


def show(connection: Connection, tables: dict[str, pa.Table]) -> None:
    """Show tables to a connection alone, instead of others of the same names."""
    for name, table in tables.items():
        connection.register(name, table)


def show_numbered(connection: Connection, tables: Iterable[str], games: pa.Array) -> None:
    """Show tables that a database has to a connection alone, with numbers for games (see `numbered`).

    An enumeration tells the numbers, as a join would mislead DuckDB about the order of those of statements.
    """
    connection.register(_GAMES, pa.table({"game_id": games}))
    connection.execute(f"create or replace temp type {_NUMBER} as enum (select game_id from {_GAMES})")  # noqa: S608 - our own names
    for name in tables:
        connection.execute(
            f"""create or replace temp view {name} as
            select t.* replace (
                coalesce(enum_code(try_cast(t.game_id as {_NUMBER})), {len(games)})::integer as game_id
            )
            from memory.main.{name} as t"""  # noqa: S608 - our own names
        )
