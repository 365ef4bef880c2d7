"""The course of a game: results of rounds, who deals next, when it ends, final points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import Bust, Chombo, DealerStop, LeftoverSticks, Length, Ties
from mjlog.rulesets.words import Deal as DealRule
from mjlog.tiles import NO_TILE
from tests.reference.draws import exhaustive_draw
from tests.reference.generator import STYLES, THEMES, Style, play_round
from tests.reference.legal import abort_after_discard, may_abort_with_three_riichi
from tests.reference.model import Moment, RoundInput
from tests.reference.payments import STICK, chombo_payments, liable_seat
from tests.reference.replayer import replay
from tests.reference.results import pay_wins, table_of
from tests.reference.scorer import Score
from tests.reference.wall import Wall, stack

CONNECTION = ("leave", "return")
WINDS = (Length.EAST, Length.SOUTH, Length.WEST, Length.NORTH)


@dataclass(frozen=True)
class Deal:
    """A round about to be dealt."""

    round_wind: int
    number: int
    """Number within the wind, from 1."""
    honba: int
    sticks: int
    scores: tuple[int, ...]
    away: int | None = None
    """Player of the game who sits the round out."""

    @property
    def dealer(self) -> int:
        """Seat of the dealer; seat 0 deals first."""
        return self.number - 1


@dataclass(frozen=True)
class Outcome:
    """How a round ended and what it changed."""

    kind: str
    """As `schema.OUTCOMES`."""
    deltas: tuple[int, ...]
    """Score changes of the whole round, sticks included."""
    sticks: int
    """Sticks left on the table."""
    dealer_stays: bool
    wins: tuple[dict[str, Any], ...] = ()
    draw: dict[str, Any] | None = None
    nagashi_winners: tuple[int, ...] = ()
    """Players whose nagashi is a win."""
    is_decided: bool = True
    """Whether a log shows who is tenpai; which tiles of an open hand are shown, it does not."""

    @property
    def winners(self) -> list[int]:
        """Who won."""
        return [w["seat"] for w in self.wins] or list(self.nagashi_winners)

    @property
    def is_win(self) -> bool:
        """Somebody won."""
        return bool(self.winners)


@dataclass(frozen=True)
class Game:
    """A whole game."""

    rules: Ruleset
    rounds: tuple[RoundInput, ...]
    outcomes: tuple[Outcome, ...]
    final_scores: tuple[int, ...]
    is_complete: bool

    @property
    def faults(self) -> list[int]:
        """Seat of each chombo."""
        ends = (given.events[-1] for given in self.rounds if given.events)
        return [e["seat"] for e in ends if e["kind"] == "chombo"]


def outcome_of(given: RoundInput) -> Outcome:
    """What a played round's end is worth."""
    moments = [m for m in replay(given) if m.event is not None and m.event["kind"] not in CONNECTION]
    last = moments[-1]
    paid = [a - b for a, b in zip(last.scores, given.scores, strict=True)]
    kinds = [m.event["kind"] for m in moments if m.event is not None]
    if kinds[-1] == "win":
        return _won(given, moments[len(kinds) - 1 - kinds.count("win")], paid)
    if kinds[-1] == "chombo":
        return _faulty(given, last, paid)
    if kinds[-1] == "abortive_draw":
        none = (0,) * given.seats
        draw = _draw_row(_abort_type(moments, given), None, none)
        return Outcome(kinds[-1], tuple(paid), last.sticks, given.rules.abortive_renchan, draw=draw)
    drawn = exhaustive_draw(last, given)
    deltas = tuple(p + c for p, c in zip(paid, drawn.deltas, strict=True))
    stays = drawn.tenpai[given.dealer] and given.rules.tenpai_renchan
    sticks = last.sticks
    if drawn.winners:
        stays, sticks = given.dealer in drawn.winners and given.rules.win_renchan, 0
    row = _draw_row(drawn.type, drawn.tenpai, drawn.deltas)
    return Outcome(
        kinds[-1],
        deltas,
        sticks,
        stays,
        draw=row,
        nagashi_winners=drawn.winners,
        is_decided=drawn.is_decided,
    )


