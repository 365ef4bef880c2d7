"""Every mutation, and how to apply one to log tables."""

from __future__ import annotations

from random import Random

from mjlog.tables import LogTables
from tests.corruption import play, results
from tests.corruption.registry import MUTATIONS
from tests.corruption.rows import rows_of, tables_of

MODULES = (play, results)
"""Their import registers the mutations."""


def mutate(name: str, tables: LogTables, rng: Random) -> tuple[LogTables, str, int, tuple[str, ...]] | None:
    """Apply a mutation to the tables of one game.

    Returns:
        The broken tables, the game, the round, and the beginnings of codes one of which must be
        reported there; None when the game has no fitting place.
    """
    game = rows_of(tables)
    hit = MUTATIONS[name](game, rng)
    return None if hit is None else (tables_of(game), game.game_id, hit.round_index, hit.prefixes)
