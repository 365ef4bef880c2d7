from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_json.order import Finish, events_of, order_of, wins_on
from mjlog.formats.tenhou_json.rows import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    KITA,
    NONE,
    PON,
    Event,
    RoundError,
    Turn,
)
from mjlog.schema import EVENT_KINDS

DISCARDED, DRAWN, ANYHOW = (
    Finish(on_draw=False, seat=None),
    Finish(on_draw=True, seat=None),
    Finish(None, None),
)


def turn(seat: int, take: str, put: str | None) -> Turn:
    """A turn from words: "draw 5", "pon 7 from 2", "discard 3", "riichi 3", "kakan 7"; tiles are codes."""
    kind, tile, *source = take.replace("from ", "").split()
    taken = Event(KIND_CODE[kind], seat, int(source[0]) if source else NONE, int(tile))
    if put is None:
        return Turn(taken, None, riichi=False, again=taken.kind == DAIMINKAN)
    word, tile = put.split()
    kind = "discard" if word == "riichi" else word
    return Turn(taken, Event(KIND_CODE[kind], seat, NONE, int(tile)), word == "riichi", kind != "discard")


def rows(*seats: list[tuple[str, str | None]]) -> list[list[Turn]]:
    return [[turn(seat, *pair) for pair in pairs] for seat, pairs in enumerate(seats)]


def kinds(played, order, indicators=(0, 1, 2, 3, 4), *, ronned=False) -> str:
    events = events_of(played, order, indicators, last_is_ronned=ronned)
    return " ".join(EVENT_KINDS[e.kind] for e in events)


def test_players_draw_in_turn_from_the_dealer():
    played = rows(*([("draw 1", f"discard {s}")] for s in range(4)))
    assert order_of(played, 2, DISCARDED) == [2, 3, 0, 1]


def test_a_pon_skips_the_players_between():
    played = rows([("draw 1", "discard 5"), ("draw 1", "discard 1")], [], [], [("pon 5 from 0", "discard 2")])
    assert order_of(played, 0, DISCARDED) == [0, 3, 0]


def test_a_chi_comes_before_the_next_draw():
    played = rows([("draw 1", "discard 5")], [("chi 5 from 0", "discard 2")], [("draw 3", "discard 4")], [])
    assert order_of(played, 0, DISCARDED) == [0, 1, 2]


def test_a_call_is_put_off_to_the_second_of_two_equal_discards_where_the_first_is_a_dead_end():
    # Seat 2 discards 9 twice; between the two, seat 1 called seat 3, so seat 0 neither drew nor discarded.
    played = rows(
        [("draw 1", "discard 2"), ("pon 9 from 2", "discard 3")],
        [("draw 1", "discard 4"), ("pon 7 from 3", "discard 5"), ("draw 1", "discard 6")],
        [("draw 1", "discard 9"), ("draw 1", "discard 9")],
        [("draw 1", "discard 7")],
    )
    assert order_of(played, 0, DISCARDED) == [0, 1, 2, 3, 1, 2, 0, 1]


def test_a_call_is_of_the_first_of_two_equal_discards_where_the_second_is_too_late():
    played = rows(
        [("draw 1", "discard 2"), ("pon 9 from 2", "discard 3")],
        [("draw 1", "discard 4"), ("draw 1", "discard 5")],
        [("draw 1", "discard 9"), ("draw 1", "discard 9")],
        [],
    )
    assert order_of(played, 0, DISCARDED) == [0, 1, 2, 0, 1, 2]


def test_a_player_who_kans_draws_again():
    played = rows([("draw 1", "ankan 1"), ("draw 2", "discard 2")], [("draw 3", "discard 3")], [], [])
    assert order_of(played, 0, DISCARDED) == [0, 0, 1]


@pytest.mark.parametrize(
    ("finish", "reason"),
    [
        (Finish(on_draw=True, seat=0), "by the result seat 0 draws last"),
        (Finish(on_draw=False, seat=0), "by the result seat 0 discards last"),
    ],
)
def test_rows_that_end_otherwise_than_the_result_are_refused(finish, reason):
    played = rows([("draw 1", "discard 5")], [("draw 1", "discard 6")], [], [])
    with pytest.raises(RoundError, match=reason):
        order_of(played, 0, finish)


def test_rows_that_are_not_used_up_are_refused_with_where_it_got_stuck():
    played = rows([("draw 1", "discard 5")], [("draw 1", "discard 6")], [("pon 8 from 1", "discard 2")], [])
    with pytest.raises(RoundError, match="after entry 1 of seat 1; entries left over: 1 of seat 2"):
        order_of(played, 0, DISCARDED)


