"""Rounds as a table would tell them, move by move, and what mjlog says of them.

Players are named by their seat wind (E is the dealer).  Moves, separated by ";":

    E draw 5m      E discard 3p      E turn 3p (draws and discards it)
    E riichi 3p, E open_riichi 3p (discards it with the declaration, and pays the stick)
    S chi 340p     S pon 333p     S daiminkan 3333p     S ankan 3333p     S kakan 3p
    S kita 4z (a tile set aside)     dora 5m (an indicator is turned)     S bonus 1000
    S ron          E tsumo        E gathered (a win by gathered tiles)
    exhaustive     abort kyuushu_kyuuhai     E penalty 1000     E dead_hand     E chombo

Hands that are left out are hidden.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import mjlog
from mjlog.api import Replayed
from mjlog.formats.builder import LogBuilder
from mjlog.notation import MPSZ
from mjlog.rulesets import Ruleset, resolve
from mjlog.tables import LogTables
from mjlog.tiles import KIND, NO_TILE

WINDS = "ESWN"
CALLED_TILES = {"chi": 3, "pon": 3, "daiminkan": 4}
ENDINGS = {"exhaustive": "exhaustive_draw", "abort": "abortive_draw", "chombo": "chombo"}


def tiles(text: str) -> list[int]:
    """Codes of mpsz text; none of ""."""
    return MPSZ.parse_hand(text).tolist() if text else []


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round as it was played."""

    moves: str
    hands: Mapping[str, str] = field(default_factory=dict)
    name: str = "E1"
    honba: int = 0
    sticks: int = 0
    scores: Mapping[str, int] = field(default_factory=dict)
    dora: str = "9s"
    ura: str | None = None
    dice: Sequence[int] | None = None
    away: int | None = None


