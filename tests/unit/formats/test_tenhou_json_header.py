from __future__ import annotations

import json

import pytest

from mjlog.formats.tenhou_json.header import TITLE_PRESETS, Account, Header, game_columns, seated
from mjlog.rulesets import load, resolve

START = [25000] * 4


def columns(header: Header, path: str = "a.json", players: int = 4, start=START, *, alone: bool = True):
    values = game_columns(header, path, players, start, alone=alone)
    return {**values, "rules": json.loads(values["rules"]) if values["rules"] else None}


@pytest.mark.parametrize(
    ("disp", "platform", "room", "rules"),
    [
        ("鳳南喰赤", "tenhou", "phoenix", {"length": "south"}),
        ("般東喰赤速", "tenhou", "general", {"length": "east"}),
        ("特南赤", "tenhou", "special", {"length": "south", "open_tanyao": False}),
        ("上東", "tenhou", "upper", {"length": "east", "open_tanyao": False}),
        ("四鳳東喰", "tenhou", "phoenix", {"length": "east"}),
        ("若銀東喰赤", None, None, {}),
        ("銀東喰赤祝2", "tenhou", "parlour_upper", {"length": "east", "kiriage_mangan": True}),
        ("玉の間南喰赤", "mahjong_soul", "jade", {"length": "south"}),
        ("王座の間東喰赤", "mahjong_soul", "throne", {"length": "east"}),
        ("大会戦南喰", "mahjong_soul", "tournament", {"length": "south"}),
        ("Silver Room South", "mahjong_soul", "silver", {"length": "south"}),
        ("Friendly East Red Fives", "mahjong_soul", "friendly", {"length": "east"}),
        ("Tounament South", "mahjong_soul", "tournament", {"length": "south"}),
        ("第1節 A卓", None, None, {}),
    ],
)
def test_the_shown_rule_names_platform_room_and_length(disp, platform, room, rules):
    game = columns(Header(rule={"disp": disp, "aka": 1}))
    assert (game["platform"], game["room"], game["length"]) == (platform, room, rules.get("length"))
    stated = {"extends": platform} if platform else {"red_fives": [1, 1, 1], "start_score": 25000}
    assert game["rules"] == {**stated, **rules}


def test_three_players_play_by_the_preset_for_three():
    game = columns(Header(rule={"disp": "三鳳南喰赤", "aka": 1}), players=3, start=[35000] * 3)
    assert game["rules"] == {"extends": "tenhou_sanma", "length": "south"}


@pytest.mark.parametrize(
    ("rule", "red"),
    [
        ({"aka": 0}, [0, 0, 0]),
        ({"aka": 1}, [1, 1, 1]),
        ({"aka": 0, "aka51": 1, "aka52": 2, "aka53": 1}, [1, 2, 1]),
        ({"aka51": 0, "aka52": 0, "aka53": 0}, [0, 0, 0]),
        ({"aka": 9}, None),
        ({"aka": "1"}, None),
        ({}, None),
    ],
)
def test_red_fives_are_counted_by_suit(rule, red):
    rules = columns(Header(rule=rule))["rules"] or {}
    assert rules.get("red_fives") == red


def test_red_fives_of_the_preset_are_not_repeated():
    header = Header(rule={"disp": "玉の間南喰", "aka51": 1, "aka52": 1, "aka53": 1})
    assert "red_fives" not in columns(header)["rules"]


def test_the_start_score_is_stated_where_it_is_unusual_and_known():
    assert columns(Header(rule={"aka": 0}), start=[30000] * 4)["rules"]["start_score"] == 30000
    assert "start_score" not in columns(Header(rule={"disp": "鳳南喰赤"}))["rules"]
    assert "start_score" not in columns(Header(rule={"aka": 0}), start=None)["rules"]
    assert "start_score" not in columns(Header(rule={"aka": 0}), start=[30000, 20000, 30000, 20000])["rules"]


