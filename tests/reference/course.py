"""The course of a game: results of rounds, who deals next, when it ends, final points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import Bust, DealerStop, LeftoverSticks, Ties
from tests.reference.generator import STYLES, THEMES, Style, play_round
from tests.reference.legal import abort_after_discard
from tests.reference.model import Moment, RoundInput
from tests.reference.payments import STICK
from tests.reference.replayer import replay
from tests.reference.results import exhaustive_draw, pay_wins
from tests.reference.scorer import Score
from tests.reference.wall import stack

CONNECTION = ("leave", "return")
WINDS = ("east", "south", "west", "north")


@dataclass(frozen=True)
class Deal:
    """A round about to be dealt."""

    round_wind: int
    number: int
    """Number within the wind, from 1."""
    honba: int
    sticks: int
    scores: tuple[int, ...]

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

    @property
    def is_win(self) -> bool:
        """Somebody won."""
        return bool(self.wins)


@dataclass(frozen=True)
class Game:
    """A whole game."""

    rules: Ruleset
    rounds: tuple[RoundInput, ...]
    outcomes: tuple[Outcome, ...]
    final_scores: tuple[int, ...]
    is_complete: bool


def outcome_of(given: RoundInput) -> Outcome:
    """What a played round's end is worth."""
    moments = [m for m in replay(given) if m.event is not None and m.event["kind"] not in CONNECTION]
    last = moments[-1]
    paid = [a - b for a, b in zip(last.scores, given.scores, strict=True)]
    kinds = [m.event["kind"] for m in moments if m.event is not None]
    if kinds[-1] == "win":
        return _won(given, moments[len(kinds) - 1 - kinds.count("win")], paid)
    tenpai = None
    if kinds[-1] == "exhaustive_draw":
        type_, tenpai, changes = exhaustive_draw(last, given)
        stays = tenpai[given.dealer] and given.rules.tenpai_renchan
    else:
        type_, changes = _abort_type(moments, given), (0,) * given.players
        stays = given.rules.abortive_renchan
    draw = {
        "log_type": type_,
        "log_tenpai": None if tenpai is None else list(tenpai),
        "log_deltas": list(changes),
    }
    deltas = tuple(p + c for p, c in zip(paid, changes, strict=True))
    return Outcome(kinds[-1], deltas, last.sticks, stays, draw=draw)


def _abort_type(moments: list[Moment], given: RoundInput) -> str:
    before = moments[-2]
    assert before.event is not None
    if before.event["kind"] == "draw":
        return "kyuushu_kyuuhai"
    last_discarder = before.seats[before.event["seat"]]
    if last_discarder.riichi_seq is not None and not last_discarder.riichi_accepted:
        return "sanchahou"
    return abort_after_discard(before, given) or "sanchahou"


