"""Score a single hand that a person writes down.

>>> print(score("234567m345p2267s+8s", riichi=1, ippatsu=True, dora_indicators="3p"))
riichi 1, ippatsu 1, pinfu 1, tanyao 1, dora 1: 5 han 30 fu, mangan, 8000
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from mjlog.lookup.hands import suits_from_codes
from mjlog.notation import MPSZ
from mjlog.rulesets.load import load
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import LIMITS, YAKU
from mjlog.scoring.entries import yaku_entries
from mjlog.scoring.fu import SETS, fu_items
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.payments import NOBODY, PaidWins, hand_payments, seats_of
from mjlog.scoring.score import ScoredHands, score_hands
from mjlog.scoring.written import WrittenHand, read_hand, read_tiles
from mjlog.tiles import IS_RED, KIND, KINDS, RED_MAN, RED_PIN, RED_SOU, TILE_NAMES, dora_after

WINDS: Final = "ESWN"
_COPIES: Final = 4
_NORTH: Final = 30
_RED_FIVES: Final = (RED_MAN, RED_PIN, RED_SOU)


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """How a hand was won; the names are those of `WinningHands` where there is one."""

    tsumo: bool = False
    riichi: int = 0
    """0 none, 1 riichi, 2 double riichi."""
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    first_turn: bool = False
    seat_wind: str = "S"
    """"E" (the dealer), "S", "W" or "N"."""
    round_wind: str = "E"
    dora_indicators: str = ""
    """Indicators in mpsz notation."""
    ura_indicators: str = ""
    kita: int = 0
    """Set-aside Norths."""

    def __post_init__(self) -> None:
        for wind in (self.seat_wind, self.round_wind):
            if wind not in WINDS or len(wind) != 1:
                raise ValueError(f"{wind!r} is no wind: E, S, W or N")
        if self.riichi not in (0, 1, 2):
            raise ValueError(f"riichi is {self.riichi!r}, not 0, 1 or 2 (double riichi)")


@dataclass(frozen=True, slots=True)
class FuItem:
    """One line of the fu count."""

    name: str
    fu: int
    tile: str = ""
    """Tile of a triplet or kan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a hand is worth, or why it cannot win."""

    yaku: tuple[tuple[str, int], ...] = ()
    """Yaku and bonus tiles with their han (13 per yakuman)."""
    han: int = 0
    fu: int = 0
    """Rounded; 0 for a yakuman."""
    fu_items: tuple[FuItem, ...] = ()
    """Empty for a yakuman."""
    yakuman: int = 0
    limit: str = "none"
    base: int = 0
    """Base points."""
    payments: tuple[int, ...] = ()
    """Points that the discarder pays; or that each opponent pays on a tsumo, the dealer first."""
    why_not: tuple[str, ...] = ()
    """Reasons why the hand cannot win; empty if it can."""
    unchecked: tuple[str, ...] = ()
    """What a hand alone does not show."""

    @property
    def points(self) -> int:
        """Value of the hand, without honba and sticks."""
        return sum(self.payments)

    def __str__(self) -> str:
        if self.why_not:
            return "no win: " + "; ".join(self.why_not)
        names = ", ".join(f"{slug} {han}" for slug, han in self.yaku)
        size = f"{self.yakuman} yakuman" if self.yakuman else f"{self.han} han {self.fu} fu"
        limit = "" if self.yakuman or self.limit == "none" else f", {self.limit}"
        return f"{names}: {size}{limit}, {'-'.join(map(str, self.payments))}"


def score(hand: str, ruleset: str | Path | Ruleset = "tenhou", **circumstances: Any) -> Score:
    """Score one hand.

    Args:
        hand: tiles and melds as `read_hand` takes them.
        ruleset: a rule set, or the name of a preset or path of a file.
        circumstances: fields of `Circumstances`.

    Raises:
        ValueError: when `hand`, `ruleset` or a circumstance cannot be read.  A hand that cannot win is
            no error, neither is one that the rules do not allow: `Score.why_not` tells why.
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else load(ruleset)
    written, how = read_hand(hand), Circumstances(**circumstances)
    table = RulesetTable.of([rules])
    hands = _columns(written, how, rules)
    scored = score_hands(hands, table)
    unchecked = () if how.tsumo else ("furiten: the discards are not known",)
    problems = [
        *_impossible(written, how, rules),
        *_not_allowed(written, how, rules),
        *_contradictions(written, how),
        *_incomplete(scored),
    ]
    if problems:
        return Score(why_not=tuple(problems), unchecked=unchecked)
    entries = yaku_entries(scored, hands, table)
    return Score(
        yaku=tuple((YAKU[y], int(han)) for y, han in zip(entries.yaku, entries.han, strict=True)),
        han=int(scored.han[0]),
        fu=int(scored.fu[0]),
        fu_items=tuple(_fu_sheet(scored, hands, table)),
        yakuman=int(scored.yakuman[0]),
        limit=LIMITS[scored.limit[0]],
        base=int(scored.base[0]),
        payments=_payments(scored, how, table),
        unchecked=unchecked,
    )


