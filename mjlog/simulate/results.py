"""How rounds end: payments of wins and draws, and what follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import Bust, DealerStop, Nagashi
from mjlog.schema import LENGTHS
from mjlog.scoring.hands import Meld as MeldType
from mjlog.scoring.payments import (
    PaidWins,
    hand_payments,
    liable_base,
    seats_of,
    table_shares,
    win_deltas,
)
from mjlog.scoring.settlements import PaidTables, nagashi_deltas, noten_deltas
from mjlog.simulate.questions import Value
from mjlog.simulate.seat import YAOCHUU_MASK, Seat, red_first
from mjlog.simulate.table import Deal, Table

_NORTH_ROUND: Final = 3
"""The last round wind there is."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended."""

    kind: str
    """As `schema.OUTCOMES`."""
    scores: tuple[int, ...]
    """Scores after the round."""
    sticks: int
    """Riichi sticks left on the table."""
    wins: Sequence[Row] = ()
    """Columns of `schema.WINS`."""
    draw: Row | None = None
    """Columns of `schema.DRAWS`."""
    dealer_stays: bool = False


def won(
    table: Table,
    rules: RulesetTable,
    winners: Sequence[Seat],
    from_seat: int,
    tile: int,
    values: Sequence[Value],
) -> Outcome:
    """Pay the wins on one tile; `winners` are in turn order after seat `from_seat`."""
    paid = _paid(table, rules, winners, from_seat, values)
    deltas = win_deltas(paid, rules)
    points = hand_payments(paid, rules).sum(axis=1)
    players = len(table.seats)
    wins = []
    for i, (seat, value) in enumerate(zip(winners, values, strict=True)):
        is_tsumo = seat.number == from_seat
        liable = [s for s, b in zip(seat.pao, paid.pao_base[i].tolist(), strict=True) if b > 0 and s >= 0]
        wins.append(
            {
                "seat": seat.number,
                "from_seat": from_seat,
                "tile": tile,
                "log_pao_seat": liable[0] if liable else None,
                "log_hand": [*sorted(seat.codes, key=red_first), *([] if is_tsumo else [tile])],
                "log_han": value.han,
                "log_fu": value.fu,
                "log_points": int(points[i]),
                "log_limit": value.limit,
                "log_yaku": [slug for slug, _ in value.entries],
                "log_yaku_han": [han for _, han in value.entries],
                "log_dora_indicators": table.wall.shown,
                "log_honba": int(paid.honba[i]),
                "log_riichi_sticks": int(paid.sticks[i]),
                "log_deltas": deltas[i, :players].tolist(),
            }
        )
    scores = [s + d for s, d in zip(table.scores, deltas.sum(axis=0).tolist(), strict=False)]
    dealer_won = any(seat.number == table.deal.dealer for seat in winners)
    return Outcome(
        kind="tsumo" if winners[0].number == from_seat else "ron",
        scores=tuple(scores),
        sticks=0,
        wins=wins,
        dealer_stays=dealer_won and table.rules.win_renchan,
    )


def _paid(
    table: Table, rules: RulesetTable, winners: Sequence[Seat], from_seat: int, values: Sequence[Value]
) -> PaidWins:
    """What each win is paid with."""
    size = len(winners)
    rule = np.zeros(size, dtype=np.intp)
    base = np.array([v.base for v in values], dtype=np.int32)
    pao = np.array([seat.pao for seat in winners], dtype=np.int8)
    yaku = np.array([v.yaku for v in values], dtype=np.uint64)

    def each(value: int, dtype: type[np.generic]) -> Any:
        return np.full(size, value, dtype=dtype)

    whole = PaidWins(
        base=base,
        seat=np.array([seat.number for seat in winners], dtype=np.int8),
        from_seat=each(from_seat, np.int8),
        dealer_seat=each(table.deal.dealer, np.int8),
        present=seats_of(each(len(table.seats), np.int8)),
        doubled=np.zeros(size, dtype=np.bool_),
        honba=each(table.deal.honba, np.int16),
        sticks=each(table.sticks, np.int16),
        pao_seat=pao,
        pao_base=liable_base(yaku, base, pao, rules, rule),
        rule=rule,
    )
    paid_stick = np.array([seat.has_paid for seat in winners])
    honba, sticks = table_shares(np.zeros(size, dtype=np.int64), whole, paid_stick, rules)
    return replace(whole, honba=honba, sticks=sticks)


