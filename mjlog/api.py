"""The functions of ``import mjlog``: read, replay, score, audit, fit_rules, convert, write."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from mjlog.audit.assess import AuditReport, assess, audit_batches
from mjlog.audit.evidence import Evidence
from mjlog.audit.fit import FitReport, fit_batches
from mjlog.formats import Source, Written, read, read_batches, writing
from mjlog.replay.states import states_table
from mjlog.rulesets import Ruleset, load
from mjlog.scoring.one import score
from mjlog.tables import LogTables

__all__ = ["Replayed", "audit", "convert", "fit_rules", "read", "replay", "score", "write"]

Logs = Source | Iterable[Source] | LogTables
"""Files, folders, patterns, content as bytes, open files, many of them, or tables that were read."""
Rules = str | Path | Ruleset | None
"""A rule set, the name of a preset or the path of a TOML file; None: what each log states."""


@dataclass(frozen=True, slots=True, repr=False)
class Replayed:
    """Replayed games: the tables with their ``calc_*`` columns, and every state."""

    tables: LogTables
    evidence: Evidence

    def __repr__(self) -> str:
        games, rounds, wins = (len(t) for t in (self.tables.games, self.tables.rounds, self.tables.wins))
        return f"<Replayed: {games:,} games, {rounds:,} rounds, {wins:,} wins>"

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

    Raises:
        TypeError: when `logs` or `ruleset` is something else.
        ValueError: when the rule set cannot be loaded.
    """
    tables = logs if isinstance(logs, LogTables) else read(_logs(logs))
    evidence = assess(tables, _ruleset(ruleset))
    return Replayed(evidence.tables, evidence)


def audit(
    logs: Logs,
    ruleset: Rules = None,
    *,
    select: str | Collection[str] = (),
    ignore: str | Collection[str] = (),
) -> AuditReport:
    """Read logs, replay and re-score them, and report every disagreement.

    Args:
        logs: files, folders, patterns, bytes, open files, or `LogTables`.
        ruleset: judge games of its number of players by these rules; None: by what each log states.
        select: a code, or several, or beginnings of codes, of the rules to check; all when empty.
        ignore: a code, or several, or beginnings of codes, of the rules to leave out.

    Raises:
        TypeError: when `logs` or `ruleset` is something else.
        ValueError: when `select` or `ignore` names no rule, or the rule set cannot be loaded.
    """
    batches = [logs] if isinstance(logs, LogTables) else read_batches(_logs(logs))
    return audit_batches(batches, _ruleset(ruleset), select=_codes(select), ignore=_codes(ignore))


def fit_rules(logs: Logs, rulesets: Iterable[str | Path | Ruleset] = ()) -> FitReport:
    """Read logs and rank rule sets by how many rounds they explain.

    Args:
        logs: files, folders, patterns, bytes, open files, or `LogTables`.
        rulesets: what to try; all presets when empty.

    Raises:
        TypeError: when `logs` or one of `rulesets` is something else.
        ValueError: when a rule set cannot be loaded.
    """
    batches = [logs] if isinstance(logs, LogTables) else read_batches(_logs(logs))
    return fit_batches(batches, [_given(ruleset) for ruleset in rulesets])


def convert(logs: Logs, to: str, *, as_links: bool = False) -> Iterator[Written]:
    """Read logs and yield their games in another format, one by one.

    Each says what of the game is lost; one that the format cannot say at all has a `problem` and no data.

    Args:
        logs: files, folders, patterns, bytes, open files, or `LogTables`.
        to: name of the format (`mjlog.formats.writers` are those that can be written).
        as_links: whether each game is a link that holds it.

    Raises:
        TypeError: when `logs` is something else.
        ValueError: when the format is not written, or not as links.
    """
    writer = writing.writer_of(to, as_links=as_links)
    batches = [logs] if isinstance(logs, LogTables) else read_batches(_logs(logs))
    return (game for tables in batches for game in writing.games(tables, writer, as_links=as_links))


def write(logs: Logs, to: str, *, as_links: bool = False) -> bytes:
    """Read logs and return all their games in another format, one after another (arguments: see `convert`).

    Raises:
        TypeError: when `logs` is something else.
        ValueError: when the format is not written, or not as links, or it cannot say a game.
    """
    games = list(convert(logs, to, as_links=as_links))
    for game in games:
        if game.problem:
            raise ValueError(f"game {game.game_id} cannot be written as {to}: {game.problem}")
    return b"".join(game.data for game in games)


def _logs(logs: Any) -> Source | Iterable[Source]:
    """`logs`, each of which is looked at when its turn comes."""
    is_one = isinstance(logs, (str, bytes, os.PathLike)) or hasattr(logs, "read")
    return map(_source, logs) if isinstance(logs, Iterable) and not is_one else _source(logs)


def _source(log: Any) -> Source:
    if not isinstance(log, (str, bytes, os.PathLike)) and not hasattr(log, "read"):
        what = "files, folders, patterns, bytes, open files, LogTables, or many of them"
        raise TypeError(f"logs are {what}, not {_kind(log)}")
    source: Source = log
    return source


def _codes(codes: str | Collection[str]) -> Collection[str]:
    return (codes,) if isinstance(codes, str) else codes


def _ruleset(ruleset: Any) -> Ruleset | None:
    return None if ruleset is None else _given(ruleset)


def _given(ruleset: Any) -> Ruleset:
    if isinstance(ruleset, Ruleset):
        return ruleset
    if not isinstance(ruleset, (str, os.PathLike)):
        raise TypeError(f"a rule set is a Ruleset, the name of a preset or a TOML file, not {_kind(ruleset)}")
    return load(ruleset if isinstance(ruleset, str) else Path(ruleset))


def _kind(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"
