"""One round of a tenhou.net/6 log: its rows checked and put in order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from mjlog.formats.builder import MOST_POINTS
from mjlog.formats.sink import Event
from mjlog.formats.tenhou_json.order import events_of, order_of, wins_on
from mjlog.formats.tenhou_json.result import Result, result_of
from mjlog.formats.tenhou_json.rows import RoundError, Turn, code_of, turns_of
from mjlog.tiles import HAND_TILES

_Entry = int | str | list[int | str]
_DECODER: Final = msgspec.json.Decoder(list[list[_Entry]])
_MOST_INDICATORS: Final = 5
_FIXED: Final = 4
"""Rows before the players': number, scores, indicators, ura indicators."""

Rows = list[list[Any]]


@dataclass(frozen=True, slots=True)
class Round:
    """A round that could be read."""

    number: int
    """4 x wind + dealer's seat."""
    honba: int
    sticks: int
    scores: list[int]
    hands: list[list[int]]
    dora: list[int]
    ura: list[int]
    events: list[Event]
    """Events before the result."""
    result: Result
    win_tile: int
    notes: list[str]
    """What was read with a doubt."""

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.hands)


_OBJECT_AMONG_ROWS: Final = re.compile(r"Expected `array`, got `object` - at `\$\[\d+\]`")


def rows_of(raw: bytes | msgspec.Raw) -> Rows:
    """Decode a round's rows.

    Raises:
        RoundError: when they are no lists of numbers, texts and flat lists.
    """
    try:
        return _DECODER.decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        reason = f"not the rows of a round: {error}"
        if _OBJECT_AMONG_ROWS.search(str(error)):
            reason = "not the rows of a round: an object among the lists (some converter's own form)"
        raise RoundError(reason) from None


def key_of(rows: Rows) -> tuple[int, int, int]:
    """Number, honba and sticks of a round.

    Raises:
        RoundError: when they are not three numbers that a round can have.
    """
    row = rows[0] if rows else []
    if len(row) != 3 or not all(isinstance(v, int) and v >= 0 for v in row) or row[0] >= 16 or max(row) > 999:
        raise RoundError(f"{str(row)[:60]} are not number, honba and sticks of a round")
    return row[0], row[1], row[2]


def follows(last: tuple[int, int], number: int, honba: int) -> bool:
    """Whether a round can be the next one after `last` (number, honba) in a game."""
    wind, seat = divmod(last[0], 4)
    onward = (last[0] + 1, 4 * (wind + 1) if seat == 2 else last[0] + 1)
    repeats = (number, honba) == (last[0], last[1] + 1)
    return repeats or (number in onward and honba in (0, last[1] + 1))


def round_of(rows: Rows, *, at_once: bool = False) -> Round:
    """Read a round.

    Args:
        rows: the round's rows.
        at_once: whether every kan turns the next indicator at once.

    Raises:
        RoundError: when a row is malformed, or the rows do not fit together.
    """
    number, honba, sticks = key_of(rows)
    players = _players(rows)
    scores = rows[1]
    if len(scores) not in (players, 4) or not all(
        isinstance(s, int) and abs(s) <= MOST_POINTS for s in scores
    ):
        raise RoundError(f"{str(scores)[:60]} are not the scores of {players} players")
    dealer = number % 4
    if dealer >= players:
        raise RoundError(f"seat {dealer} would deal among {players} players")
    hands = [[code_of(t) for t in _flat(rows[_FIXED + 3 * s])] for s in range(players)]
    turns = []
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_TILES:
            raise RoundError(f"seat {seat} is dealt {len(hand)} tiles")
        takes, puts = (_flat(rows[_FIXED + 3 * seat + k]) for k in (1, 2))
        turns.append(turns_of(seat, players, hand, takes, puts))
    result, order = _end(turns, dealer, rows[-1])
    dora, ura = _indicators(rows[2]), _indicators(rows[3])
    return Round(
        number=number,
        honba=honba,
        sticks=sticks,
        scores=scores[:players],
        hands=hands,
        dora=dora,
        ura=ura,
        events=events_of(turns, order, dora, last_is_ronned=result.last_is_ronned, at_once=at_once),
        result=result,
        win_tile=wins_on(turns, order),
        notes=result.notes,
    )


def _end(turns: Sequence[Sequence[Turn]], dealer: int, row: list[Any]) -> tuple[Result, list[int]]:
    """The result and the order of play that leads to it.

    A converter in use names the last discarder as payer of seat 0's tsumo (it takes seat 0 for
    none): where the rows end with the winner's own draw, they count.

    Raises:
        RoundError: when nothing leads to the result.
    """
    players = len(turns)
    result = result_of(row, players)
    try:
        return result, order_of(turns, dealer, result.finish)
    except RoundError as error:
        if result.outcome != "ron" or len(result.wins) != 1:
            raise
        winner, source, *rest = row[2]
        tsumo = result_of([row[0], row[1], [winner, winner, *rest]], players)
        try:
            order = order_of(turns, dealer, tsumo.finish)
        except RoundError:
            raise error from None
    tsumo.notes.append(f"the result has seat {source} pay for seat {winner}'s tsumo; read as a tsumo")
    return tsumo, order


def _players(rows: Rows) -> int:
    """Number of players: seats with a dealt hand; absent seats come last and have empty rows."""
    seats, rest = divmod(len(rows) - _FIXED - 1, 3)
    if rest or not 2 <= seats <= 4:
        raise RoundError(f"{len(rows)} rows; 17 are expected")
    dealt = [bool(rows[_FIXED + 3 * s]) for s in range(seats)]
    players = sum(dealt)
    absent = [row for s in range(players, seats) for row in rows[_FIXED + 3 * s : _FIXED + 3 * s + 3]]
    if players < 2 or any(absent):
        raise RoundError("dealt hands are missing")
    return players


def _indicators(row: Sequence[Any]) -> list[int]:
    """A row of indicators.

    Raises:
        RoundError: when it holds anything else, or more than a dead wall shows.
    """
    if len(row) > _MOST_INDICATORS:
        raise RoundError(f"{len(row)} indicators")
    return [code_of(t) for t in _flat(row)]


def _flat(row: Sequence[Any]) -> list[int | str]:
    """A row of numbers and texts.

    Raises:
        RoundError: when it holds lists.
    """
    if any(isinstance(entry, list) for entry in row):
        raise RoundError(f"a list within the row {str(row)[:60]}")
    return list(row)
