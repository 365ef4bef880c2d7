"""`round_players` and `discards` against a recount with the reference replayer."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from mjlog import schema
from mjlog.audit.assess import assess
from mjlog.facts import facts as tables_of_facts
from mjlog.facts.deltas import PARTS
from mjlog.formats import read
from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from tests.reference.emit import generated
from tests.reference.model import RoundInput
from tests.reference.tables import from_tables
from tests.reference.variants import ADDED_POINTS
from tests.unit.facts.recount import discard_rows, player_rows, rounds_of


@dataclass
class Facts:
    """Generated games and their facts."""

    tables: LogTables
    given: list[RoundInput]
    players: pa.Table
    discards: pa.Table


def facts_of(tables: LogTables) -> tuple[pa.Table, pa.Table]:
    evidence = assess(tables)
    made = tables_of_facts(evidence.replay, evidence.tables)
    return made["round_players"], made["discards"]


@pytest.fixture(scope="module", params=["tenhou", "tenhou_sanma", "mahjong_soul", "added points"])
def facts(request: pytest.FixtureRequest) -> Facts:
    stated = json.dumps(ADDED_POINTS if request.param == "added points" else {"extends": request.param})
    rules = resolve(stated)
    seeds = range(6)
    tables = generated([stated] * len(seeds), seeds)
    facts = Facts(tables, list(from_tables(tables, lambda _: rules)), *facts_of(tables))
    assert facts.players.num_rows > 0
    return facts


def wins_by_round(tables: LogTables) -> dict[tuple[str, int], list[dict[str, Any]]]:
    found: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for row in tables.wins.to_pylist():
        found.setdefault((row["game_id"], row["round_index"]), []).append(row)
    return found


def test_tables_follow_their_schemas(facts: Facts) -> None:
    for table, declared in ((facts.players, schema.ROUND_PLAYERS), (facts.discards, schema.DISCARDS)):
        assert table.schema.equals(declared.arrow)
        table.validate(full=True)
        for column in declared.columns:
            assert column.nullable or not table[column.name].null_count, column.name


def test_players_are_as_the_reference_replays_them(facts: Facts) -> None:
    rows = iter(facts.players.to_pylist())
    wins = wins_by_round(facts.tables)
    for given, moments, row in rounds_of(facts.tables, facts.given):
        key = row["game_id"], row["round_index"]
        for expected in player_rows(given, moments, wins.get(key, [])):
            actual = next(rows)
            assert (actual["game_id"], actual["round_index"]) == key
            skipped = {"deal_in_shanten"} if expected["deal_in_shanten"] is None else set()
            differing = {
                n: (actual[n], v) for n, v in expected.items() if n not in skipped and actual[n] != v
            }
            assert not differing, key
    assert next(rows, None) is None


def test_discards_are_as_the_reference_replays_them(facts: Facts) -> None:
    rows = iter(facts.discards.to_pylist())
    wins = wins_by_round(facts.tables)
    for _, moments, row in rounds_of(facts.tables, facts.given):
        key = row["game_id"], row["round_index"]
        for expected in discard_rows(moments, wins.get(key, [])):
            actual = next(rows)
            assert (actual.pop("game_id"), actual.pop("round_index")) == key
            assert actual == expected, key
    assert next(rows, None) is None


def test_parts_add_up_to_the_change_of_the_logged_scores(facts: Facts) -> None:
    ends = {
        (row["game_id"], row["round_index"]): (row["start_scores"], row["log_end_scores"])
        for row in facts.tables.rounds.to_pylist()
    }
    for row in facts.players.to_pylist():
        start, end = ends[row["game_id"], row["round_index"]]
        assert row["score_delta"] == end[row["seat"]] - start[row["seat"]]
        assert row["score_delta"] == sum(row[part] for part in PARTS)
        assert row["other_delta"] == 0


def test_each_part_has_its_cause(facts: Facts) -> None:
    causes = {
        "win_delta": lambda r: r["is_win"],
        "deal_in_delta": lambda r: r["is_deal_in"],
        "tsumo_loss_delta": lambda r: r["is_tsumo_loss"],
        "draw_delta": lambda r: r["draw_type"] is not None,
        "riichi_delta": lambda r: r["is_riichi_accepted"],
        "pao_delta": lambda r: r["is_pao"],
    }
    for row in facts.players.to_pylist():
        for part, is_cause in causes.items():
            assert not row[part] or is_cause(row), (part, row)
        is_kept = row["is_riichi_accepted"] and row["outcome"] != "chombo"
        assert (row["riichi_delta"] == -1000) == is_kept
        assert row["penalty_delta"] <= 0


def test_bonuses_change_hands(facts: Facts) -> None:
    paid = {(e["game_id"], e["round_index"]) for e in facts.tables.events.to_pylist() if e["kind"] == "bonus"}
    rounds: dict[tuple[str, int], list[int]] = {}
    for row in facts.players.to_pylist():
        rounds.setdefault((row["game_id"], row["round_index"]), []).append(row["bonus_delta"])
    assert {key for key, parts in rounds.items() if any(parts)} == paid
    assert {sum(parts) for parts in rounds.values()} == {0}


def test_table_turns_count_the_discards_of_everybody(facts: Facts) -> None:
    counted = {
        (row["game_id"], row["round_index"], row["seat"]): index
        for index, row in enumerate(facts.players.to_pylist())
    }
    rows = facts.players.to_pylist()
    before: dict[tuple[str, int], int] = {}
    riichi_tiles = 0
    for discard in facts.discards.to_pylist():
        key = discard["game_id"], discard["round_index"]
        player = rows[counted[*key, discard["seat"]]]
        seats = facts.given[0].players
        turn = before.get(key, 0) / seats + 1
        before[key] = before.get(key, 0) + 1
        if discard["is_riichi_tile"]:
            riichi_tiles += 1
            assert player["riichi_table_turn"] == pytest.approx(turn)
        if discard["did_deal_in"]:
            assert player["deal_in_table_turn"] == pytest.approx(turn)
    assert riichi_tiles


def test_tenpai_at_draw_is_as_logged(facts: Facts) -> None:
    logged = {
        (row["game_id"], row["round_index"]): row["log_tenpai"] for row in facts.tables.draws.to_pylist()
    }
    for row in facts.players.to_pylist():
        shown = logged.get((row["game_id"], row["round_index"]))
        expected = shown[row["seat"]] if shown and row["outcome"] == "exhaustive_draw" else None
        assert row["is_tenpai_at_draw"] == expected


def test_without_logged_changes_the_recomputed_ones_count(facts: Facts) -> None:
    def unlogged(table: pa.Table, *names: str) -> pa.Table:
        for name in names:
            at = table.schema.get_field_index(name)
            field = table.schema.field(at)
            table = table.set_column(at, field, pa.nulls(len(table), field.type))
        return table

    bare = replace(
        facts.tables,
        rounds=unlogged(facts.tables.rounds, "log_end_scores"),
        wins=unlogged(facts.tables.wins, "log_deltas", "log_points", "log_han", "log_yaku", "log_pao_seat"),
        draws=unlogged(facts.tables.draws, "log_deltas", "log_tenpai"),
    )
    players, _ = facts_of(bare)
    same = [
        "score_delta",
        *PARTS,
        "win_points",
        "win_han",
        "is_ippatsu",
        "deal_in_points",
        "is_tenpai_at_draw",
    ]
    assert players.select(same).to_pylist() == facts.players.select(same).to_pylist()


def test_a_round_without_a_result_has_no_deltas(facts: Facts) -> None:
    cut = replace(
        facts.tables,
        wins=facts.tables.wins.slice(0, 0),
        draws=facts.tables.draws.slice(0, 0),
    )
    players, _ = facts_of(cut)
    assert players["score_delta"].null_count == len(players)


def test_what_the_scores_change_besides_is_told(facts: Facts) -> None:
    rounds = facts.tables.rounds
    ends = rounds["log_end_scores"].to_pylist()
    ends[0][1] -= 500
    at = rounds.schema.get_field_index("log_end_scores")
    field = rounds.schema.field(at)
    changed = rounds.set_column(at, field, pa.array(ends, field.type))
    players, _ = facts_of(replace(facts.tables, rounds=changed))
    assert players["other_delta"].to_pylist()[:3] == [0, -500, 0]
    first = players.to_pylist()[1]
    assert first["score_delta"] == sum(first[part] for part in PARTS)


def test_nothing_in_nothing_out() -> None:
    players, thrown = facts_of(LogTables.empty())
    assert len(players) == len(thrown) == 0


@pytest.mark.corpus
@pytest.mark.parametrize("pattern", ["*-00a9-*1.*", "*-00b9-*", "*-00e1-*"])
def test_real_scores_change_by_the_parts_alone(shared: Path, pattern: str) -> None:
    folder = shared / "corpus/tenhou-xml/mahjong-hands"
    players, _ = facts_of(read(str(folder / pattern)))
    assert len(players) > 1000
    assert set(players["other_delta"].to_pylist()) == {0}
    assert sum(players["deal_ins"].to_pylist()) == sum(
        w and not t for w, t in zip(*(players[c].to_pylist() for c in ("is_win", "is_tsumo")), strict=True)
    )


def test_wins_that_a_log_repeats_count_once(facts: Facts) -> None:
    """But for the points, which it moves twice."""
    told = [
        {**row, "win_index": row["win_index"] + again * len(rows)}
        for rows in wins_by_round(facts.tables).values()
        for again in (0, 1)
        for row in rows
    ]
    twice = replace(facts.tables, wins=pa.Table.from_pylist(told, facts.tables.wins.schema))
    assert len(twice.wins) == 2 * len(facts.tables.wins) > 0
    players, discards = facts_of(twice)
    same = [n for n in players.column_names if not n.endswith("_delta") and n != "end_rank"]
    assert players.select(same).equals(facts.players.select(same))
    assert discards.equals(facts.discards)
