"""Who plays: invented players, each with a style of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """What a player likes."""

    name: str
    calls: float = 1.0
    """Likes to call more (above 1) or less than others."""
    nerve: float = 1.0
    """Fears dealing in less (above 1) or more than others."""
    riichi: float = 0.88
    """How often a closed tenpai hand declares riichi."""
    slips: float = 0.03
    """How often the second best discard is made."""
    shows: float = 0.12
    """How often a good riichi is declared with the hand shown, where the rules know that."""


ROSTER: Final = (
    Style("佐藤 葵"),
    Style("鈴木 蓮", calls=1.3, nerve=1.3, shows=0.3),
    Style("高橋 美咲", calls=0.7, nerve=0.8, riichi=0.96),
    Style("田中 大和", nerve=0.6, slips=0.01, shows=0.0),
    Style("伊藤 結衣", calls=1.5, riichi=0.85, slips=0.05),
    Style("山本 陸", calls=0.5, nerve=1.6, riichi=0.97),
    Style("Léa Martin", calls=0.9, slips=0.02),
    Style("Tomasz Nowak", calls=1.2, nerve=0.9, slips=0.06),
    Style("Emma Larsen", calls=0.8, nerve=1.1),
    Style("Marco Rinaldi", calls=1.4, nerve=1.5, slips=0.08),
    Style("中村 さくら", nerve=0.75, riichi=0.88),
    Style("Noah Weber", slips=0.04),
)
"""Twelve players: careful and bold ones, callers and closed-hand players."""
