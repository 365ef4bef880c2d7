"""From the text of a document to its logs and their rounds, whole or broken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from mjlog.formats.builder import MOST_ROUNDS
from mjlog.formats.json_text import Values, end_of, value_end
from mjlog.formats.riichi_city.records import RecordError, decoded
from mjlog.formats.source import Problem

_BETWEEN: Final = re.compile(rb"[\s,\[\]]*+")
_LINE: Final = re.compile(rb"[^\n]*")
_NEXT: Final = re.compile(rb"\n(?=\{)")
ROUNDS: Final = re.compile(rb'"handRecord"\s*:\s*\[')
_SEPARATORS: Final = re.compile(rb"[\s,]*+")
_WRAPPED: Final = "data"


class Piece(NamedTuple):
    """A part of a document."""

    offset: int
    data: bytes


@dataclass(slots=True)
class Log:
    """A log: what it says of the game, and its rounds as text."""

    offset: int
    header: dict[str, Any]
    rounds: list[Piece]
    problems: list[Problem] = field(default_factory=list)
    """What could not be read of it."""
    is_whole: bool = True
    """Whether it ends where it should."""


def logs(data: bytes) -> Iterator[Log]:
    """Cut a document into its logs: one, several after one another, or an array of them.

    Of one that is cut off or malformed the rounds are found by their braces; one that does not end
    goes as far as the next line that begins one.  Anything else is a log without rounds and with a
    problem.
    """
    values = Values(data, _NEXT)
    at = end_of(_BETWEEN, data, 0)
    while at < len(data):
        log, end = _next_log(data, at, values)
        yield log
        at = end_of(_BETWEEN, data, max(end, at + 1))


def _next_log(data: bytes, at: int, values: Values) -> tuple[Log, int]:
    """The log that begins `at`, and where it ends; after a broken one, not behind the next line's."""
    if data[at : at + 1] != b"{":
        return Log(at, {}, [], [Problem(at, "no JSON object")]), end_of(_LINE, data, at)
    end = values.end(at)
    if end > 0:
        log = _log(Piece(at, data[at:end]))
        if log.is_whole or values.next_line(at) >= end:
            return log, end
        values.give_up()
    end = values.next_line(at)
    return _salvaged(Piece(at, data[at:end]), "the object does not end"), end


def _log(piece: Piece) -> Log:
    """The log of an object, with or without the wrapping of the platform's answer."""
    try:
        fields = decoded(piece.data, dict[str, msgspec.Raw])
        inner = piece
        if "handRecord" not in fields and _WRAPPED in fields:
            inner = _inside(piece, bytes(fields[_WRAPPED]), 0)
            fields = decoded(inner.data, dict[str, msgspec.Raw])
        if "handRecord" not in fields:
            return Log(piece.offset, {}, [], [Problem(piece.offset, "no log: it has no handRecord")])
        listed = _inside(inner, bytes(fields.pop("handRecord")), 0)
        rounds, at = [], 0
        for one in decoded(listed.data, list[msgspec.Raw])[: MOST_ROUNDS + 1]:
            rounds.append(_inside(listed, bytes(one), at))
            at = rounds[-1].offset - listed.offset + len(rounds[-1].data)
        header = {name: decoded(bytes(value), Any) for name, value in fields.items()}
    except RecordError as error:
        return _salvaged(piece, str(error))
    return Log(piece.offset, header, rounds)


def _inside(piece: Piece, text: bytes, start: int) -> Piece:
    """`text`, which stands in `piece` from `start` on or later."""
    return Piece(piece.offset + piece.data.find(text, start), text)


def _salvaged(piece: Piece, reason: str) -> Log:
    """What can be had of a broken log: its rounds, one by one, and what is said before and after them."""
    log = Log(piece.offset, {}, [], [Problem(piece.offset, reason)], is_whole=False)
    found = ROUNDS.search(piece.data)
    if found is None:
        return log
    at = end_of(_SEPARATORS, piece.data, found.end())
    while piece.data[at : at + 1] == b"{" and len(log.rounds) <= MOST_ROUNDS:
        end = value_end(piece.data, at, len(piece.data))
        if end < 0:
            reason = f"round {len(log.rounds) + 1} of the log does not end"
            log.problems.append(Problem(piece.offset + at, reason))
            break
        log.rounds.append(Piece(piece.offset + at, piece.data[at:end]))
        at = end_of(_SEPARATORS, piece.data, end)
    log.header = _scalars(piece.data[: found.start()]) | _scalars(piece.data[at:])
    return log


_SCALAR: Final = re.compile(
    rb'"(\w{1,40})"\s*:\s*(-?\d{1,16}(?![\d.eE])|true|false|null|"(?:[^"\\\n]|\\.){0,200}+")'
)


def _scalars(text: bytes) -> dict[str, Any]:
    """Fields of a broken object that are a number, a word or a text, each found by its name."""
    fields = {}
    for name, value in _SCALAR.findall(text):
        try:
            fields[name.decode()] = decoded(value, Any)
        except RecordError:
            continue
    return fields
