"""Work on batches that one bad game cannot stop."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import pyarrow as pa

from mjlog import schema
from mjlog.tables import LogTables

T = TypeVar("T")

TRIED: Final = 16
"""Games, spread over a batch that failed, that are tried one by one first.  Where all of them fail at one
place of the code the games are not to blame: then all others of the batch count as failed, untried."""


def in_parts(tables: LogTables, work: Callable[[LogTables], T]) -> tuple[list[T], dict[str, str]]:
    """Do `work` on a batch; games that make it fail are left out, without the others.

    Args:
        tables: log tables of whole games.
        work: what is done with the tables of some games.

    Returns:
        The results, in the order of the games (one, unless a game failed), and the reason of each
        failure by game id.
    """
    names = tables.games["game_id"].to_pylist()
    try:
        return [work(tables)], {}
    except Exception as error:  # noqa: BLE001 - whatever a log does to the engine, the others are done
        if len(names) <= 1:
            return [], dict.fromkeys(names, _reason(error))
    failed = _failed_alike(tables, names, work) if len(names) > TRIED else {}
    return ([], failed) if failed else _halved(tables, names, work)


def _halved(
    tables: LogTables, names: Sequence[str], work: Callable[[LogTables], T]
) -> tuple[list[T], dict[str, str]]:
    """`in_parts` for games that fail together: each half by itself, and so on."""
    results: list[T] = []
    failed: dict[str, str] = {}
    half = len(names) // 2
    for some in (names[:half], names[half:]):
        part = tables.of_games(some)
        try:
            results.append(work(part))
        except Exception as error:  # noqa: BLE001 - as in `in_parts`
            if len(some) == 1:
                failed[some[0]] = _reason(error)
            else:
                more, others = _halved(part, some, work)
                results += more
                failed |= others
    return results, failed


def _failed_alike(
    tables: LogTables, names: Sequence[str], work: Callable[[LogTables], Any]
) -> dict[str, str]:
    """The failure of every game, if all that are tried (`TRIED`) fail at one place; else nothing."""
    failed: dict[str, str] = {}
    places = set()
    for name in names[:: -(-len(names) // TRIED)]:
        try:
            work(tables.of_games([name]))
        except Exception as error:  # noqa: BLE001 - as in `in_parts`
            failed[name] = _reason(error)
            places.add(_place(error))
        if len(places) != 1 or name not in failed:
            return {}
    untried = f"not tried, as {len(failed)} others of its batch failed alike: {next(iter(failed.values()))}"
    return {name: failed.get(name, untried) for name in names}


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _place(error: Exception) -> tuple[type, object, int]:
    """The type of an error, and the code and line that it comes from."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return (type(error), trace.tb_frame.f_code, trace.tb_lineno) if trace else (type(error), None, 0)


def failed_games(tables: LogTables, failed: Mapping[str, str]) -> pa.Table:
    """Rejects for the games of `tables` that could not be replayed, `failed` by game id."""
    rows = [
        {
            "source_path": row["source_path"],
            "source_offset": row["source_offset"],
            "reason": f"game {row['game_id']} cannot be replayed: {failed[row['game_id']]}",
        }
        for row in tables.games.select(["game_id", "source_path", "source_offset"]).to_pylist()
        if row["game_id"] in failed
    ]
    return pa.Table.from_pylist(rows, schema=schema.REJECTS.arrow)
