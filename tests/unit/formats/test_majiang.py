from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats import majiang, tenhou_json
from mjlog.formats.base import Document
from mjlog.formats.registry import recognise

HANDS = ["m123456789z3334", "p123456789z1122", "s123456789z4445", "m1199p1199s1199z7"]
"""Hands of East, South, West and North."""

Move = dict[str, dict[str, Any]]


def deal(**values: Any) -> Move:
    fields = {
        "zhuangfeng": 0,
        "jushu": 0,
        "changbang": 0,
        "lizhibang": 0,
        "defen": [25000, 25000, 25000, 25000],
        "baopai": "m5",
        "shoupai": HANDS,
    }
    return {"qipai": fields | values}


def draw(wind: int, tile: str) -> Move:
    return {"zimo": {"l": wind, "p": tile}}


def throw(wind: int, tile: str) -> Move:
    return {"dapai": {"l": wind, "p": tile}}


def call(wind: int, meld: str) -> Move:
    return {"fulou": {"l": wind, "m": meld}}


def kan(wind: int, meld: str, tile: str) -> list[Move]:
    return [{"gang": {"l": wind, "m": meld}}, {"gangzimo": {"l": wind, "p": tile}}]


def turn(tile: str) -> Move:
    return {"kaigang": {"baopai": tile}}


def win(wind: int, hand: str, source: int | None = None, **values: Any) -> Move:
    fields = {
        "l": wind,
        "shoupai": hand,
        "baojia": source,
        "fubaopai": None,
        "fu": 30,
        "fanshu": 1,
        "defen": 1500,
        "hupai": [{"name": "門前清自摸和", "fanshu": 1}],
        "fenpei": [1500, -500, -500, -500],
    }
    return {"hule": fields | values}


def exhausted(**values: Any) -> Move:
    fields = {"name": "荒牌平局", "shoupai": ["", "p1p1", "", ""], "fenpei": [-1000, 3000, -1000, -1000]}
    return {"pingju": fields | values}


TSUMO = [deal(), draw(0, "z4"), win(0, "m123456789z3334z4")]


def record(*rounds: list[Move], **values: Any) -> dict[str, Any]:
    fields = {
        "title": "a title",
        "player": ["A", "B", "C", "D"],
        "qijia": 0,
        "log": list(rounds) or [TSUMO],
        "defen": [26500, 24500, 24500, 24500],
        "point": ["46.5", "-5.5", "-15.5", "-25.5"],
        "rank": [1, 2, 3, 4],
    }
    return fields | values


def read(*records: Any, path: str = "a.json"):
    return majiang.read([Document(path, b"\n".join(json.dumps(r).encode() for r in records))])


def events(*moves: Move) -> list[tuple[Any, ...]]:
    """Events of a round with the dealer's deal before `moves`: kind, seat, target, tile, consumed."""
    tables = read(record([deal(), *moves]))
    assert tables.rejects.to_pylist() == []
    names = ("kind", "seat", "target_seat", "tile", "consumed")
    return [tuple(row[name] for name in names) for row in tables.events.to_pylist()]


def kinds(*moves: Move) -> list[str]:
    return [event[0] for event in events(*moves)]


def reason(*rounds: list[Move], **values: Any) -> str:
    (reject,) = read(record(*rounds, **values)).rejects.to_pylist()
    return reject["reason"]


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


# --- play ---------------------------------------------------------------------------------------


def test_the_deal_is_told_by_seat():
    (row,) = read(
        record([deal(jushu=1, changbang=2, lizhibang=3, zhuangfeng=1), *TSUMO[1:]])
    ).rounds.to_pylist()
    assert (row["round_wind"], row["round_number"], row["dealer_seat"]) == (1, 2, 1)
    assert (row["honba"], row["riichi_sticks"]) == (2, 3)
    assert row["hand_0"] == ["1m", "1m", "9m", "9m", "1p", "1p", "9p", "9p", "1s", "1s", "9s", "9s", "C"]
    assert row["hand_1"][:3] == ["1m", "2m", "3m"]
    assert row["dora_indicators"] == ["5m"]


def test_marks_of_discards():
    moves = [draw(0, "m0"), throw(0, "m0_*"), draw(1, "p0"), throw(1, "p1"), draw(2, "s3"), throw(2, "s3_+")]
    tables = read(record([deal(), *moves]))
    happened = tables.events.to_pylist()
    assert [e["kind"] for e in happened[:4]] == ["draw", "riichi", "discard", "riichi_accepted"]
    assert [e["is_tsumogiri"] for e in happened if e["kind"] == "discard"] == [True, False, True]
    assert happened[0]["tile"] == "5mr"


