"""Logs into a warehouse, batch by batch: read, leave out what is known, replay, audit, store."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from mjlog import schema
from mjlog.audit.assess import not_judged
from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables
from mjlog.warehouse.copies import NOT_STORED, TAKEN_OVER, Copy
from mjlog.warehouse.derive import joined
from mjlog.warehouse.games import Admission, KnownGames, restrict
from mjlog.warehouse.manifest import STORED
from mjlog.warehouse.store import Store, without
from mjlog.warehouse.workers import Workers

_Copies = list[dict[str, Any]]
_PLACE: Final = ("source_path", "source_offset")
"""Columns of `games` that say where a game stands."""
PART_EVENTS: Final = 1_000_000
"""Events after which a part is full: some thousand games, and some hundred megabytes on the way."""


@dataclass(slots=True, repr=False)
class IngestReport:
    """What came into a warehouse."""

    games: int = 0
    """Games stored."""
    rounds: int = 0
    """Their rounds."""
    copies: _Copies = field(default_factory=list)
    """Where games stand that are left out, because a copy at least as good is there: ``source_path``,
    ``source_offset`` in bytes, and the ``game_id`` of that copy."""
    replaced: int = 0
    """Copies that gave way to better ones."""
    renewed: int = 0
    """Games that were there from an earlier mjlog, and are derived anew."""
    changed_rules: dict[str, str] = field(default_factory=dict)
    """Rule sets that those of them are judged by now, by what they were judged by, where these differ."""
    shared_ids: list[str] = field(default_factory=list)
    """Ids of games stored beside a different game that has the same log id."""
    not_judged: Counter[int] = field(default_factory=Counter)
    """Games that are not of the number of players of the rule set given, by their number of players."""
    findings: int = 0
    """Audit findings in the games stored."""
    rejects: pa.Table = field(default_factory=schema.REJECTS.empty)
    """What could not be read, also where that was known; schema `REJECTS`."""

    @property
    def duplicates(self) -> int:
        """Games left out as copies."""
        return len(self.copies)

    def __repr__(self) -> str:
        return (
            f"<IngestReport: {self.games:,} games, {self.rounds:,} rounds, {self.duplicates:,} duplicates,"
            f" {self.replaced:,} replaced, {self.findings:,} findings, {len(self.rejects):,} rejects>"
        )

    def add(
        self,
        tables: dict[str, pa.Table],
        admission: Admission,
        copies: _Copies,
        rejects: pa.Table,
    ) -> None:
        """Count one batch."""
        self.games += len(tables["games"])
        self.rounds += len(tables["rounds"])
        self.findings += len(tables["findings"])
        self.copies += copies
        self.shared_ids += [copy.game_id for copy in admission.admitted.values() if copy.shares_id]
        self.replaced += sum(len(games) for games in admission.dropped.values())
        self.rejects = pa.concat_tables([self.rejects, rejects])


def ingest(
    store: Store,
    batches: Iterable[LogTables],
    ruleset: Ruleset | None = None,
    own_folder: Path | None = None,
    jobs: int | None = None,
) -> IngestReport:
    """Bring games into a store; what is there already is left out, so that it can be done again.

    Parts of some thousand games are committed by themselves: after a crash the same call goes on with
    the part that was on the way.

    Args:
        store: where the tables go.
        batches: log tables of whole games, taken one after the other.
        ruleset: judge games of its number of players by these rules.
        own_folder: the store's folder; its own files, met among the logs, are passed over.
        jobs: how many batches are derived at a time (see `Workers`).
    """
    report = IngestReport()
    with store.writing(), Workers(ruleset, jobs) as workers:
        games, known_rejects = KnownGames(store), KnownRejects(store)
        part = _NextPart(store)
        try:
            for (admission, copies), (tables, failed) in workers.in_order(_admitted(games, batches)):
                kept = admission.without(
                    n for n, copy in admission.admitted.items() if copy.game_id in failed
                )
                rejects = _outside(tables["rejects"], own_folder)
                tables["rejects"] = known_rejects.new_of(rejects)
                report.add(tables, kept, copies, rejects)
                report.not_judged += not_judged(tables["games"], ruleset)
                part.add(tables, kept)
        finally:
            part.commit()
    return report


def _admitted(
    games: KnownGames, batches: Iterable[LogTables]
) -> Iterator[tuple[tuple[Admission, _Copies], LogTables]]:
    """What to do with the games of each batch, where those that are left out stand, and what is stored."""
    for batch in batches:
        admission = games.admit(batch)
        ids = {name: copy.game_id for name, copy in admission.admitted.items()}
        yield (admission, _copies(admission, batch)), restrict(batch, ids)


def _copies(admission: Admission, batch: LogTables) -> _Copies:
    """The games of a batch that are left out, as `IngestReport.copies` has them."""
    if not admission.copies:
        return []
    rows = batch.games.select(["game_id", *_PLACE]).to_pylist()
    places = {row["game_id"]: {name: row[name] for name in _PLACE} for row in rows}
    return [{**places[name], "game_id": copy.best.game_id} for name, copy in admission.copies]


class _NextPart:
    """The part in the making: batches until there are enough for files of a good size."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._begin()

    def _begin(self) -> None:
        self._tables: list[dict[str, pa.Table]] = []
        self._copies: list[Copy] = []
        self._changed: list[Copy] = []
        self._dropped: dict[int, set[str]] = {}

    def add(self, tables: dict[str, pa.Table], admission: Admission) -> None:
        """Add a batch, take out what it replaces, and commit when the part is full."""
        dropped = admission.dropped
        mine = dropped.pop(NOT_STORED, None)
        if mine:
            self._tables = [{n: without(t, mine) for n, t in earlier.items()} for earlier in self._tables]
        for number, games in dropped.items():
            self._dropped.setdefault(number, set()).update(games)
        self._tables.append(tables)
        self._copies += admission.admitted.values()
        self._changed += admission.changed
        if sum(len(earlier["events"]) for earlier in self._tables) >= PART_EVENTS:
            self.commit()

    def commit(self) -> None:
        """Store what is there, if anything is."""
        copies, dropped = self._copies, self._dropped
        moved = [copy for copy in self._changed if copy.better is None]
        by_part = _by_part(moved)
        for part, games in by_part.items():
            dropped.setdefault(part, set()).update(games)
        whole = joined([*self._tables, *(self._games_of(*some) for some in by_part.items())])
        whole["games"] = _with_taken(whole["games"], [*copies, *moved])
        self._begin()
        if len(whole["games"]) or len(whole["rejects"]) or dropped:
            number = self._store.commit(whole, dropped)
            for copy in (*copies, *moved):
                copy.part, copy.plays = number, None

    def _games_of(self, part: int, games: set[str]) -> dict[str, pa.Table]:
        """The rows of some stored games."""
        wanted = pa.array(sorted(games), pa.string())
        found = {name: table.empty() for name, table in STORED.items()}
        for name in STORED.keys() - {"rejects"}:
            for _, rows in self._store.read(name, list(STORED[name].names), part):
                found[name] = rows.filter(pc.is_in(rows["game_id"].cast(pa.string()), wanted))
        return found


