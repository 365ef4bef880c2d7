"""Real Riichi City records: everything is read, and agrees with the walls and with the rules."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from mjlog.api import audit
from mjlog.formats import registry, riichi_city
from mjlog.formats.base import Document
from mjlog.rulesets import resolve
from mjlog.tables import LogTables

REPLACED = {"daiminkan", "kakan", "ankan", "kita"}


@pytest.fixture(scope="module")
def documents(shared: Path) -> list[Document]:
    paths = sorted((shared / "corpus" / "riichicity").rglob("*.json"))
    assert paths
    return [Document(str(p.relative_to(shared)), p.read_bytes()) for p in paths]


@pytest.fixture(scope="module")
def tables(documents: list[Document]) -> LogTables:
    read = riichi_city.read(documents)
    read.validate()
    return read


@pytest.fixture(scope="module")
def records(documents: list[Document]) -> list[dict[str, Any]]:
    """The logs, by the standard library."""
    contents = [json.loads(d.data) for d in documents]
    return [content.get("data", content) for content in contents]


@pytest.fixture(scope="module")
def rounds(tables: LogTables) -> list[dict[str, Any]]:
    """The rounds, each with its events."""
    events: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for event in tables.events.to_pylist():
        events.setdefault((event["game_id"], event["round_index"]), []).append(event)
    told = [{**r, "events": events[r["game_id"], r["round_index"]]} for r in tables.rounds.to_pylist()]
    assert len(told) >= 81
    return told


def test_everything_is_read(tables, records):
    assert tables.rejects.to_pylist() == []
    assert tables.games.num_rows == len(records) >= 12
    assert tables.rounds.num_rows == sum(len(r["handRecord"]) for r in records) >= 81


def test_every_file_is_recognised_as_such(documents):
    assert {registry.recognise(d.data) for d in documents} == {riichi_city}


def test_every_action_is_an_event(tables, records):
    told = Counter(tables.events["kind"].to_pylist())
    acts = Counter(
        json.loads(e["data"])["action"]
        for r in records
        for hand in r["handRecord"]
        for e in hand["handEventRecord"]
        if e["eventType"] == 4
    )
    names = {11: "discard", 13: "kita", 5: "pon", 6: "daiminkan", 8: "ankan", 9: "kakan"}
    assert {names[a]: n for a, n in acts.items() if a in names} == {
        k: told[k] for k in names.values() if told[k]
    }
    assert told["win"] == acts[7] + acts[10] == tables.wins.num_rows


def test_every_hash_is_that_of_the_wall(rounds):
    digests = [hashlib.sha256(row["wall_text"].encode()).hexdigest() for row in rounds]
    assert [row["wall_hash"] for row in rounds] == [f"sha256:{digest}" for digest in digests] != []


def test_every_tile_comes_from_its_place_in_the_wall(rounds):
    seen: Counter[str] = Counter()
    for row in rounds:
        wall, players = row["wall"], 3 if row["hand_3"] is None else 4
        dealt: list[list[str]] = [[] for _ in range(players)]
        at = 0
        for count in (4, 4, 4, 1):
            for turn in range(players):
                dealt[(row["dealer_seat"] + turn) % players] += wall[at : at + count]
                at += count
        assert dealt == [row[f"hand_{seat}"] for seat in range(players)]
        moves = [e for e in row["events"] if e["kind"] in REPLACED | {"draw"}]
        replaced = [i > 0 and moves[i - 1]["kind"] in REPLACED for i in range(len(moves))]
        drawn = [(e["tile"], r) for e, r in zip(moves, replaced, strict=True) if e["kind"] == "draw"]
        live = [tile for tile, is_replacement in drawn if not is_replacement]
        assert live == wall[at : at + len(live)]
        tiles = [tile for tile, is_replacement in drawn if is_replacement]
        assert tiles == wall[-11 : -11 - len(tiles) : -1]
        indicators = row["dora_indicators"]
        assert indicators == wall[-1 : -1 - 2 * len(indicators) : -2]
        ura = row["ura_indicators"] or []
        assert ura == wall[-2 : -2 - 2 * len(ura) : -2]
        assert len(ura) in (0, len(indicators))
        seen.update(rounds=1, live=len(live), replaced=len(tiles), indicators=len(indicators), ura=len(ura))
    assert seen["rounds"] >= 81
    assert min(seen.values()) > 0
    assert len(seen) == 5


def test_times_never_run_backwards(rounds):
    times = [[e["elapsed"] for e in row["events"]] for row in rounds]
    assert times == [list(accumulate(own, max)) for own in times] != []
    assert min(own[0] for own in times) >= 0


def test_seat_0_deals_first(rounds):
    assert {r["dealer_seat"] for r in rounds if r["round_index"] == 0} == {0}
    assert {r["dealer_seat"] - r["round_number"] for r in rounds} == {-1}


def test_rules_that_records_state_are_rule_sets(tables):
    assert all(resolve(rules) for rules in tables.games["rules"].to_pylist())
    options = {o for options in tables.games["house_options"].to_pylist() for o in options or ()}
    assert options == {"wareme", "yakitori", "chips"}


def test_only_games_stopped_by_their_players_are_not_complete(tables):
    unfinished = tables.games.filter(tables.games["is_complete"].to_numpy() == False)  # noqa: E712
    stopped = [json.loads(e["fields"]) for e in tables.extras.to_pylist() if e["action"] == "end_kyoku"]
    assert unfinished.num_rows == sum(fields.get("end_type") == 8 for fields in stopped) == 2


def test_the_audit_finds_nothing(tables, shared):
    report = audit(shared / "corpus" / "riichicity")
    assert report.findings.to_pylist() == []
    assert report.counts.wins == tables.wins.num_rows


def test_house_options_leave_every_win_to_be_scored_and_most_to_be_paid(shared):
    report = audit(shared / "corpus" / "riichicity")
    assert report.counts.checked["SC006"] == report.counts.wins
    assert report.counts.checked["PY001"] >= 67
