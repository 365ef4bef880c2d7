"""The columnar replay and scoring say of real games what the scalar reference says."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjlog.api import read
from mjlog.api import replay as replay_tables
from tests.property.agreement import check_results, check_states

GAMES = 40


@pytest.mark.parametrize("room", ["00a9", "00e1", "00b9"])
def test_recorded_games(shared: Path, room: str) -> None:
    files = sorted((shared / "corpus/tenhou-xml/mahjong-hands").glob(f"*-{room}-*"))[:GAMES:4]
    tables = read(files)
    replayed = replay_tables(tables)
    check_states(tables, replayed)
    check_results(tables, replayed)
