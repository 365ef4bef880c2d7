"""Where the tables of a warehouse are kept: in a folder of Parquet files, or in memory."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol

import pyarrow as pa
import pyarrow.compute as pc

from mjlog.warehouse.connection import Connection
from mjlog.warehouse.manifest import STORED
from mjlog.warehouse.numbered import numbered, show

Tables = Mapping[str, pa.Table]
"""Rows to store, by table; a table without rows may be missing."""


class Store(Protocol):
    """What a warehouse needs of the place where its tables are."""

    @property
    def state(self) -> object:
        """A value that changes when the tables do.

        Raises:
            ValueError: when there is no warehouse, or one that cannot be read.
        """

    @property
    def withheld(self) -> str | None:
        """Why tables of facts, of what was bound last, cannot be asked; None where they can."""

    def writing(self) -> contextlib.AbstractContextManager[None]:
        """Be the only writer."""

    def commit(self, tables: Tables, dropped: Mapping[int, set[str]]) -> int:
        """Add a part and take games out of others, all at once or not at all.

        Args:
            tables: the rows of the new part.
            dropped: ids of the games to take out, by the number of their part.

        Returns:
            The number of the new part.
        """

    def read(self, table: str, columns: list[str], part: int | None = None) -> Iterator[tuple[int, pa.Table]]:
        """Yield the number of each part, or of one, with columns of its rows of a table.

        The columns are as the schema has them now; what a part of an older version lacks is null.
        """

    def bind(self, connection: Connection) -> object:
        """Make every table visible under its name, and return the state that is shown."""

    def check(self) -> None:
        """Read all of the files.

        Raises:
            ValueError: naming one that is damaged.
        """

    def share(self, cursor: Connection) -> None:
        """Make what was bound last visible to another connection to the same database."""

    def numbered(self, tables: Iterable[str], games: pa.Array) -> Callable[[Connection], None]:
        """What shows some tables, as they were bound last, to a connection alone, with numbers for games.

        Args:
            tables: names of tables with ``game_id``, which is a place among the ids of games then.
            games: (games,) these ids.
        """

    def kept(self, state: object) -> Path | None:
        """Where to keep what is counted of the tables in a state.

        Returns:
            How the paths of its files begin; None where nothing is kept, or the tables are others by now.
        """


def without(table: pa.Table, games: set[str]) -> pa.Table:
    """The rows of `table` that belong to none of `games`; a reject belongs to no game."""
    if "game_id" not in table.column_names:
        return table
    gone = pc.is_in(table["game_id"].cast(pa.string()), pa.array(sorted(games), pa.string()))
    return table.filter(pc.invert(gone))


def as_now(rows: pa.Table, table: str, columns: Sequence[str]) -> pa.Table:
    """Columns of stored rows of a table, in this order and of the types of today; null those they lack."""
    schema = STORED[table].arrow
    fields = [schema.field(name) for name in columns]
    values = [
        rows[field.name].cast(field.type)
        if field.name in rows.column_names
        else pa.nulls(len(rows), field.type)
        for field in fields
    ]
    return pa.table(values, pa.schema(fields, schema.metadata))


@dataclass(slots=True)
class MemoryStore:
    """Tables in memory, for the lifetime of the process."""

    _parts: list[Tables] = field(default_factory=list)
    _bound: dict[str, pa.Table] = field(default_factory=dict)

    @property
    def state(self) -> object:
        """Number of commits."""
        return len(self._parts)

    @property
    def withheld(self) -> str | None:
        """Everything can be asked."""
        return None

    def writing(self) -> contextlib.AbstractContextManager[None]:
        """Nobody else can write here."""
        return contextlib.nullcontext()

    def commit(self, tables: Tables, dropped: Mapping[int, set[str]]) -> int:
        """Add a part and take games out of others (see `Store`)."""
        for number, games in dropped.items():
            self._parts[number] = {n: without(t, games) for n, t in self._parts[number].items()}
        self._parts.append(tables)
        return len(self._parts) - 1

    def read(self, table: str, columns: list[str], part: int | None = None) -> Iterator[tuple[int, pa.Table]]:
        """Yield the number of each part, or of one, with columns of its rows of a table."""
        for number, tables in enumerate(self._parts):
            if table in tables and part in (None, number):
                yield number, tables[table].select(columns)

    def bind(self, connection: Connection) -> object:
        """Put the parts together and register every table."""
        for name, table in STORED.items():
            parts = [table.empty(), *(tables[name] for tables in self._parts if name in tables)]
            self._bound[name] = pa.concat_tables(parts).unify_dictionaries()
        self.share(connection)
        return self.state

    def check(self) -> None:
        """There are no files."""

    def share(self, cursor: Connection) -> None:
        """Register every table."""
        show(cursor, self._bound)

    def numbered(self, tables: Iterable[str], games: pa.Array) -> Callable[[Connection], None]:
        """What registers some tables with numbers for games (see `Store`)."""
        return partial(show, tables={name: numbered(self._bound[name], games) for name in tables})

    def kept(self, state: object) -> Path | None:
        """Nothing is kept."""
        return None
