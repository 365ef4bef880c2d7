"""Danger in real games is what published tables of many more games say."""

from __future__ import annotations

import tomllib
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any, Final

import pytest

from mjlog.stats import danger
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

pytestmark = pytest.mark.corpus

YONMA: Final = Selection(player_count=4)
Z: Final = 2.5758293035489
"""Of 99 %."""

# Of all kinds of a class against a riichi, the share waited for, in percent: every game of the Houou
# room of 2019 (blog.kobalab.net, 16 January 2021).
WAITS: Final = {
    ("honour", "all"): 1.76,
    ("honour", "visible_0"): 4.29,
    ("honour", "visible_1"): 2.11,
    ("honour", "visible_2"): 0.28,
    ("honour", "visible_3"): 0.01,
    ("honour", "visible_4"): 0.0,
    ("19", "all"): 6.09,
    ("19", "no_suji"): 6.65,
    ("19", "suji"): 2.02,
    ("28", "all"): 7.20,
    ("28", "no_suji"): 7.72,
    ("28", "suji"): 3.50,
    ("37", "all"): 7.94,
    ("37", "no_suji"): 8.42,
    ("37", "suji"): 4.62,
    ("456", "all"): 9.56,
    ("456", "no_suji"): 11.56,
    ("456", "half_suji"): 7.10,
    ("456", "suji"): 2.81,
}
# Parts of them by shape, of the same games.
SHAPES: Final = {
    ("honour", "tanki"): 0.56,
    ("honour", "shanpon"): 1.20,
    ("19", "tanki"): 0.47,
    ("19", "shanpon"): 1.01,
    ("19", "ryanmen"): 4.61,
}
# Kinds that are genbutsu, and that are not, of the same games.
GENBUTSU: Final = {
    "honour": (3_545_517, 5_556_695),
    "19": (2_391_204, 5_410_692),
    "28": (1_755_051, 6_046_845),
    "37": (1_255_980, 6_545_916),
    "456": (1_528_714, 10_174_130),
}
# Deal-in rates against riichi by class, of turns 1 to 19.
BY_TURN: Final = {
    name: [rate / 100 for rate in rates]
    for name, rates in tomllib.loads(
        (Path(__file__).parent / "deal_in_rates_by_turn.toml").read_text("utf-8")
    ).items()
}
# Deal-in rates against riichi from the least dangerous on, of 7,670 games of Tenhou's best room (gimite.net).
BY_GROUP: Final = (
    ("honour", "visible_3"),
    ("honour", "visible_2"),
    ("honour", "visible_1"),
    ("suji", "after"),
    ("suji", "declaration"),
    ("chance", "one_chance"),
    ("no_suji", "28"),
    ("no_suji", "37"),
    ("no_suji", "456"),
)
# How often a riichi of turns 6 to 10 wins on one kind, in percent by its unseen copies, from 1 (the same
# calculators, from a book of 2016).
OUTCOMES: Final = {
    "no_suji_28": (19.2, 31.7, 38.2, 42.0),
    "no_suji_37": (14.8, 25.5, 32.0, 36.8),
    "no_suji_456": (11.8, 20.3, 26.7, 31.0),
    "half_suji_456": (12.9, 24.7, 30.9, 35.4),
    "suji_28": (24.9, 42.7, 51.2, 56.5),
    "suji_37": (17.2, 33.1, 43.5, 48.9),
    "honour_tanki": (47.5, 58.0, 49.5),
}


def interval(successes: float, trials: int) -> tuple[float, float]:
    """Wilson's 99 % interval."""
    middle = (successes + Z * Z / 2) / (trials + Z * Z)
    width = Z / (trials + Z * Z) * sqrt(successes * (trials - successes) / trials + Z * Z / 4)
    return max(0.0, middle - width - 1e-12), middle + width + 1e-12


def rows(houou: Warehouse, name: str) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = danger.table(houou, name, YONMA).to_pylist()
    return made


