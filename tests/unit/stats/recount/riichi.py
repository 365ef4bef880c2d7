"""Riichi, counted slowly from the definitions."""

from __future__ import annotations

from collections.abc import Callable

from tests.unit.stats.recount.rows import (
    Count,
    Counts,
    Row,
    Seat,
    Value,
    as_stored,
    bonus,
    points,
    tile_kind,
    yaku,
)

HONOURS = tuple("ESWNPFC")
Told = Callable[[Seat], Value]


# -- order --------------------------------------------------------------------------------------------


def _earlier(s: Seat) -> list[Row]:
    """Riichi of others before the own one."""
    return [r for r in s.round.riichis if s.riichi and r["seq"] < s.riichi["seq"]]


def _chasers(s: Seat) -> list[Row]:
    """Riichi of others after the own one."""
    return [r for r in s.round.riichis if s.riichi and r["seq"] > s.riichi["seq"]]


def _is_chasing(s: Seat) -> bool:
    return bool(_earlier(s))


def _is_chased(s: Seat) -> bool:
    return bool(_chasers(s))


def _is_pre_empted(s: Seat) -> bool:
    return bool(s.round.riichis) and s.round.riichis[0]["seat"] != s.seat


def _declares(s: Seat) -> bool:
    return s.riichi is not None


def _is_double(s: Seat) -> bool:
    return s.riichi is not None and s.riichi["is_double_riichi"]


# -- waits --------------------------------------------------------------------------------------------


def _waits(s: Seat) -> list[Row] | None:
    """Kinds waited for; None where the hand is hidden or waits for nothing."""
    return s.of("riichi_waits") or None


def _wait_kinds(s: Seat) -> Value:
    waits = _waits(s)
    return waits and len(waits)


def _wait_tiles(s: Seat) -> Value:
    """Tiles waited for that the player sees nowhere."""
    waits = _waits(s)
    return waits and sum(w["unseen"] for w in waits)


def _good(s: Seat) -> Value:
    tiles = _wait_tiles(s)
    return None if tiles is None else tiles >= 6


def _own_good(s: Seat) -> Value:
    """Six tiles or more outside of the own hand, or an honour."""
    waits = _waits(s)
    if waits is None:
        return None
    return sum(w["unseen"] + w["visible"] for w in waits) >= 6 or any(w["tile"] in HONOURS for w in waits)


def _is_furiten(s: Seat) -> Value:
    """Whether a kind waited for is among the own discards up to the declaration tile."""
    waits = _waits(s)
    if waits is None or s.riichi is None:
        return None
    river = [d for d in s.of("discards") if d["turn"] <= s.riichi["turn"]]
    return bool({tile_kind(d["tile"]) for d in river} & {w["tile"] for w in waits})


def _good_shape(s: Seat) -> Value:
    """A two-sided wait, or three kinds or more."""
    waits = _waits(s)
    if waits is None or s.riichi is None:
        return None
    return len(waits) >= 3 or s.riichi["is_good_shape"]


def _sure(name: str) -> Told:
    def told(s: Seat) -> Value:
        if _waits(s) is None or s.riichi is None:
            return None
        return name in (s.riichi["sure_yaku"] or ())

    return told


def _dora(least: int) -> Told:
    def told(s: Seat) -> Value:
        dora = s.riichi and s.riichi["dora"]
        return None if dora is None else dora >= least

    return told


# -- what comes of it ---------------------------------------------------------------------------------


def _dealt_after(s: Seat) -> bool:
    """Dealt in with a tile after that of the declaration."""
    at_once = any(d["is_riichi_tile"] and d["did_deal_in"] for d in s.of("discards"))
    return s.dealt_in and not at_once


def _is_draw(s: Seat) -> bool:
    return s.round.outcome in ("exhaustive_draw", "abortive_draw")


def _won_ippatsu(s: Seat) -> Value:
    return s.me["is_ippatsu"]


def _ura(s: Seat) -> Value:
    return None if yaku(s.wins[0]) is None else bonus(s.wins[0], "ura_dora")


def _any_ura(s: Seat) -> Value:
    ura = _ura(s)
    return None if ura is None else ura >= 1


def _expense(s: Seat) -> Value:
    return None if s.dealt_cost is None else s.dealt_cost + s.stick


