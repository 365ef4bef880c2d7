"""What the head of a record says about a game: where, when, who, and how it ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from mjlog.formats.builder import MOST_POINTS
from mjlog.formats.mahjong_soul.records import RecordError, mapping, shown, whole
from mjlog.formats.mahjong_soul.rules import Room, length_of, nameless, room_of
from mjlog.rulesets import RulesetError, load, resolve

_PUBLIC: Final[Mapping[int, str]] = MappingProxyType(
    {
        **dict.fromkeys((1, 2, 3, 17, 18), "bronze"),
        **dict.fromkeys((4, 5, 6, 19, 20), "silver"),
        **dict.fromkeys((7, 8, 9, 21, 22), "gold"),
        **dict.fromkeys((10, 11, 12, 23, 24), "jade"),
        **dict.fromkeys((15, 16, 25, 26), "throne"),
        **dict.fromkeys((29, 30, 31, 32), "casual"),
    }
)
"""Room by ``mode_id``."""
_SEATS: Final = MappingProxyType({4: range(1, 17), 3: range(17, 27)})
"""Rooms by number of players, so far as they are of one."""
_LENGTHS: Final = MappingProxyType(
    {"east": (2, 5, 8, 11, 15, *range(17, 27, 2)), "south": (3, 6, 9, 12, 16, *range(18, 27, 2))}
)
"""Rooms by the length of their games, so far as they are of one."""
_FRIENDLY, _TOURNAMENT = 1, 4
_CATEGORIES: Final = MappingProxyType({_FRIENDLY: "friendly", _TOURNAMENT: "tournament"})
_RANKS: Final = MappingProxyType(
    {1: "Novice", 2: "Adept", 3: "Expert", 4: "Master", 5: "Saint", 6: "Celestial", 7: "Celestial"}
)
"""Rank by the third digit of a level."""
_OLD_CELESTIAL: Final = 6
"""The highest rank while it had no levels."""
_LONGEST_NAME: Final = 200
_LONGEST_ID: Final = 100


class Finish(NamedTuple):
    """How a player ended the game."""

    score: int
    points: float
    """Thousand points, with uma."""


def config_of(head: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration of the table."""
    return mapping(head.get("config"))