def _by_part(copies: Iterable[Copy]) -> dict[int, set[str]]:
    """Ids of games by the part that they are stored in."""
    games: dict[int, set[str]] = {}
    for copy in copies:
        games.setdefault(copy.part, set()).add(copy.game_id)
    return games


def _with_taken(games: pa.Table, copies: Iterable[Copy]) -> pa.Table:
    """Rows of games with what their copies took over from others."""
    kept = {copy.game_id: copy for copy in copies if copy.better is None}
    for name in TAKEN_OVER:
        at, field = games.schema.get_field_index(name), games.schema.field(name)
        values = [
            getattr(kept[game], name) if game in kept else value
            for game, value in zip(games["game_id"].to_pylist(), games[name].to_pylist(), strict=True)
        ]
        games = games.set_column(at, field, pa.array(values, field.type))
    return games


def _outside(rejects: pa.Table, folder: Path | None) -> pa.Table:
    """The rows whose file is not below `folder`."""
    if folder is None:
        return rejects
    own = os.path.realpath(folder)
    paths = rejects["source_path"].to_pylist()
    return rejects.filter(pa.array([not _is_below(path, own) for path in paths], pa.bool_()))


def _is_below(path: str, folder: str) -> bool:
    """Whether `path` is the name of a file that is there, in `folder`, whose real path is given."""
    if not os.path.lexists(path):  # standard input, bytes, members of archives, names that cannot be
        return False
    return Path(os.path.realpath(path)).is_relative_to(folder)


class KnownRejects:
    """Pieces of input that could not be read, each once."""

    def __init__(self, store: Store) -> None:
        self._known: set[bytes] = set()
        for _, table in store.read("rejects", list(schema.REJECTS.names)):
            self._known.update(_digests(table))

    def new_of(self, rejects: pa.Table) -> pa.Table:
        """The rows that are not known, which they are from now on."""
        new = []
        for digest in _digests(rejects):
            new.append(digest not in self._known)
            self._known.add(digest)
        return rejects.filter(pa.array(new, pa.bool_()))


def _digests(rejects: pa.Table) -> list[bytes]:
    rows = (tuple(row.values()) for row in rejects.to_pylist())
    return [hashlib.sha256(repr(row).encode()).digest()[:16] for row in rows]
