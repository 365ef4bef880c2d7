"""Yaku and bonuses of the wins with what they count: recomputed, and as logged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import codes_of, ints_of
from mjlog.schema import YAKU

Array = NDArray[Any]

ABSENT: Final = -1
"""Worth of a yaku that is not there, or that the log gives none."""


@dataclass(frozen=True, slots=True)
class Worths:
    """The yaku of all wins, each (wins, yaku) by its place in `schema.YAKU`."""

    calc: NDArray[np.int64]
    """Recomputed han or points; `ABSENT` for those that are not there, and for all of wins not scored."""
    log: NDArray[np.int64]
    """Logged han or points, added up; 0 where the log has none."""
    is_logged: NDArray[np.bool_]
    """Whether it is among the logged ones; entries of 0 han are left out."""


def worths_of(wins: pa.Table) -> Worths:
    """Read the yaku of the rows of `wins`, their ``calc_*`` columns filled."""
    shape = (len(wins), len(YAKU))
    calc = np.full(shape, ABSENT, dtype=np.int64)
    row, codes, values = _listed(wins["calc_yaku"], wins["calc_yaku_han"])
    calc[row, codes] = values
    row, codes, values = _listed(wins["log_yaku"], wins["log_yaku_han"])
    log = np.zeros(shape, dtype=np.int64)
    np.add.at(log, (row, codes), np.maximum(values, 0))
    is_logged = np.zeros(shape, dtype=bool)
    is_logged[row[values != 0], codes[values != 0]] = True
    return Worths(calc, log, is_logged)


def _listed(yaku_lists: pa.ChunkedArray, worth_lists: pa.ChunkedArray) -> tuple[Array, Array, Array]:
    """The yaku in lists: row of the win, place in `schema.YAKU`, and worth, `ABSENT` if not listed."""
    yaku, worth = yaku_lists.combine_chunks(), worth_lists.combine_chunks()
    codes, row, row_of_worth = codes_of(yaku.flatten(), YAKU), _owners(yaku), _owners(worth)
    is_whole = np.bincount(row, minlength=len(yaku)) == np.bincount(row_of_worth, minlength=len(yaku))
    values = np.full(len(codes), ABSENT, dtype=np.int64)
    values[is_whole[row]] = ints_of(worth.flatten(), ABSENT)[is_whole[row_of_worth]]
    known = codes < len(YAKU)
    return row[known], codes[known], values[known]


def _owners(lists: pa.Array) -> Array:
    """The row that each member of lists is in."""
    return np.repeat(np.arange(len(lists)), lists.value_lengths().fill_null(0).to_numpy(zero_copy_only=False))
