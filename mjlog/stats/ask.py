"""``mjlog.stats`` and ``mjlog.compare``: statistics of a warehouse, or straight of logs."""

from __future__ import annotations

import os
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import datetime
from typing import Any, Final

import pyarrow as pa

from mjlog.formats import Source
from mjlog.stats.bootstrap import SEED
from mjlog.stats.catalogue import HOUSE
from mjlog.stats.compare import compare as compare_selections
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse, is_warehouse
from mjlog.warehouse.ingest import IngestReport

Where = Warehouse | Source | Iterable[Source] | LogTables
"""A warehouse, its folder, or logs."""
Choice = Selection | Mapping[str, Any] | None
"""What is counted; a mapping has fields of `Selection`, may say ``player`` for one of ``players``, and have
days as text (``"2026-01-01"``)."""
SHOWN_REJECTS: Final = 3
"""Pieces that could not be read of which a message says why."""
_ONE: Final = {"player": "players", "opponent": "opponents", "seat": "seats", "round": "rounds"}
"""Fields of several values by the word for one."""
_DAYS: Final = ("since", "until")


class RejectWarning(UserWarning):
    """Some logs could not be read; statistics are of the rest."""


def stats(
    where: Where,
    selection: Choice = None,
    *,
    statistics: str | Sequence[str] | None = None,
    by: str | Sequence[str] = ("player",),
    profile: str = HOUSE,
    **choice: Any,
) -> pa.Table:
    """Statistics of players, games or rounds.

    Args:
        where: a `Warehouse`, its folder, or logs: files, folders, patterns, bytes, open files, `LogTables`.
        selection: what is counted; everything when left out.
        statistics: names of the catalogue (``mjlog stats list``); all when left out.
        by: what they are told apart by (`stats.rates.GROUPS`).
        profile: whose definitions are used: ``house``, or one of `stats.catalogue.PROFILES`.
        choice: fields of `Selection`, instead of a selection or besides.

    Returns:
        One row per number of players, group and statistic, as `stats.rates.rates` says.

    Raises:
        TypeError: when there is no such field to choose by.
        ValueError: when a name is not known; the message has the nearest.  Also when no game could be read.
    """
    names = [statistics] if isinstance(statistics, str) else statistics
    with _opened(where) as warehouse:
        return rates(
            warehouse,
            chosen(selection, choice),
            statistics=names,
            by=(by,) if isinstance(by, str) else by,
            profile=profile,
        )


def compare(
    where: Where,
    first: Choice,
    second: Choice = None,
    *,
    statistics: str | Sequence[str] | None = None,
    profile: str = HOUSE,
    seed: int = SEED,
) -> pa.Table:
    """Statistics of two selections and the intervals of their differences.

    Args:
        where: as for `stats`.
        first: one selection.
        second: the other; everyone but the players of the first when left out.
        statistics: names of the catalogue; all when left out.
        profile: whose definitions are used.
        seed: of the bootstrap.

    Returns:
        One row per number of players and statistic, as `stats.compare.compare` says.

    Raises:
        TypeError: when there is no such field to choose by.
        ValueError: when a name is not known; the message has the nearest.  Also when no game could be read.
    """
    names = [statistics] if isinstance(statistics, str) else statistics
    with _opened(where) as warehouse:
        return compare_selections(
            warehouse,
            chosen(first),
            None if second is None else chosen(second),
            statistics=names,
            profile=profile,
            seed=seed,
        )


def chosen(selection: Choice, more: Mapping[str, Any] | None = None) -> Selection:
    """A selection from what was given, with more fields.

    Raises:
        TypeError: when there is no such field.

    >>> chosen({"player": "A", "last_games": 50}, {"since": "2026-01-01"}).chosen
    {'players': ('A',), 'since': datetime.datetime(2026, 1, 1, 0, 0), 'last_games': 50}
    """
    start = selection if isinstance(selection, Selection) else Selection()
    given = {**({} if selection is None or isinstance(selection, Selection) else selection), **(more or {})}
    return replace(start, **{_ONE.get(name, name): _value(name, value) for name, value in given.items()})


def _value(name: str, value: Any) -> Any:
    """A value as its field has it: several as a tuple, a day that is written as a moment."""
    known = {f.name: str(f.type) for f in fields(Selection)}
    field = _ONE.get(name, name)
    if field not in known:
        raise TypeError(f"nothing can be chosen by {name!r}; there are {', '.join(known)}")
    if field in _DAYS and isinstance(value, str):
        return datetime.fromisoformat(value)
    if not known[field].startswith("tuple") or value is None:
        return value
    is_many = isinstance(value, Collection) and not isinstance(value, str)
    return tuple(value) if is_many else (value,)


@contextmanager
def _opened(where: Where) -> Iterator[Warehouse]:
    """The warehouse; one that is made for logs is closed again."""
    if isinstance(where, Warehouse):
        yield where
        return
    if isinstance(where, (str, os.PathLike)) and is_warehouse(where):
        with Warehouse(where) as warehouse:
            yield warehouse
        return
    with Warehouse() as warehouse:
        report = warehouse.add([where]) if isinstance(where, LogTables) else warehouse.ingest(where)
        _tell_rejects(report)
        yield warehouse


def _tell_rejects(report: IngestReport) -> None:
    """Warn of what could not be read, or only in part.

    Raises:
        ValueError: when nothing could.
    """
    rejects = report.rejects.slice(0, SHOWN_REJECTS).to_pylist()
    more = len(report.rejects) - len(rejects)
    reasons = "; ".join(f"{row['source_path']}: {row['reason']}" for row in rejects)
    told = (reasons and f": {reasons}") + (f"; and {more} more" if more else "")
    if not report.games:
        raise ValueError(f"no game could be read{told}")
    if rejects:
        number = len(report.rejects)
        notes = f"{number} note{'s' * (number != 1)} of what could not be read, or only in part"
        warnings.warn(f"{notes}{told}", RejectWarning, stacklevel=6)
