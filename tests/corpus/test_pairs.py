"""The same real game in two formats gives the same tables, but for what a format cannot say."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from mjlog.formats import mjai, tenhou_json, tenhou_xml
from mjlog.formats.base import Document, Reader
from mjlog.tables import LogTables

Gaps = dict[str, set[str]]
"""Columns by table."""

TABLES: Final = ("games", "game_players", "rounds", "events", "wins", "draws")
OF_THE_SOURCE: Final = {"game_id", "source_path", "source_format", "source_offset"}
HANDS: Final = {"hand_0", "hand_1", "hand_2", "hand_3"}
"""Dealt hands have no order: it is how the player, or the platform, sorts them."""

PSEUDONYMS: Final[Gaps] = {"game_players": {"name"}}
"""The collection names players anew in every folder."""

ALTERED: Final[dict[str, Gaps]] = {"negative_scores.json": {"game_players": {"level", "rating"}}}
"""Columns of files that have other players in the two formats (only their play is one game's)."""

UNSAID: Final[dict[str, Gaps]] = {
    # A log does not hold its own id, which may stand in its file name.
    "tenhou_xml": {"games": {"log_id", "started_at"}},
    "tenhou_json": {
        "games": {"lobby", "shuffle"},
        "rounds": {"log_end_scores", "dice", "shuffle"},
        "wins": {"log_hand", "log_fu", "log_honba", "log_riichi_sticks", "log_dora_indicators"},
        "draws": {"log_tenpai", "log_deltas"},
    },
    # The original mjai in its first form: how rounds end is told without points.
    "mjai": {
        "games": {"room", "lobby", "length", "rules", "platform", "content_hash", "shuffle"},
        "game_players": {"level", "rating", "log_final_score", "log_final_points"},
        "rounds": {"start_scores", "log_end_scores", "ura_indicators", "dice", "shuffle"},
        "events": {"is_tsumogiri"},
        "wins": {
            "log_hand", "log_han", "log_fu", "log_points", "log_limit", "log_yaku", "log_yaku_han",
            "log_honba", "log_riichi_sticks", "log_deltas", "log_dora_indicators",
        },
        "draws": {"log_tenpai", "log_deltas"},
    },
}  # fmt: skip
"""Columns that a format leaves null, always or at times (fu of limit hands, payments of abortive draws)."""

EDITOR: Final[Gaps] = {
    "games": {"is_complete"},
    "game_players": {"level", "rating", "log_final_score", "log_final_points"},
}
"""What a tenhou.net/6 object of one round leaves out besides: its header holds names and rules only."""


class Difference(NamedTuple):
    """A cell that two readings of a game do not agree on."""

    file: str
    table: str
    column: str
    row: int
    left: Any
    right: Any


def document(path: Path) -> Document:
    data = path.read_bytes()
    return Document(path.name, gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)


def read(reader: Reader, path: Path) -> LogTables:
    return reader.read([document(path)])


def merged(*gaps: Gaps) -> Gaps:
    return {t: set().union(*(g.get(t, set()) for g in gaps)) for t in TABLES}


def is_unsaid(column: str, value: Any, other: Any) -> bool:
    """Whether a cell of a gap says nothing, or of the rules only some; a hash without scores is another."""
    if column == "rules" and value and other:
        return json.loads(value).items() <= json.loads(other).items()
    return not value or column == "content_hash"


def differences(
    file: str, left: LogTables, right: LogTables, left_gaps: Gaps, right_gaps: Gaps
) -> Iterator[Difference]:
    """Cells that differ, but for those left unsaid on the side that cannot say them."""
    skipped = merged(dict.fromkeys(TABLES, OF_THE_SOURCE), PSEUDONYMS, ALTERED.get(file, {}))
    for table in TABLES:
        rows = getattr(left, table).to_pylist(), getattr(right, table).to_pylist()
        if len(rows[0]) != len(rows[1]):
            yield Difference(file, table, "number of rows", 0, len(rows[0]), len(rows[1]))
        for number, (a, b) in enumerate(zip(*rows, strict=False)):
            for column in sorted(a.keys() - skipped.get(table, set())):
                x, y = a[column], b[column]
                if column in HANDS and x is not None and y is not None:
                    x, y = sorted(x), sorted(y)
                unsaid = (column in left_gaps.get(table, ()) and is_unsaid(column, x, y)) or (
                    column in right_gaps.get(table, ()) and is_unsaid(column, y, x)
                )
                if x != y and not unsaid:
                    yield Difference(file, table, column, number, x, y)


def pairs(corpus: Path, folder: str) -> list[tuple[Path, Path]]:
    """XML and JSON files of one game: they have one name."""
    xml = {p.stem: p for p in (corpus / "tenhou-xml" / folder).iterdir()}
    return [(xml[p.stem], p) for p in sorted((corpus / "tenhou-json" / folder).iterdir()) if p.stem in xml]


@pytest.mark.parametrize(
    ("folder", "games", "more"), [("mjx", 26, EDITOR), ("pantheon", 10, {}), ("mjlog2json", 5, {})]
)
def test_tenhou_xml_and_json_of_one_game_give_the_same_tables(shared, folder, games, more):
    found = pairs(shared / "corpus", folder)
    assert len(found) == games
    gaps = merged(UNSAID["tenhou_json"], more)
    different = [
        d
        for xml, other in found
        for d in differences(
            other.name, read(tenhou_xml, xml), read(tenhou_json, other), UNSAID["tenhou_xml"], gaps
        )
    ]
    assert different == []


@pytest.mark.parametrize("name", ["test.mjlog.golden.log", "test.mjlog.golden.16707321.log"])
def test_tenhou_xml_and_mjai_of_one_game_give_the_same_tables(shared, name):
    corpus = shared / "corpus"
    xml = read(tenhou_xml, corpus / "tenhou-xml" / "mjai" / "test.mjlog")
    converted = read(mjai, corpus / "mjai" / "mjai" / name)
    assert list(differences(name, xml, converted, UNSAID["tenhou_xml"], UNSAID["mjai"])) == []
