"""Every table of mjlog, declared once: name, type, unit, meaning.

Readers fill the ``log_*`` columns (what the record says); replay and scoring fill the
``calc_*`` columns (what the rules say).  Columns with a closed vocabulary are Arrow
dictionaries over that vocabulary, so that codes in memory are ``uint8`` and users see names.
"""

from __future__ import annotations

from typing import Final

from mjlog.schema.danger import DISCARD_THREATS, RIICHI_CLASSES, RIICHI_WAITS, RIICHIS
from mjlog.schema.derived import DISCARDS, FINDINGS, MELDS, ROUND_PLAYERS, STATES
from mjlog.schema.logs import DRAWS, EVENTS, EXTRAS, GAME_PLAYERS, GAMES, LOG_TABLES, REJECTS, ROUNDS, WINS
from mjlog.schema.model import GAME_ID, SCHEMA_VERSION, SCORES, TILE, TILES, Column, TableSchema, vocabulary
from mjlog.schema.words import (
    BONUS,
    BONUS_TILES,
    CALLS,
    CHANCES,
    DRAW_TYPES,
    EVENT_KINDS,
    FIRST_YAKUMAN,
    HAND_STATES,
    HOUSE_OPTIONS,
    LAST_YAKU,
    LAST_YAKUMAN,
    LENGTHS,
    LIMITS,
    LOCAL_YAKU,
    OUTCOMES,
    OUTSIDES,
    RANK_GROUPS,
    RIVER_PARTS,
    SEVERITIES,
    SHAPES,
    SUJI_SOURCES,
    THREATS,
    TILE_CLASSES,
    WAIT_SHAPES,
    WIN_STATES,
    YAKU,
    YAKU_BIT,
)

FACTS: Final = (
    ROUND_PLAYERS,
    DISCARDS,
    MELDS,
    RIICHIS,
    RIICHI_WAITS,
    RIICHI_CLASSES,
    DISCARD_THREATS,
)
"""What statistics count (`mjlog.facts`)."""
TABLES: Final = {t.name: t for t in (*LOG_TABLES, STATES, *FACTS, FINDINGS)}
"""Every table by name."""

__all__ = [
    "BONUS",
    "BONUS_TILES",
    "CALLS",
    "CHANCES",
    "DISCARDS",
    "DISCARD_THREATS",
    "DRAWS",
    "DRAW_TYPES",
    "EVENTS",
    "EVENT_KINDS",
    "EXTRAS",
    "FACTS",
    "FINDINGS",
    "FIRST_YAKUMAN",
    "GAMES",
    "GAME_ID",
    "GAME_PLAYERS",
    "HAND_STATES",
    "HOUSE_OPTIONS",
    "LAST_YAKU",
    "LAST_YAKUMAN",
    "LENGTHS",
    "LIMITS",
    "LOCAL_YAKU",
    "LOG_TABLES",
    "MELDS",
    "OUTCOMES",
    "OUTSIDES",
    "RANK_GROUPS",
    "REJECTS",
    "RIICHIS",
    "RIICHI_CLASSES",
    "RIICHI_WAITS",
    "RIVER_PARTS",
    "ROUNDS",
    "ROUND_PLAYERS",
    "SCHEMA_VERSION",
    "SCORES",
    "SEVERITIES",
    "SHAPES",
    "STATES",
    "SUJI_SOURCES",
    "TABLES",
    "THREATS",
    "TILE",
    "TILES",
    "TILE_CLASSES",
    "WAIT_SHAPES",
    "WINS",
    "WIN_STATES",
    "YAKU",
    "YAKU_BIT",
    "Column",
    "TableSchema",
    "vocabulary",
]