def test_a_game_without_a_mark_does_not_say_what_is_drawn():
    moves = [draw(0, "m0"), throw(0, "m1")]
    assert read(record([deal(), *moves])).events["is_tsumogiri"].null_count == 2


@pytest.mark.parametrize(
    ("meld", "kind", "target", "tile", "consumed"),
    [
        ("m3-40", "chi", 3, "3m", ["4m", "5mr"]),
        ("m406-", "chi", 3, "6m", ["4m", "5mr"]),
        ("p505=", "pon", 2, "5p", ["5p", "5pr"]),
        ("p550+", "pon", 1, "5pr", ["5p", "5p"]),
        ("s5550+", "daiminkan", 1, "5sr", ["5s", "5s", "5s"]),
        ("z6666-", "daiminkan", 3, "F", ["F", "F", "F"]),
    ],
)
def test_calls_name_the_tile_and_whose_it_was(meld, kind, target, tile, consumed):
    assert events(call(0, meld)) == [(kind, 0, target, tile, consumed)]


def test_kans_of_a_turn_of_ones_own():
    assert events({"gang": {"l": 0, "m": "p5500"}}) == [("ankan", 0, None, "5p", ["5p", "5p", "5pr", "5pr"])]
    assert events({"gang": {"l": 0, "m": "m505+5"}}) == [("kakan", 0, 1, "5m", ["5m"])]


def test_the_indicator_of_a_concealed_kan_stands_before_its_draw():
    moves = [draw(0, "z3"), *kan(0, "z3333", "m1"), turn("m6"), throw(0, "m1_")]
    assert kinds(*moves) == ["draw", "ankan", "dora", "draw", "discard"]


def test_the_indicator_of_another_kan_stands_before_the_discard():
    moves = [*kan(0, "z333=3", "m1"), throw(0, "m1*"), turn("m6"), draw(1, "p1")]
    assert kinds(*moves) == ["kakan", "draw", "dora", "riichi", "discard", "riichi_accepted", "draw"]


def test_the_indicator_of_an_earlier_kan_stands_behind_the_next():
    moves = [
        *kan(0, "z333=3", "m1"),
        {"gang": {"l": 0, "m": "m111=1"}},
        turn("m6"),
        {"gangzimo": {"l": 0, "p": "m2"}},
    ]
    assert kinds(*moves) == ["kakan", "draw", "kakan", "dora", "draw"]
    assert read(record([deal(), *moves])).rounds["dora_indicators"].to_pylist() == [["5m", "6m"]]


def test_a_riichi_is_paid_unless_its_discard_is_won_on():
    declared = [draw(0, "m0"), throw(0, "m0_*")]
    ron = win(1, "p123456789z1122m0", 0, fenpei=[-1000, 1000, 0, 0])
    assert kinds(*declared, ron)[-2:] == ["discard", "win"]
    assert kinds(*declared, exhausted(name="三家和"))[-2:] == ["discard", "abortive_draw"]
    assert kinds(*declared, exhausted())[-2:] == ["riichi_accepted", "exhaustive_draw"]


# --- results ------------------------------------------------------------------------------------


def test_a_win_with_all_that_the_record_says():
    hupai = [
        {"name": "立直", "fanshu": 1},
        {"name": "翻牌 白", "fanshu": 1},
        {"name": "場風 東", "fanshu": 1},
    ]
    moves = [
        draw(0, "z2"),
        throw(0, "z2_"),
        win(1, "p123456789z112z2*", 0, fubaopai=["s1", "s2"], fanshu=3, defen=3900, hupai=hupai,
            fenpei=[-3900, 4900, 0, 0]),
    ]  # fmt: skip
    tables = read(record([deal(), *moves]))
    (row,) = tables.wins.to_pylist()
    assert (row["seat"], row["from_seat"], row["tile"]) == (1, 0, "S")
    assert row["log_hand"] == ["1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p", "E", "E", "S", "S"]
    assert (row["log_fu"], row["log_han"], row["log_points"], row["log_limit"]) == (30, 3, 3900, None)
    assert row["log_yaku"] == ["riichi", "yakuhai_haku", "yakuhai_round_wind"]
    assert (row["log_yaku_han"], row["log_deltas"]) == ([1, 1, 1], [-3900, 4900, 0, 0])
    assert tables.rounds["ura_indicators"].to_pylist() == [["1s", "2s"]]
    assert tables.rounds["outcome"].to_pylist() == ["ron"]


