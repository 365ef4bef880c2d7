"""Statistics of players counted once more, row by row, from the log tables alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from mjlog.tables import LogTables

Row = dict[str, Any]
Counts = dict[tuple[int, str | None], Counter[str]]
"""Counts by number of players and name."""

OPENS = ("chi", "pon", "daiminkan")


def recount(tables: LogTables) -> Counts:
    """Numerators and denominators of each player."""
    counts: Counts = defaultdict(Counter)
    games = {row["game_id"]: row for row in tables.games.to_pylist()}
    who = {
        (row["game_id"], row["seat"]): (games[row["game_id"]]["player_count"], row["name"])
        for row in tables.game_players.to_pylist()
    }
    by_round = {name: _by_round(getattr(tables, name).to_pylist()) for name in ("events", "wins", "draws")}
    for game_id, game in games.items():
        if game["is_complete"]:
            _count_ranks(tables, game_id, who, counts)
    for row in tables.rounds.to_pylist():
        key = row["game_id"], row["round_index"]
        events, wins, draws = (by_round[n].get(key, []) for n in ("events", "wins", "draws"))
        for seat in range(games[row["game_id"]]["player_count"]):
            mine = counts[who[row["game_id"], seat]]
            mine["rounds"] += 1
            mine["score_delta"] += row["log_end_scores"][seat] - row["start_scores"][seat]
            _count_play(seat, events, mine)
            _count_result(seat, events, wins, draws, mine)
    return counts


def _by_round(rows: list[Row]) -> dict[tuple[str, int], list[Row]]:
    found: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        found[row["game_id"], row["round_index"]].append(row)
    return found


def _count_ranks(tables: LogTables, game_id: str, who: Any, counts: Counts) -> None:
    rows = [r for r in tables.game_players.to_pylist() if r["game_id"] == game_id]
    order = sorted(rows, key=lambda r: (-r["log_final_score"], r["seat"]))
    for rank, row in enumerate(order, 1):
        mine = counts[who[game_id, row["seat"]]]
        mine["games"] += 1
        mine["ranks"] += rank
        mine[f"rank_{rank}"] += 1
        mine["busts"] += row["log_final_score"] < 0
        mine["final_scores"] += row["log_final_score"]


def _count_play(seat: int, events: list[Row], mine: Counter[str]) -> None:
    own = [e for e in events if e["seat"] == seat]
    kinds = [e["kind"] for e in own]
    mine["riichi"] += "riichi" in kinds
    mine["called"] += any(k in OPENS for k in kinds)
    if "riichi" in kinds:
        mine["riichi_turns"] += kinds[: kinds.index("riichi")].count("discard") + 1


def _count_result(
    seat: int, events: list[Row], wins: list[Row], draws: list[Row], mine: Counter[str]
) -> None:
    kinds = [e["kind"] for e in events if e["seat"] == seat]
    in_riichi, is_open = "riichi" in kinds, any(k in OPENS for k in kinds)
    stick = 1000 * ("riichi_accepted" in kinds)
    for win in wins:
        if win["seat"] == seat:
            mine["wins"] += 1
            mine["tsumo_wins"] += win["from_seat"] == seat
            mine["riichi_wins"] += in_riichi
            mine["open_wins"] += is_open
            mine["win_points"] += win["log_points"]
            mine["win_income"] += win["log_deltas"][seat] - stick
            mine["win_turns"] += kinds.count("discard") + 1
            mine["ippatsu"] += "ippatsu" in win["log_yaku"]
    paid = [w for w in wins if w["from_seat"] == seat != w["seat"]]
    if paid:
        mine["deal_ins"] += 1
        mine["deal_in_points"] += sum(w["log_points"] for w in paid)
        mine["deal_in_loss"] -= sum(w["log_deltas"][seat] for w in paid)
        mine["riichi_deal_ins"] += in_riichi
        mine["called_deal_ins"] += is_open
    mine["tsumo_losses"] += any(w["seat"] == w["from_seat"] != seat for w in wins)
    for draw in draws:
        if any(e["kind"] == "exhaustive_draw" for e in events):
            mine["draws"] += 1
            mine["tenpai_draws"] += draw["log_tenpai"][seat]


STATISTICS = {
    "rank_1_rate": ("rank_1", "games"),
    "rank_2_rate": ("rank_2", "games"),
    "rank_3_rate": ("rank_3", "games"),
    "rank_4_rate": ("rank_4", "games"),
    "avg_rank": ("ranks", "games"),
    "bust_rate": ("busts", "games"),
    "avg_final_score": ("final_scores", "games"),
    "hand_balance": ("score_delta", "rounds"),
    "win_rate": ("wins", "rounds"),
    "tsumo_win_share": ("tsumo_wins", "wins"),
    "riichi_win_share": ("riichi_wins", "wins"),
    "open_win_share": ("open_wins", "wins"),
    "avg_win_value": ("win_points", "wins"),
    "avg_win_net": ("win_income", "wins"),
    "avg_win_turn": ("win_turns", "wins"),
    "deal_in_rate": ("deal_ins", "rounds"),
    "avg_deal_in_value": ("deal_in_points", "deal_ins"),
    "avg_deal_in_paid": ("deal_in_loss", "deal_ins"),
    "riichi_rate": ("riichi", "rounds"),
    "riichi_win_rate": ("riichi_wins", "riichi"),
    "riichi_deal_in_rate_a": ("riichi_deal_ins", "riichi"),
    "ippatsu_rate": ("ippatsu", "riichi_wins"),
    "avg_riichi_turn": ("riichi_turns", "riichi"),
    "call_rate": ("called", "rounds"),
    "call_win_rate": ("open_wins", "called"),
    "call_deal_in_rate": ("called_deal_ins", "called"),
    "draw_rate": ("draws", "rounds"),
    "draw_tenpai_rate": ("tenpai_draws", "draws"),
    "tsumoed_rate": ("tsumo_losses", "rounds"),
}
"""Numerator and denominator of statistics, as keys of `Counts`."""