def _draw_row(type_: str, tenpai: tuple[bool, ...] | None, changes: tuple[int, ...]) -> dict[str, Any]:
    ready = None if tenpai is None else list(tenpai)
    return {"log_type": type_, "log_tenpai": ready, "log_deltas": list(changes)}


def _faulty(given: RoundInput, last: Moment, paid: list[int]) -> Outcome:
    """Chombo: the sticks of the round go back, the round is played again."""
    assert last.event is not None
    table = table_of(last, given)
    changes = chombo_payments(last.event["seat"], table)
    back = [STICK * (seat in table.own_sticks) for seat in range(given.seats)]
    deltas = tuple(p + c + b for p, c, b in zip(paid, changes, back, strict=True))
    sticks = last.sticks - len(table.own_sticks)
    return Outcome("chombo", deltas, sticks, dealer_stays=True, draw=_draw_row("chombo", None, changes))


def _abort_type(moments: list[Moment], given: RoundInput) -> str:
    before = moments[-2]
    assert before.event is not None
    if before.event["kind"] == "draw":
        return "kyuushu_kyuuhai"
    last_discarder = before.seats[before.event["seat"]]
    aborts = abort_after_discard(before, given)
    is_third = before.event["kind"] == "riichi_accepted" and may_abort_with_three_riichi(before, given)
    if aborts is None and is_third:
        return "sancha_riichi"
    if last_discarder.riichi_seq is not None and not last_discarder.riichi_accepted:
        return "sanchahou"
    return aborts or "sanchahou"


def _won(given: RoundInput, moment: Moment, paid: list[int]) -> Outcome:
    """`moment` is the one before the first win event."""
    events = [e for e in given.events if e["kind"] == "win"]
    seats = [e["seat"] for e in events]
    from_seat, tile = events[0]["target_seat"], events[0]["tile"]
    results = pay_wins(moment, given, seats, from_seat, tile)
    deltas = list(paid)
    wins = []
    for seat, (claim, payment) in zip(seats, results, strict=True):
        deltas = [a + b for a, b in zip(deltas, payment.deltas, strict=True)]
        hand = sorted([*moment.seats[seat].hand.elements(), *([] if seat == from_seat else [tile])])
        wins.append(
            {
                "seat": seat,
                "from_seat": from_seat,
                "tile": NO_TILE if tile is None else tile,
                "log_pao_seat": liable_seat(claim, table_of(moment, given)),
                "log_hand": hand,
                "log_points": payment.value,
                "log_honba": payment.honba,
                "log_riichi_sticks": payment.sticks,
                "log_deltas": list(payment.deltas),
                **_score_columns(claim.score),
            }
        )
    kind = "tsumo" if seats[0] == from_seat else "ron"
    return Outcome(kind, tuple(deltas), 0, given.dealer in seats and given.rules.win_renchan, tuple(wins))


def _score_columns(scored: Score) -> dict[str, Any]:
    return {
        "log_han": scored.han,
        "log_fu": scored.fu,
        "log_limit": scored.limit,
        "log_yaku": list(scored.yaku),
        "log_yaku_han": list(scored.yaku.values()),
    }


# --- from round to round ---------------------------------------------------------------------------


