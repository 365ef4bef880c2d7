"""`Ruleset`: every choice that the engine honours, one documented field each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, get_type_hints

from mjlog.rulesets.checks import problems_of
from mjlog.rulesets.plain import plain
from mjlog.rulesets.standard import LABELS, SEATS, STANDARD_YAKU_HAN, STANDARD_YAKUMAN, UNVERIFIED
from mjlog.rulesets.vocabulary import VOCABULARIES, told
from mjlog.rulesets.words import (
    AbsentShare,
    AnkanInRiichi,
    Bust,
    Chombo,
    Deal,
    DealerStop,
    FuritenRiichi,
    KanDora,
    Kazoe,
    Kuikae,
    LeftoverSticks,
    Length,
    Nagashi,
    NotenPayment,
    PaoHonba,
    PaoScope,
    RenhouLimit,
    ScoreSystem,
    Shares,
    TemporaryFuriten,
    Tenpai,
    Ties,
    TripleRon,
)


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
    sources: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), compare=False)
    """Where the value of a field comes from, by field; "unverified" first where no source confirms it.
    A field without an entry has the common rule, which has no source of its own."""

    # --- table -----------------------------------------------------------------------------
    players: int = 4
    """Players of a round (2 to 4)."""
    sits_out: bool = False
    """Whether one player more shares the table: who sits after the discarder or tsumo winner is away next."""
    removed_tiles: tuple[str, ...] = ()
    """Kinds that are not in the wall, mjai names (sanma: 2m to 8m)."""
    red_fives: tuple[int, int, int] = (1, 1, 1)
    """Red fives among the four fives of man, pin and sou."""
    dead_wall: int = 14
    """Tiles that are not drawn as live tiles at the deal (indicators, replacement tiles)."""
    draws_per_player: int = 0
    """Live tiles at the deal for each player, however many the wall has; 0: all that the dead wall leaves."""
    wall_per_kan: int = 1
    """Live tiles that a kan takes from the end of the wall: for the dead wall, or to show its indicator."""
    wall_per_set_aside: int = 1
    """Live tiles that a set-aside tile takes from the end of the wall."""

    # --- set-aside tiles -------------------------------------------------------------------
    set_aside: tuple[str, ...] = ()
    """Kinds that may be set aside as bonus tiles (nuki-dora), mjai names (sanma: N)."""
    set_aside_rinshan: bool = True
    """Whether a win on the tile that replaces a set-aside tile is rinshan kaihou."""
    set_aside_ron: bool = True
    """Whether a tile that is set aside can be won on."""
    bound_tiles: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Kinds that a winning hand may hold only with one of some yaku; where none is named, never."""

    # --- score -----------------------------------------------------------------------------
    score_system: ScoreSystem = ScoreSystem.HAN_FU
    """How the worth of a hand comes about."""
    start_score: int = 25000
    """Points of each player at the start."""
    return_score: int = 30000
    """Points that final scores are counted from; the difference makes the oka of the first."""
    uma: tuple[float, ...] = (20, 10, -10, -20)
    """Bonus by final rank, thousand points."""
    floating_uma: tuple[tuple[float, ...], ...] = ()
    """Uma instead, a row for each number of players (from 1) with the return score; empty: `uma` always."""
    ties: Ties = Ties.SEAT_ORDER
    """How equal final scores are ranked."""
    leftover_sticks: LeftoverSticks = LeftoverSticks.FIRST
    """Who gets the sticks left at the end."""
    chombo: Chombo = Chombo.NONE
    """What chombo costs; the round is played again."""
    chombo_points: int = 0
    """Points of chombo, for the kinds that name them."""

    # --- calls -----------------------------------------------------------------------------
    chi: bool = True
    """Whether chi may be called (some houses play it with three players, too)."""
    kuikae: Kuikae = Kuikae.FORBIDDEN
    """What a player may not discard right after a chi or pon (swap-calling)."""
    bonus_payment: int = 0
    """Points that every opponent pays at once for a concealed kan or four equal tiles set aside."""

    # --- riichi ----------------------------------------------------------------------------
    riichi_min_wall: int = 4
    """Live tiles that must be left for a riichi declaration."""
    riichi_min_score: int = 1000
    """Points that a player needs for a riichi declaration; negative where debts are no bar."""
    ippatsu: bool = True
    """Whether ippatsu counts."""
    open_riichi: bool = False
    """Whether riichi may be declared with the waiting tiles shown."""
    furiten_riichi: FuritenRiichi = FuritenRiichi.ALLOWED
    """Whether riichi may be declared in furiten; where it may not, winning or drawing with it is chombo."""
    passed_win_chombo: bool = False
    """Whether letting a winning tile pass in riichi is chombo when the round is drawn."""
    ankan_in_riichi: AnkanInRiichi = AnkanInRiichi.SAME_WAITS
    """When a concealed kan may be declared in riichi."""

    # --- dora ------------------------------------------------------------------------------
    dragon_order: tuple[str, str, str] = ("P", "F", "C")
    """Dragons in the order in which one indicates the next, mjai names."""
    kan_dora: KanDora = KanDora.BEFORE_DISCARD
    """Kan dora of open and added kans; after a concealed kan it is turned at once unless off."""
    ura_dora: bool = True
    """Whether ura dora count for riichi winners."""
    kan_ura_dora: bool = True
    """Whether the tiles under kan dora indicators count too."""
    ura_indicator_counts: bool = False
    """Whether the kind of an ura indicator is ura dora itself, besides the one that it indicates."""

    # --- yaku ------------------------------------------------------------------------------
    open_tanyao: bool = True
    """Whether tanyao counts on an open hand (kuitan)."""
    yaku_han: Mapping[str, tuple[int, int]] = field(default_factory=lambda: STANDARD_YAKU_HAN)
    """Han of each ordinary yaku, (closed, open)."""
    yakuman: Mapping[str, int] = field(default_factory=lambda: STANDARD_YAKUMAN)
    """Multiple of each yakuman."""
    minimum_han: int = 1
    """Han of yaku that a win needs, bonus tiles not counted (2: ryanhan shibari)."""
    tenhou_any_tile: bool = False
    """Whether any tile of a tenhou may count as its last one: kokushi musou, suuankou and chuuren poutou
    are then their wider forms."""
    yakuman_stacking: bool = True
    """Whether different yakuman add up (otherwise the highest single one counts)."""
    kazoe: Kazoe = Kazoe.YAKUMAN
    """What 13 or more ordinary han are worth."""
    renhou_limit: RenhouLimit = RenhouLimit.NONE
    """Limit of a ron before the first own draw; with `yaku_han` renhou counts as a yaku instead."""
    ryuuiisou_needs_hatsu: bool = False
    """Whether ryuuiisou needs hatsu."""
    yaku_points: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))
    """Points of every yaku and bonus where points are added up, (closed, open); none for others."""
    point_value: int = 100
    """What a point is worth where points are added up."""
    yaku_that_need_another: frozenset[str] = frozenset()
    """Yaku that add to a win but do not allow it without another."""
    gathered_yaku: frozenset[str] = frozenset()
    """Yaku that win once their tiles are there, paid like a tsumo, whether the hand is complete or not."""

    # --- fu and limits ---------------------------------------------------------------------
    double_wind_pair_fu: int = 4
    """Fu of a pair of the wind that is both round and seat wind (2 or 4)."""
    rinshan_tsumo_fu: bool = True
    """Whether a win on a replacement tile gets the 2 fu of tsumo."""
    kiriage_mangan: bool = False
    """Whether 4 han 30 fu and 3 han 60 fu round up to mangan."""

    # --- payments --------------------------------------------------------------------------
    shares: Shares = Shares.DEALER_DOUBLE
    """How many times its base points each payer pays for a hand."""
    honba_points: int = 100
    """Points per honba from each payer on tsumo; on ron the discarder pays them for all others."""
    noten_payment: int = 3000
    """Points that noten players pay at an exhaustive draw."""
    noten_payment_by: NotenPayment = NotenPayment.IN_ALL
    """Whether the noten players pay that in all or each."""
    max_ron: int = 3
    """Winners that one discard can have; more than that are cut to the nearest."""
    triple_ron: TripleRon = TripleRon.ALL_WIN
    """What three rons on one tile do."""
    honba_to_each_winner: bool = False
    """Whether every winner of a multiple ron gets the honba (otherwise the nearest only)."""
    own_stick_back: bool = False
    """Whether riichi winners of a multiple ron get their own sticks back; otherwise the nearest takes all."""
    tsumo_absent_share: AbsentShare = AbsentShare.LOST
    """What becomes of the tsumo share of a player that the table lacks (sanma: "tsumo loss" or not)."""
    dice_pair_doubles: bool = False
    """Whether a pair on the dice of the deal doubles every payment of the round."""
    pao: frozenset[str] = frozenset({"daisangen", "daisuushii"})
    """Yakuman with a liable player (pao)."""
    pao_scope: PaoScope = PaoScope.YAKUMAN_ONLY
    """What the liable player answers for when the hand holds other yakuman too."""
    pao_honba: PaoHonba = PaoHonba.LIABLE
    """Who pays the honba of a win under pao that others pay for too."""
    pao_daiminkan: bool = False
    """Whether who gave the tile of an open kan pays alone when its replacement tile wins."""

    # --- furiten ---------------------------------------------------------------------------
    temporary_furiten_until: TemporaryFuriten = TemporaryFuriten.OWN_DISCARD
    """What ends temporary furiten."""
    kokushi_robs_ankan: bool = False
    """Whether kokushi musou may win on a concealed kan."""

    # --- draws -----------------------------------------------------------------------------
    tenpai: Tenpai = Tenpai.SHAPE
    """Which hands are tenpai at an exhaustive draw."""
    hidden_tenpai: bool = True
    """Whether a tenpai player who is not in riichi may hide it at an exhaustive draw, and pay as noten."""
    abortive_draws: frozenset[str] = frozenset(
        {"kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan"}
    )
    """Abortive draws in use, besides triple ron; three riichi (sancha_riichi) may abort, the others must."""
    nagashi_mangan: Nagashi = Nagashi.DRAW
    """What a river of uncalled terminals and honours is at an exhaustive draw (nagashi mangan)."""

    # --- course of the game ----------------------------------------------------------------
    length: Length = Length.SOUTH
    """Last scheduled round wind, a single round, or no schedule."""
    deal: Deal = Deal.NEXT
    """Who deals when the dealer does not stay."""
    win_renchan: bool = True
    """Whether a winning dealer keeps the deal."""
    tenpai_renchan: bool = True
    """Whether a tenpai dealer keeps the deal at an exhaustive draw."""
    abortive_renchan: bool = True
    """Whether the dealer keeps the deal after an abortive draw."""
    agari_yame: DealerStop = DealerStop.AUTOMATIC
    """What happens when the dealer leads with the target score after a win in the last round."""
    tenpai_yame: DealerStop = DealerStop.AUTOMATIC
    """What happens when the dealer leads with the target score after a draw with tenpai in the last round."""
    bust: Bust = Bust.BELOW_ZERO
    """When a low score ends the game."""
    target_score: int = 30000
    """Points that somebody must have for the game to end on schedule; 0: it always ends."""

    def __post_init__(self) -> None:
        for name, words in enum_fields().items():
            with suppress(ValueError):  # what is no word is told with all else that is wrong
                object.__setattr__(self, name, words(getattr(self, name)))
        problems = told(problems_of(self, choices))
        if problems:
            raise ValueError(f"rule set {self.name!r}: {problems}")

    def __hash__(self) -> int:
        return hash((self.name, self.title))

    def __reduce__(self) -> tuple[Callable[[Mapping[str, Any]], Ruleset], tuple[dict[str, Any]]]:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return _remade, ({n: dict(v) if isinstance(v, Mapping) else v for n, v in values.items()},)

    @classmethod
    def common(cls, players: int, **rules: Any) -> Ruleset:
        """The common rules for a number of players, without uma, but for `rules`."""
        four = {} if players == SEATS else {"abortive_draws": frozenset({"kyuushu_kyuuhai", "suukaikan"})}
        own = {"name": "common", "players": players, "max_ron": players - 1, "uma": (0.0,) * players}
        return cls(**{**own, **four, **rules})

    @property
    def id(self) -> str:
        """Name and a short hash of all that differs from the common rules: equal ids mean equal rules."""
        return _id_of(self)

    @property
    def seats(self) -> int:
        """Players of a game: those of a round, and one more where somebody sits out."""
        return self.players + self.sits_out

    @property
    def unverified(self) -> tuple[str, ...]:
        """Fields whose values no source confirms."""
        return tuple(name for name, source in self.sources.items() if source.startswith(UNVERIFIED))

    def to_dict(self) -> dict[str, Any]:
        """Every field but the sources as plain data, ready for JSON or TOML."""
        return {f.name: plain(getattr(self, f.name)) for f in fields(self) if f.compare}


