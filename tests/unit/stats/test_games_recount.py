"""Figures of games counted once more, game by game, from the log tables alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse

Counts = dict[tuple[int, str], Counter[str]]
COUNTED = {
    "rank_1_rate": ("rank_1", "games"),
    "rank_2_rate": ("rank_2", "games"),
    "rank_3_rate": ("rank_3", "games"),
    "rank_4_rate": ("rank_4", "games"),
    "top2_rate": ("top2", "games"),
    "last_avoid_rate": ("not_last", "games"),
    "avg_rank": ("ranks", "games"),
    "bust_rate": ("busts", "games"),
    "avg_final_score": ("scores", "games"),
    "avg_game_delta": ("gains", "games"),
    "avg_point_uma": ("points", "games"),
    "last_keep_top": ("kept", "first_before"),
    "last_reach_top": ("reached", "behind_before"),
    "last_avoid_4th": ("escaped", "last_before"),
    "last_multi": ("repeated", "games"),
    "avg_hands_per_game": ("rounds", "games"),
    "dealer_hand_rate": ("dealt", "rounds"),
    "avg_turns_per_hand": ("discards", "rounds"),
}
"""Numerator and denominator of what is counted here."""


@pytest.fixture(scope="module")
def logs() -> LogTables:
    parts = [("tenhou", 12), ("tenhou_sanma", 8), ("m_league", 4), ("two_player", 3)]
    return LogTables.concat([t for name, games in parts for t in simulate(name, games=games, seed=9)])


def recount(tables: LogTables) -> Counts:
    """What each player did, by number of players and name."""
    counts: Counts = defaultdict(Counter)
    rounds, discards = defaultdict(list), Counter[tuple[str, int]]()
    for row in tables.rounds.to_pylist():
        rounds[row["game_id"]].append(row)
    for event in tables.events.to_pylist():
        discards[event["game_id"], event["seat"]] += event["kind"] == "discard"
    seats = defaultdict(list)
    for row in tables.game_players.to_pylist():
        seats[row["game_id"]].append(row)
    for game in tables.games.to_pylist():
        players = seats[game["game_id"]][: game["player_count"]]
        for seat, of_game in enumerate(_of_game(game, players, rounds[game["game_id"]])):
            mine = counts[game["player_count"], players[seat]["name"]]
            mine.update(of_game)
            mine["discards"] += discards[game["game_id"], seat]
    return counts


def _order(scores: list[int]) -> list[int]:
    """Seats from first to last; of equal scores the earlier seat goes first."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def _of_game(game: Any, players: Any, rounds: Any) -> Iterator[dict[str, float]]:
    """What a game brought each seat."""
    n = game["player_count"]
    final = _order([row["log_final_score"] for row in players])
    wind = {"east": 0, "south": 1, "west": 2, "north": 3}.get(game["length"])
    last = [r for r in rounds if (r["round_wind"], r["round_number"]) == (wind, n)]
    before = _order(last[0]["start_scores"][:n]) if last else None
    for seat, row in enumerate(players):
        rank = final.index(seat) + 1
        was = before.index(seat) + 1 if before else None
        yield {
            "games": 1,
            f"rank_{rank}": 1,
            "ranks": rank,
            "top2": rank <= 2,
            "not_last": rank < n,
            "busts": row["log_final_score"] < 0,
            "scores": row["log_final_score"],
            "gains": row["log_final_score"] - rounds[0]["start_scores"][seat],
            "points": row["log_final_points"],
            "first_before": was == 1,
            "kept": was == rank == 1,
            "behind_before": was is not None and was > 1,
            "reached": was is not None and was > rank == 1,
            "last_before": was == n,
            "escaped": was == n > rank,
            "repeated": len(last) > 1,
            "rounds": len(rounds),
            "dealt": sum(r["dealer_seat"] == seat for r in rounds),
        }


def test_figures_of_games_are_as_recounted(logs: LogTables) -> None:
    counts = recount(logs)
    with Warehouse() as warehouse:
        warehouse.add([logs])
        rows = rates(warehouse, statistics=list(COUNTED)).to_pylist()
    seen = defaultdict(set)
    for row in rows:
        mine = counts[row["player_count"], row["player"]]
        x, n = (float(mine[key]) for key in COUNTED[row["statistic"]])
        assert (row["numerator"], row["denominator"]) == pytest.approx((x, n)), row
        seen[row["player_count"]].add(row["statistic"])
    assert {players for players, _ in counts} == set(seen) == {2, 3, 4}
    for players, names in seen.items():
        assert names == {s for s in COUNTED if players in (catalogue()[s].player_counts or (players,))}


def test_rare_things_happen_in_these_games(logs: LogTables) -> None:
    """So that the recount holds more than zeros."""
    total = sum(recount(logs).values(), Counter[str]())
    for name in ("busts", "kept", "reached", "escaped", "repeated"):
        assert total[name], name
