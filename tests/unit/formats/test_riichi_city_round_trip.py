"""Simulated games, recorded as Riichi City does, are read as they were played."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import pytest

from mjlog.audit.assess import audit_batches
from mjlog.formats.base import Document
from mjlog.formats.riichi_city import read
from mjlog.simulate import simulate
from mjlog.tables import LogTables
from tests.unit.formats.riichi_city_record import records

LOST = {
    "games": {"source_path", "source_format", "source_offset", "platform", "rules", "room", "started_at"},
    "rounds": {"source_offset", "log_end_scores", "ura_indicators", "wall_text", "wall_hash", "shuffle"},
    "events": {"source_offset", "elapsed"},
    "wins": {"source_offset", "log_limit", "log_honba", "log_dora_indicators", "log_fu", "log_deltas"},
    "draws": {"source_offset", "log_tenpai"},
    "game_players": {"name", "account_id"},
}
"""What a record does not say, or says in another way, which other tests here look at."""


PRESETS = ("riichi_city", "riichi_city_sanma")


@pytest.fixture(
    scope="module",
    params=[(preset, rare) for preset in PRESETS for rare in (False, True)],
    ids=lambda param: f"{param[0]}{'-rare' * param[1]}",
)
def games(request) -> tuple[LogTables, LogTables]:
    """Simulated games, ordinary ones and those of rare deals, and what is read of their records."""
    preset, rare = request.param
    tables = LogTables.concat(list(simulate(preset, games=40 if rare else 12, seed=7, rare=rare)))
    documents = [
        Document(f"{i}.json", json.dumps(record).encode())
        for i, record in enumerate(records(tables, first_place=2))
    ]
    again = read(documents)
    again.validate()
    return tables, again


def test_nothing_is_refused(games):
    _, again = games
    assert again.rejects.to_pylist() == []


@pytest.mark.parametrize("name", LOST)
def test_tables_are_as_before(games, name):
    before, after = (getattr(tables, name) for tables in games)
    for column in before.column_names:
        if column not in LOST[name] and not column.startswith("calc_"):
            assert after[column].to_pylist() == before[column].to_pylist(), column


def test_wins_are_paid_as_before(games):
    sums: list[dict] = []
    for tables in games:
        paid = defaultdict(list)
        for w in tables.wins.to_pylist():
            paid[w["game_id"], w["round_index"]].append(w["log_deltas"])
        sums.append({key: [sum(seat) for seat in zip(*deltas, strict=True)] for key, deltas in paid.items()})
    assert sums[0] == sums[1]


def test_fu_are_as_before_but_those_of_yakuman(games):
    before, after = ([fu or 0 for fu in tables.wins["log_fu"].to_pylist()] for tables in games)
    assert before == after


def test_who_is_tenpai_is_as_before(games):
    before, after = (
        [d["log_tenpai"] for d in tables.draws.to_pylist() if d["log_type"] == "exhaustive"]
        for tables in games
    )
    assert before == after != []


def test_shown_ura_indicators_are_as_before(games):
    before, after = (
        [r["ura_indicators"] or [] for r in tables.rounds.to_pylist() if r["outcome"] in ("ron", "tsumo")]
        for tables in games
    )
    assert before == after


def test_the_audit_finds_nothing(games):
    _, again = games
    assert audit_batches([again], None).findings.to_pylist() == []


def test_everything_usual_was_among_it(games):
    before, _ = games
    kinds = Counter(before.events["kind"].to_pylist())
    assert {"pon", "ankan", "riichi", "riichi_accepted", "dora", "win", "exhaustive_draw"} <= set(kinds)
    assert kinds["chi"] + kinds["kita"] + kinds["abortive_draw"] > 0
