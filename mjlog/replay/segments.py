"""Running values inside segments of sorted rows (a segment is a round, or a seat in a round)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def running_sum(values: Array, starts: Array, lengths: Array) -> Array:
    """Inclusive running sum that begins anew at each segment.

    Several columns are summed one after the other, as each lies in memory then: that takes a fraction of
    the time of one sum over rows.

    Args:
        values: (n,) or (n, k) numbers, or flags to be counted.
        starts: (segments,) first row of each segment, in order.
        lengths: (segments,) rows of each segment; they add up to n.
    """
    if values.ndim > 1:
        return np.stack([running_sum(column, starts, lengths) for column in values.T]).T
    total: Array = np.cumsum(values, dtype=np.int64 if values.dtype == np.int64 else np.int32)
    total -= np.repeat(total_before(total, starts), lengths)
    return total


def total_before(total: Array, rows: Array) -> Array:
    """(k,) what a running `total` (n,) has come to before each of some (k,) rows; 0 before the first."""
    if not len(total):
        return np.zeros(len(rows), dtype=total.dtype)
    before = total.take(rows - 1)
    before[rows == 0] = 0
    return before


def running_or(masks: Array, segment: Array) -> Array:
    """Inclusive running bitwise OR of (n,) `masks` within runs of equal (n,) `segment` numbers.

    Doubles the reach of each row until it spans the longest segment.
    """
    result = masks.copy()
    longest = int(np.bincount(segment).max()) if len(segment) else 0
    reach = 1
    while reach < longest:
        same = segment[reach:] == segment[:-reach]
        result[reach:] |= result[:-reach] * same
        reach *= 2
    return result


def last_before(rows: Array, n: int) -> NDArray[np.int64]:
    """(n,) the last of some ascending `rows` before each row, -1 up to the first."""
    marks = np.zeros(n + 1, dtype=bool)
    marks[rows + 1] = True
    last: NDArray[np.int64] = np.append(-1, rows).take(np.cumsum(marks[:n]))
    return last


def gather(values: Array, index: Array) -> Array:
    """``values[index]`` where index -1 gives a row of zeros."""
    blank = np.zeros((1, *values.shape[1:]), dtype=values.dtype)
    return np.concatenate([values, blank]).take(index, axis=0)
