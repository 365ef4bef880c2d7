"""The wall still to come at a place of a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from mjlog.audit.evidence import Evidence
from mjlog.columns import ints_of
from mjlog.replay.batch import DRAW
from mjlog.replay.turns import live_wall
from mjlog.tiles import HAND_TILES, TILE_NAMES
from mjlog.walls.walls import replacement_tiles

BEFORE_PLAY = -1
"""The place before the first event of a round."""


def wall_to_come(evidence: Evidence, round_index: int, after: int = BEFORE_PLAY) -> dict[str, Any] | None:
    """List the tiles of the wall that nobody has taken, in the order in which they would be.

    Args:
        evidence: a game, replayed.
        round_index: which round.
        after: position of the event after which the wall is looked at; -1 for the deal.

    Returns:
        Tile names: `draws`, `replacements`, `indicators` not yet turned, and `under`, what lies under
        all indicators; `is_shuffled`, whether the wall comes from the logged shuffle.  None where the log
        has no wall.

    Raises:
        ValueError: when the round has no such event.
    """
    batch, course, places = evidence.batch, evidence.replay.turns, evidence.places
    (number,) = np.flatnonzero(ints_of(evidence.tables.rounds["round_index"], 0) == round_index).tolist()
    events = int(batch.first_event[number + 1] - batch.first_event[number])
    if not BEFORE_PLAY <= after < events:
        raise ValueError(f"the round has no event {after}: they go from 0 to {events - 1}, -1 is the deal")
    size = int(evidence.walls.size[number])
    if not size:
        return None
    wall = evidence.walls.tiles[number]
    indicators = [int(place) for place in places.indicators[number] if place >= 0]
    first = size - 2 * len(indicators) - 1
    event = int(batch.first_event[number]) + after
    turned, left = 1, int(live_wall(batch)[number])
    if after != BEFORE_PLAY:
        turned, left = int(course.dora_turned[event]), max(int(course.live_tiles[event]), 0)
    so_far = slice(batch.first_event[number], event + 1)
    replaced = np.count_nonzero(course.is_replacement[so_far])
    drawn = np.count_nonzero(batch.events.kind[so_far] == DRAW) - replaced
    live, replacement = HAND_TILES * int(batch.players[number]) + drawn, first - replaced
    spare = replacement_tiles(batch.rules, int(batch.rule[number])) - (first - replacement)
    last = max(replacement - spare, live + left - 1)
    return {
        "after": after,
        "is_shuffled": not bool(evidence.walls.is_recorded[number]),
        "draws": _names(wall[live : live + left]),
        "replacements": _names(wall[replacement:last:-1]),
        "indicators": _names(wall[indicators[turned:]]),
        "under": _names(wall[[place - 1 for place in indicators]]),
    }


def _names(codes: Any) -> list[str]:
    return [TILE_NAMES[code] for code in codes if code < len(TILE_NAMES)]
