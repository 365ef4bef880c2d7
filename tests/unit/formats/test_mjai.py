from __future__ import annotations

import json
from datetime import datetime

import pytest

from tests.unit.formats.mjai_snippets import (
    END_GAME,
    END_ROUND,
    HANDS,
    SANMA,
    START,
    act,
    deal,
    only,
    rejected,
    tables_of,
    turn,
)


def test_events_are_told_in_the_words_of_the_tables():
    tables = tables_of(
        START,
        deal(),
        *turn(0, "9m"),
        act("chi", 1, "9m", target=0, consumed=["8m", "7m"]),
        act("dahai", 1, "E", tsumogiri=False),
        act("pon", 2, "E", target=1, consumed=["E", "E"]),
        act("dahai", 2, "5p"),
        act("daiminkan", 3, "5p", target=2, consumed=["5pr", "5p", "5p"]),
        act("tsumo", 3, "1m"),
        act("dora", dora_marker="2m"),
        act("ankan", 3, consumed=["5mr", "5m", "5m", "5m"]),
        act("kakan", 2, "E", consumed=["E", "E", "E"]),
        act("reach", 3),
        act("dahai", 3, "1m", tsumogiri=True),
        act("reach_accepted", 3),
        END_ROUND,
    )
    rows = [
        (e["kind"], e["seat"], e["target_seat"], e["tile"], e["consumed"], e["is_tsumogiri"])
        for e in tables.events.to_pylist()
    ]
    assert rows == [
        ("draw", 0, None, "9m", None, None),
        ("discard", 0, None, "9m", None, True),
        ("chi", 1, 0, "9m", ["7m", "8m"], None),
        ("discard", 1, None, "E", None, False),
        ("pon", 2, 1, "E", ["E", "E"], None),
        ("discard", 2, None, "5p", None, None),
        ("daiminkan", 3, 2, "5p", ["5p", "5p", "5pr"], None),
        ("draw", 3, None, "1m", None, None),
        ("dora", None, None, "2m", None, None),
        ("ankan", 3, None, "5m", ["5m", "5m", "5m", "5mr"], None),
        ("kakan", 2, 1, "E", ["E"], None),
        ("riichi", 3, None, None, None, None),
        ("discard", 3, None, "1m", None, True),
        ("riichi_accepted", 3, None, None, None, None),
    ]
    assert only(tables.rounds)["dora_indicators"] == ["6s", "2m"]
    assert rejected(tables) == []


def test_a_kakan_on_a_pon_that_the_log_lacks_names_nobody():
    tables = tables_of(START, deal(), act("kakan", 2, "E", consumed=["E", "E", "E"]))
    assert only(tables.events)["target_seat"] is None


def test_a_caller_named_as_the_one_called_from_is_corrected_by_the_order():
    tables = tables_of(START, deal(), *turn(3, "N"), act("pon", 2, "N", target=2, consumed=["N", "N"]))
    assert tables.events["target_seat"].to_pylist()[-1] == 3


def test_the_oldest_indicators_are_read():
    tables = tables_of(START, {**deal(dora_marker=None), "dora": "1m"}, act("dora", pai="2m"))
    assert only(tables.rounds)["dora_indicators"] == ["1m", "2m"]


# --- games -------------------------------------------------------------------------------------


def test_what_a_log_does_not_say_is_null():
    game = only(tables_of({"type": "start_game"}, deal(), END_GAME).games)
    unknown = ("platform", "log_id", "rules", "room", "lobby", "length", "started_at")
    assert [game[c] for c in unknown] == [None] * len(unknown)
    assert game["player_count"] == 4
    assert game["is_complete"]


def test_several_games_stand_in_one_file():
    tables = tables_of(START, deal(), END_GAME, START, deal(kyoku=2, oya=1), deal(kyoku=3, oya=2))
    assert tables.games["is_complete"].to_pylist() == [True, False]
    assert tables.rounds["round_number"].to_pylist() == [1, 2, 3]
    assert tables.rounds["round_index"].to_pylist() == [0, 0, 1]


def test_a_log_may_begin_with_a_round():
    tables = tables_of(deal(bakaze="S", kyoku=3, oya=2), *turn(2))
    assert only(tables.rounds)["round_wind"] == 1
    assert len(tables.game_players) == 4


def test_actions_outside_of_rounds_are_counted():
    tables = tables_of(*turn(0), START, deal(), *turn(1), END_ROUND, *turn(2))
    assert len(tables.events) == 2
    assert rejected(tables) == ["4 actions outside of any round"]


