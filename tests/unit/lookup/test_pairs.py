from __future__ import annotations

import numpy as np
import pytest

from mjlog.lookup.hands import suits_from_codes
from mjlog.lookup.pairs import quad_pair_shanten, quad_pair_waits
from mjlog.lookup.shanten import shanten_by_form
from mjlog.lookup.waits import waits
from mjlog.notation import MPSZ


def suits(*hands: str) -> np.ndarray:
    codes = [MPSZ.parse_hand(hand) for hand in hands]
    width = max(map(len, codes))
    padded = np.array([np.pad(c, (0, width - len(c)), constant_values=255) for c in codes])
    return suits_from_codes(padded)


def kinds(mask: np.uint64) -> list[int]:
    return [kind for kind in range(34) if int(mask) >> kind & 1]


def closed(hands: np.ndarray) -> np.ndarray:
    return np.zeros(len(hands), dtype=np.int8)


@pytest.mark.parametrize(
    ("hand", "wait"),
    [
        ("1111m2233p4455s6z", "6z"),  # four equal tiles are two pairs
        ("111m22p3344p5566s", "1m"),  # three of a kind wait for the fourth
        ("1111m2222p3333s4z", "4z"),
        ("1122m3344p5566s7z", "7z"),  # without any quad
    ],
)
def test_tenpai_of_pairs_and_quads(hand, wait):
    found = suits(hand)
    assert kinds(quad_pair_waits(found, closed(found))[0]) == MPSZ.parse_hand(wait).tolist()
    assert quad_pair_shanten(found, closed(found)).tolist() == [0]


def test_common_rules_do_not_know_such_a_wait():
    found = suits("1111m2233p4455s6z")
    assert waits(found, closed(found)).tolist() == [0]


@pytest.mark.parametrize(
    ("hand", "away"),
    [
        ("1111m2233p4455s66z", -1),
        ("1111m2222m3333s44z", -1),
        ("1111m2233p445s67z", 1),
        ("123456789m1234z", 6),
    ],
)
def test_shanten_counts_every_two_equal_tiles(hand, away):
    found = suits(hand)
    assert quad_pair_shanten(found, closed(found)).tolist() == [away]


def test_without_three_of_a_kind_it_is_the_shanten_of_chiitoitsu():
    rng = np.random.default_rng(7)
    hands = np.array([rng.permutation(np.repeat(np.arange(34), 2))[:13] for _ in range(500)], dtype=np.uint8)
    found = suits_from_codes(hands)
    assert (quad_pair_shanten(found, closed(found)) == shanten_by_form(found, closed(found))[:, 1]).all()


def test_hands_with_melds_too_few_tiles_or_impossible_numbers_have_none():
    found = np.concatenate(
        [suits("1111m2233p4455s6z", "1111m2233p4455s"), [[-1, 0, 0, 0], [2**31 - 1, 0, 0, 0]]]
    )
    melds = np.array([1, 0, 0, 0], dtype=np.int8)
    assert quad_pair_waits(found.astype(np.int32), melds).tolist() == [0] * 4
    assert quad_pair_shanten(found.astype(np.int32), melds).tolist() == [127] * 4
