"""Real games that several tests count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mjlog.warehouse import Warehouse


@pytest.fixture(scope="session")
def houou(shared: Path) -> Iterator[Warehouse]:
    """The games of Tenhou's Houou room of January 2022, of three and of four players."""
    with Warehouse() as warehouse:
        warehouse.ingest(shared / "corpus" / "tenhou-xml" / "mahjong-hands")
        yield warehouse
