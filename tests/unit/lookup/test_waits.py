from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.lookup.hands import counts_from_suits, suits_from_codes
from mjlog.lookup.shanten import shanten
from mjlog.lookup.waits import waits
from tests.unit.lookup.strategies import complete_hands, deals, mask, melds, random_hands, suits


@pytest.mark.parametrize(
    ("hand", "called", "expected"),
    [
        ("123m456p789s1122z", 0, "12z"),  # shanpon
        ("123m456p789s23s11z", 0, "14s"),  # ryanmen
        ("123m456p789s24s11z", 0, "3s"),  # kanchan
        ("123m456p789s12s11z", 0, "3s"),  # penchan
        ("123m456p789s111z5z", 0, "5z"),  # tanki
        ("2345m111p222s333z", 0, "25m"),  # nobetan
        ("2345678m111p222s", 0, "258m"),
        ("3334m111p222s333z", 0, "245m"),
        ("1112345678999m", 0, "123456789m"),  # junsei chuuren poutou
        ("1122m3344p5566s7z", 0, "7z"),  # chiitoitsu
        ("1122334455667m", 0, "147m"),  # chiitoitsu and ordinary form at once
        ("19m19p19s1234567z", 0, "19m19p19s1234567z"),  # kokushi on thirteen kinds
        ("19m19p19s1234566z", 0, "7z"),
        ("1m", 4, "1m"),
        ("33p4p5p", 3, "36p"),
        ("1111m", 3, ""),  # only a fifth 1m would do
        ("1111m234p567s111z", 0, ""),
        ("11123m", 3, ""),  # five tiles: not 3k+1
        ("111m22p33s44z5z", 1, ""),
        ("123m456p789s1122z", 1, ""),  # three tiles too many
        ("147m258p369s1234z", 0, ""),
        ("19m19p19s1123z", 1, ""),  # no kokushi with a meld
        ("11223344556677m", 0, ""),  # complete, not waiting
        ("11122m3344p5566s7z", 0, ""),  # fourteen tiles, one from chiitoitsu
    ],
)
def test_waits_of_known_hands(hand, called, expected):
    assert waits(suits(hand), melds(called)).tolist() == [mask(expected)]


def test_three_pairs_do_not_make_a_wait_on_a_fourth():
    assert waits(suits("11m22p33s1z"), melds(2)).tolist() == [0]


def _by_trying(numbers: np.ndarray, called: np.ndarray) -> np.ndarray:
    """Waits by adding every kind that the hand does not hold four times."""
    counts = counts_from_suits(numbers)
    found = np.zeros(len(numbers), dtype=np.uint64)
    for kind in range(34):
        drawn = suits_from_codes(np.full((1, 1), kind, dtype=np.uint8))
        hit = (counts[:, kind] < 4) & (shanten(numbers + drawn, called) == -1)
        found |= hit.astype(np.uint64) << np.uint64(kind)
    return found


@given(
    st.integers(0, 4).flatmap(lambda sets: st.tuples(st.just(sets), complete_hands(sets))),
    st.randoms(use_true_random=False),
)
@settings(max_examples=300)
def test_waits_are_the_kinds_that_complete_a_tenpai_hand(case, random):
    sets, hand = case
    missing = hand.pop(random.randrange(len(hand)))
    numbers, called = suits_from_codes(np.array([hand], dtype=np.uint8)), melds(4 - sets)
    found = waits(numbers, called)
    assert int(found[0]) >> missing & 1
    assert found.tolist() == _by_trying(numbers, called).tolist()


@given(st.integers(0, 4).flatmap(lambda n: st.tuples(st.just(n), deals(13 - 3 * n))))
def test_a_hand_waits_exactly_when_it_is_tenpai(case):
    called, hand = case
    numbers = suits_from_codes(np.array([hand], dtype=np.uint8))
    assert (waits(numbers, melds(called)) != 0) == (shanten(numbers, melds(called)) == 0)


def test_waits_of_one_suit_hands_are_those_found_by_trying():
    numbers = suits_from_codes(random_hands(11, 4000, 13, kinds=9))
    called = np.zeros(len(numbers), dtype=np.int8)
    found = waits(numbers, called)
    assert (found != 0).sum() > 1000
    np.testing.assert_array_equal(found, _by_trying(numbers, called))


def test_waits_of_pairs_are_those_found_by_trying():
    rng = np.random.default_rng(12)
    pairs = np.argsort(rng.random((2000, 34)), axis=1)[:, :7].astype(np.uint8)
    numbers = suits_from_codes(np.repeat(pairs, 2, axis=1)[:, 1:])
    called = np.zeros(len(numbers), dtype=np.int8)
    found = waits(numbers, called)
    assert (found != 0).all()
    np.testing.assert_array_equal(found, _by_trying(numbers, called))


def test_a_batch_longer_than_a_chunk_is_the_same_as_hand_by_hand(monkeypatch):
    numbers = suits_from_codes(random_hands(4, 500, 13, kinds=12))
    called = np.zeros(500, dtype=np.int8)
    whole = waits(numbers, called)
    monkeypatch.setattr("mjlog.lookup.tables.CHUNK", 7)
    np.testing.assert_array_equal(waits(numbers, called), whole)
    assert len(waits(numbers[:0], called[:0])) == 0


@given(
    st.lists(st.integers(-(2**31), 2**31 - 1), min_size=4, max_size=4),
    st.integers(-128, 127),
)
def test_no_numbers_crash(row, called):
    assert waits(np.array([row], dtype=np.int32), melds(called)).dtype == np.uint64


@pytest.mark.parametrize("broken", [-1, 5**9, 5**9 - 1, 2**31 - 1])
@pytest.mark.parametrize("others", ["456p789s1122z", "1122p3344556s77z", "456p789s2344555z"])
def test_a_hand_with_a_suit_that_is_none_does_not_wait(broken, others):
    numbers = suits(others)
    numbers[0, 0] = broken
    assert waits(numbers, melds(0)).tolist() == [0]