def _columns(written: WrittenHand, how: Circumstances, rules: Ruleset) -> WinningHands:
    """The hand as a batch of one."""
    counts = np.bincount(KIND[written.tiles], minlength=KINDS)
    counts[_NORTH] += how.kita
    after = dora_after([TILE_NAMES.index(name) for name in rules.removed_tiles])
    dora, ura = (
        int(counts[after[KIND[read_tiles(text)]]].sum()) for text in (how.dora_indicators, how.ura_indicators)
    )
    melds = written.melds[:4]
    return WinningHands.of(
        suits=suits_from_codes(written.concealed[None]),
        win_kind=KIND[written.concealed[-1:]],
        meld_type=[[*(m.type for m in melds), *[Meld.NONE] * (4 - len(melds))]],
        meld_kind=[[*(min(KIND[m.tiles]) for m in melds), *[255] * (4 - len(melds))]],
        is_tsumo=[how.tsumo],
        riichi=[how.riichi],
        ippatsu=[how.ippatsu],
        rinshan=[how.rinshan],
        chankan=[how.chankan],
        haitei=[how.haitei],
        houtei=[how.houtei],
        first_turn=[how.first_turn],
        seat_wind=[WINDS.index(how.seat_wind)],
        round_wind=[WINDS.index(how.round_wind)],
        dora=[dora],
        ura=[ura if how.riichi and rules.ura_dora else 0],
        aka=[int(IS_RED[written.tiles].sum())],
        kita=[how.kita],
    )


def _impossible(written: WrittenHand, how: Circumstances, rules: Ruleset) -> Iterator[str]:
    """Tiles that the wall does not hold, or too few or many of them."""
    size = len(written.concealed) + 3 * len(written.melds)
    if size != 14:
        yield f"{size} tiles, a kan counted as three: a winning hand has 14"
    shown = [read_tiles(text) for text in (how.dora_indicators, how.ura_indicators)]
    tiles = np.concatenate([written.tiles, *shown])
    counts = np.bincount(KIND[tiles], minlength=KINDS)
    counts[_NORTH] += how.kita
    for kind in np.flatnonzero(counts):
        if counts[kind] > _COPIES:
            yield f"impossible tile: {counts[kind]} times {MPSZ.format(int(kind))}"
        elif TILE_NAMES[kind] in rules.removed_tiles:
            yield f"impossible tile: {MPSZ.format(int(kind))} is not in the wall"
    for red, most in zip(_RED_FIVES, rules.red_fives, strict=True):
        if (there := np.count_nonzero(tiles == red)) > most:
            yield f"impossible tile: {there} times {MPSZ.format(red)}, a red five, but the wall has {most}"


