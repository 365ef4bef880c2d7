from __future__ import annotations

import numpy as np
import pytest

from mjlog.lookup.hands import counts_from_suits
from mjlog.replay.hands import HandRows, hand_rows
from mjlog.tables import LogTables
from mjlog.tiles import KIND
from tests.unit.replay.written import ELSEWHERE, WAITING, Round, batch_of, tiles, written


def rows_of(*rounds: Round) -> HandRows:
    return hand_rows(batch_of(written(rounds)))


def hand(rows: HandRows, row: int) -> list[int]:
    """Kinds of a hand row, sorted."""
    return np.repeat(np.arange(34), counts_from_suits(rows.suits[row : row + 1])[0]).tolist()


def kinds(text: str) -> list[int]:
    return sorted(int(KIND[t]) for t in tiles(text))


def test_every_seat_has_its_deal_and_a_row_for_each_of_its_events() -> None:
    rows = rows_of(
        Round("0 draw 5z; 0 discard 5z; 1 draw 6z; 1 discard 6z; 0 draw 7z", {0: WAITING, 1: ELSEWHERE}),
        Round(),
    )
    assert rows.segment.tolist() == [0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7]
    assert rows.event.tolist() == [-1, 0, 1, 4, -1, 2, 3, -1, -1, -1, -1, -1, -1]
    assert rows.first_row.tolist() == [0, 4, 7, 8, 9, 10, 11, 12]
    assert rows.discards.tolist()[:7] == [0, 0, 1, 1, 0, 0, 1]


def test_hands_are_those_after_each_event() -> None:
    rows = rows_of(Round("0 draw 5z; 0 discard 2m; 0 draw 0p; 0 discard 9s", {0: WAITING}))
    assert hand(rows, 0) == kinds(WAITING)
    assert hand(rows, 1) == kinds(WAITING + "5z")
    assert hand(rows, 2) == kinds("3m456p678p234s99s5z")
    assert hand(rows, 4) == kinds("3m4556678p234s9s5z")
    assert rows.size[:5].tolist() == [13, 14, 13, 14, 13]


def test_the_row_after_an_event_is_the_latest_of_each_seat() -> None:
    rows = rows_of(Round("0 draw 5z; 0 riichi; 0 discard 5z; 1 draw 6z", {0: WAITING, 1: ELSEWHERE}))
    assert rows.row_after.tolist() == [[1, 3, 5, 6], [1, 3, 5, 6], [2, 3, 5, 6], [2, 4, 5, 6]]


@pytest.mark.parametrize(
    ("call", "left", "melds", "size"),
    [
        ("0 chi 4m with 23m from 3", "456p678p234s99s", 1, 11),
        ("0 pon 9s with 99s from 2", "23m456p678p234s", 1, 11),
        ("0 daiminkan 9s with 99s from 2", "23m456p678p234s", 1, 11),
        ("0 ankan 9s with 99s", "23m456p678p234s", 1, 11),
        ("0 draw 7z; 0 kakan 2m with 2m", "3m456p678p234s99s7z", 0, 13),
        ("0 draw 7z; 0 kita 4p with 4p", "23m56p678p234s99s7z", 0, 13),
    ],
)
def test_calls_take_their_tiles_from_the_hand(call: str, left: str, melds: int, size: int) -> None:
    rows = rows_of(Round(call, {0: WAITING}))
    last = int(np.flatnonzero(rows.segment == 0)[-1])
    assert hand(rows, last) == kinds(left)
    assert (rows.melds[last], rows.size[last]) == (melds, size)
    assert rows.kita[last] == ("kita" in call)
    assert rows.known[last]
    assert not rows.missing[last]


def test_red_fives_are_counted_in_the_hand_and_owned_in_melds() -> None:
    rows = rows_of(
        Round(
            "0 draw 0m; 0 discard 5m; 0 pon 0s with 05s from 1; 0 discard 0m; 0 draw 0p",
            {0: "5m0p123789m55s11z0s"},
        )
    )
    assert rows.reds[:6].tolist() == [0o110, 0o111, 0o111, 0o011, 0o010, 0o020]
    assert rows.owned_reds[:6].tolist() == [2, 3, 3, 4, 3, 4]


