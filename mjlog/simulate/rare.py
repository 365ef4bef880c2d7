"""Stacked deals: rounds in which rare things happen, as data (``rare.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Final

import msgspec

from mjlog.notation import MPSZ
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.vocabulary import did_you_mean
from mjlog.rulesets.words import Nagashi, RenhouLimit, ScoreSystem
from mjlog.schema import BONUS_TILES, YAKU_BIT
from mjlog.simulate.deals import Deal
from mjlog.simulate.seat import KIND_OF
from mjlog.simulate.wall import Wall, live_tiles, shuffle, tile_set
from mjlog.tiles import HAND_TILES, NO_TILE

ANY: Final = "?"
"""Beginning of a word that stands for a number of any tiles."""
LEADING: Final = "dealer_wins"
"""The stacked deal that makes a honba."""


class RareDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal of ``rare.toml``, which documents the fields."""

    name: str
    gives: tuple[str, ...]
    players: tuple[int, ...] = (2, 3, 4)
    needs: Mapping[str, tuple[Any, ...]] = {}
    lacks: Mapping[str, tuple[Any, ...]] = {}
    honba: int = 0
    from_last: bool = False
    hands: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    last: str = ""
    replacements: str = ""
    dora: str = ""
    ura: str = ""
    back: str = ""
    play: tuple[str, ...] = ()

    def suits(self, rules: Ruleset) -> bool:
        """Whether the deal can be dealt, and gives what it is to give, under a rule set."""
        most = max(len(self.hands), len(self.draws), len(self.play))
        if rules.players < most or rules.players not in self.players:
            return False
        kinds = {KIND_OF[c] for c in tile_set(rules)}
        written = [*self.hands, *self.draws, self.last, self.replacements, self.dora, self.ura]
        tiles = {KIND_OF[c] for text in written for c in codes_of(text) if c != NO_TILE}
        return (
            tiles <= kinds
            and self._has_room(rules)
            and all(_has(getattr(rules, name), of) for name, of in self.needs.items())
            and not any(_has(getattr(rules, name), of) for name, of in self.lacks.items())
            and all(counts(rules, slug) for slug in self.gives if slug in YAKU_BIT)
        )

    def _has_room(self, rules: Ruleset) -> bool:
        """Whether the live wall holds the tiles that are drawn from it, and gives those of a play in time."""
        live = live_tiles(rules)
        draws = [codes_of(text) for text in self.draws]
        promised = sum(code != NO_TILE for codes in draws for code in codes)
        turns = max(map(len, draws), default=0) if any(self.play) else 0
        return (turns - 1) * rules.players < live and promised + len(codes_of(self.last)) <= live


def _has(value: Any, wanted: Sequence[Any]) -> bool:
    """Whether a rule is, or contains, one of the values wanted."""
    return value in wanted or (isinstance(value, (frozenset, tuple)) and not set(value).isdisjoint(wanted))


def counts(rules: Ruleset, slug: str) -> bool:
    """Whether a yaku or bonus is of any worth under a rule set."""
    if slug == "nagashi_mangan":
        return rules.nagashi_mangan is not Nagashi.NONE
    if rules.score_system is ScoreSystem.ADDITIVE:
        return any(rules.yaku_points.get(slug, ()))
    by_limit = slug == "renhou" and rules.renhou_limit is not RenhouLimit.NONE
    by_han = slug in BONUS_TILES or any(rules.yaku_han.get(slug, ()))
    return by_limit or by_han or rules.yakuman.get(slug, 0) > 0


