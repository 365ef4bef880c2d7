"""What rounds are worth and when they are won, counted slowly from the definitions."""

from __future__ import annotations

from collections.abc import Callable

from tests.unit.stats.recount.rows import Counts, Row, Seat, Value, bonus, first, minus, moved, points

LIMITS = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""From the lowest."""
SIZES = (3900, 7700, 11600)
Chosen = Callable[[Seat], bool]
CHOICES: dict[str, Chosen] = {
    "": lambda _: True,
    "_riichi": lambda s: s.state == "riichi",
    "_open": lambda s: s.state == "open",
    "_dama": lambda s: s.state == "dama",
}
"""The winner's hand, by the end of a name."""


def _values(chosen: Chosen) -> Callable[[Seat], list[Value]]:
    return lambda s: [points(w) for w in s.wins if chosen(s)]


def _receipts(chosen: Chosen) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.receipts] if s.won and chosen(s) else []


def _turns(chosen: Chosen, before: int = 0) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.turn - before for _ in s.wins if chosen(s)]


def _table_turns(chosen: Chosen) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.table_turn for _ in s.wins if chosen(s)]


def _reaches(value: Value, least: float) -> Value:
    return None if value is None else value >= least


def _worth(chosen: Chosen, least: int) -> Callable[[Seat], list[Value]]:
    return lambda s: [_reaches(points(w), least) for w in s.wins if chosen(s)]


def _brought(chosen: Chosen, least: int) -> Callable[[Seat], list[Value]]:
    return lambda s: [_reaches(s.receipts, least)] if s.won and chosen(s) else []


def _dealt_value(s: Seat) -> Value:
    """Value of the hands dealt into, together."""
    values = [points(w) for w in s.dealt]
    return None if None in values else sum(v for v in values if v is not None)


def _dealt_worth(least: int) -> Callable[[Seat], list[Value]]:
    return lambda s: [_reaches(_dealt_value(s), least)] if s.dealt_in else []


def _dealt_cost(least: int) -> Callable[[Seat], list[Value]]:
    return lambda s: [_reaches(minus(moved(w, s.seat)), least) for w in s.dealt]


def _dealt_values(chosen: Chosen) -> Callable[[Seat], list[Value]]:
    return lambda s: [points(w) for w in s.dealt if chosen(s.other(w["seat"]))]


def _costs(s: Seat) -> list[Value]:
    return [*s.costs]


def _costs_to(chosen: Chosen) -> Callable[[Seat], list[Value]]:
    """Points paid for wins of such players, each by itself."""
    return lambda s: [minus(moved(w, s.seat)) for w in s.dealt if chosen(s.other(w["seat"]))]


def _incomes(chosen: Chosen) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.income] if s.won and chosen(s) else []


def _of_limit(name: str) -> Callable[[Seat], list[Value]]:
    def limit(win: Row) -> Value:
        word = first(win["log_limit"], win["calc_limit"])
        return None if word is None else LIMITS.index(word) >= LIMITS.index(name)

    return lambda s: [limit(w) for w in s.wins]


