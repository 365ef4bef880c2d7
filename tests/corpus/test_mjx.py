"""Real states and observations of mjx: all are read, as Tenhou's XML of the games is, and audited clean."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from mjlog.audit.assess import audit_batches
from mjlog.formats import mjx, registry, tenhou_xml
from mjlog.formats.base import Document
from mjlog.tables import LogTables
from mjlog.tiles import RED_MAN, TILE_NAMES
from mjlog.walls.shuffle import canonical, generator_of, numbers, shuffled
from tests.corpus.test_pairs import UNSAID, Gaps, differences, document, read

GAPS: Gaps = {
    "games": {"log_id", "platform", "room", "lobby", "length", "rules", "shuffle", "started_at"},
    "game_players": {"level", "rating", "log_final_points"},
    "rounds": {"dice"},
    "wins": {"log_limit", "log_fu", "log_honba", "log_riichi_sticks", "log_dora_indicators", "log_pao_seat"},
}
"""Columns that mjx leaves null, always, for yakuman, or where no file name tells the log."""
WALLS: Gaps = {"rounds": {"wall"}}
"""Columns that XML leaves null: it says the seed of the walls."""
SEED = re.compile(rb'<SHUFFLE seed="(mt19937ar-sha512-n288-base64,[^"]+)"')
REDS = [16, 52, 88]
LOST_CONNECTION = "encdec-kan-opened-03"
"""A game in which a player was away for a while, which mjx does not tell."""


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    return shared / "corpus" / "mjx" / "mjx"


@pytest.fixture(scope="module")
def tables(folder: Path) -> LogTables:
    found = mjx.read([Document(p.name, p.read_bytes()) for p in sorted(folder.iterdir())])
    found.validate()
    return found


def in_order_of_yaku(tables: LogTables) -> LogTables:
    """Wins whose yaku stand in one order: mjx sorts them, Tenhou has riichi before them all."""
    wins = tables.wins
    pairs = [
        sorted(zip(yaku, han, strict=True))
        for yaku, han in zip(wins["log_yaku"].to_pylist(), wins["log_yaku_han"].to_pylist(), strict=True)
    ]
    for name, part in (("log_yaku", 0), ("log_yaku_han", 1)):
        place = wins.column_names.index(name)
        wins = wins.set_column(place, name, [[[pair[part] for pair in row] for row in pairs]])
    return LogTables(**{t: getattr(tables, t) for t in tables.__slots__} | {"wins": wins})


def test_every_file_is_recognised_and_every_round_is_read(folder, tables):
    paths = list(folder.iterdir())
    assert [p.name for p in paths if registry.recognise(p.read_bytes()) is not mjx] == []
    assert tables.rejects.to_pylist() == []
    rounds = sum(p.read_bytes().count(b"hiddenState") for p in paths)
    assert rounds > 300
    assert tables.rounds.num_rows == rounds + 12  # the observations are of twelve rounds


def test_every_file_is_one_game(folder, tables):
    assert tables.games.num_rows == len(list(folder.iterdir())) > 50
    assert sum(tables.games["is_complete"].to_pylist()) == 18


def test_games_are_as_in_xml(shared, folder):
    xml = shared / "corpus" / "tenhou-xml" / "mjx"
    compared = 0
    for path in sorted(folder.iterdir()):
        other = xml / f"{path.stem}.mjlog"
        if other.exists() and path.stem != LOST_CONNECTION:
            left, right = (in_order_of_yaku(read(*pair)) for pair in ((tenhou_xml, other), (mjx, path)))
            gaps = {t: UNSAID["tenhou_xml"].get(t, set()) | WALLS.get(t, set()) for t in left.__slots__}
            assert list(differences(path.name, left, right, gaps, GAPS)) == []
            compared += 1
    assert compared == 48


def test_a_lost_connection_is_all_that_one_game_lacks(shared, folder):
    xml = read(tenhou_xml, shared / "corpus" / "tenhou-xml" / "mjx" / f"{LOST_CONNECTION}.mjlog").events
    other = read(mjx, folder / f"{LOST_CONNECTION}.json").events
    told = [row for row in xml.to_pylist() if row["kind"] not in ("leave", "return")]
    columns = ("round_index", "kind", "seat", "target_seat", "tile", "consumed", "is_tsumogiri")
    assert [[row[c] for c in columns] for row in told] == [
        [row[c] for c in columns] for row in other.to_pylist()
    ]


def test_walls_give_every_deal_draw_and_indicator(tables):
    events: dict[tuple[str, int], list[dict]] = {}
    for row in tables.events.to_pylist():
        events.setdefault((row["game_id"], row["round_index"]), []).append(row)
    checked = 0
    for row in tables.rounds.to_pylist():
        if (wall := row["wall"]) is None:
            continue
        seats = [(row["dealer_seat"] + turn) % 4 for turn in range(4)]
        for turn, seat in enumerate(seats):
            dealt = [t for block in range(3) for t in wall[16 * block + 4 * turn :][:4]] + [wall[48 + turn]]
            assert sorted(dealt) == sorted(row[f"hand_{seat}"])
        played = events.get((row["game_id"], row["round_index"]), [])
        kans = {"daiminkan", "kakan", "ankan"}
        drawn = [
            (now["tile"], before["kind"] in kans)
            for before, now in pairwise([{"kind": ""}, *(e for e in played if e["kind"] != "dora")])
            if now["kind"] == "draw"
        ]
        assert [t for t, is_replacement in drawn if not is_replacement] == wall[52:][
            : sum(not r for _, r in drawn)
        ]
        replaced = [t for t, is_replacement in drawn if is_replacement]
        assert replaced == wall[-11 : -11 - len(replaced) : -1]
        assert row["dora_indicators"] == wall[: -1 - 2 * len(row["dora_indicators"]) : -2]
        if row["ura_indicators"]:
            assert row["ura_indicators"] == wall[-2 : -2 - 2 * len(row["ura_indicators"]) : -2]
        checked += 1
    assert checked > 300


def test_walls_are_those_of_the_seeds_of_the_games(shared, folder):
    ids = np.arange(136)
    tiles = np.where(np.isin(ids, REDS), RED_MAN + np.searchsorted(REDS, ids), ids // 4).astype(np.uint8)
    compared = 0
    for path in sorted(folder.iterdir()):
        other = shared / "corpus" / "tenhou-xml" / "mjx" / f"{path.stem}.mjlog"
        seed = SEED.search(document(other).data) if other.exists() else None
        if seed is None:
            continue
        shuffle = seed[1].decode()
        recorded = read(mjx, path).rounds["wall"].to_pylist()
        drawn = numbers(shuffle, len(recorded))
        reach = np.zeros(len(recorded), dtype=np.int64)
        walls = canonical(shuffled(tiles, drawn), 4, reach, upper_first=generator_of(shuffle).upper_first)
        assert [[TILE_NAMES[code] for code in wall] for wall in walls] == recorded, path.name
        compared += 1
    assert compared == 49


def test_the_audit_finds_nothing(tables):
    report = audit_batches([tables], None)
    assert report.findings.to_pylist() == []
    assert report.rejects.num_rows == 0
