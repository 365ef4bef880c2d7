"""Log tables for tests of writers."""

from __future__ import annotations

import json
from typing import Any

from mjlog.formats import tenhou_json
from mjlog.formats.builder import LogBuilder
from mjlog.notation import MPSZ

HANDS = ["123456789m3334z", "123456789p1122z", "123456789s4445z", "1199m1199p1199s7z"]

RULES = '{"extends": "tenhou"}'


def codes(text: str) -> list[int]:
    return MPSZ.parse_hand(text).tolist()


class Table:
    """A game told event by event; tiles in mpsz notation."""

    def __init__(self, players: int = 4, **game: Any) -> None:
        self.players = players
        self.builder = LogBuilder()
        values = {"rules": RULES, "player_count": players, **game}
        self.builder.game(source_path="a", source_format="test", **values)
        for seat in range(players):
            self.builder.player(seat, name="ABCD"[seat])

    def round(self, *, outcome: str | None = "ron", hands: list[str] = HANDS, **values: Any) -> None:
        fields = {
            "dora_indicators": codes("5m"),
            "ura": [],
            "round_wind": 0,
            "round_number": 1,
            "dealer_seat": 0,
            "honba": 0,
            "riichi_sticks": 0,
            "start_scores": [25000] * self.players,
        }
        dealt = [codes(hand) for hand in hands[: self.players]]
        self.builder.round(hands=dealt, outcome=outcome, **(fields | values))

    def event(
        self, kind: str, seat: int | None = None, tile: str = "", consumed: str = "", **values: Any
    ) -> None:
        more = {"tile": codes(tile)[0]} if tile else {}
        self.builder.event(kind, seat, consumed=codes(consumed), **more, **values)

    def turn(self, seat: int, drawn: str, thrown: str = "") -> None:
        self.event("draw", seat, drawn)
        self.event("discard", seat, thrown or drawn, is_tsumogiri=not thrown)

    def win(self, seat: int, source: int, tile: str, **values: Any) -> None:
        fields = {
            "log_han": 2, "log_fu": 30, "log_points": 2000, "log_limit": "none",
            "log_yaku": ["pinfu", "dora"], "log_yaku_han": [1, 1], "log_deltas": [0] * self.players,
        }  # fmt: skip
        self.event("win", seat, tile, target_seat=source)
        self.builder.win(seat=seat, from_seat=source, tile=codes(tile)[0], **(fields | values))

    def draw(self, **values: Any) -> None:
        played_out = values["log_type"] in ("exhaustive", "nagashi_mangan")
        self.event("exhaustive_draw" if played_out else "abortive_draw")
        self.builder.draw(**({"log_tenpai": None, "log_deltas": [0] * self.players} | values))

    def written(self):
        (game,) = tenhou_json.games(self.builder.build())
        return game

    def log(self) -> dict[str, Any]:
        game = self.written()
        assert game.problem == ""
        return json.loads(game.data)

    def rows(self) -> list[list[Any]]:
        return self.log()["log"][0]


def simple(**game: Any) -> Table:
    table = Table(**game)
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p")
    return table
