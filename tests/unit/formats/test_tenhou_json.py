from __future__ import annotations

import copy
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import tenhou_json
from mjlog.formats.base import Document

HANDS = [
    [11, 12, 13, 14, 15, 16, 17, 18, 19, 45, 45, 45, 46],
    [21, 22, 23, 24, 25, 26, 27, 28, 29, 41, 41, 42, 43],
    [31, 32, 33, 34, 35, 36, 37, 38, 39, 46, 46, 47, 43],
    [11, 51, 52, 53, 31, 31, 29, 29, 42, 42, 43, 47, 47],
]
DRAW = ["流局", [3000, -1000, -1000, -1000]]


def round_(
    *rows: list[Any], number: int = 0, honba: int = 0, result: Any = None, dora=(44,), ura=(), **other
) -> list[Any]:
    """A round of players whose rows (taken, put) are given, others empty; the dealer draws first."""
    hands = other.get("hands", HANDS)
    scores = other.get("scores", [25000, 25000, 25000, 25000])
    told: list[Any] = [[number, honba, other.get("sticks", 0)], scores, list(dora), list(ura)]
    for hand, pair in zip(hands, [*rows, *[([], [])] * 4], strict=False):
        told += [hand, *pair]
    return [*told, DRAW if result is None else result]


FOUR_TURNS = [([44], [60]), ([47], [43]), ([44], ["r60"]), ([44], [42])]


def log(*rounds: list[Any], **header) -> dict[str, Any]:
    return {
        "title": ["", ""],
        "name": ["A", "B", "C", "D"],
        "rule": {"disp": "鳳南喰赤", "aka": 1},
        **header,
        "log": list(rounds),
    }


def read(*objects: Any, path: str = "game.json"):
    text = "\n".join(o if isinstance(o, str) else json.dumps(o, ensure_ascii=False) for o in objects)
    tables = tenhou_json.read([Document(path, text.encode())])
    tables.validate()
    return tables


def reasons(tables) -> list[str]:
    return tables.rejects["reason"].to_pylist()


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


LOST = {"what": 0, "log": 0, "who": 3, "step": 1}


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("lobby", True),
        ("dan", [{"a": 1}]),
        ("title", 5),
        ("rule", [1]),
        ("rate", ["x", []]),
        ("sc", ["25000"]),
        ("connection", [LOST] * 1001),
        ("connection", [{**LOST, "who": None}]),
    ],
)
def test_an_odd_field_of_the_header_is_told_and_kept_and_costs_no_round(name, odd):
    tables = read(log(round_(([44], [60])), **{name: odd}))
    assert tables.rounds.num_rows == 1
    (reason,) = reasons(tables)
    assert reason.startswith(f"{name} is kept unread: Expected ")
    (row,) = tables.extras.to_pylist()
    assert json.loads(row["fields"])[name] == odd


def test_connections_are_lost_and_restored_at_their_steps():
    connection = [{"what": 0, "log": 0, "who": 3, "step": 1}, {"what": 1, "log": 0, "who": 3, "step": 3}]
    tables = read(log(round_(*[([44], [60])] * 4), connection=connection))
    assert events(tables)[:6] == ["draw 0 N", "leave 3", "discard 0 N", "draw 1 N", "return 3", "discard 1 N"]


def test_a_connection_step_beyond_the_round_is_put_at_its_end():
    connection = [{"what": 0, "log": 0, "who": 3, "step": 999}, {"what": 0, "log": 5, "who": 3, "step": 1}]
    tables = read(log(round_(*[([44], [60])] * 4), connection=connection))
    assert events(tables)[-1] == "leave 3"
    assert len(events(tables)) == 10


ROUNDS = [
    round_(*FOUR_TURNS),
    round_(([44], [60]), honba=1),
    round_(([], []), ([44], [60]), number=1, honba=2),
    round_(([], []), ([], []), ([44], [60]), number=2),
]


def test_objects_of_one_round_each_are_one_game_when_they_follow_one_another():
    tables = read(*(log(r) for r in ROUNDS))
    assert reasons(tables) == []
    assert tables.rounds["round_index"].to_pylist() == [0, 1, 2, 3]
    assert tables.games.num_rows == 1


