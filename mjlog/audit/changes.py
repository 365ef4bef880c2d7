"""Single changes of a rule set: one field, or one entry of a field, at another value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from mjlog.rulesets import Ruleset, load, presets
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.values import field_types
from mjlog.rulesets.written import toml_value

_ABSENT: Final[Mapping[str, Any]] = MappingProxyType(
    {"yaku_han": (0, 0), "yakuman": 0, "yaku_points": (0, 0)}
)
"""What an entry is worth that a mapping does not have."""

_OF_HOUSES: Final[Mapping[str, tuple[Any, ...]]] = MappingProxyType(
    {
        "honba_points": (0, 500),
        "draws_per_player": (18, 22),
        "minimum_han": (2, 4),
        "uma": ((0, 0, 0, 0), (10, 5, -5, -10), (30, 10, -10, -30), (0, 0, 0), (20, 0, -20), (15, 0, -15)),
    }
)
"""Values that no preset need have, but clubs and parlours do."""


@dataclass(frozen=True, slots=True)
class Change:
    """One rule at another value.

    >>> str(Change("kiriage_mangan", True)), str(Change("yakuman", 2, "daisuushii"))
    ('kiriage_mangan = true', 'yakuman.daisuushii = 2')
    """

    field: str
    """Field of `Ruleset`."""
    value: Any
    key: str = ""
    """The entry that changes, where the field is a mapping."""

    def __str__(self) -> str:
        """The change as a line of a rule set's TOML file."""
        return f"{self.field}{'.' if self.key else ''}{self.key} = {toml_value(self.value)}"

    def of(self, ruleset: Ruleset) -> Ruleset | None:
        """`ruleset` with the change; None where it contradicts other rules or seats other players."""
        value = self.value
        if self.key:
            value = MappingProxyType({**getattr(ruleset, self.field), self.key: value})
        try:
            changed = replace(ruleset, **{self.field: value})
        except ValueError:
            return None
        return changed if changed.seats == ruleset.seats else None


def changes(ruleset: Ruleset, field: str) -> Iterator[tuple[Change, Ruleset]]:
    """Every sound change of a field, in a fixed order, with the rule set that it makes.

    Words and switches are changed to every other value, numbers, sets and the entries of mappings to
    the values that presets have, and a few that clubs have.
    """
    for change in _values(field):
        own = getattr(ruleset, field)
        now = own.get(change.key, _ABSENT.get(field)) if change.key else own
        if change.value != now and (changed := change.of(ruleset)) is not None:
            yield change, changed


@cache
def preset_rulesets() -> tuple[Ruleset, ...]:
    """Every preset, by name."""
    return tuple(map(load, presets()))


@cache
def shared_rulesets() -> tuple[Ruleset, ...]:
    """Every preset with room for one player more, as that many share its table, without uma."""
    return tuple(
        replace(r, name=f"{r.name}, sits_out", sits_out=True, uma=(0.0,) * (r.players + 1), floating_uma=())
        for r in preset_rulesets()
        if r.players < SEATS
    )


@cache
def _values(field: str) -> tuple[Change, ...]:
    """A field at every value that is tried."""
    kind = field_types()[field]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(Change(field, word) for word in kind)
    if kind is bool:
        return Change(field, value=False), Change(field, value=True)
    values = [getattr(preset, field) for preset in preset_rulesets()]
    if not isinstance(values[0], Mapping):
        different = dict.fromkeys((*values, *_OF_HOUSES.get(field, ())))
        return tuple(Change(field, value) for value in (sorted(different) if kind is int else different))
    keys = dict.fromkeys(key for value in values for key in value)
    entries = {
        (key, value[key] if key in value else _ABSENT[field]): None
        for key in keys
        for value in values
        if key in value or field in _ABSENT
    }
    return tuple(Change(field, value, key) for key, value in entries)
