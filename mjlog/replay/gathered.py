"""Yaku that lie in tiles gathered outside the shape of a hand, and win once they are there."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import IS_KAN, KITA, Batch
from mjlog.replay.hands import HandRows
from mjlog.replay.segments import running_sum
from mjlog.rulesets.standard import GATHERABLE_YAKU, GATHERED_KANS, GATHERED_MAN, GATHERED_REDS
from mjlog.schema import YAKU_BIT
from mjlog.tiles import COPIES, KIND, MAN_KINDS

Array = NDArray[Any]

_SUUKANTSU, _EIGHT_REDS, _TWELVE_MAN = (YAKU_BIT[slug] for slug in GATHERABLE_YAKU)


def gathered(batch: Batch, hands: HandRows) -> NDArray[np.uint64]:
    """(rows,) yaku of `Ruleset.gathered_yaku` whose tiles are together, a mask; 0 where hands are hidden.

    Four kans by one player; eight red fives in hand and melds; all man tiles of a wall with twelve
    of them set aside.
    """
    found = np.zeros(len(hands.event), dtype=np.uint64)
    if not batch.rules.gathered_yaku.any():
        return found
    lengths = np.diff(hands.first_row, append=len(hands.event))
    kans = running_sum(IS_KAN[hands.kind], hands.first_row, lengths)
    is_man = (hands.kind == KITA) & (KIND[hands.tile] < MAN_KINDS)
    aside = running_sum(is_man, hands.first_row, lengths)
    rule = batch.rule[hands.segment // 4]
    man = COPIES * (MAN_KINDS - batch.rules.removed_tiles[:, :MAN_KINDS].sum(axis=1))[rule]
    for yaku, is_there in (
        (_SUUKANTSU, kans >= GATHERED_KANS),
        (_EIGHT_REDS, hands.owned_reds >= GATHERED_REDS),
        (_TWELVE_MAN, (aside >= GATHERED_MAN) & (man == GATHERED_MAN)),
    ):
        wins = is_there & hands.shown
        found |= np.where(wins, np.uint64(1 << yaku), np.uint64(0))
    return found & batch.rules.gathered_yaku[rule]
