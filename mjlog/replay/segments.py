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
        values: (n,) or (n, k) numbers.
        starts: (segments,) first row of each segment, in order.
        lengths: (segments,) rows of each segment; they add up to n.
    """
    if values.ndim > 1:
        return np.stack([running_sum(column, starts, lengths) for column in values.T]).T
    total = np.cumsum(values, dtype=np.int64 if values.dtype == np.int64 else np.int32)
    if not len(total):
        return total
    used = lengths > 0
    before = total[starts[used]] - values[starts[used]]
    return total - np.repeat(before, lengths[used])


def running_or(masks: Array, segment: Array) -> Array:
    """Inclusive running bitwise OR of (n,) `masks` within runs of equal (n,) `segment` numbers.

    Doubles the reach of each row until it spans the longest segment.
    """
    result = masks.copy()
    longest = int(np.bincount(segment).max()) if len(segment) else 0
    reach = 1
    while reach < longest:
        same = segment[reach:] == segment[:-reach]
        earlier = np.where(same, result[:-reach], 0).astype(result.dtype)
        result[reach:] |= earlier
        reach *= 2
    return result


def last_of(rows: Array, n: int) -> NDArray[np.int32]:
    """(n,) the last of some ascending `rows` so far (inclusive), -1 before the first."""
    last = np.concatenate([[-1], rows]).astype(np.int32)
    return np.repeat(last, np.diff(rows, prepend=0, append=n))


def last_before(rows: Array, n: int) -> NDArray[np.int32]:
    """(n,) the last of some ascending `rows` before each row, -1 up to the first."""
    last = np.concatenate([[-1], rows]).astype(np.int32)
    return np.repeat(last, np.diff(rows + 1, prepend=0, append=n))


def gather(values: Array, index: Array) -> Array:
    """``values[index]`` where index -1 gives a row of zeros."""
    blank = np.zeros((1, *values.shape[1:]), dtype=values.dtype)
    return np.concatenate([values, blank]).take(index, axis=0)
