"""What a format cannot tell that a check needs."""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.audit.registry import Rule
from mjlog.formats.coverage import Cover
from mjlog.formats.registry import readers


def untold(rule: Rule, formats: Iterable[str]) -> dict[str, list[str]]:
    """Columns that a check needs and a format has no place for, by format.

    Args:
        rule: the rule of the audit.
        formats: names of formats; those that nobody reads are left out.
    """
    coverage = {reader.NAME: reader.COVERAGE for reader in readers()}
    found = {
        name: [
            " or ".join(wanted.split("|"))
            for wanted in rule.columns
            if all(coverage[name].of(column) is Cover.ABSENT for column in wanted.split("|"))
        ]
        for name in formats
        if name in coverage
    }
    return {name: columns for name, columns in found.items() if columns}
