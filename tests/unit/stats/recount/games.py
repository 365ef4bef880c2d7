"""Whole games, and where the points of their rounds came from, counted slowly from the definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.unit.stats.recount.rows import Counts, Game, Round, Row, Seat, Value, first, points, total

WINDS = {"east": 0, "south": 1, "west": 2, "north": 3}
"""Wind of the last scheduled round, by length."""


@dataclass
class GameSeat:
    """A game as it went for one of its players."""

    game: Game
    seat: int

    @property
    def me(self) -> Row:
        return self.game.players[self.seat]

    @property
    def count(self) -> int:
        return len(self.game.players)

    @property
    def score(self) -> int | None:
        return self.game.final_score(self.seat)

    @property
    def rank(self) -> int | None:
        """At the end; equal scores rank by seat."""
        scores = [self.game.final_score(seat) for seat in range(self.count)]
        if None in scores:
            return self.me["calc_final_rank"] if self.game.row["is_complete"] else None
        return rank(scores, self.seat)

    @property
    def finished(self) -> list[Round]:
        """Rounds with a result."""
        return [r for r in self.game.rounds if r.outcome is not None]

    @property
    def last(self) -> list[Round]:
        """The last scheduled round, each time it is played."""
        wind = WINDS.get(self.game.row["length"])
        place = (wind, self.count)
        return [r for r in self.game.rounds if (r.row["round_wind"], r.row["round_number"]) == place]

    @property
    def rank_before(self) -> int | None:
        """At the first deal of the last scheduled round of a game with ranks."""
        if not self.last or self.rank is None:
            return None
        scores = self.last[0].row["start_scores"]
        return scores and rank(scores[: self.count], self.seat)


GameCount = Callable[[GameSeat], Iterable[Value]]


def rank(scores: list[int | None], seat: int) -> int:
    order = sorted(range(len(scores)), key=lambda other: (-(scores[other] or 0), other))
    return order.index(seat) + 1


def _ranks(*ranks: int) -> GameCount:
    return lambda g: [None if g.rank is None else g.rank in ranks]


def _gain(g: GameSeat) -> Value:
    starts = [
        r.row["start_scores"]
        for r in g.game.rounds
        if (r.row["round_wind"], r.row["round_number"], r.row["honba"]) == (0, 1, 0)
    ]
    if not starts or g.score is None or starts[0] is None:
        return None
    return g.score - starts[0][g.seat]


def _uma(g: GameSeat) -> Value:
    if not g.game.row["is_complete"]:
        return None
    return first(g.me["log_final_points"], g.me["calc_final_points"])


def _table_rating(g: GameSeat) -> Value:
    ratings = [row["rating"] for row in g.game.players]
    return None if None in ratings else sum(ratings) / len(ratings)


def _of_rank_before(chosen: Callable[[int, int], bool], told: GameCount) -> GameCount:
    """Something told of games by the rank before the last round, of so many players."""
    return lambda g: told(g) if g.rank_before is not None and chosen(g.rank_before, g.count) else []


def _of_rank_before_or_at_end(chosen: Callable[[int, int], bool], told: GameCount) -> GameCount:
    """The same, by the rank at the end where a game ends before its last scheduled round."""

    def count(g: GameSeat) -> Iterable[Value]:
        rank = g.rank if _is_scheduled(g) and not g.last else g.rank_before
        return told(g) if rank is not None and chosen(rank, g.count) else []

    return count


def _gain_by_round(g: GameSeat) -> list[Value]:
    """What the game brought, shared among its rounds."""
    gain = _gain(g)
    return [] if gain is None else [gain / len(g.finished) for _ in g.finished]


def _is_scheduled(g: GameSeat) -> bool:
    return g.rank is not None and g.game.row["length"] in WINDS


def _goes_on(g: GameSeat) -> bool:
    """Any round comes after the last scheduled one."""
    return bool(g.last) and g.game.rounds[-1] is not g.last[0]


_first = _ranks(1)


def _not_last(g: GameSeat) -> list[Value]:
    return [None if g.rank is None else g.rank < g.count]


PHOENIX = {
    (4, "east"): (60, 30, 0), (4, "south"): (90, 45, 0), (3, "east"): (90, 0), (3, "south"): (135, 0)
}  # fmt: skip
"""What Tenhou's phoenix room gives all but the last, by players and length."""
LAST = {"east": 10, "south": 15}
"""What the last loses for each dan, and for two more."""
DAN = "初二三四五六七八九十"


def _ladder(g: GameSeat, is_last_spared: bool = False) -> Value:
    """What a game of the phoenix room moves on Tenhou's ladder."""
    row, level = g.game.row, g.me["level"] or ""
    if (row["platform"], row["room"]) != ("tenhou", "phoenix") or not level.endswith("段"):
        return None
    if g.rank is None:
        return None
    if g.rank < g.count:
        return PHOENIX[g.count, row["length"]][g.rank - 1]
    return 0 if is_last_spared else -LAST[row["length"]] * (DAN.index(level[0]) + 3)


