"""Facts of logs that hide hands, and of rounds cut off: what cannot be known is null, the rest stays."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from mjlog import schema
from mjlog.audit.assess import assess
from mjlog.facts import facts
from mjlog.tables import LogTables
from tests.reference.emit import generated
from tests.unit.replay.written import ELSEWHERE, WAITING, Round, written

Row = dict[str, Any]

OWN: dict[str, set[str]] = {
    "round_players": {
        "dealt_shanten",
        "dealt_dora",
        "dealt_aka",
        "tenpai_turn",
        "riichi_wait_kinds",
        "has_yaku_at_draw",
        "deal_in_shanten",
        "ura_dora",
        "expected_ura",
    },
    "discards": {"shanten_before", "shanten", "would_deal_in"},
    "melds": {"shanten_before", "shanten", "dora", "has_yakuhai", "has_tanyao", "has_sure_yaku"},
    "riichis": {
        "waits",
        "wait_tiles",
        "wait_shape",
        "is_good_shape",
        "is_kokushi",
        "is_furiten",
        "dora",
        "sure_yaku",
    },
    "riichi_classes": {"wait_kinds"},
    "discard_threats": {"unseen", "chance", "held_suji", "shanten_before", "shanten", "has_genbutsu"},
}
"""Columns that need the hand of the row's seat, by table; those of `round_players` after a win may be there,
since the win shows the hand."""
OTHERS = {"discard_threats": {"would_deal_in", "is_opponent_tenpai"}, "discards": {"would_deal_in"}}
"""Columns that need the hand of an opponent."""
SHOWN_BY_WINS = {"expected_ura", "ura_dora"}


def tables_of(preset: str) -> LogTables:
    return generated([json.dumps({"extends": preset})] * 4, range(10, 14))


def facts_of(tables: LogTables) -> dict[str, list[Row]]:
    evidence = assess(tables)
    return {name: table.to_pylist() for name, table in facts(evidence.replay, evidence.tables).items()}


def seen_by_seat_0(tables: LogTables) -> LogTables:
    """The tables without what other seats are dealt and draw."""
    rounds, events = tables.rounds.to_pylist(), tables.events.to_pylist()
    for row in rounds:
        for seat in (1, 2, 3):
            row[f"hand_{seat}"] = ["?"] * len(row[f"hand_{seat}"] or ())
    for row in events:
        if row["kind"] == "draw" and row["seat"] != 0:
            row["tile"] = "?"
    wins = tables.wins.to_pylist()
    return replace(
        tables,
        rounds=pa.Table.from_pylist(rounds, schema=tables.rounds.schema),
        events=pa.Table.from_pylist(events, schema=tables.events.schema),
        wins=pa.Table.from_pylist([row | {"log_hand": None} for row in wins], schema=tables.wins.schema),
    )


@pytest.mark.parametrize("preset", ["tenhou", "tenhou_sanma"])
def test_hidden_hands_leave_null_what_depends_on_them(preset: str) -> None:
    whole = tables_of(preset)
    known, seen = facts_of(whole), facts_of(seen_by_seat_0(whole))
    hidden_columns: set[tuple[str, str]] = set()
    for name, needed in OWN.items():
        assert len(known[name]) == len(seen[name])
        for full, part in zip(known[name], seen[name], strict=True):
            own = full["seat"] != 0
            others = "opponent" not in full or full["opponent"] != 0
            hidden = (needed if own else set()) | (OTHERS.get(name, set()) if others else set())
            for column, value in full.items():
                if column in hidden or column in SHOWN_BY_WINS:
                    assert part[column] is None or part[column] == value, (name, column)
                    if column not in SHOWN_BY_WINS:
                        assert part[column] is None, (name, column)
                        hidden_columns.add((name, column))
                else:
                    assert part[column] == value, (name, column, full)
    assert len(hidden_columns) == len({(n, c) for t in (OWN, OTHERS) for n, cs in t.items() for c in cs}) - 2


def test_waits_are_told_of_known_hands_only() -> None:
    whole = tables_of("tenhou")
    known, seen = facts_of(whole)["riichi_waits"], facts_of(seen_by_seat_0(whole))["riichi_waits"]
    assert seen == [row for row in known if row["seat"] == 0] != []


def cut_after(tables: LogTables, kept: int) -> LogTables:
    """The first round without all but so many events, and without its end."""
    rounds = tables.rounds.to_pylist()[:1]
    events = tables.events.slice(0, kept)
    game = pc.equal(tables.games["game_id"], rounds[0]["game_id"])
    players = pc.equal(tables.game_players["game_id"], rounds[0]["game_id"])
    cut = [row | {"outcome": None, "log_end_scores": None} for row in rounds]
    return replace(
        tables,
        games=tables.games.filter(game),
        game_players=tables.game_players.filter(players),
        rounds=pa.Table.from_pylist(cut, schema=tables.rounds.schema),
        events=events,
        wins=tables.wins.slice(0, 0),
        draws=tables.draws.slice(0, 0),
    )


FUTURE = {"did_deal_in", "dora", "has_yakuhai", "has_tanyao", "has_sure_yaku", "cancels_ippatsu"}
"""Columns that what comes later can change."""


@pytest.mark.parametrize("seed", range(3))
def test_a_round_cut_off_anywhere_keeps_the_facts_of_what_was_played(seed: int) -> None:
    stated = [json.dumps({"extends": "tenhou"})]
    tables = generated(stated, [seed], max_rounds=1)
    whole = facts_of(cut_after(tables, len(tables.events)))
    for kept in range(0, len(tables.events), 7):
        cut = facts_of(cut_after(tables, kept))
        for name in ("discards", "melds", "discard_threats"):
            before = [row for row in whole[name] if row["seq"] < kept]
            assert [_past(row) for row in cut[name]] == [_past(row) for row in before]
        assert [row["seq"] for row in cut["riichis"]] == [
            r["seq"] for r in whole["riichis"] if r["seq"] < kept
        ]


def _past(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in FUTURE}


def test_a_riichi_without_its_tile_waits_for_nothing_known() -> None:
    hands = {0: WAITING, 1: ELSEWHERE, 2: ELSEWHERE, 3: ELSEWHERE}
    cut = facts_of(written([Round("0 draw 1z; 0 riichi", hands)]))
    (riichi,) = cut["riichis"]
    unknown = OWN["riichis"] | {"tile", "is_tsumogiri"}
    assert {name for name, value in riichi.items() if value is None} == unknown
    assert cut["riichi_waits"] == cut["riichi_classes"] == []
    assert (riichi["riichi_order"], riichi["chasers"], riichi["turn"]) == (1, 0, 1)


def test_nothing_in_nothing_out() -> None:
    assert {name: [] for name in (t.name for t in schema.FACTS)} == facts_of(LogTables.empty())
