"""What the formats say they cover is what real logs of them fill."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from mjlog.formats import Document, open_documents, readers, recognise
from mjlog.formats.coverage import Cover, log_columns
from mjlog.tables import LogTables

CONVERTED = "no collected record was converted from Tenhou; tests/unit/formats/test_majiang.py reads one"
ACTION_FORMAT = "only the action format states it; tests/unit/formats/test_mjai_extensions.py reads it"
UNSEEN = {
    "mjai": {
        "games.lobby": ACTION_FORMAT,
        "games.house_options": ACTION_FORMAT,
        "games.shuffle": ACTION_FORMAT,
        "game_players.account_id": ACTION_FORMAT,
        "game_players.rating": ACTION_FORMAT,
        "game_players.log_final_points": ACTION_FORMAT,
        "rounds.away_seat": ACTION_FORMAT,
        "rounds.dice": ACTION_FORMAT,
        "rounds.wall": ACTION_FORMAT,
        "rounds.wall_text": ACTION_FORMAT,
        "rounds.wall_hash": ACTION_FORMAT,
        "rounds.shuffle": ACTION_FORMAT,
        "events.points": ACTION_FORMAT,
        "events.elapsed": ACTION_FORMAT,
        "wins.log_pao_seat": ACTION_FORMAT,
        "wins.log_limit": ACTION_FORMAT,
        "wins.log_dora_indicators": ACTION_FORMAT,
        "wins.log_honba": ACTION_FORMAT,
        "wins.log_riichi_sticks": ACTION_FORMAT,
    },
    "riichi_city": {
        "rounds.hand_3": "all collected games have three players",
        "wins.log_pao_seat": "no collected game has a liable player",
    },
    "tenhou_transcript": {"wins.log_pao_seat": "no collected transcript has a liable player"},
    "mahjong_soul": {"games.lobby": "no collected game is of a contest"},
    "majiang": {
        "games.platform": CONVERTED,
        "games.log_id": CONVERTED,
        "games.room": CONVERTED,
        "games.length": CONVERTED,
        "games.started_at": CONVERTED,
        "game_players.level": CONVERTED,
        "game_players.rating": CONVERTED,
        "wins.log_pao_seat": "in no collected record is a player liable",
    },
    "mjx": {"games.shuffle": "no collected log states the seed of a game"},
}
"""Columns that a format has though no collected log fills them, with the reason."""
BATCH = 4 << 20


def filled(tables: LogTables) -> set[str]:
    """Columns in which anything stands."""
    return {name for name in log_columns() if _is_filled(getattr(tables, name.split(".")[0]), name)}


def _is_filled(table: pa.Table, name: str) -> bool:
    column = table[name.split(".")[1]]
    if pa.types.is_list(column.type):
        return bool((pc.sum(pc.list_value_length(column)).as_py() or 0) > 0)
    return bool(len(column) > column.null_count)


@pytest.fixture(scope="module")
def found(shared: Path) -> dict[str, set[str]]:
    """Columns that the logs of each format fill."""
    names: dict[str, set[str]] = defaultdict(set)
    for document in _batches(shared / "corpus"):
        reader = recognise(document[0].data)
        assert reader is not None
        names[reader.NAME] |= filled(reader.read(document))
    return names


def _batches(folder: Path) -> Iterator[list[Document]]:
    """The logs of each format, some at a time."""
    batches: dict[str, list[Document]] = defaultdict(list)
    for document in open_documents(folder):
        reader = recognise(document.data) if isinstance(document, Document) else None
        if reader is None or not isinstance(document, Document):
            continue
        batch = batches[reader.NAME]
        batch.append(document)
        if sum(len(d.data) for d in batch) > BATCH:
            yield batches.pop(reader.NAME)
    yield from batches.values()


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.NAME)
def test_absent_columns_are_empty(found: dict[str, set[str]], reader) -> None:
    assert {name for name in found[reader.NAME] if reader.COVERAGE.of(name) is Cover.ABSENT} == set()


@pytest.mark.parametrize("reader", readers(), ids=lambda reader: reader.NAME)
def test_all_other_columns_are_filled_somewhere(found: dict[str, set[str]], reader) -> None:
    stated = reader.COVERAGE.parsed | reader.COVERAGE.derived
    assert stated - found[reader.NAME] == set(UNSEEN.get(reader.NAME, {}))
