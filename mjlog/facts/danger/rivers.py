"""The rivers of threats: early discards, those before riichi, the declaration tile, and their thickness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.facts.course import Course, Discards
from mjlog.facts.danger.faced import Faced
from mjlog.lookup.hands import RANK_OF
from mjlog.replay.replay import Replay
from mjlog.rulesets.standard import SEATS
from mjlog.tiles import EAST, KIND, KIND_BIT

Array = NDArray[Any]
Masks = NDArray[np.uint64]

EARLY: Final = 4
"""First discards of a player that count as early."""
_POINTS: Final = np.zeros(256, dtype=np.int32)
"""(256,) what a tile adds to the thickness of a river."""
_POINTS[KIND < EAST] = np.array([0, 1, 1, 2, 2, 2, 1, 1, 0])[RANK_OF[KIND[KIND < EAST]]]


@dataclass(frozen=True, slots=True)
class Rivers:
    """What each threat has discarded, up to its declaration tile where it is in riichi: (n,) each."""

    before: Masks
    """Kinds before the declaration tile."""
    early: Masks
    """Those of them among the first discards."""
    declared: Masks
    """The declaration tile; 0 without one."""
    is_tsumogiri: NDArray[np.int8]
    """1 where that was the tile just drawn, 0 where not, -1 without one, and where it is not known."""
    points: NDArray[np.int32]
    """Thickness, the declaration tile included."""

    @classmethod
    def of(cls, replay: Replay, course: Course, faced: Faced) -> Rivers:
        """Look at the rivers of all rows of `faced`."""
        hands, row = replay.hands, course.declaration_rows.ravel()
        declared = _Declarations.of(replay, row)
        segment = faced.segment
        has_tile = faced.in_riichi & (row >= 0).take(segment)
        before = np.where(has_tile, declared.before.take(segment), faced.river)
        until, points = np.where(has_tile, row.take(segment), faced.row), _points(replay, course.discards)
        return cls(
            before=before,
            early=_early(replay, course.discards).take(segment) & before,
            declared=declared.tile.take(segment) * has_tile,
            is_tsumogiri=np.where(has_tile, declared.is_tsumogiri.take(segment), np.int8(-1)),
            points=points.take(until) - points[hands.first_row].take(segment),
        )


@dataclass(frozen=True, slots=True)
class _Declarations:
    """The declaration tile of each seat in each round: (rounds * 4,) each."""

    tile: Masks
    """Its kind; 0 without one."""
    before: Masks
    """Kinds discarded before it."""
    is_tsumogiri: NDArray[np.int8]
    """-1 without one, and where it is not known."""

    @classmethod
    def of(cls, replay: Replay, rows: Array) -> _Declarations:
        """Those of some hand rows (rounds * 4,), -1 for none."""
        ev, some = replay.batch.events, np.flatnonzero(rows >= 0)
        at = replay.hands.event[rows[some]]
        tile, before = np.zeros((2, len(rows)), dtype=np.uint64)
        is_tsumogiri = np.full(len(rows), -1, dtype=np.int8)
        tile[some], is_tsumogiri[some] = KIND_BIT[ev.tile[at]], ev.tsumogiri[at]
        before[some] = replay.furiten.discards[at, some % SEATS]
        return cls(tile, before, is_tsumogiri)


def _early(replay: Replay, discards: Discards) -> Masks:
    """(rounds * 4,) kinds of the first discards of each seat."""
    first = np.flatnonzero(discards.turn <= EARLY)
    segment = replay.hands.segment[discards.row[first]]
    bits = np.zeros((len(replay.hands.first_row), EARLY), dtype=np.uint64)
    bits[segment, discards.turn[first] - 1] = KIND_BIT[discards.tile[first]]
    return np.asarray(np.bitwise_or.reduce(bits, axis=1))


def _points(replay: Replay, discards: Discards) -> NDArray[np.int32]:
    """(rows,) thickness of all rivers of the batch up to and with each hand row."""
    worth = np.zeros(len(replay.hands.event), dtype=np.int32)
    worth[discards.row] = _POINTS.take(discards.tile)
    return np.cumsum(worth, dtype=np.int32)
