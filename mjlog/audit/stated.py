"""The rules that logs state, tried beside rule sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from mjlog.audit.registry import Rule
from mjlog.audit.trials import Unexplained, rounds_of, unexplained_as_stated
from mjlog.rulesets import Ruleset, label, rules_of_games
from mjlog.tables import LogTables

_MOST_NAMED: Final = 3
"""Rule sets that a name of all that games state names."""


class Stated:
    """What games state of their rules, apart from rule sets that are tried anyway."""

    def __init__(self, tried: Sequence[Ruleset]) -> None:
        """Have seen no games yet.

        Args:
            tried: the rule sets that all the games are tried under, of one kind of table.
        """
        self._tried = tried
        self._games = Counter[str]()
        self._own: dict[str, Ruleset] = {}
        self._known: dict[str, int | None] = {}

    @property
    def rulesets(self) -> list[Ruleset]:
        """The rule sets that games state and that are not tried anyway, the most frequent first."""
        return [self._own[id_] for id_, _ in self._games.most_common()]

    @property
    def name(self) -> str:
        """What they are called together."""
        names = list(dict.fromkeys(label(ruleset) for ruleset in self.rulesets))
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        return f"as stated: {'; '.join(names[:_MOST_NAMED])}{more}"

    def unexplained(
        self, tables: LogTables, found: Sequence[Unexplained], rules: Sequence[Rule]
    ) -> Unexplained:
        """Find the rounds that have a finding under what their game states, or whose game states nothing.

        Args:
            tables: log tables of whole games.
            found: the rounds that each of the rule sets tried does not explain.
            rules: the rules to check.
        """
        rest: Unexplained = {}
        own: set[str] = set()
        elsewhere: dict[str, int | None] = {}
        for game, ruleset in _stated(tables).items():
            number = self._number(ruleset)
            if number is None and self._is_of_this_table(ruleset):
                own.add(game)
                self._games[ruleset.id] += 1
                self._own[ruleset.id] = ruleset
            else:
                elsewhere[game] = number
        for key in rounds_of(tables):
            number = elsewhere.get(key[0])
            if number is not None and key in found[number]:
                rest[key] = found[number][key]
            elif number is None and key[0] not in own:
                rest[key] = {""}
        return rest | (unexplained_as_stated(tables.of_games(sorted(own)), rules) if own else {})

    def games_of(self, ruleset: Ruleset, tables: LogTables) -> list[str]:
        """The games that state a rule set."""
        return [game for game, stated in _stated(tables).items() if stated == ruleset]

    def _is_of_this_table(self, ruleset: Ruleset) -> bool:
        kind = (self._tried[0].seats, self._tried[0].sits_out)
        return (ruleset.seats, ruleset.sits_out) == kind

    def _number(self, ruleset: Ruleset) -> int | None:
        """Which of the rule sets tried has these rules, whatever it is called."""
        if ruleset.id not in self._known:
            same = (
                number
                for number, other in enumerate(self._tried)
                if replace(ruleset, name=other.name, title=other.title) == other
            )
            self._known[ruleset.id] = next(same, None)
        return self._known[ruleset.id]


def _stated(tables: LogTables) -> dict[str, Ruleset]:
    """The rule set that each game states, by its id; not of games that state none that can be used."""
    names, stated, players = (
        tables.games[column].to_pylist() for column in ("game_id", "rules", "player_count")
    )
    used = rules_of_games(stated, players)
    return {
        name: used.rulesets[used.rule[game]]
        for game, (name, text) in enumerate(zip(names, stated, strict=True))
        if text is not None and game not in used.refused
    }
