"""Fields of messages that the platform's messages do not have, as far as mjlog knows them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final

from mjlog.formats.mahjong_soul.messages import MESSAGES
from mjlog.formats.mahjong_soul.records import Record

_MOST_BYTES: Final = 1 << 12
"""Bytes of the unknown fields of a message that are kept."""
_OF_EXPORTS: Final = frozenset({"name", "@type", "sequence", "step", "seat", "tile", "tingpai", "tingpais"})
"""Fields that exports and editors put beside those of a message."""


def unknown_fields(record: Record) -> dict[str, Any]:
    """Fields of a message that are not known and say something; none where they are too many."""
    known = _known(record.name)
    unknown = {name: value for name, value in record.data.items() if value and name not in known}
    return unknown if unknown and known and len(json.dumps(unknown, default=str)) <= _MOST_BYTES else {}


@lru_cache(maxsize=256)
def _known(name: str) -> frozenset[str]:
    """Fields of a message of records, or of the live one that goes by the same name."""
    table = MESSAGES.get(name.replace("Action", "Record", 1), "")
    fields = frozenset(word.partition("=")[0] for word in table.split())
    return fields | _OF_EXPORTS if fields else fields
