from __future__ import annotations

import pytest

from mjlog.formats.mjai.yaku import DRAW_NAMES, REASONS, YAKU_NAMES
from mjlog.formats.yaku_numbers import MAHJONG_SOUL_YAKU
from mjlog.schema import DRAW_TYPES, YAKU
from tests.unit.formats.mjai_snippets import (
    END_ROUND,
    HANDS,
    START,
    act,
    deal,
    kinds,
    only,
    rejected,
    tables_of,
    turn,
)

TSUMO = [*turn(0), act("tsumo", 1, "E")]
RON = turn(0)


def win_of(*actions, hora, **changes):
    return only(tables_of(START, deal(**changes), *actions, hora).wins)


@pytest.mark.parametrize(
    ("before", "hora", "expected"),
    [
        (TSUMO, act("hora", 1, "E", target=1), (1, 1, "E")),
        (TSUMO, act("hora", 1, target=1), (1, 1, "E")),
        (TSUMO, act("hora", 1), (1, 1, "E")),
        (RON, act("hora", 2, "9s", target=0), (2, 0, "9s")),
        (RON, act("hora", 2), (2, 0, "9s")),
        ([*RON, act("kakan", 3, "C")], act("hora", 2), (2, 3, "C")),
        ([*RON, act("ankan", 3, consumed=["C"] * 4)], act("hora", 2), (2, 3, "C")),
        ([*TSUMO, act("dora", dora_marker="1m")], act("hora", 1, target=1), (1, 1, "E")),
        ([*RON, act("reach_accepted", 0)], act("hora", 2, target=0), (2, 0, "9s")),
    ],
    ids=["tsumo", "without tile", "without both", "ron", "ron without both", "chankan", "kokushi on ankan",
         "after a new indicator", "on a riichi discard"],
)  # fmt: skip
def test_the_winning_tile_and_discarder_are_stated_or_follow(before, hora, expected):
    tables = tables_of(START, deal(), *before, hora)
    win = only(tables.wins)
    assert (win["seat"], win["from_seat"], win["tile"]) == expected
    event = tables.events.to_pylist()[-1]
    assert (event["kind"], event["seat"], event["target_seat"], event["tile"]) == ("win", *expected)
    assert only(tables.rounds)["outcome"] == ("tsumo" if expected[0] == expected[1] else "ron")


def test_a_dealer_of_fourteen_tiles_wins_on_the_last_of_them():
    before = [deal(), *turn(0), END_ROUND]
    dealt = deal(tehais=[[*HANDS[0], "E"], *HANDS[1:]])
    win = only(tables_of(START, before, dealt, act("hora", 0)).wins)
    assert (win["seat"], win["from_seat"], win["tile"]) == (0, 0, "E")


def test_a_win_on_nothing_breaks_the_round():
    tables = tables_of(START, deal(), act("hora", 1))
    assert rejected(tables)[0] == "East 1, honba 0: nothing to hora on; the round is left out"


def test_a_multiple_ron_is_several_wins():
    tables = tables_of(
        START,
        deal(),
        *turn(0),
        act("hora", 1, target=0, deltas=[-1000, 1000, 0, 0], scores=[24000, 26000, 25000, 25000]),
        act("hora", 3, target=0, deltas=[-8000, 0, 0, 8000], scores=[16000, 26000, 25000, 33000]),
    )
    assert [(w["win_index"], w["seat"], w["tile"], w["log_deltas"]) for w in tables.wins.to_pylist()] == [
        (0, 1, "9s", [-1000, 1000, 0, 0]),
        (1, 3, "9s", [-8000, 0, 0, 8000]),
    ]
    assert only(tables.rounds)["log_end_scores"] == [16000, 26000, 25000, 33000]


@pytest.mark.parametrize(
    ("fields", "ura"),
    [
        ({"uradora_markers": ["1m"]}, ["1m"]),
        ({"ura_markers": ["1m", "2m"]}, ["1m", "2m"]),
        ({"ura_dora_markers": ["1m"]}, ["1m"]),
        ({"uradora_marker": ["1m"]}, ["1m"]),
        ({"uradora_marker": "1m"}, ["1m"]),
        ({"uradora_markers": []}, []),
        ({}, None),
    ],
)
def test_ura_indicators_are_read_under_every_name(fields, ura):
    tables = tables_of(START, deal(), *turn(0), act("hora", 1, target=0, **fields))
    assert only(tables.rounds)["ura_indicators"] == ura


