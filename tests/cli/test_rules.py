"""``mjlog rules``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mjlog.rulesets import load, presets

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_list_shows_every_preset(mjlog: Run) -> None:
    shown = mjlog("rules", "list", "--format", "json")
    assert [row["name"] for row in shown.json] == list(presets())
    rows = {row["name"]: row for row in shown.json}
    assert rows["toutenkou"] == {
        "name": "toutenkou",
        "players": 3,
        "length": "open",
        "score_system": "additive",
        "unverified": 0,
        "title": "Toutenkou, three players",
    }
    assert rows["jpml_b"]["unverified"] == len(load("jpml_b").unverified) > 0


def test_show_gives_values_as_data_and_marks_what_is_changed(mjlog: Run) -> None:
    rows = {row["rule"]: row for row in mjlog("rules", "show", "mahjong_soul", "--format", "json").json}
    assert rows["uma"]["value"] == [15, 5, -5, -15]
    assert rows["uma"]["changed"]
    assert rows["kuikae"] == {
        "rule": "kuikae",
        "value": "forbidden",
        "changed": False,
        "unverified": False,
        "source": "common rule",
        "meaning": "What a player may not discard right after a chi or pon (swap-calling).",
        "choices": ["allowed", "same_tile_forbidden", "forbidden"],
    }


def test_show_gives_the_source_of_a_value_and_marks_what_none_confirms(mjlog: Run) -> None:
    rows = {row["rule"]: row for row in mjlog("rules", "show", "m_league", "--format", "json").json}
    assert rows["double_wind_pair_fu"]["source"] == "riichi.wiki, M.League"
    assert not rows["double_wind_pair_fu"]["unverified"]
    assert rows["kazoe"]["unverified"]
    shown = mjlog("rules", "show", "m_league", "--changed").out.splitlines()
    kazoe = next(line for line in shown if line.startswith("kazoe"))
    assert kazoe.split()[:3] == ["kazoe", "sanbaiman", "yes"]
    assert "unverified: general knowledge" in kazoe


def test_show_of_changes_only_leaves_the_common_rules_out(mjlog: Run) -> None:
    lines = mjlog("rules", "show", "tenhou", "--changed").out.splitlines()
    assert [line.split()[0] for line in lines] == ["rule", "triple_ron", "pao_scope", "hidden_tenpai"]


def test_a_file_of_ones_own_stands_where_a_preset_can(mjlog: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text('extends = "tenhou"\nkiriage_mangan = true\n', encoding="utf-8")
    shown = mjlog("rules", "diff", "tenhou", path, "--format", "csv")
    rule, first, second, _ = shown.out.splitlines()[1].split(",", 3)
    assert (rule, first, second) == ("kiriage_mangan", "False", "True")
    assert len(shown.out.splitlines()) == 2


def test_show_says_what_words_there_are_and_rows_as_a_file_has_them(mjlog: Run) -> None:
    lines = {line.split()[0]: line for line in mjlog("rules", "show", "jpml_a").out.splitlines()}
    assert "ends the game. One of none, below_zero, at_zero.  " in lines["bust"]
    assert "[[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]]" in lines["floating_uma"]
    assert "Han of each ordinary yaku, (closed, open). `mjlog rules yaku`" in lines["yaku_han.riichi"]
    assert "Han of each" not in lines["yaku_han.chanta"]


def test_show_writes_a_file_to_begin_with(mjlog: Run, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(mjlog("rules", "show", "toutenkou", "--format", "toml").out, encoding="utf-8")
    assert mjlog("rules", "diff", "toutenkou", path, "--format", "json").json == []


def test_a_wrong_file_is_told_with_what_may_be_meant(mjlog: Run, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text("[yaku_han]\nchnta = [2, 1]\n", encoding="utf-8")
    shown = mjlog("rules", "show", path)
    assert shown.code == 2
    assert "did you mean 'chanta'?" in shown.err


def test_a_comparison_is_headed_by_names_and_says_when_there_is_no_difference(
    mjlog: Run, tmp_path: Path
) -> None:
    assert mjlog("rules", "diff", "tenhou", "mahjong_soul").out.split()[:4] == [
        "rule",
        "tenhou",
        "mahjong_soul",
        "meaning",
    ]
    path = tmp_path / "club.toml"
    path.write_text('extends = "tenhou"\n')
    assert mjlog("rules", "diff", "tenhou", path).out == "tenhou and club are the same rules\n"
    same = tmp_path / "tenhou.toml"
    same.write_text('extends = "tenhou"\nchi = false\n')
    assert "tenhou (first)  tenhou (second)" in mjlog("rules", "diff", "tenhou", same).out.splitlines()[0]