def test_results_are_counted_from_an_unusual_start_where_the_platform_counts_from_the_start():
    soul, tenhou = (
        columns(Header(rule={"disp": d}), start=[30000] * 4)["rules"] for d in ("大会戦南喰", "般南喰赤")
    )
    assert (soul["start_score"], soul["return_score"]) == (30000, 30000)
    assert (tenhou["start_score"], tenhou.get("return_score")) == (30000, None)


def test_a_title_may_name_the_rules():
    title = ("第1節", "日本プロ麻雀連盟公式ルール")
    rules = columns(Header(title=title, rule={"aka": 0}), start=[30000] * 4)["rules"]
    assert rules == {"extends": "jpml_a"}
    assert resolve(json.dumps(rules)) == load("jpml_a")


def test_the_rules_that_a_title_names_stand_over_those_of_the_platform():
    title = ("日本プロ麻雀連盟公式ルール",)
    rules = columns(Header(title=title, rule={"disp": "大会戦南喰", "aka": 1}), start=[25000] * 4)["rules"]
    assert rules["extends"] == "jpml_a"
    assert (rules["red_fives"], rules["start_score"]) == ([1, 1, 1], 25000)


@pytest.mark.parametrize("name", TITLE_PRESETS.values())
def test_rules_that_titles_name_are_presets(name):
    assert load(name).title


def test_three_players_have_no_red_man_whatever_the_log_says():
    rule = {"disp": "三鳳南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}
    game = columns(Header(rule=rule), players=3, start=[35000] * 3)
    assert game["rules"] == {"extends": "tenhou_sanma", "length": "south"}


def test_a_log_that_says_nothing_has_no_rules():
    game = columns(Header(), start=None)
    assert (game["rules"], game["platform"], game["log_id"], game["is_complete"]) == (None, None, None, False)


TENHOU, SOUL = "2019021004gm-00a9-0000-e2f6516d", "240302-203b66a8-1e89-441c-a784-033ce03badb2"


@pytest.mark.parametrize(
    ("ref", "path", "log_id", "platform", "started"),
    [
        (TENHOU, "x", TENHOU, "tenhou", "2019-02-09T19:00:00"),
        (None, f"logs/{TENHOU}.json", TENHOU, "tenhou", "2019-02-09T19:00:00"),
        (SOUL, f"logs/{TENHOU}.json", SOUL, "mahjong_soul", None),
        (SOUL.replace("240302", "991399"), "x", SOUL.replace("240302", "991399"), "mahjong_soul", None),
        ("000000-00000000-0000-0000-0000-000000000000", "x", None, None, None),
        ("club game 5", "x", "club game 5", None, None),
        (None, "x", None, None, None),
    ],
)
def test_the_log_id_names_platform_and_start(ref, path, log_id, platform, started):
    game = columns(Header(ref=ref), path)
    assert (game["log_id"], game["platform"]) == (log_id, platform)
    assert (game["started_at"] and game["started_at"].isoformat()) == started


def test_a_file_of_several_games_names_none_of_them():
    assert columns(Header(), f"{TENHOU}.json", alone=False)["log_id"] is None


def test_players_have_names_ranks_ratings_accounts_and_results():
    header = Header(
        name=("A", "B", "", "D"),
        dan=("七段", "", "雀聖★1", None),
        rate=(2074.7, 1500, None),
        sc=(40700, 21, 4400, -46.5, 1e300, 1e300, 47800, 58),
        playerMapping=(Account(11), Account("x"), Account()),
    )
    players = seated(header, range(4))
    assert [p["name"] for p in players] == ["A", "B", None, "D"]
    assert [p["level"] for p in players] == ["七段", None, "雀聖★1", None]
    assert [p["rating"] for p in players] == [2074.7, 1500.0, None, None]
    assert [p["account_id"] for p in players] == ["11", "x", None, None]
    assert [p["log_final_score"] for p in players] == [40700, 4400, None, 47800]
    assert [p["log_final_points"] for p in players] == [21.0, -46.5, None, 58.0]
    assert columns(header)["is_complete"]
