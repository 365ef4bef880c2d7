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
from mjlog.replay.of_seats import OfSeats
from mjlog.replay.rivers import Rivers
from mjlog.replay.segments import total_before
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

    waits: OfSeats[np.uint64]
    """(events, 4) uint64 mask of the kinds each seat waits for; 0 when not tenpai or not known."""
    discards: OfSeats[np.uint64]
    """(events, 4) uint64 mask of the kinds each seat has discarded."""
    offered: tuple[NDArray[np.int64], NDArray[np.int64]]
    """(k,) events and (k,) seats to which they show a tile that these wait for, can it be won on or not."""
    passed: OfSeats[np.int64]
    """(events, 4) the last winning tile that passed each seat in the round; -1 for none."""
    own_discard: OfSeats[np.bool_]
    """(events, 4) bool: a wait is among the own discards."""
    temporary: OfSeats[np.bool_]
    """(events, 4) a winning tile passed since the seat last acted as the rules ask."""
    riichi: OfSeats[np.bool_]
    """(events, 4) a winning tile passed since the seat's riichi."""


@dataclass(frozen=True, slots=True)
class _Passes:
    """Winning tiles that passed, in order of seats and events; the last row stands for none."""

    key: NDArray[np.int64]
    """(k + 1,) seat * events + event; -1 for none."""
    event: NDArray[np.int64]
    """(k + 1,) the event that showed the tile; -1 for none."""
    ended: NDArray[np.int64]
    """(k + 1,) the own event that ended the temporary furiten; the number of events where none did, and -1
    for no passed tile."""


@dataclass(frozen=True, slots=True)
class _State:
    """The state of seats before (or after) events; each question takes events and seats that broadcast."""

    batch: Batch
    hands: HandRows
    rivers: Rivers
    course: Turns
    row_waits: NDArray[np.uint64]
    passes: _Passes
    after: bool

    def waits(self, events: Array, seats: Array) -> NDArray[np.uint64]:
        """Masks of the kinds they wait for; 0 when not tenpai or not known."""
        return self.row_waits.take(self.hands.rows(events, seats, after=self.after))

    def discards(self, events: Array, seats: Array) -> NDArray[np.uint64]:
        """Masks of the kinds they have discarded."""
        row = self.hands.rows(events, seats, after=self.after)
        return self.rivers.kinds_of(self.hands.segment.take(row), self.hands.discards.take(row))

    def own_discard(self, events: Array, seats: Array) -> NDArray[np.bool_]:
        """Whether a wait is among the own discards."""
        return np.asarray((self.waits(events, seats) & self.discards(events, seats)) != 0)

    def passed(self, events: Array, seats: Array) -> NDArray[np.int64]:
        """The last winning tile that passed in the round, by its event; -1 for none."""
        return self.passes.event.take(self._last_pass(events, seats))

    def temporary(self, events: Array, seats: Array) -> NDArray[np.bool_]:
        """Whether a winning tile passed since they last acted as the rules ask."""
        return np.asarray(self.passes.ended.take(self._last_pass(events, seats)) >= events + self.after)

    def riichi(self, events: Array, seats: Array) -> NDArray[np.bool_]:
        """Whether a winning tile passed since their riichi."""
        declared = self.course.riichi_at[self.batch.events.round[events], seats]
        return np.asarray(self.passed(events, seats) > declared)

    def _last_pass(self, events: Array, seats: Array) -> NDArray[np.int64]:
        """Row of the last tile of the round that passed by then."""
        key, own = self.passes.key, seats * self.batch.n_events
        row = np.searchsorted(key[:-1], own + events + self.after) - 1
        start = self.batch.first_event[self.batch.events.round[events]]
        return np.where(key[row] >= own + start, row, -1)


