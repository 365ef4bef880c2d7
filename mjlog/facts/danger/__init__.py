"""Danger of discards: how a tile stands to an opponent's river, and what riichi wait for."""

from __future__ import annotations

import pyarrow as pa

from mjlog.facts.danger.board import Board
from mjlog.facts.danger.riichis import riichi_tables
from mjlog.facts.danger.threats import discard_threats
from mjlog.replay.replay import Replay


def danger_tables(replay: Replay, rounds: pa.Table, board: Board) -> dict[str, pa.Table]:
    """The tables of danger by name: riichi, their waits and tile classes, and discards against threats.

    Args:
        replay: a replayed batch.
        rounds: the `rounds` table that it was made of.
        board: what lies open in its course.
    """
    return riichi_tables(replay, rounds, board) | {"discard_threats": discard_threats(replay, rounds, board)}
