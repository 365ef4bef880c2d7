"""Which other rules explain a finding: the round judged again by every preset, and by single changes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

import pyarrow as pa

from mjlog import schema
from mjlog.audit.changes import Change, changes, preset_rulesets
from mjlog.audit.evidence import Evidence
from mjlog.audit.registry import Rule
from mjlog.audit.trials import RoundKey, depending, rounds_of, unexplained
from mjlog.rulesets import Ruleset
from mjlog.tables import LogTables

MOST_TRIALS: Final = 4_000
"""Rounds that are judged again, once for every change of a field, to explain findings of one code in a
batch.  On the games beyond that, those changes are tried that explained most of the rounds before."""
MOST_HELPFUL: Final = 4
"""Changes that are tried there, for each code."""

Codes = Mapping[RoundKey, Collection[str]]
"""The codes of the findings of each round that depend on rules, in order."""


class Explainer:
    """Says which rules would explain findings; remembers which single changes did before."""

    def __init__(self, rules: Iterable[Rule], most_trials: int = MOST_TRIALS) -> None:
        """Make an explainer.

        Args:
            rules: the rules that are checked.
            most_trials: see `MOST_TRIALS`.
        """
        self._rules = depending(rules)
        self._fields = tuple(dict.fromkeys(field for rule in self._rules.values() for field in rule.fields))
        self._left = dict.fromkeys(self._rules, most_trials)
        """Rounds that may still be judged by every change, by code."""
        self._helped = {code: Counter[Change]() for code in self._rules}
        """Rounds with findings of each code that each change explained."""

    def explain(self, findings: pa.Table, evidence: Evidence) -> pa.Table:
        """Fill the column `explained_by` of findings that depend on the rule set.

        A rule set explains a finding when the whole round has no finding of a rule-set rule under it.
        First stand presets for as many players, by name, then single changes of the rules that judged
        the game, as lines of a TOML file, in the order of the fields that the check names.

        Args:
            findings: findings of `evidence`.
            evidence: the batch.

        Returns:
            `findings` with the column filled; null for findings that no rule set could explain.
        """
        keys = list(zip(findings["game_id"].to_pylist(), findings["round_index"].to_pylist(), strict=True))
        codes = findings["code"].to_pylist()
        concerned: dict[RoundKey, dict[str, None]] = defaultdict(dict)
        for key, code in zip(keys, codes, strict=True):
            if code in self._rules:
                concerned[key][code] = None
        if not concerned:
            return findings
        named: dict[RoundKey, list[str]] = defaultdict(list)
        changed: dict[RoundKey, list[Change]] = defaultdict(list)
        for ruleset, games in _games_by_rules(evidence, {game for game, _ in concerned}):
            tables = evidence.tables.of_games(games)
            rounds = {key: list(concerned[key]) for key in concerned if key[0] in games}
            self._try_presets(tables, ruleset, rounds, named)
            self._try_changes(tables, ruleset, rounds, changed)
        lists = [
            [*named[key], *self._lines(changed[key], code)] if code in self._rules else None
            for key, code in zip(keys, codes, strict=True)
        ]
        place = findings.schema.get_field_index("explained_by")
        return findings.set_column(
            place, schema.FINDINGS.arrow.field(place), pa.array(lists, pa.list_(pa.string()))
        )

    def _try_presets(
        self, tables: LogTables, ruleset: Ruleset, rounds: Codes, named: dict[RoundKey, list[str]]
    ) -> None:
        """Add to `named` the presets that explain each of `rounds`."""
        others = [p for p in preset_rulesets() if p.seats == ruleset.seats and p.id != ruleset.id]
        unclean = unexplained(tables, others, list(self._rules.values()))
        for preset, rest in zip(others, unclean, strict=True):
            for key in rounds.keys() - rest.keys():
                named[key].append(preset.name)

    def _try_changes(
        self, tables: LogTables, ruleset: Ruleset, rounds: Codes, changed: dict[RoundKey, list[Change]]
    ) -> None:
        """Add to `changed` the changes of `ruleset` that explain each of `rounds`."""
        every = [made for field in self._fields for made in changes(ruleset, field)]
        for affordable, games in self._shares(tables, rounds, every).items():
            here = {key: codes for key, codes in rounds.items() if key[0] in games}
            read = sorted({code for codes in here.values() for code in codes})
            free = self._fields_of(affordable)
            helpful = {change for code in read for change, _ in self._helped[code].most_common(MOST_HELPFUL)}
            tried = [(change, made) for change, made in every if change.field in free or change in helpful]
            unclean = unexplained(
                tables.of_games(games), [made for _, made in tried], list(self._rules.values())
            )
            for (change, _), rest in zip(tried, unclean, strict=True):
                for key in here.keys() - rest.keys():
                    changed[key].append(change)
                    for code in here[key]:
                        if change.field in self._rules[code].fields:
                            self._helped[code][change] += 1

    def _shares(
        self, tables: LogTables, rounds: Codes, every: Sequence[tuple[Change, Ruleset]]
    ) -> dict[frozenset[str], list[str]]:
        """Games of `rounds` by those of their codes for which every change is tried; counts the trials."""
        number = Counter(change.field for change, _ in every)
        length = Counter(game for game, _ in rounds_of(tables))
        by_game: dict[str, set[str]] = defaultdict(set)
        for (game, _), codes in rounds.items():
            by_game[game].update(codes)
        shares: dict[frozenset[str], list[str]] = defaultdict(list)
        for game, codes in by_game.items():
            affordable = frozenset(code for code in codes if self._left[code] > 0)
            shares[affordable].append(game)
            for code in affordable:
                self._left[code] -= length[game] * sum(number[field] for field in self._rules[code].fields)
        return shares

    def _fields_of(self, codes: Collection[str]) -> set[str]:
        """The fields that the rules of these codes read."""
        return {field for code in codes for field in self._rules[code].fields}

    def _lines(self, found: Sequence[Change], code: str) -> list[str]:
        """The changes of what a rule of the audit reads, as it names its fields."""
        order = self._rules[code].fields
        mine = [change for change in found if change.field in order]
        return [str(change) for change in sorted(mine, key=lambda change: order.index(change.field))]


def _games_by_rules(evidence: Evidence, games: Collection[str]) -> list[tuple[Ruleset, list[str]]]:
    """Some games of the batch by the rule set that judged them."""
    found: dict[int, list[str]] = defaultdict(list)
    names = evidence.tables.games["game_id"].to_pylist()
    for game, number in zip(names, evidence.rules.rule.tolist(), strict=True):
        if game in games:
            found[number].append(game)
    return [(evidence.rules.rulesets[number], some) for number, some in found.items()]
