"""Rule sets as people write them: values as TOML has them, and whole files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from textwrap import wrap
from typing import Any, Final

from mjlog.rulesets.describe import Rule, describe, diff, may_be
from mjlog.rulesets.load import load, presets
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.plain import plain

_WIDTH: Final = 100


def toml_value(value: Any) -> str:
    """A value of a rule as it stands in a file; whole numbers are written as such.

    >>> toml_value(((15.0, -15.0), (0.5, -0.5))), toml_value("south"), toml_value(frozenset({"b", "a"}))
    ('[[15, -15], [0.5, -0.5]]', '"south"', '["a", "b"]')
    """
    return json.dumps(_whole(plain(value)), ensure_ascii=False)


def _whole(value: Any) -> Any:
    if isinstance(value, list):
        return [_whole(member) for member in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@lru_cache(maxsize=1024)
def changed_lines(ruleset: Ruleset) -> tuple[str, ...]:
    """How a rule set differs from the preset of its name, as lines of a rule set's file.

    >>> from mjlog.rulesets import resolve
    >>> changed_lines(resolve('{"extends": "tenhou", "length": "east", "kazoe": "sanbaiman"}'))
    ('kazoe = "sanbaiman"', 'length = "east"')
    """
    if ruleset.name not in presets():
        return ()
    preset = load(ruleset.name)
    return tuple(f"{change.field} = {toml_value(change.second)}" for change in diff(preset, ruleset))


def toml_file(ruleset: Ruleset, *, changed: bool = False) -> str:
    """A file that says all of a rule set, with what each rule means: one to begin an own rule set with.

    Loaded from a file of its name it is the same rule set.

    Args:
        ruleset: the rule set.
        changed: only what differs from the common rules.
    """
    rules = [rule for rule in describe(ruleset) if not (changed and rule.is_default)]
    by_field = [list(entries) for _, entries in groupby(rules, lambda rule: rule.field.partition(".")[0])]
    plain_rules = [entries[0] for entries in by_field if "." not in entries[0].field]
    tables = [entries for entries in by_field if "." in entries[0].field]
    fields = {rule.field.partition(".")[0] for rule in rules}
    sources = {field: text for field, text in ruleset.sources.items() if not changed or field in fields}
    lines = [f"title = {toml_value(ruleset.title)}"]
    for rule in plain_rules:
        lines += ["", *_comment(rule), f"{rule.field} = {toml_value(rule.value)}"]
    for entries in tables:
        lines += ["", *_comment(entries[0]), *_table(entries)]
    if sources:
        lines += ["", "# Where the values come from.", "[sources]", *_entries(sources)]
    return "\n".join(lines) + "\n"


def _comment(rule: Rule) -> list[str]:
    text = f"{rule.meaning} {may_be(rule)}".strip()
    return wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ")


def _table(entries: Sequence[Rule]) -> Iterator[str]:
    field = entries[0].field.partition(".")[0]
    yield f"[{field}]"
    yield from _entries({rule.field.removeprefix(f"{field}."): rule.value for rule in entries})


def _entries(values: Mapping[str, Any]) -> Iterator[str]:
    return (f"{key} = {toml_value(value)}" for key, value in values.items())
