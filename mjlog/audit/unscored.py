"""Wins that cannot be scored, as when the log hides the hand: what their record says held together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.audit.evidence import Evidence
from mjlog.columns import codes_of, ints_of
from mjlog.formats.worth import YAKUMAN_HAN
from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.rulesets.table import code
from mjlog.rulesets.words import ScoreSystem
from mjlog.schema import LIMITS
from mjlog.scoring.payments import hand_payments, honba_payments
from mjlog.scoring.points import ordinary_value

ABSENT: Final = -1
_MANGAN_HAN: Final = 5


Ints = NDArray[np.int64]


def value_of_han(evidence: Evidence) -> Ints:
    """(wins,) points that a hand of the logged han and fu is worth; `ABSENT` where it can be scored.

    They are absent, too, where the log lacks them, where points are added up, and for yakuman.
    """
    rescored, rules, wins = evidence.rescored, evidence.batch.rules, evidence.tables.wins
    if rescored.scorable.all():
        return np.full(len(wins), ABSENT, dtype=np.int64)
    han, fu = (ints_of(wins[name], ABSENT).astype(np.int64) for name in ("log_han", "log_fu"))
    rule = rescored.payment.rule
    told = ~rescored.scorable & (han > 0) & (han < YAKUMAN_HAN) & ((fu > 0) | (han >= _MANGAN_HAN))
    told &= rules.score_system[rule] == code(ScoreSystem.HAN_FU)
    told &= codes_of(wins["log_limit"], LIMITS) != LIMITS.index("yakuman")
    base, _ = ordinary_value(
        np.where(told, han, 0).astype(np.int16), np.clip(fu, 0, 255).astype(np.uint8), rules, rule
    )
    paid = replace(rescored.payment, base=base, pao_base=np.zeros_like(rescored.payment.pao_base))
    return np.where(told, hand_payments(paid, rules).sum(axis=1), ABSENT)


def gain_of_points(evidence: Evidence) -> Ints:
    """(wins,) what the winner gets for the logged points, with honba and sticks; `ABSENT` likewise."""
    rescored = evidence.rescored
    if rescored.scorable.all():
        return np.full(len(evidence.tables.wins), ABSENT, dtype=np.int64)
    points = ints_of(evidence.tables.wins["log_points"], ABSENT)
    gain = points + honba_payments(rescored.payment, evidence.batch.rules).sum(axis=1) + from_table(evidence)
    return np.where(~rescored.scorable & (points != ABSENT), gain, ABSENT)


def from_table(evidence: Evidence) -> Ints:
    """(wins,) points of the sticks that each win takes."""
    taken: NDArray[Any] = evidence.rescored.payment.sticks * RIICHI_STICK
    return taken.astype(np.int64)
