"""Riichi City records by hand: a builder that writes events as the platform does."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from mjlog.formats import riichi_city
from mjlog.formats.base import Document
from mjlog.tables import LogTables

USERS = (101, 102, 103, 104)
BEGAN = 1_700_000_000_000
SUITS = "psm"
HANDS = (
    "1p 1p 2p 3p 4p 5p 6p 7p 8p 9p 9p 9p 1s",
    "1s 2s 3s 4s 5s 6s 7s 8s 9s 1z 1z 2z 2z",
    "3z 3z 4z 4z 5z 5z 6z 6z 7z 7z 1m 9m 1m",
    "2m 3m 4m 5m 6m 7m 8m 2m 3m 4m 5m 6m 7m",
)
"""Dealt hands by place; tests of a reader need no likely ones."""


def number(tile: str) -> int:
    """The platform's number of a tile: 5p, 0p (red), 1z."""
    rank, suit = int(tile[0]), tile[1]
    if suit == "z":
        return 16 * (rank + 2) + 1
    return 16 * SUITS.index(suit) + (rank or 5) + (0 if rank else 0x100)


def numbers(tiles: str) -> list[int]:
    return [number(tile) for tile in tiles.split()]


def wall(players: int = 3) -> str:
    """The text of a wall with every tile of the set, a red five of each suit, in a fixed order."""
    kinds = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [
        f"{rank}z" for rank in range(1, 8)
    ]
    if players == 3:
        kinds = [kind for kind in kinds if kind[1] != "m" or kind[0] in "19"]
    text = "".join(kinds * 4)
    for suit in SUITS:
        text = text.replace(f"5{suit}", f"0{suit}", 1)
    return text


class Hand:
    """A round whose events are written one by one; `place` is a place at the table."""

    def __init__(self, players: int = 3, dealer: int = 0, **deal: Any) -> None:
        self.players, self.dealer = players, dealer
        self.events: list[dict[str, Any]] = []
        self.extra: dict[str, Any] = {}
        scores = deal.pop("scores", [35000, 35000, 35000] if players == 3 else [25000] * 4)
        self.head = {
            "dealer_pos": dealer,
            "dices": [6, 1],
            "bao_pai_card": number("9s"),
            "ting_list": [],
            "quan_feng": 49,
            "chang_ci": 1,
            "ben_chang_num": 0,
            "li_zhi_bang_num": 0,
            "user_info_list": [
                {"user_id": USERS[place], "hand_points": points, "luck_score": 0, "is_exist_shao_ji": False}
                for place, points in enumerate(scores)
            ],
            "hand_cards_sha_256": "",
            **deal,
        }
        for place in range(players):
            tiles = numbers(HANDS[place]) + ([number("2s")] if place == dealer else [])
            self.add(1, {"hand_cards": tiles, **self.head}, place, pause=0)
        self.turn(dealer)

    def add(self, kind: int, data: Any, place: int | None = None, pause: int = 1000) -> Hand:
        at = self.events[-1]["startTime"] if self.events else BEGAN
        self.events.append(
            {
                "data": data if isinstance(data, str) else json.dumps(data),
                "eventPos": len(self.events),
                "eventType": kind,
                "handId": "",
                "startTime": at + pause,
                "userId": 0 if place is None else USERS[place],
            }
        )
        return self

    def turn(self, place: int, tile: str | None = None, **data: Any) -> Hand:
        return self.add(2, {"in_card": number(tile) if tile else 0, "is_zi_mo": False, **data}, place)

    def act(self, action: int, place: int, tile: str, group: str | None = None, **data: Any) -> Hand:
        fields = {
            "action": action,
            "card": number(tile),
            "move_cards_pos": None,
            "user_id": USERS[place],
            "hand_cards": None,
            "group_cards": numbers(group) if group else None,
            "is_li_zhi": False,
            "li_zhi_operate": 0,
            "li_zhi_type": 0,
        }
        return self.add(4, {**fields, **data}, place)

    def discard(self, place: int, tile: str, at: int | None = 1, **data: Any) -> Hand:
        return self.act(11, place, tile, move_cards_pos=None if at is None else [at, at], **data)

    def end(self, end_type: int, profits: list[int] | None = None, wins: list[Any] = (), **data: Any) -> Hand:
        rows = [
            {"user_id": USERS[place], "point_profit": points, "li_zhi_profit": 0, "is_bao_pai": False}
            for place, points in enumerate(profits or ())
        ]
        fields = {"end_type": end_type, "win_info": list(wins), "user_profit": rows, "zhong_liu_info": []}
        return self.add(5, {**fields, **data})

    def results(self, points: list[int], scores: list[float], **data: Any) -> Hand:
        rows = [
            {"user_id": USERS[place], "point_num": p, "score": s, "coin": 0, "StageLevel": 17, **data}
            for place, (p, s) in enumerate(zip(points, scores, strict=True))
        ]
        return self.add(6, {"user_data": rows, "pai_pu_id": "key"})

    def record(self) -> dict[str, Any]:
        text = self.extra.get("handCardEncode", wall(self.players))
        return {
            "benChangNum": self.head["ben_chang_num"],
            "changCi": self.head["chang_ci"],
            "handCardEncode": text,
            "handCardsSHA256": hashlib.sha256(text.encode()).hexdigest(),
            "handEventRecord": self.events,
            "handID": "room_1",
            "handPos": 1,
            "paiShan": [],
            "players": [
                {
                    "nickname": f"player {place}",
                    "position": place,
                    "userId": USERS[place],
                    "points": self.head["user_info_list"][place]["hand_points"],
                    "skinID": 9,
                }
                for place in range(self.players)
            ],
            "quanFeng": self.head["quan_feng"],
            **self.extra,
        }


