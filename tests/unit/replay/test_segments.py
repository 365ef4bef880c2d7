from __future__ import annotations

from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.replay.segments import gather, last_before, running_or, running_sum, total_before

SEGMENTS = st.lists(st.lists(st.integers(-9, 9), max_size=7), max_size=8)
MASKS = st.lists(st.lists(st.integers(0, 2**34 - 1), max_size=9), max_size=6)


def laid_out(segments: list[list[int]], dtype: type = np.int32) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    lengths = np.array([len(s) for s in segments], dtype=np.int64)
    return np.array([v for s in segments for v in s], dtype=dtype), np.cumsum(lengths) - lengths, lengths


@given(SEGMENTS)
def test_running_sums_begin_anew_with_each_segment(segments: list[list[int]]) -> None:
    values, starts, lengths = laid_out(segments)
    assert running_sum(values, starts, lengths).tolist() == [v for s in segments for v in accumulate(s)]


@given(SEGMENTS)
def test_running_sums_of_columns_are_independent(segments: list[list[int]]) -> None:
    values, starts, lengths = laid_out(segments)
    both = running_sum(np.stack([values, -values], axis=1).reshape(-1, 2), starts, lengths)
    single = running_sum(values, starts, lengths)
    assert both.tolist() == [[s, -s] for s in single.tolist()]


@pytest.mark.parametrize(
    ("dtype", "summed"), [(np.int32, np.int32), (np.int8, np.int32), (np.int64, np.int64)]
)
def test_running_sums_do_not_overflow_small_types(dtype: type, summed: type) -> None:
    total = running_sum(np.full(300, 100, dtype=dtype), np.array([0, 200]), np.array([200, 100]))
    assert total.dtype == summed
    assert total[[199, 200, 299]].tolist() == [20_000, 100, 10_000]


def test_the_running_sum_of_bools_counts() -> None:
    flags = np.array([True, False, True, True])
    assert running_sum(flags, np.array([0, 3]), np.array([3, 1])).tolist() == [1, 1, 2, 1]


def test_a_total_is_nothing_before_the_first_row() -> None:
    assert total_before(np.array([2, 5, 6]), np.array([0, 1, 3])).tolist() == [0, 2, 6]
    assert total_before(np.zeros(0, dtype=np.int64), np.array([0, 0])).tolist() == [0, 0]


@given(MASKS)
def test_running_ors_collect_the_bits_of_their_segment(segments: list[list[int]]) -> None:
    masks, _, lengths = laid_out(segments, np.uint64)
    numbers = np.repeat(np.arange(len(segments)), lengths)
    expected = [m for s in segments for m in accumulate(s, lambda a, b: a | b)]
    result = running_or(masks, numbers)
    assert result.dtype == np.uint64
    assert result.tolist() == expected


def test_running_ors_leave_their_input_alone() -> None:
    masks = np.array([1, 2, 4], dtype=np.uint64)
    running_or(masks, np.zeros(3, dtype=np.int64))
    assert masks.tolist() == [1, 2, 4]


def test_running_ors_of_far_apart_segment_numbers() -> None:
    masks = np.array([1, 2, 4, 8], dtype=np.uint64)
    assert running_or(masks, np.array([3, 3, 900, 900])).tolist() == [1, 3, 4, 12]


@given(st.lists(st.booleans(), max_size=20))
def test_the_last_row_before_is_the_nearest(marks: list[bool]) -> None:
    rows, n = np.flatnonzero(np.array(marks, dtype=bool)), len(marks)
    before = [max((i for i in rows.tolist() if i < at), default=-1) for at in range(n)]
    assert last_before(rows, n).tolist() == before


def test_gathering_index_minus_one_gives_zeros() -> None:
    values = np.array([[1, 2], [3, 4]])
    assert gather(values, np.array([1, -1, 0])).tolist() == [[3, 4], [0, 0], [1, 2]]
    assert gather(np.array([True]), np.array([-1, 0])).tolist() == [False, True]
    assert gather(np.zeros(0, np.int8), np.array([-1])).tolist() == [0]
