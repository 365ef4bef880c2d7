"""The `states` table: every seat after every event, for people and for queries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import ints_array, lists_array, tiles_array
from mjlog.lookup.hands import counts_from_suits
from mjlog.replay.furiten import furiten
from mjlog.replay.replay import Replay
from mjlog.tiles import FIVES, KINDS, RED_MAN, sort_hand

Array = NDArray[Any]

_UNKNOWN_SHANTEN = 127


def states_table(replay: Replay, rounds: pa.Table) -> pa.Table:
    """The state of every seat at the table right after every event.

    Args:
        replay: a replayed batch.
        rounds: the `rounds` table that it was made of.

    Returns:
        A table of schema `STATES`, in order of round, event and seat.
    """
    batch, hands = replay.batch, replay.hands
    ev = batch.events
    event, seat = np.nonzero(batch.present[ev.round])
    row = hands.row_after[event, seat]
    number = ev.round[event]
    state = furiten(batch, hands, replay.rivers, replay.turns, replay.waits, after=True)
    thrown = state.waits[event, seat] & state.discards[event, seat]
    passed = state.passed[event, seat]
    start = batch.first_event[number]
    known = hands.known[row]
    arrays = {
        "game_id": rounds["game_id"].combine_chunks().take(pa.array(number)),
        "round_index": rounds["round_index"].combine_chunks().take(pa.array(number)),
        "seq": pa.array(event - start).cast(pa.int16()),
        "seat": pa.array(seat).cast(pa.int8()),
        "hand": hand_lists(hands.suits[row], hands.reds[row], ~known),
        "melds": pa.array(hands.melds[row]).cast(pa.int8()),
        "shanten": ints_array(replay.shanten[row], pa.int8(), _UNKNOWN_SHANTEN),
        "waits": kinds_lists(state.waits[event, seat]),
        "is_riichi": pa.array(replay.turns.riichi_at[number, seat] <= event),
        "live_tiles": pa.array(replay.turns.live_tiles[event]).cast(pa.int16()),
        "is_discard_furiten": pa.array(state.own_discard[event, seat]),
        "is_temporary_furiten": pa.array(state.temporary[event, seat]),
        "is_riichi_furiten": pa.array(state.riichi[event, seat]),
        "furiten_tiles": kinds_lists(thrown),
        "passed_seq": pa.array(passed - start, mask=passed < 0).cast(pa.int16()),
    }
    return pa.Table.from_arrays([arrays[n] for n in schema.STATES.names], schema=schema.STATES.arrow)


def kinds_lists(masks: NDArray[np.uint64]) -> pa.ListArray:
    """(n,) kind masks as lists of tiles."""
    bits = (masks[:, None] >> np.arange(KINDS, dtype=np.uint64)) & np.uint64(1) == 1
    return lists_array(tiles_array(np.nonzero(bits)[1]), bits.sum(axis=1))


def hand_lists(suits: Array, reds: Array, null: Array) -> pa.ListArray:
    """Concealed tiles as lists, red fives right after the plain ones.

    Args:
        suits: (n, 4) suit numbers.
        reds: (n,) red fives among them, packed base 8 by suit.
        null: (n,) bool, whose lists are null.
    """
    codes = np.arange(KINDS + 3, dtype=np.uint8)
    counts = np.zeros((len(suits), KINDS + 3), dtype=np.int64)
    counts[:, :KINDS] = counts_from_suits(suits)
    for suit, five in enumerate(FIVES):
        red = reds >> (3 * suit) & 7
        counts[:, RED_MAN + suit] = red
        counts[:, five] = np.maximum(counts[:, five] - red, 0)
    order = sort_hand(codes)
    counts = counts[:, order]
    counts[null] = 0
    tiles = np.repeat(np.tile(order, len(suits)), counts.ravel())
    return lists_array(tiles_array(tiles), counts.sum(axis=1), null=null)
