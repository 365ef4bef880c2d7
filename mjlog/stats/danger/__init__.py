"""Danger of discards: tables by class of tile, and a player's deal-ins against what the same discards cost.

A tile is classed against each opponent who is a threat: in riichi, or open with two or more calls
(`mjlog.schema.danger`).
"""

from mjlog.stats.danger.excess import against_expectation, unforeseen
from mjlog.stats.danger.expectation import Expectation, fit
from mjlog.stats.danger.tables import CLASSES, LAST_TURN, TABLES, table
from mjlog.stats.danger.words import TERMS, danger_words, explained

__all__ = [
    "CLASSES",
    "LAST_TURN",
    "TABLES",
    "TERMS",
    "Expectation",
    "against_expectation",
    "danger_words",
    "explained",
    "fit",
    "table",
    "unforeseen",
]
