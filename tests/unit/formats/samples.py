"""A small good log or more of every format that is read, each of two rounds or more."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mjlog.formats import mjai, writers
from mjlog.formats.base import Document
from mjlog.simulate import simulate
from mjlog.tables import LogTables
from tests.unit.formats import xml_snippets as xml

FOLDER = Path(__file__).parent / "samples"
"""Hand-made logs of formats that are not written: NAME.EXT or NAME-VARIANT.EXT of the reader NAME."""
ROUNDS = 2
XML = xml.log(
    xml.init(),
    "<T52/><D52/><U53/><E53/><V54/><F54/><W55/><G55/>",
    xml.draw(),
    xml.init(seed=[0, 1, 0, 1, 2, 100], ten=[265, 235, 265, 235]),
    "<T52/><D52/><U53/><E53/>",
    xml.draw(ba=[1, 0], sc=[265, 15, 235, -15, 265, 15, 235, -15]),
    xml.init(seed=[1, 2, 0, 1, 2, 100], ten=[280, 220, 280, 220], oya=1),
    "<U52/><E104/>",
    xml.win(ba=[2, 0], who=0, fromWho=1, sc=[280, 32, 220, -32, 280, 0, 220, 0]),
).encode()


@cache
def tables() -> LogTables:
    """The first rounds of a simulated game."""
    (played,) = simulate("tenhou", games=1, seed=1)
    lines = next(mjai.games(played)).data.splitlines(keepends=True)
    ends = [number for number, line in enumerate(lines) if b'"end_kyoku"' in line]
    return mjai.read([Document("sample", b"".join(lines[: ends[ROUNDS - 1] + 1]))])


@cache
def samples() -> dict[str, bytes]:
    """The logs by format, or format and variant."""
    made = {"tenhou_xml": XML}
    made |= {writer.NAME: next(writer.games(tables())).data for writer in writers()}
    return made | {path.stem: path.read_bytes() for path in sorted(FOLDER.glob("*")) if path.is_file()}


def format_of(name: str) -> str:
    """The format of a sample."""
    return name.partition("-")[0]
