"""A head and records that tests write as protobuf, and what is read of them."""

from __future__ import annotations

from mjlog.formats.mahjong_soul import wire
from mjlog.formats.mahjong_soul.records import LOST

HEAD = {"uuid": "210801-aa-bb", "start_time": 1627800000, "accounts": [{"account_id": 7, "nickname": "猫"}]}
RECORDS = [
    ("RecordNewRound", {"chang": 1, "scores": [25000, -300, 25000, 50300], "tiles0": ["1m", "0p"]}),
    ("RecordDiscardTile", {"seat": 2, "tile": "5z", "moqie": True, "zhenting": [False, True, False, False]}),
    (
        "RecordHule",
        {"hules": [{"hu_tile": "3s", "fans": [{"val": 1, "id": 2}]}], "delta_scores": [-8000, 8000]},
    ),
]


def told(game: wire.GameRecord) -> list[tuple[str, dict]]:
    return [(record.name, record.data) for record in game.records if record.name != LOST]
