"""Mahjong Soul records: wins, their yaku and payers, and draws."""

from __future__ import annotations

import json

import pytest

from tests.unit.formats.soul_snippets import (
    HANDS,
    ROUND_OF_NINE,
    ROUND_OF_RIICHI,
    deal,
    discard,
    game,
    hule,
    new_round,
    no_tile,
    read_one,
    reasons,
    tiles,
)


def told(*messages, head=None):
    tables = read_one(game(*messages, head={} if head is None else head))
    assert reasons(tables) == []
    return tables


def win(entry, *, deltas=(-1000, 1000, 0, 0), **fields):
    """Columns of a ron on the dealer's first discard."""
    ron = hule({"seat": 1, "hu_tile": "5m", **entry}, deltas=deltas, **fields)
    return told(new_round(), discard(0, "5m"), ron).wins.to_pylist()[0]


def drawn(message):
    tables = told(new_round(), discard(0, "5m"), message)
    return tables.draws.to_pylist()[0], tables.rounds.to_pylist()[0]


def test_a_win_has_its_hand_worth_and_payments():
    tables = told(*ROUND_OF_RIICHI)
    (row,) = tables.wins.to_pylist()
    assert (row["seat"], row["from_seat"], row["tile"]) == (0, 1, "S")
    assert len(row["log_hand"]) == 14
    assert row["log_hand"][-1] == "S"
    assert row["log_dora_indicators"] == ["W"]
    assert (row["log_han"], row["log_fu"], row["log_points"], row["log_limit"]) == (3, 40, 7700, "none")
    assert row["log_yaku"] == ["double_riichi", "ippatsu"]  # ura dora looked at in vain are left out
    assert row["log_yaku_han"] == [2, 1]
    assert row["log_deltas"] == [8700, -7700, 0, 0]
    (played,) = tables.rounds.to_pylist()
    assert played["ura_indicators"] == ["9p"]
    assert played["log_end_scores"] == [32700, 17300, 25000, 25000]


@pytest.mark.parametrize(
    ("points", "is_dealer", "value"),
    [
        ({"point_zimo_xian": 2600}, True, 7800),
        ({"point_zimo_qin": 4000, "point_zimo_xian": 2000}, False, 8000),
        ({}, False, None),
    ],
)
def test_a_tsumo_is_worth_what_all_pay(points, is_dealer, value):
    seat = 0 if is_dealer else 1
    entry = {"seat": seat, "zimo": True, "qinjia": is_dealer, "hu_tile": "5m", **points}
    course = [new_round(), *([] if is_dealer else [discard(0, "5m"), deal(1, "5m")])]
    (row,) = told(*course, hule(entry, deltas=[0] * 4)).wins.to_pylist()
    assert (row["log_points"], row["from_seat"]) == (value, seat)


def test_a_yakuman_counts_thirteen_han():
    row = win(
        {
            "yiman": True,
            "count": 3,
            "fu": 40,
            "title_id": 7,
            "fans": [{"id": 49, "val": 2}, {"id": 36, "val": 1}],
        }
    )
    assert row["log_yaku"] == ["kokushi_musou_13_wait", "chiihou"]
    assert (row["log_yaku_han"], row["log_han"], row["log_fu"]) == ([26, 13], 39, None)
    assert row["log_limit"] == "yakuman"


def test_a_limit_that_is_not_stated_is_not_told():
    fans = [{"id": 12, "val": 1}]
    assert win({"fans": fans, "count": 1})["log_limit"] == "none"
    assert win({"fans": fans, "count": 5, "title": "満貫"})["log_limit"] is None
    assert win({"fans": fans, "count": 5, "title_id": 1})["log_limit"] == "mangan"
    assert win({"fans": [{"id": 37, "val": 1}], "yiman": True, "count": 1})["log_limit"] is None


def test_no_han_are_told_as_stated_beside_yaku_and_as_unknown_where_they_are_left_out():
    fans = [{"id": 12, "val": 1}]
    assert win({"fans": fans, "count": 0, "fu": 30})["log_han"] == 0
    assert win({"fans": fans, "fu": 30})["log_han"] is None
    assert win({"count": 0, "fu": 30})["log_han"] is None
    assert win({"fans": [{"id": 37, "val": 1}], "yiman": True, "count": 0})["log_han"] is None


