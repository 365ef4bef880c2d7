from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from mjlog.rulesets import Ruleset, load
from mjlog.simulate.deals import Deal
from mjlog.simulate.game import Rules, answerers, play_together
from mjlog.simulate.rare import RareDeal, stacked
from mjlog.simulate.results import Outcome
from mjlog.simulate.round import Round
from mjlog.simulate.script import scripts
from mjlog.simulate.table import Table, TileSet
from mjlog.simulate.wall import shuffled


def first_round(rules: Ruleset, **values) -> Deal:
    start = {"round_wind": 0, "number": 1, "dealer": 0, "honba": 0, "sticks": 0}
    return Deal(**(start | {"scores": (25000,) * rules.seats} | values))


@pytest.fixture(scope="session")
def deal_of():
    """Make the first round of a rule set, but for some values."""
    return first_round


@pytest.fixture
def table_of():
    """Make a table: hands in mpsz by place from the dealer (seat 0), filled up from what is left."""

    def make(*hands: str, rules: Ruleset | None = None, back: str = "", dora: str = "", **values) -> Table:
        ruleset = rules or load("tenhou")
        deal = first_round(ruleset, **values)
        stack = RareDeal("test", (), hands=hands, back=back, dora=dora)
        wall = stacked(stack, ruleset, deal, Random(1))
        return Table(ruleset, deal, wall, TileSet.of(ruleset))

    return make


@pytest.fixture
def ask():
    """Run a generator of questions to its end and give its result."""

    def run(play, rules: Ruleset | None = None):
        answers, answer = answerers(Rules.of(rules or load("tenhou"))), None
        while True:
            try:
                question = play.send(answer)
            except StopIteration as end:
                return end.value
            answer = answers[type(question)]([question])[0]

    return run


@pytest.fixture(scope="session")
def play_all():
    """Play stacked deals side by side, with deep pockets; the table and outcome of each."""

    def play(
        ruleset: Ruleset, stacks: Sequence[RareDeal], seed: int = 0, **values
    ) -> list[tuple[Table, Outcome]]:
        rules, tables, plays = Rules.of(ruleset), [], []
        for stack in stacks:
            start = {"scores": (200_000,) * ruleset.seats, "honba": max(stack.honba, 1)}
            deal = first_round(ruleset, **(start | values))
            tables.append(Table(ruleset, deal, stacked(stack, ruleset, deal, Random(seed)), rules.tiles))
            plays.append(Round(tables[-1], scripts(stack, ruleset, deal), rules.table).play())
        return list(zip(tables, play_together(plays, rules), strict=True))

    return play


@pytest.fixture(scope="session")
def play_stacked(play_all):
    """Play one stacked deal with deep pockets; its table and outcome."""

    def play(ruleset: Ruleset, stack: RareDeal, **values) -> tuple[Table, Outcome]:
        (found,) = play_all(ruleset, [stack], **values)
        return found

    return play


@pytest.fixture
def any_wall():
    return shuffled(load("tenhou"), Random(0))
