"""Reader of Mahjong Soul records: JSON exports in all shapes in use, protobuf, and live messages.

The records state the tiles of every hand, draw and discard, the wall with its hash, yaku, values
and payments.  They do not say, and the tables leave null: how the payments of a multiple ron are
divided, and honba and sticks of a win.  What a win has that no column holds is kept in `extras`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.json_text import begins_with_action, has_listed_rounds
from mjlog.formats.mahjong_soul.exports import games_of, games_of_text
from mjlog.formats.mahjong_soul.head import (
    finals_of,
    game_columns,
    options_of,
    players_of,
    red_fives_of,
    room_and_rules,
    seated,
)
from mjlog.formats.mahjong_soul.held import Told, contradictions, gains_after
from mjlog.formats.mahjong_soul.modes import special_game
from mjlog.formats.mahjong_soul.records import GameRecord, Record, mapping
from mjlog.formats.mahjong_soul.rounds import Round, players_dealt, rounds_of
from mjlog.formats.mahjong_soul.rules import Room
from mjlog.formats.mahjong_soul.wire import is_wire, records_of
from mjlog.formats.sink import EventSink
from mjlog.formats.source import Problem, reject
from mjlog.rulesets import resolve
from mjlog.tables import LogTables

NAME: Final = "mahjong_soul"
TITLE: Final = "Mahjong Soul records (JSON, protobuf)"

_NAMES: Final = (b"Record", b"Action")
"""How names of messages begin."""
_MARKS: Final = (b"ChUubHEuR2FtZURldGFpbFJlY29yZHMS", b'"player_datas"')
"""How base64 of protobuf begins, and the players of an editor."""
_WORDS: Final = tuple(
    f"{kind}{name}".encode()
    for kind in ("Record", "Action")
    for name in (
        'NewRound"',
        'DealTile"',
        'DiscardTile"',
        'Prototype"',
        'MJStart"',
        "Hule",
        'NoTile"',
        'LiuJu"',
    )
)
"""Names of messages that only records have."""
_WRAPPERS: Final = (b".lq.GameDetailRecords", b".lq.ResGameRecord")
_HEAD: Final = (b'"accounts"', b'"config"', b'"uuid"')
"""Fields of a head, all of which a document has whose messages come late."""
_BLANKS: Final = b"\xef\xbb\xbf \t\r\n"
_CONTROL: Final = re.compile(rb"[\x00-\x08]")
_HEAD_BYTES: Final = 1 << 12


def sniff(head: bytes) -> bool:
    """Tell from the first bytes of the content whether this is a Mahjong Soul record."""
    text = head.lstrip(_BLANKS)
    if text[:1] in (b"{", b"["):
        return _is_record(text)
    return is_wire(text.split(b"\n", 1)[0]) or is_wire(head)


def _is_record(text: bytes) -> bool:
    """Whether JSON has names of messages, or a head whose messages come late."""
    if begins_with_action(text) or has_listed_rounds(text) or b'"qipai"' in text:
        return False
    if any(mark in text for mark in _MARKS) or all(word in text for word in _HEAD):
        return True
    return any(name in text for name in _NAMES) and any(word in text for word in (*_WORDS, *_WRAPPERS))


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole documents; what cannot be read goes to `rejects`."""
    builder, sink = LogBuilder(), EventSink()
    for document in documents:
        problems: list[Problem] = []
        for game in _games(document.data):
            problems += [Problem(offset, reason) for offset, reason in game.problems]
            if game.records:
                _tell(builder, sink, document, game, problems)
        reject(builder, document, problems)
    return builder.build(sink.columns())


def _games(data: bytes) -> Iterator[GameRecord]:
    """The games of a document, whatever it is."""
    is_json = data.lstrip(_BLANKS)[:1] in (b"{", b"[")
    if not is_json and _CONTROL.search(data[:_HEAD_BYTES]):
        yield records_of(data)
    elif is_json or b"{" in data:
        yield from games_of(data)
    else:
        yield from games_of_text(data)


