"""One copy of a game: what tells it from others, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np

from mjlog.warehouse.deals import Deals
from mjlog.warehouse.plays import Plays

TAKEN_OVER: Final = ["platform", "log_id", "started_at"]
"""Columns of `games` that a copy takes over from one that gives way to it, where it has nothing there."""
COPY_COLUMNS: Final = ["game_id", *TAKEN_OVER, "content_hash", "is_complete", "shuffle"]
_HASH_IN_ID: Final = 16
"""Characters of the content hash that make the id of a game without a log id."""
NOT_STORED: Final = -1
"""Part of a copy that is not stored yet."""

Key = tuple[str, ...]


@dataclass(slots=True, eq=False)
class Copy:
    """One copy of a game."""

    deals: Deals
    game_id: str
    platform: str | None
    log_id: str | None
    content_hash: str
    is_complete: bool
    shuffle: str | None = None
    """Generator and seed of all walls of the game."""
    started_at: datetime | None = None
    part: int = NOT_STORED
    plays: Callable[[], Plays] | None = None
    """Tells how it was played, while it is not stored."""
    better: Copy | None = None
    """The copy that it gave way to."""
    shares_id: bool = False
    """Whether a different game with the same platform and log id was there before it."""

    @property
    def content_key(self) -> Key:
        """What all copies with the same content have in common."""
        return "content", self.content_hash

    @property
    def log_key(self) -> Key | None:
        """What all copies with the same log id have in common."""
        return None if self.log_id is None else ("log", self.platform or "", self.log_id)

    @property
    def keys(self) -> list[Key]:
        """Where copies of the same game are looked for."""
        return [self.content_key, *([self.log_key] if self.log_key else [])]

    @property
    def quality(self) -> tuple[bool, int, int, int, bool]:
        """Which copy to keep: the greater one."""
        deals = self.deals
        return self.is_complete, len(deals), deals.known, self.walls, self.log_id is not None

    @property
    def walls(self) -> int:
        """Rounds whose wall the log has, or the seed of it."""
        return len(self.deals) if self.shuffle else int(np.count_nonzero(self.deals.has_wall))

    def may_be(self, other: Copy) -> bool:
        """Whether log ids leave it open that both are of one game."""
        either_has_none = self.log_id is None or other.log_id is None
        return either_has_none or self.log_id == other.log_id or self.platform != other.platform

    def take_over(self, other: Copy) -> bool:
        """Have the log id and the time of a copy that gives way, where this one has none.

        A log id is one of its platform: that of another platform is none of this copy.

        Returns:
            Whether there was anything to take over.
        """
        before = self.log_id, self.started_at
        is_open = self.log_id is None and self.platform in (None, other.platform)
        if is_open and other.log_id is not None:
            self.platform, self.log_id = other.platform, other.log_id
        if self.started_at is None:
            self.started_at = other.started_at
        return before != (self.log_id, self.started_at)

    @property
    def best(self) -> Copy:
        """The copy that is kept of its game."""
        copy = self
        while copy.better is not None:
            copy = copy.better
        return copy

    @property
    def natural_id(self) -> str:
        """The id that the game has wherever it is alone with it."""
        return self.log_id or self.content_hash[:_HASH_IN_ID]
