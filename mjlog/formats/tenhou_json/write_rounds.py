"""A round of log tables as the rows of a tenhou.net/6 log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.rows import CannotSayError, RoundRows
from mjlog.formats.sink import NONE, Event
from mjlog.formats.tenhou_json.rows import (
    ANKAN,
    CHI,
    CODE,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    PON,
)
from mjlog.formats.tenhou_json.write_results import result_row
from mjlog.rulesets.standard import SEATS
from mjlog.schema import EVENT_KINDS
from mjlog.tiles import KIND, NO_TILE, NORTH, TILE_NAMES, UNKNOWN

_NUMBER: Final[Mapping[int, int]] = MappingProxyType({code: number for number, code in CODE.items()})
_TILE: Final[Mapping[str, int]] = MappingProxyType({TILE_NAMES[code]: n for code, n in _NUMBER.items()})
_MOST_ROUNDS: Final = 16
_TSUMOGIRI: Final = 60
_SILENT: Final = ("riichi_accepted", "dora", "win", "exhaustive_draw", "abortive_draw", "leave", "return")
"""Kinds of events that are told elsewhere than in the players' rows."""
_LETTERS: Final = MappingProxyType({PON: "p", DAIMINKAN: "m"})

Entry = int | str


def round_rows(told: RoundRows, players: int) -> list[list[Any]]:
    """The rows of a round that has ended.

    Raises:
        CannotSayError: when the format cannot say it; the message names the round.
    """
    try:
        return [*_deal(told.row, players), *_players_rows(told, players), result_row(told, players)]
    except CannotSayError as error:
        raise CannotSayError(f"{told.name}: {error}") from None


def _deal(row: Mapping[str, Any], players: int) -> list[list[int]]:
    """Number, honba and sticks; scores; indicators; ura indicators."""
    if row["away_seat"] is not None:
        raise CannotSayError("somebody sits out")
    if row["dealer_seat"] != row["round_number"] - 1:
        raise CannotSayError(f"seat {row['dealer_seat']} deals, after which the round is not named")
    number = 4 * row["round_wind"] + row["dealer_seat"]
    if number >= _MOST_ROUNDS or row["start_scores"] is None:
        raise CannotSayError("the scores at the deal are not known")
    return [
        [number, row["honba"], row["riichi_sticks"]],
        row["start_scores"] + [0] * (SEATS - players),
        _tiles(row["dora_indicators"]),
        _tiles(row["ura_indicators"] or []),
    ]


def _tiles(names: Sequence[str]) -> list[int]:
    if TILE_NAMES[UNKNOWN] in names:
        raise CannotSayError("tiles that the log hides")
    return [_TILE[name] for name in names]


def _number(code: int) -> int:
    if code not in _NUMBER:
        raise CannotSayError("tiles that the log hides")
    return _NUMBER[code]


def _players_rows(told: RoundRows, players: int) -> list[list[Any]]:
    """Each player's hand, what was taken, and what was put; empty for an absent fourth player."""
    takes: list[list[Entry]] = [[] for _ in range(players)]
    puts: list[list[Entry]] = [[] for _ in range(players)]
    pons: dict[tuple[int, int], Event] = {}
    declared: set[int] = set()
    for event in told.events:
        seat = event.seat
        if event.kind == DRAW:
            takes[seat].append(_number(event.tile))
        elif event.kind == DISCARD:
            number = _TSUMOGIRI if event.tsumogiri == 1 else _number(event.tile)
            puts[seat].append(f"r{number}" if seat in declared else number)
            declared.discard(seat)
        elif EVENT_KINDS[event.kind] == "riichi":
            declared.add(seat)
        elif event.kind in (CHI, PON, DAIMINKAN):
            takes[seat].append(_call(event))
            puts[seat] += [0] * (event.kind == DAIMINKAN)
            pons[seat, int(KIND[event.tile])] = event
        elif event.kind in (KAKAN, ANKAN, KITA):
            puts[seat].append(_kan(event, pons.get((seat, int(KIND[event.tile])))))
        elif EVENT_KINDS[event.kind] not in _SILENT:
            raise CannotSayError(f"an event of kind {EVENT_KINDS[event.kind]}")
    rows: list[list[Any]] = []
    for seat in range(players):
        rows += [_tiles(told.row[f"hand_{seat}"] or []), takes[seat], puts[seat]]
    return rows + [[] for _ in range(3 * (SEATS - players))]


def _call(event: Event) -> str:
    """A chi, pon or daiminkan: the letter stands before the called tile, at the place of its origin."""
    own = [str(_number(code)) for code in event.consumed if code != NO_TILE]
    if event.kind == CHI:
        return "c" + str(_number(event.tile)) + "".join(own)
    distance = _distance(event)
    place = len(own) if distance == SEATS - 1 else distance - 1
    own.insert(place, _LETTERS[event.kind] + str(_number(event.tile)))
    return "".join(own)


def _distance(call: Event) -> int:
    """How many seats before the caller the player sits from whom a tile is called."""
    distance = (call.seat - call.target_seat) % SEATS
    if call.target_seat == NONE or distance == 0:
        raise CannotSayError("from whom a tile is called is not known")
    return distance


def _kan(event: Event, pon: Event | None) -> str:
    """A kakan, ankan or North set aside."""
    if event.kind == KITA:
        if event.tile != NORTH:
            raise CannotSayError(f"{TILE_NAMES[event.tile]} is set aside")
        return f"f{_NUMBER[NORTH]}"
    if event.kind == ANKAN:
        first, *rest = (str(_number(code)) for code in event.consumed)
        return "".join(rest) + "a" + first
    if pon is None:
        raise CannotSayError("a tile is added to a pon that the log does not have")
    own = [str(_number(code)) for code in pon.consumed if code != NO_TILE]
    own.insert(_distance(pon) - 1, f"k{_number(event.tile)}{_number(pon.tile)}")
    return "".join(own)
