"""Tenhou's tile ids, one for each of 136 tiles, and their codes."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.tiles import NO_TILE, RED_MAN, UNKNOWN

LAST_ID: Final = 135
HIDDEN: Final = 254
"""Id of a tile that a player's view does not show."""
NO_ID: Final = 255
_RED_IDS: Final = (16, 52, 88)


def _code_tables() -> NDArray[np.uint8]:
    table = np.full((2, 256), NO_TILE, dtype=np.uint8)
    table[:, : LAST_ID + 1] = np.arange(LAST_ID + 1) // 4
    table[:, HIDDEN] = UNKNOWN
    table[1, list(_RED_IDS)] = np.arange(RED_MAN, RED_MAN + 3)
    return table


_CODES: Final = _code_tables()
"""(2, 256) tile codes by tile id, without and with red fives (ids 16, 52, 88)."""


def coded(ids: NDArray[np.uint8], red: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Codes of tiles, as many as `ids`; `red` (broadcast) tells where the game has red fives."""
    codes = _CODES[1].take(ids)
    return np.asarray(codes if red.all() else np.where(red, codes, _CODES[0].take(ids)))
