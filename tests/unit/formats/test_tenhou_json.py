from __future__ import annotations

import json
from urllib.parse import quote

import pytest

from mjlog.formats import tenhou_json
from tests.unit.formats.tenhou_json_snippets import FOUR_TURNS, HANDS, ROUNDS, log, read, reasons, round_


def events(tables) -> list[str]:
    return [
        " ".join(str(v) for v in (e["kind"], e["seat"], e["target_seat"], e["tile"]) if v is not None)
        for e in tables.events.to_pylist()
    ]


def test_a_round_is_told_in_the_order_of_play():
    tables = read(log(round_(*FOUR_TURNS)))
    assert reasons(tables) == []
    assert events(tables) == [
        "draw 0 N", "discard 0 N", "draw 1 C", "discard 1 W", "draw 2 N", "riichi 2", "discard 2 N",
        "riichi_accepted 2", "draw 3 N", "discard 3 S", "exhaustive_draw",
    ]  # fmt: skip
    assert [e["is_tsumogiri"] for e in tables.events.to_pylist() if e["kind"] == "discard"] == [
        True,
        False,
        True,
        False,
    ]
    told = tables.rounds.to_pylist()[0]
    assert (told["round_wind"], told["round_number"], told["dealer_seat"], told["honba"]) == (0, 1, 0, 0)
    assert (told["dora_indicators"], told["ura_indicators"], told["outcome"]) == (
        ["N"],
        [],
        "exhaustive_draw",
    )
    assert told["hand_3"][:4] == ["1m", "5mr", "5pr", "5sr"]
    assert tables.draws.to_pylist()[0]["log_tenpai"] == [True, False, False, False]


@pytest.mark.parametrize(
    ("header", "winner", "listed", "ura"),
    [
        ({}, 2, [], None),
        ({}, 2, [11], ["1m"]),
        ({}, 1, [], []),
        ({"mjlog_rules": {"extends": "jpml_a"}}, 2, [], []),
    ],
)
def test_a_winner_in_riichi_without_ura_indicators_leaves_them_unknown(header, winner, listed, ura):
    deltas = [0, 0, 0, -1000]
    deltas[winner] = 1000
    result = ["和了", deltas, [winner, 3, winner]]
    tables = read(log(round_(*FOUR_TURNS, result=result, ura=listed), **header))
    assert reasons(tables) == []
    assert tables.rounds["ura_indicators"].to_pylist() == [ura]


def test_every_call_and_kan_is_told_with_its_origin_and_indicator():
    hands = [
        [21, 21, 21, 13, 24, 25, 26, 31, 32, 33, 42, 42, 43],
        [17, 18, 22, 23, 24, 25, 26, 27, 28, 41, 41, 42, 43],
        [15, 31, 32, 33, 34, 35, 36, 37, 38, 39, 46, 46, 47],
        [51, 15, 15, 11, 31, 31, 29, 29, 43, 43, 47, 47, 42],
    ]
    rows = [
        ([21, 46, 19], ["212121a21", 60, 60]),
        (["c191718"], [41]),
        (["46p4646", 46, 44], [15, "46k464646", 60]),
        (["m15511515", 44, 29], [0, 60, 60]),
    ]
    tables = read(log(round_(*rows, hands=hands, dora=(44, 11, 12, 13))))
    assert reasons(tables) == []
    assert events(tables) == [
        "draw 0 1p", "ankan 0 1p", "dora 1m", "draw 0 F", "discard 0 F", "pon 2 0 F", "discard 2 5m",
        "daiminkan 3 2 5m", "draw 3 N", "dora 2m", "discard 3 N", "draw 0 9m", "discard 0 9m", "chi 1 0 9m",
        "discard 1 E", "draw 2 F", "kakan 2 0 F", "draw 2 N", "dora 3m", "discard 2 N", "draw 3 9p",
        "discard 3 9p", "exhaustive_draw",
    ]  # fmt: skip
    consumed = {e["kind"]: e["consumed"] for e in tables.events.to_pylist() if e["consumed"]}
    assert consumed == {
        "ankan": ["1p"] * 4,
        "pon": ["F", "F"],
        "daiminkan": ["5m", "5m", "5mr"],
        "chi": ["7m", "8m"],
        "kakan": ["F"],
    }


def test_a_ron_is_on_the_last_discard_and_its_riichi_is_not_accepted():
    result = ["和了", [0, 0, 8000, -8000], [2, 3, 2, "満貫8000点", "槍槓(1飜)", "ドラ(4飜)"]]
    rows = [([44], [60]), ([44], [60]), ([44], [60]), ([44], ["r60"])]
    tables = read(log(round_(*rows, result=result)))
    assert events(tables)[-2:] == ["discard 3 N", "win 2 3 N"]
    win = tables.wins.to_pylist()[0]
    assert (win["seat"], win["from_seat"], win["tile"], win["log_han"], win["log_limit"]) == (
        2,
        3,
        "N",
        5,
        "mangan",
    )
    assert win["log_deltas"] == [0, 0, 8000, -8000]
    assert tables.rounds["outcome"].to_pylist() == ["ron"]


def test_a_double_ron_gives_two_wins_and_two_events():
    pair = [[13000, 0, 0, -12000], [0, 3, 0, "跳満12000点"], [0, 0, 2000, -2000], [2, 3, 2, "30符2飜2000点"]]
    tables = read(log(round_(*[([44], [60])] * 4, result=["和了", *pair])))
    assert events(tables)[-2:] == ["win 0 3 N", "win 2 3 N"]
    assert tables.wins["win_index"].to_pylist() == [0, 1]