def _table_turn(s: Seat) -> Value:
    """Discards of the whole table before the declaration over its players, plus 1."""
    if s.riichi is None:
        return None
    before = sum(d["seq"] < s.riichi["seq"] for d in s.round.discards)
    return as_stored(before / len(s.round.players) + 1)


def _turn(s: Seat) -> int:
    """Place of the declaration tile among the own discards."""
    return sum(d["seq"] < s.riichi["seq"] for d in s.of("discards")) + 1 if s.riichi else 0


def _kan_after(s: Seat) -> bool:
    return any(s.riichi and k["kind"] == "ankan" and k["seq"] > s.riichi["seq"] for k in s.kans)


# -- words of the definitions -------------------------------------------------------------------------


def _of(chosen: Callable[[Seat], object], told: Told) -> Callable[[Seat], list[Value]]:
    """Something told of each round that is chosen."""
    return lambda s: [told(s)] if chosen(s) else []


def _by_chasers(told: Told) -> Callable[[Seat], list[Value]]:
    """Something told of a chased riichi as often as it is chased."""
    return lambda s: [told(s) for _ in _chasers(s)]


def _once_for_chasers(told: Told, other: int = 0) -> Callable[[Seat], list[Value]]:
    """The same once; each chaser after the first brings something else."""

    def counted(s: Seat) -> list[Value]:
        value = told(s)
        others = _chasers(s)[1:]
        return [value, *(None if value is None else other for _ in others)] if _is_chased(s) else []

    return counted


def _both(one: Callable[[Seat], object], other: Callable[[Seat], object]) -> Callable[[Seat], bool]:
    return lambda s: bool(one(s)) and bool(other(s))


def _known(told: Told) -> Callable[[Seat], bool]:
    return lambda s: _declares(s) and told(s) is not None


def _without(told: Told) -> Callable[[Seat], bool]:
    """Riichi of which it is known that they are not so."""
    return lambda s: _declares(s) and told(s) is False


def _won(s: Seat) -> bool:
    return s.won


def _dealt_in(s: Seat) -> bool:
    return s.dealt_in


def _events(s: Seat) -> int:
    return len(s.dealt)


def _change(s: Seat) -> Value:
    return s.change


def _undrawn(s: Seat) -> Value:
    return s.change_without_draws


def _income(s: Seat) -> Value:
    return s.income


def _receipts(s: Seat) -> Value:
    return s.receipts


def _each_cost(chosen: Callable[[Seat], object]) -> Count:
    """What riichi pay each winner for dealing in, without the stick."""
    return lambda s: s.costs if chosen(s) else []


def _own_six(s: Seat) -> Value:
    """Six tiles or more outside of the own hand."""
    waits = _waits(s)
    return waits and sum(w["unseen"] + w["visible"] for w in waits) >= 6


_is_good = _both(_declares, _good)
_is_own_good = _both(_declares, _own_good)
_is_furiten_riichi = _both(_declares, _is_furiten)
_is_good_furiten = _both(_is_furiten_riichi, _good)
_is_bad_furiten = _both(_is_furiten_riichi, _without(_good))
_is_own_good_furiten = _both(_is_furiten_riichi, _own_good)
_is_own_bad_furiten = _both(_is_furiten_riichi, _without(_own_good))

