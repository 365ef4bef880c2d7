"""What hand and table say of the two-sided waits on a tile, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mjlog import schema
from mjlog.facts.copies import ONE_COPY
from mjlog.facts.danger.open_waits import OpenWaits, chances, held_suji
from mjlog.facts.danger.tile_classes import NO_WORD
from mjlog.lookup.hands import SUIT_OF
from tests.unit.facts.test_tile_classes import ALL_RUNS, WITHOUT_MAN, kinds, mask


def waits_on(tile: str, safe: str, runs: np.uint64 = ALL_RUNS) -> OpenWaits:
    return OpenWaits.of(kinds(tile), np.array([mask(safe)]), np.array([runs]))


def copies(tile: str, others: str) -> NDArray[np.uint64]:
    """The word of the suit of a tile with some tiles in it."""
    suit = SUIT_OF[kinds(tile)]
    return ONE_COPY[suit][:, kinds(others) if others else []].sum(axis=1, dtype=np.uint64)


@pytest.mark.parametrize(
    ("tile", "safe", "seen", "expected"),
    [
        ("1m", "", "", "open"),
        ("1m", "", "2222m", "no_chance"),
        ("1m", "", "3333m", "no_chance"),
        ("1m", "", "333m", "one_chance"),
        ("1m", "", "33m", "open"),
        ("1m", "", "4444m", "open"),
        ("1m", "4m", "3333m", None),
        ("9s", "", "8888s", "no_chance"),
        ("2m", "", "4444m", "no_chance"),
        ("2m", "", "1111m", "open"),
        ("3m", "", "1111222m", "open"),
        ("3m", "", "555m", "one_chance"),
        ("4m", "", "3333m", "open"),
        ("4m", "", "3333m555m", "one_chance"),
        ("4m", "", "3333m6666m", "no_chance"),
        ("4m", "1m", "6666m", "no_chance"),
        ("4m", "7m", "6666m", "open"),
        ("4m", "17m", "6666m", None),
        ("5m", "", "3333m7777m", "no_chance"),
        ("5m", "", "333m7777m", "one_chance"),
        ("5m", "5m", "3333m", None),
        ("1z", "", "", None),
    ],
)
def test_the_chance_is_that_of_the_best_side_that_suji_leaves_open(
    tile: str, safe: str, seen: str, expected: str | None
) -> None:
    code = chances(waits_on(tile, safe), copies(tile, seen))[0]
    assert (None if code == NO_WORD else schema.CHANCES[code]) == expected


@pytest.mark.parametrize(
    ("tile", "hand", "safe", "expected"),
    [
        ("1m", "44m", "", 2),
        ("7m", "444m", "", 3),
        ("5m", "2m88m", "", 2),  # the more of both ends
        ("5m", "2m88m", "8m", 1),  # suji closes the wait for 5 and 8
        ("5m", "28m", "2m8m", -1),
        ("1m", "44p", "", 0),
        ("1m", "44m", "1m", -1),
        ("1z", "44m", "", -1),
    ],
)
def test_of_the_other_ends_of_open_waits_that_counts_which_is_held_more(
    tile: str, hand: str, safe: str, expected: int
) -> None:
    assert held_suji(waits_on(tile, safe), copies(tile, hand)).tolist() == [expected]


def test_what_no_run_can_hold_has_no_other_end() -> None:
    waits, held = waits_on("1m", "", WITHOUT_MAN), copies("1m", "123456789m")
    assert held_suji(waits, held).tolist() == [-1]
    assert chances(waits, held).tolist() == [NO_WORD]
