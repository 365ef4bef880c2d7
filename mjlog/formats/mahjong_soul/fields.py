"""Fields of messages that the platform's messages do not have, as far as mjlog knows them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from mjlog.formats.mahjong_soul.messages import MESSAGES
from mjlog.formats.mahjong_soul.records import Record

_OF_EXPORTS: Final = frozenset({"name", "@type", "sequence", "step", "seat", "tile", "tingpai", "tingpais"})
"""Fields that exports and editors put beside those of a message."""


def unknown_fields(record: Record) -> dict[str, Any]:
    """Fields of a message that are not known and say something."""
    known = _known(record.name)
    return (
        {name: value for name, value in record.data.items() if value and name not in known} if known else {}
    )


@lru_cache(maxsize=256)
def _known(name: str) -> frozenset[str]:
    """Fields of a message of records, or of the live one that goes by the same name."""
    table = MESSAGES.get(name.replace("Action", "Record", 1), "")
    fields = frozenset(word.partition("=")[0] for word in table.split())
    return fields | _OF_EXPORTS if fields else fields
