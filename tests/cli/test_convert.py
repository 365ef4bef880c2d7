"""``mjlog convert``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mjlog.formats.mjai import write as mjai_write
from tests.unit.formats.test_mjai_extensions import extended

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_games_of_standard_input_come_out_as_they_went_in(mjlog: Run, games: bytes) -> None:
    shown = mjlog("convert", "-", stdin=games)
    assert (shown.code, shown.out.encode()) == (0, games)


def test_a_file_is_written_whole_and_not_replaced_unasked(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    source, output = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(games)
    assert mjlog("convert", source, "-o", output).code == 0
    assert output.read_bytes() == games
    again = mjlog("convert", source, "-o", output)
    assert (again.code, "--force" in again.err) == (2, True)
    assert mjlog("convert", source, "-o", output, "--force").code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in.jsonl", "out.jsonl"]


def test_what_cannot_be_read_is_told_and_the_rest_converted(mjlog: Run, games: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(games)
    (tmp_path / "b.txt").write_text("hello")
    shown = mjlog("convert", tmp_path)
    assert (shown.code, shown.out.encode()) == (0, games)
    assert "b.txt: no known log" in shown.err


@pytest.mark.parametrize("output", [[], ["-o", "out.jsonl"]])
def test_without_any_game_nothing_is_written(
    mjlog: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = mjlog("convert", "nowhere", *output)
    assert (shown.code, shown.out) == (2, "")
    assert "no game could be read" in shown.err
    assert list(tmp_path.iterdir()) == []


def test_what_only_the_action_format_can_say_is_kept(mjlog: Run, tmp_path: Path) -> None:
    data = mjai_write.write(extended())
    shown = mjlog("convert", "-", stdin=data)
    assert (shown.code, shown.err, shown.out.encode()) == (0, "", data)
    assert '"reason":"wrong pon"' in shown.out


def test_unknown_fields_go_through_a_conversion(mjlog: Run, games: bytes) -> None:
    marked = games.replace(b'"type":"tsumo",', b'"type":"tsumo","heat":[1,{"a":null}],')
    shown = mjlog("convert", "-", stdin=marked)
    lines, found = (list(map(json.loads, text.splitlines())) for text in (marked, shown.out.encode()))
    assert found == lines
    assert mjlog("convert", "-", stdin=shown.out.encode()).out == shown.out
