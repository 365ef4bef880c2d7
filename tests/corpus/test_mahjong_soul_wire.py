"""A real record that stands in one file as protobuf and as JSON is the same record both ways."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mjlog.formats import mahjong_soul
from mjlog.formats.base import Document
from mjlog.formats.mahjong_soul import wire
from mjlog.formats.mahjong_soul.exports import games_of
from mjlog.formats.mahjong_soul.records import USER_EVENT, USER_INPUT, Record
from tests.unit.formats.wire_snippets import answer, details, message, part, wrapped


@pytest.fixture(scope="module")
def both_ways(shared: Path) -> dict[str, Any]:
    (path,) = (shared / "corpus" / "majsoul" / "PyMajSoul").iterdir()
    return json.loads(path.read_text())


def stated(value: Any) -> Any:
    """Fields by their snake_case names, without type and what has its default value."""
    if isinstance(value, dict):
        named = {re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", k).lower(): stated(v) for k, v in value.items()}
        return {k: v for k, v in named.items() if k != "@type" and v not in (0, "", [])}
    return [stated(v) for v in value] if isinstance(value, list) else value


def test_the_protobuf_of_a_record_says_field_by_field_what_its_json_says(both_ways):
    game = wire.records_of(base64.b64decode(both_ways["data"]))
    assert game.problems == []
    assert [r.name for r in game.records] == [d["@type"] for d in both_ways["details"]]
    assert [stated(r.data) for r in game.records] == [stated(d) for d in both_ways["details"]]


def test_every_field_of_a_record_is_known(both_ways):
    game = wire.records_of(both_ways["data"].encode())
    assert wire.is_wire(both_ways["data"].encode())
    assert "field_" not in json.dumps([r.data for r in game.records])


def assert_same_tables(left: bytes, right: bytes) -> None:
    tables = [mahjong_soul.read([Document("game", data)]) for data in (left, right)]
    assert tables[0].rounds.num_rows > 3
    for table in ("games", "game_players", "rounds", "events", "wins", "draws", "extras", "rejects"):
        rows = [getattr(read, table) for read in tables]
        said = [column for column in rows[0].column_names if column != "source_offset"]
        assert rows[0].select(said).equals(rows[1].select(said)), table


def test_both_ways_give_the_same_tables(both_ways):
    as_json, as_text = (
        json.dumps({key: value for key, value in both_ways.items() if key != other}).encode()
        for other in ("data", "details")
    )
    assert_same_tables(as_json, as_text)


def acted(record: Record) -> bytes:
    """What an action holds: a message of play, or what a player does beside play."""
    number = {USER_INPUT: 4, USER_EVENT: 5}.get(record.name)
    told = message(record.name, record.data)
    return part(number, told) if number else part(3, wrapped(f".lq.{record.name}", told))


def test_a_later_record_as_protobuf_gives_the_tables_of_its_json(shared):
    data = (shared / "corpus" / "majsoul" / "mahjong-soul-data-viewer" / "data.json").read_bytes()
    (game,) = games_of(data)
    actions = [part(1, max(record.elapsed, 0)) + acted(record) for record in game.records]
    packed = part(2, 210715) + b"".join(part(3, action) for action in actions)
    assert all(record.elapsed >= 0 for record in game.records)
    assert_same_tables(data, answer(game.head, details(packed)))
