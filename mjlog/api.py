"""The functions of ``import mjlog``: read, replay, score, audit."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from mjlog.audit.assess import AuditReport, assess, audit_batches
from mjlog.audit.evidence import Evidence
from mjlog.formats import Source, read, read_batches
from mjlog.replay.states import states_table
from mjlog.rulesets import Ruleset, load
from mjlog.scoring.one import score
from mjlog.tables import LogTables

__all__ = ["Replayed", "audit", "read", "replay", "score"]

Logs = Source | Iterable[Source] | LogTables
"""Files, folders, patterns, content as bytes, open files, many of them, or tables that were read."""
Rules = str | Path | Ruleset | None
"""A rule set, the name of a preset or the path of a TOML file; None: what each log states."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Replayed games: the tables with their ``calc_*`` columns, and every state."""

    tables: LogTables
    evidence: Evidence = field(repr=False)

    @property
    def states(self) -> pa.Table:
        """Every seat after every event; schema `mjlog.schema.STATES`."""
        return states_table(self.evidence.replay, self.tables.rounds)

    @property
    def wins(self) -> pa.Table:
        """The wins, as logged and recomputed; schema `mjlog.schema.WINS`."""
        return self.tables.wins


def replay(logs: Logs, ruleset: Rules = None) -> Replayed:
    """Read logs, replay every round and re-score every win.

    Args:
        logs: files, folders, patterns, bytes, open files, or `LogTables`.
        ruleset: judge games of its number of players by these rules; None: by what each log states.
    """
    tables = logs if isinstance(logs, LogTables) else read(logs)
    evidence = assess(tables, _ruleset(ruleset))
    return Replayed(evidence.tables, evidence)


def audit(
    logs: Logs, ruleset: Rules = None, *, select: Collection[str] = (), ignore: Collection[str] = ()
) -> AuditReport:
    """Read logs, replay and re-score them, and report every disagreement.

    Args:
        logs: files, folders, patterns, bytes, open files, or `LogTables`.
        ruleset: judge games of its number of players by these rules; None: by what each log states.
        select: codes, or beginnings of codes, of the rules to check; all when empty.
        ignore: codes, or beginnings of codes, of the rules to leave out.

    Raises:
        ValueError: when `select` or `ignore` names no rule, or the rule set cannot be loaded.
    """
    batches = [logs] if isinstance(logs, LogTables) else read_batches(logs)
    return audit_batches(batches, _ruleset(ruleset), select=select, ignore=ignore)


def _ruleset(ruleset: Rules) -> Ruleset | None:
    return ruleset if ruleset is None or isinstance(ruleset, Ruleset) else load(ruleset)
