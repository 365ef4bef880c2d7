from __future__ import annotations

import numpy as np

from mjlog.schema import YAKU_BIT
from mjlog.scoring.flags import COLUMNS, add, drop, find, flags_of_masks, has, masks_of, only


def everywhere(rows):
    return np.ones(len(rows), dtype=np.bool_)


def nowhere(rows):
    return np.zeros(len(rows), dtype=np.bool_)


def test_found_yaku_are_set_and_can_be_dropped():
    flags = find({"pinfu": everywhere, "riichi": nowhere, "suukantsu": everywhere}, [0, 1])
    assert (has(flags, "pinfu").tolist(), has(flags, "riichi").tolist()) == ([True, True], [False, False])
    drop(flags, "pinfu", np.array([True, False]))
    assert has(flags, "pinfu").tolist() == [False, True]
    assert has(flags, "suukantsu").tolist() == [True, True]


def test_masks_have_the_bits_of_the_schema():
    flags = find({"riichi": everywhere, "tenhou": everywhere, "suukantsu": everywhere}, [0])
    assert masks_of(flags).tolist() == [sum(1 << YAKU_BIT[y] for y in ("riichi", "tenhou", "suukantsu"))]


def test_only_one_yaku():
    flags = only("renhou")
    assert flags.shape == (COLUMNS, 1)
    assert masks_of(flags).tolist() == [1 << YAKU_BIT["renhou"]]


def test_added_yaku_are_set_in_their_rows():
    flags = find({}, [0, 1])
    add(flags, "minimum_win", np.array([False, True]))
    assert has(flags, "minimum_win").tolist() == [False, True]


def test_masks_can_be_split_again():
    flags = find({"riichi": everywhere, "suukantsu": everywhere, "minimum_win": everywhere}, [0])
    assert (flags_of_masks(masks_of(flags)) == flags).all()
