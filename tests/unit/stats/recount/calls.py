"""Calls and kans, counted slowly from the definitions."""

from __future__ import annotations

from collections.abc import Callable

from tests.unit.stats.recount.rows import OPEN, Counts, Row, Seat, Value, bonus, points, yaku

Told = Callable[[Seat], Value]
NUMBERS = {1: "", 2: "_2", 3: "_3", 4: "_4"}
"""How names of statistics say how many calls."""
TURNS = {1: "first", 2: "second", 3: "third", 4: "fourth"}
YAKUHAI = (
    "yakuhai_haku", "yakuhai_hatsu", "yakuhai_chun", "yakuhai_seat_wind", "yakuhai_round_wind"
)  # fmt: skip
BONUS = ("dora", "aka_dora", "ura_dora", "kita")


def _of_called(number: int, told: Told) -> Callable[[Seat], list[Value]]:
    """Something told of rounds with so many calls or more."""
    return lambda s: [told(s)] if len(s.calls) >= number else []


def _others_before(s: Seat, call: Row) -> list[int]:
    """Calls of each opponent before one's own."""
    before = [m for m in s.round.melds if m["kind"] in OPEN and m["seq"] < call["seq"]]
    return [sum(m["seat"] == seat for m in before) for seat in s.round.players if seat != s.seat]


def _is_first(number: int) -> Told:
    """Nobody had so many calls before."""
    return lambda s: max(_others_before(s, s.calls[number - 1])) < number


def _is_only(number: int) -> Told:
    """Nobody else had called by then."""
    return lambda s: sum(_others_before(s, s.calls[number - 1])) == 0


def _turn(number: int, before: int = 0) -> Told:
    """Own discards before that call, plus 1."""

    def told(s: Seat) -> Value:
        call = s.calls[number - 1]
        return sum(d["seq"] < call["seq"] for d in s.of("discards")) + 1 - before

    return told


def _of_first(told: Callable[[Row], Value]) -> Callable[[Seat], list[Value]]:
    """Something told of the first call, where the hand after it is known."""
    return lambda s: [told(m) if m["has_sure_yaku"] is not None else None for m in s.calls[:1]]


def _of_open_wins(told: Callable[[Row], Value]) -> Callable[[Seat], list[Value]]:
    """Something told of wins with a call whose yaku are known."""
    return lambda s: [told(w) for w in s.wins if s.state == "open" and yaku(w) is not None]


def _open_with(*names: str) -> Callable[[Seat], list[Value]]:
    """Whether open wins have one of these yaku."""
    return _of_open_wins(lambda win: any(name in (yaku(win) or ()) for name in names))


def _open_with_bonus(least: int) -> Callable[[Seat], list[Value]]:
    return _of_open_wins(lambda win: (bonus(win, *BONUS) or 0) >= least)


def _tanyao_at_once(s: Seat) -> list[Value]:
    """First calls after which all tiles are simples, that to be discarded too."""

    def told(m: Row) -> bool:
        after = [d["tile"] for d in s.of("discards") if d["seq"] > m["seq"] and m["kind"] != "daiminkan"]
        return m["has_tanyao"] and all(tile[0] in "2345678" for tile in after[:1])

    return [None if m["has_sure_yaku"] is None else told(m) for m in s.calls[:1]]


def _won_with(number: int, told: Told) -> Callable[[Seat], list[Value]]:
    """Something told of wins with so many calls or more."""
    return lambda s: [told(s)] if s.won and len(s.calls) >= number else []


def _value(s: Seat) -> Value:
    return points(s.wins[0])


def _gross(s: Seat) -> Value:
    return s.receipts