def test_every_class_is_waited_for_as_often_as_in_the_published_table(houou: Warehouse) -> None:
    counted = {(r["rank_group"], r["standing"]): r for r in rows(houou, "waits_by_class")}
    assert counted.keys() == WAITS.keys()
    outside = {}
    for key, published in WAITS.items():
        low, high = interval(counted[key]["wait_kinds"], counted[key]["kinds"])
        if not low <= published / 100 <= high:
            outside[key] = (published, counted[key]["wait_rate"])
    assert not outside


def test_shapes_of_waits_are_those_of_the_published_table(houou: Warehouse) -> None:
    """Where hands can be read in two ways, the published share may be of either."""
    either = houou.query(
        """select c.rank_group, s.shape, count(*) filter (where s.may_be) as may_be
        from riichi_waits as w
        inner join games as g using (game_id)
        inner join riichi_class_totals as c using (game_id, round_index, seat, tile_class)
        cross join lateral (select unnest([
            {'shape': 'tanki', 'may_be': w.is_tanki}, {'shape': 'shanpon', 'may_be': w.is_shanpon},
            {'shape': 'ryanmen', 'may_be': w.is_ryanmen}
        ], recursive := true)) as s
        where g.player_count = 4 and (c.visible is null or c.visible = w.visible)
        group by all"""
    ).to_pylist()
    may_be = {(r["rank_group"], r["shape"]): r["may_be"] for r in either}
    counted = {r["rank_group"]: r for r in rows(houou, "waits_by_class") if r["standing"] == "all"}
    for (group, shape), published in SHAPES.items():
        kinds = counted[group]["kinds"]
        low, _ = interval(round(counted[group][f"{shape}_rate"] * kinds), kinds)
        _, high = interval(may_be[group, shape], kinds)
        assert low <= published / 100 <= high, (group, shape)


def test_as_many_kinds_are_genbutsu_as_in_the_published_table(houou: Warehouse) -> None:
    counted = houou.query(
        """select rank_group, sum(kinds) filter (where tile_class = 'genbutsu') / sum(kinds) as share
        from riichi_class_totals inner join games using (game_id)
        where player_count = 4 group by rank_group"""
    ).to_pylist()
    for row in counted:
        safe, other = GENBUTSU[row["rank_group"]]
        assert row["share"] == pytest.approx(safe / (safe + other), rel=0.03), row


def test_tiles_that_nobody_chooses_deal_in_as_often_as_in_the_published_table_by_turn(
    houou: Warehouse,
) -> None:
    """Players in riichi discard what they draw."""
    counted = houou.query(
        """select danger_class, least(turn, 19) as turn, count(*) as discards,
            count(*) filter (where did_deal_in) as deal_ins
        from player_threats
        where player_count = 4 and threat = 'riichi' and is_in_riichi group by all"""
    ).to_pylist()
    compared = [r for r in counted if r["danger_class"] in BY_TURN]
    deal_ins = sum(r["deal_ins"] for r in compared)
    published = sum(r["discards"] * BY_TURN[r["danger_class"]][r["turn"] - 1] for r in compared)
    assert published > 300
    assert abs(deal_ins - published) < Z * sqrt(published)


def test_chosen_tiles_deal_in_less_but_in_the_order_of_the_published_table(houou: Warehouse) -> None:
    """Players see walls, and what their opponents discarded: they choose the safer ones of a class."""
    deal_ins: Counter[str] = Counter()
    published: Counter[str] = Counter()
    for row in rows(houou, "deal_ins_by_class_and_turn"):
        if row["threat"] == "riichi" and row["danger_class"] in BY_TURN:
            deal_ins[row["danger_class"]] += row["deal_ins"]
            published[row["danger_class"]] += row["discards"] * BY_TURN[row["danger_class"]][row["turn"] - 1]
    assert deal_ins.keys() == BY_TURN.keys()
    ratio = deal_ins.total() / published.total()
    assert 0.7 < ratio < 0.95
    for name, expected in published.items():
        width = Z * sqrt(ratio * expected) + 0.15 * ratio * expected + 3
        assert abs(deal_ins[name] - ratio * expected) < width, name


