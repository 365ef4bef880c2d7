"""The wall: every tile of the game, shuffled and dealt."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeVar

from mjlog.rulesets.model import Ruleset
from mjlog.tiles import FIVES, HAND_TILES, KINDS, NO_TILE, RED_MAN, TILE_NAMES
from mjlog.walls.places import MOST_INDICATORS

_BLOCK: Final = 4
"""Tiles that a player is dealt at a time, but for the last."""
STACK: Final = 2
"""Tiles of a stack of the wall: an indicator and the tile under it."""
_T = TypeVar("_T")


@dataclass(slots=True)
class Wall:
    """A dealt wall; all tiles are codes of `mjlog.tiles`, the next one to take first."""

    hands: list[list[int]]
    """Dealt hand of each seat, empty for one that is away."""
    live: list[int]
    """Tiles that can still be drawn."""
    reserve: list[int]
    """The dead wall without the first indicators: replacement tiles, and from its end further indicators."""
    dora: list[int]
    """Indicators, in order of turning, as far as they are known."""
    ura: list[int]
    """The tiles under them."""
    promised: list[list[int]] = field(default_factory=list)
    """Live tiles that each seat is to draw, in order (`NO_TILE`: any); empty unless a deal is stacked."""
    turned: int = 1
    """Indicators turned so far."""
    drawn: list[int] = field(default_factory=list)
    """Live tiles that were drawn."""
    replaced: list[int] = field(default_factory=list)
    """Replacement tiles that were drawn."""
    left: int = field(init=False)
    """Live tiles that are left."""

    def __post_init__(self) -> None:
        self.left = len(self.live) + sum(code != NO_TILE for tiles in self.promised for code in tiles)

    def draw(self, seat: int) -> int:
        """Take the next live tile, or the one that the seat is promised."""
        self.left -= 1
        promised = self.promised[seat].pop(0) if self.promised and self.promised[seat] else NO_TILE
        self.drawn.append(self._next(0) if promised == NO_TILE else promised)
        return self.drawn[-1]

    def _next(self, place: int) -> int:
        """Take a live tile; when all others are drawn, one that was promised to a seat."""
        if self.live:
            return self.live.pop(place)
        rest = next(tiles for tiles in self.promised if any(code != NO_TILE for code in tiles))
        return rest.pop(next(i for i, code in enumerate(rest) if code != NO_TILE))

    def can_replace(self, joining: int, indicators: int) -> bool:
        """Whether there is a replacement tile, and then a stack for each of so many indicators.

        Args:
            joining: live tiles that join the dead wall with it.
            indicators: indicators to be turned besides.
        """
        known = len(self.dora) - self.turned
        needed = 1 + STACK * max(indicators - known, 0)
        return self.left >= joining and len(self.reserve) + joining >= needed

    def replace(self, joining: int) -> int:
        """Take a replacement tile; `joining` last live tiles join the dead wall (EMA rules 2016, 3.3.3)."""
        for _ in range(joining):
            self.left -= 1
            self.reserve.append(self._next(-1))
        self.replaced.append(self.reserve.pop(0))
        return self.replaced[-1]

    def turn_indicator(self) -> int:
        """Turn one more indicator."""
        if self.turned == len(self.dora):
            self.dora.append(self.reserve.pop())
            self.ura.append(self.reserve.pop())
        self.turned += 1
        return self.dora[self.turned - 1]

    def laid(self, dealer: int) -> list[int]:
        """List all tiles in the order of `schema.ROUNDS.wall`, as the round took them."""
        turns = [hand for hand in self.hands[dealer:] + self.hands[:dealer] if hand]
        dealt = [
            code for at in range(0, HAND_TILES, _BLOCK) for hand in turns for code in hand[at : at + _BLOCK]
        ]
        promised = [code for tiles in self.promised for code in tiles if code != NO_TILE]
        unseen = [*self.live, *promised, *reversed(self.reserve)]
        stacks = list(zip(self.dora, self.ura, strict=True))
        room = min((len(unseen) + STACK * len(stacks)) // STACK, MOST_INDICATORS)
        unseen += [code for stack in stacks[room:] for code in stack]
        start = len(self.live) + len(promised)
        further = [
            unseen.pop(start if start < len(unseen) else -1) for _ in range(STACK * (room - len(stacks)))
        ]
        end = [*(code for stack in stacks[:room] for code in stack), *further, *self.replaced]
        return [*dealt, *self.drawn, *unseen, *reversed(end)]

    @property
    def shown(self) -> list[int]:
        """Indicators turned so far."""
        return self.dora[: self.turned]


def tile_set(rules: Ruleset) -> list[int]:
    """List every tile of the game: four of each kind that the wall has, red fives among them."""
    removed = {TILE_NAMES.index(name) for name in rules.removed_tiles}
    tiles = [kind for kind in range(KINDS) if kind not in removed for _ in range(4)]
    for suit, (five, reds) in enumerate(zip(FIVES, rules.red_fives, strict=True)):
        for _ in range(reds if five not in removed else 0):
            tiles[tiles.index(five)] = RED_MAN + suit
    return tiles


def live_tiles(rules: Ruleset) -> int:
    """Live tiles at the deal: the draws of each player, or all that the dead wall leaves.

    Raises:
        ValueError: when no stack is left for the first indicator.
    """
    tiles = 4 * (KINDS - len(rules.removed_tiles)) - HAND_TILES * rules.players
    live = rules.draws_per_player * rules.players or tiles - rules.dead_wall
    if tiles - live < STACK:
        raise ValueError(f"rule set {rules.name!r}: a dead wall of {tiles - live} holds no indicator")
    return live


def shuffle(items: list[_T], rng: Random) -> None:
    """Shuffle in place, by `Random.random` alone: its sequence never changes between versions of Python."""
    for last in range(len(items) - 1, 0, -1):
        place = int(rng.random() * (last + 1))
        items[last], items[place] = items[place], items[last]


def shuffled(rules: Ruleset, rng: Random, away: int = -1) -> Wall:
    """Shuffle and deal: hands first, then the dead wall, the rest is live.

    Args:
        rules: the rule set.
        rng: where the order comes from.
        away: seat of the game that is dealt nothing, -1 for none.

    Raises:
        ValueError: when the dead wall of `rules` is too small.
    """
    tiles = tile_set(rules)
    hands_end = HAND_TILES * rules.players
    dead_end = len(tiles) - live_tiles(rules)
    shuffle(tiles, rng)
    hands = [tiles[start : start + HAND_TILES] for start in range(0, hands_end, HAND_TILES)]
    if away >= 0:
        hands.insert(away, [])
    indicator, under, *reserve = tiles[hands_end:dead_end]
    return Wall(hands, tiles[dead_end:], reserve, [indicator], [under])