@pytest.mark.parametrize(
    "second",
    [
        log(ROUNDS[0]),
        log(ROUNDS[3]),
        log(ROUNDS[1], name=["A", "B", "C", "E"]),
        log(ROUNDS[1], title=["", "another"]),
    ],
)
def test_an_object_with_another_header_or_an_earlier_or_much_later_round_is_another_game(second):
    assert read(log(ROUNDS[0]), second).games.num_rows == 2


@pytest.mark.parametrize(
    "broken", ['{"log":[[[0', "no log at all", '{"log":[]}', '{"name":[],"log":[[[9]]]}']
)
def test_a_game_goes_on_after_an_object_that_cannot_be_read(broken):
    tables = read(log(ROUNDS[0]), broken, log(ROUNDS[2]), log(ROUNDS[3]))
    assert tables.games.num_rows == (1 if "[[[9]]]" not in broken else 2)
    assert tables.rounds.num_rows == 3
    assert tables.rejects.num_rows == 1


def test_a_game_goes_on_after_a_round_whose_number_cannot_be_read():
    tables = read(log(ROUNDS[0]), log([["a"]]), log(ROUNDS[2]))
    assert (tables.games.num_rows, tables.rounds.num_rows, tables.rejects.num_rows) == (1, 2, 1)


def test_a_broken_round_is_rejected_by_name_and_the_others_are_read():
    broken = copy.deepcopy(ROUNDS[1])
    broken[6] = [31]
    tables = read(log(ROUNDS[0], broken, ROUNDS[2]))
    assert tables.rounds["honba"].to_pylist() == [0, 2]
    where = "East 1, honba 1 (round 2 of the log): seat 0, entry 1 (44, 31)"
    assert reasons(tables) == [f"{where}: a tile is used that the player does not hold"]
    offset = tables.rejects["source_offset"].to_pylist()[0]
    assert (
        json.dumps(log(ROUNDS[0], broken, ROUNDS[2]), ensure_ascii=False)
        .encode()[offset:]
        .startswith(b"[[0, 1, 0]")
    )
    assert tables.rejects["excerpt"].to_pylist()[0].startswith("[[0, 1, 0]")


@pytest.mark.parametrize(
    ("row", "value", "reason"),
    [
        (0, [0, 0, 0, 250, 250], "[0, 0, 0, 250, 250] are not number, honba and sticks"),
        (0, [16, 0, 0], "[16, 0, 0] are not number, honba and sticks"),
        (0, [0, -1, 0], "[0, -1, 0] are not number, honba and sticks"),
        (1, [25000] * 3, "[25000, 25000, 25000] are not the scores of 4 players"),
        (1, [25000, 0, 0, 10**10], "10000000000] are not the scores of 4 players"),
        (2, ["3s"], "'3s' is no tile"),
        (2, [11] * 6, "6 indicators"),
        (4, ["2m"] * 13, "'2m' is no tile"),
        (4, HANDS[0][:12], "seat 0 is dealt 12 tiles"),
        (4, [], "dealt hands are missing"),
        (5, [44, [44]], "a list within the row"),
        (5, {}, "not the rows of a round"),
        (16, ["何か"], "unknown result"),
        (16, ["九種九牌"], "by the result a player draws last"),
    ],
)
def test_malformed_rows_are_rejected_with_what_is_wrong(row, value, reason):
    told = copy.deepcopy(ROUNDS[0])
    told[row] = value
    tables = read(log(told))
    assert tables.games.num_rows == 0
    assert len(reasons(tables)) == 1
    assert reason in reasons(tables)[0]


def test_a_round_without_result_is_rejected():
    assert "16 rows; 17 are expected" in reasons(read(log(ROUNDS[0][:-1])))[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no log in the document"),
        ("[]", "no log in the document"),
        ('{"log":[[[0,0,0]]}', "JSON is malformed"),
        ('{"log":5}', "log: Expected `array`, got `int`"),
        ('{"name":["A"]}', "a log without rounds"),
        ('{"log":' + "[" * 5000 + "]" * 5000 + "}", "maximum recursion depth"),
        ('{"name":["\\ud800"],"log":[[[0,0,0]]]}', "malformed"),
        ('{"log":[' + ",".join(["[]"] * 501) + "]}", "length <= 500"),
    ],
)
def test_what_is_no_log_is_rejected(text, reason):
    tables = read(text)
    assert tables.games.num_rows == 0
    assert len(reasons(tables)) == 1
    assert reason in reasons(tables)[0]


