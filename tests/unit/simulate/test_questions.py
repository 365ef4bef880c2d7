from __future__ import annotations

import pytest

from mjlog.lookup.hands import suits_from_codes
from mjlog.notation import MPSZ
from mjlog.rulesets import RulesetTable, load
from mjlog.simulate import questions
from mjlog.simulate.questions import Look

TENHOU = RulesetTable.of([load("tenhou")])


def answer_looks(looks: list[Look], rules: RulesetTable = TENHOU) -> list[questions.Prospects]:
    return questions.answer_looks(looks, rules)


def look(*hands: str, unseen: list[int] | None = None) -> Look:
    suits = [tuple(suits_from_codes(MPSZ.parse_hand(h)[None])[0].tolist()) for h in hands]
    return Look(suits, suits, [0] * len(hands), unseen or [4] * 34)


def test_accepted_tiles_are_the_unseen_ones_that_help():
    unseen = [4] * 34
    unseen[MPSZ.parse("1s")] = 1
    found = answer_looks([look("123456789p4423s", unseen=unseen)])[0]
    assert found.shanten == [0]
    assert found.waits == [1 << 18 | 1 << 21]
    assert found.accepted == [1 + 4]


def test_only_the_nearest_hands_are_counted():
    found = answer_looks([look("123456789p4423s", "123456789p4429s")])[0]
    assert found.shanten == [0, 1]
    assert found.accepted[0] > 0
    assert found.accepted[1] == 0


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_answers_do_not_depend_on_who_else_asks(order):
    looks = [
        look("123456789p4423s"),
        look("19m19p19s1234567z", "147m258p369s1234z"),
        look("1133557799p11s2z"),
    ]
    together = answer_looks([looks[i] for i in order])
    for place, i in enumerate(order):
        assert together[place] == answer_looks([looks[i]])[0]


def test_four_equal_tiles_are_two_pairs_where_the_rules_say_so():
    asked = look("2222p4466p88s113z")
    assert answer_looks([asked])[0].shanten == [2]
    quads = answer_looks([asked], RulesetTable.of([load("toutenkou")]))[0]
    assert quads.shanten == [0]
    assert quads.waits == [1 << MPSZ.parse("3z")]
