"""Charts of players show values, intervals and counts as the tables have them."""

from __future__ import annotations

import pyarrow as pa
import pytest

from mjlog import plots
from mjlog.plots.rates import WIND_NAMES
from mjlog.stats.compare import compare
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.stats.trends import rolling
from mjlog.warehouse import Warehouse
from tests.unit.plots.conftest import NAMES, column, words
from tests.unit.warehouse.conftest import with_column

SOME = ("win_rate", "deal_in_rate", "riichi_rate")


def of(*players: str, size: int = 4) -> Selection:
    return Selection(players=players or None, player_count=size)


def test_rates_show_value_interval_and_counts(warehouse: Warehouse) -> None:
    table = rates(warehouse, of("P"), statistics=SOME)
    axes = plots.rates(table)
    row = next(r for r in table.to_pylist() if r["statistic"] == "win_rate")
    points, _, (bars,) = axes.containers[0]
    assert points.get_xdata()[0] == pytest.approx(row["value"])
    assert bars.get_segments()[0][:, 0] == pytest.approx([row["low"], row["high"]])
    assert f"{row['numerator']:.0f} of {row['denominator']:.0f} rounds" in words(axes)
    assert axes.get_title(loc="left") == "P: rates, 4-player games, 95 % intervals"


def test_players_side_by_side_differ_in_colour_and_marker(warehouse: Warehouse) -> None:
    axes = plots.rates(rates(warehouse, of(*NAMES), statistics=SOME))
    lines = [container.lines[0] for container in axes.containers]
    assert len({line.get_color() for line in lines}) == len({line.get_marker() for line in lines}) == 4
    assert words(axes).count("rounds)") == 4


def test_ranks_show_the_number_of_games(warehouse: Warehouse) -> None:
    axes = plots.ranks(warehouse.query("ranks", people=["P"], player_count=3))
    shown = words(axes)
    assert "Final ranks, 3-player games (n = 2)" in axes.get_title(loc="left")
    assert all(f"{place}\n" in shown for place in ("1st", "2nd"))
    assert "3rd\n0 of 2\n" in shown
    assert sum(patch.get_height() for patch in axes.patches) == pytest.approx(1)


def test_groups_of_all_players_are_named(warehouse: Warehouse) -> None:
    axes = plots.rates(rates(warehouse, of(), by=("seat_wind",), statistics=["win_rate"]))
    assert [container.get_label().split(" ")[0] for container in axes.containers] == list(WIND_NAMES)
    seats = plots.rates(rates(warehouse, of(), by=("seat",), statistics=["win_rate"]))
    assert seats.containers[3].get_label().startswith("seat 3 (n = ")
    (alone,) = plots.rates(rates(warehouse, of(), by=(), statistics=["win_rate"])).containers
    assert alone.get_label().startswith("All players (n = ")


def test_means_are_no_rates(warehouse: Warehouse) -> None:
    table = rates(warehouse, of("P"), statistics=["win_rate", "avg_win_value"])
    assert words(plots.rates(table)).count(" of ") == 1


def test_too_many_players_are_refused(warehouse: Warehouse) -> None:
    table = rates(warehouse, of("P"), statistics=SOME)
    many = pa.concat_tables([with_column(table, "player", [f"P{n}"] * len(table)) for n in range(9)])
    with pytest.raises(ValueError, match="9 players"):
        plots.rates(many)


def test_a_comparison_shows_which_differences_are_no_chance(warehouse: Warehouse) -> None:
    table = compare(warehouse, of("P"), of(), statistics=["win_rate", "call_rate", "riichi_rate"])
    apart = with_column(table, "low", [0.01, -0.1, -0.2])
    axes = plots.comparison(with_column(apart, "high", [0.02, -0.01, 0.1]))
    drawn = {container.get_label(): container.lines[0].get_xdata().tolist() for container in axes.containers}
    first, second, third = column(table, "difference")
    assert drawn == {"differs": [first, second], "may be chance": [third]}
    value, against = (column(table, name)[0] for name in ("first_value", "second_value"))
    assert f"{100 * value:.1f} % against {100 * against:.1f} %, n = " in words(axes)


def test_a_ranking_begins_with_the_highest(warehouse: Warehouse) -> None:
    table = rates(warehouse, of(), statistics=["avg_win_value"])
    axes = plots.ranking(table)
    values = sorted(column(table, "value"), reverse=True)
    assert axes.containers[0].lines[0].get_xdata().tolist() == values
    together = sum(column(table, "numerator")) / sum(column(table, "denominator"))
    assert axes.lines[-1].get_xdata()[0] == pytest.approx(together)
    with pytest.raises(ValueError, match="one statistic"):
        plots.ranking(rates(warehouse, of(), statistics=SOME))


def test_of_many_players_those_are_drawn_of_whom_most_is_counted(warehouse: Warehouse) -> None:
    one = rates(warehouse, of("P"), statistics=["win_rate"])
    many = pa.concat_tables([with_column(one, "player", [f"P{n}"]) for n in range(40)])
    many = with_column(many, "denominator", [float(100 + n) for n in range(40)])
    axes = plots.ranking(many)
    shown = {label.get_text() for label in axes.get_yticklabels()}
    assert shown == {f"P{n}" for n in range(10, 40)}
    assert axes.get_xlabel() == "those 30 of 40 with most rounds"


def test_rolling_rates_have_a_band(warehouse: Warehouse) -> None:
    table = rolling(warehouse, of("P"), statistics=("win_rate", "deal_in_rate"), window=4)
    axes = plots.rolling(table)
    own = [r for r in table.to_pylist() if r["statistic"] == "win_rate"]
    assert axes.lines[0].get_ydata().tolist() == [r["value"] for r in own]
    band = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert band.min() == pytest.approx(min(r["low"] for r in own))
    assert band.max() == pytest.approx(max(r["high"] for r in own))
    assert "the last 4 games" in axes.get_title(loc="left")


def test_a_score_curve_ends_at_the_sum(warehouse: Warehouse) -> None:
    table = warehouse.table("game_course", player_count=4)
    axes = plots.score_curve(table)
    total = dict.fromkeys(column(table, "player"), 0.0)
    for row in table.to_pylist():
        total[row["player"]] += row["final_points"]
    ends = [line.get_ydata()[-1] for line in axes.lines[: len(total)]]
    assert ends == pytest.approx(list(total.values()))
    assert words(axes).count("(n = 10 games)") == 4


def test_without_rank_points_it_is_said(warehouse: Warehouse) -> None:
    table = warehouse.table("game_course", player_count=4)
    with pytest.raises(ValueError, match="no game has rank points"):
        plots.rank_point_curve(with_column(table, "rank_points", [None] * len(table)))
