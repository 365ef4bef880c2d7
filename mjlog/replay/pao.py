"""Pao: who is liable for a yakuman whose last set they let be called.

Daisangen: the third dragon set; daisuushii: the fourth wind set; suukantsu: the fourth kan
(Tenhou manual; EMA rules 2016, 3.3.6).  Only an open call makes somebody liable: a concealed or
an added kan counts towards the sets but names nobody.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.batch import Batch
from mjlog.replay.melds import MELD_ANKAN, MELD_OPEN_KAN, MELD_PON, NEVER, MeldRows
from mjlog.replay.segments import running_sum
from mjlog.rulesets.standard import PAO_YAKUMAN
from mjlog.schema import YAKU_BIT
from mjlog.tiles import EAST, NORTH

Array = NDArray[Any]

PAO_BITS: Final = tuple(YAKU_BIT[y] for y in PAO_YAKUMAN)
"""Yakuman that can have a liable player, in the order of the last axis of `liable_seats`."""


def liable_seats(batch: Batch, melds: MeldRows) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Liable seat and the event that made it liable, for each seat's three pao yakuman.

    Whether the rule set knows the liability is for the payment to decide (`Ruleset.pao`).

    Returns:
        (rounds, 4, 3) int8 seat that is liable to each seat, -1 for nobody, and
        (rounds, 4, 3) int64 event of the call, `NEVER` for none.
    """
    is_set = melds.type >= MELD_PON
    dragon = is_set & (melds.kind >= 31) & (melds.kind <= 33)
    wind = is_set & (melds.kind >= EAST) & (melds.kind <= NORTH)
    called = (melds.type == MELD_PON) | (melds.type == MELD_OPEN_KAN)
    starts, lengths = melds.first[:-1], np.diff(melds.first)
    seats = np.full((batch.n_rounds * 4, 3), -1, dtype=np.int8)
    events = np.full((batch.n_rounds * 4, 3), NEVER, dtype=np.int64)
    kan = (melds.type == MELD_OPEN_KAN) | (melds.type == MELD_ANKAN)
    for column, (member, needed) in enumerate(((dragon, 3), (wind, 4))):
        number = running_sum(member.astype(np.int32), starts, lengths)
        last = np.flatnonzero(member & called & (number == needed))
        seats[melds.segment[last], column] = melds.from_seat[last]
        events[melds.segment[last], column] = melds.event[last]
    last = np.flatnonzero(kan & called & (_kans_made(melds, kan) == 4))
    seats[melds.segment[last], 2] = melds.from_seat[last]
    events[melds.segment[last], 2] = melds.event[last]
    return seats.reshape(-1, 4, 3), events.reshape(-1, 4, 3)


def _kans_made(melds: MeldRows, kan: NDArray[np.bool_]) -> NDArray[np.int32]:
    """(melds,) kans of the seat when the meld is made, itself and earlier added kans included."""
    count = np.zeros(len(kan), dtype=np.int32)
    n = len(kan)
    for back in range(4):
        earlier = np.arange(n) - back
        valid = earlier >= 0
        at = np.maximum(earlier, 0)
        same = valid & (melds.segment[at] == melds.segment)
        count += same & (kan[at] | (melds.kakan[at] < melds.event))
    return count
