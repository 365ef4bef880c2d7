"""Sticks, bonuses and penalties of rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from mjlog.replay.replay import replay_batch
from mjlog.scoring.draws import logged_draws
from mjlog.scoring.money import Money, money_of
from mjlog.tables import LogTables
from tests.unit.replay.written import Round, batch_of, written

PAID = {"bonus_payment": 1000}
KAN = "1 draw 1m; 1 ankan 1m with 1111m"
NORTHS = "; ".join(["0 kita 4z with 4z; 0 draw 9p"] * 4)
SANMA = {**PAID, "extends": "tenhou_sanma"}


def with_points(tables: LogTables, *points: int | None) -> LogTables:
    """`tables` with the points of their bonuses and penalties, in order."""
    told = iter(points)
    kinds = tables.events["kind"].to_pylist()
    column = [next(told) if kind in ("bonus", "penalty") else None for kind in kinds]
    at = tables.events.schema.get_field_index("points")
    events = tables.events.set_column(at, tables.events.schema.field(at), pa.array(column, pa.int32()))
    return replace(tables, events=events)


def money(tables: LogTables) -> Money:
    replay = replay_batch(batch_of(tables))
    return money_of(replay, logged_draws(replay, tables.draws, tables.rounds))


@pytest.mark.parametrize(
    ("events", "rules", "players", "due"),
    [
        (f"{KAN}; 1 draw 9p", PAID, 4, [1]),
        (f"{KAN}; 1 bonus; dora 1z; 1 draw 9p", PAID, 4, [1]),
        (f"{KAN}; 1 draw 9p", {}, 4, []),
        (f"{KAN}; 1 draw 9p; 1 ankan 2m with 2222m; 1 draw 9p", PAID, 4, [1, 3]),
        ("1 pon 1m with 11m from 0; 1 kakan 1m with 1m; 1 draw 9p", PAID, 4, []),
        ("1 daiminkan 1m with 111m from 0; 1 draw 9p", PAID, 4, []),
        # robbed, or nobody knows whether it was
        (f"{KAN}; 2 win 1m from 1", PAID, 4, []),
        (f"{KAN}; 1 win from 1", PAID, 4, [1]),
        (KAN, PAID, 4, []),
        # the fourth equal tile set aside
        (NORTHS, SANMA, 3, [6]),
        (NORTHS, {"extends": "tenhou_sanma"}, 3, []),
        (NORTHS.replace("0 kita 4z with 4z; 0 draw 9p", "0 draw 9p", 1), SANMA, 3, []),
        (NORTHS.replace("0 kita", "1 kita", 1), SANMA, 3, []),
        (f"{NORTHS}; 0 kita 4z with 4z; 0 draw 9p", SANMA, 3, [6]),
    ],
)
def test_bonuses_that_are_due(events: str, rules: dict[str, Any], players: int, due: list[int]) -> None:
    assert money(written([Round(events)], rules, players)).bonuses_due.tolist() == due


def test_bonuses_of_every_round_are_due() -> None:
    rounds = [Round(f"{KAN}; 1 draw 9p"), Round(KAN), Round(f"0 draw 9p; {KAN}; 1 draw 9p")]
    assert money(written(rounds, PAID)).bonuses_due.tolist() == [1, 7]


def test_bonuses_and_penalties_change_scores() -> None:
    tables = written([Round(f"{KAN}; 1 bonus; 1 draw 9p; 2 penalty; 2 penalty; 3 penalty")], PAID)
    paid = money(with_points(tables, 1000, 1000, 2000, 1000))
    assert paid.deltas(batch_of(tables)).tolist() == [[-1000, 3000, -1000 - 3000, -1000 - 1000]]
    assert paid.penalties.tolist() == [[0, 0, 3000, 1000]]
    assert paid.sticks.tolist() == [4]
    assert paid.is_known.tolist() == [True]


def test_no_penalty_is_too_high_for_the_sticks_on_the_table() -> None:
    tables = written([Round("; ".join(["2 penalty"] * 4))])
    paid = money(with_points(tables, *[10_000_000] * 4))
    assert paid.tables(batch_of(tables), np.array([0])).sticks.tolist() == [40_000]
    assert paid.deltas(batch_of(tables)).tolist() == [[0, 0, -40_000_000, 0]]


def test_bonuses_are_those_of_the_rules_whatever_the_log_pays() -> None:
    tables = written([Round(f"{KAN}; 1 bonus; 1 draw 9p")], PAID)
    for told in (500, None, 1000):
        assert money(with_points(tables, told)).deltas(batch_of(tables)).tolist() == [
            [-1000, 3000, -1000, -1000]
        ]


def test_penalties_of_unknown_size_are_told() -> None:
    tables = written([Round("2 penalty"), Round("2 penalty; 1 penalty"), Round("0 draw 9p")])
    assert money(with_points(tables, 1000, 1000, None)).is_known.tolist() == [True, False, True]
    assert money(tables).is_known.tolist() == [False, False, True]


def test_riichi_sticks_lie_on_the_table_unless_chombo_gives_them_back() -> None:
    events = "0 riichi; 0 discard 9p; 0 riichi_accepted"
    sticks = {"riichi_sticks": 2}
    tables = written([Round(events, columns=sticks), Round(f"{events}; 1 chombo", columns=sticks)])
    draw = {"game_id": tables.rounds["game_id"][1].as_py(), "round_index": 1, "log_type": "chombo"}
    tables = replace(tables, draws=pa.Table.from_pylist([draw], schema=tables.draws.schema))
    found = money(tables)
    assert found.deposits.tolist() == [[1, 0, 0, 0], [0, 0, 0, 0]]
    assert found.sticks.tolist() == [3, 2]


@pytest.mark.parametrize(
    ("dice", "doubles", "is_doubled"),
    [([3, 3], True, True), ([3, 4], True, False), ([3, 3], False, False), (None, True, False)],
)
def test_a_pair_on_the_dice_doubles_where_rules_say_so(
    dice: list[int] | None, doubles: bool, is_doubled: bool
) -> None:
    columns = {} if dice is None else {"dice": dice}
    found = money(written([Round("0 draw 9p", columns=columns)], {"dice_pair_doubles": doubles}))
    assert found.doubled.tolist() == [is_doubled]


@pytest.mark.parametrize("tables", [LogTables.empty(), written([]), written([Round()], PAID)])
def test_rounds_and_events_may_be_missing(tables: LogTables) -> None:
    found = money(tables)
    assert found.sticks.shape == (len(tables.rounds),)
    assert not len(found.bonuses_due)
    assert found.deltas(batch_of(tables)).shape == (len(tables.rounds), 4)
    assert np.all(found.is_known)
