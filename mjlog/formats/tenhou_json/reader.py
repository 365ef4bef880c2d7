"""Reader of tenhou.net/6 JSON: logs of Tenhou's viewer and editor, and of converters to it.

The format says what each player drew and discarded, not when: the order is reconstructed.  It
does not say, and the tables leave null: ids of single tiles, ura indicators that a winner in riichi must
have been shown and that are not listed, the concealed hand of a win, honba and
sticks of a win, score changes of abortive draws, who showed a tenpai hand when nobody paid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import msgspec

from mjlog.formats.base import Document
from mjlog.formats.builder import EXCERPT, KIND_CODE, LogBuilder, wrong_lengths
from mjlog.formats.json_text import Piece, begins_with_action
from mjlog.formats.round_names import name_of
from mjlog.formats.sink import Event, EventSink, with_connections
from mjlog.formats.source import Problem, reject
from mjlog.formats.tenhou_json.header import (
    MOST_ROUNDS,
    Header,
    Log,
    game_columns,
    lists_of,
    log_of,
    seated,
    turns_at_once,
)
from mjlog.formats.tenhou_json.kept import kept_fields
from mjlog.formats.tenhou_json.round import Round, follows, key_of, round_of, rows_of
from mjlog.formats.tenhou_json.rows import RoundError
from mjlog.formats.tenhou_json.text import LINK, pieces
from mjlog.formats.ura import has_ura, known_ura
from mjlog.tables import LogTables

NAME: Final = "tenhou_json"
TITLE: Final = "Tenhou JSON (tenhou.net/6)"

_LEADING = b"\xef\xbb\xbf \t\r\n["
_ROUNDS = re.compile(rb'"log"\s*:\s*\[\s*\[\s*\[\s*\d')
_LOG = re.compile(rb'"log"\s*:(\s*\[)?')
_HEADER = re.compile(rb'"(?:rule|ratingc)"\s*:')
_OBJECT: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_LEAVE, _RETURN, _WIN = KIND_CODE["leave"], KIND_CODE["return"], KIND_CODE["win"]


def sniff(head: bytes) -> bool:
    """Tell from the first bytes of the content whether this is tenhou.net/6 JSON."""
    text = head.lstrip(_LEADING)
    if LINK.match(text):
        return True
    if not text.startswith(b"{") or begins_with_action(text):
        return False
    rounds = _LOG.search(text)
    has_list = rounds is None or rounds[1] is not None
    return bool(_ROUNDS.search(text)) or (has_list and bool(_HEADER.search(text)))


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole documents; what cannot be read goes to `rejects`.

    Consecutive objects of one document that have the same header and whose rounds follow one
    another are one game (the editor and some converters write an object for each round).
    """
    builder, sink = LogBuilder(), EventSink()
    for document in documents:
        problems: list[Problem] = []
        games = list(_games(document.data, problems))
        for game in games:
            _tell(builder, sink, document, game, problems, alone=len(games) == 1)
        reject(builder, document, problems)
    return builder.build(sink.columns())


class _Placed(NamedTuple):
    """A round that could be read, and where it stands."""

    number: int
    """Position in the game, unreadable rounds counted."""
    place: int
    """Position in the object."""
    offset: int
    """Byte offset in the document."""
    round: Round


@dataclass(slots=True)
class _Game:
    """A game of a document: its header, and the rounds that could be read."""

    header: Header
    offset: int
    rounds: list[_Placed]
    last: tuple[int, int]
    """Number and honba of the last round, readable or not."""
    kept: dict[str, Any]
    """What the header says and no column holds."""
    length: int = 0
    """How many rounds it has, readable or not."""
    has_gap: bool = False
    """Whether something that could not be read, perhaps a round, stands after the last round."""


def _games(data: bytes, problems: list[Problem]) -> Iterator[_Game]:
    """The games of a document, in order; what cannot be read joins `problems`."""
    game: _Game | None = None
    is_empty = True
    for piece in pieces(data):
        is_empty = False
        decoded = _decoded(piece, problems)
        if decoded is None:
            if game is not None:
                game.length += not game.has_gap
                game.has_gap = True
            continue
        log, kept = decoded
        header = log.header
        at_once = turns_at_once(header)
        for place, (offset, raw) in enumerate(_raw_rounds(log, piece)):
            key, read_round = _read_round(offset, place, raw, problems, at_once=at_once)
            if game is None or (place == 0 and not _continues(game, header, key)):
                if game is not None and game.rounds:
                    yield game
                game = _Game(header, piece.offset, [], key or (-1, -1), kept)
            game.last, game.has_gap = key or game.last, key is None
            if read_round is not None:
                game.rounds.append(_Placed(game.length, place, offset, read_round))
            game.length += 1
    if is_empty:
        problems.append(Problem(0, "no log in the document", data[:EXCERPT]))
    if game is not None and game.rounds:
        yield game


def _continues(game: _Game, header: Header, key: tuple[int, int] | None) -> bool:
    """Whether another object, which begins with the round `key` (None: not readable), continues `game`."""
    if header != game.header or game.length >= MOST_ROUNDS:
        return False
    return key is None or (game.has_gap and key > game.last) or follows(game.last, *key)


