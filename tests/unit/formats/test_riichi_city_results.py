"""How rounds and games of Riichi City records end."""

from __future__ import annotations

import json

import pytest

from tests.unit.formats.riichi_city_snippets import (
    USERS,
    Hand,
    kinds,
    log,
    numbers,
    played,
    read,
    reasons,
    tenpai,
    win,
)

RON_HAND = "2p 3p 4p 5p 6p 7p 1s 1s 2s 3s 4s 5s 6s"


def first(table):
    (row,) = table.to_pylist()
    return row


def profits(rows: list[tuple[int, int]], **data) -> list[dict]:
    """`user_profit` of points and sticks by place."""
    return [
        {"user_id": USERS[p], "point_profit": points, "li_zhi_profit": sticks, "is_bao_pai": False, **data}
        for p, (points, sticks) in enumerate(rows)
    ]


def test_ron():
    hand = Hand(li_zhi_bang_num=1).discard(1, "7s").act(7, 2, "7s", hand_cards=numbers(RON_HAND))
    info = win(2, {0: 1, 14: 1, 49: 1, 51: 0}, RON_HAND, all_point=3900, li_bao_card=numbers("1p"))
    paid = profits([(0, 0), (-3900, 0), (4900, 1000)], user_point=30000)
    tables = played(hand.end(0, None, [info], user_profit=paid))
    row = first(tables.wins)
    assert (row["seat"], row["from_seat"], row["tile"]) == (2, 1, "7s")
    assert row["log_hand"] == [*(t for t in RON_HAND.split()), "7s"]
    assert (row["log_han"], row["log_fu"], row["log_points"]) == (3, 30, 3900)
    assert (row["log_yaku"], row["log_yaku_han"]) == (["riichi", "tanyao", "aka_dora"], [1, 1, 1])
    assert (row["log_deltas"], row["log_riichi_sticks"]) == ([0, -3900, 4900], 1)
    dealt = first(tables.rounds)
    assert (dealt["outcome"], dealt["ura_indicators"]) == ("ron", ["1p"])
    assert dealt["log_end_scores"] == [30000] * 3
    assert tables.events.to_pylist()[-1]["target_seat"] == 1


def test_tsumo():
    hand = (
        Hand()
        .act(10, 0, "2s")
        .end(1, [4000, -2000, -2000], [win(0, {31: 13}, "1p 1p 1p 2p 2p", all_fang_num=13)])
    )
    tables = played(hand)
    row = first(tables.wins)
    assert (row["seat"], row["from_seat"], row["log_hand"]) == (0, 0, ["1p", "1p", "1p", "2p", "2p"])
    assert (row["log_yaku"], row["log_yaku_han"], row["log_han"]) == (["tenhou"], [13], 13)
    assert first(tables.rounds)["outcome"] == "tsumo"
    assert first(tables.rounds)["ura_indicators"] == []


def test_the_own_stick_is_among_those_won():
    hand = (
        Hand()
        .discard(0, "1s", is_li_zhi=True)
        .add(8, {"user_id": USERS[0]}, 0)
        .turn(1, "4p")
        .discard(1, "4p")
    )
    hand.act(7, 0, "4p").end(
        0, None, [win(0, {0: 1})], user_profit=profits([(3000, 1000), (-1000, 0), (0, 0)])
    )
    assert first(played(hand).wins)["log_riichi_sticks"] == 2


def test_two_winners_are_paid_by_the_discarder():
    hand = Hand(4).discard(0, "7s").act(7, 1, "7s").act(7, 3, "7s")
    paid = profits([(-9300, -1000), (4300, 2000), (0, 0), (7000, 0)])
    hand.end(0, None, [win(3, {0: 1}), win(1, {14: 1})], user_profit=paid)
    rows = played(hand).wins.to_pylist()
    assert [(w["seat"], w["log_deltas"], w["log_riichi_sticks"]) for w in rows] == [
        (1, [-2300, 4300, 0, 0], 2),
        (3, [-7000, 0, 0, 7000], 0),
    ]


def test_who_is_liable():
    paid = profits([(48000, 0), (-48000, 0), (0, 0)])
    paid[1]["is_bao_pai"] = True
    row = first(played(Hand().act(10, 0, "2s").end(1, None, [win(0, {45: 13})], user_profit=paid)).wins)
    assert row["log_pao_seat"] == 1


