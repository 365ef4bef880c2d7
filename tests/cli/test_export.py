"""``mjlog export``."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from mjlog.warehouse import Warehouse
from mjlog.warehouse.manifest import STORED

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_every_table_goes_to_a_folder(mjlog: Run, stored: Path, tmp_path: Path) -> None:
    assert mjlog("export", stored, "-o", tmp_path / "all").code == 0
    with Warehouse(stored) as warehouse:
        for name in STORED:
            assert pq.read_table(tmp_path / "all" / f"{name}.parquet").to_pylist() == (
                warehouse.table(name).to_pylist()
            )


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_the_suffix_says_what_is_written(mjlog: Run, stored: Path, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"statistics.{suffix}"
    shown = mjlog("export", stored, "--table", "statistics", "-o", path)
    assert (shown.code, shown.out) == (0, "")
    rows = mjlog("stats", stored, "--format", "json").json
    assert shown.err == f"mjlog: {path}: {len(rows):,} rows\n"
    if suffix == "csv":
        found = list(csv.DictReader(path.read_text("utf-8").splitlines()))
        assert [r["statistic"] for r in found] == [r["statistic"] for r in rows]
    elif suffix == "jsonl":
        assert [json.loads(line) for line in path.read_text("utf-8").splitlines()] == rows
    else:
        assert pq.read_table(path).to_pylist() == rows


def test_the_rows_of_a_player_can_be_chosen(
    mjlog: Run, stored: Path, tmp_path: Path, names: list[str]
) -> None:
    path = tmp_path / "rounds.jsonl"
    assert mjlog("export", stored, "--table", "player_rounds", "--player", names[0], "-o", path).code == 0
    players = {json.loads(line)["player"] for line in path.read_text("utf-8").splitlines()}
    assert players == {names[0]}


def test_of_chosen_rounds_only_theirs_are_written(mjlog: Run, stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "wins.jsonl"
    assert mjlog("export", stored, "--table", "rounds", "--round", "E2", "-o", path).code == 0
    rounds = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert {(r["round_wind"], r["round_number"]) for r in rounds} == {(0, 2)}


def test_what_cannot_be_chosen_from_is_left_out_of_all(mjlog: Run, stored: Path, tmp_path: Path) -> None:
    assert mjlog("export", stored, "--all-last", "-o", tmp_path / "some").code == 0
    written = {path.stem for path in (tmp_path / "some").iterdir()}
    assert {"rounds", "events", "wins"} <= written
    assert not {"games", "game_players", "rejects"} & written
    assert mjlog("export", stored, "--players", 4, "-o", tmp_path / "more").code == 0
    assert STORED.keys() - {path.stem for path in (tmp_path / "more").iterdir()} == {"rejects"}


def test_bytes_are_not_for_a_terminal(mjlog: Run, stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    for command in (["export", "--table", "games", "-o", "-"], ["stats"], ["sql", "select 1 as n"]):
        name, *more = command
        shown = mjlog(name, stored, *more, "--format", "parquet")
        assert (shown.code, "A Parquet file is not for a terminal" in shown.err) == (2, True), command


def test_a_file_that_is_there_is_kept(mjlog: Run, stored: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("mine")
    shown = mjlog("export", stored, "--table", "games", "-o", path)
    assert (shown.code, path.read_text()) == (2, "mine")
    assert mjlog("export", stored, "--table", "games", "-o", path, "--force").code == 0
    assert path.read_text() != "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--table", "rownds", "-o", "a.csv"], "did you mean rounds?"),
        (["--table", "ROUNDS", "-o", "a.csv"], "did you mean rounds?"),
        (["--table", "nope", "-o", "a.csv"], "`mjlog stats list --tables` names what there is"),
        (["--table", "rounds", "-o", "rounds.xlsx"], "its name ends in none of .parquet, .csv, .jsonl"),
        (["--table", "rejects", "--room", "x", "-o", "a.csv"], "rejects cannot be chosen from"),
        (["--table", "games", "--all-last", "-o", "a.csv"], "games cannot be asked by single rounds"),
        (["--table", "rounds", "--table", "gmaes", "-o", "a/"], "did you mean games?"),
        (["-o", "-", "--format", "csv"], "- is no folder, as several tables need"),
        (["-o", "all.csv"], "all.csv is no folder, as several tables need"),
        ([], "Missing option '-o'"),
    ],
)
def test_what_cannot_be_written_is_told(
    mjlog: Run,
    stored: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = mjlog("export", stored, *arguments)
    assert (shown.code, shown.out, message in shown.err) == (2, "", True), shown.err
    assert {path.name for path in tmp_path.iterdir()} == {"wh"}


@pytest.mark.parametrize("where", ["x.csv", "sub/x.csv", "games/x.csv"])
def test_nothing_is_written_into_a_warehouse(mjlog: Run, stored: Path, games: bytes, where: str) -> None:
    before = sorted(stored.rglob("*"))
    for arguments in (
        ["export", stored, "--table", "rounds", "-o", stored / where],
        ["export", stored, "--table", "rounds", "-o", stored / where, "--force"],
        ["export", "-", "-o", (stored / where).with_suffix("")],
        ["convert", "-", "-o", (stored / where).with_suffix(".jsonl")],
        ["danger", stored, "--fit", (stored / where).with_suffix(".parquet")],
    ):
        shown = mjlog(*arguments, stdin=games)
        assert (shown.code, shown.out) == (2, "")
        assert f"would stand in a warehouse, {stored}: write it elsewhere" in shown.err
    assert sorted(stored.rglob("*")) == before
