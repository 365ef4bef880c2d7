"""Rows of the table `extras` put back into the lines that they are of, as they are written.

A row goes into its line where reading takes the same row out again; the others go to `start_game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from mjlog.formats.mjai.extras import with_fields
from mjlog.formats.mjai.fields import KeptRow

_Raws = dict[str, msgspec.Raw]
_FIELDS: Final = msgspec.json.Decoder(_Raws)
_TEXT: Final = msgspec.json.Decoder(str)
_encode: Final = msgspec.json.Encoder().encode
_ROWS: Final = "extras"
"""Field of `start_game` that holds rows."""


def put_back(
    lines: list[bytes], rows: Sequence[Mapping[str, Any]], frames: Mapping[str, int]
) -> list[KeptRow]:
    """Put unknown fields into the lines that had them.

    Args:
        lines: actions as JSON; an event of a round stands one behind its `seq`.
        rows: rows of `extras` of the game or round that the lines are of.
        frames: place of the lines that are no events, by type.

    Returns:
        The rows that have no line of their own.

    Raises:
        ValueError: when fields are no JSON object.
    """
    homeless, used = [], set()
    for row in rows:
        place = frames.get(row["action"], -1) if row["seq"] is None else row["seq"] + 1
        fields = fields_of(row)
        if place in used or not 0 <= place < len(lines) or not _can_hold(lines[place], row["action"], fields):
            homeless.append(as_row(row))
        else:
            used.add(place)
            lines[place] = with_fields(lines[place], row["fields"])
    return homeless


def with_rows(line: bytes, rows: Sequence[KeptRow]) -> bytes:
    """A `start_game` as JSON with the rows that no other line can hold."""
    return line[:-1] + b',"%b":%b}' % (_ROWS.encode(), _encode(rows)) if rows else line


def as_row(row: Mapping[str, Any]) -> KeptRow:
    """A row as `start_game` states it."""
    return KeptRow(row["action"], fields_of(row), row["round_index"], row["seq"])


def fields_of(row: Mapping[str, Any]) -> _Raws:
    """The fields of a row.

    Raises:
        ValueError: when they are no JSON object.
    """
    try:
        return _FIELDS.decode(row["fields"])
    except msgspec.DecodeError as error:
        raise ValueError(f"unknown fields of an action that are no JSON object: {error}") from None


def _can_hold(line: bytes, action: str, fields: _Raws) -> bool:
    """Whether a line is of an action and says nothing under the names of `fields`."""
    if not line or not fields or _ROWS in fields:
        return False
    own = _FIELDS.decode(line)
    return _TEXT.decode(own["type"]) == action and not own.keys() & fields.keys()
