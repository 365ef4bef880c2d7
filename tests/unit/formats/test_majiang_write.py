from __future__ import annotations

import json

import pytest

from mjlog.formats import majiang
from mjlog.formats.base import Document
from tests.unit.formats.majiang_snippets import (
    TSUMO,
    call,
    deal,
    draw,
    exhausted,
    kan,
    record,
    throw,
    turn,
    win,
)
from tests.unit.formats.table_snippets import Table, simple


def again(*rounds, **values):
    """A record as it is written after it was read."""
    given = record(*rounds, **values)
    tables = majiang.read([Document("a", json.dumps(given).encode())])
    (game,) = majiang.games(tables)
    assert (game.problem, game.lost) == ("", ())
    return given, json.loads(game.data)


def written(table):
    (game,) = majiang.games(table.builder.build())
    return game


RIICHI = [{"name": "立直", "fanshu": 1}, {"name": "場風 南", "fanshu": 1}]
RON = win(
    1,
    "p123456789z1122z2*",
    0,
    fubaopai=["s1"],
    fanshu=2,
    defen=2000,
    hupai=RIICHI,
    fenpei=[-2000, 3000, 0, 0],
)
LIABLE = [{"name": "大四喜", "fanshu": "**", "baojia": 3}]
YAKUMAN = win(0, "m123456789z3334z4", damanguan=2, defen=96000, hupai=LIABLE, fenpei=[96000, 0, 0, -96000])
del YAKUMAN["hule"]["fu"], YAKUMAN["hule"]["fanshu"]


def drawn(wind, tile):
    """A tile that is drawn and discarded."""
    return [draw(wind, tile), throw(wind, tile + "_")]


def shown(*hands):
    return exhausted(shoupai=list(hands))


def abort(name, *hands):
    return exhausted(name=name, fenpei=[0] * 4, shoupai=list(hands) or [""] * 4)


ROUNDS = {
    "tsumo": TSUMO,
    "riichi and ron": [
        deal(jushu=2, zhuangfeng=1, changbang=1), *drawn(0, "z5"), draw(1, "z2"), throw(1, "z2_*"),
        *drawn(2, "z5"), *drawn(3, "z5"), *drawn(0, "z2"), RON,
    ],
    "calls": [
        deal(), draw(0, "m0"), throw(0, "z4"), call(2, "z444="), throw(2, "s9"), call(3, "s999-"),
        throw(3, "z7"), shown("", "p123456789z1122", "", "m1199p1199s11,s999-"),
    ],
    "a concealed kan": [
        deal(), draw(0, "z3"), *kan(0, "z3333", "m1"), turn("m6"), throw(0, "m1_"),
        shown("", "p123456789z1122", "", ""),
    ],
    "added tiles": [
        deal(), call(0, "m505+"), throw(0, "m1"), *drawn(1, "z5"), draw(0, "m5"),
        *kan(0, "m505+5", "z6"), throw(0, "z6_"), turn("s1"),
    ],
    "a kan of another's tile": [
        deal(), *drawn(0, "z5"), call(1, "z1111-"), {"gangzimo": {"l": 1, "p": "z6"}}, throw(1, "z6_"),
        turn("s0"), throw(2, "z1"),
    ],
    "a yakuman": [deal(), draw(0, "z4"), YAKUMAN],
    "two wins": [deal(), *drawn(0, "z2"), win(1, "p123456789z112z2", 0), win(2, "s123456789z444z2", 0)],
    "nine terminals": [deal(), draw(0, "z2"), abort("九種九牌", "m123456789z3334z2", "", "", "")],
    "four winds": [deal(), *drawn(0, "z2"), abort("四風連打")],
    "hidden tiles": [
        deal(shoupai=["m123456789z3334", *["_" * 13] * 3]), *drawn(0, "z4"), draw(1, "_"), throw(1, "z4_"),
    ],
    "cut off": [deal(), *drawn(0, "z4")],
}  # fmt: skip


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_is_written_as_it_was(name):
    before = [deal(), *drawn(0, "z4"), shown("", "p123456789z1122", "", "")]
    given, back = again(before, ROUNDS[name])
    assert back["log"][1] == given["log"][1]


def test_a_game_is_written_as_it_was():
    given, back = again(
        TSUMO,
        player=["A\n(四段 R1823)", "B", "", "D\n(R1500.5)"],
        qijia=2,
        venue="here",
        defen=[31000, 24000, 23000, 22000],
    )
    assert back == given