def test_ura_indicators_that_one_of_two_winners_turns_are_kept():
    tables = tables_of(
        START,
        deal(),
        *turn(0),
        act("hora", 1, target=0, ura_markers=["1m"]),
        act("hora", 2, target=0, ura_markers=[]),
    )
    assert only(tables.rounds)["ura_indicators"] == ["1m"]
    assert rejected(tables) == []


@pytest.mark.parametrize(
    ("second", "ura", "told"), [([], ["1m"], "none"), (["2m"], ["2m"], "2m"), (["1m"], ["1m"], None)]
)
def test_two_winners_with_riichi_turn_the_same_ura_indicators(second, ura, told):
    riichi = [act(kind, seat) for seat in (1, 2) for kind in ("reach", "reach_accepted")]
    tables = tables_of(
        START,
        deal(),
        *riichi,
        *turn(0),
        act("hora", 1, target=0, uradora_markers=["1m"]),
        act("hora", 2, target=0, uradora_markers=second),
    )
    assert only(tables.rounds)["ura_indicators"] == ura
    problem = f"East 1, honba 0: ura indicators of seat 2 are {told}, those of the win before 1m"
    assert rejected(tables) == ([f"{problem}; one list is kept for the round"] if told else [])


@pytest.mark.parametrize("tehais", [HANDS[1], [*HANDS[1], "9s"]])
def test_the_hand_of_a_win_holds_the_winning_tile(tehais):
    win = win_of(*RON, hora=act("hora", 1, "9s", target=0, hora_tehais=tehais))
    assert win["log_hand"] == [*HANDS[1], "9s"]


# --- han, fu, points ---------------------------------------------------------------------------


def test_the_original_dialect_states_yaku_han_fu_and_points():
    hora = act("hora", 1, "9s", target=0, fu=30, fan=3, hora_points=3900,
               yakus=[["akadora", 1], ["reach", 1], ["menzenchin_tsumoho", 1]])  # fmt: skip
    win = win_of(*RON, hora=hora)
    assert (win["log_fu"], win["log_han"], win["log_points"]) == (30, 3, 3900)
    assert win["log_yaku"] == ["aka_dora", "riichi", "menzen_tsumo"]
    assert win["log_yaku_han"] == [1, 1, 1]


def test_a_yakuman_of_the_original_dialect_is_thirteen_han():
    hora = act("hora", 1, "9s", target=0, fu=40, fan=200, yakus=[["suanko", 100], ["daisangen", 100]])
    win = win_of(*RON, hora=hora)
    assert win["log_han"] == 26
    assert win["log_yaku_han"] == [13, 13]


def test_engines_that_write_zeros_state_no_value():
    win = win_of(
        *RON, hora=act("hora", 1, "9s", target=0, fu=0, fan=0, hora_points=0, yakus=[], hora_tehais=[])
    )
    unknown = ("log_fu", "log_han", "log_points", "log_yaku", "log_hand")
    assert [win[c] for c in unknown] == [None] * len(unknown)


@pytest.mark.parametrize(("fu", "rounded"), [(38, 40), (30, 30), (25, 25), (22, 30)])
def test_fu_that_akochan_logs_unrounded_are_rounded(fu, rounded):
    hora = act("hora", 1, "9s", target=0, fan=1, fu=fu, scores=[23700, 26300, 25000, 25000])
    win = win_of(*RON, hora=hora)
    assert win["log_fu"] == rounded
    assert win["log_deltas"] == [-1300, 1300, 0, 0]


@pytest.mark.parametrize(
    ("points", "seat", "players", "value"),
    [
        ("7700", 1, 4, 7700),
        (8000, 1, 4, 8000),
        ("2600 all", 0, 4, 7800),
        ("700/1300", 1, 4, 2700),
        ("500 all", 0, 3, 1000),
        ("1000/2000", 1, 3, 3000),
        ("mangan", 1, 4, None),
    ],
)
def test_points_of_riichienv_are_summed_over_who_pays(points, seat, players, value):
    meta = {"score": {"han": 3, "fu": 40, "points": points, "yaku": [31, 7, 8]}}
    hora = act("hora", seat, target=seat, meta=meta)
    drawn = act("tsumo", seat, "9s")
    win = win_of(drawn, hora=hora, tehais=HANDS[:players], scores=[30000] * players)
    assert win["log_points"] == value
    assert (win["log_han"], win["log_fu"]) == (3, 40)
    assert win["log_yaku"] == ["dora", "yakuhai_haku", "yakuhai_hatsu"]
    assert win["log_yaku_han"] is None


