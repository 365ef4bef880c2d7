"""Games and rounds of Tenhou's XML: which tags belong to which."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.lobby import LOG_ID, Type
from mjlog.formats.tenhou_xml.sheets import ROUND_TAGS, Sheet
from mjlog.formats.tenhou_xml.tags import Markup, Problem

Ints = NDArray[np.int64]

_T = TypeVar("_T", bound=np.generic)
_LOG_IN_TEXT: Final = re.compile(rb"log=(" + LOG_ID.pattern.encode() + rb")")
_HEADER: Final = ("mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU")
_BEGIN: Final = ("mjloggm", "GO")
_END: Final = "/mjloggm"
_RESUMED: Final = "REINIT"
_CHATTER: Final = frozenset(
    ("HELO", "LN", "JOIN", "REJOIN", "RANKING", "PROF", "FURITEN", "SAIKAI", "CHAT", "KANSEN", "AUTH", "PXR")
)
"""Tags of the platform's client that say nothing of the play."""
_NO_TAGS: Final = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Games:
    """The g games of a batch: their headers and rounds."""

    document: Ints
    """(g,) number of each game's document."""
    first: Ints
    """(g,) number of its first tag."""
    begin: Ints
    """(g + 1,) number of its first round, broken ones included, and how many there are in all."""
    sheets: Mapping[str, Sheet]
    rows: Mapping[str, Ints]
    """(g,) row of each game's own tag in the sheet of that name, -1 where it has none."""

    def texts(self, tag: str, name: str) -> list[str | None]:
        """(g,) an attribute of a tag of the header; None where it is not there."""
        if tag not in self.rows:
            return [None] * len(self.first)
        by_row = dict(self.sheets[tag].texts(name))
        return list(map(by_row.get, self.rows[tag].tolist()))


@dataclass(frozen=True)
class Course:
    """The r rounds of a batch, broken ones included, and their games."""

    games: Games
    tag: Ints
    """(r,) number of the tag that begins each round."""
    game: Ints
    """(r,) number of each round's game."""
    types: list[int | None]
    """(g,) type bits of each game, None where not stated."""
    returns: Ints
    """(k, 2) restored connections: number of the tag, seat."""
    bounds: Ints
    """(b, 2) tags where a round or game begins, and the number of the round or -1."""

    @cached_property
    def kind(self) -> Ints:
        """(r,) type bits of each round's game, -1 where not stated."""
        kinds = np.array([-1 if kind is None else kind for kind in self.types], dtype=np.int64)
        return np.asarray(kinds[self.game])

    def round_of(self, tag: Ints) -> Ints:
        """(k,) number of the round that each tag (k,) stands in, -1 outside of any."""
        rounds: Ints = self.bounds[np.searchsorted(self.bounds[:, 0], tag, side="right") - 1, 1]
        return rounds

    def spread(self, values: NDArray[_T], outside: int, count: int) -> NDArray[_T]:
        """(count,) value of the round, of (r,) `values`, that each of the first `count` tags stands in."""
        starts = np.maximum(self.bounds[:, 0], 0)
        of_bounds = np.append(values, np.array([outside], dtype=values.dtype))[self.bounds[:, 1]]
        return np.repeat(of_bounds, np.diff(starts, append=count))

    @cached_property
    def has_red(self) -> NDArray[np.bool_]:
        """(r,) whether the game is played with red fives."""
        return np.asarray((self.kind < 0) | (self.kind & Type.NO_RED == 0))


def course_of(markup: Markup, sheets: Mapping[str, Sheet]) -> Course:
    """Games and rounds of a batch.

    What follows an ``INIT`` that cannot be read belongs to that broken round, and so does what
    follows the snapshot of a round (``REINIT``) after a lost connection.  Tags that are not known
    become problems of `markup`.
    """
    resumed, ignored = _resumed(markup, sheets)
    damaged = [
        p.place for p in markup.problems if p.breaks_round and markup.text(p.place).startswith(b"<INIT")
    ]
    tag = _merged(sheets["INIT"].tag, np.array(damaged, dtype=np.int64), resumed)
    games, game_of_deal = _games(markup, sheets, tag, ignored)
    _tell_strangers(markup, sheets)
    returns = _returns(sheets, games)
    kinds = _types(markup, games)
    outside = np.concatenate([[-1], markup.first, games.first, _tags(sheets, _END)])
    starts = np.concatenate([outside, tag])
    rounds = np.concatenate([np.full(len(outside), -1), np.arange(len(tag))])
    order = np.lexsort((rounds, starts))
    return Course(games, tag, game_of_deal, kinds, returns, np.stack([starts, rounds], axis=1)[order])


def _types(markup: Markup, games: Games) -> list[int | None]:
    """Type bits of each game, None where not stated; what is no type becomes a problem of `markup`."""
    kinds: list[int | None] = []
    for first, text in zip(games.first.tolist(), games.texts("GO", "type"), strict=True):
        kinds.append(int(text) if text and text.isascii() and text.isdigit() and len(text) < 8 else None)
        if text and kinds[-1] is None:
            reason = f"GO: type={json.dumps(text[:20])} is no type of a game"
            markup.problems.append(Problem(first, reason, breaks_round=False))
    return kinds


