"""The manifest of a warehouse folder: which parts belong to it.  Replacing it is the commit."""

from __future__ import annotations

import os
import secrets
from fnmatch import fnmatch
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from mjlog.schema import FACTS, SCHEMA_VERSION, STATES, TABLES

FILE: Final = "manifest.json"
STORED: Final = {name: table for name, table in TABLES.items() if table is not STATES}
"""Tables that a warehouse keeps, by name."""
COUNTED: Final = {table.name: table for table in FACTS}
"""Those of them that hold what statistics count."""


_FIRST: Final = "part-00000000-"
"""How names of the part begin that every warehouse is made with, without games."""

Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""A number in a manifest, exact in every reader of JSON."""


class Part(msgspec.Struct, frozen=True):
    """The rows of some games, and rejects: at most one file per table."""

    number: Count
    schema_version: Count
    rows: dict[str, Count]
    """Rows by table; a table without rows may have no file."""
    revision: Count = 0
    """Counts how often the part was written anew without some of its games."""

    @property
    def file_name(self) -> str:
        """Name of the part's file in the folder of each table; it owes nothing to the logs."""
        return f"part-{self.number:08d}-{self.revision}.parquet"

    @property
    def is_old(self) -> bool:
        """Whether it is of an older schema version."""
        return self.schema_version != SCHEMA_VERSION


def new_commit() -> str:
    """A value for `Manifest.commit` that no other has."""
    return secrets.token_hex(16)


def is_part_file(name: str) -> bool:
    """Whether a file in the folder of a table is a part's, or on the way to be one."""
    return fnmatch(name, "part-*.parquet") or fnmatch(name, ".part-*.parquet.tmp")


class Manifest(msgspec.Struct, frozen=True):
    """All parts.  A file in the folder of a table that is not named here does not count."""

    format: Literal["mjlog warehouse"] = "mjlog warehouse"
    generation: Count = 0
    """Counts the commits."""
    commit: str = ""
    """Tells this commit from every other, of another warehouse in the same folder too; none in manifests of
    older versions."""
    next_part: Count = 0
    parts: tuple[Part, ...] = ()

    @property
    def has_old(self) -> bool:
        """Whether parts of an older schema version are there."""
        return any(part.is_old for part in self.parts)


def is_lost(folder: Path) -> bool:
    """Whether a folder has parts of a warehouse, and no manifest that says which of them count."""
    has_parts = any(
        is_part_file(p.name) and not p.name.startswith(_FIRST) for p in folder.glob("games/part-*")
    )
    return has_parts and not (folder / FILE).exists()


def read(folder: Path) -> Manifest:
    """Read the manifest of a warehouse folder.

    Raises:
        ValueError: when the folder is no warehouse, or one of a newer mjlog.
    """
    try:
        manifest = msgspec.json.decode((folder / FILE).read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise ValueError(missing(folder)) from None
    except msgspec.DecodeError as error:
        raise ValueError(f"{folder / FILE}: {error}") from error
    newest = max((p.schema_version for p in manifest.parts), default=0)
    if newest > SCHEMA_VERSION:
        raise ValueError(
            f"{folder} has tables of version {newest}; this mjlog knows versions up to {SCHEMA_VERSION}"
        )
    unknown = {name for p in manifest.parts for name in p.rows} - STORED.keys()
    if unknown:
        raise ValueError(f"{folder / FILE} names unknown tables: {', '.join(sorted(unknown))}")
    numbers = [p.number for p in manifest.parts]
    if len(set(numbers)) < len(numbers) or max(numbers, default=-1) >= manifest.next_part:
        raise ValueError(f"{folder / FILE} has parts whose numbers are taken twice, or not given yet")
    for name in () if manifest.has_old else STORED:  # older versions have fewer tables
        if not any(name in p.rows for p in manifest.parts):
            raise ValueError(f"{folder / FILE} names no file of table {name}")
    return manifest


def missing(folder: Path) -> str:
    """What is said of a folder without a manifest."""
    if is_lost(folder):
        return (
            f"{folder} looks like a warehouse whose {FILE} is gone: bring it back from a copy, or ingest the"
            " logs into another folder"
        )
    return f"{folder} is no warehouse: it has no {FILE}"


def write(folder: Path, manifest: Manifest) -> None:
    """Put `manifest` in the place of the one before, all at once."""
    replace_file(folder / FILE, msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def replace_file(path: Path, content: bytes) -> None:
    """Write a file that appears under its name only when it is whole and on disk."""
    temporary = path.with_name(f".{path.name}.tmp")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in `folder` survive a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
