"""The inner form of a Mahjong Soul record, which JSON and protobuf both give."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


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


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as Mahjong Soul records it."""

    head: dict[str, Any] = field(default_factory=dict)
    """Fields of the message RecordGame by their snake_case names; empty where only actions are there."""
    records: list[Record] = field(default_factory=list)
    """The messages in order; what is neither a known message nor one at all is left out."""
    problems: list[tuple[int, str]] = field(default_factory=list)
    """Offset and reason of each piece that could not be decoded."""
