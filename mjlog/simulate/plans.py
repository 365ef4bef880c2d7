"""Plans: which tiles a hand keeps, and which yaku an open hand is to have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.questions import TILE_SUIT, TILE_WEIGHT, Suits
from mjlog.simulate.seat import KIND_OF, YAOCHUU_MASK, Seat
from mjlog.simulate.table import DRAGONS, Table
from mjlog.tiles import KINDS

ALL: Final = (1 << KINDS) - 1
"""Keep any tile."""
SIMPLES: Final = ALL & ~YAOCHUU_MASK
"""Keep what tanyao needs."""
_HONOURS: Final = ALL & ~((1 << 27) - 1)
FLUSHES: Final = tuple(0x1FF << 9 * suit | _HONOURS for suit in range(3))
"""Keep one suit and honours."""
_EAST: Final = 27
_FLUSH_TILES: Final = 9
_TOITOI_PAIRS: Final = 5
"""Pairs and triplets from which a hand goes for toitoi."""
_MOST_ORPHANS: Final = 4


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


def value_kinds(table: Table, seat: Seat) -> list[int]:
    """Kinds of which three are a yaku; the double wind comes twice."""
    own = _EAST + (seat.number - table.deal.dealer) % len(table.seats)
    return [*DRAGONS, own, _EAST + table.deal.round_wind]


def has_value_set(table: Table, seat: Seat) -> bool:
    """Whether a triplet of dragons or of an own wind is there, concealed or called."""
    return any(seat.held(kind) >= 3 for kind in value_kinds(table, seat))


def plans_for(table: Table, seat: Seat, kind: int, *, is_pon: bool) -> Iterator[int]:
    """Plans under which a call of `kind` leads to an open hand with a yaku, as masks of kinds to keep."""
    if has_value_set(table, seat) or (is_pon and kind in value_kinds(table, seat)):
        yield ALL
    tiles = seat.all_tiles()
    kinds = [KIND_OF[c] for c in tiles]
    melds = [meld for meld in seat.melds if meld.type is not MeldType.ANKAN]
    orphans = sum(YAOCHUU_MASK >> k & 1 for k in kinds)
    called_orphan = any(YAOCHUU_MASK >> KIND_OF[c] & 1 for meld in seat.melds for c in meld.tiles)
    for mask in FLUSHES:
        own = sum(mask >> k & 1 for k in kinds)
        fits = all(mask >> KIND_OF[c] & 1 for meld in melds for c in meld.tiles)
        if mask >> kind & 1 and fits and own >= _FLUSH_TILES:
            yield mask
    if table.rules.open_tanyao and SIMPLES >> kind & 1 and not called_orphan and orphans <= _MOST_ORPHANS:
        yield SIMPLES
    if is_pon and all(meld.type is not MeldType.CHI for meld in melds):
        pairs = [k for k, count in enumerate(seat.counts) if count >= 2]
        if len(pairs) + len(melds) >= _TOITOI_PAIRS:
            yield sum(1 << k for k in pairs)
