"""What must hold for any input whatever: nothing is raised, the tables are sound."""

from __future__ import annotations

import traceback
from pathlib import Path

import mjlog
from mjlog import formats
from mjlog.formats import registry, writers
from mjlog.formats.base import Document, Reader
from mjlog.tables import LogTables

PACKAGE = Path(mjlog.__file__).parent


def trouble_of(data: bytes, *, thorough: bool = True) -> str:
    """Say in a line what goes wrong when `data` are read, "" for nothing.

    Args:
        data: the input.
        thorough: whether what was read is audited and written, too.
    """
    raised: list[BaseException] = []

    def read_loudly(reader: Reader, documents: list[Document]) -> LogTables:
        try:
            return reader.read(documents)
        except Exception as error:
            raised.append(error)
            raise

    before = registry._read_safely
    registry._read_safely = read_loudly
    try:
        tables = formats.read(data)
        tables.validate()
        if thorough and tables.games.num_rows:
            mjlog.audit(tables)
            for writer in writers():
                list(writer.games(tables))
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return _where(raised[0] if raised else error)
    finally:
        registry._read_safely = before
    return ""


def _where(error: BaseException) -> str:
    """Kind of an error and the last place of the package that it went through."""
    frames = [
        f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(PACKAGE)
    ]
    place = frames[-1] if frames else None
    name = Path(place.filename).relative_to(PACKAGE.parent).as_posix() if place else "?"
    return f"{type(error).__name__} in {name}:{place.name if place else '?'}: {str(error)[:200]}"
