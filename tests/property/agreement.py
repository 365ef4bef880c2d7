"""Whether the engine's tables say what the scalar reference says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from mjlog.api import Replayed
from mjlog.replay.melds import NEVER, melds_at
from mjlog.replay.replay import Replay
from mjlog.replay.turns import is_double_riichi
from mjlog.rulesets.games import rules_of_games
from mjlog.rulesets.standard import PAO_YAKUMAN
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES
from tests.reference.course import outcome_of
from tests.reference.model import Moment, RoundInput, SeatView
from tests.reference.replayer import replay, settle
from tests.reference.tables import from_tables

MELD_TYPES = {"chi": 1, "pon": 2, "daiminkan": 3, "kakan": 3, "ankan": 4}
ENDS = ("win", "exhaustive_draw", "abortive_draw", "chombo")


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
                if view.seat == given_.away:
                    continue
                row = next(actual)
                row["hand"] = sorted(row["hand"])
                assert row == _state(given_, moment, view), (given_.game_id, given_.round_index, moment.seq)
    assert next(actual, None) is None


def check_results(tables: LogTables, replayed: Replayed) -> None:
    """Wins, draws and rounds are worth what the reference computes; rounds without an end are left out."""
    wins = iter(replayed.wins.to_pylist())
    draws = iter(replayed.tables.draws.to_pylist())
    for given_, row in zip(_rounds(tables), replayed.tables.rounds.to_pylist(), strict=True):
        if not any(e["kind"] in ENDS for e in given_.events):
            continue
        outcome, where = outcome_of(given_), (given_.game_id, given_.round_index)
        assert row["calc_deltas"] == (list(outcome.deltas) if outcome.is_decided else None), where
        for expected in outcome.wins:
            win = next(wins)
            assert dict(zip(win["calc_yaku"], win["calc_yaku_han"], strict=True)) == dict(
                zip(expected["log_yaku"], expected["log_yaku_han"], strict=True)
            ), where
            for name in ("han", "fu", "points", "limit", "deltas", "pao_seat"):
                assert win[f"calc_{name}"] == expected[f"log_{name}"], (where, name)
        if outcome.draw is not None:
            draw = next(draws)
            is_paid = outcome.is_decided or outcome.draw["log_type"] == "nagashi_mangan"
            assert draw["calc_deltas"] == (outcome.draw["log_deltas"] if is_paid else None), where
            if outcome.draw["log_tenpai"] is not None:
                tenpai = outcome.draw["log_tenpai"] if outcome.is_decided else None
                assert draw["calc_tenpai"] == tenpai, where
    assert next(wins, None) is next(draws, None) is None


def check_standings(tables: LogTables, replayed: Replayed) -> None:
    """Scores and points of complete games are those that the reference ends with."""
    rows = replayed.tables.game_players.to_pylist()
    last = {given_.game_id: given_ for given_ in _rounds(tables)}
    for row in rows:
        if row["log_final_score"] is not None and row["calc_final_score"] is None:
            assert not outcome_of(last[row["game_id"]]).is_decided, row
        elif row["log_final_score"] is not None:
            found = (row["calc_final_score"], round(row["calc_final_points"], 2))
            assert found == (row["log_final_score"], row["log_final_points"]), row
    assert len(rows) == len(tables.game_players)


def check_course(tables: LogTables, replayed: Replayed) -> None:
    """The columns behind the states: indicators, replacement draws, rivers, riichi, melds, pao."""
    engine = replayed.evidence.replay
    for number, given_ in enumerate(_rounds(tables)):
        start = int(engine.batch.first_event[number])
        moments = list(replay(given_))
        for moment in moments:
            assert moment.event is not None
            at, event = start + moment.seq, moment.event
            assert engine.turns.dora_turned[at] == len(moment.dora_indicators)
            if event["kind"] == "draw":
                assert engine.turns.is_replacement[at] == bool(moment.seats[event["seat"]].drew_after)
            if moment.seq:
                before = [len(v.river) for v in moments[moment.seq - 1].seats]
                assert engine.turns.discards_before[at, : given_.seats].tolist() == before
        for view in moments[-1].seats if moments else ():
            _check_seat(engine, number, start, given_, view)


def _check_seat(engine: Replay, number: int, start: int, given_: RoundInput, view: SeatView) -> None:
    """What the engine keeps of one seat at the end of a round."""
    course, seat = engine.turns, view.seat
    declared = NEVER if view.riichi_seq is None else start + view.riichi_seq
    assert course.riichi_at[number, seat] == declared
    assert (course.accepted_at[number, seat] < NEVER) == view.riichi_accepted
    assert is_double_riichi(engine.batch, course)[number, seat] == view.is_double_riichi
    pao = dict(view.pao)
    for column, slug in enumerate(PAO_YAKUMAN):
        if slug in given_.rules.pao:
            assert engine.pao_seat[number, seat, column] == pao.get(slug, -1)
    types, kinds = melds_at(engine.melds, np.array([number * 4 + seat]), np.array([NEVER - 1]))
    made = sorted((MELD_TYPES[m.type], m.kind) for m in view.melds)
    assert sorted((int(t), int(k)) for t, k in zip(types[0], kinds[0], strict=True) if t) == made
