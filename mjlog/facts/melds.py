"""`melds`: every call and concealed kan, and what the hand was then."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import bools_array, ints_array, tiles_array, words_array
from mjlog.facts.board import yakuhai_masks
from mjlog.facts.course import Course
from mjlog.facts.rows import NULL, UNKNOWN_SHANTEN
from mjlog.lookup.hands import counts_from_suits
from mjlog.replay.batch import ANKAN, CHI, DAIMINKAN, DISCARD, KAKAN, PON, kind_set
from mjlog.replay.melds import meld_counts, melds_at
from mjlog.replay.replay import Replay
from mjlog.replay.set_aside import set_aside_counts
from mjlog.rulesets.standard import SEATS
from mjlog.scoring.from_replay import dora_among
from mjlog.tiles import EAST, IS_YAOCHUU, KIND, KIND_BIT, KINDS

Array = NDArray[Any]

_EVENTS: Final = (CHI, PON, DAIMINKAN, KAKAN, ANKAN)
"""Event kinds in the order of `schema.CALLS`."""
_IS_MELD: Final = kind_set(*_EVENTS)
_WORD: Final = np.full(256, 255, dtype=np.uint8)
_WORD[list(_EVENTS)] = range(len(_EVENTS))
_OPENS: Final = kind_set(CHI, PON, DAIMINKAN)
_THEN_DISCARDS: Final = kind_set(CHI, PON)
_SUIT_BITS: Final = tuple(np.bitwise_or.reduce(KIND_BIT[first : first + 9]) for first in (0, 9, 18))
_YAOCHUU: Final = np.bitwise_or.reduce(KIND_BIT[:KINDS][IS_YAOCHUU[:KINDS]])


def melds(replay: Replay, rounds: pa.Table, course: Course) -> pa.Table:
    """Every chi, pon and kan.

    Args:
        replay: a replayed batch.
        rounds: the `rounds` table that it was made of.
        course: the course of its rounds.

    Returns:
        A table of schema `MELDS`, in the order of the events.
    """
    batch, ev = replay.batch, replay.batch.events
    at = np.flatnonzero(_IS_MELD.take(ev.kind) & (ev.seat >= 0))
    seat, number, kind = ev.seat[at].astype(np.int64), ev.round[at], ev.kind[at]
    row, opens = replay.hands.row_after[at, seat], _OPENS[kind]
    laid = (*ev.consumed[at].T, ev.tile[at])
    lowest = np.minimum.reduce([KIND.take(tiles) for tiles in laid])
    columns = {
        "game_id": rounds["game_id"].combine_chunks().take(pa.array(number)),
        "round_index": rounds["round_index"].combine_chunks().take(pa.array(number)),
        "seq": ints_array(at - batch.first_event[number], pa.int16()),
        "seat": ints_array(seat, pa.int8()),
        "kind": words_array(_WORD[kind], schema.CALLS),
        "from_seat": ints_array(np.where(opens, ev.target_seat[at].astype(np.int64), NULL), pa.int8(), NULL),
        "turn": ints_array(replay.turns.discards_before[at, seat] + 1, pa.int16()),
        **_number(course, at, seat, opens),
        "tile": tiles_array(lowest),
        "shanten_before": ints_array(replay.shanten[row - 1], pa.int8(), UNKNOWN_SHANTEN),
        "shanten": ints_array(replay.shanten[row], pa.int8(), UNKNOWN_SHANTEN),
        **_worth(replay, course, at, seat, _settled(replay, at, row)),
        "is_yakuhai": bools_array((KIND_BIT[lowest] & yakuhai_masks(batch)[number, seat]) != 0),
        "cancels_ippatsu": ints_array(_ippatsu(replay, course, at, seat), pa.int8()),
    }
    return pa.Table.from_arrays([columns[n] for n in schema.MELDS.names], schema=schema.MELDS.arrow)


def _number(course: Course, at: Array, seat: Array, opens: Array) -> dict[str, pa.Array]:
    """Which open meld of its player it is, and whether anybody else had as many."""
    so_far = course.open_melds[at]
    own = so_far[np.arange(len(at)), seat].astype(np.int64)
    most = np.where(np.arange(SEATS) == seat[:, None], 0, so_far).max(axis=1, initial=0)
    return {
        "open_meld": ints_array(np.where(opens, own, NULL), pa.int8(), NULL),
        "is_first_of_table": bools_array(opens & (most < own)),
    }


def _settled(replay: Replay, at: Array, row: Array) -> Array:
    """(k,) hand rows after the discard that follows a chi or pon; after the meld itself for kans."""
    hands, ev = replay.hands, replay.batch.events
    following = np.minimum(row + 1, len(hands.event) - 1)
    made = hands.event[following]
    has_discard = (hands.segment[following] == hands.segment[row]) & (made >= 0)
    has_discard &= (ev.kind[made] == DISCARD) & _THEN_DISCARDS[ev.kind[at]]
    return np.where(has_discard, following, row)


def _worth(replay: Replay, course: Course, at: Array, seat: Array, row: Array) -> dict[str, pa.Array]:
    """Dora in hand and melds, and yaku that the player can count on, by the hands in (k,) rows."""
    batch, ev = replay.batch, replay.batch.events
    number = ev.round[at]
    segment = number.astype(np.int64) * SEATS + seat
    known = replay.hands.known[row]
    counts = counts_from_suits(replay.hands.suits[row]) + meld_counts(
        *melds_at(replay.melds, segment, at + 1)
    )
    aside = set_aside_counts(batch, segment, at)
    dora = dora_among(
        batch.rules,
        batch.rule[number],
        counts + aside,
        batch.dora_indicators[number],
        replay.turns.dora_turned[at],
    )
    yakuhai = yakuhai_masks(batch)[number, seat]
    held = ((counts > 0) * KIND_BIT[:KINDS]).sum(axis=1, dtype=np.uint64)
    triplets = ((counts[:, EAST:] >= 3) * KIND_BIT[EAST:KINDS]).sum(axis=1, dtype=np.uint64)
    suits = sum(((held & bits) != 0).astype(np.int8) for bits in _SUIT_BITS)
    is_open = course.open_melds[at, seat] > 0
    simples = ((held & _YAOCHUU) == 0) & (batch.rules.open_tanyao[batch.rule[number]] | ~is_open)
    has_yakuhai = (triplets & yakuhai) != 0
    return {
        "dora": ints_array(
            np.where(known, dora.astype(np.int64) + replay.hands.owned_reds[row], NULL), pa.int8(), NULL
        ),
        "has_yakuhai": bools_array(has_yakuhai, known),
        "has_tanyao": bools_array(simples, known),
        "has_sure_yaku": bools_array(has_yakuhai | simples | (suits <= 1), known),
    }


def _ippatsu(replay: Replay, course: Course, at: Array, seat: Array) -> NDArray[np.int64]:
    """(k,) opponents who could win with ippatsu before each event and cannot after it."""
    batch, turns = replay.batch, replay.turns
    number = batch.events.round[at]
    accepted = turns.accepted_at[number]
    event, opponent = np.nonzero((accepted < at[:, None]) & (np.arange(SEATS) != seat[:, None]))
    since, until = accepted[event, opponent], at[event]
    untouched = turns.discards_before[until, opponent] == turns.discards_before[since, opponent]
    untouched &= turns.calls_before[until] == turns.calls_before[since]
    alive = np.bincount(event[untouched], minlength=len(at))
    return np.where(batch.rules.ippatsu[batch.rule[number]] & ~course.won_on[at], alive, 0)