def _remade(values: Mapping[str, Any]) -> Ruleset:
    """A rule set that was pickled."""
    own: dict[str, Any] = {n: MappingProxyType(v) if isinstance(v, dict) else v for n, v in values.items()}
    return Ruleset(**own)


@lru_cache(maxsize=1024)
def _id_of(ruleset: Ruleset) -> str:
    """`Ruleset.id`, made once for equal rule sets."""
    common = Ruleset(name=ruleset.name, title=ruleset.title).to_dict()
    own = {key: value for key, value in ruleset.to_dict().items() if value != common[key]}
    text = json.dumps({"name": ruleset.name, "title": ruleset.title, **own}, sort_keys=True, default=str)
    return f"{ruleset.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


@cache
def enum_fields() -> Mapping[str, type[StrEnum]]:
    """The fields of `Ruleset` that are words of an enum."""
    types = get_type_hints(Ruleset)
    return {n: t for n, t in types.items() if isinstance(t, type) and issubclass(t, StrEnum)}


@cache
def choices(field: str) -> tuple[str, ...]:
    """The words that a field, its members or its keys may be; empty where any value will do.

    >>> choices("kazoe")
    ('yakuman', 'sanbaiman')
    """
    if field in enum_fields():
        return tuple(member.value for member in enum_fields()[field])
    if field == "sources":
        return tuple(f.name for f in fields(Ruleset) if f.name not in LABELS)
    return VOCABULARIES.get(field, ())
