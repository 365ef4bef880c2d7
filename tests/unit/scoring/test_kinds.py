from __future__ import annotations

import numpy as np

from mjlog.scoring.kinds import (
    DRAGONS,
    GREEN,
    HONOURS,
    MAN,
    NOTHING,
    NUMBERS,
    PIN,
    SIMPLES,
    SOU,
    TERMINALS,
    WINDS,
    YAOCHUU,
    is_empty,
    kinds,
    of_kind,
    size,
    touches,
    within,
)
from mjlog.tiles import IS_YAOCHUU, TILE_NAMES


def members(group: np.uint64) -> set[str]:
    return {TILE_NAMES[k] for k in range(34) if int(group) >> k & 1}


def test_suits_winds_and_dragons_part_the_tiles():
    parts = [MAN, PIN, SOU, WINDS, DRAGONS]
    assert sum(int(part) for part in parts) == 2**34 - 1
    assert [len(members(part)) for part in parts] == [9, 9, 9, 4, 3]
    assert WINDS | DRAGONS == HONOURS
    assert MAN | PIN | SOU == NUMBERS


def test_yaochuu_are_those_of_the_tile_codes():
    assert members(YAOCHUU) == {TILE_NAMES[k] for k in range(34) if IS_YAOCHUU[k]}
    assert members(TERMINALS) == {"1m", "9m", "1p", "9p", "1s", "9s"}
    assert members(SIMPLES) == members(NUMBERS) - members(TERMINALS)


def test_green_tiles():
    assert members(GREEN) == {"2s", "3s", "4s", "6s", "8s", "F"}


def test_sets_are_compared_row_by_row():
    group = np.array([kinds(), kinds(0, 8), kinds(0, 1)])
    assert is_empty(group).tolist() == [True, False, False]
    assert within(group, TERMINALS).tolist() == [True, True, False]
    assert touches(group, TERMINALS).tolist() == [False, True, True]
    assert size(group).tolist() == [0, 2, 2]


def test_a_kind_is_a_set_and_no_tile_is_the_empty_set():
    assert of_kind(np.array([0, 33, 37, 255], dtype=np.uint8)).tolist() == [1, 1 << 33, NOTHING, NOTHING]
