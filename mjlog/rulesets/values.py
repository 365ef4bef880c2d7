"""Checks of rule values that come from files: known keys, right types, known words, sane numbers."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec

from mjlog.rulesets.checks import ENTRY_VOCABULARIES, VOCABULARIES, is_readable
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.plain import numbers_in, plain, texts_in
from mjlog.rulesets.standard import LABELS, MAX_TEXT, RANGES

_LONGEST: Final = 40
"""Characters of a wrong word that a message repeats."""


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
    if field == "sources":
        return tuple(rule for rule in field_types() if rule not in LABELS)
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
            word = key[:_LONGEST]
            problems.append(f"no rule {word!r}{did_you_mean(word, field_types())}")
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
    for check in (_unknown_words, _wrong_types, _wrong_sizes):
        found = list(check(key, value))
        yield from found
        if found:
            return


def _unknown_words(key: str, value: Any) -> Iterator[str]:
    """Yield one sentence per text in `value` that is none of the words it must be one of."""
    members = [value] if isinstance(value, str) else _members(value)
    pieces = [(key, member, choices(key)) for member in members]
    if key in ENTRY_VOCABULARIES and isinstance(value, dict):
        words = tuple(ENTRY_VOCABULARIES[key])
        pieces += [(f"{key}.{entry}", m, words) for entry, own in value.items() for m in _members(own)]
    for where, member, words in pieces:
        if isinstance(member, str) and words and member not in words:
            text = member[:_LONGEST]
            hint = did_you_mean(text, words) or f"; it is one of {', '.join(words)}"
            yield f"{where}: no {text!r}{hint}"


def _wrong_types(key: str, value: Any) -> Iterator[str]:
    """Yield one sentence when `value` has the wrong type, or per entry of a table that has."""
    type_ = field_types()[key]
    pieces = [(key, value, type_)]
    if isinstance(value, dict) and get_origin(type_) is Mapping:
        pieces = [(f"{key}.{entry}", member, get_args(type_)[1]) for entry, member in value.items()]
    for where, piece, expected in pieces:
        try:
            msgspec.convert(piece, expected)
        except (msgspec.ValidationError, RecursionError) as error:
            yield f"{where}: {error}".replace("`object`", "`table`") + _example(key)


def _example(key: str) -> str:
    """What the common rules have there, empty where they have nothing."""
    common = plain(getattr(Ruleset(name="common"), key))
    if isinstance(common, dict):
        return "".join(f"; for example {k} = {json.dumps(v)}" for k, v in list(common.items())[:1])
    return f"; for example {key} = {json.dumps(common)}" if common not in ("", []) else ""


def _wrong_sizes(key: str, value: Any) -> Iterator[str]:
    """Yield one sentence per number out of range and per text that nobody can read."""
    low, high = RANGES.get(key, (-math.inf, math.inf))
    for number in numbers_in(value):
        if not low <= number <= high:
            yield f"{key}: {number} is not between {low} and {high}"
    for text in texts_in(value):
        if not is_readable(text):
            yield f"{key}: not a printable text of at most {MAX_TEXT} characters"


def _members(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, dict)) else []
