from __future__ import annotations

import numpy as np
import pytest

from mjlog.scoring.fu import SETS, fu_items, round_up, total
from mjlog.scoring.readings import readings_of
from tests.unit.scoring.written_hands import batch, table


def items_of(text: str, rules: dict | None = None, **columns) -> list[dict[str, int]]:
    """Fu items that are not zero, of each reading."""
    hands = batch(text, **columns)
    readings = readings_of(hands)
    rule = np.zeros(len(readings), dtype=np.intp)
    items = fu_items(readings, hands.rinshan[readings.hand], table(**rules or {}), rule)
    return [{name: int(c[row]) for name, c in items.items() if c[row]} for row in range(len(readings))]


@pytest.mark.parametrize(
    ("text", "columns", "expected"),
    [
        pytest.param("123456m234p5688s+7s", {}, {"closed_ron": 10}, id="closed ron"),
        pytest.param("123456m234p5688s+7s", {"is_tsumo": True}, {}, id="pinfu tsumo"),
        pytest.param("123456m234p8857s+6s", {"is_tsumo": True}, {"tsumo": 2, "wait": 2}, id="kanchan tsumo"),
        pytest.param("123456m234p8889s+7s", {}, {"closed_ron": 10, "wait": 2}, id="penchan"),
        pytest.param(
            "123456m234p999s6s+6s",
            {},
            {"closed_ron": 10, "wait": 2, "closed_triplet_of_yaochuu": 8},
            id="tanki",
        ),
        pytest.param("123m234p5688s(456m)+7s", {}, {"open_pinfu": 10}, id="open hand without fu"),
        pytest.param("123m234p5688s(456m)+7s", {"is_tsumo": True}, {"tsumo": 2}, id="open tsumo"),
        pytest.param("123m56s22z(456m)(234p)+7s", {}, {"pair": 2}, id="pair of the seat wind"),
        pytest.param("123m56s11z(456m)(234p)+7s", {}, {"pair": 2}, id="pair of the round wind"),
        pytest.param("123m56s77z(456m)(234p)+7s", {}, {"pair": 2}, id="pair of dragons"),
        pytest.param("123m56s33z(456m)(234p)+7s", {}, {"open_pinfu": 10}, id="pair of another wind"),
    ],
)
def test_items_besides_base(text, columns, expected):
    assert {"base": 20, **expected} in items_of(text, **columns)


@pytest.mark.parametrize(
    ("meld", "fu"),
    [
        ("(222p)", 2),
        ("(999p)", 4),
        ("(777z)", 4),
        ("(2222p)", 8),
        ("(9999p)", 16),
        ("[2222p]", 16),
        ("[7777z]", 32),
    ],
)
def test_melded_sets(meld, fu):
    (items,) = items_of(f"123m56s88s(456m){meld}+7s")
    assert sum(items.values()) == 20 + fu


@pytest.mark.parametrize(("text", "fu"), [("222p", 4), ("999p", 8), ("666z", 8)])
def test_concealed_triplets(text, fu):
    (items,) = items_of(f"123m{text}56s88s(456m)+7s")
    assert sum(items.values()) == 20 + fu


def test_triplet_completed_by_ron_has_the_fu_of_an_open_one():
    (by_ron,) = items_of("123m99p67855s(456m)+5s")
    (by_tsumo,) = items_of("123m99p67855s(456m)+5s", is_tsumo=True)
    assert by_ron == {"base": 20, "open_triplet_of_simples": 2}
    assert by_tsumo == {"base": 20, "tsumo": 2, "closed_triplet_of_simples": 4}


@pytest.mark.parametrize(("rule", "fu"), [(4, 4), (2, 2)])
def test_pair_of_both_winds(rule, fu):
    (items,) = items_of(
        "123m56s11z(456m)(234p)+7s", rules={"double_wind_pair_fu": rule}, seat_wind=0, round_wind=0
    )
    assert items == {"base": 20, "pair": fu}


@pytest.mark.parametrize(("rule", "expected"), [(True, {"tsumo": 2}), (False, {})])
def test_tsumo_on_a_replacement_tile(rule, expected):
    (items,) = items_of(
        "123m56s88s(456m)(2222p)+7s", rules={"rinshan_tsumo_fu": rule}, is_tsumo=True, rinshan=True
    )
    assert items == {"base": 20, "open_kan_of_simples": 8, **expected}


def test_seven_pairs_have_twenty_five_whatever_they_hold():
    (items,) = items_of("2288m3355p6699s1z+1z", is_tsumo=True)
    assert items == {"base": 25}


def test_fu_are_rounded_up_to_tens_but_for_seven_pairs():
    given = np.array([20, 22, 25, 30, 32, 110, 156], dtype=np.uint8)
    assert round_up(given).tolist() == [20, 30, 25, 30, 40, 110, 160]


def test_most_fu_of_a_hand_fit_a_byte():
    (items,) = items_of("7z[9999m][9999p][9999s][1111z]+7z")
    assert sum(items.values()) == 20 + 10 + 2 + 2 + 4 * 32


def test_each_sort_of_set_has_its_own_name_and_double_for_yaochuu():
    assert len({sort.name for sort in SETS}) == 8
    fu = {sort.name: sort.fu for sort in SETS}
    assert all(fu[n.replace("simples", "yaochuu")] == 2 * fu[n] for n in fu if n.endswith("simples"))


def test_total_adds_all_items():
    items = {"base": np.array([20], dtype=np.uint8), "tsumo": np.array([2], dtype=np.uint8)}
    assert total(items).tolist() == [22]
