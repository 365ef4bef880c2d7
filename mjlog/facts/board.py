"""What lies open: copies of each kind that everybody sees, and kinds that an opponent cannot win on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import RANK_OF
from mjlog.replay.batch import DISCARD, DORA, KAKAN, KITA, MAKES_MELD, Batch, kind_set
from mjlog.replay.replay import Replay
from mjlog.replay.seating import turns_between
from mjlog.replay.segments import gather, running_or, running_sum
from mjlog.rulesets.table import RulesetTable
from mjlog.tiles import COPIES, EAST, KIND, KIND_BIT, KINDS

Array = NDArray[Any]
Masks = NDArray[np.uint64]

EARLY: Final = 4
"""First discards of a player that count as early."""
_SHOWS: Final = MAKES_MELD | kind_set(DISCARD, KAKAN, KITA, DORA)
_RIVER_POINTS: Final = np.where(np.arange(KINDS) < EAST, np.array([0, 1, 1, 2, 2, 2, 1, 1, 0])[RANK_OF], 0)
"""(34,) what a tile adds to the thickness of a river."""


_WORD: Final = np.dtype("<u8")
_WORDS: Final = -(-KINDS // 8)
"""Words that have a byte for each kind."""


@dataclass(frozen=True, slots=True)
class Board:
    """Copies that everybody sees, as running sums over all events that show tiles."""

    _shown: NDArray[np.int64]
    """(events + 1,) how many events before show tiles."""
    _total: NDArray[np.uint64]
    """(shows + 1, 5) tiles shown by all events before, a byte for each kind.

    Bytes that run over change the next ones; differences of sums are right again.
    """
    _batch: Batch

    @classmethod
    def of(cls, batch: Batch, dora_turned: Array) -> Board:
        """Add up what every event lays open: discards, tiles of melds out of the hand, indicators."""
        ev = batch.events
        is_shown = _SHOWS.take(ev.kind)
        shows = np.flatnonzero(is_shown)
        kind, number = ev.kind[shows], ev.round[shows]
        turned = np.minimum(dora_turned[shows] - 1, batch.dora_indicators.shape[1] - 1)
        indicator = np.where(kind == DORA, batch.dora_indicators[number, turned], np.uint8(255))
        discarded = np.where(kind == DISCARD, ev.tile[shows], np.uint8(255))
        counts = np.zeros((len(shows) + 1, _WORDS * 8), dtype=np.uint8)
        for column in (discarded, indicator, *ev.consumed[shows].T):
            kinds = KIND[column]
            rows = np.flatnonzero(kinds < KINDS)
            counts[rows + 1, kinds[rows]] += 1
        words = counts.view(_WORD)
        before = np.append(0, np.cumsum(is_shown))
        return cls(before, np.stack([np.cumsum(word) for word in words.T], axis=1), batch)

    def before(self, events: Array) -> NDArray[np.uint8]:
        """(k, 34) copies that everybody sees right before (k,) events; the first indicator is one.

        They are four at most, as a tile set has, even where a faulty log shows more.
        """
        batch = self._batch
        number = batch.events.round[events]
        begin = self._shown[batch.first_event[number]]
        shown = self._total[self._shown[events]] - self._total[begin]
        copies = shown.astype(_WORD, copy=False).view(np.uint8)[:, :KINDS]
        first = KIND[batch.dora_indicators[number, 0]]
        rows = np.flatnonzero(first < KINDS)
        copies[rows, first[rows]] += 1
        return np.asarray(np.minimum(copies, np.uint8(COPIES)))


def copies_there(rules: RulesetTable) -> NDArray[np.int8]:
    """(rules, 34) copies of each kind in the tile set."""
    return np.where(rules.removed_tiles, np.int8(0), np.int8(COPIES))


def turned_dora(replay: Replay, events: Array) -> Masks:
    """(k,) masks of the kinds that the indicators turned before (k,) events make dora."""
    batch = replay.batch
    number = batch.events.round[events]
    shown = np.where(
        events > batch.first_event[number], replay.turns.dora_turned[np.maximum(events, 1) - 1], 1
    )
    masks = np.zeros(len(events), dtype=np.uint64)
    for place in range(batch.dora_indicators.shape[1]):
        kind = KIND[batch.dora_indicators[number, place]]
        rows = np.flatnonzero((place < shown) & (kind < KINDS))
        masks[rows] |= KIND_BIT[batch.rules.dora_after[batch.rule[number[rows]], kind[rows]]]
    return masks


def yakuhai_masks(batch: Batch, number: Array, seat: Array) -> Masks:
    """(k,) masks of the honours worth a yaku to (k,) seats in (k,) rounds: dragons and both winds."""
    seat_wind = turns_between(batch, number, batch.dealer[number], seat)
    dragons = np.bitwise_or.reduce(KIND_BIT[EAST + 4 : KINDS])
    winds = KIND_BIT[EAST + seat_wind] | KIND_BIT[EAST + batch.round_wind[number]]
    return np.asarray(winds | dragons)


def run_masks(batch: Batch) -> Masks:
    """(rules,) masks of the kinds that a run can hold, as the tile set has its neighbours."""
    there = ~batch.rules.removed_tiles[:, :EAST].reshape(-1, 3, 9)
    runs = there[:, :, :-2] & there[:, :, 1:-1] & there[:, :, 2:]
    held = np.zeros_like(there)
    for step in range(3):
        held[:, :, step : step + 7] |= runs
    return np.asarray((held.reshape(-1, EAST) * KIND_BIT[:EAST]).sum(axis=1, dtype=np.uint64))


@dataclass(frozen=True, slots=True)
class Rivers:
    """What each hand row's seat has discarded so far."""

    early: Masks
    """(rounds * 4,) the kinds of its first discards."""
    points: NDArray[np.int32]
    """(rows,) thickness of the river up to and with the row."""

    @classmethod
    def of(cls, replay: Replay) -> Rivers:
        """Add up the rivers of a batch."""
        hands, ev = replay.hands, replay.batch.events
        discards = (hands.event >= 0) & (gather(ev.kind, hands.event) == DISCARD)
        kind = np.where(discards, KIND[gather(ev.tile, hands.event)], np.uint8(KINDS))
        worth = np.append(_RIVER_POINTS, 0)[np.minimum(kind, KINDS)].astype(np.int32)
        lengths = np.diff(hands.first_row, append=len(hands.event))
        early = np.zeros(len(hands.first_row), dtype=np.uint64)
        rows = np.flatnonzero((kind < KINDS) & (hands.discards <= EARLY))
        np.bitwise_or.at(early, hands.segment[rows], KIND_BIT[kind[rows]])
        return cls(early, running_sum(worth, hands.first_row, lengths))


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
        passed[1:][same] = so_far[:-1][same]
    return passed
