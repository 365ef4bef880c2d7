"""Tile codes and every notation of them, scalar and vectorised.

A tile is a ``uint8`` code: 0-8 man, 9-17 pin, 18-26 sou, 27-33 honours (East, South, West,
North, haku, hatsu, chun), 34-36 the red fives of man, pin and sou, 37 a tile that the log hides
("?"), 255 no tile.  Its *kind* is the code with red fives made plain.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

TileCodes = NDArray[np.uint8]

KINDS: Final = 34
RED_MAN, RED_PIN, RED_SOU = 34, 35, 36
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


def _kind_table() -> TileCodes:
    table = np.arange(256, dtype=np.uint8)
    table[[RED_MAN, RED_PIN, RED_SOU]] = [4, 13, 22]
    return table


KIND: Final = _kind_table()
"""(256,) uint8: kind of each code; unknown and absent tiles stay themselves."""

IS_RED: Final = np.isin(np.arange(256), [RED_MAN, RED_PIN, RED_SOU])
"""(256,) bool: whether a code is a red five."""
