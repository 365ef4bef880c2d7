"""Tile codes: what a tile is, its order and the dora after it.

A tile is a ``uint8`` code: 0-8 man, 9-17 pin, 18-26 sou, 27-33 honours (East, South, West,
North, haku, hatsu, chun), 34-36 the red fives of man, pin and sou, 37 a tile that the log hides
("?"), 255 no tile.  Its *kind* is the code with red fives made plain.  `mjlog.notation` reads and
writes tiles in every notation.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

TileCodes = NDArray[np.uint8]

KINDS: Final = 34
COPIES: Final = 4
"""Tiles of each kind that is in the wall."""
HAND_TILES: Final = 13
"""Tiles that each player is dealt."""
EAST, NORTH = 27, 30
"""Kinds of the first and the last wind; East is the first honour."""
MAN_KINDS: Final = 9
"""Kinds of man, which come first."""
RED_MAN, RED_PIN, RED_SOU = 34, 35, 36
FIVES: Final = (4, 13, 22)
"""Kinds of the fives of man, pin and sou, in the order of the red ones."""
UNKNOWN: Final = 37
NO_TILE: Final = 255

TILE_NAMES: Final = (
    *(f"{n}{s}" for s in "mps" for n in range(1, 10)),
    *"ESWNPFC",
    "5mr",
    "5pr",
    "5sr",
    "?",
)
"""mjai names by code; the vocabulary of every tile column."""

TILE_CODE: Final[Mapping[str, int]] = MappingProxyType({name: code for code, name in enumerate(TILE_NAMES)})
"""Codes by mjai name."""


def _kind_table() -> TileCodes:
    table = np.arange(256, dtype=np.uint8)
    table[[RED_MAN, RED_PIN, RED_SOU]] = [4, 13, 22]
    return table


KIND: Final = _kind_table()
"""(256,) uint8: kind of each code; unknown and absent tiles stay themselves."""

KIND_BIT: Final = np.where(KIND < KINDS, np.uint64(1) << (KIND & np.uint64(63)), np.uint64(0))
"""(256,) uint64: mask with the bit of the kind of each code; 0 for unknown and absent tiles."""

IS_RED: Final = np.isin(np.arange(256), [RED_MAN, RED_PIN, RED_SOU])
"""(256,) bool: whether a code is a red five."""

IS_YAOCHUU: Final = np.isin(np.arange(256), [0, 8, 9, 17, 18, 26, *range(EAST, KINDS)])
"""(256,) bool: whether a code is a terminal or an honour."""


def sort_hand(codes: TileCodes) -> TileCodes:
    """Sort the tiles of each hand by kind, a red five after the plain ones.

    Args:
        codes: (..., w) uint8; unknown tiles and padding come last.
    """
    order = np.argsort(KIND[codes] * np.uint16(2) + IS_RED[codes], axis=-1, kind="stable")
    return np.take_along_axis(np.asarray(codes), order, axis=-1)


def dora_after(removed: Collection[int] = (), dragons: Sequence[int] = (31, 32, 33)) -> TileCodes:
    """Make the table of the dora that each indicator shows.

    The dora is the next kind of the suit, of the winds or of the dragons that is in the wall; after
    the last comes the first.  Without 2-8 man an indicator 1 man shows 9 man (Tenhou manual, sanma).

    Args:
        removed: kinds that are not in the wall.
        dragons: kinds of the dragons in their order; the usual one is haku, hatsu, chun.

    Returns:
        (34,) uint8 dora kind by indicator kind.

    >>> sanma = dora_after(range(1, 8))
    >>> sanma[[0, 8]].tolist()
    [8, 0]
    """
    table = np.arange(KINDS, dtype=np.uint8)
    for group in (range(9), range(9, 18), range(18, 27), range(EAST, NORTH + 1), dragons):
        for place, kind in enumerate(group):
            following = (*group[place + 1 :], *group[:place])
            table[kind] = next((k for k in following if k not in removed), kind)
    return table
