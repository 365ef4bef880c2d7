"""Hands as suit numbers: base-5 numbers with one digit per rank.

A hand is a row of ``(n, 4) int32``: man, pin and sou with 9 digits each, honours with 7.  The digit
of rank ``k`` (0-based) is the number of concealed tiles of that rank and weighs ``5**k``, so tiles
that come and go are additions and subtractions.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.tiles import KIND, KINDS

SUIT_DIGITS: Final = (9, 9, 9, 7)
"""Ranks of man, pin, sou and honours."""

SUIT_OF: Final[NDArray[np.uint8]] = np.repeat(np.arange(4, dtype=np.uint8), SUIT_DIGITS)
"""(34,) uint8: suit of each kind, 0 man, 1 pin, 2 sou, 3 honours."""

RANK_OF: Final[NDArray[np.uint8]] = np.concatenate([np.arange(d, dtype=np.uint8) for d in SUIT_DIGITS])
"""(34,) uint8: 0-based rank of each kind in its suit."""

WEIGHT: Final[NDArray[np.int32]] = (5 ** RANK_OF.astype(np.int32)).astype(np.int32)
"""(34,) int32: what one tile of each kind adds to its suit number."""

_LOW: Final = 5**5
"""Suit numbers are read as five low digits and up to four high ones."""


def _code_weights() -> NDArray[np.uint64]:
    """(2, 256) uint64: what a tile code adds to man and pin, and to sou and honours.

    Each value holds two suit numbers, 32 bits each; unknown and absent tiles add nothing.
    """
    table = np.zeros((2, 256), dtype=np.uint64)
    tiles = np.flatnonzero(KIND < KINDS)
    suit = SUIT_OF[KIND[tiles]]
    table[suit // 2, tiles] = WEIGHT[KIND[tiles]].astype(np.uint64) << (32 * (suit % 2)).astype(np.uint64)
    return table


def _digits() -> NDArray[np.uint8]:
    """(3125, 5) uint8: the base-5 digits of each number below 5**5, lowest first."""
    return ((np.arange(_LOW)[:, None] // 5 ** np.arange(5)) % 5).astype(np.uint8)


CODE_WEIGHTS: Final = _code_weights()
"""What `_code_weights` makes."""
_LOW_HALF: Final = np.uint64(2**32 - 1)
_DIGITS: Final = _digits()
_HELD: Final = ((_DIGITS > 0) << np.arange(5)).sum(axis=1).astype(np.uint64)
"""(3125,) uint64: which digits of a number below 5**5 are not 0, one bit each."""


def suits_from_codes(codes: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Count the tiles of each row of `codes` into suit numbers.

    Args:
        codes: (n, w) uint8 tile codes, padded with 255.  Red fives count as fives; unknown and
            absent tiles are not counted.

    Returns:
        (n, 4) int32 suit numbers.  A row with more than four tiles of a kind (a corrupt log) gives
        the number of another hand.
    """
    columns = np.ascontiguousarray(np.asarray(codes, dtype=np.uint8).T)
    suits = np.empty((columns.shape[1], 4), dtype=np.int32)
    for first, weights in zip((0, 2), CODE_WEIGHTS, strict=True):
        both = np.zeros(len(suits), dtype=np.uint64)
        for column in columns:
            both += weights.take(column)
        suits[:, first] = both & _LOW_HALF
        suits[:, first + 1] = both >> np.uint64(32)
    return suits


def counts_from_suits(suits: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Count the tiles of each kind.

    Args:
        suits: (n, 4) int32 suit numbers; the nearest number of 9 (7) digits stands for others.

    Returns:
        (n, 34) uint8 tiles per kind.
    """
    suits = np.asarray(suits)
    counts = np.empty((len(suits), KINDS), dtype=np.uint8)
    for suit, digits in enumerate(SUIT_DIGITS):
        low, high = _halves(suits[:, suit], digits)
        counts[:, 9 * suit : 9 * suit + 5] = _DIGITS.take(low, axis=0)
        counts[:, 9 * suit + 5 : 9 * suit + digits] = _DIGITS.take(high, axis=0)[:, : digits - 5]
    return counts


def kinds_from_suits(suits: NDArray[np.int32]) -> NDArray[np.uint64]:
    """Which kinds each hand holds.

    Args:
        suits: (n, 4) int32 suit numbers; the nearest number of 9 (7) digits stands for others.

    Returns:
        (n,) uint64 masks, bit k for kind k.
    """
    suits = np.asarray(suits)
    masks = np.zeros(len(suits), dtype=np.uint64)
    for suit, digits in enumerate(SUIT_DIGITS):
        low, high = _halves(suits[:, suit], digits)
        masks |= (_HELD.take(low) | _HELD.take(high) << np.uint64(5)) << np.uint64(9 * suit)
    return masks


def _halves(numbers: NDArray[np.int32], digits: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The five low digits of (n,) suit numbers of so many, and the high ones."""
    inside = np.clip(numbers, 0, 5**digits - 1)
    high = inside // _LOW
    return inside - high * _LOW, high
