"""Rounds that end without a win: who is tenpai, nagashi, the payments, chombo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mjlog.rulesets.words import Chombo, FuritenRiichi, Nagashi, ScoreSystem, Tenpai
from mjlog.tiles import TILE_NAMES
from tests.reference.model import Moment, RoundInput, SeatView, kind_of
from tests.reference.payments import nagashi_payments, nagashi_wins, noten_payments
from tests.reference.readings import is_orphan
from tests.reference.results import table_of, winning_hand
from tests.reference.scorer import MANGAN, score


@dataclass(frozen=True)
class ExhaustiveDraw:
    """What an exhaustive draw is worth."""

    type: str
    """As `schema.DRAW_TYPES`."""
    tenpai: tuple[bool, ...]
    deltas: tuple[int, ...]
    winners: tuple[int, ...] = ()
    """Players whose nagashi is a win."""
    is_decided: bool = True
    """Whether who is tenpai is the same whatever the hands in open riichi show."""


def exhaustive_draw(moment: Moment, given: RoundInput) -> ExhaustiveDraw:
    """The draw at `moment`, when no live tile is left."""
    rules, table = given.rules, table_of(moment, given)
    tenpai = tuple(is_tenpai(moment, view, given) for view in moment.seats)
    if_hidden = tuple(is_tenpai(moment, view, given, open_hands=False) for view in moment.seats)
    is_decided = tenpai == if_hidden
    nagashi = [view.seat for view in moment.seats if is_nagashi(view)]
    in_turn = given.turn_order(nagashi, given.dealer - 1)
    if not nagashi or rules.nagashi_mangan is Nagashi.NONE:
        return ExhaustiveDraw("exhaustive", tenpai, noten_payments(tenpai, table), is_decided=is_decided)
    worth = {seat: nagashi_worth(moment, seat, given) for seat in in_turn}
    if rules.nagashi_mangan is Nagashi.DRAW:
        paid, winners = nagashi_payments(worth, table), ()
    else:
        paid, winners = nagashi_wins(worth, table), tuple(worth)
    return ExhaustiveDraw("nagashi_mangan", tenpai, paid, winners, is_decided)


def nagashi_worth(moment: Moment, seat: int, given: RoundInput) -> int:
    """Base points of a river: a mangan, or with the bonuses of the hand where points are added up."""
    if given.rules.score_system is not ScoreSystem.ADDITIVE:
        return MANGAN
    hand = winning_hand(moment, seat, given, is_tsumo=True, tile=None)
    found = score(replace(hand, is_nagashi=True), given.rules)
    return found.base if found else 0


def is_nagashi(view: SeatView) -> bool:
    """A river of terminals and honours of which none was called."""
    river = view.river
    own = all(is_orphan(kind_of(d.tile)) and d.called_by is None for d in river)
    return bool(river) and own and not view.is_dead


def is_tenpai(moment: Moment, view: SeatView, given: RoundInput, *, open_hands: bool = True) -> bool:
    """Waiting for a tile: of which hand and melds do not hold all four, or that could still win.

    Hands in open riichi show all of their tiles, or with `open_hands` False none.
    """
    if view.is_dead:
        return False
    if given.rules.tenpai is Tenpai.SHAPE:
        return bool(view.waits)
    seen = visible_to(moment, view, open_hands=open_hands)
    return next(winnable_waits(moment, view, given, seen), None) is not None


def winnable_waits(
    moment: Moment, view: SeatView, given: RoundInput, seen: Mapping[int, int]
) -> Iterator[int]:
    """Kinds of the wait of which a tile is unseen and with which the hand has a yaku, luck left aside."""
    unlucky = {"ippatsu": False, "rinshan": False, "haitei": False, "houtei": False, "first_turn": False}
    for kind in sorted(view.waits):
        if TILE_NAMES[kind] in given.rules.removed_tiles or seen.get(kind, 0) >= 4:
            continue
        ron = winning_hand(replace(moment, offer=None), view.seat, given, is_tsumo=False, tile=kind)
        ron = replace(ron, **unlucky)
        tsumo = replace(ron, is_tsumo=True)
        if score(ron, given.rules) or (view.is_closed and score(tsumo, given.rules)):
            yield kind


def visible_to(moment: Moment, view: SeatView, *, open_hands: bool) -> Counter[int]:
    """Kinds that the player sees: own tiles, rivers, melds, set-aside tiles, indicators, shown hands."""
    seen = [*view.hand.elements(), *moment.dora_indicators]
    for other in moment.seats:
        seen += [d.tile for d in other.river if d.called_by is None]
        seen += [t for m in other.melds for t in m.tiles] + list(other.aside)
        if open_hands and other.is_open_riichi and other.seat != view.seat:
            seen += other.hand.elements()
    return Counter(map(kind_of, seen))


# --- faults ----------------------------------------------------------------------------------------


def has_forbidden_riichi(view: SeatView, given: RoundInput) -> bool:
    """Riichi in furiten where the rules have it as a fault: not at all, or only with the waits shown."""
    rule = given.rules.furiten_riichi
    allowed = rule is FuritenRiichi.ALLOWED or (rule is FuritenRiichi.OPEN_ONLY and view.is_open_riichi)
    return view.is_furiten_riichi and not allowed


def offenders_of_a_draw(moment: Moment, given: RoundInput) -> list[int]:
    """Seats that a draw finds at fault: forbidden riichi, or a winning tile let pass in riichi."""
    if given.rules.chombo is Chombo.NONE:
        return []
    at_fault = [
        v.seat
        for v in moment.seats
        if has_forbidden_riichi(v, given)
        or (given.rules.passed_win_chombo and v.riichi_furiten is not None and not v.is_furiten_riichi)
    ]
    return given.turn_order(at_fault, given.dealer - 1)
