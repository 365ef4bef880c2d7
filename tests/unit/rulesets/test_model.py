from __future__ import annotations

from dataclasses import replace

import pytest

from mjlog.replay.pao import PAO_BITS
from mjlog.rulesets import load, presets
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import CLOSED_YAKU, PAO_YAKUMAN, POINT_ENTRIES, STANDARD_YAKU_HAN
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Kazoe, Length, RenhouLimit, TripleRon
from mjlog.schema import LENGTHS, YAKU

ADDED = {"score_system": "additive", "nagashi_mangan": "none", "yaku_points": {"toitoi": (2, 2)}}
NO_END = {"length": "open", "target_score": 0, "agari_yame": "never", "tenpai_yame": "never"}
SANMAN = {"removed_tiles": ("5m",), "red_fives": (0, 1, 1)}


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ({"players": 1}, "players: 1 is not between 2 and 4"),
        ({"players": 5}, "players: 5 is not between 2 and 4"),
        ({"red_fives": (1, 5, 1)}, "red_fives: 5 is not between 0 and 4"),
        ({"red_fives": (1, -1, 1)}, "red_fives: -1 is not between 0 and 4"),
        ({"red_fives": (1, 1)}, "red_fives has 2 entries"),
        ({"removed_tiles": ("0m",)}, "removed_tiles: no '0m'"),
        ({"removed_tiles": ("1m", "1m")}, "removed_tiles names a tile twice"),
        ({"dead_wall": -1}, "dead_wall: -1 is not between"),
        ({"start_score": -100}, "start_score: -100 is not between"),
        ({"return_score": -100}, "return_score: -100 is not between"),
        ({"target_score": -1}, "target_score: -1 is not between"),
        ({"honba_points": -100}, "honba_points: -100 is not between"),
        ({"noten_payment": -3000}, "noten_payment: -3000 is not between"),
        ({"max_ron": 0}, "max_ron: 0 is not between 1 and 3"),
        ({"riichi_min_wall": -1}, "riichi_min_wall: -1 is not between"),
        ({"double_wind_pair_fu": 3}, "double_wind_pair_fu is 3, not 2 or 4"),
        ({"yaku_han": {"riichi": (14, 0)}}, "yaku_han: 14 is not between 0 and 13"),
        ({"yaku_han": {"richi": (1, 0)}}, "yaku_han: no 'richi' (did you mean 'riichi'?)"),
        ({"yakuman": {"daisangen": -1}}, "yakuman: -1 is not between 0 and 6"),
        ({"yakuman": {"nagashi_mangan": 1}}, "yakuman: no 'nagashi_mangan'"),
        ({"abortive_draws": frozenset({"sanchahou"})}, "abortive_draws: no 'sanchahou'"),
        ({"pao": frozenset({"tsuuiisou"})}, "pao: no 'tsuuiisou'"),
        ({"bound_tiles": {"1m": ("chinrotou",)}}, "bound_tiles.1m: no 'chinrotou'"),
        ({"bound_tiles": {"0m": ()}}, "bound_tiles: no '0m'"),
        ({"set_aside": ("N", "N")}, "set_aside names a tile twice"),
        ({"dragon_order": ("P", "F", "P")}, "dragon_order is P F P, not an order of P F C"),
        ({"floating_uma": ((1, 0, 0, 0),)}, "floating_uma adds up to 1, not 0"),
        ({"floating_uma": ((0, 0, 0, 0),)}, "floating_uma has 1 rows, not one for each number of players"),
        ({"sources": {"umma": "a club"}}, "sources: no 'umma' (did you mean 'uma'?)"),
        ({"sources": {"name": "a club"}}, "sources: no 'name'"),
        ({"sources": {"uma": "a\nclub"}}, "sources: not a printable text"),
        ({"title": "a" * 201}, "title: not a printable text of at most 200 characters"),
        ({"uma": (1, 0, 0, 0)}, "uma adds up to 1, not 0"),
        ({"uma": (float("nan"),) * 4}, "uma: nan is not between"),
        ({"length": "eats"}, "length: no 'eats' (did you mean 'east'?)"),
        ({"renhou_limit": "5 han"}, "renhou_limit: no '5 han'; it is one of none, mangan, yakuman"),
        ({"kazoe": None}, "kazoe: no 'None'; it is one of yakuman, sanbaiman"),
    ],
)
def test_a_value_without_sense_is_an_error(rules, problem):
    with pytest.raises(ValueError, match=r"^rule set 'club': ") as error:
        Ruleset(name="club", **rules)
    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("rules", "problem", "instead"),
    [
        ({"uma": (1, 0, -1)}, "uma has 3 entries for 4 players", {"uma": (1, 0, 0, -1)}),
        ({"removed_tiles": ("5m",)}, "red_fives has 1 red 5m, but removed_tiles has 5m", SANMAN),
        ({"removed_tiles": ("5p",)}, "red_fives has 1 red 5p", {"red_fives": (1, 0, 1)}),
        ({"removed_tiles": ("5s",)}, "red_fives has 1 red 5s", {"red_fives": (1, 1, 0)}),
        (
            {"dead_wall": 60, "removed_tiles": ("1m", "2m", "3m", "4m", "6m", "7m")},
            "dead_wall and 4 hands leave nothing to draw of 112 tiles",
            {"dead_wall": 59},
        ),
        (
            {"set_aside": ("N",), "removed_tiles": ("N",)},
            "set_aside and removed_tiles both have N",
            {"set_aside": ()},
        ),
        ({"sits_out": True}, "sits_out is true, but 4 players play already", {"sits_out": False}),
        (
            {"score_system": "additive", "nagashi_mangan": "none"},
            "score_system is additive, but yaku_points is empty",
            {"yaku_points": {"riichi": (2, 0)}},
        ),
        (
            {"yaku_points": {"riichi": (2, 0)}, "nagashi_mangan": "none"},
            "yaku_points is given, but score_system is han_fu",
            {"score_system": "additive"},
        ),
        (
            {"ura_indicator_counts": True, "ura_dora": False, "kan_ura_dora": False},
            "ura_indicator_counts is true, but ura_dora is false",
            {"ura_indicator_counts": False},
        ),
        ({"chombo": "result"}, "chombo is result, but chombo_points is 0", {"chombo_points": 20000}),
        ({"passed_win_chombo": True}, "passed_win_chombo is true, but chombo is none", {"chombo": "mangan"}),
        (
            {"gathered_yaku": {"suukantsu", "eight_reds"}},
            "gathered_yaku has eight_reds, which is worth nothing",
            {"gathered_yaku": {"suukantsu"}},
        ),
        (
            {**NO_END, "deal": "winner", "win_renchan": False},
            "deal is winner, but win_renchan is false",
            {"win_renchan": True},
        ),
        (
            {**NO_END, "target_score": 30000},
            "length is open, but target_score is not 0",
            {"target_score": 0},
        ),
        ({**NO_END, "agari_yame": "automatic"}, "open, but agari_yame is automatic", {"agari_yame": "never"}),
        ({**NO_END, "tenpai_yame": "optional"}, "open, but tenpai_yame is optional", {"length": "east"}),
        ({"deal": "winner"}, "deal is winner, but length is south", NO_END),
        (
            {"yaku_han": {**STANDARD_YAKU_HAN, "pinfu": (1, 1), "riichi": (1, 1)}},
            "yaku_han has riichi, pinfu for open hands, which cannot have that",
            {"yaku_han": {**STANDARD_YAKU_HAN, "pinfu": (2, 0)}},
        ),
        (
            {**ADDED, "yaku_points": {"menzen_tsumo": (1, 1)}},
            "yaku_points has menzen_tsumo for open hands",
            {"yaku_points": {"menzen_tsumo": (1, 0)}},
        ),
        (
            {**ADDED, "nagashi_mangan": "draw"},
            "nagashi_mangan is draw, but yaku_points gives it nothing",
            {"yaku_points": {"nagashi_mangan": (100, 100)}},
        ),
        (
            {"furiten_riichi": "open_only"},
            "furiten_riichi is open_only, but open_riichi is false",
            {"open_riichi": True},
        ),
        (
            {"yaku_han": {"open_riichi": (1, 0)}, "yakuman": {"open_riichi_deal_in": 1}},
            "open_riichi and open_riichi_deal_in is worth something, but open_riichi is false",
            {"open_riichi": True},
        ),
        (
            {"red_fives": (1, 4, 1), "set_aside": ("5p",)},
            "set_aside has 5p, but all of them are red_fives",
            {"red_fives": (1, 3, 1)},
        ),
        (
            {"shares": "equal", "tsumo_absent_share": "split"},
            "tsumo_absent_share is split, but shares is equal",
            {"shares": "dealer_double"},
        ),
        (
            {"shares": "equal", "tsumo_absent_share": "split_hand"},
            "tsumo_absent_share is split_hand, but shares is equal",
            {"tsumo_absent_share": "lost"},
        ),
        (
            {**ADDED, "minimum_han": 2},
            "minimum_han is 2, but score_system is additive",
            {"minimum_han": 1},
        ),
        (
            {**ADDED, "yaku_points": {"toitoi": (9_800, 0), "dora": (6, 6)}},
            "yaku_points come to 10040 in one hand, more than 10000",
            {"yaku_points": {"toitoi": (9_800, 0), "dora": (5, 5)}, "point_value": 20},
        ),
        (
            {**ADDED, "point_value": 10_000, "yaku_points": {"toitoi": (21, 10)}},
            "yaku_points and point_value make 210000, more than 200000",
            {"yaku_points": {"toitoi": (20, 10)}},
        ),
        ({"draws_per_player": 18}, "draws_per_player needs 72 live tiles", {"draws_per_player": 17}),
        (
            {"ura_dora": False},
            "kan_ura_dora is true, but ura_dora is false",
            {"kan_ura_dora": False},
        ),
        ({"kan_dora": "off"}, "kan_ura_dora is true, but kan_dora is off", {"kan_ura_dora": False}),
        (
            {"renhou_limit": "mangan", "yaku_han": {**STANDARD_YAKU_HAN, "renhou": (5, 0)}},
            "renhou_limit and yaku_han both give renhou a value",
            {"renhou_limit": "none"},
        ),
        ({"triple_ron": "abort", "max_ron": 2}, "triple_ron is abort, but max_ron is 2", {"max_ron": 3}),
        (
            {"honba_to_each_winner": True, "max_ron": 1},
            "honba_to_each_winner is true, but max_ron is 1",
            {"max_ron": 2},
        ),
        ({"own_stick_back": True, "max_ron": 1}, "own_stick_back is true, but max_ron is 1", {"max_ron": 2}),
    ],
)
def test_fields_that_contradict_each_other_are_an_error(rules, problem, instead):
    with pytest.raises(ValueError, match=r"^rule set 'club': ") as error:
        Ruleset(name="club", **rules)
    assert problem in str(error.value)
    assert Ruleset(name="club", **{**rules, **instead})


