"""Simulated games, and what a warehouse holds, in a form that can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from mjlog.simulate import simulate
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, ingest, manifest
from mjlog.warehouse.games import restrict


def batches_of(tables: LogTables) -> Iterator[LogTables]:
    """The same games, each in a batch of its own."""
    for name in tables.games["game_id"].to_pylist():
        yield restrict(tables, {name: name})


def with_column(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    """`table` with other values in a column."""
    at = table.schema.get_field_index(name)
    field = table.schema.field(at)
    if pa.types.is_dictionary(field.type):
        return table.set_column(
            at, field, pa.array(values).cast(pa.string()).dictionary_encode().cast(field.type)
        )
    return table.set_column(at, field, pa.array(values, field.type))


def content(warehouse: Warehouse) -> dict[str, list[dict[str, Any]]]:
    """Every row of every table, sorted."""
    return {name: sorted(warehouse.query(name).to_pylist(), key=repr) for name in warehouse.tables}


@pytest.fixture(scope="session")
def yonma() -> LogTables:
    """Three games of four players."""
    return LogTables.concat(simulate("tenhou", games=3, seed=5))


@pytest.fixture(scope="session")
def sanma() -> LogTables:
    """Two games of three players, the same names among them."""
    return LogTables.concat(simulate("tenhou_sanma", games=2, seed=6))


@pytest.fixture(scope="session")
def expected(yonma: LogTables) -> dict[str, list[dict[str, Any]]]:
    """What a warehouse of `yonma` holds."""
    with Warehouse() as warehouse:
        warehouse.add([yonma])
        return content(warehouse)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The folder of a warehouse that is not there yet."""
    return tmp_path / "wh"


@pytest.fixture
def a_part_for_each_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store each batch as a part of its own."""
    monkeypatch.setattr(ingest, "PART_EVENTS", 1)


def fill(path: Path, tables: LogTables) -> None:
    with Warehouse(path) as warehouse:
        warehouse.add(batches_of(tables))


def listed(path: Path) -> set[Path]:
    """Parquet files that the manifest names."""
    return {path / name / part.file_name for part in manifest.read(path).parts for name in part.rows}
