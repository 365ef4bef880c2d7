"""Mahjong Soul records in the wild: everything is read or refused by name, and walls hold."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from mjlog.api import audit
from mjlog.formats.base import Document
from mjlog.formats.mahjong_soul import read, sniff
from mjlog.tables import LogTables
from tests.unit.formats.soul_snippets import by_game

REAL = ("majsoul/PyMajSoul", "majsoul/mahjong-soul-data-viewer")
EDITED = "majsoul-synthetic"
OTHER_GAMES, OF_OTHER_GAMES = "majsoul-special", 19
UNREAD = {
    "four_player_actions.json": "seat 0 is dealt 0 tiles",
    "three_player_kita.json": "seat 0 is dealt 0 tiles",
    "天贵史VS原田克美_最终二人麻将决战.json": "not riichi but Battle of Darkness",
}
"""Made-up records without deals, and a scene in a game of hidden discards."""


def files(shared: Path, folder: str) -> list[Path]:
    found = sorted(path for path in (shared / "corpus" / folder).rglob("*") if path.is_file())
    assert found
    return found


def tables_of(path: Path) -> LogTables:
    data = path.read_bytes()
    assert sniff(data[: 1 << 16]), path
    return read([Document(path.name, data)])


@pytest.mark.parametrize("folder", ["majsoul", EDITED])
def test_records_are_read_or_say_why_not(shared, folder):
    for path in files(shared, folder):
        told = tables_of(path)
        if path.name in UNREAD:
            assert UNREAD[path.name] in told.rejects["reason"][0].as_py()
            assert told.games.num_rows == 0
        else:
            assert told.rejects.num_rows == 0, path
            assert told.games.num_rows == 1
            assert told.rounds.num_rows > 0


@pytest.mark.parametrize("with_options", [True, False])
def test_other_games_are_refused_by_name(shared, with_options):
    refused = 0
    for path in files(shared, OTHER_GAMES):
        data = json.loads(path.read_bytes())
        if not with_options:
            data["config"]["mode"]["detail_rule"] = {}
        told = read([Document(path.name, json.dumps(data).encode())])
        if told.games.num_rows == 0:
            assert told.rejects["reason"][0].as_py().startswith("not riichi but ")
            refused += 1
    assert refused == OF_OTHER_GAMES


def test_real_games_audit_clean(shared):
    for folder in REAL:
        report = audit(str(shared / "corpus" / folder))
        assert report.counts.games > 0, folder
        assert report.findings.num_rows == report.rejects.num_rows == 0


def test_one_game_as_protobuf_and_as_json_is_one_game(shared):
    pytest.importorskip("google.protobuf")
    (path,) = files(shared, "majsoul/PyMajSoul")
    record = json.loads(path.read_bytes())
    decoded = {key: value for key, value in record.items() if key != "data"}
    encoded = {key: value for key, value in record.items() if key != "details"}
    told = [read([Document(path.name, json.dumps(shape).encode())]) for shape in (record, decoded, encoded)]
    for table in ("games", "game_players", "rounds", "events", "wins", "draws", "rejects"):
        both, *others = (plain(getattr(one, table).to_pylist()) for one in told)
        assert others == [both, both], table
    assert told[0].games["game_id"].to_pylist() == [record["head"]["uuid"]]


def plain(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{key: value for key, value in row.items() if key != "source_offset"} for row in rows]


@pytest.mark.parametrize("folder", [*REAL, EDITED])
def test_walls_hold_every_deal_draw_and_indicator(shared, folder):
    held = 0
    for path in files(shared, folder):
        told = tables_of(path)
        events = by_game(told, "events")
        for game_id, rounds in by_game(told, "rounds").items():
            for played in rounds:
                if played["wall"] is None:
                    continue
                own = [e for e in events[game_id] if e["round_index"] == played["round_index"]]
                check_wall(played, own, is_real=folder in REAL)
                held += 1
    assert held > 0


def check_wall(played: dict[str, Any], events: list[dict[str, Any]], *, is_real: bool) -> None:
    wall, players = played["wall"], len(played["start_scores"])
    order = [(played["dealer_seat"] + turn) % players for turn in range(players)]
    dealt: dict[int, list[str]] = {seat: [] for seat in order}
    place = 0
    for count in (4, 4, 4, 1):
        for seat in order:
            dealt[seat] += wall[place : place + count]
            place += count
    # An editor's dealer who wins with the deal may have drawn any of the fourteen tiles.
    events = [event for event in events if event["kind"] not in ("leave", "return")]
    dealer, first = order[0], events[0]["tile"]
    assert sorted([*dealt[dealer], wall[place]]) == sorted([*played[f"hand_{dealer}"], first])
    assert all(sorted(dealt[s]) == sorted(played[f"hand_{s}"]) for s in order[0 if is_real else 1 :])
    assert not is_real or first == wall[place]
    place += 1
    replaced, is_due = 0, False
    for event in events[1:]:
        if event["kind"] in ("daiminkan", "kakan", "ankan", "kita"):
            is_due = True
        elif event["kind"] == "draw":
            wanted = wall[-11 - replaced] if is_due else wall[place]
            assert event["tile"] == wanted
            replaced, place, is_due = replaced + is_due, place + (not is_due), False
    assert wall[-1 : -1 - 2 * len(played["dora_indicators"]) : -2] == played["dora_indicators"]
    ura = played["ura_indicators"] or []
    assert wall[-2 : -2 - 2 * len(ura) : -2] == ura
    if is_real:  # an editor's hash is none of its wall
        algorithm, digits = played["wall_hash"].split(":")
        assert hashlib.new(algorithm, played["wall_text"].encode()).hexdigest() == digits
