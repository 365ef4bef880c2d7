"""``mjlog sql``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

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
