"""Figures of whole games on games that are worked out by hand."""

from __future__ import annotations

from typing import Any

from mjlog.simulate import simulate
from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.unit.stats.made import game, warehouse_of

GAMES = [name for name, s in catalogue().items() if s.section == "games"]
FOUR = ["A", "B", "C", "D"]
EVEN = [25000] * 4


def of(
    warehouse: Warehouse, player: str, *names: str, profile: str = "house", **chosen: Any
) -> dict[str, tuple[float, float]]:
    """Numerator and denominator of statistics of a player."""
    selection = Selection(players=(player,), **chosen)
    rows = rates(warehouse, selection, statistics=names or GAMES, profile=profile).to_pylist()
    return {row["statistic"]: (row["numerator"], row["denominator"]) for row in rows}


def test_ranks_count_in_games_played_to_the_end() -> None:
    """A: first (31,000), last (-100), second with 25,000 as C has, who sits behind; one game is cut off."""
    warehouse = warehouse_of(
        game(FOUR, [31000, 24000, 23000, 22000]),
        game(FOUR, [-100, 40000, 30000, 30100]),
        game(FOUR, [25000, 20000, 25000, 30000]),
        game(FOUR, [50000, 20000, 20000, 10000], is_complete=False),
    )
    found = of(warehouse, "A")
    assert found["rank_1_rate"] == (1, 3)
    assert found["rank_2_rate"] == (1, 3)
    assert found["rank_3_rate"] == (0, 3)
    assert found["rank_4_rate"] == (1, 3)
    assert found["top2_rate"] == (2, 3)
    assert found["last_avoid_rate"] == (2, 3)
    assert found["avg_rank"] == (1 + 4 + 2, 3)
    assert found["avg_final_score"] == (31000 - 100 + 25000, 3)
    assert of(warehouse, "C")["avg_rank"] == (3 + 3 + 3, 3)


def test_a_score_of_nothing_is_no_bust() -> None:
    warehouse = warehouse_of(
        game(FOUR, [0, 40000, 30000, 30000]),
        game(FOUR, [-100, 40000, 30000, 30100]),
    )
    assert of(warehouse, "A", "bust_rate") == {"bust_rate": (1, 2)}


def test_three_players_have_no_fourth() -> None:
    warehouse = warehouse_of(game(["A", "B", "C"], [30000, 40000, 35000]), game(FOUR, EVEN))
    rows = rates(warehouse, Selection(players=("A",)), statistics=GAMES).to_pylist()
    of_three = {row["statistic"]: row for row in rows if row["player_count"] == 3}
    assert "rank_4_rate" not in of_three
    assert of_three["rank_3_rate"]["value"] == 1
    assert of_three["last_avoid_rate"]["value"] == 0
    assert {row["player_count"] for row in rows} == {3, 4}


def test_gains_are_over_the_score_at_the_first_deal() -> None:
    """A starts with 25,000 and ends with 31,000; the second log begins in East 2, so nobody knows."""
    first = {"round_number": 1, "starts": EVEN}
    second = {"round_number": 2, "starts": [26000, 24000, 25000, 25000]}
    warehouse = warehouse_of(
        game(FOUR, [31000, 24000, 23000, 22000], rounds=[first, second]),
        game(FOUR, [31000, 24000, 23000, 22000], rounds=[second]),
    )
    assert of(warehouse, "A", "avg_game_delta") == {"avg_game_delta": (6000, 1)}


def test_results_with_uma_are_those_of_the_log_first() -> None:
    warehouse = warehouse_of(
        game(FOUR, EVEN, log_final_points=[41.0, 9.0, -12.0, -38.0], calc_final_points=[40.0] * 4),
        game(FOUR, EVEN, calc_final_points=[35.5, 0.0, -10.0, -25.5]),
        game(FOUR, EVEN),
    )
    assert of(warehouse, "A", "avg_point_uma") == {"avg_point_uma": (76.5, 2)}


