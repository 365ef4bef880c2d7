"""Which rule sets explain games: rule sets ranked by the rounds without a finding that depends on rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

import pyarrow as pa

from mjlog import schema
from mjlog.audit.changes import Change, changes, preset_rulesets, shared_rulesets
from mjlog.audit.registry import Rule
from mjlog.audit.run import selected_rules
from mjlog.audit.stated import Stated
from mjlog.audit.trials import depending, rounds_of, unexplained
from mjlog.rulesets import Ruleset
from mjlog.rulesets.describe import diff
from mjlog.tables import LogTables

KEPT: Final = 12
"""Games that are kept to try single changes on: so many of all, and of those that a rule set does not
explain."""
MOST_CHANGES: Final = 10
"""Changes that are tried on all the games kept: those that explain most of what was unexplained."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How well one rule set explains the games of its number of players."""

    name: str
    """Name of the rule set; "as stated: ..." where each game is judged by what its log states."""
    ruleset: Ruleset
    """The rule set; of those that games state the one that most do."""
    explained: int
    """Rounds without a finding that depends on rules."""
    against: Counter[str]
    """Rounds with such a finding, by its code."""


@dataclass(frozen=True, slots=True)
class ChangeFit:
    """How a single change of the best rule set alters what it explains, in the games kept."""

    change: Change
    gained: int
    """Rounds that it explains and the rule set does not."""
    lost: int
    """Rounds that the rule set explains and it does not."""


@dataclass(frozen=True, slots=True)
class PlayersFit:
    """The rule sets for a number of players, tried on all games of so many."""

    players: int
    games: int
    rounds: int
    fits: tuple[Fit, ...]
    """Who explains most stands first; equals by name."""
    by_none: int
    """Rounds that no rule set explains."""
    changes: tuple[ChangeFit, ...]
    """Single changes by which the first rule set would explain more rounds, the best first."""
    kept: int
    """Rounds on which changes were tried: those of the first games, and of some that a rule set does not
    explain."""

    @property
    def sits_out(self) -> bool:
        """Whether one of the players is away in each round."""
        return self.fits[0].ruleset.sits_out

    @property
    def best(self) -> tuple[Fit, ...]:
        """The rule sets that explain most rounds; more than one where the games do not tell them apart.

        None where no rule set explains any round.
        """
        most = max(self.fits[0].explained, 1)
        return tuple(takewhile(lambda fit: fit.explained == most, self.fits))

    @property
    def undecided(self) -> dict[str, dict[str, object]]:
        """The rules in which the best rule sets differ: field, and its value by the name of the set.

        None of them shows in the games; games in which one shows would tell the sets apart.
        """
        values: dict[str, dict[str, object]] = {}
        best = self.best
        for first, other in zip(best[:1] * len(best), best[1:], strict=False):
            for difference in diff(first.ruleset, other.ruleset):
                row = values.setdefault(difference.field, {first.name: difference.first})
                row[other.name] = difference.second
        return values


@dataclass(slots=True, repr=False)
class FitReport:
    """Rule sets tried on games."""

    fits: list[PlayersFit] = field(default_factory=list)
    """One entry for each number of players, games in which players sit out apart."""
    not_judged: Counter[int] = field(default_factory=Counter)
    """Games that no rule set is for, by their number of players."""
    rejects: pa.Table = field(default_factory=schema.REJECTS.empty)
    """What could not be read; schema `REJECTS`."""

    def __repr__(self) -> str:
        best = (f"{', '.join(f.name for f in fit.best)} ({fit.players} players)" for fit in self.fits)
        return f"<FitReport: {'; '.join(best) or 'no games'}>"

    @property
    def games(self) -> int:
        """Games that were judged."""
        return sum(fit.games for fit in self.fits)

    @property
    def explains_all(self) -> bool:
        """Whether some rule set explains every round of its number of players."""
        return all(fit.fits[0].explained == fit.rounds for fit in self.fits)


def fit_batches(batches: Iterable[LogTables], rulesets: Sequence[Ruleset] = ()) -> FitReport:
    """Rank rule sets by the rounds that they explain, in the memory of a batch.

    A rule set explains a round that has no finding of a rule of the audit that depends on rules.  Games
    in which players sit out are tried under rule sets of such games only.

    Args:
        batches: log tables of whole games.
        rulesets: the rule sets to try, with different names, whatever the logs state; when empty all
            presets, also with a player more who shares the table, and where logs state other rules
            than those, each game by what it states.
    """
    candidates = rulesets or (*preset_rulesets(), *shared_rulesets())
    tables_of = sorted({(r.seats, r.sits_out) for r in candidates})
    trials = {
        kind: _Trial([r for r in candidates if (r.seats, r.sits_out) == kind], kind[0], not rulesets)
        for kind in tables_of
    }
    report, rejects = FitReport(), []
    for tables in batches:
        rejects.append(tables.rejects)
        for kind, games in sorted(_by_table(tables).items()):
            if kind in trials:
                trials[kind].add(tables.of_games(games))
            else:
                report.not_judged[kind[0]] += len(games)
    report.fits = [trial.result() for trial in trials.values() if trial.games]
    report.rejects = pa.concat_tables([report.rejects, *rejects])
    return report


