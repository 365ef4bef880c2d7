"""Two readings of the same games compared, cell by cell, in phrases for people."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog import schema
from mjlog.formats.coverage import log_columns
from mjlog.tables import EventColumns, LogTables, game_numbers

HANDS: Final = frozenset({"hand_0", "hand_1", "hand_2", "hand_3", "log_hand"})
"""Columns of tiles that have no order: it is how players, or formats, sort them."""

_JSON: Final = ("rules", "fields")
_EXTRAS_ORDER: Final = [(name, "ascending") for name in ("round_index", "seq", "action", "fields")]
_OF_THE_SOURCE: Final = "source_offset"
_EVENT_COLUMNS: Final = ("seat", "target_seat", "tile", "consumed", "tsumogiri", "points", "elapsed")
_NAMES: Final = {"tsumogiri": "is_tsumogiri"}
_MISSING: Final[dict[str, int]] = defaultdict(
    lambda: -1, {"tile": 255, "consumed": 255, "points": int(np.iinfo(np.int32).min)}
)
"""The value of a column of events that says nothing."""

Lost = list[list[str]]
"""Phrases by game."""
Mask = NDArray[np.bool_]


def changes(before: LogTables, after: LogTables, unsaid: Collection[str] = ()) -> Lost:
    """Compare two readings of the same games.

    Args:
        before: log tables.
        after: the same games in the same order, as they came back.
        unsaid: kinds of events that cannot come back.

    Returns:
        For each game what came back otherwise: "table.column (changed)", or "(left out)" where it says
        nothing any more, "(filled in)" where it said nothing before.
    """
    lost: Lost = [[] for _ in range(len(before.games))]
    events = _without(before, unsaid, lost)
    alike = np.ones(len(lost), dtype=bool)
    for table in schema.LOG_TABLES:
        if table in (schema.REJECTS, schema.EVENTS):
            continue
        has_same_rows = _compare_rows(table, before, after, lost)
        if table is schema.ROUNDS:
            alike = has_same_rows
    _compare_events(_Side.of(before, events), _Side.of(after, after.events), alike, lost)
    return lost


def _without(tables: LogTables, kinds: Collection[str], lost: Lost) -> pa.Table:
    """The events but for those of some kinds, of which games that have them are told."""
    column = tables.events["kind"].cast(pa.string())
    left_out = pc.is_in(column, value_set=pa.array(sorted(kinds), pa.string()))
    games = game_numbers(tables.events.filter(left_out), tables.games)
    for game, kind in sorted(set(zip(games.tolist(), column.filter(left_out).to_pylist(), strict=True))):
        lost[game].append(f"events of kind {kind} (left out)")
    return tables.events.filter(pc.invert(left_out))


def _of_counts(before: int, after: int) -> str:
    """How a number of rows came back."""
    return "left out" if after < before else "filled in" if after > before else "changed"


# --- tables of few rows -------------------------------------------------------------------------


def _compare_rows(table: schema.TableSchema, before: LogTables, after: LogTables, lost: Lost) -> Mask:
    """Compare a table of plain values; returns (games,) which games have as many rows as before."""
    rows = [getattr(tables, table.name) for tables in (before, after)]
    owners = [game_numbers(part, tables.games) for part, tables in zip(rows, (before, after), strict=True)]
    if table is schema.EXTRAS:  # their order says nothing
        rows = [_in_order(part, owner) for part, owner in zip(rows, owners, strict=True)]
        owners = [np.sort(owner) for owner in owners]
    counts = [np.bincount(owner, minlength=len(lost)) for owner in owners]
    alike: Mask = counts[0] == counts[1]
    for game in np.flatnonzero(~alike).tolist():
        lost[game].append(f"rows of {table.name} ({_of_counts(counts[0][game], counts[1][game])})")
    left, right = (part.filter(pa.array(alike[owner])) for part, owner in zip(rows, owners, strict=True))
    games = owners[0][alike[owners[0]]].tolist()
    for column in _columns(table):
        pairs = zip(games, left[column].to_pylist(), right[column].to_pylist(), strict=True)
        for game, how in sorted({(g, how) for g, x, y in pairs if (how := _change(column, x, y))}):
            lost[game].append(f"{table.name}.{column} ({how})")
    return alike


def _in_order(extras: pa.Table, owner: NDArray[np.int64]) -> pa.Table:
    """Rows of `extras`, each of game `owner`, in order of games and of what they say."""
    numbered = extras.append_column("game", pa.array(owner))
    return numbered.sort_by([("game", "ascending"), *_EXTRAS_ORDER]).drop_columns("game")


def _columns(table: schema.TableSchema) -> Iterator[str]:
    """The columns of a table that a log may fill, but for places in its text."""
    for name in log_columns():
        owner, column = name.split(".")
        if owner == table.name and column != _OF_THE_SOURCE:
            yield column


def _change(column: str, before: Any, after: Any) -> str:
    """How a value came back: empty where it is as it was."""
    if before is not None and after is not None:
        if column in HANDS:
            before, after = sorted(before), sorted(after)
        elif column in _JSON:
            before, after = json.loads(before), json.loads(after)
    if before == after:
        return ""
    return "filled in" if before is None else "left out" if after is None else "changed"


# --- events -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Side:
    """The events of one reading."""

    columns: EventColumns
    game: NDArray[np.int64]
    """(n,) game of each event."""
    lengths: NDArray[np.int64]
    """(games, rounds) number of events of each round, by its place in the game."""

    @classmethod
    def of(cls, tables: LogTables, events: pa.Table) -> _Side:
        """The side of `events`, which belong to the rounds of `tables`."""
        columns = EventColumns.from_table(events, tables.rounds)
        games = game_numbers(tables.rounds, tables.games)
        place = np.arange(len(games)) - np.searchsorted(games, games)
        lengths = np.zeros((len(tables.games), int(place.max(initial=-1)) + 1), dtype=np.int64)
        lengths[games, place] = np.bincount(columns.round, minlength=len(games))
        return cls(columns, games[columns.round], lengths)

    def values(self, name: str, games: Mask) -> NDArray[Any]:
        """A column of the events of some games."""
        column = getattr(self.columns, name)
        if column is None:
            column = np.full(len(self.game), _MISSING[name])
        values: NDArray[Any] = column[games[self.game]]
        return values


def _compare_events(before: _Side, after: _Side, same_rounds: Mask, lost: Lost) -> None:
    """Compare the events of the games that have the same rounds."""
    alike = same_rounds.copy()
    for game in np.flatnonzero(same_rounds).tolist():
        lengths = before.lengths[game], after.lengths[game]
        most = min(map(len, lengths))
        if not np.array_equal(lengths[0][:most], lengths[1][:most]):
            alike[game] = False
            lost[game].append(f"rows of events ({_of_counts(lengths[0].sum(), lengths[1].sum())})")
    owner = before.game[alike[before.game]]
    moved = np.unique(owner[before.values("kind", alike) != after.values("kind", alike)])
    for game in moved.tolist():
        lost[game].append("order of events (changed)")
    alike[moved] = False
    owner = before.game[alike[before.game]]
    for name in _EVENT_COLUMNS:
        x, y = before.values(name, alike), after.values(name, alike)
        differs = (x != y) if x.ndim == 1 else (x != y).any(axis=1)
        found = set(zip(owner[differs].tolist(), map(_hows(name), x[differs], y[differs]), strict=True))
        for game, how in sorted(found):
            lost[game].append(f"events.{_NAMES.get(name, name)} ({how})")


def _hows(name: str) -> Any:
    """How values of a column of events came back, as a function of the value before and after."""
    missing = _MISSING[name]

    def how(before: NDArray[Any], after: NDArray[Any]) -> str:
        first, second = np.ravel(before)[0], np.ravel(after)[0]
        return "filled in" if first == missing else "left out" if second == missing else "changed"

    return how