def furiten(
    batch: Batch,
    hands: HandRows,
    rivers: Rivers,
    course: Turns,
    row_waits: NDArray[np.uint64],
    *,
    after: bool = False,
) -> Furiten:
    """Furiten of every seat before (or after) every event.

    Args:
        batch: the rounds.
        hands: their hand rows.
        rivers: their discards.
        course: their turns.
        row_waits: (rows,) waits of each hand row; 0 where not tenpai.
        after: give the state right after each event instead of right before it.
    """
    at, row = _offered(batch, hands, row_waits)
    can_be = _can_be_won_on(batch, hands, at, row)
    passes = _passes(batch, hands, at[can_be], row[can_be])
    state = _State(batch, hands, rivers, course, row_waits, passes, after)
    events = np.arange(batch.n_events)
    return Furiten(
        waits=OfSeats(events, state.waits),
        discards=OfSeats(events, state.discards),
        offered=(at, hands.segment[row].astype(np.int64) % 4),
        passed=OfSeats(events, state.passed),
        own_discard=OfSeats(events, state.own_discard),
        temporary=OfSeats(events, state.temporary),
        riichi=OfSeats(events, state.riichi),
    )


def _offered(batch: Batch, hands: HandRows, row_waits: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Tiles shown to seats that wait for them, in order of seats and events.

    A hand that waits does so until the next own event, or the end of the round.

    Returns:
        (k,) events that show them, and (k,) hand rows that wait for them.
    """
    ev, is_offer = batch.events, OFFERS_TILE.take(batch.events.kind)
    offers, so_far = np.flatnonzero(is_offer), np.cumsum(is_offer)
    rows = np.flatnonzero(row_waits)
    # After the last row comes the first, which is a deal as the first of every segment is.
    own, following = hands.event.take(rows), hands.event.take(rows + 1, mode="wrap")
    number = hands.segment.take(rows) // 4
    begin = np.where(own < 0, batch.first_event.take(number), own + 1)
    end = np.where(following < 0, batch.first_event.take(number + 1), following)
    first = total_before(so_far, begin)
    lengths = total_before(so_far, end) - first
    row = np.repeat(rows, lengths)
    at = offers.take(np.arange(len(row)) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths))
    hits = np.flatnonzero(row_waits.take(row) & KIND_BIT.take(ev.tile.take(at)))
    at, row = at[hits], row[hits]
    order = np.argsort(hands.segment[row] % 4, kind="stable")
    return at[order], row[order]


def _can_be_won_on(batch: Batch, hands: HandRows, at: Array, row: Array) -> NDArray[np.bool_]:
    """(k,) whether the rules let a tile that (k,) events show be won on by the hands of (k,) rows."""
    ev = batch.events
    can_be = np.ones(len(at), dtype=bool)
    robbed = np.flatnonzero(ev.kind[at] == ANKAN)
    if len(robbed):
        rows = row[robbed]
        forms = shanten_by_form(hands.suits[rows], hands.melds[rows].astype(np.int8))
        robs = batch.rules.kokushi_robs_ankan[batch.rule[ev.round[at[robbed]]]]
        can_be[robbed] = robs & (forms[:, _KOKUSHI] == 0)
    if not batch.rules.set_aside_ron.all():
        can_be &= (ev.kind[at] != KITA) | batch.rules.set_aside_ron[batch.rule[ev.round[at]]]
    return can_be


def _passes(batch: Batch, hands: HandRows, at: Array, row: Array) -> _Passes:
    """The tiles that (k,) events show and (k,) rows wait for, in order of seats and events."""
    until = batch.rules.temporary_furiten_until
    ends = _ENDS_TEMPORARY[until[0]].take(hands.kind) if len(until) else np.zeros(0, dtype=bool)
    if (until != until[:1]).any():
        ends = _ENDS_TEMPORARY[until[batch.rule[hands.segment // 4]], hands.kind]
    ending = np.append(np.flatnonzero(ends), -1)
    following = ending[np.searchsorted(ending[:-1], row, side="right")]
    in_round = (hands.segment[following] == hands.segment[row]) & (following > row)
    ended = np.where(in_round, hands.event[following], batch.n_events)
    key = hands.segment[row].astype(np.int64) % 4 * batch.n_events + at
    return _Passes(*(np.append(column, -1) for column in (key, at, ended)))
