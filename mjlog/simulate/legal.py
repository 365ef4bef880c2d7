"""What the rules let a player do at a moment of a round."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.seat import KIND_OF, YAOCHUU, Seat
from mjlog.simulate.table import WINDS, Call, Table, kuikae_kinds, sorted_codes
from mjlog.tiles import KINDS, NO_TILE, NORTH

MAX_KANS = 4
_KYUUSHU_KINDS = 9
_FIRST_HONOUR = 27


def discards(seat: Seat) -> list[int]:
    """Kinds that may be discarded: in riichi the drawn one, after a call none that kuikae forbids."""
    if seat.in_riichi:
        return [KIND_OF[seat.drawn]]
    return [k for k in range(KINDS) if seat.counts[k] and k not in seat.forbidden]


def may_declare_riichi(table: Table, seat: Seat) -> bool:
    """Closed, after a draw, with points and live tiles as the rules ask; tenpai is left to check."""
    rules = table.rules
    return (
        not seat.in_riichi
        and seat.drawn != NO_TILE
        and seat.is_closed
        and table.left >= rules.riichi_min_wall
        and table.scores[seat.number] >= rules.riichi_min_score
    )


def may_abort(table: Table, seat: Seat) -> bool:
    """Kyuushu kyuuhai: nine kinds of terminals and honours at the first uninterrupted draw."""
    return (
        "kyuushu_kyuuhai" in table.rules.abortive_draws
        and seat.drawn != NO_TILE
        and table.is_first_turn(seat)
        and sum(seat.counts[k] > 0 for k in YAOCHUU) >= _KYUUSHU_KINDS
    )


def _may_kan(table: Table) -> bool:
    """A live tile is left to replace and the fifth kan is not reached."""
    return table.left > 0 and len(table.kans) < MAX_KANS


def own_calls(table: Table, seat: Seat) -> Iterator[Call]:
    """Ankan, kakan and kita after a draw; that an ankan in riichi keeps the waits is left to check."""
    if seat.drawn == NO_TILE or table.left == 0:
        return
    drawn = KIND_OF[seat.drawn]
    if table.rules.set_aside and seat.counts[NORTH] and (not seat.in_riichi or drawn == NORTH):
        yield Call("kita", NORTH, (NORTH,))
    if not _may_kan(table):
        return
    for kind in range(KINDS):
        if seat.counts[kind] == 4 and (not seat.in_riichi or drawn == kind):
            codes = sorted_codes(seat.codes_of(kind))
            yield Call("ankan", min(codes), codes)
    for meld in seat.melds:
        if meld.type is MeldType.PON and seat.counts[meld.kind]:
            code = seat.codes_of(meld.kind)[0]
            yield Call("kakan", code, (code,))


def calls(table: Table, seat: Seat, tile: int, target: int) -> list[Call]:
    """Pon, daiminkan and chi of a discard; none of the last discard, none in riichi."""
    if table.left == 0 or seat.in_riichi:
        return []
    kind = KIND_OF[tile]
    found = []
    if seat.counts[kind] >= 2:
        same = seat.codes_of(kind)
        found.append(Call("pon", tile, sorted_codes(same[-2:])))
        if len(same) == 3 and _may_kan(table):
            found.append(Call("daiminkan", tile, sorted_codes(same)))
    if kind < _FIRST_HONOUR and table.rules.chi and seat.number == (target + 1) % len(table.seats):
        found += [Call("chi", tile, pair) for pair in _chi_pairs(seat, kind)]
    return [c for c in found if c.kind == "daiminkan" or _leaves_discard(table, seat, c)]


def _chi_pairs(seat: Seat, kind: int) -> Iterator[tuple[int, int]]:
    """Two tiles of the hand that make a run with `kind`, red fives first."""
    rank = kind % 9
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        if rank + low >= 0 and rank + high < 9 and seat.counts[kind + low] and seat.counts[kind + high]:
            yield seat.codes_of(kind + low)[-1], seat.codes_of(kind + high)[-1]


def _leaves_discard(table: Table, seat: Seat, call: Call) -> bool:
    """Whether a tile is left that may be discarded after the call."""
    forbidden = kuikae_kinds(call, table.rules)
    return any(KIND_OF[c] not in forbidden for c in left_after(seat, call))


def left_after(seat: Seat, call: Call) -> list[int]:
    """Concealed tiles after a call."""
    codes = seat.codes.copy()
    for code in call.consumed:
        codes.remove(code)
    return codes


def abort_after_discard(table: Table) -> str | None:
    """The abortive draw that a discard which passed brings about, if any."""
    known, seats = table.rules.abortive_draws, table.seats
    if "suucha_riichi" in known and all(seat.has_paid for seat in seats):
        return "suucha_riichi"
    if "suukaikan" in known and len(table.kans) == MAX_KANS and len(set(table.kans)) > 1:
        return "suukaikan"
    if "suufon_renda" in known and table.calls == 0 and all(len(seat.river) == 1 for seat in seats):
        first = {seat.river[0] for seat in seats}
        if len(first) == 1 and first <= set(WINDS):
            return "suufon_renda"
    return None
