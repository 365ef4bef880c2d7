"""What a win is worth, from the replay: winning hands, dora, payments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import KanDora
from mjlog.tiles import IS_RED, NO_TILE, TILE_NAMES
from tests.reference.hands import Counts, counts_of, with_tile
from tests.reference.model import Moment, RoundInput, kind_of
from tests.reference.payments import Claim, Payment, Table, settle_wins
from tests.reference.readings import CalledSet, Win
from tests.reference.scorer import score

FIRST_PIN = 9
SUITS_AND_WINDS = (range(9), range(9, 18), range(18, 27), range(27, 31))
"""Kinds in the order in which an indicator names the next one; rules order the dragons."""


def dora_kind(indicator: int, rules: Ruleset) -> int:
    """Kind that `indicator` makes dora: the next one of its suit that the wall has."""
    removed = {TILE_NAMES.index(t) for t in rules.removed_tiles}
    kind = kind_of(indicator)
    dragons = [TILE_NAMES.index(t) for t in rules.dragon_order]
    cycle = next([k for k in c if k not in removed] for c in (*SUITS_AND_WINDS, dragons) if kind in c)
    return cycle[(cycle.index(kind) + 1) % len(cycle)] if kind in cycle else kind


def count_dora(tiles: Iterable[int], indicators: Iterable[int], rules: Ruleset) -> int:
    """Dora among `tiles`, once for each indicator that names them."""
    kinds = [kind_of(t) for t in tiles]
    return sum(kinds.count(dora_kind(i, rules)) for i in indicators)


def count_ura(tiles: Iterable[int], indicators: Iterable[int], rules: Ruleset) -> int:
    """Ura dora among `tiles`; the kind of an indicator counts too where the rules say so."""
    tiles, indicators = list(tiles), list(indicators)
    kinds = [kind_of(t) for t in tiles]
    shown = sum(kinds.count(kind_of(i)) for i in indicators) if rules.ura_indicator_counts else 0
    return count_dora(tiles, indicators, rules) + shown


def winning_hand(
    moment: Moment, seat: int, given: RoundInput, *, is_tsumo: bool, tile: int | None, ura: Sequence[int] = ()
) -> Win:
    """The hand of `seat` if it won on `tile` right after `moment`; without a tile by what it gathered."""
    view, rules = moment.seats[seat], given.rules
    won_on = view.drawn if tile is None else tile
    tiles = view.tiles_of_all if is_tsumo or tile is None else [*view.tiles_of_all, tile]
    counts: Counts = counts_of(view.hand.elements())
    offered = "" if is_tsumo or moment.offer is None else moment.offer.source
    last = moment.wall_left == 0
    turned = len(moment.dora_indicators) if rules.kan_dora is not KanDora.OFF else 1
    ura = ura[: turned if rules.kan_ura_dora else 1]
    in_riichi = view.riichi_seq is not None
    rinshan_after = ("kan", "kita") if rules.set_aside_rinshan else ("kan",)
    return Win(
        counts=counts if is_tsumo or tile is None else with_tile(counts, kind_of(tile)),
        melds=tuple(CalledSet(_SCORING_NAME.get(m.type, m.type), m.kind) for m in view.melds),
        win_kind=NO_TILE if won_on is None else kind_of(won_on),
        is_tsumo=is_tsumo,
        riichi=in_riichi + (in_riichi and view.is_double_riichi),
        ippatsu=view.ippatsu,
        rinshan=is_tsumo and view.drew_after in rinshan_after,
        chankan=offered in ("kakan", "ankan"),
        haitei=last and is_tsumo and not view.drew_after,
        houtei=last and offered == "discard",
        first_turn=view.first_turn and (is_tsumo or view.draws == 0),
        seat_wind=given.seat_wind(seat),
        round_wind=given.round_wind,
        dora=count_dora(tiles, moment.dora_indicators[:turned], rules),
        aka=sum(bool(IS_RED[t]) for t in tiles),
        ura=count_ura(tiles, ura, rules) if in_riichi and rules.ura_dora else 0,
        kita=view.kita,
        honba=given.honba,
        open_riichi=view.is_open_riichi,
        set_aside_man=sum(kind_of(t) < FIRST_PIN for t in view.aside),
        is_gathered=tile is None,
    )


_SCORING_NAME = {"daiminkan": "minkan", "kakan": "minkan"}


def table_of(moment: Moment, given: RoundInput) -> Table:
    """The table at the end of the round."""
    return Table(
        given.rules,
        given.seats,
        given.dealer,
        given.honba,
        moment.sticks,
        own_sticks=tuple(v.seat for v in moment.seats if v.riichi_accepted),
        away=given.away,
        is_doubled=given.is_doubled,
    )


def claim_of(moment: Moment, given: RoundInput, seat: int, from_seat: int, tile: int | None) -> Claim:
    """The win of `seat`; without a tile by what it gathered.

    Raises:
        ValueError: when the hand has no yaku or is not complete.
    """
    is_tsumo, view = seat == from_seat, moment.seats[seat]
    ura = given.ura_indicators or ()
    scored = score(winning_hand(moment, seat, given, is_tsumo=is_tsumo, tile=tile, ura=ura), given.rules)
    if scored is None:
        raise ValueError(f"seat {seat} cannot win on {tile}")
    return Claim(seat, from_seat, scored, view.pao, view.open_kan_from)


def pay_wins(
    moment: Moment, given: RoundInput, winners: list[int], from_seat: int, tile: int | None
) -> list[tuple[Claim, Payment]]:
    """Claim and payment of each winner, in the order of `winners`."""
    claims = [claim_of(moment, given, seat, from_seat, tile) for seat in winners]
    return list(zip(claims, settle_wins(claims, table_of(moment, given)), strict=True))
