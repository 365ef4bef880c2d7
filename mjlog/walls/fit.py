"""Whether rounds are dealt from the walls that they are said to have."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import Batch
from mjlog.rulesets.standard import SEATS
from mjlog.tiles import HAND_TILES, KIND, UNKNOWN
from mjlog.walls.places import dealt_places

Array = NDArray[Any]

MOST_PASSED: Final = 8
"""Walls of a shuffle that rounds which are missing may have had, at most."""
UNDECIDED: Final = -1
"""Of a round without a dealt hand that the log shows, or without a wall."""
_CODES: Final = 256


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
    hands, places = batch.hands[rounds][:, :, :HAND_TILES], dealt_places(batch)[rounds]
    known = (hands < UNKNOWN).all(axis=2) & batch.present[rounds] & (walls[:, :1] < UNKNOWN)
    due = walls[np.arange(len(rounds))[:, None, None], np.clip(places, 0, walls.shape[1] - 1)]
    equal = np.minimum(_counted(hands), _counted(due)).sum(axis=2)
    right, shown = np.where(known, equal, 0).sum(axis=1), HAND_TILES * known.sum(axis=1)
    return np.where(shown == 0, UNDECIDED, 2 * right >= shown).astype(np.int8)


def _counted(hands: Array) -> NDArray[np.int64]:
    """(k, 4, 256) tiles of each kind in (k, 4, 13) hands."""
    row = np.arange(hands.shape[0] * SEATS).reshape(-1, SEATS, 1)
    at = row * _CODES + KIND[hands]
    return np.bincount(at.ravel(), minlength=row.size * _CODES).reshape(-1, SEATS, _CODES)


def aligned(batch: Batch, rounds: Array, walls: NDArray[np.uint8], index: Array) -> NDArray[np.int64]:
    """Find the wall of each round of a game among those of its shuffle, in their order.

    Args:
        batch: the rounds.
        rounds: (k,) rounds of the game.
        walls: (w, n) walls of the shuffle, `MOST_PASSED` more than `index` needs.
        index: (k,) which of them each round has if none is passed over.

    Returns:
        (k,) which of them each round has; -1 where it is dealt from none.
    """
    found, passed = np.full(len(rounds), -1, dtype=np.int64), 0
    for number, (at, first) in enumerate(zip(rounds.tolist(), index.tolist(), strict=True)):
        tried = walls[first + passed : first + MOST_PASSED + 1]
        fit = fits(batch, np.full(len(tried), at), tried)
        if len(fit) and fit.max() != 0:
            passed += int(fit.argmax())
            found[number] = first + passed
    return found
