"""Furiten: what each seat may not win on by ron, and the tile that caused it.

Three kinds (Tenhou manual; EMA rules 2016, 3.3.10 to 3.3.12): a wait among the own discards; a
winning tile passed since the own last discard, draw or call, as the rules say (temporary); a winning
tile passed since riichi.  Discards, added kans and set-aside tiles pass, and concealed kans for
kokushi musou, where the rules let them be won on; whether the hand would have had a yaku does not
matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.shanten import shanten_by_form
from mjlog.replay.batch import (
    ANKAN,
    CHANGES_HAND,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KITA,
    OFFERS_TILE,
    PON,
    Batch,
    kind_set,
)
from mjlog.replay.hands import HandRows
from mjlog.replay.segments import exclusive, gather, last_index_where, running_or
from mjlog.replay.turns import Turns
from mjlog.rulesets.words import TemporaryFuriten
from mjlog.tiles import KIND_BIT

Array = NDArray[Any]

_ENDING = {
    TemporaryFuriten.OWN_DISCARD: kind_set(DISCARD),
    TemporaryFuriten.OWN_DRAW_OR_CALL: kind_set(DRAW, CHI, PON, DAIMINKAN),
    TemporaryFuriten.OWN_DRAW: kind_set(DRAW),
}
_ENDS_TEMPORARY = np.stack([_ENDING[choice] for choice in TemporaryFuriten])
_KOKUSHI = 2


@dataclass(frozen=True, slots=True)
class Furiten:
    """Furiten of each seat just before each event."""

    waits: NDArray[np.uint64]
    """(events, 4) mask of the kinds each seat waits for; 0 when not tenpai or not known."""
    discards: NDArray[np.uint64]
    """(events, 4) mask of the kinds each seat has discarded."""
    passed: NDArray[np.int32]
    """(events, 4) the last winning tile that passed each seat in the round; -1 for none."""
    own_discard: NDArray[np.bool_]
    """(events, 4) a wait is among the own discards."""
    temporary: NDArray[np.bool_]
    """(events, 4) a winning tile passed since the seat last acted as the rules ask."""
    riichi: NDArray[np.bool_]
    """(events, 4) a winning tile passed since the seat's riichi."""


def furiten(
    batch: Batch, hands: HandRows, course: Turns, row_waits: NDArray[np.uint64], *, after: bool = False
) -> Furiten:
    """Furiten of every seat before (or after) every event.

    Args:
        batch: the rounds.
        hands: their hand rows.
        course: their turns.
        row_waits: (rows,) waits of each hand row; 0 where not tenpai.
        after: give the state right after each event instead of right before it.
    """
    ev = batch.events
    before = hands.row_after.copy()
    acted = np.flatnonzero(CHANGES_HAND[ev.kind] & (ev.seat >= 0))
    before[acted, ev.seat[acted]] -= 1
    waits_before = row_waits.take(before)
    passed = last_index_where(_passed_over(batch, hands, waits_before, before))
    until = batch.rules.temporary_furiten_until
    rule = until[0] if len(until) == 1 else until[batch.rule[ev.round]]
    acts = _ENDS_TEMPORARY[rule].take(ev.kind) if len(until) == 1 else _ENDS_TEMPORARY[rule, ev.kind]
    ended = last_index_where(acts[:, None] & (ev.seat[:, None] == np.arange(4)))
    if not after:
        passed, ended = exclusive(passed), exclusive(ended)
    began = batch.first_event[ev.round].astype(np.int32)[:, None]
    passed = np.where(passed < began, np.int32(-1), passed)
    rows, waits = (hands.row_after, row_waits.take(hands.row_after)) if after else (before, waits_before)
    discards = _discarded_kinds(batch, hands).take(rows)
    return Furiten(
        waits=waits,
        discards=discards,
        passed=passed,
        own_discard=(waits & discards) != 0,
        temporary=passed > ended,
        riichi=passed > course.riichi_at.take(ev.round, axis=0),
    )


def _passed_over(batch: Batch, hands: HandRows, waits: Array, before: Array) -> NDArray[np.bool_]:
    """(events, 4) whether the event shows another seat a tile that it waits for."""
    ev = batch.events
    bit = np.where(OFFERS_TILE[ev.kind], KIND_BIT[ev.tile], np.uint64(0))
    hit: NDArray[np.bool_] = ((waits & bit[:, None]) != 0) & (ev.seat[:, None] != np.arange(4))
    at, seat = np.nonzero(hit & (ev.kind == ANKAN)[:, None])
    if len(at):
        rows = before[at, seat]
        forms = shanten_by_form(hands.suits[rows], hands.melds[rows].astype(np.int8))
        robs = batch.rules.kokushi_robs_ankan[batch.rule[ev.round[at]]]
        hit[at, seat] = robs & (forms[:, _KOKUSHI] == 0)
    if not batch.rules.set_aside_ron.all():
        hit[(ev.kind == KITA) & ~batch.rules.set_aside_ron[batch.rule[ev.round]]] = False
    return hit


def _discarded_kinds(batch: Batch, hands: HandRows) -> NDArray[np.uint64]:
    """(rows,) mask of the kinds that the seat has discarded up to and with the row."""
    ev = batch.events
    is_discard = (hands.event >= 0) & (gather(ev.kind, hands.event) == DISCARD)
    rows = np.flatnonzero(is_discard)
    rivers = running_or(KIND_BIT[ev.tile[hands.event[rows]]], hands.segment[rows])
    latest = np.cumsum(is_discard) - 1
    own = (latest >= 0) & (hands.discards > 0)
    result = np.zeros(len(hands.event), dtype=np.uint64)
    result[own] = rivers[latest[own]]
    return result
