"""Rounds as their players saw them, from the stored tables of facts and logs, for a slow recount."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np

from mjlog.warehouse import Warehouse

Row = dict[str, Any]
Value = float | None
"""What one counted thing brings; None when it is not known, so that it is not counted."""

TABLES = (
    "round_players", "riichis", "riichi_waits", "melds", "discards", "discard_threats", "wins", "draws"
)  # fmt: skip
OPEN = ("chi", "pon", "daiminkan")
KANS = ("daiminkan", "kakan", "ankan")


@dataclass
class Round:
    """A round with all its rows."""

    game: Row
    row: Row
    """Of `rounds`."""
    rows: dict[str, list[Row]]
    """Of `TABLES`."""
    following: list[int | None] | None = None
    """Scores at the next deal, or at the end of the game."""

    @property
    def players(self) -> range:
        return range(self.game["player_count"])

    @cached_property
    def wins(self) -> list[Row]:
        return sorted(self.rows["wins"], key=lambda w: w["win_index"])

    @cached_property
    def melds(self) -> list[Row]:
        return sorted(self.rows["melds"], key=lambda m: m["seq"])

    @cached_property
    def discards(self) -> list[Row]:
        return sorted(self.rows["discards"], key=lambda d: d["seq"])

    @cached_property
    def riichis(self) -> list[Row]:
        """In the order in which they are declared."""
        return sorted(self.rows["riichis"], key=lambda r: r["seq"])

    @property
    def outcome(self) -> str | None:
        return self.row["outcome"]

    @property
    def draw(self) -> Row | None:
        return next(iter(self.rows["draws"]), None)

    @property
    def draw_type(self) -> str | None:
        return self.draw and first(self.draw["log_type"], self.draw["calc_type"])


@dataclass
class Seat:
    """A round as it went for one of its players."""

    round: Round
    seat: int
    me: Row
    """Of `round_players`."""

    # -- who -------------------------------------------------------------------------------------

    @property
    def is_dealer(self) -> bool:
        return self.round.row["dealer_seat"] == self.seat

    def of(self, name: str) -> list[Row]:
        """The player's own rows of a table."""
        return [row for row in self.round.rows[name] if row["seat"] == self.seat]

    # -- riichi and calls ------------------------------------------------------------------------

    @cached_property
    def riichi(self) -> Row | None:
        return next((r for r in self.round.riichis if r["seat"] == self.seat), None)

    @property
    def stick(self) -> int:
        """What the own riichi stick took."""
        return -(self.me["riichi_delta"] or 0)

    @cached_property
    def calls(self) -> list[Row]:
        """Chi, pon and daiminkan, in order."""
        return [m for m in self.round.melds if m["seat"] == self.seat and m["kind"] in OPEN]

    @cached_property
    def kans(self) -> list[Row]:
        return [m for m in self.round.melds if m["seat"] == self.seat and m["kind"] in KANS]

    @property
    def state(self) -> str:
        """The own hand at the end: riichi, open or dama."""
        return "riichi" if self.riichi else "open" if self.calls else "dama"

    def other(self, seat: int) -> Seat:
        """The same round for another player."""
        return Seat(self.round, seat, next(p for p in self.round.rows["round_players"] if p["seat"] == seat))

    # -- how it ended ----------------------------------------------------------------------------

    @cached_property
    def wins(self) -> list[Row]:
        return [w for w in self.round.wins if w["seat"] == self.seat]

    @cached_property
    def dealt(self) -> list[Row]:
        """Wins of others on the player's tile."""
        return [w for w in self.round.wins if w["from_seat"] == self.seat != w["seat"]]

    @property
    def won(self) -> bool:
        return bool(self.wins)

    @property
    def dealt_in(self) -> bool:
        return bool(self.dealt)

    @property
    def drew(self) -> bool:
        """Won on an own draw."""
        return any(w["from_seat"] == self.seat for w in self.wins)

    @property
    def lost_to_tsumo(self) -> bool:
        return any(w["seat"] == w["from_seat"] != self.seat for w in self.round.wins)

    @property
    def is_bystander(self) -> bool:
        """Others won on each other's tiles."""
        return self.round.outcome == "ron" and not self.won and not self.dealt_in

    @property
    def is_exhaustive(self) -> bool:
        return self.round.outcome == "exhaustive_draw"

    @property
    def is_draw(self) -> bool:
        """An exhaustive or an abortive draw."""
        return self.round.outcome in ("exhaustive_draw", "abortive_draw")

    @property
    def is_plain_draw(self) -> bool:
        return self.is_exhaustive and self.round.draw_type != "nagashi_mangan"

    @property
    def tenpai(self) -> bool | None:
        """At an exhaustive draw, where it is known."""
        draw = self.round.draw
        tenpai = draw and first(draw["log_tenpai"], draw["calc_tenpai"])
        return tenpai[self.seat] if tenpai and self.draw_points is not None else None

    # -- points ----------------------------------------------------------------------------------

    @property
    def draw_points(self) -> int | None:
        draw = self.round.draw
        deltas = draw and first(draw["log_deltas"], draw["calc_deltas"])
        return deltas[self.seat] if deltas else None

    @cached_property
    def change(self) -> int | None:
        """Score change of the round, sticks included."""
        starts, ends = self.round.row["start_scores"], self.round.row["log_end_scores"]
        return self.paid if starts is None or ends is None else ends[self.seat] - starts[self.seat]

    @property
    def paid(self) -> int | None:
        """What is won and paid in the round, sticks, bonuses and penalties included."""
        if self.round.outcome is None:
            return None
        costs = (self.dealt_cost, self.tsumo_cost, self.liability)
        others = (self.me[f"{name}_delta"] for name in ("riichi", "bonus", "penalty"))
        drawn = self.draw_points if self.round.draw else 0
        return total([self.receipts, *map(minus, costs), drawn, *others])

    @property
    def receipts(self) -> int | None:
        """What the own wins brought, honba and all sticks included."""
        return total(moved(w, self.seat) for w in self.wins)

    @property
    def income(self) -> int | None:
        """What the own wins brought, without the own stick."""
        return None if self.receipts is None else self.receipts - self.stick

    @property
    def dealt_cost(self) -> int | None:
        """What the deal-in cost, honba included."""
        return minus(total(moved(w, self.seat) for w in self.dealt))

    @property
    def tsumo_cost(self) -> int | None:
        """What another's tsumo cost, honba included, but not as the liable one."""
        lost = [w for w in self.round.wins if w["seat"] == w["from_seat"] != self.seat]
        return minus(total(moved(w, self.seat) for w in lost if not self.is_liable(w)))

    @property
    def liability(self) -> int | None:
        """What was paid as the liable one, not as the discarder."""
        return minus(total(moved(w, self.seat) for w in self.round.wins if self.is_liable(w)))

    def is_liable(self, win: Row) -> bool:
        """Whether the player pays for another's win as the liable one, not as the discarder."""
        if self.seat in (win["seat"], win["from_seat"]):
            return False
        if win["seat"] == win["from_seat"]:
            return self.seat == first(win["log_pao_seat"], win["calc_pao_seat"])
        return (moved(win, self.seat) or 0) != 0

    @property
    def costs(self) -> list[int | None]:
        """What the deal-in paid each winner, honba included."""
        return [minus(moved(w, self.seat)) for w in self.dealt]

    @property
    def own_points(self) -> int | None:
        """What the own win, deal-in or draw moved: the stick is charged to wins and draws alone."""
        if self.change is None:
            return None
        if self.won:
            return self.income
        if self.dealt_in:
            return minus(self.dealt_cost)
        return (self.draw_points or 0) - self.stick if self.is_draw else 0

    @property
    def change_without_draws(self) -> int | None:
        """Score change of the round but for what a draw moved."""
        return None if self.change is None else self.change - (self.draw_points or 0)

    # -- time ------------------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """Own discards of the round, and one."""
        return sum(d["seat"] == self.seat for d in self.round.discards) + 1

    @property
    def table_turn(self) -> float:
        """Discards of the table over the players, and one."""
        return as_stored(len(self.round.discards) / len(self.round.players) + 1)