@pytest.mark.parametrize("actions", [[{"type": "hello"}], [END_GAME]])
def test_a_file_without_a_game_is_a_reject(actions):
    assert rejected(tables_of(*actions)) == ["neither a game nor a round begins"]


def test_a_game_without_a_round_is_a_reject():
    assert rejected(tables_of(START, END_GAME)) == ["no round of the game can be read"]


def test_final_scores_are_those_of_end_game():
    tables = tables_of(START, deal(), {**END_GAME, "scores": [31000, 29000, 20000, 20000]})
    assert tables.game_players["log_final_score"].to_pylist() == [31000, 29000, 20000, 20000]
    assert tables.game_players["name"].to_pylist() == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("fields", "rules", "length"),
    [
        ({"aka_flag": False}, {"red_fives": [0, 0, 0]}, None),
        ({"aka_flag": True, "kyoku_first": 4}, {"length": "east", "red_fives": [1, 1, 1]}, "east"),
        ({"kyoku_first": 0}, {"length": "south"}, "south"),
        ({"gametype": "tonpu"}, {"length": "east"}, "east"),
        ({"gametype": "tonnan"}, {"length": "south"}, "south"),
        (
            {"rules": {"extends": "tenhou", "open_tanyao": False}},
            {"extends": "tenhou", "open_tanyao": False},
            None,
        ),
        ({"rules": None, "aka_flag": True}, None, None),
    ],
)
def test_only_stated_rules_are_rules(fields, rules, length):
    game = only(tables_of({**START, **fields}, deal()).games)
    assert (None if game["rules"] is None else json.loads(game["rules"])) == rules
    assert game["length"] == length


@pytest.mark.parametrize(
    ("platform", "changes", "rules"),
    [
        ("tenhou", {}, {"extends": "tenhou", "red_fives": [0, 0, 0]}),
        ("mahjong_soul", SANMA, {"extends": "mahjong_soul_sanma", "red_fives": [0, 0, 0]}),
        ("tenhou", {"tehais": HANDS[:2], "scores": [25000] * 2}, {"red_fives": [0, 0, 0]}),
        ("m_league", SANMA, {"red_fives": [0, 0, 0]}),
        ("simulation", {}, {"red_fives": [0, 0, 0]}),
    ],
)
def test_rules_extend_the_preset_of_the_platform_if_there_is_one(platform, changes, rules):
    start = {**START, "platform": platform, "aka_flag": False}
    game = only(tables_of(start, deal(**changes)).games)
    assert json.loads(game["rules"]) == rules


def test_a_link_names_the_platform_and_what_its_log_id_implies():
    link = "http://tenhou.net/0/?log=2010091009gm-00b9-1234-c2e2ff85&tw=1"
    game = only(tables_of({**START, "uri": link}, deal(**SANMA)).games)
    assert game["platform"] == "tenhou"
    assert game["log_id"] == "2010091009gm-00b9-1234-c2e2ff85"
    assert json.loads(game["rules"]) == {"extends": "tenhou_sanma", "length": "south"}
    assert game["lobby"] == "1234"
    assert game["started_at"] == datetime(2010, 9, 10, 0)  # noqa: DTZ001


def test_a_majsoul_block_names_platform_room_and_ranks():
    block = {
        "uuid": "260716-x",
        "room": "jade",
        "players": 4,
        "game_length": "east",
        "start_time": 1784211956,
        "ranks": ["r0", "r1", "r2", "r3"],
        "account_ids": [7, 0, 8, 9],
    }
    tables = tables_of({**START, "majsoul": block}, deal())
    game = only(tables.games)
    assert (game["platform"], game["log_id"], game["room"]) == ("mahjong_soul", "260716-x", "jade")
    assert json.loads(game["rules"]) == {"extends": "mahjong_soul", "length": "east"}
    assert game["started_at"] == datetime(2026, 7, 16, 14, 25, 56)  # noqa: DTZ001
    assert tables.game_players["level"].to_pylist() == ["r0", "r1", "r2", "r3"]
    assert tables.game_players["account_id"].to_pylist() == ["7", None, "8", "9"]


def test_a_game_without_dora_indicators_is_refused_by_name():
    chinese = deal(dora_marker=None)
    win = act("hora", 1, "1s", target=1, fan=9, scores=[24991, 25027, 24991, 24991], info={"total_point": 9})
    tables = tables_of(START, chinese, *turn(0), win, END_ROUND, chinese, END_GAME)
    assert len(tables.rounds) == 0
    assert rejected(tables) == ["no dora indicator at the deal: this is not riichi mahjong"]


def test_a_start_time_that_is_none_is_null():
    assert only(tables_of({**START, "started_at": "yesterday"}, deal()).games)["started_at"] is None
