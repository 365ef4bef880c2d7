"""The actions of a batch as columns, of which those of whole rounds become its events."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS, stated
from mjlog.formats.mjai.base import OPENING
from mjlog.formats.mjai.batch import Actions
from mjlog.formats.mjai.melds import melds_of
from mjlog.tables import NO_POINTS, EventColumns
from mjlog.tiles import KIND

DRAW: Final = KIND_CODE["draw"]
DISCARD: Final = KIND_CODE["discard"]
PON: Final = KIND_CODE["pon"]
LAST_EVENT: Final = max(KIND_CODE.values())
"""The highest `code` of actions that are events."""
OUTSIDE: Final = -1
"""`round` of events that no round holds."""
LEFT_OUT: Final = -2
"""`round` of events whose round cannot be told."""
_FOUR: Final = np.dtype("<u4")
"""Four bytes as one number."""
_CALLS: Final = [KIND_CODE[k] for k in ("chi", "pon", "daiminkan")]
_WINNABLE: Final = [KIND_CODE[k] for k in ("draw", "discard", "kakan", "ankan", "kita")]


class ActionColumns:
    """Columns of n actions, in their order.

    They say of calls and kans what each says itself; what follows from the actions before is set by who
    reads them.

    Args:
        actions: the actions.
    """

    def __init__(self, actions: Actions) -> None:
        known, number = actions.known, actions.number.astype(np.intp)
        size = len(number)
        melds = melds_of(known)
        self._as_read = np.array([action.code for action in known], dtype=np.uint8).take(number)
        self.offsets = actions.offsets
        self.kind = self._as_read.copy()
        self.seat = signed([action.actor for action in known]).take(number)
        self.tile = melds.tile.take(number)
        self.tsumogiri = signed([255 if a.tsumogiri is None else a.tsumogiri for a in known]).take(number)
        self.target = melds.target.take(number)
        self.consumed = melds.consumed.view(_FOUR).ravel().take(number).view(np.uint8).reshape(-1, 4)
        self.round = np.full(size, OUTSIDE, dtype=np.int32)
        self.points: NDArray[np.int32] | None = None
        self.elapsed = _elapsed(actions)
        self._openings = np.append(np.flatnonzero(self.kind == OPENING), size)
        self._of_fourth = np.append(np.flatnonzero(self.seat == 3), size)

    @cached_property
    def last_discard(self) -> NDArray[np.int64]:
        """(n,) number of the last discard up to each action, -1 before the first."""
        return _latest(self._as_read == DISCARD)

    @cached_property
    def last_winnable(self) -> NDArray[np.int64]:
        """(n,) number of the last event up to each action whose tile a win can be on, -1 before the first."""
        return _latest(np.isin(self._as_read, _WINNABLE))

    @cached_property
    def _pons(self) -> dict[tuple[int, int], list[int]]:
        """Numbers of the pons by seat and kind of tile."""
        places = np.flatnonzero(self._as_read == PON)
        pons: dict[tuple[int, int], list[int]] = {}
        for i, seat, kind in zip(
            places.tolist(), self.seat[places].tolist(), KIND[self.tile[places]].tolist(), strict=True
        ):
            pons.setdefault((seat, kind), []).append(i)
        return pons

    def last_pon(self, i: int) -> int:
        """Number of the last pon before kakan `i` of its seat and kind; -1 where there is none."""
        pons = self._pons.get((int(self.seat[i]), int(KIND[self.tile[i]])), [])
        before = bisect_left(pons, i)
        return pons[before - 1] if before else -1

    def drawn(self, part: slice) -> int:
        """How many tiles are drawn."""
        return int(np.count_nonzero(self.kind[part] == DRAW))

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

    def seq(self, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """(k,) place of actions number `rows` (k,) among the events of their rounds; -1 for what is none."""
        told = np.flatnonzero(self._is_told())
        rounds = self.round[told]
        places: NDArray[np.int64] = np.searchsorted(told, rows) - np.searchsorted(rounds, self.round[rows])
        return np.where(self._is_told()[rows], places, -1)

    def _is_told(self) -> NDArray[np.bool_]:
        """(n,) whether each action is an event of a round that is told."""
        told: NDArray[np.bool_] = (self.round >= 0) & (self.kind <= LAST_EVENT)
        return told

    def events(self) -> EventColumns:
        """The events of the rounds that are told."""
        told = np.flatnonzero(self._is_told())
        return EventColumns(
            round=self.round.take(told),
            kind=self.kind.take(told),
            seat=self.seat.take(told),
            target_seat=self.target.take(told),
            tile=self.tile.take(told),
            consumed=self.consumed.view(_FOUR).ravel().take(told).view(np.uint8).reshape(-1, 4),
            tsumogiri=self.tsumogiri.take(told),
            source_offset=self.offsets.take(told),
            points=None if self.points is None else stated(self.points[told], NO_POINTS),
            elapsed=None if self.elapsed is None else stated(self.elapsed[told], -1),
        )


def signed(values: list[int]) -> NDArray[np.int8]:
    """Small numbers as (n,) int8; 255 becomes -1."""
    return np.frombuffer(bytearray(values), dtype=np.int8)


def _elapsed(actions: Actions) -> NDArray[np.int32] | None:
    """(n,) time of each action, -1 where none is said; None where none says it."""
    times = [-1 if action.elapsed is None else action.elapsed for action in actions.known]
    if max(times, default=-1) < 0:
        return None if actions.elapsed is None else actions.elapsed.copy()
    told = np.array(times, dtype=np.int32)[actions.number]
    return told if actions.elapsed is None else np.where(actions.elapsed < 0, told, actions.elapsed)


def _latest(wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(n,) number of the last action up to each that is `wanted`, -1 before the first."""
    return np.maximum.accumulate(np.where(wanted, np.arange(len(wanted)), -1))
