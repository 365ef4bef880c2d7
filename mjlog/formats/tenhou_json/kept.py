"""What the header of a tenhou.net/6 log says and no column of the log tables holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec

from mjlog.formats.tenhou_json.header import Log

_HELD: Final = {"ver", *(field.encode_name for field in msgspec.structs.fields(Log))} - {"title", "ratingc"}
"""Entries that columns hold, and the version of the format."""
_RULE_HELD: Final = {"disp", "aka", "aka51", "aka52", "aka53"}


def kept_fields(raws: Mapping[str, msgspec.Raw], log: Log, unread: Collection[str] = ()) -> dict[str, Any]:
    """The entries of a log object that no column holds, those that could not be read among them.

    The title is one text, a line for each of its parts; of `rule` the entries that say more than
    room, length and red fives are kept.
    """
    fields: dict[str, Any] = {
        name: raw for name, raw in raws.items() if name in unread or name not in _HELD | {"title"}
    }
    title = "\n".join(text for text in log.title if isinstance(text, str)).strip("\n")
    if title:
        fields = {"title": title, **fields}
    if rule := {name: value for name, value in log.rule.items() if name not in _RULE_HELD}:
        fields["rule"] = rule
    return fields
