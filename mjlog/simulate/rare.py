"""Stacked deals: rounds in which rare things happen, as data (``rare.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from random import Random
from typing import Any, Final

import msgspec

from mjlog.notation import MPSZ
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.values import did_you_mean
from mjlog.simulate.legal import discards, may_declare_riichi, own_calls
from mjlog.simulate.questions import Look, Play, look
from mjlog.simulate.round import Discard, Mind, Move, OwnCall
from mjlog.simulate.seat import KIND_OF, Seat
from mjlog.simulate.table import Call, Table
from mjlog.simulate.wall import HAND, INDICATORS, Wall, shuffle, tile_set
from mjlog.tiles import NO_TILE

ANY: Final = "?"
"""Beginning of a word that stands for a number of any tiles."""


class RareDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One deal of ``rare.toml``, which documents the fields."""

    name: str
    gives: tuple[str, ...]
    players: int | None = None
    needs: Mapping[str, tuple[Any, ...]] = {}
    hands: tuple[str, ...] = ()
    draws: tuple[str, ...] = ()
    replacements: str = ""
    dora: str = ""
    ura: str = ""
    back: str = ""
    play: tuple[str, ...] = ()

    def suits(self, rules: Ruleset) -> bool:
        """Whether the deal can be dealt, and gives what it is to give, under a rule set."""
        places = max(len(self.hands), len(self.draws), len(self.play))
        if rules.players < places or self.players not in (None, rules.players):
            return False
        kinds = {KIND_OF[c] for c in tile_set(rules)}
        written = [*self.hands, *self.draws, self.replacements, self.dora, self.ura]
        tiles = {KIND_OF[c] for text in written for c in codes_of(text) if c != NO_TILE}
        return tiles <= kinds and all(_has(getattr(rules, name), of) for name, of in self.needs.items())


def _has(value: Any, wanted: Sequence[Any]) -> bool:
    """Whether a rule is, or contains, one of the values wanted."""
    return value in wanted or (isinstance(value, (frozenset, tuple)) and not set(value).isdisjoint(wanted))


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
                f"no stacked deal {name!r}{did_you_mean(name, known)}; there are {', '.join(known)}"
            )
    deals = [deal for deal in catalogue() if deal.suits(rules) and (not names or deal.name in names)]
    if not deals:
        raise ValueError(
            f"rule set {rules.name!r} allows no stacked deal{': ' if names else ''}{', '.join(names)}"
        )
    return deals


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


def stacked(deal: RareDeal, rules: Ruleset, dealer: int, rng: Random) -> Wall:
    """Build the wall of a stacked deal; what the deal leaves open is shuffled.

    Args:
        deal: a deal that suits the rules.
        rules: the rule set.
        dealer: seat of the dealer, which is place 0 of the deal.
        rng: where the other tiles come from.
    """
    tiles = tile_set(rules)
    shuffle(tiles, rng)

    def take(text: str) -> list[int]:
        return [code if code == NO_TILE else _taken(tiles, code) for code in codes_of(text)]

    hands, promised = ([take(text) for text in texts] for texts in (deal.hands, deal.draws))
    replacements, dora, ura = (take(text) for text in (deal.replacements, deal.dora, deal.ura))
    held_back = {KIND_OF[code] for code in codes_of(deal.back)}
    tiles.sort(key=lambda code: KIND_OF[code] in held_back)
    hands = _by_seat(hands, dealer, rules.players)
    for hand in hands:
        hand += [tiles.pop(0) for _ in range(HAND - len(hand))]
    # Tiles held back go where nobody sees them, then to the end of the live wall.
    ura += [tiles.pop() for _ in range(INDICATORS - len(ura))]
    dora += [tiles.pop(0) for _ in range(INDICATORS - len(dora))]
    spare = rules.dead_wall - 2 * INDICATORS - len(replacements)
    replacements += [tiles.pop(0) for _ in range(spare)]
    return Wall(hands, tiles, replacements, dora, ura, _by_seat(promised, dealer, rules.players))


