"""Facts for statistics: one row per player and round, one row per discard."""

from mjlog.facts.discards import discards
from mjlog.facts.players import round_players

__all__ = ["discards", "round_players"]
