"""Danger of discards: how a tile stands to an opponent's river, and what riichi wait for."""

from __future__ import annotations

from mjlog.facts.danger.riichis import riichi_tables
from mjlog.facts.danger.threats import discard_threats

__all__ = ["discard_threats", "riichi_tables"]