def test_a_tile_that_is_not_there_is_missing_and_the_hand_unknown_from_then_on() -> None:
    rows = rows_of(Round("0 draw 5z; 0 discard 1m; 0 draw 2z; 0 discard 2z", {0: WAITING}))
    assert rows.missing[:5].tolist() == [False, False, True, False, False]
    assert rows.known[:5].tolist() == [True, True, False, False, False]
    assert not rows.suits[2:5].any()


@pytest.mark.parametrize(
    ("events", "missing"),
    [
        ("0 discard 5p", False),
        ("0 discard 0p", True),
        ("0 draw 0p; 0 discard 0p", False),
        ("0 chi 4m with 23m", False),
        ("0 chi 5m with 34m", True),
        ("0 pon 9s with 99s", False),
        ("0 pon 5p with 50p", True),
        ("0 pon 4p with 44p", True),
        ("0 ankan 9s with 9999s", True),
    ],
)
def test_which_tiles_are_missing(events: str, missing: bool) -> None:
    assert rows_of(Round(events, {0: WAITING})).missing.any() == missing


def test_a_fifth_copy_cannot_be_drawn() -> None:
    rows = rows_of(Round("0 draw 1m; 0 discard 1m", {0: "1111m456p678p234s"}))
    assert rows.missing[:2].tolist() == [False, True]
    assert rows.known[:3].tolist() == [True, False, False]


@pytest.mark.parametrize("dealt", ["?" * 13, "?" + WAITING[:-3] + "9s", ""])
def test_hands_that_the_log_does_not_show_are_unknown(dealt: str) -> None:
    rows = rows_of(Round("0 draw 5z; 0 discard 1m", {0: dealt}))
    assert not rows.known[:3].any()
    assert not rows.missing[:3].any()
    assert not rows.suits[:3].any()


def test_a_hidden_draw_hides_the_hand_of_that_seat_only() -> None:
    rows = rows_of(
        Round("0 draw ?; 0 discard 5z; 1 draw 5z", {0: WAITING, 1: ELSEWHERE}), Round("", {0: WAITING})
    )
    assert rows.known[rows.segment == 0].tolist() == [False] * 3
    assert rows.known[rows.segment == 1].tolist() == [True] * 2
    assert rows.known[rows.segment == 4].tolist() == [True]


@pytest.mark.parametrize(
    "dealt", ["123m", WAITING[:-3] + "9s", WAITING + "1z", WAITING + "123s", "11111m2345678p1s"]
)
def test_hands_that_cannot_be_are_unknown(dealt: str) -> None:
    rows = rows_of(Round("0 draw 5z; 0 discard 1m; 1 draw 6z", {0: dealt, 1: WAITING}))
    assert rows.shown[:3].all()
    assert not rows.known[:3].any()
    assert rows.size[:3].tolist() == [len(tiles(dealt)) + n for n in (0, 1, 0)]
    assert rows.known[rows.segment == 1].all()


@pytest.mark.parametrize(
    ("events", "known"),
    [
        ("0 draw 5z; 0 draw 6z; 0 discard 6z", [True, True, False, True]),
        ("0 discard 9s; 0 discard 9s", [True, False, False]),
        ("0 pon 9s with 9s; 0 discard 2m", [True, False, True]),
        ("0 pon 9s with 99s; 0 discard 2m", [True, True, True]),
        ("0 daiminkan 9s with 99s; 0 draw 5z", [True, True, False]),
        ("0 draw 4z; 0 kita 4z with 4z; 0 draw 1z; 0 discard 1z", [True] * 5),
    ],
)
def test_only_hands_of_thirteen_or_fourteen_tiles_are_known(events: str, known: list[bool]) -> None:
    rows = rows_of(Round(events, {0: WAITING}))
    assert rows.known[rows.segment == 0].tolist() == known


def test_events_of_nobody_change_no_hand() -> None:
    rows = rows_of(Round("draw 5z; discard 2m; exhaustive_draw", {0: WAITING}))
    assert rows.event.tolist() == [-1] * 4
    assert rows.row_after.tolist() == [[0, 1, 2, 3]] * 3


@pytest.mark.parametrize("tables", [LogTables.empty(), written([]), written([Round()])])
def test_rounds_and_events_may_be_missing(tables: LogTables) -> None:
    rows = hand_rows(batch_of(tables))
    assert len(rows.event) == 4 * len(tables.rounds)
    assert rows.row_after.shape == (0, 4)
