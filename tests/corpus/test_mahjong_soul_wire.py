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


def test_both_ways_give_the_same_tables(both_ways):
    as_json = {key: value for key, value in both_ways.items() if key != "data"}
    as_text = {key: value for key, value in both_ways.items() if key != "details"}
    left, right = (
        mahjong_soul.read([Document("game.json", json.dumps(way).encode())]) for way in (as_json, as_text)
    )
    assert left.rounds.num_rows == 10
    for table in ("games", "game_players", "rounds", "events", "wins", "draws", "extras", "rejects"):
        rows = getattr(left, table), getattr(right, table)
        said = [column for column in rows[0].column_names if column != "source_offset"]
        assert rows[0].select(said).equals(rows[1].select(said)), table
