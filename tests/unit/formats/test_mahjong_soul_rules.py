"""Mahjong Soul records: options of a room as rules and house options."""

from __future__ import annotations

import json

import pytest

from mjlog.formats.mahjong_soul.head import level_of
from mjlog.formats.mahjong_soul.modes import OPTIONS
from mjlog.formats.mahjong_soul.rules import length_of, room_of
from mjlog.rulesets import resolve
from mjlog.schema import HOUSE_OPTIONS
from tests.unit.formats.soul_snippets import HEAD, ROUND_OF_RIICHI, game, read_one, reasons

FRIENDLY = {
    "time_fixed": 5, "time_add": 20, "dora_count": 3, "shiduan": 1, "init_point": 25000, "fandian": 30000,
    "bianjietishi": True, "ai_level": 1, "fanfu": 1,
}  # fmt: skip
"""Options of a common friendly room."""
FULL = {
    **FRIENDLY, "can_jifei": True, "liqibang_value": 1000, "changbang_value": 300, "noting_fafu_1": 1000,
    "noting_fafu_2": 1500, "noting_fafu_3": 3000, "have_liujumanguan": True, "have_biao_dora": True,
    "have_gang_biao_dora": True, "have_li_dora": True, "have_gang_li_dora": True, "have_sifenglianda": True,
    "have_sigangsanle": True, "have_sijializhi": True, "have_jiuzhongjiupai": True,
    "have_helelianzhuang": True, "have_helezhongju": True, "have_tingpailianzhuang": True,
    "have_tingpaizhongju": True, "have_yifa": True, "have_nanruxiru": True, "jingsuanyuandian": 25000,
    "shunweima_2": 5, "shunweima_3": -5, "shunweima_4": -15,
}  # fmt: skip
"""Options of a tournament with the usual rules."""
PLAIN = {"extends": "mahjong_soul"}


def ruleset(rule, players=4):
    return resolve(json.dumps(room_of(rule, players).rules))


def changes(rule, players=4):
    """Rules that differ from those of the platform's ranked games."""
    usual = ruleset({}, players)
    own = ruleset(rule, players).to_dict()
    return {name: value for name, value in own.items() if value != usual.to_dict()[name]}


@pytest.mark.parametrize("rule", [{}, {"init_point": 25000}, FRIENDLY, FULL])
def test_usual_rooms_have_the_rules_of_ranked_games(rule):
    assert changes(rule) == {}
    assert room_of(rule, 4).house_options == []


def test_switches_of_ranked_games_mean_nothing_though_exports_write_them_out():
    assert changes(dict.fromkeys(FULL, False)) == {}
    assert changes({"dora_count": 0}) == {"red_fives": [0, 0, 0]}


@pytest.mark.parametrize(
    ("switch", "expected"),
    [
        ("have_liujumanguan", {"nagashi_mangan": "none"}),
        ("have_gang_biao_dora", {"kan_dora": "off", "kan_ura_dora": False}),
        ("have_li_dora", {"ura_dora": False, "kan_ura_dora": False}),
        ("have_gang_li_dora", {"kan_ura_dora": False}),
        ("have_helelianzhuang", {"win_renchan": False}),
        ("have_helezhongju", {"agari_yame": "never"}),
        ("have_tingpailianzhuang", {"tenpai_renchan": False}),
        ("have_tingpaizhongju", {"tenpai_yame": "never"}),
        ("have_yifa", {"ippatsu": False}),
        ("can_jifei", {"bust": "none"}),
        ("have_nanruxiru", {"target_score": 0}),
        ("shiduan", {"open_tanyao": False}),
        ("dora_count", {"red_fives": [0, 0, 0]}),
    ],
)
@pytest.mark.parametrize("is_left_out", [True, False])
def test_what_a_full_list_has_off_is_off(switch, expected, is_left_out):
    rule = {name: value for name, value in FULL.items() if name != switch}
    assert changes(rule if is_left_out else {**FULL, switch: 0}) == expected


