"""What is at stake under a rule set: rough worth of hands, cost of dealing in, what an open hand can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.words import NotenPayment, ScoreSystem, Shares
from mjlog.schema import BONUS_TILES
from mjlog.tiles import KINDS, TILE_NAMES

ALL: Final = (1 << KINDS) - 1
"""Every kind, as a mask."""
_POINTS: Final = (700, 1300, 2600, 5200, 7700, 8000, 12000, 12000, 16000, 16000, 16000, 24000, 24000, 32000)
"""Rough worth of a hand by han."""
_MOST_POINTS: Final = 200
"""Points up to which the worth of a hand is told apart where points are added up."""
_TSUMO, _IPPATSU, _URA = 0.35, 0.15, 0.3
"""How often a closed hand has them."""
_TYPICAL: Final = {ScoreSystem.HAN_FU: (1.3, 2.4), ScoreSystem.ADDITIVE: (9.0, 8.0)}
"""Han or points that a closed and an open hand has besides those that all have."""
_DEALER: Final = 1.5
_USUAL_LOSS: Final = 5500.0
_TENPAI_SHARE: Final = 0.2
"""What being tenpai near the end is worth, of the noten payment."""
_SHOWN: Final = 8.0
"""How many times a hand that shows its waits costs whoever deals in with his eyes open."""


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """Units are han, or points where points are added up; pairs are for closed and open hands."""

    points: NDArray[np.float64]
    """Worth by whole units."""
    base: tuple[float, float]
    """Units that every hand has, riichi and its luck among them."""
    dora: float
    aka: tuple[float, float]
    kita: float
    value_set: float
    """Units of three tiles of a dragon or own wind."""
    tanyao: tuple[float, float]
    flush: tuple[float, float]
    toitoi: float
    """Units of toitoi on an open hand."""
    dealer: float
    """How many times a dealer's hand counts."""
    riichi_loss: float
    """What dealing into a riichi costs."""
    open_loss: float
    """What dealing into an open hand costs."""
    shown_loss: float
    """What dealing into a hand that is shown costs."""
    tenpai_gain: float
    """What being tenpai is worth near the end."""
    charm: float
    """What small preferences are worth, of those at an ordinary table."""
    usable: int
    """Kinds that ordinary hands can hold, as a mask."""
    kokushi: bool
    """Whether kokushi musou is worth something."""
    open_riichi: bool
    """Whether open riichi is worth something."""

    @classmethod
    def of(cls, rules: Ruleset) -> Stakes:
        """Read the fields of a rule set."""
        adds_up = rules.score_system is ScoreSystem.ADDITIVE

        def worth(slug: str) -> tuple[float, float]:
            if adds_up:
                closed, opened = rules.yaku_points.get(slug, (0, 0))
            elif slug in BONUS_TILES:
                closed, opened = 1, 1
            else:
                closed, opened = rules.yaku_han.get(slug, (0, 0))
            return float(closed), float(opened)

        points = np.array(_POINTS, dtype=np.float64)
        if adds_up:
            points = np.arange(_MOST_POINTS) * np.float64(rules.point_value)
        luck = _TSUMO * worth("menzen_tsumo")[0] + _IPPATSU * worth("ippatsu")[0] * rules.ippatsu
        luck += _URA * worth("ura_dora")[0] * rules.ura_dora
        base, opened = worth("base_points")
        base += worth("riichi")[0] + luck
        typical = _TYPICAL[rules.score_system]
        riichi_loss, open_loss = (
            float(worth_of(points, u)) for u in (base + typical[0], opened + typical[1])
        )
        payers = 1 if rules.noten_payment_by is NotenPayment.IN_ALL else rules.players - 1
        tanyao = worth("tanyao")
        return cls(
            points=points,
            base=(base, opened),
            dora=worth("dora")[0],
            aka=worth("aka_dora"),
            kita=worth("kita")[0],
            value_set=worth("yakuhai_haku")[1],
            tanyao=(tanyao[0], tanyao[1] * rules.open_tanyao),
            flush=worth("honitsu"),
            toitoi=worth("toitoi")[1],
            dealer=_DEALER if rules.shares is Shares.DEALER_DOUBLE else 1.0,
            riichi_loss=riichi_loss,
            open_loss=open_loss,
            shown_loss=riichi_loss * _SHOWN,
            tenpai_gain=_TENPAI_SHARE * rules.noten_payment * payers,
            charm=riichi_loss / _USUAL_LOSS,
            usable=ALL & ~sum(1 << TILE_NAMES.index(name) for name in rules.bound_tiles),
            kokushi=any(worth("kokushi_musou")) or rules.yakuman.get("kokushi_musou", 0) > 0,
            open_riichi=rules.open_riichi and (worth("open_riichi")[0] > 0 or not adds_up),
        )


def worth_of(points: NDArray[np.float64], units: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """Worth of hands of so many units, linear between whole units."""
    low = np.minimum(np.asarray(units).astype(np.intp), len(points) - 2)
    worth: NDArray[np.float64] = points[low] + (points[low + 1] - points[low]) * np.minimum(units - low, 1.0)
    return worth
