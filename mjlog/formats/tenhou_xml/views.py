"""Players' views of games in Tenhou's XML, whose seats are turned to those of the table.

In a view the viewer is seat 0; at the table it is the first dealer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.columns import Array
from mjlog.formats.tenhou_xml.events import Acts
from mjlog.formats.tenhou_xml.games import Course
from mjlog.formats.tenhou_xml.rounds import Deals, Draws, Scores
from mjlog.formats.tenhou_xml.tiles import HIDDEN
from mjlog.formats.tenhou_xml.wins import Wins
from mjlog.schema import DRAW_TYPES

_EXHAUSTIVE: Final = DRAW_TYPES.index("exhaustive")


def views(deals: Deals) -> NDArray[np.bool_]:
    """(r,) which rounds are told as a player saw them."""
    is_view: NDArray[np.bool_] = deals.hands[:, 1, 0] == HIDDEN
    return is_view


def first_dealers(deals: Deals) -> NDArray[np.int64]:
    """(r,) the seat that dealt East 1, in views of a player; 0 in logs of the whole table."""
    return np.where(views(deals), (deals.dealer - deals.seed[:, 0] % 4) % deals.players, 0)


def with_viewers(rounds: NDArray[np.int32], deals: Deals, draws: Draws) -> Draws:
    """Draws with the viewer's own tenpai, whose hand a view does not show again.

    The payments say it; where nothing is paid, the viewer is as the others are.
    """
    number = rounds[draws.tag]
    in_view = np.append(views(deals), False)[number] & draws.scores.stated & (draws.type == _EXHAUSTIVE)
    players = np.append(deals.players, 4)[number]
    change = draws.scores.change
    all_others = (draws.tenpai | (np.arange(4) >= players[:, None]))[:, 1:].all(axis=1)
    tenpai = draws.tenpai.copy()
    tenpai[:, 0] |= in_view & ((change[:, 0] > 0) | (~change.any(axis=1) & all_others))
    return replace(draws, tenpai=tenpai)


def turned(seats: Array, first: Array, players: Array) -> Array:
    """Seats of a view as seats of the table, where seat `first` of `players` is the first dealer.

    Numbers that are no seats of players stay.
    """
    is_seat = (seats >= 0) & (seats < players)
    return np.where(is_seat, (seats - first) % players, seats).astype(seats.dtype)


def turned_columns(matrix: Array, first: Array, players: Array) -> Array:
    """(k, 4, ...) values by seat of a view as values by seat of the table, for (k,) rounds."""
    seats = np.arange(4)
    origin = np.where(seats < players[:, None], (seats + first[:, None]) % players[:, None], seats)
    return matrix[np.arange(len(matrix))[:, None], origin]


def turn(
    first: NDArray[np.int64],
    rounds: NDArray[np.int32],
    course: Course,
    deals: Deals,
    acts: Acts,
    wins: Wins,
    draws: Draws,
) -> tuple[Course, Deals, Acts, Wins, Draws]:
    """A decoded batch with the seats of the table, where seats `first` (r,) are the first dealers.

    `rounds` (n,) are the rounds of the tags, -1 outside of any.
    """
    players = deals.players
    shift, size = (np.append(column, none)[rounds] for column, none in ((first, 0), (players, 4)))
    back = course.returns[:, 0]

    def scores(old: Scores, tag: Array) -> Scores:
        change, after = (turned_columns(m, shift[tag], size[tag]) for m in (old.change, old.after))
        return Scores(change, after, old.stated)

    return (
        replace(
            course,
            returns=np.column_stack([back, turned(course.returns[:, 1], shift[back], size[back])]),
        ),
        replace(
            deals,
            dealer=turned(deals.dealer, first, players),
            scores=turned_columns(deals.scores, first, players),
            hands=turned_columns(deals.hands, first, players),
        ),
        replace(acts, seat=turned(acts.seat, shift, size), target=turned(acts.target, shift, size)),
        replace(
            wins,
            seat=turned(wins.seat, shift[wins.tag], size[wins.tag]),
            from_seat=turned(wins.from_seat, shift[wins.tag], size[wins.tag]),
            pao_seat=turned(wins.pao_seat, shift[wins.tag], size[wins.tag]),
            scores=scores(wins.scores, wins.tag),
        ),
        replace(
            draws,
            tenpai=turned_columns(draws.tenpai, shift[draws.tag], size[draws.tag]),
            scores=scores(draws.scores, draws.tag),
        ),
    )
