"""Melds, riichi, tile classes and discards against threats, tile by tile against the reference."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.audit.assess import assess
from mjlog.facts import facts
from mjlog.formats import read
from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from tests.reference.emit import generated
from tests.reference.model import Moment, RoundInput
from tests.reference.tables import from_tables
from tests.reference.variants import ADDED_POINTS, LOCAL_YAKU
from tests.unit.facts.recount import rounds_of
from tests.unit.facts.recount_danger import threat_rows
from tests.unit.facts.recount_riichis import (
    class_rows,
    end_rows,
    meld_rows,
    paid_shapes,
    riichi_row,
    riichis,
    robbed_kan,
    sure_yaku,
    ura_row,
    wait_rows,
)

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ("hanchan", "sanma", "toutenkou", "rare", "rare_sanma", "rare_soul", "rare_two_player", "jpml_b")
"""Simulated games, in `data/samples`."""
REAL = ("*-00a9-*1.*", "*-00b9-*1.*", "*-00e1-*1.*")
"""Houou games of four players, three, and of east rounds."""
HOUSES: dict[str, dict[str, Any]] = {
    "added points": ADDED_POINTS,
    "local yaku": {"extends": "tenhou", **LOCAL_YAKU},
    "no ippatsu": {"extends": "tenhou", "ippatsu": False, "open_tanyao": False},
    "set aside unclaimed": {"extends": "tenhou_sanma", "set_aside_ron": False},
}
PRESETS = ("tenhou", "tenhou_sanma", "mahjong_soul", "mahjong_soul_sanma", "two_player", "ema_2016", "jpml_a")
KEYS = ("game_id", "round_index")
Row = dict[str, Any]
Key = tuple[str, int]


@dataclass
class Played:
    """Games with their facts and what the reference makes of their rounds."""

    tables: LogTables
    facts: dict[str, pa.Table]
    rounds: list[tuple[RoundInput, list[Moment], Row]]

    @classmethod
    def of(cls, tables: LogTables) -> Played:
        evidence = assess(tables)
        rules = {
            row["game_id"]: resolve(row["rules"], row["player_count"]) for row in tables.games.to_pylist()
        }
        given = list(from_tables(tables, lambda game: rules[game["game_id"]]))
        return cls(tables, facts(evidence.replay, evidence.tables), list(rounds_of(tables, given)))

    def rows(self, name: str) -> dict[Key, list[Row]]:
        """Rows of a table by round, without their keys."""
        return by_round(self.facts[name])

    @property
    def wins(self) -> dict[Key, list[Row]]:
        return by_round(self.tables.wins)

    def walk(self) -> Iterator[tuple[Key, RoundInput, list[Moment], Row]]:
        for given, moments, row in self.rounds:
            yield (row["game_id"], row["round_index"]), given, moments, row


def by_round(table: pa.Table) -> dict[Key, list[Row]]:
    found: dict[Key, list[Row]] = {}
    for row in table.to_pylist():
        found.setdefault((row.pop("game_id"), row.pop("round_index")), []).append(row)
    return found


def agree(actual: list[Row], expected: list[Row], key: Key) -> None:
    """Compare rows, and say only what differs."""
    assert len(actual) == len(expected), key
    for a, e in zip(actual, expected, strict=True):
        assert not {n: (a[n], v) for n, v in e.items() if a[n] != pytest.approx(v)}, (key, e)


def games(name: str, request: pytest.FixtureRequest) -> LogTables:
    """Games that the reference generates under a rule set, simulated ones, or collected ones."""
    if name in SAMPLES:
        return read(str(ROOT / "data/samples" / f"{name}.jsonl"))
    if name in REAL:
        return read(str(request.getfixturevalue("shared") / "corpus/tenhou-xml/mahjong-hands" / name))
    stated = json.dumps(HOUSES.get(name, {"extends": name}))
    return generated([stated] * 4, range(4))


@pytest.fixture(
    scope="module",
    params=[*PRESETS, *HOUSES, *SAMPLES, *(pytest.param(name, marks=pytest.mark.corpus) for name in REAL)],
)
def played(request: pytest.FixtureRequest) -> Played:
    """Games and their facts."""
    return Played.of(games(request.param, request))


def test_each_table_says_something(played: Played) -> None:
    assert all(len(table) for name, table in played.facts.items() if name != "melds")


def test_tables_follow_their_schemas(played: Played) -> None:
    for declared in schema.FACTS:
        table = played.facts[declared.name]
        assert table.schema.equals(declared.arrow)
        table.validate(full=True)
        for column in declared.columns:
            assert column.nullable or not table[column.name].null_count, column.name


def test_melds_are_as_the_reference_replays_them(played: Played) -> None:
    actual, wins = played.rows("melds"), played.wins
    for key, given, moments, _ in played.walk():
        robbed = robbed_kan(given, wins.get(key, []))
        agree(actual.get(key, []), list(meld_rows(given, moments, robbed)), key)


def test_riichi_are_as_the_reference_reads_them(played: Played) -> None:
    actual = played.rows("riichis")
    for key, given, moments, _ in played.walk():
        declared = riichis(given, moments)
        agree(actual.get(key, []), [riichi_row(r, moments) for r in declared], key)
        for row, riichi in zip(actual.get(key, []), declared, strict=True):
            assert set(row["sure_yaku"] or ()) in (sure_yaku(riichi) or [set()]), (key, row)
            assert (row["sure_yaku"] is None) == (not riichi.waits)


def test_waits_of_riichi_are_as_the_reference_reads_them(played: Played) -> None:
    actual = played.rows("riichi_waits")
    for key, given, moments, _ in played.walk():
        declared = riichis(given, moments)
        agree(actual.get(key, []), [row for r in declared for row in wait_rows(r)], key)
        read_as = [(r, row["tile"]) for r in declared for row in wait_rows(r)]
        for row, (riichi, tile) in zip(actual.get(key, []), read_as, strict=True):
            assert row["wait_shape"] in paid_shapes(riichi, tile), (key, row)


def test_classes_of_all_kinds_add_up_as_the_reference_counts_them(played: Played) -> None:
    actual = played.rows("riichi_classes")
    for key, given, moments, _ in played.walk():
        expected = {r.view.seat: class_rows(r) for r in riichis(given, moments)}
        found: dict[int, dict[tuple[str, str, int | None], tuple[int, int]]] = {}
        for row in actual.get(key, []):
            of_seat = found.setdefault(row["seat"], {})
            named = row["tile_class"], row["rank_group"], row["visible"]
            assert named not in of_seat
            of_seat[named] = row["kinds"], row["wait_kinds"]
        assert found == expected, key


def test_discards_meet_threats_as_the_reference_sees_them(played: Played) -> None:
    actual, wins = played.rows("discard_threats"), played.wins
    for key, given, moments, _ in played.walk():
        agree(actual.get(key, []), list(threat_rows(given, moments, wins.get(key, []))), key)


def test_rounds_begin_and_end_as_the_reference_says(played: Played) -> None:
    actual, wins = played.rows("round_players"), played.wins
    draws = by_round(played.tables.draws)
    for key, given, moments, row in played.walk():
        draw = draws.get(key, [None])[0]
        agree(actual[key], end_rows(given, moments, row, draw, wins.get(key, [])), key)


def test_ura_dora_are_as_the_reference_turns_them(played: Played) -> None:
    actual = played.rows("round_players")
    for key, given, moments, _ in played.walk():
        won = {w["seat"]: ura_row(given, moments, w) for w in given.wins if w["tile"] is not None}
        nothing = {"ura_dora": None, "expected_ura": None}
        for row in actual[key]:
            agree([row], [won.get(row["seat"]) or nothing], key)
