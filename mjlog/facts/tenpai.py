"""Exhaustive draws: whose tenpai has a yaku, whose river pays; and who ended a round by chombo."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mjlog import schema
from mjlog.facts.rows import NULL, Columns, DrawRows, WinRows
from mjlog.replay.batch import EXHAUSTIVE_DRAW
from mjlog.replay.replay import Replay
from mjlog.rulesets.standard import SEATS
from mjlog.scoring.draws import chombo_by_seat, nagashi_rivers
from mjlog.scoring.score import score_hands
from mjlog.scoring.winnable import completed_hands
from mjlog.tiles import KIND_BIT, KINDS

_NAGASHI = schema.DRAW_TYPES.index("nagashi_mangan")


def draw_columns(replay: Replay, draws: DrawRows, wins: WinRows) -> Columns:
    """`has_yaku_at_draw`, `is_nagashi_mangan` and `is_chombo`, (rounds, 4) each."""
    paid = np.zeros(replay.batch.n_rounds, dtype=bool)
    paid[draws.round[draws.type == _NAGASHI]] = True
    paid[wins.round[wins.is_nagashi]] = True
    return {
        "has_yaku_at_draw": _has_yaku(replay, draws),
        "is_nagashi_mangan": nagashi_rivers(replay) & paid[:, None],
        "is_chombo": chombo_by_seat(replay.batch) > 0,
    }


def _has_yaku(replay: Replay, draws: DrawRows) -> NDArray[np.int64]:
    """(rounds, 4) 1 where a hand that is tenpai at the draw has a yaku by ron, 0 where it has none."""
    batch = replay.batch
    result = np.full((batch.n_rounds, SEATS), NULL, dtype=np.int64)
    ends = np.flatnonzero(batch.events.kind == EXHAUSTIVE_DRAW)
    event = np.full(batch.n_rounds, -1, dtype=np.int64)
    event[batch.events.round[ends]] = ends
    place, seat = np.nonzero((draws.tenpai == 1) & (event[draws.round] >= 0)[:, None])
    number = draws.round[place]
    row = replay.hands.row_after[event[number], seat]
    known = replay.hands.known[row] & (replay.waits[row] != 0)
    number, seat, row = number[known], seat[known], row[known]
    hand, kind = np.nonzero((replay.waits[row][:, None] & KIND_BIT[:KINDS]) != 0)
    completed = completed_hands(replay, number[hand], event[number[hand]], row[hand], kind.astype(np.uint8))
    result[number, seat] = 0
    wins = hand[score_hands(completed, batch.rules).has_yaku]
    result[number[wins], seat[wins]] = 1
    return result
