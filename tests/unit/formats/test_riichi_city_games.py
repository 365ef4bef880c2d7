"""What Riichi City records say of the table: rules, options, place, players, walls."""

from __future__ import annotations

import hashlib
import json

import pytest

from mjlog.formats.riichi_city.tiles import wall_tiles
from mjlog.formats.wall_order import canonical_wall
from mjlog.rulesets import resolve
from tests.unit.formats.riichi_city_snippets import USERS, Hand, log, played, read, reasons, wall, win


def game(*hands: Hand, **header):
    (row,) = played(*(hands or (Hand().discard(0, "1s"),)), **header).games.to_pylist()
    return row


def rules(*hands: Hand, **header):
    stated = game(*hands, **header)["rules"]
    assert resolve(stated)
    return json.loads(stated)


def test_place_and_identity():
    row = game()
    assert (row["platform"], row["log_id"], row["room"], row["length"]) == (
        "riichi_city",
        "room",
        "galaxy",
        "south",
    )
    assert (game(gamePlay=1002)["room"], game(gamePlay=1003)["room"]) == ("tournament", "friendly")
    assert (game(round=1)["length"], game(round=3)["length"], game(round=9)["length"]) == (
        "east",
        "one_round",
        None,
    )
    assert game(roomId="")["log_id"] == "key"


def test_a_log_that_hides_its_players_is_the_same_game():
    assert game(keyValue="other", isWithUser=False)["log_id"] == game()["log_id"]


def test_what_no_column_holds_is_kept():
    (row,) = played(Hand().discard(0, "1s"), remark="mine", matchStage=2).extras.to_pylist()
    assert json.loads(row["fields"]) == {
        "keyValue": "key", "nowTime": 1_700_009_000, "remark": "mine", "matchStage": 2, "stageType": 4,
    }  # fmt: skip


def test_programs_are_named():
    hand = Hand().discard(0, "1s")
    players = hand.record()["players"]
    players[1] |= {"identity": 1, "robotLevel": 3, "mortalModule": "m"}
    hand.extra["players"] = players
    (row,) = played(hand).extras.to_pylist()
    assert json.loads(row["fields"])["players"] == [
        {"user_id": USERS[1], "identity": 1, "robotLevel": 3, "mortalModule": "m"}
    ]


def test_rules_of_ranked_games_are_the_presets():
    assert rules() == {"extends": "riichi_city_sanma", "length": "south"}
    assert rules(Hand(4).discard(0, "1s"), round=1) == {"extends": "riichi_city", "length": "east"}


def test_rules_that_records_state():
    assert rules(initPoints=50000)["start_score"] == 50000
    assert rules(isGangPay=True)["pao_daiminkan"] is True
    assert rules(isKaiLiZhi=True)["open_riichi"] is True
    assert rules(northOperateType=1)["set_aside"] == []


def test_red_fives_are_counted_in_the_wall():
    hand = Hand().discard(0, "1s")
    hand.extra["handCardEncode"] = wall().replace("5p", "0p", 1)
    assert rules(hand)["red_fives"] == [0, 2, 1]


@pytest.mark.parametrize(
    ("header", "options"),
    [
        ({}, None),
        ({"isGeMu": True}, ["wareme"]),
        ({"isShaoJi": True, "isLuck": True}, ["yakitori", "chips"]),
        ({"fangFu": 1}, None),
        ({"fangFu": 2}, None),
        ({"fangFu": 14}, ["other"]),
        ({"northOperateType": 1}, ["local_yaku"]),
    ],
)
def test_house_options(header, options):
    assert game(gamePlay=1003, **header)["house_options"] == options


@pytest.mark.parametrize("least", [0, 1, 2, 4])
def test_han_that_a_win_needs(least):
    assert rules(gamePlay=1003, fangFu=least).get("minimum_han", 1) == max(least, 1)


def test_unequal_start_scores_are_a_handicap():
    assert game(Hand(scores=[35000, 30000, 40000]).discard(0, "1s"))["house_options"] == ["handicap"]


# --- settings that only numbers show -------------------------------------------------------------------


