"""Replay and re-scoring of one batch under given rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mjlog import schema
from mjlog.audit.evidence import Evidence
from mjlog.replay.batch import Batch
from mjlog.replay.replay import replay_batch
from mjlog.rulesets import Ruleset
from mjlog.rulesets.games import GameRules
from mjlog.scoring.calc import with_results
from mjlog.scoring.rescore import rescore
from mjlog.tables import LogTables


def judge(
    tables: LogTables,
    rules: GameRules,
    ruleset: Ruleset | None = None,
    *,
    ids: Sequence[str] | None = None,
) -> Evidence:
    """Replay and re-score one batch.

    Args:
        tables: log tables of whole games.
        rules: which game is played under which rule set.
        ruleset: what games of its number of players are judged by instead of what their log states;
            None where `rules` are what the logs state.
        ids: what the rule sets are called in `games.ruleset_id`; their ids when left out.

    Returns:
        The evidence; its tables have their ``calc_*`` columns filled.  Rounds of a batch in which
        nothing happens at all are left out.
    """
    if not len(tables.events):
        tables = replace(
            tables, rounds=schema.ROUNDS.empty(), wins=schema.WINS.empty(), draws=schema.DRAWS.empty()
        )
    batch = Batch.from_tables(tables, rules.table, rules.rule)
    replay = replay_batch(batch)
    results = rescore(replay, tables)
    called = [used.id for used in rules.rulesets] if ids is None else ids
    named = [called[number] for number in rules.rule]
    return Evidence(with_results(tables, batch, results, named), replay, results, rules, ruleset)
