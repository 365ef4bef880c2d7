"""Two readings of games compared row by row: the plain way, to hold `mjlog.formats.compare` to it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from mjlog import schema
from mjlog.formats.base import Document, Writer
from mjlog.formats.coverage import Cover, Coverage
from mjlog.tables import LogTables

PLACES = {"game_id", "source_path", "source_format", "source_offset", "content_hash", "ruleset_id"}
"""Columns of the reading, not of the game."""
TILES = {"hand_0", "hand_1", "hand_2", "hand_3", "log_hand"}
"""Tiles without an order."""
Row = dict[str, Any]


def rows(tables: LogTables, table: str, unsaid: Collection[str] = ()) -> list[Row]:
    """The rows of a table of one game, but for events of kinds that cannot come back."""
    found = [
        {k: plain(k, v) for k, v in row.items() if k not in PLACES and not k.startswith("calc_")}
        for row in getattr(tables, table).to_pylist()
        if row.get("kind") not in unsaid
    ]
    if table == "events":
        for row in found:
            del row["seq"]
    return found


def plain(column: str, value: Any) -> Any:
    if value is None:
        return None
    return sorted(value) if column in TILES else json.loads(value) if column in ("rules", "fields") else value


def differences(before: LogTables, after: LogTables, unsaid: Collection[str] = ()) -> set[str]:
    """What came back otherwise of one game, in the phrases of `Written.lost`."""
    kinds = {row["kind"] for row in before.events.to_pylist()} & set(unsaid)
    found = {f"events of kind {kind} (left out)" for kind in kinds}
    same_rounds = True
    for table in (t.name for t in schema.LOG_TABLES if t is not schema.REJECTS):
        x, y = rows(before, table, unsaid), rows(after, table)
        if table == "events":
            if same_rounds:
                found |= set(event_differences(x, y))
        elif len(x) != len(y):
            found.add(f"rows of {table} ({of_counts(x, y)})")
            same_rounds &= table != "rounds"
        else:
            found |= set(cell_differences(table, x, y))
    return found


def of_counts(before: list[Row], after: list[Row]) -> str:
    return "left out" if len(after) < len(before) else "filled in" if len(after) > len(before) else "changed"


def cell_differences(table: str, before: list[Row], after: list[Row]) -> Iterator[str]:
    for x, y in zip(before, after, strict=True):
        for column in x.keys() - {"round_index", "seq"}:
            if x[column] != y[column]:
                how = "filled in" if x[column] is None else "left out" if y[column] is None else "changed"
                yield f"{table}.{column} ({how})"


def event_differences(before: list[Row], after: list[Row]) -> Iterator[str]:
    counts = [[row["round_index"] for row in side] for side in (before, after)]
    if counts[0] != counts[1]:
        yield f"rows of events ({of_counts(before, after)})"
    elif [row["kind"] for row in before] != [row["kind"] for row in after]:
        yield "order of events (changed)"
    else:
        yield from cell_differences("events", before, after)


def taken_back(
    writer: Writer, tables: LogTables, problems: list[str] | None = None
) -> Iterator[tuple[LogTables, LogTables, tuple[str, ...]]]:
    """Each game that `writer` can say: as it was, as it came back, and what is said to be lost.

    Args:
        writer: of a format.
        tables: games.
        problems: gets why each game cannot be said, "" where it can.
    """
    for written in writer.games(tables):
        if problems is not None:
            problems.append(written.problem)
        if written.problem:
            assert not written.data
            continue
        after = writer.read([Document("back", written.data)])
        assert len(after.games) == 1
        assert writer.sniff(written.data[: 1 << 16])
        yield tables.of_games([written.game_id]), after, written.lost


def undeclared(phrases: Collection[str], coverage: Coverage, partly: Mapping[str, str]) -> set[str]:
    """Phrases that are no gap of a format: its coverage has the column, and `partly` does not name it.

    Args:
        phrases: what came back otherwise.
        coverage: of the format that was written.
        partly: phrases of what the format says at times, each with the reason.
    """

    def is_absent(phrase: str) -> bool:
        column, _, how = phrase.partition(" ")
        return "." in column and how == "(left out)" and coverage.of(column) is Cover.ABSENT

    return {p for p in phrases if p not in partly and not is_absent(p)}