def tsumo(place: int, points: int, base: int, deltas: list[int], **deal) -> Hand:
    hand = Hand(**deal).discard(0, "1s").turn(1, "4p")
    if place == 0:
        hand.discard(1, "4p").turn(2, "4p").discard(2, "4p").turn(0, "5p")
    hand.act(10, place, "4p" if place else "5p")
    return hand.end(1, deltas, [win(place, {1: 1}, all_point=points, bash_points=base)])


def test_results_show_uma_and_return_score():
    results = ([63600, 56800, 29600], [236, 68, -304])
    hand = Hand(scores=[50000] * 3).discard(0, "1s").end(7, [0] * 3).results(*results)
    shown = rules(hand, gamePlay=1002, initPoints=50000)
    assert (shown["return_score"], shown["uma"]) == (50000, [10, 0, -10])
    assert "uma" not in rules(hand, gamePlay=1001)


def test_results_by_the_preset_show_nothing_new():
    hand = Hand().discard(0, "1s").end(7, [0] * 3).results([56800, 34100, 14100], [518, -59, -459])
    assert "uma" not in rules(hand, gamePlay=1003)
    four = (
        Hand(4).discard(0, "1s").end(7, [0] * 4).results([41000, 30500, 29500, -1000], [610, 105, -105, -610])
    )
    assert "uma" not in rules(four, gamePlay=1003)


def test_base_points_show_rounding_up_to_mangan():
    hand = Hand().act(10, 0, "2s").end(1, [8000, -4000, -4000], [
        win(0, {1: 1}, all_fang_num=4, all_fu=30, all_point=8000, bash_points=2000)
    ])  # fmt: skip
    assert rules(hand, gamePlay=1002)["kiriage_mangan"] is True
    assert "kiriage_mangan" not in rules(hand)


SHARES = {
    "lost": {1: (1920, [-3900, 5900, -2000]), 0: (1920, [7800, -3900, -3900])},
    "split": {1: (1920, [-4800, 7700, -2900]), 0: (1920, [11600, -5800, -5800])},
    "split_hand": {1: (1920, [-3900, 7800, -3900])},
}
"""Base points and what is paid of them, by who wins (seat 0 deals)."""


@pytest.mark.parametrize(("way", "place"), [(way, place) for way in SHARES for place in SHARES[way]])
@pytest.mark.parametrize("honba", [0, 2])
def test_points_show_how_a_tsumo_of_three_is_shared(way, place, honba):
    base, shares = SHARES[way][place]
    deltas = [share + 100 * honba * (2 if share > 0 else -1) for share in shares]
    row = game(tsumo(place, max(shares), base, deltas, ben_chang_num=honba), gamePlay=1003)
    assert json.loads(row["rules"]).get("tsumo_absent_share", "lost") == way
    assert row["house_options"] is None


@pytest.mark.parametrize(
    ("deltas", "way"),
    [
        ([-5000, 8000, -3000], "split"),
        ([-4000, 8000, -4000], "split_hand"),
        ([-8000, 12000, -4000], "split_hand"),
        ([-10000, 13000, -3000], "split"),
        ([-7000, 8000, -1000], "split"),
    ],
)
def test_payers_show_what_equal_points_do_not(deltas, way):
    hand = tsumo(1, 8000, 2000, deltas)
    assert rules(hand, gamePlay=1003, isGeMu=True)["tsumo_absent_share"] == way


def test_a_tsumo_of_the_dealer_does_not_contradict_one_of_another():
    base, deltas = SHARES["split"][0]
    hands = [tsumo(0, 11600, base, deltas), tsumo(1, 7800, *SHARES["split_hand"][1])]
    assert rules(*hands, gamePlay=1003)["tsumo_absent_share"] == "split_hand"


@pytest.mark.parametrize(("place", "points"), [(1, 6900), (0, 9000)])
def test_points_that_no_rule_gives_are_a_house_option(place, points):
    row = game(tsumo(place, points, 1920, [0, 0, 0]), gamePlay=1003)
    assert "tsumo_absent_share" not in json.loads(row["rules"])
    assert row["house_options"] == ["other"]


