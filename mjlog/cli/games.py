"""Games to choose from: in logs, or in a warehouse."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

from mjlog import schema
from mjlog.cli.inputs import read_logs, rejects_of, tell_rejects
from mjlog.cli.output import Row
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, is_warehouse

COLUMNS: Final = ("number", "game", "started_at", "platform", "players", "rounds", "source")
"""Columns of a list of games."""

_ORDER: Final = {
    "games": "game_id",
    "game_players": "seat",
    "rounds": "round_index",
    "events": "round_index, seq",
    "wins": "round_index, win_index",
    "draws": "round_index",
    "extras": "round_index, seq",
}
"""Tables of a game and the order of their rows."""


def find_games(path: str, wanted: str | None) -> tuple[list[Row], LogTables | None]:
    """Find the games of a warehouse or of logs.

    Args:
        path: folder of a warehouse, or logs: file, folder, pattern or "-".
        wanted: only the game with this id, log id, or number from 0.

    Returns:
        The games as rows of a list, and the tables of the first.
    """
    return _stored_games(path, wanted) if is_warehouse(path) else _logged_games(path, wanted)


def _logged_games(path: str, wanted: str | None) -> tuple[list[Row], LogTables | None]:
    listed: list[Row] = []
    first = None
    number = 0
    for tables in read_logs([path]):
        tell_rejects(rejects_of(tables))
        rounds = Counter(tables.rounds["game_id"].to_pylist())
        names = defaultdict(list)
        for player in tables.game_players.to_pylist():
            names[player["game_id"]].append(player["name"] or "?")
        for game in tables.games.to_pylist():
            key = game["game_id"]
            if wanted in (None, key, game["log_id"], str(number)):
                first = first or _only(tables, key)
                place = game["started_at"], game["platform"]
                row = (number, key, *place, names[key], rounds[key], game["source_path"])
                listed.append(dict(zip(COLUMNS, row, strict=True)))
                if wanted is not None:
                    return listed, first
            number += 1
    return listed, first


def _only(tables: LogTables, game_id: str) -> LogTables:
    """The tables of one game."""

    def rows(table: pa.Table) -> pa.Table:
        return table.filter(pc.equal(table["game_id"].cast(pa.string()), game_id))

    return replace(tables, **{name: rows(getattr(tables, name)) for name in _ORDER})


_STORED: Final = """
with numbered as (
    select
        row_number() over (order by started_at nulls first, game_id) - 1 as number,
        game_id as game,
        log_id,
        started_at,
        platform,
        source_path as source
    from games
)

select
    number,
    game,
    started_at,
    platform,
    (select list(coalesce(p.name, '?') order by p.seat) from game_players as p where p.game_id = game)
        as players,
    (select count(*) from rounds as r where r.game_id = game) as rounds,
    source
from numbered
where $wanted is null or $wanted in (game, log_id, number::varchar)
order by number
"""


def _stored_games(folder: str, wanted: str | None) -> tuple[list[Row], LogTables | None]:
    with Warehouse(folder) as warehouse:
        listed: list[Row] = warehouse.query(_STORED, wanted=wanted).to_pylist()
        first = _tables_of(warehouse, listed[0]["game"]) if listed else None
    return listed, first


def _tables_of(warehouse: Warehouse, game_id: str) -> LogTables:
    """The log tables of one game of a warehouse."""
    parts = {}
    for name, order in _ORDER.items():
        sql = f"select * from {name} where game_id = $game order by {order}"  # noqa: S608 - our own names
        rows = warehouse.query(sql, game=game_id).to_pylist()
        parts[name] = pa.Table.from_pylist(rows, schema=schema.TABLES[name].arrow)
    return LogTables(**parts, rejects=schema.REJECTS.empty())
