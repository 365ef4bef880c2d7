"""Reader of majiang JSON: the records (牌譜) of kobalab's programs, and of converters to them.

Seats are counted from the first dealer.  The format has no place for rules: the tables state only what
a title says (a Tenhou log id, rules as Tenhou names them), the scores at the start, and that there are
no red fives where all fives of a suit are seen and no red one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from mjlog.formats.action_names import ACTION_NAMES
from mjlog.formats.base import Document
from mjlog.formats.builder import EXCERPT, MOST_POINTS, MOST_ROUNDS, LogBuilder
from mjlog.formats.json_text import begins_with_action, has_listed_rounds, pieces
from mjlog.formats.kept import RULES_LEFT_OUT, kept
from mjlog.formats.majiang.held import contradictions, rank_oddity
from mjlog.formats.majiang.melds import SEATS, MoveError
from mjlog.formats.majiang.rounds import Move, Round, name_of, round_of
from mjlog.formats.majiang.words import log_id_in, own_title, rules_in
from mjlog.formats.sink import NONE, EventSink
from mjlog.formats.source import Problem, reject
from mjlog.formats.tenhou_json.header import OWN_RULES, Header, game_columns
from mjlog.formats.ura import has_ura, known_ura
from mjlog.schema import EVENT_KINDS
from mjlog.tables import LogTables
from mjlog.tiles import COPIES, FIVES, RED_MAN, RED_PIN, RED_SOU

NAME: Final = "majiang"
TITLE: Final = "majiang JSON (kobalab)"

_LEADING = b"\xef\xbb\xbf \t\r\n["
_ROUNDS = re.compile(rb'"log"\s*:\s*\[\s*\[\s*\{\s*"qipai"\s*:')
_HEADER = re.compile(rb'"qijia"\s*:\s*\d')
_LEVEL = re.compile(r"\((?:(?P<level>.+) )?R(?P<rating>\d+(?:\.\d+)?)\)")
_RECORD: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_MOVES: Final = msgspec.json.Decoder(list[Move])
_KNOWN: Final = ("player", "log", "defen", "point", "rank")
_READ: Final = (*_KNOWN, "title", "qijia", OWN_RULES)
_MOST_BYTES: Final = 1 << 16
"""Bytes of a field of the header that says anything."""


class _Placed(NamedTuple):
    """A round that could be read, with its position in the game and where it begins."""

    number: int
    offset: int
    round: Round


class _Record(NamedTuple):
    """A game of a document: its fields but for the rounds, and the rounds that could be read."""

    offset: int
    fields: dict[str, Any]
    rounds: list[_Placed]
    length: int
    """How many rounds it has, readable or not."""


def sniff(head: bytes) -> bool:
    """Tell from the first bytes of the content whether this is majiang JSON."""
    text = head.lstrip(_LEADING)
    if not text.startswith(b"{") or begins_with_action(text):
        return False
    return bool(_ROUNDS.search(text)) or (bool(_HEADER.search(text)) and not has_listed_rounds(text))


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole documents; what cannot be read goes to `rejects`."""
    builder, sink = LogBuilder(), EventSink()
    for document in documents:
        problems: list[Problem] = []
        records = list(_records(document.data, problems))
        for record in records:
            problems += _tell(builder, sink, document.path, record, alone=len(records) == 1)
        reject(builder, document, problems)
    return builder.build(sink.columns())


def _records(data: bytes, problems: list[Problem]) -> Iterator[_Record]:
    """The games of a document, in order; what cannot be read joins `problems`."""
    is_empty = True
    for piece in pieces(data):
        is_empty = False
        reason = piece.problem
        try:
            raws = {} if reason else _RECORD.decode(piece.data)
            raw_rounds = msgspec.json.decode(raws.get("log", b"[]"), type=list[msgspec.Raw])
            fields = _header(raws, piece.offset, problems)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            reason, raw_rounds, fields = str(error), [], {}
        if not reason and not 0 < len(raw_rounds) <= MOST_ROUNDS:
            reason = f"a record of {len(raw_rounds)} rounds"
        if reason:
            problems.append(Problem(piece.offset, reason, piece.data[:EXCERPT]))
            continue
        rounds = list(_rounds(raw_rounds, piece.data, piece.offset, problems))
        if rounds:
            yield _Record(piece.offset, fields, rounds, len(raw_rounds))
    if is_empty:
        problems.append(Problem(0, "no record in the document", data[:EXCERPT]))