def test_rounds_and_turns_of_a_game() -> None:
    """Two rounds with a result and one that breaks off; B deals the second."""
    rounds = [
        {"round_number": 1, "starts": EVEN, "discards": [10, 9, 9, 9]},
        {"round_number": 2, "dealer_seat": 1, "starts": EVEN, "discards": [5, 6, 5, 5]},
        {
            "round_number": 3,
            "dealer_seat": 2,
            "starts": EVEN,
            "discards": [3, 3, 3, 3],
            "outcome": [None] * 4,
        },
    ]
    warehouse = warehouse_of(game(FOUR, EVEN, rounds=rounds))
    found = of(warehouse, "B", "avg_hands_per_game", "dealer_hand_rate", "avg_turns_per_hand")
    assert found == {
        "avg_hands_per_game": (2, 1),
        "dealer_hand_rate": (1, 2),
        "avg_turns_per_hand": (15, 2),
    }


def last_round(starts: list[int], wind: int = 1, honba: int = 0, number: int = 4) -> dict[str, Any]:
    return {"round_wind": wind, "round_number": number, "honba": honba, "starts": starts, "dealer_seat": 3}


def test_the_last_round_counts_from_its_first_deal() -> None:
    """A enters South 4 first and ends second, overtaken in its repetition by B, who entered it second."""
    warehouse = warehouse_of(
        game(
            FOUR,
            [28000, 30000, 22000, 20000],
            rounds=[
                last_round([30000, 28000, 22000, 20000]),
                last_round([28000, 30000, 22000, 20000], honba=1),
            ],
        )
    )
    names = "last_keep_top", "last_reach_top", "last_avoid_4th", "last_multi"
    assert of(warehouse, "A", *names) == dict(zip(names, [(0, 1), (0, 0), (0, 0), (1, 1)], strict=True))
    assert of(warehouse, "B", *names) == dict(zip(names, [(0, 0), (1, 1), (0, 0), (1, 1)], strict=True))
    assert of(warehouse, "D", *names) == dict(zip(names, [(0, 0), (0, 1), (0, 1), (1, 1)], strict=True))


def test_of_equal_scores_the_later_seat_is_behind_at_the_last_deal() -> None:
    warehouse = warehouse_of(game(FOUR, [27000, 25000, 24500, 23500], rounds=[last_round(EVEN)]))
    assert of(warehouse, "A", "last_keep_top") == {"last_keep_top": (1, 1)}
    assert of(warehouse, "D", "last_avoid_4th") == {"last_avoid_4th": (0, 1)}


def test_who_leaves_the_last_place_in_the_last_round_escapes() -> None:
    warehouse = warehouse_of(
        game(FOUR, [20000, 30000, 26000, 24000], rounds=[last_round([22000, 30000, 28000, 20000])])
    )
    assert of(warehouse, "D", "last_avoid_4th") == {"last_avoid_4th": (1, 1)}


def test_a_game_that_ends_before_its_last_round_converts_nothing() -> None:
    """East 4 is no last round of a hanchan; the game counts only where repetitions are counted."""
    warehouse = warehouse_of(game(FOUR, [50000, 30000, 21000, -1000], rounds=[last_round(EVEN, wind=0)]))
    names = "last_keep_top", "last_reach_top", "last_multi"
    assert of(warehouse, "A", *names) == dict(zip(names, [(0, 0), (0, 0), (0, 1)], strict=True))


def test_another_wind_is_no_repetition_but_goes_on_for_mpa() -> None:
    rounds = [last_round(EVEN, wind=0), last_round(EVEN, wind=1, number=1)]
    warehouse = warehouse_of(game(FOUR, EVEN, rounds=rounds, length="east"))
    assert of(warehouse, "A", "last_multi") == {"last_multi": (0, 1)}
    assert of(warehouse, "A", "last_multi", profile="mpa") == {"last_multi": (1, 1)}


