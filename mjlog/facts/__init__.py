"""Facts for statistics: rows per player and round, discard, meld, riichi, and discard against a threat."""

from __future__ import annotations

import pyarrow as pa

from mjlog.facts.course import Course
from mjlog.facts.danger import discard_threats, riichi_tables
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
    course, rounds = Course.of(replay), tables.rounds
    return {
        "round_players": round_players(replay, tables, course),
        "discards": discards(replay, rounds, course),
        "melds": melds(replay, rounds, course),
        **riichi_tables(replay, rounds, course),
        "discard_threats": discard_threats(replay, rounds, course),
    }
