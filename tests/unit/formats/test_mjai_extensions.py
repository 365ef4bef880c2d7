"""What mjlog's action format says beyond mjai."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa
import pytest

from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.formats.mjai import write as mjai_write
from mjlog.tables import LogTables
from tests.unit.formats.mjai_snippets import (
    END_GAME,
    END_ROUND,
    HANDS,
    START,
    Action,
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
from tests.unit.formats.test_mjai_write import core, read_back, written

OURS = {**START, "mjlog_format": 1}
THREE = {"tehais": [*HANDS[:3], []], "away": 3}
"""A deal to three of four players."""
CHOMBO = {"deltas": [4000, -8000, 4000, 0], "scores": [1, 2, 3, 4]}
REACH = act("reach", 0, open=True)


def events(tables: LogTables) -> list[dict]:
    return tables.events.to_pylist()


def extended() -> LogTables:
    """A log that uses every extension."""
    return tables_of(
        {
            **OURS,
            "rules": {"extends": "toutenkou"},
            "length": "open",
            "started_at": "2026-02-03T04:05:06",
            "num_players": 4,
        },
        deal(**THREE, dice=[2, 2]),
        act("tsumo", 0, "9m", elapsed=0),
        act("kita", 0, "9m", elapsed=1500),
        act("bonus", 0, points=1000, elapsed=1501),
        act("tsumo", 0, "5p", elapsed=1600),
        {**REACH, "elapsed": 2000, "heat": 3},
        act("dahai", 0, "5p", tsumogiri=True),
        act("reach_accepted", 0),
        act("penalty", 1, points=1000, reason="wrong pon"),
        act("dead_hand", 2, reason="fourteen tiles", elapsed=9000),
        *turn(1),
        act(
            "hora",
            0,
            target=0,
            gathered=True,
            hora_tehais=HANDS[0],
            yakus=[["suuankou", 100], ["eight_reds", 100], ["base_points", 2], ["open_kan", 3]],
            fan=205,
            fu=0,
            hora_points=41000,
            limit="none",
            deltas=[41000, -20500, -20500, 0],
            elapsed=10_000,
        ),
        END_ROUND,
        deal(**THREE, oya=2, kyoku=3),
        *turn(2),
        act(
            "chombo",
            1,
            reason="false win",
            deltas=[4000, -8000, 4000, 0],
            scores=[1, 2, 3, 4],
            elapsed=20_000,
        ),
        END_ROUND,
        END_GAME,
    )


def test_a_log_that_uses_every_extension_comes_back_as_it_was():
    tables = extended()
    assert rejected(tables) == []
    assert core(read_back(tables)) == core(tables)
    assert written(read_back(tables)) == written(tables)


def test_who_is_away_and_the_dice_stand_with_the_round():
    first, second = extended().rounds.to_pylist()
    assert (first["away_seat"], first["dice"]) == (3, [2, 2])
    assert (second["away_seat"], second["dice"]) == (3, None)
    assert first["hand_3"] is None
    assert len(first["start_scores"]) == 4
    assert only(extended().games)["player_count"] == 4


@pytest.mark.parametrize(
    ("changes", "played", "problem"),
    [
        ({"away": 3}, turn(0), "seat 3 is dealt 13 tiles"),
        ({"tehais": [*HANDS[:3], []]}, turn(3), "seat 3 is dealt 0 tiles"),
        (THREE, turn(3), "seat 3 is away, and acts"),
        ({**THREE, "oya": 3}, turn(0), "seat 3 is away, and acts"),
    ],
)
def test_who_is_away_has_no_hand_and_does_nothing(changes, played, problem):
    assert problem in rejected(tables_of(OURS, deal(**changes), *played, END_ROUND))[0]


def test_away_at_a_table_of_three_leaves_two():
    tables = tables_of(OURS, deal(tehais=[*HANDS[:2], []], away=2, scores=[30000] * 3), *turn(1))
    assert only(tables.games)["player_count"] == 3
    assert only(tables.rounds)["away_seat"] == 2


@pytest.mark.parametrize("dice", [[6], [0, 3], [7, 7], [], [1] * 5, "66", 6, [1, None]])
def test_dice_that_cannot_be_are_reported_and_leave_their_round(dice):
    tables = tables_of(OURS, deal(dice=dice), *turn(0))
    assert only(tables.rounds)["dice"] is None
    reject = only(tables.rejects)
    assert reject["reason"].startswith("East 1, honba 0: dice: Expected `")
    assert reject["reason"].endswith("; the round is kept without")
    assert (reject["source_path"], reject["source_line"]) == ("a.mjson", 2)


WALL = [*[f"{n}{s}" for s in "mps" for n in range(1, 10)] * 4, *"ESWNPFC" * 4]
SHUFFLES = {"wall": WALL, "wall_text": "1m2m", "wall_hash": "md5:00ff", "shuffle": "mt19937ar,1,2"}


def test_walls_shuffles_and_house_options_come_back_as_they_were():
    start = {**OURS, "house_options": ["wareme", "chips"], "shuffle": "mt19937ar-sha512-n288,1"}
    tables = tables_of(start, deal(**SHUFFLES), *turn(0), END_ROUND, deal(**{**SHUFFLES, "wall": None}))
    assert rejected(tables) == []
    first, second = tables.rounds.to_pylist()
    assert {name: first[name] for name in SHUFFLES} == SHUFFLES
    assert second["wall"] is None
    game = only(tables.games)
    assert (game["house_options"], game["shuffle"]) == (["wareme", "chips"], "mt19937ar-sha512-n288,1")
    assert core(read_back(tables)) == core(tables)
    assert written(read_back(tables)) == written(tables)


@pytest.mark.parametrize("wall", [[], ["?"], ["1m"] * 137, "1m2m", ["1m", None], 7])
def test_a_wall_that_cannot_be_is_reported_and_leaves_its_round(wall):
    tables = tables_of(OURS, deal(wall=wall), *turn(0))
    assert only(tables.rounds)["wall"] is None
    assert only(tables.rejects)["reason"].startswith("East 1, honba 0: wall: ")


def test_a_wall_of_numbers_beyond_all_bounds_is_reported_and_leaves_its_round():
    tables = read(text(OURS, deal(wall=[7]), *turn(0)).replace(b"[7]", b"[1e999]"))
    assert only(tables.rounds)["wall"] is None
    assert only(tables.rejects)["reason"].startswith("East 1, honba 0: wall: Number out of range")


def test_only_the_action_format_says_in_which_order_a_wall_is():
    tables = tables_of(START, deal(wall=WALL), *turn(0))
    assert only(tables.rounds)["wall"] is None
    assert rejected(tables) == [
        "East 1, honba 0: wall: in an order that nobody states; the round is kept without"
    ]


@pytest.mark.parametrize(
    ("stated", "kept", "told"),
    [
        (["wareme", "wareme"], ["wareme"], []),
        (["buttobi"], ["other"], ["house options that are not known: buttobi"]),
        ("chips", ["chips"], []),
        ([], None, []),
        ({"a": 1}, ["other"], ["house options that are not known: {'a': 1}"]),
    ],
)
def test_house_options_that_nobody_knows_are_others(stated, kept, told):
    tables = tables_of({**OURS, "house_options": stated}, deal(), *turn(0))
    assert only(tables.games)["house_options"] == kept
    assert rejected(tables) == told


def test_an_open_riichi_is_two_events():
    tables = tables_of(OURS, deal(), act("tsumo", 0, "9s"), REACH, act("dahai", 0, "9s"), *turn(1))
    assert kinds(tables)[:4] == ["draw", "riichi", "open_riichi", "discard"]
    assert [event["seat"] for event in events(tables)] == [0, 0, 0, 0, 1, 1]
    assert REACH in written(tables)
    offsets = [event["source_offset"] for event in events(tables)]
    assert offsets[1] == offsets[2]


@pytest.mark.parametrize("plain", [act("reach", 0), act("reach", 0, open=False)])
def test_a_plain_riichi_is_one_event(plain):
    tables = tables_of(OURS, deal(), act("tsumo", 0, "9s"), plain, act("dahai", 0, "9s"))
    assert kinds(tables) == ["draw", "riichi", "discard"]
    assert act("reach", 0) in written(tables)


def test_an_open_riichi_without_its_riichi_cannot_be_written():
    tables = tables_of(OURS, deal(), act("tsumo", 0, "9s"), REACH, act("dahai", 0, "9s"))
    kinds_ = pa.array(["draw", "draw", "open_riichi", "discard"]).dictionary_encode()
    place = tables.events.schema.get_field_index("kind")
    changed = tables.events.set_column(place, "kind", kinds_)
    with pytest.raises(ValueError, match="an open riichi of seat 0 that follows no riichi of it"):
        mjai_write.write(replace(tables, events=changed))


@pytest.mark.parametrize("name", ["kita", "nukidora"])
@pytest.mark.parametrize("tile", ["N", "1m", "5m", "9m"])
def test_any_tile_can_be_set_aside(name, tile):
    tables = tables_of(OURS, deal(), act("tsumo", 0, tile), act(name, 0, tile))
    event = events(tables)[1]
    assert (event["kind"], event["tile"], event["consumed"]) == ("kita", tile, [tile])
    assert act("kita", 0, tile) in written(tables)


def test_north_is_set_aside_where_no_tile_is_said():
    event = events(tables_of(START, deal(), act("tsumo", 0, "N"), act("kita", 0)))[1]
    assert (event["tile"], event["consumed"]) == ("N", ["N"])


def test_bonus_and_penalty_have_points():
    points = {event["kind"]: event["points"] for event in events(extended())}
    assert points == {
        **dict.fromkeys(points),
        "bonus": 1000,
        "penalty": 1000,
    }


def test_points_that_are_not_said_are_null():
    tables = tables_of(OURS, deal(), act("tsumo", 0, "9s"), act("bonus", 0), act("penalty", 0))
    assert [event["points"] for event in events(tables)] == [None] * 3
    assert core(read_back(tables)) == core(tables)


def test_reasons_are_kept_with_the_unknown_fields():
    extras = {row["action"]: row["fields"] for row in extended().extras.to_pylist()}
    assert extras == {
        "reach": '{"heat":3}',
        "penalty": '{"reason":"wrong pon"}',
        "dead_hand": '{"reason":"fourteen tiles"}',
        "chombo": '{"reason":"false win"}',
    }
    assert act("penalty", 1, points=1000, reason="wrong pon") in written(extended())


def test_chombo_ends_the_round_as_a_row_of_draws():
    tables = extended()
    assert kinds(tables)[-1] == "chombo"
    assert events(tables)[-1]["seat"] == 1
    draw = only(tables.draws)
    assert (draw["log_type"], draw["log_deltas"]) == ("chombo", [4000, -8000, 4000, 0])
    assert tables.rounds.to_pylist()[1]["outcome"] == "chombo"
    assert tables.rounds.to_pylist()[1]["log_end_scores"] == [1, 2, 3, 4]


def test_a_round_ends_once():
    tables = tables_of(OURS, deal(), *turn(0), {"type": "ryukyoku"}, act("chombo", 0), END_ROUND)
    assert "it ends twice without a win" in rejected(tables)[0]


def test_a_win_by_gathered_tiles_is_on_no_tile():
    win, event = only(extended().wins), events(extended())[-4]
    assert (win["seat"], win["from_seat"], win["tile"]) == (0, 0, None)
    assert (event["kind"], event["target_seat"], event["tile"]) == ("win", 0, None)
    assert win["log_hand"] == HANDS[0]


def test_a_win_that_leaves_the_tile_out_is_on_the_last():
    tables = tables_of(OURS, deal(), *turn(0), act("hora", 1, target=0))
    assert only(tables.wins)["tile"] == "9s"


def test_points_that_add_up_stay_what_they_are():
    win = only(extended().wins)
    assert (win["log_han"], win["log_fu"], win["log_points"]) == (205, 0, 41000)
    assert win["log_yaku"] == ["suuankou", "eight_reds", "base_points", "open_kan"]
    assert win["log_yaku_han"] == [100, 100, 2, 3]


def test_a_dialect_counts_a_hundred_han_for_a_yakuman():
    hora = act("hora", 1, target=0, fan=100, fu=30, yakus=[["suuankou", 100]])
    win = only(tables_of(START, deal(), *turn(0), hora).wins)
    assert (win["log_han"], win["log_yaku_han"]) == (13, [13])


def test_the_time_of_events_is_kept():
    first, *_, last = events(extended())
    assert (first["elapsed"], last["elapsed"]) == (0, 20_000)
    assert None in [event["elapsed"] for event in events(extended())]
    lines = written(extended())
    assert act("tsumo", 0, "9m", elapsed=0) in lines
    assert any(line["type"] == "hora" and line["elapsed"] == 10_000 for line in lines)


@pytest.mark.parametrize("elapsed", [-1, 2**31, 1.5, "1"])
def test_a_time_that_cannot_be_breaks_its_round(elapsed):
    tables = tables_of(OURS, deal(), act("tsumo", 0, "9s", elapsed=elapsed), act("dahai", 0, "9s"), END_ROUND)
    assert "$.elapsed" in rejected(tables)[0]
    assert len(tables.rounds) == 0


def test_a_newer_version_of_the_format_is_refused():
    tables = tables_of({**OURS, "mjlog_format": 2}, deal(), *turn(0), END_ROUND, START, deal(), *turn(0))
    assert rejected(tables) == ["version 2 of the action format; this mjlog knows versions up to 1"]
    assert len(tables.games) == 1


def test_what_is_written_states_its_version():
    assert written(extended())[0]["mjlog_format"] == 1


def scores_after(*played: Action) -> list[int]:
    """Scores at a second deal that states none."""
    start: list[Action] = [OURS, deal(), *played, END_ROUND]
    tables = tables_of(*start, deal(scores=None, honba=None, kyotaku=None), *turn(0))
    row = tables.rounds.to_pylist()[1]
    return [*row["start_scores"], row["honba"], row["riichi_sticks"]]


def results() -> Iterator[tuple[list[Action], list[int]]]:
    riichi = [*turn(0), act("reach_accepted", 0)]
    yield [act("bonus", 1, points=1000)], [24000, 28000, 24000, 24000, 0, 0]
    yield [act("penalty", 1, points=2000)], [25000, 23000, 25000, 25000, 0, 2]
    draw = {"type": "ryukyoku", "deltas": [0, 0, 0, 0]}
    yield [*riichi, act("penalty", 1, points=1000), draw], [24000, 24000, 25000, 25000, 1, 2]
    chombo = act("chombo", 3, deltas=[4000, 4000, 4000, -12000])
    yield [*riichi, act("penalty", 1, points=1000), chombo], [29000, 28000, 29000, 13000, 0, 1]


@pytest.mark.parametrize(("played", "after"), list(results()))
def test_payments_count_where_the_next_round_states_no_scores(played, after):
    assert scores_after(*played) == after


def test_more_points_than_anybody_pays_are_no_bonus_and_no_penalty():
    for kind in ("bonus", "penalty"):
        tables = tables_of(OURS, deal(), act(kind, 1, points=250_000), act(kind, 2, points=-250_000))
        assert [event["points"] for event in events(tables)] == [250_000, -250_000]
        assert not rejected(tables)
        for points in (250_001, -250_001, 10_000_000):
            tables = tables_of(OURS, deal(), act(kind, 1, points=points), END_ROUND, deal(), *turn(0))
            assert any("Expected `int`" in reason for reason in rejected(tables))
            assert len(tables.rounds) == 1


@pytest.mark.parametrize(("penalties", "sticks"), [([250] * 4, 1000), ([250] * 4 + [1], None), ([-1], None)])
def test_a_table_holds_a_thousand_sticks(penalties, sticks):
    """A game that counts more is read but for the rounds that begin with them."""
    paid = [act("penalty", 1, points=1000 * thousands) for thousands in penalties]
    end = {"type": "ryukyoku", "deltas": [0, 0, 0, 0]}
    second = [deal(scores=None, honba=None, kyotaku=None), *turn(0), act("hora", 1, target=0), END_ROUND]
    tables = tables_of(OURS, deal(), *paid, end, END_ROUND, *second, deal(), *turn(0))
    told = tables.rounds["riichi_sticks"].to_pylist()
    assert told == ([0, 0] if sticks is None else [0, sticks, 0])
    left_out = f"{sum(penalties)} sticks on the table"
    assert [left_out in reason for reason in rejected(tables)] == ([True] if sticks is None else [])


def test_two_players_are_a_table():
    two = {"tehais": HANDS[:2], "scores": [25000, 25000]}
    tables = tables_of({**OURS, "num_players": 2}, deal(**two), *turn(0), *turn(1), END_ROUND, END_GAME)
    assert only(tables.games)["player_count"] == 2
    assert core(read_back(tables)) == core(tables)


def test_a_table_of_two_needs_no_count():
    tables = tables_of(OURS, deal(tehais=HANDS[:2], scores=[25000, 25000]), *turn(1))
    assert only(tables.games)["player_count"] == 2


def test_extended_logs_are_recognised():
    assert mjai.sniff(text(OURS, deal()))
    assert mjai.read([Document("a", mjai_write.write(extended()))]).games.num_rows == 1
