"""Plans: which tiles a hand keeps, and which yaku an open hand is to have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import add
from typing import Final

from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.questions import TILE_SUIT, TILE_WEIGHT, Suits
from mjlog.simulate.seat import YAOCHUU, YAOCHUU_MASK, Seat
from mjlog.simulate.stakes import ALL, Stakes
from mjlog.simulate.table import DRAGONS, Table
from mjlog.tiles import EAST, KINDS

SIMPLES: Final = ALL & ~YAOCHUU_MASK
"""Keep what tanyao needs."""
_HONOURS: Final = ALL & ~((1 << EAST) - 1)
FLUSHES: Final = tuple(0x1FF << 9 * suit | _HONOURS for suit in range(3))
"""Keep one suit and honours."""
TERMINALS: Final = YAOCHUU_MASK & ~_HONOURS
"""Keep what chinroutou needs."""
_TERMINAL_KINDS: Final = tuple(k for k in YAOCHUU if k < EAST)
_FLUSH_TILES: Final = 9
_TOITOI_PAIRS: Final = 5
"""Pairs and triplets from which a hand goes for toitoi."""
_MOST_ORPHANS: Final = 4
_KOKUSHI_KINDS: Final = 10
"""Kinds of terminals and honours from which a hand goes for kokushi musou ..."""
_LATE: Final = 6
"""... and one more after so many discards."""
_CHINROUTOU_TILES: Final = 10
_FLUSH_WITH_NORTH: Final = 11


def kept(seat: Seat, mask: int) -> Suits:
    """The concealed tiles of the kinds in `mask`, as suit numbers."""
    if mask == ALL:
        return seat.without()
    suits = [0, 0, 0, 0]
    for kind, count in enumerate(seat.counts):
        if count and mask >> kind & 1:
            suits[TILE_SUIT[kind]] += count * TILE_WEIGHT[kind]
    return suits[0], suits[1], suits[2], suits[3]


def minus(suits: Suits, mask: int, *kinds: int) -> Suits:
    """`suits` without tiles of some kinds, where `mask` kept them."""
    left = list(suits)
    for kind in kinds:
        if mask >> kind & 1:
            left[TILE_SUIT[kind]] -= TILE_WEIGHT[kind]
    return left[0], left[1], left[2], left[3]


def value_weights(table: Table, seat: Seat) -> bytes:
    """By kind, how many yaku three of it are; 2 for the double wind."""
    return _weights(seat.wind, table.deal.round_wind)


@cache
def _weights(seat_wind: int, round_wind: int) -> bytes:
    weights = bytearray(KINDS)
    for kind in (*DRAGONS, EAST + seat_wind, EAST + round_wind):
        weights[kind] += 1
    return bytes(weights)


def special_plan(seat: Seat, stakes: Stakes) -> int | None:
    """The plan of a hand near kokushi musou or chinroutou, for which all its tiles are kept; else None."""
    counts = seat.counts
    if seat.melds:
        return None
    kinds = sum(counts[k] > 0 for k in YAOCHUU)
    if stakes.kokushi and kinds >= _KOKUSHI_KINDS + (len(seat.river) > _LATE):
        return YAOCHUU_MASK
    terminals = sum(counts[k] for k in _TERMINAL_KINDS)
    return TERMINALS if terminals >= _CHINROUTOU_TILES else None


def keeps(seat: Seat, kind: int, plan: int, stakes: Stakes) -> bool:
    """Whether a tile that may be set aside stays in the hand."""
    if plan in (YAOCHUU_MASK, TERMINALS):
        return bool(plan >> kind & 1)
    if not stakes.usable >> kind & 1 or seat.counts[kind] < 3 or not stakes.flush[0] > stakes.kita * 3:
        return False
    most = max(sum(seat.counts[9 * suit : 9 * suit + 9]) for suit in range(3))
    return most + sum(seat.counts[EAST:]) >= _FLUSH_WITH_NORTH


def plans_for(table: Table, seat: Seat, stakes: Stakes, kind: int, *, is_pon: bool) -> Iterator[int]:
    """Plans under which a call of `kind` leads to an open hand with a yaku, as masks of kinds to keep."""
    usable, held, melded = stakes.usable, bytes(map(add, seat.counts, seat.melded)), seat.melded
    weights = value_weights(table, seat)
    has_value = any(weights[k] and held[k] >= 3 for k in range(EAST, KINDS))
    if stakes.value_set and (has_value or (is_pon and weights[kind])):
        yield usable
    honours = sum(held[EAST:])
    for suit, mask in enumerate(FLUSHES if stakes.flush[1] else ()):
        own = slice(9 * suit, 9 * suit + 9)
        is_near = sum(held[own]) + honours >= _FLUSH_TILES
        if mask >> kind & 1 and is_near and sum(melded[:EAST]) == sum(melded[own]):
            yield mask & usable
    if stakes.tanyao[1] and SIMPLES >> kind & 1:
        orphans = honours + sum([held[k] for k in _TERMINAL_KINDS])
        called_orphan = any(melded[k] for k in YAOCHUU)
        if not called_orphan and orphans <= _MOST_ORPHANS:
            yield SIMPLES & usable
    melds = [meld for meld in seat.melds if meld.type is not MeldType.ANKAN]
    if stakes.toitoi and is_pon and all(meld.type is not MeldType.CHI for meld in melds):
        pairs = [k for k, count in enumerate(seat.counts) if count >= 2]
        if len(pairs) + len(melds) >= _TOITOI_PAIRS:
            yield sum(1 << k for k in pairs) & usable
