"""Why a hand that a person writes down cannot win, all reasons at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from mjlog.notation import MPSZ
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.words import KanDora
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.readings import HAND_TILES
from mjlog.scoring.score import ScoredHands, score_hands
from mjlog.scoring.written import WINDS, Circumstances, WrittenHand, read_tiles
from mjlog.tiles import COPIES, IS_RED, KIND, KINDS, RED_MAN, RED_PIN, RED_SOU, TILE_NAMES

_INDICATORS: Final = 5
"""Indicators that a wall can show: one, and one more for each of four kans."""
_RED_FIVES: Final = (RED_MAN, RED_PIN, RED_SOU)


def objections(
    written: WrittenHand, how: Circumstances, hands: WinningHands, rules: Ruleset, scored: ScoredHands
) -> Iterator[str]:
    """Yield one sentence for everything that keeps a hand from winning.

    Args:
        written: the hand.
        how: how it was won.
        hands: both as a batch of one.
        rules: the rules.
        scored: its score, a batch of one.
    """
    yield from _impossible(written, how, rules)
    yield from _not_allowed(written, how, rules)
    yield from _contradictions(written, how)
    yield from _incomplete(written, hands, rules, scored)


def _impossible(written: WrittenHand, how: Circumstances, rules: Ruleset) -> Iterator[str]:
    """Tiles that the wall does not hold, or too few or many of them."""
    sizes = (HAND_TILES, HAND_TILES - 1) if how.gathered else (HAND_TILES,)
    if written.size not in sizes:
        yield f"{written.size} tiles, a kan counted as three: a winning hand has {HAND_TILES}"
    shown = [read_tiles(text) for text in (how.dora_indicators, how.ura_indicators)]
    tiles = np.concatenate([written.tiles, how.set_aside_tiles, *shown])
    for name, indicators in zip(("dora", "ura dora"), shown, strict=True):
        if len(indicators) > (most := 1 if rules.kan_dora is KanDora.OFF else _INDICATORS):
            yield f"{len(indicators)} {name} indicators, but the wall shows at most {most}"
    counts = np.bincount(KIND[tiles], minlength=KINDS)
    for kind in np.flatnonzero(counts):
        if counts[kind] > COPIES:
            yield f"impossible tile: {counts[kind]} times {MPSZ.format(int(kind))}"
        elif TILE_NAMES[kind] in rules.removed_tiles:
            yield f"impossible tile: {MPSZ.format(int(kind))} is not in the wall"
    for red, most in zip(_RED_FIVES, rules.red_fives, strict=True):
        if (there := np.count_nonzero(tiles == red)) > most:
            yield f"impossible tile: {there} times {MPSZ.format(red)}, a red five, but the wall has {most}"
        if most == COPIES and KIND[red] in tiles:
            yield f"impossible tile: every {MPSZ.format(int(KIND[red]))} is red, {MPSZ.format(red)}"


def _not_allowed(written: WrittenHand, how: Circumstances, rules: Ruleset) -> Iterator[str]:
    """What the rules do not have."""
    for tile in np.unique(how.set_aside_tiles).tolist():
        if IS_RED[tile] or TILE_NAMES[tile] not in rules.set_aside:
            yield f"no {MPSZ.format(tile)} is set aside under these rules"
    if not rules.chi and any(meld.type is Meld.CHI for meld in written.melds):
        yield "no chi is called under these rules"
    if how.open_riichi and not rules.open_riichi:
        yield "no riichi is open under these rules"
    if how.ura_indicators and not rules.ura_dora:
        yield "no ura dora count under these rules"
    if how.gathered and not rules.gathered_yaku:
        yield "no tiles win by being gathered under these rules"
    if how.rinshan and not _has_kan(written) and len(how.set_aside_tiles) and not rules.set_aside_rinshan:
        yield "the tile that replaces a set-aside one is no rinshan kaihou under these rules"
    if WINDS.index(how.seat_wind) >= rules.players:
        yield f"no seat is {how.seat_wind} at a table of {rules.players} players"


def _has_kan(written: WrittenHand) -> bool:
    return any(meld.type in (Meld.OPEN_KAN, Meld.ANKAN) for meld in written.melds)


def _contradictions(written: WrittenHand, how: Circumstances) -> Iterator[str]:
    """Circumstances that cannot go together."""
    is_open = any(meld.type is not Meld.ANKAN for meld in written.melds)
    has_replacement = _has_kan(written) or len(how.set_aside_tiles) > 0
    same = np.count_nonzero(KIND[written.tiles] == KIND[written.winning_tile])
    checks = (
        (bool(how.riichi) and is_open, "riichi needs a closed hand"),
        (how.open_riichi and not how.riichi, "open riichi needs riichi"),
        (how.ippatsu and not how.riichi, "ippatsu needs riichi"),
        (bool(how.ura_indicators) and not how.riichi, "ura dora need riichi"),
        (how.haitei and not how.tsumo, "haitei needs tsumo"),
        (how.houtei and how.is_tsumo, "houtei needs ron"),
        (how.chankan and how.is_tsumo, "chankan needs ron"),
        (how.chankan and how.houtei, "houtei needs a discard, not a robbed kan"),
        (how.chankan and same > 1, "chankan needs a tile of which the other three are melded"),
        (how.rinshan and not how.tsumo, "rinshan kaihou needs tsumo"),
        (how.rinshan and not has_replacement, "rinshan kaihou needs a kan"),
        (how.rinshan and how.haitei, "a replacement tile is not the last tile of the wall"),
        (how.first_turn and bool(written.melds), "a first turn has no melds"),
        (how.first_turn and bool(how.riichi), "a first turn comes before any riichi"),
        (how.first_turn and len(how.set_aside_tiles) > 0, "a first turn has no set-aside tiles"),
    )
    return (message for is_wrong, message in checks if is_wrong)


def _incomplete(
    written: WrittenHand, hands: WinningHands, rules: Ruleset, scored: ScoredHands
) -> Iterator[str]:
    """What the tiles lack, or have too much of."""
    if scored.has_yaku[0]:
        return
    if not scored.is_complete[0]:
        yield "the tiles are not four blocks and a pair, seven pairs or thirteen orphans"
        return
    held = {TILE_NAMES[kind] for kind in KIND[written.tiles].tolist()} & set(rules.bound_tiles)
    for name in _binding(sorted(held), hands, rules):
        yaku = rules.bound_tiles[name]
        yield f"no win holds {name} without {' or '.join(yaku)}" if yaku else f"no win holds {name}"
    unbound = replace(rules, bound_tiles={})
    if _has_yaku(hands, replace(unbound, minimum_han=1)):
        if not _has_yaku(hands, unbound):
            yield f"too few han: a win needs {rules.minimum_han} of yaku, bonus tiles not counted"
    else:
        dependent = sorted(rules.yaku_that_need_another)
        yield "no yaku: bonus tiles alone do not win" + (f", nor {', '.join(dependent)}" if dependent else "")


def _binding(held: list[str], hands: WinningHands, rules: Ruleset) -> list[str]:
    """The bound tiles whose yaku a hand lacks; all, when each has its yaku but no reading has every one."""
    alone = replace(rules, yaku_that_need_another=frozenset())
    lacking = [
        name
        for name in held
        if not _has_yaku(hands, replace(alone, bound_tiles={name: rules.bound_tiles[name]}))
    ]
    return lacking if lacking or not _has_yaku(hands, replace(rules, bound_tiles={})) else held


def _has_yaku(hands: WinningHands, rules: Ruleset) -> bool:
    """Whether a hand wins under these rules."""
    return bool(score_hands(hands, RulesetTable.of([rules])).has_yaku[0])
