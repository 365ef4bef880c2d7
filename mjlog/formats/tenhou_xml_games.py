"""Tags of Tenhou's XML grouped into games and rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml_lobby import LOG_ID, Type
from mjlog.formats.tenhou_xml_tags import Markup, Problem, Tag

_LOG_IN_TEXT: Final = re.compile(rb"log=(" + LOG_ID.pattern.encode() + rb")")
_ACTS: Final = frozenset(("N", "REACH", "DORA", "AGARI", "RYUUKYOKU", "BYE", "UN"))
_HEADER: Final = frozenset(("mjloggm", "SHUFFLE", "GO", "UN", "TAIKYOKU"))


@dataclass(slots=True)
class RoundTags:
    """The tags that begin and end a round."""

    init: Tag
    game: GameTags
    number: int
    """Number in the batch, broken rounds included."""
    position: int
    """Position in the game, broken rounds included."""
    results: list[Tag] = field(default_factory=list)
    doras: list[str] = field(default_factory=list)
    problem: Problem | None = None
    """Why the round cannot be read."""

    @property
    def title(self) -> str:
        """How the round is named in messages: its number and, if legible, "East 1, honba 0"."""
        seed = self.init.attributes.get("seed", "").split(",")
        if len(seed) > 1 and seed[0].isdigit() and int(seed[0]) < 16:
            wind, number = divmod(int(seed[0]), 4)
            name = ("East", "South", "West", "North")[wind]
            return f"round {self.position} ({name} {number + 1}, honba {seed[1][:3]})"
        return f"round {self.position}"


@dataclass(slots=True)
class GameTags:
    """The tags of a game."""

    document: int
    first: int
    """Number of the game's first tag."""
    header: dict[str, Tag] = field(default_factory=dict)
    rounds: list[RoundTags] = field(default_factory=list)

    def attribute(self, tag: str, name: str) -> str:
        """An attribute of a tag of the header; empty when it is not there."""
        return self.header[tag].attributes.get(name, "") if tag in self.header else ""

    @property
    def kind(self) -> int | None:
        """Type bits of the game, if stated."""
        text = self.attribute("GO", "type")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None

    @property
    def players(self) -> int:
        """Players at the table: by the type bits, else by the hands dealt."""
        if self.kind is not None:
            return 3 if self.kind & Type.THREE_PLAYERS else 4
        return 4 if not self.rounds or self.rounds[0].init.attributes.get("hai3") else 3

    @property
    def has_red(self) -> bool:
        """Whether the game is played with red fives."""
        return not (self.kind or 0) & Type.NO_RED


@dataclass(slots=True)
class Grouped:
    """The tags of a batch: games, and what happens in rounds besides draws and discards."""

    games: list[GameTags] = field(default_factory=list)
    rounds: list[RoundTags] = field(default_factory=list)
    acts: list[Tag] = field(default_factory=list)
    """Calls, riichi, indicators, results, lost and restored connections, in order."""

    def round_of(self, tag: NDArray[np.int64]) -> NDArray[np.int64]:
        """(k,) number of the round that each tag (k,) stands in, -1 outside of any."""
        starts = [(-1, -1), *((g.first, -1) for g in self.games)]
        starts += [(r.init.index, r.number) for r in self.rounds]
        first, number = np.array(sorted(starts), dtype=np.int64).T
        return number[np.searchsorted(first, tag, side="right") - 1]


def group(markup: Markup) -> Grouped:
    """Group the tags of a batch; what stands outside of a round becomes a problem of `markup`."""
    grouped = Grouped()
    game: GameTags | None = None
    document = markup.document
    for tag in _with_broken_inits(markup):
        name = tag.name
        if game is not None and document[tag.index] != game.document:
            game = None
        if name == "/mjloggm":
            game = None
            continue
        if game is None or (name == "mjloggm" and game.rounds):
            game = GameTags(int(document[tag.index]), tag.index)
            grouped.games.append(game)
        if name == "INIT":
            round_ = RoundTags(tag, game, len(grouped.rounds), len(game.rounds))
            game.rounds.append(round_)
            grouped.rounds.append(round_)
        elif name in _HEADER and not (name == "UN" and "UN" in game.header):
            game.header.setdefault(name, tag)
        elif name in _ACTS:
            _add_act(grouped, game, tag, markup)
        else:
            markup.problems.append(Problem(tag.index, f"unknown tag {name}", breaks_round=False))
    return grouped


def _add_act(grouped: Grouped, game: GameTags, tag: Tag, markup: Markup) -> None:
    if not game.rounds:
        markup.problems.append(Problem(tag.index, f"{tag.name} before the first deal", breaks_round=False))
        return
    grouped.acts.append(tag)
    round_ = game.rounds[-1]
    if tag.name in ("AGARI", "RYUUKYOKU"):
        round_.results.append(tag)
    elif tag.name == "DORA":
        round_.doras.append(tag.attributes.get("hai", ""))


def _with_broken_inits(markup: Markup) -> Sequence[Tag]:
    """The tags of `markup`, and an empty INIT for each that could not be read.

    The tags after it belong to that round, not to the one before.
    """
    damaged = (p for p in markup.problems if p.breaks_round and p.reason.endswith("<INIT"))
    broken = [Tag(p.index, "INIT", {}) for p in damaged]
    return sorted([*markup.tags, *broken]) if broken else markup.tags


def log_id(document: Document, game: GameTags) -> str | None:
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
