from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import STANDARD_YAKU_HAN, STANDARD_YAKUMAN
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import LIMITS, YAKU_BIT
from mjlog.scoring import score as module
from mjlog.scoring.readings import Wait
from mjlog.scoring.score import ScoredHands, score_hands
from tests.unit.scoring.written_hands import batch, slugs, table

PINFU = "234567m345p2267s+8s"


def test_all_columns_of_an_ordinary_hand():
    scored = score_hands(batch(PINFU, riichi=1, dora=1, aka=1, ura=2), table())
    assert slugs(scored.yaku[0]) == {"riichi", "pinfu", "tanyao"}
    assert (scored.han[0], scored.fu[0], scored.exact_fu[0], scored.yakuman[0]) == (7, 30, 30, 0)
    assert (LIMITS[scored.limit[0]], scored.base[0]) == ("haneman", 3000)
    assert scored.is_complete[0]
    assert scored.has_yaku[0]
    assert scored.reading.wait.tolist() == [Wait.RYANMEN]


def test_all_columns_of_a_yakuman():
    scored = score_hands(batch("19m19p19s1234567z+5z", riichi=1, dora=4), table())
    assert slugs(scored.yaku[0]) == {"kokushi_musou_13_wait"}
    assert (scored.han[0], scored.fu[0], scored.yakuman[0]) == (13, 0, 1)
    assert (LIMITS[scored.limit[0]], scored.base[0]) == ("yakuman", 8000)


def test_hand_without_yaku_is_complete_but_worth_nothing():
    scored = score_hands(batch("111123m456p6789s+9s", dora=5), table())
    assert (scored.is_complete[0], scored.has_yaku[0]) == (True, False)
    assert (scored.yaku[0], scored.han[0], scored.base[0], scored.limit[0]) == (0, 0, 0, 0)


def test_hands_that_are_not_complete_stay_in_their_rows():
    scored = score_hands(batch("123456m234p5688s+8s", PINFU, "1111m2233p4455s6z+6z"), table())
    assert scored.is_complete.tolist() == [False, True, False]
    assert scored.base.tolist() == [0, 480, 0]
    assert scored.reading.runs.astype(bool).tolist() == [False, True, False]


def test_every_hand_is_scored_under_its_own_rules():
    rules = RulesetTable.of([Ruleset(name="a"), Ruleset(name="b", open_tanyao=False)])
    scored = score_hands(batch(*["567p2346788s(234m)+5s"] * 3, rule=[0, 1, 0]), rules)
    assert scored.has_yaku.tolist() == [True, False, True]


def test_chunks_change_nothing(monkeypatch):
    hands = batch(*[PINFU, "123456m234p5688s+8s", "1122334455667z+7z"] * 5)
    whole = score_hands(hands, table())
    monkeypatch.setattr(module, "_CHUNK", 4)
    parts = score_hands(hands, table())
    for f in fields(ScoredHands):
        if f.name != "reading":
            np.testing.assert_array_equal(getattr(parts, f.name), getattr(whole, f.name))
    np.testing.assert_array_equal(parts.reading.wait, whole.reading.wait)


@pytest.mark.parametrize(
    ("text", "larger", "smaller"),
    [
        ("223344m556677p8s+8s", "ryanpeikou", "iipeikou"),
        ("123789m99p12p(111s)+3p", "junchan", "chanta"),
        ("19m19p19s1234567z+5z", "kokushi_musou_13_wait", "kokushi_musou"),
        ("222444m666p888s7s+7s", "suuankou_tanki", "suuankou"),
        ("1112345678999m+5m", "junsei_chuuren_poutou", "chuuren_poutou"),
    ],
)
def test_larger_form_replaces_the_smaller(text, larger, smaller):
    assert slugs(score_hands(batch(text), table()).yaku[0]) & {larger, smaller} == {larger}


def test_double_riichi_replaces_riichi():
    assert "riichi" not in slugs(score_hands(batch(PINFU, riichi=2), table()).yaku[0])


def test_smaller_form_counts_where_the_rules_lack_the_larger():
    han = {**STANDARD_YAKU_HAN, "ryanpeikou": (0, 0), "chiitoitsu": (0, 0)}
    scored = score_hands(batch("223344m556677p8s+8s"), table(yaku_han=han))
    assert "iipeikou" in slugs(scored.yaku[0])
    multiples = {**STANDARD_YAKUMAN, "suuankou_tanki": 0}
    scored = score_hands(batch("222444m666p888s7s+7s"), table(yakuman=multiples))
    assert slugs(scored.yaku[0]) == {"suuankou"}


def test_yakuman_that_does_not_count_leaves_the_ordinary_yaku():
    scored = score_hands(
        batch("2233444s(666s)(888s)+4s"), table(yakuman={**STANDARD_YAKUMAN, "ryuuiisou": 0})
    )
    assert slugs(scored.yaku[0]) == {"tanyao", "chinitsu"}


def test_dearest_reading_counts():
    rules = table(yaku_han={**STANDARD_YAKU_HAN, "chiitoitsu": (9, 0)})
    scored = score_hands(batch("223344m556677p8s+8s"), rules)
    assert slugs(scored.yaku[0]) == {"tanyao", "chiitoitsu"}


def test_yakuman_beats_thirteen_ordinary_han_of_the_same_value():
    hands = batch("111222333p5577z+7z", is_tsumo=True, riichi=1, ippatsu=True, dora=9)
    scored = score_hands(hands, table())
    assert slugs(scored.yaku[0]) == {"suuankou"}


@pytest.mark.parametrize(("stacking", "multiple"), [(True, 3), (False, 2)])
def test_several_yakuman_add_up_or_the_highest_counts(stacking, multiple):
    rules = table(yakuman={**STANDARD_YAKUMAN, "daisuushii": 2}, yakuman_stacking=stacking)
    scored = score_hands(batch("66z(111z)(222z)(333z)44z+4z"), rules)
    assert slugs(scored.yaku[0]) == {"daisuushii", "tsuuiisou"}
    assert (scored.yakuman[0], scored.han[0], scored.base[0]) == (multiple, 13 * multiple, 8000 * multiple)


def test_bonus_tiles_are_in_the_han_but_not_in_the_mask():
    scored = score_hands(batch(PINFU, dora=1, aka=1, kita=2), table())
    assert scored.han[0] == 6
    assert int(scored.yaku[0]) >> YAKU_BIT["dora"] == 0
