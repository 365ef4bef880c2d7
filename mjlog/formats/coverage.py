"""What a format can say: which columns of the log tables it states, implies, or cannot tell."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import Final

from mjlog import schema

_NOT_OF_A_FORMAT: Final = frozenset(
    {
        "game_id",
        "round_index",
        "seq",
        "win_index",
        "source_path",
        "source_format",
        "content_hash",
        "ruleset_id",
    }
)
"""Columns that every reader fills, whatever the log says, or none."""


class Cover(StrEnum):
    """How a column of a format comes about."""

    PARSED = "parsed"
    """The log states it (in games that have it)."""
    DERIVED = "derived"
    """The reader works it out from what the log states."""
    ABSENT = "absent"
    """The format has no place for it: the column is always null."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """The columns that a format has; all others are absent."""

    parsed: frozenset[str]
    """Columns that the log states, as ``table.column``."""
    derived: frozenset[str]
    """Columns that the reader works out, as ``table.column``."""

    def of(self, column: str) -> Cover:
        """How a column, named ``table.column``, comes about."""
        if column in self.parsed:
            return Cover.PARSED
        return Cover.DERIVED if column in self.derived else Cover.ABSENT

    @classmethod
    def from_lists(cls, lists: Mapping[str, Mapping[str, list[str]]]) -> Coverage:
        """Coverage from column names by table, under the keys ``parsed`` and ``derived``.

        Raises:
            ValueError: for a name that no log table has, or that stands under both, and for another key.
        """
        if strange := sorted(lists.keys() - {"parsed", "derived"}):
            raise ValueError(f"columns are parsed or derived, not {', '.join(strange)}")
        named = {
            how: frozenset(f"{table}.{c}" for table, columns in lists.get(how, {}).items() for c in columns)
            for how in ("parsed", "derived")
        }
        known = set(log_columns())
        if wrong := sorted((named["parsed"] | named["derived"]) - known):
            raise ValueError(f"no column of the log tables: {', '.join(wrong)}")
        if both := sorted(named["parsed"] & named["derived"]):
            raise ValueError(f"parsed and derived: {', '.join(both)}")
        return cls(named["parsed"], named["derived"])


def log_columns() -> tuple[str, ...]:
    """Every column that a log may fill, as ``table.column``, in the order of the tables."""
    return tuple(
        f"{table.name}.{column.name}"
        for table in schema.LOG_TABLES
        if table is not schema.REJECTS
        for column in table.columns
        if not column.name.startswith("calc_") and column.name not in _NOT_OF_A_FORMAT
    )


def load(package: str) -> Coverage:
    """The coverage of a format: ``coverage.toml`` in the package of its reader."""
    text = resources.files(package).joinpath("coverage.toml").read_text("utf-8")
    return Coverage.from_lists(tomllib.loads(text))
