"""Whole games, played side by side so that their questions are answered together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from math import gcd
from random import Random
from typing import Any, Final, TypeVar

from mjlog import collector
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable
from mjlog.simulate.course import next_deal
from mjlog.simulate.deals import Deal, first_deal
from mjlog.simulate.hands import ura_shown
from mjlog.simulate.moves import Mind
from mjlog.simulate.player import Player
from mjlog.simulate.questions import Look, Play, Price, answer_looks, answer_prices
from mjlog.simulate.rare import RareDeal, leading_to, stacked
from mjlog.simulate.results import Outcome, Pay, answer_pays
from mjlog.simulate.round import Round
from mjlog.simulate.script import scripts
from mjlog.simulate.stakes import Stakes
from mjlog.simulate.style import ROSTER, Style
from mjlog.simulate.table import Table, TileSet
from mjlog.simulate.turns import Turn, answer_turns
from mjlog.simulate.wall import shuffle, shuffled

_T = TypeVar("_T")

SIDE_BY_SIDE: Final = 256
"""Games played at a time; the result does not depend on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """A rule set in the forms that play needs it in."""

    ruleset: Ruleset
    table: RulesetTable
    """The same as a table of one row."""
    tiles: TileSet
    stakes: Stakes

    @classmethod
    def of(cls, ruleset: Ruleset) -> Rules:
        """Prepare a rule set."""
        return cls(ruleset, RulesetTable.of([ruleset]), TileSet.of(ruleset), Stakes.of(ruleset))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What is kept of a round: little, and nothing that the garbage collector must look after."""

    deal: Deal
    hands: tuple[bytes, ...]
    """Dealt tiles by seat, none for one that was away."""
    indicator: int
    """Dora indicator of the deal."""
    ura: tuple[int, ...]
    """Ura indicators that a win with riichi showed."""
    events: tuple[tuple[Any, ...], ...]
    """The fields of each `Event`."""
    outcome: Outcome
    wall: bytes
    """All tiles in the order in which the round took them."""

    @classmethod
    def of(cls, table: Table, outcome: Outcome) -> PlayedRound:
        """Keep what a log tells of a table."""
        by_riichi = any(table.seats[win["seat"]].in_riichi for win in outcome.wins)
        return cls(
            deal=table.deal,
            hands=tuple(map(bytes, table.wall.hands)),
            indicator=table.wall.dora[0],
            ura=tuple(ura_shown(table)) if by_riichi else (),
            events=tuple(map(tuple, table.events)),
            outcome=outcome,
            wall=bytes(table.wall.laid(table.deal.dealer)),
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


def play_game(rules: Rules, number: int, seed: int, deals: Sequence[RareDeal] = ()) -> Play[Game]:
    """Play a game to its end.

    Args:
        rules: its rule set.
        number: number of the game in the run.
        seed: seed of the run.
        deals: stacked deals, each played once at most, from another one on in every game (after rounds
            that lead to it, perhaps); the game is broken off after them.  Without any, walls are shuffled.
    """
    rng = Random(f"{seed}/{number}")  # noqa: S311  a game of chance that must repeat
    roster = list(ROSTER)
    shuffle(roster, rng)
    ruleset = rules.ruleset
    game = Game(number, ruleset, roster[: ruleset.seats])
    deal: Deal | None = first_deal(ruleset, rng)
    dealt = 0
    while deal is not None and not (deals and dealt == len(deals)):
        minds: list[Mind]
        if deals:
            wanted = deals[(number * _stride(len(deals)) + dealt) % len(deals)]
            stack = leading_to(wanted, deal)
            dealt += stack is wanted
            wall, minds = stacked(stack, ruleset, deal, rng), scripts(stack, ruleset, deal)
        else:
            wall = shuffled(ruleset, rng, deal.away)
            minds = [Player(style, rng, rules.stakes) for style in game.players]
        table = Table(ruleset, deal, wall, rules.tiles)
        outcome = yield from Round(table, minds, rules.table).play()
        game.rounds.append(PlayedRound.of(table, outcome))
        deal = next_deal(table, outcome, len(game.rounds), rng)
    game.is_complete = deal is None
    return game


def _stride(deals: int) -> int:
    """Stacked deals from the first of a game to the first of the next: about as many as a game has rounds.

    It has no divisor in common with their number, so that as many games begin with every deal.
    """
    return next(stride for stride in (7, 8, 9, 11, 13, 1) if gcd(stride, deals) == 1)


def answerers(rules: Rules) -> dict[type, Callable[[list[Any]], Sequence[Any]]]:
    """What answers the questions of each kind, under a rule set."""
    return {
        Turn: lambda questions: answer_turns(questions, rules.stakes, rules.table),
        Look: lambda questions: answer_looks(questions, rules.table),
        Price: lambda questions: answer_prices(questions, rules.table),
        Pay: lambda questions: answer_pays(questions, rules.table),
    }


def play_together(plays: Iterable[Play[_T]], rules: Rules) -> Iterator[_T]:
    """Run games side by side and yield their results in order.

    Of the kinds of questions that wait, the one that most games ask is answered next, for all of them.
    """
    answers = answerers(rules)
    coming = enumerate(plays)
    running: dict[int, Play[_T]] = {}
    done: dict[int, _T] = {}
    asked: dict[type, tuple[list[int], list[Any]]] = {kind: ([], []) for kind in answers}

    def resume(place: int, answer: Any) -> None:
        try:
            question = running[place].send(answer)
        except StopIteration as end:
            done[place] = end.value
            del running[place]
        else:
            places, questions = asked[type(question)]
            places.append(place)
            questions.append(question)

    def step() -> bool:
        """Begin games while there is room, and answer one kind of questions; whether any game runs."""
        for place, play in islice(coming, SIDE_BY_SIDE - len(running)):
            running[place] = play
            resume(place, None)
        if running:
            kind = max(asked, key=lambda k: len(asked[k][0]))
            places, questions = asked[kind]
            asked[kind] = [], []
            for place, found in zip(places, answers[kind](questions), strict=True):
                resume(place, found)
        return bool(running)

    for following in count():
        with collector.paused():
            while following not in done and step():
                pass
        if following not in done:
            return
        yield done.pop(following)
