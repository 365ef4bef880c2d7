"""What players decide, and the protocol of whatever decides for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias

from mjlog.simulate.questions import Play
from mjlog.simulate.seat import Seat
from mjlog.simulate.table import Call, Table


class Discard(NamedTuple):
    """A discard, with a riichi declaration perhaps."""

    tile: int
    waits: int
    """Waits of the hand without it, as a mask."""
    riichi: bool = False
    is_open: bool = False
    """Riichi with the hand shown."""


class OwnCall(NamedTuple):
    """An ankan, kakan or set-aside tile."""

    call: Call
    waits: int
    """Waits of the hand without the tiles laid down, as a mask."""


class Fault(NamedTuple):
    """A fault at the own turn: "chombo", "dead_hand", or "penalty" with points for the table."""

    kind: str
    points: int = 0


Move: TypeAlias = Discard | OwnCall | Fault


class Mind(Protocol):
    """What decides for a seat."""

    def wins(self, table: Table, seat: Seat) -> bool:
        """Whether to take a win that is there."""

    def aborts(self, table: Table, seat: Seat) -> bool:
        """Whether to end the round by kyuushu kyuuhai, or as the third in riichi."""

    def move(self, table: Table, seat: Seat) -> Play[Move]:
        """What to do with 14 tiles."""

    def answer(self, table: Table, seat: Seat, options: Sequence[Call], target: int) -> Play[Call | None]:
        """Whether to call a discard."""
