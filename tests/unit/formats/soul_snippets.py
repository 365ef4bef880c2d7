"""Mahjong Soul records for tests: made by hand, or from log tables, and put in any shape of export."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from mjlog.formats.base import Document
from mjlog.formats.mahjong_soul import read
from mjlog.formats.mahjong_soul.fans import YAKU
from mjlog.notation import MPSZ
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES

Message = tuple[str, dict[str, Any]]

FANS = {slug: number for number, slug in YAKU.items()}
TITLES = {"none": 0, "mangan": 1, "haneman": 2, "baiman": 3, "sanbaiman": 4, "yakuman": 5}
DRAWS = {"kyuushu_kyuuhai": 1, "suufon_renda": 2, "suukaikan": 3, "suucha_riichi": 4, "sanchahou": 5}

HANDS = (
    "123m456p789s1122z",
    "147m258p369s3344z",
    "258m369p147s5566z",
    "369m147p258s7777z",
)
"""Hands of thirteen tiles for rounds in which little happens."""
HEAD: dict[str, Any] = {
    "uuid": "200102-00000000-0000-0000-0000-000000000000",
    "start_time": 1577934245,
    "config": {"category": 2, "mode": {"mode": 2}, "meta": {"mode_id": 9}},
    "accounts": [
        {"account_id": 1001, "nickname": "east", "level": {"id": 10301, "score": 600}},
        {"account_id": 1002, "seat": 1, "nickname": "south", "level": {"id": 10302}},
        {"account_id": 1003, "seat": 2, "nickname": "west", "level": {"id": 10403}},
        {"account_id": 1004, "seat": 3, "nickname": "north", "level": {"id": 10701}},
    ],
}
FINISHED: dict[str, Any] = {
    **HEAD,
    "result": {
        "players": [
            {"seat": 1, "total_point": 22000, "part_point_1": 32000},
            {"total_point": 4000, "part_point_1": 24000},
            {"seat": 2, "total_point": -6000, "part_point_1": 24000},
            {"seat": 3, "total_point": -20000, "part_point_1": 20000},
        ]
    },
}
"""A head that states results."""


def tiles(text: str) -> list[str]:
    """A hand such as "123m40p" as the records write it."""
    return [MPSZ.format(int(code)) for code in MPSZ.parse_hand(text)]


def soul(name: str) -> str:
    """A tile of a table as the records write it."""
    return MPSZ.format(TILE_NAMES.index(name))


def new_round(
    hands: Sequence[str] = HANDS, draw: str = "5m", dealer: int = 0, dora: str = "3z", **fields: Any
) -> Message:
    """A deal, the dealer's fourteenth tile last; what is 0 is left out, as protobuf does."""
    dealt = {f"tiles{seat}": tiles(hand) for seat, hand in enumerate(hands)}
    dealt[f"tiles{dealer}"] = [*dealt[f"tiles{dealer}"], *([draw] if draw else [])]
    counts = {"ju": dealer} if dealer else {}
    data = {**counts, **dealt, "doras": [dora], "scores": [25000] * len(hands)}
    data["left_tile_count"] = {4: 69, 3: 54}.get(len(hands), 35)
    return "RecordNewRound", {**data, **fields}


def seated(seat: int) -> dict[str, int]:
    return {"seat": seat} if seat else {}


def deal(seat: int, tile: str, **fields: Any) -> Message:
    return "RecordDealTile", {**seated(seat), "tile": tile, **fields}


def discard(seat: int, tile: str, **fields: Any) -> Message:
    return "RecordDiscardTile", {**seated(seat), "tile": tile, **fields}


def call(seat: int, kind: int, text: str, froms: Sequence[int], **fields: Any) -> Message:
    return "RecordChiPengGang", {**seated(seat), "type": kind, "tiles": tiles(text), "froms": froms, **fields}


def kan(seat: int, kind: int, tile: str, **fields: Any) -> Message:
    return "RecordAnGangAddGang", {**seated(seat), "type": kind, "tiles": tile, **fields}


def hule(*wins: dict[str, Any], deltas: Sequence[int], **fields: Any) -> Message:
    return "RecordHule", {"hules": list(wins), "delta_scores": list(deltas), **fields}


