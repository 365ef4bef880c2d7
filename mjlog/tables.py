"""`LogTables`: the tables of one batch of games, as readers make them, and their event columns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import (
    codes_of,
    flags_array,
    ints_array,
    ints_of,
    matrix_of,
    tile_lists,
    tiles_array,
    words_array,
)
from mjlog.tiles import TILE_NAMES


@dataclass(frozen=True, slots=True)
class LogTables:
    """The log tables of whole games (schemas in `mjlog.schema`), rows in order of game, round, seq."""

    games: pa.Table
    game_players: pa.Table
    rounds: pa.Table
    events: pa.Table
    wins: pa.Table
    draws: pa.Table
    extras: pa.Table
    rejects: pa.Table

    def __repr__(self) -> str:
        sizes = (f"{len(getattr(self, f.name)):,} {f.name}" for f in fields(self))
        return f"<LogTables: {', '.join(sizes)}>"

    @classmethod
    def empty(cls) -> LogTables:
        """Tables without rows."""
        return cls(**{t.name: t.empty() for t in schema.LOG_TABLES})

    @classmethod
    def concat(cls, batches: Iterable[LogTables]) -> LogTables:
        """Put `batches` one after the other; an id that comes again gets a suffix ("id~2")."""
        parts = _with_unique_ids(list(batches))
        if not parts:
            return cls.empty()
        if len(parts) == 1:
            return parts[0]
        names = [f.name for f in fields(cls)]
        return cls(
            **{n: pa.concat_tables([getattr(p, n) for p in parts]).unify_dictionaries() for n in names}
        )

    def of_games(self, game_ids: Collection[str]) -> LogTables:
        """The rows of some games, without rejects."""
        wanted = pa.array(sorted(game_ids), pa.string())
        kept = {
            t.name: getattr(self, t.name).filter(
                pc.is_in(getattr(self, t.name)["game_id"].cast(pa.string()), value_set=wanted)
            )
            for t in schema.LOG_TABLES
            if t is not schema.REJECTS
        }
        return LogTables(rejects=schema.REJECTS.empty(), **kept)

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


def _with_unique_ids(parts: list[LogTables]) -> list[LogTables]:
    """`parts` with the game ids that an earlier part holds already renamed."""
    taken: set[str] = set()
    unique = []
    for part in parts:
        ids = part.games["game_id"].to_pylist()
        used = taken | set(ids)
        names = {name: _free_name(name, used) for name in ids if name in taken}
        taken |= {names.get(name, name) for name in ids}
        unique.append(renamed(part, names) if names else part)
    return unique


def _free_name(name: str, taken: set[str]) -> str:
    return next(f"{name}~{copy}" for copy in range(2, len(taken) + 3) if f"{name}~{copy}" not in taken)


def renamed(part: LogTables, names: Mapping[str, str]) -> LogTables:
    """`part` with new ids for the games whose ids are in `names`."""
    changed = {}
    for table in fields(part):
        rows = getattr(part, table.name)
        if "game_id" not in rows.column_names:
            continue
        chunks = [
            pa.DictionaryArray.from_arrays(
                chunk.indices, pa.array([names.get(n, n) for n in chunk.dictionary.to_pylist()], pa.string())
            )
            for chunk in rows["game_id"].chunks
        ]
        place = rows.column_names.index("game_id")
        changed[table.name] = rows.set_column(
            place, rows.schema.field(place), pa.chunked_array(chunks, schema.GAME_ID)
        )
    return replace(part, **changed)


NO_POINTS: Final = np.iinfo(np.int32).min
"""`EventColumns.points` where the log states none."""


@dataclass(frozen=True, slots=True)
class EventColumns:
    """The events of a batch as NumPy columns of one length n, in order of round and seq."""

    round: NDArray[np.int32]
    """(n,) number of the round in the batch, ascending from 0."""
    kind: NDArray[np.uint8]
    """(n,) index in `schema.EVENT_KINDS`."""
    seat: NDArray[np.int8]
    """(n,) who acted; -1 for nobody."""
    target_seat: NDArray[np.int8]
    """(n,) whose tile was called or won on; -1 for nobody."""
    tile: NDArray[np.uint8]
    """(n,) tile code; 255 for none."""
    consumed: NDArray[np.uint8]
    """(n, 4) tiles that leave the concealed hand for a meld, padded with 255."""
    tsumogiri: NDArray[np.int8]
    """(n,) 1 for a discard of the drawn tile, 0 for another, -1 where the log does not say."""
    source_offset: NDArray[np.int64]
    """(n,) byte offset in the source; -1 where unknown."""
    points: NDArray[np.int32] | None = None
    """(n,) points of a bonus or penalty, `NO_POINTS` where not logged; None for no such event at all."""
    elapsed: NDArray[np.int32] | None = None
    """(n,) milliseconds since the game began, -1 where unknown; None where no event says it."""

    def to_table(
        self, game_ids: pa.Array, round_game: NDArray[np.int32], round_index: NDArray[np.int16]
    ) -> pa.Table:
        """The `events` table of these columns.

        Args:
            game_ids: ids of the batch's games.
            round_game: (rounds,) number of each round's game.
            round_index: (rounds,) position of each round in its game.
        """
        rounds = np.arange(len(round_game), dtype=self.round.dtype)
        begins = np.searchsorted(self.round, rounds).astype(np.int32)
        counts = np.diff(begins, append=len(self.round))
        position = np.arange(len(self.round), dtype=np.int32) - np.repeat(begins, counts)
        games = pa.DictionaryArray.from_arrays(pa.array(np.repeat(round_game, counts), pa.int32()), game_ids)
        none_consumed = self.consumed[:, 0] == 255
        nulls = pa.nulls(len(self.kind), pa.int32())
        arrays = [
            games,
            pa.array(np.repeat(round_index, counts), pa.int16()),
            pa.array(position.astype(np.int16)),
            words_array(self.kind, schema.EVENT_KINDS),
            ints_array(self.seat, pa.int8(), -1),
            ints_array(self.target_seat, pa.int8(), -1),
            tiles_array(self.tile),
            tile_lists(self.consumed, null=none_consumed),
            flags_array(self.tsumogiri),
            nulls if self.points is None else ints_array(self.points, pa.int32(), NO_POINTS),
            nulls if self.elapsed is None else ints_array(self.elapsed, pa.int32(), -1),
            ints_array(self.source_offset, pa.int64(), -1),
        ]
        return pa.Table.from_arrays(arrays, schema=schema.EVENTS.arrow)

    @classmethod
    def from_table(cls, events: pa.Table, rounds: pa.Table) -> EventColumns:
        """The columns of an `events` table whose rounds are the rows of `rounds`, in the same order.

        Raises:
            ValueError: when an event belongs to no row of `rounds`, or the order differs.
        """
        return cls(
            round=_round_of_events(events, rounds),
            kind=codes_of(events["kind"], schema.EVENT_KINDS),
            seat=ints_of(events["seat"], -1),
            target_seat=ints_of(events["target_seat"], -1),
            tile=codes_of(events["tile"], TILE_NAMES),
            consumed=matrix_of(events["consumed"], 4, 255, TILE_NAMES),
            tsumogiri=ints_of(events["is_tsumogiri"].cast(pa.int8()), -1),
            source_offset=ints_of(events["source_offset"], -1),
            points=_or_none(events["points"], NO_POINTS),
            elapsed=_or_none(events["elapsed"], -1),
        )


def _or_none(column: pa.ChunkedArray, missing: int) -> NDArray[np.int32] | None:
    return None if column.null_count == len(column) else ints_of(column, missing)


def position_in_group(groups: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """(n,) 0-based position of each row among those of its group; `groups` (n,) are ascending, from 0."""
    starts = np.append(0, np.flatnonzero(groups[1:] != groups[:-1]) + 1)[: len(groups)]
    positions = np.arange(len(groups))
    positions -= np.repeat(starts, np.diff(starts, append=len(groups)))
    return positions


def game_numbers(rows: pa.Table, games: pa.Table) -> NDArray[np.int64]:
    """(n,) row of `games` that each of `rows` belongs to.

    Raises:
        ValueError: when a row names a game that is not in the table.
    """
    ids = games["game_id"].cast(pa.string()).combine_chunks()
    return _known(_places(rows, ids))


def _places(rows: pa.Table, ids: pa.Array) -> NDArray[np.int64]:
    """(n,) place in `ids` of the game that each of `rows` names; -1 for another."""
    column = rows["game_id"].unify_dictionaries().combine_chunks()
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    places = np.append(pc.index_in(column.dictionary, value_set=ids).fill_null(-1), -1).astype(np.int64)
    found: NDArray[np.int64] = places.take(column.indices)
    return found


def _known(games: NDArray[np.int64]) -> NDArray[np.int64]:
    """The (n,) numbers of games, if all are some.

    Raises:
        ValueError: when one is -1.
    """
    if games.size and games.min() < 0:
        raise ValueError("a row names a game that is not in the games table")
    return games


def round_numbers(rows: pa.Table, rounds: pa.Table) -> NDArray[np.int64]:
    """(n,) row of `rounds` that each of `rows` belongs to.

    Raises:
        ValueError: when the rounds are not in order, or a row belongs to none of them.
    """
    ids = rounds["game_id"].cast(pa.string()).unique()
    known, keys = (
        (_known(_places(table, ids)) << 16) | np.asarray(table["round_index"]).astype(np.int64)
        for table in (rounds, rows)
    )
    if np.any(np.diff(known) <= 0):
        raise ValueError("rounds are not in order of game and round")
    starts = np.append(0, np.flatnonzero(keys[1:] != keys[:-1]) + 1)[: len(keys)]
    numbers = np.searchsorted(known, keys[starts])
    if np.any(numbers >= len(known)) or np.any(known[np.minimum(numbers, len(known) - 1)] != keys[starts]):
        raise ValueError("a row belongs to no round")
    return np.repeat(numbers, np.diff(starts, append=len(keys)))


def _round_of_events(events: pa.Table, rounds: pa.Table) -> NDArray[np.int32]:
    numbers = round_numbers(events, rounds)
    if np.any(np.diff(numbers) < 0):
        raise ValueError("events are not in order of game and round")
    return numbers.astype(np.int32)
