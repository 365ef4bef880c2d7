"""How rounds end and what they are worth, on rounds that are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.unit.stats.outcome_rounds import ROUNDS, A, B, C, won
from tests.unit.stats.play import figures, played, warehouse_of

OUTCOMES = {
    "win_rate": (4, 23),
    "tsumo_win_share": (2, 4),
    "ron_win_share": (2, 4),
    "riichi_win_share": (1, 4),
    "open_win_share": (2, 4),
    "dama_win_share": (1, 4),
    "deal_in_rate": (2, 23),
    "win_minus_deal_in": (2, 23),
    "tsumoed_rate": (4, 23),
    "sideways_rate": (1, 23),
    "draw_rate": (6, 23),
    "abortive_rate": (5, 23),
    "kyuushu_kyuuhai_rate": (1, 23),
    "suufon_renda_rate": (1, 23),
    "suucha_riichi_rate": (1, 23),
    "suukaikan_rate": (1, 23),
    "sanchahou_rate": (1, 23),
    "chombo_rate": (1, 23),
    "draw_tenpai_rate": (2, 5),
    "keiten_share": (1, 2),
    "draw_delta": (9500, 5),
    "draw_delta_tenpai": (4500, 2),
    "draw_delta_noten": (5000, 3),
    "noten_loss": (1000, 22),
    "dealer_win_rate": (1, 6),
    "win_as_dealer_share": (1, 4),
    "dealt_in_to_dealer_share": (1, 2),
    "dealer_tsumoed_rate": (2, 4),
    "dealer_tsumoed_pts": (5000, 2),
    "hand_balance": (-10600, 21),
    "win_efficiency": (49500, 21),
    "deal_in_loss": (22300, 21),
    "net_win_efficiency": (27200, 21),
    "multi_ron_rate": (1, 23),
    "deal_in_to_several_share": (1, 2),
    "nagashi_mangan_rate": (1, 23),
    "yakuman_rate": (1, 4),
    "kazoe_yakuman_rate": (1, 4),
    "pao_rate": (1, 23),
}
VALUES = {
    "avg_win_value": (79200, 4),
    "avg_win_value_riichi": (12000, 1),
    "avg_win_value_open": (35200, 2),
    "avg_win_value_dama": (32000, 1),
    "avg_win_value_tsumo": (44000, 2),
    "avg_win_value_ron": (35200, 2),
    "avg_win_value_dealer": (12000, 1),
    "avg_win_value_non_dealer": (67200, 3),
    "avg_win_gross": (50500, 3),
    "avg_win_gross_riichi": (14300, 1),
    "avg_win_gross_open": (36200, 2),
    "avg_win_gross_dama": (0, 0),
    "avg_win_net": (49500, 3),
    "avg_deal_in_value": (22000, 2),
    "avg_deal_in_value_to_riichi": (12000, 1),
    "avg_deal_in_value_to_open": (2000, 1),
    "avg_deal_in_value_to_dama": (8000, 1),
    "avg_deal_in_value_to_dealer": (12000, 1),
    "avg_deal_in_value_to_non_dealer": (10000, 2),
    "avg_deal_in_paid": (22300, 2),
    "avg_deal_in_paid_to_riichi": (12300, 1),
    "avg_deal_in_paid_to_open": (2000, 1),
    "avg_deal_in_paid_to_dama": (8000, 1),
    "avg_tsumo_loss": (5300, 4),
    "win_ge_3900_rate": (3, 4),
    "win_ge_7700_rate": (3, 4),
    "win_ge_11600_rate": (3, 4),
    "riichi_win_ge_3900_rate": (1, 1),
    "riichi_win_ge_7700_rate": (1, 1),
    "riichi_win_ge_11600_rate": (1, 1),
    "open_win_ge_3900_rate": (1, 2),
    "open_win_ge_7700_rate": (1, 2),
    "open_win_ge_11600_rate": (1, 2),
    "deal_in_ge_3900_rate": (2, 2),
    "deal_in_ge_7700_rate": (2, 2),
    "deal_in_ge_11600_rate": (1, 2),
    "mangan_plus_rate": (3, 4),
    "haneman_plus_rate": (2, 4),
    "baiman_plus_rate": (2, 4),
    "sanbaiman_plus_rate": (2, 4),
    "avg_win_turn": (45, 4),
    "avg_win_turn_riichi": (8, 1),
    "avg_win_turn_open": (25, 2),
    "avg_win_turn_dama": (12, 1),
    "avg_deal_in_turn": (14, 2),
    "avg_deal_in_winner_turn": (22, 3),
    "avg_dora_per_win": (10, 4),
    "avg_aka_per_win": (1, 4),
    "avg_ura_per_win": (1, 4),
    "avg_all_dora_per_win": (13, 4),
}


@pytest.fixture(scope="module")
def warehouse() -> Warehouse:
    return warehouse_of(*ROUNDS)


@pytest.fixture(scope="module")
def simulated() -> Warehouse:
    """Games of the tables of three and of four."""
    made = Warehouse()
    made.add([*simulate("tenhou", games=6, seed=3), *simulate("tenhou_sanma", games=4, seed=4)])
    return made


def test_every_outcome_is_as_worked_out_by_hand(warehouse: Warehouse) -> None:
    assert figures(warehouse, "outcomes") == OUTCOMES


def test_every_value_and_turn_is_as_worked_out_by_hand(warehouse: Warehouse) -> None:
    assert figures(warehouse, "values") == VALUES


def test_bonus_tiles_of_three_players_are_told_apart_from_dora() -> None:
    warehouse = warehouse_of(ROUNDS[1], ROUNDS[0], players=3)
    assert figures(warehouse, "values")["avg_kita_per_win"] == (1, 2)
    assert figures(warehouse, "values")["avg_dora_per_win"] == (3, 2)


KINDS = (
    "wins",
    "deal_ins",
    "tsumo_losses",
    "sideways",
    "exhaustive_draws",
    "abortive_draws",
    "chombo_rounds",
)


def test_every_round_with_a_result_is_of_one_kind(warehouse: Warehouse, simulated: Warehouse) -> None:
    sums = f"select sum(rounds) as rounds, sum({' + '.join(KINDS)}) as kinds from outcome_totals"
    (made,) = warehouse.query(f"{sums} where seat = 0").to_pylist()
    assert made == {"rounds": 23, "kinds": 23}
    (played,) = simulated.query(sums).to_pylist()
    assert played["rounds"] == played["kinds"] > 100
    odd = simulated.query(f"from outcome_totals where {' + '.join(KINDS)} <> 1")
    assert len(odd) == 0


def test_what_some_win_the_others_pay(simulated: Warehouse) -> None:
    """Over a whole table hands are worth the same to winners and payers, and draws nothing."""
    everybody = Selection()
    rows = {
        (row["player_count"], row["statistic"]): row for row in rates(simulated, everybody, by=()).to_pylist()
    }
    for players in (3, 4):
        one = {name: row for (count, name), row in rows.items() if count == players}
        assert one["draw_delta"]["numerator"] == 0
        assert one["deal_in_rate"]["numerator"] <= one["ron_win_share"]["numerator"]
        assert one["avg_win_value_ron"]["numerator"] == pytest.approx(
            sum(one[f"avg_deal_in_value_to_{who}"]["numerator"] for who in ("riichi", "open", "dama"))
        )
        for part in (("riichi", "open", "dama"), ("tsumo", "ron"), ("dealer", "non_dealer")):
            of_part = [one[f"avg_win_value_{word}"] for word in part]
            assert sum(row["numerator"] for row in of_part) == one["avg_win_value"]["numerator"]
            assert sum(row["denominator"] for row in of_part) == one["avg_win_value"]["denominator"]


def test_riichi_of_all_three_players_counts_as_that_of_all() -> None:
    warehouse = warehouse_of(played("abortive_draw", {A: {"draw_type": "sancha_riichi"}}), players=3)
    found = figures(warehouse, "outcomes")
    assert found["suucha_riichi_rate"] == (1, 1)
    assert not {"suufon_renda_rate", "sanchahou_rate"} & found.keys()


def test_limits_of_hands_that_add_up_points_are_none() -> None:
    row = {"seat": A, "from_seat": A, "calc_limit": "none", "calc_yaku": ["chinitsu"], "calc_yaku_han": [40]}
    found = figures(
        warehouse_of(played("tsumo", {A: won("dama", 40, 3, is_tsumo=True)}, wins=[row])), "values"
    )
    assert found["mangan_plus_rate"] == (0, 1)


def test_shares_of_han_and_fu_are_of_all_wins_of_the_chosen() -> None:
    wins: list[dict[str, Any]] = [
        {"seat": A, "from_seat": A, "tile": "5pr", "log_han": 3, "log_fu": 30, "log_points": 4000},
        {"seat": A, "from_seat": B, "tile": "5p", "calc_han": 1, "calc_fu": 40, "calc_points": 2000},
        {"seat": A, "from_seat": C, "tile": "E", "log_han": 1, "log_fu": 40, "log_points": 2000},
        {"seat": B, "from_seat": C, "tile": "E", "log_han": 1, "log_fu": 40, "log_points": 1300},
    ]
    rounds = [played("ron", {w["seat"]: won("open", 0, 1)}, wins=[w]) for w in wins]
    people = Selection(players=("A",)).values
    warehouse = warehouse_of(*rounds)
    rows = warehouse.table("win_values", **people).to_pylist()
    assert [(r["han"], r["fu"], r["is_tsumo"], r["points"], r["wins"], r["total"]) for r in rows] == [
        (1, 40, False, 2000, 2, 3),
        (3, 30, True, 4000, 1, 3),
    ]
    tiles = warehouse.table("win_tiles", **people).to_pylist()
    assert [(r["tile"], r["wins"], r["tsumo_wins"], r["rate"]) for r in tiles] == [
        ("5p", 2, 1, pytest.approx(2 / 3)),
        ("E", 1, 0, pytest.approx(1 / 3)),
    ]


def test_shares_of_waits_are_of_wins_with_such_hands() -> None:
    waits = (
        ("open", "ryanmen"),
        ("open", "ryanmen"),
        ("open", "tanki"),
        ("riichi", "kanchan"),
        ("dama", None),
    )
    rounds = [
        played("tsumo", {A: won(state, 0, 1)}, wins=[{"seat": A, "from_seat": A, "calc_wait": wait}])
        for state, wait in waits
    ]
    rows = warehouse_of(*rounds).table("win_waits").to_pylist()
    assert [(r["state"], r["wait"], r["wins"], r["total"]) for r in rows] == [
        ("open", "ryanmen", 2, 3),
        ("open", "tanki", 1, 3),
        ("riichi", "kanchan", 1, 1),
    ]
