"""Whether rounds are dealt from the walls that they are said to have."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import Batch
from mjlog.tiles import HAND_TILES, KIND, KINDS, UNKNOWN
from mjlog.walls.places import dealt_places, tiles_at

Array = NDArray[Any]

MOST_PASSED: Final = 8
"""Walls of a shuffle that rounds which are missing may have had, at most."""
UNDECIDED: Final = -1
"""Of a round without a dealt hand that the log shows, or without a wall."""
_AT_ONCE: Final = 4096
"""Walls that are compared at a time."""


def fits(batch: Batch, rounds: Array, walls: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Whether at least half of the dealt tiles that the log shows are those that walls deal.

    A few wrong tiles leave nearly all of them right; of another wall some four in thirteen are, by chance.

    Args:
        batch: the rounds.
        rounds: (k,) numbers of some of them.
        walls: (k, n) a wall of each, padded with 255.

    Returns:
        (k,) 1 or 0, or `UNDECIDED`.
    """
    found = np.full(len(rounds), UNDECIDED, dtype=np.int8)
    given = np.flatnonzero(walls[:, 0] < UNKNOWN)
    for start in range(0, len(given), _AT_ONCE):
        some = given[start : start + _AT_ONCE]
        found[some] = _fits(batch, rounds[some], walls[some])
    return found


def _fits(batch: Batch, rounds: Array, walls: NDArray[np.uint8]) -> NDArray[np.int8]:
    """`fits` of few rounds, which have walls."""
    hands = batch.hands[rounds][:, :, :HAND_TILES]
    due = tiles_at(walls, np.maximum(dealt_places(batch, rounds), 0))
    known = (hands < UNKNOWN).all(axis=2) & batch.present[rounds]
    in_order = (hands == due).all(axis=2)
    equal = np.where(in_order, HAND_TILES, 0)
    others = known & ~in_order
    equal[others] = np.minimum(_counted(hands[others]), _counted(due[others])).sum(axis=1)
    right, shown = np.where(known, equal, 0).sum(axis=1), HAND_TILES * known.sum(axis=1)
    return np.where(shown == 0, UNDECIDED, 2 * right >= shown).astype(np.int8)


def _counted(hands: Array) -> NDArray[np.int64]:
    """(k, 35) tiles of each kind, and others, in (k, 13) hands."""
    at = np.arange(len(hands))[:, None] * (KINDS + 1) + np.minimum(KIND[hands], KINDS)
    return np.bincount(at.ravel(), minlength=len(hands) * (KINDS + 1)).reshape(-1, KINDS + 1)


def aligned(batch: Batch, rounds: Array, walls: NDArray[np.uint8], index: Array) -> tuple[Array, Array]:
    """Find the wall of each round of a game among those of its shuffle, in their order.

    Args:
        batch: the rounds.
        rounds: (k,) rounds of the game.
        walls: (w, n) walls of the shuffle, `MOST_PASSED` more than `index` needs.
        index: (k,) which of them each round has if none is passed over.

    Returns:
        (k,) which of them each round has, -1 where it is dealt from none; and (k,) how many are passed
        over up to the round.
    """
    found, passed = np.full((2, len(rounds)), -1, dtype=np.int64)
    ahead, so_far = np.arange(MOST_PASSED + 1), 0
    for start in range(0, len(rounds), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        tried = walls[(index[some, None] + ahead).ravel()]
        fit = fits(batch, np.repeat(rounds[some], len(ahead)), tried).reshape(-1, len(ahead))
        for number, row in enumerate(fit, start):
            if row[so_far:].any():
                so_far += int(row[so_far:].argmax())
                found[number] = index[number] + so_far
            passed[number] = so_far
    return found, passed
