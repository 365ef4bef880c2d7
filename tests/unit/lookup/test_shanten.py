from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.lookup.hands import counts_from_suits, suits_from_codes
from mjlog.lookup.shanten import shanten, shanten_by_form
from mjlog.lookup.suits import NO_SHANTEN
from tests.unit.lookup.strategies import SETS, complete_hands, deals, melds, random_hands, suits


@pytest.mark.parametrize(
    ("hand", "called", "expected"),
    [
        ("123m456p789s11222z", 0, (-1, 4, 8)),
        ("123m456p789s1122z", 0, (0, 4, 8)),
        ("11223344556677m", 0, (-1, -1, 11)),
        ("1122m3344p5566s77z", 0, (3, -1, 10)),
        ("1111m3344p5566s77z", 0, (2, 1, 10)),  # four equal tiles are one pair
        ("19m19p19s12345677z", 0, (7, 5, -1)),
        ("19m19p19s1234567z", 0, (8, 6, 0)),
        ("1111m222333444z", 0, (1, 5, 8)),  # waits only for a fifth 1m
        ("147m258p369s12345z", 0, (8, 6, 6)),
        ("0m5p0s1z", 3, (2, NO_SHANTEN, NO_SHANTEN)),
        ("1m", 4, (0, NO_SHANTEN, NO_SHANTEN)),
        ("11m", 4, (-1, NO_SHANTEN, NO_SHANTEN)),
        ("1111m", 3, (1, NO_SHANTEN, NO_SHANTEN)),
        ("19m19p19s1234z", 1, (6, NO_SHANTEN, NO_SHANTEN)),
    ],
)
def test_shanten_of_known_hands_in_each_form(hand, called, expected):
    found = shanten_by_form(suits(hand), melds(called))
    assert tuple(found[0].tolist()) == expected
    assert shanten(suits(hand), melds(called)).tolist() == [min(expected)]


def _targets(sets: int) -> np.ndarray:
    """Tile counts of every complete hand of so many sets and a pair."""
    pairs = np.eye(34, dtype=np.int8) * 2
    blocks = np.array([np.bincount(s, minlength=34) for s in SETS], dtype=np.int8)
    chosen = np.array(list(combinations_with_replacement(range(len(SETS)), sets)), dtype=np.intp)
    hands = (blocks[chosen].sum(axis=1, dtype=np.int8)[:, None] + pairs).reshape(-1, 34)
    return hands[(hands <= 4).all(axis=1)]


@pytest.mark.parametrize(("sets", "size"), [(0, 1), (0, 2), (1, 4), (1, 5), (2, 7), (2, 8)])
@pytest.mark.parametrize("kinds", [9, 34])
def test_shanten_is_the_distance_to_the_nearest_of_all_complete_hands(sets, size, kinds):
    codes = random_hands(size, 60, size, kinds)
    numbers = suits_from_codes(codes)
    targets = _targets(sets)
    expected = [
        int(np.maximum(targets - counts.astype(np.int8), 0).sum(axis=1).min()) - 1
        for counts in counts_from_suits(numbers)
    ]
    called = np.full(len(codes), 4 - sets, dtype=np.int8)
    assert shanten(numbers, called).tolist() == expected


@given(st.integers(0, 4).flatmap(lambda sets: st.tuples(st.just(sets), complete_hands(sets))))
def test_a_complete_hand_is_minus_one_and_one_tile_less_is_tenpai(case):
    sets, hand = case
    called = melds(4 - sets)
    assert shanten(suits_from_codes(np.array([hand], dtype=np.uint8)), called) == -1
    assert shanten(suits_from_codes(np.array([hand[1:]], dtype=np.uint8)), called) == 0


@given(deals(14))
def test_the_best_discard_keeps_the_shanten_and_none_improves_it(hand):
    whole = shanten(suits_from_codes(np.array([hand], dtype=np.uint8)), melds(0))[0]
    kept = np.array([hand[:i] + hand[i + 1 :] for i in range(14)], dtype=np.uint8)
    after = shanten(suits_from_codes(kept), np.zeros(14, dtype=np.int8))
    assert after.min() == max(whole, 0)


@given(deals(13))
def test_some_draw_improves_a_hand_and_none_by_more_than_one(hand):
    before = shanten(suits_from_codes(np.array([hand], dtype=np.uint8)), melds(0))[0]
    drawn = np.array([[*hand, k] for k in range(34) if hand.count(k) < 4], dtype=np.uint8)
    after = shanten(suits_from_codes(drawn), np.zeros(len(drawn), dtype=np.int8))
    assert after.min() == before - 1


def test_red_fives_do_not_matter():
    assert (
        shanten(suits("340m406p550s11122z"), melds(0)) == shanten(suits("345m456p555s11122z"), melds(0)) == -1
    )


def test_a_batch_longer_than_a_chunk_is_the_same_as_hand_by_hand(monkeypatch):
    numbers = suits_from_codes(random_hands(3, 500, 14))
    called = np.zeros(500, dtype=np.int8)
    whole = shanten(numbers, called)
    monkeypatch.setattr("mjlog.lookup.tables.CHUNK", 7)
    np.testing.assert_array_equal(shanten(numbers, called), whole)
    np.testing.assert_array_equal(shanten_by_form(numbers, called).min(axis=1), whole)
    assert len(shanten(numbers[:0], called[:0])) == 0


@given(
    st.lists(st.integers(-(2**31), 2**31 - 1), min_size=4, max_size=4),
    st.integers(-128, 127),
)
@settings(max_examples=300)
def test_no_numbers_crash(row, called):
    forms = shanten_by_form(np.array([row], dtype=np.int32), melds(called))
    assert ((forms >= -8) & (forms <= NO_SHANTEN)).all()


@pytest.mark.parametrize(
    ("row", "called"),
    [
        ([-1, 0, 0, 0], 0),
        ([0, 5**9, 0, 0], 0),
        ([5**9 + 1, 0, 0, 0], 0),
        ([0, 0, 0, 5**7], 0),
        ([5**9 - 1, 0, 0, 0], 0),  # 36 tiles in one suit
        ([-1, -1, -1, -1], 0),
        ([0, 0, 0, 0], 5),
        ([0, 0, 0, 0], -1),
    ],
)
def test_what_is_no_hand_has_no_shanten(row, called):
    numbers = np.array([row], dtype=np.int32)
    assert shanten_by_form(numbers, melds(called)).tolist() == [[NO_SHANTEN] * 3]
    assert shanten(numbers, melds(called)).tolist() == [NO_SHANTEN]
