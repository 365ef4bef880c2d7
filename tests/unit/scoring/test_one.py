from __future__ import annotations

import pytest

from mjlog.rulesets.load import load
from mjlog.rulesets.model import Ruleset
from mjlog.scoring.one import FuItem, score

NO_KAN_DORA = Ruleset(name="no kan dora", kan_dora="off", kan_ura_dora=False)
PINFU = "234567m345p2267s+8s"


def test_all_fields_of_a_win():
    found = score("34067m05p(777p)(055s)+8m", "tenhou", dora_indicators="2m")
    assert found.yaku == (("tanyao", 1), ("dora", 1), ("aka_dora", 3))
    assert (found.han, found.fu, found.limit, found.base, found.yakuman) == (5, 30, "mangan", 2000, 0)
    assert found.fu_items == (
        FuItem("base", 20),
        FuItem("open_triplet_of_simples", 2, "7p"),
        FuItem("open_triplet_of_simples", 2, "5s"),
    )
    assert (found.payments, found.points, found.why_not) == ((8000,), 8000, ())


@pytest.mark.parametrize(
    ("seat", "tsumo", "payments"),
    [
        ("E", True, (700, 700, 700)),
        ("S", True, (700, 400, 400)),
        ("E", False, (2900,)),
        ("W", False, (2000,)),
    ],
)
def test_payments_by_seat(seat, tsumo, payments):
    found = score("123456m234p5688s+7s", seat_wind=seat, tsumo=tsumo, riichi=int(not tsumo))
    assert found.payments == payments


def test_sanma_has_two_payers():
    found = score("23456799p23455s+5s", "tenhou_sanma", tsumo=True, riichi=1)
    assert found.payments == (1000, 500)


def test_rules_can_be_a_rule_set_or_its_name():
    assert score(PINFU, load("tenhou")) == score(PINFU, "tenhou")


def test_furiten_is_not_checked_on_a_ron():
    assert score(PINFU).unchecked == ("furiten: the discards are not known",)
    assert score(PINFU, tsumo=True).unchecked == ()


def test_ura_dora_need_riichi_and_rules_that_count_them():
    assert score(PINFU, ura_indicators="1s").why_not == ("ura dora need riichi",)
    none = Ruleset(name="no ura dora", ura_dora=False, kan_ura_dora=False)
    refused = score(PINFU, none, riichi=1, ura_indicators="1s").why_not
    assert refused == ("no ura dora count under these rules",)
    assert score(PINFU, ura_indicators="1s", riichi=1).yaku[-1] == ("ura_dora", 2)


@pytest.mark.parametrize(
    ("hand", "how", "reason"),
    [
        ("234567m345p226s+8s", {}, "13 tiles"),
        ("234567m345p2268s+8s", {}, "not four blocks"),
        ("111123m456p6789s+9s", {}, "no yaku"),
        ("4067999s444z[8888s]+8s", {}, "5 times 8s"),
        (PINFU, {"dora_indicators": "2222s"}, "6 times 2s"),
        ("234m345p22s44z67s+8s", {"kita": 3}, "5 times 4z"),
        (PINFU, {"chankan": True, "houtei": True}, "not a robbed kan"),
        ("234567m345p2267s[1111z]+8s", {"first_turn": True}, "first turn has no melds"),
        (PINFU, {"rinshan": True, "haitei": True, "tsumo": True}, "not the last tile"),
        (PINFU, {"rinshan": True}, "needs tsumo"),
        (PINFU, {"first_turn": True, "tsumo": True, "riichi": 1}, "before any riichi"),
        (PINFU, {"first_turn": True, "riichi": 2}, "before any riichi"),
        (PINFU, {"dora_indicators": "111199m"}, "6 dora indicators, but the wall shows at most 5"),
        (PINFU, {"riichi": 1, "ura_indicators": "111199m"}, "6 ura dora indicators"),
    ],
)
def test_why_a_hand_cannot_win(hand, how, reason):
    found = score(hand, **how)
    assert any(reason in text for text in found.why_not), found.why_not
    assert (found.yaku, found.payments, found.points) == ((), (), 0)
    assert reason in str(found)


def test_tiles_that_the_game_lacks():
    assert (
        score("234m345p567p22s67s+8s", "tenhou_sanma").why_not[0] == "impossible tile: 2m is not in the wall"
    )


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"seat_wind": "X"}, ValueError, "'X' is no wind"),
        ({"round_wind": "ES"}, ValueError, "'ES' is no wind"),
        ({"riichi": 3}, ValueError, "riichi is 3"),
        ({"dora_indicators": "9z"}, ValueError, "9z"),
        ({"dora_indicators": "?"}, ValueError, "hidden tile"),
        ({"richi": 1}, TypeError, "richi"),
    ],
)
def test_what_cannot_be_read(how, error, message):
    with pytest.raises(error, match=message):
        score(PINFU, **how)