def after(deal: Deal, outcome: Outcome, rules: Ruleset, stops: bool = False) -> tuple[Deal, bool]:
    """(the next deal, whether the game is over) after a round; `stops`: the players of an open end."""
    scores = tuple(s + d for s, d in zip(deal.scores, outcome.deltas, strict=True))
    if outcome.kind == "chombo":
        again = replace(deal, scores=scores, sticks=outcome.sticks)
        return again, _is_bust(scores, rules) or (rules.length is Length.OPEN and stops)
    playing = [s for s in range(rules.seats) if s != deal.away]
    honba = deal.honba + 1 if outcome.dealer_stays or not outcome.is_win else 0
    dealer = deal.dealer if outcome.dealer_stays else _next_dealer(deal, outcome, playing, rules)
    away = _next_away(deal, outcome, playing, dealer)
    wraps = not outcome.dealer_stays and dealer < deal.dealer and rules.length is not Length.OPEN
    following = Deal(deal.round_wind + wraps, dealer + 1, honba, outcome.sticks, scores, away)
    return following, _is_over(deal, following, outcome, rules, stops)


def _in_turn(seats: Iterable[int], start: int, rules: Ruleset) -> list[int]:
    return sorted(seats, key=lambda s: (s - start - 1) % rules.seats)


def _thrower(deal: Deal, outcome: Outcome) -> int:
    """From whom turns are counted after a win: the discarder; the dealer where nobody discarded."""
    ron = [w["from_seat"] for w in outcome.wins if w["from_seat"] != w["seat"]]
    return ron[0] if ron else deal.dealer


def _next_dealer(deal: Deal, outcome: Outcome, playing: list[int], rules: Ruleset) -> int:
    """The winner where the rules say so: the dealer, or the nearest; otherwise the next in turn."""
    if rules.deal is DealRule.WINNER and outcome.is_win:
        nearest = _in_turn(outcome.winners, _thrower(deal, outcome), rules)
        return deal.dealer if deal.dealer in nearest else nearest[0]
    return _in_turn(playing, deal.dealer, rules)[0]


def _next_away(deal: Deal, outcome: Outcome, playing: list[int], dealer: int) -> int | None:
    """After a win the next in turn after who discarded or won on an own tile, but for the next dealer."""
    if deal.away is None or not outcome.is_win:
        return deal.away
    seats = len(deal.scores)
    ron = [w["from_seat"] for w in outcome.wins if w["from_seat"] != w["seat"]]
    start = ron[0] if ron else outcome.winners[0]
    turn = sorted(playing, key=lambda s: (s - start - 1) % seats)
    return turn[0] if turn[0] != dealer else turn[1]


def _is_bust(scores: tuple[int, ...], rules: Ruleset) -> bool:
    least = min(scores)
    return (rules.bust is Bust.BELOW_ZERO and least < 0) or (rules.bust is Bust.AT_ZERO and least <= 0)


def _is_over(deal: Deal, following: Deal, outcome: Outcome, rules: Ruleset, stops: bool) -> bool:
    scores = following.scores
    if _is_bust(scores, rules) or rules.length is Length.ONE_ROUND:
        return True
    if rules.length is Length.OPEN:
        return stops
    scheduled = WINDS.index(rules.length)
    reached = max(scores) >= rules.target_score
    if outcome.dealer_stays:
        last = deal.round_wind > scheduled or (deal.round_wind == scheduled and deal.number == rules.players)
        leads = ranking(scores)[0] == deal.dealer and reached
        stop = rules.agari_yame if outcome.is_win else rules.tenpai_yame
        return last and leads and stop is not DealerStop.NEVER and outcome.kind != "abortive_draw"
    if following.round_wind > scheduled:
        last_wind = min(scheduled + 1, len(WINDS) - 1)
        return reached or rules.target_score == 0 or following.round_wind > last_wind
    return False


def ranking(scores: tuple[int, ...]) -> list[int]:
    """Seats from first to last; ties by seat."""
    return sorted(range(len(scores)), key=lambda s: (-scores[s], s))


def final_scores(scores: tuple[int, ...], sticks: int, rules: Ruleset) -> tuple[int, ...]:
    """Scores with the sticks that were left on the table."""
    if rules.leftover_sticks is LeftoverSticks.LOST:
        return scores
    first = ranking(scores)[0]
    return tuple(p + STICK * sticks * (s == first) for s, p in enumerate(scores))


