"""Protobuf messages of Mahjong Soul as plain dicts; the only module that needs the protobuf library."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from google.protobuf.descriptor_pb2 import FieldDescriptorProto as Field
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.unknown_fields import UnknownFieldSet

from mjlog.formats.mahjong_soul.messages import MESSAGES

_PACKAGE: Final = "lq"
_NOTHING_KNOWN: Final = "Unknown"
"""A message without fields, as which messages are read that `MESSAGES` does not have."""
_DEPTH: Final = 8
"""How deep groups of unknown fields may stand in each other."""
_FIELD: Final = re.compile(r"(?P<name>\w+)=(?P<number>\d+)(?::(?P<type>\w+))?(?P<repeated>\*?)")
_SCALARS: Final = {
    "uint32": Field.TYPE_UINT32,
    "int32": Field.TYPE_INT32,
    "bool": Field.TYPE_BOOL,
    "string": Field.TYPE_STRING,
}


def decode(name: str, data: bytes) -> dict[str, Any]:
    """The fields of a message by name, those with their default value left out.

    A field that the message does not have here is kept as ``field_N``, N its number: an integer,
    hexadecimal digits of its bytes, or a list of them; so are all fields of an unknown message.

    Args:
        name: type of the message without package.
        data: the message.

    Raises:
        ValueError: when `data` are no such message.
    """
    message = message_class(name if name in MESSAGES else _NOTHING_KNOWN)()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise ValueError(f"bytes that are no {name}") from error
    return _plain(message)


@cache
def message_class(name: str) -> type[Message]:
    """The protobuf class of a message of `MESSAGES`."""
    return GetMessageClass(_pool().FindMessageTypeByName(f"{_PACKAGE}.{name}"))


@cache
def _pool() -> Any:
    """The messages as protobuf describes them, in a pool of their own."""
    file = FileDescriptorProto(name="mahjong_soul.proto", package=_PACKAGE, syntax="proto3")
    for name, fields in {**MESSAGES, _NOTHING_KNOWN: ""}.items():
        message = file.message_type.add(name=name)
        for stated in _FIELD.finditer(fields):
            field = message.field.add(name=stated["name"], number=int(stated["number"]))
            field.label = Field.LABEL_REPEATED if stated["repeated"] else Field.LABEL_OPTIONAL
            type_ = stated["type"] or "uint32"
            field.type = _SCALARS.get(type_, Field.TYPE_MESSAGE)
            if type_ not in _SCALARS:
                field.type_name = f".{_PACKAGE}.{type_}"
    pool = DescriptorPool()
    pool.Add(file)
    return pool


def _plain(message: Message) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for field, value in message.ListFields():
        if field.is_repeated:
            data[field.name] = [_plain(v) for v in value] if field.message_type else list(value)
        else:
            data[field.name] = _plain(value) if field.message_type else value
    return data | _unknown(UnknownFieldSet(message), 0)


def _unknown(fields: Any, depth: int) -> dict[str, Any]:
    """Unknown fields by ``field_N``."""
    if depth > _DEPTH:
        raise ValueError(f"groups in each other deeper than {_DEPTH}")
    data: dict[str, Any] = {}
    for field in fields:
        value = field.data
        if isinstance(value, bytes):
            value = value.hex()
        elif not isinstance(value, int):
            value = _unknown(value, depth + 1)
        key = f"field_{field.field_number}"
        if key not in data:
            data[key] = value
        elif isinstance(data[key], list):
            data[key].append(value)
        else:
            data[key] = [data[key], value]
    return data
