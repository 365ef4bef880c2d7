"""From log tables to evidence and findings: replay, re-scoring and audit of batches in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import pyarrow as pa

from mjlog import schema
from mjlog.audit.evidence import Evidence
from mjlog.audit.explanations import Explainer
from mjlog.audit.house import by_house_options, of_same_options
from mjlog.audit.judge import judge
from mjlog.audit.parts import failed_games, in_parts
from mjlog.audit.registry import Rule
from mjlog.audit.run import AuditCounts, audit_batch, selected_rules
from mjlog.rulesets import Ruleset
from mjlog.rulesets.games import rules_of_games
from mjlog.tables import LogTables

MOST_TRIALS: Final = 10_000
"""Rounds judged again, as `explanations.MOST_TRIALS`, in all batches of an audit."""


def assess(tables: LogTables, ruleset: Ruleset | None = None) -> Evidence:
    """Replay and re-score one batch.

    Args:
        tables: log tables of whole games.
        ruleset: judge games of its number of players by these rules instead of what their log states.

    Returns:
        The evidence; its tables have their ``calc_*`` columns filled.  Rounds of a batch in which
        nothing happens at all are left out.
    """
    players = tables.games["player_count"].to_pylist()
    return judge(tables, rules_of_games(tables.games["rules"].to_pylist(), players, ruleset), ruleset)


@dataclass(frozen=True, slots=True)
class Audited:
    """One batch, audited."""

    evidence: Evidence
    findings: pa.Table
    """What disagrees; schema `FINDINGS`, with the rules that would explain it."""
    counts: AuditCounts


def audited(
    tables: LogTables,
    ruleset: Ruleset | None = None,
    rules: Sequence[Rule] | None = None,
    explainer: Explainer | None = None,
) -> Audited:
    """Replay, re-score and check one batch.

    Args:
        tables: log tables of whole games that have the same house options (`house.of_same_options`).
        ruleset: judge games of its number of players by these rules instead of what their log states.
        rules: the rules to check; all when left out.
        explainer: what explains the findings of many batches; made for this one when left out.

    Raises:
        ValueError: when the games have different house options.
    """
    if len(by_house_options(tables)) > 1:
        raise ValueError("games of different house options are audited apart (house.of_same_options)")
    checked = selected_rules() if rules is None else rules
    evidence = assess(tables, ruleset)
    findings, counts = audit_batch(evidence, checked)
    return Audited(evidence, (explainer or Explainer(checked)).explain(findings, evidence), counts)


def not_judged(games: pa.Table, ruleset: Ruleset | None) -> Counter[int]:
    """Count the games that a rule set is not for, by their number of players.

    Args:
        games: rows of schema `GAMES`.
        ruleset: what the user wants games of its number of players to be judged by.
    """
    players = Counter[int](games["player_count"].to_pylist() if ruleset else ())
    return Counter({n: count for n, count in players.items() if ruleset and n != ruleset.seats})


@dataclass(slots=True, repr=False)
class AuditReport:
    """The result of an audit."""

    findings: pa.Table = field(default_factory=schema.FINDINGS.empty)
    """What disagrees; schema `FINDINGS`."""
    rejects: pa.Table = field(default_factory=schema.REJECTS.empty)
    """What could not be read; schema `REJECTS`."""
    counts: AuditCounts = field(default_factory=AuditCounts)
    """How much was read, checked and not checkable."""
    not_judged: Counter[int] = field(default_factory=Counter)
    """Games judged by what their log states, because the rule set given is for another number of players;
    by their number of players."""

    def __repr__(self) -> str:
        counts = self.counts
        return (
            f"<AuditReport: {counts.games:,} games, {counts.rounds:,} rounds,"
            f" {len(self.findings):,} findings, {len(self.rejects):,} rejects>"
        )

    @property
    def is_clean(self) -> bool:
        """Whether nothing disagrees in what could be read; see `has_rejects`."""
        return not len(self.findings)

    @property
    def has_rejects(self) -> bool:
        """Whether something could not be read."""
        return len(self.rejects) > 0


def audit_batches(
    batches: Iterable[LogTables],
    ruleset: Ruleset | None = None,
    *,
    select: Collection[str] = (),
    ignore: Collection[str] = (),
) -> AuditReport:
    """Audit batches one after the other, in the memory of one.

    Args:
        batches: log tables of whole games.
        ruleset: judge games of its number of players by these rules.
        select: codes, or beginnings of codes, of the rules to check; all when empty.
        ignore: codes, or beginnings of codes, of the rules to leave out.

    Raises:
        ValueError: when `select` or `ignore` names no rule.
    """
    rules = selected_rules(select, ignore)
    report = AuditReport()
    findings, rejects = [report.findings], [report.rejects]
    work = partial(audited, ruleset=ruleset, rules=rules, explainer=Explainer(rules, MOST_TRIALS))
    for tables in batches:
        rejects.append(tables.rejects)
        for games in of_same_options(tables):
            parts, failed = in_parts(games, work)
            for part in parts:
                report.counts.add(part.counts)
                findings.append(part.findings)
                report.not_judged += not_judged(part.evidence.tables.games, ruleset)
            rejects.append(failed_games(games, failed))
    report.findings = pa.concat_tables(findings).unify_dictionaries()
    report.rejects = pa.concat_tables(rejects)
    report.counts.rejects = len(report.rejects)
    return report