def win(place: int, fangs: dict[int, int], hand: str | None = None, **data: Any) -> dict[str, Any]:
    """An entry of `win_info`."""
    return {
        "fang_info": [{"fang_type": kind, "fang_num": han} for kind, han in fangs.items()],
        "all_fang_num": sum(fangs.values()),
        "all_fu": 30,
        "all_point": 1000,
        "user_cards": numbers(hand) if hand else None,
        "li_bao_card": None,
        "user_id": USERS[place],
        "ting_card_list": None,
        "bash_points": 240,
        "luck_score": 0,
        **data,
    }


def tenpai(place: int, waits: str = "1p", **data: Any) -> dict[str, Any]:
    """An entry of `win_info` for a player who is tenpai at a draw."""
    return win(place, {}, **{"fang_info": None, "ting_card_list": numbers(waits), **data})


def log(*hands: Hand, wrapped: bool = False, **header: Any) -> dict[str, Any]:
    fields = {
        "fangFu": 0,
        "gamePlay": 1001,
        "handRecord": [hand.record() for hand in hands],
        "initPoints": 35000 if hands[0].players == 3 else 25000,
        "isGangPay": hands[0].players == 4,
        "isGeMu": False,
        "isKaiLiZhi": False,
        "isLuck": False,
        "isShaoJi": False,
        "keyValue": "key",
        "northOperateType": 0,
        "nowTime": 1_700_009_000,
        "playerCount": hands[0].players,
        "remark": "",
        "roomId": "room",
        "round": 2,
        "stageType": 4,
        **header,
    }
    return {"code": 0, "data": fields, "message": "ok"} if wrapped else fields


def read(*contents: Any) -> LogTables:
    """Read documents, given as objects or as bytes."""
    documents = [
        Document(f"{i}.json", content if isinstance(content, bytes) else json.dumps(content).encode())
        for i, content in enumerate(contents)
    ]
    tables = riichi_city.read(documents)
    tables.validate()
    return tables


def played(*hands: Hand, **header: Any) -> LogTables:
    """Read a log of rounds that are all readable."""
    tables = read(log(*hands, **header))
    assert tables.rejects.to_pylist() == []
    return tables


def kinds(tables: LogTables) -> list[tuple[Any, ...]]:
    """Kind, seat and tile of every event."""
    return [(e["kind"], e["seat"], e["tile"]) for e in tables.events.to_pylist()]


def reasons(tables: LogTables) -> list[str]:
    return tables.rejects["reason"].to_pylist()
