"""How rounds begin and end without a win in Tenhou's XML: ``INIT`` and ``RYUUKYOKU`` as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import Array
from mjlog.formats.tenhou_xml.games import Course
from mjlog.formats.tenhou_xml.lobby import Type
from mjlog.formats.tenhou_xml.sheets import Sheet
from mjlog.formats.tenhou_xml.tags import Markup, Problem
from mjlog.formats.tenhou_xml.tiles import HIDDEN, LAST_ID
from mjlog.tiles import HAND_TILES

_HUNDRED: Final = 100
_MOST_HUNDREDS: Final = 1 << 20
DIE: Final = 6
"""Sides of a die."""
_LAST_ROUND: Final = 15
"""North 4."""

_DRAW_TYPES: Final = {
    "": "exhaustive",
    "yao9": "kyuushu_kyuuhai",
    "kaze4": "suufon_renda",
    "reach4": "suucha_riichi",
    "kan4": "suukaikan",
    "ron3": "sanchahou",
    "nm": "nagashi_mangan",
}
_TYPE_CODE: Final = {word: schema.DRAW_TYPES.index(slug) for word, slug in _DRAW_TYPES.items()}
_UNKNOWN: Final = schema.DRAW_TYPES.index("unknown")
PLAYED_OUT: Final = np.isin(schema.DRAW_TYPES, ["exhaustive", "nagashi_mangan"])
"""(types,) bool: whether the wall was exhausted in a kind of draw."""


@dataclass(frozen=True, slots=True)
class Deals:
    """What the ``INIT`` tags of r rounds say; rows of broken rounds mean nothing."""

    seed: NDArray[np.int64]
    """(r, 6) number of the round, honba, sticks, two dice, indicator."""
    dealer: NDArray[np.int64]
    """(r,) seat of the dealer."""
    scores: NDArray[np.int64]
    """(r, 4) points."""
    hands: NDArray[np.uint8]
    """(r, 4, 13) tile ids."""
    players: NDArray[np.int64]
    """(r,) players at the table."""
    shuffle: list[tuple[int, str]]
    """Rounds whose deal states a shuffle of its own, and what it states."""


@dataclass(frozen=True, slots=True)
class Scores:
    """Score changes (``sc``) of k results."""

    change: NDArray[np.int64]
    """(k, 4) points."""
    after: NDArray[np.int64]
    """(k, 4) points."""
    stated: NDArray[np.bool_]
    """(k,) whether the tag has them."""

    @classmethod
    def blank(cls, k: int) -> Scores:
        """Scores of `k` results that state none."""
        return cls(
            np.zeros((k, 4), dtype=np.int64), np.zeros((k, 4), dtype=np.int64), np.zeros(k, dtype=bool)
        )

    def put(self, markup: Markup, sheet: Sheet) -> None:
        """Fill them from a sheet: hundreds before and change, by seat.

        Parlour rooms add chips before and change, which are not scores.
        """
        count = sheet.count("sc")
        values = sheet.signed(markup, "sc", 8, _MOST_HUNDREDS) * _HUNDRED
        sheet.blame(markup, ~np.isin(count, (0, 6, 8, 12, 16)), "sc is not a pair for each seat")
        values[count % 8 > 0, 6:] = 0
        self.change[:] = values[:, 1::2]
        self.after[:] = values[:, ::2] + values[:, 1::2]
        self.stated[:] = count > 0

    def take(self, rows: NDArray[np.int64]) -> Scores:
        """The scores of some `rows`."""
        return Scores(self.change[rows], self.after[rows], self.stated[rows])


@dataclass(frozen=True, slots=True)
class Draws:
    """What k ``RYUUKYOKU`` tags say, in order."""

    tag: NDArray[np.int64]
    """(k,) number of the tag in the batch."""
    type: NDArray[np.uint8]
    """(k,) index in `schema.DRAW_TYPES`."""
    tenpai: NDArray[np.bool_]
    """(k, 4) whether a hand was shown."""
    scores: Scores

    def take(self, rows: NDArray[np.int64]) -> Draws:
        """Some `rows` of these."""
        return Draws(self.tag[rows], self.type[rows], self.tenpai[rows], self.scores.take(rows))


def decode_deals(markup: Markup, course: Course, sheet: Sheet) -> Deals:
    """Decode the deals; what is missing or out of range breaks its round.

    A transcript of the client knows the hand of seat 0 only; the others are hidden.
    """
    n = len(course.tag)
    seed, scores = np.zeros((n, 6), dtype=np.int64), np.zeros((n, 4), dtype=np.int64)
    dealer, dealt = np.zeros(n, dtype=np.int64), np.zeros((n, 4), dtype=bool)
    hands = np.zeros((n, 4, HAND_TILES), dtype=np.uint8)
    rows = course.round_of(sheet.tag)
    seed[rows] = sheet.rows(markup, "seed", 6, LAST_ID)
    for row in np.flatnonzero((seed[rows, 3:5] >= DIE).any(axis=1)).tolist():
        dice = " and ".join(map(str, seed[rows[row], 3:5] + 1))
        markup.problems.append(Problem(int(sheet.tag[row]), f"INIT: dice of {dice}", breaks_round=False))
    dealer[rows] = sheet.column(markup, "oya", 3)
    scores[rows] = sheet.signed(markup, "ten", 4, _MOST_HUNDREDS) * _HUNDRED
    sheet.blame(markup, sheet.count("ten") < 3, "no score for each player")
    for seat in range(4):
        tiles = sheet.count(f"hai{seat}")
        hands[rows, seat] = sheet.padded(markup, f"hai{seat}", HAND_TILES, LAST_ID)
        dealt[rows, seat] = tiles > 0
        sheet.blame(
            markup, (tiles > 0) & (tiles < HAND_TILES), f"hai{seat} has fewer than {HAND_TILES} numbers"
        )
    is_three = (course.kind >= 0) & (course.kind & Type.THREE_PLAYERS > 0)
    _put_view(markup, sheet, rows, hands, dealt, np.where(is_three, 3, 4))
    players = np.where(course.kind < 0, _counted(course, dealt), np.where(is_three, 3, 4))
    seated = np.arange(4) < players[:, None]
    told = np.zeros(n, dtype=bool)
    told[rows] = True
    markup.blame(course.tag[told & (dealt != seated).any(axis=1)], "INIT: not a hand for each player")
    markup.blame(course.tag[told & (dealer >= players)], "INIT: the dealer does not play")
    markup.blame(course.tag[told & (seed[:, 0] > _LAST_ROUND)], "INIT: a round after North 4")
    shuffle = [(int(rows[row]), text) for row, text in sheet.texts("shuffle")]
    return Deals(seed, dealer, scores, hands, players, shuffle)


def _counted(course: Course, dealt: Array) -> NDArray[np.int64]:
    """(r,) players of each round's game by the hands (r, 4) `dealt`: four if any deal has four."""
    count = np.full(len(course.games.first), 3, dtype=np.int64)
    np.maximum.at(count, course.game, 3 + dealt[:, 3])
    return np.asarray(count[course.game])


