"""Figures of deal-ins, dealt hands and turns on rounds that are worked out by hand."""

from __future__ import annotations

import pytest

from tests.unit.stats.play import changed, figures, played, warehouse_of

A, B, C, D = range(4)

DEAL_IN_ROUNDS = [
    # In riichi, to an ippatsu.
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 1, "deal_in_state": "riichi", "is_deal_in_to_riichi": True,
             "deal_in_shanten": 0},
         B: {"win_state": "riichi"}},
        wins=[{"seat": B, "from_seat": A, "log_yaku": ["riichi", "ippatsu"], "log_yaku_han": [1, 1]}],
    ),
    # Open, to an open hand and to a closed one at once.
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 2, "deal_in_state": "open", "is_deal_in_to_open": True,
             "is_deal_in_to_dama": True, "deal_in_shanten": 1},
         B: {"win_state": "open"}, C: {"win_state": "dama"}},
        wins=[
            {"seat": B, "from_seat": A, "log_yaku": ["tanyao"], "log_yaku_han": [1]},
            {"seat": C, "from_seat": A, "calc_yaku": ["pinfu"], "calc_yaku_han": [1]},
        ],
    ),
    # Closed, to a riichi without ippatsu.
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 1, "deal_in_state": "closed", "is_deal_in_to_riichi": True,
             "deal_in_shanten": 2},
         B: {"win_state": "riichi"}},
        wins=[{"seat": B, "from_seat": A, "log_yaku": ["riichi"], "log_yaku_han": [1]}],
    ),
    # A hidden hand, to a closed one whose yaku are not known.
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 1, "deal_in_state": "closed", "is_deal_in_to_dama": True},
         B: {"win_state": "dama"}},
        wins=[{"seat": B, "from_seat": A}],
    ),
    # Others deal in, and win by tsumo.
    played("ron", {B: {"is_deal_in": True, "deal_ins": 1}}, wins=[{"seat": C, "from_seat": B}]),
    played("tsumo", wins=[{"seat": B, "from_seat": B, "log_yaku": ["ippatsu"], "log_yaku_han": [1]}]),
]  # fmt: skip

DEAL_INS = {
    "deal_in_while_riichi": (1, 4),
    "deal_in_while_open": (1, 4),
    "deal_in_closed": (2, 4),
    "deal_in_to_riichi": (2, 4),
    "deal_in_to_open": (1, 4),
    "deal_in_to_dama": (2, 4),
    "deal_in_to_ippatsu": (1, 4),
    "deal_in_shanten": (0 + 1 + 2, 3),
    "deal_in_while_tenpai": (1, 3),
}

DEAL_INS_BY_WINNER = {
    "deal_in_while_riichi": (1, 5),
    "deal_in_while_open": (2, 5),
    "deal_in_closed": (2, 5),
    "deal_in_to_riichi": (2, 5),
    "deal_in_to_open": (1, 5),
    "deal_in_to_dama": (2, 5),
    "deal_in_shanten": (0 + 2 * 1 + 2, 4),
}


def test_every_figure_of_deal_ins() -> None:
    warehouse = warehouse_of(*DEAL_IN_ROUNDS)
    assert figures(warehouse, "dealing_in") == DEAL_INS
    assert set(DEAL_INS_BY_WINNER) == changed("dealing_in", "mpa")
    assert figures(warehouse, "dealing_in", "mpa") == DEAL_INS | DEAL_INS_BY_WINNER


def test_every_figure_of_dealt_hands() -> None:
    """Shanten 2 as dealer with a dora, 3 without, 5 with a dora and a red five; one hand is hidden."""
    warehouse = warehouse_of(
        played("ron", {A: {"dealt_shanten": 2, "dealt_dora": 1, "dealt_aka": 0, "tenpai_turn": 5}}),
        played("ron", {A: {"is_dealer": False, "dealt_shanten": 3, "dealt_dora": 0, "dealt_aka": 0}}),
        played(
            "ron",
            {
                A: {
                    "is_dealer": False,
                    "dealt_shanten": 5,
                    "dealt_dora": 1,
                    "dealt_aka": 1,
                    "tenpai_turn": 12,
                }
            },
        ),
        played("ron"),
        played(None, {A: {"dealt_shanten": 1, "dealt_dora": 3, "dealt_aka": 0, "tenpai_turn": 1}}),
    )
    assert figures(warehouse, "dealt_hands") == {
        "start_shanten": (2 + 3 + 5, 3),
        "start_shanten_dealer": (2, 1),
        "start_shanten_non_dealer": (3 + 5, 2),
        "start_near_rate": (1, 3),
        "start_far_rate": (1, 3),
        "start_dora": (2, 3),
        "start_aka": (1, 3),
        "start_with_dora_rate": (2, 3),
        "start_with_two_dora_rate": (1, 3),
        "tenpai_rate": (2, 3),
        "avg_tenpai_turn": (5 + 12, 2),
    }


def test_shanten_by_turn() -> None:
    """Two hands of A, of which one ends before its second discard; hidden hands have no shanten."""
    warehouse = warehouse_of(
        played(
            "ron",
            {A: {"dealt_shanten": 3, "riichi_turn": 2, "win_turn": 3}},
            discards=[
                {"seat": A, "turn": 1, "shanten": 2},
                {"seat": B, "turn": 1, "shanten": None},
                {"seat": A, "turn": 2, "shanten": 0},
            ],
        ),
        played(
            "ron",
            {A: {"dealt_shanten": 4, "first_call_turn": 1}},
            discards=[{"seat": A, "turn": 1, "shanten": 2}],
        ),
        played("ron", {B: {"dealt_shanten": 6, "win_turn": 1}}),
    )
    rows = warehouse.table("shanten_by_turn", people=["A"]).to_pylist()
    assert {(r["turn"], r["shanten"]): (r["hands"], r["total"]) for r in rows if r["hands"]} == {
        (0, 3): (1, 2),
        (0, 4): (1, 2),
        (1, 2): (2, 2),
        (2, 0): (1, 1),
    }
    assert len(rows) == 3 * 7
    assert {r["rate"] for r in rows if r["turn"] == 0} == {0, 0.5}
    progress = warehouse.table("progress_by_turn", people=["A"]).to_pylist()
    columns = ("turn", "avg_shanten", "riichi_rate", "call_rate", "win_rate", "hands", "reached", "rounds")
    assert [tuple(row[name] for name in columns) for row in progress] == [
        (0, 3.5, 0, 0, 0, 2, 3, 3),
        (1, 2.0, 0, pytest.approx(1 / 3), 0, 2, 2, 3),
        (2, 0.0, pytest.approx(1 / 3), pytest.approx(1 / 3), 0, 1, 1, 3),
        (3, None, pytest.approx(1 / 3), pytest.approx(1 / 3), pytest.approx(1 / 3), 0, 0, 3),
    ]
