"""Copies of every kind of a suit in one number: seven bits for each rank, the lowest rank first.

Such words are added and subtracted as the numbers of copies are, as long as no kind has more than 127.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import RANK_OF, SUIT_OF, counts_from_suits
from mjlog.tiles import KIND, KINDS

Array = NDArray[Any]
Words = NDArray[np.uint64]

_BITS: Final = 7
_FIELD: Final = np.uint64((1 << _BITS) - 1)
_RANKS: Final = 9
_FAR: Final = 3
"""The furthest step to another rank: from one end of a two-sided wait to the other."""


def _ones() -> Words:
    """(4, 256) one copy of each tile code in the word of each suit; 0 for tiles of other suits or none."""
    words = np.zeros((4, 256), dtype=np.uint64)
    tiles = np.flatnonzero(KIND < KINDS)
    ranks = RANK_OF[KIND[tiles]].astype(np.uint64)
    words[SUIT_OF[KIND[tiles]], tiles] = np.uint64(1) << ranks * np.uint64(_BITS)
    return words


def _halves() -> Words:
    """(3125,) words of the numbers of a suit that hold its five lowest ranks only."""
    numbers = np.zeros((5**5, 4), dtype=np.int32)
    numbers[:, 0] = np.arange(5**5)
    words: Words = counts_from_suits(numbers)[:, :5] @ ONE_COPY[0, :5]
    return words


ONE_COPY: Final = _ones()
_HALF: Final = _halves()
_SHIFT: Final = (np.clip(np.arange(-_FAR, _RANKS + _FAR), 0, _RANKS - 1) * _BITS).astype(np.uint64)
"""(15,) where the copies of the ranks -3 to 11 stand; those of the nearest rank for ranks that are none."""


def words_from_numbers(numbers: NDArray[np.int32]) -> Words:
    """(n,) words of (n,) suit numbers (`mjlog.lookup.hands`)."""
    high = numbers // np.int32(len(_HALF))
    low = numbers - high * np.int32(len(_HALF))
    return np.asarray(_HALF.take(low) | _HALF.take(high) << np.uint64(5 * _BITS))


def copies_at(words: Words, ranks: Array, step: int = 0) -> NDArray[np.uint8]:
    """Copies of some rank of each suit.

    Args:
        words: (n,) words.
        ranks: (n,) 0-based ranks.
        step: how many ranks above those to look, -3 to 3; beyond the ends of a suit the rank at the end
            is meant.

    Returns:
        (n,) copies.
    """
    return (words >> _SHIFT[_FAR + step :].take(ranks) & _FIELD).astype(np.uint8)


def copies_of_kinds(words: Words) -> NDArray[np.uint8]:
    """(n, 34) copies of every kind of (n, 4) words."""
    return (words[:, SUIT_OF] >> _SHIFT[_FAR:].take(RANK_OF) & _FIELD).astype(np.uint8)
