"""Whether the engine's tables say what the scalar reference says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mjlog.api import Replayed
from mjlog.rulesets.games import rules_of_games
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES
from tests.reference.course import outcome_of
from tests.reference.model import Moment, RoundInput, SeatView
from tests.reference.replayer import replay, settle
from tests.reference.tables import from_tables

ENDS = ("win", "exhaustive_draw", "abortive_draw")


def _names(tiles: Any) -> list[str]:
    return [TILE_NAMES[t] for t in sorted(tiles)]


def _rounds(tables: LogTables) -> Iterator[RoundInput]:
    """Rounds under the rule sets that the engine takes for the games."""
    games = tables.games
    rules = rules_of_games(games["rules"].to_pylist(), games["player_count"].to_pylist())
    chosen = dict(zip(games["game_id"].to_pylist(), (rules.rulesets[n] for n in rules.rule), strict=True))
    return from_tables(tables, lambda game: chosen[game["game_id"]])


def _state(given_: RoundInput, moment: Moment, view: SeatView) -> dict[str, Any]:
    """A row of `states` by the reference: every tile on offer counts as passed at once."""
    thrown = {d.tile if d.tile < 34 else 4 + 9 * (d.tile - 34) for d in view.river}
    return {
        "game_id": given_.game_id,
        "round_index": given_.round_index,
        "seq": moment.seq,
        "seat": view.seat,
        "hand": sorted(TILE_NAMES[t] for t in view.hand.elements()),
        "melds": len(view.melds),
        "shanten": view.shanten,
        "waits": _names(view.waits),
        "is_riichi": view.riichi_seq is not None,
        "live_tiles": moment.wall_left,
        "is_discard_furiten": view.discard_furiten is not None,
        "is_temporary_furiten": view.temporary_furiten is not None,
        "is_riichi_furiten": view.riichi_furiten is not None,
        "furiten_tiles": _names(view.waits & thrown),
        "passed_seq": None if view.passed is None else view.passed.seq,
    }


def check_states(tables: LogTables, replayed: Replayed) -> None:
    """Every column of `states` is what the reference has, event by event and seat by seat."""
    actual = iter(replayed.states.to_pylist())
    for given_ in _rounds(tables):
        for moment in map(settle, replay(given_)):
            for view in moment.seats:
                row = next(actual)
                row["hand"] = sorted(row["hand"])
                assert row == _state(given_, moment, view), (given_.game_id, given_.round_index, moment.seq)
    assert next(actual, None) is None


def check_results(tables: LogTables, replayed: Replayed) -> None:
    """Wins, draws and rounds are worth what the reference computes; rounds without an end are left out."""
    wins = iter(replayed.wins.to_pylist())
    draws = iter(replayed.tables.draws.to_pylist())
    for given_, row in zip(_rounds(tables), replayed.tables.rounds.to_pylist(), strict=True):
        if not given_.events or given_.events[-1]["kind"] not in ENDS:
            continue
        outcome, where = outcome_of(given_), (given_.game_id, given_.round_index)
        assert row["calc_deltas"] == list(outcome.deltas), where
        for expected in outcome.wins:
            win = next(wins)
            assert dict(zip(win["calc_yaku"], win["calc_yaku_han"], strict=True)) == dict(
                zip(expected["log_yaku"], expected["log_yaku_han"], strict=True)
            ), where
            for name in ("han", "fu", "points", "limit", "deltas", "pao_seat"):
                assert win[f"calc_{name}"] == expected[f"log_{name}"], (where, name)
        if outcome.draw is not None:
            draw = next(draws)
            assert draw["calc_deltas"] == outcome.draw["log_deltas"], where
            if outcome.draw["log_tenpai"] is not None:
                assert draw["calc_tenpai"] == outcome.draw["log_tenpai"], where
    assert next(wins, None) is next(draws, None) is None
