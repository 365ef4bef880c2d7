"""What the rules let a player do at a moment of a round."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.rulesets.standard import MAX_KANS
from mjlog.rulesets.words import AnkanInRiichi
from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.seat import KIND_OF, YAOCHUU, Seat
from mjlog.simulate.table import WINDS, Call, Table, kuikae_kinds, sorted_codes
from mjlog.tiles import EAST, KINDS, NO_TILE

_KYUUSHU_KINDS = 9
_SANCHA = 3
_CHI_PAIRS = [
    [
        (kind + low, kind + high)
        for low, high in ((-2, -1), (-1, 1), (1, 2))
        if kind % 9 + low >= 0 and kind % 9 + high < 9
    ]
    for kind in range(EAST)
]
"""The pairs of kinds that make a run with each kind."""
_TOO_MANY_TO_FORBID = 10
"""Tiles of which some other kind is left after a call: kuikae forbids two kinds, seven tiles at most."""


def discards(seat: Seat) -> list[int]:
    """Kinds that may be discarded: in riichi the drawn one, after a call none that kuikae forbids."""
    if seat.in_riichi:
        return [KIND_OF[seat.drawn]]
    return [k for k in range(KINDS) if seat.counts[k] and not seat.forbidden >> k & 1]


def may_declare_riichi(table: Table, seat: Seat) -> bool:
    """Closed, after a draw, with points and live tiles as the rules ask; tenpai is left to check."""
    rules = table.rules
    return (
        not seat.in_riichi
        and not seat.is_dead
        and seat.drawn != NO_TILE
        and seat.is_closed
        and table.left >= rules.riichi_min_wall
        and table.scores[seat.number] >= rules.riichi_min_score
    )


def may_abort(table: Table, seat: Seat) -> bool:
    """Kyuushu kyuuhai: nine kinds of terminals and honours at the first uninterrupted draw."""
    return (
        table.is_first_turn(seat)
        and "kyuushu_kyuuhai" in table.rules.abortive_draws
        and seat.drawn != NO_TILE
        and not seat.is_dead
        and sum(seat.counts[k] > 0 for k in YAOCHUU) >= _KYUUSHU_KINDS
    )


def _may_kan(table: Table, kind: str) -> bool:
    """A live tile is left, the wall has what follows, and the fifth kan is not reached."""
    return table.left > 0 and len(table.kans) < MAX_KANS and table.can_replace(kind)


def own_calls(table: Table, seat: Seat) -> list[Call]:
    """Ankan, kakan and setting aside after a draw; whether a kan in riichi may be is left to check."""
    if seat.drawn == NO_TILE:
        return []
    return [*_set_asides(table, seat), *_kans(table, seat)]


def _set_asides(table: Table, seat: Seat) -> Iterator[Call]:
    """Tiles to set aside; red fives never, and in riichi the drawn tile only."""
    for kind in table.tiles.set_aside:
        if seat.counts[kind] and kind in seat.codes and (not seat.in_riichi or seat.drawn == kind):
            if not table.can_replace("kita"):
                return
            yield Call("kita", kind, (kind,))


def _kans(table: Table, seat: Seat) -> Iterator[Call]:
    if 4 in seat.counts and not seat.is_dead and _may_kan(table, "ankan"):
        drawn = KIND_OF[seat.drawn]
        is_barred = seat.in_riichi and table.rules.ankan_in_riichi is AnkanInRiichi.FORBIDDEN
        for kind in range(KINDS):
            if seat.counts[kind] == 4 and (not seat.in_riichi or (drawn == kind and not is_barred)):
                codes = sorted_codes(seat.codes_of(kind))
                yield Call("ankan", min(codes), codes)
    for meld in seat.melds:
        if meld.type is MeldType.PON and seat.counts[meld.kind]:
            if seat.is_dead or not _may_kan(table, "kakan"):
                return
            code = seat.codes_of(meld.kind)[0]
            yield Call("kakan", code, (code,))


def calls(table: Table, seat: Seat, tile: int, target: int) -> list[Call]:
    """Pon, daiminkan and chi of a discard; none of the last discard, none in riichi."""
    kind = KIND_OF[tile]
    held = seat.counts[kind]
    chi = kind < EAST and table.others[target][0] is seat and table.rules.chi
    if (held < 2 and not chi) or table.wall.left == 0 or seat.in_riichi or seat.is_dead:
        return []
    found: list[Call] = []
    if held >= 2:
        same = seat.codes_of(kind)
        found.append(Call("pon", tile, sorted_codes(same[-2:])))
        if len(same) == 3 and _may_kan(table, "daiminkan"):
            found.append(Call("daiminkan", tile, sorted_codes(same)))
    if chi:
        counts, finest = seat.counts, seat.finest  # red fives are called with first
        found += [
            Call("chi", tile, (finest(a), finest(b))) for a, b in _CHI_PAIRS[kind] if counts[a] and counts[b]
        ]
    return [c for c in found if c.kind == "daiminkan" or _leaves_discard(table, seat, c)]


def _leaves_discard(table: Table, seat: Seat, call: Call) -> bool:
    """Whether a tile is left that may be discarded after the call."""
    if len(seat.codes) >= _TOO_MANY_TO_FORBID:
        return True
    forbidden = kuikae_kinds(call, table.rules)
    return any(not forbidden >> KIND_OF[c] & 1 for c in left_after(seat, call))


def left_after(seat: Seat, call: Call) -> list[int]:
    """Concealed tiles after a call."""
    codes = seat.codes.copy()
    for code in call.consumed:
        codes.remove(code)
    return codes


def abort_after_discard(table: Table) -> str | None:
    """The abortive draw that a discard which passed must bring about, if any."""
    known, seats = table.rules.abortive_draws, table.playing
    if table.riichi == len(seats) and "suucha_riichi" in known and all(seat.has_paid for seat in seats):
        return "suucha_riichi"
    if len(table.kans) == MAX_KANS and "suukaikan" in known and len(set(table.kans)) > 1:
        return "suukaikan"
    if table.calls == 0 and "suufon_renda" in known and all(len(seat.river) == 1 for seat in seats):
        first = {seat.river[0] for seat in seats}
        if len(first) == 1 and first <= set(WINDS):
            return "suufon_renda"
    return None


def may_abort_by_riichi(table: Table, seat: Seat) -> bool:
    """Whether three riichi let the players end the round: right after the third, that of `seat`."""
    return (
        table.riichi == _SANCHA
        and "sancha_riichi" in table.rules.abortive_draws
        and seat.is_ippatsu
        and sum(other.has_paid for other in table.playing) == _SANCHA
    )
