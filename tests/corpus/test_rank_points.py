"""Rank points against those that records of Mahjong Soul state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mjlog.warehouse import Warehouse

pytestmark = pytest.mark.corpus
RECORDS = ("mahjong-soul-data-viewer/data.json", "PyMajSoul/190503-dcd1287a-12f8-4c51-a2a2-0cb5cd284ca8")


@pytest.mark.parametrize("record", RECORDS)
def test_points_are_those_of_the_record(shared: Path, record: str) -> None:
    """Of four players each, by seat or rank as the record lists them."""
    with Warehouse() as warehouse:
        warehouse.ingest(shared / "corpus" / "majsoul" / record)
        (kept,) = warehouse.query(
            "select fields from extras where contains(fields, 'grading_scores')"
        ).to_pylist()
        counted = warehouse.query("select rank_points from player_games")["rank_points"].to_pylist()
    assert sorted(counted) == sorted(json.loads(kept["fields"])["grading_scores"])