@pytest.mark.parametrize(
    ("hand", "how", "text"),
    [
        (PINFU, {"riichi": 1}, "riichi 1, pinfu 1, tanyao 1: 3 han 30 fu, 3900"),
        (
            PINFU,
            {"tsumo": True, "haitei": True},
            "menzen_tsumo 1, pinfu 1, tanyao 1, haitei 1: 4 han 20 fu, 2600-1300-1300",
        ),
        (
            PINFU,
            {"riichi": 2, "ippatsu": True},
            "double_riichi 2, ippatsu 1, pinfu 1, tanyao 1: 5 han 30 fu, mangan, 8000",
        ),
        ("19m19p19s1234567z+5z", {}, "kokushi_musou_13_wait 13: 1 yakuman, 32000"),
    ],
)
def test_text_of_a_score(hand, how, text):
    assert str(score(hand, **how)) == text


ORPHANS = "19m19p19s1234567z+1z"


@pytest.mark.parametrize(
    ("hand", "ruleset", "how", "reason"),
    [
        ("456p789p22s567s99s+9s", "tenhou", {"kita": 1}, "no 4z is set aside"),
        (ORPHANS, "tenhou_sanma", {"set_aside": "1m"}, "no 1m is set aside"),
        ("(456p)789p22s567s99s+9s", "tenhou_sanma", {}, "no chi is called"),
        (ORPHANS, "tenhou_sanma", {"seat_wind": "N"}, "no seat is N at a table of 3 players"),
        ("340067m345p2267s+8s", "tenhou", {}, "impossible tile: 2 times 0m, a red five, but the wall has 1"),
        ("34067m345p22678s+8m", "jpml_a", {}, "impossible tile: 1 times 0m, a red five, but the wall has 0"),
        (ORPHANS, "tenhou", {"dora_indicators": "00p"}, "impossible tile: 2 times 0p"),
        (PINFU, NO_KAN_DORA, {"dora_indicators": "11m"}, "shows at most 1"),
        (ORPHANS, "tenhou_sanma", {"dora_indicators": "5m"}, "impossible tile: 5m is not in the wall"),
    ],
)
def test_what_the_rules_do_not_have_cannot_win(hand, ruleset, how, reason):
    found = score(hand, ruleset, **how)
    assert any(reason in text for text in found.why_not), found.why_not


@pytest.mark.parametrize(
    ("hand", "ruleset", "how"),
    [
        ("456p789p22s567s99s+9s", "tenhou_sanma", {"kita": 1, "riichi": 1}),
        ("(456p)789p22s(777z)99s+9s", Ruleset.common(3, chi=True), {}),
        (ORPHANS, "tenhou", {"seat_wind": "N"}),
        ("340067m345p2267s+8s", Ruleset(name="four red", red_fives=(2, 1, 1)), {}),
    ],
)
def test_what_the_rules_have_can(hand, ruleset, how):
    assert score(hand, ruleset, **how).why_not == ()


BOUND = "11m99p111222z678s+9p"


@pytest.mark.parametrize(
    ("hand", "bound", "why_not"),
    [
        (BOUND, {"1m": ("kokushi_musou",)}, ("no win holds 1m without kokushi_musou",)),
        (BOUND, {"1m": ("yakuhai_round_wind",), "6s": ()}, ("no win holds 6s",)),
        (BOUND, {"1m": ("honitsu",), "9p": ("yakuhai_seat_wind",)}, ("no win holds 1m without honitsu",)),
        (BOUND, {"1m": ("yakuhai_seat_wind",)}, ()),
    ],
)
def test_a_bound_tile_beside_yaku_is_told_alone(hand, bound, why_not):
    assert score(hand, Ruleset.common(4, bound_tiles=bound), seat_wind="S").why_not == why_not


def test_a_bound_tile_without_any_yaku_is_told_with_what_lacks():
    dependent = frozenset({"riichi"})
    rules = Ruleset.common(4, bound_tiles={"1m": ("riichi",)}, yaku_that_need_another=dependent)
    no_yaku = "no yaku: bonus tiles alone do not win, nor riichi"
    assert score("111m234678p78s33z+9s", rules).why_not == ("no win holds 1m without riichi", no_yaku)
    assert score("111m234678p78s33z+9s", rules, riichi=1).why_not == (no_yaku,)


def test_a_rule_set_may_be_the_path_of_a_file(tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('extends = "tenhou"\n[yakuman]\nkokushi_musou_13_wait = 2\n')
    assert score(ORPHANS, ruleset=club).yakuman == 2
    assert score(ORPHANS, ruleset=str(club)).yakuman == 2
