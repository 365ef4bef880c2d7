from __future__ import annotations

import pytest

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_json.rows import CODE, NONE, RoundError, call_of, code_of, turns_of
from mjlog.tiles import TILE_NAMES

HAND = [CODE[n] for n in (11, 12, 13, 21, 21, 21, 35, 35, 53, 44, 44, 45, 45)]


def names(codes) -> list[str]:
    return [TILE_NAMES[c] for c in codes if c != NONE]


@pytest.mark.parametrize(
    ("number", "name"),
    [(11, "1m"), (19, "9m"), (21, "1p"), (39, "9s"), (41, "E"), (47, "C"), (51, "5mr"), (53, "5sr")],
)
def test_numbers_name_tiles(number, name):
    assert TILE_NAMES[code_of(number)] == name


@pytest.mark.parametrize("number", [0, 10, 20, 40, 48, 50, 54, 60, -11, "11", "3s"])
def test_other_entries_are_no_tiles(number):
    with pytest.raises(RoundError, match="is no tile"):
        code_of(number)


@pytest.mark.parametrize(
    ("text", "kind", "source", "tile", "consumed"),
    [
        ("c131214", "chi", 1, "3m", ["2m", "4m"]),
        ("c275226", "chi", 1, "7p", ["5pr", "6p"]),
        ("p454545", "pon", 1, "P", ["P", "P"]),
        ("45p4545", "pon", 2, "P", ["P", "P"]),
        ("4545p45", "pon", 3, "P", ["P", "P"]),
        ("53p3535", "pon", 2, "5s", ["5s", "5sr"]),
        ("m21212121", "daiminkan", 1, "1p", ["1p", "1p", "1p"]),
        ("21m212121", "daiminkan", 2, "1p", ["1p", "1p", "1p"]),
        ("212121m21", "daiminkan", 3, "1p", ["1p", "1p", "1p"]),
        ("k45454545", "kakan", 1, "P", ["P"]),
        ("45k454545", "kakan", 2, "P", ["P"]),
        ("4545k4545", "kakan", 3, "P", ["P"]),
        ("3535k5335", "kakan", 3, "5sr", ["5sr"]),
        ("212121a21", "ankan", NONE, "1p", ["1p", "1p", "1p", "1p"]),
        ("155115a15", "ankan", NONE, "5m", ["5m", "5m", "5m", "5mr"]),
        ("f44", "kita", NONE, "N", ["N"]),
    ],
)
def test_a_call_says_kind_origin_and_tiles(text, kind, source, tile, consumed):
    call = call_of(text)
    assert (call.kind, call.source, TILE_NAMES[call.tile]) == (KIND_CODE[kind], source, tile)
    assert names(call.consumed) == consumed


@pytest.mark.parametrize(
    "text",
    ["c131415x", "c131416", "c414243", "13c1214", "c191121", "p454546", "p4545", "m454545", "45454545k",
     "f45", "f4444", "a21", "x212121", "p7z,7z,7z", "3s", "", "p101010"],
)  # fmt: skip
def test_an_impossible_call_is_refused(text):
    with pytest.raises(RoundError):
        call_of(text)


def test_tsumogiri_and_riichi_are_read_from_the_discards():
    first, second, third = turns_of(2, 4, HAND, [47, 46, 43], [60, "r46", "r60"])
    assert [names([t.put.tile])[0] for t in (first, second, third)] == ["C", "F", "W"]
    assert [t.put.tsumogiri for t in (first, second, third)] == [1, 0, 1]
    assert [t.riichi for t in (first, second, third)] == [False, True, True]


def test_a_pon_with_kakan_remembers_whom_it_was_called_from():
    turns = turns_of(1, 4, HAND, ["45p4545", 45, 47], [11, "45k454545", 60])
    assert turns[0].take.target_seat == 3
    assert (turns[1].put.kind, turns[1].put.target_seat, turns[1].again) == (KIND_CODE["kakan"], 3, True)


def test_a_daiminkan_is_answered_by_zero_and_goes_on():
    turns = turns_of(0, 4, HAND, ["212121m21", 47], [0, 60])
    assert (turns[0].take.target_seat, turns[0].put, turns[0].again) == (1, None, True)


@pytest.mark.parametrize(
    ("takes", "puts", "reason"),
    [
        ([47], [46], "does not hold"),
        (["p464646"], [11], "does not hold"),
        ([47], ["21a212121"], "does not hold"),
        ([47, 47], [60], None),
        ([47], [60, 60], "1 draws and calls, but 2 discards and kans"),
        ([47, 46, 43], [60], "3 draws and calls, but 1 discards and kans"),
        (["p454545"], [60], "drawn tile is discarded where none was drawn"),
        (["p454545"], ["r60"], "drawn tile is discarded where none was drawn"),
        ([45], ["k45454545"], "a pon that the player does not have"),
        (["212121m21"], [11], "not answered by 0"),
        ([47], [0], "is no tile"),
        ([47], ["p454545"], "a call of another's tile among the discards"),
        (["212121a21"], [11], "a kan of one's own among the draws"),
        ([47], ["r99"], "is no tile"),
        ([60], [11], "is no tile"),
        ([47] * 81, [60] * 81, "81 draws"),
    ],
)
def test_rows_that_a_hand_cannot_do_are_refused_by_seat_and_entry(takes, puts, reason):
    if reason is None:
        assert turns_of(3, 4, HAND, takes, puts)[1].put is None
        return
    with pytest.raises(RoundError, match=f"seat 3.*{reason}"):
        turns_of(3, 4, HAND, takes, puts)


@pytest.mark.parametrize(
    ("seat", "text", "source"),
    [
        (1, "p454545", 0), (2, "p454545", 1), (0, "45p4545", 2), (2, "45p4545", 0), (0, "4545p45", 1),
        (1, "4545p45", 2), (0, "p454545", 2), (1, "45p4545", 2), (2, "4545p45", 0),
    ],
)  # fmt: skip
def test_three_players_sit_at_a_table_for_four(seat, text, source):
    assert turns_of(seat, 3, HAND, [text], [11])[0].take.target_seat == source
