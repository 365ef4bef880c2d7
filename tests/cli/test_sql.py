"""``mjlog sql``."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest

from mjlog.cli import main

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_questions_can_be_asked_in_sql(mjlog: Run, games: bytes, stored: Path) -> None:
    shown = mjlog("sql", stored, "select count(*) as n from rounds", "--format", "json")
    assert shown.json == [{"n": games.count(b'"start_kyoku"')}]


@pytest.mark.parametrize(
    "arguments",
    [
        ["selec 1 2"],
        ["select * from nothing_like_it"],
        ["select 1 as n", "--players", "4"],
        [""],
        [" "],
        [";"],
        ["with x as (delete from player_games returning *) from x"],
        ["with x as (copy games to 'games.csv') select 1"],
        ["from enable_logging()"],
        ["explain analyze select 1"],
        ["select 1; select 2"],
        ["drop view games"],
        ["create table x as select 1"],
        ["copy games to 'games.csv'"],
        ["set threads = 1"],
    ],
)
def test_a_wrong_question_is_one_line_and_exit_code_2(mjlog: Run, stored: Path, arguments: list[str]) -> None:
    shown = mjlog("sql", stored, *arguments)
    assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_columns_of_one_name_are_kept_apart(mjlog: Run, stored: Path, form: str) -> None:
    shown = mjlog("sql", stored, "select 1 as a, 2 as a, 3 as a", "--format", form)
    if form == "json":
        assert shown.json == [{"a": 1, "a_1": 2, "a_2": 3}]
    else:
        head, values = (line.replace(",", " ").split() for line in shown.out.splitlines())
        assert (head, values) == (["a", "a_1", "a_2"], ["1", "2", "3"])


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown", "parquet"])
def test_values_that_no_form_can_say_are_text(form: str, stored: Path, capfdbinary: Any) -> None:
    values = {
        "interval '1 day'": "1 day",
        "date 'infinity'": "infinity",
        "'101'::bit": "\\x05\\xFD",
        "timestamp_ns '2020-01-01 00:00:00.123456789'": "2020-01-01 00:00:00.123456789",
    }
    asked = ", ".join(f'{value} as "v{number}"' for number, value in enumerate(values))
    with pytest.raises(SystemExit) as end:
        main(["sql", str(stored), f"select {asked}", "--format", form])
    out = capfdbinary.readouterr().out
    assert not end.value.code
    if form == "parquet":
        assert list(pq.read_table(io.BytesIO(out)).to_pylist()[0].values()) == list(values.values())
    elif form == "json":
        assert list(json.loads(out)[0].values()) == list(values.values())
    else:
        assert all(text in out.decode().replace("\\\\", "\\") for text in values.values())


def test_statements_that_change_something_are_refused_by_name(mjlog: Run, stored: Path) -> None:
    shown = mjlog("sql", stored, "drop view games")
    assert shown.err == "mjlog: SQL is for questions (select ...); DROP asks none, and is not done\n"
    assert mjlog("sql", stored, "pivot games on platform using count(*)").code == 0
    assert mjlog("sql", stored, "/* why */ explain select 1 as n").code == 0


@pytest.mark.parametrize("begin", ["explain analyze", "EXPLAIN (analyze)", "-- a\nexplain /* b */ analyze"])
def test_what_explaining_would_do_is_not_done(mjlog: Run, stored: Path, tmp_path: Path, begin: str) -> None:
    shown = mjlog("sql", stored, f"{begin} copy (select 1) to '{tmp_path / 'copy'}'")
    assert (shown.code, list(tmp_path.glob("copy"))) == (2, [])


def test_logs_are_asked_as_a_warehouse_is(mjlog: Run, games: bytes, stored: Path) -> None:
    query = "select outcome, count(*) as n from rounds group by all order by all"
    assert mjlog("sql", "-", query, stdin=games).out == mjlog("sql", stored, query).out


def test_a_question_needs_something_to_be_asked_of(mjlog: Run) -> None:
    shown = mjlog("sql", "select 1 as n")
    assert (shown.code, shown.err.count("\n")) == (2, 1)


def test_a_warehouse_without_its_manifest_is_told_from_logs(mjlog: Run, stored: Path) -> None:
    (stored / "manifest.json").unlink()
    for arguments in (["sql", stored, "from games"], ["stats", stored], ["ingest", "-o", stored]):
        shown = mjlog(*arguments)
        assert (shown.code, shown.out) == (2, "")
        assert shown.err.startswith(f"mjlog: {stored} looks like a warehouse whose manifest.json is gone: ")
        assert shown.err.count("\n") == 1


@pytest.mark.parametrize("table", ["games", "events", "round_players", "wins", "riichis"])
def test_every_command_names_the_file_of_damaged_pages(mjlog: Run, stored: Path, table: str) -> None:
    shutil.rmtree(stored / ".sums", ignore_errors=True)
    (file,) = stored.glob(f"{table}/part-00000001-*.parquet")
    damage_pages(file)
    told = f"mjlog: {file}: a damaged or missing part of the warehouse: "
    commands = [
        ["sql", stored, f"select * from {table}"],
        ["export", stored, "--table", table, "-o", stored.parent / "x.csv"],
    ]
    if table in ("games", "round_players"):
        commands += [["stats", stored], ["stats", stored, "--by", "nothing"], ["danger", stored]]
    for arguments in commands:
        shown = mjlog(*arguments)
        assert (shown.code, shown.out, shown.err.count("\n")) == (2, "", 1), arguments
        assert shown.err.startswith(told), arguments


def damage_pages(file: Path) -> None:
    """Turn bits over in all pages of a Parquet file, and leave its footer whole."""
    data = bytearray(file.read_bytes())
    footer = int.from_bytes(data[-8:-4], "little") + 8
    for place in range(4, len(data) - footer):
        data[place] ^= 0xA5
    file.write_bytes(data)


def test_what_is_missing_is_named(mjlog: Run, stored: Path) -> None:
    for arguments, missing in (([stored], "QUERY"), (["select 1"], "PATHS..."), ([], "PATHS...")):
        shown = mjlog("sql", *arguments)
        assert (shown.code, shown.out, f"Missing argument '{missing}'" in shown.err) == (2, "", True)
