"""What games ask, and the answers for many games at once.

A game is a generator that yields questions (`Look`, `Turn`, `Price`, `Pay`) and is sent the answers.
So the lookups and the scoring see the questions of all games that are played side by side in one call.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import SUIT_OF, WEIGHT
from mjlog.lookup.pairs import quad_pair_shanten, quad_pair_waits
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

TILE_SUIT: Final[tuple[int, ...]] = tuple(SUIT_OF.tolist())
"""Suit of each kind."""
TILE_WEIGHT: Final[tuple[int, ...]] = tuple(WEIGHT.tolist())
"""What a tile of each kind adds to its suit number."""


def _one_more() -> NDArray[np.int32]:
    """(34, 4) what one more tile of each kind adds to a hand."""
    added = np.zeros((KINDS, 4), dtype=np.int32)
    added[np.arange(KINDS), SUIT_OF] = WEIGHT
    return added


ONE_MORE: Final = _one_more()


class Look(NamedTuple):
    """How near to a win are some hands of one player?"""

    hands: Sequence[Suits]
    """Concealed tiles, 13 less three for each meld."""
    fits: Sequence[Suits]
    """Of each hand, the tiles that the player wants to keep."""
    melds: Sequence[int]
    """Melds of each hand."""
    unseen: Sequence[int]
    """Tiles of each kind that the player does not see; 0 for kinds that are not wanted."""


class Prospects(NamedTuple):
    """The answer to a `Look`, one entry per hand."""

    shanten: Sequence[int]
    """Shanten of the tiles to keep."""
    waits: Sequence[int]
    """Mask of the kinds that complete the whole hand; 0 when it is not tenpai."""
    accepted: Sequence[int]
    """Unseen tiles that bring the hand nearer; 0 for hands that are not among the nearest."""


class Price(NamedTuple):
    """What are these wins worth?  Each is a row of columns of `WinningHands`."""

    wins: Sequence[dict[str, Any]]


class Value(NamedTuple):
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


_T = TypeVar("_T")
Play: TypeAlias = Generator[Any, Any, _T]
"""Part of a game: it asks questions and ends with a result."""


def look(question: Look) -> Play[Prospects]:
    """Ask how near some hands are to a win."""
    answer: Prospects = yield question
    return answer


def price(wins: Sequence[dict[str, Any]]) -> Play[Sequence[Value]]:
    """Ask what some wins are worth."""
    if not wins:
        return ()
    answer: Sequence[Value] = yield Price(wins)
    return answer


def distances(hands: NDArray[np.int32], melds: NDArray[np.int8], rules: RulesetTable) -> NDArray[np.int8]:
    """(n,) shanten of hands under the rules; four equal tiles are two pairs where they say so."""
    found = shanten(hands, melds)
    return np.minimum(found, quad_pair_shanten(hands, melds)) if rules.counts_quads[0] else found


def all_waits(hands: NDArray[np.int32], melds: NDArray[np.int8], rules: RulesetTable) -> NDArray[np.uint64]:
    """(n,) waits of hands under the rules, likewise."""
    found = waits(hands, melds)
    return found | quad_pair_waits(hands, melds) if rules.counts_quads[0] else found


def accepted_by(
    fits: NDArray[np.int32],
    melds: NDArray[np.int8],
    distance: NDArray[np.int8],
    unseen: NDArray[np.integer[Any]],
    rules: RulesetTable,
) -> NDArray[np.int64]:
    """(n,) unseen tiles that bring hands nearer.

    Args:
        fits: (n, 4) hands of 13 tiles, less three for each meld, as far as they are wanted.
        melds: (n,) melds.
        distance: (n,) their shanten.
        unseen: (n, 34) unseen tiles of each kind, 0 for kinds that are not wanted.
        rules: the rule set.
    """
    row, kind = np.nonzero(unseen)
    after = distances(fits[row] + ONE_MORE[kind], melds[row], rules)
    better = np.where(after < distance[row], unseen[row, kind], 0)
    accepted: NDArray[np.int64] = np.bincount(row, better, minlength=len(fits)).astype(np.int64)
    return accepted


def answer_looks(looks: Sequence[Look], rules: RulesetTable) -> list[Prospects]:
    """Answer the questions of many games by lookup."""
    sizes = np.array([len(q.hands) for q in looks])
    hands = np.array([h for q in looks for h in q.hands], dtype=np.int32)
    fits = np.array([h for q in looks for h in q.fits], dtype=np.int32)
    melds = np.array([m for q in looks for m in q.melds], dtype=np.int8)
    unseen = np.frombuffer(b"".join([bytes(q.unseen) for q in looks]), dtype=np.uint8).reshape(-1, KINDS)
    asker = np.repeat(np.arange(len(looks)), sizes)
    ends = np.cumsum(sizes)
    distance = distances(fits, melds, rules)
    nearest = np.minimum.reduceat(distance, ends - sizes)
    near = np.flatnonzero(distance == nearest[asker])
    accepted = np.zeros(len(hands), dtype=np.int64)
    accepted[near] = accepted_by(fits[near], melds[near], distance[near], unseen[asker[near]], rules)
    columns = [column.tolist() for column in (distance, all_waits(hands, melds, rules), accepted)]
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
