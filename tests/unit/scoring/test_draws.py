"""Rounds without a win: tenpai, rivers, aborts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mjlog.formats.builder import LogBuilder
from mjlog.replay.replay import Replay, replay_batch
from mjlog.schema import DRAW_TYPES
from mjlog.scoring.draws import (
    LoggedDraws,
    aborts_due,
    aborts_possible,
    aborts_shown,
    is_tenpai,
    logged_draws,
    nagashi_rivers,
)
from mjlog.tables import LogTables
from tests.unit.replay.written import EAST_1, ELSEWHERE, WAITING, Round, batch_of, replayed, written

HANDS = {0: ELSEWHERE, 1: WAITING, 2: ELSEWHERE, 3: ELSEWHERE}
NINE = "19m19p19s123467z5s"
"""Nine kinds of terminals and honours and four more."""
AT_FOUR_MAN = {1: WAITING, 2: "23m456p678p234s88s", 3: "23m123p789p567s11s"}


def tenpai_at_the_end(events: str, hand: str, players: int = 4, **rules: Any) -> list[bool]:
    replay = replayed(Round(events, {**HANDS, 1: hand}), rules=rules, players=players)
    return is_tenpai(replay, np.array([0]), np.array([replay.batch.n_events - 1]))[0].tolist()


@pytest.mark.parametrize(
    ("events", "hand", "is_waiting"),
    [
        ("exhaustive_draw", WAITING, True),
        ("exhaustive_draw", ELSEWHERE, False),
        ("exhaustive_draw", "?" * 13, False),
        ("exhaustive_draw", "19m19p19s1234567z", True),
        ("exhaustive_draw", "1111m123p112233s", False),
        ("1 pon 1m with 11m from 0; 1 discard 9s; exhaustive_draw", "111m234p567p345s9s", False),
        ("1 pon 1m with 11m from 0; 1 discard 9s; exhaustive_draw", "11m23m234p567p345s", False),
        (
            "1 draw 1m; 1 ankan 1m with 1111m; 1 draw 9s; 1 discard 9s; exhaustive_draw",
            "111m23m456p678p44s",
            True,
        ),
        ("1 draw 5z; exhaustive_draw", WAITING, False),
    ],
)
def test_tenpai_is_a_wait_of_which_one_does_not_hold_all_four(
    events: str, hand: str, is_waiting: bool
) -> None:
    assert tenpai_at_the_end(events, hand) == [False, is_waiting, False, False]


def test_both_waits_in_own_concealed_kans_are_no_tenpai() -> None:
    first = "1 draw 1m; 1 ankan 1m with 1111m"
    second = "1 draw 4m; 1 ankan 4m with 4444m"
    end = "1 draw 9p; 1 discard 9p; exhaustive_draw"
    assert tenpai_at_the_end(f"{first}; {end}", "111m23m444m999s55p")[1]
    assert not tenpai_at_the_end(f"{first}; {second}; {end}", "111m23m444m999s55p")[1]


def test_an_absent_seat_is_never_tenpai() -> None:
    rules = {"extends": "tenhou_sanma"}
    assert tenpai_at_the_end("exhaustive_draw", "19m456p678p234s99s", 3, **rules) == [False] * 4
    assert tenpai_at_the_end("exhaustive_draw", "11m456p678p23s99s1s", 3, **rules)[3] is False


def test_rounds_without_events_are_judged_by_their_deal() -> None:
    replay = replayed(Round("", HANDS))
    assert is_tenpai(replay, np.array([0]), np.array([-1]))[0].tolist() == [False, True, False, False]


def test_a_round_without_events_among_others_is_judged_by_its_deal() -> None:
    moved = Round("1 draw 5z; 1 discard 9s; exhaustive_draw", HANDS)
    replay = replayed(moved, Round("", HANDS), rules={"tenpai": "winnable"})
    assert is_tenpai(replay, np.array([0, 1]), np.array([2, 2]))[:, 1].tolist() == [False, True]


def test_a_dead_hand_is_noten() -> None:
    assert tenpai_at_the_end("1 dead_hand; exhaustive_draw", WAITING) == [False] * 4
    assert tenpai_at_the_end("0 dead_hand; exhaustive_draw", WAITING) == [False, True, False, False]


@pytest.mark.parametrize(
    ("events", "hand", "is_waiting"),
    [
        ("0 discard 9s; exhaustive_draw", WAITING, True),
        # without a yaku: open, and no riichi
        ("1 pon 9s with 99s from 0; 1 discard 9m; exhaustive_draw", "23m456p678p99s11s9m", False),
        ("1 pon 5z with 55z from 0; 1 discard 9m; exhaustive_draw", "23m456p678p55z11s9m", True),
        # every copy of the wait is to be seen
        (
            "0 discard 1m; 2 discard 1m; 3 discard 1m; 0 discard 1m; exhaustive_draw",
            "1m456p678p234s999s",
            False,
        ),
        ("0 discard 1m; 2 discard 1m; exhaustive_draw", "1m456p678p234s999s", True),
        ("0 discard 1m; 2 discard 1m; dora 1m; exhaustive_draw", "1m456p678p234s999s", False),
        ("2 discard 1m; 3 pon 1m with 11m from 2; exhaustive_draw", "1m456p678p234s999s", False),
    ],
)
def test_tenpai_of_hands_that_can_still_win(events: str, hand: str, is_waiting: bool) -> None:
    assert tenpai_at_the_end(events, hand, tenpai="winnable")[1] is is_waiting


@pytest.mark.parametrize(
    ("events", "nagashi"),
    [
        ("0 discard 1m; 0 discard 9s; 0 discard 7z", True),
        ("0 discard 1m; 0 discard 2m; 0 discard 7z", False),
        ("0 discard 1m; 1 pon 1m with 11m from 0", False),
        ("0 discard 1m; 1 chi 1m with 23m from 0", False),
        ("0 discard 1m; 1 daiminkan 1m with 111m from 0", False),
        ("0 discard 1m; 0 discard 0p", False),
        ("0 discard 1m; 0 discard ?", False),
        ("0 discard 1m; 1 discard 1m; 2 pon 1m with 11m from 1", True),
        ("0 discard 1m; 0 ankan 5m with 5555m; 0 kakan 5p with 5p", True),
        ("0 draw 1m", False),
        ("0 dead_hand; 0 discard 1m", False),
    ],
)
def test_a_river_of_uncalled_terminals_and_honours(events: str, nagashi: bool) -> None:
    rivers = nagashi_rivers(replayed(Round(events), Round("0 discard 5m")))
    assert rivers[:, 0].tolist() == [nagashi, False]
    assert not rivers[:, 3].any()


def draws_of(replay: Replay, tables: LogTables) -> LoggedDraws:
    return logged_draws(replay, tables.draws, tables.rounds)


def shown(events: str, hands: dict[int, str] | None = None, players: int = 4, **rules: Any) -> set[str]:
    """Abortive draws that the play before an abort shows."""
    tables = written([Round(f"{events}; abortive_draw", {**HANDS, **(hands or {})})], rules, players)
    builder = LogBuilder()
    builder.game(source_path="", source_format="", player_count=4)
    builder.round(hands=[[]] * 4, dora_indicators=[], **EAST_1)
    builder.draw(log_type="unknown")
    drawn = builder.build().draws
    drawn = drawn.set_column(0, drawn.schema.field(0), tables.rounds["game_id"])
    replay = replay_batch(batch_of(tables))
    flags = aborts_shown(replay, logged_draws(replay, drawn, tables.rounds))
    return {DRAW_TYPES[k] for k in np.flatnonzero(flags[0])}


@pytest.mark.parametrize(
    ("events", "hand", "is_shown"),
    [
        ("0 draw 5z", NINE, True),
        ("0 draw 5p", NINE, True),
        ("0 draw 5z", "19m34567m19p19s12z", True),
        ("0 draw 5p", "19m34567m19p19s12z", False),
        ("0 draw 5p; 0 discard 5p", NINE, False),
        ("0 draw 5p; 0 discard 5p; 0 draw 5p", NINE, False),
        ("3 draw 1m; 3 discard 1m; 2 pon 1m with 11m from 3; 2 discard 9m; 0 draw 5p", NINE, False),
        ("3 draw 1m; 3 ankan 1s with 1111s; 3 draw 1m; 3 discard 1m; 0 draw 5p", NINE, False),
        ("3 draw 1m; 3 discard 1m; 0 draw 5p", NINE, True),
        ("0 draw 5p", "?" * 13, False),
        ("0 draw ?", NINE, False),
    ],
)
def test_nine_kinds_at_the_first_uninterrupted_draw(events: str, hand: str, is_shown: bool) -> None:
    assert ("kyuushu_kyuuhai" in shown(events, {0: hand})) == is_shown


def discards(tiles: str) -> str:
    return "; ".join(f"{seat} draw {tile}; {seat} discard {tile}" for seat, tile in enumerate(tiles.split()))


@pytest.mark.parametrize(
    ("events", "is_shown"),
    [
        (discards("4z 4z 4z 4z"), True),
        (discards("4z 4z 4z 3z"), False),
        (discards("5z 5z 5z 5z"), False),
        (discards("4z 4z 4z"), False),
        (discards("4z 4z 4z 4z") + "; 0 draw 4z; 0 discard 4z", False),
        ("0 draw 4z; 0 ankan 1s with 1111s; " + discards("4z 4z 4z 4z"), False),
    ],
)
def test_one_wind_from_everybody(events: str, is_shown: bool) -> None:
    assert ("suufon_renda" in shown(events)) == is_shown


def riichi(seats: str) -> str:
    turn = "{0} draw {1}z; {0} riichi; {0} discard {1}z; {0} riichi_accepted"
    return "; ".join(turn.format(seat, int(seat) + 1) for seat in seats)


@pytest.mark.parametrize(("seats", "is_shown"), [("0123", True), ("012", False), ("0012", False)])
def test_riichi_of_everybody(seats: str, is_shown: bool) -> None:
    assert ("suucha_riichi" in shown(riichi(seats))) == is_shown


@pytest.mark.parametrize(
    ("kans", "is_shown"),
    [("0 0 1 1", True), ("0 1 2 3", True), ("0 0 0 0", False), ("0 0 1", False), ("0 0 1 1 1", False)],
)
def test_four_kans_of_several_players(kans: str, is_shown: bool) -> None:
    kinds = [
        "ankan 1m with 1111m",
        "daiminkan 2m with 222m from 3",
        "kakan 3m with 3m",
        "ankan 4m with 4444m",
    ]
    events = "; ".join(
        f"{s} {k}" for s, k in zip(kans.split(), [*kinds, "ankan 5m with 5555m"], strict=False)
    )
    assert ("suukaikan" in shown(events)) == is_shown


@pytest.mark.parametrize(
    ("events", "hands", "is_shown"),
    [
        ("0 draw 4m; 0 discard 4m", AT_FOUR_MAN, True),
        ("0 draw 4m; 0 kakan 4m with 4m", AT_FOUR_MAN, True),
        ("0 draw 4m; 0 discard 5m", AT_FOUR_MAN, False),
        ("0 draw 4m; 0 discard 4m", {1: WAITING, 2: AT_FOUR_MAN[2]}, False),
        ("0 draw 4m; 0 discard 4m", {**AT_FOUR_MAN, 3: "?" * 13}, False),
        ("1 draw 4m; 1 discard 4m", AT_FOUR_MAN, False),
    ],
)
def test_three_who_wait_for_the_last_tile(events: str, hands: dict[int, str], is_shown: bool) -> None:
    assert ("sanchahou" in shown(events, hands)) == is_shown


@pytest.mark.parametrize(("declared", "is_shown"), [("012", True), ("0123", True), ("01", False)])
def test_three_riichi(declared: str, is_shown: bool) -> None:
    assert ("sancha_riichi" in shown(riichi(declared))) == is_shown


def test_three_riichi_are_never_due() -> None:
    assert not any("sancha_riichi" in found for found in due(riichi("0123") + "; 0 draw 1m"))


def test_without_moves_nothing_is_shown() -> None:
    assert shown("leave") == set()


def due(events: str, players: int = 4, **rules: Any) -> list[set[str]]:
    """Aborts that are due before each move that follows a discard."""
    replay = replayed(Round(events), rules=rules, players=players)
    ev, previous = replay.batch.events, replay.turns.previous_move
    moves = np.flatnonzero((previous >= 0) & (ev.kind[previous] == 1))
    flags = aborts_due(replay, moves)
    assert aborts_possible(replay)[moves[flags.any(axis=1)]].all()
    return [{DRAW_TYPES[k] for k in np.flatnonzero(row)} for row in flags]


def test_four_winds_are_due_right_after_the_fourth() -> None:
    assert due(discards("4z 4z 4z 4z") + "; 0 draw 1m; 0 discard 1m; 1 draw 1m") == [
        *[set()] * 3,
        {"suufon_renda"},
        set(),
    ]


def test_four_riichi_are_due_once_the_last_stick_is_paid() -> None:
    assert due(riichi("0123") + "; 0 draw 1m")[-1] == {"suucha_riichi"}
    unpaid = riichi("012") + "; 3 draw 3z; 3 riichi; 3 discard 3z; 0 win 3z from 3"
    assert due(unpaid)[-1] == set()


def test_four_kans_are_due_after_the_discard() -> None:
    kans = "; ".join(
        f"{s} ankan {k}m with {k}{k}{k}{k}m; {s} draw 9p" for s, k in zip("0011", "1234", strict=True)
    )
    assert due(f"0 discard 1p; {kans}; 1 discard 9p; 2 draw 9p") == [set(), {"suukaikan"}]
    assert due(f"{kans.replace('1 ', '0 ')}; 0 discard 9p; 2 draw 9p") == [set()]


def test_a_table_of_three_needs_three() -> None:
    rules = {"extends": "tenhou_sanma"}
    assert due(discards("4z 4z 4z") + "; 0 draw 1m", 3, **rules)[-1] == {"suufon_renda"}
    assert due(riichi("012") + "; 0 draw 1m", 3, **rules)[-1] >= {"suucha_riichi"}


def test_chombo_is_placed_with_its_offenders() -> None:
    builder = LogBuilder()
    builder.game(source_path="", source_format="", player_count=4)
    for events, type_ in (("draw chombo", "chombo"), ("exhaustive_draw chombo", None), ("draw", "chombo")):
        builder.round(hands=[[]] * 4, dora_indicators=[], **EAST_1)
        for kind in events.split():
            builder.event(kind, None if kind == "exhaustive_draw" else 2, tile=0 if kind == "draw" else 255)
        builder.draw(log_type=type_)
    tables = builder.build()
    draws = draws_of(replay_batch(batch_of(tables)), tables)
    assert draws.is_chombo.tolist() == [True, True, True]
    assert draws.offends.tolist() == [[False, False, True, False]] * 2 + [[False] * 4]
    assert draws.is_placed.tolist() == [True, True, False]
    assert not draws.is_exhaustive.any()


def test_draws_are_placed_by_their_event() -> None:
    builder = LogBuilder()
    builder.game(source_path="", source_format="", player_count=4)
    for kind, type_ in (("exhaustive_draw", "nagashi_mangan"), (None, "exhaustive"), ("abortive_draw", None)):
        builder.round(hands=[[]] * 4, dora_indicators=[], **EAST_1)
        builder.event("draw", 0, tile=0)
        if kind:
            builder.event(kind)
        builder.draw(log_type=type_)
    tables = builder.build()
    draws = draws_of(replay_batch(batch_of(tables)), tables)
    assert draws.round.tolist() == [0, 1, 2]
    assert draws.event.tolist() == [1, 2, 4]
    assert draws.is_placed.tolist() == [True, False, True]
    assert draws.is_exhaustive.tolist() == [True, True, False]
    assert draws.log_type.tolist() == [1, 0, 255]
    assert not draws.hands_known.any()


@pytest.mark.parametrize("tables", [LogTables.empty(), written([]), written([Round()])])
def test_rounds_and_draws_may_be_missing(tables: LogTables) -> None:
    replay = replay_batch(batch_of(tables))
    draws = draws_of(replay, tables)
    assert aborts_shown(replay, draws).shape == (0, len(DRAW_TYPES))
    assert aborts_due(replay, np.zeros(0, np.int64)).shape == (0, len(DRAW_TYPES))
    assert nagashi_rivers(replay).shape == (len(tables.rounds), 4)
