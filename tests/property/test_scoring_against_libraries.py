"""The columnar engine scores random hands like two public libraries, `mahjong` and `jansou`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mjlog.rulesets import resolve
from mjlog.rulesets.load import load
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import YAKU
from mjlog.scoring.score import score_hands
from tests.property.test_scoring_against_reference import columns_of
from tests.reference import test_scorer_against_libraries as libraries
from tests.reference.readings import Win

pytestmark = pytest.mark.oracle

HANDS = 3000
RED_KINDS = (4, 13, 22)
LIKE_JANSOU = '{"extends": "tenhou"}'
# `mahjong` takes the tile drawn last as the winning tile of tenhou, too.
LIKE_MAHJONG = '{"extends": "mahjong_soul", "tenhou_any_tile": false}'


def _without_red_fives(win: Win) -> bool:
    """Whether the hand lacks the fourth five of every suit, which `mahjong` takes for the red one."""
    return all(_copies(win, kind) < 4 for kind in RED_KINDS)


def _copies(win: Win, kind: int) -> int:
    return win.counts[kind] + sum(libraries._held(meld.type, meld.kind, kind) for meld in win.melds)


@pytest.mark.parametrize(
    ("ask", "rules", "is_asked"),
    [
        pytest.param(libraries._ask_mahjong, LIKE_MAHJONG, _without_red_fives, id="mahjong"),
        pytest.param(libraries._ask_jansou, LIKE_JANSOU, bool, id="jansou"),
    ],
)
def test_random_hands_score_as_in(ask: Callable, rules: str, is_asked: Callable):
    wins = [win for win in map(libraries._plain, range(10**6, 10**6 + HANDS)) if is_asked(win)]
    hands = columns_of(wins, [0] * len(wins))
    scored = score_hands(hands, RulesetTable.of([resolve(rules)]))
    answers = [ask(win) for win in wins]
    np.testing.assert_array_equal(scored.has_yaku, [answer is not None for answer in answers])
    for row in np.flatnonzero(scored.has_yaku):
        yaku, han, fu, _ = answers[row]
        found = {slug for bit, slug in enumerate(YAKU) if int(scored.yaku[row]) >> bit & 1}
        if rules == LIKE_JANSOU:
            found = {libraries._MERGED.get(slug, slug) for slug in found}
        assert found == yaku, wins[row]
        if not scored.yakuman[row]:
            assert (scored.han[row], scored.fu[row]) == (han, fu), wins[row]


def test_values_are_those_of_jansou():
    wins = list(map(libraries._plain, range(2 * 10**6, 2 * 10**6 + HANDS)))
    scored = score_hands(columns_of(wins, [0] * HANDS), RulesetTable.of([load("tenhou")]))
    answers = [libraries._ask_jansou(win) for win in wins]
    np.testing.assert_array_equal(scored.base, [answer[3] if answer else 0 for answer in answers])
