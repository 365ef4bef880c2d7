from __future__ import annotations

import json

import pytest

from mjlog.formats.mjx.walls import canonical
from tests.unit.formats.mjai_snippets import only
from tests.unit.formats.mjx_snippets import (
    HANDS,
    chi,
    discard,
    draw,
    end,
    event,
    events_of,
    kan,
    observation,
    pon,
    read,
    reasons,
    ron,
    state,
    tsumogiri,
    won,
)


def test_a_round_is_read_with_its_header_hands_and_scores():
    tables = read(ron(round=6, honba=2, score={"riichi": 1, "tens": [30000, 20000, 24000, 25000]}))
    row = only(tables.rounds)
    assert reasons(tables) == []
    assert {k: row[k] for k in ("round_wind", "round_number", "dealer_seat", "honba", "riichi_sticks")} == {
        "round_wind": 1,
        "round_number": 3,
        "dealer_seat": 2,
        "honba": 2,
        "riichi_sticks": 1,
    }
    assert row["start_scores"] == [30000, 20000, 24000, 25000]
    assert row["log_end_scores"] == [24000, 26000, 25000, 25000]
    assert row["hand_1"] == ["4m"] * 3 + ["5mr"] + ["5m"] * 3 + ["6m"] * 4 + ["7m"] * 2
    assert (row["outcome"], row["dora_indicators"], row["ura_indicators"]) == ("ron", ["5p"], [])
    assert tables.game_players["name"].to_pylist() == ["A", "B", "C", "D"]


def test_draws_are_told_by_the_histories_of_their_seats():
    tables = read(
        state(
            draw(0),
            discard(0, 0),
            draw(1),
            tsumogiri(1, 88),
            draw(2),
            event("RIICHI", 2),
            discard(2, 26),
            event("RIICHI_SCORE_CHANGE", 2),
            draw(3),
            draws={0: [72], 1: [88], 2: [132], 3: [134]},
        )
    )
    assert events_of(tables) == [
        "draw 0 1s",
        "discard 0 1m",
        "draw 1 5sr",
        "discard 1 5sr^",
        "draw 2 C",
        "riichi 2",
        "discard 2 7m",
        "riichi_accepted 2",
        "draw 3 C",
    ]
    assert only(tables.rounds)["outcome"] is None


def test_calls_are_read_with_whom_they_are_from():
    tables = read(
        state(
            draw(0),
            tsumogiri(0, 24),
            event("CHI", 1, open=chi(3, 2, (2, 1, 1))),  # 4m 5m and the called 6m
            discard(1, 13),
            draw(2),
            discard(2, 50),
            event("PON", 3, open=pon(12, 2, 3, 3)),  # 4p 48 49 50
            discard(3, 39),
            draw(0),
            event("CLOSED_KAN", 0, open=kan(0)),
            event("NEW_DORA", tile=100),
            draw(0),
            tsumogiri(0, 120),
            draw(1),
            discard(1, 17),
            draw(2),
            discard(2, 27),
            draw(3),
            event("ADDED_KAN", 3, open=pon(12, 2, 3, 3, is_kan=True)),
            draw(3),
            event("NEW_DORA", tile=101),
            tsumogiri(3, 124),
            draws={0: [24, 72, 120], 1: [76], 2: [80, 84], 3: [51, 124]},
            public={"doraIndicators": [53, 100, 101]},
        )
    )
    assert reasons(tables) == []
    told = events_of(tables)
    assert [t for t in told if t.split()[0] not in ("draw", "discard")] == [
        "chi 10 6m 4m 5m",
        "pon 32 4p 4p 4p",
        "ankan 0 1m 1m 1m 1m 1m",
        "dora  8s",
        "kakan 32 4p 4p",
        "dora  8s",
    ]
    assert only(tables.rounds)["dora_indicators"] == ["5p", "8s", "8s"]


def test_a_kan_of_a_discard_takes_three_tiles():
    told = events_of(
        read(
            state(
                draw(0),
                tsumogiri(0, 16),
                event("OPEN_KAN", 1, open=kan(16, 3)),
                draws={0: [16]},
                hands=[HANDS[0], [13, 14, 15, *range(17, 27)], *HANDS[2:]],
            )
        )
    )
    assert told[-1] == "daiminkan 10 5mr 5m 5m 5m"


