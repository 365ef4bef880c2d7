from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.notation import (
    KOBALAB,
    MJAI,
    MPSZ,
    NOTATIONS,
    SEED,
    UNICODE,
    TileError,
    codes_from_tenhou,
    codes_from_tenhou136,
    tenhou136_from_codes,
    tenhou136_table,
    tenhou_from_codes,
)
from mjlog.tiles import TILE_NAMES

EVERY_NOTATION = pytest.mark.parametrize("notation", NOTATIONS.values(), ids=NOTATIONS)
CODES = st.integers(0, 37)


@pytest.mark.parametrize(
    ("notation", "text", "mjai"),
    [
        (MPSZ, "5m", "5m"),
        (MPSZ, "0s", "5sr"),
        (MPSZ, "1z", "E"),
        (MPSZ, "5z", "P"),
        (MPSZ, "6z", "F"),
        (MPSZ, "7z", "C"),
        (MPSZ, "?", "?"),
        (KOBALAB, "p0", "5pr"),
        (KOBALAB, "z5", "P"),
        (KOBALAB, "z7", "C"),
        (KOBALAB, "_", "?"),
        (SEED, "m5", "5m"),
        (SEED, "m0", "5mr"),
        (SEED, "z4", "N"),
        (SEED, "z5", "C"),
        (SEED, "z6", "F"),
        (SEED, "z7", "P"),
        (UNICODE, "\N{MAHJONG TILE ONE OF CHARACTERS}", "1m"),
        (UNICODE, "\N{MAHJONG TILE NINE OF CIRCLES}", "9p"),
        (UNICODE, "\N{MAHJONG TILE ONE OF BAMBOOS}", "1s"),
        (UNICODE, "\N{MAHJONG TILE NORTH WIND}", "N"),
        (UNICODE, "\N{MAHJONG TILE WHITE DRAGON}", "P"),
        (UNICODE, "\N{MAHJONG TILE GREEN DRAGON}", "F"),
        (UNICODE, "\N{MAHJONG TILE RED DRAGON}\ufe0e", "C"),
        (UNICODE, "\N{MAHJONG TILE FIVE OF CIRCLES}r", "5pr"),
        (UNICODE, "\N{MAHJONG TILE BACK}", "?"),
    ],
)
def test_a_tile_is_written_in_each_notation(notation, text, mjai):
    code = TILE_NAMES.index(mjai)
    assert notation.parse(text) == MJAI.parse(mjai) == code
    assert notation.format(code) == text
    assert MJAI.format(code) == mjai


@EVERY_NOTATION
def test_every_tile_comes_back_from_every_notation(notation):
    codes = np.arange(38, dtype=np.uint8)
    assert len(set(notation.names)) == 38
    assert [notation.parse(notation.format(code)) for code in range(38)] == codes.tolist()
    assert notation.codes(notation.texts(codes)).tolist() == codes.tolist()


@EVERY_NOTATION
@given(codes=st.lists(CODES, max_size=30))
def test_every_hand_comes_back_from_every_notation(notation, codes):
    assert notation.parse_hand(notation.format_hand(codes)).tolist() == codes


@EVERY_NOTATION
@given(rows=st.lists(st.lists(CODES, min_size=3, max_size=3)))
def test_arrays_of_any_shape_come_back_from_every_notation(notation, rows):
    codes = np.array(rows, dtype=np.uint8).reshape(-1, 3)
    back = notation.codes(notation.texts(codes))
    assert back.dtype == np.uint8
    np.testing.assert_array_equal(back, codes)


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        (MPSZ, "123m406p77z"),
        (SEED, "m123p406z55"),
        (KOBALAB, "m123p406z77"),
        (MJAI, "1m 2m 3m 4p 5pr 6p C C"),
        (UNICODE, "🀇🀈🀉🀜🀝r🀞🀄\ufe0e🀄\ufe0e"),
    ],
)
def test_a_hand_is_grouped_by_suit(notation, text):
    hand = [0, 1, 2, 12, 35, 14, 33, 33]
    assert notation.parse_hand(text).tolist() == hand
    assert notation.format_hand(hand) == text


@pytest.mark.parametrize(
    ("notation", "text", "written"),
    [
        (MPSZ, "1m2m3m", "123m"),
        (MPSZ, "12m 3m\n 4p", "123m4p"),
        (MPSZ, "1m??2m", "1m??2m"),
        (KOBALAB, "m1m2 __z1", "m12__z1"),
        (MJAI, "  1m   E ", "1m E"),
        (UNICODE, "🀄🀄\ufe0f🀇\ufe0e🀇", "🀄\ufe0e🀄\ufe0e🀇🀇"),
        (MPSZ, "", ""),
    ],
)
def test_hands_are_read_as_people_write_them(notation, text, written):
    assert notation.format_hand(notation.parse_hand(text)) == written


def test_padding_is_left_out_of_a_written_hand():
    assert MPSZ.format_hand(np.array([0, 255, 1, 255], dtype=np.uint8)) == "12m"


@pytest.mark.parametrize(
    ("notation", "text", "tile", "position"),
    [
        (MPSZ, "123m48z", "8z", 5),
        (MPSZ, "123m0z", "0z", 4),
        (MPSZ, "12x", "1x", 0),
        (MPSZ, "123m45", "45", 4),
        (MPSZ, "m123", "m123", 0),
        (MPSZ, "1m,2m", ",2m", 2),
        (KOBALAB, "m12z18", "z8", 5),
        (KOBALAB, "m12q3", "q3", 4),
        (KOBALAB, "12m", "12m", 0),
        (SEED, "z0", "z0", 1),
        (MJAI, "1m 5r E", "5r", 3),
        (MJAI, "1m 1z", "1z", 3),
        (UNICODE, "🀇🀢", "🀢", 1),
        (UNICODE, "🀇r", "🀇r", 0),
        (UNICODE, "🀇x", "x", 1),
        (MPSZ, "１m", "１m", 0),
    ],
)
def test_a_hand_with_something_else_names_it_and_its_position(notation, text, tile, position):
    with pytest.raises(TileError) as caught:
        notation.parse_hand(text)
    assert (caught.value.tile, caught.value.position) == (tile, position)
    assert f"{tile!r} at position {position} is no {notation.name} tile" in str(caught.value)


