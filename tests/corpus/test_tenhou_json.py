"""Real tenhou.net/6 logs: everything is read, and what was read is consistent."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest

from mjlog.formats import tenhou_json
from mjlog.formats.base import Document
from mjlog.rulesets import presets, resolve
from mjlog.tables import LogTables

SEPARATORS = " \t\r\n"


@pytest.fixture(scope="module")
def documents(shared: Path) -> list[Document]:
    paths = sorted(p for p in (shared / "corpus" / "tenhou-json").rglob("*") if p.is_file())
    return [Document(str(p.relative_to(shared)), p.read_bytes()) for p in paths]


@pytest.fixture(scope="module")
def tables(documents: list[Document]) -> LogTables:
    read = tenhou_json.read(documents)
    read.validate()
    assert read.rounds.num_rows > 0
    return read


def objects(document: Document) -> Iterator[dict]:
    """The objects of a document, by the standard library."""
    decoder, text, at = json.JSONDecoder(), document.data.decode(), 0
    while at < len(text):
        found, at = decoder.raw_decode(text, at)
        yield found
        at += len(text[at:]) - len(text[at:].lstrip(SEPARATORS))


def test_every_round_of_every_file_is_read(documents, tables):
    assert tables.rejects.to_pylist() == []
    assert tables.rounds.num_rows == sum(len(o["log"]) for d in documents for o in objects(d)) > 500


def test_every_file_is_recognised(documents):
    assert [d.path for d in documents if not tenhou_json.sniff(d.data[:1024])] == []


def test_links_give_the_same_tables_as_files(documents, tables):
    links = [
        Document(
            d.path,
            "\n".join("https://tenhou.net/6/#json=" + quote(json.dumps(o)) for o in objects(d)).encode(),
        )
        for d in documents
    ]
    linked = tenhou_json.read(links)
    for name in ("game_players", "events", "wins", "draws"):
        assert getattr(linked, name).equals(getattr(tables, name))
    assert linked.rounds.drop(["source_offset"]).equals(tables.rounds.drop(["source_offset"]))


def test_rules_that_logs_state_are_rule_sets(tables):
    stated = {r for r in tables.games["rules"].to_pylist() if r}
    assert any("red_fives" in r for r in stated)
    assert all(resolve(r) for r in stated if json.loads(r).get("extends", "tenhou") in presets())


def rounds_with(tables: LogTables, table: str) -> dict[tuple[str, int], list[dict]]:
    found = defaultdict(list)
    for row in getattr(tables, table).to_pylist():
        found[row["game_id"], row["round_index"]].append(row)
    return found


def test_no_tile_is_there_more_often_than_four_times(tables):
    events = rounds_with(tables, "events")
    for told in tables.rounds.to_pylist():
        seen = [t for seat in range(4) for t in told[f"hand_{seat}"] or ()]
        seen += [
            e["tile"] for e in events[told["game_id"], told["round_index"]] if e["kind"] in ("draw", "dora")
        ]
        seen.append(told["dora_indicators"][0] if told["dora_indicators"] else "?")
        counts = Counter(t.removesuffix("r") for t in seen if t != "?")
        assert max(counts.values()) <= 4, (told["game_id"], told["round_index"])


def test_indicators_are_turned_where_the_round_lists_them(tables):
    events = rounds_with(tables, "events")
    for told in tables.rounds.to_pylist():
        turned = [e["tile"] for e in events[told["game_id"], told["round_index"]] if e["kind"] == "dora"]
        assert (told["dora_indicators"] or [])[1:] == turned


def after(told: dict, wins: list[dict], draws: list[dict], events: list[dict]) -> tuple[list[int], int]:
    """Scores and sticks after a round, from what is logged and the accepted riichi."""
    accepted = [e["seat"] for e in events if e["kind"] == "riichi_accepted"]
    scores = [s - 1000 * accepted.count(seat) for seat, s in enumerate(told["start_scores"])]
    for row in [*wins, *draws]:
        if row["log_deltas"]:
            scores = [s + d for s, d in zip(scores, row["log_deltas"], strict=True)]
    return scores, 0 if wins else told["riichi_sticks"] + len(accepted)


def test_scores_and_sticks_go_on_from_round_to_round_but_where_the_record_loses_points(tables):
    wins, draws, events = (rounds_with(tables, t) for t in ("wins", "draws", "events"))
    rounds = tables.rounds.to_pylist()
    broken = []
    for told, following in pairwise(rounds):
        if told["game_id"] != following["game_id"]:
            continue
        key = told["game_id"], told["round_index"]
        expected = after(told, wins[key], draws[key], events[key])
        if expected != (following["start_scores"], following["riichi_sticks"]):
            assert total(told) != total(following), key
            broken.append(key)
    # One hand-written record drops a stick after a round and finds it again after the next one.
    assert len(broken) == 2
    assert len({game for game, _ in broken}) == 1


def total(told: dict) -> int:
    return sum(told["start_scores"]) + 1000 * told["riichi_sticks"]


def test_malformed_logs_of_a_converter_are_refused_round_by_round(shared):
    paths = sorted((shared / "corpus" / "tenhou-json-nonstandard").rglob("*.json"))
    assert paths
    tables = tenhou_json.read([Document(str(p), p.read_bytes()) for p in paths])
    assert tables.games.num_rows == tables.events.num_rows == 0
    assert tables.rejects.num_rows == sum(len(json.loads(p.read_bytes())["log"]) for p in paths)
    assert all("not the rows of a round" in r for r in tables.rejects["reason"].to_pylist())
