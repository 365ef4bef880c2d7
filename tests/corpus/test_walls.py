"""Walls of real logs: the deal is proven wherever a log carries the means."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from mjlog.api import audit
from mjlog.audit.assess import AuditReport, assess, audit_batches
from mjlog.formats import read
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES

PROVEN = ("WA004", "WA005", "WA006", "WA007", "WA008")
"""What is checked of every tile of a round."""


def walls_of(folder: Path, pattern: str = "**/*") -> AuditReport:
    """The audit of the walls of the logs in a folder."""
    files = sorted(str(path) for path in folder.glob(pattern) if path.is_file())
    return audit(files, select=["WA"])


def checked(report: AuditReport) -> dict[str, int]:
    return {code: report.counts.checked[code] for code in PROVEN}


def deals(path: Path) -> int:
    """How many deals a log of Tenhou has whose wall follows from a seed."""
    data = path.read_bytes()
    text = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    of_game = re.search(rb'<SHUFFLE[^>]*\bseed="mt19937ar', text) is not None
    return sum(of_game or b'shuffle="mt19937ar' in deal for deal in re.findall(rb"<INIT[^>]*>", text))


@pytest.mark.parametrize("part", ["00a9", "00b9", "00e1"], ids=["hanchan", "three players", "east only"])
def test_every_tile_of_tenhous_games_follows_from_the_seed(shared: Path, part: str) -> None:
    report = walls_of(shared / "corpus/tenhou-xml/mahjong-hands", f"*-{part}-*")
    assert report.findings.to_pylist() == []
    assert all(checked(report).values())
    rounds = report.counts.rounds
    proven = ("WA005", "WA007", "WA009")
    assert {code: report.counts.checked[code] for code in proven} == dict.fromkeys(proven, rounds)
    assert sum(report.counts.not_checkable[code] for code in PROVEN) == 0


@pytest.mark.parametrize("folder", ["mjx", "pantheon", "tenhou", "tenhou-paifu-to-json"])
def test_older_seeds_give_the_walls_of_their_games(shared: Path, folder: str) -> None:
    root = shared / "corpus/tenhou-xml" / folder
    report = walls_of(root)
    assert report.findings.to_pylist() == []
    expected = sum(deals(path) for path in root.rglob("*") if path.is_file())
    assert 0 < report.counts.checked["WA007"] <= expected
    assert report.counts.checked["WA007"] >= expected - report.counts.rejects


@pytest.mark.parametrize(
    ("folder", "hashed"), [("majsoul", "WA001"), ("riichicity", "WA001")], ids=["mahjong_soul", "riichi_city"]
)
def test_recorded_walls_are_those_of_their_hashes_and_rounds(shared: Path, folder: str, hashed: str) -> None:
    report = walls_of(shared / "corpus" / folder)
    assert report.findings.to_pylist() == []
    assert all(checked(report).values())
    assert report.counts.checked[hashed] >= report.counts.rounds - 2
    assert report.counts.checked["WA002"] >= report.counts.rounds - 2


def test_a_tile_of_a_real_game_that_is_changed_is_found(shared: Path, tmp_path: Path) -> None:
    source = next((shared / "corpus/tenhou-xml/mahjong-hands").glob("*-00a9-*"))
    text = source.read_text("utf-8")
    drawn = re.search(r"<T(\d+)/><D\1/>", text)
    assert drawn is not None
    other = next(tile for tile in range(40, 136) if f">{tile}<" not in text and str(tile) != drawn[1])
    changed = tmp_path / source.name
    changed.write_text(text.replace(drawn[0], f"<T{other}/><D{other}/>", 1), "utf-8")
    rows: list[dict[str, Any]] = audit(changed, select=["WA005"]).findings.to_pylist()
    assert [row["code"] for row in rows] == ["WA005"]


DAMAGE = {
    "another character": lambda seed: seed[:300] + ("A" if seed[300] != "A" else "B") + seed[301:],
    "cut": lambda seed: seed[:-8],
    "no text of base64": lambda seed: seed[:300] + "!!!!" + seed[304:],
    "too long": lambda seed: seed + "A" * 100_000,
}
"""What happens to the seed of a game."""


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_seed_is_told_once(shared: Path, tmp_path: Path, damage: str) -> None:
    source = min((shared / "corpus/tenhou-xml/mahjong-hands").glob("*-00a9-*"))
    text = source.read_text("utf-8")
    seed = re.search(r'seed="(mt19937ar[^"]*)"', text)
    assert seed is not None
    changed = tmp_path / source.name
    changed.write_text(text.replace(seed[1], DAMAGE[damage](seed[1])), "utf-8")
    assert audit(changed).counts.findings == {"WA010": 1}


def test_a_round_that_is_cut_out_spoils_no_walls_of_later_ones(shared: Path, tmp_path: Path) -> None:
    source = min((shared / "corpus/tenhou-xml/mahjong-hands").glob("*-00a9-*"))
    text = source.read_text("utf-8")
    begins = [match.start() for match in re.finditer("<INIT", text)]
    changed = tmp_path / source.name
    changed.write_text(text[: begins[3]] + text[begins[4] :], "utf-8")
    report = audit(changed, select=["WA"])
    assert [(row["code"], row["round_index"]) for row in report.findings.to_pylist()] == [("WA010", 3)]
    assert report.counts.checked["WA005"] == report.counts.rounds == len(begins) - 1


@pytest.fixture(scope="module")
def seeded(shared: Path) -> LogTables:
    """A game of some rounds, and its seed."""
    tables = read([min((shared / "corpus/tenhou-xml/mahjong-hands").glob("*-00a9-*"))])
    assert len(tables.rounds) > 3
    return tables


def with_values(table: pa.Table, name: str, values: list[Any]) -> pa.Table:
    place = table.schema.get_field_index(name)
    field = table.schema.field(place)
    return table.set_column(place, field, pa.array(values).cast(field.type))


def another_seed(tables: LogTables) -> LogTables:
    """The game with one character of its seed changed."""
    seed = tables.games["shuffle"][0].as_py()
    other = seed[:300] + ("A" if seed[300] != "A" else "B") + seed[301:]
    return replace(tables, games=with_values(tables.games, "shuffle", [other]))


def with_recorded(tables: LogTables, walls: dict[int, int]) -> LogTables:
    """The game with the walls of some rounds recorded: by round, which of the seed's walls."""
    made = assess(tables).walls.tiles
    names = [
        [TILE_NAMES[code] for code in made[walls[number]]] if number in walls else None
        for number in range(len(tables.rounds))
    ]
    return replace(tables, rounds=with_values(tables.rounds, "wall", names))


