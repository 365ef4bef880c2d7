"""Payments written as data: every entry of `payments.yml` is one test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mjlog.rulesets.standard import PAO_YAKUMAN
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import YAKU_BIT
from mjlog.scoring.payments import NOBODY, PaidWins, liable_base, seats_of, table_shares, win_deltas
from mjlog.scoring.points import ordinary_value, yakuman_value
from mjlog.scoring.settlements import (
    NAGASHI_BASE,
    PaidTables,
    bonus_deltas,
    chombo_deltas,
    nagashi_deltas,
    noten_deltas,
)
from tests.cases.test_cases import cases, rulesets

LIABILITIES = (*PAO_YAKUMAN, "daiminkan")


def payments() -> list[Any]:
    """One parameter per case and rule set."""
    parameters = []
    for parameter in cases("payments"):
        (case,) = parameter.values
        for word, variant in case.pop("under", {None: None}).items():
            if variant is None:
                parameters.append(parameter)
                continue
            single = {**case, **variant}
            if "wins" in case:
                single["wins"] = [{**case["wins"][0], "deltas": single.pop("deltas")}]
            parameters.append(pytest.param(single, id=f"{parameter.id}: {word}"))
    return parameters


@pytest.mark.parametrize("case", payments())
def test_points_go_to(case):
    assert case.pop("source")
    rules = case["rules"]
    (ruleset,) = rulesets(rules if isinstance(rules, dict) else [rules])
    table = RulesetTable.of([ruleset])
    if "wins" in case:
        expected = [win["deltas"] for win in case["wins"]]
        found = _won(case["wins"], case["table"], table)
    else:
        expected, found = [case["deltas"]], [_drawn(case, table)]
    assert found == [[*deltas, 0, 0, 0][:4] for deltas in expected]


def _present(table: dict[str, Any], rules: RulesetTable, size: int) -> np.ndarray:
    """(size, 4) who plays."""
    if "away" not in table:
        return seats_of(np.full(size, rules.players[0]))
    present = seats_of(np.full(size, rules.players[0] + 1))
    present[:, table["away"]] = False
    return present


def _won(wins: list[dict[str, Any]], table: dict[str, Any], rules: RulesetTable) -> list[list[int]]:
    """Score changes of the wins on one tile."""
    size = len(wins)
    rule = np.zeros(size, dtype=np.intp)
    pao_seat = np.array(
        [[w.get("pao", {}).get(name, NOBODY) for name in LIABILITIES] for w in wins], dtype=np.int8
    )
    yaku = np.array([sum(1 << YAKU_BIT[y] for y in w.get("yakuman", ())) for w in wins], dtype=np.uint64)
    base = np.array([_base(w, rules) for w in wins], dtype=np.int32)
    everything = PaidWins(
        base=base,
        seat=np.array([w["seat"] for w in wins], dtype=np.int8),
        from_seat=np.array([w["from"] for w in wins], dtype=np.int8),
        dealer_seat=np.full(size, table["dealer"], dtype=np.int8),
        present=_present(table, rules, size),
        doubled=np.full(size, table.get("doubled", False)),
        honba=np.full(size, table["honba"], dtype=np.int16),
        sticks=np.full(size, table["sticks"], dtype=np.int64),
        pao_seat=pao_seat,
        pao_base=liable_base(yaku, base, pao_seat, rules, rule),
        rule=rule,
    )
    paid_stick = np.array([w.get("stick", False) for w in wins])
    honba, sticks = table_shares(np.zeros(size, dtype=np.int64), everything, paid_stick, rules)
    return win_deltas(replace(everything, honba=honba, sticks=sticks), rules).tolist()


def _base(win: dict[str, Any], rules: RulesetTable) -> int:
    """Base points of a hand of points, yakuman, or han and fu."""
    if "points" in win:
        return win["points"] * int(rules.point_value[0])
    if "yakuman" in win:
        multiples = [int(rules.yakuman[0, YAKU_BIT[y]]) for y in win["yakuman"]]
        stack = sum if rules.yakuman_stacking[0] else max
        return int(yakuman_value(np.array([stack(multiples)], dtype=np.int8))[0])
    han, fu = np.array([win["han"]], dtype=np.int16), np.array([win["fu"]], dtype=np.uint8)
    return int(ordinary_value(han, fu, rules, np.zeros(1, dtype=np.intp))[0][0])


def _drawn(case: dict[str, Any], rules: RulesetTable) -> list[int]:
    """Score changes of a round or an event that is no win."""
    table = case["table"]
    paid = PaidTables(
        dealer_seat=np.array([table["dealer"]], dtype=np.int8),
        present=_present(table, rules, 1),
        doubled=np.array([table.get("doubled", False)]),
        honba=np.array([table["honba"]], dtype=np.int16),
        sticks=np.array([table["sticks"]], dtype=np.int64),
        rule=np.zeros(1, dtype=np.intp),
    )

    def flags(name: str) -> np.ndarray:
        return np.isin(np.arange(4), case.get(name, ()))[None]

    if "tenpai" in case:
        return noten_deltas(flags("tenpai"), paid, rules)[0].tolist()
    if "nagashi" in case:
        worth = {seat: p * int(rules.point_value[0]) for seat, p in case.get("points", {}).items()}
        base = np.array([[worth.get(seat, NAGASHI_BASE) for seat in range(4)]], dtype=np.int32)
        return nagashi_deltas(flags("nagashi"), base, paid, rules)[0].tolist()
    if "chombo" in case:
        return chombo_deltas(flags("chombo"), paid, rules)[0].tolist()
    return bonus_deltas(flags("bonus").astype(np.int64), paid, rules)[0].tolist()
