"""Checks of rule values that come from files: known keys, right types, known words, sane numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec

from mjlog.docstrings import field_docs
from mjlog.rulesets import model
from mjlog.rulesets.model import Ruleset, choices
from mjlog.rulesets.plain import plain
from mjlog.rulesets.standard import PAYABLE_YAKU
from mjlog.rulesets.vocabulary import brief, did_you_mean, told, wrong_sizes, wrong_words

_PLACE_OF_YAKU: Final = " (a yaku: its han stand in the table [yaku_han], a yakuman's multiple in [yakuman])"


_TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "array": "a list",
        "object": "a table",
        "bool": "true or false",
        "int": "a whole number",
        "float": "a number",
        "str": "a text",
        "null": "nothing",
    }
)
"""Types as people call them."""
_TYPE: Final = re.compile(r"`([\w| ]+)`")
_WORD: Final = re.compile(r"\w+")


class RulesetError(ValueError):
    """A rule set cannot be used; the message names the file, the key and what is wrong."""


@cache
def field_types() -> Mapping[str, Any]:
    """The type of every field of `Ruleset` by name."""
    return MappingProxyType(get_type_hints(Ruleset))


def checked(values: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Check `values` one by one and turn them into the types of their fields.

    Raises:
        RulesetError: with the problems found, prefixed with `where`.
    """
    problems = told(problem for key, value in values.items() for problem in _problems(key, value))
    if problems:
        raise RulesetError(f"{where}: {problems}")
    return {key: _converted(key, value) for key, value in values.items()}


def _converted(key: str, value: Any) -> Any:
    made = msgspec.convert(value, field_types()[key])
    return MappingProxyType(made) if isinstance(made, dict) else made


def _problems(key: str, value: Any) -> Iterator[str]:
    """Say what is wrong with one value: its key, else unknown words, else its type, else its size."""
    if key not in field_types():
        word = brief(key)
        hint = _PLACE_OF_YAKU if key in PAYABLE_YAKU else _meant(word) or did_you_mean(word, field_types())
        yield f"no rule {word!r}{hint}"
        return
    for found in (wrong_words(key, value, choices(key)), _wrong_types(key, value), wrong_sizes(key, value)):
        is_wrong = False
        for problem in found:
            yield problem
            is_wrong = True
        if is_wrong:
            return


def _meant(word: str) -> str:
    """A hint at the only field whose meaning has the word, as kuitan; empty where there is none."""
    docs = field_docs(model)[Ruleset.__name__]
    fields = [name for name, doc in docs.items() if word.casefold() in _WORD.findall(doc.casefold())]
    return f" (did you mean {fields[0]!r}?)" if len(fields) == 1 else ""


def _in_words(message: str) -> str:
    """What a message about a wrong type says, without names of types.

    >>> _in_words("Expected `array`, got `int`"), _in_words("Expected `array` of length 3, got 2")
    ('must be a list, not a whole number', 'must be a list of length 3, not 2')
    """
    told = _TYPE.sub(lambda found: " or ".join(_TYPES.get(w, w) for w in found[1].split(" | ")), message)
    return told.replace("Expected ", "must be ").replace(", got ", ", not ")


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
            yield f"{where}: {_in_words(str(error))}{_example(key)}"


_EXAMPLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "floating_uma": "floating_uma = [[12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12]]",
        "bound_tiles": '1m = ["chinroutou"]',
        "yaku_points": "riichi = [2, 0]",
        "sources": 'uma = "rules of our club"',
    }
)
"""Values of fields for which the common rules have nothing to show."""


def _example(key: str) -> str:
    """A value that could stand there: what the common rules have; empty where they have nothing."""
    if key in _EXAMPLES:
        return f"; for example {_EXAMPLES[key]}"
    common = plain(getattr(Ruleset(name="common"), key))
    if isinstance(common, dict):
        return "".join(f"; for example {k} = {json.dumps(v)}" for k, v in list(common.items())[:1])
    return f"; for example {key} = {json.dumps(common)}" if common not in ("", []) else ""