def without_round(tables: LogTables, number: int) -> LogTables:
    cut = {
        name: table.filter(pc.not_equal(table["round_index"], number))
        for name in ("rounds", "events", "wins", "draws")
        for table in [getattr(tables, name)]
    }
    for name, table in cut.items():
        index = [i - (i > number) for i in table["round_index"].to_pylist()]
        cut[name] = with_values(table, "round_index", index)
    assert len(cut["rounds"]) == len(tables.rounds) - 1
    return replace(tables, **cut)


def test_recorded_walls_hold_though_the_seed_is_wrong(seeded: LogTables) -> None:
    rounds = len(seeded.rounds)
    report = audit_batches([another_seed(with_recorded(seeded, {0: 0, 1: 1}))])
    assert report.counts.findings == {"WA003": 2, "WA010": 1}
    told = [row["actual"] for row in report.findings.to_pylist() if row["code"] == "WA010"]
    assert told[0].startswith(f"{rounds - 2} of {rounds} rounds")
    assert {report.counts.checked[code] for code in ("WA005", "WA007")} == {2}


def test_wrong_recorded_walls_stay_wrong_though_those_of_the_seed_fit(seeded: LogTables) -> None:
    damaged = without_round(with_recorded(seeded, {0: 1, 1: 0}), 5)
    walls = assess(damaged).walls
    assert np.flatnonzero(walls.is_foreign).tolist() == [0, 1]
    report = audit_batches([damaged], select=["WA"])
    assert report.counts.findings == {"WA003": 2, "WA010": 1}
    assert report.counts.checked["WA005"] == report.counts.rounds - 2
    assert report.counts.checked["WA009"] == report.counts.rounds


def test_recorded_walls_after_a_missing_round_are_those_of_the_seed(seeded: LogTables) -> None:
    damaged = without_round(
        with_recorded(seeded, {number: number for number in range(len(seeded.rounds))}), 3
    )
    report = audit_batches([damaged], select=["WA"])
    assert [(row["code"], row["round_index"]) for row in report.findings.to_pylist()] == [("WA010", 3)]


def test_the_seed_of_a_round_holds_though_that_of_the_game_is_wrong(seeded: LogTables) -> None:
    own = [seeded.games["shuffle"][0].as_py(), *[None] * (len(seeded.rounds) - 1)]
    with_own = replace(seeded, rounds=with_values(seeded.rounds, "shuffle", own))
    assert not assess(with_own).walls.is_foreign.any()
    walls = assess(another_seed(with_own)).walls
    assert np.flatnonzero(~walls.is_foreign).tolist() == [0]
    assert walls.is_shuffled[0]


def test_a_wrong_seed_of_a_round_is_told_of_that_round(seeded: LogTables) -> None:
    own = [another_seed(seeded).games["shuffle"][0].as_py(), *[None] * (len(seeded.rounds) - 1)]
    walls = assess(replace(seeded, rounds=with_values(seeded.rounds, "shuffle", own))).walls
    assert np.flatnonzero(walls.is_foreign).tolist() == [0]