def test_with_a_liable_player_several_wins_have_no_payments_of_their_own():
    paid = profits([(-9000, 0), (4000, 0), (-1000, 0), (6000, 0)], is_bao_pai=True)
    hand = Hand(4).discard(0, "7s").act(7, 1, "7s").act(7, 3, "7s")
    rows = played(hand.end(0, None, [win(1, {14: 1}), win(3, {0: 1})], user_profit=paid)).wins.to_pylist()
    assert [w["log_deltas"] for w in rows] == [None, None]


def test_a_robbed_kan_is_won_from_who_declares_it():
    hand = (
        Hand()
        .discard(0, "1z")
        .act(5, 1, "1z", "1z 1z")
        .turn(1)
        .discard(1, "2s")
        .turn(2, "1z")
        .act(9, 2, "1z")
    )
    hand.act(7, 0, "1z").end(0, [1000, 0, -1000], [win(0, {6: 1})])
    assert first(played(hand).wins)["from_seat"] == 2


def test_open_riichi_counts_as_riichi_and_one_more():
    for fangs, expected in (({52: 2}, [1, 1]), ({53: 3}, [2, 1])):
        row = first(played(Hand().act(10, 0, "2s").end(1, [2, -1, -1], [win(0, fangs)]), gamePlay=1003).wins)
        assert (row["log_yaku"][1], row["log_yaku_han"]) == ("open_riichi", expected)


@pytest.mark.parametrize("fang", [47, 56, 57, -1])
def test_yaku_without_a_name_are_kept_and_unknown_ones_told(fang):
    tables = read(log(Hand().act(10, 0, "2s").end(1, [2, -1, -1], [win(0, {fang: 2, 1: 1})])))
    told = f"East 1, honba 0 (round 1 of the log): unknown yaku {fang} of seat 0"
    assert reasons(tables) == ([] if fang in (47, 56) else [told])
    assert first(tables.wins)["log_yaku"] is None
    assert first(tables.games)["house_options"] == ["local_yaku"]
    kept = {e["action"]: json.loads(e["fields"]) for e in tables.extras.to_pylist()}
    assert kept["hora"]["fang_info"] == {str(fang): 2, "1": 1}


def test_base_points_and_chips_are_kept():
    tables = played(Hand().act(10, 0, "2s").end(1, [2, -1, -1], [win(0, {1: 1}, luck_score=4)]))
    kept = {e["action"]: json.loads(e["fields"]) for e in tables.extras.to_pylist()}
    assert kept["end_kyoku"] == {"win_info": [{"user_id": USERS[0], "bash_points": 240, "luck_score": 4}]}


def test_exhaustive_draw():
    tables = played(Hand().discard(0, "1s").end(7, [1000, -2000, 1000], [tenpai(0), tenpai(2)]))
    row = first(tables.draws)
    assert (row["log_type"], row["log_tenpai"], row["log_deltas"]) == (
        "exhaustive", [True, False, True], [1000, -2000, 1000],
    )  # fmt: skip
    assert kinds(tables)[-1] == ("exhaustive_draw", None, None)


def test_nobody_tenpai():
    assert first(played(Hand().end(7, [0, 0, 0])).draws)["log_tenpai"] == [False] * 3


def test_nagashi_mangan():
    infos = [win(1, {30: 5}), tenpai(2)]
    row = first(played(Hand().discard(0, "1s").end(7, [-4000, 6000, -2000], infos)).draws)
    assert (row["log_type"], row["log_tenpai"]) == ("nagashi_mangan", [False, False, True])


@pytest.mark.parametrize(
    ("end_type", "expected"),
    [(2, "suufon_renda"), (3, "suukaikan"), (4, "suucha_riichi"), (5, "sanchahou"), (6, "kyuushu_kyuuhai")],
)
def test_abortive_draws(end_type, expected):
    tables = played(Hand(4).act(12, 0, "1p").end(end_type, [0] * 4))
    assert (first(tables.draws)["log_type"], first(tables.rounds)["outcome"]) == (expected, "abortive_draw")
    assert kinds(tables)[-1] == ("abortive_draw", None, None)


def test_three_rons_that_abort_are_no_wins():
    hand = Hand(4).discard(0, "7s").act(7, 1, "7s").act(7, 2, "7s").act(7, 3, "7s").end(5, [0] * 4)
    tables = played(hand)
    assert [kind for kind, _, _ in kinds(tables)] == ["draw", "discard", "abortive_draw"]


def test_a_wrong_win_is_none():
    hand = Hand().discard(0, "1s").act(7, 2, "1s").end(9, [4000, 2000, -6000])
    assert [kind for kind, _, _ in kinds(played(hand))] == ["draw", "discard", "chombo"]


