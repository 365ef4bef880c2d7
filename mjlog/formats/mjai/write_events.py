"""The events of log tables as lines of the action format."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.mjai.actions import (
    Ankan,
    Bonus,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Kakan,
    Kita,
    Penalty,
    Pon,
    Reach,
    ReachAccepted,
    Tsumo,
)
from mjlog.formats.mjai.base import Action, DeadHand, Leave, Return
from mjlog.schema import EVENT_KINDS
from mjlog.tables import NO_POINTS, EventColumns
from mjlog.tiles import KIND, NO_TILE, TILE_NAMES

PART_OF_LAST: Final = b""
"""The line of an event that the line before it tells too."""
_RESULTS: Final = [KIND_CODE[k] for k in ("win", "exhaustive_draw", "abortive_draw", "chombo")]
_CALLS: Final[dict[int, type[Chi | Pon | Daiminkan]]] = {
    KIND_CODE["chi"]: Chi,
    KIND_CODE["pon"]: Pon,
    KIND_CODE["daiminkan"]: Daiminkan,
}
_PAYMENTS: Final[dict[int, type[Bonus | Penalty]]] = {
    KIND_CODE["bonus"]: Bonus,
    KIND_CODE["penalty"]: Penalty,
}
_SIMPLE: Final = [
    KIND_CODE[k]
    for k in (
        "draw", "discard", "riichi", "riichi_accepted", "kita", "dora", "leave", "return", "dead_hand",
    )
]  # fmt: skip
_encode: Final = msgspec.json.Encoder().encode


def event_lines(columns: EventColumns) -> list[bytes | None]:
    """(n,) the line of each event; None for results, which more is known of.

    Most events are one of a few hundred different lines, which are made once.

    Raises:
        ValueError: when a call names nobody it was called from, or an open riichi follows no riichi.
    """
    seat, flag = columns.seat.astype(np.int64) + 1, columns.tsumogiri.astype(np.int64) + 1
    keys = ((columns.kind.astype(np.int64) * 5 + seat) * 256 + columns.tile) * 3 + flag
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    simple = np.isin(columns.kind[first], _SIMPLE)
    made = [_simple_line(columns, i) if s else None for i, s in zip(first.tolist(), simple, strict=True)]
    lines = [made[k] for k in inverse.tolist()]
    opened = columns.kind == KIND_CODE["open_riichi"]
    others = ~np.isin(columns.kind, [*_SIMPLE, *_RESULTS]) & ~opened
    for i in np.flatnonzero(others).tolist():
        lines[i] = _encode(_special(columns, i))
    for i in np.flatnonzero(opened).tolist():
        lines[i - 1], lines[i] = _open_riichi(columns, i), PART_OF_LAST
    return lines


def stamped(lines: list[bytes], elapsed: NDArray[np.int32]) -> list[bytes]:
    """`lines` with the time of each event since the game began, -1 where unknown."""
    return [
        line[:-1] + b',"elapsed":%d}' % time if line and time >= 0 else line
        for line, time in zip(lines, elapsed.tolist(), strict=True)
    ]


def _simple_line(columns: EventColumns, i: int) -> bytes:
    kind, seat, flag = EVENT_KINDS[columns.kind[i]], int(columns.seat[i]), int(columns.tsumogiri[i])
    tile = TILE_NAMES[columns.tile[i]] if columns.tile[i] != NO_TILE else "?"
    action: Action
    match kind:
        case "draw":
            action = Tsumo(seat, tile)
        case "discard":
            action = Dahai(seat, tile, None if flag < 0 else bool(flag))
        case "riichi":
            action = Reach(seat)
        case "riichi_accepted":
            action = ReachAccepted(seat)
        case "kita":
            action = Kita(seat, tile)
        case "dora":
            action = Dora(tile)
        case "leave":
            action = Leave(seat)
        case "return":
            action = Return(seat)
        case _:
            action = DeadHand(seat)
    return _encode(action)


def _special(columns: EventColumns, i: int) -> Action:
    """A call or a payment."""
    kind, seat = int(columns.kind[i]), int(columns.seat[i])
    if kind in _PAYMENTS:
        points = NO_POINTS if columns.points is None else int(columns.points[i])
        return _PAYMENTS[kind](seat, None if points == NO_POINTS else points)
    consumed = _names(columns.consumed[i])
    if kind == KIND_CODE["ankan"]:
        return Ankan(seat, consumed)
    tile = TILE_NAMES[columns.tile[i]]
    if kind == KIND_CODE["kakan"]:
        return Kakan(seat, tile, _pon_before(columns, i))
    target = int(columns.target_seat[i])
    if target < 0:
        raise ValueError(f"a {EVENT_KINDS[kind]} that names nobody it was called from")
    return _CALLS[kind](seat, target, tile, consumed)


def _open_riichi(columns: EventColumns, i: int) -> bytes:
    """The line of the riichi before event `i`, which says that it is open."""
    before, seat = i - 1, int(columns.seat[i])
    is_same = before >= 0 and columns.round[before] == columns.round[i] and columns.seat[before] == seat
    if not is_same or columns.kind[before] != KIND_CODE["riichi"]:
        raise ValueError(f"an open riichi of seat {seat} that follows no riichi of it")
    return _encode(Reach(seat, open=True))


def _pon_before(columns: EventColumns, i: int) -> list[str] | None:
    """The three tiles of the pon that a kakan adds to; None where the round has no such pon."""
    start = int(np.searchsorted(columns.round, columns.round[i]))
    same = KIND[columns.tile[start:i]] == KIND[columns.tile[i]]
    pons = same & (columns.kind[start:i] == KIND_CODE["pon"]) & (columns.seat[start:i] == columns.seat[i])
    if not pons.any():
        return None
    pon = start + int(np.flatnonzero(pons)[-1])
    return [TILE_NAMES[columns.tile[pon]], *_names(columns.consumed[pon])]


def _names(codes: NDArray[np.uint8]) -> list[str]:
    return [TILE_NAMES[c] for c in codes.tolist() if c != NO_TILE]
