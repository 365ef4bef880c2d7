"""Which other rule sets explain a finding: the round audited again under every preset."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import pyarrow as pa

from mjlog import schema
from mjlog.audit.evidence import Evidence
from mjlog.audit.registry import Rule
from mjlog.audit.run import audit_batch
from mjlog.rulesets import Ruleset, load, presets
from mjlog.tables import LogTables

Assess = Callable[[LogTables, Ruleset | None], Evidence]


def explained(findings: pa.Table, evidence: Evidence, rules: Iterable[Rule], assess: Assess) -> pa.Table:
    """Fill the column `explained_by` of findings that depend on the rule set.

    A preset explains a finding when the whole round has no finding of a rule-set rule under it.

    Args:
        findings: findings of `evidence`.
        evidence: the batch.
        rules: the rules that were checked.
        assess: makes evidence of tables under a rule set.

    Returns:
        `findings` with the column filled; null for findings that no rule set could explain.
    """
    depending = {r.code: r for r in rules if r.fields}
    concerned = [row["code"] in depending for row in findings.to_pylist()]
    if not any(concerned):
        return findings
    rounds = [(row["game_id"], row["round_index"]) for row in findings.to_pylist()]
    games = {game for (game, _), needed in zip(rounds, concerned, strict=True) if needed}
    tables = evidence.tables.of_games(games)
    others = _other_presets(evidence, games)
    unclean = {
        name: _rounds_with_findings(tables, ruleset, depending.values(), assess)
        for name, ruleset in {r.name: r for found in others.values() for r in found}.items()
    }
    lists = [
        [r.name for r in others[key[0]] if key not in unclean[r.name]] if needed else None
        for key, needed in zip(rounds, concerned, strict=True)
    ]
    place = findings.schema.get_field_index("explained_by")
    return findings.set_column(
        place, schema.FINDINGS.arrow.field(place), pa.array(lists, pa.list_(pa.string()))
    )


def _other_presets(evidence: Evidence, games: Collection[str]) -> dict[str, list[Ruleset]]:
    """Presets for each game's number of players whose rules are not the game's own."""
    every = [load(name) for name in presets()]
    rules, table = evidence.rules, evidence.tables.games
    return {
        game: [r for r in every if r.players == players and r.id != rules.rulesets[number].id]
        for game, players, number in zip(
            table["game_id"].to_pylist(), table["player_count"].to_pylist(), rules.rule, strict=True
        )
        if game in games
    }


def _rounds_with_findings(
    tables: LogTables, ruleset: Ruleset, rules: Iterable[Rule], assess: Assess
) -> set[tuple[str, int]]:
    """Rounds that have a finding under `ruleset`."""
    found, _ = audit_batch(assess(tables, ruleset), rules)
    return set(zip(found["game_id"].to_pylist(), found["round_index"].to_pylist(), strict=True))
