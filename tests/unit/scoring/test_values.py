from __future__ import annotations

import numpy as np
import pytest

from mjlog.rulesets.standard import STANDARD_YAKU_HAN, STANDARD_YAKUMAN
from mjlog.schema import BONUS
from mjlog.scoring.flags import find
from mjlog.scoring.values import YakuValues
from tests.unit.scoring.written_hands import table

CLOSED, OPEN = np.array([0]), np.array([1])


def flags_of(*slugs: str):
    return find(dict.fromkeys(slugs, lambda rows: np.ones(len(rows), dtype=np.bool_)), [0])


@pytest.mark.parametrize(("case", "han"), [(CLOSED, 1 + 2 + 3), (OPEN, 0 + 1 + 2)])
def test_han_depend_on_openness(case, han):
    flags = flags_of("pinfu", "sanshoku_doujun", "honitsu")
    assert YakuValues.of(table()).han_of(flags, case).tolist() == [han]


def test_yakuman_have_no_han_and_ordinary_yaku_no_multiple():
    values = YakuValues.of(table())
    assert values.han_of(flags_of("tenhou", "daisangen"), CLOSED).tolist() == [0]
    assert values.yakuman_of(flags_of("pinfu", "chinitsu"), CLOSED).tolist() == [0]


@pytest.mark.parametrize(("stacking", "multiple"), [(True, 4), (False, 2)])
def test_multiples_add_up_across_bytes_or_the_highest_counts(stacking, multiple):
    rules = table(yakuman={**STANDARD_YAKUMAN, "daisuushii": 2}, yakuman_stacking=stacking)
    flags = flags_of("tenhou", "daisuushii", "tsuuiisou")
    assert YakuValues.of(rules).yakuman_of(flags, CLOSED).tolist() == [multiple]


@pytest.mark.parametrize(
    ("rules", "slug", "case", "counts"),
    [
        ({}, "tanyao", OPEN, True),
        ({"open_tanyao": False}, "tanyao", OPEN, False),
        ({"open_tanyao": False}, "tanyao", CLOSED, True),
        ({"ippatsu": False}, "ippatsu", CLOSED, False),
        ({}, "pinfu", OPEN, False),
        ({}, "renhou", CLOSED, False),
        ({"renhou_limit": "mangan"}, "renhou", CLOSED, True),
        ({"renhou_limit": "yakuman"}, "renhou", CLOSED, True),
        ({"renhou_limit": "yakuman"}, "renhou", OPEN, False),
        ({}, "daisangen", OPEN, True),
    ],
)
def test_what_counts(rules, slug, case, counts):
    values = YakuValues.of(table(**rules))
    assert (values.counted[:, case] & flags_of(slug)).any() == counts


@pytest.mark.parametrize(("limit", "multiple"), [("none", 0), ("mangan", 0), ("yakuman", 1)])
def test_renhou_can_be_a_yakuman(limit, multiple):
    values = YakuValues.of(table(renhou_limit=limit))
    assert values.yakuman_of(flags_of("renhou"), CLOSED).tolist() == [multiple]


def test_only_yaku_of_some_worth_are_asked_for():
    values = YakuValues.of(table())
    predicates = dict.fromkeys(("pinfu", "renhou", "sanrenkou", "karasu", "suukantsu"), None)
    assert set(values.asked(predicates)) == {"pinfu", "suukantsu"}
    local = YakuValues.of(table(yaku_han={**STANDARD_YAKU_HAN, "sanrenkou": (2, 2)}, renhou_limit="mangan"))
    assert set(local.asked(predicates)) == {"pinfu", "suukantsu", "renhou", "sanrenkou"}


def test_local_yaku_can_have_han_or_be_yakuman_and_ordinary_ones_yakuman():
    rules = table(
        yaku_han={**STANDARD_YAKU_HAN, "sanrenkou": (2, 1)},
        yakuman={**STANDARD_YAKUMAN, "daisharin": 1, "sankantsu": 2},
    )
    values = YakuValues.of(rules)
    flags = flags_of("sanrenkou", "daisharin", "sankantsu")
    assert values.han_of(flags, OPEN).tolist() == [1]
    assert values.yakuman_of(flags, CLOSED).tolist() == [3]


def test_pairs_that_cannot_meet_are_not_looked_for():
    values = YakuValues.of(table())
    assert ("ryanpeikou", "iipeikou") in values.replaced
    # A yakuman leaves no honroutou, and no local yaku counts.
    assert not {("tsuuiisou", "honroutou"), ("suurenkou", "sanrenkou")} & set(values.replaced)
    assert ("tsuuiisou", "honroutou") in YakuValues.of(POINTS).replaced


POINTS = table(
    score_system="additive",
    nagashi_mangan="none",
    yaku_points={"honroutou": (35, 20), "tsuuiisou": (100, 100), "dora": (3, 2), "closed_kan": (2, 1)},
)


def test_points_stand_where_han_stand():
    values = YakuValues.of(POINTS)
    flags = flags_of("honroutou", "tsuuiisou", "pinfu")
    assert [values.han_of(flags, case).tolist() for case in (CLOSED, OPEN)] == [[135], [120]]
    assert values.yakuman_of(flags, CLOSED).tolist() == [0]
    assert values.is_additive.all()


def test_bonuses_are_han_of_bonus_tiles_or_points():
    assert [BONUS[row] for row in YakuValues.of(table()).bonuses] == ["dora", "aka_dora", "ura_dora", "kita"]
    values = YakuValues.of(POINTS)
    assert {BONUS[row]: values.bonus[row].tolist() for row in values.bonuses} == {
        "dora": [3, 2],
        "closed_kan": [2, 1],
    }
