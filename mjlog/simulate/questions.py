"""What games ask, and the answers for many games at once.

A game is a generator that yields questions (`Look`, `Price`) and is sent the answers.  So the
lookups and the scoring see the questions of all games that are played side by side in one call.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from mjlog.lookup.hands import SUIT_OF, WEIGHT
from mjlog.lookup.shanten import shanten
from mjlog.lookup.waits import waits
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import LIMITS, YAKU
from mjlog.scoring.entries import yaku_entries
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.score import score_hands
from mjlog.tiles import KINDS

Suits: TypeAlias = tuple[int, int, int, int]
"""A hand as suit numbers (`mjlog.lookup.hands`)."""

ALL_SUITS: Final = range(4)
TILE_SUIT: Final[tuple[int, ...]] = tuple(SUIT_OF.tolist())
"""Suit of each kind."""
TILE_WEIGHT: Final[tuple[int, ...]] = tuple(WEIGHT.tolist())
"""What a tile of each kind adds to its suit number."""


def _one_more() -> np.ndarray[Any, np.dtype[np.int32]]:
    """(34, 4) what one more tile of each kind adds to a hand."""
    added = np.zeros((KINDS, 4), dtype=np.int32)
    added[np.arange(KINDS), SUIT_OF] = WEIGHT
    return added


_ONE_MORE: Final = _one_more()


@dataclass(frozen=True, slots=True)
class Look:
    """How near to a win are some hands of one player?"""

    hands: Sequence[Suits]
    """Concealed tiles, 13 less three for each meld."""
    fits: Sequence[Suits]
    """Of each hand, the tiles that the player wants to keep."""
    melds: Sequence[int]
    """Melds of each hand."""
    unseen: Sequence[int]
    """Tiles of each kind that the player does not see; 0 for kinds that are not wanted."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """The answer to a `Look`, one entry per hand."""

    shanten: Sequence[int]
    """Shanten of the tiles to keep."""
    waits: Sequence[int]
    """Mask of the kinds that complete the whole hand; 0 when it is not tenpai."""
    accepted: Sequence[int]
    """Unseen tiles that bring the hand nearer; 0 for hands that are not among the nearest."""


@dataclass(frozen=True, slots=True)
class Price:
    """What are these wins worth?  Each is a row of columns of `WinningHands`."""

    wins: Sequence[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Value:
    """The answer to a `Price`, for one win."""

    has_yaku: bool
    """Whether the hand may win at all."""
    yaku: int
    """Mask over `schema.YAKU_BIT`."""
    han: int
    fu: int
    base: int
    """Base points."""
    limit: str
    entries: Sequence[tuple[str, int]]
    """Yaku and bonus tiles with their han."""


Question: TypeAlias = Look | Price
Answer: TypeAlias = Prospects | Sequence[Value]
_T = TypeVar("_T")
Play: TypeAlias = Generator[Question, Answer, _T]
"""Part of a game: it asks questions and ends with a result."""


def look(question: Look) -> Play[Prospects]:
    """Ask how near some hands are to a win."""
    answer = yield question
    assert isinstance(answer, Prospects)
    return answer


def price(wins: Sequence[dict[str, Any]]) -> Play[Sequence[Value]]:
    """Ask what some wins are worth."""
    if not wins:
        return ()
    answer = yield Price(wins)
    assert not isinstance(answer, Prospects)
    return answer


def answer_looks(looks: Sequence[Look]) -> list[Prospects]:
    """Answer the questions of many games by lookup."""
    sizes = np.array([len(q.hands) for q in looks])
    hands = np.array([h for q in looks for h in q.hands], dtype=np.int32)
    fits = np.array([h for q in looks for h in q.fits], dtype=np.int32)
    melds = np.array([m for q in looks for m in q.melds], dtype=np.int8)
    unseen = np.array([q.unseen for q in looks], dtype=np.int16)
    asker = np.repeat(np.arange(len(looks)), sizes)
    ends = np.cumsum(sizes)
    distance = shanten(fits, melds)
    nearest = np.minimum.reduceat(distance, ends - sizes)
    near = np.flatnonzero(distance == nearest[asker])
    richer = (fits[near][:, None, :] + _ONE_MORE).reshape(-1, 4)
    after = shanten(richer, np.repeat(melds[near], KINDS)).reshape(-1, KINDS)
    accepted = np.zeros(len(hands), dtype=np.int64)
    accepted[near] = ((after < distance[near][:, None]) * unseen[asker[near]]).sum(axis=1)
    columns = [column.tolist() for column in (distance, waits(hands, melds), accepted)]
    return [
        Prospects(*(column[end - size : end] for column in columns))
        for size, end in zip(sizes.tolist(), ends.tolist(), strict=True)
    ]


def answer_prices(prices: Sequence[Price], rules: RulesetTable) -> list[list[Value]]:
    """Score the wins of many games."""
    rows = [win for q in prices for win in q.wins]
    hands = WinningHands.of(**{name: [row[name] for row in rows] for name in rows[0]})
    scored = score_hands(hands, rules)
    listed = yaku_entries(scored, hands, rules)
    entries: list[list[tuple[str, int]]] = [[] for _ in rows]
    for win, yaku, han in zip(listed.win.tolist(), listed.yaku.tolist(), listed.han.tolist(), strict=True):
        entries[win].append((YAKU[yaku], han))
    columns = (scored.has_yaku, scored.yaku, scored.han, scored.fu, scored.base, scored.limit)
    values = [
        Value(has_yaku, yaku, han, fu, base, LIMITS[limit], entry)
        for has_yaku, yaku, han, fu, base, limit, entry in zip(
            *(column.tolist() for column in columns), entries, strict=True
        )
    ]
    answers = iter(values)
    return [[next(answers) for _ in q.wins] for q in prices]
