"""Payments in the middle of a round: bonuses for concealed kans and tiles set aside, and penalties."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import BONUS, PENALTY, Batch
from mjlog.tables import NO_POINTS

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class SidePayments:
    """Bonuses and penalties in order of their events, sticks not among them."""

    event: NDArray[np.int64]
    """(k,) the bonus or penalty."""
    deltas: NDArray[np.int32]
    """(k, 4) score changes, 0 where the log does not state the points."""

    def before(self, batch: Batch, events: Array) -> NDArray[np.int32]:
        """(n, 4) score changes by side payments before some `events` (n,) of their rounds."""
        total = np.concatenate([np.zeros((1, 4), np.int64), np.cumsum(self.deltas, axis=0)])
        at = np.searchsorted(self.event, events)
        start = np.searchsorted(self.event, batch.first_event[batch.events.round[events]])
        paid: NDArray[np.int64] = total[at] - total[start]
        return paid.astype(np.int32)


def side_payments(batch: Batch) -> SidePayments:
    """What is paid at the bonus and penalty events, as logged.

    Every opponent pays a bonus to its receiver; a penalty goes to the table.
    """
    ev = batch.events
    at = np.flatnonzero(((ev.kind == BONUS) | (ev.kind == PENALTY)) & (ev.seat >= 0))
    if ev.points is None or not len(at):
        return SidePayments(at, np.zeros((len(at), 4), dtype=np.int32))
    points = np.where(ev.points[at] == NO_POINTS, 0, ev.points[at])[:, None]
    present = batch.present[ev.round[at]]
    is_own = ev.seat[at][:, None] == np.arange(4)
    gain = (present.sum(axis=1, keepdims=True) - 1) * points
    bonus = np.where(is_own, gain, -points * present)
    deltas = np.where((ev.kind[at] == BONUS)[:, None], bonus, np.where(is_own, -points, 0))
    return SidePayments(at, deltas.astype(np.int32))