def exhausted(table: Table, rules: RulesetTable) -> Outcome:
    """Pay noten or nagashi mangan when no live tile is left."""
    seats = table.seats
    tenpai = [seat.is_tenpai for seat in seats]
    nagashi = [_is_nagashi(seat) for seat in seats]
    if table.rules.nagashi_mangan is Nagashi.NONE:
        nagashi = [False] * len(seats)
    paying = PaidTables(
        dealer_seat=np.array([table.deal.dealer], dtype=np.int8),
        present=seats_of(np.array([len(seats)])),
        doubled=np.zeros(1, dtype=np.bool_),
        honba=np.array([table.deal.honba], dtype=np.int16),
        sticks=np.array([table.sticks], dtype=np.int16),
        rule=np.zeros(1, dtype=np.intp),
    )
    if any(nagashi):
        is_open = [any(meld.type is not MeldType.ANKAN for meld in seat.melds) for seat in seats]
        deltas = nagashi_deltas(_by_seat(nagashi), _by_seat(is_open), paying, rules)
    else:
        deltas = noten_deltas(_by_seat(tenpai), paying, rules)
    paid = deltas[0, : len(seats)].tolist()
    return Outcome(
        kind="exhaustive_draw",
        scores=tuple(s + d for s, d in zip(table.scores, paid, strict=True)),
        sticks=table.sticks,
        draw={
            "log_type": "nagashi_mangan" if any(nagashi) else "exhaustive",
            "log_tenpai": tenpai,
            "log_deltas": paid,
        },
        dealer_stays=tenpai[table.deal.dealer] and table.rules.tenpai_renchan,
    )


def _by_seat(flags: Sequence[bool]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.array([[*flags, *[False] * (4 - len(flags))]])


def _is_nagashi(seat: Seat) -> bool:
    """A river of terminals and honours of which nobody called a tile."""
    return bool(seat.river) and seat.is_river_whole and not seat.thrown & ~YAOCHUU_MASK


def aborted(table: Table, type_: str) -> Outcome:
    """End the round by an abortive draw."""
    return Outcome(
        kind="abortive_draw",
        scores=tuple(table.scores),
        sticks=table.sticks,
        draw={"log_type": type_, "log_tenpai": None, "log_deltas": [0] * len(table.seats)},
        dealer_stays=table.rules.abortive_renchan,
    )


def next_deal(table: Table, outcome: Outcome) -> Deal | None:
    """The deal that follows a round; None when the game is over (Tenhou manual; EMA rules 2016, 3.4)."""
    if _is_over(table, outcome):
        return None
    deal, players = table.deal, len(table.seats)
    honba = 0 if outcome.wins and not outcome.dealer_stays else deal.honba + 1
    if outcome.dealer_stays:
        return Deal(deal.round_wind, deal.number, honba, outcome.sticks, outcome.scores)
    wraps = deal.number == players
    wind, number = (deal.round_wind + 1, 1) if wraps else (deal.round_wind, deal.number + 1)
    return Deal(wind, number, honba, outcome.sticks, outcome.scores)


def _is_over(table: Table, outcome: Outcome) -> bool:
    rules, deal, scores = table.rules, table.deal, outcome.scores
    if rules.bust is Bust.BELOW_ZERO and min(scores) < 0:
        return True
    scheduled = LENGTHS.index(rules.length) - 1
    if scheduled < 0:
        return True
    ends_wind = deal.number == len(scores)
    if not (deal.round_wind > scheduled or (deal.round_wind == scheduled and ends_wind)):
        return False
    reached = max(scores) >= rules.target_score
    if not outcome.dealer_stays:
        return reached or (ends_wind and (deal.round_wind > scheduled or deal.round_wind == _NORTH_ROUND))
    leads = scores.index(max(scores)) == deal.dealer
    is_abort = outcome.kind == "abortive_draw"
    stop = rules.agari_yame if outcome.wins else rules.tenpai_yame
    return leads and reached and not is_abort and stop is not DealerStop.NEVER
