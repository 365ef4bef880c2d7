"""The order of play of a tenhou.net/6 round, found from the players' rows.

The rows say what each player did, not when.  After a discard either somebody calls it or the next
player draws; where the rows allow both (a tile discarded twice that was called once), each way is
followed until the rows are used up as the result demands, or it is a dead end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.sink import NONE, Event
from mjlog.formats.tenhou_json.rows import (
    ANKAN,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    KAKAN,
    RoundError,
    Turn,
)

_RIICHI, _ACCEPTED, _DORA = KIND_CODE["riichi"], KIND_CODE["riichi_accepted"], KIND_CODE["dora"]
_KANS: Final = (DAIMINKAN, ANKAN, KAKAN)
_MOST_BRANCHES: Final = 500

Rows = Sequence[Sequence[Turn]]
"""Turns by seat."""


class Finish(NamedTuple):
    """What the result says about the last event before it."""

    on_draw: bool | None
    """Whether the round ends with a tile just taken (tsumo, nine terminals); None where not said."""
    seat: int | None
    """Who acted last; None where not said."""


def order_of(rows: Rows, dealer: int, finish: Finish) -> list[int]:
    """Find the order of turns that begins with the dealer's and uses up the rows.

    At most one does: of two seats that might act after a discard of X, each waits for X to act
    again where the other one does.  So X goes on after the fourth player, whose first entry would
    have to follow both of them.

    Returns:
        The seats whose turns follow one another.

    Raises:
        RoundError: when there is none; the message says where it got stuck.
    """
    if not rows[dealer] or rows[dealer][0].take.kind != DRAW:
        raise RoundError(f"seat {dealer} deals but does not draw first")
    seen: set[tuple[int, ...]] = set()
    furthest: list[int] = []
    branches: list[tuple[int, list[int], list[int]]] = [(dealer, [], [0] * len(rows))]
    while branches:
        seat, seats, at = branches.pop()
        if (seat, *at) in seen:
            continue
        seen.add((seat, *at))
        if len(seen) > _MOST_BRANCHES:
            raise RoundError("too many orders of play are possible")
        choices = [seat]
        while len(choices) == 1:
            seat = choices[0]
            turn = rows[seat][at[seat]]
            at[seat] += 1
            seats.append(seat)
            choices = _successors(rows, at, seat, turn)
        if not choices and _is_end(rows, seats, turn, finish):
            return seats
        furthest = max(furthest, seats, key=len)
        branches += [(choice, seats.copy(), at.copy()) for choice in reversed(choices)]
    raise RoundError(_stuck(rows, furthest, finish))


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


def _is_end(rows: Rows, seats: Sequence[int], turn: Turn, finish: Finish) -> bool:
    """Whether the rows are used up, and `turn` is such a last one as the result says."""
    on_draw = turn.put is None and not turn.again
    return (
        len(seats) == sum(map(len, rows))
        and finish.on_draw in (None, on_draw)
        and finish.seat in (None, seats[-1])
    )


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
    who = "a player" if finish.seat is None else f"seat {finish.seat}"
    return f"the rows end {where}, but by the result {who} {'draws' if finish.on_draw else 'discards'} last"


def events_of(
    rows: Rows,
    order: Sequence[int],
    indicators: Sequence[int],
    *,
    last_is_ronned: bool,
    at_once: bool = False,
) -> list[Event]:
    """The events of a round in their order, without its result.

    Args:
        rows: turns by seat.
        order: seats whose turns follow one another.
        indicators: tile codes of the dora indicators turned, the first one included.  After a
            concealed kan the next is turned at once, after another kan before the discard or the
            next replacement draw (Tenhou's timing); an indicator that was never turned is not listed.
        last_is_ronned: whether the round ends with a win on the last discard: then a riichi declared
            with it is not accepted.
        at_once: whether every kan turns the next indicator at once, as some rules have it.
    """
    events: list[Event] = []
    at = [0] * len(rows)
    waiting = 0
    turned = 1
    last = len(order) - 1
    for number, seat in enumerate(order):
        take, put, riichi, _ = rows[seat][at[seat]]
        at[seat] += 1
        events.append(take)
        move = take if take.kind == DAIMINKAN else put
        if move is None:
            continue
        if move.kind not in (DAIMINKAN, DISCARD):
            events.append(move)
        is_late = move.kind in (DAIMINKAN, KAKAN) and not at_once
        now = waiting + (move.kind in _KANS and not is_late)
        events += [Event(_DORA, tile=tile) for tile in indicators[turned : turned + now]]
        turned, waiting = turned + now, int(is_late)
        if move.kind == DISCARD:
            if riichi:
                events.append(Event(_RIICHI, seat))
            events.append(move)
            if riichi and not (last_is_ronned and number == last):
                events.append(Event(_ACCEPTED, seat))
    return events


def wins_on(rows: Rows, order: Sequence[int]) -> int:
    """Tile code of the last tile taken or put: what a win that follows is on."""
    turn = rows[order[-1]][-1]
    return turn.take.tile if turn.put is None else turn.put.tile