def _taken(tiles: list[int], code: int) -> int:
    """Take a tile out of the set: the very tile, or a red one for a plain one."""
    fitting = (i for i, c in enumerate(tiles) if c == code)
    same_kind = (i for i, c in enumerate(tiles) if KIND_OF[c] == KIND_OF[code])
    return tiles.pop(next(fitting, next(same_kind)))


def _by_seat(places: Sequence[list[int]], dealer: int, players: int) -> list[list[int]]:
    """Lists by place as lists by seat, empty ones where there are none."""
    seats: list[list[int]] = [[] for _ in range(players)]
    for place, tiles in enumerate(places):
        seats[(dealer + place) % players] = tiles
    return seats


@dataclass(slots=True)
class Script:
    """A seat that does what a stacked deal says, and else discards what it draws."""

    steps: list[tuple[str, int]] = field(default_factory=list)
    """What to do, in order: a verb and the kind of its tile."""

    @classmethod
    def of(cls, deal: RareDeal, place: int) -> Script:
        """The script of one place of a deal."""
        text = deal.play[place] if place < len(deal.play) else ""
        steps = []
        for step in filter(None, text.split(", ")):
            verb, _, tile = step.partition(" ")
            steps.append((verb, KIND_OF[MPSZ.parse(tile)] if tile else NO_TILE))
        return cls(steps)

    def _is_next(self, *verbs: str) -> bool:
        return bool(self.steps) and self.steps[0][0] in verbs

    def wins(self, table: Table, seat: Seat) -> bool:
        """Win when the script says so."""
        return self._is_next("ron" if seat.drawn == NO_TILE else "tsumo")

    def aborts(self, table: Table, seat: Seat) -> bool:
        """Abort when the script says so."""
        return self._is_next("abort")

    def move(self, table: Table, seat: Seat) -> Play[Move]:
        """The next kan, North or discard of the script, else the drawn tile."""
        for call in own_calls(table, seat):
            if self._is_next(call.kind) and self.steps[0][1] in (KIND_OF[call.tile], NO_TILE):
                waits = yield from _waits_without(table, seat, call.consumed, call.kind == "ankan")
                if not seat.in_riichi or waits == seat.waits:
                    self.steps.pop(0)
                    return OwnCall(call, waits)
        if seat.in_riichi:
            return Discard(seat.drawn, seat.waits)
        allowed = discards(seat)
        tile = seat.drawn if seat.drawn != NO_TILE else seat.codes_of(allowed[0])[0]
        riichi = False
        if self._is_next("discard", "riichi") and self.steps[0][1] in allowed:
            verb, kind = self.steps.pop(0)
            tile, riichi = seat.codes_of(kind)[0], verb == "riichi"
        waits = yield from _waits_without(table, seat, (tile,), is_meld=False)
        return Discard(tile, waits, riichi and bool(waits) and may_declare_riichi(table, seat))

    def answer(self, table: Table, seat: Seat, options: Sequence[Call], target: int) -> Play[Call | None]:
        """The next call of the script; nothing is asked to find it."""
        yield from ()
        for call in options:
            if self._is_next(call.kind) and self.steps[0][1] == KIND_OF[call.tile]:
                self.steps.pop(0)
                return call
        return None


def scripts(deal: RareDeal, dealer: int, players: int) -> list[Mind]:
    """What the seats of a stacked deal do, by seat."""
    return [Script.of(deal, (seat - dealer) % players) for seat in range(players)]


def _waits_without(table: Table, seat: Seat, codes: Sequence[int], is_meld: bool) -> Play[int]:
    """Waits of the hand without some tiles, which are laid down as a meld perhaps."""
    hand = seat.without(*(KIND_OF[c] for c in codes))
    found = yield from look(Look([hand], [hand], [len(seat.melds) + is_meld], table.total))
    return found.waits[0]
