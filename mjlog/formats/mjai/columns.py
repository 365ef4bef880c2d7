"""The actions of a batch as columns, of which those of whole rounds become its events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS, stated
from mjlog.formats.mjai.base import OPENING
from mjlog.formats.mjai.lines import Actions, Offsets
from mjlog.formats.mjai.wins import CODE
from mjlog.tables import NO_POINTS, EventColumns, position_in_group
from mjlog.tiles import KIND, NO_TILE

DRAW: Final = KIND_CODE["draw"]
DISCARD: Final = KIND_CODE["discard"]
LAST_EVENT: Final = max(KIND_CODE.values())
"""The highest `code` of actions that are events."""
OUTSIDE: Final = -1
"""`round` of events that no round holds."""
LEFT_OUT: Final = -2
"""`round` of events whose round cannot be told."""
_CALLS: Final = [KIND_CODE[k] for k in ("chi", "pon", "daiminkan")]
_WINNABLE: Final = [KIND_CODE[k] for k in ("draw", "discard", "kakan", "ankan", "kita")]


class ActionColumns:
    """Columns of n actions, in their order.

    Args:
        actions: the actions, a `Mark` before each document.
        offsets: (n,) byte offset of each.
        is_timed: whether some may say when they happened.
    """

    def __init__(self, actions: Actions, offsets: Offsets, *, is_timed: bool) -> None:
        size = len(actions)
        self.offsets = offsets
        self.kind = np.array([a.code for a in actions], dtype=np.uint8)
        self.seat = signed([a.actor for a in actions])
        self.tile = np.frombuffer(bytearray([CODE[a.pai] for a in actions]), dtype=np.uint8)
        self.tsumogiri = signed([255 if a.tsumogiri is None else a.tsumogiri for a in actions])
        self.target = np.full(size, -1, dtype=np.int8)
        self.consumed = np.full((size, 4), NO_TILE, dtype=np.uint8)
        self.round = np.full(size, OUTSIDE, dtype=np.int32)
        self.points: NDArray[np.int32] | None = None
        self.elapsed: NDArray[np.int32] | None = None
        if is_timed:
            self.elapsed = np.array([-1 if a.elapsed is None else a.elapsed for a in actions], np.int32)
        self.last_discard = _latest(self.kind == DISCARD)
        """Number of the last discard up to each action, -1 before the first."""
        self.last_winnable = _latest(np.isin(self.kind, _WINNABLE))
        """Likewise of the last event whose tile a win can be on."""
        self._openings = np.append(np.flatnonzero(self.kind == OPENING), size)
        self._of_fourth = np.append(np.flatnonzero(self.seat == 3), size)

    def set_points(self, i: int, points: int | None) -> None:
        """Say what a bonus or penalty is worth."""
        if self.points is None:
            self.points = np.full(len(self.kind), NO_POINTS, dtype=np.int32)
        self.points[i] = NO_POINTS if points is None else points

    def fourth_acts(self, i: int) -> bool:
        """Whether seat 3 acts between action `i` and the next game."""
        next_game = self._openings[np.searchsorted(self._openings, i, side="right")]
        return bool(self._of_fourth[np.searchsorted(self._of_fourth, i)] < next_game)

    def most_events(self, part: slice) -> int:
        """How many events a round has at most; exact where there may be too many."""
        size: int = part.stop - part.start
        return size if size <= MOST_EVENTS else int(np.count_nonzero(self.kind[part] <= LAST_EVENT))

    def highest_seat(self, part: slice) -> int:
        """The highest seat that acts or is called from; -1 for none."""
        return max(int(self.seat[part].max(initial=-1)), int(self.target[part].max(initial=-1)))

    def names(self, seat: int, part: slice) -> bool:
        """Whether `seat` acts or is called from."""
        return bool((self.seat[part] == seat).any() or (self.target[part] == seat).any())

    def held_three(self, kinds: Sequence[int], seat: int, dealt: Sequence[int], part: slice) -> list[int]:
        """Kinds of which `seat` holds three or more at a win, melds included.

        Args:
            kinds: tile kinds in question.
            seat: the winner.
            dealt: its hand at the deal, tile codes.
            part: the round up to and with the win.
        """
        kind, tile, own = self.kind[part], KIND[self.tile[part]], self.seat[part] == seat
        gained = own & np.isin(kind, [DRAW, *_CALLS])
        gained[-1] = self.target[part][-1] != seat
        lost = own & (kind == DISCARD)
        counts = np.bincount(tile[gained], minlength=256) - np.bincount(tile[lost], minlength=256)
        return [k for k in kinds if counts[k] + dealt.count(k) >= 3]

    def seq(self) -> NDArray[np.int64]:
        """(n,) place of each action among the events of its round; -1 for what is none."""
        told = np.flatnonzero((self.round >= 0) & (self.kind <= LAST_EVENT))
        places = np.full(len(self.kind), -1)
        places[told] = position_in_group(self.round[told])
        return places

    def events(self) -> EventColumns:
        """The events of the rounds that are told."""
        told = (self.round >= 0) & (self.kind <= LAST_EVENT)
        return EventColumns(
            round=self.round[told],
            kind=self.kind[told],
            seat=self.seat[told],
            target_seat=self.target[told],
            tile=self.tile[told],
            consumed=self.consumed[told],
            tsumogiri=self.tsumogiri[told],
            source_offset=self.offsets[told],
            points=None if self.points is None else stated(self.points[told], NO_POINTS),
            elapsed=None if self.elapsed is None else stated(self.elapsed[told], -1),
        )


def signed(values: list[int]) -> NDArray[np.int8]:
    """Small numbers as (n,) int8; 255 becomes -1."""
    return np.frombuffer(bytearray(values), dtype=np.int8)


def _latest(wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(n,) number of the last action up to each that is `wanted`, -1 before the first."""
    return np.maximum.accumulate(np.where(wanted, np.arange(len(wanted)), -1))
