"""``mjlog schema``."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from mjlog.formats.mjai.schema import action_schema
from mjlog.schema import TABLES

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_the_schema_of_the_actions_is_printed(mjlog: Run) -> None:
    assert mjlog("schema", "actions").json == action_schema()


def test_every_column_of_every_table_is_told(mjlog: Run) -> None:
    rows = mjlog("schema", "tables", "--format", "json").json
    assert [(row["table"], row["column"]) for row in rows] == [
        (table.name, column.name) for table in TABLES.values() for column in table.columns
    ]
    assert all(row["meaning"] and row["type"] and "dictionary" not in row["type"] for row in rows)


def test_closed_vocabularies_are_told(mjlog: Run) -> None:
    rows = {row["column"]: row for row in mjlog("schema", "tables", "draws", "--format", "json").json}
    assert "chombo" in rows["log_type"]["values"]
    assert rows["log_deltas"]["values"] is None
    assert (rows["log_deltas"]["type"], rows["log_deltas"]["unit"]) == ("list<int32>", "points")


def test_tables_can_be_chosen(mjlog: Run) -> None:
    out = mjlog("schema", "tables", "extras", "draws").out.splitlines()
    assert out[0].split() == ["table", "column", "type", "unit", "meaning"]
    assert {line.split()[0] for line in out[1:]} == {"extras", "draws"}


def test_markdown_has_a_page_for_every_table(mjlog: Run) -> None:
    out = mjlog("schema", "tables", "--format", "markdown").out
    assert [line[3:] for line in out.splitlines() if line.startswith("## ")] == list(TABLES)
    rows = [line for line in out.splitlines() if line.startswith("| `")]
    assert len(rows) == sum(len(table.columns) for table in TABLES.values())
    assert {row.count("|") for row in rows} == {5}
    assert f"One row per {TABLES['events'].grain}." in out


def test_csv_can_be_read(mjlog: Run) -> None:
    out = mjlog("schema", "tables", "wins", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["column"] for row in rows] == list(TABLES["wins"].names)


@pytest.mark.parametrize(("name", "hint"), [("event", "did you mean events"), ("zzz", "tables are games")])
def test_a_table_that_is_not_there_is_told(mjlog: Run, name: str, hint: str) -> None:
    shown = mjlog("schema", "tables", name)
    assert (shown.code, shown.out, hint in shown.err) == (2, "", True)


def test_tables_that_are_asked_for_list_the_words_of_their_columns(mjlog: Run) -> None:
    shown = mjlog("schema", "tables", "events", "draws").out
    assert "what happened: one of draw, discard, " in shown
    assert "kind of draw as logged: one of exhaustive, " in shown
    assert "one of" not in mjlog("schema", "tables").out
