"""``mjlog formats``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mjlog.formats import readers

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


def test_standard_input_is_recognised_too(mjlog: Run) -> None:
    assert mjlog("formats", "-", "--format", "csv", stdin=TENHOU).out.splitlines()[1] == "<stdin>,tenhou_xml,"
