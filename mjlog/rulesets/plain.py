"""Values of rules taken apart: as plain data, and the numbers and texts in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any


def plain(value: Any) -> Any:
    """A value as JSON and TOML know it; sets are sorted.

    >>> plain({"pao": frozenset({"b", "a"}), "uma": (1.0, -1.0)})
    {'pao': ['a', 'b'], 'uma': [1.0, -1.0]}
    """
    if isinstance(value, Mapping):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    if isinstance(value, StrEnum):
        return value.value
    return value


def numbers_in(value: Any) -> Iterator[float]:
    """Every number in a value, however deep (a checked type is at most two levels deep).

    >>> list(numbers_in({"toitoi": [2, 2], "open": True}))
    [2, 2]
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield value
    elif isinstance(value, (list, tuple, Mapping)):
        for member in value.values() if isinstance(value, Mapping) else value:
            yield from numbers_in(member)


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a value, however deep; of mappings keys and values.

    >>> list(texts_in({"1m": ["chinroutou"], "5m": []}))
    ['1m', 'chinroutou', '5m']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, member in value.items():
            yield from texts_in(key)
            yield from texts_in(member)
    elif isinstance(value, (list, tuple, frozenset, set)):
        for member in value:
            yield from texts_in(member)
