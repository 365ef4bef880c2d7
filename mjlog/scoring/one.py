"""Score a single hand that a person writes down.

>>> print(score("234567m345p2267s+8s", riichi=1, ippatsu=True, dora_indicators="3p"))
riichi 1, ippatsu 1, pinfu 1, tanyao 1, dora 1: 5 han 30 fu, mangan, 8000
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from mjlog.lookup.hands import SUIT_OF, suits_from_codes
from mjlog.notation import MPSZ
from mjlog.rulesets.load import load
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import ScoreSystem
from mjlog.schema import LIMITS, YAKU
from mjlog.scoring.entries import yaku_entries
from mjlog.scoring.fu import SETS, fu_items
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.objections import objections
from mjlog.scoring.payments import NOBODY, PaidWins, hand_payments, seats_of
from mjlog.scoring.readings import HAND_TILES
from mjlog.scoring.score import ScoredHands, score_hands
from mjlog.scoring.written import WINDS, Circumstances, WrittenHand, read_hand, read_tiles
from mjlog.tiles import IS_RED, KIND, KINDS, NO_TILE


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
    """Yaku and bonuses with their han (13 per yakuman) or points."""
    unit: str = "han"
    """"han", or "points" where the rules add points up."""
    han: int = 0
    """Sum of them."""
    fu: int = 0
    """Rounded; 0 for a yakuman and for points."""
    fu_items: tuple[FuItem, ...] = ()
    """Empty for a yakuman and for points."""
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
        size = f"{self.han} {self.unit}"
        if self.unit == "han":
            size = f"{self.yakuman} yakuman" if self.yakuman else f"{size} {self.fu} fu"
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
    hands = _columns(written, how, rules, table)
    scored = score_hands(hands, table)
    unchecked = () if how.is_tsumo else ("furiten: the discards are not known",)
    problems = tuple(objections(written, how, hands, rules, scored))
    if problems:
        return Score(why_not=problems, unchecked=unchecked)
    entries = yaku_entries(scored, hands, table)
    return Score(
        yaku=tuple((YAKU[y], int(han)) for y, han in zip(entries.yaku, entries.han, strict=True)),
        unit="points" if rules.score_system is ScoreSystem.ADDITIVE else "han",
        han=int(scored.han[0]),
        fu=int(scored.fu[0]),
        fu_items=tuple(_fu_sheet(scored, hands, table)),
        yakuman=int(scored.yakuman[0]),
        limit=LIMITS[scored.limit[0]],
        base=int(scored.base[0]),
        payments=_payments(scored, how, table),
        unchecked=unchecked,
    )


def _columns(written: WrittenHand, how: Circumstances, rules: Ruleset, table: RulesetTable) -> WinningHands:
    """The hand as a batch of one."""
    set_aside = KIND[how.set_aside_tiles]
    counts = np.bincount(np.concatenate([KIND[written.tiles], set_aside]), minlength=KINDS)
    shown, hidden = (KIND[read_tiles(text)] for text in (how.dora_indicators, how.ura_indicators))
    after = table.dora_after[0]
    ura = int(counts[after[hidden]].sum()) + bool(rules.ura_indicator_counts) * int(counts[hidden].sum())
    has_tile = not how.gathered or written.size == HAND_TILES
    melds = written.melds[:4]
    return WinningHands.of(
        suits=suits_from_codes(written.concealed[None]),
        win_kind=KIND[written.concealed[-1:]] if has_tile else [NO_TILE],
        meld_type=[[*(m.type for m in melds), *[Meld.NONE] * (4 - len(melds))]],
        meld_kind=[[*(min(KIND[m.tiles]) for m in melds), *[255] * (4 - len(melds))]],
        is_tsumo=[how.is_tsumo],
        is_gathered=[how.gathered],
        riichi=[how.riichi],
        open_riichi=[how.open_riichi],
        ippatsu=[how.ippatsu],
        rinshan=[how.rinshan],
        chankan=[how.chankan],
        haitei=[how.haitei],
        houtei=[how.houtei],
        first_turn=[how.first_turn],
        seat_wind=[WINDS.index(how.seat_wind)],
        round_wind=[WINDS.index(how.round_wind)],
        honba=[min(how.honba, 255)],
        dora=[int(counts[after[shown]].sum())],
        ura=[ura if how.riichi and rules.ura_dora else 0],
        aka=[int(IS_RED[written.tiles].sum())],
        kita=[len(set_aside)],
        set_aside_man=[int((SUIT_OF[set_aside] == 0).sum())],
    )


def _fu_sheet(scored: ScoredHands, hands: WinningHands, rules: RulesetTable) -> Iterator[FuItem]:
    """The fu items of the scored reading that are not zero, every triplet and kan by itself."""
    if not scored.fu[0]:
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
        from_seat=np.array([winner if how.is_tsumo else 1 - winner], dtype=np.int8),
        dealer_seat=np.zeros(1, dtype=np.int8),
        present=seats_of(rules.players),
        doubled=np.zeros(1, dtype=np.bool_),
        honba=np.zeros(1, dtype=np.int16),
        sticks=np.zeros(1, dtype=np.int64),
        pao_seat=np.full((1, 1), NOBODY, dtype=np.int8),
        pao_base=np.zeros((1, 1), dtype=np.int32),
        rule=np.zeros(1, dtype=np.intp),
    )
    paid = hand_payments(wins, rules)[0]
    return tuple(int(points) for points in paid[paid > 0])
