"""tenhou.net/6 JSON as it is written: the rows of a round, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.formats import tenhou_json
from mjlog.formats.base import Document
from mjlog.formats.worth import YAKUMAN_HAN
from mjlog.schema import YAKU
from tests.unit.formats.table_snippets import HANDS, Table, codes


def result(**win: Any) -> list[Any]:
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p", **win)
    return table.rows()[-1][2]


def tsumo(seat: int, points: int, changes: list[int], **win: Any) -> str:
    table = Table()
    table.round(outcome="tsumo")
    for before in range(seat):
        table.turn(before, "1p")
    table.event("draw", seat, "1p")
    table.win(seat, seat, "1p", log_points=points, log_deltas=changes, **win)
    return table.rows()[-1][2][3]


# --- play ---------------------------------------------------------------------------------------


def test_a_round_is_the_rows_of_its_players():
    table = Table()
    table.round(honba=2, riichi_sticks=1, ura=codes("0p"))
    table.event("draw", 0, "0m")
    table.event("riichi", 0)
    table.event("discard", 0, "4z", is_tsumogiri=False)
    table.event("riichi_accepted", 0)
    table.turn(1, "5z")
    table.win(0, 1, "5z")
    rows = table.rows()
    assert rows[:4] == [[0, 2, 1], [25000] * 4, [15], [52]]
    assert rows[4] == [11, 12, 13, 14, 15, 16, 17, 18, 19, 43, 43, 43, 44]
    assert rows[5:7] == [[51], ["r44"]]
    assert rows[8:10] == [[45], [60]]
    assert len(rows) == 17


@pytest.mark.parametrize(
    ("seat", "call"),
    [(1, "p414141"), (2, "41p4141"), (3, "4141p41")],
)
def test_a_pon_has_its_letter_at_the_place_of_its_origin(seat, call):
    table = Table()
    hands = list(HANDS)
    hands[0], hands[seat] = "123456789m2331z", "123456789p1144z"
    table.round(hands=hands)
    table.event("draw", 0, "4z")
    table.event("discard", 0, "1z", is_tsumogiri=False)
    table.event("pon", seat, "1z", "11z", target_seat=0)
    table.event("discard", seat, "4z", is_tsumogiri=False)
    table.win((seat + 1) % 4, seat, "4z")
    assert table.rows()[5 + 3 * seat] == [call]
    assert "order of events (changed)" not in table.written().lost


@pytest.mark.parametrize("called", [0, 1])
def test_which_of_two_equal_discards_was_called_comes_back(called):
    """The rows name the tile only; what follows shows which it was."""
    table = Table()
    hands = ["123456789m1145z", "123456789p2266z", "123456789s1144z", HANDS[3]]
    table.round(hands=hands)
    for number in range(2):
        table.event("draw", 0, "6z")
        table.event("discard", 0, "1z", is_tsumogiri=False)
        if number == called:
            table.event("pon", 2, "1z", "11z", target_seat=0)
            table.event("discard", 2, "4z", is_tsumogiri=False)
            table.turn(3, "2z")
        else:
            for seat in (1, 2, 3):
                table.turn(seat, "2z")
    table.event("draw", 0, "6z")
    table.win(0, 0, "6z", log_yaku=[], log_yaku_han=[], log_deltas=[6, -2, -2, -2], log_points=6)
    assert not [phrase for phrase in table.written().lost if "events" in phrase]


def test_kans_and_their_indicators():
    table = Table()
    table.round(hands=["123456789m3334z", "12345678p11144z", HANDS[2], HANDS[3]], outcome="exhaustive_draw")
    table.event("draw", 0, "3z")
    table.event("ankan", 0, "3z", "3333z")
    table.event("dora", tile="1m")
    table.event("draw", 0, "1z")
    table.event("discard", 0, "1z", is_tsumogiri=True)
    table.event("daiminkan", 1, "1z", "111z", target_seat=0)
    table.event("draw", 1, "9p")
    table.event("dora", tile="0s")
    table.event("discard", 1, "9p", is_tsumogiri=True)
    table.draw(log_type="exhaustive", log_tenpai=[True, False, True, False], log_deltas=[1500, -1500] * 2)
    rows = table.rows()
    assert rows[2] == [15, 11, 53]
    assert rows[5:7] == [[43, 41], ["434343a43", 60]]
    assert rows[8:10] == [["m41414141", 29], [0, 60]]
    assert rows[-1] == ["流局", [1500, -1500, 1500, -1500]]


def test_a_tile_added_to_a_pon_stands_at_the_place_of_the_pon():
    table = Table()
    hands = ["123456789m2331z", "123456789p1144z", "123456789s114z0m", "1199m1199p1199s7z"]
    table.round(hands=hands)
    table.event("draw", 0, "4z")
    table.event("discard", 0, "1z", is_tsumogiri=False)
    table.event("pon", 2, "1z", "11z", target_seat=0)
    table.event("discard", 2, "4z", is_tsumogiri=False)
    table.turn(3, "2z")
    table.turn(0, "2z")
    table.turn(1, "2z")
    table.event("draw", 2, "1z")
    table.event("kakan", 2, "1z", "1z", target_seat=0)
    table.win(1, 2, "1z")
    assert table.rows()[12] == [44, "41k414141"]


def test_three_players_have_an_empty_fourth_seat_and_set_norths_aside():
    table = Table(3, rules='{"extends": "tenhou_sanma"}')
    table.round(hands=["1199m123456789p", "123456789p4112z", "123456789s1122z"])
    table.turn(0, "5z")
    table.event("draw", 1, "5z")
    table.event("kita", 1, "4z", "4z")
    table.event("draw", 1, "6z")
    table.event("discard", 1, "6z", is_tsumogiri=True)
    table.win(0, 1, "6z", log_deltas=[1000, -1000, 0])
    rows = table.rows()
    assert rows[1] == [25000, 25000, 25000, 0]
    assert rows[8:10] == [[45, 46], ["f44", 60]]
    assert rows[13:16] == [[], [], []]
    assert rows[-1][1] == [1000, -1000, 0, 0]
    assert table.log()["rule"]["disp"] == ""


# --- results ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("win", "text"),
    [
        ({}, "30符2飜2000点"),
        ({"log_limit": "mangan", "log_han": 5, "log_points": 8000}, "30符5飜満貫8000点"),
        ({"log_limit": "yakuman", "log_han": None, "log_fu": None, "log_points": 32000}, "役満32000点"),
        ({"log_limit": None, "log_han": 6, "log_points": 12000}, "30符6飜跳満12000点"),
        ({"log_limit": None, "log_han": 4, "log_points": 8000}, "30符4飜満貫8000点"),
        ({"log_limit": None, "log_han": 4, "log_points": 7700}, "30符4飜7700点"),
        ({"log_limit": None, "log_han": None, "log_fu": None}, "2000点"),
    ],
)
def test_the_worth_of_a_ron(win, text):
    assert result(**win)[3] == text


def test_a_win_without_points_has_no_texts():
    assert result(log_points=None) == [1, 0, 1]


def test_yaku_and_the_winds_they_are_of():
    yaku = ["yakuhai_seat_wind", "yakuhai_round_wind", "double_riichi", "sanrenkou", "dora"]
    assert result(log_yaku=yaku, log_yaku_han=[1, 1, 2, 2, 0])[4:] == [
        "自風 南(1飜)", "場風 東(1飜)", "両立直(2飜)", "三連刻(2飜)",
    ]  # fmt: skip
    assert result(log_yaku=["daisangen", "daisuushii"], log_yaku_han=[13, 26])[4:] == [
        "大三元(役満)", "大四喜(ダブル役満)",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", YAKU)
@pytest.mark.parametrize("han", [1, YAKUMAN_HAN, 2 * YAKUMAN_HAN])
def test_every_yaku_is_read_back_as_the_same(slug: str, han: int):
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p", log_yaku=[slug], log_yaku_han=[han])
    back = tenhou_json.read([Document("a", table.written().data)])
    assert back.rejects.num_rows == 0
    assert (back.wins["log_yaku"].to_pylist(), back.wins["log_yaku_han"].to_pylist()) == ([[slug]], [[han]])


def test_who_is_liable_stands_third():
    assert result(log_pao_seat=3)[:3] == [1, 0, 3]
    assert result()[:3] == [1, 0, 1]


@pytest.mark.parametrize(
    ("seat", "points", "changes", "text"),
    [
        (0, 3000, [3000, -1000, -1000, -1000], "1000点∀"),
        (1, 2700, [-1300, 2700, -700, -700], "700-1300点"),
        (1, 2700, [-1400, 4000, -800, -800], "700-1300点"),
        (1, 32000, [0, 32000, 0, -32000], "8000-16000点"),
        (1, 3000, [-1000, 3000, -1000, -1000], "1000-1000点"),
    ],
)
def test_the_worth_of_a_tsumo_is_what_others_pay(seat, points, changes, text):
    pao = 3 if changes[2] == 0 else None
    assert tsumo(seat, points, changes, log_pao_seat=pao).removeprefix("30符2飜") == text


def test_several_wins_on_one_discard_stand_one_after_another():
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p", log_deltas=[-2000, 2000, 0, 0])
    table.win(2, 0, "1p", log_deltas=[-2000, 0, 2000, 0])
    row = table.rows()[-1]
    assert [row[1], row[3]] == [[-2000, 2000, 0, 0], [-2000, 0, 2000, 0]]
    assert (row[2][0], row[4][0]) == (1, 2)


@pytest.mark.parametrize(
    ("draw", "row"),
    [
        ({"log_type": "exhaustive", "log_tenpai": [True] * 4}, ["全員聴牌", [0, 0, 0, 0]]),
        ({"log_type": "exhaustive", "log_tenpai": [False] * 4, "log_deltas": None}, ["全員不聴"]),
        ({"log_type": "exhaustive"}, ["流局", [0, 0, 0, 0]]),
        ({"log_type": "nagashi_mangan", "log_deltas": [8000, -4000, -2000, -2000]},
         ["流し満貫", [8000, -4000, -2000, -2000]]),
        ({"log_type": "suucha_riichi", "log_deltas": None}, ["四家立直"]),
        ({"log_type": "sancha_riichi", "log_deltas": None}, ["三家立直"]),
        ({"log_type": "sanchahou", "log_deltas": None}, ["三家和了"]),
        ({"log_type": "unknown", "log_deltas": None}, ["途中流局"]),
    ],
)  # fmt: skip
def test_draws_by_name(draw, row):
    played_out = draw["log_type"] in ("exhaustive", "nagashi_mangan")
    table = Table()
    table.round(outcome="exhaustive_draw" if played_out else "abortive_draw")
    table.turn(0, "1p")
    table.draw(**draw)
    assert table.rows()[-1] == row
    assert not [phrase for phrase in table.written().lost if phrase.startswith(("draws", "rounds"))]