def test_a_ron_is_read():
    tables = read(ron())
    row = only(tables.wins)
    assert events_of(tables)[-1] == "win 10 1s"
    assert (row["seat"], row["from_seat"], row["tile"]) == (1, 0, "1s")
    assert row["log_hand"][-1] == "1s"
    assert (row["log_han"], row["log_fu"], row["log_points"]) == (2, 30, 2000)
    assert (row["log_yaku"], row["log_yaku_han"]) == (["tanyao", "dora"], [1, 1])
    assert row["log_deltas"] == [-2000, 2000, 0, 0]


def test_a_tsumo_is_read_with_the_ura_dora_that_it_shows_and_without_those_of_no_han():
    win = won(0, 0, 72, yakus=[0, 1, 53], fans=[1, 1, 0], uraDoraIndicators=[88])
    tables = read(state(draw(0), event("TSUMO", 0, tile=72), draws={0: [72]}, end=end(win)))
    assert only(tables.rounds)["outcome"] == "tsumo"
    assert only(tables.rounds)["ura_indicators"] == ["5sr"]
    assert only(tables.wins)["log_yaku"] == ["menzen_tsumo", "riichi"]


def test_a_yakuman_has_neither_han_nor_fu():
    win = won(1, 0, 72, yakumans=[39, 49])
    win = {k: v for k, v in win.items() if k not in ("yakus", "fans", "fu")}
    row = only(read(ron(end=end(win))).wins)
    assert (row["log_han"], row["log_fu"]) == (None, None)
    assert (row["log_yaku"], row["log_yaku_han"]) == (["daisangen", "daisuushii"], [13, 13])


def test_two_rons_on_one_tile_are_two_wins():
    tables = read(
        state(
            draw(0),
            tsumogiri(0, 72),
            event("RON", 1, tile=72),
            event("RON", 2, tile=72),
            draws={0: [72]},
            end=end(won(1, 0, 72), won(2, 0, 72)),
        )
    )
    assert [(w["seat"], w["win_index"]) for w in tables.wins.to_pylist()] == [(1, 0), (2, 1)]
    assert events_of(tables)[-2:] == ["win 10 1s", "win 20 1s"]


def test_a_robbed_kan_is_won_on_its_seat():
    tables = read(
        state(
            draw(0),
            tsumogiri(0, 50),
            event("PON", 3, open=pon(12, 2, 3, 1)),
            discard(3, 39),
            draw(0),
            tsumogiri(0, 72),
            draw(1),
            tsumogiri(1, 73),
            draw(2),
            tsumogiri(2, 74),
            draw(3),
            event("ADDED_KAN", 3, open=pon(12, 2, 3, 1, is_kan=True)),
            event("RON", 0, tile=51),
            draws={0: [50, 72], 1: [73], 2: [74], 3: [51]},
            end=end(won(0, 3, 51)),
        )
    )
    assert reasons(tables) == []
    assert events_of(tables)[-1] == "win 03 4p"


@pytest.mark.parametrize(
    ("word", "outcome", "kind", "tenpai"),
    [
        ("EXHAUSTIVE_DRAW_NORMAL", "exhaustive_draw", "exhaustive", [True, False, True, False]),
        ("EXHAUSTIVE_DRAW_NAGASHI_MANGAN", "exhaustive_draw", "nagashi_mangan", [True, False, True, False]),
        ("ABORTIVE_DRAW_NINE_TERMINALS", "abortive_draw", "kyuushu_kyuuhai", None),
        ("ABORTIVE_DRAW_FOUR_RIICHIS", "abortive_draw", "suucha_riichi", None),
        ("ABORTIVE_DRAW_THREE_RONS", "abortive_draw", "sanchahou", None),
        ("ABORTIVE_DRAW_FOUR_KANS", "abortive_draw", "suukaikan", None),
        ("ABORTIVE_DRAW_FOUR_WINDS", "abortive_draw", "suufon_renda", None),
    ],
)
def test_draws_are_read(word, outcome, kind, tenpai):
    none = {"tenpais": [{"hand": {}}, {"who": 2, "hand": {}}], "tenChanges": [1500, -1500, 1500, -1500]}
    tables = read(state(draw(0), event(word), draws={0: [72]}, end=end(noWinner=none)))
    row = only(tables.draws)
    assert reasons(tables) == []
    assert only(tables.rounds)["outcome"] == outcome == events_of(tables)[-1]
    assert (row["log_type"], row["log_tenpai"], row["log_deltas"]) == (
        kind,
        tenpai,
        [1500, -1500, 1500, -1500],
    )


