"""Which rule sets explain games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

import mjlog
from mjlog import schema
from mjlog.audit import fit
from mjlog.audit.fit import PlayersFit, fit_batches
from mjlog.audit.run import selected_rules
from mjlog.audit.trials import depending, unexplained
from mjlog.rulesets import Ruleset, load, presets
from mjlog.simulate import simulate
from mjlog.tables import LogTables
from tests.unit.replay.written import ELSEWHERE, Round, written

EARLY = Round("0 draw 2p; 0 riichi; 0 discard 2p", {0: "23m456p678p234s99s"})
"""Riichi with 69 tiles left."""
NORTH = Round("0 draw 4z; 0 kita 4z with 4z; 0 draw 9p; 0 discard 9p", {0: ELSEWHERE})
"""A North set aside."""
QUIET = Round("0 draw 2p; 0 discard 2p")
"""Nothing that rules could differ about."""


def named(name: str, **rules: Any) -> Ruleset:
    return replace(load("tenhou"), name=name, **rules)


LATE, NORTHS = named("late", riichi_min_wall=70), named("norths", set_aside=("N",), riichi_min_wall=70)


def without_rules(tables: LogTables) -> LogTables:
    """The same logs, which do not say by what rules or where they were played."""
    games = tables.games
    for name in ("rules", "platform"):
        place = games.schema.get_field_index(name)
        games = games.set_column(place, games.schema.field(place), pa.nulls(len(games), pa.string()))
    return replace(tables, games=games)


def only(report: fit.FitReport) -> PlayersFit:
    (players,) = report.fits
    return players


def explained(found: PlayersFit) -> dict[str, int]:
    return {candidate.name: candidate.explained for candidate in found.fits}


def test_games_of_a_shared_table_are_tried_under_rules_of_such_tables() -> None:
    house = replace(load("toutenkou"), name="for four", sits_out=True, uma=(0, 0, 0, 0))
    games = [without_rules(tables) for tables in simulate(house, games=1, seed=5)]
    found = only(fit_batches(games))
    assert found.sits_out
    assert [candidate.name for candidate in found.best] == ["toutenkou, sits_out"]
    assert found.fits[0].explained == found.rounds


@pytest.mark.parametrize("name", presets())
def test_games_played_by_a_preset_are_explained_by_it(name: str) -> None:
    games = [without_rules(tables) for tables in simulate(name, games=2, seed=11)]
    report = fit_batches(games)
    assert name in [candidate.name for candidate in only(report).best]
    assert report.explains_all
    assert only(report).players == load(name).seats


def test_what_the_logs_state_makes_no_difference() -> None:
    games = list(simulate("ema_2016", games=4, seed=1))
    stated, stripped = (fit_batches(t) for t in (games, [without_rules(tables) for tables in games]))
    assert "ema_2016" in [candidate.name for candidate in only(stated).best]
    assert only(stated).undecided == only(stripped).undecided
    assert explained(only(stated)) == explained(only(stripped))


HOUSE = {"riichi_min_wall": 70, "honba_points": 500}
"""Rules that no preset has: under them the early riichi is wrong."""
FREE = {"riichi_min_wall": 0, "set_aside": ["N"]}
"""Rules that no preset for four has; they explain a North set aside."""


def test_rules_that_logs_state_are_tried_where_no_preset_has_them() -> None:
    found = only(fit_batches([written([EARLY, NORTH], FREE)]))
    (best,) = found.best
    assert (best.name, best.explained) == ("as stated: tenhou, changed", 2)
    assert best.ruleset.set_aside == ("N",)
    assert (found.by_none, found.changes) == (0, ())


def test_each_game_is_tried_under_what_it_states() -> None:
    games = [
        written([NORTH], FREE, log_id="a"),
        written([EARLY, QUIET], HOUSE, log_id="b"),
        written([QUIET], log_id="c"),
        written([QUIET, QUIET], {"players": 3}, log_id="rules that cannot be used"),
    ]
    for batches in (games, [LogTables.concat(games)]):
        found = only(fit_batches(batches))
        (stated,) = (fit for fit in found.fits if fit.name.startswith("as stated"))
        assert stated.name == "as stated: tenhou, changed"
        assert (stated.explained, dict(stated.against)) == (3, {"RI003": 1})


def test_changes_of_stated_rules_are_tried_on_the_games_that_state_them() -> None:
    games = [
        written([NORTH, EARLY], FREE | {"riichi_min_wall": 70}, log_id="a"),
        written([QUIET], log_id="c"),
    ]
    found = only(fit_batches(games))
    assert found.fits[0].name.startswith("as stated")
    assert found.kept == 2
    assert {"riichi_min_wall = 4"} <= {str(tried.change) for tried in found.changes if tried.gained == 1}


def test_only_the_rule_sets_that_are_asked_for_are_tried() -> None:
    found = only(fit_batches([written([NORTH], FREE)], [load("tenhou")]))
    assert explained(found) == {"tenhou": 0}


def test_rule_sets_are_ranked_by_the_rounds_they_explain() -> None:
    games = written([EARLY, NORTH, NORTH, QUIET])
    found = only(fit_batches([games], [LATE, load("tenhou"), NORTHS]))
    assert (found.players, found.games, found.rounds) == (4, 1, 4)
    assert explained(found) == {"norths": 3, "tenhou": 2, "late": 1}
    assert [dict(candidate.against) for candidate in found.fits] == [
        {"RI003": 1},
        {"CL011": 2},
        {"RI003": 1, "CL011": 2},
    ]
    assert list(explained(found)) == ["norths", "tenhou", "late"]


def test_rounds_that_no_rule_set_explains_are_counted() -> None:
    games = written([EARLY, NORTH, QUIET])
    assert only(fit_batches([games], [LATE, load("tenhou")])).by_none == 1
    assert only(fit_batches([games], [load("tenhou"), NORTHS])).by_none == 0


def test_equals_stand_side_by_side_with_what_they_differ_in() -> None:
    sets = [named("b", honba_points=500), load("tenhou"), named("a", kiriage_mangan=True, bust="none")]
    found = only(fit_batches([written([QUIET])], [*sets, NORTHS]))
    assert [candidate.name for candidate in found.best] == ["a", "b", "norths", "tenhou"]
    assert {name: found.undecided[name] for name in ("honba_points", "kiriage_mangan", "bust")} == {
        "honba_points": {"a": 100, "b": 500},
        "kiriage_mangan": {"a": True, "b": False, "norths": False, "tenhou": False},
        "bust": {"a": "none", "b": "below_zero", "norths": "below_zero", "tenhou": "below_zero"},
    }
    assert "ippatsu" not in found.undecided


def test_a_single_best_leaves_nothing_undecided() -> None:
    found = only(fit_batches([written([EARLY])], [LATE, load("tenhou")]))
    assert len(found.best) == 1
    assert found.undecided == {}


def test_rule_sets_that_explain_nothing_are_not_the_best() -> None:
    found = only(fit_batches([written([EARLY])], [LATE, replace(LATE, name="as late")]))
    assert [fit.explained for fit in found.fits] == [0, 0]
    assert (found.best, found.undecided) == ((), {})


def test_single_changes_of_the_best_rule_set_are_tried_on_what_it_leaves() -> None:
    found = only(fit_batches([written([EARLY, NORTH, NORTH, QUIET])], [NORTHS]))
    values = {load(name).riichi_min_wall for name in presets()} - {70}
    told = {str(tried.change): (tried.gained, tried.lost) for tried in found.changes}
    assert {f"riichi_min_wall = {value}": (1, 0) for value in values}.items() <= told.items()


def test_changes_lose_what_they_no_longer_explain() -> None:
    tenhou = load("tenhou")
    dear = replace(tenhou, name="dear", honba_points=500)
    played = [*simulate(dear, games=2, seed=1), *simulate(tenhou, games=1, seed=2)]
    found = only(fit_batches(played, [tenhou]))
    rules = list(depending(selected_rules()).values())
    cheap_rest, dear_rest = (
        unexplained(LogTables.concat(played), [ruleset], rules)[0].keys() for ruleset in (tenhou, dear)
    )
    gained, lost = len(cheap_rest - dear_rest), len(dear_rest - cheap_rest)
    assert gained > lost > 0
    told = {str(tried.change): (tried.gained, tried.lost) for tried in found.changes}
    assert told["honba_points = 500"] == (gained, lost)
    assert found.kept == found.rounds


def test_nothing_is_changed_where_everything_is_explained() -> None:
    found = only(fit_batches([written([QUIET])], [LATE]))
    assert (found.changes, found.kept) == ((), 0)


def test_batches_add_up() -> None:
    games = [written([EARLY, NORTH], log_id="a"), written([QUIET, NORTH], log_id="b")]
    sets = [LATE, load("tenhou"), NORTHS]
    apart, together = (only(fit_batches(t, sets)) for t in (games, [LogTables.concat(games)]))
    assert explained(apart) == explained(together) == {"norths": 3, "tenhou": 2, "late": 1}
    assert apart.changes == together.changes


def test_equal_ids_in_different_batches_are_different_games() -> None:
    games = [written([EARLY], log_id="a"), written([QUIET, EARLY], log_id="a")]
    found = only(fit_batches(games, [LATE]))
    assert (found.games, found.rounds, found.kept, explained(found)) == (2, 3, 3, {"late": 1})
    assert {tried.gained for tried in found.changes if tried.change.field == "riichi_min_wall"} == {2}


def test_few_games_are_kept() -> None:
    games = [written([EARLY], log_id=str(n)) for n in range(fit.KEPT + 5)]
    found = only(fit_batches(games, [LATE]))
    assert (found.rounds, found.kept) == (fit.KEPT + 5, fit.KEPT)


def test_games_of_each_number_of_players_are_judged_by_their_own() -> None:
    four, three = written([NORTH]), written([NORTH], {"extends": "tenhou_sanma"}, players=3)
    report = fit_batches([LogTables.concat([four, three])])
    assert [found.players for found in report.fits] == [3, 4]
    assert {candidate.ruleset.seats for found in report.fits for candidate in found.fits} == {3, 4}
    assert not report.explains_all
    assert report.games == 2


def test_games_that_no_rule_set_is_for_are_counted() -> None:
    three = written([NORTH], {"extends": "tenhou_sanma"}, players=3)
    report = fit_batches([three], [load("tenhou")])
    assert (report.fits, dict(report.not_judged)) == ([], {3: 1})
    assert repr(report) == "<FitReport: no games>"


def test_what_cannot_be_read_is_told() -> None:
    report = mjlog.fit_rules(b"no log")
    assert (report.games, len(report.rejects)) == (0, 1)
    assert report.rejects.schema.equals(schema.REJECTS.arrow)


def test_the_function_takes_rule_sets_by_name_and_as_they_are() -> None:
    report = mjlog.fit_rules(written([EARLY, QUIET]), ["tenhou", LATE])
    assert explained(only(report)) == {"tenhou": 2, "late": 1}
    assert repr(report) == "<FitReport: tenhou (4 players)>"
    with pytest.raises(TypeError, match="a rule set is"):
        mjlog.fit_rules(written([QUIET]), [3])  # type: ignore[list-item]
