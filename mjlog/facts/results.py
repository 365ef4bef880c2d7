"""How each round ended for each player: wins, deal-ins, draws; all columns are (rounds, 4)."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import codes_of
from mjlog.facts.rows import (
    NO_WORD,
    NULL,
    Columns,
    DrawRows,
    Moments,
    WinRows,
    open_melds,
    rows_of,
    shanten_of,
    table_turns_of,
    turns_of,
)
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay

_RIICHI, _OPEN, _CLOSED = range(3)
"""Places in `schema.HAND_STATES` and `schema.WIN_STATES`."""


def outcome_columns(replay: Replay, rounds: pa.Table, draws: DrawRows) -> Columns:
    """How the round ended, and who was tenpai at an exhaustive draw."""
    shape = (replay.batch.n_rounds, 4)
    draw_type = np.full(shape, NO_WORD, dtype=np.uint8)
    draw_type[draws.round] = draws.type[:, None]
    tenpai = np.full(shape, NULL, dtype=np.int64)
    tenpai[draws.round] = draws.tenpai
    return {
        "outcome": np.broadcast_to(codes_of(rounds["outcome"], schema.OUTCOMES)[:, None], shape),
        "draw_type": draw_type,
        "is_tenpai_at_draw": tenpai,
    }


def _states(replay: Replay, moment: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Riichi, open or closed at a moment that ends the round; 255 for `NEVER`.

    A riichi whose declaration tile deals in counts as riichi.
    """
    closed = np.where(open_melds(replay) > 0, _OPEN, _CLOSED)
    state = np.where(replay.turns.riichi_at < moment, _RIICHI, closed)
    return np.where(moment < NEVER, state, NO_WORD).astype(np.uint8)


def win_columns(replay: Replay, moments: Moments, wins: WinRows) -> Columns:
    """Wins, the first of each player, and losses to another's tsumo."""
    shape = (replay.batch.n_rounds, 4)
    first = np.flatnonzero(wins.logged.is_first)
    at = wins.round[first], wins.seat[first]
    columns: Columns = {
        "is_win": np.zeros(shape, dtype=bool),
        "is_tsumo": np.zeros(shape, dtype=bool),
        "is_ippatsu": np.zeros(shape, dtype=bool),
        "win_han": np.full(shape, NULL, dtype=np.int64),
        "win_points": np.full(shape, NULL, dtype=np.int64),
    }
    columns["is_win"][at] = True
    columns["is_tsumo"][at] = wins.is_tsumo[first]
    columns["is_ippatsu"][at] = wins.is_ippatsu[first]
    columns["win_han"][at] = wins.han[first]
    columns["win_points"][at] = wins.points[first]
    drawn = np.any(columns["is_tsumo"], axis=1, keepdims=True)
    return {
        **columns,
        "win_state": _states(replay, moments.win),
        "win_turn": turns_of(replay, moments.win),
        "win_table_turn": table_turns_of(replay, moments.win),
        "is_tsumo_loss": drawn & ~columns["is_tsumo"],
    }


_TO: Final = {f"is_deal_in_to_{state}": code for code, state in enumerate(schema.WIN_STATES)}


def deal_in_columns(replay: Replay, moments: Moments, wins: WinRows) -> Columns:
    """Deal-ins: one per round however many win on the tile, and how many did."""
    shape = (replay.batch.n_rounds, 4)
    ron = np.flatnonzero(~wins.is_tsumo & wins.logged.is_first)
    round_, payer, winner = wins.round[ron], wins.from_seat[ron], wins.seat[ron]

    def number_of(chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        segment = round_[chosen] * 4 + payer[chosen]
        return np.bincount(segment, minlength=shape[0] * 4).reshape(shape)

    state = _states(replay, moments.win)[round_, winner]
    deal_ins = number_of(np.ones(len(ron), dtype=bool))
    unvalued = number_of(wins.points[ron] == NULL)
    points = np.zeros(shape, dtype=np.int64)
    np.add.at(points, (round_, payer), wins.points[ron])
    shanten = shanten_of(replay, rows_of(replay, moments.deal_in))
    return {
        "is_deal_in": deal_ins > 0,
        "deal_ins": deal_ins,
        "deal_in_points": np.where((deal_ins > 0) & (unvalued == 0), points, NULL),
        "deal_in_state": _states(replay, moments.deal_in),
        "deal_in_turn": turns_of(replay, moments.deal_in),
        "deal_in_table_turn": table_turns_of(replay, moments.deal_in),
        "deal_in_shanten": np.where(moments.deal_in < NEVER, shanten, NULL),
        **{name: number_of(state == code) > 0 for name, code in _TO.items()},
        "is_deal_in_to_dealer": number_of(winner == replay.batch.dealer[round_]) > 0,
    }
