"""One player's side of the table: concealed tiles, melds, river, riichi and furiten."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from mjlog.scoring.hands import Meld as MeldType
from mjlog.simulate.questions import TILE_SUIT, TILE_WEIGHT, Suits
from mjlog.tiles import FIVES, IS_RED, IS_YAOCHUU, KIND, KINDS, NO_TILE, RED_MAN, RED_PIN, RED_SOU

KIND_OF: Final[tuple[int, ...]] = tuple(KIND.tolist())
"""Kind of each tile code."""
RED_OF: Final[tuple[bool, ...]] = tuple(IS_RED.tolist())
"""Whether each tile code is a red five."""
RED_FIVE: Final = dict(zip(FIVES, (RED_MAN, RED_PIN, RED_SOU), strict=True))
"""Code of the red five of each kind of five."""
YAOCHUU: Final[tuple[int, ...]] = tuple(k for k in range(KINDS) if IS_YAOCHUU[k])
"""The kinds of terminals and honours."""
YAOCHUU_MASK: Final = sum(1 << k for k in YAOCHUU)
"""The same as a mask."""
_KOKUSHI_KINDS: Final = 12
"""Different kinds that a hand waiting for kokushi musou holds at least."""


def red_first(code: int) -> tuple[int, bool]:
    """Sort key: by kind, a red five after the plain ones."""
    return KIND_OF[code], RED_OF[code]


@dataclass(slots=True, eq=False)
class Meld:
    """A called set or a kan."""

    type: MeldType
    kind: int
    """Kind of its lowest tile."""
    tiles: tuple[int, ...]
    """Tile codes, the called one too."""

    @property
    def is_kan(self) -> bool:
        """Whether it has four tiles."""
        return self.type in (MeldType.OPEN_KAN, MeldType.ANKAN)


@dataclass(slots=True, eq=False)
class Seat:
    """What the table knows of one player."""

    number: int
    wind: int = 0
    """Seat wind, 0 East."""
    codes: list[int] = field(default_factory=list)
    """Concealed tiles."""
    counts: bytearray = field(default_factory=lambda: bytearray(KINDS))
    """Concealed tiles of each kind."""
    suits: list[int] = field(default_factory=lambda: [0] * 4)
    """Concealed tiles as suit numbers."""
    red_fives: int = 0
    """Concealed red fives."""
    melds: list[Meld] = field(default_factory=list)
    melded: bytearray = field(default_factory=lambda: bytearray(KINDS))
    """Tiles of each kind in melds."""
    melded_reds: int = 0
    """Red fives in melds."""
    is_closed: bool = True
    """Whether nothing was called; a concealed kan leaves the hand closed."""
    set_aside: list[int] = field(default_factory=list)
    """Kinds of the tiles set aside."""
    river: list[int] = field(default_factory=list)
    """Kinds discarded, called ones too."""
    thrown: int = 0
    """The same as a mask."""
    is_river_whole: bool = True
    """Whether nobody called a tile of the river."""
    waits: int = 0
    """Kinds that complete the hand of 13 tiles held after the last discard, as a mask."""
    drawn: int = NO_TILE
    """Tile drawn and not yet discarded."""
    replaces: str = ""
    """Event kind that `drawn` is the replacement tile of, empty for an ordinary draw."""
    kan_giver: int = -1
    """Who gave the tile of the open kan that `drawn` replaces, -1 for nobody."""
    in_riichi: bool = False
    """Riichi declared."""
    is_open_riichi: bool = False
    """Declared with the hand shown."""
    has_paid: bool = False
    """Riichi accepted: the stick lies on the table."""
    is_double_riichi: bool = False
    is_ippatsu: bool = False
    """Whether a win now would be ippatsu."""
    passed_in_turn: bool = False
    """A winning tile passed since the player acted as the rules ask: temporary furiten."""
    passed_in_riichi: bool = False
    """A winning tile passed since the own riichi."""
    is_at_fault: bool = False
    """In riichi against the rules, or let a win pass where that is chombo: a win or a draw shows it."""
    is_dead: bool = False
    """Barred from winning, calls, kans and riichi."""
    safe: int = 0
    """Kinds that this player cannot win on by ron for all to see: own river, passed since riichi."""
    pao: list[int] = field(default_factory=lambda: [-1, -1, -1])
    """Who is liable for each of `rulesets.standard.PAO_YAKUMAN`; -1 for nobody."""
    forbidden: int = 0
    """Kinds that kuikae forbids for the discard that is due, as a mask."""

    def take(self, *codes: int) -> None:
        """Add tiles to the concealed hand."""
        for code in codes:
            kind = KIND_OF[code]
            self.codes.append(code)
            self.counts[kind] += 1
            self.suits[TILE_SUIT[kind]] += TILE_WEIGHT[kind]
            self.red_fives += code >= RED_MAN

    def give(self, *codes: int) -> None:
        """Remove tiles from the concealed hand."""
        for code in codes:
            kind = KIND_OF[code]
            self.codes.remove(code)
            self.counts[kind] -= 1
            self.suits[TILE_SUIT[kind]] -= TILE_WEIGHT[kind]
            self.red_fives -= code >= RED_MAN

    def lay(self, meld: Meld) -> None:
        """Lay a meld down."""
        self.melds.append(meld)
        self.is_closed &= meld.type is MeldType.ANKAN
        for code in meld.tiles:
            self.melded[KIND_OF[code]] += 1
            self.melded_reds += code >= RED_MAN

    def without(self, *kinds: int) -> Suits:
        """The concealed hand without some tiles, as suit numbers."""
        suits = self.suits.copy()
        for kind in kinds:
            suits[TILE_SUIT[kind]] -= TILE_WEIGHT[kind]
        return suits[0], suits[1], suits[2], suits[3]

    def having(self, kind: int) -> Suits:
        """The concealed hand with one more tile, as suit numbers."""
        suits = self.suits.copy()
        suits[TILE_SUIT[kind]] += TILE_WEIGHT[kind]
        return suits[0], suits[1], suits[2], suits[3]

    def codes_of(self, kind: int) -> list[int]:
        """The concealed tiles of a kind, the red ones last."""
        if not self.red_fives or kind not in RED_FIVE:
            return [kind] * self.counts[kind]
        red = RED_FIVE[kind]
        reds = self.codes.count(red)
        return [kind] * (self.counts[kind] - reds) + [red] * reds

    def finest(self, kind: int) -> int:
        """A concealed tile of a kind, a red one if there is one."""
        red = RED_FIVE.get(kind, kind)
        return red if self.red_fives and red in self.codes else kind

    def held(self, kind: int) -> int:
        """Tiles of a kind in hand and melds."""
        return self.counts[kind] + self.melded[kind]

    @property
    def is_furiten(self) -> bool:
        """Whether the player may not win by ron (EMA rules 2016, 3.3.10 to 3.3.12)."""
        return bool(self.waits & self.thrown) or self.passed_in_turn or self.passed_in_riichi

    @property
    def is_tenpai(self) -> bool:
        """Whether a tile completes the hand of which the player does not hold all four (Tenhou manual)."""
        return bool(self.open_waits(self.waits))

    def open_waits(self, waits: int) -> int:
        """`waits` without the kinds of which the player holds all four."""
        if not self.melds:
            return waits
        return sum(1 << k for k in range(KINDS) if waits >> k & 1 and self.held(k) < 4)

    @property
    def waits_for_kokushi(self) -> bool:
        """Whether the hand of 13 tiles waits for kokushi musou."""
        kinds = sum(self.counts[k] > 0 for k in YAOCHUU)
        only = sum(self.counts[k] for k in YAOCHUU) == len(self.codes)
        return bool(self.waits) and only and kinds >= _KOKUSHI_KINDS

    def reds(self) -> int:
        """Red fives in hand and melds."""
        return self.red_fives + self.melded_reds

    def all_tiles(self) -> list[int]:
        """Codes of hand, melds and set-aside tiles."""
        return [*self.codes, *(c for meld in self.melds for c in meld.tiles), *self.set_aside]
