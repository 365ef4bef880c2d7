"""Tenhou's shuffle: from a logged seed to the order of the tiles and the dice of every round.

MT19937ar is seeded by the words of the seed (init_by_array).  Each wall takes its next 288 outputs,
of which every 32 are hashed by SHA-512 into 16 numbers; the oldest logs take 137 outputs as they are,
from a seed of each deal.  Then, for tile i of n from the first to the last but one, it changes places
with tile i + (number i modulo n - i).  Numbers 135 and 136 modulo 6 are the dice, with three players
too (published by Tenhou with a sample, blog.tenhou.net; http://tenhou.net/stat/rand/).
"""

from __future__ import annotations

import binascii
import re
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha512
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.walls.places import MOST_INDICATORS

Words = NDArray[np.uint32]

MOST_SEED_WORDS: Final = 4096
"""Words of a seed; Tenhou's have 624 at most."""
_WORD: Final = np.dtype("<u4")
_HASHED: Final = 32
"""Outputs of the generator that are hashed together."""
_BLOCKS: Final = 9
"""Hashes of a wall."""
_DICE: Final = (135, 136)
"""Numbers of a wall that make its dice."""
_NUMBERS: Final = 137
"""Numbers of a wall that are used."""
_HEX_WORD: Final = re.compile(r"[0-9A-Fa-f]{1,8}")


@dataclass(frozen=True, slots=True)
class Generator:
    """One generation of the shuffle."""

    words: Callable[[str], Words]
    """Reads the words of a seed."""
    is_hashed: bool
    """Whether outputs are hashed."""
    upper_first: bool
    """Whether of the two tiles of a stack the second is the indicator, and the first to be drawn."""


def _hexadecimal(seed: str) -> Words:
    words = seed.split(",", MOST_SEED_WORDS)
    if len(words) > MOST_SEED_WORDS or not all(map(_HEX_WORD.fullmatch, words)):
        raise ValueError("a seed is words of 32 bits in hexadecimal")
    return np.array([int(word, 16) for word in words], dtype=np.uint32)


def _base64(seed: str) -> Words:
    if len(seed) > 6 * MOST_SEED_WORDS:
        raise ValueError("a seed that long is none")
    data = binascii.a2b_base64(seed, strict_mode=True)
    return np.frombuffer(data[: len(data) // 4 * 4], dtype=_WORD).astype(np.uint32)


class _Own(threading.local):
    """What each thread has for itself."""

    def __init__(self) -> None:
        self.twister = np.random.RandomState(0)
        """MT19937ar, seeded anew for every log: it takes long to make one."""


_own: Final = _Own()

GENERATORS: Final = {
    "mt19937ar": Generator(_hexadecimal, is_hashed=False, upper_first=False),
    "mt19937ar-sha512-n288": Generator(_hexadecimal, is_hashed=True, upper_first=False),
    "mt19937ar-sha512-n288-base64": Generator(_base64, is_hashed=True, upper_first=True),
}
"""The generations by the name that stands before the seed, the oldest first."""


def generator_of(shuffle: str | None) -> Generator | None:
    """The generator that a shuffle names, if it is one of `GENERATORS`."""
    return GENERATORS.get(shuffle.partition(",")[0]) if shuffle else None


@lru_cache(maxsize=256)
def numbers(shuffle: str, walls: int) -> Words | None:
    """Draw the random numbers of walls.

    Args:
        shuffle: generator and seed as logged.
        walls: how many walls, from the first.

    Returns:
        (walls, 137) numbers; None when there is no such generator or the seed cannot be read.
    """
    generator = generator_of(shuffle)
    if generator is None:
        return None
    each = _HASHED * _BLOCKS if generator.is_hashed else _NUMBERS
    try:
        twister = _own.twister
        twister.seed(generator.words(shuffle.partition(",")[2]))
        outputs = twister.randint(0, 1 << 32, each * walls, dtype=np.uint32).astype(_WORD, copy=False)
    except (ValueError, binascii.Error):
        return None
    if not generator.is_hashed:
        return outputs.reshape(walls, _NUMBERS)
    blocks = struct.iter_unpack(f"{4 * _HASHED}s", outputs.data)
    hashes = [sha512(block).digest() for (block,) in blocks]
    return np.frombuffer(b"".join(hashes), dtype=_WORD).reshape(walls, -1)[:, :_NUMBERS]


def shuffled(tiles: NDArray[np.uint8], drawn: Words) -> NDArray[np.uint8]:
    """Shuffle walls.

    Args:
        tiles: (n,) tile codes before the shuffle, 136 at most.
        drawn: (walls, 137) numbers.

    Returns:
        (walls, n) tile codes.
    """
    count, size = len(drawn), len(tiles)
    place = np.arange(size - 1, dtype=np.uint32)[:, None]
    others = np.ascontiguousarray(drawn.T[: size - 1]) % (size - place) + place
    flat = np.repeat(tiles, count)
    order = flat.reshape(size, count)
    for this, other in zip(order, others * np.intp(count) + np.arange(count), strict=False):
        taken = flat.take(other)
        flat[other] = this
        this[:] = taken
    return order.T


def dice(drawn: Words) -> NDArray[np.int8]:
    """(walls, 2) dice of walls, 1 to 6, from (walls, 137) numbers."""
    return (drawn[:, _DICE] % 6 + 1).astype(np.int8)


def canonical(
    walls: NDArray[np.uint8], replacements: int, reach: NDArray[np.int64], *, upper_first: bool
) -> NDArray[np.uint8]:
    """Bring shuffled walls into the order of `rounds.wall`.

    Tenhou deals and draws from the end of the wall.  At its beginning lie the stacks of the replacement
    tiles, then those of the indicators.  With three players the last draws of a round with few
    replacement tiles take the stacks of the last indicators, which no kan can turn any more; replacement
    tiles that the round does not reach are then put in their places.

    Args:
        walls: (walls, n) tile codes as shuffled.
        replacements: replacement tiles.
        reach: (walls,) tiles that are dealt or can be drawn in each round, besides replacement tiles.
        upper_first: as in `Generator`.
    """
    size, dead = walls.shape[1], replacements + 2 * MOST_INDICATORS
    stacks = np.arange(dead).reshape(-1, 2)
    used = stacks[:, ::-1] if upper_first else stacks
    from_end = [used[replacements // 2 :].ravel(), used[: replacements // 2].ravel()]
    order = np.concatenate([*from_end, np.arange(dead, size)])[::-1]
    tiles = walls[:, order]
    after = np.argsort(order)[np.arange(dead)[::-1]]
    for number in range(min(int(reach.max(initial=0)) - (size - dead), 2 * MOST_INDICATORS)):
        rows = np.flatnonzero(reach > size - dead + number)
        pair = np.array([size - dead + number, after[number]])
        tiles[rows[:, None], pair] = tiles[rows[:, None], pair[::-1]]
    return tiles
