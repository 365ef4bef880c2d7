"""What follows a round: dealer, honba, who sits out, the end."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from mjlog.rulesets import load
from mjlog.simulate.course import SESSION, next_deal
from mjlog.simulate.results import Outcome

TENHOU, TOUTENKOU = load("tenhou"), load("toutenkou")
EVEN = (25000,) * 4
FOUR = replace(TOUTENKOU, sits_out=True, uma=(0, 0, 0, 0))


@pytest.fixture
def follows(table_of):
    """The deal after a round that ended in some way."""

    def after(outcome: Outcome, rules=TENHOU, played: int = 1, **values):
        return next_deal(table_of(rules=rules, **values), outcome, played, Random(0))

    return after


def won(seat: int, from_seat: int, scores=EVEN, **values) -> Outcome:
    kind = "tsumo" if seat == from_seat else "ron"
    return Outcome(kind, scores, 0, winners=(seat,), from_seat=from_seat, **values)


def drawn(scores=EVEN, kind="exhaustive_draw", **values) -> Outcome:
    return Outcome(kind, scores, 2, **values)


def test_the_deal_passes_on_and_honba_vanish_after_a_win(follows):
    deal = follows(won(2, 1), dealer=1, number=2, honba=3)
    assert (deal.dealer, deal.number, deal.round_wind, deal.honba) == (2, 3, 0, 0)


def test_a_dealer_who_stays_and_every_draw_add_a_honba(follows):
    deal = follows(won(1, 0, dealer_stays=True), dealer=1, number=2, honba=3)
    assert (deal.dealer, deal.number, deal.honba) == (1, 2, 4)
    deal = follows(drawn(), dealer=1, number=2, honba=3)
    assert (deal.dealer, deal.number, deal.honba, deal.sticks) == (2, 3, 4, 2)


def test_after_the_last_dealer_comes_the_next_wind(follows):
    deal = follows(won(0, 1), dealer=3, number=4)
    assert (deal.dealer, deal.number, deal.round_wind) == (0, 1, 1)


def test_after_chombo_the_round_is_played_again(follows):
    deal = follows(
        drawn(kind="chombo", dealer_stays=True, offender=2), dealer=3, number=4, honba=2, round_wind=1
    )
    assert (deal.dealer, deal.number, deal.round_wind, deal.honba) == (3, 4, 1, 2)


def test_the_winner_deals_where_the_rules_say_so(follows):
    rules = replace(
        TENHOU, deal="winner", length="open", target_score=0, agari_yame="never", tenpai_yame="never"
    )
    deal = follows(won(3, 1), rules, dealer=1, number=2)
    assert (deal.dealer, deal.number, deal.round_wind) == (3, 4, 0)
    deal = follows(won(0, 1), rules, dealer=1, number=2)
    assert (deal.dealer, deal.number, deal.round_wind) == (0, 1, 0)


def test_a_session_is_always_east_and_ends_after_some_rounds(follows):
    three = (25000,) * 3
    deal = follows(won(2, 1, three), TOUTENKOU, dealer=1, number=2)
    assert (deal.dealer, deal.number, deal.round_wind) == (2, 3, 0)
    assert follows(won(2, 1, three), TOUTENKOU, played=SESSION) is None


@pytest.mark.parametrize(
    ("winner", "from_seat", "dealer", "away"),
    [(0, 1, 0, 2), (2, 1, 2, 0), (0, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 2), (2, 2, 2, 0)],
)
def test_who_sits_after_the_discarder_or_tsumo_winner_sits_out_unless_he_deals(
    follows, winner, from_seat, dealer, away
):
    deal = follows(won(winner, from_seat), FOUR, dealer=0, away=3)
    assert (deal.dealer, deal.away) == (dealer, away)


def test_nobody_changes_seats_after_a_draw(follows):
    assert follows(drawn(), FOUR, dealer=0, away=3).away == 3


def test_dice_are_rolled_where_they_matter(follows):
    assert follows(drawn()).dice == ()
    dice = follows(drawn((25000,) * 3), replace(TOUTENKOU, dice_pair_doubles=True)).dice
    assert len(dice) == 2
    assert all(1 <= face <= 6 for face in dice)


@pytest.mark.parametrize(
    ("bust", "lowest", "ends"),
    [
        ("none", -100, False),
        ("below_zero", 0, False),
        ("below_zero", -100, True),
        ("at_zero", 0, True),
        ("at_zero", 100, False),
    ],
)
def test_who_has_nothing_left_ends_the_game(follows, bust, lowest, ends):
    scores = (lowest, 50000, 25000, 25000)
    assert (follows(won(1, 0, scores), replace(TENHOU, bust=bust)) is None) is ends


@pytest.mark.parametrize(
    ("scores", "wind", "ends"),
    [
        ((31000, 23000, 23000, 23000), 1, True),
        ((26000, 25000, 25000, 24000), 1, False),
        ((26000, 25000, 25000, 24000), 2, True),
        ((31000, 23000, 23000, 23000), 0, False),
    ],
)
def test_a_game_ends_with_its_last_round_or_one_wind_later(follows, scores, wind, ends):
    assert (follows(won(0, 1, scores), dealer=3, number=4, round_wind=wind) is None) is ends


@pytest.mark.parametrize(
    ("outcome", "changes", "ends"),
    [
        (won(3, 0, (20000, 20000, 20000, 40000), dealer_stays=True), {}, True),
        (won(3, 0, (20000, 20000, 20000, 40000), dealer_stays=True), {"agari_yame": "never"}, False),
        (won(3, 0, (41000, 20000, 20000, 19000), dealer_stays=True), {}, False),
        (drawn((20000, 20000, 20000, 40000), dealer_stays=True), {}, True),
        (drawn((20000, 20000, 20000, 40000), dealer_stays=True), {"tenpai_yame": "never"}, False),
        (drawn((20000, 20000, 20000, 40000), "abortive_draw", dealer_stays=True), {}, False),
        (drawn((20000, 20000, 20000, 40000), "chombo", dealer_stays=True), {}, False),
    ],
)
def test_a_leading_dealer_stops_in_the_last_round(follows, outcome, changes, ends):
    after = follows(outcome, replace(TENHOU, **changes), dealer=3, number=4, round_wind=1)
    assert (after is None) is ends


def test_a_game_of_one_round(follows):
    rules = replace(TENHOU, length="one_round")
    assert follows(won(1, 0), rules) is None
    assert follows(drawn(kind="chombo", dealer_stays=True), rules) is not None
