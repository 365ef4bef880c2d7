"""Games and rounds of Tenhou's XML: which tags belong to which."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.lobby import LOG_ID, Type
from mjlog.formats.tenhou_xml.sheets import Sheet
from mjlog.formats.tenhou_xml.tags import Markup, Problem, Tag

_LOG_IN_TEXT: Final = re.compile(rb"log=(" + LOG_ID.pattern.encode() + rb")")
_HEADER: Final = frozenset(("mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU"))
_BEGIN: Final = ("mjloggm", "GO")
_END: Final = "/mjloggm"
_CHATTER: Final = frozenset(
    ("HELO", "LN", "JOIN", "REJOIN", "RANKING", "PROF", "FURITEN", "SAIKAI", "CHAT", "KANSEN", "AUTH", "PXR")
)
"""Tags of the platform's client that say nothing of the play."""


@dataclass(slots=True)
class Game:
    """The header and the rounds of a game."""

    document: int
    first: int
    """Number of the game's first tag."""
    header: dict[str, Tag] = field(default_factory=dict)
    rounds: list[int] = field(default_factory=list)
    """Numbers of its rounds in the batch, broken ones included."""
    shuffles_each_deal: bool = False
    """Whether the deals state a shuffle of their own, as in the oldest dialect."""

    def attribute(self, tag: str, name: str) -> str:
        """An attribute of a tag of the header; empty when it is not there."""
        return self.header[tag].attributes.get(name, "") if tag in self.header else ""

    @property
    def kind(self) -> int | None:
        """Type bits of the game, if stated."""
        text = self.attribute("GO", "type")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


@dataclass(frozen=True, slots=True)
class Course:
    """The r rounds of a batch, broken ones included, and their games."""

    games: list[Game]
    tag: NDArray[np.int64]
    """(r,) number of the tag that begins each round."""
    game: NDArray[np.int64]
    """(r,) number of each round's game."""
    kind: NDArray[np.int64]
    """(r,) type bits of each round's game, -1 where not stated."""
    returns: list[tuple[int, int]]
    """Restored connections: number of the tag, seat."""
    bounds: NDArray[np.int64]
    """(b, 2) tags where a round or game begins, and the number of the round or -1."""

    def round_of(self, tag: NDArray[np.int64]) -> NDArray[np.int64]:
        """(k,) number of the round that each tag (k,) stands in, -1 outside of any."""
        rounds: NDArray[np.int64] = self.bounds[np.searchsorted(self.bounds[:, 0], tag, side="right") - 1, 1]
        return rounds

    def spread(self, count: int) -> NDArray[np.int64]:
        """(count,) number of the round that each of the first `count` tags stands in."""
        starts = np.maximum(self.bounds[:, 0], 0)
        return np.repeat(self.bounds[:, 1], np.diff(starts, append=count))

    @property
    def has_red(self) -> NDArray[np.bool_]:
        """(r,) whether the game is played with red fives."""
        return np.asarray((self.kind < 0) | (self.kind & Type.NO_RED == 0))


def course_of(markup: Markup, deals: list[Sheet]) -> Course:
    """Games and rounds of a batch; `deals` are the sheets of ``INIT``.

    What follows an ``INIT`` that cannot be read belongs to that broken round.  Tags that are not
    known or stand where they cannot become problems of `markup`.
    """
    damaged = [
        p.place for p in markup.problems if p.breaks_round and markup.text(p.place).startswith(b"<INIT")
    ]
    tag = np.unique(np.concatenate([np.array(damaged, dtype=np.int64), *(sheet.tag for sheet in deals)]))
    games, game, returns = _games(markup, tag)
    for sheet in deals:
        if "shuffle" in sheet.texts:
            for number in np.unique(game[np.searchsorted(tag, sheet.tag)]).tolist():
                games[number].shuffles_each_deal = True
    kinds = np.array([-1 if g.kind is None else g.kind for g in games], dtype=np.int64)
    outside = [
        -1,
        *markup.first.tolist(),
        *(g.first for g in games),
        *(t.place for t in markup.headers if t.name == _END),
    ]
    starts = [*((index, -1) for index in outside), *((t, r) for r, t in enumerate(tag.tolist()))]
    return Course(games, tag, game, kinds[game], returns, np.array(sorted(starts), dtype=np.int64))


def _games(
    markup: Markup, deals: NDArray[np.int64]
) -> tuple[list[Game], NDArray[np.int64], list[tuple[int, int]]]:
    """The games, the game of each deal (r,), and the connections restored."""
    games: list[Game] = []
    returns: list[tuple[int, int]] = []
    game_of_deal = np.zeros(len(deals), dtype=np.int64)
    headers = [(tag.place, -1, tag) for tag in markup.headers]
    marks: list[tuple[int, int, Tag | None]] = sorted(
        [*headers, *((t, r, None) for r, t in enumerate(deals.tolist()))]
    )
    documents = markup.document(np.array([mark[0] for mark in marks], dtype=np.int64)).tolist()
    game: Game | None = None
    for document, (index, number, tag) in zip(documents, marks, strict=True):
        if game is not None and (game.document != document or (tag and tag.name in _BEGIN and game.rounds)):
            game = None
        if tag is not None and tag.name == _END:
            game = None
        elif tag is not None and tag.name not in _HEADER:
            _add_stranger(markup, tag)
        else:
            if game is None:
                game = Game(document, index)
                games.append(game)
            if tag is None:
                game.rounds.append(number)
                game_of_deal[number] = len(games) - 1
            elif tag.name == "UN" and "UN" in game.header:
                returns += [(index, seat) for seat in range(4) if tag.attributes.get(f"n{seat}")]
            else:
                game.header.setdefault(tag.name, tag)
    return games, game_of_deal, returns


def _add_stranger(markup: Markup, tag: Tag) -> None:
    """A tag that is none of a log; the snapshot after a lost connection leaves a gap in its round."""
    if tag.name == "REINIT":
        reason = "the connection was lost, and what happened meanwhile with it"
        markup.problems.append(Problem(tag.place, reason, breaks_round=True))
    elif tag.name not in _CHATTER:
        markup.problems.append(Problem(tag.place, f"unknown tag {tag.name[:40]}", breaks_round=False))


def log_id(document: Document, game: Game) -> str | None:
    """The platform's id: of the file name, else of the log's own references."""
    named = LOG_ID.search(document.path.rsplit("/", 1)[-1])
    if named:
        return named[0]
    for tag, attribute in (("TAIKYOKU", "log"), ("SHUFFLE", "ref")):
        stated = LOG_ID.search(game.attribute(tag, attribute))
        if stated:
            return stated[0]
    quoted = set(_LOG_IN_TEXT.findall(document.data[:4096]))
    return quoted.pop().decode() if len(quoted) == 1 else None