def test_an_unknown_yaku_is_written_as_it_was():
    odd = [*TSUMO[:2], win(0, "m123456789z3334z4", hupai=[{"name": "石の上にも三年", "fanshu": 2}])]
    given, back = again(odd)
    assert back["log"] == given["log"]


def test_a_game_without_result_is_written_like_a_new_one():
    _, back = again(TSUMO, defen=[25000] * 4, point=[0] * 4, rank=[1, 2, 3, 4])
    assert (back["defen"], back["point"], back["rank"]) == ([25000] * 4, ["0"] * 4, [1, 2, 3, 4])


def test_ranks_of_equal_scores_go_by_turns_from_the_first_dealer():
    _, back = again(TSUMO, qijia=1, defen=[30000, 20000, 30000, 20000], rank=[2, 3, 1, 4])
    assert back["rank"] == [2, 3, 1, 4]


def test_titles_name_rules_and_id():
    game = written(
        simple(platform="tenhou", room="phoenix", length="south", log_id="2019021004gm-00a9-0000-e2f6516d")
    )
    assert json.loads(game.data)["title"] == "四鳳南喰赤\n2019021004gm-00a9-0000-e2f6516d"


def test_names_of_majiang():
    table = Table()
    table.round()
    table.turn(0, "1p")
    yaku = ["double_riichi", "yakuhai_haku", "yakuhai_seat_wind", "kokushi_musou_13_wait", "sanrenkou"]
    table.win(1, 0, "1p", log_yaku=yaku, log_yaku_han=[2, 1, 1, 26, 2])
    hule = json.loads(written(table).data)["log"][0][-1]["hule"]
    assert [(y["name"], y["fanshu"]) for y in hule["hupai"]] == [
        ("ダブル立直", 2), ("翻牌 白", 1), ("自風 南", 1), ("国士無双十三面", "**"), ("三連刻", 2),
    ]  # fmt: skip
    assert hule["damanguan"] == 2


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"away_seat": 2}, "East 1, honba 0: somebody sits out"),
        ({"dealer_seat": 1}, "East 1, honba 0: seat 1 deals, after which the round is not named"),
        ({"start_scores": None}, "East 1, honba 0: start_scores are not known"),
        ({"dora_indicators": []}, "East 1, honba 0: dora_indicators are not known"),
    ],
)
def test_rounds_that_cannot_be_said(values, problem):
    table = Table()
    table.round(**values)
    table.turn(0, "1p")
    table.win(1, 0, "1p")
    assert written(table).problem == problem


@pytest.mark.parametrize("kind", ["chombo", "penalty", "bonus", "dead_hand", "open_riichi"])
def test_events_of_houses_cannot_be_said(kind):
    table = Table()
    table.round()
    table.event(kind, 1)
    assert written(table).problem == f"East 1, honba 0: an event of kind {kind}"


def test_three_players_cannot_be_said():
    assert written(simple(players=3)).problem == "a game of 3 players"


def test_lost_connections_are_told_to_be_lost():
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.event("leave", 1)
    table.win(1, 0, "1p")
    assert "events of kind leave (left out)" in written(table).lost


def test_a_draw_without_type_is_played_out_where_the_log_says_so():
    table = Table()
    table.round(outcome="exhaustive_draw")
    table.turn(0, "1p")
    table.event("exhaustive_draw")
    table.builder.draw(log_type="unknown", log_deltas=None, log_tenpai=None)
    pingju = json.loads(written(table).data)["log"][0][-1]["pingju"]
    assert pingju == {"name": "荒牌平局"}
    assert "draws.log_type (changed)" in written(table).lost


def test_rules_that_a_title_does_not_name_are_written_as_the_action_format_has_them():
    rules = '{"extends": "jpml_a", "honba_points": 1500}'
    game = written(simple(rules=rules))
    assert json.loads(game.data)["mjlog_rules"] == json.loads(rules)
    (row,) = majiang.read([Document("a", game.data)]).games.to_pylist()
    assert row["rules"] == rules


@pytest.mark.parametrize("rules", [7, "jpml_a", [1]])
def test_own_rules_that_are_no_object_are_kept_as_rules_that_cannot_be_used(rules):
    record = json.loads(written(simple()).data) | {"mjlog_rules": rules}
    tables = majiang.read([Document("a", json.dumps(record).encode())])
    assert [json.loads(text) for text in tables.games["rules"].to_pylist()] == [rules]
    again = next(iter(majiang.games(tables))).data
    assert json.loads(again)["mjlog_rules"] == rules