def test_a_dealer_who_does_not_draw_first_is_refused():
    with pytest.raises(RoundError, match="seat 1 deals but does not draw first"):
        order_of(rows([("draw 1", "discard 5")], [], [], []), 1, ANYHOW)


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ([("draw 1", "ankan 1"), ("draw 2", "discard 2")], "draw ankan dora draw discard"),
        ([("draw 1", "kakan 1"), ("draw 2", "discard 2")], "draw kakan draw dora discard"),
        (
            [("draw 1", "kakan 1"), ("draw 2", "kakan 2"), ("draw 3", "discard 3")],
            "draw kakan draw kakan dora draw dora discard",
        ),
        (
            [("draw 1", "kakan 1"), ("draw 2", "ankan 2"), ("draw 3", "discard 3")],
            "draw kakan draw ankan dora dora draw discard",
        ),
        (
            [("draw 1", "ankan 1"), ("draw 2", "kakan 2"), ("draw 3", "discard 3")],
            "draw ankan dora draw kakan draw dora discard",
        ),
        (
            [("draw 1", "kakan 1"), ("draw 30", "kita 30"), ("draw 3", "discard 3")],
            "draw kakan draw kita dora draw discard",
        ),
        ([("draw 30", "kita 30"), ("draw 3", "discard 3")], "draw kita draw discard"),
        (
            [("draw 1", "ankan 1"), ("draw 2", "riichi 2")],
            "draw ankan dora draw riichi discard riichi_accepted",
        ),
        ([("draw 1", "kakan 1"), ("draw 2", None)], "draw kakan draw"),
        ([("draw 1", "kakan 1")], "draw kakan"),
    ],
)
def test_indicators_are_turned_at_their_time(turns, expected):
    played = rows(turns, [], [], [])
    assert kinds(played, [0] * len(turns)) == expected


def test_the_indicator_of_a_daiminkan_is_turned_before_the_discard():
    played = rows([("draw 1", "discard 5")], [("daiminkan 5 from 0", None), ("draw 1", "discard 3")], [], [])
    order = order_of(played, 0, DISCARDED)
    assert kinds(played, order) == "draw discard daiminkan draw dora discard"


def test_indicators_that_are_not_listed_are_not_turned():
    played = rows([("draw 1", "ankan 1"), ("draw 2", "kakan 2"), ("draw 3", "discard 3")], [], [], [])
    assert kinds(played, [0, 0, 0], (7, 8)) == "draw ankan dora draw kakan draw discard"
    assert kinds(played, [0, 0, 0], (7,)) == "draw ankan draw kakan draw discard"


def test_a_riichi_is_accepted_unless_its_discard_is_ronned():
    played = rows([("draw 1", "riichi 5")], [("draw 1", "riichi 6")], [], [])
    assert kinds(played, [0, 1]) == " ".join(["draw riichi discard riichi_accepted"] * 2)
    assert kinds(played, [0, 1], ronned=True) == "draw riichi discard riichi_accepted draw riichi discard"


@pytest.mark.parametrize(("last", "tile"), [("discard 6", 6), ("kakan 7", 7), ("kita 30", 30), (None, 9)])
def test_a_win_is_on_the_last_tile_taken_or_put(last, tile):
    assert wins_on(rows([("draw 9", last)], [], [], []), [0]) == tile


@st.composite
def plays(draw) -> tuple[list[list[Turn]], list[int], Finish]:
    """Rows of random play with few kinds of tiles (many calls are possible), and the order it had."""
    players = draw(st.integers(2, 4))
    tiles = st.integers(0, draw(st.integers(0, 2)))
    seat = draw(st.integers(0, players - 1))
    played: list[list[Turn]] = [[] for _ in range(players)]
    order = []
    take = Event(DRAW, seat, NONE, draw(tiles))
    for _ in range(draw(st.integers(1, 24))):
        order.append(seat)
        what = (
            DISCARD
            if take.kind in (CHI, PON)
            else draw(st.sampled_from((DISCARD,) * 6 + (ANKAN, KAKAN, KITA)))
        )
        if take.kind == DAIMINKAN:
            played[seat].append(Turn(take, None, riichi=False, again=True))
        else:
            put = Event(what, seat, NONE, draw(tiles))
            played[seat].append(Turn(take, put, riichi=False, again=what != DISCARD))
        if played[seat][-1].again:
            take = Event(DRAW, seat, NONE, draw(tiles))
            continue
        caller = draw(st.sampled_from([None, *(s for s in range(players) if s != seat)]))
        following = (seat + 1) % players
        called = draw(st.sampled_from((PON, DAIMINKAN, *((CHI,) if caller == following else ()))))
        if caller is None:
            take, seat = Event(DRAW, following, NONE, draw(tiles)), following
        else:
            take, seat = Event(called, caller, seat, played[seat][-1].put.tile), caller
    last = played[order[-1]][-1]
    return played, order, Finish(on_draw=last.put is None and not last.again, seat=order[-1])


@given(plays())
def test_the_order_of_play_is_always_found_again(play):
    played, order, finish = play
    assert order_of(played, order[0], finish) == order
