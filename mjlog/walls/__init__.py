"""Walls: as logged or shuffled again from the seed of a log, and where each tile of one lies."""

from __future__ import annotations

from mjlog.walls.places import Places, places_of, tiles_at
from mjlog.walls.walls import Walls, recorded_walls, tile_set, walls_of

__all__ = ["Places", "Walls", "places_of", "recorded_walls", "tile_set", "tiles_at", "walls_of"]
