"""Furiten just before each event; what it forbids and why."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.replay.furiten import Furiten, furiten
from mjlog.replay.replay import Replay, replay_batch
from mjlog.tables import LogTables
from tests.unit.replay.written import ELSEWHERE, WAITING, Round, batch_of, replayed, tiles, written

ONE_FOUR = 1 << 0 | 1 << 3
"""1m and 4m, what `WAITING` waits for."""
FIRST = "0 draw 9p; 0 discard 9p"


def play(events: str, hand: str = WAITING, **rules: Any) -> Replay:
    """Seat 1 holds `hand`, the others nothing that matters."""
    return replayed(Round(events, {0: ELSEWHERE, 1: hand, 2: ELSEWHERE, 3: ELSEWHERE}), rules=rules)


def causes(state: Furiten, event: int, seat: int = 1) -> set[str]:
    names = {"discard": state.own_discard, "temporary": state.temporary, "riichi": state.riichi}
    return {name for name, column in names.items() if column[event, seat]}


def after(replay: Replay) -> Furiten:
    return furiten(replay.batch, replay.hands, replay.rivers, replay.turns, replay.waits, after=True)


def test_waits_are_those_before_the_event() -> None:
    replay = play(f"{FIRST}; 1 draw 3z; 1 discard 2m; 2 draw 3z")
    assert [int(w) for w in replay.furiten.waits[:, 1]] == [ONE_FOUR, ONE_FOUR, ONE_FOUR, 0, 0]


def test_own_discards_count_from_the_next_event_on() -> None:
    replay = play(f"{FIRST}; 1 draw 1m; 1 discard 1m; 2 draw 3z; 2 discard 3z")
    assert [causes(replay.furiten, event) for event in range(6)] == [set()] * 4 + [{"discard"}] * 2
    assert int(replay.furiten.discards[5, 1]) == 1 << 0


def test_all_waits_are_furiten_with_one_of_them_discarded() -> None:
    replay = play(f"{FIRST}; 1 draw 7m; 1 discard 7m; 2 draw 4m; 2 discard 4m", hand="23456m11p234p567s")
    assert int(replay.furiten.waits[5, 1]) == 1 << 0 | 1 << 3 | 1 << 6
    assert causes(replay.furiten, 5) == {"discard"}


def test_a_called_discard_counts() -> None:
    replay = play(f"{FIRST}; 1 draw 1m; 1 discard 1m; 2 pon 1m with 11m from 1; 2 discard 4m")
    assert "discard" in causes(replay.furiten, 5)


def test_a_red_five_counts_as_a_five() -> None:
    replay = play(f"{FIRST}; 1 draw 0m; 1 discard 0m; 2 draw 3z", hand="34m456p678p234s99s")
    assert causes(replay.furiten, 4) == {"discard"}


def test_the_discards_of_others_and_of_other_rounds_do_not_count() -> None:
    played = Round("0 draw 1m; 0 discard 1m; 1 draw 4m; 1 discard 4m", {1: WAITING})
    replay = replayed(played, Round("0 draw 9p; 0 discard 9p", {1: WAITING, 0: WAITING}))
    assert not replay.furiten.own_discard[4:].any()
    assert not replay.furiten.discards[4].any()


def test_a_passed_tile_counts_until_the_own_discard() -> None:
    replay = play("0 draw 1m; 0 discard 1m; 1 draw 3z; 1 discard 3z; 2 draw 3z")
    assert [causes(replay.furiten, event) for event in range(5)] == [
        set(),
        set(),
        {"temporary"},
        {"temporary"},
        set(),
    ]
    assert replay.furiten.passed[:, 1].tolist() == [-1, -1, 1, 1, 1]


def test_the_tile_on_offer_is_not_passed_yet() -> None:
    replay = play("0 draw 1m; 0 discard 1m; 1 win 1m from 0")
    assert causes(replay.furiten, 1) == set()


@pytest.mark.parametrize(
    ("until", "drawn", "called"),
    [("own_discard", {"temporary"}, {"temporary"}), ("own_draw_or_call", set(), set())],
)
def test_what_ends_temporary_furiten(until: str, drawn: set[str], called: set[str]) -> None:
    replay = play("0 draw 1m; 0 discard 1m; 1 draw 3z; 1 discard 3z", temporary_furiten_until=until)
    assert causes(replay.furiten, 3) == drawn
    hand = "23m345p678s55s222p"
    replay = play(
        "3 draw 1m; 3 discard 1m; 0 draw 5s; 0 discard 5s; 1 pon 5s with 55s from 0; 1 discard 2p",
        hand=hand,
        temporary_furiten_until=until,
    )
    assert causes(replay.furiten, 4) == {"temporary"}
    assert causes(replay.furiten, 5) - {"discard"} == called


def test_calls_of_others_end_nothing() -> None:
    replay = play("0 draw 1m; 0 discard 1m; 2 pon 1m with 11m from 0; 2 discard 9p; 3 draw 3z")
    assert causes(replay.furiten, 4) == {"temporary"}


def test_after_riichi_a_passed_tile_counts_for_good() -> None:
    replay = play(
        f"{FIRST}; 1 draw 3z; 1 riichi; 1 discard 3z; 1 riichi_accepted; 2 draw 1m; 2 discard 1m;"
        " 3 draw 9p; 3 discard 9p; 0 draw 9p; 0 discard 9p; 1 draw 2z; 1 discard 2z; 2 draw 9p"
    )
    assert causes(replay.furiten, 8) == {"temporary", "riichi"}
    assert causes(replay.furiten, 14) == {"riichi"}


def test_a_tile_passed_before_riichi_is_forgotten_with_the_declaration_tile() -> None:
    replay = play("0 draw 1m; 0 discard 1m; 1 draw 3z; 1 riichi; 1 discard 3z; 2 draw 9p")
    assert causes(replay.furiten, 4) == {"temporary"}
    assert causes(replay.furiten, 5) == set()


@pytest.mark.parametrize(
    ("offer", "passed"),
    [
        ("2 discard 1m", True),
        ("2 kakan 1m with 1m", True),
        ("2 kita 1m with 1m", True),
        ("2 ankan 1m with 1111m", False),
        ("2 draw 1m", False),
        ("2 pon 1m with 11m from 0", False),
        ("2 discard 2m", False),
        ("1 discard 1m", False),
        ("discard 1m", True),
    ],
)
def test_which_tiles_pass(offer: str, passed: bool) -> None:
    replay = play(f"{offer}; 3 draw 9p")
    assert (replay.furiten.passed[1, 1] == 0) == passed


@pytest.mark.parametrize(
    ("hand", "robs", "passed"),
    [
        ("19m19p19s1234566z", True, True),
        ("19m19p19s1234566z", False, False),
        ("123m456p789s1166z", True, False),
        ("777z123m456p78s99p", True, False),
    ],
)
def test_a_concealed_kan_passes_kokushi_where_the_rules_let_it_win(
    hand: str, robs: bool, passed: bool
) -> None:
    replay = play("2 draw 7z; 2 ankan 7z with 7777z; 2 draw 9p", hand=hand, kokushi_robs_ankan=robs)
    assert (replay.furiten.passed[2, 1] == 1) == passed


def test_states_after_an_event_hold_what_it_did() -> None:
    state = after(play("0 draw 1m; 0 discard 1m; 1 draw 4m; 1 discard 4m"))
    assert [causes(state, event) for event in range(4)] == [set(), {"temporary"}, {"temporary"}, {"discard"}]
    assert state.passed[:, 1].tolist() == [-1, 1, 1, 1]
    assert [int(w) for w in state.waits[:, 1]] == [ONE_FOUR, ONE_FOUR, 0, ONE_FOUR]


@pytest.mark.parametrize("hand", ["?" * 13, "123m", ELSEWHERE, WAITING + "1z", WAITING + "11z", ""])
def test_who_does_not_wait_is_never_furiten(hand: str) -> None:
    replay = play("0 draw 1m; 0 discard 1m; 1 draw ?; 1 discard 1m; 2 draw 4m; 2 discard 4m", hand=hand)
    state = replay.furiten
    assert not state.waits[:, 1].any()
    for causes in (state.own_discard, state.temporary, state.riichi):
        assert not causes[:, 1].any()


def test_discarded_tiles_that_the_log_hides_are_no_kind() -> None:
    replay = play(f"{FIRST}; 1 discard ?; 2 draw 9p")
    assert int(replay.furiten.discards[3, 1]) == 0


def test_waits_of_which_the_hand_holds_all_four_are_none() -> None:
    replay = play(f"{FIRST}; 1 draw 3z", hand="1111m123p112233s")
    assert int(replay.furiten.waits[1, 1]) == 0


def test_long_rivers_are_remembered() -> None:
    turns = "; ".join(f"1 draw {t}; 1 discard {t}" for t in ["1m", *["3z"] * 25])
    replay = play(f"{turns}; 2 draw 9p")
    assert "discard" in causes(replay.furiten, 52)
    assert int(replay.furiten.discards[52, 1]) == sum(1 << t for t in tiles("1m3z"))


@pytest.mark.parametrize("tables", [LogTables.empty(), written([Round()]), written([])])
def test_rounds_and_events_may_be_missing(tables: LogTables) -> None:
    replay = replay_batch(batch_of(tables))
    for state in (replay.furiten, after(replay)):
        assert state.waits[:].shape == state.passed[:].shape == state.riichi[:].shape == (0, 4)


PASSED = f"{FIRST}; 1 draw 3z; 1 discard 3z; 2 draw 4m; 2 discard 4m"
CALL = f"{PASSED}; 1 pon 5z with 55z from 3; 1 discard 9s; 2 draw 3z"
DRAW = f"{PASSED}; 1 draw 3z; 1 discard 3z; 2 draw 3z"


@pytest.mark.parametrize(
    ("until", "after_call", "after_draw"),
    [
        ("own_discard", [1, 1, 0], [1, 1, 0]),
        ("own_draw_or_call", [1, 0, 0], [1, 0, 0]),
        ("own_draw", [1, 1, 1], [1, 0, 0]),
    ],
)
def test_a_call_and_a_draw_end_temporary_furiten_as_the_rules_say(
    until: str, after_call: list[int], after_draw: list[int]
) -> None:
    for events, expected in ((CALL, after_call), (DRAW, after_draw)):
        state = play(events, "23m456p678s55z999s", temporary_furiten_until=until).furiten
        assert state.temporary[6:9, 1].tolist() == expected


@pytest.mark.parametrize(("can_be_won_on", "expected"), [(True, {"temporary"}), (False, set())])
def test_a_passed_tile_that_was_set_aside(can_be_won_on: bool, expected: set[str]) -> None:
    events = "0 draw 4z; 0 kita 4z with 4z; 0 draw 3z"
    replay = play(events, "456p678p234s99s44z", set_aside_ron=can_be_won_on)
    assert causes(replay.furiten, 2) == expected


def test_quads_that_are_pairs_wait_where_the_rules_know_them() -> None:
    hand, worth = "1111p3388p4466s7z", {"yaku_han": {"chiitoitsu_one_quad": (2, 0)}}
    events = f"{FIRST}; 1 draw 7z; 1 discard 7z; 2 draw 7z"
    known, unknown = play(events, hand, **worth), play(events, hand)
    rows = known.hands.first_row[1]
    assert [int(known.waits[rows]), int(known.shanten[rows])] == [1 << 33, 0]
    assert [int(unknown.waits[rows]), int(unknown.shanten[rows])] == [0, 2]
    assert causes(known.furiten, 4) == {"discard"}
    assert causes(unknown.furiten, 4) == set()
