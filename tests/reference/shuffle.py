"""Tenhou's shuffle, number by number: Python's own Mersenne Twister, and loops."""

from __future__ import annotations

import base64
import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from mjlog.rulesets.model import Ruleset
from mjlog.tiles import KIND, TILE_NAMES

OUTPUTS = 288
HASHED = 32


@dataclass(frozen=True)
class Shuffled:
    """A shuffled wall: tile codes as Tenhou lays them, and the dice."""

    tiles: list[int]
    dice: list[int]
    upper_first: bool

    def canonical(self, replacements: int = 4) -> list[int]:
        """The wall in the order of `rounds.wall`, when no draw takes a stack of an indicator."""
        tiles = list(self.tiles)
        from_end = [tiles.pop(0) for _ in range(replacements + 10)]
        if self.upper_first:
            pairs = zip(from_end[1::2], from_end[::2], strict=True)
            from_end = [tile for pair in pairs for tile in pair]
        from_end = from_end[replacements:] + from_end[:replacements]
        return [*reversed(tiles), *reversed(from_end)]


def twister(words: Sequence[int]) -> Random:
    """MT19937ar initialised by an array of words, of which the last is not 0."""
    assert words[-1]
    return Random(sum(word << 32 * place for place, word in enumerate(words)))


def walls(shuffle: str, rules: Ruleset, count: int) -> list[Shuffled]:
    """The first walls of a logged shuffle."""
    generator, *seed = shuffle.split(",")
    if generator.endswith("base64"):
        data = base64.b64decode(seed[0])
        words = [word for (word,) in struct.iter_unpack("<I", data)]
    else:
        words = [int(word, 16) for word in seed]
    random = twister(words)
    found = []
    for _ in range(count):
        outputs = [random.getrandbits(32) for _ in range(OUTPUTS)]
        numbers = _hashed(outputs) if "sha512" in generator else outputs
        dice = [numbers[135] % 6 + 1, numbers[136] % 6 + 1]
        found.append(Shuffled(_shuffled(_tiles(rules), numbers), dice, generator.endswith("base64")))
    return found


def _hashed(outputs: Sequence[int]) -> list[int]:
    numbers: list[int] = []
    for start in range(0, len(outputs), HASHED):
        digest = hashlib.sha512(struct.pack("<32I", *outputs[start : start + HASHED])).digest()
        numbers += struct.unpack("<16I", digest)
    return numbers


def _shuffled(tiles: list[int], numbers: Sequence[int]) -> list[int]:
    for place in range(len(tiles) - 1):
        other = place + numbers[place] % (len(tiles) - place)
        tiles[place], tiles[other] = tiles[other], tiles[place]
    return tiles


def _tiles(rules: Ruleset) -> list[int]:
    """Four tiles of each kind, red fives first."""
    codes = []
    for kind in range(34):
        if TILE_NAMES[kind] not in rules.removed_tiles:
            reds = rules.red_fives[kind // 9] if kind < 27 and kind % 9 == 4 else 0
            codes += [34 + kind // 9] * reds + [kind] * (4 - reds)
    assert all(KIND[code] < 34 for code in codes)
    return codes
