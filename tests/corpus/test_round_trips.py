"""Real games that are written and read again: the same tables but for what the formats cannot say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mjlog.audit.assess import audit_batches
from mjlog.formats import read
from tests.unit.formats.tables_equal import differences, taken_back, undeclared
from tests.unit.formats.test_round_trips import PARTLY, UNSAID, WRITERS

FOLDERS = {
    "tenhou-xml/mahjong-hands": 60,
    "tenhou-xml/mjx": 4,
    "tenhou-xml/pantheon": 1,
    "tenhou-xml/tenhou": 1,
    "tenhou-json/*": 1,
    "kobalab/*": 1,
    "mjai/*": 1,
    "majsoul/*": 4,
    "riichicity/*": 4,
}
"""Every how many files of a folder are taken."""

UNSTATED = "the source does not state what the format has to"
REAL = {
    "mjai": {
        "rows of extras (left out)": "fields of actions that mjai has not",
        "extras.action (changed)": "likewise",
        "extras.fields (changed)": "likewise",
        "rounds.ura_indicators (filled in)": "none are turned where nobody wins in riichi",
        "game_players.log_final_score (left out)": "results of a game that has not ended",
        "game_players.log_final_points (left out)": "likewise",
    },
    "tenhou_json": {
        "games.room (left out)": "only rooms of Tenhou and Mahjong Soul have names",
        "games.length (left out)": "only East and South games have names",
        "wins.log_limit (filled in)": UNSTATED,
        "rounds.ura_indicators (filled in)": "none are turned where nobody wins in riichi",
        "draws.log_tenpai (filled in)": "who is paid is tenpai",
        "games.rules (filled in)": "equal scores at the first deal",
        "games.is_complete (changed)": "a game has ended where results are known",
        "game_players.log_final_score (left out)": "results of a game that has not ended",
        "games.started_at (changed)": "it follows from the log id",
        "events.is_tsumogiri (filled in)": UNSTATED,
        "wins.log_yaku (left out)": "yaku without han",
        "wins.log_yaku_han (left out)": "likewise",
        "rows of rounds (left out)": "rounds without a result",
        "rows of wins (left out)": "likewise",
        "rows of draws (left out)": "likewise",
    },
    "majiang": {
        "games.room (left out)": "only rooms of Tenhou and Mahjong Soul have names",
        "games.length (left out)": "only East and South games have names",
        "wins.log_hand (filled in)": "it follows from the play",
        "rounds.ura_indicators (filled in)": "none are turned where nobody wins in riichi",
        "games.rules (filled in)": "equal scores at the first deal",
        "games.is_complete (changed)": "a game has ended where results are known",
        "game_players.log_final_score (left out)": "results that are the scores at the start",
        "games.started_at (changed)": "it follows from the log id",
        "wins.log_yaku_han (filled in)": "each of them null",
        "wins.log_points (changed)": "the worth of a ron stated of a tsumo",
        "wins.log_pao_seat (left out)": "there is no yaku to name who is liable for",
        "draws.log_type (changed)": "a round that was played out without a word for it",
        "events.is_tsumogiri (left out)": "a game without a discard of a drawn tile does not say",
        "rows of events (changed)": "a riichi at the end of a log that stops",
        "rows of events (left out)": "likewise",
        "rows of extras (left out)": "fields of actions that are no moves",
        "extras.action (changed)": "likewise",
        "extras.fields (changed)": "likewise",
    },
}  # fmt: skip
"""What real logs lose besides what simulated ones do, each with the reason."""

PROBLEMS = {
    "mjai": (),
    "tenhou_json": ("not known", "no round that has ended", "tiles that the log hides"),
    "majiang": ("not known", "3 players"),
}
"""Why a format cannot say a real game at all."""


def files(shared: Path, pattern: str) -> list[Path]:
    folder = shared / "corpus"
    found = [
        path for part in sorted(folder.glob(pattern)) for path in sorted(part.rglob("*")) if path.is_file()
    ]
    assert found
    return found[:: FOLDERS.get(pattern, 1)]


@pytest.mark.parametrize("pattern", FOLDERS)
@pytest.mark.parametrize("name", WRITERS)
def test_real_games_lose_what_the_format_cannot_say(shared, pattern, name):
    writer, partly = WRITERS[name], PARTLY[name] | REAL[name]
    tables = read(files(shared, pattern))
    assert len(tables.games)
    for before, after, lost in taken_back(writer, tables):
        assert differences(before, after, UNSAID.get(name, ())) == set(lost)
        assert undeclared(lost, writer.COVERAGE, partly) == set()
    problems = [game.problem for game in writer.games(tables) if game.problem]
    assert [p for p in problems if not any(word in p for word in PROBLEMS[name])] == []


@pytest.mark.parametrize(("pattern", "name"), [("tenhou-json/*", "tenhou_json"), ("kobalab/*", "majiang")])
def test_a_log_in_its_own_format_loses_nothing(shared, pattern, name):
    written = [(game.problem, game.lost) for game in WRITERS[name].games(read(files(shared, pattern)))]
    assert written == [("", ())] * len(written) != []


UNKNOWN_URA = "mjai/majsoulmanager"
"""Wins in riichi that leave their ura indicators out."""


@pytest.mark.parametrize("name", WRITERS)
def test_ura_indicators_that_are_not_known_stay_unknown(shared, name):
    tables = read(files(shared, UNKNOWN_URA))
    kept = list(taken_back(WRITERS[name], tables))
    assert kept
    for before, after, _ in kept:
        assert audit_batches([after], None).findings.num_rows == 0
        unknown = _wins_in_riichi_without_ura(before)
        shown = after.rounds["ura_indicators"].to_pylist()
        assert any(unknown)
        assert all(ura is None for ura, is_unknown in zip(shown, unknown, strict=True) if is_unknown)


def _wins_in_riichi_without_ura(tables) -> list[bool]:
    """Of each round whether somebody who declared riichi wins, and its ura indicators are not known."""
    keys = ("game_id", "round_index", "seat")
    declared = {tuple(e[k] for k in keys) for e in tables.events.to_pylist() if e["kind"] == "riichi"}
    won = {
        tuple(w[k] for k in keys)[:2]
        for w in tables.wins.to_pylist()
        if tuple(w[k] for k in keys) in declared
    }
    return [
        row["ura_indicators"] is None and (row["game_id"], row["round_index"]) in won
        for row in tables.rounds.to_pylist()
    ]


CHANGED = ("games.rules", "events")
"""What may make the audit see other things: rules that cannot be said, events that stand elsewhere."""


@pytest.mark.parametrize(
    "pattern", ["tenhou-xml/mahjong-hands", "tenhou-xml/pantheon", "kobalab/majiang-core"]
)
@pytest.mark.parametrize("name", WRITERS)
def test_the_audit_finds_the_same_after_as_before(shared, pattern, name):
    kept = [
        (before, after)
        for before, after, lost in taken_back(WRITERS[name], read(files(shared, pattern)))
        if not any(phrase.startswith(CHANGED) and "kind" not in phrase for phrase in lost)
    ]
    assert kept
    found = [
        [_found(report) for report in (audit_batches([x], None), audit_batches([y], None))] for x, y in kept
    ]
    assert [before for before, _ in found] == [after for _, after in found]


def _found(report) -> list[tuple[Any, ...]]:
    """The findings of a game, without its name."""
    return [tuple(f[key] for key in ("code", "round_index", "seat")) for f in report.findings.to_pylist()]
