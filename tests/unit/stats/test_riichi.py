"""Figures of riichi on rounds that are worked out by hand."""

from __future__ import annotations

import pytest

from mjlog.warehouse import Warehouse
from tests.unit.stats.play import changed, figures, played, warehouse_of

A, B, C = range(3)
TANYAO_PINFU = ["tanyao", "pinfu"]

ROUNDS = [
    # 0: first, a two-sided wait with one tile of it on the table; won by tsumo with ippatsu and two ura.
    played(
        "tsumo",
        {A: {"is_win": True, "is_tsumo": True, "is_ippatsu": True, "win_state": "riichi", "win_points": 8000,
             "win_delta": 9000, "score_delta": 8000}},
        riichis={A: {"riichi_order": 1, "turn": 6, "table_turn": 6.25, "waits": [("4p", 4, 0), ("7p", 3, 1)],
                     "wait_shape": "ryanmen", "is_good_shape": True, "is_furiten": False, "dora": 2,
                     "sure_yaku": TANYAO_PINFU}},
        wins=[{"seat": A, "from_seat": A, "log_yaku": ["riichi", "ippatsu", "ura_dora"],
               "log_yaku_han": [1, 1, 2]}],
    ),
    # 1: first, a middle wait; B and C chase and both win on a later tile.
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 2, "deal_in_delta": -12000, "score_delta": -13000}},
        riichis={A: {"riichi_order": 1, "turn": 10, "table_turn": 10.5, "chasers": 2, "waits": [("3m", 3, 1)],
                     "wait_shape": "kanchan", "is_good_shape": False, "is_furiten": False, "dora": 0,
                     "sure_yaku": []},
                 B: {"riichi_order": 2}, C: {"riichi_order": 3}},
    ),
    # 2: chases B, who wins on the declaration tile; a pair of East and one of 5s.
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 1, "deal_in_delta": -8000, "score_delta": -8000,
             "is_riichi_accepted": False, "riichi_delta": 0}},
        riichis={A: {"riichi_order": 2, "turn": 12, "table_turn": 12.75, "waits": [("E", 2, 0), ("5s", 2, 0)],
                     "wait_shape": "shanpon", "is_good_shape": False, "is_furiten": False, "dora": 3,
                     "sure_yaku": []},
                 B: {"riichi_order": 1, "chasers": 1}},
    ),
    # 3: double riichi for three kinds, one of them discarded; a concealed kan after it, chased by C; a draw.
    played(
        "exhaustive_draw",
        {A: {"draw_delta": 1500, "score_delta": 500}},
        riichis={A: {"riichi_order": 1, "turn": 1, "table_turn": 1.0, "chasers": 1, "is_double_riichi": True,
                     "waits": [("2s", 3, 0), ("5s", 3, 0), ("8s", 3, 0)], "wait_shape": "many",
                     "is_good_shape": True, "is_furiten": True, "dora": 1, "sure_yaku": [],
                     "has_ankan_after": True},
                 C: {"riichi_order": 2}},
    ),
    # 4: B declares, C wins on a tile of D.
    played("ron", {A: {"score_delta": 0}, C: {"is_win": True}}, riichis={B: {"riichi_order": 1}}),
    # 5: B declares, and A wins without riichi, with the stick of B.
    played(
        "ron",
        {A: {"is_win": True, "win_state": "dama", "win_delta": 6200, "score_delta": 6200}},
        riichis={B: {"riichi_order": 1}},
        wins=[{"seat": A, "from_seat": B, "log_yaku": ["tanyao"], "log_yaku_han": [1]}],
    ),
    # 6: a hidden hand declares first, and B draws the winning tile; the scores are not known.
    played(
        "tsumo",
        {A: {"is_tsumo_loss": True}, B: {"is_win": True, "is_tsumo": True}},
        riichis={A: {"riichi_order": 1, "turn": 8, "table_turn": 8.0}},
    ),
    # 7: the log stops after the declaration.
    played(None, riichis={A: {"riichi_order": 1, "turn": 5, "table_turn": 5.0, "waits": [("1m", 4, 0)]}}),
    # 8 to 10: B declares, A does not: a tsumo of B, a deal-in, a draw.
    played("tsumo", {A: {"is_tsumo_loss": True, "score_delta": -2000}}, riichis={B: {"riichi_order": 1}}),
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 1, "score_delta": -3900}},
        riichis={B: {"riichi_order": 1}},
    ),
    played("exhaustive_draw", {A: {"score_delta": 1000}}, riichis={B: {"riichi_order": 1}}),
    # 11: nobody declares.
    played("abortive_draw", {A: {"score_delta": 0}}),
    # 12: first, for a single tile; others win on each other's tiles.
    played(
        "ron",
        {A: {"score_delta": -1000}},
        riichis={A: {"riichi_order": 1, "turn": 7, "table_turn": 7.5, "waits": [("1p", 3, 0)],
                     "wait_shape": "tanki", "is_good_shape": False, "is_furiten": False, "dora": 0,
                     "sure_yaku": []}},
    ),
    # 13: chases B, is chased by C, and wins on a tile of C without ura.
    played(
        "ron",
        {A: {"is_win": True, "win_state": "riichi", "win_points": 3900, "win_delta": 5900,
             "score_delta": 4900}},
        riichis={A: {"riichi_order": 2, "turn": 9, "table_turn": 9.25, "chasers": 1,
                     "waits": [("6s", 3, 1), ("9s", 3, 0)], "wait_shape": "ryanmen", "is_good_shape": True,
                     "is_furiten": False, "dora": 2, "sure_yaku": ["pinfu"]},
                 B: {"riichi_order": 1, "chasers": 2}, C: {"riichi_order": 3}},
        wins=[{"seat": A, "from_seat": C, "calc_yaku": ["riichi", "pinfu", "dora"],
               "calc_yaku_han": [1, 1, 2]}],
    ),
]  # fmt: skip