def _tags(sheets: Mapping[str, Sheet], name: str) -> Ints:
    return sheets[name].tag if name in sheets else _NO_TAGS


def _merged(*numbers: Ints) -> Ints:
    """Several lists of numbers as one, ascending, each number once: nearly sorted already."""
    merged = np.sort(np.concatenate(numbers), kind="stable")
    return merged[np.diff(merged, prepend=-1) > 0]


def _games(markup: Markup, sheets: Mapping[str, Sheet], deals: Ints, ignored: Ints) -> tuple[Games, Ints]:
    """The games, and the game of each deal (r,).

    A game begins with the first tag in a document or after the end of another, and with a tag
    that begins one (but for those that are `ignored`) after rounds.
    """
    begins = _merged(*(_tags(sheets, name) for name in _BEGIN))
    begins = begins[~np.isin(begins, ignored)]
    ends = _tags(sheets, _END)
    places = _merged(deals, *(_tags(sheets, name) for name in _HEADER))
    resets = _merged(markup.first, ends + 1)
    epoch = np.searchsorted(resets, places, side="right")
    bounds = _merged(begins, resets)
    before = np.searchsorted(bounds, places) - 1
    dealt = np.searchsorted(deals, places) - np.searchsorted(deals, bounds[before])
    starts = np.diff(epoch, prepend=-1) > 0
    starts |= np.isin(places, begins) & (dealt > 0)
    game = np.cumsum(starts) - 1
    first = places[starts]
    game_of_deal = game[np.searchsorted(places, deals)]
    rows = {}
    for name in _HEADER:
        of = game[np.searchsorted(places, _tags(sheets, name))]
        rows[name] = np.full(len(first), -1)
        rows[name][of[::-1]] = np.arange(len(of))[::-1]
    begin = np.searchsorted(game_of_deal, np.arange(len(first) + 1))
    present = {name: own for name, own in rows.items() if name in sheets}
    return Games(markup.document(first), first, begin, sheets, present), game_of_deal


def _returns(sheets: Mapping[str, Sheet], games: Games) -> Ints:
    """(k, 2) tags and seats of connections restored: the ``UN`` after the first of a game."""
    if "UN" not in sheets:
        return np.zeros((0, 2), dtype=np.int64)
    sheet = sheets["UN"]
    later = np.setdiff1d(np.arange(len(sheet.tag)), games.rows["UN"])
    found = [
        (int(sheet.tag[row]), seat)
        for seat in range(4)
        for row, text in sheet.texts(f"n{seat}", later)
        if text
    ]
    return np.array(sorted(found), dtype=np.int64).reshape(-1, 2)


def _resumed(markup: Markup, sheets: Mapping[str, Sheet]) -> tuple[Ints, Ints]:
    """Snapshots after a lost connection that begin a round, and the tags before them that begin no game.

    The snapshot of the round that was being read begins none, but breaks it.
    """
    if _RESUMED not in sheets:
        return _NO_TAGS, _NO_TAGS
    begun: list[int] = []
    ignored = [_NO_TAGS]
    begins, go = sheets["INIT"], _tags(sheets, "GO")
    seeds = dict(begins.texts("seed"))
    before, current = -1, ""
    for row, seed in sorted(sheets[_RESUMED].texts("seed")):
        tag, key = int(sheets[_RESUMED].tag[row]), seed.rsplit(",", 4)[0]
        last = int(np.searchsorted(begins.tag, tag)) - 1
        if last >= 0 and begins.tag[last] > before:
            before, current = int(begins.tag[last]), seeds.get(last, "").rsplit(",", 4)[0]
        is_known = before >= int(markup.first[markup.document(tag)])
        if not is_known or key != current:
            begun.append(tag)
        if is_known:
            ignored.append(go[np.searchsorted(go, before) : np.searchsorted(go, tag)])
        before, current = tag, key
        reason = "what happened while the connection was lost is missing"
        markup.problems.append(Problem(tag, reason, breaks_round=True))
    return np.array(begun, dtype=np.int64), np.concatenate(ignored)


def _tell_strangers(markup: Markup, sheets: Mapping[str, Sheet]) -> None:
    """Tags that are none of a log."""
    known = {*ROUND_TAGS, *_HEADER, *_CHATTER, _END, _RESUMED}
    for name in sheets.keys() - known:
        markup.problems.extend(
            Problem(tag, f"unknown tag {name[:40]}", breaks_round=False) for tag in sheets[name].tag.tolist()
        )


def log_id(document: Document, *stated: str | None) -> str | None:
    """The platform's id: of the file name, else of the log's own references."""
    for text in (document.path.rsplit("/", 1)[-1], *stated):
        found = LOG_ID.search(text or "")
        if found:
            return found[0]
    quoted = set(_LOG_IN_TEXT.findall(document.data[:4096]))
    return quoted.pop().decode() if len(quoted) == 1 else None
