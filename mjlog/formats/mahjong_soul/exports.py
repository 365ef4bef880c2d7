"""JSON exports of Mahjong Soul records, in whatever shape, as the inner form of records.

Messages stand in a list called ``details``, ``records``, ``actions``, ``rounds`` or ``data``, at any
depth below the object of the game, or one after another in the document.  A message is an object
with a ``name`` (or ``@type``) and ``data`` (or its fields beside the name); an action holds one as
its ``result`` and the time that has ``passed``.  Names may have the package before them and
fields may be in camelCase.  What is base64 of protobuf instead of JSON is read as such.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

import msgspec

from mjlog.formats.json_text import Piece, pieces
from mjlog.formats.mahjong_soul.records import (
    LOST,
    USER_EVENT,
    USER_INPUT,
    GameRecord,
    Record,
)
from mjlog.formats.mahjong_soul.wire import is_wire, records_of

_NAME: Final = re.compile(r"(?:[\w./]*[./])?((?:Record|Action)[A-Z]\w{1,60})")
_NAMED: Final = re.compile(rb'"(?:name|@type|type)"\s*:\s*"(?:[\w./]*[./])?((?:Record|Action)[A-Z]\w{1,60})"')
_CAMEL: Final = re.compile(rb'"[a-z][a-z0-9]*[A-Z]\w*"\s*:')
_UPPER: Final = re.compile(r"(?<=[a-z0-9])([A-Z])")
_NUMBERED: Final = re.compile(r"(part_point|noting_fafu|shunweima)(\d)")
_NO_MESSAGES: Final = frozenset({"RecordGame", "ActionMJStart"})
_PROTOTYPE: Final = "ActionPrototype"
_LISTS: Final = ("details", "records", "actions", "rounds", "data")
"""Where messages stand, in the order in which they are looked for."""
_HEAD: Final = ("uuid", "start_time", "end_time", "config", "accounts", "robots", "result")
_LONGEST_KEY: Final = 60
_LONGEST_NAME: Final = 100
_DEPTH: Final = 12
_MOST_TIME: Final = 1 << 31
_LINE: Final = re.compile(rb"[^\s][^\r\n]*")
_DIGITS: Final = re.compile(rb"[A-Za-z0-9+/_=-]+")
"""A line of base64 or hexadecimal digits."""
_WIDEST: Final = 200
"""Characters of a line into which text is cut, at most."""
_BREAK: Final = 2
"""Characters between lines that belong together."""
_MOST_MESSAGES: Final = 100_000
_TOO_MANY: Final = f"more than {_MOST_MESSAGES:,} messages; those after them are left out"


@dataclass(slots=True)
class _Found:
    """Messages of one game, as far as they are found."""

    head: dict[str, Any] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    """`sequence` of each message, -1 where it has none."""
    problems: list[str] = field(default_factory=list)

    def add(self, record: Record, place: Any = None) -> None:
        """Add a message, unless there are more than a game has."""
        if len(self.records) == _MOST_MESSAGES:
            if _TOO_MANY not in self.problems:
                self.problems.append(_TOO_MANY)
            return
        self.records.append(record)
        self.places.append(place if isinstance(place, int) else -1)


def games_of(data: bytes) -> Iterator[GameRecord]:
    """The games of a document, in order; what cannot be decoded is among their problems."""
    loose = _Found()
    start = -1
    for piece in pieces(data):
        value, problem = _decoded(piece)
        if problem and piece.problem and is_wire(piece.data):
            yield _shifted(records_of(piece.data), piece.offset)
            continue
        if problem:
            if loose.records:
                loose.add(Record(LOST, {}, piece.offset))
            yield GameRecord(problems=[(piece.offset, problem)], offset=piece.offset)
            continue
        message = _message(value)
        if message is not None:
            start = piece.offset if start < 0 else start
            offset = piece.offset if piece.in_place else -1
            loose.add(replace(message, offset=offset), value.get("sequence"))
            continue
        if loose.records:
            yield _finished(loose, start)
            loose, start = _Found(), -1
        games = list(_games(value, 0))
        _place(piece, games)
        yield from (_finished(found, piece.offset) for found in games)
        if not games:
            yield GameRecord(problems=[(piece.offset, "no messages of a game")], offset=piece.offset)
    if loose.records:
        yield _finished(loose, start)


def games_of_text(data: bytes) -> Iterator[GameRecord]:
    """The games of protobuf as text, one after another; each begins a line.

    A text that is cut into lines goes on as long as they are as wide as its first.
    """
    block: list[re.Match[bytes]] = []
    for line in _LINE.finditer(data):
        text = line[0].rstrip()
        if block and _goes_on(block, line.start(), text):
            block.append(line)
            continue
        yield from _block(data, block)
        block = [line] if is_wire(text) else []
        if not block:
            yield GameRecord(problems=[(line.start(), "neither JSON nor protobuf")], offset=line.start())
    yield from _block(data, block)


def _goes_on(block: Sequence[re.Match[bytes]], start: int, text: bytes) -> bool:
    """Whether a text that is cut into lines goes on with a line."""
    first, last = block[0][0].rstrip(), block[-1][0].rstrip()
    is_full = len(last) == len(first) <= _WIDEST and not last.endswith(b"=")
    is_next = start - block[-1].end() <= _BREAK and len(text) <= len(first)
    return is_full and is_next and bool(_DIGITS.fullmatch(text))


def _block(data: bytes, block: Sequence[re.Match[bytes]]) -> Iterator[GameRecord]:
    if block:
        start = block[0].start()
        yield _shifted(records_of(data[start : block[-1].end()]), start)


def _shifted(game: GameRecord, by: int) -> GameRecord:
    """A game whose offsets count from an earlier place."""
    records = [replace(r, offset=r.offset + by) if r.offset >= 0 else r for r in game.records]
    return GameRecord(game.head, records, [(at + by, why) for at, why in game.problems], game.offset + by)


def _decoded(piece: Piece) -> tuple[Any, str]:
    """The value of a piece, with fields in snake_case, and why there is none."""
    if piece.problem:
        return None, piece.problem
    try:
        value = msgspec.json.decode(piece.data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        return None, str(error)
    return (_snaked(value, 0) if _CAMEL.search(piece.data) else value), ""


def _snaked(value: Any, depth: int) -> Any:
    """A value whose objects have snake_case keys; what is nested too deep is dropped."""
    if depth > 2 * _DEPTH:
        return None
    if isinstance(value, dict):
        return {
            _snake(key) if len(key) <= _LONGEST_KEY else key: _snaked(entry, depth + 1)
            for key, entry in value.items()
        }
    if isinstance(value, list):
        return [_snaked(entry, depth + 1) for entry in value]
    return value


@lru_cache(maxsize=4096)
def _snake(key: str) -> str:
    """A field's name as the platform has it.

    >>> _snake("partPoint1"), _snake("deltaScores"), _snake("@type")
    ('part_point_1', 'delta_scores', '@type')
    """
    return _NUMBERED.sub(r"\1_\2", _UPPER.sub(r"_\1", key).lower())


def _place(piece: Piece, games: Sequence[_Found]) -> None:
    """Tell messages where they stand in the document: where their names do, if that is clear."""
    if not piece.in_place:
        return
    named = [(found, n) for found in games for n, r in enumerate(found.records) if _NAME.fullmatch(r.name)]
    names = [m for m in _NAMED.finditer(piece.data) if m[1].decode() not in (*_NO_MESSAGES, _PROTOTYPE)]
    if len(names) != len(named):
        return
    for (found, n), name in zip(named, names, strict=True):
        found.records[n] = replace(found.records[n], offset=piece.offset + name.start())


def _finished(found: _Found, offset: int) -> GameRecord:
    """A game whose messages, where each has a number, stand in its order."""
    records = found.records
    if found.places and min(found.places) >= 0 and len(set(found.places)) == len(records):
        records = [r for _, r in sorted(zip(found.places, records, strict=True), key=lambda pair: pair[0])]
    return GameRecord(found.head, records, [(offset, problem) for problem in found.problems], offset)


def _games(value: Any, depth: int) -> Iterator[_Found]:
    """The games in a value: an object or list that holds messages is one, else what it holds is searched."""
    if depth > _DEPTH:
        return
    if isinstance(value, list) and not any(_is_game(entry) for entry in value):
        found = _Found()
        _collect(value, found, depth)
        if found.records or found.problems:
            yield found
            return
    if isinstance(value, dict):
        found = _Found()
        for name in _LISTS:
            _collect(value.get(name), found, depth)
            if found.records:
                break
        if found.records or (found.problems and _is_game(value)):
            found.head = _head_of(value, depth) or found.head
            yield found
            return
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for entry in entries:
        yield from _games(entry, depth + 1)


def _is_game(value: Any) -> bool:
    """Whether an object has a head of its own."""
    return isinstance(value, dict) and any(name in value for name in ("head", "config", "accounts"))


def _collect(value: Any, found: _Found, depth: int) -> None:
    """Add the messages in `value` to `found`, in order."""
    if depth > _DEPTH:
        return
    if isinstance(value, str):
        _collect_wire(value.encode("utf-8", "replace"), found)
    elif isinstance(value, list):
        _collect_list(value, found, depth)
    elif isinstance(value, dict):
        message = _message(value)
        if message is not None:
            found.add(message, value.get("sequence"))
        elif _is_action(value):
            _collect_action(value, found, depth)
        elif not _collect_user(value, found):
            _collect_below(value, found, depth)


def _collect_user(action: dict[str, Any], found: _Found) -> bool:
    """Add that a player comes, goes or shows an emote; False where an object is no action of a player."""
    event, entry = action.get("user_event"), action.get("user_input")
    if isinstance(event, dict):
        found.add(Record(USER_EVENT, event, elapsed=_time(action)))
    elif isinstance(entry, dict) and entry.get("emo") is not None:
        found.add(Record(USER_INPUT, entry, elapsed=_time(action)))
    return isinstance(event, dict) or isinstance(entry, dict)


def _time(action: dict[str, Any]) -> int:
    """When an action is, in milliseconds since the game began; -1 where it does not say."""
    passed = action.get("passed", 0)
    return passed if isinstance(passed, int) and 0 <= passed < _MOST_TIME else -1


def _collect_list(value: list[Any], found: _Found, depth: int) -> None:
    """Add the messages in a list, or in protobuf whose bytes it lists; a null among messages is a loss."""
    if value and all(isinstance(entry, int) and 0 <= entry < 256 for entry in value):
        _collect_wire(bytes(value), found)
        return
    for entry in value:
        if entry is None and found.records:
            found.add(Record(LOST, {}))
        _collect(entry, found, depth + 1)


def _collect_below(value: dict[str, Any], found: _Found, depth: int) -> None:
    """Add the messages in the first list of an object that has some, and its head."""
    known = len(found.records)
    for name in _LISTS:
        if len(found.records) == known:
            _collect(value.get(name), found, depth + 1)
    if isinstance(value.get("head"), dict) and not found.head:
        found.head = value["head"]


def _is_action(value: dict[str, Any]) -> bool:
    """Whether an object is an action that results in a message, decoded or not."""
    result = value.get("result")
    return isinstance(result, str) or (isinstance(result, dict) and _message(result) is not None)


def _collect_action(action: dict[str, Any], found: _Found, depth: int) -> None:
    """Add the message that an action results in, with the time of the action."""
    known, time = len(found.records), _time(action)
    _collect(action["result"], found, depth + 1)
    found.records[known:] = [replace(record, elapsed=time) for record in found.records[known:]]


def _collect_wire(data: bytes, found: _Found) -> None:
    """Add the messages of protobuf, raw or as text."""
    if not is_wire(data):
        return
    game = records_of(data)
    for record in game.records:
        found.add(replace(record, offset=-1))
    found.head = found.head or game.head
    found.problems += [problem for _, problem in game.problems]


def _message(value: Any) -> Record | None:
    """The message that an object is; None where it is none."""
    if not isinstance(value, dict):
        return None
    for key in ("name", "@type", "type"):
        text = value.get(key)
        if not isinstance(text, str) or len(text) > _LONGEST_NAME:
            continue
        match = _NAME.fullmatch(text)
        if match and match[1] not in _NO_MESSAGES:
            data = value.get("data")
            if match[1] == _PROTOTYPE:
                return _message(data)
            if isinstance(data, str):
                return _unpacked(text, data)
            fields = data if isinstance(data, dict) else {k: v for k, v in value.items() if k != key}
            return Record(match[1], fields)
    return None


def _unpacked(name: str, text: str) -> Record:
    """The message that is base64 of protobuf beside its name."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return Record(LOST, {})
    parts = ((b"\x0a", name.encode()), (b"\x12", data))
    game = records_of(b"".join(tag + _varint(len(part)) + part for tag, part in parts))
    return game.records[0] if len(game.records) == 1 else Record(LOST, {})


def _varint(value: int) -> bytes:
    """A number as protobuf writes it."""
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(value & 0x7F)
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])


def _head_of(value: dict[str, Any], depth: int) -> dict[str, Any]:
    """The head of a game: its own, that of an answer around the messages, or the object's own fields.

    Replay editors keep players and results beside the rounds.
    """
    if isinstance(value.get("head"), dict):
        return dict(value["head"])
    inner = value.get("data")
    if depth < _DEPTH and isinstance(inner, dict) and not any(name in value for name in _HEAD):
        return _head_of(inner, depth + 1)
    head: dict[str, Any] = {name: value[name] for name in _HEAD if name in value}
    if isinstance(value.get("player_datas"), list):
        head.setdefault("accounts", value["player_datas"])
    if isinstance(value.get("players"), list):
        head.setdefault("result", {"players": value["players"]})
    return head
