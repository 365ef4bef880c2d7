"""Discards against threats, and where points came from, counted slowly from the definitions."""

from __future__ import annotations

from collections.abc import Callable

from tests.unit.stats.recount.rows import Counts, Row, Seat, Value


def _against(threat: str) -> Callable[[Seat], list[Row]]:
    """Discards, not in riichi oneself, against such threats: one for each opponent."""
    return lambda s: [t for t in s.of("discard_threats") if t["threat"] == threat and not t["is_in_riichi"]]


def _told(threat: str, told: Callable[[Row], Value]) -> Callable[[Seat], list[Value]]:
    return lambda s: [told(t) for t in _against(threat)(s)]


def _alone(s: Seat) -> list[Row]:
    """Discards of a known hand against the only riichi."""
    threats = _against("riichi")(s)
    return [
        t
        for t in threats
        if sum(t["seq"] == other["seq"] for other in threats) == 1
        and t["shanten_before"] is not None
        and t["has_genbutsu"] is not None
    ]


def _is_push(t: Row) -> bool:
    """No genbutsu, and the hand no further from tenpai."""
    return t["tile_class"] != "genbutsu" and t["shanten"] <= t["shanten_before"]


def _pushes(lowest: int, highest: int) -> Callable[[Seat], list[Value]]:
    """Whether a push, of discards from hands of such a shanten with the tile drawn."""
    return lambda s: [_is_push(t) for t in _alone(s) if lowest <= t["shanten_before"] <= highest]


DANGER: Counts = {
    "discard_deal_in_rate_to_riichi": _told("riichi", lambda t: t["did_deal_in"]),
    "discard_deal_in_rate_to_open": _told("open", lambda t: t["did_deal_in"]),
    "genbutsu_rate_to_riichi": _told("riichi", lambda t: t["tile_class"] == "genbutsu"),
    "no_suji_rate_to_riichi": _told("riichi", lambda t: t["tile_class"].startswith("no_suji")),
    "genbutsu_passed_up_rate": lambda s: [
        t["tile_class"] != "genbutsu" for t in _alone(s) if t["has_genbutsu"]
    ],
    "push_rate": _pushes(-1, 99),
    "push_rate_tenpai": _pushes(-1, 0),
    "push_rate_one_shanten": _pushes(1, 1),
    "push_rate_far": _pushes(2, 99),
}
"""Section danger."""
