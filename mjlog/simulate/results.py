"""How rounds end: payments of wins, draws and faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import Deal, Nagashi, ScoreSystem, Tenpai
from mjlog.scoring.payments import PaidWins, hand_payments, liable_base, table_shares, win_deltas
from mjlog.scoring.settlements import (
    NAGASHI_BASE,
    PaidTables,
    chombo_deltas,
    nagashi_deltas,
    noten_deltas,
)
from mjlog.simulate.hands import bare_hand, nagashi_hand
from mjlog.simulate.questions import Play, Value, price
from mjlog.simulate.seat import YAOCHUU_MASK, Seat, red_first
from mjlog.simulate.table import Table
from mjlog.tiles import KINDS

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
    winners: tuple[int, ...] = ()
    """Seats that won, nagashi mangan that counts as a win included, the nearest after `from_seat` first."""
    from_seat: int = -1
    """Who dealt in; the winner on a tsumo."""
    dealer_stays: bool = False
    offender: int = -1
    """Whose chombo it was."""


class Pay(NamedTuple):
    """What do these wins on one tile cost whom?"""

    table: Table
    winners: Sequence[Seat]
    """In turn order after `from_seat`."""
    from_seat: int
    values: Sequence[Value]


class Payment(NamedTuple):
    """The answer to a `Pay`, for one win."""

    deltas: list[int]
    """By seat, (4,)."""
    points: int
    """Worth of the hand."""
    honba: int
    sticks: int
    pao_seat: int
    """Who is liable, -1 for nobody."""


def won(
    table: Table, winners: Sequence[Seat], from_seat: int, tile: int, values: Sequence[Value]
) -> Play[Outcome]:
    """Pay the wins on one tile (`NO_TILE`: tiles were gathered), in turn order after seat `from_seat`."""
    payments: Sequence[Payment] = yield Pay(table, winners, from_seat, values)
    seats, scores, wins = len(table.seats), table.scores.copy(), []
    for seat, value, paid in zip(winners, values, payments, strict=True):
        won_tile = [tile] if seat.number != from_seat else []
        wins.append(
            {
                "seat": seat.number,
                "from_seat": from_seat,
                "tile": tile,
                "log_pao_seat": paid.pao_seat if paid.pao_seat >= 0 else None,
                "log_hand": [*sorted(seat.codes, key=red_first), *won_tile],
                "log_han": value.han,
                "log_fu": value.fu,
                "log_points": paid.points,
                "log_limit": value.limit,
                "log_yaku": [slug for slug, _ in value.entries],
                "log_yaku_han": [han for _, han in value.entries],
                "log_dora_indicators": table.wall.shown,
                "log_honba": paid.honba,
                "log_riichi_sticks": paid.sticks,
                "log_deltas": paid.deltas[:seats],
            }
        )
        for number in range(seats):
            scores[number] += paid.deltas[number]
    return Outcome(
        kind="tsumo" if winners[0].number == from_seat else "ron",
        scores=tuple(scores),
        sticks=0,
        wins=wins,
        winners=tuple(seat.number for seat in winners),
        from_seat=from_seat,
        dealer_stays=_stays_after_win(table, [seat.number for seat in winners]),
    )


def _stays_after_win(table: Table, winners: Sequence[int]) -> bool:
    rules = table.rules
    return table.deal.dealer in winners and (rules.win_renchan or rules.deal is Deal.WINNER)


def answer_pays(pays: Sequence[Pay], rules: RulesetTable) -> list[list[Payment]]:
    """Pay the wins of many games."""
    paid = _paid_wins(pays, rules)
    columns = (
        win_deltas(paid, rules),
        hand_payments(paid, rules).sum(axis=1),
        paid.honba,
        paid.sticks,
        paid.liable_seat,
    )
    rows = iter([Payment(*row) for row in zip(*(column.tolist() for column in columns), strict=True)])
    return [[next(rows) for _ in pay.winners] for pay in pays]


def _paid_wins(pays: Sequence[Pay], rules: RulesetTable) -> PaidWins:
    """What each win is paid with."""
    rows = [
        (number, pay, seat, value)
        for number, pay in enumerate(pays)
        for seat, value in zip(pay.winners, pay.values, strict=True)
    ]

    def column(values: Sequence[Any], dtype: type[np.generic]) -> Any:
        return np.array(values, dtype=dtype)

    rule = np.zeros(len(rows), dtype=np.intp)
    base = column([value.base for _, _, _, value in rows], np.int32)
    yaku = column([value.yaku for _, _, _, value in rows], np.uint64)
    pao = column([[*seat.pao, seat.kan_giver] for _, _, seat, _ in rows], np.int8)
    whole = {
        "base": base,
        "seat": column([seat.number for _, _, seat, _ in rows], np.int8),
        "from_seat": column([pay.from_seat for _, pay, _, _ in rows], np.int8),
        "dealer_seat": column([pay.table.deal.dealer for _, pay, _, _ in rows], np.int8),
        "present": column([_present(pay.table) for _, pay, _, _ in rows], np.bool_),
        "doubled": column([pay.table.deal.is_doubled for _, pay, _, _ in rows], np.bool_),
        "pao_seat": pao,
        "pao_base": liable_base(yaku, base, pao, rules, rule),
        "rule": rule,
    }
    on_table = PaidWins(
        **whole,
        honba=column([pay.table.deal.honba for _, pay, _, _ in rows], np.int16),
        sticks=column([pay.table.sticks for _, pay, _, _ in rows], np.int64),
    )
    group = column([number for number, _, _, _ in rows], np.int64)
    paid_stick = column([seat.has_paid for _, _, seat, _ in rows], np.bool_)
    honba, sticks = table_shares(group, on_table, paid_stick, rules)
    return PaidWins(**whole, honba=honba, sticks=sticks)


def _present(table: Table) -> list[bool]:
    """By seat, who plays the round."""
    return [number < len(table.seats) and number != table.deal.away for number in range(SEATS)]


def _paid_table(table: Table) -> PaidTables:
    """A table at which something is paid besides wins, as a row."""
    deal = table.deal
    return PaidTables(
        dealer_seat=np.array([deal.dealer], dtype=np.int8),
        present=np.array([_present(table)]),
        doubled=np.array([deal.is_doubled]),
        honba=np.array([deal.honba], dtype=np.int16),
        sticks=np.array([table.sticks], dtype=np.int64),
        rule=np.zeros(1, dtype=np.intp),
    )


def exhausted(table: Table, rules: RulesetTable) -> Play[Outcome]:
    """Pay noten or nagashi mangan when no live tile is left."""
    tenpai = yield from _tenpai(table)
    nagashi = [_is_nagashi(table, seat) for seat in table.seats]
    is_nagashi, paid_table = any(nagashi), _paid_table(table)
    if is_nagashi:
        base = yield from _nagashi_base(table, nagashi)
        deltas = nagashi_deltas(_by_seat(nagashi), base, paid_table, rules)
    else:
        deltas = noten_deltas(_by_seat(tenpai), paid_table, rules)
    paid = deltas[0, : len(table.seats)].tolist()
    dealer = table.seats[table.deal.dealer]
    in_turn = [dealer, *table.others[dealer.number]]
    is_win = is_nagashi and table.rules.nagashi_mangan is Nagashi.WIN
    winners = tuple(seat.number for seat in in_turn if nagashi[seat.number]) if is_win else ()
    stays = _stays_after_win(table, winners) if is_win else _stays_in_tenpai(table, tenpai)
    return Outcome(
        kind="exhaustive_draw",
        scores=tuple(s + d for s, d in zip(table.scores, paid, strict=True)),
        sticks=0 if is_win else table.sticks,
        draw={
            "log_type": "nagashi_mangan" if is_nagashi else "exhaustive",
            "log_tenpai": tenpai,
            "log_deltas": paid,
        },
        winners=winners,
        from_seat=winners[0] if winners else -1,
        dealer_stays=stays,
    )


def _nagashi_base(table: Table, nagashi: Sequence[bool]) -> Play[np.ndarray[Any, np.dtype[np.int32]]]:
    """(1, 4) base points by seat: a mangan, or what the hand is worth with its river."""
    base = np.full((1, SEATS), NAGASHI_BASE, dtype=np.int32)
    if table.rules.score_system is ScoreSystem.ADDITIVE:
        seats = [seat for seat in table.seats if nagashi[seat.number]]
        hands = [nagashi_hand(table, seat) for seat in seats]
        for seat, value in zip(seats, (yield from price(hands)), strict=True):
            base[0, seat.number] = value.base
    return base


def _stays_in_tenpai(table: Table, tenpai: Sequence[bool]) -> bool:
    return tenpai[table.deal.dealer] and table.rules.tenpai_renchan


def _tenpai(table: Table) -> Play[list[bool]]:
    """Whether each seat of the game is tenpai, as the rules understand it."""
    able = [seat.number != table.deal.away and not seat.is_dead for seat in table.seats]
    if table.rules.tenpai is Tenpai.SHAPE:
        return [is_able and seat.is_tenpai for is_able, seat in zip(able, table.seats, strict=True)]
    tenpai = [False] * len(table.seats)
    asked, hands = [], []
    for seat in table.playing:
        unseen = table.unseen(seat)
        for kind in range(KINDS):
            if able[seat.number] and seat.waits >> kind & 1 and unseen[kind]:
                asked += [seat.number, seat.number]
                hands += [bare_hand(table, seat, kind, is_tsumo=is_tsumo) for is_tsumo in (False, True)]
    values = yield from price(hands)
    for number, value in zip(asked, values, strict=True):
        tenpai[number] |= value.has_yaku
    return tenpai


def _by_seat(flags: Sequence[bool]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.array([[*flags, *[False] * (SEATS - len(flags))]])


def _is_nagashi(table: Table, seat: Seat) -> bool:
    """A river of terminals and honours of which nobody called a tile, where that is worth something."""
    is_there = bool(seat.river) and seat.is_river_whole and not seat.thrown & ~YAOCHUU_MASK
    return is_there and table.rules.nagashi_mangan is not Nagashi.NONE


def aborted(table: Table, type_: str) -> Outcome:
    """End the round by an abortive draw."""
    return Outcome(
        kind="abortive_draw",
        scores=tuple(table.scores),
        sticks=table.sticks,
        draw={"log_type": type_, "log_tenpai": None, "log_deltas": [0] * len(table.seats)},
        dealer_stays=table.rules.abortive_renchan,
    )


def offended(table: Table, offender: Seat, rules: RulesetTable) -> Outcome:
    """End the round by chombo: sticks of the round go back, and it is played again."""
    flags = [seat is offender for seat in table.seats]
    paid = chombo_deltas(_by_seat(flags), _paid_table(table), rules)[0].tolist()
    scores = table.scores.copy()
    for seat in table.seats:
        scores[seat.number] += paid[seat.number] + RIICHI_STICK * seat.has_paid
    return Outcome(
        kind="chombo",
        scores=tuple(scores),
        sticks=table.sticks - sum(seat.has_paid for seat in table.seats),
        draw={"log_type": "chombo", "log_tenpai": None, "log_deltas": paid[: len(table.seats)]},
        dealer_stays=True,
        offender=offender.number,
    )
