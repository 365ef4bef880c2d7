"""Furiten: what each seat may not win on by ron, and the tile that caused it.

Three kinds (Tenhou manual; EMA rules 2016, 3.3.10 to 3.3.12): a wait among the own discards; a
winning tile passed since the own last discard, draw or call, as the rules say (temporary); a winning
tile passed since riichi.  Discards, added kans and set-aside tiles pass, and concealed kans for
kokushi musou, where the rules let them be won on; whether the hand would have had a yaku does not
matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

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
from mjlog.replay.segments import gather, last_before, last_of, running_or
from mjlog.replay.turns import Turns
from mjlog.rulesets.words import TemporaryFuriten
from mjlog.tiles import KIND_BIT

Array = NDArray[Any]
Kind = TypeVar("Kind", bound=np.generic)

_ENDING = {
    TemporaryFuriten.OWN_DISCARD: kind_set(DISCARD),
    TemporaryFuriten.OWN_DRAW_OR_CALL: kind_set(DRAW, CHI, PON, DAIMINKAN),
    TemporaryFuriten.OWN_DRAW: kind_set(DRAW),
}
_ENDS_TEMPORARY = np.stack([_ENDING[choice] for choice in TemporaryFuriten])
_KOKUSHI = 2


@dataclass(frozen=True, slots=True)
class OfSeats(Generic[Kind]):
    """(events, 4) values that each seat has around each event: those of its hand row, taken when asked."""

    _values: NDArray[Kind]
    """(rows,) values of the hand rows."""
    _rows: NDArray[np.int64]
    """(events, 4) the row of each seat."""

    def __getitem__(self, index: Any) -> NDArray[Kind]:
        """Values at some events, or events and seats, as an (events, 4) array is indexed."""
        values: NDArray[Kind] = self._values.take(self._rows[index])
        return values


@dataclass(frozen=True, slots=True)
class Furiten:
    """Furiten of each seat just before each event."""

    waits: OfSeats[np.uint64]
    """(events, 4) uint64 mask of the kinds each seat waits for; 0 when not tenpai or not known."""
    discards: OfSeats[np.uint64]
    """(events, 4) uint64 mask of the kinds each seat has discarded."""
    offered: tuple[NDArray[np.int64], NDArray[np.int64]]
    """(k,) events and (k,) seats to which they show a tile that these wait for, can it be won on or not."""
    passed: NDArray[np.int32]
    """(events, 4) the last winning tile that passed each seat in the round; -1 for none."""
    own_discard: OfSeats[np.bool_]
    """(events, 4) bool: a wait is among the own discards."""
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
    ev, lengths = batch.events, np.diff(batch.first_event)
    actor = np.where(CHANGES_HAND.take(ev.kind), ev.seat, np.int8(-1))
    before = np.stack([rows - (actor == own) for own, rows in enumerate(hands.row_after.T)]).T
    at, seat = offered = _offered(batch, row_waits, before)
    passes = _can_be_won_on(batch, hands, before, at, seat)
    passed = _last_by_seat(at[passes], seat[passes], batch.n_events, after=after)
    until = batch.rules.temporary_furiten_until
    rule = until[0] if len(until) == 1 else until[batch.rule[ev.round]]
    ends = _ENDS_TEMPORARY[rule].take(ev.kind) if len(until) == 1 else _ENDS_TEMPORARY[rule, ev.kind]
    acts = np.flatnonzero(ends & (ev.seat >= 0))
    ended = _last_by_seat(acts, ev.seat[acts], batch.n_events, after=after)
    began = np.repeat(batch.first_event[:-1].astype(np.int32), lengths)[:, None]
    np.copyto(passed, -1, where=passed < began)
    rows = hands.row_after if after else before
    discards = _discarded_kinds(batch, hands)
    return Furiten(
        waits=OfSeats(row_waits, rows),
        discards=OfSeats(discards, rows),
        offered=offered,
        passed=passed,
        own_discard=OfSeats((row_waits & discards) != 0, rows),
        temporary=passed > ended,
        riichi=_since_riichi(course, lengths, passed),
    )


def _offered(batch: Batch, row_waits: Array, before: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """`Furiten.offered`, in order of seats and events."""
    ev, waiting = batch.events, row_waits != 0
    offers = np.flatnonzero(OFFERS_TILE[ev.kind])
    events, seats = [], []
    for seat, rows in enumerate(before.T):
        at = offers[waiting.take(rows[offers])]
        at = at[(row_waits[rows[at]] & KIND_BIT[ev.tile[at]] != 0) & (ev.seat[at] != seat)]
        events.append(at)
        seats.append(np.full(len(at), seat))
    return np.concatenate(events), np.concatenate(seats)


def _can_be_won_on(batch: Batch, hands: HandRows, before: Array, at: Array, seat: Array) -> NDArray[np.bool_]:
    """(k,) whether the rules let a tile that (k,) events show be won on by (k,) seats that wait for it."""
    ev = batch.events
    can_be = np.ones(len(at), dtype=bool)
    robbed = np.flatnonzero(ev.kind[at] == ANKAN)
    if len(robbed):
        rows = before[at[robbed], seat[robbed]]
        forms = shanten_by_form(hands.suits[rows], hands.melds[rows].astype(np.int8))
        robs = batch.rules.kokushi_robs_ankan[batch.rule[ev.round[at[robbed]]]]
        can_be[robbed] = robs & (forms[:, _KOKUSHI] == 0)
    if not batch.rules.set_aside_ron.all():
        can_be &= (ev.kind[at] != KITA) | batch.rules.set_aside_ron[batch.rule[ev.round[at]]]
    return can_be


def _last_by_seat(events: Array, seat: Array, n: int, *, after: bool) -> NDArray[np.int32]:
    """(n, 4) the last of some (k,) events that belongs to each seat; -1 before the first.

    Args:
        events: (k,) event numbers, ascending for each seat.
        seat: (k,) whose they are.
        n: number of events.
        after: count the event itself, not only those before it.
    """
    last = last_of if after else last_before
    return np.stack([last(events[np.flatnonzero(seat == own)], n) for own in range(4)]).T


def _since_riichi(course: Turns, lengths: Array, passed: Array) -> NDArray[np.bool_]:
    """(events, 4) whether a winning tile `passed` (events, 4) since the seat's riichi in the round."""
    since = [
        own > np.repeat(declared, lengths) for own, declared in zip(passed.T, course.riichi_at.T, strict=True)
    ]
    return np.stack(since).T


def _discarded_kinds(batch: Batch, hands: HandRows) -> NDArray[np.uint64]:
    """(rows,) mask of the kinds that the seat has discarded up to and with the row."""
    ev = batch.events
    rows = np.flatnonzero((hands.event >= 0) & (gather(ev.kind, hands.event) == DISCARD))
    rivers = running_or(KIND_BIT[ev.tile[hands.event[rows]]], hands.segment[rows])
    latest = np.append(np.zeros(1, np.uint64), rivers)
    discarded: NDArray[np.uint64] = np.repeat(latest, np.diff(rows, prepend=0, append=len(hands.event)))
    np.copyto(discarded, 0, where=hands.discards == 0)
    return discarded
