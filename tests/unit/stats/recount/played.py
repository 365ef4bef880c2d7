"""Games that are recounted: simulated ones of many kinds, some of them changed to be like odd logs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa

from mjlog.simulate import simulate
from mjlog.tables import LogTables
from tests.unit.stats.recount.rows import Row

Change = Callable[[LogTables], LogTables]
LEVELS = ("七段", "八段", "九段", "十段", "天鳳位", "六段", None)


def on_a_ladder(tables: LogTables) -> LogTables:
    """As if played in Tenhou's phoenix room, by players with levels and ratings."""

    def rated(row: Row) -> Row:
        number = sum(map(ord, row["name"] or "")) + row["seat"]
        rating = None if number % 11 == 0 else 1900.0 + number % 400
        return row | {"level": LEVELS[number % len(LEVELS)], "rating": rating}

    return _changed(
        tables,
        games=[row | {"platform": "tenhou", "room": "phoenix"} for row in tables.games.to_pylist()],
        game_players=[rated(row) for row in tables.game_players.to_pylist()],
    )


def cut_off(tables: LogTables) -> LogTables:
    """Logs that stop in the middle of the last round."""
    last = {row["game_id"]: row["round_index"] for row in tables.rounds.to_pylist()}
    length = {
        row["game_id"]: row["seq"]
        for row in tables.events.to_pylist()
        if row["round_index"] == last[row["game_id"]]
    }

    def is_cut(row: Row) -> bool:
        return row["round_index"] == last[row["game_id"]]

    unknown = {"log_final_score": None, "log_final_points": None}
    return _changed(
        tables,
        games=[row | {"is_complete": False} for row in tables.games.to_pylist()],
        game_players=[row | unknown for row in tables.game_players.to_pylist()],
        rounds=[
            row | {"outcome": None, "log_end_scores": None} if is_cut(row) else row
            for row in tables.rounds.to_pylist()
        ],
        events=[
            row
            for row in tables.events.to_pylist()
            if not is_cut(row) or row["seq"] < length[row["game_id"]] * 2 // 3
        ],
        wins=[row for row in tables.wins.to_pylist() if not is_cut(row)],
        draws=[row for row in tables.draws.to_pylist() if not is_cut(row)],
    )


def silent(tables: LogTables) -> LogTables:
    """Logs that do not say what wins and draws are worth, nor who sits where."""

    def bare(rows: pa.Table, *kept: str) -> list[Row]:
        return [
            {
                name: None if name.startswith("log_") and name not in kept else value
                for name, value in row.items()
            }
            for row in rows.to_pylist()
        ]

    named = [row | {"name": row["name"] if row["seat"] else None} for row in bare(tables.game_players)]
    return _changed(
        tables,
        game_players=named,
        rounds=bare(tables.rounds),
        wins=bare(tables.wins),
        draws=bare(tables.draws, "log_type"),
    )


def miscounted(tables: LogTables) -> LogTables:
    """Logs whose scores change more than they say: the dealer of every third round finds 700 points."""

    def found(row: Row) -> Row:
        scores = row["log_end_scores"]
        if scores is None or row["round_index"] % 3:
            return row
        more = [score + 700 * (seat == row["dealer_seat"]) for seat, score in enumerate(scores)]
        return row | {"log_end_scores": more}

    return _changed(tables, rounds=[found(row) for row in tables.rounds.to_pylist()])


def _changed(tables: LogTables, **rows: list[Row]) -> LogTables:
    """Tables with other rows."""
    made: Mapping[str, Any] = {
        name: pa.Table.from_pylist(new, schema=getattr(tables, name).schema) for name, new in rows.items()
    }
    return replace(tables, **made)


SIMULATED: tuple[tuple[str, int, dict[str, Any], Change | None], ...] = (
    ("tenhou", 18, {}, None),
    ("tenhou", 16, {"rare": True}, None),
    ("tenhou_sanma", 12, {}, None),
    ("tenhou_sanma", 12, {"rare": True}, None),
    ("mahjong_soul", 10, {"rare": True}, None),
    ("mahjong_soul_sanma", 8, {"rare": True}, None),
    ("m_league", 6, {}, None),
    ("toutenkou", 6, {"rare": True}, None),
    ("jpml_b", 4, {}, None),
    ("two_player", 6, {"rare": True}, None),
    ("tenhou", 4, {"view": 2, "rare": True}, None),
    ("tenhou", 4, {}, on_a_ladder),
    ("tenhou_sanma", 3, {}, on_a_ladder),
    ("mahjong_soul", 3, {}, cut_off),
    ("tenhou_sanma", 3, {"rare": True}, silent),
    ("tenhou", 3, {}, silent),
    ("riichi", 2, {}, miscounted),
)
"""Rule set, games, how they are played, and how their logs are changed: 120 games."""


def played() -> Iterator[LogTables]:
    """The games of `SIMULATED`."""
    for number, (ruleset, games, how, change) in enumerate(SIMULATED):
        for batch in simulate(ruleset, games=games, seed=100 + number, **how):
            yield change(batch) if change else batch
