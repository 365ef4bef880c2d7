"""Known games that a log may be a copy of though no id says so: those with deals and play in common."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.warehouse.candidates import ByKey
from mjlog.warehouse.copies import NOT_STORED, Copy
from mjlog.warehouse.deals import Deals
from mjlog.warehouse.plays import NO_PLAYS, PLAY_COLUMNS, Plays, played_alike, plays_by_game
from mjlog.warehouse.store import Store

LEAST_HANDS: Final = 2
"""Dealt hands that two logs of one game have in common at least; chance deals no two alike."""
_NO_ID: Final = 0
"""What stands for a missing log id."""
_MOST_PARTS: Final = 4
"""Parts whose plays are kept in memory."""


class Likeness:
    """The deals of known games, and how those were played.

    Args:
        store: where the stored games are.
        copies: those games.
    """

    def __init__(self, store: Store, copies: Sequence[Copy]) -> None:
        self._store = store
        self._stored = copies
        keys = [copy.deals.keys for copy in copies]
        owners = np.repeat(np.arange(len(copies)), [len(own) for own in keys])
        joined = np.concatenate([np.zeros(0, np.uint64), *keys])
        ids = np.array([(hash(copy.platform), _code(copy.log_id)) for copy in copies], np.int64).reshape(
            -1, 2
        )
        order = np.lexsort((ids[owners, 1], ids[owners, 0], joined))
        self._keys, self._owners = joined[order], owners[order]
        self._platforms, self._ids = ids[self._owners].T
        self._added = ByKey[int]()
        self._plays: OrderedDict[int, dict[str, Plays]] = OrderedDict()

    def add(self, copy: Copy, deals: Deals) -> None:
        """Know one game more, by deals of it."""
        for key in deals.keys.tolist():
            self._added.add(key, copy)

    def of(self, new: Copy) -> list[Copy]:
        """The known copies of the game of `new`: dealt and played alike, as far as both logs go."""
        keys = new.deals.keys
        added = [copy for key in keys.tolist() for copy in self._added.that_may_be(key, new)]
        found = {id(best): best for copy in (*self._stored_of(new, keys), *added) for best in [copy.best]}
        return [copy for copy in found.values() if copy.may_be(new) and self._is_copy(copy, new)]

    def _stored_of(self, new: Copy, keys: NDArray[np.uint64]) -> list[Copy]:
        """The stored copies with one of some keys whose ids let them be of the game of `new`."""
        if not len(self._keys):
            return []
        begins, ends = (np.searchsorted(self._keys, keys, side).tolist() for side in ("left", "right"))
        dealt = (both for both in zip(begins, ends, strict=True) if both[0] < both[1])
        spans = (span for both in dealt for span in self._that_may_be(new, *both))
        return [self._stored[owner] for begin, end in spans for owner in self._owners[begin:end].tolist()]

    def _that_may_be(self, new: Copy, begin: int, end: int) -> list[tuple[int, int]]:
        """The parts of a span of stored copies, which are in order of their ids, that can be of one game."""
        if new.log_id is None:
            return [(begin, end)]
        first, last = _span(self._platforms, begin, end, hash(new.platform))
        of_id = (_span(self._ids, first, last, code) for code in (_NO_ID, _code(new.log_id)))
        return [(begin, first), *of_id, (last, end)]

    def _is_copy(self, known: Copy, new: Copy) -> bool:
        if not known.deals.agree(new.deals):
            return False
        pairs = known.deals.same(new.deals)
        if sum(_hands_alike(known.deals, new.deals, *pair) for pair in pairs) < LEAST_HANDS:
            return False
        ours, others = self._plays_of(known), self._plays_of(new)
        return all(
            ours_at < len(ours) and others_at < len(others) and played_alike(ours[ours_at], others[others_at])
            for ours_at, others_at in pairs
        )

    def _plays_of(self, copy: Copy) -> Plays:
        """How a game was played, read from its part where it is stored."""
        if copy.part == NOT_STORED or copy.plays is not None:
            return NO_PLAYS if copy.plays is None else copy.plays()
        if copy.part not in self._plays:
            self._plays[copy.part] = self._of_part(copy.part)
            while len(self._plays) > _MOST_PARTS:
                self._plays.popitem(last=False)
        return self._plays[copy.part].get(copy.game_id, NO_PLAYS)

    def _of_part(self, part: int) -> dict[str, Plays]:
        discards, rounds = (
            [table for _, table in self._store.read(name, columns, part)]
            for name, columns in (("discards", PLAY_COLUMNS), ("rounds", PLAY_COLUMNS[:2]))
        )
        return plays_by_game(discards[0], rounds[0]) if discards and rounds else {}


def _code(log_id: str | None) -> int:
    return _NO_ID if log_id is None else hash(log_id)


def _span(values: NDArray[np.int64], begin: int, end: int, value: int) -> tuple[int, int]:
    """Where `value` is in the part of `values` from `begin` to `end`, which is in order."""
    first, last = (int(np.searchsorted(values[begin:end], value, side)) for side in ("left", "right"))
    return begin + first, begin + last


def _hands_alike(ours: Deals, others: Deals, ours_at: int, others_at: int) -> int:
    """Hands that two rounds have in common."""
    mine, theirs = ours.hands[ours_at], others.hands[others_at]
    return int(np.count_nonzero((mine == theirs) & (mine != 0)))