def _won(given: RoundInput, moment: Moment, paid: list[int]) -> Outcome:
    """`moment` is the one before the first win event."""
    events = [e for e in given.events if e["kind"] == "win"]
    seats = [e["seat"] for e in events]
    from_seat, tile = events[0]["target_seat"], events[0]["tile"]
    results = pay_wins(moment, given, seats, from_seat, tile)
    deltas = list(paid)
    wins = []
    for seat, (scored, payment) in zip(seats, results, strict=True):
        deltas = [a + b for a, b in zip(deltas, payment.deltas, strict=True)]
        view = moment.seats[seat]
        hand = sorted([*view.hand.elements(), *([] if seat == from_seat else [tile])])
        liable = [s for y, s in view.pao if y in scored.yaku]
        wins.append(
            {
                "seat": seat,
                "from_seat": from_seat,
                "tile": tile,
                "log_pao_seat": liable[0] if liable else None,
                "log_hand": hand,
                "log_points": payment.value,
                "log_honba": payment.honba,
                "log_riichi_sticks": payment.sticks,
                "log_deltas": list(payment.deltas),
                **_score_columns(scored),
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


def after(deal: Deal, outcome: Outcome, rules: Ruleset) -> tuple[Deal, bool]:
    """(the next deal, whether the game is over) after a round."""
    scores = tuple(s + d for s, d in zip(deal.scores, outcome.deltas, strict=True))
    honba = deal.honba + 1 if outcome.dealer_stays or not outcome.is_win else 0
    number = deal.number if outcome.dealer_stays else deal.number % rules.players + 1
    wind = deal.round_wind + (not outcome.dealer_stays and deal.number == rules.players)
    following = Deal(wind, number, honba, outcome.sticks, scores)
    return following, _is_over(deal, following, outcome, rules)


def _is_over(deal: Deal, following: Deal, outcome: Outcome, rules: Ruleset) -> bool:
    scores = following.scores
    if rules.bust is Bust.BELOW_ZERO and min(scores) < 0:
        return True
    scheduled = WINDS.index(rules.length)
    reached = max(scores) >= rules.target_score
    if outcome.dealer_stays:
        last = deal.round_wind > scheduled or (deal.round_wind == scheduled and deal.number == rules.players)
        leads = ranking(scores)[0] == deal.dealer and reached
        stop = rules.agari_yame if outcome.kind in ("tsumo", "ron") else rules.tenpai_yame
        return last and leads and stop is not DealerStop.NEVER and outcome.kind != "abortive_draw"
    if following.round_wind > scheduled:
        return reached or rules.target_score == 0 or following.round_wind > scheduled + 1
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


def final_points(scores: tuple[int, ...], rules: Ruleset) -> list[float]:
    """Result of each seat in thousands, with uma and oka."""
    order = ranking(scores)
    oka = (rules.return_score - rules.start_score) * rules.players / 1000
    bonus = [u + (oka if rank == 0 else 0) for rank, u in enumerate(rules.uma)]
    if rules.ties is Ties.SPLIT:
        equal = {p: [r for r, s in enumerate(order) if scores[s] == p] for p in scores}
        bonus = [sum(bonus[r] for r in equal[scores[s]]) / len(equal[scores[s]]) for s in order]
    return [
        round((scores[s] - rules.return_score) / 1000 + bonus[order.index(s)], 1) for s in range(len(scores))
    ]


def play_game(rules: Ruleset, rng: Random, max_rounds: int = 30, themes: Sequence[str] = THEMES) -> Game:
    """Play a game of random legal rounds, each dealt by one of `themes`."""
    deal = Deal(0, 1, 0, 0, (rules.start_score,) * rules.players)
    rounds: list[RoundInput] = []
    outcomes: list[Outcome] = []
    over = False
    while not over and len(rounds) < max_rounds:
        theme = rng.choice(themes)
        wall = stack(rules, theme, deal.dealer, rng)
        given = RoundInput(
            rules=rules,
            dealer=deal.dealer,
            round_wind=deal.round_wind,
            round_number=deal.number,
            honba=deal.honba,
            sticks=deal.sticks,
            scores=deal.scores,
            hands=tuple(tuple(h) for h in wall.hands),
            dora_indicators=(wall.dora[0],),
            round_index=len(rounds),
        )
        played = play_round(given, wall, STYLES.get(theme, Style()), rng)
        outcome = outcome_of(played)
        rounds.append(replace(played, ura_indicators=_shown_ura(played)))
        outcomes.append(outcome)
        deal, over = after(deal, outcome, rules)
    scores = final_scores(deal.scores, deal.sticks, rules)
    return Game(rules, tuple(rounds), tuple(outcomes), scores, over)


def _shown_ura(played: RoundInput) -> tuple[int, ...]:
    """Ura indicators that a log of the round shows: those that count for a winner in riichi."""
    declared = {e["seat"] for e in played.events if e["kind"] == "riichi"}
    won = any(e["kind"] == "win" and e["seat"] in declared for e in played.events)
    if not won or not played.rules.ura_dora:
        return ()
    return (played.ura_indicators or ())[: None if played.rules.kan_ura_dora else 1]
