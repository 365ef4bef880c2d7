"""Tiles around the two-sided waits on a tile, worked out by hand from rivers."""

from __future__ import annotations

import numpy as np
import pytest

from mjlog import schema
from mjlog.facts.danger.open_waits import OpenWaits
from mjlog.facts.danger.river_suji import BETWEEN, BEYOND, is_aida_yonken, is_suit_cut, river_parts
from mjlog.facts.danger.tile_classes import NO_WORD
from mjlog.tiles import KINDS
from tests.unit.facts.test_open_waits import waits_on
from tests.unit.facts.test_tile_classes import ALL_RUNS, WITHOUT_MAN, kinds, mask


def masks(*texts: str) -> tuple[np.ndarray, ...]:
    return tuple(np.array([mask(text)]) for text in texts)


def touched(river: str, around: np.ndarray, runs: np.uint64 = ALL_RUNS, safe: str | None = None) -> set[int]:
    """Kinds with a two-sided wait around which a river has a tile; the river is safe if nothing else is."""
    every = np.arange(KINDS, dtype=np.uint8)
    nothing = np.zeros(KINDS, dtype=np.uint64)
    part = np.full(KINDS, mask(river))
    genbutsu = np.full(KINDS, mask(river if safe is None else safe))
    waits = OpenWaits.of(every, genbutsu, np.full(KINDS, runs))
    codes = river_parts(waits, around, (part, nothing, nothing))
    return set(every[codes != NO_WORD].tolist())


@pytest.mark.parametrize(
    ("river", "tiles"),
    [
        ("1m", "25m"),
        ("2m", "36m"),
        ("3m", "47m"),
        ("4m", "58m"),
        ("5m", "1469m"),
        ("6p", "25p"),
        ("9s", "58s"),
        ("1z", ""),
        ("15m", "69m"),  # 5 is genbutsu: 2 has no open wait; 1 closes 1-4
    ],
)
def test_beyond_a_discard_lie_its_ura_suji(river: str, tiles: str) -> None:
    assert touched(river, BEYOND) == (set(kinds(tiles).tolist()) if tiles else set())


@pytest.mark.parametrize(
    ("river", "tiles"),
    [
        ("1m", ""),
        ("2m", "14m"),
        ("3m", "1425m"),
        ("4m", "2536m"),
        ("5m", "3647m"),
        ("8s", "69s"),
        ("7z", ""),
    ],
)
def test_around_a_discard_lie_its_matagi_suji(river: str, tiles: str) -> None:
    assert touched(river, BETWEEN) == (set(kinds(tiles).tolist()) if tiles else set())


def test_waits_that_suji_closes_are_none() -> None:
    assert touched("5m", BEYOND, safe="5m4m") == set(kinds("69m").tolist())


def test_suits_without_runs_have_no_waits() -> None:
    assert touched("5m5p", BEYOND, WITHOUT_MAN) == set(kinds("1469p").tolist())


@pytest.mark.parametrize(
    ("later", "early", "declared", "expected"),
    [
        ("5m", "", "", "later"),
        ("", "5m", "", "early"),
        ("5m", "", "5m", "declaration"),
        ("", "5m", "5m", "declaration"),
        ("5m", "5m", "", "early"),
        ("9m", "2p", "1m", None),
    ],
)
def test_of_several_parts_of_a_river_the_last_word_counts(
    later: str, early: str, declared: str, expected: str | None
) -> None:
    (code,) = river_parts(waits_on("1m", ""), BEYOND, masks(later, early, declared))
    assert (None if code == NO_WORD else schema.RIVER_PARTS[code]) == expected


@pytest.mark.parametrize(
    ("tile", "river", "is_so"),
    [
        ("2m", "16m", True),
        ("5m", "16m", True),
        ("3m", "16m", False),
        ("5m", "49m", True),
        ("8m", "49m", True),
        ("2m", "1m", False),
        ("1m", "5m", False),  # nothing lies beyond 1
        ("4p", "16m", False),
        ("2m", "156m", False),  # 5 closes 2-5
        ("1z", "16m", False),
    ],
)
def test_both_tiles_beyond_the_ends_are_aida_yonken(tile: str, river: str, is_so: bool) -> None:
    assert is_aida_yonken(waits_on(tile, river), *masks(river))[0] == is_so


@pytest.mark.parametrize(("tile", "is_so"), [("9m", True), ("0m", True), ("1p", False), ("1z", False)])
def test_a_suit_is_cut_by_any_number_tile_of_it(tile: str, is_so: bool) -> None:
    assert is_suit_cut(kinds(tile), np.array([mask("3m1z")]))[0] == is_so
