"""Log tables as Riichi City writes them: what the platform would record of simulated games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from mjlog.formats.riichi_city.tiles import CODES, WORDS
from mjlog.formats.riichi_city.yaku import YAKU
from mjlog.tables import LogTables
from mjlog.tiles import TILE_NAMES

NUMBER = {TILE_NAMES[code]: number for number, code in CODES.items()}
FANG = {slug: number for number, slug in enumerate(YAKU) if slug}
TEXT = {TILE_NAMES[code]: word for word, code in WORDS.items()}
REPLACED = {"daiminkan", "kakan", "ankan", "kita"}
ACTION = {"chi": 2, "pon": 5, "daiminkan": 6, "ankan": 8, "kakan": 9, "kita": 13}
MELDS = {"chi", "pon", "daiminkan", "ankan"}
END = {
    "suufon_renda": 2, "suukaikan": 3, "suucha_riichi": 4, "sanchahou": 5, "kyuushu_kyuuhai": 6,
    "exhaustive": 7, "nagashi_mangan": 7,
}  # fmt: skip
BEGAN = 1_700_000_000_000


def records(tables: LogTables, first_place: int = 0) -> Iterator[dict[str, Any]]:
    """The games as the platform records them; seat 0 sits at `first_place`."""
    rows = {
        name: getattr(tables, name).to_pylist()
        for name in ("rounds", "events", "wins", "draws", "game_players")
    }
    for game in tables.games.to_pylist():
        own = {name: [r for r in table if r["game_id"] == game["game_id"]] for name, table in rows.items()}
        count = game["player_count"]
        place = {seat: (seat + first_place) % count for seat in range(count)}
        hands, position = [], 0
        for dealt in own["rounds"]:
            written = _Written(place, position)
            of_round = {
                name: [r for r in own[name] if r["round_index"] == dealt["round_index"]]
                for name in ("events", "wins", "draws")
            }
            hands.append(written.hand(dealt, **of_round))
            position += len(written.events)
        hands[-1]["handEventRecord"] += _results(own["game_players"], place, position)
        yield {
            "gamePlay": 1001,
            "isGangPay": count == 4,
            "initPoints": own["rounds"][0]["start_scores"][0],
            "handRecord": hands,
            "playerCount": count,
            "roomId": game["log_id"],
            "round": {"east": 1, "south": 2}[game["length"]],
            "stageType": 4,
        }


def _results(players: list[dict[str, Any]], place: dict[int, int], position: int) -> list[dict[str, Any]]:
    ranked = sorted(players, key=lambda p: -p["log_final_points"])
    data = [
        {
            "user_id": user(place[p["seat"]]),
            "point_num": p["log_final_score"],
            "score": round(10 * p["log_final_points"]),
        }
        for p in ranked
    ]
    return [
        {
            "eventType": 6,
            "eventPos": position,
            "data": json.dumps({"user_data": data}),
            "userId": 0,
            "startTime": BEGAN + 100 * position,
        }
    ]


def user(place: int) -> int:
    return 1000 + place


def wall_text(wall: list[str], replaced: int, players: int) -> str:
    """The platform's text of a canonical wall: replacement tiles lie behind the indicators.

    Where North is set aside there are eight of them; those that the round does not reach
    change places with the last indicators.
    """
    spare = 8 if players == 3 else 4
    end = wall[::-1][: 10 + spare]
    indicators, replacements = end[:10], end[10:]
    for place in range(1, max(spare - 4 - replaced, 0) + 1):
        indicators[-place], replacements[-place] = replacements[-place], indicators[-place]
    return "".join(TEXT[tile] for tile in [*wall[: -10 - spare], *(replacements + indicators)[::-1]])


class _Written:
    """The events of a round as they are written."""

    def __init__(self, place: dict[int, int], position: int) -> None:
        self.place, self.first = place, position
        self.events: list[dict[str, Any]] = []
        self.melds = dict.fromkeys(place, 0)
        self.turned: list[int] = []

    def add(self, kind: int, data: dict[str, Any], seat: int | None = None) -> None:
        position = self.first + len(self.events)
        self.events.append(
            {
                "eventType": kind,
                "eventPos": position,
                "data": json.dumps(data),
                "userId": 0 if seat is None else user(self.place[seat]),
                "startTime": BEGAN + 100 * position,
            }
        )

    def hand(
        self, dealt: dict[str, Any], events: list[Any], wins: list[Any], draws: list[Any]
    ) -> dict[str, Any]:
        order = sorted(self.place, key=self.place.__getitem__)
        head = {
            "dealer_pos": self.place[dealt["dealer_seat"]],
            "dices": dealt["dice"] or [],
            "bao_pai_card": NUMBER[dealt["dora_indicators"][0]],
            "quan_feng": 49 + 16 * dealt["round_wind"],
            "chang_ci": dealt["round_number"],
            "ben_chang_num": dealt["honba"],
            "li_zhi_bang_num": dealt["riichi_sticks"],
            "user_info_list": [
                {"user_id": user(self.place[seat]), "hand_points": dealt["start_scores"][seat]}
                for seat in order
            ],
        }
        for seat in order:
            tiles = dealt[f"hand_{seat}"] + [events[0]["tile"]] * (seat == dealt["dealer_seat"])
            self.add(1, {"hand_cards": [NUMBER[t] for t in tiles], **head}, seat)
        self.add(2, {"in_card": 0}, dealt["dealer_seat"])
        self.play(events[1:])
        self.end(dealt, events, wins, draws)
        moves = [e["kind"] for e in events if e["kind"] in REPLACED | {"draw"}]
        replaced = sum(a in REPLACED and b == "draw" for a, b in pairwise(moves))
        text = wall_text(dealt["wall"], replaced, len(order))
        return {
            "handCardEncode": text,
            "handCardsSHA256": hashlib.sha256(text.encode()).hexdigest(),
            "handEventRecord": self.events,
            "players": [{"position": self.place[s], "userId": user(self.place[s])} for s in order],
        }

    def play(self, events: list[dict[str, Any]]) -> None:
        """A riichi stick is told after the discard or, where that is called, after the call."""
        declared, is_open, stick = False, 0, None
        for event in events:
            kind, seat = event["kind"], event["seat"]
            if stick is not None and kind not in ("chi", "pon", "daiminkan"):
                self.add(8, {"user_id": user(self.place[stick]), "is_auto_gang": False}, stick)
                stick = None
            if kind == "draw":
                self.add(2, {"in_card": NUMBER[event["tile"]]}, seat)
            elif kind == "riichi":
                declared = True
            elif kind == "open_riichi":
                is_open = 1
            elif kind == "riichi_accepted":
                stick = seat
            elif kind == "dora":
                self.turned.append(NUMBER[event["tile"]])
                self.add(7, {"cards": self.turned})
            elif kind in ("discard", "win", *ACTION):
                self.act(event, is_li_zhi=declared and kind == "discard", li_zhi_operate=is_open)
                declared, is_open = False, 0

    def act(self, event: dict[str, Any], **riichi: Any) -> None:
        kind, seat = event["kind"], event["seat"]
        size = 13 - 3 * self.melds[seat]
        data = {"user_id": user(self.place[seat]), "card": NUMBER[event["tile"]], **riichi}
        if kind == "discard":
            data |= {"action": 11, "move_cards_pos": [size + 1 if event["is_tsumogiri"] else 1, 1]}
        elif kind == "win":
            data["action"] = 10 if event["target_seat"] == seat else 7
        else:
            group = [NUMBER[tile] for tile in event["consumed"]]
            if kind == "ankan":
                data["card"] = group.pop()
            data |= {"action": ACTION[kind], "group_cards": None if kind in ("kita", "kakan") else group}
            self.melds[seat] += kind in MELDS
        self.add(4, data, seat)

    def end(self, dealt: dict[str, Any], events: list[Any], wins: list[Any], draws: list[Any]) -> None:
        paid = [
            sum(e["kind"] == "riichi_accepted" and e["seat"] == seat for e in events) for seat in self.place
        ]
        payments = [row["log_deltas"] for row in (*wins, *draws)]
        deltas = [sum(p[seat] for p in payments) for seat in self.place]
        taken = {w["seat"]: w["log_riichi_sticks"] for w in wins}
        profits = [
            {
                "user_id": user(self.place[seat]),
                "point_profit": deltas[seat],
                "li_zhi_profit": 1000 * (taken.get(seat, 0) - paid[seat]),
                "is_bao_pai": any(w["log_pao_seat"] == seat for w in wins),
                "user_point": dealt["start_scores"][seat] - 1000 * paid[seat] + deltas[seat],
            }
            for seat in self.place
        ]
        if wins:
            kind, infos = int(wins[0]["seat"] == wins[0]["from_seat"]), [self.win(w, dealt) for w in wins]
        else:
            (draw,) = draws
            kind = END[draw["log_type"]]
            tenpai = draw["log_tenpai"] or []
            infos = [
                {"user_id": user(self.place[s]), "ting_card_list": [1]} for s, t in enumerate(tenpai) if t
            ]
            if draw["log_type"] == "nagashi_mangan":
                best = max(self.place, key=deltas.__getitem__)
                infos = [i for i in infos if i["user_id"] != user(self.place[best])]
                infos.append(
                    {
                        "user_id": user(self.place[best]),
                        "fang_info": [{"fang_type": 30, "fang_num": 5}],
                        "ting_card_list": [1] if tenpai[best] else None,
                    }
                )
        self.add(5, {"end_type": kind, "win_info": infos, "user_profit": profits})

    def win(self, win: dict[str, Any], dealt: dict[str, Any]) -> dict[str, Any]:
        is_tsumo = win["seat"] == win["from_seat"]
        hand = list(win["log_hand"])
        if not is_tsumo:
            assert hand.pop() == win["tile"]
        has_ura = {"riichi", "double_riichi"} & set(win["log_yaku"])
        return {
            "user_id": user(self.place[win["seat"]]),
            "fang_info": [
                {"fang_type": FANG[slug], "fang_num": han}
                for slug, han in zip(win["log_yaku"], win["log_yaku_han"], strict=True)
            ],
            "all_fang_num": win["log_han"],
            "all_fu": win["log_fu"] or 0,
            "all_point": win["log_points"],
            "user_cards": [NUMBER[tile] for tile in hand],
            "li_bao_card": [NUMBER[t] for t in dealt["ura_indicators"] or ()] if has_ura else None,
        }
