"""How rounds end, how dealt hands are, and dealing in, counted slowly from the definitions."""

from __future__ import annotations

from collections.abc import Callable

from tests.unit.stats.recount.rows import Counts, Row, Seat, Value, first, minus, yaku


def _drawn_as(*kinds: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.round.draw_type in kinds]


def _is_multiple_ron(s: Seat) -> bool:
    payers = [w["from_seat"] for w in s.round.wins if w["from_seat"] != w["seat"]]
    return len(payers) > 1


def _deal_in_to_dealer(win: Row, s: Seat) -> bool:
    return win["seat"] == s.round.row["dealer_seat"]


def _balance_of_draw(s: Seat) -> Value:
    return None if s.tenpai is None else s.draw_points


def _noten_payment(s: Seat) -> Value:
    """What being noten cost; 0 where it cost nothing, not known where it is not known who was tenpai."""
    if not s.is_exhaustive:
        return 0
    if s.tenpai is None:
        return None
    return 0 if s.tenpai or not s.is_plain_draw else minus(s.draw_points)


def _is_mangan(win: Row) -> bool:
    return first(win["log_limit"], win["calc_limit"]) not in (None, "none")


def _tsumo_of_mangan(s: Seat) -> bool:
    return any(w["seat"] == w["from_seat"] != s.seat and _is_mangan(w) for w in s.round.wins)


def _limit_of(win: Row) -> str | None:
    return first(win["log_limit"], win["calc_limit"])


def _largest_yaku(win: Row) -> int | None:
    """Han of the largest yaku."""
    han = win["calc_yaku_han"] if win["log_yaku"] is None else win["log_yaku_han"]
    return None if han is None else max(han)


def _is_yakuman(win: Row, is_counted: bool) -> Value:
    """A win with a yakuman, or one counted as such without."""
    limit, largest = _limit_of(win), _largest_yaku(win)
    if limit is None or largest is None:
        return None
    return limit == "yakuman" and (largest < 13) == is_counted


def _earned(s: Seat) -> Value:
    """What winning brought in a round whose score change is known."""
    return None if s.change is None else s.income if s.won else 0


def _lost(s: Seat) -> Value:
    """What dealing in cost in a round whose score change is known."""
    return None if s.change is None else s.dealt_cost


def _earned_less_lost(s: Seat) -> Value:
    earned, lost = _earned(s), _lost(s)
    return None if earned is None or lost is None else earned - lost


def _paid_as_dealer(s: Seat) -> list[Value]:
    return [s.tsumo_cost] if s.is_dealer and s.lost_to_tsumo else []


