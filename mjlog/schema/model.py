"""What a table is made of: columns with type, unit, meaning and vocabulary."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import pyarrow as pa

from mjlog.tiles import TILE_NAMES

SCHEMA_VERSION: Final = 4
"""Version written into every stored table; it grows when a column changes meaning."""


def vocabulary(words: tuple[str, ...]) -> pa.DictionaryType:
    """The Arrow type of a column whose values come from `words` (at most 255)."""
    if len(words) > 255:
        raise ValueError("a closed vocabulary has at most 255 words")
    return pa.dictionary(pa.uint8(), pa.string())


TILE: Final = vocabulary(TILE_NAMES)
TILES: Final = pa.list_(TILE)
SCORES: Final = pa.list_(pa.int32())
GAME_ID: Final = pa.dictionary(pa.int32(), pa.string())


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its Arrow type, unit, meaning, and (if closed) vocabulary."""

    name: str
    type: pa.DataType
    meaning: str
    unit: str = ""
    words: tuple[str, ...] = ()
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class TableSchema:
    """One table: its grain ("one row per ...") and columns."""

    name: str
    grain: str
    columns: tuple[Column, ...]
    arrow: pa.Schema = field(init=False, repr=False, compare=False)
    """The Arrow schema, with the schema version in its metadata."""

    def __post_init__(self) -> None:
        """Make the Arrow schema."""
        fields = [
            pa.field(c.name, c.type, nullable=c.nullable, metadata={"meaning": c.meaning})
            for c in self.columns
        ]
        metadata = {"mjlog_table": self.name, "mjlog_schema_version": str(SCHEMA_VERSION)}
        object.__setattr__(self, "arrow", pa.schema(fields, metadata=metadata))

    @property
    def names(self) -> tuple[str, ...]:
        """Column names in order."""
        return tuple(c.name for c in self.columns)

    def empty(self) -> pa.Table:
        """A table of this schema without rows."""
        return self.arrow.empty_table()


def keyed(*columns: Column) -> tuple[Column, ...]:
    """The columns of a table whose rows belong to a game, its id first."""
    game = Column("game_id", GAME_ID, "the game's stable id", nullable=False)
    return (game, *columns)


ROUND_INDEX: Final = Column(
    "round_index", pa.int16(), "0-based position of the round in the game", nullable=False
)
SEAT: Final = Column("seat", pa.int8(), "0-based seat; seat 0 is dealer of the first round", nullable=False)
