"""Luck against expectation, and points by cause, on rounds that are worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.stats.causes import causes, points_by_cause
from mjlog.stats.luck import luck
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.unit.stats import made
from tests.unit.stats.play import figures, played, warehouse_of

A, B, C, D = range(4)
WAITS = [("4p", 3, 0), ("7p", 3, 0)]
"""Six tiles unseen."""


def test_ura_dora_are_held_against_what_their_indicators_bring() -> None:
    warehouse = warehouse_of(
        played("tsumo", {A: {"is_win": True, "ura_dora": 2, "expected_ura": 0.5}}),
        played("ron", {A: {"is_win": True, "ura_dora": 0, "expected_ura": 0.75}}),
        played("ron", {A: {"is_win": True, "ura_dora": 3}}),
        played("ron", {B: {"is_win": True, "ura_dora": 0, "expected_ura": 0.25}}),
    )
    found = figures(warehouse, "luck")
    assert found["ura_luck"] == pytest.approx((0.75, 2))
    assert found["avg_expected_ura"] == pytest.approx((1.25, 2))
    assert figures(warehouse, "luck", player="B")["ura_luck"] == pytest.approx((-0.25, 1))
    rows = luck(warehouse, Selection(players=("A",))).to_pylist()
    row = next(row for row in rows if row["luck"] == "ura_luck")
    assert (row["player"], row["excess"], row["unit"], row["value"]) == ("A", 0.75, "tiles", 0.375)


def riichi(turn: int, waits: Any = WAITS) -> dict[str, Any]:
    return {"riichi_order": 1, "turn": turn, "waits": waits}


def test_ippatsu_is_held_against_riichi_at_such_a_turn_for_so_many_tiles() -> None:
    ippatsu = {"is_win": True, "is_ippatsu": True}
    warehouse = warehouse_of(
        # Turns 4 to 6, six tiles: one ippatsu of three.
        played("tsumo", {A: ippatsu}, riichis={A: riichi(4)}),
        played("ron", {}, riichis={A: riichi(6)}),
        played("ron", {}, riichis={B: riichi(5)}),
        # A turn later, and with a tile less: a group of its own each, with all or none.
        played("ron", {B: ippatsu}, riichis={B: riichi(7)}),
        played("ron", {}, riichis={A: riichi(5, [("4p", 3, 0), ("7p", 2, 1)])}),
        # A hand that nobody knows, and a log that stops.
        played("ron", {}, riichis={A: riichi(4, None)}),
        played(None, {}, riichis={A: riichi(4)}),
    )
    assert figures(warehouse, "luck")["expected_ippatsu_rate"] == pytest.approx((2 / 3, 4))
    assert figures(warehouse, "luck")["ippatsu_luck"] == pytest.approx((1 / 3, 4))
    assert figures(warehouse, "luck", player="B")["ippatsu_luck"] == pytest.approx((-1 / 3, 2))


def test_first_turns_are_held_against_those_of_dealers_or_others() -> None:
    tenhou = {"seat": A, "from_seat": A, "log_yaku": ["tenhou"], "log_yaku_han": [13]}
    chiihou = {"seat": B, "from_seat": B, "calc_yaku": ["chiihou"], "calc_yaku_han": [13]}
    warehouse = warehouse_of(
        played("tsumo", {A: {"is_win": True}}, wins=[tenhou]),
        played("tsumo", {B: {"is_win": True}}, wins=[chiihou]),
        played("ron", {C: {"is_double_riichi": True}}),
        played("ron"),
    )
    # A deals: once of 4 rounds, as of all dealers; of 12 rounds of the others twice.
    assert figures(warehouse, "luck")["first_turn_rate"] == (1, 4)
    assert figures(warehouse, "luck")["first_turn_luck"] == (0, 4)
    assert figures(warehouse, "luck", player="C")["first_turn_luck"] == pytest.approx((1 - 4 * 2 / 12, 4))
    assert figures(warehouse, "luck", player="D")["first_turn_luck"] == pytest.approx((-4 * 2 / 12, 4))


def test_dealt_hands_are_worth_what_shanten_and_dora_are_to_all() -> None:
    """Of others than dealers: 200 points for a dora, 500 less for each step of shanten."""

    def hand(shanten: int, dora: int, aka: int = 0) -> dict[str, Any]:
        points = 1500 - 500 * shanten + 200 * (dora + aka)
        return {"dealt_shanten": shanten, "dealt_dora": dora, "dealt_aka": aka, "score_delta": points}

    warehouse = warehouse_of(
        played("ron", {B: hand(1, 0), C: hand(3, 0), D: hand(3, 1, 1)}),
        played("ron", {B: hand(2, 1), C: hand(3, 2), D: {"score_delta": 9000}}),
        played("ron", {B: hand(3, 1, 0), C: {"dealt_shanten": 6}, D: hand(3, 0, 0)}),
    )
    # Seven hands are wholly known.
    shanten, tiles = 18 / 7, 6 / 7
    worth = sum(-500 * (s - shanten) + 200 * (t - tiles) for s, t in ((1, 0), (2, 1), (3, 1)))
    assert figures(warehouse, "luck", player="B")["dealt_hand_luck"] == pytest.approx((worth, 3))
    assert figures(warehouse, "luck", player="D")["dealt_hand_luck"][1] == 2
    # The hand of six is in the mean of shanten: 24 / 8.
    assert figures(warehouse, "luck", player="B")["dealt_shanten_luck"] == pytest.approx((3 * 3 - 6, 3))
    assert figures(warehouse, "luck", player="A")["dealt_hand_luck"] == (0, 0)


def test_luck_of_all_adds_up_to_nothing_but_for_ura(simulated: Warehouse) -> None:
    rows = luck(simulated, by=()).to_pylist()
    assert {row["player_count"] for row in rows} == {3, 4}
    for row in rows:
        assert row["denominator"] > 0
        if row["luck"] != "ura_luck":
            assert row["excess"] == pytest.approx(0, abs=1e-6)


CAUSES = (
    "win_values", "win_extras", "deal_ins", "tsumo_losses", "tenpai", "noten", "nagashi_mangan", "sticks",
    "liability", "bonuses", "penalties", "chombo", "other", "after_rounds",
)  # fmt: skip
ZERO = [0, 0, 0, 0]
NO = [False] * 4


def parts(**columns: list[Any]) -> dict[str, Any]:
    """Parts of a round's score changes by seat, 0 where not given, and their sum."""
    names = ["win", "deal_in", "tsumo_loss", "draw", "riichi", "pao", "bonus", "penalty", "other"]
    given = {f"{name}_delta": columns.pop(name, ZERO) for name in names}
    return {**given, "score_delta": [sum(seat) for seat in zip(*given.values(), strict=True)], **columns}


