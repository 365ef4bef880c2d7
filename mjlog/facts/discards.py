"""`discards`: what each discard met, and whether it dealt in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import ints_array, row_sums, tiles_array
from mjlog.facts.course import Course
from mjlog.facts.rows import NULL, shanten_of
from mjlog.replay.batch import DEAD_HAND, DISCARD
from mjlog.replay.replay import Replay
from mjlog.replay.turns import first_of
from mjlog.rulesets.standard import SEATS

Array = NDArray[Any]


def discards(replay: Replay, rounds: pa.Table, course: Course) -> pa.Table:
    """Every discard with the state of the table before it.

    Args:
        replay: a replayed batch.
        rounds: the `rounds` table that it was made of.
        course: the course of its rounds.

    Returns:
        A table of schema `DISCARDS`, in the order of the events.
    """
    batch, ev, turns = replay.batch, replay.batch.events, replay.turns
    at = np.flatnonzero((ev.kind == DISCARD) & (ev.seat >= 0))
    seat, number = ev.seat[at].astype(np.int64), ev.round[at]
    row = np.arange(len(at))
    declared = turns.riichi_at[number] < at[:, None]
    melds = course.open_melds[at]
    own_melds, own_riichi = melds[row, seat], declared[row, seat]
    is_tile = course.declaration_tiles[number, seat] == at
    columns = {
        "game_id": rounds["game_id"].combine_chunks().take(pa.array(number)),
        "round_index": rounds["round_index"].combine_chunks().take(pa.array(number)),
        "seq": pa.array(at - batch.first_event[number]).cast(pa.int16()),
        "seat": pa.array(seat).cast(pa.int8()),
        "turn": pa.array(turns.discards_before[at, seat] + 1).cast(pa.int16()),
        "tile": tiles_array(ev.tile[at]),
        "is_tsumogiri": pa.array(ev.tsumogiri[at] == 1, mask=ev.tsumogiri[at] < 0),
        "is_riichi_tile": pa.array(is_tile),
        "is_in_riichi": pa.array(own_riichi & ~is_tile),
        "open_melds": pa.array(own_melds).cast(pa.int16()),
        "shanten_before": ints_array(
            shanten_of(replay, replay.hands.row_after[at, seat] - 1), pa.int8(), NULL
        ),
        "shanten": ints_array(shanten_of(replay, replay.hands.row_after[at, seat]), pa.int8(), NULL),
        "opponents_in_riichi": pa.array(row_sums(declared) - own_riichi).cast(pa.int8()),
        "opponents_open": pa.array(row_sums(melds > 0) - (own_melds > 0)).cast(pa.int8()),
        "live_tiles": pa.array(turns.live_tiles[at]).cast(pa.int16()),
        "would_deal_in": _would_deal_in(replay, at),
        "did_deal_in": pa.array(np.isin(at, course.ron_tiles)),
    }
    names = schema.DISCARDS.names
    return pa.Table.from_arrays([columns[n] for n in names], schema=schema.DISCARDS.arrow)


def _would_deal_in(replay: Replay, at: Array) -> pa.Array:
    """(k,) whether an opponent waits for the tile without furiten; null where one hides a hand.

    Dead hands win on nothing, hidden or not.
    """
    ev, state, known = replay.batch.events, replay.furiten, replay.hands.known
    dead_at = first_of(replay.batch, DEAD_HAND)
    event, seat = state.offered
    furiten = state.own_discard[event, seat] | state.temporary[event, seat] | state.riichi[event, seat]
    dead = dead_at[ev.round[event], seat] < event
    deals_in = np.zeros(replay.batch.n_events, dtype=np.bool_)
    deals_in[event[~furiten & ~dead]] = True
    hides = np.zeros((replay.batch.n_rounds, SEATS), dtype=np.bool_)
    hides.reshape(-1)[replay.hands.segment[~known]] = True
    in_part: NDArray[np.bool_] = np.any(hides & replay.batch.present, axis=1)
    some = np.flatnonzero(in_part[ev.round[at]])
    opponents = replay.batch.present[ev.round[at[some]]] & (ev.seat[at[some], None] != np.arange(SEATS))
    opponents &= dead_at[ev.round[at[some]]] > at[some, None]
    hidden = np.zeros(len(at), dtype=np.bool_)
    hidden[some] = (opponents & ~known[replay.hands.row_after[at[some]]]).any(axis=1)
    return pa.array(deals_in[at], mask=hidden)
