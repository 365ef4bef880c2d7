"""Every mutation, and how to apply one to a game."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from mjlog.tables import LogTables
from tests.corruption import house, play, results, walls
from tests.corruption.registry import MUTATIONS
from tests.corruption.rows import GameRows, tables_of

MODULES = (play, results, house, walls)
"""Their import registers the mutations."""


@dataclass(frozen=True)
class Broken:
    """A game with a defect."""

    tables: LogTables
    game_id: str
    round_index: int
    prefixes: tuple[str, ...]
    """Beginnings of codes one of which must be reported for the round."""


def mutate(name: str, game: GameRows, game_id: str, rng: Random) -> Broken | None:
    """Break a copy of a game; None when it has no fitting place."""
    copy = game.copy(game_id)
    hit = MUTATIONS[name].apply(copy, rng)
    return None if hit is None else Broken(tables_of(copy), game_id, hit.round_index, hit.prefixes)
