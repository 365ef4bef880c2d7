"""Fields of mjai actions that mjlog does not know: taken off before decoding, put back when written."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from mjlog.formats.mjai.actions import AnyAction
from mjlog.formats.mjai.base import Action, Message
from mjlog.formats.mjai.fields import Nested

Known = dict[str, type[Nested] | None]
"""Fields of an object, with the struct that is nested in each."""
Raws = dict[str, msgspec.Raw]

_OBJECT: Final = msgspec.json.Decoder(Raws)
_ENCODER: Final = msgspec.json.Encoder()


def _known(struct: type[msgspec.Struct]) -> Known:
    return {
        field.encode_name: next(
            (t for t in (field.type, *get_args(field.type)) if isinstance(t, type) and issubclass(t, Nested)),
            None,
        )
        for field in msgspec.structs.fields(struct)
    }


_KNOWN: Final[dict[bytes, Known]] = {
    f'"{action.__struct_config__.tag}"'.encode(): {"type": None, **_known(action)}
    for action in get_args(AnyAction)
    if issubclass(action, Action) and not issubclass(action, Message)
}
"""Fields of each action, by its type as JSON."""
_NESTED: Final = {struct: _known(struct) for struct in Nested.__subclasses__()}
_HOLDERS: Final = {tag for tag, known in _KNOWN.items() if any(known.values())}
"""Actions with objects in them."""


def split(lines: bytes) -> tuple[bytes, dict[int, str]]:
    """Take the unknown fields out of actions.

    Args:
        lines: the actions as JSON, one after the other.

    Returns:
        The actions without them, one a line, and the fields as the text of a JSON object, by number of
        their action.

    Raises:
        msgspec.DecodeError: when one is no JSON object.
    """
    actions: list[Raws] = _OBJECT.decode_lines(lines)
    unknown = [_taken(raws) for raws in actions]
    texts = {i: text_of(_ENCODER.encode(fields)) for i, fields in enumerate(unknown) if fields}
    return _ENCODER.encode_lines(actions), texts


def _taken(raws: Raws) -> dict[str, Any] | None:
    """Take the unknown fields out of an action; None where its type is unknown too."""
    tag = bytes(raws.get("type", b""))
    known = _KNOWN.get(tag)
    if known is None:
        return None
    unknown: dict[str, Any] = {name: raws.pop(name) for name in [n for n in raws if n not in known]}
    if tag in _HOLDERS:
        unknown |= {name: inner for name in raws if (inner := _taken_inside(raws, name, known[name]))}
    return unknown


def _taken_inside(raws: Raws, name: str, struct: type[Nested] | None) -> dict[str, Any] | None:
    """Take the unknown fields out of the object in field `name`, if there is one."""
    if struct is None:
        return None
    try:
        inner: Raws = _OBJECT.decode(raws[name])
    except msgspec.ValidationError:  # null, or what the strict decoder refuses
        return None
    unknown = {n: inner.pop(n) for n in [n for n in inner if n not in _NESTED[struct]]}
    raws[name] = msgspec.Raw(_ENCODER.encode(inner))
    return unknown


def text_of(fields: bytes) -> str:
    """A JSON object as text on one line."""
    line = msgspec.json.format(fields, indent=-1) if b"\n" in fields else fields
    return line.decode("utf-8", "replace")


def joined(first: str | None, second: str) -> str:
    """Two JSON objects, given as text, as one.

    >>> joined('{"a":1}', '{"b":2}'), joined(None, '{"b":2}')
    ('{"a":1,"b":2}', '{"b":2}')
    """
    if first is None or first == "{}":
        return second
    return first if second == "{}" else f"{first[:-1]},{second[1:]}"


def with_fields(line: bytes, fields: str) -> bytes:
    """An action as JSON with unknown `fields`, the text of a JSON object; known ones stay as they are.

    Raises:
        ValueError: when `fields` is no JSON object.

    >>> with_fields(b'{"type":"tsumo","actor":0}', '{"actor":1,"meta":{"q":0.5}}')
    b'{"type":"tsumo","actor":0,"meta":{"q":0.5}}'
    """
    try:
        unknown = _OBJECT.decode(fields)
    except msgspec.DecodeError as error:
        raise ValueError(f"unknown fields of an action that are no JSON object: {error}") from None
    taken = _OBJECT.decode(line)
    new = {name: value for name, value in unknown.items() if name not in taken}
    return line[:-1] + b"," + text_of(_ENCODER.encode(new)).encode()[1:] if new else line
