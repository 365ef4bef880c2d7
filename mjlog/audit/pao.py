"""PO: pao, the liability for a yakuman."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, log_deltas, scores_text, seat_text, seated
from mjlog.audit.registry import Found, rule
from mjlog.audit.scoring import at_wins
from mjlog.columns import ints_of

Array = NDArray[Any]

_NOBODY = -1


@rule(
    "PO001",
    "pao-seat-differs",
    "the log holds {actual} liable for the win of seat {seat}; the rules hold {expected}",
    fields=(*fields.YAKU, "pao", "pao_scope"),
)
def pao_seat_differs(evidence: Evidence) -> Found:
    """The player recorded as liable is the one whose discard was called as last set of the yakuman.

    Why: the liable player pays all of a tsumo and half of a ron (EMA rules 2016, 3.3.6).
    Example: daisangen; the third dragon was ponned from seat 1, the log names seat 2.
    """
    rescored = evidence.rescored
    logged = ints_of(evidence.tables.wins["log_pao_seat"], _NOBODY)
    liable = rescored.payment.liable_seat
    concerned = (logged != _NOBODY) | (liable != _NOBODY)
    rows = np.flatnonzero(rescored.scorable & rescored.scored.has_yaku & (logged != _NOBODY))
    return at_wins(
        evidence,
        rows,
        logged[rows] != liable[rows],
        lambda w: seat_text(liable[w]),
        lambda w: seat_text(logged[w]),
        asked=concerned,
    )


@rule(
    "PO002",
    "pao-not-paid",
    "{expected} is liable for the win of seat {seat}; the log pays {actual}",
    fields=fields.PAYMENT,
)
def pao_not_paid(evidence: Evidence) -> Found:
    """Where the rules hold a player liable, the recorded score changes follow from that liability.

    Why: logs that do not name the liable player still show him in the payments.
    Example: a tsumo of daisangen is paid by all three although one of them gave the third dragon.
    """
    rescored = evidence.rescored
    logged, recorded = log_deltas(evidence.tables.wins)
    liable = rescored.payment.liable_seat
    usable = rescored.scorable & rescored.scored.has_yaku & recorded & (liable != _NOBODY)
    rows = np.flatnonzero(usable)
    return at_wins(
        evidence,
        rows,
        (logged[rows] != rescored.win_deltas[rows]).any(axis=1),
        lambda w: seat_text(liable[w]),
        lambda w: scores_text(seated(evidence, rescored.wins.round[w], logged[w])),
        asked=liable != _NOBODY,
    )
