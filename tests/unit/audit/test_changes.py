"""Single changes of rule sets."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType

import pytest

from mjlog.audit.changes import Change, changes
from mjlog.rulesets import Ruleset, load, presets
from mjlog.rulesets.describe import diff

LABELS = {"name", "title", "sources"}


def lines(ruleset: Ruleset, field: str) -> list[str]:
    return [str(change) for change, _ in changes(ruleset, field)]


@pytest.mark.parametrize("name", presets())
def test_every_change_is_one_rule_of_a_sound_rule_set_for_the_same_table(name: str) -> None:
    ruleset = load(name)
    for field in (f.name for f in fields(Ruleset) if f.name not in LABELS):
        for change, changed in changes(ruleset, field):
            assert [d.field.partition(".")[0] for d in diff(ruleset, changed)] == [field], str(change)
            assert changed.seats == ruleset.seats


def test_words_and_switches_are_changed_to_every_other_value() -> None:
    assert lines(load("tenhou"), "kiriage_mangan") == ["kiriage_mangan = true"]
    assert lines(load("m_league"), "kiriage_mangan") == ["kiriage_mangan = false"]
    assert lines(load("tenhou"), "kuikae") == ['kuikae = "allowed"', 'kuikae = "same_tile_forbidden"']


def test_numbers_are_those_of_the_presets_in_order() -> None:
    values = sorted({load(name).start_score for name in presets()} - {25000})
    assert lines(load("tenhou"), "start_score") == [f"start_score = {value}" for value in values]


def test_clubs_have_values_that_no_preset_has() -> None:
    assert "honba_points = 500" in lines(load("tenhou"), "honba_points")
    draws = lines(load("two_player"), "draws_per_player")
    assert draws[-2:] == ["draws_per_player = 18", "draws_per_player = 22"]
    assert "uma = [10, 5, -5, -10]" in lines(load("tenhou"), "uma")
    assert "uma = [15, 0, -15]" in lines(load("tenhou_sanma"), "uma")
    assert lines(load("tenhou"), "minimum_han") == ["minimum_han = 2", "minimum_han = 4"]
    assert lines(load("toutenkou"), "minimum_han") == []


def test_entries_of_mappings_are_changed_one_by_one() -> None:
    found = lines(load("tenhou"), "yakuman")
    assert "yakuman.daisuushii = 2" in found
    assert all(line.startswith("yakuman.") for line in found)
    assert lines(load("toutenkou"), "yakuman")


def test_an_entry_that_presets_lack_is_worth_nothing_there() -> None:
    tenhou = load("tenhou")
    local = replace(tenhou, yaku_han=MappingProxyType({**tenhou.yaku_han, "renhou": (5, 0)}))
    assert "yaku_han.renhou = [0, 0]" in lines(local, "yaku_han")


def test_what_contradicts_other_rules_or_seats_others_is_left_out() -> None:
    tenhou = load("tenhou")
    assert lines(tenhou, "players") == []
    assert lines(tenhou, "sits_out") == []
    assert lines(tenhou, "ura_dora") == []
    assert lines(replace(tenhou, kan_ura_dora=False), "ura_dora") == ["ura_dora = false"]
    assert Change("max_ron", 1).of(tenhou) is None


@pytest.mark.parametrize("field", ["kuikae", "pao", "red_fives", "uma", "yaku_han", "bust", "abortive_draws"])
def test_the_text_of_a_change_is_a_line_of_a_file(field: str, tmp_path: Path) -> None:
    found = list(changes(load("tenhou"), field))
    assert found
    for change, changed in found:
        path = tmp_path / "tenhou.toml"
        path.write_text(f'extends = "tenhou"\n{change}\n', encoding="utf-8")
        assert tomllib.loads(path.read_text("utf-8"))
        assert diff(load(path), changed) == []