Count = Callable[[Seat], Iterable[Value]]
"""What a statistic counts in a round of a player: the value of each thing that its denominator counts."""
Counts = dict[str, Count]
"""By name of the statistic."""


def as_stored(value: float) -> float:
    """In single precision, as facts keep fractions."""
    return float(np.float32(value))


def first(logged: Any, computed: Any) -> Any:
    """What the log states, else what the rules give."""
    return computed if logged is None else logged


def moved(win: Row, seat: int) -> int | None:
    """What a win moves for a seat, honba and sticks included."""
    deltas = first(win["log_deltas"], win["calc_deltas"])
    return None if deltas is None else deltas[seat]


def points(win: Row) -> int | None:
    """Value of a hand without honba and sticks."""
    return first(win["log_points"], win["calc_points"])


def yaku(win: Row) -> list[str] | None:
    return first(win["log_yaku"], win["calc_yaku"])


def bonus(win: Row, *names: str) -> int | None:
    """Bonus tiles of these kinds: as recomputed, for logs of three players put the Norths among the dora."""
    sides = ("calc_yaku", "calc_yaku_han"), ("log_yaku", "log_yaku_han")
    for entries, han in sides:
        if win[entries] is not None:
            return sum(h for y, h in zip(win[entries], win[han], strict=True) if y in names)
    return None


