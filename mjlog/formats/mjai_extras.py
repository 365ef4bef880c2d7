"""Fields of mjai actions that mjlog does not know: taken off before decoding, put back when written."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec

from mjlog.formats.mjai_actions import AnyAction
from mjlog.formats.mjai_base import Action, Message
from mjlog.formats.mjai_fields import Nested

MOST_BYTES: Final = 1 << 20
"""Bytes of the unknown fields of one action; more are left out."""

Known = dict[str, type[Nested] | None]
Raws = dict[str, msgspec.Raw]

_OBJECT: Final = msgspec.json.Decoder(Raws)
_NAME: Final = msgspec.json.Decoder(str)


def _known(struct: type[msgspec.Struct]) -> Known:
    """Fields of `struct`, with the struct that is nested in each."""
    return {
        field.encode_name: next(
            (t for t in (field.type, *get_args(field.type)) if isinstance(t, type) and issubclass(t, Nested)),
            None,
        )
        for field in msgspec.structs.fields(struct)
    }


_KNOWN: Final[dict[str, Known]] = {
    str(action.__struct_config__.tag): {"type": None, **_known(action)}
    for action in get_args(AnyAction)
    if issubclass(action, Action) and not issubclass(action, Message)
}
_NESTED: Final = {struct: _known(struct) for struct in Nested.__subclasses__()}


def split(piece: bytes) -> tuple[bytes, str | None]:
    """Take the unknown fields out of an action.

    Args:
        piece: the action as JSON.

    Returns:
        The action without them, and they alone as the text of a JSON object; None where there are none.

    Raises:
        msgspec.DecodeError: when `piece` is no JSON object.
    """
    raws = _OBJECT.decode(piece)
    known = _KNOWN.get(_name_of(raws.get("type")))
    parts = None if known is None else _split(raws, known)
    if parts is None:
        return piece, None
    kept, unknown = parts
    return msgspec.json.encode(kept), text_of(msgspec.json.encode(unknown))


def _name_of(tag: msgspec.Raw | None) -> str:
    try:
        return "" if tag is None else _NAME.decode(tag)
    except msgspec.ValidationError:
        return ""


def _split(raws: Raws, known: Known) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The known fields of an object and the others; None where it has no others."""
    kept: dict[str, Any] = {}
    unknown: dict[str, Any] = {}
    for name, value in raws.items():
        nested = known.get(name)
        inner = None if nested is None else _split_nested(value, nested)
        if name not in known:
            unknown[name] = value
        elif inner is None:
            kept[name] = value
        else:
            kept[name], unknown[name] = inner
    return (kept, unknown) if unknown else None


def _split_nested(value: msgspec.Raw, struct: type[Nested]) -> tuple[dict[str, Any], dict[str, Any]] | None:
    try:
        raws = _OBJECT.decode(value)
    except msgspec.ValidationError:  # null, or what the strict decoder refuses
        return None
    return _split(raws, _NESTED[struct])


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
    return line[:-1] + b"," + text_of(msgspec.json.encode(new)).encode()[1:] if new else line