@pytest.mark.parametrize(
    ("players", "rules", "problem"),
    [
        (3, {"max_ron": 3}, "max_ron is 3, but only 2 others can win"),
        (2, {"max_ron": 2}, "max_ron is 2, but only 1 others can win"),
        (3, {"triple_ron": TripleRon.ABORT}, "triple_ron is abort, but max_ron is 2"),
        (3, {"abortive_draws": frozenset({"suufon_renda"})}, "suufon_renda need 4 players, not 3"),
        (2, {"abortive_draws": frozenset({"suucha_riichi"})}, "suucha_riichi need 4 players, not 2"),
        (3, {"uma": (20, 10, -10, -20)}, "uma has 4 entries for 3 players"),
    ],
)
def test_what_takes_more_players_is_an_error(players, rules, problem):
    with pytest.raises(ValueError, match=r"^rule set 'common': ") as error:
        Ruleset.common(players, **rules)
    assert problem in str(error.value)
    assert Ruleset.common(players).players == players


def test_three_may_play_with_chi():
    assert Ruleset.common(3, chi=True).chi


def test_every_problem_is_told():
    with pytest.raises(ValueError, match=r"max_ron: 9 .*; uma adds up to 1"):
        Ruleset(name="club", max_ron=9, uma=(1, 0, 0, 0))


