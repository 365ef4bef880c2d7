"""The order of play of a tenhou.net/6 round, found from the players' rows.

The rows say what each player did, not when.  After a discard either somebody calls it or the next
player draws; where the rows allow both (a tile discarded twice that was called once), every way
is followed until the rows are used up as the result demands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_json_rows import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    NONE,
    Event,
    RoundError,
    Turn,
)

_RIICHI, _ACCEPTED, _DORA = KIND_CODE["riichi"], KIND_CODE["riichi_accepted"], KIND_CODE["dora"]
_MOST_STATES: Final = 2_000

Rows = Sequence[Sequence[Turn]]
"""Turns by seat."""


class Finish(NamedTuple):
    """What the result says about the last event before it."""

    on_draw: bool | None
    """Whether the round ends with a tile just taken (tsumo, nine terminals); None where not said."""
    seat: int | None
    """Who acted last; None where not said."""


class Order(NamedTuple):
    """The seats whose turns follow one another."""

    seats: list[int]
    is_only: bool
    """Whether no other order uses up the rows."""


class _Search:
    """Follows the rows turn by turn; remembers dead ends."""

    def __init__(self, rows: Rows, finish: Finish) -> None:
        self.rows = rows
        self.finish = finish
        self.length = sum(map(len, rows))
        self.found: list[list[int]] = []
        self.dead: set[tuple[int, ...]] = set()
        self.states = 0
        self.furthest: list[int] = []

    def follow(self, seat: int, seats: list[int], at: list[int]) -> None:
        """Add to `found` the orders (at most two in all) in which `seat` acts after `seats`.

        Args:
            seat: who acts.
            seats: who acted before; belongs to the caller's branch.
            at: turns that each seat has had; belongs to the caller's branch.
        """
        entered = (seat, *at)
        found_before = len(self.found)
        if entered in self.dead:
            return
        choices = [seat]
        while len(choices) == 1:
            seat = choices[0]
            turn = self.rows[seat][at[seat]]
            at[seat] += 1
            seats.append(seat)
            choices = _successors(self.rows, at, seat, turn)
        if len(seats) > len(self.furthest):
            self.furthest = seats
        if not choices and len(seats) == self.length and _fits(self.finish, seat, turn):
            self.found.append(seats)
        self.states += 1
        if self.states > _MOST_STATES:
            raise RoundError("too many orders of play are possible")
        for choice in choices:
            if len(self.found) < 2:
                self.follow(choice, seats.copy(), at.copy())
        if len(self.found) == found_before:
            self.dead.add(entered)


def order_of(rows: Rows, dealer: int, finish: Finish) -> Order:
    """Find the order of turns that begins with the dealer's and uses up the rows.

    Calls go before draws, pon and kan before chi; of several full orders the one that calls at
    the first occasion is taken.

    Raises:
        RoundError: when there is none; the message says where it got stuck.
    """
    search = _Search(rows, finish)
    if not rows[dealer] or rows[dealer][0].take.kind != DRAW:
        raise RoundError(f"seat {dealer} deals but does not draw first")
    search.follow(dealer, [], [0] * len(rows))
    if search.found:
        return Order(search.found[0], is_only=len(search.found) == 1)
    raise RoundError(_stuck(rows, search.furthest, finish))


def _successors(rows: Rows, at: Sequence[int], seat: int, turn: Turn) -> list[int]:
    """Who may act after `turn` of `seat`; nobody at the end of the rows or in a dead end."""
    if turn.again:
        return [seat] if _takes(rows, at, seat) == DRAW else []
    if turn.put is None:
        return []
    calls = []
    for other, row in enumerate(rows):
        if other != seat and at[other] < len(row):
            take = row[at[other]].take
            if take.kind != DRAW and take.target_seat == seat and take.tile == turn.put.tile:
                calls.append((take.kind == CHI, other))
    following = (seat + 1) % len(rows)
    draw = [following] if _takes(rows, at, following) == DRAW else []
    return [other for _, other in sorted(calls)] + draw


def _takes(rows: Rows, at: Sequence[int], seat: int) -> int:
    """Kind of the next entry that `seat` takes; `NONE` at the end of the row."""
    return rows[seat][at[seat]].take.kind if at[seat] < len(rows[seat]) else NONE


def _fits(finish: Finish, seat: int, turn: Turn) -> bool:
    on_draw = turn.put is None and not turn.again
    return finish.on_draw in (None, on_draw) and finish.seat in (None, seat)


def _stuck(rows: Rows, seats: Sequence[int], finish: Finish) -> str:
    """Where the furthest order ends, and what of the rows is left over."""
    seat = seats[-1]
    number = seats.count(seat)
    left = [
        f"{len(row) - seats.count(s)} of seat {s}" for s, row in enumerate(rows) if len(row) > seats.count(s)
    ]
    where = f"after entry {number} of seat {seat}"
    if left:
        return f"nobody can go on {where}; entries left over: {', '.join(left)}"
    last = "draws" if finish.on_draw else "discards"
    return f"the rows end {where}, but by the result seat {finish.seat} {last} last"


def events_of(rows: Rows, order: Order, indicators: Sequence[int], *, last_is_ronned: bool) -> list[Event]:
    """The events of a round in their order, without its result.

    Args:
        rows: turns by seat.
        order: whose turns follow one another.
        indicators: tile codes of the dora indicators turned, the first one included.  After a
            concealed kan the next is turned at once, after another kan before the discard or the
            next replacement draw (Tenhou's timing); an indicator that was never turned is not listed.
        last_is_ronned: whether the round ends with a win on the last discard: then a riichi declared
            with it is not accepted.
    """
    events: list[Event] = []
    at = [0] * len(rows)
    waiting = 0
    turned = 1
    last = len(order.seats) - 1
    for number, seat in enumerate(order.seats):
        take, put, riichi, _ = rows[seat][at[seat]]
        at[seat] += 1
        events.append(take)
        if take.kind == DAIMINKAN:
            waiting += 1
            continue
        if put is None:
            continue
        if put.kind != DISCARD:
            events.append(put)
        now = waiting + (put.kind == ANKAN)
        if now:
            events += [Event(_DORA, tile=tile) for tile in indicators[turned : turned + now]]
            turned, waiting = turned + now, 0
        if put.kind == DISCARD:
            if riichi:
                events.append(Event(_RIICHI, seat))
            events.append(put)
            if riichi and not (last_is_ronned and number == last):
                events.append(Event(_ACCEPTED, seat))
        elif put.kind == KAKAN:
            waiting += 1
    return events


def wins_on(rows: Rows, order: Order) -> int:
    """Tile code of the last tile taken or put: what a win that follows is on."""
    turn = rows[order.seats[-1]][-1]
    return turn.take.tile if turn.put is None else turn.put.tile
