"""Walls for generated rounds: shuffled, or stacked so that rare things happen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from mjlog.rulesets.model import Ruleset
from mjlog.tiles import TILE_NAMES
from tests.reference.hands import ORPHANS
from tests.reference.model import kind_of

HAND = 13
INDICATORS = 5
ROBBED = 13
"""5p, the tile of the added kan that the theme "rob" is about."""


@dataclass
class Wall:
    """A deal: hands by seat, live tiles first to last, indicators with the tiles under them."""

    hands: list[list[int]]
    live: list[int]
    dora: list[int]
    ura: list[int]
    spare: list[int]
    """Replacement tiles, the first one first, and whatever else is never drawn as a live tile."""
    turned: int = field(default=1)

    def draw(self) -> int:
        """The next live tile."""
        return self.live.pop(0)

    def can_replace(self) -> bool:
        """Whether a replacement tile is there."""
        return bool(self.spare)

    def replacement(self, taken: int) -> int:
        """A replacement tile; `taken` tiles from the end of the live wall join the dead wall for it."""
        tile = self.spare.pop(0)
        self.spare += [self.live.pop() for _ in range(taken)]
        return tile

    def indicator(self) -> int:
        """Turn one more indicator."""
        self.turned += 1
        return self.dora[self.turned - 1]


def full_set(rules: Ruleset) -> list[int]:
    """Every tile of the game as codes."""
    removed = {TILE_NAMES.index(t) for t in rules.removed_tiles}
    tiles = [k for k in range(34) if k not in removed for _ in range(4)]
    for suit, reds in enumerate(rules.red_fives):
        for _ in range(reds if 9 * suit + 4 not in removed else 0):
            tiles[tiles.index(9 * suit + 4)] = 34 + suit
    return tiles


Wish = Callable[[int], bool]
"""Whether a kind suits a place in the wall."""


def stack(rules: Ruleset, theme: str, dealer: int, rng: Random) -> Wall:
    """Shuffle and deal to those who play; `theme` says what some hands or draws should hold.

    Args:
        rules: the tiles and the walls.
        theme: one of the generator's themes.
        dealer: the dealer's place among those who play.
        rng: where chance comes from.
    """
    tiles = full_set(rules)
    rng.shuffle(tiles)
    hand_wishes, draw_wishes = _wishes(theme, rules, dealer, rng)

    def take(wish: Wish) -> int:
        fitting = (i for i, tile in enumerate(tiles) if wish(kind_of(tile)))
        return tiles.pop(next(fitting, -1))

    hands = [[take(w) for w in hand_wishes.get(s, [])] for s in range(rules.players)]
    for hand in hands:
        hand += [tiles.pop() for _ in range(HAND - len(hand))]
    dead = [tiles.pop() for _ in range(rules.dead_wall)]
    live = [take(w) for w in draw_wishes[: len(tiles)]] + tiles
    drawn = rules.draws_per_player * rules.players or len(live)
    dora, ura, spare = dead[:INDICATORS], dead[INDICATORS : 2 * INDICATORS], dead[2 * INDICATORS :]
    return Wall([sorted(h) for h in hands], live[:drawn], dora, ura, spare + live[drawn:])


def _one_of(*kinds: int) -> Wish:
    return lambda kind: kind in kinds


def _wishes(theme: str, rules: Ruleset, dealer: int, rng: Random) -> tuple[dict[int, list[Wish]], list[Wish]]:
    """What players should be dealt, and what the first live tiles should be."""
    players = rules.players
    lucky = rng.randrange(players)
    seats = range(players)
    orphan, suit = _one_of(*ORPHANS), 9 * rng.randrange(1, 3)
    if theme == "kans":
        kinds = rng.sample([*range(9, 34)], 4 * players)
        hands = {s: [_one_of(k) for k in kinds[4 * s : 4 * s + 4] for _ in range(3)] for s in seats}
        return hands, [_one_of(*kinds)] * 4 * players
    if theme in ("dragons", "winds"):
        honours = (31, 32, 33) if theme == "dragons" else (27, 28, 29, 30)
        hands = {s: [_one_of(*honours)] * (1 if s == lucky else 2) for s in seats}
        return {**hands, lucky: [_one_of(k) for k in honours for _ in range(2)]}, []
    if theme == "orphans":
        return {lucky: [_one_of(k) for k in rng.sample(ORPHANS, rng.choice((9, 11, 12, 13)))]}, []
    if theme == "nagashi":
        other = _one_of(*(k for k in range(34) if k not in ORPHANS))
        place = (lucky - dealer) % players
        return {lucky: [orphan] * HAND}, [orphan if i % players == place else other for i in range(70)]
    if theme == "first_wind":
        wind = _one_of(rng.randrange(27, 31))
        return {s: [wind] for s in seats}, []
    if theme == "ready":
        return {s: _ready(rng) for s in seats if rng.random() < 0.8}, []
    if theme == "flush":
        return {s: [_one_of(*range(9 * s, 9 * s + 9))] * HAND for s in (1, 2)}, []
    if theme == "gates":
        hand = [_one_of(suit + rank) for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
        return {lucky: hand}, [_one_of(*range(suit, suit + 9))] * 2 * players
    if theme == "rob":  # the lucky seat calls pon and adds the fourth tile later
        robbed, robber = _one_of(ROBBED), (lucky + 1) % players
        runs = [_one_of(18 + start + i) for start in rng.sample(range(7), 3) for i in range(3)]
        waiting = [_one_of(ROBBED - 1), _one_of(ROBBED + 1), *runs, *[_one_of(rng.randrange(27, 34))] * 2]
        return {lucky: [robbed] * 3, (lucky + 2) % players: [robbed], robber: waiting}, []
    return _local_wishes(theme, rules, rng)


def _local_wishes(theme: str, rules: Ruleset, rng: Random) -> tuple[dict[int, list[Wish]], list[Wish]]:
    """As `_wishes`, for what only some rules know."""
    players, lucky, suit = rules.players, rng.randrange(rules.players), 9 * rng.randrange(1, 3)
    if theme == "aside":
        aside = _one_of(*(TILE_NAMES.index(t) for t in rules.set_aside))
        return {s: [aside] * (7 if s == lucky else 2) for s in range(players)}, [aside] * 3 * players
    if theme == "reds":
        fives = _one_of(4, 13, 22)
        return {lucky: [fives] * 6}, [fives if rng.random() < 0.5 else _one_of(*ORPHANS)] * 2 * players
    if theme == "pairs":  # seven pairs, some of them equal, but for a tile
        quads = rng.choice((1, 1, 2))
        kinds = [_one_of(k) for k in rng.sample(range(9, 27), 7 - quads)]
        return {lucky: [*kinds[:quads] * 4, *kinds[quads:-1] * 2, kinds[-1]]}, []
    if theme == "steps":
        start = suit + rng.randrange(6)
        return {lucky: [_one_of(start + i) for i in range(4) for _ in range(2 + rng.randrange(2))]}, []
    return {}, []


def _ready(rng: Random) -> list[Wish]:
    """Three sets of pin and sou tiles, a pair, and two tiles of a run or a second pair."""
    wishes: list[Wish] = []
    for _ in range(3):
        start = 9 * rng.randrange(1, 3) + rng.randrange(7)
        same = rng.random() < 0.3
        wishes += [_one_of(start + (0 if same else i)) for i in range(3)]
    pair, start = rng.randrange(9, 34), 9 * rng.randrange(1, 3) + rng.randrange(7)
    return [*wishes, _one_of(pair), _one_of(pair), _one_of(start), _one_of(start + rng.randrange(3))]