def options_of(head: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the room; old records have them as a text."""
    mode = mapping(config_of(head).get("mode"))
    rule = mapping(mode.get("detail_rule"))
    text = mode.get("extendinfo")
    if rule or not isinstance(text, str) or not text.startswith("{") or len(text) > 1 << 14:
        return rule
    try:
        return mapping(json.loads(text))
    except (ValueError, RecursionError):
        return {}


def players_of(head: Mapping[str, Any], dealt: int) -> int:
    """Number of players: as many as were `dealt` tiles; where that is none, what the mode says."""
    return dealt if dealt in (2, 3, 4) else 4 - _mode(head) // 10


def _mode(head: Mapping[str, Any]) -> int:
    try:
        mode = whole(mapping(config_of(head).get("mode")).get("mode"))
    except RecordError:
        return 0
    return mode if 0 <= mode < 30 else 0


def _mode_problems(head: Mapping[str, Any], players: int) -> Iterator[str]:
    """What is wrong with the mode, the room and the time of a game."""
    stated = mapping(config_of(head).get("mode")).get("mode")
    mode = _mode(head)
    if stated and (not mode or 4 - mode // 10 != players):
        yield f"mode {shown(stated)} is none of {players} players, who are dealt tiles"
    begun = head.get("start_time")
    if begun and _time(begun) is None:
        yield f"start_time {shown(begun)} is no time"
    room = _meta(head).get("mode_id")
    if _is_unknown_room(head):
        yield f"mode_id {shown(room)} is no room that mjlog knows; its rules are read as those of riichi"
    elif any(whole(room) in rooms and players != seats for seats, rooms in _SEATS.items()):
        yield f"mode_id {shown(room)} is no room of {players} players, who are dealt tiles"
    elif (length := length_of(mode)) and any(
        whole(room) in rooms and length != own for own, rooms in _LENGTHS.items()
    ):
        yield f"mode_id {shown(room)} is no room of mode {shown(stated)}, whose length is {length}"


def _meta(head: Mapping[str, Any]) -> dict[str, Any]:
    return mapping(config_of(head).get("meta"))


def _is_unknown_room(head: Mapping[str, Any]) -> bool:
    """Whether a public room is stated that nobody knows."""
    try:
        return whole(_meta(head).get("mode_id")) not in (0, *_PUBLIC)
    except RecordError:
        return True


def room_and_rules(
    head: Mapping[str, Any], players: int, start: Sequence[int] | None, problems: list[str]
) -> tuple[Room, str]:
    """The room of a game, and its rules as JSON; what is wrong with them joins `problems`.

    Args:
        head: fields of the record's head.
        players: number of players.
        start: scores that the game began with; None where the record begins later.
        problems: reasons for people.
    """
    try:
        room = room_of(options_of(head), players)
    except RecordError as error:
        problems.append(f"options of the room: {error}")
        room = Room(room_of({}, players).rules, ["other"], {})
    problems += _mode_problems(head, players)
    problems += nameless(room)
    if _is_unknown_room(head):
        room = room._replace(house_options=sorted({*room.house_options, "other"}))
    length = length_of(_mode(head))
    rules = {**_start_rules(room.rules, start), **room.rules, **({"length": length} if length else {})}
    if start is not None and len(set(start)) > 1:
        room = room._replace(house_options=sorted({*room.house_options, "handicap"}))
    text = json.dumps(rules)
    try:
        resolve(text)
    except RulesetError as error:
        problems.append(f"options of the room: {error}")
        return Room(room_of({}, players).rules, ["other"], {"detail_rule": text}), json.dumps(
            room_of({}, players).rules
        )
    return room, text


def red_fives_of(head: Mapping[str, Any], players: int) -> tuple[int, int, int]:
    """Red fives of man, pin and sou in the room."""
    _, rules = room_and_rules(head, players, None, [])
    return resolve(rules).red_fives


def _start_rules(rules: Mapping[str, Any], start: Sequence[int] | None) -> dict[str, Any]:
    """Start and return score that equal first scores show where they are not the usual ones."""
    usual = load(rules["extends"]).start_score
    if start is None or len(set(start)) > 1 or start[0] == usual or start[0] < 0:
        return {}
    return {"start_score": start[0], "return_score": start[0]}


def game_columns(head: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Columns of `games` that the head states, without rules and house options."""
    config, meta = config_of(head), _meta(head)
    uuid = head.get("uuid")
    return {
        "platform": "mahjong_soul",
        "log_id": uuid if isinstance(uuid, str) and 0 < len(uuid) <= _LONGEST_ID else None,
        "player_count": players,
        "room": _room(config, meta),
        "lobby": next((str(meta[k])[:40] for k in ("contest_uid", "room_id") if meta.get(k)), None),
        "length": length_of(_mode(head)),
        "started_at": _time(head.get("start_time")),
    }


def _room(config: Mapping[str, Any], meta: Mapping[str, Any]) -> str | None:
    try:
        public = _PUBLIC.get(whole(meta.get("mode_id")))
        return public or _CATEGORIES.get(whole(config.get("category")))
    except RecordError:
        return None


def _time(value: Any) -> datetime | None:
    try:
        seconds = whole(value)
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None) if seconds > 0 else None
    except (RecordError, OverflowError, ValueError, OSError):
        return None


def level_of(ident: int) -> str | None:
    """Name of a level: the first digit says four or three players, the third the rank, the last two its step.

    >>> level_of(10302), level_of(20601), level_of(10714), level_of(10000)
    ('Expert 2', 'Celestial', 'Celestial 14', '10000')
    """
    if ident <= 0:
        return None
    table, digits = divmod(ident, 10_000)
    rank, step = divmod(digits, 100)
    if table not in (1, 2) or rank not in _RANKS or not step:
        return str(ident)
    return _RANKS[rank] if rank == _OLD_CELESTIAL else f"{_RANKS[rank]} {step}"


