"""Values that every seat has around every event, worked out only where somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Value = TypeVar("Value", bound=np.generic)

_SEATS = np.arange(4)


@dataclass(frozen=True, slots=True)
class OfSeats(Generic[Value]):
    """(events, 4) values of the seats around the events of a batch, indexed as such an array is.

    ``values[events]`` gives all four seats of some events, ``values[events, seats]`` one of each.
    """

    events: NDArray[np.int64]
    """(events,) their numbers."""
    find: Callable[[Array, Array], NDArray[Value]]
    """Values at events, and of seats that broadcast against them."""

    def __getitem__(self, index: Any) -> NDArray[Value]:
        at, seat = index if isinstance(index, tuple) else (index, None)
        events = self.events[at]
        if seat is None:
            return self.find(events[..., None], _SEATS)
        return self.find(events, _SEATS[seat])