def test_a_yakuman_counts_asterisks_and_names_who_is_liable():
    hupai = [{"name": "大四喜", "fanshu": "**", "baojia": 3}, {"name": "字一色", "fanshu": "*"}]
    yakuman = win(0, "z55z5,z111+,z222=,z333-,z444-", 2, hupai=hupai, damanguan=3, defen=144000)
    del yakuman["hule"]["fu"], yakuman["hule"]["fanshu"]
    (row,) = read(record([deal(), throw(2, "z5"), yakuman])).wins.to_pylist()
    assert (row["log_yaku"], row["log_yaku_han"]) == (["daisuushii", "tsuuiisou"], [26, 13])
    assert (row["log_han"], row["log_fu"], row["log_limit"], row["log_pao_seat"]) == (
        None,
        None,
        "yakuman",
        3,
    )


def test_two_wins_on_one_discard():
    wins = [win(s, "p123456789z112z2", 0, fenpei=[-1000, 0, 0, 0]) for s in (1, 2)]
    tables = read(record([deal(), draw(0, "z2"), throw(0, "z2_"), *wins]))
    assert tables.wins["seat"].to_pylist() == [1, 2]
    assert [e["kind"] for e in tables.events.to_pylist()][-2:] == ["win", "win"]


def test_an_unknown_yaku_is_kept_by_its_name():
    tables = read(
        record([*TSUMO[:2], win(0, "m123456789z3334z4", hupai=[{"name": "石の上にも三年", "fanshu": 2}])])
    )
    assert tables.wins["log_yaku"].to_pylist() == [None]
    assert json.loads(tables.extras["fields"].to_pylist()[-1])["hupai"][0]["name"] == "石の上にも三年"
    assert "unknown yaku" in tables.rejects["reason"][0].as_py()


def test_a_local_yaku_is_read_by_its_slug():
    tables = read(
        record([*TSUMO[:2], win(0, "m123456789z3334z4", hupai=[{"name": "sanrenkou", "fanshu": 2}])])
    )
    assert tables.wins["log_yaku"].to_pylist() == [["sanrenkou"]]


def test_the_draw_that_a_converter_leaves_out_is_put_in_and_told():
    moves = [draw(3, "z7"), throw(3, "z7_"), win(0, "m123456789z3334z4")]
    tables = read(record([deal(), *moves]))
    assert [e["kind"] for e in tables.events.to_pylist()] == ["draw", "discard", "draw", "win"]
    assert tables.events["tile"].to_pylist()[2] == "N"
    assert "without a draw" in tables.rejects["reason"][0].as_py()


def test_the_worth_of_a_ron_stated_of_a_tsumo_becomes_what_is_paid():
    paid = win(1, "p123456789z112z2", None, defen=1000, fanshu=1, fenpei=[-600, 1300, -400, -400])
    (row,) = read(record([deal(changbang=1), draw(1, "z2"), paid])).wins.to_pylist()
    assert row["log_points"] == 1100
    (row,) = read(
        record([deal(), draw(1, "z2"), win(1, "p123456789z112z2", None, defen=1100)])
    ).wins.to_pylist()
    assert row["log_points"] == 1100


@pytest.mark.parametrize(
    ("name", "kind", "outcome"),
    [
        ("荒牌平局", "exhaustive", "exhaustive_draw"),
        ("流局", "exhaustive", "exhaustive_draw"),
        ("流し満貫", "nagashi_mangan", "exhaustive_draw"),
        ("九種九牌", "kyuushu_kyuuhai", "abortive_draw"),
        ("四風連打", "suufon_renda", "abortive_draw"),
        ("四家立直", "suucha_riichi", "abortive_draw"),
        ("三家立直", "sancha_riichi", "abortive_draw"),
        ("四開槓", "suukaikan", "abortive_draw"),
        ("四槓散了", "suukaikan", "abortive_draw"),
        ("三家和", "sanchahou", "abortive_draw"),
    ],
)
def test_every_draw_has_its_name(name, kind, outcome):
    tables = read(record([deal(jushu=1), exhausted(name=name)]))
    (row,) = tables.draws.to_pylist()
    assert row["log_type"] == kind
    assert row["log_deltas"] == [-1000, -1000, 3000, -1000]
    assert row["log_tenpai"] == ([False, False, True, False] if outcome == "exhaustive_draw" else None)
    assert tables.rounds["outcome"].to_pylist() == [outcome]


