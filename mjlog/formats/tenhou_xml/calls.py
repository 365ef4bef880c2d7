"""The number `m` of Tenhou's call tags: which tiles a call takes, and from whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_xml.tiles import LAST_ID, NO_ID

_RUNS: Final = 63
"""Three for each of 21 runs: which of its tiles was called."""
_OTHER_THREE: Final = np.array([[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]])
"""The copies of a tile besides one of them."""


@dataclass(frozen=True, slots=True)
class Calls:
    """n decoded calls."""

    kind: NDArray[np.uint8]
    """(n,) index in `schema.EVENT_KINDS`."""
    target: NDArray[np.int8]
    """(n,) seat that the tile came from; -1 for ankan and kita."""
    tile_id: NDArray[np.uint8]
    """(n,) tile called, added, set aside, or any tile of an ankan."""
    consumed: NDArray[np.uint8]
    """(n, 4) ids of the tiles that leave the concealed hand, padded with `NO_ID`."""
    valid: NDArray[np.bool_]
    """(n,) whether the number says a possible call."""


def decode(who: NDArray[np.int64], m: NDArray[np.int64]) -> Calls:
    """Decode call numbers `m` (n,) of the callers `who` (n,).

    Bits 0-1 are the distance to the seat called from; bit 2 marks chi, bit 3 pon, bit 4 an added
    kan, bit 5 a North set aside, none of them another kan.
    """
    n = len(m)
    relative = m & 3
    chi, pon, kakan, kita = (m & bit != 0 for bit in (4, 8, 16, 32))
    pon, kakan, kita = pon & ~chi, kakan & ~chi & ~pon, kita & ~chi & ~pon & ~kakan
    kan = ~(chi | pon | kakan | kita)
    daiminkan = kan & (relative != 0)
    tile_id = np.full(n, NO_ID, dtype=np.int64)
    consumed = np.full((n, 4), NO_ID, dtype=np.int64)
    tile_id[chi], consumed[chi, :2] = _chi(m[chi])
    tile_id[pon], consumed[pon, :2] = _pon(m[pon])
    tile_id[kakan] = _added(m[kakan])
    consumed[kakan, 0] = tile_id[kakan]
    tile_id[kita] = m[kita] >> 8
    consumed[kita, 0] = tile_id[kita]
    tile_id[kan] = m[kan] >> 8
    base = tile_id[:, None] // 4 * 4
    consumed[kan] = base[kan] + np.arange(4)
    consumed[daiminkan, :3] = base[daiminkan] + _OTHER_THREE[tile_id[daiminkan] % 4]
    consumed[daiminkan, 3] = NO_ID
    north = np.isin(tile_id, (120, 121, 122, 123))
    honours = chi & (m >> 10 & 63 >= _RUNS)
    valid = (
        ~honours
        & (m >= 0)
        & (tile_id <= LAST_ID)
        & (~kita | north)
        & (~(chi | pon | kakan) | (relative != 0))
    )
    kind = np.select(
        [chi, pon, kakan, kita, daiminkan],
        [KIND_CODE[k] for k in ("chi", "pon", "kakan", "kita", "daiminkan")],
        KIND_CODE["ankan"],
    )
    called = chi | pon | kakan | daiminkan
    return Calls(
        kind=kind.astype(np.uint8),
        target=np.where(called, (who + relative) % 4, -1).astype(np.int8),
        tile_id=np.where(valid, tile_id, NO_ID).astype(np.uint8),
        consumed=np.where(valid[:, None], consumed, NO_ID).astype(np.uint8),
        valid=valid,
    )


def _chi(m: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Called tile (k,) and the two others (k, 2): six bits say the run and which tile was called."""
    run, called = np.divmod(m >> 10 & 63, 3)
    lowest = run // 7 * 9 + run % 7
    copies = m[:, None] >> np.array([3, 5, 7]) & 3
    ids = (lowest[:, None] + np.arange(3)) * 4 + copies
    others = np.array([[1, 2], [0, 2], [0, 1]])[called]
    rows = np.arange(len(m))
    return ids[rows, called], np.take_along_axis(ids, others, axis=1)


def _pon(m: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Called tile (k,) and the two others (k, 2): of four copies one is left out."""
    kind, called = np.divmod(m >> 9 & 127, 3)
    ids = kind[:, None] * 4 + _OTHER_THREE[m >> 5 & 3]
    others = np.array([[1, 2], [0, 2], [0, 1]])[called]
    rows = np.arange(len(m))
    return ids[rows, called], np.take_along_axis(ids, others, axis=1)


def _added(m: NDArray[np.int64]) -> NDArray[np.int64]:
    """Tile (k,) added to a pon: the copy that the pon left out."""
    return (m >> 9 & 127) // 3 * 4 + (m >> 5 & 3)