@pytest.fixture(scope="module")
def game() -> Warehouse:
    """Every cause once, for A; the sticks of the last round go to A."""
    rounds = [
        parts(outcome=["ron"] * 4, is_win=[True, *NO[1:]], win_points=[8000, None, None, None],
              win=[9300, 0, 0, 0], deal_in=[0, -8300, 0, 0], riichi=[-1000, 0, 0, 0]),
        parts(outcome=["ron"] * 4, deal_in=[-2000, 0, 0, 0], is_win=[False, True, False, False],
              win=[0, 2000, 0, 0], bonus=[300, -100, -100, -100]),
        parts(outcome=["tsumo"] * 4, tsumo_loss=[-500, 0, -300, -300], is_win=[False, True, False, False],
              win=[0, 1100, 0, 0], penalty=[-1000, 0, 0, 0]),
        parts(outcome=["tsumo"] * 4, pao=[-32000, 0, 0, 0], win=[0, 0, 32000, 0]),
        parts(draw_type=["exhaustive"] * 4, draw=[3000, -1000, -1000, -1000]),
        parts(draw_type=["exhaustive"] * 4, draw=[-1500, 1500, 1500, -1500]),
        parts(draw_type=["nagashi_mangan"] * 4, draw=[-2000, 8000, -2000, -4000]),
        parts(outcome=["chombo"] * 4, draw=[8000, 0, 0, -8000], other=[70, 0, 0, 0]),
        parts(outcome=["ron"] * 4, is_win=[True, *NO[1:]], win=[1500, 0, 0, 0], deal_in=[0, 0, 0, -1500],
              riichi=[0, -1000, 0, 0]),
    ]  # fmt: skip
    scores, starts = [25000] * 4, []
    for one in rounds:
        starts.append(list(scores))
        scores = [score + change for score, change in zip(scores, one["score_delta"], strict=True)]
    scores[A] += 2000
    given = [{**one, "starts": start} for one, start in zip(rounds, starts, strict=True)]
    return made.warehouse_of(made.game("ABCD", scores, rounds=given))


