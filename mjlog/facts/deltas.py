"""Where each player's points went: the score change of every round in parts that add up to it."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import matrix_of
from mjlog.facts.rows import NULL, Columns, DrawRows, WinRows, count_by_seat
from mjlog.replay.batch import BONUS, RIICHI_ACCEPTED
from mjlog.replay.replay import Replay
from mjlog.replay.side_payments import side_payments
from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.scoring.draws import CHOMBO

PARTS: Final = (
    "win_delta",
    "deal_in_delta",
    "tsumo_loss_delta",
    "draw_delta",
    "riichi_delta",
    "pao_delta",
    "bonus_delta",
    "penalty_delta",
    "other_delta",
)
"""Columns that add up to `score_delta`."""


def delta_columns(replay: Replay, rounds: pa.Table, wins: WinRows, draws: DrawRows) -> Columns:
    """The parts, `score_delta` and `is_pao`, (rounds, 4) each.

    `NULL` where a round has no result, or a result has no score changes.
    """
    parts = _win_parts(replay, wins)
    parts["draw_delta"] = np.zeros_like(parts["win_delta"])
    parts["draw_delta"][draws.round] = draws.deltas
    parts["riichi_delta"] = -RIICHI_STICK * count_by_seat(replay, RIICHI_ACCEPTED)
    parts["riichi_delta"][draws.round[draws.type == CHOMBO]] = 0
    parts |= _side_parts(replay)
    paid: NDArray[np.int64] = np.sum(list(parts.values()), axis=0)
    parts["other_delta"] = _unexplained(replay, rounds, paid)
    results = np.bincount(wins.round, minlength=len(paid)) + np.bincount(draws.round, minlength=len(paid))
    known = results > 0
    known[wins.round[~wins.has_deltas]] = False
    known[draws.round[~draws.has_deltas]] = False
    columns: Columns = {name: np.where(known[:, None], parts[name], NULL) for name in PARTS}
    columns["score_delta"] = np.where(known[:, None], paid + parts["other_delta"], NULL)
    columns["is_pao"] = _is_pao(replay, wins)
    return columns


def _win_parts(replay: Replay, wins: WinRows) -> Columns:
    """What wins gave and took: on a ron whatever others than the discarder pay is liability."""
    shape = (replay.batch.n_rounds, 4)
    seats = np.arange(4)
    is_winner = seats == wins.seat[:, None]
    is_payer = seats == wins.from_seat[:, None]
    tsumo = wins.is_tsumo[:, None]
    is_liable = np.where(tsumo, seats == wins.pao_seat[:, None], ~is_payer)
    kinds = {
        "win_delta": is_winner,
        "deal_in_delta": ~is_winner & ~tsumo & is_payer,
        "pao_delta": ~is_winner & is_liable,
        "tsumo_loss_delta": ~is_winner & tsumo & ~is_liable,
    }
    parts: Columns = {}
    for name, chosen in kinds.items():
        parts[name] = np.zeros(shape, dtype=np.int64)
        np.add.at(parts[name], wins.round, np.where(chosen, wins.deltas, 0))
    return parts


def _side_parts(replay: Replay) -> Columns:
    """Bonuses and penalties in the middle of a round, as logged."""
    ev = replay.batch.events
    paid = side_payments(replay.batch)
    is_bonus = ev.kind[paid.event] == BONUS
    parts: Columns = {}
    for name, chosen in (("bonus_delta", is_bonus), ("penalty_delta", ~is_bonus)):
        parts[name] = np.zeros((replay.batch.n_rounds, 4), dtype=np.int64)
        np.add.at(parts[name], ev.round[paid.event[chosen]], paid.deltas[chosen])
    return parts


def _is_pao(replay: Replay, wins: WinRows) -> NDArray[np.bool_]:
    liable = (wins.pao_seat >= 0) & (wins.pao_seat != wins.from_seat)
    result = np.zeros((replay.batch.n_rounds, 4), dtype=bool)
    result[wins.round[liable], wins.pao_seat[liable]] = True
    return result


def _unexplained(replay: Replay, rounds: pa.Table, paid: NDArray[np.int64]) -> NDArray[np.int64]:
    """(rounds, 4) change of the logged scores that no payment explains; 0 where they are not logged."""
    logged = np.asarray(rounds["log_end_scores"].is_valid()) & np.asarray(rounds["start_scores"].is_valid())
    change = matrix_of(rounds["log_end_scores"], 4, 0).astype(np.int64) - replay.batch.start_scores
    return np.where(logged[:, None], change - paid, 0)
