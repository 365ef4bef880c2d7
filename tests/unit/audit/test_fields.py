"""Every rule of the audit names the fields of the rule set that can change its findings."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from mjlog.audit.assess import assess
from mjlog.audit.registry import RULES
from mjlog.audit.run import audit_batch, selected_rules
from mjlog.formats import read
from mjlog.rulesets import Ruleset, load
from mjlog.rulesets import model as m

ROOT = "data/samples"
PRESETS = ("tenhou", "tenhou_sanma", "mahjong_soul")
NAMES = {"name", "title"}


def others(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """For each field a change of it, with what must change beside it to keep the rules sound."""
    flips: dict[str, dict[str, Any]] = {
        f.name: {f.name: not getattr(ruleset, f.name)}
        for f in fields(Ruleset)
        if isinstance(getattr(ruleset, f.name), bool)
    }
    for name, step in {
        "dead_wall": 4, "start_score": 5000, "return_score": 5000, "riichi_min_wall": 30,
        "riichi_min_score": 20000, "honba_points": 200, "noten_payment": 6000, "target_score": 30000,
    }.items():  # fmt: skip
        flips[name] = {name: getattr(ruleset, name) + step}
    enums = (m.Ties, m.LeftoverSticks, m.Kuikae, m.KanDora, m.Kazoe, m.TripleRon, m.PaoScope, m.PaoHonba,
             m.TemporaryFuriten, m.Nagashi, m.DealerStop, m.Bust, m.AbsentShare)  # fmt: skip
    for f in fields(Ruleset):
        value = getattr(ruleset, f.name)
        for enum in enums:
            if isinstance(value, enum):
                flips[f.name] = {f.name: next(e for e in enum if e is not value)}
    flips |= {
        "removed_tiles": {"removed_tiles": (*ruleset.removed_tiles, "9p")},
        "red_fives": {"red_fives": (0, 0, 0)},
        "uma": {
            "uma": tuple(2 * u + (1 if i == 0 else -1 if i == 1 else 0) for i, u in enumerate(ruleset.uma))
        },
        "yaku_han": {"yaku_han": {**ruleset.yaku_han, "riichi": (2, 0)}},
        "yakuman": {"yakuman": {**ruleset.yakuman, "suuankou": 2, "daisangen": 2}},
        "pao": {"pao": frozenset()},
        "abortive_draws": {"abortive_draws": frozenset()},
        "length": {"length": "east"},
        "max_ron": {"max_ron": 1, "triple_ron": m.TripleRon.ALL_WIN},
    }
    flips["kan_dora"] = {"kan_dora": m.KanDora.IMMEDIATE}
    flips["ura_dora"] |= {"kan_ura_dora": False}
    if ruleset.players < 4:
        del flips["triple_ron"]
    return {name: change for name, change in flips.items() if name not in NAMES}


@pytest.fixture(scope="module")
def samples():
    return read(ROOT)


def findings_by_code(samples, ruleset: Ruleset) -> dict[str, set[tuple[Any, ...]]]:
    found, _ = audit_batch(assess(samples, ruleset), selected_rules())
    by_code: dict[str, set[tuple[Any, ...]]] = {}
    for row in found.to_pylist():
        by_code.setdefault(row["code"], set()).add(
            (row["game_id"], row["round_index"], row["seq"], row["seat"])
        )
    return by_code


@pytest.mark.parametrize("preset", PRESETS)
def test_a_field_that_changes_the_findings_of_a_rule_is_one_of_its_fields(samples, preset):
    ruleset = load(preset)
    before = findings_by_code(samples, ruleset)
    unnamed = []
    for name, change in others(ruleset).items():
        after = findings_by_code(samples, replace(ruleset, **change))
        changed = [c for c in RULES if before.get(c) != after.get(c)]
        unnamed += [(code, name) for code in changed if not set(change) & set(RULES[code].fields)]
    assert unnamed == []


def test_every_named_field_is_a_field_of_rule_sets():
    known = {f.name for f in fields(Ruleset)}
    assert {n for r in RULES.values() for n in r.fields} <= known
