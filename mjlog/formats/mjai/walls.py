"""Walls of many deals as tile codes, all at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.formats.mjai.actions import StartKyoku
from mjlog.formats.mjai.lines import AnyActions
from mjlog.tiles import COPIES, KINDS, NO_TILE, TILE_NAMES, UNKNOWN

_QUOTE, _COMMA, _OPEN, _CLOSE, _RED = b'",[]r'
_LONGEST: Final = 4
"""From one quotation mark to the next where a tile of three characters stands between them."""


def _table() -> NDArray[np.uint8]:
    """(131072,) tile codes by whether the name has three characters, and its first two.

    Behind a name of one character stands a quotation mark.
    """
    table = np.full((2, 1 << 16), NO_TILE, dtype=np.uint8)
    for code, name in enumerate(TILE_NAMES[:UNKNOWN]):
        first, second, *rest = f'{name}"'.encode()
        table[int(len(rest) > 1), first << 8 | second] = code
    return table.ravel()


_CODES: Final = _table()


def walls_of(actions: AnyActions) -> dict[int, bytes]:
    """Tile codes of the walls that `actions` state without blanks, by number of the action.

    Others are left out, and so is what is no wall.
    """
    stated = {
        k: bytes(action.wall)
        for k, action in enumerate(actions)
        if isinstance(action, StartKyoku) and action.wall is not msgspec.UNSET
    }
    walls = _coded([*stated.values()])
    return {k: wall for k, wall in zip(stated, walls, strict=True) if wall is not None}


def _coded(texts: Sequence[bytes]) -> list[bytes | None]:
    """Tile codes of each of `texts`, a JSON array of 1 to 136 known tiles; None for what is none."""
    data = np.frombuffer(b"".join(texts) + b"    ", dtype=np.uint8)
    sizes = np.array([len(text) for text in texts], dtype=np.int64)
    ends = np.cumsum(sizes)
    quotes = np.flatnonzero(data == _QUOTE)
    counts = np.diff(np.searchsorted(quotes, ends), prepend=0)
    is_wall = (counts % 2 == 0) & (counts > 0) & (counts <= 2 * COPIES * KINDS)
    quotes = quotes[np.repeat(is_wall, counts)]
    begin, end = quotes[0::2], quotes[1::2]
    owner = np.repeat(np.flatnonzero(is_wall), counts[is_wall] // 2)
    is_first = np.diff(owner, prepend=-1) > 0
    is_last = np.append(is_first[1:], True)[: len(owner)]
    size = end - begin
    is_red = size == _LONGEST
    names = data[begin + 1].astype(np.int32) << 8 | data[begin + 2]
    codes = _CODES[names + (is_red.astype(np.int32) << 16)]
    before = np.where(is_first, (ends - sizes)[owner], np.append(-1, end[:-1] + 1)[: len(owner)])
    is_tile = (codes != NO_TILE) & (size <= _LONGEST) & (~is_red | (data[begin + 3] == _RED))
    is_tile &= (begin == before + 1) & (data[before] == np.where(is_first, _OPEN, _COMMA))
    is_tile &= ~is_last | ((data[end + 1] == _CLOSE) & (end + 2 == ends[owner]))
    is_wall[owner[~is_tile]] = False
    bounds = np.append(0, np.cumsum(np.bincount(owner, minlength=len(texts)))).tolist()
    flat = codes.tobytes()
    return [flat[bounds[k] : bounds[k + 1]] if is_wall[k] else None for k in range(len(texts))]