RIICHI: Counts = {
    "riichi_rate": lambda s: [_declares(s)],
    "riichi_win_rate": _of(_declares, _won),
    "riichi_tsumo_share": _of(_both(_declares, _won), lambda s: s.drew),
    "riichi_deal_in_rate_a": _of(_declares, _dealt_in),
    "riichi_deal_in_rate_b": _of(_declares, _dealt_after),
    "riichi_tsumoed_rate": _of(_declares, lambda s: s.lost_to_tsumo),
    "riichi_sideways_rate": _of(_declares, lambda s: s.is_bystander),
    "riichi_draw_rate": _of(_declares, lambda s: s.is_exhaustive),
    "riichi_balance": _of(_declares, _change),
    "riichi_income": _of(_both(_declares, _won), _income),
    "riichi_expense": _of(_both(_declares, _dealt_in), _expense),
    "avg_riichi_turn": _of(_declares, _turn),
    "first_riichi_rate": _of(_declares, lambda s: not _is_chasing(s)),
    "chasing_rate": _of(_declares, _is_chasing),
    "chasing_win_rate": _of(_is_chasing, _won),
    "chasing_deal_in_rate": _of(_is_chasing, _dealt_in),
    "chasing_income": _of(_both(_is_chasing, _won), _income),
    "chasing_balance": _of(_is_chasing, _change),
    "chasing_good_wait_rate": _of(_is_chasing, _good),
    "chased_rate": _of(_declares, _is_chased),
    "chased_win_rate": _of(_is_chased, _won),
    "chased_deal_in_rate": _of(_is_chased, _dealt_in),
    "chased_income": _of(_both(_is_chased, _won), _income),
    "chased_balance": _of(_is_chased, _change),
    "chased_good_wait_rate": _of(_is_chased, _good),
    "ippatsu_rate": _of(_both(_declares, _won), _won_ippatsu),
    "ura_rate": _of(_both(_declares, _won), _any_ura),
    "avg_ura": _of(_both(_declares, _won), _ura),
    "riichi_good_wait_rate": _of(_declares, _good),
    "riichi_multi_wait_rate": _of(_known(_wait_kinds), lambda s: len(_waits(s) or ()) >= 2),
    "riichi_good_shape_rate": _of(_declares, _good_shape),
    "good_riichi_win_rate": _of(_is_good, _won),
    "bad_riichi_win_rate": _of(_without(_good), _won),
    "good_riichi_deal_in_rate": _of(_is_good, _dealt_in),
    "bad_riichi_deal_in_rate": _of(_without(_good), _dealt_in),
    "good_riichi_income": _of(_both(_is_good, _won), _income),
    "bad_riichi_income": _of(_both(_without(_good), _won), _income),
    "good_riichi_balance": _of(_is_good, _change),
    "bad_riichi_balance": _of(_without(_good), _change),
    "riichi_wait_kinds": _of(_declares, _wait_kinds),
    "riichi_wait_tiles_unseen": _of(_declares, _wait_tiles),
    "furiten_riichi_rate": _of(_declares, _is_furiten),
    "furiten_riichi_win_rate": _of(_is_furiten_riichi, _won),
    "furiten_riichi_deal_in_rate": _of(_is_furiten_riichi, _dealt_in),
    "furiten_riichi_income": _of(_both(_is_furiten_riichi, _won), _income),
    "furiten_riichi_good_wait_rate": _of(_is_furiten_riichi, _good),
    "furiten_riichi_balance": _of(_is_furiten_riichi, _change),
    "avg_riichi_dora": _of(_declares, lambda s: s.riichi and s.riichi["dora"]),
    "riichi_dora_2_rate": _of(_declares, _dora(2)),
    "riichi_dora_3_rate": _of(_declares, _dora(3)),
    "riichi_tanyao_rate": _of(_declares, _sure("tanyao")),
    "riichi_pinfu_rate": _of(_declares, _sure("pinfu")),
    "double_riichi_share": _of(_declares, _is_double),
    "double_riichi_win_rate": _of(_is_double, _won),
    "double_riichi_good_wait_rate": _of(_is_double, _good),
    "double_riichi_income": _of(_both(_is_double, _won), _income),
    "riichi_ankan_rate": _of(_declares, _kan_after),
    "chasing_expense": _of(_both(_is_chasing, _dealt_in), _expense),
    "chased_expense": _of(_both(_is_chased, _dealt_in), _expense),
    "good_riichi_expense": _of(_both(_is_good, _dealt_in), _expense),
    "bad_riichi_expense": _of(_both(_without(_good), _dealt_in), _expense),
    "furiten_riichi_expense": _of(_both(_is_furiten_riichi, _dealt_in), _expense),
    "furiten_good_riichi_win_rate": _of(_is_good_furiten, _won),
    "furiten_good_riichi_deal_in_rate": _of(_is_good_furiten, _dealt_in),
    "furiten_bad_riichi_win_rate": _of(_is_bad_furiten, _won),
    "furiten_bad_riichi_deal_in_rate": _of(_is_bad_furiten, _dealt_in),
    "pre_empted_rate": lambda s: [_is_pre_empted(s)],
    "pre_empted_win_rate": _of(_is_pre_empted, _won),
    "pre_empted_deal_in_rate": _of(_is_pre_empted, _dealt_in),
    "pre_empted_tsumoed_rate": _of(_is_pre_empted, lambda s: s.lost_to_tsumo),
    "pre_empted_sideways_rate": _of(_is_pre_empted, lambda s: s.is_bystander),
    "pre_empted_draw_rate": _of(_is_pre_empted, _is_draw),
    "pre_empted_balance": _of(_is_pre_empted, _change),
    "pre_empted_win_balance": _of(_both(_is_pre_empted, _won), _change),
    "pre_empted_deal_in_balance": _of(_both(_is_pre_empted, _dealt_in), _change),
    "pre_empted_tsumoed_balance": _of(_both(_is_pre_empted, lambda s: s.lost_to_tsumo), _change),
    "pre_empted_sideways_balance": _of(_both(_is_pre_empted, lambda s: s.is_bystander), _change),
    "pre_empted_draw_balance": _of(_both(_is_pre_empted, _is_draw), _change),
}
"""Section riichi."""

