"""Games that recounts and identities share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.unit.stats.recount.played import played


@pytest.fixture(scope="session")
def played_logs() -> list[LogTables]:
    """120 simulated games of many rule sets, ordinary and rare, some like odd logs."""
    return list(played())


@pytest.fixture(scope="session")
def simulated(played_logs: list[LogTables]) -> Iterator[Warehouse]:
    """The same games with their facts."""
    with Warehouse() as warehouse:
        warehouse.add(played_logs, jobs=1)
        yield warehouse
