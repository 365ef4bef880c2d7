"""Every rate and mean of the named tables stands with its interval, and with what was counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

ROUNDING = 1e-9
TABLES = sorted(
    name for name, s in statements().items() if s.layer == "rates" and "player_count" in s.parameters
)
BARE = {
    ("calls_by_turn", "avg_shanten"), ("calls_by_turn", "avg_shanten_before"),
    ("opponent_records", "avg_rank"), ("opponent_records", "opponent_avg_rank"),
    ("sessions", "avg_rank"),
}  # fmt: skip
"""Means of which only the number is told."""
SHORT = {
    "would_deal_in_rate": "would", "riichi_win_rate": "riichi", "single_win_rate": "single",
    "avg_score_delta": "", "point_difference": "point",
}  # fmt: skip
"""How the ends of an interval are called where it is not by the name of the column."""


@pytest.fixture(scope="module")
def warehouse() -> Iterator[Warehouse]:
    """Twelve games of the same four players."""
    with Warehouse() as made:
        made.add([LogTables.concat(simulate("tenhou", games=12, seed=7))])
        yield made


def estimates(names: list[str]) -> list[str]:
    """Columns of rates and means."""
    return [
        n for n in names
        if n in ("rate", "share", "point_difference") or n.endswith(("_rate", "_share")) or "avg_" in n
    ]  # fmt: skip


def ends(name: str, columns: list[str]) -> tuple[str, str]:
    """Names of the ends of the interval of a column."""
    stem = name.removeprefix("avg_").removesuffix("_rate").removesuffix("_share")
    low = f"{SHORT.get(name, stem)}_low"
    return (low, low.replace("_low", "_high")) if low in columns else ("low", "high")


@pytest.mark.parametrize("name", TABLES)
def test_what_is_estimated_has_an_interval(warehouse: Warehouse, name: str) -> None:
    table = warehouse.table(name)
    columns = table.column_names
    found = [column for column in estimates(columns) if (name, column) not in BARE]
    limits = {column: ends(column, columns) for column in found}
    assert all(set(pair) <= set(columns) for pair in limits.values()), limits
    assert len(set(limits.values())) == len(limits), limits
    for row in table.to_pylist():
        check(row, limits)


def check(row: dict[str, Any], limits: dict[str, tuple[str, str]]) -> None:
    """A value lies between its ends; one without has none."""
    for column, (low, high) in limits.items():
        if row[column] is None:
            assert row[low] is row[high] is None, (column, row)
        elif row[low] is not None:
            assert row[low] - ROUNDING <= row[column] <= row[high] + ROUNDING, (column, row)
