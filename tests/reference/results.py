"""What a round's end is worth, from the replay: winning hands, dora, draws."""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import KanDora, Nagashi
from mjlog.tiles import IS_RED, TILE_NAMES
from tests.reference.hands import Counts, counts_of, with_tile
from tests.reference.model import Moment, RoundInput, SeatView, kind_of
from tests.reference.payments import Claim, Payment, Table, nagashi_payments, noten_payments, settle_wins
from tests.reference.readings import CalledSet, Win, is_orphan
from tests.reference.scorer import Score, score

CYCLES = (range(9), range(9, 18), range(18, 27), range(27, 31), range(31, 34))
"""Kinds in the order in which an indicator names the next one."""
NORTH = 30


def dora_kind(indicator: int, rules: Ruleset) -> int:
    """Kind that `indicator` makes dora: the next one of its suit that the wall has."""
    removed = {TILE_NAMES.index(t) for t in rules.removed_tiles}
    kind = kind_of(indicator)
    cycle = next([k for k in c if k not in removed] for c in CYCLES if kind in c)
    return cycle[(cycle.index(kind) + 1) % len(cycle)] if kind in cycle else kind


def count_dora(tiles: Iterable[int], indicators: Iterable[int], rules: Ruleset) -> int:
    """Dora among `tiles`, once for each indicator that names them."""
    kinds = [kind_of(t) for t in tiles]
    return sum(kinds.count(dora_kind(i, rules)) for i in indicators)


def all_tiles(view: SeatView) -> list[int]:
    """Tiles of hand, melds and set-aside Norths."""
    return [*view.hand.elements(), *(t for m in view.melds for t in m.tiles), *[NORTH] * view.kita]


def winning_hand(
    moment: Moment, seat: int, given: RoundInput, *, is_tsumo: bool, tile: int, ura: tuple[int, ...] = ()
) -> Win:
    """The hand of `seat` if it won on `tile` right after `moment`."""
    view, rules = moment.seats[seat], given.rules
    tiles = all_tiles(view) if is_tsumo else [*all_tiles(view), tile]
    counts: Counts = counts_of(view.hand.elements())
    offered = "" if is_tsumo or moment.offer is None else moment.offer.source
    last = moment.wall_left == 0
    turned = len(moment.dora_indicators) if rules.kan_dora is not KanDora.OFF else 1
    ura = ura[: turned if rules.kan_ura_dora else 1]
    in_riichi = view.riichi_seq is not None
    return Win(
        counts=counts if is_tsumo else with_tile(counts, kind_of(tile)),
        melds=tuple(CalledSet(_SCORING_NAME.get(m.type, m.type), m.kind) for m in view.melds),
        win_kind=kind_of(tile),
        is_tsumo=is_tsumo,
        riichi=in_riichi + (in_riichi and view.is_double_riichi),
        ippatsu=view.ippatsu,
        rinshan=is_tsumo and view.drew_after != "",
        chankan=offered in ("kakan", "ankan"),
        haitei=last and is_tsumo,
        houtei=last and offered == "discard",
        first_turn=view.first_turn and (is_tsumo or view.draws == 0),
        seat_wind=(seat - given.dealer) % given.players,
        round_wind=given.round_wind,
        dora=count_dora(tiles, moment.dora_indicators[:turned], rules),
        aka=sum(bool(IS_RED[t]) for t in tiles),
        ura=count_dora(tiles, ura, rules) if in_riichi and rules.ura_dora else 0,
        kita=view.kita,
    )


_SCORING_NAME = {"daiminkan": "minkan", "kakan": "minkan"}


def table_of(moment: Moment, given: RoundInput) -> Table:
    """The table at the end of the round."""
    paid = tuple(v.seat for v in moment.seats if v.riichi_accepted)
    return Table(given.rules, given.players, given.dealer, given.honba, moment.sticks, paid)


def turn_order(seats: Iterable[int], start: int, players: int) -> list[int]:
    """`seats` in turn order after seat `start`."""
    return sorted(seats, key=lambda s: (s - start - 1) % players)


def pay_wins(
    moment: Moment, given: RoundInput, winners: list[int], from_seat: int, tile: int
) -> list[tuple[Score, Payment]]:
    """Score and payment of each winner, in the order of `winners`.

    Raises:
        ValueError: when a hand has no yaku or is not complete.
    """
    claims = []
    for seat in winners:
        is_tsumo = seat == from_seat
        ura = given.ura_indicators or ()
        scored = score(winning_hand(moment, seat, given, is_tsumo=is_tsumo, tile=tile, ura=ura), given.rules)
        if scored is None:
            raise ValueError(f"seat {seat} cannot win on {TILE_NAMES[tile]}")
        claims.append(Claim(seat, from_seat, scored, moment.seats[seat].pao))
    payments = settle_wins(claims, table_of(moment, given))
    return [(c.score, p) for c, p in zip(claims, payments, strict=True)]


def is_nagashi(view: SeatView) -> bool:
    """A river of terminals and honours of which none was called."""
    river = view.river
    return bool(river) and all(is_orphan(kind_of(d.tile)) and d.called_by is None for d in river)


def is_tenpai(view: SeatView) -> bool:
    """Waiting for a tile of which the player does not hold all four."""
    return bool(view.waits)


def exhaustive_draw(moment: Moment, given: RoundInput) -> tuple[str, tuple[bool, ...], tuple[int, ...]]:
    """(type, tenpai by seat, score changes by seat) of an exhaustive draw."""
    tenpai = tuple(is_tenpai(v) for v in moment.seats)
    nagashi = [v.seat for v in moment.seats if is_nagashi(v)]
    if nagashi and given.rules.nagashi_mangan is not Nagashi.NONE:
        return "nagashi_mangan", tenpai, nagashi_payments(nagashi, table_of(moment, given))
    return "exhaustive", tenpai, noten_payments(tenpai, given.rules.noten_payment)
