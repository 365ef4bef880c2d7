from __future__ import annotations

import pytest

from mjlog.replay.melds import NEVER, meld_rows
from mjlog.replay.pao import liable_seats
from mjlog.rulesets.standard import PAO_YAKUMAN
from mjlog.tables import LogTables
from tests.unit.replay.written import Round, batch_of, written

DRAGONS = ["0 pon 5z with 55z from 1", "0 pon 6z with 66z from 2", "0 pon 7z with 77z from 3"]
WINDS = [f"0 pon {k}z with {k}{k}z from {k % 3 + 1}" for k in range(1, 5)]
KANS = [f"0 ankan {k}s with {k}{k}{k}{k}s" for k in range(1, 4)]


def liable(*events: str) -> dict[str, tuple[int, int]]:
    """Who is liable to seat 0 for what, and the call that made them."""
    batch = batch_of(written([Round("; ".join(events))]))
    seats, calls = liable_seats(batch, meld_rows(batch))
    assert (seats[0, 1:] == -1).all()
    assert ((seats == -1) == (calls == NEVER)).all()
    return {
        y: (int(seats[0, 0, k]), int(calls[0, 0, k]))
        for k, y in enumerate(PAO_YAKUMAN)
        if seats[0, 0, k] >= 0
    }


def test_the_third_dragon_makes_its_discarder_liable() -> None:
    assert liable(*DRAGONS) == {"daisangen": (3, 2)}


def test_two_dragons_make_nobody_liable() -> None:
    assert liable(*DRAGONS[:2]) == {}


def test_the_order_of_the_dragons_does_not_matter() -> None:
    assert liable(DRAGONS[2], DRAGONS[0], DRAGONS[1]) == {"daisangen": (2, 2)}


def test_the_third_dragon_as_an_open_kan() -> None:
    assert liable(*DRAGONS[:2], "0 daiminkan 7z with 777z from 1") == {"daisangen": (1, 2)}


def test_the_third_dragon_as_a_concealed_kan_makes_nobody_liable() -> None:
    assert liable(*DRAGONS[:2], "0 ankan 7z with 7777z") == {}


def test_earlier_concealed_kans_count() -> None:
    assert liable("0 ankan 5z with 5555z", *DRAGONS[1:]) == {"daisangen": (3, 2)}


def test_an_added_kan_changes_nothing() -> None:
    assert liable(*DRAGONS, "0 kakan 7z with 7z") == {"daisangen": (3, 2)}
    assert liable(*DRAGONS[:2], "0 kakan 6z with 6z", DRAGONS[2]) == {"daisangen": (3, 3)}


def test_melds_between_do_not_count() -> None:
    chi = "0 chi 3m with 45m from 3"
    assert liable(DRAGONS[0], chi, *DRAGONS[1:]) == {"daisangen": (3, 3)}
    assert liable(*DRAGONS[:2], chi) == {}


def test_melds_after_the_last_set_do_not_count() -> None:
    assert liable(*DRAGONS, "0 pon 1m with 11m from 1") == {"daisangen": (3, 2)}


def test_the_fourth_wind() -> None:
    assert liable(*WINDS) == {"daisuushii": (2, 3)}
    assert liable(*WINDS[:3]) == {}
    assert liable(*WINDS[:3], "0 ankan 4z with 4444z") == {}


@pytest.mark.parametrize(
    ("last", "who"),
    [
        ("0 daiminkan 4s with 444s from 2", {"suukantsu": (2, 3)}),
        ("0 ankan 4s with 4444s", {}),
        ("0 pon 4s with 44s from 2; 0 kakan 4s with 4s", {}),
    ],
)
def test_the_fourth_kan(last: str, who: dict[str, tuple[int, int]]) -> None:
    assert liable(*KANS, last) == who


def test_added_kans_before_the_fourth_count_from_their_event() -> None:
    pon, kakan = "0 pon 4s with 44s from 1", "0 kakan 4s with 4s"
    last = "0 daiminkan 5s with 555s from 2"
    assert liable(pon, kakan, *KANS[:2], last) == {"suukantsu": (2, 4)}
    assert liable(pon, *KANS[:2], last, kakan) == {}


def test_everyone_has_their_own() -> None:
    dragons_of_seat_2 = [f"2 pon {k}z with {k}{k}z from {who}" for k, who in ((5, 1), (6, 1), (7, 0))]
    rounds = [Round("; ".join(DRAGONS[:2])), Round("; ".join([DRAGONS[2], *dragons_of_seat_2]))]
    batch = batch_of(written(rounds))
    seats, calls = liable_seats(batch, meld_rows(batch))
    assert (seats >= 0).sum() == 1
    assert (seats[1, 2, 0], calls[1, 2, 0]) == (0, 5)


def test_nothing_in_nothing_out() -> None:
    batch = batch_of(LogTables.empty())
    seats, calls = liable_seats(batch, meld_rows(batch))
    assert seats.shape == calls.shape == (0, 4, 3)
