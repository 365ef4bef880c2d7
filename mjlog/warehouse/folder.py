"""`FolderStore`: a warehouse as a folder.

One subfolder per table with one Parquet file per part, a manifest that says which files count, and
a DuckDB file with views over them.  A commit writes files under temporary names, syncs and renames
them, and then replaces the manifest: until that moment nothing has changed, and what a crash leaves
behind is swept away by the next writer.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from mjlog.schema import SCHEMA_VERSION
from mjlog.warehouse import manifest as manifests
from mjlog.warehouse.connection import (
    Connection,
    DuckDBError,
    PublishWarning,
    QueryError,
    publish,
    view_files,
)
from mjlog.warehouse.lock import LockedError, exclusive
from mjlog.warehouse.manifest import COUNTED, STORED, Manifest, Part, new_commit
from mjlog.warehouse.numbered import show_numbered
from mjlog.warehouse.store import Tables, as_now, without

DATABASE: Final = "mjlog.duckdb"
"""The file for DuckDB shells."""
SUMS: Final = ".sums"
"""Folder of what was counted and is kept (see `game_sums`); it may be deleted at any time."""
_LOCK: Final = ".lock"
_PUBLISHED: Final = ".published.json"
_PUBLISHING: Final = ".publishing"
"""Lock of those who make the DuckDB file: readers, too, who must not keep writers out."""
_PATIENCE: Final = 10.0
"""Seconds that a writer waits for a reader who makes it."""
_UNPUBLISHED: Final = (OSError, LockedError, QueryError, DuckDBError)
"""Errors that leave a warehouse without that file, and whole."""


class _Published(msgspec.Struct, frozen=True):
    """What the DuckDB file was made for."""

    generation: int
    folder: str
    commit: str = ""


@contextlib.contextmanager
def _told_damage(path: Path) -> Iterator[None]:
    """Say of errors in reading a file of the warehouse, or those of a folder, which it is."""
    try:
        yield
    except (OSError, pa.ArrowException, DuckDBError) as error:
        reason = "it is not there" if isinstance(error, FileNotFoundError) else error
        raise ValueError(f"{path}: a damaged or missing part of the warehouse: {reason}") from error


@contextlib.contextmanager
def _told_file(path: Path) -> Iterator[None]:
    """Have errors in writing a file, as on a full disk, say which it is."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or str(path)
        raise


def _withheld(folder: Path, current: Manifest) -> str | None:
    """Why nothing can be counted of a warehouse, if so."""
    if not current.has_old:
        return None
    oldest = min(part.schema_version for part in current.parts)
    return (
        f"{folder} has tables of version {oldest}, and statistics need version {SCHEMA_VERSION}:"
        f" 'mjlog ingest -o {shlex.quote(str(folder))}' makes them of the logs that it holds"
    )