def _bonus(*names: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [bonus(w, *names) for w in s.wins]


def _deal_in_turn(s: Seat) -> int:
    """Own discards up to and with the one that dealt in, or the tile of a robbed kan."""
    return s.turn - any(d["did_deal_in"] for d in s.of("discards"))


VALUES: Counts = {
    **{f"avg_win_value{end}": _values(chosen) for end, chosen in CHOICES.items()},
    **{f"avg_win_gross{end}": _receipts(chosen) for end, chosen in CHOICES.items()},
    **{f"avg_win_turn{end}": _turns(chosen) for end, chosen in CHOICES.items()},
    **{
        f"{name}win_ge_{size}_rate": _worth(CHOICES[end], size)
        for name, end in {"": "", "riichi_": "_riichi", "open_": "_open"}.items()
        for size in SIZES
    },
    **{f"deal_in_ge_{size}_rate": _dealt_worth(size) for size in SIZES},
    **{f"{limit}_plus_rate": _of_limit(limit) for limit in LIMITS[1:-1]},
    **{f"avg_deal_in_value_to{end}": _dealt_values(CHOICES[end]) for end in CHOICES if end},
    **{f"avg_deal_in_paid_to{end}": _costs_to(CHOICES[end]) for end in CHOICES if end},
    "avg_win_value_tsumo": _values(lambda s: s.drew),
    "avg_win_value_ron": _values(lambda s: not s.drew),
    "avg_win_value_dealer": _values(lambda s: s.is_dealer),
    "avg_win_value_non_dealer": _values(lambda s: not s.is_dealer),
    "avg_win_net": lambda s: [s.income] if s.won else [],
    "avg_deal_in_value": lambda s: [_dealt_value(s)] if s.dealt_in else [],
    "avg_deal_in_value_to_dealer": _dealt_values(lambda winner: winner.is_dealer),
    "avg_deal_in_value_to_non_dealer": _dealt_values(lambda winner: not winner.is_dealer),
    "avg_deal_in_paid": lambda s: [s.dealt_cost] if s.dealt_in else [],
    "avg_tsumo_loss": lambda s: [s.tsumo_cost] if s.lost_to_tsumo else [],
    "avg_deal_in_turn": lambda s: [_deal_in_turn(s)] if s.dealt_in else [],
    "avg_deal_in_winner_turn": lambda s: [s.other(w["seat"]).turn for w in s.dealt],
    "avg_dora_per_win": _bonus("dora"),
    "avg_aka_per_win": _bonus("aka_dora"),
    "avg_ura_per_win": _bonus("ura_dora"),
    "avg_kita_per_win": _bonus("kita"),
    "avg_all_dora_per_win": _bonus("dora", "aka_dora", "ura_dora", "kita"),
}
"""Section values."""

_BEFORE: Counts = {f"avg_win_turn{end}": _turns(chosen, 1) for end, chosen in CHOICES.items()}
_WINNERS: dict[str, Chosen] = {
    **CHOICES,
    "_tsumo": lambda s: s.drew,
    "_ron": lambda s: not s.drew,
    "_dealer": lambda s: s.is_dealer,
    "_non_dealer": lambda s: not s.is_dealer,
}
_PAID: dict[str, Chosen] = {end: _WINNERS[end] for end in _WINNERS if end not in ("", "_tsumo", "_ron")}
_WITH_HONBA: Counts = {
    **{f"avg_win_value{end}": _incomes(chosen) for end, chosen in _WINNERS.items()},
    **{f"avg_deal_in_value_to{end}": _costs_to(chosen) for end, chosen in _PAID.items()},
}
VALUE_PROFILES: dict[str, Counts] = {
    "amae": {
        **_WITH_HONBA,
        "avg_deal_in_value": lambda s: [s.dealt_cost] if s.dealt_in else [],
        **{f"avg_win_turn{end}": _table_turns(chosen) for end, chosen in CHOICES.items()},
    },
    "mortal": {
        **_WITH_HONBA,
        "avg_deal_in_turn": lambda s: [s.turn - 1 for _ in s.dealt],
        "avg_deal_in_value": _costs,
        "avg_deal_in_paid": _costs,
        **_BEFORE,
    },
    "mpa": {
        "avg_deal_in_value": lambda s: [points(w) for w in s.dealt],
        "avg_deal_in_paid": _costs,
        **{
            f"{name}win_ge_{size}_rate": _brought(CHOICES[end], size)
            for name, end in {"": "", "riichi_": "_riichi", "open_": "_open"}.items()
            for size in SIZES
        },
        **{f"deal_in_ge_{size}_rate": _dealt_cost(size) for size in SIZES},
        **_BEFORE,
        "avg_deal_in_turn": lambda s: [s.turn - 1 for _ in s.dealt],
        "avg_deal_in_winner_turn": lambda s: [s.other(w["seat"]).turn - 1 for w in s.dealt],
    },
}
