"""Two selections side by side, places in the population, the bootstrap, and ``mjlog.stats``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mjlog
import mjlog.stats.compare as compare_module
from mjlog.simulate import simulate
from mjlog.stats.ask import RejectWarning
from mjlog.stats.bootstrap import interval, resampled
from mjlog.stats.compare import compare, newcombe
from mjlog.stats.intervals import clustered_width, ratio, wilson
from mjlog.stats.population import LEAST_PLAYERS, percentiles, places_among
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.conftest import ROOT
from tests.unit.warehouse.conftest import batches_of, with_column

GAMES = 24
NAMES = ["win_rate", "hand_balance", "avg_rank"]


@pytest.fixture(scope="module")
def logs() -> LogTables:
    """Games of A and B against others, half of them with both."""
    tables = LogTables.concat(simulate("tenhou", games=GAMES, seed=3))
    names = [name for g in range(GAMES) for name in ("A", "B" if g % 2 else "C", f"D{g % 3}", f"E{g}")]
    return replace(tables, game_players=with_column(tables.game_players, "name", names))


@pytest.fixture(scope="module")
def warehouse(logs: LogTables) -> Warehouse:
    made = Warehouse()
    made.add([logs])
    return made


def compared(warehouse: Warehouse, *choices: Selection, **more: Any) -> dict[str, dict[str, Any]]:
    rows = compare(warehouse, *choices, statistics=NAMES, **more).to_pylist()
    return {row["statistic"]: row for row in rows}


def test_each_side_is_what_it_is_alone(warehouse: Warehouse) -> None:
    rows = compared(warehouse, Selection(players=("A",)), Selection(players=("B",)))
    for side, player in (("first", "A"), ("second", "B")):
        for alone in rates(warehouse, Selection(players=(player,)), by=(), statistics=NAMES).to_pylist():
            row = rows[alone["statistic"]]
            for column in ("value", "low", "high", "numerator", "denominator"):
                assert row[f"{side}_{column}"] == alone[column]
    assert all(r["difference"] == pytest.approx(r["first_value"] - r["second_value"]) for r in rows.values())


def test_the_difference_of_rates_has_newcombes_interval() -> None:
    """56 of 70 against 48 of 80 (Newcombe 1998, table II, method 10): 0.0524 to 0.3339."""
    low, high = wilson(np.array([56.0, 48.0]), np.array([70.0, 80.0]))
    sides = [{"value": v, "low": low[i], "high": high[i]} for i, v in enumerate((56 / 70, 48 / 80))]
    assert newcombe(sides[0], sides[1]) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_a_bootstrap_of_means_comes_to_the_interval_of_independent_ones(warehouse: Warehouse) -> None:
    row = compared(warehouse, Selection(players=("B",)), Selection(players=("C",)))["hand_balance"]
    widths = [(row[f"{side}_high"] - row[f"{side}_low"]) / 2 for side in ("first", "second")]
    assert (row["high"] - row["low"]) / 2 == pytest.approx(np.hypot(*widths), rel=0.2)
    assert row["low"] < row["difference"] < row["high"]


def test_the_same_seed_gives_the_same_interval(warehouse: Warehouse) -> None:
    sides = Selection(players=("A",)), Selection(players=("B",))
    one, same, other = (compared(warehouse, *sides, seed=seed)["avg_rank"] for seed in (1, 1, 2))
    assert one == same
    assert one["low"] != other["low"] or one["high"] != other["high"]


@pytest.mark.parametrize(
    "sides",
    [
        (Selection(players=("B",)), Selection(players=("C",))),
        (Selection(players=("A",)), Selection(players=("B",))),
        (Selection(players=("B",)), Selection()),
        (Selection(players=("A",), rounds=("S",)), Selection(players=("A",), rounds=("E",))),
    ],
    ids=["apart", "some games of both", "one in the other", "all games of both"],
)
def test_of_many_games_the_spread_tells_what_the_bootstrap_comes_to(
    warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch, sides: tuple[Selection, Selection]
) -> None:
    drawn = compare(warehouse, *sides)
    monkeypatch.setattr(compare_module, "MOST_DRAWN", 0)
    monkeypatch.setattr(compare_module, "resampled", None)
    spread = compare(warehouse, *sides)
    unlike = []
    for one, other in zip(drawn.to_pylist(), spread.to_pylist(), strict=True):
        assert (one["low"] is None) == (other["low"] is None)
        if one["kind"] == "mean" and one["low"] is not None:
            assert other["low"] <= other["difference"] <= other["high"]
            widths = [row["high"] - row["low"] for row in (one, other)]
            unlike.append(abs(widths[0] - widths[1]) / max(*widths, 1e-9))
        else:
            assert one == other
    assert len(unlike) > 20
    assert np.median(unlike) < 0.1


def test_equal_selections_do_not_differ_at_all(warehouse: Warehouse) -> None:
    """Games of both are drawn for both."""
    rows = compared(warehouse, Selection(players=("A",)), Selection(players=("A",), player_count=4))
    assert (rows["avg_rank"]["low"], rows["avg_rank"]["high"]) == (0, 0)


def test_what_cannot_vary_has_no_interval(warehouse: Warehouse) -> None:
    """Each game has one first and a mean rank of 2.5; against one player only his own games vary."""
    names = ["rank_1_rate", "avg_rank", "dealer_hand_rate", "win_rate"]
    rows = compare(warehouse, Selection(player_count=4), Selection(), statistics=names).to_pylist()
    assert [row["low"] is None for row in rows] == [True, True, True, False]
    rows = compare(warehouse, Selection(players=("A",)), Selection(player_count=4), statistics=names)
    first, rank, *_ = rows.to_pylist()
    alone = rates(warehouse, Selection(players=("A",)), by=(), statistics=names).to_pylist()
    assert (first["low"], first["high"]) == pytest.approx((alone[0]["low"] - 0.25, alone[0]["high"] - 0.25))
    assert rank["low"] < rank["difference"] < rank["high"]


def test_a_player_is_compared_with_everyone_else(warehouse: Warehouse) -> None:
    (row,) = compare(warehouse, Selection(players=("A",)), statistics=["win_rate"]).to_pylist()
    others = rates(warehouse, Selection(excluding=("A",)), by=(), statistics=["win_rate"]).to_pylist()
    whole = rates(warehouse, by=(), statistics=["win_rate"]).to_pylist()
    assert row["second_denominator"] == others[0]["denominator"] == 3 * row["first_denominator"]
    assert row["first_denominator"] + row["second_denominator"] == whole[0]["denominator"]
    assert compare_module.everyone_else(
        Selection(players=("A",), rounds=("S",)), Selection(room="x", excluding=("B",))
    ) == Selection(room="x", excluding=("B", "A"))


def test_of_few_games_the_difference_of_means_has_no_interval(warehouse: Warehouse) -> None:
    rows = compared(warehouse, Selection(players=("A",), last_games=5), Selection(players=("B",)))
    assert rows["avg_rank"]["difference"] is not None
    assert rows["avg_rank"]["low"] is rows["avg_rank"]["high"] is None
    assert rows["win_rate"]["low"] is not None


def test_rounds_are_compared_with_whole_games_but_for_statistics_of_games(warehouse: Warehouse) -> None:
    rows = compared(warehouse, Selection(rounds=("E",)), Selection())
    assert rows.keys() == {"win_rate", "hand_balance"}


def test_what_one_side_lacks_is_not_compared(warehouse: Warehouse) -> None:
    assert compared(warehouse, Selection(platform="nowhere"), Selection()) == {}


def test_percentiles_are_the_share_below_and_half_of_the_equal(warehouse: Warehouse) -> None:
    table = percentiles(
        warehouse, Selection(players=("A",)), statistics=["win_rate"], least_rounds=60, least_players=4
    )
    (row,) = table.to_pylist()
    population = [
        r["value"]
        for r in rates(warehouse, statistics=["win_rate"]).to_pylist()
        if r["denominator"] >= 60 and r["player"]
    ]
    assert row["players"] == len(population) > 3
    mine = row["value"]
    below = sum(v < mine for v in population) + sum(v == mine for v in population) / 2
    assert row["percentile"] == pytest.approx(100 * below / len(population))


def test_places_are_those_among_others_of_the_kind() -> None:
    random = np.random.default_rng(2)
    kinds, other_kinds = random.integers(0, 5, 40), random.integers(0, 4, 300)
    values, others = (random.integers(0, 9, n) / 8 for n in (40, 300))
    values[:3] = np.nan
    places, counts = places_among(kinds, values, other_kinds, others)
    for kind, value, place, count in zip(kinds, values, places, counts, strict=True):
        own = others[other_kinds == kind]
        assert count == len(own)
        if np.isnan(value) or not len(own):
            assert np.isnan(place)
        else:
            assert place == pytest.approx(100 * ((own < value).mean() + (own == value).mean() / 2))


def test_among_a_few_nobody_has_a_place(warehouse: Warehouse) -> None:
    asked = {"statistics": ["win_rate"], "least_rounds": 60}
    (row,) = percentiles(warehouse, Selection(players=("A",)), **asked).to_pylist()
    assert (row["percentile"], 3 < row["players"] < LEAST_PLAYERS) == (None, True)
    for least in (row["players"], row["players"] + 1):
        table = percentiles(warehouse, Selection(players=("A",)), **asked, least_players=least)
        assert (table["percentile"].null_count == 0) == (least == row["players"])


def test_without_regulars_nobody_has_a_place(warehouse: Warehouse) -> None:
    table = percentiles(warehouse, Selection(players=("A",)), statistics=["win_rate"], least_rounds=10**6)
    assert table.select(["percentile", "players"]).to_pylist() == [{"percentile": None, "players": 0}]


def test_a_bootstrap_has_the_spread_of_the_mean() -> None:
    x = np.random.default_rng(0).normal(5, 2, 400)
    sums = np.column_stack([x, np.ones(400)])
    low, high = interval(sums, lambda s: s[..., 0] / s[..., 1])
    assert (high - low) / 2 == pytest.approx(1.96 * x.std() / 20, rel=0.1)
    assert resampled(sums, draws=7)[:, 1].tolist() == [400.0] * 7
    assert resampled(np.zeros((0, 2)), draws=3).tolist() == [[0, 0]] * 3


def test_a_bootstrap_of_nothing_has_no_interval() -> None:
    low, high = interval(np.zeros((5, 2)), lambda s: ratio(s[..., 0], s[..., 1]))
    assert np.isnan([low, high]).all()


def test_the_clustered_interval_is_what_the_bootstrap_comes_to() -> None:
    random = np.random.default_rng(1)
    n = random.integers(5, 15, 300).astype(float)
    x = n * random.normal(0.2, 0.1, 300)
    width = clustered_width(x.sum(), n.sum(), (x * x).sum(), (x * n).sum(), (n * n).sum(), np.array(300))
    low, high = interval(np.column_stack([x, n]), lambda s: s[..., 0] / s[..., 1])
    assert float(width) == pytest.approx((high - low) / 2, rel=0.08)


def test_intervals_are_those_of_the_macros() -> None:
    cases = [(0, 10), (3, 10), (10, 10), (0, 0), (1, 100_000)]
    values = ", ".join(f"({k}, {n})" for k, n in cases)
    sql = f"select wilson_low(k, n) as low, wilson_high(k, n) as high from (values {values}) as t (k, n)"
    with Warehouse() as warehouse:
        answer = warehouse.query(sql).to_pydict()
    k, n = np.array(cases, float).T
    for side, found in zip(("low", "high"), wilson(k, n), strict=True):
        assert answer[side] == pytest.approx([None if np.isnan(v) else v for v in found])


# --- import mjlog ---------------------------------------------------------------------------------


def test_statistics_are_told_of_a_warehouse_its_folder_and_of_logs(
    warehouse: Warehouse, logs: LogTables, tmp_path: Path
) -> None:
    folder = tmp_path / "wh"
    with Warehouse(folder) as stored:
        stored.add([logs])
    asked: dict[str, Any] = {"player": "A", "statistics": NAMES}
    told = [mjlog.stats(where, **asked).to_pylist() for where in (warehouse, folder, str(folder), logs)]
    assert told[0] == rates(warehouse, Selection(players=("A",)), statistics=NAMES).to_pylist()
    assert told[1:] == told[:1] * 3


def test_two_selections_are_compared_by_their_fields(warehouse: Warehouse) -> None:
    rows = mjlog.compare(warehouse, {"player": "A"}, {"players": ["B"]}, statistics=NAMES).to_pylist()
    assert {r["statistic"]: r for r in rows} == compared(
        warehouse, Selection(players=("A",)), Selection(players=("B",))
    )


def test_a_selection_can_be_given_and_added_to(warehouse: Warehouse) -> None:
    start = Selection(players=("A",))
    (row,) = mjlog.stats(warehouse, start, last_games=3, statistics="avg_rank").to_pylist()
    assert row["denominator"] == 3
    (row,) = mjlog.stats(warehouse, {"player": "A"}, round="E1", by=(), statistics="win_rate").to_pylist()
    assert row["denominator"] >= GAMES


def test_what_cannot_be_chosen_by_is_told(warehouse: Warehouse) -> None:
    with pytest.raises(TypeError, match="nothing can be chosen by 'playr'; there are players, excluding"):
        mjlog.stats(warehouse, playr="A")


def test_what_cannot_be_read_is_no_empty_answer(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no game could be read: .*nowhere: no such file"):
        mjlog.stats(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="no game could be read"):
        mjlog.compare([], {"player": "A"})


def test_of_what_can_be_read_in_part_the_rest_is_told(tmp_path: Path) -> None:
    good = ROOT / "data/samples/hanchan.jsonl"
    with pytest.warns(RejectWarning, match="1 note of what .*: .*nowhere: no such file"):
        table = mjlog.stats([good, tmp_path / "nowhere"], by=(), statistics="win_rate")
    assert table["denominator"].to_pylist() > [0]


# --- sums that are kept ---------------------------------------------------------------------------


def sums_of(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in (folder / ".sums").glob("*/*")}


def test_sums_are_kept_until_games_are_added(logs: LogTables, tmp_path: Path) -> None:
    first, second, *_ = batches_of(logs)
    folder = tmp_path / "wh"
    with Warehouse(folder) as stored:
        stored.add([first])
        before = rates(stored, by=(), statistics=NAMES).to_pylist()
        kept = sums_of(folder)
        assert len(kept) == 2
    with Warehouse(folder) as stored:
        assert rates(stored, by=(), statistics=NAMES).to_pylist() == before
        assert sums_of(folder) == kept
        stored.add([second])
        after = rates(stored, by=(), statistics=NAMES).to_pylist()
        assert after[0]["denominator"] > before[0]["denominator"]
        assert len(sums_of(folder).keys() - kept.keys()) == 2


def test_damaged_sums_are_made_anew(logs: LogTables, tmp_path: Path) -> None:
    first, *_ = batches_of(logs)
    folder = tmp_path / "wh"
    with Warehouse(folder) as stored:
        stored.add([first])
        before = rates(stored, by=(), statistics=NAMES).to_pylist()
    for path in (folder / ".sums").glob("*/*"):
        path.write_bytes(path.read_bytes()[:-40])
    with Warehouse(folder) as stored:
        assert rates(stored, by=(), statistics=NAMES).to_pylist() == before


def test_without_a_place_to_keep_them_sums_are_made_each_time(logs: LogTables, tmp_path: Path) -> None:
    first, *_ = batches_of(logs)
    folder = tmp_path / "wh"
    with Warehouse(folder) as stored:
        stored.add([first])
        (folder / ".sums").write_text("a file is in the way")
        assert len(rates(stored, by=(), statistics=NAMES)) == len(NAMES)
