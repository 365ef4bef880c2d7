from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from mjlog.formats import mjai, tenhou_xml
from mjlog.formats.base import Document
from mjlog.formats.mjai import write as mjai_write
from mjlog.tables import LogTables
from tests.unit.formats.schema_check import problems

REFUSED = ["no dora indicator at the deal: this is not riichi mahjong"]

# Games, rounds, wins, draws of each file.
READ = {
    "RiichiEnv/03e8a70d_e5c686f135_4p.jsonl": (1, 12, 12, 0),
    "RiichiEnv/280f2b3f_672ba22700_3p.jsonl": (1, 11, 10, 1),
    "RiichiEnv/b396016e_eb0391e0f5_4p.jsonl": (1, 12, 12, 0),
    "RiichiEnv/example_after_injection.jsonl": (1, 12, 12, 0),
    "akochan/haifu_log_1000_0.0a70493c.json": (1, 5, 4, 1),
    "akochan/haifu_log_1000_0.json": (1, 5, 4, 1),
    "akochan/haifu_log_sample.12c8c613.json": (1, 5, 4, 0),
    "akochan/haifu_log_sample.78f2448f.json": (1, 6, 5, 1),
    "akochan/haifu_log_sample.json": (1, 6, 5, 1),
    "majsoulmanager/260716-00000000-0000-4000-8000-000000000003.mjson": (1, 6, 6, 0),
    "majsoulmanager/260716-00000000-0000-4000-8000-000000000004.mjson": (1, 9, 9, 0),
    "mjai-manue-go/2026-07-01-130909.mjson": (1, 10, 8, 2),
    "mjai-manue-go/chiihou.input.mjson": (1, 1, 0, 0),
    "mjai-manue-go/chiitoitsu_ron.input.mjson": (1, 1, 0, 0),
    "mjai-manue-go/double_riichi.input.mjson": (1, 1, 0, 0),
    "mjai-manue-go/kokushimusou_ron.input.mjson": (1, 1, 0, 0),
    "mjai-manue-go/temporary_furiten_continues_after_pon_skip.input.mjson": (1, 1, 0, 0),
    "mjai-manue-go/temporary_furiten_self_turn_continues.input.mjson": (1, 1, 0, 0),
    "mjai/kuikae.4bb579f5.mjson": (1, 1, 0, 0),
    "mjai/kuikae.mjson": (1, 1, 0, 0),
    "mjai/kuikae_only.7359485c.mjson": (1, 1, 0, 0),
    "mjai/kuikae_only.mjson": (1, 1, 0, 0),
    "mjai/test.mjlog.golden.16707321.log": (1, 17, 14, 3),
    "mjai/test.mjlog.golden.log": (1, 17, 14, 3),
}

# Files that are not read, or not whole, and why.
REJECTED = {
    "mjai-manue-go/hello.input.mjson": ["neither a game nor a round begins"],
    "mjai/test.mjlog.golden.16707321.log": ["22074 lines of text between the actions"],
    "mjai/test.mjlog.golden.log": ["20142 lines of text between the actions"],
    **{
        f"akochan/haifu_log_1000_0.{name}.json": REFUSED
        for name in (
            "1481b6dd", "1914b041", "7e50dbea", "84759c58", "8d8a6457", "a6c1f9cf", "ae661e49",
            "db82e083", "e8c71742",
        )
    },
}  # fmt: skip


def content(path: Path) -> bytes:
    data = path.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def read(shared: Path, name: str) -> LogTables:
    tables = mjai.read([Document(name, content(shared / "corpus/mjai" / name))])
    tables.validate()
    return tables


def core(tables: LogTables):
    """All rows but rejects, without where they were read from; hands of wins sorted."""
    found = {}
    for name in ("games", "game_players", "rounds", "events", "wins", "draws", "extras"):
        rows = getattr(tables, name).to_pylist()
        found[name] = [{k: v for k, v in row.items() if not k.startswith("source_")} for row in rows]
    for win in found["wins"]:
        win["log_hand"] = win["log_hand"] and sorted(win["log_hand"])
    return found


def test_every_file_of_the_corpus_is_listed_here(shared):
    folder = shared / "corpus/mjai"
    names = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    assert names == {*READ, *REJECTED}


@pytest.mark.parametrize("name", sorted({*READ, *REJECTED}))
def test_a_file_has_its_games_rounds_and_results(shared, name):
    tables = read(shared, name)
    counts = tuple(t.num_rows for t in (tables.games, tables.rounds, tables.wins, tables.draws))
    assert counts == READ.get(name, (0, 0, 0, 0))
    assert tables.rejects["reason"].to_pylist() == REJECTED.get(name, [])
    assert mjai.sniff(content(shared / "corpus/mjai" / name)[:4096])


