"""Tenhou XML: wins, draws and what they pay."""

from __future__ import annotations

import pytest

from tests.unit.formats.xml_snippets import (
    draw,
    events,
    init,
    log,
    only,
    read,
    reasons,
    tag,
    win,
)


def test_a_win_keeps_what_the_log_says():
    ura = win(
        ba=[2, 1],
        hai=[0, 4, 8, 52, 53, 54, 104, 105],
        m=[1, 2],
        machi=52,
        ten=[40, 8000, 1],
        yaku=[1, 1, 10, 1, 14, 1, 18, 1, 52, 1, 54, 1, 53, 0],
        doraHai=[100, 16],
        doraHaiUra=[0, 88],
        sc=[250, -83, 240, 93, 250, 0, 250, 0],
    )
    tables = read(log(init(seed=[0, 2, 1, 1, 1, 100]), "<T52/><D52/>", ura))
    row = only(tables, "wins")
    assert (row["seat"], row["from_seat"], row["tile"], row["win_index"]) == (1, 0, "5pr", 0)
    assert row["log_hand"] == ["1m", "2m", "3m", "5pr", "5p", "5p", "9s", "9s"]
    assert (row["log_han"], row["log_fu"], row["log_points"], row["log_limit"]) == (6, 40, 8000, "mangan")
    assert row["log_yaku"] == [
        "riichi",
        "yakuhai_seat_wind",
        "yakuhai_round_wind",
        "yakuhai_haku",
        "dora",
        "aka_dora",
    ]
    assert row["log_yaku_han"] == [1] * 6
    assert row["log_dora_indicators"] == ["8s", "5mr"]
    assert (row["log_honba"], row["log_riichi_sticks"]) == (2, 1)
    assert row["log_deltas"] == [-8300, 9300, 0, 0]
    assert row["log_pao_seat"] is None
    round_ = only(tables, "rounds")
    assert round_["outcome"] == "ron"
    assert round_["ura_indicators"] == ["1m", "5sr"]
    assert round_["log_end_scores"] == [16700, 33300, 25000, 25000]


def test_a_win_without_riichi_shows_no_ura_indicators():
    assert only(read(log(init(), win())), "rounds")["ura_indicators"] == []


def test_yakuman_count_thirteen_and_state_no_han():
    both = win(yaku=None, yakuman=[39, 42], ten=[0, 64000, 5], fromWho=1, paoWho=2)
    tables = read(log(init(), both))
    row = only(tables, "wins")
    assert row["log_yaku"] == ["daisangen", "tsuuiisou"]
    assert row["log_yaku_han"] == [13, 13]
    assert (row["log_han"], row["log_fu"], row["log_limit"]) == (None, None, "yakuman")
    assert row["log_pao_seat"] == 2
    assert only(tables, "rounds")["outcome"] == "tsumo"
    assert events(tables)[-1] == "win 1<1 9s"


def test_a_double_ron_pays_the_honba_once():
    second = win(who=2, ba=[3, 0], sc=[215, -10, 285, 0, 250, 10, 250, 0])
    tables = read(log(init(), "<T104/><D104/>", win(ba=[3, 1]), second))
    wins = tables.wins.to_pylist()
    assert [w["win_index"] for w in wins] == [0, 1]
    assert [(w["log_honba"], w["log_riichi_sticks"]) for w in wins] == [(3, 1), (0, 0)]
    assert only(tables, "rounds")["log_end_scores"] == [20500, 28500, 26000, 25000]


def test_a_winning_tile_that_the_hand_leaves_out_is_added():
    thirteen = win(hai=[13, 14, 15, 56, 60, 64, 68, 69, 70, 96, 100, 108, 109], m="")
    assert only(read(log(init(), thirteen)), "wins")["log_hand"][-1] == "9s"


def test_scores_with_a_plus_sign_are_read():
    text = log(init(), win()).replace("250,26,", "250,+26,")
    assert only(read(text), "wins")["log_deltas"] == [-2600, 2600, 0, 0]


def test_chips_after_the_scores_are_no_scores():
    sc = [250, -10, 250, 10, 250, 0, 250, 0, 0, -1, 0, 1, 0, 0, 0, 0]
    owari = [240, "-16.0", 260, "33.0", 250, "19.0", 250, "-36.0", -3, 0, 2, 0, 5, 0, -4, 0]
    tables = read(log(init(chip=[0, 0, 0, 0]), win(sc=sc, chip=[54, 1], owari=owari), kind=0x621))
    assert only(tables, "wins")["log_deltas"] == [-1000, 1000, 0, 0]
    assert tables.game_players["log_final_points"].to_pylist() == [-16.0, 33.0, 19.0, -36.0]
    assert reasons(tables) == []


@pytest.mark.parametrize(
    ("word", "log_type", "event"),
    [
        ("yao9", "kyuushu_kyuuhai", "abortive_draw"),
        ("kaze4", "suufon_renda", "abortive_draw"),
        ("reach4", "suucha_riichi", "abortive_draw"),
        ("kan4", "suukaikan", "abortive_draw"),
        ("ron3", "sanchahou", "abortive_draw"),
        ("nm", "nagashi_mangan", "exhaustive_draw"),
        (None, "exhaustive", "exhaustive_draw"),
    ],
)
def test_every_kind_of_draw_is_told(word, log_type, event):
    tables = read(log(init(), draw(type=word)))
    row = only(tables, "draws")
    assert row["log_type"] == log_type
    assert row["log_tenpai"] == ([True, False, True, False] if event == "exhaustive_draw" else None)
    assert row["log_deltas"] == [1500, -1500, 1500, -1500]
    assert events(tables) == [event]
    assert only(tables, "rounds")["outcome"] == event


def test_draws_that_show_different_hands_keep_apart():
    shown = [draw(**{"hai0": None, "hai2": None, f"hai{s}": [1, 2]}) for s in range(4)]
    tables = read(log(*(init(seed=[s, 0, 0, 1, 1, 100]) + shown[s] for s in range(4))))
    tenpai = tables.draws["log_tenpai"].to_pylist()
    assert tenpai == [[s == seat for seat in range(4)] for s in range(4)]


def test_an_interrupted_game_ends_with_an_unknown_draw():
    tables = read(log(init(), "<T52/>", '<RYUUKYOKU owari="" />'))
    row = only(tables, "draws")
    assert (row["log_type"], row["log_tenpai"], row["log_deltas"]) == ("unknown", None, None)
    assert events(tables) == ["draw 0 5pr", "abortive_draw"]
    assert only(tables, "games")["is_complete"] is False


def test_scores_that_a_result_leaves_out_are_those_of_the_next_deal():
    tables = read(
        log(init(), draw(sc=None, type="yao9"), init(seed=[0, 1, 0, 1, 1, 100], ten=[260, 240, 250, 250]))
    )
    assert tables.rounds["log_end_scores"].to_pylist() == [[26000, 24000, 25000, 25000], None]


def test_a_riichi_that_is_ronned_is_not_accepted():
    tables = read(log(init(), "<T104/>", tag("REACH", who=0, step=1), "<D104/>", win()))
    assert [e.split()[0] for e in events(tables)] == ["draw", "riichi", "discard", "win"]
