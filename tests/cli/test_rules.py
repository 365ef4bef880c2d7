"""``mjlog rules``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mjlog.rulesets import presets

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_list_shows_every_preset(mjlog: Run) -> None:
    shown = mjlog("rules", "list", "--format", "json")
    assert [row["name"] for row in shown.json] == list(presets())
    assert {"name": "tenhou_sanma", "players": 3, "length": "south"}.items() <= shown.json[-1].items()


def test_show_gives_values_as_data_and_marks_what_is_changed(mjlog: Run) -> None:
    rows = {row["rule"]: row for row in mjlog("rules", "show", "mahjong_soul", "--format", "json").json}
    assert rows["uma"]["value"] == [15, 5, -5, -15]
    assert rows["uma"]["changed"]
    assert rows["kuikae"] == {
        "rule": "kuikae",
        "value": "forbidden",
        "changed": False,
        "meaning": "What a player may not discard right after a chi or pon (swap-calling).",
        "choices": ["allowed", "same_tile_forbidden", "forbidden"],
    }


def test_show_of_changes_only_leaves_the_common_rules_out(mjlog: Run) -> None:
    lines = mjlog("rules", "show", "tenhou", "--changed").out.splitlines()
    assert [line.split()[0] for line in lines] == ["rule", "triple_ron", "pao_scope"]


def test_a_file_of_ones_own_stands_where_a_preset_can(mjlog: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('extends = "tenhou"\nkiriage_mangan = true\n', encoding="utf-8")
    shown = mjlog("rules", "diff", "tenhou", path, "--format", "csv")
    rule, first, second, _ = shown.out.splitlines()[1].split(",", 3)
    assert (rule, first, second) == ("kiriage_mangan", "False", "True")
    assert len(shown.out.splitlines()) == 2
