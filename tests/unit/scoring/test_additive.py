"""Points that are added up, and what local rules make of han/fu hands."""

from __future__ import annotations

import numpy as np
import pytest

from mjlog.rulesets.load import load
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import STANDARD_YAKU_HAN, STANDARD_YAKUMAN
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import BONUS
from mjlog.scoring.additive import BONUS_COUNTS
from mjlog.scoring.score import ScoredHands, score_hands
from tests.unit.scoring.written_hands import batch, slugs

PINFU = "234678p23478s33z+9s"
TANKI = "234678p234789s3z+3z"
POINTS = {"menzen_tsumo": (1, 0), "pinfu": (1, 0), "karasu": (10, 5), "base_points": (2, 2), "kita": (1, 1)}


def additive(**rules) -> Ruleset:
    """A rule set of a few points."""
    given = {"yaku_points": POINTS, "yaku_that_need_another": frozenset({"karasu"})} | rules
    given |= {"score_system": "additive", "nagashi_mangan": "none"}
    return Ruleset.common(3, set_aside=("1m", "N"), **given)


def score(text: str, *rules: Ruleset, **columns) -> ScoredHands:
    """The score of a hand under each rule set."""
    rule = np.arange(len(rules))
    return score_hands(batch(*[text] * len(rules), rule=rule, **columns), RulesetTable.of(rules))


def test_points_are_the_han_and_their_value_the_base():
    scored = score(PINFU, additive(), additive(point_value=1000), is_tsumo=True)
    assert scored.han.tolist() == [14, 14]
    assert scored.base.tolist() == [1400, 14_000]
    for nothing in (scored.fu, scored.exact_fu, scored.yakuman, scored.limit):
        assert nothing.tolist() == [0, 0]


def test_one_batch_can_mix_both_systems():
    scored = score(PINFU, additive(), Ruleset.common(3, set_aside=("N",)), is_tsumo=True, kita=1)
    assert scored.han.tolist() == [5, 3]
    assert scored.fu.tolist() == [0, 20]


def test_the_dearest_points_count_whatever_a_point_is_worth():
    # Ryanpeikou with its tanyao, or seven pairs.
    points = {"ryanpeikou": (2, 0), "chiitoitsu": (3, 0), "tanyao": (1, 1)}
    for value in (1, 10_000):
        scored = score("223344p667788s2s+2s", additive(yaku_points=points, point_value=value))
        assert slugs(scored.yaku[0]) == {"chiitoitsu", "tanyao"}


def test_large_points_do_not_hide_larger_ones():
    points = {"ryanpeikou": (5_000, 0), "chiitoitsu": (4_999, 0)}
    scored = score("223344p667788s2s+2s", additive(yaku_points=points, point_value=40))
    assert (slugs(scored.yaku[0]), scored.han[0]) == ({"ryanpeikou"}, 5_000)


def test_yaku_that_need_another_do_not_win_alone():
    scored = score(TANKI, additive(), additive(yaku_that_need_another=frozenset()))
    assert scored.has_yaku.tolist() == [False, True]
    assert (scored.yaku[0], scored.han.tolist(), scored.base[0]) == (0, [0, 12], 0)


def test_yaku_that_need_another_can_be_yakuman():
    rules = Ruleset.common(
        4,
        yakuman=STANDARD_YAKUMAN | {"paarenchan": 1},
        yaku_that_need_another=frozenset({"paarenchan"}),
    )
    rows = score(TANKI, rules, honba=8, seat_wind=0), score(TANKI, rules, honba=8, seat_wind=0, is_tsumo=True)
    assert [row.yakuman.tolist() for row in rows] == [[0], [1]]
    assert slugs(rows[1].yaku[0]) == {"paarenchan"}


@pytest.mark.parametrize("apart", [3, 4])
def test_riichi_tsumo_pinfu_counts_where_it_is_more_than_its_parts(apart):
    points = {"riichi": (2, 0), "menzen_tsumo": (1, 0), "pinfu": (apart - 3, 0), "riichi_tsumo_pinfu": (4, 0)}
    scored = score(PINFU, additive(yaku_points=points), riichi=1, is_tsumo=True)
    together = {"riichi_tsumo_pinfu"} if apart == 3 else {"riichi", "menzen_tsumo", "pinfu"}
    assert (slugs(scored.yaku[0]), scored.han[0]) == (together, 4)


@pytest.mark.parametrize(("kita", "counts"), [(0, False), (1, True), (2, False)])
def test_the_minimum_is_one_yaku_of_one_and_one_set_aside_tile(kita, counts):
    scored = score(PINFU, additive(yaku_points=POINTS | {"minimum_win": (50, 0)}), kita=kita)
    assert ("minimum_win" in slugs(scored.yaku[0])) == counts