def _not_allowed(written: WrittenHand, how: Circumstances, rules: Ruleset) -> Iterator[str]:
    """What the rules do not have."""
    if how.kita and not rules.set_aside:
        yield "no North is set aside under these rules"
    if not rules.chi and any(meld.type is Meld.CHI for meld in written.melds):
        yield "no chi is called under these rules"
    if WINDS.index(how.seat_wind) >= rules.players:
        yield f"no seat is {how.seat_wind} at a table of {rules.players} players"


def _contradictions(written: WrittenHand, how: Circumstances) -> Iterator[str]:
    """Circumstances that cannot go together."""
    is_open = any(meld.type is not Meld.ANKAN for meld in written.melds)
    has_kan = any(meld.type in (Meld.OPEN_KAN, Meld.ANKAN) for meld in written.melds)
    same = np.count_nonzero(KIND[written.tiles] == KIND[written.winning_tile])
    checks = (
        (bool(how.riichi) and is_open, "riichi needs a closed hand"),
        (how.ippatsu and not how.riichi, "ippatsu needs riichi"),
        (how.haitei and not how.tsumo, "haitei needs tsumo"),
        (how.houtei and how.tsumo, "houtei needs ron"),
        (how.chankan and how.tsumo, "chankan needs ron"),
        (how.chankan and how.houtei, "houtei needs a discard, not a robbed kan"),
        (how.chankan and same > 1, "chankan needs a tile of which the other three are melded"),
        (how.rinshan and not how.tsumo, "rinshan kaihou needs tsumo"),
        (how.rinshan and not (has_kan or how.kita), "rinshan kaihou needs a kan"),
        (how.rinshan and how.haitei, "a replacement tile is not the last tile of the wall"),
        (how.first_turn and bool(written.melds), "a first turn has no melds"),
    )
    return (message for is_wrong, message in checks if is_wrong)


def _incomplete(scored: ScoredHands) -> Iterator[str]:
    """What the tiles lack."""
    if not scored.is_complete[0]:
        yield "the tiles are not four blocks and a pair, seven pairs or thirteen orphans"
    elif not scored.has_yaku[0]:
        yield "no yaku: bonus tiles alone do not win"


def _fu_sheet(scored: ScoredHands, hands: WinningHands, rules: RulesetTable) -> Iterator[FuItem]:
    """The fu items of the scored reading that are not zero, every triplet and kan by itself."""
    if scored.yakuman[0]:
        return
    sorts = {sort.name: sort for sort in SETS}
    for name, column in fu_items(scored.reading, hands.rinshan, rules, hands.rule).items():
        if name in sorts:
            kinds = int(sorts[name].kinds_of(scored.reading)[0])
            for kind in range(KINDS):
                if column[0] and kinds >> kind & 1:
                    yield FuItem(name, sorts[name].fu, MPSZ.format(kind))
        elif column[0]:
            yield FuItem(name, int(column[0]))


def _payments(scored: ScoredHands, how: Circumstances, rules: RulesetTable) -> tuple[int, ...]:
    """What each payer pays: the dealer is seat 0 and wins from seat 0 or 1."""
    winner = int(how.seat_wind != "E")
    wins = PaidWins(
        base=scored.base,
        seat=np.array([winner], dtype=np.int8),
        from_seat=np.array([winner if how.tsumo else 1 - winner], dtype=np.int8),
        dealer_seat=np.zeros(1, dtype=np.int8),
        present=seats_of(rules.players),
        doubled=np.zeros(1, dtype=np.bool_),
        honba=np.zeros(1, dtype=np.int16),
        sticks=np.zeros(1, dtype=np.int16),
        pao_seat=np.full((1, 1), NOBODY, dtype=np.int8),
        pao_base=np.zeros((1, 1), dtype=np.int32),
        rule=np.zeros(1, dtype=np.intp),
    )
    paid = hand_payments(wins, rules)[0]
    return tuple(int(points) for points in paid[paid > 0])
