"""Reader of mjx: JSON Lines of states, which hold all, or observations, which are one player's view.

A line holds a round, or what of it has been played when the line was written; of several lines of
one round the longest counts.  Rounds that follow one another among the same players are a game.
mjx plays by the rules of Tenhou.  What it does not say, and the tables leave null: limits, honba and
sticks of a win, who is liable, ranks, results with uma, time.  What the players may do
(``legalActions``) is not kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from mjlog.formats.base import Document
from mjlog.formats.builder import EXCERPT, MOST_ROUNDS, LogBuilder
from mjlog.formats.json_text import Piece, pieces
from mjlog.formats.mjx.records import Line
from mjlog.formats.mjx.rounds import SEATS, Round, RoundError, round_of
from mjlog.formats.round_names import name_of
from mjlog.formats.sink import EventSink
from mjlog.formats.source import Source
from mjlog.formats.tenhou_json.round import follows
from mjlog.formats.tenhou_xml.lobby import LOG_ID, started_at, table
from mjlog.tables import LogTables

NAME: Final = "mjx"
TITLE: Final = "mjx (JSON Lines of states or observations)"

_LEADING: Final = b"\xef\xbb\xbf \t\r\n["
_FIRST_KEY: Final = re.compile(
    rb'\{\s*"(?:hiddenState|publicObservation|privateObservations?|roundTerminal|legalActions|who)"\s*:'
)
_KEY: Final = re.compile(rb'"publicObservation"\s*:\s*\{|"hiddenState"\s*:\s*\{\s*"(?:gameSeed|wall)"')
_LINE: Final = msgspec.json.Decoder(Line)
MOST_LINE_BYTES: Final = 1 << 20
"""Bytes of a line; a long round has some ten thousand."""
_RULES: Final = json.dumps({"extends": "tenhou"})

_Key = tuple[int, int]
"""Number (4 x wind + dealer) and honba of a round."""


def sniff(head: bytes) -> bool:
    """Tell from the first bytes of the content whether these are states or observations of mjx."""
    text = head.lstrip(_LEADING)
    return _FIRST_KEY.match(text) is not None and _KEY.search(text) is not None


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole documents; what cannot be read goes to `rejects`."""
    builder, sink = LogBuilder(), EventSink()
    for document in documents:
        source = Source(document, builder)
        games = _games(source)
        for game in games:
            _tell(source, sink, game, alone=len(games) == 1)
    return builder.build(sink.columns())


class _Held(NamedTuple):
    """A line that waits for the end of its game, as text: decoded, it takes many times the room."""

    data: bytes
    offset: int
    number: int
    """Position of its round in the game, rounds that cannot be read counted."""
    key: _Key
    deal: tuple[Any, ...]
    """What it has in common with other lines of its round."""
    size: tuple[int, bool]
    """Events, and whether the result follows them."""
    is_over: bool
    """Whether the game ends with it."""


@dataclass(slots=True)
class _Game:
    """A game: the lines of its rounds in order, by number and honba."""

    rounds: dict[_Key, _Held] = field(default_factory=dict)
    length: int = 0
    """How many rounds it has, readable or not."""
    broken: int = 0
    """Pieces of the document before its last line that could not be read."""

    @property
    def last(self) -> _Held:
        """The last round."""
        return next(reversed(self.rounds.values()))

    def takes(self, line: Line, broken: int) -> bool:
        """Whether a line can belong to this game: to its last round, or as the next one.

        What could not be read, `broken` pieces so far, may have been a round.
        """
        key, last = _key(line), self.last
        if key == last.key:
            return _deal(line) == last.deal
        if last.is_over or self.length >= MOST_ROUNDS:
            return False
        has_gap = broken > self.broken or bool(line.public_observation.game_id)
        return follows(last.key, *key) or (has_gap and key > last.key)

    def add(self, line: Line, piece: Piece, broken: int) -> None:
        """Add a line; of several of one round the longest counts, of equally long ones the last."""
        key, end = _key(line), line.round_terminal
        size = len(line.public_observation.events), bool(end)
        known = self.rounds.get(key)
        if known is None:
            number = self.length + (bool(self.rounds) and broken > self.broken)
            self.length = number + 1
        else:
            number = known.number
        if known is None or size >= known.size:
            is_over = bool(end and end.is_game_over)
            self.rounds[key] = _Held(piece.data, piece.offset, number, key, _deal(line), size, is_over)
        self.broken = broken


def _key(line: Line) -> _Key:
    score = line.public_observation.init_score
    return score.round, score.honba