def test_a_win_without_yaku_has_no_worth():
    row = win({"title": "x", "point_sum": 8000})
    assert (row["log_yaku"], row["log_han"], row["log_limit"], row["log_points"]) == (None, None, None, 8000)


def test_a_win_without_yaku_keeps_the_worth_that_it_states():
    row = win({"count": 3, "fu": 40})
    assert (row["log_yaku"], row["log_han"], row["log_fu"], row["log_limit"]) == (None, 3, 40, "none")
    row = win({"title_id": 2})
    assert (row["log_yaku"], row["log_han"], row["log_fu"], row["log_limit"]) == (None, None, None, "haneman")


@pytest.mark.parametrize("number", [5, 6])
def test_yaku_of_the_last_tile_go_by_how_it_was_won(number):
    fans = [{"id": number, "val": 1}]
    assert win({"fans": fans, "count": 1})["log_yaku"] == ["houtei"]
    tsumo = hule({"zimo": True, "qinjia": True, "hu_tile": "5m", "fans": fans, "count": 1}, deltas=[0] * 4)
    assert told(new_round(), tsumo).wins["log_yaku"].to_pylist() == [["haitei"]]


@pytest.mark.parametrize("number", [0, 51, 64, 65, 900])
def test_yaku_without_a_slug_are_kept_and_named_as_a_house_option(number):
    fans = [{"id": number, "val": 1}, {"id": 55, "val": 2}]
    ron = hule({"seat": 1, "hu_tile": "5m", "count": 3, "fans": fans}, deltas=[-1000, 1000, 0, 0])
    tables = told(new_round(), discard(0, "5m"), ron)
    assert tables.wins["log_yaku"].to_pylist() == [None]
    assert tables.wins["log_han"].to_pylist() == [3]
    assert tables.games["house_options"].to_pylist() == [["local_yaku"]]
    (row,) = tables.extras.to_pylist()
    assert (row["action"], row["round_index"], row["seq"]) == ("hora", 0, 2)
    assert json.loads(row["fields"]) == {"seat": 1, "fans": fans}


def test_several_winners_share_the_payments_of_the_record():
    ron = hule(
        {"seat": 1, "hu_tile": "5m", "point_rong": 1000},
        {"seat": 3, "hu_tile": "5m", "point_rong": 2000},
        deltas=[-3000, 1000, 0, 2000],
        scores=[22000, 26000, 25000, 27000],
    )
    tables = told(new_round(), discard(0, "5m"), ron)
    assert tables.wins["seat"].to_pylist() == [1, 3]
    assert tables.wins["from_seat"].to_pylist() == [0, 0]
    assert tables.wins["log_deltas"].to_pylist() == [None, None]
    assert tables.rounds["log_end_scores"].to_pylist() == [[22000, 26000, 25000, 27000]]


def test_a_tsumo_has_no_second_winner():
    both = hule({"seat": 1, "zimo": True, "hu_tile": "9p"}, {"seat": 2, "hu_tile": "9p"}, deltas=[0] * 4)
    course = (new_round(), discard(0, "5m"), deal(1, "9p"), both, *ROUND_OF_NINE)
    assert "a tsumo with other wins" in reasons(read_one(game(*course)))[0]


@pytest.mark.parametrize(
    ("entry", "fields", "liable"),
    [
        ({"baopai_seats": [2]}, {}, 2),
        ({"baopai": 3}, {}, 2),
        ({"baopai": 0, "baopai_seats": []}, {"baopai": 1}, 0),
        ({"baopai": 0}, {"baopai": 0}, None),
    ],
)
def test_the_liable_player_is_a_seat_or_older_one_more(entry, fields, liable):
    assert win(entry, **fields)["log_pao_seat"] == liable


def test_several_liable_players_are_kept_beside_the_win():
    ron = hule({"seat": 1, "hu_tile": "5m", "baopai_seats": [3, 2]}, deltas=[0] * 4)
    tables = told(new_round(), discard(0, "5m"), ron)
    assert tables.wins["log_pao_seat"].to_pylist() == [None]
    assert json.loads(tables.extras["fields"][0].as_py()) == {"seat": 1, "baopai_seats": [2, 3]}


