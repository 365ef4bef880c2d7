"""From log tables to every table that a warehouse stores: results recomputed, findings, facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import pyarrow as pa

from mjlog import schema
from mjlog.audit.assess import audited
from mjlog.audit.house import of_same_options
from mjlog.audit.parts import failed_games, in_parts
from mjlog.facts import facts
from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables
from mjlog.warehouse.manifest import STORED

Derived = tuple[dict[str, pa.Table], set[str]]
"""The stored tables of a batch by name, and the ids of games that could not be replayed; these are in its
rejects."""


def derive(tables: LogTables, ruleset: Ruleset | None) -> Derived:
    """Every stored table of a batch.

    Args:
        tables: log tables of whole games.
        ruleset: judge games of its number of players by these rules instead of what their log states.
    """
    if not len(tables.games):
        return joined([]) | {"rejects": tables.rejects}, set()
    done = [in_parts(games, partial(_derived, ruleset=ruleset)) for games in of_same_options(tables)]
    failed = {name: why for _, some in done for name, why in some.items()}
    rejects = pa.concat_tables([tables.rejects, failed_games(tables, failed)])
    return joined([part for parts, _ in done for part in parts]) | {"rejects": rejects}, set(failed)


def _derived(tables: LogTables, ruleset: Ruleset | None) -> dict[str, pa.Table]:
    """The stored tables of some games, without rejects."""
    part = audited(tables, ruleset)
    done = part.evidence.tables
    if not len(tables.events):  # rounds in which nothing happens are left out of the replay only
        done = replace(done, rounds=tables.rounds, wins=tables.wins, draws=tables.draws)
    made = {
        **facts(part.evidence.replay, done),
        "findings": part.findings,
        "rejects": schema.REJECTS.empty(),
    }
    return {name: made[name] if name in made else getattr(done, name) for name in STORED}


def joined(parts: Sequence[Mapping[str, pa.Table]]) -> dict[str, pa.Table]:
    """Stored tables one after the other."""
    if len(parts) == 1:
        return dict(parts[0])
    return {
        name: pa.concat_tables([table.empty(), *(p[name] for p in parts)]).unify_dictionaries()
        for name, table in STORED.items()
    }
