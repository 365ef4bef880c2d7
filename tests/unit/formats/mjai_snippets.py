"""Actions of mjai for tests, as dicts, and what they are read as."""

from __future__ import annotations

import json
from typing import Any

from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.tables import LogTables

Action = dict[str, Any]

HANDS = [
    ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "4p"],
    ["1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "E", "E", "S", "S"],
    ["1m", "1m", "2p", "2p", "3p", "3p", "5p", "5pr", "9p", "9p", "N", "N", "W"],
    ["1s", "2s", "3s", "P", "P", "F", "F", "C", "C", "7p", "8p", "9p", "6p"],
]
SANMA = {"scores": [35000] * 3, "tehais": HANDS[:3]}
HIDDEN = ["?"] * 13
START = {"type": "start_game", "names": ["a", "b", "c", "d"]}
END_ROUND = {"type": "end_kyoku"}
END_GAME = {"type": "end_game"}


def deal(**changes: Any) -> Action:
    """A `start_kyoku` of East 1 with four known hands; a field that is None is left out."""
    fields = {
        "bakaze": "E",
        "kyoku": 1,
        "honba": 0,
        "kyotaku": 0,
        "oya": 0,
        "dora_marker": "6s",
        "scores": [25000] * 4,
        "tehais": HANDS,
        **changes,
    }
    return {"type": "start_kyoku", **{k: v for k, v in fields.items() if v is not None}}


def act(kind: str, actor: int | None = None, pai: str | None = None, **fields: Any) -> Action:
    """An action of a player."""
    given = {"actor": actor, "pai": pai}
    return {"type": kind, **{k: v for k, v in given.items() if v is not None}, **fields}


def turn(actor: int, pai: str = "9s") -> list[Action]:
    """A draw, discarded at once."""
    return [act("tsumo", actor, pai), act("dahai", actor, pai, tsumogiri=True)]


def text(*actions: Action | list[Action]) -> bytes:
    """Actions, or lists of them, as JSON Lines."""
    flat = [a for item in actions for a in (item if isinstance(item, list) else [item])]
    return "".join(json.dumps(a, ensure_ascii=False) + "\n" for a in flat).encode()


def read(data: bytes) -> LogTables:
    """Read `data` and check the tables against their schemas."""
    tables = mjai.read([Document("a.mjson", data)])
    tables.validate()
    return tables


def tables_of(*actions: Action | list[Action]) -> LogTables:
    """Read actions."""
    return read(text(*actions))


def rejected(tables: LogTables) -> list[str]:
    """Reasons of what was not read."""
    reasons: list[str] = tables.rejects["reason"].to_pylist()
    return reasons


def only(table: Any) -> dict[str, Any]:
    """The one row of a table."""
    rows = table.to_pylist()
    assert len(rows) == 1
    row: dict[str, Any] = rows[0]
    return row


def kinds(tables: LogTables) -> list[str]:
    """Kinds of all events, in order."""
    found: list[str] = tables.events["kind"].to_pylist()
    return found
