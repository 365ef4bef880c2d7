"""Events of many rounds gathered as columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from mjlog.formats.tenhou_json.rows import Event
from mjlog.tables import EventColumns


class EventSink:
    """Gathers events round by round; makes the columns of a batch."""

    def __init__(self) -> None:
        self._columns = [bytearray() for _ in range(5)]
        self._consumed = bytearray()
        self._rounds: list[int] = []
        self._counts: list[int] = []

    def add(self, round_number: int, events: Sequence[Event]) -> None:
        """Add all events of a round, which has the number `round_number` in the batch."""
        *scalars, consumed = zip(*events, strict=True)
        for column, values in zip(self._columns, scalars, strict=True):
            column.extend(values)
        self._consumed += b"".join(consumed)
        self._rounds.append(round_number)
        self._counts.append(len(events))

    def columns(self) -> EventColumns:
        """The events of all rounds; the format has no positions for them."""
        kind, seat, target, tile, tsumogiri = (np.frombuffer(bytes(c), dtype=np.uint8) for c in self._columns)
        return EventColumns(
            round=np.repeat(np.array(self._rounds, dtype=np.int32), self._counts),
            kind=kind,
            seat=seat.view(np.int8),
            target_seat=target.view(np.int8),
            tile=tile,
            tsumogiri=tsumogiri.view(np.int8),
            consumed=np.frombuffer(bytes(self._consumed), dtype=np.uint8).reshape(-1, 4),
            source_offset=np.full(len(kind), -1, dtype=np.int64),
        )


def with_connections(events: Sequence[Event], lost: Iterable[tuple[int, Event]]) -> list[Event]:
    """`events` with those of `lost` among them, each after the number of `events` that it names."""
    placed = sorted(lost, key=lambda pair: pair[0])
    merged = list(events)
    for before, (place, event) in enumerate(placed):
        merged.insert(place + before, event)
    return merged