def seated(head: Mapping[str, Any], players: int, problems: list[str]) -> list[dict[str, Any]]:
    """Columns of `game_players` by seat; what is wrong with an entry joins `problems`."""
    rows: list[dict[str, Any]] = [{} for _ in range(players)]
    accounts = _placed(_in_order(_listed(head.get("accounts"))), players)
    problems += [*_misplaced("accounts", accounts, head.get("accounts"), players)]
    for place, entry in accounts + _placed(_with_seats(head.get("robots"), "robots", problems), players):
        try:
            row = _account(entry, players)
        except RecordError as error:
            problems.append(f"account of seat {place}: {error}")
        else:
            rows[place] = {**row, **rows[place]}
    finals = _placed(_with_seats(mapping(head.get("result")).get("players"), "results", problems), players)
    problems += [*_misplaced("results", finals, mapping(head.get("result")).get("players"), players)]
    has = [any(name in entry for _, entry in finals) for name in ("part_point_1", "total_point")]
    for place, entry in finals:
        try:
            finish = _finish(entry)
        except RecordError as error:
            problems.append(f"result of seat {place}: {error}")
            continue
        stated = {"log_final_score": finish.score, "log_final_points": finish.points}
        rows[place] |= {
            name: value for is_there, (name, value) in zip(has, stated.items(), strict=True) if is_there
        }
    return rows


def _listed(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _have_seats(entries: Sequence[dict[str, Any]]) -> bool:
    """Whether entries say their seats: one may lack it, seat 0, which protobuf leaves out."""
    return sum("seat" not in entry for entry in entries) <= 1


def _in_order(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Entries of players, which stand in order of their seats where they do not say them."""
    if _have_seats(entries):
        return entries
    return [{**entry, "seat": seat} for seat, entry in enumerate(entries)]


def _with_seats(value: Any, name: str, problems: list[str]) -> list[dict[str, Any]]:
    """Entries that stand in any order; without seats they are of nobody, which joins `problems`."""
    entries = _listed(value)
    if _have_seats(entries):
        return entries
    problems.append(f"{name} without seats; they are left out")
    return []


def _placed(entries: Sequence[dict[str, Any]], players: int) -> list[tuple[int, dict[str, Any]]]:
    """Entries with their seats; those of no seat at the table are left out."""
    placed = []
    for entry in entries:
        try:
            seat = whole(entry.get("seat"))
        except RecordError:
            continue
        if 0 <= seat < players:
            placed.append((seat, entry))
    return placed


def _misplaced(
    name: str, placed: Sequence[tuple[int, dict[str, Any]]], entries: Any, players: int
) -> Iterator[str]:
    """What is wrong with the seats of entries, which the head has one of for each player."""
    seats = [seat for seat, _ in placed]
    given = _listed(entries)
    if given and len(placed) < len(given) and _have_seats(given):
        yield f"{name} of no seat at a table of {players}; they are left out"
    if len(set(seats)) < len(seats):
        yield f"{name} of one seat twice"


def _account(entry: Mapping[str, Any], players: int) -> dict[str, Any]:
    name, ident = entry.get("nickname"), whole(entry.get("account_id"))
    level = mapping(entry.get("level3" if players == 3 else "level"))
    return {
        "name": name[:_LONGEST_NAME] if isinstance(name, str) and name else None,
        "account_id": str(ident) if ident else None,
        "level": level_of(whole(level.get("id"))),
    }


def _finish(entry: Mapping[str, Any]) -> Finish:
    score, total = whole(entry.get("part_point_1")), whole(entry.get("total_point"))
    for value in (score, total):
        if abs(value) > MOST_POINTS:
            raise RecordError(f"{shown(value)} are not points that a score reaches")
    return Finish(score, total / 1000)


def finals_of(rows: Sequence[Mapping[str, Any]]) -> list[int] | None:
    """Scores at the end by seat; None where one is not stated."""
    finals = [row.get("log_final_score") for row in rows]
    return None if any(final is None for final in finals) else [int(final or 0) for final in finals]
