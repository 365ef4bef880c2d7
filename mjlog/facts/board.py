"""What lies open: copies of each kind that everybody sees, and kinds that an opponent cannot win on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.copies import ONE_COPY, Words
from mjlog.replay.batch import DISCARD, DORA, KAKAN, KITA, MAKES_MELD, Batch, kind_set
from mjlog.replay.replay import Replay
from mjlog.replay.seating import turns_between
from mjlog.replay.segments import running_or
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.table import RulesetTable
from mjlog.tiles import COPIES, EAST, KIND, KIND_BIT, KINDS, NO_TILE

Array = NDArray[Any]
Masks = NDArray[np.uint64]

_SHOWS: Final = MAKES_MELD | kind_set(DISCARD, KAKAN, KITA, DORA)
"""Events whose tiles out of the hand everybody sees."""


@dataclass(frozen=True, slots=True)
class Board:
    """Copies that everybody sees, as running sums over all events, a word for each suit (`copies`)."""

    _total: Words
    """(4, events + 1) tiles shown by all events before; what runs over cancels out in differences."""
    _start: Words
    """(4, rounds) likewise before each round, less the first indicator."""
    _batch: Batch

    @classmethod
    def of(cls, batch: Batch, dora_turned: Array) -> Board:
        """Add up what every event lays open: discards, tiles of melds out of the hand, indicators."""
        ev = batch.events
        shown = np.where(ev.kind == DISCARD, ev.tile, np.uint8(NO_TILE))
        turns = np.flatnonzero(ev.kind == DORA)
        place = np.minimum(dora_turned[turns] - 1, batch.dora_indicators.shape[1] - 1)
        shown[turns] = batch.dora_indicators[ev.round[turns], place]
        laid = np.flatnonzero(ev.consumed[:, 0] != NO_TILE)
        laid = laid[_SHOWS[ev.kind[laid]]]
        taken = ev.consumed[laid].T
        total = np.zeros((len(ONE_COPY), batch.n_events + 1), dtype=np.uint64)
        for word, one in zip(total, ONE_COPY, strict=True):
            added = one.take(shown)
            added[laid] += one.take(taken).sum(axis=0)
            np.cumsum(added, out=word[1:])
        start = total[:, batch.first_event[:-1]] - ONE_COPY[:, batch.dora_indicators[:, 0]]
        return cls(total, start, batch)

    def suit_before(self, events: Array, suits: Array) -> Words:
        """(k,) words of the copies of (k,) suits that everybody sees right before (k,) events.

        The first indicator is one of them.  A faulty log may show more than four, and up to 127 of a kind.
        """
        suit, number = suits.astype(np.int64), self._batch.events.round.take(events)
        total = self._total.ravel().take(suit * self._total.shape[1] + events)
        return np.asarray(total - self._start.ravel().take(suit * self._start.shape[1] + number))

    def words_before(self, events: Array) -> Words:
        """(k, 4) words of the copies of every suit, likewise."""
        number = self._batch.events.round[events]
        return (self._total[:, events] - self._start[:, number]).T


def removed_copies(rules: RulesetTable) -> Words:
    """(rules, 4) words of the copies of each kind that the tile set lacks."""
    lacking: Words = (COPIES * rules.removed_tiles.astype(np.uint64)) @ ONE_COPY[:, :KINDS].T
    return lacking


def dora_masks(replay: Replay) -> Masks:
    """(rounds, k) masks of the kinds that the first 1 to k indicators make dora."""
    batch = replay.batch
    indicators = KIND[batch.dora_indicators]
    dora = batch.rules.dora_after[batch.rule[:, None], np.minimum(indicators, KINDS - 1)]
    masks = np.where(indicators < KINDS, KIND_BIT[dora], np.uint64(0))
    return np.bitwise_or.accumulate(masks, axis=1)


def yakuhai_masks(batch: Batch) -> Masks:
    """(rounds, 4) masks of the honours worth a yaku to each seat: dragons and both winds."""
    every = np.arange(batch.n_rounds)[:, None]
    seat_wind = turns_between(batch, every, batch.dealer[:, None], np.arange(SEATS))
    dragons = np.bitwise_or.reduce(KIND_BIT[EAST + 4 : KINDS])
    winds = KIND_BIT[EAST + seat_wind] | KIND_BIT[EAST + batch.round_wind][:, None]
    return np.asarray(winds | dragons)


def run_masks(batch: Batch) -> Masks:
    """(rules,) masks of the kinds that a run can hold, as the tile set has its neighbours."""
    there = ~batch.rules.removed_tiles[:, :EAST].reshape(-1, 3, 9)
    runs = there[:, :, :-2] & there[:, :, 1:-1] & there[:, :, 2:]
    held = np.zeros_like(there)
    for step in range(3):
        held[:, :, step : step + 7] |= runs
    return np.asarray((held.reshape(-1, EAST) * KIND_BIT[:EAST]).sum(axis=1, dtype=np.uint64))


def passed_kinds(group: Array, bits: Masks) -> Masks:
    """(k,) kinds that passed an opponent before each row: those of the rows before it in its group.

    Args:
        group: (k,) numbers that are equal for neighbouring rows between which the opponent's hand stays
            as it is.
        bits: (k,) the tile of each row.
    """
    passed = np.zeros(len(bits), dtype=np.uint64)
    if len(bits):
        same = group[1:] == group[:-1]
        so_far = running_or(bits, np.append(0, np.cumsum(~same)))
        np.multiply(so_far[:-1], same, out=passed[1:])
    return passed
