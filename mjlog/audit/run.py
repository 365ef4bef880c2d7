"""Run the audit over batches and collect findings and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from mjlog import schema
from mjlog.audit import (
    calls,
    chombo,
    dora,
    ending,
    furiten,
    kans,
    pao,
    parse,
    payments,
    riichi,
    scoring,
    start,
    tiles,
    turns,
    walls,
)
from mjlog.audit.evidence import Evidence
from mjlog.audit.house import checkable
from mjlog.audit.origins import origins
from mjlog.audit.registry import RULES, Found, Rule
from mjlog.columns import words_array
from mjlog.rulesets import label
from mjlog.rulesets.written import changed_lines

FAMILY_MODULES = (
    *(parse, tiles, turns, calls, kans, riichi),
    *(dora, furiten, scoring, pao, payments, ending, chombo, start, walls),
)
"""Modules whose import registers the rules, in the order of `FAMILIES`."""
_LOG_ITSELF = "PA"
_BY_KEY = ("formats", "house_options", "judged_by", "changes", "checked", "not_checkable", "findings")
"""Counts that a batch has by key."""


@dataclass(slots=True)
class AuditCounts:
    """Totals over all batches of an audit."""

    games: int = 0
    rounds: int = 0
    wins: int = 0
    draws: int = 0
    rejects: int = 0
    formats: dict[str, int] = field(default_factory=dict)
    """Games by the format that they were read as."""
    house_options: dict[str, int] = field(default_factory=dict)
    """Games that have each option which no rule set can say."""
    judged_by: dict[tuple[str, str], int] = field(default_factory=dict)
    """Games judged, by the name of their rule set and where it comes from, a key of `ORIGINS`."""
    changes: dict[tuple[str, str, tuple[str, ...]], int] = field(default_factory=dict)
    """Those of them whose rules are a preset with changes, as `judged_by` and by the lines of a rule set's
    file that say the changes."""
    checked: dict[str, int] = field(default_factory=dict)
    """Places checked, by rule code."""
    not_checkable: dict[str, int] = field(default_factory=dict)
    """Places without the information, by rule code."""
    findings: dict[str, int] = field(default_factory=dict)
    """Findings, by rule code."""

    def add(self, other: AuditCounts) -> None:
        """Add the counts of another batch."""
        for name in ("games", "rounds", "wins", "draws", "rejects"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in _BY_KEY:
            mine = getattr(self, name)
            for code, number in getattr(other, name).items():
                mine[code] = mine.get(code, 0) + number


def selected_rules(select: Collection[str] = (), ignore: Collection[str] = ()) -> list[Rule]:
    """Rules whose code begins with one of `select` (all when empty) and with none of `ignore`.

    What a log lacks comes first, as it may account for the rest; else they are in the order of codes.

    Raises:
        ValueError: when an entry fits no rule.
    """
    for prefix in (*select, *ignore):
        if not any(code.startswith(prefix) for code in RULES):
            raise ValueError(f"no audit rule has a code that begins with {prefix!r}")
    chosen = tuple(select) or ("",)
    return [
        r
        for code, r in sorted(RULES.items(), key=lambda item: (not item[0].startswith(_LOG_ITSELF), item[0]))
        if code.startswith(chosen) and not (ignore and code.startswith(tuple(ignore)))
    ]


def audit_batch(evidence: Evidence, rules: Iterable[Rule]) -> tuple[pa.Table, AuditCounts]:
    """Check one batch.

    What depends on rules is not checkable in games whose own rules cannot be used: others stand in.
    What house options touch is not checkable in games that have them.

    Returns:
        The `findings` table and the counts of the batch.
    """
    tables = evidence.tables
    stand_in = np.array(sorted(evidence.rules.refused), dtype=np.int64)
    labels = [label(ruleset) for ruleset in evidence.rules.rulesets]
    names = [labels[number] for number in evidence.rules.rule]
    changed = [changed_lines(ruleset) for ruleset in evidence.rules.rulesets]
    judged = list(zip(names, origins(evidence), [changed[n] for n in evidence.rules.rule], strict=True))
    counts = AuditCounts(
        games=len(tables.games),
        rounds=len(tables.rounds),
        wins=len(tables.wins),
        draws=len(tables.draws),
        formats=dict(Counter(tables.games["source_format"].to_pylist())),
        house_options=dict(Counter(option for some in evidence.house_options.values() for option in some)),
        judged_by=dict(Counter((name, origin) for name, origin, _ in judged)),
        changes=dict(Counter(entry for entry in judged if entry[2])),
    )
    parts = []
    for current in rules:
        found = checkable(evidence, current.code, current.check(evidence))
        if current.fields and len(stand_in):
            found = found.without(np.isin(evidence.batch.round_game[found.round], stand_in))
        counts.checked[current.code] = found.checked
        counts.not_checkable[current.code] = found.not_checkable
        if len(found):
            counts.findings[current.code] = len(found)
            parts.append(_rows(evidence, current, found))
    findings = pa.concat_tables(parts).unify_dictionaries() if parts else schema.FINDINGS.empty()
    return findings, counts


def _rows(evidence: Evidence, current: Rule, found: Found) -> pa.Table:
    batch, rounds = evidence.batch, evidence.tables.rounds
    at = pa.array(found.round, pa.int64())
    games = pa.array(batch.round_game[found.round], pa.int32())
    seq = np.where(found.event >= 0, found.event - batch.first_event[found.round], -1)
    severity = np.full(len(found), schema.SEVERITIES.index(current.severity), dtype=np.uint8)
    columns = {
        "code": pa.array([current.code] * len(found)),
        "severity": words_array(severity, schema.SEVERITIES),
        "game_id": evidence.tables.games["game_id"].cast(pa.string()).combine_chunks().take(games),
        "source_path": evidence.tables.games["source_path"].combine_chunks().take(games),
        "round_index": rounds["round_index"].combine_chunks().take(at),
        "seq": pa.array(seq, mask=seq < 0).cast(pa.int16()),
        "seat": pa.array(found.seat, mask=np.asarray(found.seat) < 0).cast(pa.int8()),
        "expected": pa.array(found.expected, pa.string()),
        "actual": pa.array(found.actual, pa.string()),
        "message": pa.array(list(_messages(current, found)), pa.string()),
        "explained_by": pa.nulls(len(found), pa.list_(pa.string())),
    }
    return pa.Table.from_arrays([columns[n] for n in schema.FINDINGS.names], schema=schema.FINDINGS.arrow)


def _messages(current: Rule, found: Found) -> Iterator[str]:
    for seat, expected, actual in zip(found.seat, found.expected, found.actual, strict=True):
        yield current.message.format(seat=seat, expected=expected, actual=actual)