OUTCOMES: Counts = {
    "win_rate": lambda s: [s.won],
    "tsumo_win_share": lambda s: [w["seat"] == w["from_seat"] for w in s.wins],
    "ron_win_share": lambda s: [w["seat"] != w["from_seat"] for w in s.wins],
    "riichi_win_share": lambda s: [s.state == "riichi" for _ in s.wins],
    "open_win_share": lambda s: [s.state == "open" for _ in s.wins],
    "dama_win_share": lambda s: [s.state == "dama" for _ in s.wins],
    "deal_in_rate": lambda s: [s.dealt_in],
    "win_minus_deal_in": lambda s: [s.won - s.dealt_in],
    "tsumoed_rate": lambda s: [s.lost_to_tsumo],
    "sideways_rate": lambda s: [s.is_bystander],
    "draw_rate": lambda s: [s.is_exhaustive],
    "abortive_rate": lambda s: [s.round.outcome == "abortive_draw"],
    "kyuushu_kyuuhai_rate": _drawn_as("kyuushu_kyuuhai"),
    "suufon_renda_rate": _drawn_as("suufon_renda"),
    "suucha_riichi_rate": _drawn_as("suucha_riichi", "sancha_riichi"),
    "suukaikan_rate": _drawn_as("suukaikan"),
    "sanchahou_rate": _drawn_as("sanchahou"),
    "chombo_rate": lambda s: [s.me["is_chombo"]],
    "draw_tenpai_rate": lambda s: [s.tenpai] if s.is_exhaustive else [],
    "keiten_share": lambda s: [
        None if s.me["has_yaku_at_draw"] is None else not s.me["has_yaku_at_draw"]
        for _ in range(s.is_exhaustive and s.tenpai is True)
    ],
    "draw_delta": lambda s: [_balance_of_draw(s)] if s.is_exhaustive else [],
    "draw_delta_tenpai": lambda s: [s.draw_points] if s.is_exhaustive and s.tenpai is True else [],
    "draw_delta_noten": lambda s: [s.draw_points] if s.is_exhaustive and s.tenpai is False else [],
    "noten_loss": lambda s: [_noten_payment(s)],
    "dealer_win_rate": lambda s: [s.won] if s.is_dealer else [],
    "win_as_dealer_share": lambda s: [s.is_dealer for _ in s.wins],
    "dealt_in_to_dealer_share": lambda s: (
        [any(_deal_in_to_dealer(w, s) for w in s.dealt)] if s.dealt_in else []
    ),
    "dealer_tsumoed_rate": lambda s: [s.lost_to_tsumo] if s.is_dealer and not s.won and s.round.wins else [],
    "dealer_tsumoed_pts": _paid_as_dealer,
    "hand_balance": lambda s: [s.change],
    "win_efficiency": lambda s: [_earned(s)],
    "deal_in_loss": lambda s: [_lost(s)],
    "net_win_efficiency": lambda s: [_earned_less_lost(s)],
    "multi_ron_rate": lambda s: [_is_multiple_ron(s)],
    "deal_in_to_several_share": lambda s: [len(s.dealt) > 1] if s.dealt_in else [],
    "nagashi_mangan_rate": lambda s: [s.me["is_nagashi_mangan"]],
    "yakuman_rate": lambda s: [_is_yakuman(w, is_counted=False) for w in s.wins],
    "kazoe_yakuman_rate": lambda s: [_is_yakuman(w, is_counted=True) for w in s.wins],
    "pao_rate": lambda s: [any(s.is_liable(w) for w in s.round.wins)],
}
"""Section outcomes."""

_EVENTS: Counts = {
    "deal_in_rate": lambda s: [len(s.dealt)],
    "win_minus_deal_in": lambda s: [s.won - len(s.dealt)],
    "dealt_in_to_dealer_share": lambda s: [_deal_in_to_dealer(w, s) for w in s.dealt],
}
OUTCOME_PROFILES: dict[str, Counts] = {
    "mortal": {
        **_EVENTS,
        "draw_rate": lambda s: [s.is_draw],
        "draw_delta": lambda s: [_balance_of_draw(s) if s.is_exhaustive else 0] if s.is_draw else [],
        "yakuman_rate": lambda s: [s.won and (s.income or 0) >= (48000 if s.is_dealer else 32000)],
    },
    "kobalab": {"draw_rate": lambda s: [s.is_draw]},
    "mpa": {
        **_EVENTS,
        "draw_rate": lambda s: [s.is_plain_draw],
        "draw_tenpai_rate": lambda s: [s.tenpai] if s.is_plain_draw else [],
        "draw_delta": lambda s: [_balance_of_draw(s)] if s.is_plain_draw else [],
        "draw_delta_tenpai": lambda s: [s.draw_points] if s.is_plain_draw and s.tenpai is True else [],
        "draw_delta_noten": lambda s: [s.draw_points] if s.is_plain_draw and s.tenpai is False else [],
    },
    "amae": {
        "dealer_tsumoed_rate": lambda s: [s.is_dealer and _tsumo_of_mangan(s)] if s.lost_to_tsumo else [],
        "dealer_tsumoed_pts": lambda s: _paid_as_dealer(s) if _tsumo_of_mangan(s) else [],
    },
}


def _dora(s: Seat) -> Value:
    return None if s.me["dealt_dora"] is None else s.me["dealt_dora"] + s.me["dealt_aka"]


def _at_least(value: Value, least: float) -> Value:
    return None if value is None else value >= least