def _tell(
    builder: LogBuilder, sink: EventSink, document: Document, game: GameRecord, problems: list[Problem]
) -> None:
    """Tell a game to the builder, unless it is another game than riichi."""
    special = special_game(game, options_of(game.head))
    if special is not None:
        problems.append(Problem(game.offset, f"not riichi but {special}"))
        return
    players = players_of(game.head, players_dealt(game.records))
    readings = list(rounds_of(game.records, players, red_fives_of(game.head, players)))
    problems += [reading for reading in readings if isinstance(reading, Problem)]
    rounds = [reading for reading in readings if isinstance(reading, Round)]
    problems += [note for played in rounds for note in played.notes]
    if not rounds:
        if len(readings) == 0:
            problems.append(Problem(game.offset, "no round of a game"))
        return
    reasons: list[str] = []
    room, rules = room_and_rules(game.head, players, _first_scores(rounds[0]), reasons)
    seats = seated(game.head, players, reasons)
    finals = finals_of(seats)
    is_complete = _is_complete(rounds[-1], readings[-1], finals)
    if finals is not None and not is_complete and rounds[-1] is readings[-1]:
        reasons.append(f"results {finals} are stated, which the last round does not lead to")
    problems += [Problem(game.offset, reason) for reason in reasons]
    problems += _contradictions(rounds, room, rules)
    options = set(room.house_options)
    if any("fans" in extra for played in rounds for extra in played.result.extras):
        options.add("local_yaku")
    builder.game(
        source_path=document.path,
        source_format=NAME,
        source_offset=max(game.offset, 0),
        rules=rules,
        house_options=sorted(options) or None,
        **game_columns(game.head, players),
        is_complete=is_complete,
    )
    for seat, row in enumerate(seats):
        builder.player(seat, **row)
    _tell_extras(builder, game.head, room.unsaid)
    for played in rounds:
        _tell_round(builder, sink, played)


def _contradictions(rounds: Sequence[Round], room: Room, rules: str) -> Iterator[Problem]:
    """What rounds leave out, or say twice and differently; they are kept."""
    begins = _first_scores(rounds[0]) is not None
    gains = [0] * rounds[0].play.players if begins else None
    has_ura = resolve(rules).ura_dora
    for place, played in enumerate(rounds):
        told = Told(
            messages=_own_messages(played),
            play=played.play,
            dealer=played.columns["dealer_seat"],
            scores=played.columns["start_scores"],
            sticks=played.columns["riichi_sticks"],
            has_ura=has_ura,
            usual_sticks="liqibang_value" not in room.unsaid,
            gains=gains if played.index == place else None,
        )
        for record, reason in (*played.play.notes, *contradictions(told)):
            yield Problem(record.offset, f"{played.name}: {record.name}: {reason}; the round is kept")
        gains = gains_after(told)


def _own_messages(played: Round) -> list[Record]:
    """The messages of a round to its end."""
    return list(takewhile(lambda record: record is not played.after, played.messages))


def _first_scores(first: Round) -> list[int] | None:
    """Scores that the game began with; None where its first round is not there."""
    columns = first.columns
    begins = first.index == columns["round_wind"] == columns["dealer_seat"] == columns["honba"] == 0
    scores: list[int] | None = columns["start_scores"]
    return scores if begins else None


def _is_complete(last: Round, end: Round | Problem, finals: list[int] | None) -> bool:
    """Whether the record reaches the end: results are there, and the last scores lead to them.

    Sticks that are left go to the first player.
    """
    if finals is None or last is not end or last.result.outcome is None:
        return False
    scores = last.result.scores
    return scores is None or all(final >= score for final, score in zip(finals, scores, strict=True))


def _tell_extras(builder: LogBuilder, head: dict[str, Any], unsaid: dict[str, Any]) -> None:
    """Keep what of a game no column holds: options behind house options, points of ranks."""
    fields: dict[str, Any] = {"detail_rule": unsaid} if unsaid else {}
    for name, key in (("grading_scores", "grading_score"), ("golds", "gold")):
        entries = mapping(head.get("result")).get("players")
        values = [mapping(e).get(key) for e in entries] if isinstance(entries, list) else []
        if any(values):
            fields[name] = values
    if fields:
        builder.extra(action="start_game", fields=fields)


def _tell_round(builder: LogBuilder, sink: EventSink, played: Round) -> None:
    result, play = played.result, played.play
    dora = list(played.columns.pop("dora_indicators"))
    number = builder.round(index=played.index, dora_indicators=[*dora, *play.turned], **played.columns)
    for win in result.wins:
        builder.win(**win)
    if result.draw is not None:
        builder.draw(**result.draw)
    for fields in result.extras:
        builder.extra(action="hora", fields=fields, round_index=played.index, seq=len(play.events) - 1)
    if played.before:
        builder.extra(action="start_kyoku", fields=played.before, round_index=played.index)
    for name, fields, seq in played.unknown:
        builder.extra(action=name, fields=fields, round_index=played.index, seq=seq)
    timed = any(time >= 0 for time in play.elapsed)
    if play.events:
        sink.add(number, play.events, elapsed=play.elapsed if timed else None, offsets=play.offsets)