def test_points_of_each_cause_are_as_worked_out_by_hand(game: Warehouse) -> None:
    rows = points_by_cause(game, Selection(players=("A",))).to_pylist()
    assert [row["cause"] for row in rows] == list(causes()) == list(CAUSES)
    assert {row["cause"]: row["points"] for row in rows} == {
        "win_values": 9500, "win_extras": 1300, "deal_ins": -2000, "tsumo_losses": -500, "tenpai": 3000,
        "noten": -1500, "nagashi_mangan": -2000, "sticks": -1000, "liability": -32000, "bonuses": 300,
        "penalties": -1000, "chombo": 8000, "other": 70, "after_rounds": 2000,
    }  # fmt: skip
    assert all(row["rounds"] == 9 and row["value"] == row["points"] / 9 for row in rows)


def test_the_causes_are_statistics_of_the_catalogue(game: Warehouse) -> None:
    found = figures(game, "causes")
    assert found.pop("points_from_all") == (sum(points for points, _ in found.values()), 9)
    assert list(found) == [f"points_from_{cause}" for cause in CAUSES]


def test_rounds_of_which_nothing_is_known_have_no_points() -> None:
    stick = {"score_delta": -1000, "riichi_delta": -1000}
    warehouse = warehouse_of(played("ron"), played("ron", {A: stick}))
    found = figures(warehouse, "causes")
    assert found["points_from_sticks"] == found["points_from_all"] == (-1000, 1)


@pytest.fixture(scope="module")
def simulated() -> Warehouse:
    """Games of three and four players."""
    warehouse = Warehouse()
    for rules in ("tenhou", "tenhou_sanma", "mahjong_soul", "m_league"):
        warehouse.add(simulate(rules, games=3, seed=8))
    return warehouse


def test_causes_add_up_to_the_score_of_every_game_exactly(simulated: Warehouse) -> None:
    parts = " + ".join(f"c.{cause}" for cause in CAUSES)
    by_game = simulated.query(
        f"""select c.game_id, c.seat, sum({parts}) as causes, sum(c.points) as points,
            any_value(pg.final_score) - any_value(rp.start_score) as change
        from cause_totals as c
        inner join player_games as pg on pg.game_id = c.game_id and pg.seat = c.seat
        inner join round_players as rp on rp.game_id = c.game_id and rp.seat = c.seat and rp.round_index = 0
        group by c.game_id, c.seat"""
    ).to_pylist()
    assert len(by_game) == 3 * (4 + 3 + 4 + 4)
    for row in by_game:
        assert row["causes"] == row["points"] == row["change"]


def test_a_table_gains_and_loses_nothing_but_sticks(simulated: Warehouse) -> None:
    for row in rates(simulated, statistics=["points_from_tenpai", "points_from_noten"], by=()).to_pylist():
        assert row["numerator"]
    rows = points_by_cause(simulated, by=()).to_pylist()
    for players in (3, 4):
        points = {row["cause"]: row["points"] for row in rows if row["player_count"] == players}
        assert points["tenpai"] + points["noten"] == 0
        assert sum(points.values()) <= 0
