"""``mjlog ingest``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.schema import SCHEMA_VERSION
from mjlog.warehouse.folder import DATABASE

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
        "renewed": 0,
        "findings": 0,
        "not_judged": 0,
        "rejects": 0,
        "total_games": 2,
    }
    assert (again["games"], again["duplicates"], again["total_games"]) == (0, 2, 2)


def test_the_number_of_processes_can_be_said(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    said = [mjlog("ingest", "-", "-o", tmp_path / n, "--jobs", n, stdin=games).out for n in ("1", "2")]
    assert said[0].splitlines()[0] == said[1].splitlines()[0]
    assert said[0].startswith("2 games")
    refused = mjlog("ingest", "-", "-o", tmp_path / "0", "--jobs", "0", stdin=games)
    assert refused.code == 2
    assert "--jobs" in refused.err


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
    assert (
        f"1 note of what could not be read, or only in part (mjlog stats {tmp_path / 'wh'} --table rejects)"
        in shown.out
    )


def test_what_each_copy_is_of_can_be_told(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    folder, place = tmp_path / "wh", games.rindex(b'{"type":"start_game"')
    logs = tmp_path / "copies.jsonl"
    logs.write_bytes(games)
    first = mjlog("ingest", logs, "-v", "-o", folder)
    assert (first.err, "-v tells" in first.out) == ("", False)
    ids = mjlog("sql", folder, "select game_id from games order by source_offset", "--format", "json").json
    again = mjlog("ingest", logs, "-v", "-o", folder)
    assert "2 left out as copies of games that are there (-v tells which), 0 games" in again.out
    assert again.err.splitlines() == [
        f"mjlog: {logs}{at}: a copy of game {row['game_id']}, left out"
        for at, row in zip(("", f" at byte {place}"), ids, strict=True)
    ]
    assert mjlog("ingest", logs, "-o", folder).err == ""
    both = mjlog("ingest", logs, logs, "-v", "-o", tmp_path / "both").err
    assert both == again.err


def test_without_any_game_it_could_not_run(mjlog: Run, tmp_path: Path) -> None:
    shown = mjlog("ingest", tmp_path / "nowhere", "-o", tmp_path / "wh")
    assert (shown.code, "no game could be read" in shown.err) == (2, True)


def test_a_folder_of_other_things_is_not_made_a_warehouse(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("hello")
    shown = mjlog("ingest", "-", "-o", tmp_path, stdin=games)
    assert (shown.code, shown.err.count("\n")) == (2, 1)
    assert [p.name for p in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have names of text only")
def test_a_folder_whose_name_is_not_utf8_is_refused_before_it_is_made(
    mjlog: Run, games: bytes, tmp_path: Path
) -> None:
    for folder in (tmp_path / "wh\udcff", tmp_path / "\udcff" / "wh"):
        shown = mjlog("ingest", "-", "-o", folder, stdin=games)
        assert (shown.code, shown.err.count("\n"), "it is not UTF-8" in shown.err) == (2, 1, True)
    assert [*tmp_path.iterdir()] == []


def test_what_an_earlier_mjlog_stored_is_derived_anew(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "wh"
    mjlog("ingest", "-", "-o", folder, stdin=games)
    sheet = mjlog("stats", folder, "--by", "nothing").out
    manifest = json.loads((folder / "manifest.json").read_text())
    for part in manifest["parts"]:
        part["schema_version"] = 1
        part["rows"].pop("riichis", None)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    said = (
        f"mjlog: {folder} has tables of version 1, and statistics need version {SCHEMA_VERSION}:"
        f" 'mjlog ingest -o {folder}' makes them of the logs that it holds\n"
    )
    for arguments in (
        ["stats", folder, "--by", "nothing"],
        ["stats", folder, "--table", "ranks"],
        ["danger", folder],
        ["danger", folder, "--fit", tmp_path / "fit.parquet"],
        ["compare", folder, "--player", "N"],
        ["export", folder, "-o", tmp_path / "out"],
        ["export", folder, "--table", "statistics", "-o", tmp_path / "out.csv"],
        ["sql", folder, "from riichi_totals"],
    ):
        shown = mjlog(*arguments)
        assert (shown.code, shown.out, shown.err) == (2, "", said), arguments
    assert [p.name for p in tmp_path.iterdir()] == ["wh"]
    assert mjlog("sql", folder, "select count(*) as n from games", "--format", "json").json == [{"n": 2}]
    renewed = mjlog("ingest", "-o", folder)
    assert (renewed.code, renewed.err) == (0, "")
    assert renewed.out == "2 games of an earlier mjlog derived anew\nthe warehouse has 2 games\n"
    assert mjlog("stats", folder, "--by", "nothing").out == sheet
    assert mjlog("ingest", "-o", folder).out.startswith("0 games of an earlier mjlog")


def test_without_logs_and_without_a_warehouse_there_is_nothing_to_do(mjlog: Run, tmp_path: Path) -> None:
    shown = mjlog("ingest", "-o", tmp_path / "wh")
    assert (shown.code, "PATHS are needed" in shown.err, list(tmp_path.iterdir())) == (2, True, [])


def test_games_that_the_rule_set_is_not_for_are_told(mjlog: Run, sanma: bytes, tmp_path: Path) -> None:
    told = "mjlog: 1 game of 3 players is not judged by tenhou (4 players)\n"
    shown = mjlog(
        "ingest", "-", "-o", tmp_path / "wh", "--ruleset", "tenhou", "--format", "json", stdin=sanma
    )
    assert (shown.code, shown.err, shown.json["not_judged"]) == (0, told, 1)
    shown = mjlog("stats", "-", "--ruleset", "tenhou", stdin=sanma)
    assert (shown.code, shown.err) == (0, told)


def test_a_different_game_with_the_same_log_id_is_stored_and_told(
    mjlog: Run, games: bytes, tmp_path: Path
) -> None:
    ids = [json.loads(line)["log_id"] for line in games.splitlines() if b'"start_game"' in line]
    same = games.replace(ids[1].encode(), ids[0].encode())
    shown = mjlog("ingest", "-", "-o", tmp_path / "wh", stdin=same)
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "the warehouse has 2 games")
    assert shown.err == f"mjlog: same id, different game: stored as {ids[0]}~2\n"


def test_a_file_for_shells_that_cannot_be_made_is_a_warning(
    mjlog: Run, games: bytes, sanma: bytes, tmp_path: Path
) -> None:
    folder = tmp_path / "wh"
    mjlog("ingest", "-", "-o", folder, stdin=games)
    (folder / DATABASE).unlink()
    (folder / DATABASE).mkdir()
    shown = mjlog("ingest", "-", "-o", folder, stdin=sanma)
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "the warehouse has 3 games")
    assert shown.err.startswith(f"mjlog: warning: {folder / DATABASE} is out of date; it could not be made: ")
    assert shown.err.count("\n") == 1


def test_copies_and_findings_are_told(mjlog: Run, tmp_path: Path, games: bytes) -> None:
    actions = [json.loads(line) for line in games.splitlines()]
    next(action for action in actions if action["type"] == "hora")["hora_points"] += 100
    one = tmp_path / "one.jsonl"
    one.write_text("\n".join(map(json.dumps, actions)))
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(one.read_bytes())
    lines = mjlog("ingest", one, copy, "-o", tmp_path / "wh").out.splitlines()
    assert (
        lines[1]
        == "2 left out as copies of games that are there (-v tells which), 0 games replaced by a better copy"
    )
    findings = f"1 finding (mjlog stats {tmp_path / 'wh'} --table findings)"
    assert lines[2] == f"{findings}, 0 notes of what could not be read, or only in part"
    assert mjlog("stats", tmp_path / "wh", "--table", "findings").out.splitlines()[1].startswith("SC006")
