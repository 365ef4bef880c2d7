"""Small games made up for a test: only the columns that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import pyarrow as pa

from mjlog.schema import TABLES
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse

Row = Mapping[str, Any]
START = datetime.fromisoformat("2024-01-01")
EVERYTHING = Selection(
    players=("A",),
    excluding=("C",),
    opponents=("B",),
    player_count=4,
    platform="tenhou",
    room="phoenix",
    level="七段",
    length="south",
    ruleset="tenhou",
    since=START,
    until=START + timedelta(days=1),
    timezone="UTC",
    seats=(0,),
    last_games=1,
    seat_winds=(0,),
    rounds=("E1",),
    all_last=True,
    start_ranks=(1,),
    lead_from=0,
    lead_to=0,
)
"""A choice with every field."""
_ZEROS = (
    (pa.types.is_boolean, False),
    (pa.types.is_integer, 0),
    (pa.types.is_string, ""),
)


def rows_of(name: str, rows: Iterable[Row]) -> pa.Table:
    """A table with these values; the others are null, or 0 where null is not allowed."""
    schema = TABLES[name].arrow
    unset = {
        field.name: next((zero for is_it, zero in _ZEROS if not field.nullable and is_it(field.type)), None)
        for field in schema
    }
    made = [{**unset, **row} for row in rows]
    return pa.table(
        {field.name: pa.array([row[field.name] for row in made]).cast(field.type) for field in schema},
        schema=schema,
    )


def game(
    names: Sequence[str], scores: Sequence[int | None], *, rounds: Sequence[Row] = (), **columns: Any
) -> dict[str, Any]:
    """A game: names and final scores by seat, its rounds, and what else is known.

    Args:
        names: of the players, by seat.
        scores: at the end, by seat.
        rounds: of each round round_wind, round_number, honba, starts (scores at the deal by seat), and by
            seat whatever column of `round_players` it has a list for.
        columns: of `games`; those that are lists are of `game_players`.
    """
    return {"names": names, "scores": scores, "rounds": rounds, "columns": columns}


def warehouse_of(*games: dict[str, Any]) -> Warehouse:
    """A warehouse of made-up games, an hour apart unless they say otherwise."""
    made: dict[str, list[Row]] = {"games": [], "game_players": [], "rounds": [], "round_players": []}
    for number, one in enumerate(games):
        _add(made, f"g{number}", {"started_at": START + timedelta(hours=number), **one["columns"]}, one)
    warehouse = Warehouse()
    warehouse._store.commit({name: rows_of(name, rows) for name, rows in made.items()}, {})
    return warehouse


def _add(made: dict[str, list[Row]], game_id: str, columns: Row, one: Row) -> None:
    count = len(one["names"])
    plain = {name: value for name, value in columns.items() if not isinstance(value, list)}
    defaults = {"player_count": count, "length": "south", "is_complete": True}
    made["games"].append({"game_id": game_id, **defaults, **plain})
    for seat, (name, score) in enumerate(zip(one["names"], one["scores"], strict=True)):
        of_seat = {key: value[seat] for key, value in columns.items() if isinstance(value, list)}
        known = {"name": name, "log_final_score": score, **of_seat}
        made["game_players"].append({"game_id": game_id, "seat": seat, **known})
    for index, row in enumerate(one["rounds"]):
        key = {"game_id": game_id, "round_index": index}
        names = ("round_wind", "round_number", "honba", "dealer_seat")
        made["rounds"].append(
            {**key, **{name: row.get(name, 0) for name in names}, "start_scores": row["starts"]}
        )
        order = sorted(range(count), key=lambda seat: (-row["starts"][seat], seat))
        for seat in range(count):
            of_seat = {k: v[seat] for k, v in row.items() if isinstance(v, list) and k != "starts"}
            made["round_players"].append(
                {
                    **key,
                    "seat": seat,
                    "is_dealer": seat == row.get("dealer_seat", 0),
                    "start_score": row["starts"][seat],
                    "start_rank": order.index(seat) + 1,
                    "outcome": "exhaustive_draw",
                    **of_seat,
                }
            )
