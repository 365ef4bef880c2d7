"""``mjlog ingest``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_games_are_stored_once_however_often_they_come(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "wh"
    first = mjlog("ingest", "-", "-o", folder, "--format", "json", stdin=games).json
    again = mjlog("ingest", "-", "-o", folder, "--format", "json", stdin=games).json
    rounds = games.count(b'"start_kyoku"')
    assert first == {
        "games": 2,
        "rounds": rounds,
        "duplicates": 0,
        "replaced": 0,
        "findings": 0,
        "not_judged": 0,
        "rejects": 0,
        "total_games": 2,
    }
    assert (again["games"], again["duplicates"], again["total_games"]) == (0, 2, 2)


def test_the_text_and_csv_say_the_same(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    shown = mjlog("ingest", "-", "-o", tmp_path / "a", stdin=games)
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines()[0].startswith("2 games with ")
    assert shown.out.splitlines()[-1] == "the warehouse has 2 games"
    table = mjlog("ingest", "-", "-o", tmp_path / "b", "--format", "csv", stdin=games).out
    assert table.splitlines()[0].split(",")[0] == "games"
    assert table.splitlines()[1].split(",")[0] == "2"


def test_what_cannot_be_read_is_told(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "a.jsonl").write_bytes(games)
    (logs / "b.txt").write_text("hello")
    shown = mjlog("ingest", logs, "-o", tmp_path / "wh")
    assert shown.code == 0
    assert "b.txt: no known log" in shown.err
    assert "1 pieces could not be read" in shown.out


def test_without_any_game_it_could_not_run(mjlog: Run, tmp_path: Path) -> None:
    shown = mjlog("ingest", tmp_path / "nowhere", "-o", tmp_path / "wh")
    assert (shown.code, "no game could be read" in shown.err) == (2, True)


def test_a_folder_of_other_things_is_not_made_a_warehouse(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("hello")
    shown = mjlog("ingest", "-", "-o", tmp_path, stdin=games)
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]
