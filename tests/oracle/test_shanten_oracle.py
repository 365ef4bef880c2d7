"""Shanten and waits against three independent implementations."""

from __future__ import annotations

import json

import numpy as np
import pytest
from jansou.analysis.shanten import shanten_counts
from jansou.analysis.waits import waits_counts
from mahjong.shanten import Shanten

from mjlog.lookup.hands import counts_from_suits, suits_from_codes
from mjlog.lookup.shanten import shanten, shanten_by_form
from mjlog.lookup.waits import waits
from mjlog.notation import KOBALAB
from tests.unit.lookup.strategies import random_hands

pytestmark = pytest.mark.oracle


def test_majiang_agrees_on_every_form(shared):
    path = shared / "oracles" / "shanten_majiang.jsonl"
    if not path.is_file():
        pytest.skip("no shanten oracle in the shared folder")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    numbers = suits_from_codes(KOBALAB.codes([row["q"] for row in rows]))
    ordinary, kokushi, chiitoitsu = np.array([row["x"] for row in rows]).T
    found = shanten_by_form(numbers, np.zeros(len(rows), dtype=np.int8))
    np.testing.assert_array_equal(found, np.stack([ordinary, chiitoitsu, kokushi], axis=1))
    assert len(rows) == 10_000


@pytest.mark.parametrize("called", range(5))
@pytest.mark.parametrize("drawn", [0, 1])
@pytest.mark.parametrize("kinds", [9, 34])
def test_two_libraries_agree_on_random_hands(called, drawn, kinds):
    numbers = suits_from_codes(random_hands(17 * called + drawn, 200, 13 - 3 * called + drawn, kinds))
    found = shanten(numbers, np.full(200, called, dtype=np.int8)).tolist()
    counts = counts_from_suits(numbers).tolist()
    assert found == [Shanten.calculate_shanten(c) for c in counts]
    assert found == [shanten_counts(c, called) for c in counts]


@pytest.mark.parametrize("kinds", [9, 12, 16])
def test_a_library_agrees_on_waits(kinds):
    numbers = suits_from_codes(random_hands(kinds, 300, 13, kinds))
    found = waits(numbers, np.zeros(300, dtype=np.int8)).tolist()
    expected = [sum(1 << k for k in waits_counts(c, ())) for c in counts_from_suits(numbers).tolist()]
    assert found == expected
    assert any(found)


def test_a_library_agrees_on_three_player_hands():
    sanma = np.array([0, 8, *range(9, 34)], dtype=np.uint8)
    numbers = suits_from_codes(sanma[random_hands(5, 500, 13, len(sanma))])
    found = shanten(numbers, np.zeros(500, dtype=np.int8)).tolist()
    counts = counts_from_suits(numbers).tolist()
    assert found == [Shanten.calculate_shanten(c, is_three_player=True) for c in counts]
