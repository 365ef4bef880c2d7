"""``mjlog formats``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.formats import reader_of, readers, writers
from mjlog.formats.coverage import log_columns

if TYPE_CHECKING:
    from tests.cli.conftest import Run

TENHOU = b'<mjloggm ver="2.3"><GO type="169" lobby="0"/></mjloggm>'


def test_every_reader_is_listed(mjlog: Run) -> None:
    rows = mjlog("formats", "--format", "json").json
    assert [row["format"] for row in rows] == [reader.NAME for reader in readers()]


def test_files_are_recognised_by_content_and_others_are_told(mjlog: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(TENHOU)
    (tmp_path / "b.xml").write_text("hello")
    rows = mjlog("formats", tmp_path, tmp_path / "c", "--format", "json").json
    assert [(Path(row["path"]).name, row["format"]) for row in rows] == [
        ("a.json", "tenhou_xml"),
        ("b.xml", None),
        ("c", None),
    ]
    assert rows[0]["problem"] is None
    assert rows[1]["problem"].startswith("no known log")
    assert rows[2]["problem"] == "no such file or folder"


@pytest.mark.parametrize("named", [["nowhere"], ["nowhere", "*.none"]])
def test_nothing_that_is_there_is_an_error(mjlog: Run, tmp_path: Path, named: list[str]) -> None:
    shown = mjlog("formats", *(tmp_path / name for name in named))
    assert (shown.code, "no such file or folder" in shown.out) == (2, True)


def test_what_is_there_and_no_log_is_an_answer(mjlog: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")
    assert mjlog("formats", tmp_path).code == 0


def test_standard_input_is_recognised_too(mjlog: Run) -> None:
    assert mjlog("formats", "-", "--format", "csv", stdin=TENHOU).out.splitlines()[1] == "<stdin>,tenhou_xml,"


def test_a_file_of_several_formats_is_told_so(mjlog: Run, games: bytes) -> None:
    (row,) = mjlog("formats", "-", "--format", "json", stdin=games + TENHOU).json
    assert row["format"] == "mjai, tenhou_xml"


def test_what_is_written_is_told(mjlog: Run) -> None:
    rows = mjlog("formats", "--format", "json").json
    assert {row["format"] for row in rows if row["written"]} == {writer.NAME for writer in writers()}


def test_coverage_names_every_column_and_how_it_comes_about(mjlog: Run) -> None:
    rows = mjlog("formats", "--coverage", "mjai", "tenhou_json", "--format", "json").json
    assert [row["column"] for row in rows] == list(log_columns())
    assert all(row.keys() == {"column", "mjai", "tenhou_json"} for row in rows)
    by_name = {row["column"]: row for row in rows}
    assert by_name["events.elapsed"] == {
        "column": "events.elapsed",
        "mjai": "parsed",
        "tenhou_json": "absent",
    }
    assert by_name["events.target_seat"]["tenhou_json"] == "derived"


def test_absent_columns_are_dashes_for_people_and_words_for_programs(mjlog: Run) -> None:
    shown = {
        form: mjlog("formats", "--coverage", "tenhou_json", "--format", form).out.splitlines()
        for form in ("text", "csv", "markdown")
    }
    assert [line.split() for line in shown["text"] if "events.elapsed" in line] == [["events.elapsed", "-"]]
    assert "events.elapsed,absent" in shown["csv"]
    assert "| events.elapsed | - |" in shown["markdown"]


def test_totals_count_the_columns_of_each_table(mjlog: Run) -> None:
    rows = mjlog("formats", "--coverage", "--totals", "--format", "json").json
    coverage = reader_of("tenhou_xml").COVERAGE
    (row,) = [row for row in rows if row["format"] == "tenhou_xml"]
    parsed, derived = (sum(n.startswith("events.") for n in c) for c in (coverage.parsed, coverage.derived))
    (events,) = [name for name in row if name.startswith("events")]
    assert row[events] == f"{parsed} + {derived}"


def test_coverage_of_no_format_is_an_error(mjlog: Run) -> None:
    shown = mjlog("formats", "--coverage", "xml")
    assert (shown.code, shown.out) == (2, "")
    assert "no format is called xml" in shown.err


def test_the_name_of_a_format_is_told_from_a_file(mjlog: Run) -> None:
    shown = mjlog("formats", "mjai")
    assert (shown.code, "`mjlog formats --coverage mjai` tells about the format" in shown.out) == (2, True)
    assert "--coverage" not in mjlog("formats", "nosuch.x").out