def _put_view(markup: Markup, sheet: Sheet, rows: Array, hands: Array, dealt: Array, players: Array) -> None:
    """Put the one hand (``hai``) of deals that a player saw into `hands` and `dealt`, by round."""
    seen = np.flatnonzero(sheet.count("hai") > 0)
    if len(seen):
        sheet.blame(markup, (sheet.count("hai") % HAND_TILES) > 0, f"hai has fewer than {HAND_TILES} numbers")
        hands[rows[seen]] = HIDDEN
        hands[rows[seen], 0] = sheet.padded(markup, "hai", HAND_TILES, LAST_ID)[seen]
        dealt[rows[seen]] = np.arange(4) < players[rows[seen], None]


def decode_draws(markup: Markup, sheet: Sheet) -> Draws:
    """Decode the draws; what is missing or out of range breaks its round."""
    draws = Draws(
        tag=sheet.tag,
        type=_types(markup, sheet),
        tenpai=np.column_stack([sheet.count(f"hai{seat}") > 0 for seat in range(4)]),
        scores=Scores.blank(len(sheet.tag)),
    )
    draws.scores.put(markup, sheet)
    return draws


def _types(markup: Markup, sheet: Sheet) -> NDArray[np.uint8]:
    """(k,) index in `schema.DRAW_TYPES`; without type and scores a log says only that it ended."""
    types = np.where(sheet.count("sc") == 0, _UNKNOWN, _TYPE_CODE[""]).astype(np.uint8)
    for row, word in sheet.texts("type"):
        if word in _TYPE_CODE:
            types[row] = _TYPE_CODE[word]
        else:
            reason = f'{sheet.name}: type="{word[:20]}" is no kind of draw'
            markup.problems.append(Problem(int(sheet.tag[row]), reason, breaks_round=True))
    return types