def total(values: Iterable[int | None]) -> int | None:
    """The sum; None when a part is not known."""
    known = list(values)
    return None if None in known else sum(v for v in known if v is not None)


def minus(value: int | None) -> int | None:
    return None if value is None else -value


def tile_kind(tile: str) -> str:
    """The kind of a tile: a red five is a five."""
    return tile[:2]


@dataclass
class Game:
    """A game with its rounds, in order."""

    row: Row
    players: list[Row]
    """Of `game_players`, by seat."""
    rounds: list[Round] = field(default_factory=list)

    def name(self, seat: int) -> str | None:
        """Who sits there."""
        row = self.players[seat]
        return first(row["name"], row["account_id"])

    def final_score(self, seat: int) -> int | None:
        """As logged, else by the rules; of games that are played to the end."""
        row = self.players[seat]
        return first(row["log_final_score"], row["calc_final_score"]) if self.row["is_complete"] else None

    def seats(self) -> Iterator[Seat]:
        """Every round of the game for every player."""
        for one in self.rounds:
            for me in one.rows["round_players"]:
                yield Seat(one, me["seat"], me)


def read_games(warehouse: Warehouse) -> list[Game]:
    """All games of a warehouse."""

    def rows(name: str) -> list[Row]:
        return warehouse.query(f"select * from {name}").to_pylist()

    games = {row["game_id"]: Game(row, []) for row in rows("games")}
    for row in sorted(rows("game_players"), key=lambda r: r["seat"]):
        if row["seat"] < games[row["game_id"]].row["player_count"]:
            games[row["game_id"]].players.append(row)
    rounds = {}
    for row in sorted(rows("rounds"), key=lambda r: r["round_index"]):
        game = games[row["game_id"]]
        rounds[row["game_id"], row["round_index"]] = Round(game.row, row, defaultdict(list))
        game.rounds.append(rounds[row["game_id"], row["round_index"]])
    for name in TABLES:
        for row in rows(name):
            rounds[row["game_id"], row["round_index"]].rows[name].append(row)
    for game in games.values():
        for one, following in pairwise(game.rounds):
            one.following = following.row["start_scores"]
        if game.rounds:
            game.rounds[-1].following = [game.final_score(seat) for seat in range(len(game.players))]
    return list(games.values())