def test_of_very_many_problems_the_first_are_told():
    with pytest.raises(ValueError, match="and more") as error:
        Ruleset(name="club", yaku_han={f"yaku {n}": (1, 1) for n in range(5000)})
    assert str(error.value).count("yaku_han: no 'yaku") == 10


def test_words_may_be_given_as_text():
    club = Ruleset(name="club", kazoe="sanbaiman", length="east", renhou_limit="mangan")
    assert club == Ruleset(
        name="club", kazoe=Kazoe.SANBAIMAN, length=Length.EAST, renhou_limit=RenhouLimit.MANGAN
    )
    assert type(replace(club, length="north").length) is Length


def test_lengths_are_those_of_logs_and_less_one_the_last_wind():
    assert tuple(Length) == LENGTHS
    scheduled = [length for length in Length if length != Length.OPEN]
    assert [code(length) - 1 for length in scheduled] == [-1, 0, 1, 2, 3]


def test_the_engine_serves_every_yakuman_of_pao():
    assert [YAKU[bit] for bit in PAO_BITS] == list(PAO_YAKUMAN)
    assert Ruleset(name="club", pao=frozenset(PAO_YAKUMAN))


@pytest.mark.parametrize("name", [n for n in presets() if load(n).players == 3])
def test_presets_for_three_ask_for_nothing_that_takes_four(name):
    ruleset = load(name)
    assert (ruleset.triple_ron, ruleset.max_ron) == (TripleRon.ALL_WIN, 2)


def test_a_game_has_a_seat_more_where_somebody_sits_out():
    assert Ruleset.common(3).seats == 3
    assert Ruleset.common(3, sits_out=True, uma=(0, 0, 0, 0)).seats == 4


def test_any_yaku_may_be_made_a_yakuman():
    assert Ruleset(name="club", yakuman={"renhou": 1, "daisharin": 1}).yakuman["daisharin"] == 1


def test_yaku_of_closed_hands_are_those_that_the_engine_finds_in_no_open_one():
    known = {slug: (1, 1) for slug in POINT_ENTRIES if slug not in CLOSED_YAKU}
    assert set(CLOSED_YAKU) <= set(POINT_ENTRIES)
    assert Ruleset(name="club", **{**ADDED, "yaku_points": known})
