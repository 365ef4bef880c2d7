"""Where a player stands on a ladder, below the sheet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.simulate import simulate
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.unit.warehouse.conftest import with_column

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture(scope="module")
def ranked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse of two games of ranked players."""
    tables = LogTables.concat(simulate("tenhou", games=2, seed=5))
    games, players = tables.games, tables.game_players
    for column, value in {"platform": "tenhou", "room": "phoenix"}.items():
        games = with_column(games, column, [value] * len(games))
    for column, values in {"level": ["七段"] * 8, "name": ["A", "B", "C", "D"] * 2}.items():
        players = with_column(players, column, values)
    path = tmp_path_factory.mktemp("ranked") / "wh"
    with Warehouse(path) as warehouse:
        warehouse.add([replace(tables, games=games, game_players=players)])
    return path


def test_a_sheet_ends_with_the_standing(mjlog: Run, ranked: Path) -> None:
    told = mjlog("stats", str(ranked), "--player", "A").out.split("Standing")
    assert len(told) == 2
    assert "phoenix" in told[1]
    assert "七段" in told[1]
    assert " 2 " in told[1]


def test_single_statistics_and_single_rounds_have_no_standing(mjlog: Run, ranked: Path) -> None:
    for more in (["--statistic", "avg_rank"], ["--all-last"], ["--format", "csv"]):
        assert "Standing" not in mjlog("stats", str(ranked), "--player", "A", *more).out


def test_standings_can_be_asked_for_by_name(mjlog: Run, ranked: Path) -> None:
    told = mjlog("stats", str(ranked), "--table", "standings", "--format", "csv").out.splitlines()
    assert told[0].startswith("player_count,player,platform,room,length,level,games,last_rate,pt_efficiency")
    assert len(told) == 5
