"""One round as plain data: every event with the hand of the seat that acts, melds, rivers, results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from mjlog.tables import LogTables
from mjlog.tiles import KIND, TILE_NAMES

Row = Mapping[str, Any]

WINDS: Final = "ESWN"
_NAME: Final = re.compile(r"(?P<wind>[ESWN])(?P<number>[1-4])(?:\.(?P<honba>\d{1,3}))?", re.IGNORECASE)
_CALLS: Final = ("chi", "pon", "daiminkan")
_STATE: Final = ("hand", "shanten", "waits")
_HEADER: Final = ("dealer_seat", "away_seat", "dice", "honba", "riichi_sticks", "dora_indicators")
_KEYS: Final = ("game_id", "round_index", "source_offset")


@dataclass(slots=True)
class Seat:
    """What lies before one player."""

    melds: list[dict[str, Any]] = field(default_factory=list)
    """Melds and set-aside tiles in order: type, tiles, whom they were called from."""
    river: list[dict[str, Any]] = field(default_factory=list)
    """Discards in order: tile, drawn or not, riichi or not, who called it."""
    declares: bool = False
    """Whether the next discard is that of a riichi."""


def round_name(row: Row) -> str:
    """Name of a row of `rounds`: wind, number, honba.

    >>> round_name({"round_wind": 1, "round_number": 3, "honba": 2})
    'S3.2'
    """
    return f"{WINDS[row['round_wind']]}{row['round_number']}.{row['honba']}"


def find_rounds(rounds: Sequence[Row], name: str) -> list[Row]:
    """The rows of `rounds` that a person means by a number (from 0), "E1" or "E1.2" (with honba).

    Raises:
        ValueError: when `name` is none of these, or the game has no such round.
    """
    there = ", ".join(map(round_name, rounds)) or "none"
    match = _NAME.fullmatch(name)
    if match:
        begin = f"{match['wind'].upper()}{match['number']}."
        found = [
            row
            for row in rounds
            if round_name(row).startswith(begin)
            and (match["honba"] is None or row["honba"] == int(match["honba"]))
        ]
    elif name.isascii() and name.isdigit():
        found = [row for row in rounds if row["round_index"] == int(name[:9])]
    else:
        raise ValueError(f"{name!r} is no round: a number from 0, or a name; the game has {there}")
    if not found:
        raise ValueError(f"the game has no round {name}; it has {there}")
    return found


def round_document(tables: LogTables, states: pa.Table, round_index: int) -> dict[str, Any]:
    """Describe one round of a game.

    Args:
        tables: log tables of that game alone, with their ``calc_*`` columns.
        states: its `states` table.
        round_index: which round.
    """
    (row,) = _of_round(tables.rounds, round_index)
    (game,) = tables.games.to_pylist()
    after = {(state["seq"], state["seat"]): state for state in _of_round(states, round_index)}
    seats = [Seat() for _ in range(game["player_count"])]
    extras = _of_round(tables.extras, round_index)
    reasons = {extra["seq"]: _reason(extra["fields"]) for extra in extras}
    events = [
        {**_told(event, after, seats), "reason": reasons.get(event["seq"])}
        for event in _of_round(tables.events, round_index)
    ]
    wins = [_without_keys(win) for win in _of_round(tables.wins, round_index)]
    last = events[-1]["seq"] if events else -1
    winners = {win["seat"] for win in wins}
    end = [
        {
            "seat": number,
            **_state(after.get((last, number)), won=number in winners),
            "melds": seat.melds,
            "river": seat.river,
        }
        for number, seat in enumerate(seats)
        if number != row["away_seat"]
    ]
    return {
        "game": game["game_id"],
        "source": game["source_path"],
        "round": row["round_index"],
        "name": round_name(row),
        **{key: row[key] for key in _HEADER},
        "ura_indicators": row["ura_indicators"],
        "outcome": row["outcome"],
        "players": _players(row, tables.game_players.to_pylist(), len(seats)),
        "events": events,
        "wins": wins,
        "draws": [_without_keys(draw) for draw in _of_round(tables.draws, round_index)],
        "end": end,
        "score_changes": row["calc_deltas"],
        "extras": [{key: extra[key] for key in ("seq", "action", "fields")} for extra in extras],
    }


def _reason(fields: str) -> str | None:
    """The reason that a log gives for an event, among the fields that no column has."""
    try:
        reason = msgspec.json.decode(fields, type=dict[str, Any]).get("reason")
    except msgspec.DecodeError:
        return None
    return reason if isinstance(reason, str) else None


def _players(row: Row, players: Sequence[Row], seats: int) -> list[dict[str, Any]]:
    names = {player["seat"]: player["name"] for player in players}
    turns = [
        seat for turn in range(seats) if (seat := (row["dealer_seat"] + turn) % seats) != row["away_seat"]
    ]
    winds = dict(zip(turns, WINDS, strict=False))
    return [
        {
            "seat": seat,
            "wind": winds.get(seat),
            "name": names.get(seat),
            "score": row["start_scores"][seat] if row["start_scores"] else None,
            "dealt": row[f"hand_{seat}"],
        }
        for seat in range(seats)
    ]


def _of_round(table: pa.Table, round_index: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.filter(pc.equal(table["round_index"], round_index)).to_pylist()
    return rows


def _without_keys(row: Row) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in _KEYS}


def _told(event: Row, after: Mapping[tuple[int, int], Row], seats: Sequence[Seat]) -> dict[str, Any]:
    """One event, with the state of its seat right after it; what it moves is moved in `seats`."""
    _move(event, seats)
    actor = event["seat"]
    known = actor is not None and actor < len(seats)
    melds = [dict(meld) for meld in seats[actor].melds] if known else []
    state = _state(after.get((event["seq"], actor)), won=event["kind"] == "win")
    return {**_without_keys(event), **state, "melds": melds}


def _state(state: Row | None, *, won: bool) -> dict[str, Any]:
    """Hand, shanten, waits and furiten of a row of `states`."""
    if state is None:
        return {**dict.fromkeys(_STATE), "furiten": None}
    return {**{key: state[key] for key in _STATE}, "furiten": _furiten(state, won=won)}


def _furiten(state: Row, *, won: bool) -> str | None:
    """Why a seat with waits cannot win by ron; the tile that it won on has not passed it."""
    if not state["waits"]:
        return None
    if state["is_discard_furiten"]:
        return f"own discard {' '.join(state['furiten_tiles'])}"
    if won:
        return None
    if state["is_riichi_furiten"]:
        return "passed a winning tile in riichi"
    return "passed a winning tile" if state["is_temporary_furiten"] else None


def _move(event: Row, seats: Sequence[Seat]) -> None:
    """Move the tiles of an event before its players."""
    kind, actor, tile = event["kind"], event["seat"], event["tile"]
    if actor is None or actor >= len(seats):
        return
    seat = seats[actor]
    if kind == "riichi":
        seat.declares = True
    elif kind == "discard":
        seat.river.append(
            {
                "tile": tile,
                "is_tsumogiri": event["is_tsumogiri"],
                "is_riichi": seat.declares,
                "called_by": None,
            }
        )
        seat.declares = False
    elif kind in _CALLS:
        source = event["target_seat"]
        seat.melds.append({"type": kind, "tiles": [*(event["consumed"] or ()), tile], "from_seat": source})
        if source is not None and source < len(seats) and seats[source].river:
            seats[source].river[-1]["called_by"] = actor
    elif kind == "kakan":
        _add(seat.melds, tile)
    elif kind in ("ankan", "kita"):
        seat.melds.append({"type": kind, "tiles": list(event["consumed"] or [tile]), "from_seat": None})


def _add(melds: list[dict[str, Any]], tile: str) -> None:
    """Add a fourth tile to the pon of its kind; a log may lack that pon."""
    for meld in melds:
        if meld["type"] == "pon" and _kind(meld["tiles"][-1]) == _kind(tile):
            meld.update(type="kakan", tiles=[*meld["tiles"], tile])
            return
    melds.append({"type": "kakan", "tiles": [tile], "from_seat": None})


def _kind(tile: str | None) -> int | None:
    return int(KIND[TILE_NAMES.index(tile)]) if tile is not None else None