def _decoded(piece: Piece, problems: list[Problem]) -> tuple[Log, dict[str, Any]] | None:
    """The log object of a piece, and what of it no column holds; None where it is none.

    What cannot be read, the whole of it or a field, joins `problems`.
    """
    reason = piece.problem
    if not reason:
        try:
            raws = _OBJECT.decode(piece.data)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            reason = str(error)
        else:
            log, wrong = log_of(raws)
            if log.log:
                reasons = [f"{name} is kept unread: {why}" for name, why in sorted(wrong.items())]
                problems += [Problem(piece.offset, why, piece.data[:EXCERPT]) for why in reasons]
                return log, kept_fields(raws, log, wrong)
            reason = f"log: {wrong['log']}" if "log" in wrong else "a log without rounds"
    problems.append(Problem(piece.offset, reason, piece.data[:EXCERPT]))
    return None


def _raw_rounds(log: Log, piece: Piece) -> Iterator[tuple[int, bytes]]:
    """The rounds of a log as text, with their offsets in the document (of the link, if it stood in one)."""
    at = 0
    for raw in log.log:
        text = bytes(raw)
        at = piece.data.find(text, at)
        yield (piece.offset + at if piece.in_place else piece.offset), text
        at += len(text)


def _read_round(
    offset: int, place: int, raw: bytes, problems: list[Problem], *, at_once: bool
) -> tuple[tuple[int, int] | None, Round | None]:
    """Key (number and honba) and content of a round; what is wrong or doubtful with it joins `problems`."""
    key, read_round, where = None, None, f"round {place + 1} of the log"
    try:
        rows = rows_of(raw)
        number, honba, _ = key_of(rows)
        key, where = (number, honba), f"{name_of(number, honba)} ({where})"
        read_round = round_of(rows, at_once=at_once)
        reasons = read_round.notes
    except RoundError as error:
        reasons = [str(error)]
    problems += [Problem(offset, f"{where}: {reason}", raw[:EXCERPT]) for reason in reasons]
    return key, read_round


def _tell(
    builder: LogBuilder,
    sink: EventSink,
    document: Document,
    game: _Game,
    problems: list[Problem],
    *,
    alone: bool,
) -> None:
    """Tell a game to the builder."""
    first = game.rounds[0].round
    begins = (first.number, first.honba) == (0, 0)
    columns = game_columns(
        game.header, document.path, first.players, first.scores if begins else None, alone=alone
    )
    rounds = [placed for placed in game.rounds if placed.round.players == first.players]
    columns["is_complete"] &= rounds[-1].number == game.length - 1
    builder.game(source_path=document.path, source_format=NAME, source_offset=game.offset, **columns)
    if game.kept:
        builder.extra("start_game", game.kept)  # noqa: S610
    for seat, player in enumerate(seated(game.header, range(first.players))):
        builder.player(seat, **player)
    if wrong := wrong_lengths(lists_of(game.header), first.players):
        problems.append(Problem(game.offset, wrong, b""))
    is_ura_turned = has_ura(columns["rules"])
    for placed in game.rounds:
        told = placed.round
        if told.players != first.players:
            reason = (
                f"{name_of(told.number, told.honba)}: {told.players} players in a game of {first.players}"
            )
            problems.append(Problem(placed.offset, reason, b""))
            continue
        lost = _lost(game.header, placed.place, first.players)
        _tell_round(builder, sink, placed, lost, is_ura_turned=is_ura_turned)


def _tell_round(
    builder: LogBuilder,
    sink: EventSink,
    placed: _Placed,
    lost: Sequence[tuple[int, Event]],
    *,
    is_ura_turned: bool,
) -> None:
    told, result = placed.round, placed.round.result
    winners = [win["seat"] for win in result.wins]
    number = builder.round(
        hands=told.hands,
        dora_indicators=told.dora,
        index=placed.number,
        ura=known_ura(told.ura, winners, told.events, is_turned=is_ura_turned),
        round_wind=told.number // 4,
        round_number=told.number % 4 + 1,
        dealer_seat=told.number % 4,
        honba=told.honba,
        riichi_sticks=told.sticks,
        start_scores=told.scores,
        outcome=result.outcome,
        source_offset=placed.offset,
    )
    if result.draw is not None:
        ends = [Event(KIND_CODE[result.outcome])]
        builder.draw(**result.draw)
    else:
        ends = [Event(_WIN, w["seat"], w["from_seat"], told.win_tile) for w in result.wins]
        for win in result.wins:
            builder.win(tile=told.win_tile, **win)
    sink.add(number, with_connections([*told.events, *ends], lost))


def _lost(header: Header, place: int, players: int) -> list[tuple[int, Event]]:
    """Lost and restored connections in a round, with the number of other events before them."""
    return [
        (max(c.step, 0), Event(_RETURN if c.what else _LEAVE, c.who))
        for c in header.connection
        if c.log == place and 0 <= c.who < players
    ]
