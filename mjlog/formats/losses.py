"""What writing a game loses: each game is read back by its own reader and compared with what was written.

So a loss is told when there is one, whatever the reason; what comes back as it was is not lost.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog import schema
from mjlog.formats.base import Document, Reader, Written
from mjlog.formats.coverage import log_columns
from mjlog.formats.rows import CannotSayError, GameRows, games_of
from mjlog.tables import EventColumns, LogTables, game_numbers

HANDS: Final = frozenset({"hand_0", "hand_1", "hand_2", "hand_3", "log_hand"})
"""Columns of tiles that have no order."""
_OF_THE_SOURCE: Final = "source_offset"
_EVENTS: Final = ("kind", "seat", "target_seat", "tile", "consumed", "tsumogiri", "points", "elapsed")
_COLUMN_OF: Final = {"tsumogiri": "is_tsumogiri"}

Mask = NDArray[np.bool_]


def written(
    tables: LogTables,
    reader: Reader,
    compose: Callable[[GameRows], bytes],
    *,
    unsaid: Collection[str] = (),
) -> Iterator[Written]:
    """Yield the games of `tables` as `compose` writes them, with what is lost.

    Args:
        tables: log tables of whole games.
        reader: reader of the format.
        compose: writes a game, or raises `CannotSayError`.
        unsaid: kinds of events that the format has no place for and the writer leaves out.

    Yields:
        Each game in order; one that cannot be written with its `problem`.
    """
    games = list(games_of(tables))
    texts, problems = _composed(games, compose)
    back = reader.read([Document(str(number), data) for number, data in enumerate(texts) if data])
    found = {int(path): row for row, path in enumerate(back.games["source_path"].to_pylist())}
    for reject in back.rejects.to_pylist():
        number = int(reject["source_path"])
        if number not in found:
            problems.setdefault(number, reject["reason"])
    kept = sorted(found)
    lost = dict(zip(kept, _losses(tables, back, kept, unsaid), strict=True)) if kept else {}
    for number, (game, data) in enumerate(zip(games, texts, strict=True)):
        problem = problems.get(number, "") if number not in lost else ""
        yield Written(
            game.row["game_id"], b"" if problem else data, tuple(lost.get(number, ())), problem=problem
        )


def _composed(
    games: Sequence[GameRows], compose: Callable[[GameRows], bytes]
) -> tuple[list[bytes], dict[int, str]]:
    """The text of each game, empty where there is none, and why there is none."""
    texts, problems = [], {}
    for number, game in enumerate(games):
        try:
            texts.append(compose(game))
        except CannotSayError as error:
            texts.append(b"")
            problems[number] = str(error)
    return texts, problems


def _losses(
    before: LogTables, after: LogTables, numbers: Sequence[int], unsaid: Collection[str]
) -> list[list[str]]:
    """Phrases of what games lose; those of `after` are the games `numbers` of `before`."""
    lost: list[list[str]] = [[] for _ in numbers]
    ids = before.games["game_id"].take(pa.array(numbers)).to_pylist()
    kept = before.of_games(ids)
    kinds = kept.events["kind"].cast(pa.string())
    left_out = pc.is_in(kinds, value_set=pa.array(sorted(unsaid), pa.string()))
    for game, kind in sorted(
        set(zip(_games(kept.events, kept)[np.asarray(left_out)], kinds.filter(left_out).to_pylist(),
                strict=True))
    ):  # fmt: skip
        lost[game].append(f"events of kind {kind} (left out)")
    same = np.ones(len(numbers), dtype=bool)
    for table in schema.LOG_TABLES:
        if table in (schema.REJECTS, schema.EVENTS):
            continue
        same &= _compare_rows(table, kept, after, same, lost)
    _compare_events(kept, kept.events.filter(pc.invert(left_out)), after, same, lost)
    return lost


def _games(rows: pa.Table, tables: LogTables) -> NDArray[np.int64]:
    return game_numbers(rows, tables.games)


def _compare_rows(
    table: schema.TableSchema, before: LogTables, after: LogTables, same: Mask, lost: list[list[str]]
) -> Mask:
    """Compare a table of small numbers of rows; returns which games still have the same rounds."""
    rows = getattr(before, table.name), getattr(after, table.name)
    owners = [_games(part, tables) for part, tables in zip(rows, (before, after), strict=True)]
    counts = [np.bincount(owner, minlength=len(same)) for owner in owners]
    alike = counts[0] == counts[1]
    for game in np.flatnonzero(~alike).tolist():
        how = "left out" if counts[1][game] < counts[0][game] else "filled in"
        lost[game].append(f"rows of {table.name} ({how})")
    left, right = (part.filter(pa.array(alike[owner])) for part, owner in zip(rows, owners, strict=True))
    game_of_row = owners[0][alike[owners[0]]].tolist()
    for column in _columns(table):
        pairs = zip(game_of_row, left[column].to_pylist(), right[column].to_pylist(), strict=True)
        for game, how in sorted({(g, h) for g, x, y in pairs if (h := _change(column, x, y))}):
            lost[game].append(f"{table.name}.{column} ({how})")
    return alike if table is schema.ROUNDS else np.ones(len(same), dtype=bool)


def _columns(table: schema.TableSchema) -> list[str]:
    """The columns of a table that a log may fill, without places in its text."""
    named = [name.split(".") for name in log_columns()]
    return [column for owner, column in named if owner == table.name and column != _OF_THE_SOURCE]


def _change(column: str, before: Any, after: Any) -> str:
    """How a value came back: empty where it is as it was."""
    if column in HANDS and before is not None and after is not None:
        before, after = sorted(before), sorted(after)
    if column == "rules" and before is not None and after is not None:
        before, after = json.loads(before), json.loads(after)
    if before == after:
        return ""
    return "filled in" if before is None else "left out" if after is None else "changed"


def _compare_events(
    before: LogTables, events: pa.Table, after: LogTables, same: Mask, lost: list[list[str]]
) -> None:
    """Compare the events of the games that have the same rounds."""
    sides = []
    for tables, rows in ((before, events), (after, after.events)):
        columns = EventColumns.from_table(rows, tables.rounds)
        place = np.arange(len(tables.rounds)) - _first_rounds(tables)
        sides.append((columns, _games(tables.rounds, tables)[columns.round], place[columns.round]))
    (left, left_game, left_round), (right, right_game, right_round) = sides
    most = max(len(before.rounds), len(after.rounds), 1)
    lengths = [
        np.bincount(game * most + place, minlength=most * len(same)) for game, place in
        ((left_game, left_round), (right_game, right_round))
    ]  # fmt: skip
    alike = (lengths[0] == lengths[1]).reshape(len(same), most).all(axis=1) & same
    for game in np.flatnonzero(~alike & same).tolist():
        lost[game].append("rows of events (changed)")
    here, there = alike[left_game], alike[right_game]
    for name in _EVENTS:
        x, y = (_column(side, name)[rows] for side, rows in ((left, here), (right, there)))
        differs = (x != y) if x.ndim == 1 else (x != y).any(axis=1)
        for game, how in sorted(_event_changes(name, x[differs], y[differs], left_game[here][differs])):
            lost[game].append(f"events.{_COLUMN_OF.get(name, name)} ({how})")


def _first_rounds(tables: LogTables) -> NDArray[np.int64]:
    """(rounds,) row of the first round of the game of each."""
    games = _games(tables.rounds, tables)
    return np.searchsorted(games, games)


def _column(columns: EventColumns, name: str) -> NDArray[Any]:
    values = getattr(columns, name)
    return np.full(len(columns.kind), _MISSING[name]) if values is None else values


_MISSING: Final[dict[str, int]] = defaultdict(
    lambda: -1, {"tile": 255, "consumed": 255, "points": int(np.iinfo(np.int32).min)}
)
"""The value of a column that says nothing."""


def _event_changes(
    name: str, before: NDArray[Any], after: NDArray[Any], games: NDArray[np.int64]
) -> set[tuple[int, str]]:
    """Games in which values of a column came back otherwise, and how."""
    missing = _MISSING[name]
    changes = set()
    for game, x, y in zip(games.tolist(), before.tolist(), after.tolist(), strict=True):
        was, came = (missing in (v if isinstance(v, list) else (v,))[:1] for v in (x, y))
        changes.add((game, "filled in" if was else "left out" if came else "changed"))
    return changes
