"""The wall: every tile of the game, shuffled and dealt."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

from mjlog.rulesets.model import Ruleset
from mjlog.tiles import KINDS, NO_TILE, RED_MAN, TILE_NAMES

HAND: Final = 13
"""Tiles that every player is dealt."""
INDICATORS: Final = 5
"""Dora indicators of the dead wall: one at the deal and one for each of four kans."""
_T = TypeVar("_T")
_FIVES: Final = (4, 13, 22)


@dataclass(slots=True)
class Wall:
    """A dealt wall; all tiles are codes of `mjlog.tiles`, the next one to take first."""

    hands: list[list[int]]
    """Dealt hand of each seat."""
    live: list[int]
    """Tiles that can still be drawn."""
    replacements: list[int]
    """Tiles that replace kans and set-aside tiles."""
    dora: list[int]
    """Indicators, in order of turning."""
    ura: list[int]
    """The tiles under them."""
    promised: list[list[int]] = field(default_factory=list)
    """Live tiles that each seat is to draw, in order (`NO_TILE`: any); empty unless a deal is stacked."""
    turned: int = 1
    """Indicators turned so far."""

    @property
    def left(self) -> int:
        """Live tiles that are left."""
        if not self.promised:
            return len(self.live)
        return len(self.live) + sum(code != NO_TILE for tiles in self.promised for code in tiles)

    def draw(self, seat: int) -> int:
        """Take the next live tile, or the one that the seat is promised."""
        if self.promised and self.promised[seat]:
            code = self.promised[seat].pop(0)
            if code != NO_TILE:
                return code
        return self._next(0)

    def _next(self, place: int) -> int:
        """Take a live tile; when all others are drawn, one that was promised to a seat."""
        if self.live:
            return self.live.pop(place)
        rest = next(tiles for tiles in self.promised if any(code != NO_TILE for code in tiles))
        return rest.pop(next(i for i, code in enumerate(rest) if code != NO_TILE))

    def replace(self) -> int:
        """Take a replacement tile; the last live tile joins the dead wall (EMA rules 2016, 3.3.3)."""
        self.replacements.append(self._next(-1))
        return self.replacements.pop(0)

    def turn_indicator(self) -> int:
        """Turn one more indicator."""
        self.turned += 1
        return self.dora[self.turned - 1]

    @property
    def shown(self) -> list[int]:
        """Indicators turned so far."""
        return self.dora[: self.turned]


def tile_set(rules: Ruleset) -> list[int]:
    """List every tile of the game: four of each kind that the wall has, red fives among them."""
    removed = {TILE_NAMES.index(name) for name in rules.removed_tiles}
    tiles = [kind for kind in range(KINDS) if kind not in removed for _ in range(4)]
    for suit, (five, reds) in enumerate(zip(_FIVES, rules.red_fives, strict=True)):
        for _ in range(reds if five not in removed else 0):
            tiles[tiles.index(five)] = RED_MAN + suit
    return tiles


def shuffle(items: list[_T], rng: Random) -> None:
    """Shuffle in place, by `Random.random` alone: its sequence never changes between versions of Python."""
    for last in range(len(items) - 1, 0, -1):
        place = int(rng.random() * (last + 1))
        items[last], items[place] = items[place], items[last]


def shuffled(rules: Ruleset, rng: Random) -> Wall:
    """Shuffle and deal: hands first, then the dead wall, the rest is live.

    Raises:
        ValueError: when the dead wall of `rules` is too small.
    """
    if rules.dead_wall <= 2 * INDICATORS:
        raise ValueError(
            f"rule set {rules.name!r}: a dead wall of {rules.dead_wall} holds no {INDICATORS} indicators, "
            "the tiles under them and a replacement tile"
        )
    tiles = tile_set(rules)
    hands_end = HAND * rules.players
    dead_end = hands_end + rules.dead_wall
    shuffle(tiles, rng)
    dead = tiles[hands_end:dead_end]
    return Wall(
        hands=[tiles[HAND * seat : HAND * (seat + 1)] for seat in range(rules.players)],
        live=tiles[dead_end:],
        dora=dead[:INDICATORS],
        ura=dead[INDICATORS : 2 * INDICATORS],
        replacements=dead[2 * INDICATORS :],
    )
