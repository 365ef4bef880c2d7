"""Yaku frequencies on rounds that are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog import schema
from mjlog.stats.catalogue import catalogue, chosen
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.unit.stats.play import figures, played, warehouse_of

A, B, C, D = range(4)
ORDINARY = schema.YAKU[: schema.YAKU_BIT["chinitsu"] + 1]
STANDARD = schema.YAKU[: schema.YAKU_BIT["suukantsu"] + 1]
BY_TSUMO = {"menzen_tsumo", "rinshan_kaihou", "haitei"}
OF_RIICHI = {"riichi", "double_riichi", "ippatsu"}
"""Yaku that deal_in_to_riichi and deal_in_to_ippatsu tell already."""


def win(yaku: list[str], han: list[int], seat: int = A, from_seat: int = B) -> dict[str, Any]:
    return {"seat": seat, "from_seat": from_seat, "log_yaku": yaku, "log_yaku_han": han}


def test_every_yaku_has_its_rates() -> None:
    names = {name for name, s in catalogue().items() if s.section == "yaku"}
    dealt = set(ORDINARY) - BY_TSUMO - OF_RIICHI
    assert names == {f"yaku_{y}_rate" for y in ORDINARY} | {f"deal_in_yaku_{y}_rate" for y in dealt}


@pytest.mark.parametrize(
    ("view", "left_out"),
    [("yaku_totals", set()), ("deal_in_yaku_totals", BY_TSUMO)],
    ids=["yaku_totals", "deal_in_yaku_totals"],
)
def test_views_count_every_yaku_that_is_no_yakuman(
    warehouse: Warehouse, view: str, left_out: set[str]
) -> None:
    columns = warehouse.query(f"from {view} limit 0").column_names
    assert [name for name in columns if name in schema.YAKU] == [y for y in ORDINARY if y not in left_out]


def test_each_yaku_once() -> None:
    """A wins once with each yaku alone, of B unless it needs a tsumo, and once with what nobody knows."""
    rounds = [
        played(
            "tsumo" if yaku in BY_TSUMO else "ron",
            wins=[win([yaku], [1], from_seat=A if yaku in BY_TSUMO else B)],
        )
        for yaku in ORDINARY
    ]
    warehouse = warehouse_of(*rounds, played("ron", wins=[{"seat": A, "from_seat": B}]))
    won, paid = len(ORDINARY), len(ORDINARY) - len(BY_TSUMO)
    of_winner, of_payer = (figures(warehouse, "yaku", player=name) for name in "AB")
    for yaku in ORDINARY:
        assert of_winner[f"yaku_{yaku}_rate"] == (1, won)
        if yaku not in BY_TSUMO | OF_RIICHI:
            assert of_payer[f"deal_in_yaku_{yaku}_rate"] == (1, paid)


def test_a_double_ron_deals_into_two_hands() -> None:
    warehouse = warehouse_of(
        played("ron", wins=[win(["tanyao", "pinfu"], [1, 1]), win(["tanyao"], [1], seat=C)])
    )
    found = figures(warehouse, "yaku", player="B")
    assert found["deal_in_yaku_tanyao_rate"] == (2, 2)
    assert found["deal_in_yaku_pinfu_rate"] == (1, 2)


@pytest.fixture(scope="module")
def warehouse() -> Warehouse:
    return warehouse_of(
        played(
            "ron",
            {A: {"win_state": "riichi"}},
            wins=[win(["riichi", "tanyao", "dora", "ura_dora"], [1, 1, 2, 0])],
        ),
        played("tsumo", {A: {"win_state": "open"}}, wins=[win(["tanyao", "aka_dora"], [1, 1], from_seat=A)]),
        played("ron", {C: {"win_state": "dama"}}, wins=[win(["pinfu"], [1], seat=C, from_seat=A)]),
        played(
            "tsumo",
            {D: {"win_state": "riichi"}},
            wins=[win(["riichi", "menzen_tsumo"], [1, 1], seat=D, from_seat=D)],
        ),
        played("ron", {A: {"win_state": "open"}}, wins=[{"seat": A, "from_seat": B}]),
    )


def test_yaku_frequencies(warehouse: Warehouse) -> None:
    """A wins twice with known yaku, deals into one hand and pays one tsumo."""
    rows = warehouse.table("yaku_frequencies", people=["A"]).to_pylist()
    found = {(r["event"], r["state"], r["yaku"]): r for r in rows}
    some = {key: (r["hands"], r["total"], r["han"]) for key, r in found.items() if r["hands"]}
    assert some == {
        ("win", "all", "riichi"): (1, 2, 1),
        ("win", "all", "tanyao"): (2, 2, 2),
        ("win", "all", "dora"): (1, 2, 2),
        ("win", "all", "aka_dora"): (1, 2, 1),
        ("win", "riichi", "riichi"): (1, 1, 1),
        ("win", "riichi", "tanyao"): (1, 1, 1),
        ("win", "riichi", "dora"): (1, 1, 2),
        ("win", "open", "tanyao"): (1, 1, 1),
        ("win", "open", "aka_dora"): (1, 1, 1),
        ("deal_in", "all", "pinfu"): (1, 1, 1),
        ("deal_in", "dama", "pinfu"): (1, 1, 1),
        ("tsumo_loss", "all", "riichi"): (1, 1, 1),
        ("tsumo_loss", "all", "menzen_tsumo"): (1, 1, 1),
        ("tsumo_loss", "riichi", "riichi"): (1, 1, 1),
        ("tsumo_loss", "riichi", "menzen_tsumo"): (1, 1, 1),
    }
    assert found["win", "all", "tanyao"]["rate"] == 1
    assert found["win", "all", "dora"]["rate"] is None
    assert found["win", "all", "dora"]["han_per_hand"] == 1


def test_yaku_that_never_came_are_there(warehouse: Warehouse) -> None:
    rows = warehouse.table("yaku_frequencies", people=["B"]).to_pylist()
    assert {r["event"] for r in rows} == {"deal_in", "tsumo_loss"}
    listed = [r["yaku"] for r in rows if (r["event"], r["state"]) == ("deal_in", "all")]
    assert sorted(listed) == sorted([*STANDARD, "dora", "aka_dora", "ura_dora"])
    kokushi = next(r for r in rows if r["yaku"] == "kokushi_musou")
    assert (kokushi["hands"], kokushi["rate"], kokushi["low"]) == (0, 0, 0)
    assert kokushi["high"] > 0


def test_tiles_set_aside_are_no_dora() -> None:
    """Some logs of three players count them so; the rules tell them apart."""
    row = {"log_yaku": ["tanyao", "dora"], "log_yaku_han": [1, 3], "calc_yaku": ["tanyao", "dora", "kita"],
           "calc_yaku_han": [1, 1, 2]}  # fmt: skip
    warehouse = warehouse_of(
        played("ron", {A: {"win_state": "dama"}}, wins=[{"seat": A, "from_seat": B, **row}]), players=3
    )
    rows = warehouse.table("yaku_frequencies", people=["A"]).to_pylist()
    han = {r["yaku"]: (r["hands"], r["han"]) for r in rows if r["state"] == "all" and r["hands"]}
    assert han == {"tanyao": (1, 1), "dora": (1, 1), "kita": (1, 2)}


@pytest.mark.parametrize("choice", [Selection(players=("C",)), Selection(players=("C",), rounds=("E",))])
def test_of_who_won_nothing_there_are_no_wins_to_count(choice: Selection) -> None:
    warehouse = warehouse_of(played("ron", wins=[win(["tanyao"], [1])]))
    rows = rates(warehouse, choice, statistics=["yaku", "danger", "win_rate"]).to_pylist()
    assert {r["statistic"] for r in rows} == {s.name for s in chosen(["yaku", "danger", "win_rate"])}
    for row in rows:
        expected = (0, 1 if row["statistic"] == "win_rate" else 0)
        assert (row["numerator"], row["denominator"]) == expected, row["statistic"]