EXPECTED = {
    "riichi_rate": (7, 13),
    "riichi_win_rate": (2, 7),
    "riichi_tsumo_share": (1, 2),
    "riichi_deal_in_rate_a": (2, 7),
    "riichi_deal_in_rate_b": (1, 7),
    "riichi_tsumoed_rate": (1, 7),
    "riichi_sideways_rate": (1, 7),
    "riichi_draw_rate": (1, 7),
    "riichi_balance": (8000 - 13000 - 8000 + 500 - 1000 + 4900, 6),
    "riichi_income": (8000 + 4900, 2),
    "riichi_expense": (13000 + 8000, 2),
    "avg_riichi_turn": (6 + 10 + 12 + 1 + 8 + 7 + 9, 7),
    "first_riichi_rate": (5, 7),
    "chasing_rate": (2, 7),
    "chasing_win_rate": (1, 2),
    "chasing_deal_in_rate": (1, 2),
    "chasing_income": (4900, 1),
    "chasing_expense": (8000, 1),
    "chasing_balance": (-8000 + 4900, 2),
    "chasing_good_wait_rate": (1, 2),
    "chased_rate": (3, 7),
    "chased_win_rate": (1, 3),
    "chased_deal_in_rate": (1, 3),
    "chased_income": (4900, 1),
    "chased_expense": (13000, 1),
    "chased_balance": (-13000 + 500 + 4900, 3),
    "chased_good_wait_rate": (2, 3),
    "ippatsu_rate": (1, 2),
    "ura_rate": (1, 2),
    "avg_ura": (2, 2),
    "riichi_good_wait_rate": (3, 6),
    "riichi_multi_wait_rate": (4, 6),
    "riichi_good_shape_rate": (3, 6),
    "good_riichi_win_rate": (2, 3),
    "bad_riichi_win_rate": (0, 3),
    "good_riichi_deal_in_rate": (0, 3),
    "bad_riichi_deal_in_rate": (2, 3),
    "good_riichi_income": (12900, 2),
    "bad_riichi_income": (0, 0),
    "good_riichi_expense": (0, 0),
    "bad_riichi_expense": (13000 + 8000, 2),
    "good_riichi_balance": (8000 + 500 + 4900, 3),
    "bad_riichi_balance": (-13000 - 8000 - 1000, 3),
    "riichi_wait_kinds": (2 + 1 + 2 + 3 + 1 + 2, 6),
    "riichi_wait_tiles_unseen": (7 + 3 + 4 + 9 + 3 + 6, 6),
    "furiten_riichi_rate": (1, 6),
    "furiten_riichi_win_rate": (0, 1),
    "furiten_riichi_deal_in_rate": (0, 1),
    "furiten_riichi_income": (0, 0),
    "furiten_riichi_expense": (0, 0),
    "furiten_riichi_good_wait_rate": (1, 1),
    "furiten_good_riichi_win_rate": (0, 1),
    "furiten_bad_riichi_win_rate": (0, 0),
    "furiten_good_riichi_deal_in_rate": (0, 1),
    "furiten_bad_riichi_deal_in_rate": (0, 0),
    "furiten_riichi_balance": (500, 1),
    "avg_riichi_dora": (2 + 0 + 3 + 1 + 0 + 2, 6),
    "riichi_dora_2_rate": (3, 6),
    "riichi_dora_3_rate": (1, 6),
    "riichi_tanyao_rate": (1, 6),
    "riichi_pinfu_rate": (2, 6),
    "double_riichi_share": (1, 7),
    "double_riichi_win_rate": (0, 1),
    "double_riichi_good_wait_rate": (1, 1),
    "double_riichi_income": (0, 0),
    "riichi_ankan_rate": (1, 7),
    "pre_empted_rate": (7, 13),
    "pre_empted_win_rate": (2, 7),
    "pre_empted_deal_in_rate": (2, 7),
    "pre_empted_tsumoed_rate": (1, 7),
    "pre_empted_sideways_rate": (1, 7),
    "pre_empted_draw_rate": (1, 7),
    "pre_empted_balance": (-8000 + 0 + 6200 - 2000 - 3900 + 1000 + 4900, 7),
    "pre_empted_win_balance": (6200 + 4900, 2),
    "pre_empted_deal_in_balance": (-8000 - 3900, 2),
    "pre_empted_tsumoed_balance": (-2000, 1),
    "pre_empted_sideways_balance": (0, 1),
    "pre_empted_draw_balance": (1000, 1),
}

