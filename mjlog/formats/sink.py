"""Events of many rounds gathered as columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np

from mjlog.tables import EventColumns
from mjlog.tiles import KIND, NO_TILE

NONE: Final = 255
NOTHING: Final = bytes([NO_TILE] * 4)


def consumed_tiles(tiles: Iterable[int]) -> bytes:
    """Tiles that leave a hand, in order of kind, red fives last, padded to four.

    >>> list(consumed_tiles([34, 4]))
    [4, 34, 255, 255]
    """
    ordered = sorted(tiles, key=lambda tile: (int(KIND[tile]), tile))
    return (bytes(ordered) + NOTHING)[: len(NOTHING)]


class Event(NamedTuple):
    """An event as small integers (columns of `EventColumns`), 255 for none."""

    kind: int
    seat: int = NONE
    target_seat: int = NONE
    tile: int = NO_TILE
    tsumogiri: int = NONE
    consumed: bytes = NOTHING


class EventSink:
    """Gathers events round by round; makes the columns of a batch."""

    def __init__(self) -> None:
        self._columns = [bytearray() for _ in range(5)]
        self._consumed = bytearray()
        self._rounds: list[int] = []
        self._counts: list[int] = []
        self._elapsed: list[int] = []
        self._offsets: list[int] = []
        self._is_timed = False

    def add(
        self,
        round_number: int,
        events: Sequence[Event],
        *,
        elapsed: Sequence[int] | None = None,
        offsets: Sequence[int] | None = None,
    ) -> None:
        """Add all events of a round.

        Args:
            round_number: number of the round in the batch, in ascending order.
            events: its events, at least one.
            elapsed: time of each since the game began in milliseconds, -1 where unknown.
            offsets: where each stands in the source, -1 where unknown.
        """
        *scalars, consumed = zip(*events, strict=True)
        for column, values in zip(self._columns, scalars, strict=True):
            column.extend(values)
        self._consumed += b"".join(consumed)
        self._rounds.append(round_number)
        self._counts.append(len(events))
        self._is_timed |= elapsed is not None
        self._elapsed += [-1] * len(events) if elapsed is None else elapsed
        self._offsets += [-1] * len(events) if offsets is None else offsets

    def columns(self) -> EventColumns:
        """The events of all rounds."""
        kind, seat, target, tile, tsumogiri = (np.frombuffer(bytes(c), dtype=np.uint8) for c in self._columns)
        return EventColumns(
            round=np.repeat(np.array(self._rounds, dtype=np.int32), self._counts),
            kind=kind,
            seat=seat.view(np.int8),
            target_seat=target.view(np.int8),
            tile=tile,
            tsumogiri=tsumogiri.view(np.int8),
            consumed=np.frombuffer(bytes(self._consumed), dtype=np.uint8).reshape(-1, 4),
            source_offset=np.array(self._offsets, dtype=np.int64),
            elapsed=np.array(self._elapsed, dtype=np.int32) if self._is_timed else None,
        )


def with_connections(events: Sequence[Event], lost: Iterable[tuple[int, Event]]) -> list[Event]:
    """`events` with those of `lost` among them, each after the number of `events` that it names."""
    placed = sorted(lost, key=lambda pair: pair[0])
    merged = list(events)
    for before, (place, event) in enumerate(placed):
        merged.insert(place + before, event)
    return merged