def test_a_draw_without_what_it_paid_leaves_it_unsaid():
    row = only(read(state(draw(0), event("EXHAUSTIVE_DRAW_NORMAL"), draws={0: [72]}, end=end())).draws)
    assert (row["log_type"], row["log_tenpai"], row["log_deltas"]) == ("exhaustive", None, None)


def test_an_end_without_a_result_is_told_as_far_as_events_say_it():
    tables = read(state(draw(0), tsumogiri(0, 72), event("RON", 1, tile=72), draws={0: [72]}))
    row = only(tables.wins)
    assert (row["seat"], row["from_seat"], row["tile"], row["log_yaku"]) == (1, 0, "1s", None)
    assert only(tables.rounds)["ura_indicators"] is None
    drawn = read(state(draw(0), event("ABORTIVE_DRAW_FOUR_WINDS"), draws={0: [72]}))
    assert only(drawn.draws)["log_type"] == "suufon_renda"


# --- walls ------------------------------------------------------------------------------------


def test_the_dead_wall_is_put_in_the_order_of_the_tables():
    wall = canonical(range(136))
    assert wall is not None
    assert sorted(wall) == list(range(136))
    assert wall[:122] == list(range(122))
    assert wall[:-11:-1] == [130, 131, 128, 129, 126, 127, 124, 125, 122, 123]
    assert wall[-11:-15:-1] == [134, 135, 132, 133]


def test_a_wall_is_told_in_tiles():
    wall = only(read(state(wall=list(range(136)))).rounds)["wall"]
    assert (wall[:5], wall[16], wall[-1]) == (["1m"] * 4 + ["2m"], "5mr", "F")


@pytest.mark.parametrize("wall", [list(range(135)), [0, *range(135)]])
def test_what_is_no_wall_is_left_out_and_told(wall):
    tables = read(ron(wall=wall))
    assert only(tables.rounds)["wall"] is None
    assert tables.wins.num_rows == 1
    assert reasons(tables) == [
        f"East 1, honba 0: the wall of {len(wall)} tiles is not one of 136 different ones; it is left out"
    ]


# --- views ------------------------------------------------------------------------------------


def test_an_observation_hides_the_other_hands_and_draws():
    whole = state(draw(0), tsumogiri(0, 72), draw(1), discard(1, 13), draws={0: [72], 1: [88]})
    tables = read(observation(1, whole))
    row = only(tables.rounds)
    assert events_of(tables) == ["draw 0 ?", "discard 0 1s^", "draw 1 5sr", "discard 1 4m"]
    assert row["hand_0"] == row["hand_2"] == row["hand_3"] == ["?"] * 13
    assert row["hand_1"][0] == "4m"
    assert row["wall"] is None


def test_of_the_observations_of_a_round_the_longest_counts():
    events = [draw(0), tsumogiri(0, 72), draw(1), discard(1, 13)]
    views = [observation(0, state(*events[:n], draws={0: [72][: n and 1]})) for n in (0, 1, 4, 2)]
    tables = read(*views, observation(0, ron(round=1, draws={1: [72]})))
    assert reasons(tables) == []
    assert tables.rounds["round_index"].to_pylist() == [0, 1]
    assert tables.games.num_rows == 1
    assert events_of(tables)[:5] == ["draw 0 1s", "discard 0 1s^", "draw 1 ?", "discard 1 4m", "draw 1 ?"]


def test_hands_that_a_draw_shows_to_a_viewer_are_kept():
    none = {
        "tenpais": [{"who": 2, "hand": {"closedTiles": [0, 16]}}],
        "tenChanges": [-1000, -1000, 3000, -1000],
    }
    whole = state(draw(0), event("EXHAUSTIVE_DRAW_NORMAL"), draws={0: [72]}, end=end(noWinner=none))
    kept = only(read(observation(0, whole)).extras)
    assert (kept["action"], kept["round_index"]) == ("ryukyoku", 0)
    assert json.loads(kept["fields"]) == {"tehais": [[], [], ["1m", "5mr"], []]}
    assert read(whole).extras.num_rows == 0