def uma(scores: tuple[int, ...], rules: Ruleset) -> tuple[float, ...]:
    """Uma by rank; where it floats, by how many have the return score (none named: no uma)."""
    if not rules.floating_uma:
        return tuple(rules.uma)
    reached = sum(p >= rules.return_score for p in scores)
    rows = ((0.0,) * rules.seats, *rules.floating_uma)
    return tuple(rows[reached]) if reached < len(rows) else rows[0]


def final_points(scores: tuple[int, ...], rules: Ruleset, faults: Sequence[int] = ()) -> list[float]:
    """Result of each seat in thousands, with uma and oka; `faults` are the seats of each chombo."""
    order = ranking(scores)
    oka = (rules.return_score - rules.start_score) * rules.seats / 1000
    bonus = [u + (oka if rank == 0 else 0) for rank, u in enumerate(uma(scores, rules))]
    if rules.ties is Ties.SPLIT:
        equal = {p: [r for r, s in enumerate(order) if scores[s] == p] for p in scores}
        bonus = [sum(bonus[r] for r in equal[scores[s]]) / len(equal[scores[s]]) for s in order]
    fine = rules.chombo_points / 1000 if rules.chombo is Chombo.RESULT else 0
    return [
        round((scores[s] - rules.return_score) / 1000 + bonus[order.index(s)] - fine * faults.count(s), 2)
        for s in range(len(scores))
    ]


STOPPING = 0.15
"""Chance that the players of an open end stop after a round."""


def play_game(rules: Ruleset, rng: Random, max_rounds: int = 30, themes: Sequence[str] = THEMES) -> Game:
    """Play a game of random legal rounds, each dealt by one of `themes`."""
    scores = (rules.start_score,) * rules.seats
    deal = Deal(0, 1, 0, 0, scores, away=rules.seats - 1 if rules.sits_out else None)
    rounds: list[RoundInput] = []
    outcomes: list[Outcome] = []
    over = False
    while not over and len(rounds) < max_rounds:
        theme = rng.choice(themes)
        given, wall = _dealt(deal, rules, theme, rng)
        played = play_round(replace(given, round_index=len(rounds)), wall, STYLES.get(theme, Style()), rng)
        outcome = outcome_of(played)
        rounds.append(replace(played, ura_indicators=_shown_ura(played)))
        outcomes.append(outcome)
        stops = rules.length is Length.OPEN and rng.random() < STOPPING
        deal, over = after(deal, outcome, rules, stops)
    scores = final_scores(deal.scores, deal.sticks, rules)
    return Game(rules, tuple(rounds), tuple(outcomes), scores, over)


def _dealt(deal: Deal, rules: Ruleset, theme: str, rng: Random) -> tuple[RoundInput, Wall]:
    """A round before its first event, and its wall."""
    playing = [s for s in range(rules.seats) if s != deal.away]
    wall = stack(rules, theme, playing.index(deal.dealer), rng)
    hands = dict(zip(playing, map(tuple, wall.hands), strict=True))
    given = RoundInput(
        rules=rules,
        dealer=deal.dealer,
        round_wind=deal.round_wind,
        round_number=deal.number,
        honba=deal.honba,
        sticks=deal.sticks,
        scores=deal.scores,
        hands=tuple(hands.get(s, ()) for s in range(rules.seats)),
        dora_indicators=(wall.dora[0],),
        away=deal.away,
        dice=(rng.randint(1, 6), rng.randint(1, 6)) if rules.dice_pair_doubles else None,
    )
    return given, wall


def _shown_ura(played: RoundInput) -> tuple[int, ...]:
    """Ura indicators that a log of the round shows: those that count for a winner in riichi."""
    declared = {e["seat"] for e in played.events if e["kind"] == "riichi"}
    won = any(e["kind"] == "win" and e["seat"] in declared for e in played.events)
    if not won or not played.rules.ura_dora:
        return ()
    return (played.ura_indicators or ())[: None if played.rules.kan_ura_dora else 1]