@pytest.mark.parametrize("name", sorted(READ))
def test_stated_changes_lead_to_the_next_stated_scores(shared, name):
    tables = read(shared, name)
    rounds, events = tables.rounds.to_pylist(), tables.events.to_pylist()
    results = [*tables.wins.to_pylist(), *tables.draws.to_pylist()]
    following = [*(r["start_scores"] for r in rounds[1:]), rounds[-1]["log_end_scores"]]
    for row, after in zip(rounds, following, strict=True):
        index = row["round_index"]
        deltas = [r["log_deltas"] for r in results if r["round_index"] == index]
        if None in (row["start_scores"], after, *deltas) or not deltas:
            continue
        paid = [e["seat"] for e in events if (e["round_index"], e["kind"]) == (index, "riichi_accepted")]
        sticks = [-1000 * paid.count(seat) for seat in range(len(after))]
        assert [sum(column) for column in zip(row["start_scores"], sticks, *deltas, strict=True)] == after


@pytest.mark.parametrize("name", sorted(READ))
def test_what_is_written_follows_the_schema_and_reads_the_same(shared, name):
    tables = read(shared, name)
    written = mjai_write.write(tables)
    assert list(problems(written)) == []
    again = mjai.read([Document(name, written)])
    assert again.rejects.num_rows == 0
    assert core(again) == core(tables)
    assert mjai_write.write(again) == written


def test_what_bots_attach_is_kept(shared):
    tables = read(shared, "mjai-manue-go/2026-07-01-130909.mjson")
    assert tables.extras.num_rows > 100
    line = content(shared / "corpus/mjai/mjai-manue-go/2026-07-01-130909.mjson").splitlines()[3]
    kept = {key for row in tables.extras["fields"].to_pylist() for key in json.loads(row)}
    assert kept >= set(json.loads(line)) - {"type", "actor", "pai", "tsumogiri"}


def test_counted_rounds_are_those_of_the_tenhou_log_that_the_file_quotes(shared):
    name = "mjai/test.mjlog.golden.16707321.log"
    quoted = re.findall(rb'<INIT seed="(\d+),(\d+),(\d+),', content(shared / "corpus/mjai" / name))
    counted = [
        (row["round_wind"] * 4 + row["round_number"] - 1, row["honba"], row["riichi_sticks"])
        for row in read(shared, name).rounds.to_pylist()
    ]
    assert counted == [tuple(map(int, seed)) for seed in quoted]
    assert len(counted) == 17


def test_a_file_that_quotes_the_tenhou_log_reads_the_same_either_way(shared):
    name = "mjai/test.mjlog.golden.16707321.log"
    ours = read(shared, name)
    quoted = tenhou_xml.read([Document(name, content(shared / "corpus/mjai" / name))])
    told = ["round_index", "seq", "kind", "seat", "target_seat", "tile", "consumed"]
    assert ours.events.select(told).to_pylist() == quoted.events.select(told).to_pylist()
    dealt = ["hand_0", "hand_1", "hand_2", "hand_3", "dora_indicators", "outcome"]
    assert ours.rounds.select(dealt).to_pylist() == quoted.rounds.select(dealt).to_pylist()


def test_yaku_of_the_original_dialect_are_named(shared):
    wins = read(shared, "mjai-manue-go/2026-07-01-130909.mjson").wins.to_pylist()
    assert [win["log_yaku"] for win in wins] == [
        ["aka_dora", "riichi"],
        ["aka_dora", "yakuhai_hatsu"],
        ["riichi", "ippatsu", "menzen_tsumo", "pinfu"],
        ["yakuhai_hatsu", "yakuhai_seat_wind", "honitsu"],
        ["aka_dora", "riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou"],
        ["aka_dora", "riichi"],
        ["aka_dora", "tanyao"],
        ["dora", "yakuhai_round_wind", "yakuhai_seat_wind", "honitsu"],
    ]
    assert all(sum(win["log_yaku_han"]) == win["log_han"] for win in wins)


def test_games_of_tenhou_survive_a_detour_through_mjai(shared):
    root = shared / "corpus/tenhou-xml"
    files = [p for p in sorted(root.rglob("*")) if p.is_file() and p.parent.name != "mahjong-hands"]
    files += sorted((root / "mahjong-hands").iterdir())[:60]
    tables = tenhou_xml.read([Document(p.name, content(p)) for p in files])
    written = mjai_write.write(tables)
    assert list(problems(written)) == []
    again = mjai.read([Document("all.mjson", written)])
    assert again.rejects.num_rows == 0
    assert tables.rounds.num_rows > 1000
    expected, found = core(tables), core(again)
    for rows in (expected, found):  # rows of extras have no order of their own
        rows["extras"].sort(key=repr)
    for name, rows in found.items():
        assert rows == expected[name], name
