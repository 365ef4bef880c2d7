"""Rule sets for people: every field with its value, its meaning and what else it could be."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final

from mjlog.docstrings import field_docs
from mjlog.rulesets import model
from mjlog.rulesets.model import Ruleset, choices
from mjlog.rulesets.standard import LABELS, PAYABLE_YAKU, POINT_ENTRIES, UNVERIFIED
from mjlog.rulesets.vocabulary import VOCABULARIES

COMMON: Final = "common rule"
"""The source of a rule that a rule set leaves to the common rules."""


_MOST_WORDS: Final = 12
"""Words that a sentence lists; more than that are tiles or yaku."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a rule set."""

    field: str
    """Field of `Ruleset`; one entry of a mapping is "field.key"."""
    value: Any
    """Its value as plain data."""
    is_default: bool
    """Whether it is the common rule, the default of `Ruleset`."""
    meaning: str
    """What the field says, from its docstring."""
    choices: tuple[str, ...]
    """The words that it may be; empty for numbers, switches and free text."""
    source: str
    """Where the value comes from: what the rule set says, "common rule" where it leaves it to that,
    nothing where it has a value of its own and does not say."""
    is_unverified: bool
    """Whether no source confirms the value."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One rule that two rule sets do not share."""

    field: str
    first: Any
    second: Any
    meaning: str


def describe(ruleset: Ruleset) -> list[Rule]:
    """Every rule of `ruleset`, in the order of the fields; mappings entry by entry."""
    common = dict(_flat(Ruleset(name="")))
    pairs = dict(_flat(ruleset))
    own = {_field(key) for key, value in pairs.items() if common.get(key) != value}
    return [_rule(ruleset, key, value, common.get(key) == value, own) for key, value in pairs.items()]


def may_be(rule: Rule) -> str:
    """The words that a rule may be, as a sentence; empty for numbers, switches, free text and tiles.

    >>> [may_be(rule) for rule in describe(Ruleset(name="common")) if rule.field in ("kazoe", "chi", "pao")]
    ['', 'One of yakuman, sanbaiman.', 'Any of daisangen, daisuushii, suukantsu.']
    """
    field = _field(rule.field)
    if VOCABULARIES.get(field) in (PAYABLE_YAKU, POINT_ENTRIES):
        return "`mjlog rules yaku` lists the yaku."
    if not 0 < len(rule.choices) <= _MOST_WORDS:
        return ""
    return f"{'Any' if isinstance(rule.value, list) else 'One'} of {', '.join(rule.choices)}."


def _field(key: str) -> str:
    return key.partition(".")[0]


def _meaning(field: str) -> str:
    return field_docs(model)[Ruleset.__name__][field]


def _rule(ruleset: Ruleset, key: str, value: Any, is_default: bool, own: Collection[str]) -> Rule:
    """One rule; the source of a mapping is that of its own entries, of all where it has none of its own.

    Args:
        ruleset: what it is a rule of.
        key: the field, or "field.entry".
        value: its value.
        is_default: whether that is the common rule.
        own: the fields that are not all common rules.
    """
    field = _field(key)
    is_inherited = is_default and field in own
    source = COMMON if is_inherited else ruleset.sources.get(field, COMMON if is_default else "")
    is_unverified = source.startswith(UNVERIFIED)
    return Rule(key, value, is_default, _meaning(field), _words(key), source, is_unverified)


def diff(first: Ruleset, second: Ruleset) -> list[Difference]:
    """The rules in which two rule sets differ, names and titles aside; None where one has no such entry.

    >>> from mjlog.rulesets import load, resolve
    >>> east = resolve('{"extends": "tenhou", "length": "east"}')
    >>> [(d.field, d.first, d.second) for d in diff(load("tenhou"), east)]
    [('length', 'south', 'east')]
    """
    ours, theirs = ({rule.field: rule.value for rule in describe(rules)} for rules in (first, second))
    pairs = {field: (ours.get(field), theirs.get(field)) for field in {**ours, **theirs}}
    return [
        Difference(field, one, other, _meaning(_field(field)))
        for field, (one, other) in pairs.items()
        if one != other
    ]


def _words(key: str) -> tuple[str, ...]:
    """Choices of a field; an entry of a mapping has none, its key is the word."""
    return () if "." in key else choices(key)


def _flat(ruleset: Ruleset) -> Iterator[tuple[str, Any]]:
    """Field and plain value of every rule; entries of mappings as "field.key"."""
    for key, value in ruleset.to_dict().items():
        if key in LABELS:
            continue
        if isinstance(value, dict):
            yield from ((f"{key}.{entry}", member) for entry, member in value.items())
        else:
            yield key, value
