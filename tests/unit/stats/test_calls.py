"""Figures of calls and kans on rounds that are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.warehouse import Warehouse
from tests.unit.stats.play import changed, figures, played, warehouse_of

A, B, C, D = range(4)


def call(seat: int, number: int | None, turn: int = 1, **columns: Any) -> dict[str, Any]:
    """A meld: the first, second ... call of its player, or None for a kakan or ankan."""
    return {"seat": seat, "open_meld": number, "turn": turn, "kind": "pon", **columns}


def known(before: int, after: int, dora: int = 0, yaku: str = "") -> dict[str, Any]:
    """What is known of a hand at a call: yakuhai, tanyao or no yaku."""
    return {
        "shanten_before": before, "shanten": after, "dora": dora, "has_sure_yaku": yaku != "",
        "has_yakuhai": yaku == "yakuhai", "has_tanyao": yaku == "tanyao",
    }  # fmt: skip


ROUNDS = [
    # 0: two calls before anybody else, with two dora; an open win of tanyao.
    played(
        "ron",
        {A: {"open_melds": 2, "is_win": True, "win_state": "open", "win_points": 2000, "win_delta": 3900,
             "score_delta": 3900}},
        discards=[{"seat": A, "turn": 3, "tile": "9m"}],
        melds=[
            call(A, 1, 3, is_first_of_table=True, **known(2, 1, 2, "tanyao")),
            call(A, 2, 5, is_first_of_table=True, **known(1, 0, 2)),
        ],
        wins=[{"seat": A, "from_seat": B, "log_yaku": ["tanyao", "dora"], "log_yaku_han": [1, 2]}],
    ),
    # 1: B calls first; A calls yakuhai with three dora, ends an ippatsu, and deals in to two.
    played(
        "ron",
        {A: {"open_melds": 1, "is_deal_in": True, "deal_ins": 2, "deal_in_delta": -10000,
             "score_delta": -10000},
         B: {"open_melds": 1}},
        melds=[
            call(B, 1, 2, is_first_of_table=True),
            call(A, 1, 4, is_yakuhai=True, cancels_ippatsu=1, **known(1, 1, 3, "yakuhai")),
        ],
    ),
    # 2: three calls and a kakan; B calls between the second and the third; a draw.
    played(
        "exhaustive_draw",
        {A: {"open_melds": 3, "kakans": 1, "draw_delta": 1500, "score_delta": 1500}, B: {"open_melds": 1}},
        melds=[
            call(A, 1, 2, is_first_of_table=True, **known(3, 2)),
            call(A, 2, 4, is_first_of_table=True, **known(2, 1)),
            call(B, 1, 4),
            call(A, 3, 6, is_first_of_table=True, **known(1, 0)),
            call(A, None, 7, kind="kakan", **known(0, 0)),
        ],
    ),
    # 3: B calls first, then A four times, yakuhai first; a tsumo of three yaku with one red five.
    played(
        "tsumo",
        {A: {"open_melds": 4, "is_win": True, "is_tsumo": True, "win_state": "open", "win_points": 7700,
             "win_delta": 8000, "score_delta": 8000},
         B: {"open_melds": 1}},
        melds=[
            call(B, 1),
            call(A, 1, 1, is_yakuhai=True, **known(2, 1, 1, "yakuhai")),
            call(A, 2, 2, is_first_of_table=True, **known(1, 1, 1, "yakuhai")),
            call(A, 3, 3, is_first_of_table=True, **known(1, 0, 1, "yakuhai")),
            call(A, 4, 4, is_first_of_table=True, **known(0, 0, 1, "yakuhai")),
        ],
        wins=[{"seat": A, "from_seat": A, "log_yaku": ["toitoi", "honitsu", "yakuhai_haku", "aka_dora"],
               "log_yaku_han": [2, 2, 1, 1]}],
    ),
    # 4: only B calls, and wins by tsumo.
    played(
        "tsumo",
        {A: {"is_tsumo_loss": True, "score_delta": -2000}, B: {"open_melds": 1}},
        melds=[call(B, 1)],
    ),
    # 5: a hidden hand calls; another wins by tsumo; scores are not known.
    played(
        "tsumo",
        {A: {"open_melds": 1, "is_tsumo_loss": True}},
        melds=[call(A, 1, 9, is_first_of_table=True)],
    ),
    # 6: a concealed kan is no call.
    played(
        "ron",
        {A: {"ankans": 1, "score_delta": 0}},
        melds=[call(A, None, 3, kind="ankan", **known(2, 2))],
    ),
    # 7: the log stops after a call.
    played(None, {A: {"open_melds": 1}}, melds=[call(A, 1, is_first_of_table=True, **known(3, 2))]),
]  # fmt: skip

CALLS = {
    "call_rate": (5, 7),
    "call_2_rate": (3, 7),
    "call_3_rate": (2, 7),
    "call_4_rate": (1, 7),
    "avg_calls": (2 + 1 + 3 + 4 + 1, 5),
    "call_win_rate": (2, 5),
    "call_2_win_rate": (2, 3),
    "call_3_win_rate": (1, 2),
    "call_4_win_rate": (1, 1),
    "call_deal_in_rate": (1, 5),
    "call_2_deal_in_rate": (0, 3),
    "call_3_deal_in_rate": (0, 2),
    "call_4_deal_in_rate": (0, 1),
    "call_tsumoed_rate": (1, 5),
    "call_draw_rate": (1, 5),
    "call_balance": (3900 - 10000 + 1500 + 8000, 4),
    "call_2_balance": (3900 + 1500 + 8000, 3),
    "call_3_balance": (1500 + 8000, 2),
    "call_4_balance": (8000, 1),
    "call_2_win_value": (2000 + 7700, 2),
    "call_2_win_gross": (3900 + 8000, 2),
    "call_3_win_value": (7700, 1),
    "call_3_win_gross": (8000, 1),
    "call_4_win_value": (7700, 1),
    "call_4_win_gross": (8000, 1),
    "avg_first_call_turn": (3 + 4 + 2 + 1 + 9, 5),
    "avg_second_call_turn": (5 + 4 + 2, 3),
    "avg_third_call_turn": (6 + 3, 2),
    "avg_fourth_call_turn": (4, 1),
    "first_call_rate": (3, 5),
    "first_call_2_rate": (3, 3),
    "first_call_3_rate": (2, 2),
    "first_call_4_rate": (1, 1),
    "call_shanten": ((2 + 1) + 1 + (3 + 2 + 1) + (2 + 1 + 1 + 0), 2 + 1 + 3 + 4),
    "call_nearer_rate": (2 + 0 + 3 + 2, 10),
    "avg_call_dora": (2 + 3 + 0 + 1, 4),
    "call_dora_2_rate": (2, 4),
    "call_dora_3_rate": (1, 4),
    "call_yakuhai_rate": (2, 4),
    "call_tanyao_rate": (1, 4),
    "atozuke_rate": (1, 4),
    "ippatsu_keshi_rate": (1, 11),
    "call_tsumo_share": (1, 2),
    "open_win_tanyao_rate": (1, 2),
    "open_win_yakuhai_rate": (1, 2),
    "open_win_flush_rate": (1, 2),
    "open_win_toitoi_rate": (1, 2),
    "open_win_dora_2_rate": (1, 2),
    "open_win_dora_3_rate": (0, 2),
}

MOVED = {"call_2_win_value": (3900 + 8000, 2), "call_3_win_value": (8000, 1), "call_4_win_value": (8000, 1)}
CALLS_BY_PROFILE = {
    "amae": MOVED,
    "mortal": {
        "call_deal_in_rate": (2, 5),
        "call_balance": (3900 - 10000 + 1500 + 8000, 4),
        **MOVED,
    },
    # Turns before the call, and what it leaves.
    "kobalab": {
        "avg_first_call_turn": (19 - 5, 5),
        "avg_second_call_turn": (11 - 3, 3),
        "avg_third_call_turn": (9 - 2, 2),
        "avg_fourth_call_turn": (4 - 1, 1),
        "call_shanten": ((1 + 0) + 1 + (2 + 1 + 0) + (1 + 1 + 0 + 0), 10),
    },
    # Turns before the call, and being first means that nobody else has called at all; draws move nothing.
    "mpa": {
        "call_balance": (3900 - 10000 + 8000, 4),
        "call_2_balance": (3900 + 8000, 3),
        "call_3_balance": (8000, 2),
        "call_4_balance": (8000, 1),
        "call_deal_in_rate": (2, 5),
        "call_2_deal_in_rate": (0, 3),
        "call_3_deal_in_rate": (0, 2),
        "call_4_deal_in_rate": (0, 1),
        "avg_first_call_turn": (19 - 5, 5),
        "avg_second_call_turn": (11 - 3, 3),
        "avg_third_call_turn": (9 - 2, 2),
        "avg_fourth_call_turn": (4 - 1, 1),
        "first_call_2_rate": (2, 3),
        "first_call_3_rate": (0, 2),
        "first_call_4_rate": (0, 1),
        # The terminal thrown after the call is still there.
        "call_tanyao_rate": (0, 4),
    },
}

KAN_ROUNDS = [
    # A concealed kan and a tile added; won on a replacement tile.
    played(
        "tsumo",
        {A: {"ankans": 1, "kakans": 1, "is_win": True, "is_tsumo": True, "win_delta": 9000,
             "riichi_delta": -1000, "score_delta": 8000}},
        wins=[{"seat": A, "from_seat": A, "log_yaku": ["rinshan_kaihou"], "log_yaku_han": [1]}],
    ),
    # A kan of a called discard; two win on the tile after it.
    played("ron", {A: {"daiminkans": 1, "is_deal_in": True, "deal_ins": 2, "score_delta": -7000}}),
    # A concealed kan in a draw whose scores are not known.
    played("exhaustive_draw", {A: {"ankans": 1}}),
    # One in a draw that is paid for.
    played("exhaustive_draw", {A: {"ankans": 1, "draw_delta": 1500, "score_delta": 1500}}),
    played("ron", {A: {"is_win": True, "win_delta": 1000, "score_delta": 1000}}),
    played("ron", {A: {"score_delta": 0}, B: {"ankans": 2}}),
    played(None, {A: {"ankans": 1}}),
]  # fmt: skip

KANS = {
    "kan_rate": (5, 6),
    "daiminkan_rate": (1, 6),
    "kakan_rate": (1, 6),
    "ankan_rate": (3, 6),
    "kan_win_rate": (1, 4),
    "kan_deal_in_rate": (1, 4),
    "kan_income": (8000, 1),
    "kan_balance": (8000 - 7000 + 1500, 3),
    "rinshan_rate": (1, 5),
}

KANS_BY_KAN = {
    "kan_win_rate": (1, 5),
    "kan_deal_in_rate": (2, 5),
    "kan_income": (9000, 1),
    # Neither the draw nor the stick moves anything there.
    "kan_balance": (9000 - 7000, 4),
}


@pytest.fixture(scope="module")
def warehouse() -> Warehouse:
    return warehouse_of(*ROUNDS)


def test_every_figure_of_calls(warehouse: Warehouse) -> None:
    assert figures(warehouse, "calls") == CALLS


@pytest.mark.parametrize("profile", ["amae", "mortal", "mpa", "kobalab", "tenhou"])
def test_figures_of_calls_as_others_define_them(warehouse: Warehouse, profile: str) -> None:
    others = CALLS_BY_PROFILE.get(profile, {})
    assert set(others) == changed("calls", profile)
    assert figures(warehouse, "calls", profile) == CALLS | others


def test_mortal_counts_own_wins_deal_ins_and_draws_alone_in_called_rounds() -> None:
    """Lost to a tsumo of 2,000; a deal-in of 3,900; an abortive draw."""
    warehouse = warehouse_of(
        played("tsumo", {A: {"open_melds": 1, "is_tsumo_loss": True, "score_delta": -2000}}),
        played(
            "ron",
            {A: {"open_melds": 1, "is_deal_in": True, "deal_ins": 1, "deal_in_delta": -3900,
                 "score_delta": -3900}},
        ),
        played("abortive_draw", {A: {"open_melds": 1, "score_delta": 0}}),
    )  # fmt: skip
    assert figures(warehouse, "calls")["call_balance"] == (-2000 - 3900, 3)
    assert figures(warehouse, "calls", "mortal")["call_balance"] == (-3900, 3)


def test_a_tanyao_before_the_discard_is_one_of_simples_alone() -> None:
    """A chi that throws a 9m, one that throws a 5m, and a kan, which throws nothing."""
    rounds = [
        played(
            "exhaustive_draw",
            {A: {"open_melds": 1}},
            melds=[call(A, 1, 3, **(known(2, 1, 0, "tanyao") | {"kind": kind}))],
            discards=[{"seat": A, "turn": 3, "tile": tile}],
        )
        for kind, tile in (("chi", "9m"), ("chi", "5mr"), ("daiminkan", "E"))
    ]
    warehouse = warehouse_of(*rounds)
    assert figures(warehouse, "calls")["call_tanyao_rate"] == (3, 3)
    assert figures(warehouse, "calls", "mpa")["call_tanyao_rate"] == (2, 3)


def test_every_figure_of_kans() -> None:
    warehouse = warehouse_of(*KAN_ROUNDS)
    assert figures(warehouse, "kans") == KANS
    assert set(KANS_BY_KAN) == changed("kans", "mpa")
    assert figures(warehouse, "kans", "mpa") == KANS | KANS_BY_KAN


def test_bonus_tiles_set_aside_draw_replacement_tiles_too() -> None:
    """Three players: two tiles set aside and a kan, one win on a replacement; a fourth has none to set."""
    rounds = (
        played(
            "tsumo",
            {A: {"kitas": 2, "ankans": 1, "is_win": True, "is_tsumo": True}},
            wins=[{"seat": A, "from_seat": A, "log_yaku": ["rinshan_kaihou"], "log_yaku_han": [1]}],
        ),
        played("exhaustive_draw"),
    )
    found = figures(warehouse_of(*rounds, players=3), "kans")
    assert found["kita_rate"] == (2, 2)
    assert found["rinshan_rate"] == (1, 3)
    assert found["kan_rate"] == (1, 2)
    assert "kita_rate" not in figures(warehouse_of(*rounds), "kans")


def test_calls_by_turn(warehouse: Warehouse) -> None:
    """A's first calls come at turns 1, 1, 2, 3, 4 and 9; the hidden one is counted, not judged."""
    rows = warehouse.table("calls_by_turn", people=["A"]).to_pylist()
    first = {r["turn"]: (r["calls"], r["judged_calls"]) for r in rows if r["open_meld"] == 1}
    assert first == {1: (2, 2), 2: (1, 1), 3: (1, 1), 4: (1, 1), 9: (1, 0)}
    at_one = next(r for r in rows if (r["open_meld"], r["turn"]) == (1, 1))
    assert (at_one["avg_shanten_before"], at_one["avg_shanten"], at_one["nearer_rate"]) == (2.5, 1.5, 1)
    assert sum(r["calls"] for r in rows) == 11 + 1
