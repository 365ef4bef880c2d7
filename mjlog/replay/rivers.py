"""Rivers: what each seat has discarded, called tiles included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import DISCARD, Batch
from mjlog.replay.hands import HandRows
from mjlog.replay.melds import NEVER
from mjlog.replay.segments import running_or
from mjlog.tiles import KIND_BIT

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Rivers:
    """Discards in order of round, seat and time."""

    event: NDArray[np.int64]
    """(discards,) the discard."""
    kinds: NDArray[np.uint64]
    """(discards,) mask of the kinds that the seat has discarded up to and with it."""
    first: NDArray[np.int64]
    """(rounds * 4 + 1,) where the discards of each segment (round * 4 + seat) begin."""

    def kinds_of(self, segment: Array, discards: Array) -> NDArray[np.uint64]:
        """Mask of the kinds among the first so many `discards` of each segment; both of one shape."""
        return self._latest(self.kinds, segment, discards, np.uint64(0))

    def latest(self, segment: Array, discards: Array) -> NDArray[np.int64]:
        """The last of the first so many `discards` of each segment; -1 where there are none."""
        return self._latest(self.event, segment, discards, np.int64(-1))

    def nth(self, n: int) -> NDArray[np.int64]:
        """(rounds * 4,) discard number `n`, from 0, of each segment; `NEVER` where there are fewer."""
        at = self.first[:-1] + n
        return np.append(self.event, NEVER).take(np.where(at < self.first[1:], at, len(self.event)))

    def _latest(self, values: Array, segment: Array, discards: Array, none: np.generic) -> Array:
        with_none = np.append(values, none)
        return with_none.take(np.where(discards > 0, self.first.take(segment) + discards - 1, len(values)))


def rivers_of(batch: Batch, hands: HandRows) -> Rivers:
    """The discards of a batch with those hand rows."""
    rows = np.flatnonzero(hands.kind == DISCARD)
    event, segment = hands.event.take(rows), hands.segment.take(rows)
    counts = np.bincount(segment, minlength=len(hands.first_row))
    return Rivers(
        event=event,
        kinds=running_or(KIND_BIT.take(batch.events.tile.take(event)), segment),
        first=np.concatenate([[0], np.cumsum(counts)]),
    )
