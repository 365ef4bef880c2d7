"""mjai: deals, scores and seats of rounds, and rounds that cannot be read."""

from __future__ import annotations

import pytest

from tests.unit.formats.mjai_snippets import (
    END_GAME,
    END_ROUND,
    HANDS,
    HIDDEN,
    SANMA,
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


def test_a_tile_is_added_to_a_pon_of_its_own_round_only():
    pon = act("pon", 2, "9s", target=0, consumed=["9s", "9s"])
    kakan = act("kakan", 2, "9s", consumed=["9s"] * 3)
    other = [*turn(1), {**pon, "target": 1}, kakan]
    tables = tables_of(deal(), turn(0), pon, kakan, END_ROUND, deal(), kakan, END_ROUND, deal(), other)
    assert [e["target_seat"] for e in tables.events.to_pylist() if e["kind"] == "kakan"] == [0, None, 1]


def test_scores_do_not_follow_over_rounds_that_are_left_out():
    round_ = [deal(), turn(0), act("ryukyoku", deltas=[0] * 4), END_ROUND]
    for left_out, scores in ((None, [25000] * 4), (1, None)):
        tables = tables_of(START, round_, deal(scores=None, rounds_left_out=left_out), turn(0))
        assert tables.rounds["start_scores"].to_pylist() == [[25000] * 4, scores]


def test_lists_that_fit_no_table_are_told_once():
    end = {**END_GAME, "scores": [25000] * 5}
    tables = tables_of({**START, "names": ["a"] * 5, "ratings": [1.0]}, deal(), turn(0), END_ROUND, end)
    assert rejected(tables) == [
        "5 names for 4 players, 1 ratings for 4 players",
        "5 final scores for 4 players",
    ]
    assert len(tables.game_players) == 4


def test_scores_at_the_end_that_fit_no_table_break_the_round():
    broken = [deal(), turn(0), {**END_ROUND, "scores": [1, 2]}]
    round_ = [deal(kyoku=2, oya=1), turn(1), END_ROUND]
    why = "East 1, honba 0: 2 scores for 4 players; the round is left out"
    tables = tables_of(START, *broken, *round_, END_GAME)
    assert (rejected(tables), tables.rounds["round_index"].to_pylist()) == ([why], [1])
    tables = tables_of(START, *round_, *broken, END_GAME)
    assert (rejected(tables), tables.games["is_complete"].to_pylist()) == ([why], [False])


def test_five_scores_at_the_deal_break_the_round():
    tables = tables_of(deal(scores=[25000] * 5), turn(0))
    assert rejected(tables)[0] == "East 1, honba 0: 5 scores for 4 players; the round is left out"