CALLS: Counts = {
    **{f"call{end}_rate": lambda s, k=k: [len(s.calls) >= k] for k, end in NUMBERS.items()},
    **{f"call{end}_win_rate": _of_called(k, lambda s: s.won) for k, end in NUMBERS.items()},
    **{f"call{end}_deal_in_rate": _of_called(k, lambda s: s.dealt_in) for k, end in NUMBERS.items()},
    **{f"call{end}_balance": _of_called(k, lambda s: s.change) for k, end in NUMBERS.items()},
    **{f"avg_{word}_call_turn": _of_called(k, _turn(k)) for k, word in TURNS.items()},
    **{f"first_call{end}_rate": _of_called(k, _is_first(k)) for k, end in NUMBERS.items()},
    **{f"call{end}_win_value": _won_with(k, _value) for k, end in NUMBERS.items() if k > 1},
    **{f"call{end}_win_gross": _won_with(k, _gross) for k, end in NUMBERS.items() if k > 1},
    "avg_calls": _of_called(1, lambda s: len(s.calls)),
    "call_tsumoed_rate": _of_called(1, lambda s: s.lost_to_tsumo),
    "call_draw_rate": _of_called(1, lambda s: s.is_exhaustive),
    "call_shanten": lambda s: [m["shanten_before"] for m in s.calls],
    "call_nearer_rate": lambda s: [
        None if m["shanten_before"] is None else m["shanten"] < m["shanten_before"] for m in s.calls
    ],
    "avg_call_dora": _of_first(lambda m: m["dora"]),
    "call_dora_2_rate": _of_first(lambda m: m["dora"] >= 2),
    "call_dora_3_rate": _of_first(lambda m: m["dora"] >= 3),
    "call_yakuhai_rate": _of_first(lambda m: m["has_yakuhai"]),
    "call_tanyao_rate": _of_first(lambda m: m["has_tanyao"]),
    "atozuke_rate": _of_first(lambda m: not m["has_sure_yaku"]),
    "ippatsu_keshi_rate": lambda s: [m["cancels_ippatsu"] > 0 for m in s.calls],
    "call_tsumo_share": _of_open_wins(lambda win: win["from_seat"] == win["seat"]),
    "open_win_tanyao_rate": _open_with("tanyao"),
    "open_win_yakuhai_rate": _open_with(*YAKUHAI),
    "open_win_flush_rate": _open_with("honitsu", "chinitsu"),
    "open_win_toitoi_rate": _open_with("toitoi"),
    "open_win_dora_2_rate": _open_with_bonus(2),
    "open_win_dora_3_rate": _open_with_bonus(3),
}
"""Section calls."""

_GROSS: Counts = {f"call{end}_win_value": _won_with(k, _gross) for k, end in NUMBERS.items() if k > 1}
CALL_PROFILES: dict[str, Counts] = {
    "mpa": {
        **{f"call{end}_deal_in_rate": _of_called(k, lambda s: len(s.dealt)) for k, end in NUMBERS.items()},
        **{f"avg_{word}_call_turn": _of_called(k, _turn(k, 1)) for k, word in TURNS.items()},
        **{
            f"call{end}_balance": _of_called(k, lambda s: s.change_without_draws)
            for k, end in NUMBERS.items()
        },
        "call_tanyao_rate": _tanyao_at_once,
        **{f"first_call{end}_rate": _of_called(k, _is_only(k)) for k, end in NUMBERS.items() if k > 1},
    },
    "mortal": {
        "call_deal_in_rate": _of_called(1, lambda s: len(s.dealt)),
        "call_balance": _of_called(1, lambda s: s.own_points),
        **_GROSS,
    },
    "amae": _GROSS,
    "kobalab": {
        **{f"avg_{word}_call_turn": _of_called(k, _turn(k, 1)) for k, word in TURNS.items()},
        "call_shanten": lambda s: [m["shanten"] for m in s.calls],
    },
}


def _kans(*kinds: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [sum(k["kind"] in kinds for k in s.kans)]


def _with_kan(told: Told) -> Callable[[Seat], list[Value]]:
    return lambda s: [told(s)] if s.kans else []


def _once_for_kans(told: Told) -> Callable[[Seat], list[Value]]:
    """Something told of a round with kans once, and nothing of each kan after the first."""

    def counted(s: Seat) -> list[Value]:
        value = told(s)
        return [value, *(None if value is None else 0 for _ in s.kans[1:])] if s.kans else []

    return counted


def _without_stick(s: Seat) -> Value:
    """What wins, deal-ins and losses to tsumo move."""
    return None if s.change_without_draws is None else s.change_without_draws + s.stick


def _replacements(s: Seat) -> list[Value]:
    """Kans and bonus tiles set aside, of which the last may bring rinshan kaihou."""
    won = sum("rinshan_kaihou" in (yaku(w) or ()) for w in s.wins)
    count = len(s.kans) + s.me["kitas"]
    return [*([1] * won), *([0] * (count - won))]


KAN_COUNTS: Counts = {
    "kan_rate": _kans("daiminkan", "kakan", "ankan"),
    "daiminkan_rate": _kans("daiminkan"),
    "kakan_rate": _kans("kakan"),
    "ankan_rate": _kans("ankan"),
    "kan_win_rate": _with_kan(lambda s: s.won),
    "kan_deal_in_rate": _with_kan(lambda s: s.dealt_in),
    "kan_income": lambda s: [s.income] if s.kans and s.won else [],
    "kan_balance": _with_kan(lambda s: s.change),
    "rinshan_rate": _replacements,
    "kita_rate": lambda s: [s.me["kitas"]],
}
"""Section kans."""

KAN_PROFILES: dict[str, Counts] = {
    "mpa": {
        "kan_win_rate": _once_for_kans(lambda s: s.won),
        "kan_deal_in_rate": _once_for_kans(lambda s: len(s.dealt)),
        "kan_income": lambda s: [s.receipts] if s.kans and s.won else [],
        "kan_balance": _once_for_kans(_without_stick),
    }
}