def _deal(line: Line) -> tuple[Any, ...]:
    public = line.public_observation
    hands = [(view.who, view.init_hand.closed_tiles) for view in line.views]
    return public.init_score.tens, public.dora_indicators[:1], hands


def _games(source: Source) -> list[_Game]:
    """The games of a document; what is no line of mjx is told.

    Lines of several tables or viewers may alternate.
    """
    games: list[_Game] = []
    open_games: dict[tuple[Any, ...], _Game] = {}
    broken = 0
    for piece, line in _lines(source):
        if line is None:
            broken += 1
            continue
        public = line.public_observation
        seen_at = (line.viewer, public.game_id, *public.player_ids)
        game = open_games.get(seen_at)
        if game is None or not game.takes(line, broken):
            game = open_games[seen_at] = _Game()
            games.append(game)
            if (named := len(public.player_ids)) not in (0, SEATS):
                source.reject(
                    piece.offset,
                    f"names of {named} players, where {SEATS} play; the line is told as of another game",
                    b"",
                )
        game.add(line, piece, broken)
    return games


def _lines(source: Source) -> Iterator[tuple[Piece, Line | None]]:
    """The lines of a document, None for one that cannot be read, which is told."""
    is_empty = True
    for piece in pieces(source.document.data):
        is_empty = False
        reason = piece.problem
        line: Line | None = None
        if len(piece.data) > MOST_LINE_BYTES:
            reason = f"a line of {len(piece.data) >> 20} MiB; a round has less than one"
        if not reason:
            try:
                line = _LINE.decode(piece.data)
            except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
                reason = f"no state or observation: {error}"
        if line is not None and not line.views:
            line, reason = None, "neither a state nor an observation: no player's hand is in it"
        if reason:
            source.reject(piece.offset, reason, piece.data[:EXCERPT])
        yield piece, line
    if is_empty:
        source.reject(0, "no state or observation in the document", source.document.data[:EXCERPT])


def _tell(source: Source, sink: EventSink, game: _Game, *, alone: bool) -> None:
    """Tell a game whose rounds can be read, or some of them."""
    rounds: list[tuple[_Held, Round]] = []
    for held in game.rounds.values():
        try:
            told = round_of(_LINE.decode(held.data))
        except RoundError as error:
            source.reject(held.offset, f"{name_of(*held.key)}: {error}", b"")
            continue
        rounds.append((held, told))
        for note in told.notes:
            source.reject(held.offset, f"{name_of(*held.key)}: {note}", b"")
    if not rounds:
        return
    first = next(iter(game.rounds.values()))
    line, last = _LINE.decode(first.data), _LINE.decode(game.last.data)
    end = last.round_terminal if rounds[-1][0] is game.last else None
    final = end.final_score if end and end.is_game_over else None
    builder = source.builder
    builder.game(
        source_path=source.path,
        source_format=NAME,
        source_offset=first.offset,
        player_count=SEATS,
        is_complete=final is not None,
        **_columns(line, source.path, alone=alone),
    )
    names = last.public_observation.player_ids
    for seat in range(SEATS):
        builder.player(
            seat,
            name=names[seat] if seat < len(names) else None,
            log_final_score=final.tens[seat] if final else None,
        )
    for held, told in rounds:
        _tell_round(builder, sink, told, held)


def _columns(line: Line, path: str, *, alone: bool) -> dict[str, Any]:
    """Columns of `games` that a line and, if the game stands alone in it, the name of its file say."""
    stated = line.public_observation.game_id
    named = LOG_ID.fullmatch(stated) if stated else LOG_ID.search(path.rsplit("/", 1)[-1]) if alone else None
    columns: dict[str, Any] = {"rules": _RULES, "log_id": stated or None}
    if named:
        lobby = str(int(named[0].split("-")[2]))
        columns |= table(int(named[0][13:17], 16), lobby, "", None)
        columns |= {
            "platform": "tenhou",
            "log_id": named[0],
            "lobby": lobby,
            "started_at": started_at(named[0]),
        }
    if columns["log_id"] and line.viewer is not None:
        columns["log_id"] += f"&tw={line.viewer}"
    if line.hidden_state and line.hidden_state.game_seed:
        columns["shuffle"] = f"mjx,{line.hidden_state.game_seed}"
    return columns


def _tell_round(builder: LogBuilder, sink: EventSink, told: Round, held: _Held) -> None:
    number = builder.round(index=held.number, source_offset=held.offset, **told.values)
    if told.events:
        sink.add(number, told.events)
    for win in told.wins:
        builder.win(**win)
    if told.draw is not None:
        builder.draw(**told.draw)
    if told.shown is not None:
        builder.extra(action="ryukyoku", fields={"tehais": told.shown}, round_index=held.number)