BY_PROFILE = {
    "amae": {"avg_riichi_turn": (6.25 + 10.5 + 12.75 + 1 + 8 + 7.5 + 9.25, 7)},
    "mortal": {
        "riichi_deal_in_rate_a": (3, 7),
        # The stick of the deal-in and all of the ron between others are left out.
        "riichi_balance": (8000 - 12000 - 8000 + 500 + 0 + 4900, 6),
        "avg_riichi_turn": (53 - 7, 7),
        "chased_rate": (2 + 1 + 1, 7),
    },
    "kobalab": {"double_riichi_good_wait_rate": (1, 1), "double_riichi_income": (0, 0)},
    # A pair of an honour is a good wait there, draws move nothing, and what comes of a chased riichi is
    # divided among those who chase.
    "mpa": {
        "riichi_deal_in_rate_a": (3, 7),
        "riichi_balance": (8000 - 13000 - 8000 - 1000 - 1000 + 4900, 6),
        "riichi_income": (9000 + 5900, 2),
        "riichi_expense": (12000 + 8000, 3),
        "chasing_deal_in_rate": (1, 2),
        "chasing_income": (5900, 1),
        "chasing_expense": (8000, 1),
        "chasing_balance": (-8000 + 4900, 2),
        "chasing_good_wait_rate": (2, 2),
        "chased_rate": (2 + 1 + 1, 7),
        "chased_win_rate": (1, 4),
        "chased_deal_in_rate": (2, 4),
        "chased_income": (5900, 1),
        "chased_expense": (12000, 2),
        "chased_balance": (-13000 - 1000 - 1000 + 4900, 4),
        "chased_good_wait_rate": (2, 4),
        "riichi_good_wait_rate": (4, 6),
        "good_riichi_win_rate": (2, 4),
        "bad_riichi_win_rate": (0, 2),
        "good_riichi_deal_in_rate": (1, 4),
        "bad_riichi_deal_in_rate": (2, 2),
        "good_riichi_income": (9000 + 5900, 2),
        "bad_riichi_income": (0, 0),
        "good_riichi_expense": (8000, 1),
        "bad_riichi_expense": (12000, 2),
        "good_riichi_balance": (8000 - 8000 - 1000 + 4900, 4),
        "bad_riichi_balance": (-13000 - 1000, 2),
        "furiten_riichi_income": (0, 0),
        "furiten_riichi_expense": (0, 0),
        "furiten_riichi_deal_in_rate": (0, 1),
        "furiten_riichi_good_wait_rate": (1, 1),
        "furiten_good_riichi_win_rate": (0, 1),
        "furiten_bad_riichi_win_rate": (0, 0),
        "furiten_good_riichi_deal_in_rate": (0, 1),
        "furiten_bad_riichi_deal_in_rate": (0, 0),
        "double_riichi_good_wait_rate": (1, 1),
        "double_riichi_income": (0, 0),
    },
}


