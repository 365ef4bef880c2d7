"""PO: pao, the liability for a yakuman."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.audit import fields
from mjlog.audit.evidence import Evidence, scores_text, seat_text, seated
from mjlog.audit.registry import Found, rule
from mjlog.audit.scoring import at_wins
from mjlog.columns import ints_of
from mjlog.rulesets.standard import SEATS

Array = NDArray[Any]

_NOBODY = -1


def _liable(evidence: Evidence) -> NDArray[np.bool_]:
    """(wins, 4) who is liable for a part of each hand."""
    payment = evidence.rescored.payment
    parts = payment.parts_under_pao > 0
    liable = np.zeros((len(payment), SEATS), dtype=bool)
    for seat, part in zip(payment.pao_seat.T, parts.T, strict=True):
        liable[np.arange(len(payment)), seat] |= part
    return liable


def _seats_text(liable: Array) -> str:
    return " and ".join(map(seat_text, np.flatnonzero(liable))) or "nobody"


@rule(
    "PO001",
    "pao-seat-differs",
    "the log holds {actual} liable for the win of seat {seat}; the rules hold {expected}",
    fields=(*fields.YAKU, "pao", "pao_scope"),
    columns=("wins.log_pao_seat",),
)
def pao_seat_differs(evidence: Evidence) -> Found:
    """The player recorded as liable is one whose discard was called as last set of a yakuman.

    Needs: a winning hand whose tiles the log shows, and that may win, with the liable player as logged.
    Why: the liable player pays all of a tsumo and half of a ron (EMA rules 2016, 3.3.6); in some houses
    who gave the tile of an open kan also pays all of a tsumo on its replacement tile.
    Example: daisangen; the third dragon was ponned from seat 1, the log names seat 2.
    """
    rescored = evidence.rescored
    logged = ints_of(evidence.tables.wins["log_pao_seat"], _NOBODY)
    liable = _liable(evidence)
    concerned = (logged != _NOBODY) | liable.any(axis=1)
    rows = np.flatnonzero(rescored.scorable & rescored.scored.has_yaku & (logged != _NOBODY))
    return at_wins(
        evidence,
        rows,
        ~liable[rows, logged[rows]],
        lambda w: _seats_text(liable[w]),
        lambda w: seat_text(logged[w]),
        asked=concerned,
    )


@rule(
    "PO002",
    "pao-not-paid",
    "liable for the win of seat {seat}: {expected}; the log pays {actual}",
    fields=fields.PAYMENT,
    columns=("wins.log_deltas",),
)
def pao_not_paid(evidence: Evidence) -> Found:
    """Where the rules hold a player liable, the recorded score changes follow from that liability.

    Needs: a winning hand whose tiles the log shows, and that may win, with its score changes as logged.
    Why: logs that do not name the liable player still show him in the payments.
    Example: a tsumo of daisangen is paid by all three although one of them gave the third dragon.
    """
    rescored = evidence.rescored
    logged, recorded = evidence.ends.won
    liable = _liable(evidence)
    rows = np.flatnonzero(rescored.scorable & rescored.scored.has_yaku & recorded & liable.any(axis=1))
    return at_wins(
        evidence,
        rows,
        (logged[rows] != rescored.win_deltas[rows]).any(axis=1),
        lambda w: _seats_text(liable[w]),
        lambda w: scores_text(seated(evidence, rescored.wins.round[w], logged[w])),
        asked=np.asarray(liable.any(axis=1)),
    )
