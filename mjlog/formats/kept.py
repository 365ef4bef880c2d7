"""What a log says and no column of the log tables holds, for the table `extras`.

One bound and one spelling hold for all readers.  What goes beyond it is left out field by field, and named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

MOST_BYTES: Final = 1 << 20
"""Bytes of the fields of one action that are kept."""
MOST_DEPTH: Final = 64
"""Objects and lists within one another that are kept."""

RULES_LEFT_OUT: Final = "rules that cannot be kept"
"""What stands for rules of which something cannot be kept: no rule set is made of it."""

_TOKEN: Final = re.compile(rb'"(?:[^"\\]|\\.)*+"|[{}\[\]]', re.DOTALL)
_STEPS: Final = {b"{": 1, b"[": 1, b"}": -1, b"]": -1}
_ENCODER: Final = msgspec.json.Encoder()
_OBJECT: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
_NAMED: Final = 5
_LONGEST_NAME: Final = 40


class Kept(NamedTuple):
    """Fields of an action as text."""

    text: str
    """A JSON object on one line; "{}" where nothing is kept."""
    left_out: str
    """Which fields are left out and why, for people; "" where none is."""


def kept(fields: Mapping[str, Any]) -> Kept:
    """Encode what can be kept of `fields`, plain values or `msgspec.Raw`, in their order.

    >>> kept({"emo": 3})
    Kept(text='{"emo":3}', left_out='')
    """
    members: list[bytes] = []
    left_out: list[str] = []
    size = 0
    for name, value in fields.items():
        member = _member(name, value)
        if member is None or size + len(member) > MOST_BYTES:
            left_out.append(name)
        else:
            members.append(member)
            size += len(member)
    text = b"{" + b",".join(members) + b"}"
    if not left_out:
        return Kept(text.decode("utf-8", "replace"), "")
    names = ", ".join(name[:_LONGEST_NAME] for name in left_out[:_NAMED])
    more = f" and {len(left_out) - _NAMED} more" if len(left_out) > _NAMED else ""
    why = f"more than {MOST_BYTES:,} bytes, or nested more than {MOST_DEPTH} deep, or no text"
    return Kept(text.decode("utf-8", "replace"), f"fields left out ({why}): {names}{more}")


def rules_text(rules: Any) -> str:
    """What a log states of its rules, as `games.rules` holds it: JSON, whether they can be used or not.

    Where some of it cannot be kept none is, since the rest would be other rules.

    >>> rules_text({"extends": "tenhou"}), rules_text({"uma": object()})
    ('{"extends": "tenhou"}', '"rules that cannot be kept"')
    """
    is_whole = not kept(rules if isinstance(rules, dict) else {"rules": rules}).left_out
    text = _ENCODER.encode(rules if is_whole else RULES_LEFT_OUT)
    return msgspec.json.format(text, indent=0).decode()


def kept_of(text: str) -> Kept:
    """What can be kept of a JSON object that is text already.

    >>> kept_of('{"q": 0.5}').text
    '{"q":0.5}'
    """
    data = text.encode("utf-8", "replace")
    if len(data) <= MOST_BYTES and not is_too_deep(data):
        return Kept(_compact(data).decode("utf-8", "replace"), "")
    try:
        return kept(_OBJECT.decode(data))
    except RecursionError:
        return Kept("{}", f"fields left out (nested more than {MOST_DEPTH} deep)")


def is_too_deep(data: bytes) -> bool:
    """Whether objects and lists of JSON stand more than `MOST_DEPTH` within one another."""
    if data.count(b"{") + data.count(b"[") <= MOST_DEPTH:
        return False
    depth = 0
    for token in _TOKEN.finditer(data):
        depth += _STEPS.get(token[0], 0)
        if depth > MOST_DEPTH:
            return True
    return False


def _compact(data: bytes) -> bytes:
    """JSON without blanks between its parts, so that equal fields are equal text."""
    return msgspec.json.format(data, indent=-1)


def _member(name: str, value: Any) -> bytes | None:
    """A member of a JSON object on one line; None where it cannot be kept."""
    try:
        member = _ENCODER.encode({name: value})
        if len(member) > MOST_BYTES or is_too_deep(member):
            return None
        return _compact(member)[1:-1]
    except (RecursionError, TypeError, ValueError):  # a half of a surrogate pair is no text
        return None
