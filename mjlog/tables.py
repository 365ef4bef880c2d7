"""`LogTables`: the tables of one batch of games, as readers make them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import pyarrow as pa

from mjlog import schema


@dataclass(frozen=True, slots=True)
class LogTables:
    """The log tables of whole games (schemas in `mjlog.schema`), rows in order of game, round, seq."""

    games: pa.Table
    game_players: pa.Table
    rounds: pa.Table
    events: pa.Table
    wins: pa.Table
    draws: pa.Table
    rejects: pa.Table

    @classmethod
    def empty(cls) -> LogTables:
        """Tables without rows."""
        return cls(**{t.name: t.empty() for t in schema.LOG_TABLES})

    @classmethod
    def concat(cls, batches: Iterable[LogTables]) -> LogTables:
        """Put `batches` one after the other; game ids must be unique across them."""
        parts = list(batches)
        if not parts:
            return cls.empty()
        if len(parts) == 1:
            return parts[0]
        names = [f.name for f in fields(cls)]
        return cls(
            **{n: pa.concat_tables([getattr(p, n) for p in parts]).unify_dictionaries() for n in names}
        )

    def validate(self) -> None:
        """Check every table against its declared schema.

        Raises:
            ValueError: when a table's columns or types differ from the schema.
        """
        for table in schema.LOG_TABLES:
            actual = getattr(self, table.name).schema
            if not actual.equals(table.arrow, check_metadata=False):
                raise ValueError(f"table {table.name} does not follow its schema: {actual}")
            getattr(self, table.name).validate()
