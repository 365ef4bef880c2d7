"""What the action format calls the events of the tables, for rows of `extras`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from mjlog.schema import EVENT_KINDS

_OTHERS: Final = {
    "draw": "tsumo",
    "discard": "dahai",
    "riichi": "reach",
    "riichi_accepted": "reach_accepted",
    "win": "hora",
    "exhaustive_draw": "ryukyoku",
    "abortive_draw": "ryukyoku",
}
"""Those that are not called like the event."""

ACTION_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {kind: _OTHERS.get(kind, kind) for kind in EVENT_KINDS}
)
"""Actions by word of `schema.EVENT_KINDS`."""
