"""`discards`: what each discard met, and whether it dealt in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import bools_array, flags_array, ints_array, tiles_array
from mjlog.facts.course import Course, count_seats, marked
from mjlog.facts.rows import UNKNOWN_SHANTEN
from mjlog.replay.batch import DEAD_HAND
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
    batch, ev, found = replay.batch, replay.batch.events, course.discards
    at, number, seat, row = found.at, found.number, found.seat, found.row
    own = np.arange(len(at)) * SEATS + seat
    declared, melds = course.declared.take(at, axis=0), course.open_melds.take(at, axis=0)
    own_riichi, own_melds = declared.ravel().take(own), melds.ravel().take(own)
    is_tile = marked(course.declaration_rows, len(replay.hands.event)).take(row)
    columns = {
        "game_id": rounds["game_id"].combine_chunks().take(pa.array(number)),
        "round_index": rounds["round_index"].combine_chunks().take(pa.array(number)),
        "seq": ints_array(at - batch.first_event.take(number), pa.int16()),
        "seat": pa.array(seat),
        "turn": ints_array(found.turn, pa.int16()),
        "tile": tiles_array(found.tile),
        "is_tsumogiri": flags_array(ev.tsumogiri.take(at)),
        "is_riichi_tile": bools_array(is_tile),
        "is_in_riichi": bools_array(own_riichi & ~is_tile),
        "open_melds": ints_array(own_melds, pa.int16()),
        "shanten_before": ints_array(replay.shanten.take(row - 1), pa.int8(), UNKNOWN_SHANTEN),
        "shanten": ints_array(replay.shanten.take(row), pa.int8(), UNKNOWN_SHANTEN),
        "opponents_in_riichi": ints_array(count_seats(declared) - own_riichi, pa.int8()),
        "opponents_open": ints_array(count_seats(melds > 0) - (own_melds > 0), pa.int8()),
        "live_tiles": ints_array(replay.turns.live_tiles.take(at), pa.int16()),
        "would_deal_in": _would_deal_in(replay, at),
        "did_deal_in": bools_array(course.won_on.take(at)),
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
    return bools_array(deals_in.take(at), ~hidden)
