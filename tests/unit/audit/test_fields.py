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
from mjlog.rulesets.model import enum_fields
from mjlog.rulesets.words import KanDora, TripleRon

ROOT = "data/samples"
PRESETS = ("tenhou", "tenhou_sanma", "mahjong_soul", "toutenkou", "two_player")
WHOSE_GAMES = {"players", "sits_out"}
"""Fields that decide which games a rule set can judge at all."""
NOT_RULES = {"name", "title", "sources"}


def others(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """For each field a change of it, with what must change beside it to keep the rules sound."""
    changes = {**switched(ruleset), **counted_otherwise(ruleset), **named_otherwise(ruleset)}
    return {name: change for name, change in changes.items() if is_sound(ruleset, change)}


def is_sound(ruleset: Ruleset, change: dict[str, Any]) -> bool:
    """Whether the rules can be changed so."""
    try:
        replace(ruleset, **change)
    except ValueError:
        return False
    return True


def switched(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """Switches turned over, and the next word of every choice."""
    flips: dict[str, dict[str, Any]] = {
        f.name: {f.name: not getattr(ruleset, f.name)}
        for f in fields(Ruleset)
        if isinstance(getattr(ruleset, f.name), bool)
    }
    for name, words in enum_fields().items():
        flips[name] = {name: next(w for w in words if w is not getattr(ruleset, name))}
    flips["ura_dora"] |= {"kan_ura_dora": False, "ura_indicator_counts": False}
    flips["passed_win_chombo"] |= {"chombo": "mangan"}
    return flips | {
        "kan_dora": {"kan_dora": KanDora.IMMEDIATE},
        "length": {"length": "east"},
        "chombo": {"chombo": "each", "chombo_points": 1000},
        "score_system": {
            "score_system": "additive",
            "nagashi_mangan": "none",
            "yaku_points": {"riichi": (2, 0), "pinfu": (1, 0)},
        },
    }


def counted_otherwise(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """Other numbers."""
    steps = {
        "dead_wall": 4, "start_score": 5000, "return_score": 5000, "riichi_min_wall": 30,
        "riichi_min_score": 20000, "honba_points": 200, "noten_payment": 6000, "target_score": 30000,
        "wall_per_kan": 1, "wall_per_set_aside": 1, "bonus_payment": 1000, "chombo_points": 1000,
        "point_value": 100, "minimum_han": 1,
    }  # fmt: skip
    uma = tuple(2 * u + (1 if i == 0 else -1 if i == 1 else 0) for i, u in enumerate(ruleset.uma))
    return {name: {name: getattr(ruleset, name) + step} for name, step in steps.items()} | {
        "red_fives": {"red_fives": (0, 0, 0)},
        "draws_per_player": {"draws_per_player": 10},
        "max_ron": {"max_ron": 1, "triple_ron": TripleRon.ALL_WIN},
        "double_wind_pair_fu": {"double_wind_pair_fu": 6 - ruleset.double_wind_pair_fu},
        "uma": {"uma": uma},
        "floating_uma": {"floating_uma": (uma,) * ruleset.seats},
    }


def named_otherwise(ruleset: Ruleset) -> dict[str, dict[str, Any]]:
    """Other tiles and yaku."""
    points = {slug: (2 * closed, 2 * open_) for slug, (closed, open_) in ruleset.yaku_points.items()}
    pairs = {"chiitoitsu_one_quad": (2, 0), "chiitoitsu_two_quads": (2, 0)}
    return {
        "removed_tiles": {"removed_tiles": (*ruleset.removed_tiles, "9p")},
        "set_aside": {"set_aside": () if ruleset.set_aside else ("N",)},
        "bound_tiles": {"bound_tiles": {"1p": (), "9s": (), "E": ()}},
        "dragon_order": {"dragon_order": ("C", "F", "P")},
        "yaku_han": {"yaku_han": {**ruleset.yaku_han, "riichi": (2, 0), **pairs}},
        "yakuman": {"yakuman": {**ruleset.yakuman, "suuankou": 2, "daisangen": 2}},
        "yaku_points": {"yaku_points": points},
        "yaku_that_need_another": {"yaku_that_need_another": frozenset({"riichi", "tanyao"})},
        "gathered_yaku": {"gathered_yaku": frozenset({"suukantsu"} - ruleset.gathered_yaku)},
        "pao": {"pao": frozenset()},
        "abortive_draws": {"abortive_draws": frozenset()},
    }


def test_every_field_is_changed() -> None:
    tried = {name for preset in PRESETS for name in others(load(preset))}
    assert {f.name for f in fields(Ruleset)} - tried == WHOSE_GAMES | NOT_RULES


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
        if name in WHOSE_GAMES:
            continue
        after = findings_by_code(samples, replace(ruleset, **change))
        changed = [c for c in RULES if before.get(c) != after.get(c)]
        unnamed += [(code, name) for code in changed if not set(change) & set(RULES[code].fields)]
    assert unnamed == []


def test_every_named_field_is_a_field_of_rule_sets():
    known = {f.name for f in fields(Ruleset)}
    assert {n for r in RULES.values() for n in r.fields} <= known