def test_a_chankan_is_on_the_added_tile():
    rows = [([44, 43], [46, 60]), ([44], [60]), (["46p4646", 46], [31, "46k464646"]), ([44], [60])]
    result = ["和了", [1000, 0, -1000, 0], [0, 2, 0, "30符1飜1000点", "槍槓(1飜)"]]
    tables = read(log(round_(*rows, result=result)))
    assert reasons(tables) == []
    assert events(tables)[-2:] == ["kakan 2 0 F", "win 0 2 F"]


def test_nine_terminals_end_the_round_after_a_draw():
    tables = read(log(round_(([44], []), result=["九種九牌"])))
    assert events(tables) == ["draw 0 N", "abortive_draw"]
    assert tables.draws.to_pylist()[0]["log_deltas"] is None


def test_a_dealer_may_win_with_the_first_draw():
    result = ["和了", [48000, -16000, -16000, -16000], [0, 0, 0, "役満16000点∀", "天和(役満)"]]
    tables = read(log(round_(([46], []), result=result)))
    assert events(tables) == ["draw 0 F", "win 0 0 F"]
    assert tables.wins.to_pylist()[0]["log_points"] == 48000


def test_a_tsumo_of_seat_0_with_another_payer_is_read_as_a_tsumo_with_a_note():
    result = ["和了", [1500, -500, -500, -500], [0, 3, 0, "30符1飜500点∀", "門前清自摸和(1飜)"]]
    rows = [([44, 46], [60]), ([44], [60]), ([44], [60]), ([44], [60])]
    tables = read(log(round_(*rows, result=result)))
    assert tables.wins.to_pylist()[0]["from_seat"] == 0
    assert tables.wins.to_pylist()[0]["log_points"] == 1500
    where = "East 1, honba 0 (round 1 of the log)"
    assert reasons(tables) == [f"{where}: the result has seat 3 pay for seat 0's tsumo; read as a tsumo"]


def test_an_english_log_is_read_like_a_japanese_one():
    english = ["Agari", [1500, -500, -500, -500], [0, 0, 0, "30Fu1Han500点∀", "Fully Concealed Hand(1Han)"]]
    japanese = ["和了", [1500, -500, -500, -500], [0, 0, 0, "30符1飜500点∀", "門前清自摸和(1飜)"]]
    wins = [read(log(round_(([46], []), result=r))).wins.to_pylist() for r in (english, japanese)]
    assert wins[0] == wins[1]


def test_three_players_have_three_seats_and_set_norths_aside():
    rows = [([44, 19], ["f44", 60]), ([44], [60]), ([19], [60])]
    scores = [35000, 35000, 35000, 0]
    told = round_(*rows, hands=[*HANDS[:3], []], scores=scores, result=["流局", [2000, -1000, -1000, 0]])
    tables = read(log(told, ratingc="PF3", rule={"disp": "三鳳南喰赤", "aka": 1}))
    assert reasons(tables) == []
    assert events(tables)[:4] == ["draw 0 N", "kita 0 N", "draw 0 9m", "discard 0 9m"]
    assert tables.games["player_count"].to_pylist() == [3]
    assert tables.game_players.num_rows == 3
    assert tables.rounds.to_pylist()[0]["start_scores"] == scores[:3]
    assert tables.rounds.to_pylist()[0]["hand_3"] is None
    assert tables.draws.to_pylist()[0]["log_deltas"] == [2000, -1000, -1000]


def test_three_players_may_have_rows_for_three():
    told = round_(([44], [60]), hands=HANDS[:3], scores=[35000] * 3, result=["流局"])
    assert read(log([*told[:13], ["流局"]])).games["player_count"].to_pylist() == [3]


def test_connections_are_lost_and_restored_at_their_steps():
    connection = [{"what": 0, "log": 0, "who": 3, "step": 1}, {"what": 1, "log": 0, "who": 3, "step": 3}]
    tables = read(log(round_(*[([44], [60])] * 4), connection=connection))
    assert events(tables)[:6] == ["draw 0 N", "leave 3", "discard 0 N", "draw 1 N", "return 3", "discard 1 N"]


def test_a_connection_step_beyond_the_round_is_put_at_its_end():
    connection = [{"what": 0, "log": 0, "who": 3, "step": 999}, {"what": 0, "log": 5, "who": 3, "step": 1}]
    tables = read(log(round_(*[([44], [60])] * 4), connection=connection))
    assert events(tables)[-1] == "leave 3"
    assert len(events(tables)) == 10


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (json.dumps(log(ROUNDS[0])), True),
        (json.dumps([log(ROUNDS[0])], indent=1), True),
        ("https://tenhou.net/6/#json=" + quote(json.dumps(log(ROUNDS[0]))), True),
        ('\ufeff {"title":["",""],"name":["A","B","C","D"],"rule":{"aka":1}', True),
        ('{"type":"start_game","names":["A","B","C","D"]}', False),
        ('{"title":"x","player":["A"],"qijia":0,"log":[[{"qipai":{}}]]}', False),
        ('{"rule":{},"log":{"a":1}}', False),
        ("<mjloggm/>", False),
        ("", False),
    ],
)
def test_the_format_is_told_by_content(text, is_one):
    assert tenhou_json.sniff(text.encode()) == is_one