def test_a_round_may_stop_before_its_result():
    tables = read(record([deal(), draw(0, "z4"), throw(0, "z4_*")]))
    (row,) = tables.rounds.to_pylist()
    assert (row["outcome"], row["ura_indicators"]) == (None, None)
    assert [e["kind"] for e in tables.events.to_pylist()] == ["draw", "riichi", "discard"]


# --- what cannot be read ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ([], "0 moves"),
        ([draw(0, "m1")], "begins with qipai"),
        ([deal(shoupai=HANDS[:3])], "four dealt hands"),
        ([deal(shoupai=["m12", *HANDS[1:]])], "hands of 2, 13, 13, 13 tiles"),
        ([deal(defen=[1, 2, 3])], "points of four players"),
        ([deal(jushu=4)], "jushu is 4"),
        ([deal(changbang=10**30)], "changbang is 1000000"),
        ([deal(baopai="m12")], "no single tile"),
        ([deal(), draw(0, "x1")], "move 2 (zimo)"),
        ([deal(), draw(4, "m1")], "l is 4"),
        ([deal(), {"zimo": {"l": True, "p": "m1"}}], "l is True"),
        ([deal(), throw(0, "m1!")], "no discard"),
        ([deal(), call(0, "m12")], "no meld"),
        ([deal(), call(0, "+m12")], "no meld"),
        ([deal(), call(0, "m" + "1" * 100)], "no meld"),
        ([deal(), {"zimo": {}, "dapai": {}}], "one name"),
        ([deal(), {"tsumo": {}}], "no move of this name"),
        ([deal(), exhausted(name="something")], "unknown draw 'something'"),
        ([deal(), exhausted(), draw(0, "m1")], "after the end"),
        ([deal(), win(0, "m1")], "out of place"),
        ([deal(), draw(0, "m1"), win(0, "m1", fenpei=[1, 2])], "fenpei"),
        ([deal(), draw(0, "m1"), win(0, "m1", hupai="x")], "hupai"),
        ([deal(), draw(0, "m1"), win(0, "m1", defen=10**9)], "defen is 1000000000"),
    ],
)
def test_a_broken_round_is_told_and_the_others_are_read(moves, words):
    tables = read(record(TSUMO, moves, TSUMO))
    assert tables.rounds["round_index"].to_pylist() == [0, 2]
    (reject,) = tables.rejects.to_pylist()
    assert words in reject["reason"]
    assert "round 2 of the record" in reject["reason"]
    assert reject["source_offset"] == json.dumps(record(TSUMO, moves)).index(json.dumps(moves), 300)


def test_a_reason_names_the_round():
    assert reason([deal(zhuangfeng=1, jushu=2, changbang=3), draw(0, "?")]).startswith("South 3, honba 3")


@pytest.mark.parametrize("log", [[], None, 3, [[]], [[[]]], {"a": 1}, [[{"qipai": 1}]]])
def test_a_log_that_is_none_is_told(log):
    tables = read(record(log=log))
    assert len(tables.games) == 0
    assert len(tables.rejects) == 1


def test_a_record_that_does_not_end_is_told_and_the_next_is_read():
    whole = json.dumps(record())
    tables = majiang.read([Document("a", f"{whole[:200]}\n{whole}".encode())])
    assert (len(tables.games), len(tables.rejects)) == (1, 1)


def test_an_empty_document_is_told():
    assert len(majiang.read([Document("a", b"[]")]).rejects) == 1


SOUND = record(
    [deal(), draw(0, "z3"), *kan(0, "z3333", "m1"), turn("m6"), throw(0, "m1_*"), exhausted()], TSUMO
)
JUNK = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just([]) | st.just({})
)


@given(st.data())
def test_nothing_that_stands_in_a_record_raises(data):
    broken = copy.deepcopy(SOUND)
    holder: Any = broken
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(holder[key], (dict, list)) or not holder[key] or data.draw(st.booleans()):
            holder[key] = data.draw(JUNK)
            break
        holder = holder[key]
    tables = majiang.read([Document("a", json.dumps(broken).encode())])
    tables.validate()
    assert len(tables.games) <= 1


@given(st.integers(0, 3000), st.binary(max_size=3))
def test_no_bytes_raise(at, junk):
    text = json.dumps(SOUND).encode()
    majiang.read([Document("a", text[:at] + junk + text[at + 2 :])]).validate()
