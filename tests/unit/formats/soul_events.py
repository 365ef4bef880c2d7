"""Events of a Mahjong Soul round as tests look at them."""

from __future__ import annotations

from tests.unit.formats.soul_snippets import (
    game,
    read_one,
    reasons,
)


def events(*messages, head=None):
    """Kind, seat, target, tile and consumed tiles of the events of a round."""
    told = read_one(game(*messages, head={} if head is None else head))
    assert reasons(told) == []
    return [
        tuple(row[name] for name in ("kind", "seat", "target_seat", "tile", "consumed"))
        for row in told.events.to_pylist()
    ]


def kinds(*messages):
    """Kinds of events, those of indicators with their tile."""
    return [tile if kind == "dora" else kind for kind, _, _, tile, _ in events(*messages)]


def live(*messages):
    named = [(name.replace("Record", "Action"), data) for name, data in messages]
    return read_one(game(*named, head={}))
