"""What follows a round: who deals next and who sits out, honba, the end of the game."""

from __future__ import annotations

from random import Random
from typing import Final

from mjlog.rulesets.words import Bust, DealerStop, Length
from mjlog.rulesets.words import Deal as DealWord
from mjlog.schema import LENGTHS
from mjlog.simulate.deals import Deal, roll
from mjlog.simulate.results import Outcome
from mjlog.simulate.table import Table

SESSION: Final = 12
"""Rounds after which players stop where the rules set no end."""
_NORTH_ROUND: Final = 3
"""The last round wind there is."""


def next_deal(table: Table, outcome: Outcome, played: int, rng: Random) -> Deal | None:
    """The deal that follows a round; None when the game is over (Tenhou manual; EMA rules 2016, 3.4).

    Args:
        table: the round.
        outcome: how it ended.
        played: rounds of the game that are played.
        rng: where dice come from.
    """
    deal, rules = table.deal, table.rules
    stays = outcome.dealer_stays
    dealer = deal.dealer if stays else _next_dealer(table, outcome)
    if _is_over(table, outcome, dealer, played):
        return None
    wind, number = deal.round_wind, deal.number + _passes(table, dealer)
    if rules.length is Length.OPEN:
        wind, number = 0, dealer + 1
    elif number > rules.seats:
        wind, number = wind + 1, number - rules.seats
    honba = 0 if outcome.winners and not stays else deal.honba + (outcome.kind != "chombo")
    away = _next_away(table, outcome, dealer)
    return Deal(wind, number, dealer, honba, outcome.sticks, outcome.scores, away, roll(rules, rng))


def _passes(table: Table, dealer: int) -> int:
    """How many seats the deal moves on; who is passed over counts too."""
    return (dealer - table.deal.dealer) % table.rules.seats


def _next_dealer(table: Table, outcome: Outcome) -> int:
    """Who deals when the dealer does not: the nearest winner where winners deal, else the next in turn."""
    if outcome.winners and table.rules.deal is DealWord.WINNER:
        return outcome.winners[0]
    return table.others[table.deal.dealer][0].number


def _next_away(table: Table, outcome: Outcome, dealer: int) -> int:
    """Who sits out: after a win whose turn is next after the discarder or tsumo winner, unless he deals."""
    away = table.deal.away
    if away < 0 or not outcome.winners:
        return away
    first, *later = [seat.number for seat in table.others[outcome.from_seat]]
    return first if first != dealer else [*later, outcome.from_seat][0]


def _is_over(table: Table, outcome: Outcome, dealer: int, played: int) -> bool:
    rules, deal, scores = table.rules, table.deal, outcome.scores
    lowest = min(scores)
    if rules.bust is not Bust.NONE and (lowest < 0 or (lowest == 0 and rules.bust is Bust.AT_ZERO)):
        return True
    if outcome.kind == "chombo":
        return False
    if rules.length is Length.OPEN:
        return played >= SESSION
    scheduled = LENGTHS.index(rules.length) - 1
    if scheduled < 0:
        return True
    following = table.others[dealer][0].number if outcome.dealer_stays else dealer
    ends_wind = deal.number + _passes(table, following) > rules.seats
    if not (deal.round_wind > scheduled or (deal.round_wind == scheduled and ends_wind)):
        return False
    reached = max(scores) >= rules.target_score
    if not outcome.dealer_stays:
        return reached or (ends_wind and (deal.round_wind > scheduled or deal.round_wind == _NORTH_ROUND))
    leads = scores.index(max(scores)) == deal.dealer
    is_abort = outcome.kind == "abortive_draw"
    stop = rules.agari_yame if outcome.winners else rules.tenpai_yame
    return leads and reached and not is_abort and stop is not DealerStop.NEVER
