from __future__ import annotations

import pytest

from mjlog.formats.majiang.melds import (
    ANKAN,
    CHI,
    DAIMINKAN,
    KAKAN,
    PON,
    MoveError,
    discard_of,
    hand_of,
    hand_text,
    meld_of,
    meld_text,
    tile_of,
)
from mjlog.formats.sink import NONE, Event
from mjlog.notation import KOBALAB

MELDS = [
    ("m1-23", CHI), ("m12-3", CHI), ("p789-", CHI), ("s3-40", CHI), ("s340-", CHI), ("p0-67", CHI),
    ("z111+", PON), ("s505=", PON), ("m550-", PON), ("m5550+", DAIMINKAN), ("z7777-", DAIMINKAN),
    ("p5505=", DAIMINKAN), ("m1111", ANKAN), ("p5500", ANKAN),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), MELDS)
def test_a_meld_is_written_as_it_was_read(text, kind):
    meld = meld_of(text)
    target = (1 + meld.source) % 4 if meld.source else NONE
    assert meld.kind == kind
    assert meld_text(Event(meld.kind, 1, target, meld.tile, NONE, meld.consumed)) == text


@pytest.mark.parametrize("text", ["z666-6", "m505+5", "m555=0"])
def test_a_tile_added_to_a_pon_stands_behind_its_text(text):
    meld = meld_of(text)
    assert meld.kind == KAKAN
    assert meld_text(Event(KAKAN, 0, meld.source, meld.tile, NONE, meld.consumed), text[:-1]) == text


@pytest.mark.parametrize("text", ["m505-", "m055-", "m550-"])
def test_tiles_of_a_meld_may_stand_in_any_order(text):
    meld = meld_of(text)
    called = text[text.index("-") - 1]
    assert KOBALAB.format(meld.tile) == f"m{called}"
    assert meld.consumed == bytes(sorted([4, 4, 34][:2] if called == "0" else [4, 34])) + b"\xff\xff"


@pytest.mark.parametrize(
    "text",
    ["", "m", "m+", "m1+", "m11+", "m11111+", "x111+", "z888+", "m1+1+1", "m1111-1", 3, None, ["m111+"]],
)
def test_what_is_no_meld_is_refused(text):
    with pytest.raises(MoveError):
        meld_of(text)


def test_marks_of_a_discard_stand_in_any_order():
    assert discard_of("p4_*") == discard_of("p4*_") == (12, True, True)
    assert discard_of("p0*-") == (35, False, True)


@pytest.mark.parametrize("text", ["", "_", "p", "p4x", "p44", "4p", 4, None, "p" * 100])
def test_what_is_no_discard_is_refused(text):
    with pytest.raises(MoveError):
        discard_of(text)


def test_a_hidden_tile_can_be_drawn():
    assert KOBALAB.format(tile_of("_")) == "_"


def test_a_hand_is_its_concealed_tiles_in_their_order():
    assert hand_of("m055z77,m78-9,z5555,z666=,").concealed == (34, 4, 4, 33, 33)
    assert hand_of("m777p23z1z2*").concealed[-1] == 28
    assert hand_of("__").concealed == (37, 37)
    assert hand_of("").is_empty


def test_hands_are_written_in_order_and_the_last_tile_by_itself():
    assert hand_text([33, 4, 34, 0, 20], 3) == "m105s3z7m4"
    assert hand_text([]) == ""
