"""Facts for statistics: rows per player and round, discard, meld, riichi, and discard against a threat."""

from __future__ import annotations

import pyarrow as pa

from mjlog.facts.danger import danger_tables
from mjlog.facts.danger.board import Board
from mjlog.facts.discards import discards
from mjlog.facts.melds import melds
from mjlog.facts.players import round_players
from mjlog.replay.replay import Replay
from mjlog.tables import LogTables

__all__ = ["discards", "facts", "melds", "round_players"]


def facts(replay: Replay, tables: LogTables) -> dict[str, pa.Table]:
    """Every table of facts (`schema.FACTS`) of a replayed batch, by name.

    Args:
        replay: the replay of `tables`.
        tables: log tables of whole games, their ``calc_*`` columns filled where they are wanted.
    """
    board = Board.of(replay.batch, replay.turns.dora_turned)
    return {
        "round_players": round_players(replay, tables, board),
        "discards": discards(replay, tables.rounds),
        "melds": melds(replay, tables.rounds),
        **danger_tables(replay, tables.rounds, board),
    }