GAMES: dict[str, GameCount] = {
    "rank_1_rate": _first,
    "rank_2_rate": _ranks(2),
    "rank_3_rate": _ranks(3),
    "rank_4_rate": _ranks(4),
    "top2_rate": _ranks(1, 2),
    "last_avoid_rate": _not_last,
    "avg_rank": lambda g: [g.rank],
    "bust_rate": lambda g: [None if g.score is None else g.score < 0],
    "avg_final_score": lambda g: [g.score],
    "avg_game_delta": lambda g: [_gain(g)],
    "avg_point_uma": lambda g: [_uma(g)],
    "avg_pt": lambda g: [_ladder(g)],
    "pt_efficiency": lambda g: [_ladder(g, is_last_spared=True)],
    "avg_rating": lambda g: [g.me["rating"]],
    "avg_table_rating": lambda g: [_table_rating(g)],
    "last_keep_top": _of_rank_before(lambda before, _: before == 1, _first),
    "last_reach_top": _of_rank_before(lambda before, _: before > 1, _first),
    "last_avoid_4th": _of_rank_before(lambda before, last: before == last, _not_last),
    "last_multi": lambda g: [len(g.last) > 1] if _is_scheduled(g) else [],
    "avg_hands_per_game": lambda g: [len(g.finished)] if g.rank is not None else [],
    "dealer_hand_rate": lambda g: [r.row["dealer_seat"] == g.seat for r in g.finished],
    "avg_turns_per_hand": lambda g: [sum(d["seat"] == g.seat for d in r.discards) for r in g.finished],
}
"""Section games."""

GAME_PROFILES: dict[str, dict[str, GameCount]] = {
    "mortal": {"avg_pt": lambda g: [None if g.rank is None else (90, 45, 0, -135)[g.rank - 1]]},
    "mpa": {
        "last_multi": lambda g: [_goes_on(g)] if _is_scheduled(g) else [],
        "last_keep_top": _of_rank_before_or_at_end(lambda before, _: before == 1, _first),
        "last_reach_top": _of_rank_before_or_at_end(lambda before, _: before > 1, _first),
        "last_avoid_4th": _of_rank_before_or_at_end(lambda before, last: before == last, _not_last),
    },
}
BALANCE_OF_GAMES: dict[str, dict[str, GameCount]] = {
    profile: {"hand_balance": _gain_by_round} for profile in ("amae", "mortal", "mpa")
}
"""Of section outcomes, what is told of whole games."""


# -- where points came from ---------------------------------------------------------------------------


def _whole(s: Seat) -> int | None:
    """Score change from deal to deal, and to the end of the game; else that of the round."""
    starts, following = s.round.row["start_scores"], s.round.following
    if starts is None or following is None or following[s.seat] is None:
        return s.change
    return following[s.seat] - starts[s.seat]


def _win_value(s: Seat) -> int:
    """Value of the hand won with; all that the win brought where it is not known."""
    value = total(points(w) for w in s.wins)
    return (s.receipts or 0) if value is None else value


def _drawn(s: Seat, is_it: bool) -> int:
    return (s.draw_points or 0) if is_it else 0


def _other(s: Seat) -> int:
    """What the scores change besides what is paid."""
    return 0 if s.change is None else s.change - (s.paid or 0)


def _cause(told: Callable[[Seat], int | None]) -> Callable[[Seat], list[Value]]:
    """Points of one cause, in rounds whose points are known."""
    return lambda s: [] if _whole(s) is None else [told(s)]


CAUSES: Counts = {
    "points_from_win_values": _cause(_win_value),
    "points_from_win_extras": _cause(lambda s: (s.receipts or 0) - _win_value(s)),
    "points_from_deal_ins": _cause(lambda s: -(s.dealt_cost or 0)),
    "points_from_tsumo_losses": _cause(lambda s: -(s.tsumo_cost or 0)),
    "points_from_tenpai": _cause(lambda s: max(0, _drawn(s, s.is_plain_draw))),
    "points_from_noten": _cause(lambda s: min(0, _drawn(s, s.is_plain_draw))),
    "points_from_nagashi_mangan": _cause(lambda s: _drawn(s, s.is_exhaustive and not s.is_plain_draw)),
    "points_from_sticks": _cause(lambda s: -s.stick),
    "points_from_liability": _cause(lambda s: -(s.liability or 0)),
    "points_from_bonuses": _cause(lambda s: s.me["bonus_delta"] or 0),
    "points_from_penalties": _cause(lambda s: s.me["penalty_delta"] or 0),
    "points_from_chombo": _cause(lambda s: _drawn(s, s.round.outcome == "chombo")),
    "points_from_other": _cause(_other),
    "points_from_after_rounds": _cause(lambda s: (_whole(s) or 0) - (s.change or 0)),
    "points_from_all": _cause(_whole),
}
"""Section causes."""
