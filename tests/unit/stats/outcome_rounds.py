"""Rounds whose outcomes and values are worked out by hand in the tests."""

from __future__ import annotations

from typing import Any

from tests.unit.stats.play import played

A, B, C, D = range(4)
OTHER: dict[str, Any] = {"is_dealer": False}
"""A does not deal."""


def won(state: str, points: int, turn: int, **more: Any) -> dict[str, Any]:
    """A winner, of whom only what statistics of the payer need is known."""
    return {"is_win": True, "win_state": state, "win_points": points, "win_turn": turn, **more}


ROUNDS = [
    # 0: A deals, and wins by tsumo in riichi: 12000, 300 of honba, the stick of another and the own.
    played(
        "tsumo",
        {A: won("riichi", 12000, 8, is_tsumo=True, win_table_turn=8.5, win_delta=14300, riichi_delta=-1000,
                score_delta=13300)},
        wins=[{"seat": A, "from_seat": A, "log_limit": "mangan", "log_yaku_han": [1, 1, 2, 1],
               "log_yaku": ["riichi", "menzen_tsumo", "dora", "ura_dora"]}],
    ),
    # 1: with an open hand on C's tile: 3200 and a stick; the log counts a bonus tile as dora.
    played(
        "ron",
        {A: {**OTHER, **won("open", 3200, 10, win_table_turn=10.25, win_delta=4200, score_delta=4200)}},
        wins=[{"seat": A, "from_seat": C, "log_limit": "none", "log_yaku": ["yakuhai_haku", "dora"],
               "log_yaku_han": [1, 2], "calc_yaku": ["yakuhai_haku", "dora", "kita"],
               "calc_yaku_han": [1, 1, 1]}],
    ),
    # 2: a yakuman without riichi on D's tile; nobody knows what was paid.
    played(
        "ron",
        {A: {**OTHER, **won("dama", 32000, 12, win_table_turn=12.5)}},
        wins=[{"seat": A, "from_seat": D, "log_limit": "yakuman", "log_yaku": ["kokushi_musou"],
               "log_yaku_han": [13]}],
    ),
    # 3: thirteen han by tsumo with an open hand, no yakuman among them.
    played(
        "tsumo",
        {A: {**OTHER, **won("open", 32000, 15, is_tsumo=True, win_table_turn=14.5, win_delta=32000,
                            score_delta=32000)}},
        wins=[{"seat": A, "from_seat": A, "calc_limit": "yakuman", "log_yaku_han": [5, 7, 1],
               "log_yaku": ["chinitsu", "dora", "aka_dora"]}],
    ),
    # 4: the dealer in riichi and C with an open hand win on A's tile; honba for the dealer.
    played(
        "ron",
        {A: {**OTHER, "is_deal_in": True, "deal_ins": 2, "is_deal_in_to_dealer": True, "deal_in_turn": 9,
             "discards": 9, "deal_in_points": 14000, "deal_in_delta": -14300, "score_delta": -14300},
         B: won("riichi", 12000, 8, is_dealer=True), C: won("open", 2000, 9)},
        wins=[{"seat": B, "from_seat": A, "log_deltas": [-12300, 13300, 0, 0]},
              {"seat": C, "from_seat": A, "log_deltas": [-2000, 0, 2000, 0]}],
    ),
    # 5: A deals, and deals in to a closed hand by a tile added to a pon, after four discards.
    played(
        "ron",
        {A: {"is_deal_in": True, "deal_ins": 1, "deal_in_turn": 5, "discards": 4, "deal_in_points": 8000,
             "deal_in_delta": -8000, "score_delta": -8000}, D: won("dama", 8000, 5)},
        wins=[{"seat": D, "from_seat": A, "calc_deltas": [-8000, 0, 0, 8000]}],
    ),
    # 6 to 8: lost to a tsumo: of mangan as dealer, small as another and as dealer.
    played(
        "tsumo",
        {A: {"is_tsumo_loss": True, "tsumo_loss_delta": -4000, "score_delta": -4000}},
        wins=[{"seat": B, "from_seat": B, "calc_limit": "mangan"}],
    ),
    played(
        "tsumo",
        {A: {**OTHER, "is_tsumo_loss": True, "tsumo_loss_delta": -300, "score_delta": -300}},
        wins=[{"seat": C, "from_seat": C, "log_limit": "none"}],
    ),
    played(
        "tsumo",
        {A: {"is_tsumo_loss": True, "tsumo_loss_delta": -1000, "score_delta": -1000}},
        wins=[{"seat": C, "from_seat": C, "log_limit": "none"}],
    ),
    # 9: A deals, and B wins on D's tile; A's stick goes.
    played("ron", {A: {"riichi_delta": -1000, "score_delta": -1000}}, wins=[{"seat": B, "from_seat": D}]),
    # 10 to 12: tenpai with a yaku as dealer, tenpai without one, noten.
    played(
        "exhaustive_draw",
        {A: {"draw_type": "exhaustive", "is_tenpai_at_draw": True, "has_yaku_at_draw": True,
             "draw_delta": 1500, "riichi_delta": -1000, "score_delta": 500}},
    ),
    played(
        "exhaustive_draw",
        {A: {**OTHER, "is_tenpai_at_draw": True, "has_yaku_at_draw": False, "draw_delta": 3000,
             "score_delta": 3000}},
    ),
    played(
        "exhaustive_draw",
        {A: {**OTHER, "is_tenpai_at_draw": False, "draw_delta": -1000, "score_delta": -1000}},
    ),
    # 13 and 14: nagashi mangan of another, and of A.
    played(
        "exhaustive_draw",
        {A: {**OTHER, "draw_type": "nagashi_mangan", "is_tenpai_at_draw": False, "draw_delta": -2000,
             "score_delta": -2000}},
    ),
    played(
        "exhaustive_draw",
        {A: {**OTHER, "draw_type": "nagashi_mangan", "is_nagashi_mangan": True, "is_tenpai_at_draw": False,
             "draw_delta": 8000, "score_delta": 8000}},
    ),
    # 15: a draw of which nothing is known.
    played("exhaustive_draw", {A: OTHER}),
    # 16 to 20: abortive draws.
    *(
        played("abortive_draw", {A: {**OTHER, "draw_type": kind, "score_delta": 0}})
        for kind in ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou")
    ),
    # 21: chombo of A.
    played(
        "chombo",
        {A: {**OTHER, "draw_type": "chombo", "is_chombo": True, "draw_delta": -8000, "score_delta": -8000}},
    ),
    # 22: A is liable for B's yakuman by tsumo.
    played(
        "tsumo",
        {A: {**OTHER, "is_tsumo_loss": True, "is_pao": True, "tsumo_loss_delta": 0, "pao_delta": -32000,
             "score_delta": -32000}},
        wins=[{"seat": B, "from_seat": B, "log_limit": "yakuman"}],
    ),
    # 23: the log stops.
    played(None, {A: OTHER}),
]  # fmt: skip