def test_the_minimum_can_be_han_and_yakuman():
    han = Ruleset.common(4, yaku_han=STANDARD_YAKU_HAN | {"minimum_win": (3, 0)})
    yakuman = Ruleset.common(4, yakuman=STANDARD_YAKUMAN | {"minimum_win": 1})
    scored = score(PINFU, han, yakuman, Ruleset.common(4), kita=1)
    assert scored.han.tolist() == [5, 13, 2]
    assert [slugs(mask) for mask in scored.yaku] == [{"pinfu", "minimum_win"}, {"minimum_win"}, {"pinfu"}]


def test_bound_tiles_need_one_of_their_yaku():
    bound = {"1m": ("kokushi_musou",), "9m": ("kokushi_musou",), "5m": ()}
    rules = Ruleset.common(4, bound_tiles=bound)
    kokushi = "9m19p19s11234567z+1m"
    for text, wins in (("111m234678p78s33z+9s", False), ("555m234678p78s33z+9s", False), (kokushi, True)):
        scored = score(text, rules, Ruleset.common(4), riichi=1)
        assert scored.has_yaku.tolist() == [wins, True]
        assert scored.is_complete.all()
        assert (scored.yaku[0] != 0) == wins


def test_a_larger_form_of_the_yaku_binds_too():
    rules = Ruleset.common(4, bound_tiles={"1m": ("kokushi_musou",)})
    assert slugs(score("19m19p19s1234567z+1z", rules).yaku[0]) == {"kokushi_musou_13_wait"}


def test_gathered_tiles_win_without_a_hand_but_not_without_the_tiles():
    rules = additive(
        yaku_points=POINTS | {"eight_reds": (100, 100), "honitsu": (10, 5)},
        gathered_yaku=frozenset({"eight_reds"}),
    )
    scored = score("0000p1239p0000s9s", rules, is_gathered=True, is_tsumo=True, win_kind=255, aka=8)
    assert (slugs(scored.yaku[0]), scored.han[0], scored.is_complete[0]) == ({"eight_reds"}, 102, True)
    scored = score("0000p1239p0000s9s", rules, is_gathered=True, is_tsumo=True, win_kind=255, aka=7)
    assert (scored.yaku[0], scored.is_complete[0], scored.has_yaku[0]) == (0, False, False)


def test_gathered_tiles_of_a_complete_hand_add_to_its_yaku():
    rules = additive(yaku_points=POINTS | {"eight_reds": (100, 100)}, gathered_yaku=frozenset({"eight_reds"}))
    scored = score("0000p46p000034s9s+9s", rules, is_gathered=True, is_tsumo=True, aka=8, kita=1)
    assert slugs(scored.yaku[0]) == {"eight_reds", "menzen_tsumo"}


def test_gathered_kans_are_a_yakuman_of_han_rules():
    rules = Ruleset.common(4, gathered_yaku=frozenset({"suukantsu"}))
    kans = "9s[2222p][8888s][3333z](4444z)"
    scored = score(kans, rules, is_gathered=True, is_tsumo=True, win_kind=255)
    assert (slugs(scored.yaku[0]), scored.base[0]) == ({"suukantsu"}, 8000)
    assert not score(kans, rules, is_tsumo=True).is_complete[0]


def test_quads_count_as_pairs_where_they_have_a_worth():
    quads = "1111p2288s11334z+4z"
    han = Ruleset.common(4, yaku_han=STANDARD_YAKU_HAN | {"chiitoitsu_one_quad": (4, 0)})
    two = Ruleset.common(4, yakuman=STANDARD_YAKUMAN | {"chiitoitsu_two_quads": 1})
    scored = score(quads, han, two, Ruleset.common(4))
    assert [slugs(mask) for mask in scored.yaku] == [{"chiitoitsu_one_quad"}, {"chiitoitsu"}, set()]
    assert (scored.han.tolist(), scored.fu.tolist()) == ([4, 2, 0], [25, 25, 0])


def test_every_bonus_is_counted():
    hands = batch("678p9s(2222p)[5555z][6666z]+9s", dora=1, aka=2, ura=3, kita=4, seat_wind=0)
    counts = {slug: count(hands).tolist() for slug, count in BONUS_COUNTS.items()}
    assert counts == {
        "dora": [1],
        "aka_dora": [2],
        "ura_dora": [3],
        "kita": [4],
        "base_points": [1],
        "dealer_win": [1],
        "open_kan": [1],
        "closed_kan": [2],
    }
    assert tuple(BONUS_COUNTS) == BONUS


def test_yakuman_and_ordinary_yaku_add_up():
    scored = score("1122555666777z+1z", load("toutenkou"), is_tsumo=True, kita=2)
    assert {"suuankou", "toitoi", "daisangen", "tsuuiisou"} <= slugs(scored.yaku[0])
    assert "honroutou" not in slugs(scored.yaku[0])
