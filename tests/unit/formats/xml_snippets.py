"""Tenhou XML for tests, and what it is read as."""

from __future__ import annotations

from typing import Any

from mjlog.formats import tenhou_xml
from mjlog.formats.base import Document
from mjlog.tables import LogTables

UN = '<UN n0="%41" n1="%42" n2="%43" n3="%44" dan="0,1,10,20" rate="1500.00,1600,1700.5,2000" sx="M,F,M,C"/>'
SANMA_UN = (
    '<UN n0="%41" n1="%42" n2="%43" n3="" dan="0,1,10,0" rate="1500.00,1600,1700.5,1500" sx="M,F,M,M"/>'
)
HANDS = [list(range(first, first + 13)) for first in (0, 13, 26, 39)]
"""Tile ids 0-51: 1m to 4p, of which 16 is the red 5m."""


def tag(name: str, /, **attributes: Any) -> str:
    """A tag; lists are written with commas."""
    return f"<{name} " + " ".join(f'{key}="{_text(value)}"' for key, value in attributes.items()) + "/>"


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def init(players: int = 4, **changes: Any) -> str:
    """The deal of East 1 with the hands of `HANDS`."""
    hands = {f"hai{seat}": HANDS[seat] if seat < players else "" for seat in range(4)}
    ten = [250] * 4 if players == 4 else [350, 350, 350, 0]
    fields = {"seed": [0, 0, 0, 1, 2, 100], "ten": ten, "oya": 0, **hands, **changes}
    return tag("INIT", **{key: value for key, value in fields.items() if value is not None})


def win(**changes: Any) -> str:
    """A ron of seat 1 on seat 0's 9s (id 104)."""
    fields = {
        "ba": [0, 0],
        "hai": [13, 14, 15, 56, 60, 64, 68, 69, 70, 96, 100, 104, 108, 109],
        "machi": 104,
        "ten": [40, 2600, 0],
        "yaku": [1, 1, 7, 1],
        "doraHai": 100,
        "who": 1,
        "fromWho": 0,
        "sc": [250, -26, 250, 26, 250, 0, 250, 0],
        **changes,
    }
    return tag("AGARI", **{key: value for key, value in fields.items() if value is not None})


def draw(**changes: Any) -> str:
    """An exhausted wall with seats 0 and 2 tenpai."""
    sc = [250, 15, 250, -15, 250, 15, 250, -15]
    fields = {"ba": [0, 0], "sc": sc, "hai0": HANDS[0], "hai2": HANDS[2], **changes}
    return tag("RYUUKYOKU", **{key: value for key, value in fields.items() if value is not None})


def log(*tags: str, kind: int | None = 169, go: str = 'lobby="0"', un: str = UN) -> str:
    """A document with a header of game type `kind` and then `tags`, of a dialect with one shuffle."""
    header = "" if kind is None else f'<GO type="{kind}" {go}/>'
    return f'<mjloggm ver="2.3">{header}{un}<TAIKYOKU oya="0"/>{"".join(tags)}</mjloggm>'


def sanma(*tags: str, kind: int = 185) -> str:
    """A document of three players."""
    return log(*tags, kind=kind, un=SANMA_UN)


def read(*texts: str | bytes, path: str = "a.xml") -> LogTables:
    """The tables of documents; they must follow their schemas."""
    data = [text.encode() if isinstance(text, str) else text for text in texts]
    tables = tenhou_xml.read([Document(path, d) for d in data])
    tables.validate()
    return tables


def only(tables: LogTables, name: str) -> dict[str, Any]:
    """The one row of a table."""
    (row,) = getattr(tables, name).to_pylist()
    return dict(row)


def events(tables: LogTables) -> list[str]:
    """The events as short texts: "draw 0 1m", "chi 1<0 3m 1m2m", "dora 5p"."""
    return [_short(row) for row in tables.events.to_pylist()]


def _short(row: dict[str, Any]) -> str:
    who = "" if row["seat"] is None else f" {row['seat']}"
    whom = "" if row["target_seat"] is None else f"<{row['target_seat']}"
    tile = f" {row['tile']}" if row["tile"] else ""
    consumed = f" {''.join(row['consumed'])}" if row["consumed"] else ""
    return f"{row['kind']}{who}{whom}{tile}{consumed}"


def reasons(tables: LogTables) -> list[str]:
    """Why pieces were rejected."""
    return list(tables.rejects["reason"].to_pylist())
