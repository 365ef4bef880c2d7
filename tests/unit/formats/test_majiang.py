from __future__ import annotations

import json

import pytest

from mjlog.formats import majiang, tenhou_json
from mjlog.formats.base import Document
from mjlog.formats.registry import recognise
from tests.unit.formats.majiang_snippets import HANDS, TSUMO, deal, draw, read, record, throw, win

# --- documents ----------------------------------------------------------------------------------


def test_a_record_is_told_from_tenhou_json_by_its_rounds():
    mine = json.dumps(record()).encode()
    other = json.dumps({"title": ["", ""], "log": [[[0, 0, 0], [25000] * 4]], "rule": {"aka": 1}}).encode()
    assert (majiang.sniff(mine), tenhou_json.sniff(mine)) == (True, False)
    assert (majiang.sniff(other), tenhou_json.sniff(other)) == (False, True)
    assert recognise(mine) is majiang


@pytest.mark.parametrize(
    "text",
    [b'  [{"log": [[{"qipai": {', b'{"qijia": 3, "player": [', b'\xef\xbb\xbf{"log":\n[\n[{"qipai"  :'],
)
def test_arrays_and_records_that_begin_with_their_header_are_recognised(text):
    assert majiang.sniff(text)


@pytest.mark.parametrize("text", [b"", b"[]", b'{"log": []}', b'{"type": "start_game"}', b"<mjloggm/>"])
def test_other_text_is_not_taken_for_a_record(text):
    assert not majiang.sniff(text)


def test_games_stand_alone_in_arrays_and_one_after_another():
    one = record()
    array = majiang.read([Document("a", json.dumps([one, one]).encode())])
    lines = read(one, one)
    assert len(array.games) == len(lines.games) == 2
    assert array.games["content_hash"].to_pylist() == lines.games["content_hash"].to_pylist()
    assert array.games["source_offset"].to_pylist() == [1, len(json.dumps(one)) + 3]


def test_tables_follow_their_schema():
    read(record()).validate()


# --- games --------------------------------------------------------------------------------------


def test_players_scores_and_results_are_those_of_the_record():
    tables = read(record())
    players = tables.game_players.to_pylist()
    assert [p["name"] for p in players] == ["A", "B", "C", "D"]
    assert [p["log_final_score"] for p in players] == [26500, 24500, 24500, 24500]
    assert [p["log_final_points"] for p in players] == [46.5, -5.5, -15.5, -25.5]
    assert tables.games["is_complete"].to_pylist() == [True]


def test_seats_are_counted_from_the_first_dealer():
    later = [
        deal(jushu=1, defen=[1, 2, 3, 4]),
        draw(0, "z4"),
        win(0, "m123456789z3334z4", fenpei=[4, 3, 2, 1]),
    ]
    tables = read(record(TSUMO, later, qijia=3))
    assert tables.game_players["name"].to_pylist() == ["D", "A", "B", "C"]
    assert tables.rounds["dealer_seat"].to_pylist() == [0, 1]
    assert tables.rounds["start_scores"].to_pylist()[1] == [4, 1, 2, 3]
    assert tables.wins["log_deltas"].to_pylist()[1] == [1, 4, 3, 2]
    assert tables.wins["seat"].to_pylist() == [0, 1]
    assert json.loads(tables.extras["fields"][0].as_py()) == {"title": "a title", "qijia": 3}


def test_lines_below_a_name_are_rank_and_rating():
    tables = read(record(player=["A\n(四段 R1823)", "B\n(R1500)", "C\nsecond place last year", ""]))
    players = tables.game_players.to_pylist()
    assert [p["name"] for p in players] == ["A", "B", "C", None]
    assert [p["level"] for p in players] == ["四段", None, "second place last year", None]
    assert [p["rating"] for p in players] == [1823, 1500, None, None]


def test_a_title_may_hold_rules_and_id_of_tenhou():
    (game,) = read(record(title="四鳳東喰赤\n2019021004gm-00a9-0000-e2f6516d")).games.to_pylist()
    assert (game["platform"], game["room"], game["length"]) == ("tenhou", "phoenix", "east")
    assert game["log_id"] == "2019021004gm-00a9-0000-e2f6516d"
    assert json.loads(game["rules"]) == {"extends": "tenhou", "length": "east"}
    assert game["started_at"] is not None


@pytest.mark.parametrize("odd", [5, 0, True, "m1", {"a": 1}, [5], [["m1"]]])
def test_odd_ura_indicators_cost_their_round_only(odd):
    odd_round = [deal(), draw(0, "m5"), win(0, "m123456789z33344", fubaopai=odd)]
    tables = read(record(odd_round, [deal(), draw(0, "m5"), throw(0, "m5")]))
    assert tables.rounds["round_index"].to_pylist() == [1]
    assert tables.rejects.num_rows == 1


def test_a_title_that_names_no_red_fives_says_that_there_are_none():
    (game,) = read(record(title="四南喰")).games.to_pylist()
    assert json.loads(game["rules"])["red_fives"] == [0, 0, 0]


@pytest.mark.parametrize(
    ("tiles", "title", "red_fives"),
    [
        ("m5 m5 m5", "", [0, 0, 0]),  # with the indicator, all four
        ("m5 m5", "", None),
        ("m5 m5 m5 p0", "", None),
        ("m5 m5 m5", "四南喰赤", [1, 1, 1]),
    ],
)
def test_fives_that_are_all_plain_say_that_there_are_no_red_ones(tiles, title, red_fives):
    hands = ["m123466789z3334", *HANDS[1:]]
    moves = [move for tile in tiles.split() for move in (draw(0, tile), throw(0, tile))]
    (game,) = read(record([deal(shoupai=hands), *moves], title=title)).games.to_pylist()
    assert json.loads(game["rules"]).get("red_fives") == red_fives


def test_nothing_but_start_scores_is_known_of_the_rules_otherwise():
    (game,) = read(record()).games.to_pylist()
    assert (json.loads(game["rules"]), game["platform"], game["log_id"]) == (
        {"start_score": 25000},
        None,
        None,
    )


def test_scores_of_a_game_that_has_not_ended_are_no_result():
    new = {"defen": [25000] * 4, "point": [0, 0, 0, 0], "rank": [1, 2, 3, 4]}
    tables = read(record(**new))
    assert tables.game_players["log_final_score"].null_count == 4
    assert tables.games["is_complete"].to_pylist() == [False]


def test_zeros_are_no_results():
    tables = read(record(point=[0, 0, 0, 0]))
    assert tables.game_players["log_final_points"].null_count == 4
    assert tables.game_players["log_final_score"].null_count == 0


@pytest.mark.parametrize("values", [["1", "2"], "many", [1e300, "nan", None, {}], ["x"] * 4, [True] * 4])
def test_scores_that_are_none_are_left_out(values):
    tables = read(record(defen=values, point=values))
    assert tables.game_players["log_final_score"].null_count == 4
    assert tables.games["is_complete"].to_pylist() == [False]


def test_unknown_fields_are_kept():
    odd = [deal(dice=[1, 2]), {"zimo": {"l": 0, "p": "z4", "time": 3}}, win(0, "m123456789z3334z4", odd=1)]
    tables = read(record(odd, venue="here"))
    kept = tables.extras.to_pylist()
    assert [(r["action"], r["round_index"], r["seq"], json.loads(r["fields"])) for r in kept] == [
        ("start_game", None, None, {"title": "a title", "venue": "here"}),
        ("start_kyoku", 0, None, {"dice": [1, 2]}),
        ("tsumo", 0, 0, {"time": 3}),
        ("hora", 0, 1, {"odd": 1}),
    ]  # fmt: skip