def _header(raws: dict[str, msgspec.Raw], offset: int, problems: list[Problem]) -> dict[str, Any]:
    """The fields of a record but for the rounds; those that are not known stay text.

    One that cannot be read, or is larger than anything that it could say, joins `problems`.
    """
    fields: dict[str, Any] = {key: raw for key, raw in raws.items() if key != "log"}
    for key in fields.keys() & set(_READ):
        text = bytes(raws[key])
        reason = f"{len(text):,} bytes" if len(text) > _MOST_BYTES else ""
        try:
            fields[key] = None if reason else msgspec.json.decode(text)
            reason = reason or kept({key: fields[key]}).left_out
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            reason = str(error)
        if reason:
            fields[key] = RULES_LEFT_OUT if key == OWN_RULES else None
            problems.append(Problem(offset, f"{key} is left out: {reason}", text[:EXCERPT]))
    return fields


def _rounds(
    raws: Sequence[msgspec.Raw], data: bytes, offset: int, problems: list[Problem]
) -> Iterator[_Placed]:
    """The rounds of a record that can be read; the others join `problems`."""
    at = 0
    for index, raw in enumerate(raws):
        text = bytes(raw)
        at = data.find(text, at)
        name = f"round {index + 1} of the record"
        try:
            moves = _MOVES.decode(text)
            name = f"{name_of(moves) or 'a round'} ({name})"
            told = round_of(moves)
            kept_ones = contradictions(told, moves)
            reasons = [*told.notes, *(f"{reason}; the round is kept" for reason in kept_ones)]
            yield _Placed(index, offset + at, told)
        except (MoveError, msgspec.DecodeError, RecursionError, UnicodeError) as error:
            reasons = [str(error)]
        problems += [Problem(offset + at, f"{name}: {reason}", text[:EXCERPT]) for reason in reasons]
        at += len(text)


# --- telling ------------------------------------------------------------------------------------


def _tell(builder: LogBuilder, sink: EventSink, path: str, record: _Record, *, alone: bool) -> list[Problem]:
    """Tell a game to the builder; return what is wrong with it as a whole."""
    first = record.fields.get("qijia", 0)
    first = first if isinstance(first, int) and 0 <= first < SEATS else 0
    title = record.fields.get("title")
    title = title if isinstance(title, str) else ""
    scores, points = _finals(record, first)
    header = tenhou_header(title, record.fields.get(OWN_RULES), scores, record.rounds)
    opening = record.rounds[0]
    columns = game_columns(
        header, path, SEATS, opening.round.scores if opening.number == 0 else None, alone=alone
    )
    columns["is_complete"] &= record.rounds[-1].number == record.length - 1
    builder.game(source_path=path, source_format=NAME, source_offset=record.offset, **columns)
    for seat, player in enumerate(_seated(record.fields.get("player"), first)):
        builder.player(seat, log_final_score=scores[seat], log_final_points=points[seat], **player)
    own = {"title": own_title(title, columns) or None, "qijia": first or None, OWN_RULES: None}
    own |= {key: value for key, value in record.fields.items() if key not in (*_KNOWN, *own)}
    if own := {key: value for key, value in own.items() if value is not None}:
        builder.extra("start_game", own)  # noqa: S610
    flagged = any(event.tsumogiri == 1 for placed in record.rounds for event in placed.round.events)
    is_ura_turned = has_ura(columns["rules"])
    for placed in record.rounds:
        if not flagged:
            placed.round.events = [event._replace(tsumogiri=NONE) for event in placed.round.events]
        _tell_round(builder, sink, placed, is_ura_turned=is_ura_turned)
    oddity = rank_oddity(record.fields, [scores[(player - first) % SEATS] for player in range(SEATS)])
    return [Problem(record.offset, oddity, b"")] if oddity else []