@pytest.mark.parametrize(
    ("seat", "target", "players", "value"),
    [(1, 0, 4, 7700), (1, 1, 4, 8000), (0, 0, 4, 6000), (1, 1, 3, 6000), (0, 0, 3, 4000)],
)
def test_points_of_mahjong_soul_are_summed_over_who_pays(seat, target, players, value):
    points = {"ron": 7700, "tsumo_dealer": 4000, "tsumo_non_dealer": 2000}
    hora = act("hora", seat, "9s", target=target, fu=30, majsoul_points=points)
    win = win_of(*RON, hora=hora, tehais=HANDS[:players], scores=[30000] * players)
    assert win["log_points"] == value
    assert win["log_han"] is None


def test_yaku_numbers_go_before_names_in_another_language():
    hora = act(
        "hora", 1, "9s", target=0, yakus=[["立直", 1], ["国士无双", 1]], yaku_ids=[2, 42], dora_markers=["1m"]
    )
    win = win_of(*RON, hora=hora)
    assert win["log_yaku"] == ["riichi", "kokushi_musou"]
    assert win["log_yaku_han"] == [1, 13]
    assert win["log_dora_indicators"] == ["1m"]


# --- dragons -----------------------------------------------------------------------------------


def test_any_dragon_is_the_one_that_the_winner_holds_three_of():
    pon = [*turn(0, "P"), act("pon", 3, "P", target=0, consumed=["P", "P"]), act("dahai", 3, "6p")]
    ron = [*turn(0, "F"), act("hora", 3, "F", target=0, yakus=[["sangenpai", 2], ["dora", 1]])]
    tables = tables_of(START, deal(), *pon, *ron)
    win = only(tables.wins)
    assert win["log_yaku"] == ["yakuhai_haku", "yakuhai_hatsu", "dora"]
    assert win["log_yaku_han"] == [1, 1, 1]


def test_a_dragon_drawn_counts_and_one_discarded_does_not():
    drawn = [act("tsumo", 3, "C"), act("dahai", 3, "P"), *turn(0, "6p")]
    tables = tables_of(START, deal(), *drawn, act("hora", 3, "6p", target=0, yakus=[["sangenpai", 1]]))
    assert only(tables.wins)["log_yaku"] == ["yakuhai_chun"]


@pytest.mark.parametrize(
    "yakus",
    [
        [["sangenpai", 1]],
        [["reach", 1], ["tsubamegaeshi", 1]],
        [["reach"]],
        ["reach"],
        {"reach": 1},
        [["reach", 250]],
    ],
    ids=["no dragon held", "unknown name", "no han", "no pair", "object", "impossible han"],
)
def test_a_win_whose_yaku_cannot_be_named_is_kept_without_them(yakus):
    tables = tables_of(START, deal(), *turn(0), act("hora", 1, "9s", target=0, fan=2, fu=30, yakus=yakus))
    win = only(tables.wins)
    assert (win["log_yaku"], win["log_han"]) == (None, 2)
    assert "the win is kept without yaku" in rejected(tables)[0]


@pytest.mark.parametrize(
    ("yakus", "problem"),
    [
        ([["reach", 1], ["sanrenko", 2]], "no yaku is called 'sanrenko' (did you mean sanrenkou?)"),
        ([["x" * 99, 1]], f"no yaku is called '{'x' * 40}'"),
        ([[n, 1] for n in "qwxyz"], "no yaku is called 'q', 'w', 'x', 2 more"),
        ([["sangenpai", 2]], "'sangenpai' of 2 han, where 0 dragons are held by three"),
    ],
)
def test_a_yaku_that_cannot_be_named_is_told_with_the_nearest(yakus, problem):
    tables = tables_of(START, deal(), *turn(0), act("hora", 1, "9s", target=0, yakus=yakus))
    assert rejected(tables) == [f"East 1, honba 0: {problem}; the win is kept without yaku"]


def test_every_yaku_of_the_tables_has_a_name_and_names_lead_to_slugs():
    assert set(YAKU) == set(YAKU_NAMES.values())
    assert set(MAHJONG_SOUL_YAKU.values()) <= set(YAKU)
    assert len(set(MAHJONG_SOUL_YAKU.values())) == len(MAHJONG_SOUL_YAKU)