def test_who_alone_pays_gave_the_tile_where_nobody_else_did():
    ron = hule({"seat": 1, "hu_tile": "5m"}, deltas=[0, 1000, -1000, 0])
    assert told(new_round(), deal(1, "5m"), discard(1, "5m"), ron).wins["from_seat"].to_pylist() == [2]


def test_a_robbed_kan_is_won_from_who_declared_it():
    hands = ("1111p456p789s112z", *HANDS[1:])
    robbed = hule({"seat": 2, "hu_tile": "1p", "fans": [{"id": 3, "val": 1}], "count": 1}, deltas=[0] * 4)
    kan = ("RecordAnGangAddGang", {"type": 3, "tiles": "1p"})
    (row,) = told(new_round(hands, "3z"), kan, robbed).wins.to_pylist()
    assert (row["from_seat"], row["log_yaku"]) == (0, ["chankan"])


def test_ura_indicators_are_shown_by_riichi_winners_only():
    def ura(*entries):
        ron = hule(*({"hu_tile": "5m", **entry} for entry in entries), deltas=[0] * 4)
        tables = read_one(game(new_round(), discard(0, "5m"), ron))  # of riichi that nobody declared
        return tables.rounds["ura_indicators"][0].as_py()

    assert ura({"seat": 1}) == []
    assert ura({"seat": 1, "liqi": True, "li_doras": ["1m"]}, {"seat": 2}) == ["1m"]
    assert ura({"seat": 1, "liqi": True}) is None


def test_a_draw_states_who_is_tenpai_and_the_payments():
    row, played = drawn(no_tile([1, 3], [-1500, 1500, -1500, 1500]))
    assert row["log_type"] == "exhaustive"
    assert row["log_tenpai"] == [False, True, False, True]
    assert row["log_deltas"] == [-1500, 1500, -1500, 1500]
    assert played["log_end_scores"] == [23500, 26500, 23500, 26500]
    assert played["ura_indicators"] == []


def test_a_draw_that_nobody_pays_for_has_no_changes():
    row, played = drawn(("RecordNoTile", {"players": [{}] * 4, "scores": [{"old_scores": [25000] * 4}]}))
    assert row["log_deltas"] == [0, 0, 0, 0]
    assert played["log_end_scores"] == [25000] * 4


def test_payments_of_several_nagashi_mangan_are_added_up():
    rows = [
        {"seat": 0, "old_scores": [25000] * 4, "delta_scores": [12000, -4000, -4000, -4000]},
        {"seat": 2, "old_scores": [25000] * 4, "delta_scores": [-4000, -2000, 8000, -2000]},
    ]
    row, played = drawn(("RecordNoTile", {"liujumanguan": True, "players": [{}] * 4, "scores": rows}))
    assert row["log_type"] == "nagashi_mangan"
    assert row["log_deltas"] == [8000, -6000, 4000, -6000]
    assert played["log_end_scores"] == [33000, 19000, 29000, 19000]


def test_scores_of_a_draw_may_be_plain():
    plain = {"players": [{"tingpai": True}] * 4, "scores": [25000] * 4, "delta_scores": [0] * 4}
    row, played = drawn(("RecordNoTile", plain))
    assert row["log_deltas"] == [0] * 4
    assert played["log_end_scores"] == [25000] * 4


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (1, "kyuushu_kyuuhai"),
        (2, "suufon_renda"),
        (3, "suukaikan"),
        (4, "suucha_riichi"),
        (5, "sanchahou"),
        (9, "unknown"),
    ],
)
def test_abortive_draws_have_their_kinds(number, kind):
    row, played = drawn(("RecordLiuJu", {"type": number, "gameend": {"scores": [25000] * 4}}))
    assert row["log_type"] == kind
    assert played["outcome"] == "abortive_draw"
    assert played["log_end_scores"] == [25000] * 4


def test_hidden_hands_of_a_win_leave_the_hand_null():
    assert win({"hand": []})["log_hand"] is None
    assert win({"hand": tiles(HANDS[1])})["log_hand"][-1] == "5m"