RIICHI_PROFILES: dict[str, Counts] = {
    "amae": {"avg_riichi_turn": _of(_declares, _table_turn)},
    "mortal": {
        "riichi_deal_in_rate_a": _of(_declares, _events),
        "riichi_balance": _of(_declares, lambda s: s.own_points),
        "avg_riichi_turn": _of(_declares, lambda s: _turn(s) - 1),
        "chased_rate": _of(_declares, lambda s: len(_chasers(s))),
    },
    "mpa": {
        "riichi_deal_in_rate_a": _of(_declares, _events),
        "chasing_deal_in_rate": _of(_is_chasing, _events),
        "chasing_income": _of(_both(_is_chasing, _won), _receipts),
        "chasing_good_wait_rate": _of(_is_chasing, _own_good),
        "chased_rate": _of(_declares, lambda s: len(_chasers(s))),
        "riichi_balance": _of(_declares, _undrawn),
        "chasing_balance": _of(_is_chasing, _undrawn),
        "chased_win_rate": _once_for_chasers(_won),
        "chased_deal_in_rate": _once_for_chasers(_events),
        "chased_income": _of(_both(_is_chased, _won), _receipts),
        "chased_balance": _once_for_chasers(_undrawn, other=-1000),
        "chased_good_wait_rate": _by_chasers(_own_good),
        "riichi_good_wait_rate": _of(_declares, _own_good),
        "good_riichi_win_rate": _of(_is_own_good, _won),
        "bad_riichi_win_rate": _of(_without(_own_good), _won),
        "good_riichi_deal_in_rate": _of(_is_own_good, _events),
        "bad_riichi_deal_in_rate": _of(_without(_own_good), _events),
        "good_riichi_income": _of(_both(_is_own_good, _won), _receipts),
        "bad_riichi_income": _of(_both(_without(_own_good), _won), _receipts),
        "good_riichi_balance": _of(_is_own_good, _undrawn),
        "bad_riichi_balance": _of(_without(_own_good), _undrawn),
        "furiten_riichi_income": _of(_both(_is_furiten_riichi, _won), _receipts),
        "furiten_riichi_deal_in_rate": _of(_is_furiten_riichi, _events),
        "furiten_riichi_good_wait_rate": _of(_is_furiten_riichi, _own_good),
        "furiten_good_riichi_win_rate": _of(_is_own_good_furiten, _won),
        "furiten_good_riichi_deal_in_rate": _of(_is_own_good_furiten, _events),
        "furiten_bad_riichi_win_rate": _of(_is_own_bad_furiten, _won),
        "furiten_bad_riichi_deal_in_rate": _of(_is_own_bad_furiten, _events),
        "double_riichi_good_wait_rate": _of(_is_double, _own_good),
        "double_riichi_income": _of(_both(_is_double, _won), _receipts),
        "riichi_income": _of(_both(_declares, _won), _receipts),
        "riichi_expense": _each_cost(_declares),
        "chasing_expense": _each_cost(_is_chasing),
        "chased_expense": _each_cost(_is_chased),
        "good_riichi_expense": _each_cost(_is_own_good),
        "bad_riichi_expense": _each_cost(_without(_own_good)),
        "furiten_riichi_expense": _each_cost(_is_furiten_riichi),
    },
    "kobalab": {
        "double_riichi_good_wait_rate": _of(_is_double, _own_six),
        "double_riichi_income": _of(_both(_is_double, _won), lambda s: points(s.wins[0])),
    },
}
