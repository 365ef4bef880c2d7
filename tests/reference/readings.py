"""A winning hand and every way to read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mjlog.tiles import NO_TILE
from tests.reference.hands import ORPHANS, Counts, chiitoitsu_shanten, decompositions, kokushi_shanten

HAND = 14
"""Tiles of a complete hand, a kan counted as three."""


@dataclass(frozen=True)
class CalledSet:
    """A meld as scoring sees it: "chi", "pon", "minkan" (open or added kan) or "ankan"."""

    type: str
    kind: int
    """Kind of the lowest tile."""


@dataclass(frozen=True, kw_only=True)
class Win:
    """A winning hand with everything that its value depends on."""

    counts: Counts
    """Concealed tiles, the winning one included."""
    melds: tuple[CalledSet, ...] = ()
    win_kind: int
    is_tsumo: bool = False
    riichi: int = 0
    """0 none, 1 riichi, 2 double riichi."""
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    first_turn: bool = False
    seat_wind: int = 0
    round_wind: int = 0
    dora: int = 0
    aka: int = 0
    ura: int = 0
    kita: int = 0
    """Tiles set aside."""
    honba: int = 0
    open_riichi: bool = False
    set_aside_man: int = 0
    """Man tiles among those set aside."""
    is_gathered: bool = False
    """Won by tiles gathered, complete or not; `win_kind` is then NO_TILE unless the last one was drawn."""
    is_nagashi: bool = False
    """Won by a river of terminals and honours; `is_gathered` too."""

    @property
    def is_closed(self) -> bool:
        """No open meld."""
        return all(m.type == "ankan" for m in self.melds)

    @property
    def all_kinds(self) -> set[int]:
        """Kinds in the hand and the melds."""
        melded = {m.kind + i for m in self.melds for i in range(3 if m.type == "chi" else 1)}
        return melded | {k for k, n in enumerate(self.counts) if n}


@dataclass(frozen=True)
class Group:
    """One part of a reading: a "run", "triplet", "kan" or "pair"."""

    shape: str
    kind: int
    """Kind of the lowest tile."""
    is_concealed: bool = True
    """Nothing called and (for a triplet) not completed by a ron: what sanankou and fu ask."""

    @property
    def kinds(self) -> tuple[int, ...]:
        """Kinds of its tiles."""
        return (self.kind, self.kind + 1, self.kind + 2) if self.shape == "run" else (self.kind,)

    @property
    def is_set_of_same(self) -> bool:
        """A triplet or a kan."""
        return self.shape in ("triplet", "kan")


@dataclass(frozen=True)
class Reading:
    """One way to read a winning hand."""

    form: str
    """"ordinary", "chiitoitsu", "kokushi", or "gathered" for a hand that need not be complete."""
    groups: tuple[Group, ...] = ()
    wait: str = "tanki"
    """"ryanmen", "kanchan", "penchan", "shanpon", "tanki" or "none"."""

    def of_shape(self, *shapes: str) -> list[Group]:
        """Its groups of the given shapes."""
        return [g for g in self.groups if g.shape in shapes]

    @property
    def pair(self) -> int:
        """Kind of the pair of an ordinary hand."""
        return self.of_shape("pair")[0].kind


def readings(win: Win, quads: bool = False) -> Iterator[Reading]:
    """Yield every reading: form, decomposition, and the group that the winning tile completed.

    Args:
        win: the hand.
        quads: whether four equal tiles are two of seven pairs.
    """
    if sum(win.counts) + 3 * len(win.melds) != HAND:
        return
    if kokushi_shanten(win.counts) == -1 and not win.melds:
        yield Reading("kokushi")
    called = called_groups(win)
    for blocks in decompositions(win.counts):
        if len(blocks) + len(called) != 5:
            continue
        groups = [Group(shape, kind) for shape, kind in blocks]
        if win.win_kind == NO_TILE:  # the last tile was called
            yield Reading("ordinary", (*groups, *called), "none")
        for i, group in enumerate(groups):
            if win.win_kind in group.kinds:
                finished = Group(group.shape, group.kind, group.shape != "triplet" or win.is_tsumo)
                ordered = (*groups[:i], finished, *groups[i + 1 :], *called)
                yield Reading("ordinary", ordered, _wait(group, win.win_kind))
    if chiitoitsu_shanten(win.counts, quads) == -1 and not win.melds:
        pairs = tuple(Group("pair", k) for k, n in enumerate(win.counts) for _ in range(n // 2))
        yield Reading("chiitoitsu", pairs)


def called_groups(win: Win) -> tuple[Group, ...]:
    """The melds as groups."""
    return tuple(_called_group(m) for m in win.melds)


def _called_group(meld: CalledSet) -> Group:
    shape = {"chi": "run", "pon": "triplet", "minkan": "kan", "ankan": "kan"}[meld.type]
    return Group(shape, meld.kind, meld.type == "ankan")


def _wait(group: Group, win_kind: int) -> str:
    if group.shape == "pair":
        return "tanki"
    if group.shape == "triplet":
        return "shanpon"
    if win_kind == group.kind + 1:
        return "kanchan"
    waits_for_end = (win_kind == group.kind + 2 and group.kind % 9 == 0) or (
        win_kind == group.kind and group.kind % 9 == 6
    )
    return "penchan" if waits_for_end else "ryanmen"


def is_orphan(kind: int) -> bool:
    """A terminal or an honour."""
    return kind in ORPHANS


def is_honour(kind: int) -> bool:
    """A wind or a dragon."""
    return kind >= 27


def is_terminal(kind: int) -> bool:
    """A one or a nine."""
    return is_orphan(kind) and not is_honour(kind)
