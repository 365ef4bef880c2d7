"""Checks of rule values that come from files: known keys, right types, known words, sane numbers."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, get_type_hints

import msgspec

from mjlog.rulesets.checks import VOCABULARIES
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.plain import numbers_in
from mjlog.rulesets.standard import RANGES

MAX_TEXT: Final = 200


class RulesetError(ValueError):
    """A rule set cannot be used; the message names the file, the key and what is wrong."""


@cache
def field_types() -> Mapping[str, Any]:
    """The type of every field of `Ruleset` by name."""
    return MappingProxyType(get_type_hints(Ruleset))


def choices(field: str) -> tuple[str, ...]:
    """The words that a field, its members or its keys may be; empty where any value will do.

    >>> choices("kazoe")
    ('yakuman', 'sanbaiman')
    """
    type_ = field_types()[field]
    if isinstance(type_, type) and issubclass(type_, StrEnum):
        return tuple(member.value for member in type_)
    return tuple(VOCABULARIES.get(field, ()))


def did_you_mean(word: str, known: Collection[str]) -> str:
    """A hint at the nearest known word, empty where none is near.

    >>> did_you_mean("tenho", ["tenhou", "ema_2025"])
    " (did you mean 'tenhou'?)"
    """
    near = get_close_matches(word, known, 1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def checked(values: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Check `values` one by one and turn them into the types of their fields.

    Raises:
        RulesetError: with every problem found, prefixed with `where`.
    """
    made: dict[str, Any] = {}
    problems: list[str] = []
    for key, value in values.items():
        if key not in field_types():
            problems.append(f"no rule {key[:40]!r}{did_you_mean(key[:40], field_types())}")
            continue
        found = list(_problems(key, value))
        problems += found
        if not found:
            made[key] = _converted(key, value)
    if problems:
        raise RulesetError(f"{where}: " + "; ".join(problems))
    return made


def _converted(key: str, value: Any) -> Any:
    made = msgspec.convert(value, field_types()[key])
    return MappingProxyType(made) if isinstance(made, dict) else made


def _problems(key: str, value: Any) -> Iterator[str]:
    """Say what is wrong with one value: unknown words first, then its type, then its size."""
    words = choices(key)
    texts = [value] if isinstance(value, str) else [t for t in _members(value) if isinstance(t, str)]
    unknown = [t[:40] for t in texts if words and t not in words]
    for text in unknown:
        hint = did_you_mean(text, words) or f"; it is one of {', '.join(words)}"
        yield f"{key}: no {text!r}{hint}"
    if unknown:
        return
    try:
        _converted(key, value)
    except (msgspec.ValidationError, RecursionError) as error:
        yield f"{key}: {error}"
        return
    low, high = RANGES.get(key, (-math.inf, math.inf))
    for number in numbers_in(value):
        if not low <= number <= high:
            yield f"{key}: {number} is not between {low} and {high}"
    for text in texts:
        if len(text) > MAX_TEXT or not text.isprintable():
            yield f"{key}: not a printable text of at most {MAX_TEXT} characters"


def _members(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, dict)) else []
