"""Protobuf of Mahjong Soul records for tests, written byte by byte from the table of messages."""

from __future__ import annotations

import base64
import re
from typing import Any, NamedTuple

from mjlog.formats.mahjong_soul.messages import MESSAGES

SCALARS = {"uint32", "int32", "bool", "string"}


class Field(NamedTuple):
    number: int
    type: str
    is_repeated: bool


def fields_of(name: str) -> dict[str, Field]:
    stated = (re.fullmatch(r"(\w+)=(\d+)(?::(\w+))?(\*?)", word) for word in MESSAGES[name].split())
    return {s[1]: Field(int(s[2]), s[3] or "uint32", bool(s[4])) for s in stated}


def varint(value: int) -> bytes:
    value %= 1 << 64
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(value & 0x7F)
    return bytes([*(g | 0x80 for g in groups[:-1]), groups[-1]])


def part(number: int, value: int | bytes) -> bytes:
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def message(name: str, data: dict[str, Any]) -> bytes:
    """A message; repeated numbers packed."""
    written = b""
    for key, value in data.items():
        number, type_, is_repeated = fields_of(name)[key]
        if is_repeated and type_ in SCALARS - {"string"}:
            written += part(number, b"".join(varint(v) for v in value))
            continue
        for one in value if is_repeated else [value]:
            if type_ == "string":
                written += part(number, one.encode())
            elif type_ in SCALARS:
                written += part(number, int(one))
            else:
                written += part(number, message(type_, one))
    return written


def wrapped(name: str, data: bytes) -> bytes:
    return part(1, name.encode()) + part(2, data)


Records = list[tuple[str, dict[str, Any]]]


def old(records: Records) -> bytes:
    """GameDetailRecords as before version 210715."""
    return b"".join(part(1, wrapped(f".lq.{name}", message(name, data))) for name, data in records)


def new(records: Records, *others: bytes) -> bytes:
    """GameDetailRecords since version 210715, an action every 1.5 seconds, `others` before them."""
    actions = [
        part(1, 1500 * number) + part(2, 1) + part(3, wrapped(f".lq.{name}", message(name, data)))
        for number, (name, data) in enumerate(records)
    ]
    return part(2, 210715) + b"".join(part(3, action) for action in (*others, *actions))


def details(data: bytes) -> bytes:
    return wrapped("lq.GameDetailRecords", data)


def answer(head: dict[str, Any], data: bytes) -> bytes:
    """ResGameRecord."""
    return part(3, message("RecordGame", head)) + part(4, data)


TEXTS = {
    "raw": bytes,
    "hex": lambda data: data.hex().encode(),
    "HEX": lambda data: data.hex().upper().encode(),
    "base64": base64.b64encode,
    "base64 for addresses": lambda data: base64.urlsafe_b64encode(data).rstrip(b"="),
    "base64 in lines": base64.encodebytes,
}
"""Ways in which bytes are kept."""
