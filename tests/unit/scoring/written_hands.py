"""Batches of winning hands from text."""

from __future__ import annotations

from typing import Any

import numpy as np

from mjlog.lookup.hands import suits_from_codes
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable
from mjlog.schema import YAKU
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.written import read_hand
from mjlog.tiles import KIND


def batch(*texts: str, **columns: Any) -> WinningHands:
    """Hands in the notation of `read_hand`; columns of `WinningHands`, one value for all or one each."""
    hands = [read_hand(text) for text in texts]
    melds = [[*((m.type, KIND[m.tiles].min()) for m in h.melds), *[(Meld.NONE, 255)] * 4][:4] for h in hands]
    usual: dict[str, Any] = {
        "suits": np.concatenate([suits_from_codes(h.concealed[None]) for h in hands]),
        "win_kind": [KIND[h.winning_tile] for h in hands],
        "meld_type": [[kind for kind, _ in row] for row in melds],
        "meld_kind": [[kind for _, kind in row] for row in melds],
        "seat_wind": [1] * len(hands),
    }
    return WinningHands.of(**usual | {k: np.broadcast_to(v, len(hands)) for k, v in columns.items()})


def table(players: int = 4, **rules: Any) -> RulesetTable:
    """A table of one rule set: the common rules but for `rules`."""
    return RulesetTable.of([Ruleset.common(players, **rules)])


def slugs(mask: Any) -> set[str]:
    """Name the yaku of a mask."""
    return {slug for bit, slug in enumerate(YAKU) if int(mask) >> bit & 1}