def no_tile(tenpai: Iterable[int] = (), deltas: Sequence[int] = (0, 0, 0, 0), **fields: Any) -> Message:
    waiting = set(tenpai)
    players = [{"tingpai": True} if seat in waiting else {} for seat in range(len(deltas))]
    rows = [{"old_scores": [25000] * len(deltas), "delta_scores": list(deltas)}]
    return "RecordNoTile", {"players": players, "scores": rows, **fields}


def game(*messages: Message, head: dict[str, Any] | None = None) -> bytes:
    """A record as a common exporter writes it."""
    records = [{"name": f".lq.{name}", "data": data} for name, data in messages]
    return json.dumps({"head": HEAD if head is None else head, "data": records}).encode()


def camel(value: Any) -> Any:
    """A value with its fields in camelCase, as protobuf's own JSON has them."""
    if isinstance(value, dict):
        return {re.sub(r"_(\w)", lambda m: m[1].upper(), key): camel(entry) for key, entry in value.items()}
    return [camel(entry) for entry in value] if isinstance(value, list) else value


def read_one(data: bytes, path: str = "game.json") -> LogTables:
    return read([Document(path, data)])


def reasons(tables: LogTables) -> list[str]:
    return tables.rejects["reason"].to_pylist()


def wall(
    hands: Sequence[str] = HANDS,
    draws: Sequence[str] = ("5m",),
    dealer: int = 0,
    dora: str = "3z",
    ura: str = "9p",
    replacements: Sequence[str] = (),
) -> str:
    """A wall of all tiles, one red five in each suit, that gives these hands and these draws in order."""
    players = len(hands)
    spare = {4: 4, 3: 8}[players]
    dealt = [tiles(hand) for hand in hands]
    order = [(dealer + turn) % players for turn in range(players)]
    front = [t for at in (0, 4, 8) for seat in order for t in dealt[seat][at : at + 4]]
    front += [dealt[seat][12] for seat in order] + list(draws)
    left = [f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 8 if suit == "z" else 10)] * 4
    if players == 3:
        left = [tile for tile in left if tile[1] != "m" or tile[0] in "19"]
    for suit in "mps":
        if f"5{suit}" in left:
            left[left.index(f"5{suit}")] = f"0{suit}"
    end: list[str] = [*replacements]
    for tile in (*front, *end, dora, ura):
        left.remove(tile)
    end += [left.pop() for _ in range(spare - len(end))]
    end += [dora, ura] + [left.pop() for _ in range(8)]
    return "".join(front + left + end[::-1])


ROUND_OF_RIICHI: tuple[Message, ...] = (
    new_round(
        paishan=wall(draws=("5m", "2z")), md5=hashlib.md5(wall(draws=("5m", "2z")).encode()).hexdigest()
    ),
    discard(0, "5m", moqie=True, is_liqi=True, is_wliqi=True),
    deal(1, "2z", liqi={"score": 24000, "liqibang": 1}, left_tile_count=68),
    discard(1, "2z", moqie=True),
    hule(
        {
            "hand": tiles(HANDS[0]),
            "hu_tile": "2z",
            "qinjia": True,
            "liqi": True,
            "doras": ["3z"],
            "li_doras": ["9p"],
            "count": 3,
            "fans": [{"val": 2, "id": 18}, {"val": 1, "id": 30}, {"id": 33}],
            "fu": 40,
            "point_rong": 7700,
            "point_zimo_xian": 2600,
        },
        deltas=[8700, -7700, 0, 0],
        old_scores=[24000, 25000, 25000, 25000],
        scores=[32700, 17300, 25000, 25000],
    ),
)
"""A double riichi of the dealer, won at once."""
NINE_ENDS = "19m19p19s1234z556p"
ROUND_OF_NINE: tuple[Message, ...] = (
    new_round([NINE_ENDS, *HANDS[1:]], "2m", ben=1, scores=[32700, 17300, 25000, 25000]),
    ("RecordLiuJu", {"type": 1, "tiles": [*tiles(NINE_ENDS), "2m"]}),
)
"""Nine terminals and honours shown by the dealer."""


# --- from log tables ----------------------------------------------------------------------------


