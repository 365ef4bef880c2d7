from __future__ import annotations

from dataclasses import fields

import pytest

from mjlog.docstrings import field_docs
from mjlog.rulesets import Ruleset, load, model, presets, resolve
from mjlog.rulesets.describe import describe, diff
from mjlog.rulesets.model import choices
from mjlog.rulesets.standard import LABELS


@pytest.mark.parametrize("field", [f.name for f in fields(Ruleset)])
def test_every_rule_says_what_it_means(field: str) -> None:
    assert field_docs(model)["Ruleset"][field].endswith(".")


def test_a_description_covers_every_rule_once() -> None:
    described = [rule.field for rule in describe(load("tenhou"))]
    assert len(described) == len(set(described))
    named = {field.partition(".")[0] for field in described}
    mappings_without_entries = {"bound_tiles", "yaku_points"}
    assert named == {f.name for f in fields(Ruleset)} - {*LABELS, *mappings_without_entries}


def test_where_points_are_added_up_the_points_are_described() -> None:
    described = {rule.field: rule.value for rule in describe(load("toutenkou"))}
    assert described["yaku_points.toitoi"] == [10, 5]
    assert described["bound_tiles.5m"] == []


def test_the_common_rule_differs_in_nothing_from_itself() -> None:
    assert all(rule.is_default for rule in describe(Ruleset(name="any")))


def test_what_a_preset_changes_is_not_the_default() -> None:
    changed = {rule.field: rule.value for rule in describe(load("mahjong_soul")) if not rule.is_default}
    assert changed["uma"] == [15, 5, -5, -15]
    assert changed["yakuman.daisuushii"] == 2
    assert "open_tanyao" not in changed


def test_choices_of_a_field_are_given_with_it() -> None:
    rules = {rule.field: rule for rule in describe(load("tenhou"))}
    assert rules["triple_ron"].choices == ("all_win", "abort")
    assert rules["players"].choices == rules["yakuman.daisangen"].choices == ()


@pytest.mark.parametrize("name", presets())
def test_a_rule_set_does_not_differ_from_itself(name: str) -> None:
    assert diff(load(name), load(name)) == []


def test_a_difference_names_the_rule_and_both_values() -> None:
    changed = resolve('{"extends": "tenhou", "yaku_han": {"renhou": [5, 0]}, "agari_yame": "never"}')
    differences = {d.field: (d.first, d.second) for d in diff(load("tenhou"), changed)}
    assert differences == {
        "yaku_han.renhou": ([0, 0], [5, 0]),
        "agari_yame": ("automatic", "never"),
    }


def test_entries_that_one_rule_set_lacks_are_differences_both_ways() -> None:
    there = {d.field: (d.first, d.second) for d in diff(load("toutenkou"), load("tenhou"))}
    back = {d.field: (d.first, d.second) for d in diff(load("tenhou"), load("toutenkou"))}
    assert there["yaku_points.toitoi"] == ([10, 5], None)
    assert back == {field: (second, first) for field, (first, second) in there.items()}


def test_words_of_a_field_are_plain_text() -> None:
    assert choices("bust") == ("none", "below_zero", "at_zero")
    assert all(type(word) is str for word in choices("bust"))


def test_a_rule_has_its_source_and_says_whether_it_is_verified() -> None:
    rules = {rule.field: rule for rule in describe(load("wrc_2022"))}
    assert rules["uma"].source == "Pantheon, rule set wrc"
    assert not rules["uma"].is_unverified
    assert rules["bust"].source.startswith("unverified: ")
    assert rules["bust"].is_unverified
    assert (rules["chi"].source, rules["chi"].is_unverified) == ("common rule", False)


def test_a_value_of_ones_own_without_a_source_is_no_common_rule() -> None:
    rules = {
        rule.field: rule.source for rule in describe(resolve('{"kazoe": "sanbaiman", "uma": [0, 0, 0, 0]}'))
    }
    assert (rules["kazoe"], rules["uma"], rules["max_ron"]) == ("", "", "common rule")


def test_of_a_mapping_only_entries_that_differ_from_the_common_rules_have_a_source() -> None:
    rules = {rule.field: rule for rule in describe(load("wrc_2022"))}
    assert rules["yaku_han.renhou"].source == load("wrc_2022").sources["yaku_han"] != ""
    assert rules["yaku_han.toitoi"].source == "common rule"


def test_the_source_of_a_mapping_without_own_entries_is_that_of_all() -> None:
    rules = {rule.field: rule for rule in describe(load("m_league"))}
    assert rules["yakuman.daisuushii"].is_default
    assert rules["yakuman.daisuushii"].source == load("m_league").sources["yakuman"]
    assert rules["yakuman.daisuushii"].is_unverified
