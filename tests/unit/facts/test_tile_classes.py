"""Classes of tiles, worked out by hand from rivers."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from numpy.typing import NDArray

from mjlog import schema
from mjlog.facts.danger.tile_classes import NO_WORD, live_suji, outsides, suji_sources, tile_classes
from mjlog.tiles import EAST, KIND, KIND_BIT, KINDS
from tests.unit.replay.written import tiles

ALL_RUNS = np.bitwise_or.reduce(KIND_BIT[:EAST])
WITHOUT_MAN = np.bitwise_or.reduce(KIND_BIT[9:EAST])
"""Kinds that runs can hold where three play: 1m and 9m stand alone."""
WORTH = "1567z"
"""Dragons, and the wind of round and seat."""


def mask(text: str) -> np.uint64:
    """Kinds of mpsz text as a mask."""
    return reduce(lambda bits, tile: bits | KIND_BIT[KIND[tile]], tiles(text), np.uint64(0))


def kinds(text: str) -> NDArray[np.uint8]:
    return KIND[np.array(tiles(text))]


def classes(text: str, safe: str, runs: np.uint64 = ALL_RUNS) -> list[str]:
    codes = tile_classes(kinds(text), mask(safe), mask(WORTH), runs)
    return [schema.TILE_CLASSES[code] for code in codes]


@pytest.mark.parametrize(
    ("tile", "safe", "expected"),
    [
        ("5m", "5m", "genbutsu"),
        ("0m", "5m", "genbutsu"),
        ("5p", "5m28p", "double_suji_5"),
        ("1m", "", "no_suji_19"),
        ("1m", "4m", "suji_19"),
        ("9s", "6s", "suji_19"),
        ("9s", "6p", "no_suji_19"),
        ("2m", "5m", "suji_28"),
        ("8m", "5m", "suji_28"),
        ("8m", "1m", "no_suji_28"),
        ("3m", "6m", "suji_37"),
        ("7m", "4m", "suji_37"),
        ("7m", "1m", "no_suji_37"),
        ("4m", "", "no_suji_46"),
        ("4m", "1m", "half_suji_46a"),
        ("4m", "7m", "half_suji_46b"),
        ("4m", "17m", "double_suji_46"),
        ("6m", "9m", "half_suji_46a"),
        ("6m", "3m", "half_suji_46b"),
        ("6m", "39m", "double_suji_46"),
        ("5m", "", "no_suji_5"),
        ("5m", "2m", "half_suji_5"),
        ("0m", "8m", "half_suji_5"),
        ("1z", "", "yakuhai"),
        ("7z", "", "yakuhai"),
        ("3z", "", "guest_wind"),
        ("3z", "3z", "genbutsu"),
        ("1p", "9m", "no_suji_19"),
        ("9m", "3p6s", "no_suji_19"),
    ],
)
def test_a_tile_has_the_class_of_its_river(tile: str, safe: str, expected: str) -> None:
    assert classes(tile, safe) == [expected]


def test_terminals_that_no_run_can_hold_stand_alone() -> None:
    assert classes("19m14p", "4p", WITHOUT_MAN) == ["lone_terminal"] * 2 + ["suji_19", "genbutsu"]
    assert classes("1m", "1m", WITHOUT_MAN) == ["genbutsu"]


@pytest.mark.parametrize(
    ("tile", "before", "declared", "safe", "expected"),
    [
        ("1m", "4m", "9p", "4m9p", "before"),
        ("1m", "", "4m", "4m", "declaration"),
        ("1m", "", "9p", "4m9p", "after"),
        ("1m", "4m", "4m", "4m", "before"),
        ("4m", "1m", "7m", "17m", "declaration"),
        ("4m", "1m", "9p", "17m9p", "after"),
        ("5m", "2m", "9p", "2m9p", "before"),
        ("5m", "258m", "9p", "258m9p", None),
        ("1m", "7m", "9p", "7m9p", None),
        ("1z", "4m", "9p", "4m9p", None),
    ],
)
def test_suji_comes_from_the_later_genbutsu(
    tile: str, before: str, declared: str, safe: str, expected: str | None
) -> None:
    code = suji_sources(kinds(tile), mask(safe), mask(before), mask(declared))[0]
    assert (None if code == NO_WORD else schema.SUJI_SOURCES[code]) == expected


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        ("1m", ""),
        ("2m", "1m"),
        ("3m", "12m"),
        ("4m", "123m"),
        ("5m", "12346789m"),
        ("6s", "789s"),
        ("8p", "9p"),
        ("1z", ""),
    ],
)
def test_outside_of_a_tile_lie_those_nearer_to_the_end(inner: str, outer: str) -> None:
    every = np.arange(KINDS)
    found = outsides(every, np.uint64(0), mask(inner))
    assert set(every[found != NO_WORD]) == set(kinds(outer) if outer else ())


def test_what_was_discarded_early_goes_before_what_was_discarded_later() -> None:
    words = outsides(kinds("12m"), mask("2m"), mask("23m"))
    assert [schema.OUTSIDES[code] for code in words] == ["early", "before_riichi"]


@pytest.mark.parametrize(
    ("safe", "runs", "live"),
    [
        ("", ALL_RUNS, 18),
        ("", WITHOUT_MAN, 12),
        ("1m", ALL_RUNS, 17),
        ("4m", ALL_RUNS, 16),
        ("5m", ALL_RUNS, 16),
        ("456m", ALL_RUNS, 12),
        ("147m", ALL_RUNS, 16),
        ("456m456p456s", ALL_RUNS, 0),
        ("456p456s", WITHOUT_MAN, 0),
        ("1234567z", ALL_RUNS, 18),
    ],
)
def test_a_suji_is_live_while_neither_end_is_genbutsu(safe: str, runs: np.uint64, live: int) -> None:
    assert live_suji(np.array([mask(safe)]), np.array([runs])).tolist() == [live]
