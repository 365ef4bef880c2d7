"""Lines of mjx for tests, and what they are read as."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mjlog.formats import mjx
from mjlog.formats.base import Document
from mjlog.tables import LogTables

HANDS = [list(range(first, first + 13)) for first in (0, 13, 26, 39)]
"""Tile ids 0-51: 1m to 4p, of which 16 is the red 5m."""
INDICATOR = 53
"""5p."""
NAMES = ["A", "B", "C", "D"]


def event(type_: str = "", who: int = 0, **fields: int) -> dict[str, Any]:
    """An event as protobuf writes it: what is 0 is left out, also the type of a discard."""
    stated = {"type": f"EVENT_TYPE_{type_}"} if type_ else {}
    return stated | {k: v for k, v in {"who": who, **fields}.items() if v}


def draw(who: int = 0) -> dict[str, Any]:
    return event("DRAW", who)


def discard(who: int, tile: int) -> dict[str, Any]:
    return event("", who, tile=tile)


def tsumogiri(who: int, tile: int) -> dict[str, Any]:
    return event("TSUMOGIRI", who, tile=tile)


def chi(lowest: int, called: int, copies: tuple[int, int, int]) -> int:
    """The number of a chi from the left: kind of the run's lowest tile, which tile was called."""
    run = lowest // 9 * 7 + lowest % 9
    return (run * 3 + called) << 10 | copies[2] << 7 | copies[1] << 5 | copies[0] << 3 | 4 | 3


def pon(kind: int, called: int, left_out: int, distance: int, *, is_kan: bool = False) -> int:
    """The number of a pon, or of the kan that adds the left out copy to it."""
    return (kind * 3 + called) << 9 | left_out << 5 | (16 if is_kan else 8) | distance


def kan(tile: int, distance: int = 0) -> int:
    """The number of a kan of a tile called from `distance` seats on, 0 for a concealed one."""
    return tile << 8 | distance


def state(*events: dict[str, Any], round: int = 0, honba: int = 0, **changes: Any) -> dict[str, Any]:  # noqa: A002
    """A state of a round with some events; `changes` are parts of it, or draws by seat."""
    score = {"round": round, "honba": honba, "riichi": 0, "tens": [25000] * 4} | changes.get("score", {})
    draws = changes.get("draws", {})
    private = [
        event("", who) | {"initHand": {"closedTiles": hand}, "drawHistory": draws.get(who, [])}
        for who, hand in enumerate(changes.get("hands", HANDS))
    ]
    public = {
        "playerIds": NAMES,
        "initScore": {k: v for k, v in score.items() if v},
        "doraIndicators": [INDICATOR],
        "events": list(events),
    }
    line = {
        "hiddenState": {"wall": changes.get("wall", [])},
        "publicObservation": public | changes.get("public", {}),
        "privateObservations": private,
    }
    return line | ({"roundTerminal": _ended(changes["end"], score, events)} if "end" in changes else {})


def _ended(end: dict[str, Any], score: dict[str, Any], events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A result with the counters of its round, where it does not say them, and the sticks that are left."""
    paid = sum(one.get("type") == "EVENT_TYPE_RIICHI_SCORE_CHANGE" for one in events)
    counters = {"round": score["round"], "honba": score["honba"]}
    counters["riichi"] = 0 if end.get("wins") else score["riichi"] + paid
    stated = {name: value for name, value in counters.items() if value}
    return end | ({"finalScore": stated | end["finalScore"]} if "finalScore" in end else {})


def observation(who: int, whole: dict[str, Any]) -> dict[str, Any]:
    """What one player sees of a state."""
    seen = {k: v for k, v in whole.items() if k in ("publicObservation", "roundTerminal")}
    return {"who": who} | seen | {"privateObservation": whole["privateObservations"][who]}


def won(who: int, source: int, tile: int, **changes: Any) -> dict[str, Any]:
    """A win of 30 fu and two han, 2,000 points from the discarder."""
    paid = [0] * 4
    paid[source], paid[who] = -2000, 2000
    return {
        "who": who,
        "fromWho": source,
        "hand": {"closedTiles": [56, 60, 64, 68, 69, 70, 96, 100, 104, 108, tile]},
        "winTile": tile,
        "fu": 30,
        "ten": 2000,
        "tenChanges": paid,
        "yakus": [8, 52],
        "fans": [1, 1],
        **changes,
    }


def end(*wins: dict[str, Any], is_over: bool = False, **more: Any) -> dict[str, Any]:
    result = {"finalScore": {"tens": [24000, 26000, 25000, 25000]}, "wins": list(wins), **more}
    return result | ({"isGameOver": True} if is_over else {})


def ron(round: int = 0, honba: int = 0, **changes: Any) -> dict[str, Any]:  # noqa: A002
    """A round that ends with seat 1's ron on the dealer's first discard."""
    dealer = round % 4
    winner = (dealer + 1) % 4
    events = [draw(dealer), tsumogiri(dealer, 72), event("RON", winner, tile=72)]
    is_over = changes.pop("is_over", False)
    whole = {"draws": {dealer: [72]}, "end": end(won(winner, dealer, 72), is_over=is_over)} | changes
    return state(*events, round=round, honba=honba, **whole)


def read(*lines: Any, path: str = "game.json") -> LogTables:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    tables = mjx.read([Document(path, text.encode())])
    tables.validate()
    return tables


def reasons(tables: LogTables) -> list[str]:
    return tables.rejects["reason"].to_pylist()


def events_of(tables: LogTables) -> list[str]:
    """Events as text: kind, seat, whose tile, tile, consumed, ^ for the drawn tile discarded."""
    told = []
    for row in tables.events.to_pylist():
        seats = "".join(str(s) for s in (row["seat"], row["target_seat"]) if s is not None)
        tiles = [row["tile"] or "", *(row["consumed"] or [])]
        told.append(f"{row['kind']} {seats} {' '.join(tiles)}{'^' if row['is_tsumogiri'] else ''}".strip())
    return told
