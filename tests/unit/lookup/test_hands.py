from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.lookup.hands import (
    RANK_OF,
    SUIT_OF,
    WEIGHT,
    counts_from_suits,
    kinds_from_suits,
    suits_from_codes,
)
from mjlog.tiles import KIND, KINDS
from tests.unit.lookup.strategies import deals, suits


def test_each_kind_has_its_suit_rank_and_weight():
    assert SUIT_OF[[0, 8, 9, 26, 27, 33]].tolist() == [0, 0, 1, 2, 3, 3]
    assert RANK_OF[[0, 8, 9, 26, 27, 33]].tolist() == [0, 8, 0, 8, 0, 6]
    assert WEIGHT[[0, 8, 33]].tolist() == [1, 5**8, 5**6]
    assert WEIGHT.dtype == np.int32


def test_a_digit_counts_the_tiles_of_a_rank():
    assert suits("1139m5p77z").tolist() == [[2 + 25 + 5**8, 5**4, 0, 2 * 5**6]]


def test_red_fives_are_fives_and_hidden_and_absent_tiles_are_not_counted():
    codes = np.array([[34, 35, 36, 37, 255, 4]], dtype=np.uint8)
    assert suits_from_codes(codes).tolist() == [[2 * 5**4, 5**4, 5**4, 0]]


def test_the_fullest_suit_does_not_spill_into_its_neighbour():
    nines = np.array([[8] * 4 + [17] * 4 + [26] * 4 + [33] * 4], dtype=np.uint8)
    assert suits_from_codes(nines).tolist() == [[4 * 5**8] * 3 + [4 * 5**6]]


@pytest.mark.parametrize("shape", [(0, 14), (3, 0)])
def test_no_hands_and_no_tiles_are_fine(shape):
    numbers = suits_from_codes(np.zeros(shape, dtype=np.uint8))
    assert numbers.shape == (shape[0], 4)
    assert counts_from_suits(numbers).sum() == 0


@given(st.integers(0, 14).flatmap(deals))
def test_counts_are_those_of_the_tiles(kinds):
    numbers = suits_from_codes(np.array([kinds], dtype=np.uint8))
    expected = np.bincount(np.array(kinds, dtype=np.intp), minlength=KINDS)
    assert counts_from_suits(numbers)[0].tolist() == expected.tolist()
    assert counts_from_suits(numbers).sum(axis=1).tolist() == [len(kinds)]


@given(st.integers(0, 14).flatmap(deals))
def test_a_mask_has_the_kinds_that_are_held(kinds):
    numbers = suits_from_codes(np.array([kinds], dtype=np.uint8))
    assert kinds_from_suits(numbers)[0] == sum(1 << kind for kind in set(kinds))


@given(st.lists(st.integers(0, 36), max_size=14), st.integers(0, 36))
def test_a_tile_that_comes_adds_its_weight(hand, tile):
    before, after = (suits_from_codes(np.array([h], dtype=np.uint8)) for h in (hand, [*hand, tile]))
    kind = KIND[tile]
    before[0, SUIT_OF[kind]] += WEIGHT[kind]
    assert before.tolist() == after.tolist()


def test_numbers_that_are_no_suit_are_counted_as_the_nearest_that_is():
    wild = np.array([[-1, 5**9, 2**31 - 1, 5**9 - 1]], dtype=np.int32)
    assert counts_from_suits(wild)[0].tolist() == [0] * 9 + [4] * 25
