"""`Warehouse`: logs go in, answers come out as Arrow tables."""

from __future__ import annotations

import contextlib
import difflib
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Final, Self, TypeVar

import pyarrow as pa

from mjlog.formats import Source, read_batches
from mjlog.rulesets import Ruleset, load
from mjlog.tables import LogTables
from mjlog.warehouse import connection as db
from mjlog.warehouse import manifest, questions
from mjlog.warehouse.aliases import load_aliases, no_aliases
from mjlog.warehouse.connection import QueryError
from mjlog.warehouse.folder import FolderStore
from mjlog.warehouse.game_sums import GameSums
from mjlog.warehouse.ingest import IngestReport, ingest
from mjlog.warehouse.manifest import COUNTED, STORED
from mjlog.warehouse.renew import Progress, Renewed, renew
from mjlog.warehouse.running import side_by_side
from mjlog.warehouse.statements import MACROS, VIEWS, Statement, statements
from mjlog.warehouse.store import MemoryStore, Store
from mjlog.warehouse.workers import processors

T = TypeVar("T")
U = TypeVar("U")

_TOTALS: Final = "_totals"
"""How the names of the views of totals end."""


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
            raise ValueError(f"{where}: not a name for a warehouse, as DuckDB opens it: it is not UTF-8")
        self._aliases = no_aliases() if aliases is None else load_aliases(aliases)
        self._store: Store = MemoryStore() if self._folder is None else FolderStore(self._folder)
        self._connection = db.connect()
        self._bound: object = None
        self._is_steady = False
        self._sums: GameSums | None = None
        self._has_totals = False

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
            jobs: processes (without Linux, threads) that derive games while others are read; as many as there
                are processors when left out, and only this one with 1.

        Raises:
            ValueError: when another process writes, or the folder holds something else.
            ChildProcessError: when a process that derives games was killed, as for want of memory.
        """
        return self.add(read_batches(sources), ruleset, jobs=jobs)

    def renew(
        self,
        ruleset: Ruleset | str | os.PathLike[str] | None = None,
        *,
        jobs: int | None = None,
        on_progress: Progress | None = None,
    ) -> Renewed:
        """Derive anew what an earlier mjlog stored besides the logs; `ingest` begins with it.

        Args:
            ruleset: rules of a file that games were judged by.
            jobs: as for `ingest`.
            on_progress: is told how many games are done, of how many.

        Raises:
            ValueError: when games were judged by rules that are not known; other parts are done then.
            ChildProcessError: as for `ingest`.
        """
        if not isinstance(self._store, FolderStore) or not self._store.old_parts():
            return Renewed()
        return renew(self._store, _rules(ruleset), jobs, on_progress)

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
        rules = _rules(ruleset)
        renewed = self.renew(rules, jobs=jobs)
        report = ingest(self._store, batches, rules, self._folder, jobs)
        report.renewed, report.changed_rules = renewed.games, renewed.changed_rules
        report.rejects = pa.concat_tables([renewed.rejects, report.rejects])
        return report

    def query(self, name_or_sql: str, **params: Any) -> pa.Table:
        """Ask a question.

        Args:
            name_or_sql: a named statement, a table or view, or SQL with ``$parameters``.
            params: values of the parameters; those of a named statement choose everything when left out.

        Raises:
            ValueError: as `table` and `ask` do.
        """
        if len(questions.text(name_or_sql).split()) == 1:
            return self.table(name_or_sql, **params)
        return self.ask(name_or_sql, **params)

    def ask(self, sql: str, /, **params: Any) -> pa.Table:
        """Answer a question in SQL, one statement that changes nothing.

        Args:
            sql: the statement.
            params: values of its ``$parameters``.

        Raises:
            ValueError: when there is no warehouse, DuckDB refuses the statement, or it does more than ask.
        """
        questions.text(sql)
        self._bind()
        self._make_totals()
        with self._told_reason(), self._cursor() as cursor:
            return questions.answer(cursor, sql, params)

    def table(self, name: str, /, **params: Any) -> pa.Table:
        """Answer with a named statement, a table or a view.

        Args:
            name: its name.
            params: values of its parameters; those left out choose everything.

        Raises:
            ValueError: when there is no warehouse, statement or parameter of that name.
        """
        questions.text(name)
        self._bind()
        if name in STORED:
            return self._answer(f"from {name}", params)
        statement = self._statement(name)
        self._need_facts()
        strange = params.keys() - statement.parameters
        if strange:
            known = ", ".join(sorted(statement.parameters)) or "none"
            raise ValueError(f"{statement.name} has no parameter {min(strange)!r}; its parameters: {known}")
        values = {**dict.fromkeys(statement.parameters), **params}
        return self._answer(statement.sql, values)

    def game_sums(self) -> GameSums:
        """Sums of the views of totals over each game and seat, of the tables as they are now."""
        self._bind()
        self._need_facts()
        if self._sums is None:
            self._sums = GameSums(
                self._connection.cursor, self._store.numbered, partial(self._store.kept, self._bound)
            )
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
        asked = list(questions)
        with self.steady():
            if any(_TOTALS in sql for sql, _ in asked):
                self._make_totals()
            return self._each(lambda cursor, question: db.select_one(cursor, *question), asked)

    @contextlib.contextmanager
    def shared(self, sql: str, params: Mapping[str, Any]) -> Iterator[str]:
        """The name of a table with the answer to a question, for other questions within.

        Raises:
            ValueError: as `query` does.
        """
        self._bind()
        name = f"shared_{secrets.token_hex(8)}"
        with self._told_reason():
            db.make_table(self._connection, name, sql, params)
        try:
            yield name
        finally:
            self._connection.execute(f"drop table {name}")

    @contextlib.contextmanager
    def steady(self) -> Iterator[None]:
        """All questions within are of the tables as they are at its beginning, whatever is added then."""
        self._bind()
        if self._is_steady:
            yield
            return
        self._is_steady = True
        try:
            with self._told_reason():
                yield
        finally:
            self._is_steady = False

    def side_by_side(self, work: Callable[[T], U], items: Sequence[T]) -> list[U]:
        """Do some work with the tables for each item, for several at a time, until an error ends all of it.

        DuckDB has one thread for each question meanwhile, which takes less time in all.
        """
        if len(items) < processors():
            return [work(item) for item in items]
        self._connection.execute("set threads = 1")
        try:
            return side_by_side(work, items, processors())
        finally:
            self._connection.execute("reset threads")

    def _each(self, work: Callable[[db.Connection, T], U], items: Sequence[T]) -> list[U]:
        """Do some work for each item, with as many connections as there are processors."""
        if len(items) == 1:
            return [work(self._connection, items[0])]
        cursors = SimpleQueue[db.Connection]()
        for _ in range(min(processors(), len(items))):
            cursors.put(self._cursor())

        def done(item: T) -> U:
            cursor = cursors.get()
            try:
                return work(cursor, item)
            finally:
                cursors.put(cursor)

        return self.side_by_side(done, items)

    def _answer(self, sql: str, params: Mapping[str, Any]) -> pa.Table:
        """The answer to a statement of ours."""
        if _TOTALS in sql:
            self._make_totals()
        with self._told_reason():
            return db.select_one(self._connection, sql, params)

    def _make_totals(self) -> None:
        """Make the views of totals, which takes longer than many a question that needs none."""
        if not self._has_totals and self._store.withheld is None:
            with self._told_reason():
                db.define_totals(self._connection)
            self._has_totals = True

    def _need_facts(self) -> None:
        """Make sure that facts can be counted.

        Raises:
            ValueError: when the tables are of an older version.
        """
        if self._store.withheld:
            raise ValueError(self._store.withheld)

    @contextlib.contextmanager
    def _told_reason(self) -> Iterator[None]:
        """Of a question that DuckDB refuses, say so where the tables are the reason.

        Raises:
            ValueError: when the tables are of an older version, damaged, or others by now.
        """
        try:
            yield
        except QueryError as error:
            if error.missing in questions.counted():
                self._need_facts()
            if error.is_of_data:
                if self._bound is not None and self._store.state != self._bound:
                    raise ValueError(f"{self._folder} was changed while it was read: ask again") from error
                self._store.check()
            raise
        except RuntimeError as error:
            if db.is_interruption(error):
                raise KeyboardInterrupt from error
            raise

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
            with self._told_reason():
                db.define(self._connection, self._aliases, has_facts=self._store.withheld is None)
            self._bound = bound
            self._sums, self._has_totals = None, False

    @property
    def tables(self) -> dict[str, int]:
        """Rows of every table; without those of facts where `renew` has to make them first."""
        self._bind()
        names = STORED.keys() - COUNTED.keys() if self._store.withheld else STORED
        counts = " union all ".join(f"select '{name}' as name, count(*) as n from {name}" for name in names)  # noqa: S608 - our own names
        rows = self._answer(counts, {}).to_pylist()
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


def _rules(ruleset: Ruleset | str | os.PathLike[str] | None) -> Ruleset | None:
    """A rule set, or the one of a name or file."""
    return ruleset if ruleset is None or isinstance(ruleset, Ruleset) else load(os.fspath(ruleset))


def is_warehouse(path: str | os.PathLike[str]) -> bool:
    """Whether `path` is the folder of a warehouse, or was until its manifest was lost."""
    return (Path(path) / manifest.FILE).is_file() or manifest.is_lost(Path(path))