@EVERY_NOTATION
@given(text=st.text(st.sampled_from("01589mpszx?_ EP🀄🀇🀫\ufe0er") | st.characters(), max_size=12))
def test_any_text_is_a_hand_or_a_tile_error_within_it(notation, text):
    failed_at, codes = -1, np.zeros(0, dtype=np.uint8)
    try:
        codes = notation.parse_hand(text)
    except TileError as error:
        failed_at = error.position
    assert failed_at < len(text) or not text
    assert (codes < 38).all()


def test_a_long_wrong_text_is_cut_in_the_message():
    with pytest.raises(TileError, match=r"^'x{19}\.\.\. at position 0 is no mpsz tile$"):
        MPSZ.parse("x" * 5000)


def test_a_wrong_text_in_an_array_is_named_with_its_place():
    with pytest.raises(TileError, match="'9z' at position 3 is no mpsz tile"):
        MPSZ.codes([["1m", "2m"], ["3m", "9z"]])


@pytest.mark.parametrize("code", [38, 255, -1])
def test_a_wrong_code_is_named_with_its_place(code):
    for write in (MPSZ.texts, tenhou_from_codes):
        with pytest.raises(TileError, match=f"{code} at position 1 is no tile code"):
            write([0, code])
    with pytest.raises(TileError, match=f"{code} at position 0 is no tile code"):
        MPSZ.format(code)


def test_tile_errors_are_value_errors_that_cross_processes():
    error = pickle.loads(pickle.dumps(TileError("9z", 3, "mpsz tile")))
    assert isinstance(error, ValueError)
    assert str(error) == "'9z' at position 3 is no mpsz tile"


def test_tenhou_numbers_four_tiles_of_each_kind_from_one_man_on():
    assert codes_from_tenhou136([0, 3, 4, 35, 36, 72, 107, 108, 124, 135]).tolist() == [
        *(0, 0, 1, 8, 9, 18, 26, 27, 31, 33)
    ]


@pytest.mark.parametrize(
    ("red_fives", "red"),
    [
        ((1, 1, 1), [16, 52, 88]),
        ((0, 0, 0), []),
        ((0, 2, 1), [52, 53, 88]),
        ((0, 4, 4), [*range(52, 56), *range(88, 92)]),
    ],
)
def test_which_tenhou_tiles_are_red_is_a_rule(red_fives, red):
    codes = codes_from_tenhou136(np.arange(136), red_fives)
    assert np.flatnonzero((codes >= 34) & (codes <= 36)).tolist() == red


@given(st.lists(st.integers(0, 135), unique=True), st.tuples(*[st.integers(0, 4)] * 3))
def test_tiles_of_a_wall_come_back_from_tenhou_numbers(numbers, red_fives):
    codes = codes_from_tenhou136(numbers, red_fives)
    given_numbers = tenhou136_from_codes(codes, red_fives)
    assert len(set(given_numbers.tolist())) == len(numbers)
    np.testing.assert_array_equal(codes_from_tenhou136(given_numbers, red_fives), codes)


def test_equal_tiles_get_their_tenhou_numbers_in_turn():
    assert tenhou136_from_codes([4, 33, 34, 4, 33, 4]).tolist() == [17, 132, 16, 18, 133, 19]


@pytest.mark.parametrize(
    ("codes", "position"),
    [([4, 4, 4, 4], 3), ([0, 36, 36], 2), ([0] * 5, 4), ([37], 0), ([0, 255], 1)],
)
def test_a_tile_that_no_set_has_gets_no_tenhou_number(codes, position):
    with pytest.raises(TileError) as caught:
        tenhou136_from_codes(codes)
    assert caught.value.position == position


@pytest.mark.parametrize("number", [-1, 136, 10**9])
def test_a_wrong_tenhou_number_is_named_with_its_place(number):
    with pytest.raises(TileError, match=f"{number} at position 1 is no Tenhou tile number"):
        codes_from_tenhou136([0, number])


def test_the_table_of_tenhou_tiles_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        tenhou136_table()[0] = 1


def test_two_digit_tenhou_numbers_are_suit_and_rank_and_the_fifties_red():
    assert codes_from_tenhou([[11, 19, 25], [47, 51, 53]]).tolist() == [[0, 8, 13], [33, 34, 36]]


def test_every_tile_comes_back_from_two_digit_tenhou_numbers():
    codes = np.arange(37, dtype=np.uint8)
    assert codes_from_tenhou(tenhou_from_codes(codes)).tolist() == codes.tolist()


@pytest.mark.parametrize("number", [0, 10, 20, 48, 50, 54, 60, -11])
def test_a_wrong_two_digit_tenhou_number_is_named_with_its_place(number):
    with pytest.raises(TileError, match=f"{number} at position 2 is no two-digit Tenhou tile number"):
        codes_from_tenhou([11, 12, number])


@pytest.mark.parametrize("read", [codes_from_tenhou, codes_from_tenhou136, MPSZ.codes])
def test_no_tiles_are_no_codes(read):
    assert read([]).tolist() == []
