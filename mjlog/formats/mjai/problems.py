"""What of the actions of documents cannot be read, or only in part."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from mjlog.formats.mjai.batch import Actions
from mjlog.formats.source import Source


@dataclass(slots=True)
class Problems:
    """Tells the document that is being read of its problems.

    Who tells some holds this, and not who reads the actions: things that hold each other, and with them all
    that was read, go only when the garbage collector comes.
    """

    actions: Actions
    source: Source = field(init=False)
    """The document that is being read; there is none before the first."""

    def tell(self, i: int, reason: str) -> None:
        """Tell what of action `i` cannot be read."""
        try:
            excerpt = msgspec.json.encode(self.actions[i])
        except RecursionError:
            excerpt = b""
        self.source.reject(int(self.actions.offsets[i]), reason, excerpt)
