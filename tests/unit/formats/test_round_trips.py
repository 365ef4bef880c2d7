"""Games that are written and read again: the same tables but for declared gaps."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.audit.assess import audit_batches
from mjlog.formats import majiang, mjai, tenhou_json
from mjlog.rulesets import presets
from mjlog.simulate import simulate
from mjlog.tables import LogTables
from tests.reference.emit import generated
from tests.unit.formats.tables_equal import differences, taken_back, undeclared

WRITERS = {"mjai": mjai, "tenhou_json": tenhou_json, "majiang": majiang}
UNSAID = {"majiang": ("leave", "return")}

PARTLY = {
    "mjai": {},
    "tenhou_json": {
        "games.platform (left out)": "it follows from a room or a log id of the platform",
        "games.started_at (left out)": "it follows from a log id of the platform",
        "wins.log_han (left out)": "the worth of a yakuman is said by its name",
        "wins.log_fu (left out)": "likewise",
        "draws.log_tenpai (left out)": "it follows from payments, which a nagashi mangan hides",
        "order of events (changed)": "indicators are taken for turned when Tenhou turns them",
        "rows of events (left out)": "an indicator that Tenhou would not have turned yet is no event",
        "rows of extras (left out)": "only a title is said",
        "extras.fields (changed)": "likewise",
    },
    "majiang": {
        "games.platform (left out)": "it follows from a room or a log id of the platform",
        "games.log_id (left out)": "only ids of platforms are found in a title",
        "games.started_at (left out)": "it follows from a log id of the platform",
        "wins.log_limit (left out)": "only yakuman are named",
        "events of kind leave (left out)": "no move tells of connections",
        "events of kind return (left out)": "likewise",
    },
}  # fmt: skip
"""What a format says at times only."""

PROBLEMS = {
    "mjai": (),
    "tenhou_json": ("2 players", "not counted in han and fu", "event of kind"),
    "majiang": ("2 players", "3 players", "event of kind"),
}
"""Why a format cannot say simulated games at all."""


@cache
def simulated(preset: str) -> LogTables:
    parts = [*simulate(preset, games=1, seed=5), *simulate(preset, games=8, seed=6, rare=True)]
    return LogTables.concat(parts)


@cache
def written(name: str, preset: str) -> tuple[list[tuple[LogTables, LogTables, tuple[str, ...]]], list[str]]:
    """The simulated games of a preset that a format can say, as they were and came back; all problems."""
    problems: list[str] = []
    return list(taken_back(WRITERS[name], simulated(preset), problems)), problems


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("preset", presets())
def test_what_is_lost_is_told_and_is_a_gap_of_the_format(name, preset):
    for before, after, lost in written(name, preset)[0]:
        assert differences(before, after, UNSAID.get(name, ())) == set(lost)
        assert undeclared(lost, WRITERS[name].COVERAGE, PARTLY[name]) == set()


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("preset", presets())
def test_games_that_a_format_cannot_say_are_told_one_by_one(name, preset):
    _, told = written(name, preset)
    assert len(told) == len(simulated(preset).games)
    assert [p for p in told if p and not any(word in p for word in PROBLEMS[name])] == []


@pytest.mark.parametrize("preset", ["tenhou", "mahjong_soul", "jpml_a"])
def test_games_of_four_are_said_by_every_format(preset):
    for writer in WRITERS.values():
        assert not any(game.problem for game in writer.games(next(simulate(preset, games=1, seed=5))))


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("preset", presets())
def test_the_audit_finds_as_much_after_as_before(name, preset):
    """A game without a finding has none once it was written and read, by the rules that it says itself."""
    read = [
        after
        for _, after, lost in written(name, preset)[0]
        if not any("of events" in phrase for phrase in lost)
    ]
    report = audit_batches(read, None)
    assert report.findings.to_pylist() == []
    assert {name.removesuffix(", changed") for name, _ in report.counts.judged_by} <= {preset}


@pytest.mark.parametrize("name", WRITERS)
def test_a_second_writing_loses_nothing_more(name):
    writer = WRITERS[name]
    games, _ = written(name, "tenhou")
    assert games
    for _, after, _ in games:
        ((before, again, lost),) = taken_back(writer, after)
        assert differences(before, again) == set()
        assert lost == ()


@given(seed=st.integers(0, 10_000))
@settings(max_examples=6)
@pytest.mark.parametrize("name", WRITERS)
def test_generated_games_come_back(name, seed):
    writer = WRITERS[name]
    tables = generated(['{"extends": "tenhou"}'], [seed], max_rounds=3)
    for before, after, lost in taken_back(writer, tables):
        assert differences(before, after, UNSAID.get(name, ())) == set(lost)
        assert undeclared(lost, writer.COVERAGE, PARTLY[name] | TRIVIAL) == set()


TRIVIAL = {
    "events.is_tsumogiri (left out)": "a majiang record without a discard of a drawn tile does not say",
    "games.length (left out)": "a length that has no name",
}
"""What is lost of games of a few turns."""


def test_rounds_that_have_not_ended_are_left_out_by_tenhou_json():
    tables = next(simulate("tenhou", games=1, seed=5))
    last = pc.max(tables.rounds["round_index"]).as_py()
    ended = tables.rounds["round_index"].to_pylist()
    cut = without_result(tables, last)
    (game,) = tenhou_json.games(cut)
    assert "rows of rounds (left out)" in game.lost
    (_, after, _) = next(taken_back(tenhou_json, cut))
    assert after.rounds["round_index"].to_pylist() == ended[:-1]
    (whole,) = majiang.games(cut)
    assert "rows of rounds (left out)" not in whole.lost


def without_result(tables: LogTables, number: int) -> LogTables:
    """A game whose round `number` is cut before its result."""
    rounds = tables.rounds.to_pylist()
    for row in rounds:
        if row["round_index"] == number:
            row["outcome"] = None
    keep = [
        row for row in tables.events.to_pylist()
        if row["round_index"] != number or row["kind"] not in ("win", "exhaustive_draw", "abortive_draw")
    ]  # fmt: skip
    return replace(
        tables,
        rounds=type(tables.rounds).from_pylist(rounds, tables.rounds.schema),
        events=type(tables.events).from_pylist(keep, tables.events.schema),
        wins=tables.wins.filter(pc.not_equal(tables.wins["round_index"], number)),
        draws=tables.draws.filter(pc.not_equal(tables.draws["round_index"], number)),
    )
