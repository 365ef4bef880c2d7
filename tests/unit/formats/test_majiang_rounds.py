"""majiang records: the play and the results of a round."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.unit.formats.majiang_snippets import (
    TSUMO,
    Move,
    call,
    deal,
    draw,
    exhausted,
    kan,
    read,
    record,
    throw,
    turn,
    win,
)


def events(*moves: Move) -> list[tuple[Any, ...]]:
    """Events of a round with the dealer's deal before `moves`: kind, seat, target, tile, consumed."""
    tables = read(record([deal(), *moves]))
    assert tables.rejects.to_pylist() == []
    names = ("kind", "seat", "target_seat", "tile", "consumed")
    return [tuple(row[name] for name in names) for row in tables.events.to_pylist()]


def kinds(*moves: Move) -> list[str]:
    return [event[0] for event in events(*moves)]


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


@pytest.mark.parametrize(
    ("hand", "told", "ura"),
    [
        ("p123456789z112z2*", None, None),
        ("p123456789z112z2*", {"fubaopai": []}, []),
        ("p123456789z112z2*", {"fubaopai": None}, []),
        ("p123456789z112z2", None, []),
    ],
)
@pytest.mark.parametrize(
    ("rules", "is_known"), [({"extends": "tenhou"}, False), ({"extends": "jpml_a"}, True)]
)
def test_ura_indicators_that_a_winner_in_riichi_leaves_out_are_not_known(hand, told, ura, rules, is_known):
    thrown = ["z4_", "z3_*" if "*" in hand else "z3_", "z4_", "z2_"]
    moves = [move for seat, tile in enumerate(thrown) for move in (draw(seat, tile[:2]), throw(seat, tile))]
    result = win(1, hand, 3, **(told or {}))
    if told is None:
        result["hule"].pop("fubaopai", None)
    moves.append(result)
    tables = read(record([deal(), *moves], mjlog_rules=rules))
    assert tables.rejects.to_pylist() == []
    assert tables.rounds["ura_indicators"].to_pylist() == [[] if is_known else ura]


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
