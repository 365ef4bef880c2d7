from __future__ import annotations

from random import Random

import pytest

from mjlog.rulesets import Ruleset, RulesetTable, load
from mjlog.simulate.questions import Look, answer_looks, answer_prices
from mjlog.simulate.rare import RareDeal, stacked
from mjlog.simulate.table import Deal, Table
from mjlog.simulate.wall import Wall, shuffled


@pytest.fixture
def table_of():
    """Make a table: hands in mpsz by seat, filled up from what is left; seat 0 deals."""

    def make(*hands: str, rules: Ruleset | None = None, back: str = "", **deal) -> Table:
        ruleset = rules or load("tenhou")
        wall: Wall = stacked(RareDeal("test", (), hands=hands, back=back), ruleset, 0, Random(1))
        values = {"round_wind": 0, "number": 1, "honba": 0, "sticks": 0} | deal
        values.setdefault("scores", (25000,) * ruleset.players)
        return Table(ruleset, Deal(**values), wall)

    return make


@pytest.fixture
def ask():
    """Run a generator of questions to its end and give its result."""

    def run(play, rules: Ruleset | None = None):
        table = RulesetTable.of([rules or load("tenhou")])
        answer = None
        while True:
            try:
                question = play.send(answer)
            except StopIteration as end:
                return end.value
            is_look = isinstance(question, Look)
            answer = answer_looks([question])[0] if is_look else answer_prices([question], table)[0]

    return run


@pytest.fixture
def any_wall():
    return shuffled(load("tenhou"), Random(0))
