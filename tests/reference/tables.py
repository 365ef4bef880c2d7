"""Rounds for the reference out of log tables, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mjlog.rulesets.model import Ruleset
from mjlog.tables import LogTables
from mjlog.tiles import TILE_CODE
from tests.reference.model import RoundInput

RulesOf = Callable[[dict[str, Any]], Ruleset]
"""The rule set of a row of `games`."""


def from_tables(tables: LogTables, rules_of: RulesOf) -> Iterator[RoundInput]:
    """Yield the rounds of `tables` in order, under the rule set of each game."""
    games = {row["game_id"]: row for row in tables.games.to_pylist()}
    events = _by_round([_event(row) for row in tables.events.to_pylist()])
    wins = _by_round([_win(row) for row in tables.wins.to_pylist()])
    draws = _by_round(tables.draws.to_pylist())
    for row in tables.rounds.to_pylist():
        key = (row["game_id"], row["round_index"])
        game = games[row["game_id"]]
        drawn = draws.get(key, [None])
        yield RoundInput(
            rules=rules_of(game),
            dealer=row["dealer_seat"],
            round_wind=row["round_wind"],
            round_number=row["round_number"],
            honba=row["honba"],
            sticks=row["riichi_sticks"],
            scores=tuple(row["start_scores"]),
            hands=tuple(tuple(_codes(row[f"hand_{s}"])) for s in range(game["player_count"])),
            dora_indicators=tuple(_codes(row["dora_indicators"])),
            ura_indicators=None if row["ura_indicators"] is None else tuple(_codes(row["ura_indicators"])),
            events=tuple(events.get(key, ())),
            wins=tuple(wins.get(key, ())),
            draw=drawn[0],
            away=row["away_seat"],
            dice=None if row["dice"] is None else tuple(row["dice"]),
            game_id=row["game_id"],
            round_index=row["round_index"],
        )


def _codes(names: list[str] | None) -> list[int]:
    return [TILE_CODE[n] for n in names or ()]


def _event(row: dict[str, Any]) -> dict[str, Any]:
    tile = None if row["tile"] is None else TILE_CODE[row["tile"]]
    return {**row, "tile": tile, "consumed": tuple(_codes(row["consumed"]))}


def _win(row: dict[str, Any]) -> dict[str, Any]:
    lists = ("log_hand", "log_dora_indicators")
    codes = {name: None if row[name] is None else _codes(row[name]) for name in lists}
    return {**row, **codes, "tile": None if row["tile"] is None else TILE_CODE[row["tile"]]}


def _by_round(rows: list[dict[str, Any]]) -> dict[tuple[str, int], list[dict[str, Any]]]:
    rounds: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in rows:
        rounds.setdefault((row["game_id"], row["round_index"]), []).append(row)
    return rounds