def test_groups_stand_in_the_published_order(houou: Warehouse) -> None:
    counted = {(r["grouping"], r["group"]): r for r in rows(houou, "deal_ins_by_group")}
    rates = [counted[name]["deal_in_rate"] for name in BY_GROUP]
    assert rates == sorted(rates)
    for less, more in (
        (("chance", "no_chance"), ("chance", "one_chance")),
        (("chance", "one_chance"), ("chance", "open")),
        (("outside", "early"), ("outside", "no")),
        (("outside", "before_riichi"), ("outside", "no")),
        (("ura_suji", "early"), ("ura_suji", "later")),
        (("aida_yonken", "no"), ("aida_yonken", "yes")),
        (("dora", "no"), ("dora", "beside_dora")),
        (("live_suji", "15_to_18"), ("live_suji", "01_to_05")),
    ):
        assert counted[less]["high"] < counted[more]["high"], (less, more)
        assert counted[less]["low"] < counted[more]["low"], (less, more)


def test_deal_in_rates_grow_with_the_turn(houou: Warehouse) -> None:
    """As in the published table, where every class but suji doubles from turn 6 to turn 16."""
    counted = [
        r for r in rows(houou, "deal_ins_by_class_and_turn") if r["danger_class"].startswith("no_suji")
    ]
    for threat in ("riichi", "open"):
        early, late = (
            [r for r in counted if r["threat"] == threat and first <= r["turn"] <= last]
            for first, last in ((4, 8), (13, 17))
        )
        assert _rate(late) > 1.4 * _rate(early), threat


def _rate(some: list[dict[str, Any]]) -> float:
    return sum(r["deal_ins"] for r in some) / sum(r["discards"] for r in some)


def test_riichi_win_on_one_kind_as_often_as_published(houou: Warehouse) -> None:
    counted = {
        (r["wait_class"], r["unseen"]): r for r in rows(houou, "wait_outcomes") if r["turns"] == "6_to_10"
    }
    compared = 0
    for name, rates in OUTCOMES.items():
        for unseen, published in enumerate(rates, 1):
            row = counted.get((name, unseen))
            if row and row["single_waits"] >= 20:
                low, high = interval(row["single_wins"], row["single_waits"])
                assert low <= published / 100 <= high, (name, unseen)
                compared += 1
    assert compared >= 12


def test_genbutsu_never_deal_in(houou: Warehouse) -> None:
    answer = houou.query(
        "select count(*) as n, count(*) filter (where did_deal_in or would_deal_in) as hits "
        "from discard_threats where tile_class = 'genbutsu'"
    ).to_pylist()
    assert answer[0]["n"] > 80_000
    assert answer[0]["hits"] == 0


def test_players_together_deal_in_as_often_as_an_expectation_fitted_on_them_says(houou: Warehouse) -> None:
    expectation = danger.fit(houou)
    for row in danger.against_expectation(houou, expectation, by=("threat",)).to_pylist():
        assert row["expected"] == pytest.approx(row["deal_ins"], rel=0.02)
        assert row["low"] < 0 < row["high"]


def test_half_of_the_games_foretells_the_other(houou: Warehouse) -> None:
    """Expected deal-ins of games that it was not fitted on come out within chance, class by class."""
    (middle,) = houou.query("select quantile_disc(started_at, 0.5) as day from games").to_pylist()
    before, after = (
        Selection(player_count=4, until=middle["day"]),
        Selection(player_count=4, since=middle["day"]),
    )
    expectation = danger.fit(houou, before)
    (whole,) = danger.against_expectation(houou, expectation, after, by=()).to_pylist()
    assert whole["low"] < 0 < whole["high"]
    classes = danger.against_expectation(houou, expectation, after, by=("threat", "danger_class")).to_pylist()
    judged = [r for r in classes if r["expected"] >= 5]
    # The rates are as uncertain as the deal-ins: the difference of two halves spreads by the root of two.
    outside = [r for r in judged if abs(r["excess_per_1000"]) > sqrt(2) * (r["high"] - r["excess_per_1000"])]
    assert len(judged) > 20
    assert len(outside) <= 0.1 * len(judged)