def test_one_wrong_tsumo_among_others_is_left_to_the_audit():
    right, wrong = tsumo(1, 5900, 1920, [0, 0, 0]), tsumo(1, 7800, 1920, [0, 0, 0])
    assert game(right, wrong, gamePlay=1003)["house_options"] is None


def test_payments_that_are_no_honba_show_nothing():
    hand = tsumo(1, 5900, 1920, [-4100, 6250, -2150], ben_chang_num=1)
    assert "honba_points" not in rules(hand, gamePlay=1002)


def test_payments_show_honba():
    hand = tsumo(1, 5900, 1920, [-4100, 6300, -2200], ben_chang_num=1)
    assert rules(hand, gamePlay=1002)["honba_points"] == 200
    assert "honba_points" not in rules(hand, gamePlay=1002, isGeMu=True)
    assert "honba_points" not in rules(hand)


def test_payments_show_what_noten_players_pay():
    drawn = Hand().discard(0, "1s").end(7, [2000, -4000, 2000])
    other = Hand().discard(0, "1s").end(7, [2000, -1000, -1000])
    assert rules(drawn, gamePlay=1002)["noten_payment"] == 4000
    assert "noten_payment" not in rules(drawn, other, gamePlay=1002)
    assert "noten_payment" not in rules(drawn)


# --- walls -----------------------------------------------------------------------------------------------


def test_the_wall_and_its_hash_are_kept():
    (row,) = played(Hand().discard(0, "1s")).rounds.to_pylist()
    assert row["wall_text"] == wall()
    assert row["wall_hash"] == "sha256:" + hashlib.sha256(wall().encode()).hexdigest()
    assert len(row["wall"]) == 108


def test_the_order_of_a_wall_of_four():
    tiles = list(range(136))
    order = canonical_wall(tiles, norths_are_set_aside=False, replaced=2)
    assert order[:122] == tiles[:122]
    assert [order[-1], order[-2], order[-3]] == [131, 130, 129]
    assert [order[-11], order[-12], order[-14]] == [135, 134, 132]
    assert sorted(order) == tiles


@pytest.mark.parametrize("replaced", [4, 8])
def test_the_order_of_a_wall_with_norths_set_aside(replaced):
    tiles = list(range(108))
    order = canonical_wall(tiles, norths_are_set_aside=True, replaced=replaced)
    assert order[:90] == tiles[:90]
    assert [order[-1], order[-2], order[-10]] == [99, 98, 90]
    assert [order[-11], order[-18]] == [107, 100]


@pytest.mark.parametrize("replaced", [0, 1, 3])
def test_few_replacements_leave_more_to_draw(replaced):
    tiles = list(range(108))
    order = canonical_wall(tiles, norths_are_set_aside=True, replaced=replaced)
    assert order[: 94 - replaced] == tiles[: 94 - replaced]
    assert [order[-1], order[-2], order[-11]] == [99, 98, 107]
    assert sorted(order) == tiles


def test_replacement_tiles_are_counted():
    hand = Hand().act(13, 0, "4z").turn(0, "7z").discard(0, "7z")
    (row,) = played(hand).rounds.to_pylist()
    (plain,) = played(Hand().discard(0, "2s")).rounds.to_pylist()
    assert row["wall"] != plain["wall"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1p2x", "'2x' in the wall is no tile"),
        ("1p", "a wall of 1 tiles for 3 players"),
        ("1p2", "'2' in the wall"),
    ],
)
def test_what_is_no_wall_is_told_and_left_out(text, reason):
    hand = Hand().discard(0, "1s")
    hand.extra["handCardEncode"] = text
    tables = read(log(hand))
    (row,) = tables.rounds.to_pylist()
    assert (row["wall"], row["wall_text"]) == (None, text)
    assert reason in reasons(tables)[0]


def test_a_record_may_lack_its_wall():
    hand = Hand().discard(0, "1s")
    hand.extra = {"handCardEncode": "", "handCardsSHA256": None}
    (row,) = played(hand).rounds.to_pylist()
    assert (row["wall"], row["wall_text"], row["wall_hash"]) == (None, None, None)


def test_red_tiles_in_the_text_of_a_wall():
    assert wall_tiles("0m0p0s") == [34, 35, 36]
