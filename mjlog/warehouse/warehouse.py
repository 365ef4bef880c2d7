"""`Warehouse`: logs go in, answers come out as Arrow tables."""

from __future__ import annotations

import contextlib
import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

import pyarrow as pa

from mjlog.formats import Source, read_batches
from mjlog.rulesets import Ruleset, load
from mjlog.tables import LogTables
from mjlog.warehouse import connection as db
from mjlog.warehouse import manifest
from mjlog.warehouse.aliases import load_aliases, no_aliases
from mjlog.warehouse.folder import FolderStore
from mjlog.warehouse.game_sums import GameSums
from mjlog.warehouse.ingest import IngestReport, ingest
from mjlog.warehouse.manifest import STORED
from mjlog.warehouse.statements import MACROS, VIEWS, Statement, statements
from mjlog.warehouse.store import MemoryStore, Store
from mjlog.warehouse.workers import processors

T = TypeVar("T")
U = TypeVar("U")


class Warehouse:
    """Tables of many games, and SQL over them.

    Args:
        path: folder of the warehouse; `ingest` makes it if it is not there.  Without one the tables
            are kept in memory.
        aliases: a TOML file that says which accounts and names are of one person (`warehouse.aliases`);
            statistics then count the person.

    Raises:
        ValueError: when `path` is a file or stands at a name that is not UTF-8, which DuckDB cannot open,
            or the file of aliases cannot be used.

    >>> with Warehouse() as warehouse:
    ...     warehouse.query("select count(*) as games from games").to_pylist()
    [{'games': 0}]
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        aliases: str | os.PathLike[str] | None = None,
    ) -> None:
        self._folder = None if path is None else Path(path)
        if self._folder is not None and self._folder.is_file():
            raise ValueError(
                f"{self._folder} is a file, not the folder of a warehouse; Warehouse().ingest({str(path)!r})"
                " reads a log"
            )
        if self._folder is not None and not db.is_text(where := os.path.realpath(self._folder)):
            raise ValueError(
                f"{where}: not a name for a warehouse, whose files DuckDB opens: it is not UTF-8"
            )
        self._aliases = no_aliases() if aliases is None else load_aliases(aliases)
        self._store: Store = MemoryStore() if self._folder is None else FolderStore(self._folder)
        self._connection = db.connect()
        self._bound: object = None
        self._is_steady = False
        self._sums: GameSums | None = None

    def ingest(
        self,
        sources: Source | Iterable[Source],
        ruleset: Ruleset | str | os.PathLike[str] | None = None,
        *,
        jobs: int | None = None,
    ) -> IngestReport:
        """Read logs into the warehouse; games that are there already are left out.

        Args:
            sources: files, folders, patterns, content as `bytes`, open files, or many of them.
            ruleset: a rule set, preset or TOML file to judge games of its number of players by.
            jobs: processes that share the work when it is much, this one included; as many as there are
                processors when left out.

        Raises:
            ValueError: when another process writes, or the folder holds something else.
        """
        return self.add(read_batches(sources), ruleset, jobs=jobs)

    def add(
        self,
        batches: Iterable[LogTables],
        ruleset: Ruleset | str | os.PathLike[str] | None = None,
        *,
        jobs: int | None = None,
    ) -> IngestReport:
        """Bring games that are read already into the warehouse (see `ingest`).

        Args:
            batches: log tables of whole games, taken one after the other.
            ruleset: as for `ingest`.
            jobs: as for `ingest`.
        """
        rules = ruleset if ruleset is None or isinstance(ruleset, Ruleset) else load(os.fspath(ruleset))
        return ingest(self._store, batches, rules, self._folder, jobs)

    def query(self, name_or_sql: str, **params: Any) -> pa.Table:
        """Ask a question.

        Args:
            name_or_sql: a named statement, a table or view, or SQL with ``$parameters``.
            params: values of the parameters; those of a named statement choose everything when left out.

        Raises:
            ValueError: when there is no warehouse, statement or parameter of that name, or the SQL is wrong
                or not exactly one statement.
        """
        if len(name_or_sql.split()) == 1:
            return self.table(name_or_sql, **params)
        self._bind()
        return db.select(self._connection, name_or_sql, params)

    def ask(self, sql: str) -> pa.Table:
        """Answer a question in SQL, one statement that changes nothing.

        Raises:
            ValueError: when DuckDB refuses it, or it is no such statement.
        """
        db.check_question(self._connection, sql)
        return self.query(sql)

    def table(self, name: str, /, **params: Any) -> pa.Table:
        """Answer with a named statement, a table or a view.

        Args:
            name: its name.
            params: values of its parameters; those left out choose everything.

        Raises:
            ValueError: when there is no warehouse, statement or parameter of that name.
        """
        self._bind()
        if name in STORED:
            return db.select(self._connection, f"from {name}", params)
        statement = self._statement(name)
        strange = params.keys() - statement.parameters
        if strange:
            known = ", ".join(sorted(statement.parameters)) or "none"
            raise ValueError(f"{statement.name} has no parameter {min(strange)!r}; its parameters: {known}")
        values = {**dict.fromkeys(statement.parameters), **params}
        return db.select(self._connection, statement.sql, values)

    def game_sums(self) -> GameSums:
        """Sums of the views of totals over each game and seat, of the tables as they are now."""
        self._bind()
        if self._sums is None:
            self._sums = GameSums(self._cursor, partial(self._store.kept, self._bound))
        return self._sums

    def _cursor(self) -> db.Connection:
        """Another connection to the tables that were bound last."""
        cursor = self._connection.cursor()
        self._store.share(cursor)
        return cursor

    def together(self, questions: Iterable[tuple[str, Mapping[str, Any]]]) -> list[pa.Table]:
        """Ask several questions of the same tables, and at the same time.

        Args:
            questions: SQL, one statement each, and the values of its parameters.

        Raises:
            ValueError: as `query` does.
        """
        with self.steady():
            return self._each(lambda cursor, question: db.select_one(cursor, *question), list(questions))

    @contextlib.contextmanager
    def steady(self) -> Iterator[None]:
        """All questions within are of the tables as they are at its beginning, whatever is added then."""
        self._bind()
        before, self._is_steady = self._is_steady, True
        try:
            yield
        finally:
            self._is_steady = before

    def _each(self, work: Callable[[db.Connection, T], U], items: Sequence[T]) -> list[U]:
        """Do some work for each item, with as many connections as there are processors."""
        cursors = SimpleQueue[db.Connection]()
        number = min(processors(), len(items))
        for _ in range(number):
            cursors.put(self._cursor())

        def done(item: T) -> U:
            cursor = cursors.get()
            try:
                return work(cursor, item)
            finally:
                cursors.put(cursor)

        with ThreadPoolExecutor(max(number, 1)) as threads:
            return list(threads.map(done, items))

    def _statement(self, name: str) -> Statement:
        known = {n: s for n, s in statements().items() if s.layer not in MACROS}
        if name not in known:
            near = difflib.get_close_matches(name, [*known, *STORED], n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise ValueError(f"no statement, table or view is called {name!r}{hint}")
        return known[name]

    def _bind(self) -> None:
        """Show the connection the tables as they are now."""
        if self._is_steady:
            return
        state = self._store.state
        if state != self._bound:
            bound = self._store.bind(self._connection)
            db.define(self._connection, self._aliases)
            self._bound = bound
            self._sums = None

    @property
    def tables(self) -> dict[str, int]:
        """Rows of every table."""
        counts = " union all ".join(f"select '{name}' as name, count(*) as n from {name}" for name in STORED)  # noqa: S608 - our own names
        rows = self.query(counts).to_pylist()
        return {row["name"]: row["n"] for row in rows}

    @property
    def statements(self) -> dict[str, str]:
        """What can be asked by name, with what it tells."""
        return {n: s.doc for n, s in statements().items() if s.layer in (*VIEWS, "rates")}

    def close(self) -> None:
        """Let go of the tables."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        where = "in memory" if self._folder is None else repr(str(self._folder))
        if self._folder is not None and not is_warehouse(self._folder):
            return f"<Warehouse {where}, not made yet>"
        try:
            tables = self.tables
        except ValueError as error:
            return f"<Warehouse {where}, cannot be read: {error}>"
        return f"<Warehouse {where}: {tables['games']:,} games, {tables['rounds']:,} rounds>"


def is_warehouse(path: str | os.PathLike[str]) -> bool:
    """Whether `path` is the folder of a warehouse."""
    return (Path(path) / manifest.FILE).is_file()
