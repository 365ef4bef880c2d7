"""A game as plain data: where and when it was played, by whom, by which rules, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mjlog.rulesets import Ruleset, label
from mjlog.rulesets.written import changed_lines
from mjlog.tables import LogTables

Row = Mapping[str, Any]

_OF_GAME = ("game_id", "source_path", "log_id", "platform", "room", "lobby", "length", "started_at")
_OF_PLAYER = ("seat", "name", "account_id", "level", "rating")


def game_document(tables: LogTables, rules: Ruleset) -> dict[str, Any]:
    """Describe a game.

    Args:
        tables: log tables of that game alone, with their ``calc_*`` columns.
        rules: what it is judged by.

    Returns:
        Columns of `games`, `ruleset` and its `changes`, `is_complete`, and `players` with `final_score` and
        `result`, as logged, else by the rules, and `rank`.
    """
    (game,) = tables.games.to_pylist()
    return {
        **{name: game[name] for name in _OF_GAME},
        "ruleset": label(rules),
        "changes": list(changed_lines(rules)),
        "is_complete": game["is_complete"],
        "players": [_player(row) for row in tables.game_players.to_pylist()],
    }


def head_lines(game: Row) -> Iterator[str]:
    """What a game is, in lines; its start with the zone that it is told in."""
    yield f"{game['game_id']} ({game['source_path']})"
    where = [game[name] for name in ("platform", "room", "length")]
    when = game["started_at"]
    told = [*where, f"{when:%Y-%m-%d %H:%M %Z}".rstrip() if when is not None else None]
    if any(told):
        yield ", ".join(word for word in told if word)
    changes = f": {', '.join(game['changes'])}" if game["changes"] else ""
    yield f"rules: {game['ruleset']}{changes}"
    if not game["is_complete"]:
        yield "not played to its end, so far as the log says"


def _player(row: Row) -> dict[str, Any]:
    return {
        **{name: row[name] for name in _OF_PLAYER},
        "final_score": _first(row["log_final_score"], row["calc_final_score"]),
        "result": _first(row["log_final_points"], row["calc_final_points"]),
        "rank": row["calc_final_rank"],
    }


def _first(logged: Any, recomputed: Any) -> Any:
    return recomputed if logged is None else logged
