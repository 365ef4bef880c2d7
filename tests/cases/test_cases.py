"""Cases written as data: every entry of the YAML files beside this module is one test."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from mjlog.rulesets.load import load, resolve
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import PAO_YAKUMAN
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import YAKU, YAKU_BIT
from mjlog.scoring.one import score
from mjlog.scoring.payments import (
    NOBODY,
    PaidWins,
    liable_base,
    nagashi_deltas,
    noten_deltas,
    table_shares,
    win_deltas,
)
from mjlog.scoring.points import ordinary_value, yakuman_value

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


def test_every_yaku_has_a_case():
    shown = {
        slug
        for parameter in cases("scoring")
        for expected in parameter.values[0]["expect"]
        for slug in expected.get("yaku", ())
    }
    assert shown == set(YAKU) - {"nagashi_mangan"}


@pytest.mark.parametrize("case", cases("payments"))
def test_points_go_to(case):
    assert case.pop("source")
    rules = case["rules"]
    (ruleset,) = rulesets(rules if isinstance(rules, dict) else [rules])
    table = RulesetTable.of([ruleset])
    if "wins" in case:
        found = _paid(case["wins"], case["table"], table)
        assert found == [win["deltas"] for win in case["wins"]]
    else:
        assert _drawn(case, table) == case["deltas"]


def _paid(wins: list[dict], table: dict, rules: RulesetTable) -> list[list[int]]:
    """Score changes of the wins on one tile."""
    size = len(wins)
    rule = np.zeros(size, dtype=np.intp)
    pao_seat = np.array(
        [[w.get("pao", {}).get(slug, NOBODY) for slug in PAO_YAKUMAN] for w in wins], dtype=np.int8
    )
    yaku = np.array([sum(1 << YAKU_BIT[y] for y in w.get("yakuman", ())) for w in wins], dtype=np.uint64)
    multiples = [[int(rules.yakuman[0, YAKU_BIT[y]]) for y in w.get("yakuman", ())] for w in wins]
    stack = sum if rules.yakuman_stacking[0] else max
    yakuman = np.array([stack(m) if m else 0 for m in multiples], dtype=np.int8)
    han, fu = np.array([(w.get("han", 0), w.get("fu", 0)) for w in wins]).T
    ordinary, _ = ordinary_value(han.astype(np.int16), fu.astype(np.uint8), rules, rule)
    base = np.where(yakuman > 0, yakuman_value(yakuman), ordinary)
    everything = PaidWins(
        base=base,
        seat=np.array([w["seat"] for w in wins], dtype=np.int8),
        from_seat=np.array([w["from"] for w in wins], dtype=np.int8),
        dealer_seat=np.full(size, table["dealer"], dtype=np.int8),
        players=np.full(size, rules.players[0], dtype=np.int8),
        honba=np.full(size, table["honba"], dtype=np.int16),
        sticks=np.full(size, table["sticks"], dtype=np.int16),
        pao_seat=pao_seat,
        pao_base=liable_base(yaku, base, pao_seat, rules, rule),
        rule=rule,
    )
    paid_stick = np.array([w.get("stick", False) for w in wins])
    honba, sticks = table_shares(np.zeros(size, dtype=np.int64), everything, paid_stick, rules)
    return win_deltas(replace(everything, honba=honba, sticks=sticks), rules).tolist()


def _drawn(case: dict, rules: RulesetTable) -> list[int]:
    """Score changes of an exhaustive draw."""
    seats = np.isin(np.arange(4), case.get("tenpai", case.get("nagashi")))[None]
    players, rule = rules.players.astype(np.int8), np.zeros(1, dtype=np.intp)
    if "tenpai" in case:
        return noten_deltas(seats, players, rules, rule)[0].tolist()
    dealer = np.array([case["table"]["dealer"]], dtype=np.int8)
    return nagashi_deltas(seats, dealer, players, rules, rule)[0].tolist()
