"""`discards`: what each discard met, and whether it dealt in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import ints_array, tiles_array
from mjlog.facts.rows import NULL, batch_seats, shanten_of
from mjlog.replay.batch import DISCARD, IS_OPEN_CALL, WIN
from mjlog.replay.replay import Replay
from mjlog.replay.segments import running_sum
from mjlog.replay.turns import offered_event
from mjlog.tiles import KIND_BIT

Array = NDArray[Any]


def discards(replay: Replay, rounds: pa.Table) -> pa.Table:
    """Every discard with the state of the table before it.

    Args:
        replay: a replayed batch.
        rounds: the `rounds` table that it was made of.

    Returns:
        A table of schema `DISCARDS`, in the order of the events.
    """
    batch, ev = replay.batch, replay.batch.events
    at = np.flatnonzero((ev.kind == DISCARD) & (ev.seat >= 0))
    seat, number = ev.seat[at].astype(np.int64), ev.round[at]
    row, others = np.arange(len(at)), np.arange(4) != seat[:, None]
    declared = replay.turns.riichi_at[number] < at[:, None]
    melds = _open_melds_before(replay)[at]
    is_tile = _is_riichi_tile(replay, at, seat)
    columns = {
        "game_id": rounds["game_id"].combine_chunks().take(pa.array(number)),
        "round_index": rounds["round_index"].combine_chunks().take(pa.array(number)),
        "seq": pa.array(at - batch.first_event[number]).cast(pa.int16()),
        "seat": pa.array(seat).cast(pa.int8()),
        "turn": pa.array(replay.turns.discards_before[at, seat] + 1).cast(pa.int16()),
        "tile": tiles_array(ev.tile[at]),
        "is_tsumogiri": pa.array(ev.tsumogiri[at] == 1, mask=ev.tsumogiri[at] < 0),
        "is_riichi_tile": pa.array(is_tile),
        "is_in_riichi": pa.array(declared[row, seat] & ~is_tile),
        "open_melds": pa.array(melds[row, seat]).cast(pa.int16()),
        "shanten": ints_array(shanten_of(replay, replay.hands.row_after[at, seat]), pa.int8(), NULL),
        "opponents_in_riichi": pa.array((declared & others).sum(axis=1)).cast(pa.int8()),
        "opponents_open": pa.array(((melds > 0) & others).sum(axis=1)).cast(pa.int8()),
        "live_tiles": pa.array(replay.turns.live_tiles[at]).cast(pa.int16()),
        "would_deal_in": _would_deal_in(replay, at, others),
        "did_deal_in": pa.array(np.isin(at, _won_on(replay))),
    }
    names = schema.DISCARDS.names
    return pa.Table.from_arrays([columns[n] for n in names], schema=schema.DISCARDS.arrow)


def _open_melds_before(replay: Replay) -> NDArray[np.int64]:
    """(events, 4) chi, pon and daiminkan of each seat up to and with each event."""
    batch, ev = replay.batch, replay.batch.events
    made = IS_OPEN_CALL[ev.kind][:, None] & (ev.seat[:, None] == np.arange(4))
    return running_sum(made.astype(np.int32), batch.first_event[:-1], np.diff(batch.first_event))


def _is_riichi_tile(replay: Replay, at: Array, seat: Array) -> NDArray[np.bool_]:
    """(k,) whether a discard is the first of its seat since the seat's riichi."""
    declared = replay.turns.riichi_at[replay.batch.events.round[at], seat]
    happened = declared < at
    before = replay.turns.discards_before
    same: NDArray[np.bool_] = before[np.where(happened, declared, 0), seat] == before[at, seat]
    return happened & same


def _would_deal_in(replay: Replay, at: Array, others: NDArray[np.bool_]) -> pa.Array:
    """(k,) whether an opponent waits for the tile without furiten; null where one hides a hand."""
    ev, state = replay.batch.events, replay.furiten
    may_win = ~(state.own_discard[at] | state.temporary[at] | state.riichi[at])
    opponents = others & batch_seats(replay)[ev.round[at]]
    hit = opponents & may_win & ((state.waits[at] & KIND_BIT[ev.tile[at], None]) != 0)
    hidden = (opponents & ~replay.hands.known[replay.hands.row_after[at]]).any(axis=1)
    return pa.array(hit.any(axis=1), mask=hidden)


def _won_on(replay: Replay) -> NDArray[np.int64]:
    """Events whose tile another player won on."""
    ev = replay.batch.events
    wins = np.flatnonzero((ev.kind == WIN) & (ev.seat != ev.target_seat))
    return offered_event(replay.batch, replay.turns, wins)
