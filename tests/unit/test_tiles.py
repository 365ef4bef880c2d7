from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.notation import MPSZ, format_hand
from mjlog.tiles import (
    IS_RED,
    IS_YAOCHUU,
    KIND,
    KINDS,
    NO_TILE,
    TILE_NAMES,
    dora_after,
    sort_hand,
)


def kind(text: str) -> int:
    return MPSZ.parse(text)


def test_a_red_five_is_of_the_kind_of_the_plain_one():
    for name in ("5mr", "5pr", "5sr"):
        red = TILE_NAMES.index(name)
        assert IS_RED[red]
        assert TILE_NAMES[KIND[red]] == name[:2]
    assert IS_RED.sum() == 3


def test_every_other_code_is_its_own_kind():
    assert [c for c in range(256) if KIND[c] != c] == [34, 35, 36]


def test_terminals_and_honours_are_thirteen_kinds():
    assert [TILE_NAMES[c] for c in np.flatnonzero(IS_YAOCHUU)] == [
        *("1m", "9m", "1p", "9p", "1s", "9s"),
        *"ESWNPFC",
    ]


def test_a_hand_sorts_by_kind_with_red_fives_after_plain_ones_and_padding_last():
    hand = np.array([[255, 37, 33, 34, 4, 36, 0, 22], [8, 7, 6, 5, 34, 4, 4, 3]], dtype=np.uint8)
    assert sort_hand(hand).tolist() == [[0, 4, 34, 22, 36, 33, 37, 255], [3, 4, 4, 34, 5, 6, 7, 8]]


@given(st.lists(st.integers(0, 37)))
def test_sorting_keeps_every_tile(codes):
    hand = np.array(codes, dtype=np.uint8)
    assert sorted(sort_hand(hand).tolist()) == sorted(codes)
    assert (np.diff(KIND[sort_hand(hand)].astype(int)) >= 0).all()


def test_a_formatted_hand_is_sorted():
    hand = np.append(MPSZ.parse_hand("7z0m5m9p1m?"), np.uint8(NO_TILE))
    assert format_hand(hand) == "150m9p7z?"


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [
        ("1m", "2m"),
        ("9m", "1m"),
        ("9p", "1p"),
        ("9s", "1s"),
        ("1z", "2z"),
        ("4z", "1z"),
        ("5z", "6z"),
        ("6z", "7z"),
        ("7z", "5z"),
    ],
)
def test_the_dora_is_the_tile_after_the_indicator(indicator, dora):
    assert dora_after()[kind(indicator)] == kind(dora)


def test_each_kind_is_the_dora_of_one_indicator():
    assert sorted(dora_after().tolist()) == list(range(KINDS))


def test_without_two_to_eight_man_terminals_show_each_other():
    table = dora_after(range(1, 8))
    assert table[kind("1m")] == kind("9m")
    assert table[kind("9m")] == kind("1m")
    assert table[9:].tolist() == dora_after()[9:].tolist()


def test_with_one_five_and_nine_man_each_shows_the_next():
    table = dora_after({1, 2, 3, 5, 6, 7})
    assert [table[kind(t)] for t in ("1m", "5m", "9m")] == [kind(t) for t in ("5m", "9m", "1m")]


def test_dragons_in_another_order_show_the_next_in_that_order():
    table = dora_after(dragons=(33, 32, 31))
    assert [table[kind(t)] for t in ("7z", "6z", "5z")] == [kind(t) for t in ("6z", "5z", "7z")]


def test_no_indicator_shows_a_tile_that_is_not_in_the_wall():
    removed = {*range(1, 8), 27, 31}
    table = dora_after(removed)
    assert not removed & {int(table[k]) for k in range(KINDS) if k not in removed}
