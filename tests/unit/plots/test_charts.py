"""What holds for every chart: it fits, nothing lies on anything, and what cannot be drawn is told."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from inspect import signature

import pyarrow as pa
import pytest
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

from mjlog import plots
from mjlog.stats import danger
from mjlog.stats.causes import points_by_cause
from mjlog.stats.compare import compare
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.stats.trends import rolling
from mjlog.warehouse import Warehouse
from tests.unit.plots.conftest import NAMES, overlapping, words

SOME = ("win_rate", "tsumo_win_share", "deal_in_rate", "riichi_rate", "call_rate", "draw_tenpai_rate")


@dataclass(frozen=True)
class Case:
    """A chart, and how to get a table for it; of both numbers of players when none is given."""

    chart: Callable[..., Axes]
    table: Callable[[Warehouse, int | None], pa.Table]
    counts: str = "n = "
    """What shows how much is counted."""


def named(statement: str) -> Callable[[Warehouse, int | None], pa.Table]:
    return lambda warehouse, size: warehouse.table(statement, player_count=size)


def of(size: int | None, *players: str) -> Selection:
    return Selection(player_count=size, players=players or None)


def compared(warehouse: Warehouse, size: int | None) -> pa.Table:
    return compare(warehouse, of(size, "P"), of(size), statistics=SOME)


def expected(warehouse: Warehouse, size: int | None) -> pa.Table:
    return danger.against_expectation(warehouse, danger.fit(warehouse), of(size), by=("player",))


CASES = {
    "rates": Case(plots.rates, lambda w, size: rates(w, of(size, "P"), statistics=SOME), " of "),
    "rates of all": Case(plots.rates, lambda w, size: rates(w, of(size), statistics=SOME)),
    "comparison": Case(plots.comparison, compared),
    "ranking": Case(plots.ranking, lambda w, size: rates(w, of(size), statistics=["win_rate"])),
    "rolling": Case(
        plots.rolling,
        lambda w, size: rolling(w, of(size, "P"), statistics=("win_rate", "deal_in_rate"), window=2),
    ),
    "ranks": Case(plots.ranks, named("ranks")),
    "score_curve": Case(plots.score_curve, named("game_course")),
    "rank_point_curve": Case(
        plots.rank_point_curve,
        lambda w, size: with_rank_points(w.table("game_course", player_count=size)),
    ),
    "value_distribution": Case(plots.value_distribution, named("value_distribution")),
    "points_by_cause": Case(plots.points_by_cause, lambda w, size: points_by_cause(w, of(size), by=())),
    "yaku_frequencies": Case(plots.yaku_frequencies, named("yaku_frequencies")),
    "deal_ins_by_turn": Case(plots.deal_ins_by_turn, named("deal_ins_by_turn")),
    "progress_by_turn": Case(plots.progress_by_turn, named("progress_by_turn")),
    "riichi_by_turn": Case(plots.riichi_by_turn, named("riichi_by_group")),
    "shanten_by_turn": Case(plots.shanten_by_turn, named("shanten_by_turn")),
    "danger_map": Case(plots.danger_map, named("deal_ins_by_class_and_turn")),
    "danger_classes": Case(plots.danger_classes, named("deal_ins_by_class")),
    "waits_by_class": Case(plots.waits_by_class, named("waits_by_class"), " of "),
    "wait_outcomes": Case(plots.wait_outcomes, named("wait_outcomes")),
    "excess": Case(plots.excess, expected),
    "push_or_fold": Case(plots.push_or_fold, named("push_or_fold")),
}
OTHERS = {"audit_overview", "game_scores", "round_course"}
"""Charts of no statistics; `test_play` has their tests."""
each = pytest.mark.parametrize("name", CASES)


@cache
def table_of(warehouse: Warehouse, name: str, size: int | None) -> pa.Table:
    return CASES[name].table(warehouse, size)


def with_rank_points(table: pa.Table) -> pa.Table:
    """As if a table of rank points fitted the games."""
    at = table.column_names.index("rank_points")
    return table.set_column(
        at, "rank_points", pa.array([90 - 45 * r for r in table["final_rank"].to_pylist()])
    )


@each
def test_it_counts_and_nothing_lies_on_anything_or_is_cut_off(warehouse: Warehouse, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        axes = CASES[name].chart(table_of(warehouse, name, 4))
        shown = words(axes)
    assert CASES[name].counts in shown
    assert not overlapping(axes)
    assert "\x1b" not in shown
    assert "nan" not in shown.split()
    page, needed = axes.figure.bbox.padded(2), axes.get_tightbbox()
    assert page.x0 <= needed.x0
    assert page.y0 <= needed.y0
    assert needed.x1 <= page.x1
    assert needed.y1 <= page.y1


@each
def test_it_can_share_a_figure(warehouse: Warehouse, name: str) -> None:
    _, (left, right) = plt.subplots(1, 2, layout="constrained")
    assert CASES[name].chart(table_of(warehouse, name, 4), ax=right) is right
    assert not left.get_title()
    assert len(right.figure.axes) == 2


@each
def test_tables_of_three_and_four_are_refused(warehouse: Warehouse, name: str) -> None:
    with pytest.raises(ValueError, match="three and of four"):
        CASES[name].chart(table_of(warehouse, name, None))


@each
def test_an_empty_table_is_told(warehouse: Warehouse, name: str) -> None:
    with pytest.raises(ValueError, match="empty"):
        CASES[name].chart(table_of(warehouse, name, 4).slice(0, 0))


@each
def test_another_table_is_told(warehouse: Warehouse, name: str) -> None:
    with pytest.raises(ValueError, match=r"draws a column '[a-z0-9_]+', which the table does not have"):
        CASES[name].chart(pa.table({"player_count": [4]}))


def filled(table: pa.Table, names: tuple[str, ...], value: float | None) -> pa.Table:
    """A table with one value in all rows of some columns, of those that it has."""
    for at, field in enumerate(table.schema):
        if field.name in names:
            table = table.set_column(at, field, pa.array([value] * len(table), field.type))
    return table


@each
def test_what_a_row_is_of_must_stand_in_it(warehouse: Warehouse, name: str) -> None:
    """Nothing else than a `ValueError` says so, or the column makes no difference."""
    table = table_of(warehouse, name, 4)
    for column in (f.name for f in table.schema if not pa.types.is_floating(f.type)):
        with suppress(ValueError):
            CASES[name].chart(filled(table, (column,), None))
        plt.close("all")


@each
def test_a_table_of_one_row_is_drawn_or_said_to_hold_nothing(warehouse: Warehouse, name: str) -> None:
    with suppress(ValueError):
        CASES[name].chart(table_of(warehouse, name, 4).slice(0, 1))


@each
def test_a_missing_column_is_told(warehouse: Warehouse, name: str) -> None:
    table = table_of(warehouse, name, 4)
    for column in table.column_names:
        with suppress(ValueError):
            CASES[name].chart(table.drop_columns([column]))
        plt.close("all")


def test_the_column_with_nothing_in_it_is_named(warehouse: Warehouse) -> None:
    table = table_of(warehouse, "deal_ins_by_turn", 4)
    with pytest.raises(ValueError, match="a column 'turn', in which rows of the table have nothing"):
        plots.deal_ins_by_turn(filled(table, ("turn",), None))


@each
@pytest.mark.parametrize("value", [None, float("nan"), float("inf")])
def test_what_has_no_interval_is_drawn_without(warehouse: Warehouse, name: str, value: float | None) -> None:
    table = table_of(warehouse, name, 4)
    CASES[name].chart(filled(table, ("low", "high"), value))


@pytest.mark.parametrize("name", ["comparison", "deal_ins_by_turn", "value_distribution"])
def test_the_number_of_players_may_be_missing(warehouse: Warehouse, name: str) -> None:
    table = table_of(warehouse, name, 4).drop_columns(["player_count"])
    assert ", games" in words(CASES[name].chart(table))


def test_rates_that_are_the_same_in_every_game_have_points_only(warehouse: Warehouse) -> None:
    same = ("rank_1_rate", "rank_2_rate")
    axes = plots.rates(rates(warehouse, of(4), statistics=same, by=()))
    assert axes.get_xlim()[1] > 0.25
    both = compare(warehouse, of(4), Selection(player_count=4, seats=(0, 1, 2, 3)), statistics=same)
    assert both["low"].null_count == 2
    assert "First" in words(plots.comparison(both))


@each
def test_every_chart_is_in_the_package(name: str) -> None:
    assert CASES[name].chart.__name__ in plots.__all__


def test_every_chart_of_the_package_is_tested() -> None:
    no_charts = {"COLOURS", "LAST_TURN", "LINES", "MAIN_RATES", "MARKERS", "drawable"}
    tested = {case.chart.__name__ for case in CASES.values()} | OTHERS
    assert set(plots.__all__) - no_charts == tested


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if "who" in signature(case.chart).parameters]
)
def test_a_title_says_whose_numbers_they_are_and_what_they_are_held_against(
    warehouse: Warehouse, name: str
) -> None:
    said = {word: NAMES[1] for word in ("who", "baseline") if word in signature(CASES[name].chart).parameters}
    axes = CASES[name].chart(table_of(warehouse, name, 4), **said)
    shown = words(axes)
    is_of_players = name == "excess"  # each row names its own
    assert f"{NAMES[1]}:" in shown or is_of_players
    assert f"against {NAMES[1]}" in shown or "baseline" not in said
    assert not overlapping(axes)


def test_charts_of_what_names_no_player_can_be_told_whose_it_is() -> None:
    named = {"rates", "ranking", "rolling", "score_curve", "rank_point_curve"}
    can = {c.chart.__name__ for c in CASES.values() if "who" in signature(c.chart).parameters}
    assert can == {case.chart.__name__ for case in CASES.values()} - named


@pytest.mark.parametrize("who", NAMES, ids=range(len(NAMES)))
def test_any_name_can_be_drawn(warehouse: Warehouse, who: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        axes = plots.rates(rates(warehouse, of(4, who), statistics=SOME))
        shown = words(axes)
    assert axes.get_tightbbox().x1 <= axes.figure.bbox.x1 + 2
    assert plots.drawable(who) in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown
