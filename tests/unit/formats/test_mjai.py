from __future__ import annotations

import json
from datetime import datetime

import pytest

from tests.unit.formats.mjai_snippets import (
    END_GAME,
    END_ROUND,
    HANDS,
    HIDDEN,
    START,
    act,
    deal,
    kinds,
    only,
    read,
    rejected,
    tables_of,
    text,
    turn,
)

SANMA = {"scores": [35000] * 3, "tehais": HANDS[:3]}


def test_events_are_told_in_the_words_of_the_tables():
    tables = tables_of(
        START,
        deal(),
        *turn(0, "9m"),
        act("chi", 1, "9m", target=0, consumed=["8m", "7m"]),
        act("dahai", 1, "E", tsumogiri=False),
        act("pon", 2, "E", target=1, consumed=["E", "E"]),
        act("dahai", 2, "5p"),
        act("daiminkan", 3, "5p", target=2, consumed=["5pr", "5p", "5p"]),
        act("tsumo", 3, "1m"),
        act("dora", dora_marker="2m"),
        act("ankan", 3, consumed=["5mr", "5m", "5m", "5m"]),
        act("kakan", 2, "E", consumed=["E", "E", "E"]),
        act("reach", 3),
        act("dahai", 3, "1m", tsumogiri=True),
        act("reach_accepted", 3),
        END_ROUND,
    )
    rows = [
        (e["kind"], e["seat"], e["target_seat"], e["tile"], e["consumed"], e["is_tsumogiri"])
        for e in tables.events.to_pylist()
    ]
    assert rows == [
        ("draw", 0, None, "9m", None, None),
        ("discard", 0, None, "9m", None, True),
        ("chi", 1, 0, "9m", ["7m", "8m"], None),
        ("discard", 1, None, "E", None, False),
        ("pon", 2, 1, "E", ["E", "E"], None),
        ("discard", 2, None, "5p", None, None),
        ("daiminkan", 3, 2, "5p", ["5p", "5p", "5pr"], None),
        ("draw", 3, None, "1m", None, None),
        ("dora", None, None, "2m", None, None),
        ("ankan", 3, None, "5m", ["5m", "5m", "5m", "5mr"], None),
        ("kakan", 2, 1, "E", ["E"], None),
        ("riichi", 3, None, None, None, None),
        ("discard", 3, None, "1m", None, True),
        ("riichi_accepted", 3, None, None, None, None),
    ]
    assert only(tables.rounds)["dora_indicators"] == ["6s", "2m"]
    assert rejected(tables) == []


def test_a_kakan_on_a_pon_that_the_log_lacks_names_nobody():
    tables = tables_of(START, deal(), act("kakan", 2, "E", consumed=["E", "E", "E"]))
    assert only(tables.events)["target_seat"] is None


def test_a_caller_named_as_the_one_called_from_is_corrected_by_the_order():
    tables = tables_of(START, deal(), *turn(3, "N"), act("pon", 2, "N", target=2, consumed=["N", "N"]))
    assert tables.events["target_seat"].to_pylist()[-1] == 3


def test_the_oldest_indicators_are_read():
    tables = tables_of(START, {**deal(dora_marker=None), "dora": "1m"}, act("dora", pai="2m"))
    assert only(tables.rounds)["dora_indicators"] == ["1m", "2m"]


# --- games -------------------------------------------------------------------------------------


def test_what_a_log_does_not_say_is_null():
    game = only(tables_of({"type": "start_game"}, deal(), END_GAME).games)
    unknown = ("platform", "log_id", "rules", "room", "lobby", "length", "started_at")
    assert [game[c] for c in unknown] == [None] * len(unknown)
    assert game["player_count"] == 4
    assert game["is_complete"]


def test_several_games_stand_in_one_file():
    tables = tables_of(START, deal(), END_GAME, START, deal(kyoku=2, oya=1), deal(kyoku=3, oya=2))
    assert tables.games["is_complete"].to_pylist() == [True, False]
    assert tables.rounds["round_number"].to_pylist() == [1, 2, 3]
    assert tables.rounds["round_index"].to_pylist() == [0, 0, 1]


def test_a_log_may_begin_with_a_round():
    tables = tables_of(deal(bakaze="S", kyoku=3, oya=2), *turn(2))
    assert only(tables.rounds)["round_wind"] == 1
    assert len(tables.game_players) == 4


def test_actions_outside_of_rounds_are_counted():
    tables = tables_of(*turn(0), START, deal(), *turn(1), END_ROUND, *turn(2))
    assert len(tables.events) == 2
    assert rejected(tables) == ["4 actions outside of any round"]


@pytest.mark.parametrize("actions", [[{"type": "hello"}], [END_GAME]])
def test_a_file_without_a_game_is_a_reject(actions):
    assert rejected(tables_of(*actions)) == ["neither a game nor a round begins"]


def test_a_game_without_a_round_is_a_reject():
    assert rejected(tables_of(START, END_GAME)) == ["no round of the game can be read"]


def test_final_scores_are_those_of_end_game():
    tables = tables_of(START, deal(), {**END_GAME, "scores": [31000, 29000, 20000, 20000]})
    assert tables.game_players["log_final_score"].to_pylist() == [31000, 29000, 20000, 20000]
    assert tables.game_players["name"].to_pylist() == ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("fields", "rules", "length"),
    [
        ({"aka_flag": False}, {"red_fives": [0, 0, 0]}, None),
        ({"aka_flag": True, "kyoku_first": 4}, {"length": "east", "red_fives": [1, 1, 1]}, "east"),
        ({"kyoku_first": 0}, {"length": "south"}, "south"),
        ({"gametype": "tonpu"}, {"length": "east"}, "east"),
        ({"gametype": "tonnan"}, {"length": "south"}, "south"),
        (
            {"rules": {"extends": "tenhou", "open_tanyao": False}},
            {"extends": "tenhou", "open_tanyao": False},
            None,
        ),
        ({"rules": None, "aka_flag": True}, None, None),
    ],
)
def test_only_stated_rules_are_rules(fields, rules, length):
    game = only(tables_of({**START, **fields}, deal()).games)
    assert (None if game["rules"] is None else json.loads(game["rules"])) == rules
    assert game["length"] == length


@pytest.mark.parametrize(
    ("platform", "changes", "rules"),
    [
        ("tenhou", {}, {"extends": "tenhou", "red_fives": [0, 0, 0]}),
        ("mahjong_soul", SANMA, {"extends": "mahjong_soul_sanma", "red_fives": [0, 0, 0]}),
        ("tenhou", {"tehais": HANDS[:2], "scores": [25000] * 2}, {"red_fives": [0, 0, 0]}),
        ("m_league", SANMA, {"red_fives": [0, 0, 0]}),
        ("simulation", {}, {"red_fives": [0, 0, 0]}),
    ],
)
def test_rules_extend_the_preset_of_the_platform_if_there_is_one(platform, changes, rules):
    start = {**START, "platform": platform, "aka_flag": False}
    game = only(tables_of(start, deal(**changes)).games)
    assert json.loads(game["rules"]) == rules


def test_a_link_names_the_platform_and_what_its_log_id_implies():
    link = "http://tenhou.net/0/?log=2010091009gm-00b9-1234-c2e2ff85&tw=1"
    game = only(tables_of({**START, "uri": link}, deal(**SANMA)).games)
    assert game["platform"] == "tenhou"
    assert game["log_id"] == "2010091009gm-00b9-1234-c2e2ff85"
    assert json.loads(game["rules"]) == {"extends": "tenhou_sanma", "length": "south"}
    assert game["lobby"] == "1234"
    assert game["started_at"] == datetime(2010, 9, 10, 0)  # noqa: DTZ001


def test_a_majsoul_block_names_platform_room_and_ranks():
    block = {
        "uuid": "260716-x",
        "room": "jade",
        "players": 4,
        "game_length": "east",
        "start_time": 1784211956,
        "ranks": ["r0", "r1", "r2", "r3"],
        "account_ids": [7, 0, 8, 9],
    }
    tables = tables_of({**START, "majsoul": block}, deal())
    game = only(tables.games)
    assert (game["platform"], game["log_id"], game["room"]) == ("mahjong_soul", "260716-x", "jade")
    assert json.loads(game["rules"]) == {"extends": "mahjong_soul", "length": "east"}
    assert game["started_at"] == datetime(2026, 7, 16, 14, 25, 56)  # noqa: DTZ001
    assert tables.game_players["level"].to_pylist() == ["r0", "r1", "r2", "r3"]
    assert tables.game_players["account_id"].to_pylist() == ["7", None, "8", "9"]


def test_a_game_without_dora_indicators_is_refused_by_name():
    chinese = deal(dora_marker=None)
    win = act("hora", 1, "1s", target=1, fan=9, scores=[24991, 25027, 24991, 24991], info={"total_point": 9})
    tables = tables_of(START, chinese, *turn(0), win, END_ROUND, chinese, END_GAME)
    assert len(tables.rounds) == 0
    assert rejected(tables) == ["no dora indicator at the deal: this is not riichi mahjong"]


# --- deals -------------------------------------------------------------------------------------


def test_hands_dealt_by_haipai_are_read():
    dealt = [act("haipai", seat, pais=HANDS[seat]) for seat in (3, 0, 1, 2)]
    tables = tables_of(START, deal(tehais=None), *dealt, *turn(0))
    assert [only(tables.rounds)[f"hand_{seat}"] for seat in range(4)] == HANDS
    assert kinds(tables) == ["draw", "discard"]


def test_hidden_hands_are_unknown_tiles():
    tables = tables_of(START, deal(tehais=[HANDS[0], HIDDEN, HIDDEN, HIDDEN]), act("tsumo", 1, "?"))
    assert only(tables.rounds)["hand_3"] == HIDDEN
    assert only(tables.events)["tile"] == "?"
    assert only(tables.games)["player_count"] == 4


def test_the_fourteenth_tile_of_a_dealer_is_the_first_draw():
    hands = [HANDS[0], [*HANDS[1], "N"], HANDS[2], HANDS[3]]
    tables = tables_of(START, deal(oya=1, kyoku=2, tehais=hands), act("dahai", 1, "N", tsumogiri=True))
    assert only(tables.rounds)["hand_1"] == HANDS[1]
    first = tables.events.to_pylist()[0]
    assert (first["kind"], first["seat"], first["tile"]) == ("draw", 1, "N")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"tehais": HANDS[:3]}, "3 hands for 4 players"),
        ({"tehais": None}, "0 hands for 4 players"),
        ({"tehais": [*HANDS[:3], HANDS[3][:12]]}, "seat 3 is dealt 12 tiles"),
        ({"scores": [1, 2]}, "2 scores for 4 players"),
    ],
)
def test_a_round_without_a_whole_deal_is_left_out(changes, why):
    tables = tables_of({**START, "num_players": 4}, deal(), END_ROUND, deal(honba=1, **changes), *turn(0))
    assert tables.rounds["honba"].to_pylist() == [0]
    assert rejected(tables) == [f"East 1, honba 1: {why}; the round is left out"]


def test_the_original_dialect_leaves_rounds_to_be_counted():
    bare = {"bakaze": None, "kyoku": None, "honba": None, "kyotaku": None, "scores": None}
    riichi = [act("reach", 2), act("dahai", 2, "W"), act("reach_accepted", 2)]
    draw = {"type": "ryukyoku", "reason": "fanpai"}
    tables = tables_of(
        START,
        *[deal(oya=0, **bare), *riichi, draw, END_ROUND],
        *[deal(oya=0, **bare), *riichi, draw, END_ROUND],
        *[deal(oya=1, **bare), act("hora", 0, "9s", target=2), END_ROUND],
        *[deal(oya=2, **bare), act("hora", 2, "9s", target=2), END_ROUND],
        *[deal(oya=2, **bare), act("hora", 0, "9s", target=2), END_ROUND],
        deal(oya=0, **bare),
    )
    columns = ("round_wind", "round_number", "honba", "riichi_sticks")
    assert [tuple(row[c] for c in columns) for row in tables.rounds.to_pylist()] == [
        (0, 1, 0, 0),
        (0, 1, 1, 1),
        (0, 2, 2, 2),
        (0, 3, 0, 0),
        (0, 3, 1, 0),
        (1, 1, 0, 0),
    ]


def test_scores_that_a_deal_leaves_out_follow_from_those_of_later_actions():
    tables = tables_of(
        START,
        deal(scores=None),
        *[act("reach", 2), act("dahai", 2, "W"), act("reach_accepted", 2)],
        act("hora", 2, "9s", target=0, deltas=[-3900, 0, 4900, 0], scores=[21100, 25000, 28900, 25000]),
        END_ROUND,
        deal(scores=None, kyoku=2, oya=1),
        act("hora", 2, "9s", target=0, scores=[20100, 25000, 29900, 25000]),
    )
    assert tables.rounds["start_scores"].to_pylist() == [[25000] * 4, [21100, 25000, 28900, 25000]]
    assert tables.rounds["log_end_scores"].to_pylist()[1] == [20100, 25000, 29900, 25000]
    assert tables.wins["log_deltas"].to_pylist()[1] == [-1000, 0, 1000, 0]


def test_scores_that_nothing_states_are_null():
    tables = tables_of(START, deal(scores=None), *turn(0))
    assert only(tables.rounds)["start_scores"] is None


# --- three players -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["kita", "nukidora"])
@pytest.mark.parametrize("fields", [{}, {"tsumogiri": True}])
def test_north_is_set_aside_under_both_names(kind, fields):
    tables = tables_of(START, deal(**SANMA), act("tsumo", 0, "N"), act(kind, 0, "N", **fields))
    event = tables.events.to_pylist()[1]
    assert (event["kind"], event["tile"], event["consumed"], event["is_tsumogiri"]) == (
        "kita",
        "N",
        ["N"],
        None,
    )


@pytest.mark.parametrize(
    "changes",
    [
        SANMA,
        {"scores": [35000] * 3 + [0], "tehais": [*HANDS[:3], HIDDEN]},
        {"scores": [35000] * 3 + [0], "tehais": [*HANDS[:3], []]},
        {"scores": None, "tehais": HANDS[:3]},
    ],
    ids=["three slots", "four slots", "empty fourth hand", "hands only"],
)
def test_three_players_are_counted_in_every_layout(changes):
    tables = tables_of(START, deal(**changes), *turn(0), act("hora", 1, "9s", target=0, deltas=[-1, 1, 0, 0]))
    game = only(tables.games)
    assert game["player_count"] == 3
    assert game["rules"] is None
    assert len(tables.game_players) == 3
    assert only(tables.rounds)["hand_3"] is None
    assert only(tables.wins)["log_deltas"] == [-1, 1, 0]


def test_a_bust_player_who_acts_is_a_fourth_player():
    tables = tables_of(
        deal(scores=[25000, 25000, 50000, 0], tehais=[*HANDS[:3], HIDDEN]), act("tsumo", 3, "?")
    )
    assert only(tables.games)["player_count"] == 4


def test_a_seat_that_the_table_lacks_breaks_the_round():
    tables = tables_of({**START, "num_players": 3}, deal(**SANMA), act("tsumo", 3, "1m"))
    assert rejected(tables)[0] == "East 1, honba 0: seat 3 acts at a table of 3; the round is left out"


def test_a_start_time_that_is_none_is_null():
    assert only(tables_of({**START, "started_at": "yesterday"}, deal()).games)["started_at"] is None


def test_rounds_keep_their_place_in_the_game_when_one_is_unreadable():
    rounds = [[deal(kyoku=n + 1, oya=n), turn(n), act("ryukyoku"), END_ROUND] for n in range(4)]
    rounds[1][0]["tehais"] = HANDS[:3]
    tables = tables_of(START, *[a for r in rounds for a in r], END_GAME)
    assert tables.rounds["round_index"].to_pylist() == [0, 2, 3]
    assert tables.games["is_complete"].to_pylist() == [True]


def test_a_round_whose_begin_is_unreadable_leaves_a_gap():
    round_ = [deal(), turn(0), act("ryukyoku"), END_ROUND]
    lost = b'{"type": "start_kyoku"\n' + text(*round_[1:])
    tables = read(text(START, *round_) + lost + text(*round_, END_GAME))
    assert tables.rounds["round_index"].to_pylist() == [0, 2]


def test_a_game_whose_last_round_is_unreadable_is_not_complete_but_keeps_its_final_scores():
    round_ = [deal(), turn(0), act("ryukyoku"), END_ROUND]
    end = {**END_GAME, "scores": [25000] * 4}
    tables = tables_of(START, *round_, deal(tehais=HANDS[:3]), turn(0), END_ROUND, end)
    assert tables.games["is_complete"].to_pylist() == [False]
    assert tables.game_players["log_final_score"].to_pylist() == [25000] * 4


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ([act("hora", 1)] * 40_000, "more than 4 wins"),
        ([act("chi", 1, "1m", target=1, consumed=["2m", "3m"])] * 40_000, None),
        ([turn(n % 4) for n in range(501)], "1004 events"),
    ],
    ids=["wins", "calls", "events"],
)
def test_a_round_of_endless_events_is_left_out_and_the_next_one_read(actions, reason):
    tables = tables_of(START, deal(), turn(0), *actions, END_ROUND, deal(), turn(0), END_ROUND, END_GAME)
    assert tables.rounds["round_index"].to_pylist() == [1]
    told = f"East 1, honba 0: {reason}; the round is left out"
    assert reason is None or rejected(tables) == [told]


def test_rounds_beyond_the_thousandth_are_left_out():
    round_ = [deal(), turn(0), act("ryukyoku"), END_ROUND]
    tables = tables_of(START, *(round_ * 1002), END_GAME)
    assert tables.rounds.num_rows == 1000
    assert rejected(tables) == ["East 1, honba 0: more than 1000 rounds; the round is left out"] * 2


def test_the_seat_called_from_is_the_last_who_discarded():
    call = act("pon", 2, "9s", target=2, consumed=["9s", "9s"])
    tables = tables_of(deal(), turn(0), act("tsumo", 1, "9m"), call)
    assert tables.events["target_seat"].to_pylist()[-1] == 0


def test_lists_that_fit_no_table_are_told_once():
    end = {**END_GAME, "scores": [25000] * 5}
    tables = tables_of({**START, "names": ["a"] * 5, "ratings": [1.0]}, deal(), turn(0), END_ROUND, end)
    assert rejected(tables) == [
        "5 names for 4 players, 1 ratings for 4 players",
        "5 final scores for 4 players",
    ]
    assert len(tables.game_players) == 4


def test_five_scores_at_the_deal_break_the_round():
    tables = tables_of(deal(scores=[25000] * 5), turn(0))
    assert rejected(tables)[0] == "East 1, honba 0: 5 scores for 4 players; the round is left out"
