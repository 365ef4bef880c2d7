"""Views of totals on the samples of all formats, some of which hide hands, scores or yaku."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

SAMPLES = Path(__file__).parents[3] / "data" / "samples"
TOTALS = sorted(name for name, s in statements().items() if s.layer == "totals")
NOT_ADDED = {("riichi_class_totals", "visible"), ("threat_totals", "held_suji")}
"""Numbers by which rows are told apart, null where they mean nothing."""


@pytest.fixture(scope="module")
def samples() -> Iterator[Warehouse]:
    with Warehouse() as warehouse:
        warehouse.ingest(str(SAMPLES))
        yield warehouse


@pytest.mark.parametrize("view", TOTALS)
def test_what_is_not_known_counts_as_nothing(samples: Warehouse, view: str) -> None:
    """No number that is added up is null: `a - b` of a row would be lost."""
    table = samples.query(f"from {view}")
    assert len(table) > 0
    numbers = [f.name for f in table.schema if pa.types.is_integer(f.type) or pa.types.is_floating(f.type)]
    unknown = [name for name in numbers if table[name].null_count and (view, name) not in NOT_ADDED]
    assert not unknown


@pytest.mark.parametrize("view", [view for view in TOTALS if statements()[view].grain == "round and seat"])
def test_rounds_are_there_once(samples: Warehouse, view: str) -> None:
    (row,) = samples.query(
        f"select count(*) as n, count(distinct (game_id, round_index, seat)) as keys from {view}"
    ).to_pylist()
    assert row["n"] == row["keys"]
