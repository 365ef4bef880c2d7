"""Counts of games in NumPy: what they add up to, and what they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from mjlog.stats.catalogue import HOUSE, PROFILES, Statistic, catalogue
from mjlog.stats.counts import columns_of, counts, grouped, of_each_game, sums_of_games
from mjlog.stats.measures import measured, sums_of
from mjlog.stats.rates import by_totals, game_sums, game_sums_sql, has_seats_together, rates, sums_sql
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

SAMPLES = Path(__file__).resolve().parents[3] / "data" / "samples"
SHARE = Statistic(
    name="share",
    title="",
    kind="rate",
    totals="outcome_totals",
    numerator="a",
    denominator="b",
    per="",
    definition="",
)
ROWS = pa.table(
    {
        "player_count": pa.array([4, 4, 3, 4, 4, 4], pa.int8()),
        "room": ["x", None, "x", "x", "x", "x"],
        "game_id": ["g2", "g1", "g3", "g1", "g2", "g4"],
        "seat": pa.array([0, 1, 2, 0, 3, 0], pa.int8()),
    }
)
A, B = np.array([1.0, 2, 3, 4, 5, 6]), np.array([7.0, 8, 9, 10, 11, 0])


@pytest.fixture(scope="module")
def samples() -> Iterator[Warehouse]:
    with Warehouse() as warehouse:
        warehouse.ingest(sorted(SAMPLES.glob("*.jsonl")))
        yield warehouse


def test_groups_are_most_players_first_and_nothing_last() -> None:
    found = grouped(ROWS, ["player_count", "room"])
    assert found.keys.to_pylist() == [
        {"player_count": 4, "room": "x"},
        {"player_count": 4, "room": None},
        {"player_count": 3, "room": "x"},
    ]
    assert found.game_ids.to_pylist() == ["g1", "g2", "g4", "g1", "g3"]
    assert found.rows.tolist() == [3, 0, 4, 5, 1, 2]
    assert found.games.tolist() == [0, 1, 3, 4, 5]
    assert found.seats.tolist() == [1, 2, 1, 1, 1]
    assert found.starts.tolist() == [0, 3, 4]


def test_seats_of_a_game_are_added_before_games() -> None:
    groups = grouped(ROWS, ["player_count"])
    made = counts([replace(SHARE, numerator="2 * a - b")], {"a": A[groups.rows], "b": B[groups.rows]}, groups)
    table = of_each_game(made)
    assert table.to_pylist() == [
        {"player_count": 4, "game_id": "g1", "n0": 12 - 18, "d0": 18},
        {"player_count": 4, "game_id": "g2", "n0": 12 - 18, "d0": 18},
        {"player_count": 4, "game_id": "g4", "n0": 12, "d0": 0},
        {"player_count": 3, "game_id": "g3", "n0": 6 - 9, "d0": 9},
    ]
    sums = sums_of_games(made, of_seats=True)
    assert {side: matrix.tolist() for side, matrix in sums.of.items()} == {
        "n": [[0, -3]],
        "d": [[36, 9]],
        "nn": [[36 + 36 + 144, 9]],
        "nd": [[-2 * 6 * 18, -27]],
        "dd": [[2 * 18 * 18, 81]],
        "g": [[2, 1]],
        "snn": [[4 + 16 + 25 + 1 + 144, 9]],
        "snd": [[-2 * 10 - 4 * 8 - 5 * 7 - 1 * 11, -27]],
        "sdd": [[100 + 64 + 49 + 121, 81]],
    }
    assert sums.seats is not None
    assert sums.seats.tolist() == [2, 1]


def test_nothing_is_counted_of_nothing() -> None:
    groups = grouped(ROWS.slice(0, 0), ["player_count"])
    sums = sums_of_games(counts([SHARE], {"a": A[:0], "b": B[:0]}, groups), of_seats=True)
    assert len(measured([SHARE], [sums])) == 0


@pytest.mark.parametrize("profile", [HOUSE, *PROFILES])
def test_every_statistic_is_made_of_sums_of_columns(samples: Warehouse, profile: str) -> None:
    """So that they can be added up before: `a * b` of sums is not the sum of `a * b`."""
    for some in by_totals([s.under(profile) for s in catalogue().values()]):
        columns = set(samples.query(f"select * from {some[0].totals} limit 0").column_names)
        assert {name for s in some for name in columns_of(s)} <= columns
        table = {name: np.ones(1) for name in columns}
        one = pa.table({"player_count": [4], "game_id": ["g"]})
        counts(some, table, grouped(one, ["player_count"]))


@pytest.mark.parametrize("expression", ["a * b", "a / b", "max(a)", "2 + a", "a if b else a", "a * 2.5", "2"])
def test_other_expressions_are_refused(expression: str) -> None:
    groups = grouped(ROWS, ["player_count"])
    with pytest.raises(ValueError, match="is no sum of columns"):
        counts([replace(SHARE, numerator=expression)], {"a": A, "b": B}, groups)


CHOICES = [
    (Selection(), ()),
    (Selection(), ("player",)),
    (Selection(player_count=4), ("room", "seat")),
    (Selection(seats=(1,)), ("length",)),
    (Selection(platform="nowhere"), ()),
]


@pytest.mark.parametrize(("choice", "by"), CHOICES)
def test_it_is_what_sql_alone_tells(samples: Warehouse, choice: Selection, by: tuple[str, ...]) -> None:
    """Statistics of rounds and of games, added up by the views' rows without sums of games."""
    asked = list(catalogue().values())
    views = list(by_totals(asked))
    keys = ("player_count", *by)
    tables = samples.together(sums_sql(some, choice, by) for some in views)
    sums = [sums_of(some, table, keys) for some, table in zip(views, tables, strict=True)]
    expected, found = measured(asked, sums), rates(samples, choice, by=by)
    assert found.schema == expected.schema
    for name in found.column_names:
        if pa.types.is_floating(found[name].type):
            ours, theirs = (t[name].to_numpy(zero_copy_only=False) for t in (found, expected))
            assert np.allclose(ours.astype(float), theirs.astype(float), 1e-9, 1e-9, equal_nan=True), name
        else:
            assert found[name].equals(expected[name]), name
    assert (len(found) > 0) == (choice.platform is None)
    assert has_seats_together(choice, by) == (sums[0].seats is not None)


def test_each_game_is_as_sql_tells_it(samples: Warehouse) -> None:
    views = [[catalogue()["win_rate"], catalogue()["draw_rate"]], [catalogue()["avg_rank"]]]
    for some, table in zip(views, game_sums(samples, views, Selection(), ("player",)), strict=True):
        sql, values = game_sums_sql(some, Selection(), ("player",))
        expected = samples.query(sql, **values)
        order = [(name, "ascending") for name in ("player_count", "player", "game_id")]
        assert table.sort_by(order).to_pylist() == expected.sort_by(order).to_pylist() != []
