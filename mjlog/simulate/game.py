"""Whole games, played side by side so that their questions are answered together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable
from mjlog.simulate.player import Player
from mjlog.simulate.questions import Answer, Look, Play, Price, Question, answer_looks, answer_prices
from mjlog.simulate.rare import RareDeal, scripts, stacked
from mjlog.simulate.results import Outcome, next_deal
from mjlog.simulate.round import Mind, Round
from mjlog.simulate.style import ROSTER, Style
from mjlog.simulate.table import Deal, Table
from mjlog.simulate.wall import shuffle, shuffled

SIDE_BY_SIDE: Final = 128
"""Games played at a time; the result does not depend on it."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What is kept of a round: little, and nothing that the garbage collector must look after."""

    deal: Deal
    hands: tuple[bytes, ...]
    """Dealt tiles by seat."""
    indicator: int
    """Dora indicator of the deal."""
    ura: tuple[int, ...]
    """Ura indicators that a win with riichi showed."""
    events: tuple[tuple[Any, ...], ...]
    """The fields of each `Event`."""
    outcome: Outcome

    @classmethod
    def of(cls, table: Table, outcome: Outcome) -> PlayedRound:
        """Keep what a log tells of a table."""
        by_riichi = any(table.seats[win["seat"]].in_riichi for win in outcome.wins)
        return cls(
            deal=table.deal,
            hands=tuple(map(bytes, table.wall.hands)),
            indicator=table.wall.dora[0],
            ura=tuple(table.ura_shown()) if by_riichi else (),
            events=tuple(map(tuple, table.events)),
            outcome=outcome,
        )


@dataclass(slots=True)
class Game:
    """A game that was played."""

    number: int
    """Number in the run, from 0."""
    rules: Ruleset
    players: Sequence[Style]
    """By seat."""
    rounds: list[PlayedRound] = field(default_factory=list)
    is_complete: bool = False


def play_game(
    rules: Ruleset, table_rules: RulesetTable, number: int, seed: int, deals: Sequence[RareDeal] = ()
) -> Play[Game]:
    """Play a game to its end.

    Args:
        rules: its rule set.
        table_rules: the same as a table of one row.
        number: number of the game in the run.
        seed: seed of the run.
        deals: stacked deals, each played once at most, from the one of the game's number on; the game
            is broken off after them.  Without any, walls are shuffled.
    """
    rng = Random(f"{seed}/{number}")  # noqa: S311  a game of chance that must repeat
    roster = list(ROSTER)
    shuffle(roster, rng)
    game = Game(number, rules, roster[: rules.players])
    deal: Deal | None = Deal(0, 1, 0, 0, (rules.start_score,) * rules.players)
    while deal is not None and not (deals and len(game.rounds) == len(deals)):
        minds: list[Mind]
        if deals:
            stack = deals[(number + len(game.rounds)) % len(deals)]
            wall, minds = stacked(stack, rules, deal.dealer, rng), scripts(stack, deal.dealer, rules.players)
        else:
            wall, minds = shuffled(rules, rng), [Player(style, rng) for style in game.players]
        table = Table(rules, deal, wall)
        outcome = yield from Round(table, minds, table_rules).play()
        game.rounds.append(PlayedRound.of(table, outcome))
        deal = next_deal(table, outcome)
    game.is_complete = deal is None
    return game


def play_together(plays: Sequence[Play[Game]], rules: RulesetTable) -> list[Game]:
    """Run games side by side, answering the questions of all in one call."""
    done: dict[int, Game] = {}
    asked: dict[int, Question] = {}

    def resume(place: int, answer: Answer | None) -> None:
        try:
            asked[place] = plays[place].send(answer)  # type: ignore[arg-type]  # None starts a generator
        except StopIteration as end:
            done[place] = end.value

    for place in range(len(plays)):
        resume(place, None)
    while asked:
        now, asked = asked, {}
        looks = {p: q for p, q in now.items() if isinstance(q, Look)}
        prices = {p: q for p, q in now.items() if isinstance(q, Price)}
        if looks:
            for place, prospects in zip(looks, answer_looks(list(looks.values())), strict=True):
                resume(place, prospects)
        if prices:
            for place, values in zip(prices, answer_prices(list(prices.values()), rules), strict=True):
                resume(place, values)
    return [done[place] for place in range(len(plays))]