def test_a_game_is_complete_when_results_are_stated_and_its_last_round_is_read():
    sc = [40000, 40, 30000, 10, 20000, -20, 10000, -30]
    broken = copy.deepcopy(ROUNDS[1])
    broken[16] = ["?"]
    logs = [log(ROUNDS[0]), log(ROUNDS[0], sc=sc), log(ROUNDS[0], broken, sc=sc), log(ROUNDS[0], [[]], sc=sc)]
    assert [read(told).games["is_complete"].to_pylist() for told in logs] == [
        [False],
        [True],
        [False],
        [False],
    ]


def test_a_document_of_nothing_but_problems_tells_the_first_hundred():
    tables = read("{\n" * 250)
    assert tables.rejects.num_rows == 101
    assert reasons(tables)[-1] == "150 more problems"


def test_rounds_of_different_numbers_of_players_are_not_one_game():
    three = round_(([], []), ([44], [60]), number=1, hands=[*HANDS[:3], []], result=["流局"])
    tables = read(log(ROUNDS[0], three))
    assert tables.rounds.num_rows == 1
    assert reasons(tables) == ["East 2, honba 0: 3 players in a game of 4"]


def test_the_file_name_is_the_id_of_a_single_game_only():
    name = "2019021004gm-00a9-0000-e2f6516d"
    assert read(log(ROUNDS[0]), path=f"logs/{name}.json").games["log_id"].to_pylist() == [name]
    two = read(log(ROUNDS[0]), log(ROUNDS[0]), path=f"logs/{name}.json")
    assert two.games["log_id"].to_pylist() == [None, None]


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


VALID = json.dumps(log(*ROUNDS), ensure_ascii=False)
PARTS = st.sampled_from(
    ["60", '"r60"', "0", "[]", "{}", "null", '"c131214"', "99999999999", '"', "[", "]", "1e308", "51"]
)


@given(st.lists(st.tuples(st.integers(0, len(VALID) - 1), st.integers(0, 9), PARTS), min_size=1, max_size=6))
def test_no_corruption_raises(edits):
    text = VALID
    for at, removed, put in edits:
        text = text[:at] + put + text[at + removed :]
    read(text)


def test_rounds_keep_their_place_in_the_game_when_one_is_unreadable():
    rounds = [round_(*FOUR_TURNS, number=n) for n in range(4)]
    rounds[1][4] = []
    tables = read(log(*rounds))
    assert tables.rounds["round_index"].to_pylist() == [0, 2, 3]


def test_an_object_that_cannot_be_read_leaves_a_gap_in_its_game():
    objects = [log(round_(*FOUR_TURNS, number=n)) for n in (0, 2)]
    tables = read(objects[0], '{"log": 1}', objects[1])
    assert tables.games.num_rows == 1
    assert tables.rounds["round_index"].to_pylist() == [0, 2]


def test_a_game_whose_last_round_is_unreadable_is_not_complete():
    last = round_(*FOUR_TURNS, number=1)
    sc = [25000, 0, 25000, 0, 25000, 0, 25000, 0]
    assert read(log(round_(*FOUR_TURNS), last, sc=sc)).games["is_complete"].to_pylist() == [True]
    last[4] = []
    assert read(log(round_(*FOUR_TURNS), last, sc=sc)).games["is_complete"].to_pylist() == [False]


def test_lists_that_fit_no_table_are_told_once():
    tables = read(log(round_(*FOUR_TURNS), name=["a"] * 5, rate=[1500.0]))
    assert reasons(tables) == ["5 names for 4 players, 1 ratings for 4 players"]
    assert len(tables.game_players) == 4


def test_a_bad_first_round_does_not_hide_the_format():
    data = json.dumps(log(None, round_(*FOUR_TURNS))).encode()
    assert tenhou_json.sniff(data)
    assert tenhou_json.read([Document("a", data)]).rounds["round_index"].to_pylist() == [1]