@cache
def catalogue() -> tuple[RareDeal, ...]:
    """Every stacked deal, in the order of the file."""
    text = resources.files(__package__).joinpath("rare.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["deal"], tuple[RareDeal, ...])


def deals_for(rules: Ruleset, names: Collection[str] = ()) -> list[RareDeal]:
    """The stacked deals that a rule set allows.

    Args:
        rules: the rule set.
        names: only these; all when empty.

    Raises:
        ValueError: when there is no such deal, or `rules` allow none.
    """
    known = [deal.name for deal in catalogue()]
    for name in names:
        if name not in known:
            raise ValueError(
                f"no stacked deal {name!r}{did_you_mean(name, known)}; "
                "`mjlog simulate --list-deals` lists those that a rule set allows"
            )
    fitting = [deal for deal in catalogue() if deal.suits(rules)]
    can_lead = any(deal.name == LEADING for deal in fitting)
    deals = [deal for deal in fitting if (can_lead or not deal.honba) and (not names or deal.name in names)]
    if not deals:
        raise ValueError(
            f"rule set {rules.name!r} allows no stacked deal{': ' if names else ''}{', '.join(names)}"
        )
    return deals


def leading_to(stack: RareDeal, deal: Deal) -> RareDeal:
    """The stacked deal to play next: one that the dealer wins until there are the honba it wants."""
    if deal.honba >= stack.honba:
        return stack
    return next(other for other in catalogue() if other.name == LEADING)


def codes_of(text: str) -> list[int]:
    """Tiles in words of mpsz; ``?3`` stands for three times `NO_TILE`.

    >>> codes_of("?2 19p")
    [255, 255, 9, 17]
    """
    codes: list[int] = []
    for word in text.split():
        if word.startswith(ANY):
            codes += [NO_TILE] * int(word.removeprefix(ANY))
        else:
            codes += MPSZ.parse_hand(word).tolist()
    return codes


def places(stack: RareDeal, rules: Ruleset, deal: Deal) -> list[int]:
    """Seat of each place of a stacked deal."""
    turns = [(deal.dealer + step) % rules.seats for step in range(rules.seats)]
    playing = [seat for seat in turns if seat != deal.away]
    first = (live_tiles(rules) - 1) % rules.players if stack.from_last else 0
    return playing[first:] + playing[:first]


def stacked(stack: RareDeal, rules: Ruleset, deal: Deal, rng: Random) -> Wall:
    """Build the wall of a stacked deal; what the deal leaves open is shuffled.

    Args:
        stack: a deal that suits the rules.
        rules: the rule set.
        deal: the round: who deals, who is away.
        rng: where the other tiles come from.
    """
    tiles = tile_set(rules)
    shuffle(tiles, rng)
    size = len(tiles)

    def take(text: str) -> list[int]:
        return [code if code == NO_TILE else _taken(tiles, code) for code in codes_of(text)]

    hands, promised = ([take(text) for text in texts] for texts in (stack.hands, stack.draws))
    last, reserve, dora, ura = (
        take(text) for text in (stack.last, stack.replacements, stack.dora, stack.ura)
    )
    held_back = {KIND_OF[code] for code in codes_of(stack.back)}
    tiles.sort(key=lambda code: KIND_OF[code] in held_back)
    seats = places(stack, rules, deal)
    hands = _by_seat(hands, seats, rules.seats)
    for seat in seats:
        hands[seat] += [tiles.pop(0) for _ in range(HAND_TILES - len(hands[seat]))]
    # Tiles held back go where nobody sees them, then to the end of the live wall.
    indicators = max(len(dora), len(ura), 1)
    ura += [tiles.pop() for _ in range(indicators - len(ura))]
    dora += [tiles.pop(0) for _ in range(indicators - len(dora))]
    dead = size - HAND_TILES * rules.players - live_tiles(rules)
    spare = dead - 2 * indicators - len(reserve)
    reserve += [tiles.pop(0) for _ in range(spare)]
    return Wall(hands, [*tiles, *last], reserve, dora, ura, _by_seat(promised, seats, rules.seats))


def _taken(tiles: list[int], code: int) -> int:
    """Take a tile out of the set: the very tile, or a red one for a plain one."""
    fitting = (i for i, c in enumerate(tiles) if c == code)
    same_kind = (i for i, c in enumerate(tiles) if KIND_OF[c] == KIND_OF[code])
    return tiles.pop(next(fitting, next(same_kind)))


def _by_seat(lists: Sequence[list[int]], seats: Sequence[int], size: int) -> list[list[int]]:
    """Lists by place as lists by seat, empty ones where there are none."""
    by_seat: list[list[int]] = [[] for _ in range(size)]
    for seat, tiles in zip(seats, lists, strict=False):
        by_seat[seat] = tiles
    return by_seat
