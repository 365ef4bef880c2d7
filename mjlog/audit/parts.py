"""Work on batches that one bad game cannot stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import pyarrow as pa

from mjlog import schema
from mjlog.tables import LogTables

T = TypeVar("T")


def in_parts(tables: LogTables, work: Callable[[LogTables], T]) -> tuple[list[T], dict[str, str]]:
    """Do `work` on a batch; games that make it fail are left out, without the others.

    Args:
        tables: log tables of whole games.
        work: what is done with the tables of some games.

    Returns:
        The results, in the order of the games (one, unless a game failed), and the reason of each
        failure by game id.
    """
    names = tables.games["game_id"].to_pylist()
    try:
        return [work(tables)], {}
    except Exception as error:  # noqa: BLE001 - whatever a log does to the engine, the others are done
        if len(names) <= 1:
            return [], dict.fromkeys(names, f"{type(error).__name__}: {error}")
    half = len(names) // 2
    parts = [in_parts(tables.of_games(some), work) for some in (names[:half], names[half:])]
    return [r for results, _ in parts for r in results], {n: why for _, f in parts for n, why in f.items()}


def failed_games(tables: LogTables, failed: Mapping[str, str]) -> pa.Table:
    """Rejects for the games of `tables` that could not be replayed, `failed` by game id."""
    rows = [
        {
            "source_path": row["source_path"],
            "source_offset": row["source_offset"],
            "reason": f"game {row['game_id']} cannot be replayed: {failed[row['game_id']]}",
        }
        for row in tables.games.to_pylist()
        if row["game_id"] in failed
    ]
    return pa.Table.from_pylist(rows, schema=schema.REJECTS.arrow)
