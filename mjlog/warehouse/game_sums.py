"""Sums of the views of totals over each game and seat, kept so that rounds are not counted each time."""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from mjlog.rank_points import rank_levels, rank_tables
from mjlog.warehouse.connection import Connection, select_numbers, select_one
from mjlog.warehouse.numbered import numbered as with_numbers
from mjlog.warehouse.numbered import show
from mjlog.warehouse.statements import VIEWS, spelled_out, statements, tables_of

_SEATS: Final = 4
"""Most seats of a game."""
_ONE_ROW: Final = "game and seat"
"""The grain of views that have nothing to add up."""
_WHO: Final = "player_games"
"""The view that is counted already, and tells who sits where."""
_NO_SUMS: Final = frozenset({"game_id", "round_index", "seat", "player_count"})


class GameSums:
    """Sums over each game and seat of the tables that a connection shows; each view is added up once.

    Args:
        cursor: makes a connection to the database.
        numbered: tells what shows tables to a connection with numbers for games (see `Store.numbered`).
        kept: tells how the paths begin of what is kept of these tables, None when others are stored by now,
            or nothing is kept (see `Store.kept`).
    """

    def __init__(
        self,
        cursor: Callable[[], Connection],
        numbered: Callable[[Iterable[str], pa.Array], Callable[[Connection], None]],
        kept: Callable[[], Path | None],
    ) -> None:
        self._new_cursor, self._kept = cursor, kept
        self._idle: SimpleQueue[Connection] = SimpleQueue()
        self._made: dict[str, pa.Table] = {}
        with cursor() as connection:
            who = select_one(connection, f"from {_WHO} order by game_id, seat", {})
        self._games = pc.unique(who["game_id"])
        self._who = with_numbers(who, self._games)
        views = [s.name for s in statements().values() if s.layer == VIEWS[1]]
        self._show_others = numbered(tables_of(views, {_WHO}), self._games)
        self._length = len(who)
        self._rows = np.full((len(self._games) + 1) * _SEATS, -1)
        self._rows[self._places(who)] = np.arange(self._length)

    def rows(self, seats: pa.Table) -> NDArray[np.intp]:
        """Which rows of the sums are of some games and seats.

        Args:
            seats: ``game_id`` and ``seat``.

        Returns:
            (seats,) numbers of rows; -1 where nobody sits.
        """
        return np.asarray(self._rows[self._places(seats)], np.intp)

    def _places(self, seats: pa.Table) -> NDArray[np.intp]:
        """(seats,) different numbers of different games and seats, the last ones for games not known."""
        games = pc.index_in(seats["game_id"].cast(pa.string()), self._games).fill_null(len(self._games))
        return np.asarray(games, np.intp) * _SEATS + np.asarray(seats["seat"], np.intp)

    def of(self, view: str, names: Sequence[str]) -> pa.Table:
        """The sums of some columns of a view.

        Args:
            view: a view of totals with ``game_id`` and ``seat``.
            names: columns of numbers.

        Returns:
            One row per game and seat (see `rows`), 0 where the view has none: the columns as doubles.
        """
        path = self._path(view)
        stored = None if path is None else _read(path, names, self._length)
        if stored is not None:
            return stored
        made = self._made.get(view, pa.table({}))
        if not set(names) <= set(made.column_names):
            every = names if path is None else self._numbers(view)
            made = self._made[view] = self._added(view, list(dict.fromkeys([*made.column_names, *every])))
        if path is not None and self._store(path, made):
            del self._made[view]
        return made.select(list(names))

    def _numbers(self, view: str) -> list[str]:
        """The columns of numbers of a view."""
        with self._cursor() as cursor:
            kinds = select_one(cursor, f"{spelled_out(view, {_WHO})} from {view} limit 0", {}).schema
        return [
            kind.name for kind in kinds if kind.name not in _NO_SUMS and not pa.types.is_string(kind.type)
        ]

    def _added(self, view: str, names: Sequence[str]) -> pa.Table:
        """Add columns up (see `of`)."""
        columns, grouped = ", ".join(names), ""
        if statements()[view].grain != _ONE_ROW:
            columns, grouped = ", ".join(f"sum({n}::double) as {n}" for n in names), "group by game_id, seat"
        asked = f"select game_id, seat, {columns} from {view} {grouped}"  # noqa: S608 - our own names
        with self._cursor() as cursor:
            found = select_numbers(cursor, f"{spelled_out(view, {_WHO})} {asked}")
        rows = self._rows[found["game_id"] * _SEATS + found["seat"]]
        whole = np.zeros((len(names), self._length + 1))  # the last is for seats where nobody sits
        for own, name in zip(whole, names, strict=True):
            own[rows] = found[name]
        return pa.table(list(whole[:, :-1]), list(names))

    @contextlib.contextmanager
    def _cursor(self) -> Iterator[Connection]:
        """A connection that nobody else is using, and which shows the tables with numbers for games."""
        try:
            cursor = self._idle.get_nowait()
        except Empty:
            cursor = self._new_cursor()
            self._show_others(cursor)
            show(cursor, {_WHO: self._who})
        try:
            yield cursor
        finally:
            self._idle.put(cursor)

    def _path(self, view: str) -> Path | None:
        """The file of a view, if its sums can be kept."""
        begin = self._kept()
        return begin and begin.with_name(f"{begin.name}-{_counted_by()}") / f"{view}.parquet"

    def _store(self, path: Path, table: pa.Table) -> bool:
        """Write a file, unless other tables are stored by now; tells whether it is there."""
        part = path.with_name(f".{path.stem}-{secrets.token_hex(4)}.part")
        with contextlib.suppress(OSError):  # a folder that cannot be written to: the sums stay in memory
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                pq.write_table(table, part, compression="zstd", write_page_checksum=True)
                if self._kept() is not None:
                    part.replace(path)
                    _forget_others(path.parent)
                    return True
            finally:
                part.unlink(missing_ok=True)
        return False


def _read(path: Path, names: Sequence[str], length: int) -> pa.Table | None:
    """Columns of a file; None where there is none, and where it is damaged or another's, which is removed."""
    if not path.is_file():
        return None
    with (
        contextlib.suppress(OSError, pa.ArrowException),
        pq.ParquetFile(path, page_checksum_verification=True) as file,
    ):
        if file.metadata.num_rows == length and set(names) <= set(file.schema_arrow.names):
            table = file.read(list(names), use_threads=False).select(list(names))
            if all(kind == pa.float64() for kind in table.schema.types):
                return table
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def _forget_others(folder: Path) -> None:
    """Remove what is kept of other tables, but the newest, which somebody may be reading."""
    others = [other for other in folder.parent.iterdir() if other != folder]
    for old in sorted(others, key=_age)[1:]:
        shutil.rmtree(old, ignore_errors=True)


def _age(folder: Path) -> float:
    """Grows with the time since a folder was changed; one that is gone is old."""
    try:
        return -folder.stat().st_mtime
    except OSError:
        return 0.0


@cache
def _counted_by() -> str:
    """The statements, the tables of rank points and the version, in short."""
    digest = hashlib.sha256(version("mjlog").encode())
    for _, statement in sorted(statements().items()):
        if statement.layer in ("macros", *VIEWS):
            digest.update(statement.sql.encode())
    for table in (rank_levels(), rank_tables()):
        digest.update(str(table.to_pylist()).encode())
    return digest.hexdigest()[:16]
