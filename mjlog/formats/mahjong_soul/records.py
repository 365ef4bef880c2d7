"""The inner form of a Mahjong Soul record, which JSON and protobuf both give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.formats.builder import MOST_POINTS
from mjlog.notation import MPSZ

_CODES: Final[Mapping[str, int]] = {name: code for code, name in enumerate(MPSZ.names)}
_MOST_NUMBER: Final = 1 << 40
_SHOWN: Final = 24


USER_EVENT, USER_INPUT = "GameUserEvent", "GameUserInput"
"""Names of what players do beside play: they come and go, and show emotes."""

LOST: Final = "a piece that could not be read"
"""Name of a record that stands where a message should, and is none."""


class RecordError(ValueError):
    """A field of a record is not what it must be; the message names it."""


@dataclass(frozen=True, slots=True)
class Record:
    """One message of a game: something that happened at the table."""

    name: str
    """Message type without package: "RecordDealTile"."""
    data: dict[str, Any]
    """Fields by their snake_case names; fields with their default value may be missing, nested ones too."""
    offset: int = -1
    """Where it stands in the document in bytes, -1 where unknown."""
    elapsed: int = -1
    """Time since the game began in milliseconds, -1 where unknown."""

    def number(self, name: str, most: int) -> int:
        """A field that is a number from 0 to `most`; 0 where it is missing."""
        return number(self.data, name, most)

    def seat(self, players: int) -> int:
        """Who acted."""
        return number(self.data, "seat", players - 1)

    def tiles(self, name: str) -> list[int]:
        """Codes of the tiles in a field, one or several; none where it is missing."""
        return tiles(self.data, name)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as Mahjong Soul records it."""

    head: dict[str, Any] = field(default_factory=dict)
    """Fields of the message RecordGame by their snake_case names; empty where only actions are there."""
    records: list[Record] = field(default_factory=list)
    """The messages in order; what is neither a known message nor one at all is left out."""
    problems: list[tuple[int, str]] = field(default_factory=list)
    """Offset and reason of each piece that could not be decoded."""
    offset: int = 0
    """Where it begins in the document in bytes."""


def shown(value: Any) -> str:
    """A value as a message repeats it."""
    return repr(value)[:_SHOWN]


def number(data: Mapping[str, Any], name: str, most: int, least: int = 0) -> int:
    """A field that is a whole number within bounds; protobuf leaves out a 0.

    Raises:
        RecordError: when it is no such number.
    """
    value = whole(data.get(name))
    if not least <= value <= most:
        raise RecordError(f"{name} {value} is not within {least} and {most}")
    return value


def whole(value: Any) -> int:
    """A whole number as JSON writes it: a number, 1.0 too, or its digits as text; missing: 0.

    Raises:
        RecordError: when it is none.
    """
    if value is None:
        return 0
    if isinstance(value, (int, float)) and abs(value) < _MOST_NUMBER and value == int(value):
        return int(value)
    if isinstance(value, str) and len(value) < 16 and value.removeprefix("-").isascii():
        digits = value.removeprefix("-")
        if digits.isdigit():
            return int(value)
    raise RecordError(f"{shown(value)} is no whole number")


def mapping(value: Any) -> dict[str, Any]:
    """`value` where it is an object, else an empty one: a missing message has only default values."""
    return value if isinstance(value, dict) else {}


def objects(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """A field that is a list of objects; empty where it is missing.

    Raises:
        RecordError: when it is none.
    """
    value = data.get(name) or []
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise RecordError(f"{name}: {shown(value)} is no list of objects")
    return value


def code_of(text: Any) -> int:
    """Tile code of "1m" to "9s", "1z" to "7z" and the red fives "0m", "0p", "0s".

    Raises:
        RecordError: when it is none.
    """
    code = _CODES.get(text) if isinstance(text, str) else None
    if code is None:
        raise RecordError(f"{shown(text)} is no tile")
    return code


def tiles(data: Mapping[str, Any], name: str) -> list[int]:
    """Codes of the tiles in a field, one or several; none where it is missing or empty."""
    value = data.get(name)
    if not value:
        return []
    return [code_of(text) for text in value] if isinstance(value, list) else [code_of(value)]


def points(value: Any, players: int) -> list[int] | None:
    """One number of points for each player, None where they are missing; an empty fourth seat is left out.

    Raises:
        RecordError: when they are no such numbers.
    """
    if value is None or value == []:
        return None
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) not in (players, 4):
        raise RecordError(f"{shown(value)} are not the points of {players} players")
    numbers = [whole(entry) for entry in value]
    if any(abs(n) > MOST_POINTS for n in numbers):
        raise RecordError(f"{shown(value)} are not points that a score reaches")
    return numbers[:players]
