from __future__ import annotations

import pytest

from mjlog.notation import MPSZ
from mjlog.scoring.hands import Meld
from mjlog.scoring.written import read_hand


def test_tiles_melds_and_winning_tile_in_any_order():
    for text in ("0m67p(123m)[5550s]+8p22z", "+8p 0m67p22z (123m)[5550s]"):
        hand = read_hand(text)
        assert sorted(hand.concealed.tolist()) == sorted(MPSZ.parse_hand("0m678p22z").tolist())
        assert MPSZ.format(hand.winning_tile) == "8p"
        assert [meld.type for meld in hand.melds] == [Meld.CHI, Meld.ANKAN]
        assert len(hand.tiles) == 6 + 3 + 4


def test_last_concealed_tile_wins_without_plus():
    assert MPSZ.format(read_hand("234m55z").winning_tile) == "5z"


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("(123m)", Meld.CHI),
        ("(406p)", Meld.CHI),
        ("(312s)", Meld.CHI),
        ("(555z)", Meld.PON),
        ("(055s)", Meld.PON),
        ("(1111p)", Meld.OPEN_KAN),
        ("[1111p]", Meld.ANKAN),
    ],
)
def test_melds(text, meld):
    assert [m.type for m in read_hand(f"5z{text}").melds] == [meld]


@pytest.mark.parametrize(
    "text", ["(124m)", "(567z)", "(89m1p)", "[123m]", "[111m]", "(11m)", "(11111m)", "()"]
)
def test_what_is_no_meld(text):
    with pytest.raises(ValueError, match="is no meld"):
        read_hand(f"5z{text}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no concealed tile"),
        ("(123m)", "no concealed tile"),
        ("55z+5z+5z", "more than one winning tile"),
        ("12q+5z", "'1q' at position 0"),
        ("5z?+5z", "hidden tile"),
        ("5z(?55m)+5z", "hidden tile"),
        ("55z+9z", "9z"),
        ("55z(123m", "position 3"),
        ("55z+", "position 3"),
    ],
)
def test_text_that_is_no_hand(text, message):
    with pytest.raises(ValueError, match=message):
        read_hand(text)