# --- draws -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "type_", "kind"),
    [
        ("fanpai", "exhaustive", "exhaustive_draw"),
        ("exhaustive_draw", "exhaustive", "exhaustive_draw"),
        ("nagashimangan", "nagashi_mangan", "exhaustive_draw"),
        ("kyushukyuhai", "kyuushu_kyuuhai", "abortive_draw"),
        ("kyushu_kyuhai", "kyuushu_kyuuhai", "abortive_draw"),
        ("sufonrenta", "suufon_renda", "abortive_draw"),
        ("sufuurenta", "suufon_renda", "abortive_draw"),
        ("suchareach", "suucha_riichi", "abortive_draw"),
        ("sukaikan", "suukaikan", "abortive_draw"),
        ("suukansansen", "suukaikan", "abortive_draw"),
        ("sanchaho", "sanchahou", "abortive_draw"),
    ],
)
def test_reasons_of_draws_are_read_in_every_dialect(reason, type_, kind):
    tables = tables_of(START, deal(), *turn(0), {"type": "ryukyoku", "reason": reason}, END_ROUND)
    assert only(tables.draws)["log_type"] == type_
    assert kinds(tables)[-1] == kind
    assert only(tables.rounds)["outcome"] == kind
    assert only(tables.rounds)["ura_indicators"] == []


def test_tenpai_and_payments_of_a_draw_are_read():
    draw = {"type": "ryukyoku", "reason": "fanpai", "tenpais": [True, False, False, True],
            "deltas": [1500, -1500, -1500, 1500], "scores": [26500, 23500, 23500, 26500]}  # fmt: skip
    tables = tables_of(START, deal(), draw)
    row = only(tables.draws)
    assert row["log_tenpai"] == [True, False, False, True]
    assert row["log_deltas"] == [1500, -1500, -1500, 1500]
    assert only(tables.rounds)["log_end_scores"] == [26500, 23500, 23500, 26500]


@pytest.mark.parametrize(
    ("draws", "players", "deltas", "kind"),
    [
        (70, 4, None, "exhaustive_draw"),
        (69, 4, None, "abortive_draw"),
        (55, 3, None, "exhaustive_draw"),
        (54, 3, [0, 0, 0], "abortive_draw"),
        (12, 4, [3000, -1000, -1000, -1000], "exhaustive_draw"),
    ],
)
def test_a_draw_without_a_reason_is_exhaustive_where_the_wall_is_or_points_move(draws, players, deltas, kind):
    played = [a for n in range(draws) for a in turn(n % players)]
    draw = {"type": "ryukyoku"} if deltas is None else {"type": "ryukyoku", "deltas": deltas}
    tables = tables_of(START, deal(tehais=HANDS[:players], scores=[30000] * players), *played, draw)
    assert only(tables.draws)["log_type"] == "unknown"
    assert kinds(tables)[-1] == kind


def test_an_unknown_reason_is_kept_as_unknown_and_reported():
    tables = tables_of(START, deal(), {"type": "ryukyoku", "reason": "tea break"})
    assert only(tables.draws)["log_type"] == "unknown"
    assert "unknown reason of a draw" in rejected(tables)[0]


def test_every_type_of_draw_but_the_unknown_has_a_reason_that_is_read_back():
    assert {DRAW_NAMES[reason] for reason in REASONS.values()} == set(DRAW_TYPES) - {"unknown", "chombo"}


@pytest.mark.parametrize(
    "result", [act("hora", 1, "9s", target=0), {"type": "ryukyoku"}, act("reach_accepted", 0)]
)
def test_results_outside_of_a_round_are_reported(result):
    tables = tables_of(START, result, deal(), *turn(0))
    assert rejected(tables) == ["1 actions outside of any round"]
    assert (len(tables.wins), len(tables.draws)) == (0, 0)


def test_yaku_numbers_that_are_unknown_are_reported():
    hora = act("hora", 1, "9s", target=0, meta={"score": {"han": 1, "yaku": [2, 999]}})
    tables = tables_of(START, deal(), *turn(0), hora)
    assert only(tables.wins)["log_yaku"] is None
    assert "yaku numbers [999] are unknown" in rejected(tables)[0]


def test_scores_of_end_kyoku_stand_where_no_result_states_them():
    tables = tables_of(START, deal(), *turn(0), {**END_ROUND, "scores": [1, 2, 3, 4]})
    assert only(tables.rounds)["log_end_scores"] == [1, 2, 3, 4]


def test_an_indicator_without_a_tile_breaks_the_round():
    tables = tables_of(START, deal(), act("dora"), *turn(0))
    assert "dora without an indicator" in rejected(tables)[0]