def _tell_round(builder: LogBuilder, sink: EventSink, placed: _Placed, *, is_ura_turned: bool) -> None:
    told = placed.round
    winners = [win["seat"] for win in told.wins]
    ura = known_ura([], winners, told.events, is_turned=is_ura_turned) if told.wins else None
    number = builder.round(
        hands=told.hands,
        dora_indicators=told.dora,
        index=placed.number,
        ura=ura if told.ura is None else told.ura,
        round_wind=told.wind,
        round_number=told.dealer + 1,
        dealer_seat=told.dealer,
        honba=told.honba,
        riichi_sticks=told.sticks,
        start_scores=told.scores,
        outcome=told.outcome,
        source_offset=placed.offset,
    )
    if told.events:
        sink.add(number, told.events)
    for win in told.wins:
        builder.win(**win)
    if told.draw is not None:
        builder.draw(**told.draw)
    for seq, fields in told.unknown:
        action = "start_kyoku" if seq is None else ACTION_NAMES[EVENT_KINDS[told.events[seq].kind]]
        builder.extra(action, fields, placed.number, seq)  # noqa: S610


def tenhou_header(
    title: str,
    own_rules: Any = None,
    scores: Sequence[int | None] = (None,),
    rounds: Sequence[_Placed] = (),
) -> Header:
    """What a record says as the header of a Tenhou log: the title may hold rules and log id of one."""
    rules = rules_in(title)
    rule: dict[str, str | int | float | bool | None] = {}
    if rules:
        rule |= {"disp": rules, "aka": int("赤" in rules)}
    elif _has_no_red_fives([placed.round.seen for placed in rounds]):
        rule["aka"] = 0
    return Header(
        title=tuple(title.split("\n")),
        ref=log_id_in(title),
        rule=rule,
        sc=tuple(scores) if None not in scores else (),
        mjlog_rules=own_rules,
    )


def _has_no_red_fives(rounds: Sequence[Sequence[int]]) -> bool:
    """Whether the tiles seen in each round show all fives of a suit somewhere, and a red one nowhere."""
    all_plain = any(tiles.count(five) == COPIES for tiles in rounds for five in FIVES)
    return all_plain and not any(red in tiles for tiles in rounds for red in (RED_MAN, RED_PIN, RED_SOU))


def _seated(players: Any, first: int) -> Iterator[dict[str, Any]]:
    """Columns of each seat: the name, and rank and rating where lines below it say them."""
    texts = players if isinstance(players, list) and len(players) == SEATS else [None] * SEATS
    for seat in range(SEATS):
        text = texts[(seat + first) % SEATS]
        name, _, more = text.partition("\n") if isinstance(text, str) else ("", "", "")
        found = _LEVEL.fullmatch(more.strip())
        yield {
            "name": name or None,
            "level": (found["level"] if found else more) or None,
            "rating": float(found["rating"]) if found else None,
        }


def _finals(record: _Record, first: int) -> tuple[list[int | None], list[float | None]]:
    """Final scores and results by seat; None where not stated.

    Until a game has ended its record holds the scores at the start and no results; converters that
    do not know the results write zeros.
    """
    scores = [_number(value) for value in _four(record.fields.get("defen"))]
    results = [_number(value) for value in _four(record.fields.get("point"))]
    whole = [None if score is None else round(score) for score in scores]
    is_new = record.fields.get("rank") == [1, 2, 3, 4] and not any(results)
    by_seat = [whole[(seat + first) % SEATS] for seat in range(SEATS)]
    if is_new and by_seat == record.rounds[0].round.scores:
        by_seat = [None] * SEATS
    known = results if any(results) else [None] * SEATS
    return by_seat, [known[(seat + first) % SEATS] for seat in range(SEATS)]


def _four(values: Any) -> list[Any]:
    return values if isinstance(values, list) and len(values) == SEATS else [None] * SEATS


def _number(value: Any) -> float | None:
    """A number, written as one or as text; None where it is none that a score can be."""
    if isinstance(value, str) and len(value) < 24:
        try:
            value = float(value)
        except ValueError:
            return None
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not abs(value) <= MOST_POINTS:
        return None
    return float(value)