def by_game(tables: LogTables, table: str) -> dict[str, list[dict[str, Any]]]:
    """Rows of a table by their game."""
    games: dict[str, list[dict[str, Any]]] = {}
    for row in getattr(tables, table).to_pylist():
        games.setdefault(row["game_id"], []).append(row)
    return games


def games_of(tables: LogTables, viewer: int | None = None) -> dict[str, list[Message]]:
    """The messages of the games in log tables by their ids; `viewer`: as that player sees them live."""
    rows = {table: by_game(tables, table) for table in ("rounds", "events", "wins", "draws")}
    told: dict[str, list[Message]] = {}
    for game_id, rounds in rows["rounds"].items():
        messages: list[Message] = []
        for played in rounds:
            events, wins, draws = (
                [r for r in rows[table].get(game_id, []) if r["round_index"] == played["round_index"]]
                for table in ("events", "wins", "draws")
            )
            messages += _round(played, events, wins, draws, viewer)
        if viewer is not None:
            messages = [(name.replace("Record", "Action"), data) for name, data in messages]
        told[game_id] = messages
    return told


class _Writer:
    """A round while its messages are written."""

    def __init__(self, played: dict[str, Any], events: Sequence[dict[str, Any]], viewer: int | None) -> None:
        self.played, self.viewer = played, viewer
        self.players = len(played["start_scores"])
        self.messages: list[Message] = []
        turned = sum(e["kind"] == "dora" for e in events)
        self.doras = [soul(t) for t in played["dora_indicators"][: len(played["dora_indicators"]) - turned]]
        self.liqi: dict[str, Any] = {}
        self.sticks = played["riichi_sticks"]
        self.melds: list[dict[str, str]] = [{} for _ in range(4)]
        """Melds of each seat by a tile of theirs."""

    def add(self, name: str, seat: int, **fields: Any) -> None:
        liqi, self.liqi = self.liqi, {}
        self.messages.append((name, {**seated(seat), **fields, **liqi}))

    def is_seen(self, seat: int) -> bool:
        return self.viewer in (None, seat)


def _round(
    played: dict[str, Any],
    events: Sequence[dict[str, Any]],
    wins: Sequence[dict[str, Any]],
    draws: Sequence[dict[str, Any]],
    viewer: int | None,
) -> list[Message]:
    writer = _Writer(played, events, viewer)
    dealer = played["dealer_seat"]
    dealt = {f"tiles{s}": [soul(t) for t in played[f"hand_{s}"]] for s in range(writer.players)}
    first = events[0]
    assert (first["kind"], first["seat"]) == ("draw", dealer)
    dealt[f"tiles{dealer}"].append(soul(first["tile"]))
    if viewer is not None:
        dealt = {"tiles": dealt[f"tiles{viewer}"]}
        dealt["operation"] = {"seat": viewer}
    writer.messages.append(
        (
            "RecordNewRound",
            {
                "chang": played["round_wind"],
                "ju": dealer,
                "ben": played["honba"],
                "liqibang": played["riichi_sticks"],
                "scores": played["start_scores"],
                "doras": list(writer.doras),
                **dealt,
            },
        )
    )
    declared: set[int] = set()
    for event in events[1:]:
        _event(writer, event, declared)
    if wins:
        writer.messages.append(_hule(played, wins, writer.melds))
    for drawn in draws:
        writer.messages.append(_draw(played, drawn, writer.liqi))
    return writer.messages