def test_for_mpa_ranks_stand_where_a_game_ends_before_its_last_round() -> None:
    """A is first and D last of a game that ends in East 4, and of one whose South 4 A entered last."""
    warehouse = warehouse_of(
        game(FOUR, [50000, 30000, 21000, -1000], rounds=[last_round(EVEN, wind=0)]),
        game(FOUR, [50000, 30000, 21000, -1000], rounds=[last_round([24000, 26000, 25000, 25000])]),
    )
    names = "last_keep_top", "last_reach_top", "last_avoid_4th"
    for profile, player, expected in (
        ("house", "A", [(0, 0), (1, 1), (1, 1)]),
        ("mpa", "A", [(1, 1), (1, 1), (1, 1)]),
        ("house", "D", [(0, 0), (0, 1), (0, 0)]),
        ("mpa", "D", [(0, 0), (0, 2), (0, 1)]),
    ):
        found = of(warehouse, player, *names, profile=profile)
        assert found == dict(zip(names, expected, strict=True)), (profile, player)


def test_mortal_gives_the_same_points_in_every_room() -> None:
    """First, second and last: 90 + 45 - 135; of three players nothing is told."""
    warehouse = warehouse_of(
        game(FOUR, [40000, 30000, 20000, 10000]),
        game(FOUR, [30000, 40000, 20000, 10000]),
        game(FOUR, [10000, 30000, 20000, 40000]),
        game(FOUR[:3], [40000, 35000, 30000]),
    )
    assert of(warehouse, "A", "avg_pt", profile="mortal", player_count=4) == {"avg_pt": (0, 3)}
    assert of(warehouse, "A", "avg_pt", profile="mortal", player_count=3) == {}


def test_the_balance_of_a_round_is_that_of_games_for_some() -> None:
    """A gains 6,000 in three rounds, a stick left on the table among them; another log begins late."""
    rounds = [
        {"round_number": n, "starts": EVEN, "score_delta": [d, 0, 0, 0]}
        for n, d in ((1, 3000), (2, 2000), (3, 0))
    ]
    warehouse = warehouse_of(
        game(FOUR, [31000, 24000, 23000, 22000], rounds=rounds),
        game(FOUR, [31000, 24000, 23000, 22000], rounds=rounds[1:]),
    )
    assert of(warehouse, "A", "hand_balance") == {"hand_balance": (7000, 5)}
    for profile in ("amae", "mortal", "mpa"):
        assert of(warehouse, "A", "hand_balance", profile=profile) == {"hand_balance": (6000, 3)}


def test_three_players_have_their_own_last_round() -> None:
    rounds = [{"round_wind": 1, "round_number": 3, "starts": [35000, 36000, 34000], "dealer_seat": 2}]
    warehouse = warehouse_of(game(["A", "B", "C"], [37000, 34000, 34000], rounds=rounds))
    assert of(warehouse, "B", "last_keep_top") == {"last_keep_top": (0, 1)}
    assert of(warehouse, "C", "last_avoid_4th") == {"last_avoid_4th": (0, 1)}


def test_ranks_can_be_told_apart_by_seat() -> None:
    warehouse = warehouse_of(game(FOUR, [40000, 30000, 20000, 10000]), game(["B", "A", "C", "D"], EVEN))
    rows = rates(warehouse, Selection(players=("A",)), statistics=["avg_rank"], by=("player", "seat"))
    assert [(r["seat"], r["value"]) for r in rows.to_pylist()] == [(0, 1.0), (1, 2.0)]


def test_no_rate_counts_more_than_there_is() -> None:
    """For every game and seat, so for every choice of them."""
    with Warehouse() as warehouse:
        warehouse.add([*simulate("tenhou", games=3, seed=5), *simulate("tenhou_sanma", games=2, seed=6)])
        for name in GAMES:
            statistic = catalogue()[name]
            for profile in ("house", *statistic.profiles):
                s = statistic.under(profile)
                rows = warehouse.query(f"select {s.numerator} as x, {s.denominator} as n from {s.totals}")
                assert len(rows)
                for row in rows.to_pylist():
                    assert row["x"] is not None
                    assert row["n"] is not None
                    assert s.kind != "rate" or 0 <= row["x"] <= row["n"]
