"""Moves beside the moves before them, and the events that checks look at."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyarrow as pa

from mjlog.audit.assess import assess
from mjlog.audit.evidence import Evidence
from mjlog.audit.registry import at_events
from mjlog.audit.turns import out_of_turn
from mjlog.replay.batch import DISCARD, DRAW, RIICHI, WIN
from mjlog.simulate import simulate
from mjlog.tables import EventColumns, LogTables, game_numbers
from tests.unit.replay.written import Round, written


def evidence_of(*rounds: str) -> Evidence:
    return assess(LogTables.concat([written([Round(events) for events in rounds])]))


def test_moves_are_the_events_that_take_a_round_on() -> None:
    moves = evidence_of("0 draw 1m; 0 riichi; 0 discard 1m; 1 win 1m from 0", "0 draw 2m").moves
    assert moves.event.tolist() == [0, 2, 3, 4]
    assert moves.kind.tolist() == [DRAW, DISCARD, WIN, DRAW]
    assert moves.seat.tolist() == [0, 0, 1, 0]
    assert moves.is_first.tolist() == [True, False, False, True]


def test_the_moves_before_are_those_of_the_replay() -> None:
    evidence = evidence_of("dora 1m; 0 draw 1m; dora 2m; 0 discard 1m", "dora 3m", "1 draw 4m; 1 discard 4m")
    moves = evidence.moves
    before = np.where(moves.is_first, -1, np.roll(moves.event, 1))
    assert before.tolist() == evidence.replay.turns.previous_move[moves.event].tolist()
    assert np.diff(moves.begin).tolist() == [2, 0, 2]


def test_rarer_events_are_neither_draws_nor_discards() -> None:
    evidence = evidence_of("0 draw 1m; 0 riichi; 0 discard 1m; 1 win 1m from 0")
    assert evidence.rarer_events.tolist() == [1, 3]
    assert evidence.rarer_kinds.tolist() == [RIICHI, WIN]


def test_places_that_need_no_look_count_as_checked() -> None:
    evidence = evidence_of("0 draw 1m; 0 discard 1m; 1 draw 2m; 1 discard 2m")
    found = at_events(evidence, np.array([1, 3]), np.array([False, True]), checked=4)
    assert (found.checked, found.event.tolist(), found.seat.tolist()) == (4, [3], [1])
    assert at_events(evidence, np.array([1, 3]), np.array([False, True])).checked == 2


def test_a_discard_of_nobody_is_not_due_after_a_draw_of_a_seat_that_does_not_play() -> None:
    (tables,) = simulate("tenhou_sanma", games=1, seed=5)
    events = EventColumns.from_table(tables.events, tables.rounds)
    draws = (events.kind[:-1] == DRAW) & (events.kind[1:] == DISCARD) & (events.seat[:-1] == events.seat[1:])
    at = int(np.flatnonzero(draws)[3])
    seat = events.seat.copy()
    seat[at : at + 2] = 3, -1
    changed = replace(events, seat=seat).to_table(
        tables.games["game_id"].cast(pa.string()).combine_chunks(),
        game_numbers(tables.rounds, tables.games).astype(np.int32),
        np.asarray(tables.rounds["round_index"].cast(pa.int16())),
    )
    evidence = assess(replace(tables, events=changed))
    assert {at, at + 1} <= set(out_of_turn(evidence).event.tolist())