def _by_table(tables: LogTables) -> dict[tuple[int, bool], list[str]]:
    """Ids of games by their number of players and whether players sit out."""
    away = tables.rounds.filter(tables.rounds["away_seat"].is_valid())
    shared = set(away["game_id"].to_pylist())
    found: dict[tuple[int, bool], list[str]] = {}
    columns = (tables.games[name].to_pylist() for name in ("game_id", "player_count"))
    for game, players in zip(*columns, strict=True):
        found.setdefault((players, game in shared), []).append(game)
    return found


class _Trial:
    """Rule sets for one number of players, tried on batch after batch."""

    def __init__(self, rulesets: Sequence[Ruleset], players: int, tries_stated: bool) -> None:
        self.games = 0
        self._stated = Stated(rulesets) if tries_stated else None
        self._players = players
        self._rulesets = rulesets
        self._rules = depending(selected_rules())
        self._rounds = self._by_none = 0
        tried = len(rulesets) + tries_stated
        self._explained = [0] * tried
        self._against = [Counter[str]() for _ in range(tried)]
        self._room = [KEPT] * (tried + 1)
        """Games that may still be kept of those that each rule set does not explain, and of all."""
        self._kept: list[LogTables] = []

    @property
    def _checked(self) -> list[Rule]:
        return list(self._rules.values())

    def add(self, tables: LogTables) -> None:
        """Try the rule sets on more games."""
        rounds = set(rounds_of(tables))
        self.games += len(tables.games)
        self._rounds += len(rounds)
        found = unexplained(tables, self._rulesets, self._checked)
        if self._stated:
            found.append(self._stated.unexplained(tables, found, self._checked))
        self._by_none += len(rounds.intersection(*found))
        for number, rest in enumerate(found):
            self._explained[number] += len(rounds) - len(rest)
            for codes in rest.values():
                self._against[number].update(codes - {""})
        self._keep(tables, [*({game for game, _ in rest} for rest in found), {game for game, _ in rounds}])

    def _keep(self, tables: LogTables, games: Sequence[set[str]]) -> None:
        """Keep some of the games that each rule set does not explain, and of all."""
        wanted: set[str] = set()
        for number, some in enumerate(games):
            mine = sorted(some)[: self._room[number]]
            self._room[number] -= len(mine)
            wanted.update(mine)
        if wanted:
            self._kept.append(tables.of_games(wanted))

    def result(self) -> PlayersFit:
        """The rule sets by what they explained, and what single changes would add to the first."""
        tried = [(ruleset.name, ruleset) for ruleset in self._rulesets]
        if self._stated and self._stated.rulesets:
            tried.append((self._stated.name, self._stated.rulesets[0]))
        found = [
            Fit(name, ruleset, explained, Counter(dict(sorted(against.items()))))
            for (name, ruleset), explained, against in zip(
                tried, self._explained, self._against, strict=False
            )
        ]
        fits = tuple(sorted(found, key=lambda fit: (-fit.explained, fit.name)))
        is_done = fits[0].explained == self._rounds
        kept = LogTables.concat([] if is_done else self._kept)
        if self._stated and fits[0].name not in (ruleset.name for ruleset in self._rulesets):
            kept = kept.of_games(self._stated.games_of(fits[0].ruleset, kept))
        changed = () if is_done else tuple(self._changes(fits[0], kept))
        return PlayersFit(
            self._players, self.games, self._rounds, fits, self._by_none, changed, len(kept.rounds)
        )

    def _changes(self, best: Fit, kept: LogTables) -> list[ChangeFit]:
        """Changes of fields that the findings under the best rule set depend on, the best first."""
        (base,) = unexplained(kept, [best.ruleset], self._checked)
        read = dict.fromkeys(f for code in sorted(best.against) for f in self._rules[code].fields)
        tried = [made for name in read for made in changes(best.ruleset, name)]
        troubled = kept.of_games(sorted({game for game, _ in base})[:KEPT])
        first = unexplained(troubled, [made for _, made in tried], self._checked)
        here = {key for key in base if key[0] in set(troubled.games["game_id"].to_pylist())}
        gains = [len(here - rest.keys()) for rest in first]
        order = sorted((-gain, number) for number, gain in enumerate(gains) if gain)[:MOST_CHANGES]
        helpful = [tried[number] for _, number in order]
        found = [
            ChangeFit(change, len(base.keys() - rest.keys()), len(rest.keys() - base.keys()))
            for (change, _), rest in zip(
                helpful, unexplained(kept, [made for _, made in helpful], self._checked), strict=True
            )
        ]
        return sorted((f for f in found if f.gained > f.lost), key=lambda f: f.lost - f.gained)
