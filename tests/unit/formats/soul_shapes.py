"""A Mahjong Soul game in the shapes of its exports."""

from __future__ import annotations

from tests.unit.formats.soul_snippets import (
    ROUND_OF_NINE,
    ROUND_OF_RIICHI,
)

ROUNDS = (*ROUND_OF_RIICHI, *ROUND_OF_NINE)

LQ = [{"name": f".lq.{name}", "data": data} for name, data in ROUNDS]

ACTIONS = [
    {"passed": 10, "type": 3, "user_event": {"seat": 1, "type": 1}},
    *({"passed": 1000 * n, "type": 1, "result": entry} for n, entry in enumerate(LQ, 1)),
    {"passed": 99000, "type": 2, "user_input": {"seat": 0, "type": 7}},
]
DETAILS = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": ACTIONS}}
