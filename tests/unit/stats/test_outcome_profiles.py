"""How rounds end and what they are worth as other systems define it, worked out by hand."""

from __future__ import annotations

import pytest

from mjlog.warehouse import Warehouse
from tests.unit.stats.outcome_rounds import ROUNDS
from tests.unit.stats.play import changed, figures, warehouse_of

MOVED = {
    "avg_win_value": (13300 + 4200 + 32000, 3),
    "avg_win_value_riichi": (13300, 1),
    "avg_win_value_open": (4200 + 32000, 2),
    "avg_win_value_dama": (0, 0),
    "avg_win_value_tsumo": (13300 + 32000, 2),
    "avg_win_value_ron": (4200, 1),
    "avg_win_value_dealer": (13300, 1),
    "avg_win_value_non_dealer": (4200 + 32000, 2),
    "avg_deal_in_value_to_riichi": (12300, 1),
    "avg_deal_in_value_to_open": (2000, 1),
    "avg_deal_in_value_to_dama": (8000, 1),
    "avg_deal_in_value_to_dealer": (12300, 1),
    "avg_deal_in_value_to_non_dealer": (2000 + 8000, 2),
}
"""What moved instead of what hands are worth: all that wins bring but the own stick, all that is paid."""
PROFILES: dict[tuple[str, str], dict[str, tuple[float, float]]] = {
    ("outcomes", "mpa"): {
        "deal_in_rate": (3, 23),
        "win_minus_deal_in": (1, 23),
        "draw_rate": (4, 23),
        "draw_tenpai_rate": (2, 3),
        "draw_delta": (3500, 3),
        "draw_delta_tenpai": (4500, 2),
        "draw_delta_noten": (-1000, 1),
        "dealt_in_to_dealer_share": (1, 3),
        "hand_balance": (0, 0),
    },
    ("outcomes", "mortal"): {
        "deal_in_rate": (3, 23),
        "win_minus_deal_in": (1, 23),
        "draw_rate": (11, 23),
        "draw_delta": (9500, 5 + 5),
        "dealt_in_to_dealer_share": (1, 3),
        # Of the two yakuman one is not known to have brought 32,000.
        "yakuman_rate": (1, 23),
        "hand_balance": (0, 0),
    },
    ("outcomes", "amae"): {
        "dealer_tsumoed_rate": (1, 4),
        "dealer_tsumoed_pts": (4000, 1),
        "hand_balance": (0, 0),
    },
    ("values", "mpa"): {
        "avg_deal_in_value": (22000, 3),
        "avg_deal_in_paid": (22300, 3),
        "win_ge_3900_rate": (3, 3),
        "win_ge_7700_rate": (2, 3),
        "win_ge_11600_rate": (2, 3),
        "riichi_win_ge_3900_rate": (1, 1),
        "riichi_win_ge_7700_rate": (1, 1),
        "riichi_win_ge_11600_rate": (1, 1),
        "open_win_ge_3900_rate": (2, 2),
        "open_win_ge_7700_rate": (1, 2),
        "open_win_ge_11600_rate": (1, 2),
        "deal_in_ge_3900_rate": (2, 3),
        "deal_in_ge_7700_rate": (2, 3),
        "deal_in_ge_11600_rate": (1, 3),
        "avg_win_turn": (41, 4),
        "avg_win_turn_riichi": (7, 1),
        "avg_win_turn_open": (23, 2),
        "avg_win_turn_dama": (11, 1),
        "avg_deal_in_turn": (2 * 9 + 4, 3),
        "avg_deal_in_winner_turn": (19, 3),
    },
    ("values", "mortal"): {
        **MOVED,
        "avg_deal_in_value": (22300, 3),
        "avg_deal_in_paid": (22300, 3),
        "avg_deal_in_turn": (2 * 9 + 4, 3),
        "avg_win_turn": (41, 4),
        "avg_win_turn_riichi": (7, 1),
        "avg_win_turn_open": (23, 2),
        "avg_win_turn_dama": (11, 1),
    },
    ("values", "amae"): {
        **MOVED,
        "avg_deal_in_value": (22300, 2),
        "avg_win_turn": (45.75, 4),
        "avg_win_turn_riichi": (8.5, 1),
        "avg_win_turn_open": (24.75, 2),
        "avg_win_turn_dama": (12.5, 1),
    },
    ("outcomes", "kobalab"): {"draw_rate": (11, 23)},
    ("values", "kobalab"): {},
    ("outcomes", "tenhou"): {},
    ("values", "tenhou"): {},
}


@pytest.fixture(scope="module")
def warehouse() -> Warehouse:
    return warehouse_of(*ROUNDS)


@pytest.mark.parametrize(("section", "profile"), PROFILES, ids="-".join)
def test_other_systems_are_as_worked_out_by_hand(warehouse: Warehouse, section: str, profile: str) -> None:
    expected = PROFILES[section, profile]
    assert changed(section, profile) == set(expected)
    actual = figures(warehouse, section, profile)
    assert {name: actual[name] for name in expected} == expected
