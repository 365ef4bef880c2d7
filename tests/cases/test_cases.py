"""Cases written as data: every entry of the YAML files beside this module is one test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from mjlog.rulesets.load import load, resolve
from mjlog.rulesets.model import Ruleset
from mjlog.schema import YAKU
from mjlog.scoring.one import score

FOLDER = Path(__file__).parent


def cases(name: str) -> list:
    """One parameter per case of a file, under its name."""
    entries = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    names = [entry.pop("name") for entry in entries]
    assert len(set(names)) == len(names), "two cases have one name"
    return [pytest.param(entry, id=name) for name, entry in zip(names, entries, strict=True)]


def rulesets(rules: list[str] | dict) -> list[Ruleset]:
    """Rule sets of a case: presets by name, or one rule set as fields over "tenhou"."""
    return [resolve(json.dumps(rules))] if isinstance(rules, dict) else [load(name) for name in rules]


@pytest.mark.parametrize("case", cases("scoring"))
def test_hand_is_worth(case):
    expectations, hand = case.pop("expect"), case.pop("hand")
    assert case.pop("source")
    for expected in expectations:
        for rules in rulesets(expected.pop("rules")):
            result = score(hand, rules, **case)
            found = {key: _shown(result, key) for key in expected}
            if "why_not" in expected:
                assert expected["why_not"] in found["why_not"], rules.name
            else:
                assert (found, result.why_not) == (expected, ()), rules.name


def _shown(result, key):
    """A value of a score in the form of the case files."""
    if key == "yaku":
        return dict(result.yaku)
    if key == "fu_items":
        return {f"{item.name} {item.tile}".strip(): item.fu for item in result.fu_items}
    if key == "pays":
        return list(result.payments)
    if key == "why_not":
        return "; ".join(result.why_not)
    return getattr(result, key)


@pytest.mark.parametrize("case", cases("points"))
def test_points_add_up(case):
    hand, points, why_not = case.pop("hand"), case.pop("points", {}), case.pop("why_not", None)
    result = score(hand, "toutenkou", **case)
    if why_not is not None:
        assert why_not in "; ".join(result.why_not)
    else:
        assert (dict(result.yaku), result.why_not) == (points, ())
        worth = sum(points.values())
        payers = 2 if case.get("tsumo") or case.get("gathered") else 1
        assert (result.han, result.payments) == (worth, (100 * worth,) * payers)


def test_every_yaku_has_a_case():
    by_han = [parameter.values[0]["expect"] for parameter in cases("scoring")]
    shown = {slug for expectations in by_han for e in expectations for slug in e.get("yaku", ())}
    by_points = {slug for parameter in cases("points") for slug in parameter.values[0].get("points", ())}
    assert shown | by_points == set(YAKU) - {"nagashi_mangan"}
    assert by_points == set(load("toutenkou").yaku_points) - {"nagashi_mangan"}