def _event(writer: _Writer, event: dict[str, Any], declared: set[int]) -> None:
    kind, seat = event["kind"], event["seat"]
    tile = soul(event["tile"]) if event["tile"] else ""
    if kind == "dora":
        writer.doras.append(tile)
    elif kind == "riichi":
        declared.add(seat)
    elif kind == "riichi_accepted":
        writer.sticks += 1
        score = writer.played["start_scores"][seat] - 1000
        writer.liqi = {"liqi": {**seated(seat), "score": score, "liqibang": writer.sticks}}
    elif kind == "draw":
        seen = {"tile": tile} if writer.is_seen(seat) else {}
        writer.add("RecordDealTile", seat, doras=list(writer.doras), **seen)
    elif kind == "discard":
        liqi = {"is_liqi": True} if seat in declared else {}
        declared.discard(seat)
        moqie = bool(event["is_tsumogiri"])
        writer.add("RecordDiscardTile", seat, tile=tile, moqie=moqie, doras=list(writer.doras), **liqi)
    elif kind in ("chi", "pon", "daiminkan"):
        consumed = [soul(t) for t in event["consumed"]]
        froms = [seat] * len(consumed) + [event["target_seat"]]
        name = {"chi": "shunzi", "pon": "kezi", "daiminkan": "minggang"}[kind]
        meld = ",".join([*consumed, tile])
        writer.melds[seat][f"{kind}{meld}" if kind == "chi" else event["tile"][:2]] = f"{name}({meld})"
        code = ("chi", "pon", "daiminkan").index(kind)
        writer.add("RecordChiPengGang", seat, type=code, tiles=[*consumed, tile], froms=froms)
    elif kind in ("kakan", "ankan"):
        meld = ",".join([tile] * 4)
        name = "minggang" if kind == "kakan" else "angang"
        writer.melds[seat][event["tile"][:2]] = f"{name}({meld})"
        writer.add("RecordAnGangAddGang", seat, type=2 if kind == "kakan" else 3, tiles=tile)
    elif kind == "kita":
        writer.add("RecordBaBei", seat)


def _hule(played: dict[str, Any], wins: Sequence[dict[str, Any]], melds: Sequence[dict[str, str]]) -> Message:
    hules = []
    for win in wins:
        is_tsumo, is_dealer = win["seat"] == win["from_seat"], win["seat"] == played["dealer_seat"]
        is_yakuman = win["log_limit"] == "yakuman" and any(han % 13 == 0 for han in win["log_yaku_han"])
        per = 13 if is_yakuman else 1
        hand = [soul(t) for t in win["log_hand"]]
        hand.remove(soul(win["tile"]))
        liable = [] if win["log_pao_seat"] is None else [win["log_pao_seat"]]
        hules.append(
            {
                **seated(win["seat"]),
                "hand": hand,
                "ming": list(melds[win["seat"]].values()),
                "hu_tile": soul(win["tile"]),
                "zimo": is_tsumo,
                "qinjia": is_dealer,
                "liqi": bool({"riichi", "double_riichi"} & set(win["log_yaku"])),
                "doras": [soul(t) for t in played["dora_indicators"]],
                "li_doras": [soul(t) for t in played["ura_indicators"] or []],
                "yiman": is_yakuman,
                "count": sum(win["log_yaku_han"]) // per,
                "fans": [
                    {"id": FANS[slug], "val": han // per}
                    for slug, han in zip(win["log_yaku"], win["log_yaku_han"], strict=True)
                ],
                "fu": win["log_fu"] or 0,
                "title_id": TITLES[win["log_limit"]],
                "baopai_seats": liable,
                **_points(win["log_points"], len(played["start_scores"]), is_tsumo, is_dealer),
            }
        )
    deltas = [sum(column) for column in zip(*(win["log_deltas"] for win in wins), strict=True)]
    return "RecordHule", {"hules": hules, "delta_scores": deltas, "scores": played["log_end_scores"]}


def _points(value: int, players: int, is_tsumo: bool, is_dealer: bool) -> dict[str, int]:
    """Points as the records have them: of a tsumo what the dealer and the others pay, here all in one."""
    if not is_tsumo:
        return {"point_rong": value}
    if is_dealer:
        return {"point_zimo_xian": value // (players - 1)}
    return {"point_zimo_qin": value}


def _draw(played: dict[str, Any], drawn: dict[str, Any], liqi: dict[str, Any]) -> Message:
    kind = drawn["log_type"]
    if kind in DRAWS:
        return "RecordLiuJu", {"type": DRAWS[kind], **liqi}
    old = [
        after - change for after, change in zip(played["log_end_scores"], drawn["log_deltas"], strict=True)
    ]
    return (
        "RecordNoTile",
        {
            "liujumanguan": kind == "nagashi_mangan",
            "players": [{"tingpai": tenpai} for tenpai in drawn["log_tenpai"]],
            "scores": [{"old_scores": old, "delta_scores": drawn["log_deltas"]}],
        },
    )