@pytest.mark.parametrize(
    ("switch", "draw"),
    [
        ("have_sifenglianda", "suufon_renda"),
        ("have_sigangsanle", "suukaikan"),
        ("have_sijializhi", "suucha_riichi"),
        ("have_jiuzhongjiupai", "kyuushu_kyuuhai"),
    ],
)
def test_abortive_draws_can_be_off(switch, draw):
    left = ruleset({**FULL, switch: False}).abortive_draws
    assert ruleset({}).abortive_draws - left == {draw}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"have_qieshangmanguan": True}, {"kiriage_mangan": True}),
        ({"ming_dora_immediately_open": True}, {"kan_dora": "immediate"}),
        ({"have_sanjiahele": True}, {"triple_ron": "abort"}),
        ({"have_toutiao": True}, {"max_ron": 1}),
        ({"disable_leijiyiman": True}, {"kazoe": "sanbaiman"}),
        ({"disable_composite_yakuman": 1}, {"yakuman_stacking": False}),
        ({"enable_shiti": 1}, {"kuikae": "allowed"}),
        ({"enable_nontsumo_liqi": 1}, {"riichi_min_wall": 0}),
        ({"disable_double_wind_four_fu": 1}, {"double_wind_pair_fu": 2}),
        ({"disable_angang_guoshi": 1}, {"kokushi_robs_ankan": False}),
        ({"enable_renhe": 1}, {"renhou_limit": "mangan"}),
        ({"enable_renhe": 2}, {"renhou_limit": "yakuman"}),
        ({"enable_baopai_extend_settings": 1}, {"pao": ["daisangen", "daisuushii", "suukantsu"]}),
        ({"enable_baopai_extend_settings": 2}, {"pao": []}),
        ({"dora_count": 4}, {"red_fives": [1, 2, 1]}),
        ({"init_point": 30000}, {"start_score": 30000, "return_score": 30000}),
        ({"init_point": 30000, "jingsuanyuandian": 25000}, {"start_score": 30000}),
        ({"fandian": 35000}, {"target_score": 35000}),
        ({"changbang_value": 1500}, {"honba_points": 500}),
        ({"noting_fafu_1": 500, "noting_fafu_2": 750, "noting_fafu_3": 1500}, {"noten_payment": 1500}),
        (
            {"noting_fafu_1": 1000, "noting_fafu_2": 1000, "noting_fafu_3": 1000},
            {"noten_payment": 1000, "noten_payment_by": "each"},
        ),
    ],
)
def test_options_of_a_room_are_rules(options, expected):
    found = changes({**FRIENDLY, **options})
    found = {k: sorted(v) if k == "pao" else v for k, v in found.items()}
    assert found == expected


def test_single_yakuman_and_no_yakuman_above_one():
    single = changes({"disable_double_yakuman": 1})
    assert set(single) == {"yakuman"}
    assert set(single["yakuman"].values()) == {1}
    assert set(changes({"disable_multi_yukaman": True})) == {"yakuman", "yakuman_stacking"}