@pytest.fixture(scope="module")
def warehouse() -> Warehouse:
    return warehouse_of(*ROUNDS)


def test_every_figure_of_riichi(warehouse: Warehouse) -> None:
    assert figures(warehouse, "riichi") == EXPECTED


@pytest.mark.parametrize("profile", ["amae", "mortal", "mpa", "kobalab", "tenhou"])
def test_figures_of_riichi_as_others_define_them(warehouse: Warehouse, profile: str) -> None:
    others = BY_PROFILE.get(profile, {})
    assert set(others) == changed("riichi", profile)
    assert figures(warehouse, "riichi", profile) == EXPECTED | others


def test_income_of_double_and_of_furiten_riichi() -> None:
    """A double riichi that is furiten and wins 12,000 and the own stick."""
    warehouse = warehouse_of(
        played(
            "tsumo",
            {
                A: {
                    "is_win": True,
                    "is_tsumo": True,
                    "win_points": 11700,
                    "win_delta": 13000,
                    "score_delta": 12000,
                }
            },
            riichis={
                A: {
                    "riichi_order": 1,
                    "is_double_riichi": True,
                    "waits": [("1m", 3, 0), ("4m", 2, 0)],
                    "is_furiten": True,
                }
            },
        )
    )
    house, mpa, kobalab = (figures(warehouse, "riichi", name) for name in ("house", "mpa", "kobalab"))
    assert house["double_riichi_income"] == house["furiten_riichi_income"] == (12000, 1)
    assert mpa["double_riichi_income"] == (13000, 1)
    assert kobalab["double_riichi_income"] == (11700, 1)
    assert house["double_riichi_good_wait_rate"] == (0, 1)
    assert house["furiten_riichi_win_rate"] == (1, 1)
    assert mpa["furiten_riichi_income"] == (13000, 1)


def test_a_pair_of_an_honour_is_a_good_wait_of_double_riichi_for_some() -> None:
    """Two East and two 5s are left: good for mpa alone, which takes honours, not for kobalab."""
    riichi = {"riichi_order": 1, "is_double_riichi": True, "waits": [("E", 2, 0), ("5s", 2, 0)]}
    warehouse = warehouse_of(played("exhaustive_draw", riichis={A: riichi}))
    for profile, good in (("house", 0), ("mpa", 1), ("kobalab", 0)):
        assert figures(warehouse, "riichi", profile)["double_riichi_good_wait_rate"] == (good, 1)