@dataclass(slots=True)
class FolderStore:
    """Tables in a folder (see `mjlog.warehouse.store.Store`)."""

    folder: Path
    withheld: str | None = None
    """Why nothing can be counted (see `mjlog.warehouse.store.Store`)."""

    @property
    def state(self) -> object:
        """Which commit was the last, and where the folder is.

        Raises:
            ValueError: when the folder is no warehouse, or one of a newer mjlog.
        """
        return self._state_of(manifests.read(self.folder))

    def _state_of(self, current: Manifest) -> object:
        return current.generation, current.commit, self.folder.resolve()

    # --- writing -------------------------------------------------------------------------------

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Be the only writer; makes the warehouse if there is none, and clears what a crash left.

        Raises:
            LockedError: when another process writes.
            ValueError: when the folder holds something else.
        """
        self._refuse_others()
        self.folder.mkdir(parents=True, exist_ok=True)
        with exclusive(self.folder / _LOCK):
            for name in STORED:
                (self.folder / name).mkdir(exist_ok=True)
            self._sweep()
            if not (self.folder / manifests.FILE).exists():
                self._create()
            try:
                yield
            finally:
                self._publish_or_warn()
                self._sweep()

    def _refuse_others(self) -> None:
        if not self.folder.exists() or (self.folder / manifests.FILE).exists():
            return
        if manifests.is_lost(self.folder):
            raise ValueError(manifests.missing(self.folder))
        others = [p.name for p in self.folder.iterdir() if p.name[0] != "." and p.name not in STORED]
        if others:
            raise ValueError(f"{self.folder} is no warehouse, and not empty: it has {others[0]}")

    def _create(self) -> None:
        """Part 0 has a file without rows for every table: so each has its columns from the start.

        What was kept of another warehouse that was in the folder goes.
        """
        shutil.rmtree(self.folder / SUMS, ignore_errors=True)
        part = Part(0, SCHEMA_VERSION, dict.fromkeys(STORED, 0))
        self._write(part, {name: table.empty() for name, table in STORED.items()})
        manifests.write(self.folder, Manifest(commit=new_commit(), next_part=1, parts=(part,)))

    def commit(self, tables: Tables, dropped: Mapping[int, set[str]]) -> int:
        """Add a part and take games out of others, all at once or not at all (see `Store`)."""
        old = manifests.read(self.folder)
        kept = [self._shrunk(p, dropped[p.number]) if p.number in dropped else p for p in old.parts]
        filled = {name: table for name, table in tables.items() if len(table)}
        part = Part(old.next_part, SCHEMA_VERSION, {name: len(table) for name, table in filled.items()})
        self._write(part, filled)
        changed = Manifest(
            generation=old.generation + 1,
            commit=new_commit(),
            next_part=old.next_part + 1,
            parts=(*kept, part),
        )
        manifests.write(self.folder, changed)
        return part.number

    def old_parts(self) -> dict[int, int]:
        """Games of each part of an older version, by its number."""
        if not (self.folder / manifests.FILE).exists():
            return {}
        parts = manifests.read(self.folder).parts
        return {p.number: p.rows.get("games", 0) for p in parts if p.is_old}

    def renew(self, number: int, tables: Tables) -> None:
        """Put tables of today in the place of those of a part, all at once or not at all.

        Args:
            number: which part.
            tables: its rows; every table.
        """
        old = manifests.read(self.folder)
        (part,) = (p for p in old.parts if p.number == number)
        kept = {
            name: table for name, table in tables.items() if len(table) or name in part.rows or not number
        }
        rows = {name: len(table) for name, table in kept.items()}
        revision = Part(number, SCHEMA_VERSION, rows, part.revision + 1)
        self._write(revision, kept)
        parts = tuple(revision if p.number == number else p for p in old.parts)
        changed = msgspec.structs.replace(
            old, generation=old.generation + 1, commit=new_commit(), parts=parts
        )
        manifests.write(self.folder, changed)

    def _shrunk(self, part: Part, games: set[str]) -> Part:
        """A revision of `part` without some games, written beside it."""
        tables = {name: without(self._read_file(part, name), games) for name in part.rows}
        rows = {name: len(table) for name, table in tables.items()}
        revision = Part(part.number, part.schema_version, rows, part.revision + 1)
        self._write(revision, tables)
        return revision

    def _write(self, part: Part, tables: Tables) -> None:
        """Write the files of a part: first all under other names, synced, then all renamed."""
        renames = []
        for name, table in tables.items():
            path = self._file(part, name)
            temporary = path.with_name(f".{path.name}.tmp")
            with _told_file(path), temporary.open("wb") as file:
                pq.write_table(table, file, compression="zstd", write_page_checksum=True)
                file.flush()
                os.fsync(file.fileno())
            renames.append((temporary, path))
        for temporary, path in renames:
            temporary.replace(path)
            manifests.sync_folder(path.parent)

    def _file(self, part: Part, table: str) -> Path:
        return self.folder / table / part.file_name

    def _sweep(self) -> None:
        """Remove files of table folders that the manifest does not name."""
        with contextlib.suppress(FileNotFoundError):
            self._unfinished.unlink()
        has_manifest = (self.folder / manifests.FILE).exists()
        parts = manifests.read(self.folder).parts if has_manifest else ()
        for name in STORED:
            counted = {p.file_name for p in parts if name in p.rows}
            for path in (self.folder / name).iterdir():
                if path.name not in counted and manifests.is_part_file(path.name):
                    path.unlink()

    # --- reading -------------------------------------------------------------------------------

    def read(self, table: str, columns: list[str], part: int | None = None) -> Iterator[tuple[int, pa.Table]]:
        """Yield the number of each part, or of one, with columns of its rows of a table (see `Store`)."""
        for stored in manifests.read(self.folder).parts:
            if stored.rows.get(table) and part in (None, stored.number):
                yield stored.number, as_now(self._read_file(stored, table, columns), table, columns)

    def _read_file(self, part: Part, table: str, columns: list[str] | None = None) -> pa.Table:
        """Columns of one file, all when left out; a part of an older version may lack some."""
        path = self._file(part, table)
        with _told_damage(path):
            if columns is not None and part.is_old:
                there = pq.read_schema(path).names
                columns = [name for name in columns if name in there]
            return pq.read_table(path, columns=columns, page_checksum_verification=True)

    def _check(self, current: Manifest) -> None:
        """Refuse files that are missing, cut off, or not as long as the manifest says.

        Raises:
            ValueError: naming the file.
        """
        for part in current.parts:
            for name, rows in part.rows.items():
                path = self._file(part, name)
                with _told_damage(path):
                    stored = pq.read_metadata(path).num_rows
                    if stored != rows:
                        raise pa.ArrowInvalid(f"it has {stored} rows instead of {rows}")

    def bind(self, connection: Connection) -> object:
        """Make a view of every table; the DuckDB file is made anew if the folder has moved.

        Returns:
            The state of the tables that are shown, were others committed meanwhile.

        Raises:
            ValueError: when a file of the warehouse is missing or damaged.
        """
        current = manifests.read(self.folder)
        self._check(current)
        for name, paths in self._paths(current).items():
            with _told_damage(self.folder / name):
                view_files(connection, STORED[name], paths, has_old=current.has_old)
        self.withheld = _withheld(self.folder, current)
        if not self._is_published(current):
            with contextlib.suppress(*_UNPUBLISHED):
                self._publish()
        return self._state_of(current)

    def check(self) -> None:
        """Read all of the files, some rows at a time (see `Store`)."""
        for part in manifests.read(self.folder).parts:
            for name in part.rows:
                path = self._file(part, name)
                with _told_damage(path), pq.ParquetFile(path, page_checksum_verification=True) as file:
                    for _ in file.iter_batches():
                        pass

    def share(self, cursor: Connection) -> None:
        """The views are there for every connection."""

    def numbered(self, tables: Iterable[str], games: pa.Array) -> Callable[[Connection], None]:
        """What makes views of some tables with numbers for games (see `Store`)."""
        return partial(show_numbered, tables=tuple(tables), games=games)

    def kept(self, state: object) -> Path | None:
        """Where to keep what is counted of the tables in a state, as names of files begin (see `Store`)."""
        current = manifests.read(self.folder)
        if not current.commit or self._state_of(current) != state:
            return None
        return self.folder / SUMS / current.commit

    def _paths(self, current: Manifest) -> dict[str, list[Path]]:
        """Files of each table that can be asked: of facts none, where parts of older versions lack some."""
        folder = self.folder.resolve()
        shown = STORED.keys() - COUNTED.keys() if current.has_old else STORED.keys()
        parts = {name: [p for p in current.parts if name in p.rows] for name in shown}
        filled = {name: [p for p in some if p.rows[name]] for name, some in parts.items()}
        # without those of no rows: DuckDB takes all files to be as long as the first
        return {name: [folder / name / p.file_name for p in filled[name] or parts[name]] for name in shown}

    # --- the DuckDB file -----------------------------------------------------------------------

    def _is_published(self, current: Manifest) -> bool:
        try:
            published = msgspec.json.decode((self.folder / _PUBLISHED).read_bytes(), type=_Published)
        except (OSError, msgspec.DecodeError):
            return False
        return published == self._published_of(current) and (self.folder / DATABASE).exists()

    def _published_of(self, current: Manifest) -> _Published:
        return _Published(current.generation, str(self.folder.resolve()), current.commit)

    def _publish_or_warn(self) -> None:
        """Make the DuckDB file, without which the tables are still whole."""
        try:
            self._publish(_PATIENCE)
        except _UNPUBLISHED as error:
            message = f"{self.folder / DATABASE} is out of date; it could not be made: {error}"
            warnings.warn(message, PublishWarning, stacklevel=2)

    def _publish(self, patience: float = 0.0) -> None:
        """Make the DuckDB file of the last commit, unless it is there.

        Args:
            patience: seconds to wait for another who makes it.

        Raises:
            LockedError: when another makes it still.
            OSError: when it cannot be written.
            DuckDBError, QueryError: when DuckDB cannot make it.
        """
        with exclusive(self.folder / _PUBLISHING, patience):
            current = manifests.read(self.folder)
            if self._is_published(current):
                return
            try:
                publish(self.folder / DATABASE, self._paths(current), has_old=current.has_old)
            finally:
                self._unfinished.unlink(missing_ok=True)
            published = msgspec.json.encode(self._published_of(current))
            manifests.replace_file(self.folder / _PUBLISHED, published)

    @property
    def _unfinished(self) -> Path:
        """The DuckDB file on its way to its place."""
        return self.folder / f".{DATABASE}.tmp"