DEALT_HANDS: Counts = {
    "start_shanten": lambda s: [s.me["dealt_shanten"]],
    "start_shanten_dealer": lambda s: [s.me["dealt_shanten"]] if s.is_dealer else [],
    "start_shanten_non_dealer": lambda s: [] if s.is_dealer else [s.me["dealt_shanten"]],
    "start_near_rate": lambda s: [None if s.me["dealt_shanten"] is None else s.me["dealt_shanten"] <= 2],
    "start_far_rate": lambda s: [_at_least(s.me["dealt_shanten"], 5)],
    "start_dora": lambda s: [s.me["dealt_dora"]],
    "start_aka": lambda s: [s.me["dealt_aka"]],
    "start_with_dora_rate": lambda s: [_at_least(_dora(s), 1)],
    "start_with_two_dora_rate": lambda s: [_at_least(_dora(s), 2)],
    "tenpai_rate": lambda s: [None if s.me["dealt_shanten"] is None else s.me["tenpai_turn"] is not None],
    "avg_tenpai_turn": lambda s: [] if s.me["dealt_shanten"] is None else [s.me["tenpai_turn"]],
}
"""Section dealt_hands."""


def _dealt_to(state: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [any(s.other(w["seat"]).state == state for w in s.dealt)] if s.dealt_in else []


def _events_to(state: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.other(w["seat"]).state == state for w in s.dealt]


def _dealt_while(state: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.state == state] if s.dealt_in else []


def _events_while(state: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [s.state == state for _ in s.dealt]


def _dealt_shanten(s: Seat) -> Value:
    """Shanten after the tile dealt in with: of the discard, or where a kan was robbed as the facts say."""
    tile = next((d for d in s.of("discards") if d["did_deal_in"]), None)
    return tile["shanten"] if tile else s.me["deal_in_shanten"]


def _has_ippatsu(win: Row) -> Value:
    names = yaku(win)
    return None if names is None else "ippatsu" in names


DEALING_IN: Counts = {
    "deal_in_while_riichi": _dealt_while("riichi"),
    "deal_in_while_open": _dealt_while("open"),
    "deal_in_closed": _dealt_while("dama"),
    "deal_in_to_riichi": _dealt_to("riichi"),
    "deal_in_to_open": _dealt_to("open"),
    "deal_in_to_dama": _dealt_to("dama"),
    "deal_in_to_ippatsu": lambda s: [_has_ippatsu(w) for w in s.dealt],
    "deal_in_shanten": lambda s: [_dealt_shanten(s)] if s.dealt_in else [],
    "deal_in_while_tenpai": lambda s: (
        [None if _dealt_shanten(s) is None else _dealt_shanten(s) == 0] if s.dealt_in else []
    ),
}
"""Section dealing_in."""

DEALING_IN_PROFILES: dict[str, Counts] = {
    "mpa": {
        "deal_in_while_riichi": _events_while("riichi"),
        "deal_in_while_open": _events_while("open"),
        "deal_in_closed": _events_while("dama"),
        "deal_in_to_riichi": _events_to("riichi"),
        "deal_in_to_open": _events_to("open"),
        "deal_in_to_dama": _events_to("dama"),
        "deal_in_shanten": lambda s: [_dealt_shanten(s) for _ in s.dealt],
    }
}


def _has(name: str) -> Callable[[Row], Value]:
    return lambda win: None if yaku(win) is None else name in (yaku(win) or ())


def _won_with(name: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [_has(name)(w) for w in s.wins]


def _dealt_into(name: str) -> Callable[[Seat], list[Value]]:
    return lambda s: [_has(name)(w) for w in s.dealt]


ORDINARY = (
    "riichi", "double_riichi", "ippatsu", "menzen_tsumo", "pinfu", "tanyao", "iipeikou", "yakuhai_haku",
    "yakuhai_hatsu", "yakuhai_chun", "yakuhai_seat_wind", "yakuhai_round_wind", "rinshan_kaihou", "chankan",
    "haitei", "houtei", "chiitoitsu", "sanshoku_doujun", "ittsuu", "chanta", "toitoi", "sanankou",
    "sankantsu", "sanshoku_doukou", "honroutou", "shousangen", "ryanpeikou", "junchan", "honitsu", "chinitsu",
)  # fmt: skip
"""Yaku that are no yakuman."""
BY_DRAW = ("riichi", "double_riichi", "ippatsu", "menzen_tsumo", "rinshan_kaihou", "haitei")
"""Not told of hands dealt into: what only a tsumo has, and what the section on dealing in tells."""
YAKU: Counts = {
    **{f"yaku_{name}_rate": _won_with(name) for name in ORDINARY},
    **{f"deal_in_yaku_{name}_rate": _dealt_into(name) for name in ORDINARY if name not in BY_DRAW},
}
"""Section yaku."""