def test_furiten_riichi_by_wait() -> None:
    """A pair of East that deals in to two, five tiles that win, and seven that deal in to one."""

    def furiten(*waits: tuple[str, int, int]) -> dict[int, dict[str, object]]:
        return {A: {"riichi_order": 1, "is_furiten": True, "waits": waits}}

    warehouse = warehouse_of(
        played(
            "ron",
            {A: {"is_deal_in": True, "deal_ins": 2, "deal_in_delta": -10000, "score_delta": -11000}},
            riichis=furiten(("E", 2, 1)),
        ),
        played(
            "tsumo",
            {A: {"is_win": True, "is_tsumo": True, "win_delta": 3000, "score_delta": 2000}},
            riichis=furiten(("1m", 3, 0), ("4m", 2, 0)),
        ),
        played(
            "ron",
            {A: {"is_deal_in": True, "deal_ins": 1, "deal_in_delta": -2000, "score_delta": -3000}},
            riichis=furiten(("2s", 3, 0), ("5s", 3, 1)),
        ),
    )
    expected = {
        "furiten_riichi_deal_in_rate": (2, 3),
        "furiten_riichi_expense": (11000 + 3000, 2),
        "furiten_riichi_good_wait_rate": (1, 3),
        "furiten_good_riichi_win_rate": (0, 1),
        "furiten_bad_riichi_win_rate": (1, 2),
        "furiten_good_riichi_deal_in_rate": (1, 1),
        "furiten_bad_riichi_deal_in_rate": (1, 2),
    }
    of_mpa = {
        "furiten_riichi_deal_in_rate": (3, 3),
        "furiten_riichi_expense": (10000 + 2000, 3),
        "furiten_riichi_good_wait_rate": (2, 3),
        "furiten_good_riichi_win_rate": (0, 2),
        "furiten_bad_riichi_win_rate": (1, 1),
        "furiten_good_riichi_deal_in_rate": (3, 2),
        "furiten_bad_riichi_deal_in_rate": (0, 1),
    }
    assert figures(warehouse, "riichi").items() >= expected.items()
    assert figures(warehouse, "riichi", "mpa").items() >= of_mpa.items()


def test_mortal_charges_riichi_with_own_wins_deal_ins_and_draws_alone() -> None:
    """Lost to a tsumo of 2,000 with the stick; a deal-in of 3,900 with it; four riichi, an abortive draw."""
    warehouse = warehouse_of(
        played("tsumo", {A: {"is_tsumo_loss": True, "score_delta": -3000}}, riichis={A: {"riichi_order": 1}}),
        played(
            "ron",
            {A: {"is_deal_in": True, "deal_ins": 1, "deal_in_delta": -3900, "score_delta": -4900}},
            riichis={A: {"riichi_order": 1}},
        ),
        played("abortive_draw", {A: {"score_delta": -1000}}, riichis={A: {"riichi_order": 1}}),
    )
    assert figures(warehouse, "riichi")["riichi_balance"] == (-3000 - 4900 - 1000, 3)
    assert figures(warehouse, "riichi", "mortal")["riichi_balance"] == (0 - 3900 - 1000, 3)


def test_riichi_by_group(warehouse: Warehouse) -> None:
    """Of A's seven riichi with a result: five first, two after another; the hidden one has no wait."""
    own = warehouse.table("riichi_by_group", people=["A"]).to_pylist()
    by_turn = [r for r in own if r["grouping"] == "turn"]
    assert [(r["group"], r["number"], r["riichi"], r["wins"], r["deal_ins"]) for r in by_turn] == [
        ("chasing", 9, 1, 1, 0),
        ("chasing", 12, 1, 0, 1),
        ("first", 1, 1, 0, 0),
        ("first", 6, 1, 1, 0),
        ("first", 7, 1, 0, 0),
        ("first", 8, 1, 0, 0),
        ("first", 10, 1, 0, 1),
    ]
    everybody = warehouse.table("riichi_by_group").to_pylist()
    by_wait = {(r["group"], r["number"]): r for r in everybody if r["grouping"] == "wait"}
    assert set(by_wait) == {
        ("ryanmen", 7), ("kanchan", 3), ("shanpon", 4), ("many", 9), ("tanki", 3), ("ryanmen", 6)
    }  # fmt: skip
    assert by_wait["ryanmen", 6]["avg_balance"] == 4900
    assert by_wait["shanpon", 4]["deal_in_rate"] == 1
    assert by_wait["many", 9]["draw_rate"] == 1
