"""Games judged again by other rule sets, many at once: which of their rounds have findings then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

import numpy as np

from mjlog.audit.evidence import Evidence
from mjlog.audit.house import checkable
from mjlog.audit.judge import judge
from mjlog.audit.parts import in_parts
from mjlog.audit.registry import Rule
from mjlog.rulesets import Ruleset, RulesetTable
from mjlog.rulesets.games import GameRules, rules_of_games
from mjlog.tables import LogTables

AT_ONCE: Final = 4096
"""Rounds that are judged in one batch, unless the games have more."""

RoundKey = tuple[str, int]
"""A round: its game's id and its index in the game."""

Unexplained = dict[RoundKey, set[str]]
"""Rounds with the codes of their findings; "" where the game cannot be replayed."""


def depending(rules: Iterable[Rule]) -> dict[str, Rule]:
    """The rules of the audit, by code, whose findings depend on the rule set."""
    return {rule.code: rule for rule in rules if rule.fields}


def unexplained(tables: LogTables, rulesets: Sequence[Ruleset], rules: Sequence[Rule]) -> list[Unexplained]:
    """Find the rounds that a rule set does not explain: those with a finding under it.

    The games are copied once for every rule set, so that many are tried in one replay.

    Args:
        tables: log tables of whole games, of as many players as all the rule sets are for.
        rulesets: what the games are judged by, one after the other.
        rules: the rules to check.

    Returns:
        The rounds of each rule set.  A game that cannot be replayed under it has all its rounds there.
    """
    together = max(1, AT_ONCE // max(1, len(tables.rounds)))
    found: list[Unexplained] = []
    for first in range(0, len(rulesets), together):
        found += _tried(tables, rulesets[first : first + together], rules)
    return found


def unexplained_as_stated(tables: LogTables, rules: Sequence[Rule]) -> Unexplained:
    """`unexplained`, each game under the rules that its log states."""
    parts, failed = in_parts(tables, partial(_findings_as_stated, rules=rules))
    found: Unexplained = {}
    for key, code in (
        *(finding for part in parts for finding in part),
        *((key, "") for key in rounds_of(tables) if key[0] in failed),
    ):
        found.setdefault(key, set()).add(code)
    return found


def _tried(tables: LogTables, rulesets: Sequence[Ruleset], rules: Sequence[Rule]) -> list[Unexplained]:
    """`unexplained` by one replay."""
    copies = LogTables.concat([tables] * len(rulesets))
    games = tables.games["game_id"].to_pylist()
    copied = {name: divmod(row, len(games)) for row, name in enumerate(copies.games["game_id"].to_pylist())}
    rule_of = {name: number for name, (number, _) in copied.items()}
    parts, failed = in_parts(copies, partial(_findings, rule_of=rule_of, rulesets=rulesets, rules=rules))
    found: list[Unexplained] = [{} for _ in rulesets]
    for (name, index), code in (
        *(finding for part in parts for finding in part),
        *((key, "") for key in rounds_of(copies) if key[0] in failed),
    ):
        number, game = copied[name]
        found[number].setdefault((games[game], index), set()).add(code)
    return found


def _findings(
    tables: LogTables, rule_of: dict[str, int], rulesets: Sequence[Ruleset], rules: Sequence[Rule]
) -> list[tuple[RoundKey, str]]:
    """Round and code of every finding, each game judged by its own of `rulesets`."""
    numbers = np.array([rule_of[name] for name in tables.games["game_id"].to_pylist()], dtype=np.int32)
    used = GameRules(tuple(rulesets), RulesetTable.of(rulesets), numbers, {})
    evidence = judge(tables, used, rulesets[0], ids=[ruleset.name for ruleset in rulesets])
    return _codes(evidence, rules)


def _findings_as_stated(tables: LogTables, rules: Sequence[Rule]) -> list[tuple[RoundKey, str]]:
    """Round and code of every finding, each game judged by what it states."""
    columns = (tables.games[name].to_pylist() for name in ("rules", "player_count"))
    return _codes(judge(tables, rules_of_games(*columns)), rules)


def _codes(evidence: Evidence, rules: Sequence[Rule]) -> list[tuple[RoundKey, str]]:
    keys = rounds_of(evidence.tables)
    return [
        (keys[number], rule.code)
        for rule in rules
        for number in np.unique(checkable(evidence, rule.code, rule.check(evidence)).round).tolist()
    ]


def rounds_of(tables: LogTables) -> list[RoundKey]:
    """Every round of the tables."""
    rounds = tables.rounds
    return list(zip(rounds["game_id"].to_pylist(), rounds["round_index"].to_pylist(), strict=True))
