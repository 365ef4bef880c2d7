"""Seven pairs under rules that see two pairs in four equal tiles (chiitoitsu with quads).

The common rules want seven different pairs, and the suit tables know those only (`shanten`,
`waits`).  Here a pair is any two equal tiles; callers ask for the hands whose rules want that.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import SUIT_DIGITS, counts_from_suits
from mjlog.lookup.suits import NO_SHANTEN
from mjlog.tiles import KIND_BIT, KINDS

_TENPAI_TILES: Final = 13
_MOST: Final = 5 ** np.array(SUIT_DIGITS)


def quad_pair_waits(suits: NDArray[np.int32], melds: NDArray[np.int8]) -> NDArray[np.uint64]:
    """Kinds that complete seven pairs, four equal tiles being two of them.

    Args:
        suits: (n, 4) int32 suit numbers of the concealed tiles.
        melds: (n,) int8 called sets and kans, concealed kans too.

    Returns:
        (n,) uint64, bit ``k`` set where kind ``k`` completes the hand: the one kind that is there once
        or three times.  0 for hands that are not tenpai that way, not closed, or not of 13 tiles.
    """
    counts = _closed_counts(suits, melds)
    odd = counts % 2 == 1
    tenpai = (counts.sum(axis=1) == _TENPAI_TILES) & (odd.sum(axis=1) == 1)
    bits: NDArray[np.uint64] = np.where(odd, KIND_BIT[:KINDS], np.uint64(0)).sum(axis=1, dtype=np.uint64)
    return np.where(tenpai, bits, np.uint64(0))


def quad_pair_shanten(suits: NDArray[np.int32], melds: NDArray[np.int8]) -> NDArray[np.int8]:
    """Shanten of seven pairs, four equal tiles being two of them.

    Args:
        suits: (n, 4) int32 suit numbers of the concealed tiles, 13 or 14 of them.
        melds: (n,) int8 called sets and kans, concealed kans too.

    Returns:
        (n,) int8, -1 complete, 0 tenpai; `NO_SHANTEN` (127) where a meld rules the form out, and for
        another number of tiles.
    """
    counts = _closed_counts(suits, melds)
    tiles = counts.sum(axis=1)
    is_hand = (tiles == _TENPAI_TILES) | (tiles == _TENPAI_TILES + 1)
    return np.where(is_hand, 6 - (counts // 2).sum(axis=1), NO_SHANTEN).astype(np.int8)


def _closed_counts(suits: NDArray[np.int32], melds: NDArray[np.int8]) -> NDArray[np.uint8]:
    """(n, 34) tiles of each kind; none where a tile is melded or a number is no suit."""
    suits = np.asarray(suits)
    is_closed = (np.asarray(melds) == 0) & ((suits >= 0) & (suits < _MOST)).all(axis=1)
    return np.where(is_closed[:, None], counts_from_suits(suits), np.uint8(0))
