"""Mahjong Soul records: what they say of a game, and games that are refused."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from tests.unit.formats.soul_shapes import DETAILS, ROUNDS
from tests.unit.formats.soul_snippets import (
    FINISHED,
    HEAD,
    deal,
    discard,
    game,
    hule,
    new_round,
    read_one,
    reasons,
)


def test_the_head_tells_where_and_when_and_by_whom():
    told = read_one(game(*ROUNDS, head=FINISHED))
    row = told.games.to_pylist()[0]
    assert row["platform"] == "mahjong_soul"
    assert row["log_id"] == HEAD["uuid"]
    assert (row["room"], row["length"], row["player_count"]) == ("gold", "south", 4)
    assert row["started_at"] == datetime(2020, 1, 2, 3, 4, 5)  # noqa: DTZ001
    assert json.loads(row["rules"]) == {"extends": "mahjong_soul", "length": "south"}
    players = told.game_players.to_pylist()
    assert [p["name"] for p in players] == ["east", "south", "west", "north"]
    assert [p["account_id"] for p in players] == ["1001", "1002", "1003", "1004"]
    assert [p["level"] for p in players] == ["Expert 1", "Expert 2", "Master 3", "Celestial 1"]
    assert [p["log_final_score"] for p in players] == [24000, 32000, 24000, 20000]
    assert [p["log_final_points"] for p in players] == [4.0, 22.0, -6.0, -20.0]


@pytest.mark.parametrize(
    ("meta", "category", "room", "lobby"),
    [
        ({"mode_id": 12}, 2, "jade", None),
        ({"mode_id": 30}, 2, "casual", None),
        ({"room_id": 12345}, 1, "friendly", "12345"),
        ({"contest_uid": 777}, 4, "tournament", "777"),
        ({}, 0, None, None),
    ],
)
def test_rooms_have_names(meta, category, room, lobby):
    head = {**HEAD, "config": {"category": category, "mode": {"mode": 1}, "meta": meta}}
    row = read_one(game(*ROUNDS, head=head)).games.to_pylist()[0]
    assert (row["room"], row["lobby"], row["length"]) == (room, lobby, "east")


def test_equal_first_scores_that_are_not_usual_are_rules_and_unequal_ones_a_house_option():
    def told(*scores, **fields):
        game_row = read_one(game(new_round(scores=scores, **fields), discard(0, "5m"))).games.to_pylist()[0]
        rules = json.loads(game_row["rules"])
        return rules.get("start_score"), rules.get("return_score"), game_row["house_options"]

    assert told(25000, 25000, 25000, 25000) == (None, None, None)
    assert told(30000, 30000, 30000, 30000) == (30000, 30000, None)
    assert told(30000, 30000, 30000, 30000, ben=1) == (None, None, None)
    assert told(30000, 20000, 25000, 25000) == (None, None, ["handicap"])


def test_three_players_have_the_level_of_their_table():
    hands = ("19m123p456p789s11z", "19m456p456p123s22z", "19m789p123s789s33z")
    head = {
        "config": {"category": 2, "mode": {"mode": 12}, "meta": {"mode_id": 22}},
        "accounts": [{"nickname": "a", "level": {"id": 10301}, "level3": {"id": 20502}}],
    }
    told = read_one(game(new_round(hands, "4z"), discard(0, "4z"), head=head))
    assert told.games["player_count"].to_pylist() == [3]
    assert json.loads(told.games["rules"][0].as_py())["extends"] == "mahjong_soul_sanma"
    assert told.game_players["level"].to_pylist() == ["Saint 2", None, None]


def test_players_without_seats_stand_in_order_but_results_do_not():
    head = {
        "accounts": [{"nickname": name} for name in "ABCD"],
        "result": {"players": [{"part_point_1": points} for points in (40000, 30000, 20000, 10000)]},
    }
    told = read_one(game(*ROUNDS, head=head))
    assert told.game_players["name"].to_pylist() == ["A", "B", "C", "D"]
    assert told.game_players["log_final_score"].to_pylist() == [None] * 4
    assert reasons(told) == ["results without seats; they are left out"]


def test_a_game_is_complete_when_its_last_scores_lead_to_its_results():
    last = hule(
        {"seat": 1, "hu_tile": "5m", "point_rong": 7000},
        deltas=[-7000, 7000, 0, 0],
        scores=[18000, 32000, 25000, 25000],
    )
    assert not read_one(game(*ROUNDS, head={})).games["is_complete"][0].as_py()
    for rounds in (ROUNDS[:3], (new_round(), discard(0, "5m"), last)):  # unfinished; North above its result
        told = read_one(game(*rounds, head=FINISHED))
        assert not told.games["is_complete"][0].as_py()
        (reason,) = reasons(told)
        assert (
            reason == "results [24000, 32000, 24000, 20000] are stated, which the last round does not lead to"
        )
    finals = [{"seat": s, "part_point_1": p} for s, p in enumerate([18000, 32000, 25000, 25000])]
    told = read_one(game(new_round(), discard(0, "5m"), last, head={**HEAD, "result": {"players": finals}}))
    assert (told.games["is_complete"][0].as_py(), reasons(told)) == (True, [])


def test_places_and_times_of_messages_are_kept():
    data = json.dumps({"head": HEAD, "data": DETAILS}).encode()
    told = read_one(data)
    offsets = told.events["source_offset"].to_pylist()
    assert data[offsets[1] :].startswith(b'"name": ".lq.RecordDiscardTile"')
    assert told.events["elapsed"].to_pylist() == [1000, 2000, 2000, 3000, 3000, 4000, 5000, 6000, 7000]
    offset = told.wins["source_offset"][0].as_py()
    assert data[offset:].startswith(b'"name": ".lq.RecordHule"')


def test_what_no_column_holds_of_a_game_is_kept():
    head = {
        **HEAD,
        "config": {
            "category": 1,
            "mode": {"mode": 1, "detail_rule": {"time_fixed": 5, "dora_count": 3, "liqibang_value": 4000}},
        },
        "result": {"players": [{"seat": 1, "grading_score": 50}, {"grading_score": -20}]},
    }
    told = read_one(game(*ROUNDS, head=head))
    kept = {row["action"]: json.loads(row["fields"]) for row in told.extras.to_pylist()}
    assert kept["start_game"] == {"detail_rule": {"liqibang_value": 4000}, "grading_scores": [50, -20]}


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ({"config": {"mode": {"detail_rule": {"xuezhandaodi": 1}}}}, "Battle of Asura"),
        ({"config": {"mode": {"detail_rule": {"chuanma": True}}}}, "Bloodshed Skirmish"),
        ({"config": {"mode": {"detail_rule": {"amusement_switches": [18]}}}}, "the low overturn the high"),
        ({"config": {"mode": {"detail_rule": {"brand_new_mode": 1}}}}, "an event that mjlog does not know"),
        ({"config": {"mode": {"extendinfo": '{"muyu_mode": 1}'}}}, "Eye of the Dragon"),
        ({"config": {"meta": {"mode_id": 40}}}, "Battle of Asura"),
        ({"config": {"meta": {"mode_id": 13}}}, "Brawl Room"),
    ],
)
def test_games_of_other_rooms_are_refused_by_name(head, name):
    told = read_one(game(*ROUNDS, head=head))
    assert told.games.num_rows == told.rounds.num_rows == 0
    (reason,) = reasons(told)
    assert reason.startswith(f"not riichi but {name}")


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (("RecordHuleXueZhanMid", {"hules": []}), "Battle of Asura"),
        (("RecordHuleXueLiuMid", {"hules": []}), "Sichuan mahjong until the wall ends"),
        (("RecordChangeTile", {}), "exchange of three tiles"),
        (("RecordSelectGap", {}), "Bloodshed Skirmish"),
        (("RecordFillAwaitingTiles", {}), "Battle of Stars"),
        (("RecordRevealTile", {"tile": "1m"}), "Battle of Darkness"),
        (new_round(doras=["1m", "2m", "3m"]), "Dora frenzy"),
        (new_round(opens=[{"seat": 1, "tiles": ["1m"], "count": [1]}]), "Open Deal"),
        (deal(1, "1mt"), "a game with marked tiles"),
        (deal(1, "1m", tile_states=[0, 1]), "a game with marked tiles"),
        (new_round(tiles2=["bd"]), "Battle of Asura with wild tiles"),
        (deal(1, "1m", hun_zhi_yi_ji_info={"seat": 1, "liqi": 2}), "Soul Strike"),
        (deal(1, "1m", liqi={"liqi_type_beishuizhizhan": 2}), "Battle with the back to the river"),
        (deal(1, "1m", liqi={"xia_ke_shang": {"score_coefficients": [2, 1, 1, 1]}}), "the low overturn"),
        (new_round(muyu={"id": 1, "seat": 2}), "Eye of the Dragon"),
        (hule({"fans": [{"id": 8001, "val": 88}]}, deltas=[]), "Chinese official mahjong"),
        (hule({"fans": [{"id": 1018, "val": 6}]}, deltas=[]), "Bloodshed Skirmish"),
        (hule({"tianming_bonus": 5}, deltas=[]), "Battle of Destiny"),
    ],
)
def test_messages_show_another_game_without_its_options(message, name):
    told = read_one(game(new_round(), discard(0, "5m"), message, head={}))
    assert told.games.num_rows == 0
    (reason,) = reasons(told)
    assert reason.startswith(f"not riichi but {name}")


def test_open_hands_of_a_room_are_a_house_option():
    opens = [{"seat": seat, "tiles": ["1m"]} for seat in range(4)]
    head = {"config": {"mode": {"detail_rule": {"open_hand": 1}}}}
    told = read_one(game(new_round(opens=opens), discard(0, "5m"), head=head))
    assert told.games["house_options"].to_pylist() == [["open_hands"]]


def test_coefficients_of_an_ordinary_game_are_no_sign_of_another():
    liqi = {"liqibang": 1, "score": 24000, "xia_ke_shang": {"score_coefficients": [1, 1, 1, 1]}}
    told = read_one(game(new_round(), discard(0, "5m", is_liqi=True), deal(1, "9m", liqi=liqi)))
    assert told.events["kind"].to_pylist()[-2:] == ["riichi_accepted", "draw"]


def test_a_refused_game_does_not_keep_others_from_being_read():
    refused = game(*ROUNDS, head={"config": {"meta": {"mode_id": 13}}})
    told = read_one(refused + b"\n" + game(*ROUNDS))
    assert told.games.num_rows == 1
    assert len(reasons(told)) == 1
