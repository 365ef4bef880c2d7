"""`Ruleset`: every choice that the engine honours, one documented field each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, get_type_hints

from mjlog.rulesets.plain import numbers_in, plain
from mjlog.schema import DRAW_TYPES, YAKU
from mjlog.tiles import KINDS, TILE_NAMES


class Kuikae(StrEnum):
    """What may be discarded right after a chi or pon."""

    ALLOWED = "allowed"
    SAME_TILE_FORBIDDEN = "same_tile_forbidden"
    FORBIDDEN = "forbidden"  # the called tile and, after a chi, the other end of the run


class Kazoe(StrEnum):
    """What 13 or more han without a yakuman are worth."""

    YAKUMAN = "yakuman"
    SANBAIMAN = "sanbaiman"


class RenhouLimit(StrEnum):
    """What a ron before the first own draw is worth at least."""

    NONE = "none"  # no such limit
    MANGAN = "mangan"
    YAKUMAN = "yakuman"


class KanDora(StrEnum):
    """When the indicator of an open or added kan is turned."""

    OFF = "off"
    IMMEDIATE = "immediate"
    BEFORE_DISCARD = "before_discard"  # stands for the discard after the kan, not for its replacement draw


class TripleRon(StrEnum):
    """What three rons on one tile do."""

    ALL_WIN = "all_win"
    ABORT = "abort"


class PaoScope(StrEnum):
    """How much of a hand with several yakuman the liable player answers for."""

    WHOLE_HAND = "whole_hand"
    YAKUMAN_ONLY = "yakuman_only"


class PaoHonba(StrEnum):
    """Who pays the honba of a win under pao that others pay for too."""

    LIABLE = "liable"
    DISCARDER = "discarder"  # on a tsumo: everybody, as without pao


class AbsentShare(StrEnum):
    """What becomes of the share of a tsumo that a missing fourth (or third) player would pay."""

    LOST = "lost"
    SPLIT = "split"  # evenly among those who pay, so that a tsumo brings as much as a ron


class TemporaryFuriten(StrEnum):
    """What ends the furiten of a passed winning tile (outside riichi)."""

    OWN_DISCARD = "own_discard"
    OWN_DRAW_OR_CALL = "own_draw_or_call"


class Nagashi(StrEnum):
    """What a river of uncalled terminals and honours is."""

    NONE = "none"
    DRAW = "draw"  # replaces the noten payment; the round stays a draw


class Bust(StrEnum):
    """When a low score ends the game."""

    NONE = "none"
    BELOW_ZERO = "below_zero"


class DealerStop(StrEnum):
    """What happens when a dealer leads with the target score after a win or tenpai in the last round."""

    NEVER = "never"  # the game goes on
    OPTIONAL = "optional"  # the dealer may end it
    AUTOMATIC = "automatic"  # it ends


class Length(StrEnum):
    """Last scheduled round wind, in the order of the winds: its `code` less one is the wind (0 East)."""

    ONE_ROUND = "one_round"  # no wind at all: the game ends with its first round
    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    NORTH = "north"


class LeftoverSticks(StrEnum):
    """Where sticks left on the table go at the end of the game."""

    FIRST = "first"
    LOST = "lost"


class Ties(StrEnum):
    """How equal final scores are ranked."""

    SEAT_ORDER = "seat_order"
    SPLIT = "split"


SEATS: Final = 4
"""Seats that a table has at most."""

RIICHI_STICK: Final = 1000
"""Points of a riichi stick."""

STANDARD_YAKU_HAN: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "riichi": (1, 0), "double_riichi": (2, 0), "ippatsu": (1, 0), "menzen_tsumo": (1, 0),
        "pinfu": (1, 0), "tanyao": (1, 1), "iipeikou": (1, 0), "yakuhai_haku": (1, 1),
        "yakuhai_hatsu": (1, 1), "yakuhai_chun": (1, 1), "yakuhai_seat_wind": (1, 1),
        "yakuhai_round_wind": (1, 1), "rinshan_kaihou": (1, 1), "chankan": (1, 1), "haitei": (1, 1),
        "houtei": (1, 1), "chiitoitsu": (2, 0), "sanshoku_doujun": (2, 1), "ittsuu": (2, 1),
        "chanta": (2, 1), "toitoi": (2, 2), "sanankou": (2, 2), "sankantsu": (2, 2),
        "sanshoku_doukou": (2, 2), "honroutou": (2, 2), "shousangen": (2, 2), "ryanpeikou": (3, 0),
        "junchan": (3, 2), "honitsu": (3, 2), "chinitsu": (6, 5), "renhou": (0, 0),
    }
)  # fmt: skip
"""Han of each ordinary yaku, (closed, open); 0 means that it does not count."""

STANDARD_YAKUMAN: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(YAKU[YAKU.index("tenhou") : YAKU.index("suukantsu") + 1], 1)
)
"""Multiple of a yakuman that each yakuman is worth."""

PAO_YAKUMAN: Final = ("daisangen", "daisuushii", "suukantsu")
"""Yakuman whose last set can be called, so that somebody can be liable for them."""

ABORTIVE_DRAWS: Final = DRAW_TYPES[DRAW_TYPES.index("kyuushu_kyuuhai") : DRAW_TYPES.index("sanchahou")]
"""Abortive draws that rules can have, besides triple ron."""

RANGES: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "players": (2, 4), "red_fives": (0, 4), "dead_wall": (0, 60), "riichi_min_wall": (0, 70),
        "start_score": (0, 1_000_000), "return_score": (0, 1_000_000), "target_score": (0, 1_000_000),
        "riichi_min_score": (-1_000_000, 1_000_000), "uma": (-1_000_000, 1_000_000), "max_ron": (1, 3),
        "honba_points": (0, 10_000), "noten_payment": (0, 100_000), "yaku_han": (0, 13), "yakuman": (0, 6),
        "double_wind_pair_fu": (2, 4),
    }
)  # fmt: skip
"""Least and greatest number of every field with numbers, of its members alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of a game as data.  Presets are TOML files beside this module.

    Raises:
        ValueError: on construction, when fields contradict each other; the message names them.
    """

    name: str
    """Preset name or file stem."""
    title: str = ""
    """One line for people."""

    # --- table -----------------------------------------------------------------------------
    players: int = 4
    """Players at the table (2 to 4)."""
    removed_tiles: tuple[str, ...] = ()
    """Kinds that are not in the wall, mjai names (sanma: 2m to 8m)."""
    red_fives: tuple[int, int, int] = (1, 1, 1)
    """Red fives among the four fives of man, pin and sou."""
    dead_wall: int = 14
    """Tiles that are never drawn as live tiles (indicators, replacement tiles)."""

    # --- score -----------------------------------------------------------------------------
    start_score: int = 25000
    """Points of each player at the start."""
    return_score: int = 30000
    """Points that final scores are counted from; the difference makes the oka of the first."""
    uma: tuple[float, ...] = (20, 10, -10, -20)
    """Bonus by final rank, thousand points."""
    ties: Ties = Ties.SEAT_ORDER
    """How equal final scores are ranked."""
    leftover_sticks: LeftoverSticks = LeftoverSticks.FIRST
    """Who gets the sticks left at the end."""

    # --- calls -----------------------------------------------------------------------------
    chi: bool = True
    """Whether chi may be called (some houses play it with three players, too)."""
    kita: bool = False
    """Whether North is set aside as a bonus tile (nuki-dora)."""
    kuikae: Kuikae = Kuikae.FORBIDDEN
    """What a player may not discard right after a chi or pon (swap-calling)."""

    # --- riichi ----------------------------------------------------------------------------
    riichi_min_wall: int = 4
    """Live tiles that must be left for a riichi declaration."""
    riichi_min_score: int = 1000
    """Points that a player needs for a riichi declaration."""
    ippatsu: bool = True
    """Whether ippatsu counts."""

    # --- dora ------------------------------------------------------------------------------
    kan_dora: KanDora = KanDora.BEFORE_DISCARD
    """Kan dora of open and added kans; after a concealed kan it is turned at once unless off."""
    ura_dora: bool = True
    """Whether ura dora count for riichi winners."""
    kan_ura_dora: bool = True
    """Whether the tiles under kan dora indicators count too."""

    # --- yaku ------------------------------------------------------------------------------
    open_tanyao: bool = True
    """Whether tanyao counts on an open hand (kuitan)."""
    yaku_han: Mapping[str, tuple[int, int]] = field(default_factory=lambda: STANDARD_YAKU_HAN)
    """Han of each ordinary yaku, (closed, open)."""
    yakuman: Mapping[str, int] = field(default_factory=lambda: STANDARD_YAKUMAN)
    """Multiple of each yakuman."""
    yakuman_stacking: bool = True
    """Whether different yakuman add up (otherwise the highest single one counts)."""
    kazoe: Kazoe = Kazoe.YAKUMAN
    """What 13 or more ordinary han are worth."""
    renhou_limit: RenhouLimit = RenhouLimit.NONE
    """Limit of a ron before the first own draw; with `yaku_han` renhou counts as a yaku instead."""
    ryuuiisou_needs_hatsu: bool = False
    """Whether ryuuiisou needs hatsu."""

    # --- fu and limits ---------------------------------------------------------------------
    double_wind_pair_fu: int = 4
    """Fu of a pair of the wind that is both round and seat wind (2 or 4)."""
    rinshan_tsumo_fu: bool = True
    """Whether a win on a replacement tile gets the 2 fu of tsumo."""
    kiriage_mangan: bool = False
    """Whether 4 han 30 fu and 3 han 60 fu round up to mangan."""

    # --- payments --------------------------------------------------------------------------
    honba_points: int = 100
    """Points per honba from each payer on tsumo; on ron the discarder pays them for all others."""
    noten_payment: int = 3000
    """Points that noten players pay in all at an exhaustive draw."""
    max_ron: int = 3
    """Winners that one discard can have; more than that are cut to the nearest."""
    triple_ron: TripleRon = TripleRon.ALL_WIN
    """What three rons on one tile do."""
    honba_to_each_winner: bool = False
    """Whether every winner of a multiple ron gets the honba (otherwise the nearest only)."""
    own_stick_back: bool = False
    """Whether riichi winners of a multiple ron get their own sticks back; otherwise the nearest takes all."""
    tsumo_absent_share: AbsentShare = AbsentShare.LOST
    """What becomes of the tsumo share of a player that the table lacks (sanma: "tsumo loss" or split)."""
    pao: frozenset[str] = frozenset({"daisangen", "daisuushii"})
    """Yakuman with a liable player, of `PAO_YAKUMAN`."""
    pao_scope: PaoScope = PaoScope.YAKUMAN_ONLY
    """What the liable player answers for when the hand holds other yakuman too."""
    pao_honba: PaoHonba = PaoHonba.LIABLE
    """Who pays the honba of a win under pao that others pay for too."""

    # --- furiten ---------------------------------------------------------------------------
    temporary_furiten_until: TemporaryFuriten = TemporaryFuriten.OWN_DISCARD
    """What ends temporary furiten."""
    kokushi_robs_ankan: bool = False
    """Whether kokushi musou may win on a concealed kan."""

    # --- draws -----------------------------------------------------------------------------
    abortive_draws: frozenset[str] = frozenset(
        {"kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan"}
    )
    """Abortive draws in use, besides triple ron."""
    nagashi_mangan: Nagashi = Nagashi.DRAW
    """Nagashi mangan."""

    # --- course of the game ----------------------------------------------------------------
    length: Length = Length.SOUTH
    """Last scheduled round wind, or a single round."""
    win_renchan: bool = True
    """Whether a winning dealer keeps the deal."""
    tenpai_renchan: bool = True
    """Whether a tenpai dealer keeps the deal at an exhaustive draw."""
    abortive_renchan: bool = True
    """Whether the dealer keeps the deal after an abortive draw."""
    dealer_stop: DealerStop = DealerStop.AUTOMATIC
    """What happens when the dealer leads with the target score after a win or tenpai in the last round."""
    bust: Bust = Bust.BELOW_ZERO
    """When a low score ends the game."""
    target_score: int = 30000
    """Points that somebody must have for the game to end on schedule; 0: it always ends."""

    def __post_init__(self) -> None:
        for name, words in _enums().items():
            with suppress(ValueError):  # what is no word is a contradiction
                object.__setattr__(self, name, words(getattr(self, name)))
        problems = [*_wrong_values(self), *_contradictions(self)]
        if problems:
            raise ValueError(f"rule set {self.name!r}: " + "; ".join(problems))

    @classmethod
    def common(cls, players: int, **rules: Any) -> Ruleset:
        """The common rules for a number of players, without uma, but for `rules`."""
        four = {} if players == SEATS else {"abortive_draws": frozenset({"kyuushu_kyuuhai", "suukaikan"})}
        own = {"name": "common", "players": players, "max_ron": players - 1, "uma": (0.0,) * players}
        return cls(**{**own, **four, **rules})

    @property
    def id(self) -> str:
        """Name and a short hash of all values: equal ids mean equal rules."""
        text = json.dumps(self.to_dict(), sort_keys=True, default=str)
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    def to_dict(self) -> dict[str, Any]:
        """Every field as plain data, ready for JSON or TOML."""
        return {key: plain(getattr(self, key)) for key in (f.name for f in fields(self))}


@cache
def _enums() -> Mapping[str, type[StrEnum]]:
    """The fields that are words of an enum."""
    types = get_type_hints(Ruleset)
    return {n: t for n, t in types.items() if isinstance(t, type) and issubclass(t, StrEnum)}


def _wrong_values(r: Ruleset) -> Iterator[str]:
    """Yield one sentence per field that has no sense by itself."""
    for name, words in _enums().items():
        if getattr(r, name) not in tuple(words):
            yield f"{name} is {getattr(r, name)!r}, not one of {', '.join(words)}"
    for name, (low, high) in RANGES.items():
        for number in numbers_in(getattr(r, name)):
            if not low <= number <= high:
                yield f"{name}: {number} is not between {low} and {high}"
    vocabularies: tuple[tuple[str, Collection[str], str], ...] = (
        ("removed_tiles", TILE_NAMES[:KINDS], "tile"),
        ("yaku_han", STANDARD_YAKU_HAN, "yaku"),
        ("yakuman", STANDARD_YAKUMAN, "yakuman"),
        ("pao", PAO_YAKUMAN, "yakuman that somebody can be liable for"),
        ("abortive_draws", ABORTIVE_DRAWS, "abortive draw"),
    )
    for name, known, what in vocabularies:
        unknown = sorted(set(getattr(r, name)) - set(known))
        if unknown:
            yield f"{name} names no {what}: {', '.join(unknown)}"
    if (suits := len(tuple(r.red_fives))) != 3:
        yield f"red_fives has {suits} entries, not one for each suit"
    if len(set(r.removed_tiles)) < len(r.removed_tiles):
        yield "removed_tiles names a tile twice"
    if abs(sum(r.uma)) > 1e-9:
        yield f"uma adds up to {sum(r.uma)}, not 0"
    if r.double_wind_pair_fu == 3:
        yield "double_wind_pair_fu is 3, not 2 or 4"


def _contradictions(r: Ruleset) -> Iterator[str]:
    """Yield one sentence per pair of fields of which one asks for what the other makes impossible."""
    if len(r.uma) != r.players:
        yield f"uma has {len(r.uma)} entries for {r.players} players"
    for suit, red in zip("mps", r.red_fives, strict=False):
        if red and f"5{suit}" in r.removed_tiles:
            yield f"red_fives has {red} red 5{suit}, but removed_tiles has 5{suit}"
    wall = 4 * (KINDS - len(set(r.removed_tiles)))
    if r.dead_wall + 13 * r.players >= wall:
        yield f"dead_wall and {r.players} hands leave nothing to draw of {wall} tiles"
    by_four = sorted({"suufon_renda", "suucha_riichi"} & set(r.abortive_draws))
    if by_four and r.players < SEATS:
        yield f"abortive_draws: {' and '.join(by_four)} need {SEATS} players, not {r.players}"
    is_abort = r.triple_ron == TripleRon.ABORT
    checks = (
        (r.kita and "N" in r.removed_tiles, "kita is true, but removed_tiles has N"),
        (r.kan_ura_dora and not r.ura_dora, "kan_ura_dora is true, but ura_dora is false"),
        (r.kan_ura_dora and r.kan_dora == KanDora.OFF, "kan_ura_dora is true, but kan_dora is off"),
        (
            r.renhou_limit != RenhouLimit.NONE and any(r.yaku_han.get("renhou", ())),
            "renhou_limit and yaku_han both give renhou a value",
        ),
        (r.max_ron >= r.players, f"max_ron is {r.max_ron}, but only {r.players - 1} others can win"),
        (is_abort and r.max_ron < 3, f"triple_ron is abort, but max_ron is {r.max_ron}"),
        (r.honba_to_each_winner and r.max_ron < 2, "honba_to_each_winner is true, but max_ron is 1"),
        (r.own_stick_back and r.max_ron < 2, "own_stick_back is true, but max_ron is 1"),
    )
    yield from (sentence for is_wrong, sentence in checks if is_wrong)
