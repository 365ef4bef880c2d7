"""Riichi, melds and wins with their players, on rounds that are worked out by hand."""

from __future__ import annotations

from tests.unit.stats.play import played, warehouse_of

A, B, C, D = range(4)


def test_the_width_of_a_wait_is_counted_with_and_without_the_table() -> None:
    """4m and 7m with one 7m on the table; a hidden hand has no width; two kinds, one an honour."""
    warehouse = warehouse_of(
        played(
            "ron",
            riichis={
                A: {"riichi_order": 1, "waits": [("4m", 3, 0), ("7m", 2, 1)]},
                B: {"riichi_order": 2},
                C: {"riichi_order": 3, "waits": [("N", 1, 1), ("2p", 2, 0)]},
            },
        )
    )
    rows = warehouse.query("select * from player_riichis order by seat").to_pylist()
    assert [
        (r["player"], r["wait_kinds"], r["wait_tiles"], r["own_wait_tiles"], r["has_honour_wait"])
        for r in rows
    ] == [("A", 2, 5, 6, False), ("B", None, None, None, None), ("C", 2, 3, 4, True)]


def test_the_only_caller_is_told_until_another_calls() -> None:
    kinds = [(A, 1), (A, None), (A, 2), (B, 1), (A, 3), (B, 2)]
    warehouse = warehouse_of(
        played("ron", melds=[{"seat": seat, "open_meld": number} for seat, number in kinds]),
        played("ron", melds=[{"seat": C, "open_meld": 1}]),
    )
    rows = warehouse.query("select * from player_melds order by round_index, seq").to_pylist()
    assert [r["is_only_caller"] for r in rows] == [True, None, True, False, False, False, True]
    assert rows[-1]["player"] == "C"


def test_what_the_log_says_of_a_win_goes_before_the_rules() -> None:
    """Logged and recomputed, recomputed only, and neither; the rules tell tiles set aside from dora."""
    logged = {"log_points": 7700, "log_han": 4, "log_yaku": ["riichi", "dora"], "log_yaku_han": [1, 3],
              "calc_points": 8000, "calc_han": 5, "calc_yaku": ["ippatsu", "dora", "aka_dora", "kita"],
              "calc_yaku_han": [1, 1, 1, 2]}  # fmt: skip
    computed = {
        "calc_points": 2000, "calc_han": 2, "calc_yaku": ["tanyao", "kita"], "calc_yaku_han": [1, 3]
    }  # fmt: skip
    warehouse = warehouse_of(
        played(
            "ron",
            {A: {"win_state": "riichi", "win_turn": 9}, B: {"win_state": "open"}},
            wins=[
                {"seat": A, "from_seat": D, **logged},
                {"seat": B, "from_seat": D, **computed},
                {"seat": C, "from_seat": C},
            ],
        )
    )
    rows = warehouse.query("select * from player_wins order by win_index").to_pylist()
    columns = ("player", "from_player", "is_tsumo", "points", "han", "dora", "aka", "ura", "kita", "state")
    assert [tuple(row[name] for name in columns) for row in rows] == [
        ("A", "D", False, 7700, 4, 1, 1, 0, 2, "riichi"),
        ("B", "D", False, 2000, 2, 0, 0, 0, 3, "open"),
        ("C", "C", True, None, None, None, None, None, None, None),
    ]
    assert [row["yaku"] for row in rows] == [["riichi", "dora"], ["tanyao", "kita"], None]
    assert (rows[0]["turn"], rows[0]["is_dealer"], rows[1]["is_dealer"]) == (9, True, False)
