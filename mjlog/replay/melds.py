"""Melds: one row per meld, sorted by seat, added kans joined to their pon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import ANKAN, CHI, DAIMINKAN, KAKAN, MAKES_MELD, PON, Batch
from mjlog.tiles import KIND, KINDS, NO_TILE

Array = NDArray[Any]

NO_MELD, MELD_CHI, MELD_PON, MELD_OPEN_KAN, MELD_ANKAN = range(5)
"""Meld types as scoring knows them."""

_TYPE = np.zeros(256, dtype=np.uint8)
_TYPE[[CHI, PON, DAIMINKAN, ANKAN]] = [MELD_CHI, MELD_PON, MELD_OPEN_KAN, MELD_ANKAN]
NEVER: Final = np.iinfo(np.int64).max
"""Event number of what never happens."""


@dataclass(frozen=True, slots=True)
class MeldRows:
    """Melds in order of round, seat and time."""

    event: NDArray[np.int64]
    """(melds,) event that made the meld."""
    segment: NDArray[np.int32]
    """(melds,) round * 4 + seat."""
    type: NDArray[np.uint8]
    """(melds,) type when made (`MELD_CHI` ...)."""
    kind: NDArray[np.uint8]
    """(melds,) kind of the lowest tile."""
    from_seat: NDArray[np.int8]
    """(melds,) whose tile was called; -1 for a concealed kan."""
    kakan: NDArray[np.int64]
    """(melds,) event that made a pon an added kan; `NEVER` when none did."""
    first: NDArray[np.int64]
    """(rounds * 4 + 1,) where each segment's melds begin."""


def meld_rows(batch: Batch) -> MeldRows:
    """All melds of the batch; a kakan belongs to the pon of its kind and seat."""
    ev = batch.events
    made = np.flatnonzero(MAKES_MELD[ev.kind] & (ev.seat >= 0))
    segment = ev.round[made].astype(np.int32) * 4 + ev.seat[made]
    order = np.argsort(segment, kind="stable")
    made, segment = made[order], segment[order]
    lowest = np.minimum(KIND[ev.consumed[made]].min(axis=1), KIND[ev.tile[made]])
    counts = np.bincount(segment, minlength=batch.n_rounds * 4)
    return MeldRows(
        event=made,
        segment=segment,
        type=_TYPE[ev.kind[made]],
        kind=lowest,
        from_seat=np.where(ev.kind[made] == ANKAN, -1, ev.target_seat[made]).astype(np.int8),
        kakan=_added_kans(batch, made, segment, lowest),
        first=np.concatenate([[0], np.cumsum(counts)]),
    )


def pon_of_kakan(batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Events that add a fourth tile, and whether their seat has a pon of that kind before.

    Returns:
        (kakans,) event numbers and (kakans,) bool.
    """
    ev = batch.events
    added = np.flatnonzero((ev.kind == KAKAN) & (ev.seat >= 0))
    pons = np.flatnonzero((ev.kind == PON) & (ev.seat >= 0))
    known = np.isin(_meld_key(batch, added), _meld_key(batch, pons))
    return added, known


def _meld_key(batch: Batch, events: Array) -> NDArray[np.int64]:
    """(k,) one number for round, seat and kind of the tile."""
    ev = batch.events
    return (ev.round[events].astype(np.int64) * 4 + ev.seat[events]) * 64 + KIND[ev.tile[events]]


def _added_kans(batch: Batch, made: Array, segment: Array, kind: Array) -> NDArray[np.int64]:
    """(melds,) the kakan that extends each pon."""
    result = np.full(len(made), NEVER, dtype=np.int64)
    added, _ = pon_of_kakan(batch)
    if not len(added):
        return result
    keys = _meld_key(batch, added)
    order = np.argsort(keys, kind="stable")
    mine = segment.astype(np.int64) * 64 + kind
    at = np.minimum(np.searchsorted(keys[order], mine), len(keys) - 1)
    hit = (keys[order][at] == mine) & (batch.events.kind[made] == PON)
    result[hit] = added[order][at[hit]]
    return result


def melds_at(melds: MeldRows, segment: Array, event: Array) -> tuple[Array, Array]:
    """Meld types and lowest kinds of some seats just before some events.

    Args:
        melds: all melds.
        segment: (n,) round * 4 + seat.
        event: (n,) event number; melds made at or after it do not count.

    Returns:
        (n, 4) uint8 types and (n, 4) uint8 kinds (255 where there is no meld).
    """
    slots = melds.first[segment][:, None] + np.arange(4)
    present = slots < melds.first[np.asarray(segment) + 1][:, None]
    if not len(melds.event):
        shape = (len(event), 4)
        return np.zeros(shape, np.uint8), np.full(shape, NO_TILE, np.uint8)
    slots = np.minimum(slots, len(melds.event) - 1)
    present &= melds.event[slots] < np.asarray(event)[:, None]
    kan = melds.kakan[slots] < np.asarray(event)[:, None]
    types = np.where(present, np.where(kan, np.uint8(MELD_OPEN_KAN), melds.type[slots]), np.uint8(NO_MELD))
    return types, np.where(present, melds.kind[slots], np.uint8(NO_TILE))


def meld_counts(types: Array, kinds: Array) -> NDArray[np.uint8]:
    """(n, 34) uint8 tiles of each kind in melds of (n, 4) `types` and lowest `kinds`."""
    counts = np.zeros((len(types), KINDS + 2), dtype=np.uint8)
    rows = np.arange(len(types))
    for slot in range(4):
        kind = np.minimum(kinds[:, slot], KINDS - 1)
        is_run = types[:, slot] == MELD_CHI
        same = np.where(types[:, slot] == MELD_PON, 3, 4) * (types[:, slot] >= MELD_PON)
        for step in range(3):
            counts[rows, kind + step] += is_run.astype(np.uint8)
        counts[rows, kind] += same.astype(np.uint8)
    return counts[:, :KINDS]