@dataclass(frozen=True)
class Game:
    """One game under a preset, with some rules changed."""

    rules: str
    rounds: Sequence[Round]
    changed: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stated(self) -> str:
        """What the log states of its rules."""
        return json.dumps({"extends": self.rules, **self.changed})

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules."""
        return resolve(self.stated)

    @cached_property
    def tables(self) -> LogTables:
        """The log."""
        builder = LogBuilder()
        builder.game(
            source_path="table", source_format="written", player_count=self.ruleset.seats, rules=self.stated
        )
        for seat in range(self.ruleset.seats):
            builder.player(seat)
        for played in self.rounds:
            _Teller(builder, self.ruleset, played).tell()
        return builder.build()

    @cached_property
    def replayed(self) -> Replayed:
        """The log replayed."""
        return mjlog.replay(self.tables)

    @cached_property
    def codes(self) -> list[str]:
        """Codes of everything that the audit finds."""
        return sorted(row["code"] for row in mjlog.audit(self.tables).findings.to_pylist())

    def seats_of(self, played: Round) -> list[int]:
        """Seats of those who play a round, by their wind."""
        dealer = int(played.name[1]) - 1
        turns = ((dealer + turn) % self.ruleset.seats for turn in range(self.ruleset.seats))
        return [seat for seat in turns if seat != played.away]

    def by_wind(self, values: Sequence[Any], played: Round) -> dict[str, Any]:
        """A list by seat as a mapping by wind."""
        return {wind: values[seat] for wind, seat in zip(WINDS, self.seats_of(played), strict=False)}

    @property
    def wins(self) -> list[dict[str, Any]]:
        """Yaku (with han or points), points and score changes by wind of every win."""
        return [
            {
                "yaku": dict(zip(row["calc_yaku"], row["calc_yaku_han"], strict=True)),
                "points": row["calc_points"],
                "deltas": self.by_wind(row["calc_deltas"], self.rounds[row["round_index"]]),
            }
            for row in self.replayed.wins.to_pylist()
        ]

    @property
    def win(self) -> dict[str, Any]:
        """The only win."""
        [found] = self.wins
        return found

    @property
    def draw(self) -> dict[str, Any]:
        """Kind, winds in tenpai and score changes by wind of the only draw."""
        [row] = self.replayed.tables.draws.to_pylist()
        played = self.rounds[row["round_index"]]
        tenpai = self.by_wind(row["calc_tenpai"] or [False] * self.ruleset.seats, played)
        return {
            "type": row["calc_type"],
            "tenpai": "".join(wind for wind, is_tenpai in tenpai.items() if is_tenpai),
            "deltas": self.by_wind(row["calc_deltas"], played),
        }

    def state(self, wind: str, column: str) -> Any:
        """A column of the state of a seat after the last event of the last round."""
        seat = self.seats_of(self.rounds[-1])[WINDS.index(wind)]
        rows = [row for row in self.replayed.states.to_pylist() if row["seat"] == seat]
        return rows[-1][column]


def play(rules: str, moves: str, hands: Mapping[str, str] | None = None, **more: Any) -> Game:
    """A game of one round; `more` are fields of `Round`, or with `changed` rules that differ."""
    changed = more.pop("changed", {})
    return Game(rules, [Round(moves=moves, hands=hands or {}, **more)], changed)


class _Teller:
    """Tells a builder one round."""

    def __init__(self, builder: LogBuilder, rules: Ruleset, played: Round) -> None:
        self.builder, self.rules, self.played = builder, rules, played
        dealer = int(played.name[1]) - 1
        turns = ((dealer + turn) % rules.seats for turn in range(rules.seats))
        self.seats = [seat for seat in turns if seat != played.away]
        self.last: tuple[int, int] = (-1, NO_TILE)
        """Seat and tile of the last draw, discard, kan or set-aside."""

    def seat(self, wind: str) -> int:
        return self.seats[WINDS.index(wind)]

    def by_seat(self, values: Mapping[str, Any], default: Any) -> list[Any]:
        told = {self.seat(wind): value for wind, value in values.items()}
        return [told.get(seat, default) for seat in range(self.rules.seats)]

    def tell(self) -> None:
        """Tell deal, moves and result."""
        played = self.played
        hidden = ["?" * 13 if seat in self.seats else "" for seat in range(self.rules.seats)]
        hands = [told or hidden[seat] for seat, told in enumerate(self.by_seat(played.hands, ""))]
        self.builder.round(
            hands=[tiles(hand) for hand in (*hands, "", "")][: max(4, self.rules.seats)],
            dora_indicators=tiles(played.dora),
            ura=None if played.ura is None else tiles(played.ura),
            round_wind=WINDS.index(played.name[0]),
            round_number=int(played.name[1]),
            dealer_seat=int(played.name[1]) - 1,
            honba=played.honba,
            riichi_sticks=played.sticks,
            start_scores=self.by_seat(played.scores, self.rules.start_score),
            dice=played.dice,
            away_seat=played.away,
        )
        for move in filter(None, (part.strip() for part in played.moves.split(";"))):
            self.move(*move.split())

    def move(self, *words: str) -> None:
        """Tell one move."""
        if words[0] in ENDINGS:
            kind = words[1] if len(words) > 1 else "exhaustive"
            self.builder.update_round(outcome=ENDINGS[words[0]])
            self.builder.event(ENDINGS[words[0]])
            self.builder.draw(log_type=kind)
            return
        if words[0] == "dora":
            self.builder.event("dora", tile=tiles(words[1])[0])
            return
        seat, kind, text = self.seat(words[0]), words[1], words[2] if len(words) > 2 else ""
        if kind in ("ron", "tsumo", "gathered"):
            self.win(seat, kind)
        elif kind == "turn":
            self.one(seat, "draw", text)
            self.one(seat, "discard", text)
        elif kind in ("riichi", "open_riichi"):
            self.builder.event("riichi", seat)
            if kind == "open_riichi":
                self.builder.event("open_riichi", seat)
            self.one(seat, "discard", text)
            self.builder.event("riichi_accepted", seat)
        elif kind in ("bonus", "penalty"):
            self.builder.event(kind, seat, points=int(text))
        elif kind == "chombo":
            self.builder.update_round(outcome="chombo")
            self.builder.event("chombo", seat)
            self.builder.draw(log_type="chombo")
        else:
            self.one(seat, kind, text)

    def one(self, seat: int, kind: str, text: str) -> None:
        """Tell an event with tiles."""
        codes = tiles(text)
        if kind in CALLED_TILES:
            giver, called = self.last
            used = list(codes)
            used.remove(called)
            used.sort(key=lambda code: (KIND[code], code))
            self.builder.event(kind, seat, target_seat=giver, tile=called, consumed=used)
            return
        if kind == "ankan":
            self.builder.event(kind, seat, tile=min(codes), consumed=sorted(codes))
            self.last = seat, int(KIND[codes[0]])
            return
        consumed = codes if kind in ("kakan", "kita") else ()
        self.builder.event(kind, seat, tile=codes[0] if codes else NO_TILE, consumed=consumed)
        if codes:
            self.last = seat, codes[0]

    def win(self, seat: int, kind: str) -> None:
        """Tell a win."""
        giver, tile = self.last
        tile = NO_TILE if kind == "gathered" else tile
        giver = giver if kind == "ron" else seat
        self.builder.update_round(outcome="ron" if kind == "ron" else "tsumo")
        self.builder.event("win", seat, target_seat=giver, tile=tile)
        self.builder.win(seat=seat, from_seat=giver, tile=tile)