@pytest.mark.parametrize("listed", [[{"user_id": USERS[2], "cheat_type": 1}], [], [5]])
def test_a_fault_ends_the_round(listed):
    hand = Hand().discard(0, "1s").end(9, [4000, 2000, -6000], cheat_info_list=listed)
    tables = played(hand)
    assert kinds(tables)[-1] == ("chombo", 2, None)
    assert (first(tables.rounds)["outcome"], first(tables.draws)["log_type"]) == ("chombo", "chombo")


@pytest.mark.parametrize("end_type", [8, 11])
def test_a_stopped_game_has_no_end_of_its_round(end_type):
    tables = played(Hand().discard(0, "1s").end(end_type).results([35000] * 3, [150, -50, -100]))
    assert first(tables.rounds)["outcome"] is None
    assert first(tables.games)["is_complete"] is False
    assert tables.game_players["log_final_points"].to_pylist() == [15.0, -5.0, -10.0]
    kept = {row["action"]: json.loads(row["fields"]) for row in tables.extras.to_pylist()}
    assert kept["end_kyoku"]["end_type"] == end_type
    assert "StageLevel" in kept["end_game"]["user_data"][0]


def test_the_end_of_the_game():
    hand = (
        Hand()
        .discard(0, "1s")
        .end(7, [0, 0, 0])
        .results([56800, 34100, 14100], [518, -59, -459], rate_value=7)
    )
    tables = played(hand)
    assert first(tables.games)["is_complete"] is True
    assert tables.game_players["log_final_score"].to_pylist() == [56800, 34100, 14100]
    assert tables.game_players["log_final_points"].to_pylist() == [51.8, -5.9, -45.9]
    assert tables.game_players["level"].to_pylist() == [None] * 3
    kept = {e["action"]: json.loads(e["fields"]) for e in tables.extras.to_pylist()}
    assert kept["end_game"]["user_data"][0] == {"user_id": USERS[0], "StageLevel": 17, "rate_value": 7}


def test_results_that_follow_from_no_rules_are_told_and_are_another_option():
    hand = Hand().discard(0, "1s").end(7, [0, 0, 0]).results([35000, 35000, 10**7], [10**7, 0, -(10**7)])
    tables = read(log(hand, gamePlay=1003))
    assert reasons(tables)[0].startswith("the results follow from no rules: ")
    assert first(tables.games)["house_options"] == ["other"]
    assert "uma" not in json.loads(first(tables.games)["rules"])


def test_a_log_without_its_last_round_is_not_complete():
    whole = Hand().discard(0, "1s").end(7, [0, 0, 0])
    assert first(played(whole).games)["is_complete"] is False
    broken = Hand().discard(0, "1s").end(99, [0, 0, 0]).results([0] * 3, [0] * 3)
    tables = read(log(whole, broken))
    assert first(tables.games)["is_complete"] is False
    assert reasons(tables) == ["East 1, honba 0 (round 2 of the log): unknown end_type 99"]


def won(end_type: int, infos, deltas=(0, 0, 0)) -> Hand:
    return Hand().act(10, 0, "2s").end(end_type, list(deltas), infos)


STRANGER = [{"user_id": 9, "point_profit": 1}]


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (won(1, [win(1, {1: 1})]), "seats [0] win, but the end names seats [1]"),
        (won(1, []), "seats [0] win, but the end names seats []"),
        (won(0, [win(0, {1: 1})]), "the end is a ron, but seat 0 wins on seat 0's tile"),
        (won(1, [win(0, {1: 1}, "1p 2p 3p")]), "a tsumo with 3 tiles in the hand"),
        (won(7, []), "seats [0] win, but the end is a draw"),
        (Hand().act(7, 0, "2s"), "seat 0 wins on nobody's tile"),
        (Hand().end(9, [0, 0, 0]), "the round ends by a fault of seats []"),
        (Hand().end(7, user_profit=STRANGER), "the end pays 9, who does not sit at the table"),
        (Hand().end(7, [0] * 3, [win(0, {}, user_id=9)]), "9, who does not sit at the table, ends the round"),
        (Hand().end(7, [0] * 3).end(7, [0] * 3), "the round ends a second time"),
    ],
)
def test_ends_that_do_not_fit_the_play_are_refused(hand, reason):
    tables = read(log(Hand().discard(0, "1s"), hand))
    assert tables.rounds.num_rows == 1
    (told,) = reasons(tables)
    assert told.startswith("East 1, honba 0 (round 2 of the log): ")
    assert reason in told
