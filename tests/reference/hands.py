"""Shanten, waits and decompositions of a concealed hand by trying everything.

A hand is a tuple of 34 counts.  A complete hand never holds more than four of a kind, so that a
hand which waits for a fifth tile is not tenpai (Tenhou manual).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import product

from mjlog.tiles import KIND, KINDS

Counts = tuple[int, ...]
Block = tuple[str, int]
"""("run" | "triplet" | "pair", kind of the lowest tile)."""

Missing = tuple[tuple[int, int], ...]
"""Fewest missing tiles by melds (0-4) and pairs (0 or 1)."""

ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""Terminals and honours."""
NEVER = 99
"""More missing tiles than any hand has."""


def counts_of(tiles: Iterable[int]) -> Counts:
    """Tile codes as 34 counts; red fives count as fives, hidden tiles are left out."""
    counts = [0] * KINDS
    for tile in tiles:
        if int(KIND[tile]) < KINDS:
            counts[int(KIND[tile])] += 1
    return tuple(counts)


def counts_of_hand(hand: Mapping[int, int]) -> Counts | None:
    """A Counter of tile codes as 34 counts; None when no real hand has them."""
    counts = [0] * KINDS
    for tile, n in hand.items():
        if n and int(KIND[tile]) >= KINDS:
            return None
        if n:
            counts[int(KIND[tile])] += n
    return tuple(counts) if all(0 <= n <= 4 for n in counts) and sum(counts) <= 14 else None


@cache
def _missing(counts: Counts, melds: int, pairs: int, started: int = 0, ending: int = 0) -> int:
    """Fewest tiles to add to one suit so that it holds `melds` runs or triplets and `pairs` pairs.

    The ranks are decided one by one: `started` runs began one rank before and `ending` runs
    two ranks before the first rank of `counts`.
    """
    if not counts:
        return 0 if melds == pairs == started == ending == 0 else NEVER
    have, rest = counts[0], counts[1:]
    best = NEVER
    for runs, triplet, pair in product(range(melds + 1 if len(rest) > 1 else 1), (0, 1), range(pairs + 1)):
        needed = started + ending + runs + 3 * triplet + 2 * pair
        if needed <= 4 and runs + triplet <= melds:
            later = _missing(rest, melds - runs - triplet, pairs - pair, runs, started)
            best = min(best, max(0, needed - have) + later)
    return best


@cache
def _missing_in_suit(counts: Counts) -> Missing:
    """Missing tiles of a suit for each (melds, pairs), melds 0-4."""
    return tuple((_missing(counts, m, 0), _missing(counts, m, 1)) for m in range(5))


@cache
def _missing_in_honours(counts: Counts) -> Missing:
    """As `_missing_in_suit`; honours make no runs."""
    table = [[0, NEVER], *([NEVER, NEVER] for _ in range(4))]
    for have in counts:
        grown = [list(row) for row in table]
        for m, p in product(range(5), (0, 1)):
            if m > 0:
                grown[m][p] = min(grown[m][p], table[m - 1][p] + max(0, 3 - have))
            if p == 1:
                grown[m][1] = min(grown[m][1], table[m][0] + max(0, 2 - have))
        table = grown
    return tuple((row[0], row[1]) for row in table)


@lru_cache(maxsize=200_000)
def _together(first: Missing, second: Missing) -> Missing:
    """Missing tiles of two suits at once."""
    sums = [
        min(first[m][p] + second[melds - m][pairs - p] for m in range(melds + 1) for p in range(pairs + 1))
        for melds in range(5)
        for pairs in (0, 1)
    ]
    return tuple(zip(sums[::2], sums[1::2], strict=True))


def ordinary_shanten(counts: Counts) -> int:
    """Tiles missing from the nearest hand of runs, triplets and one pair, minus one."""
    man, pin, sou = (_missing_in_suit(counts[s : s + 9]) for s in (0, 9, 18))
    numbers_and_honours = _together(_together(man, pin), _together(sou, _missing_in_honours(counts[27:])))
    return numbers_and_honours[sum(counts) // 3][1] - 1


def chiitoitsu_shanten(counts: Counts, quads: bool = False) -> int:
    """Tiles missing from seven pairs, minus one; a closed hand only.

    The pairs are all different, unless `quads`: then four equal tiles make two of them.
    """
    if sum(counts) < 13:
        return NEVER
    missing = [2 - min(2, n) for n in counts]
    if quads:
        missing += [4 - max(2, n) for n in counts]
    return sum(sorted(missing)[:7]) - 1


def kokushi_shanten(counts: Counts) -> int:
    """Tiles missing from the thirteen orphans and a pair of one of them, minus one."""
    if sum(counts) < 13:
        return NEVER
    orphans = [counts[k] for k in ORPHANS]
    return sum(n == 0 for n in orphans) + (max(orphans) < 2) - 1


@lru_cache(maxsize=200_000)
def shanten(counts: Counts, quads: bool = False) -> int:
    """Shanten of a hand of 3k+1 or 3k+2 tiles over all forms; -1 is complete."""
    return min(ordinary_shanten(counts), chiitoitsu_shanten(counts, quads), kokushi_shanten(counts))


def with_tile(counts: Counts, kind: int, n: int = 1) -> Counts:
    """`counts` with `n` more of `kind`."""
    return (*counts[:kind], counts[kind] + n, *counts[kind + 1 :])


@lru_cache(maxsize=200_000)
def waits(counts: Counts, quads: bool = False) -> frozenset[int]:
    """Kinds that complete a hand of 3k+1 tiles, each one tried; no fifth tile of a kind."""
    if sum(counts) % 3 != 1 or shanten(counts, quads) != 0:
        return frozenset()
    return frozenset(k for k in range(KINDS) if counts[k] < 4 and shanten(with_tile(counts, k), quads) == -1)


def decompositions(counts: Counts, pair_left: bool = True) -> Iterator[tuple[Block, ...]]:
    """Every way to take a complete hand apart into runs, triplets and one pair, lowest tile first."""
    if not any(counts):
        if not pair_left:
            yield ()
        return
    low = next(k for k in range(KINDS) if counts[k])
    if counts[low] >= 3:
        for rest in decompositions(with_tile(counts, low, -3), pair_left):
            yield (("triplet", low), *rest)
    if counts[low] >= 2 and pair_left:
        for rest in decompositions(with_tile(counts, low, -2), pair_left=False):
            yield (("pair", low), *rest)
    if low < 27 and low % 9 <= 6 and counts[low + 1] and counts[low + 2]:
        taken = with_tile(with_tile(with_tile(counts, low, -1), low + 1, -1), low + 2, -1)
        for rest in decompositions(taken, pair_left):
            yield (("run", low), *rest)