def test_the_first_gets_what_the_bonus_takes_from_the_others():
    assert ruleset({**FULL, "shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30}).uma == (
        30,
        10,
        -10,
        -30,
    )
    assert ruleset({**FULL, "shunweima_2": 0, "shunweima_3": -20, "shunweima_4": 0}, 3).uma == (20, 0, -20)


def test_three_players_share_the_missing_tsumo_payment_where_the_room_says_so():
    room = {**FRIENDLY, "dora_count": 2, "init_point": 35000, "fandian": 40000}
    assert changes({**room, "have_zimosun": True}, 3) == {}
    assert changes(room, 3) == {"tsumo_absent_share": "split"}
    assert changes({**room, "have_zimosun": True, "changbang_value": 200}, 3) == {}
    payments = {"noting_fafu_1": 1000, "noting_fafu_2": 2000}
    assert changes({**room, "have_zimosun": True, **payments}, 3) == {}


@pytest.mark.parametrize(
    ("switch", "former"),
    [
        ("have_qieshangmanguan", "_qieshangmanguan"),
        ("ming_dora_immediately_open", "_dora_jifan"),
        ("have_sanjiahele", "_sanxiangliuju"),
        ("have_toutiao", "_toutiao"),
        ("disable_leijiyiman", "_no_leijiyiman"),
        ("disable_double_yakuman", "_no_wyakuman"),
        ("disable_double_wind_four_fu", "_no_lianfengsifu"),
        ("disable_angang_guoshi", "_no_guoshiangang"),
    ],
)
def test_switches_of_editors_mean_what_those_of_the_platform_do(switch, former):
    assert changes({former: True}) == changes({switch: True}) != {}
    assert room_of({former: True}, 4).house_options == []


@pytest.mark.parametrize(
    ("least", "said"), [(0, {}), (1, {}), (2, {"minimum_han": 2}), (4, {"minimum_han": 4})]
)
def test_rooms_say_how_many_han_a_win_needs(least, said):
    assert changes({**FRIENDLY, "fanfu": least}) == said
    assert room_of({**FRIENDLY, "fanfu": least}, 4).house_options == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"guyi_mode": 1}, ["local_yaku"]),
        ({"open_hand": 1}, ["open_hands"]),
        ({"fanfu": 14}, ["other"]),
        ({"tianbian_value": 60000}, ["other"]),
        ({"liqibang_value": 2000}, ["other"]),
        ({"changbang_value": 100}, ["other"]),
        ({"noting_fafu_1": 1, "noting_fafu_2": 2, "noting_fafu_3": 3}, ["other"]),
        ({"dora_count": 7}, ["other"]),
        ({"enable_renhe": 9}, ["other"]),
        ({"field_99": 3}, ["other"]),
        ({"guyi_mode": 1, "field_99": 3}, ["local_yaku", "other"]),
    ],
)
def test_options_that_no_rule_says_are_house_options(options, words):
    room = room_of({**FRIENDLY, **options}, 4)
    assert room.house_options == words
    assert set(room.unsaid) == set(options)
    assert set(words) <= set(HOUSE_OPTIONS)
    assert resolve(json.dumps(room.rules)) == ruleset(FRIENDLY)


def test_a_full_list_without_dora_is_a_house_option():
    assert room_of({**FULL, "have_biao_dora": False}, 4).unsaid == {"have_biao_dora": False}


def test_every_option_of_the_platform_is_seen_to():
    """Each field of the message changes the rules or a house option, or is known to change nothing."""
    from mjlog.formats.mahjong_soul.messages import MESSAGES  # noqa: PLC0415

    fields = [word.partition("=")[0] for word in MESSAGES["GameDetailRule"].split()]
    without = {"time_fixed", "time_add", "bianjietishi", "ai_level"}
    seen = set()
    for field in fields:
        low, high = ({**FULL, field: value} for value in (0, 4321))
        if any(room_of(low, n) != room_of(high, n) for n in (3, 4)):
            seen.add(field)
    assert set(fields) - seen - without - set(OPTIONS) == set()


def test_contradicting_options_are_told_and_leave_the_usual_rules():
    config = {"category": 4, "mode": {"mode": 2, "detail_rule": {**FULL, "changbang_value": 25_000}}}
    told = read_one(game(*ROUND_OF_RIICHI, head={**HEAD, "config": config}))
    assert told.rounds.num_rows == 1
    if reasons(told):
        assert told.games["house_options"].to_pylist() == [["other"]]


@pytest.mark.parametrize(
    ("mode", "length"),
    [(1, "east"), (2, "south"), (11, "east"), (12, "south"), (3, None), (4, "one_round"), ("x", None)],
)
def test_the_mode_says_the_length(mode, length):
    assert length_of(mode) == length


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (10101, "Novice 1"),
        (10203, "Adept 3"),
        (20301, "Expert 1"),
        (10402, "Master 2"),
        (20503, "Saint 3"),
        (10601, "Celestial"),
        (10720, "Celestial 20"),
        (0, None),
        (99999, "99999"),
    ],
)
def test_levels_have_names(number, name):
    assert level_of(number) == name
