"""Known games that a log may be a copy of though no id says so: those with deals and play in common."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import numpy as np

from mjlog.warehouse.copies import NOT_STORED, Copy
from mjlog.warehouse.deals import Deals
from mjlog.warehouse.plays import NO_PLAYS, PLAY_COLUMNS, Plays, played_alike, plays_by_game
from mjlog.warehouse.store import Store

LEAST_HANDS: Final = 2
"""Dealt hands that two logs of one game have in common at least; chance deals no two alike."""
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
        order = np.argsort(joined, kind="stable")
        self._keys, self._owners = joined[order], owners[order]
        self._added: dict[int, list[Copy]] = {}
        self._plays: OrderedDict[int, dict[str, Plays]] = OrderedDict()

    def add(self, copy: Copy) -> None:
        """Know one game more."""
        for key in copy.deals.keys.tolist():
            self._added.setdefault(key, []).append(copy)

    def of(self, new: Copy) -> list[Copy]:
        """The known copies of the game of `new`: dealt and played alike, as far as both logs go."""
        keys = new.deals.keys
        begins, ends = (np.searchsorted(self._keys, keys, side) for side in ("left", "right"))
        spans = zip(begins.tolist(), ends.tolist(), strict=True)
        stored = (self._stored[owner] for begin, end in spans for owner in self._owners[begin:end].tolist())
        added = (copy for key in keys.tolist() for copy in self._added.get(key, ()))
        found = {id(best): best for copy in (*stored, *added) for best in [copy.best]}
        return [copy for copy in found.values() if copy.may_be(new) and self._is_copy(copy, new)]

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
            return NO_PLAYS if copy.plays is None else copy.plays
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


def _hands_alike(ours: Deals, others: Deals, ours_at: int, others_at: int) -> int:
    """Hands that two rounds have in common."""
    mine, theirs = ours.hands[ours_at], others.hands[others_at]
    return int(np.count_nonzero((mine == theirs) & (mine != 0)))
