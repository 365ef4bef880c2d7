from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import unquote

import pyarrow as pa
import pytest

from mjlog.formats import tenhou_json
from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.lobby import started_at
from mjlog.rulesets import RulesetError, resolve
from mjlog.tables import LogTables
from tests.unit.formats.table_snippets import HANDS, Table, codes, simple

LOG_ID = "2019021004gm-00a9-0000-e2f6516d"


# --- the header ---------------------------------------------------------------------------------


def test_the_header_says_what_the_tables_say():
    table = Table(
        platform="tenhou",
        room="phoenix",
        length="south",
        lobby="12",
        log_id=LOG_ID,
        rules='{"extends": "tenhou", "length": "south"}',
        started_at=started_at(LOG_ID),
    )
    for seat in range(4):
        table.builder.update_player(
            seat, level=f"{seat}段", rating=1500.5 + seat, log_final_score=25000, log_final_points=seat / 2
        )
    table.builder.update_game(is_complete=True)
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p")
    log = table.log()
    assert log["ref"] == LOG_ID
    assert log["rule"] == {"disp": "四鳳南喰赤", "aka51": 1, "aka52": 1, "aka53": 1}
    assert (log["name"], log["lobby"]) == (["A", "B", "C", "D"], 12)
    assert (log["dan"], log["rate"]) == (["0段", "1段", "2段", "3段"], [1500.5, 1501.5, 1502.5, 1503.5])
    assert str(log["sc"]) == "[25000, 0, 25000, 0.5, 25000, 1, 25000, 1.5]"
    assert table.written().lost == ()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"platform": "mahjong_soul", "room": "jade", "length": "east"}, "玉の間東喰赤"),
        ({"platform": "tenhou", "length": "south"}, "四南喰赤"),
        ({"length": "south", "rules": '{"extends": "jpml_a"}'}, "四南喰"),
        ({"length": "south", "rules": '{"extends": "tenhou", "open_tanyao": false}'}, "四南赤"),
        ({"length": "one_round"}, ""),
        ({"length": "south", "rules": None}, ""),
    ],
)  # fmt: skip
def test_rules_are_named_as_the_platforms_do(game, words):
    assert simple(**game).log()["rule"]["disp"] == words


def test_a_log_that_states_no_red_fives_gets_none():
    assert simple(rules='{"start_score": 25000}').log()["rule"] == {"disp": ""}


def test_titles_of_other_logs_are_written_in_two_lines():
    table = simple()
    table.builder.extra("start_game", {"title": "first\nsecond\nthird"})
    assert table.log()["title"] == ["first", "second\nthird"]
    assert not [phrase for phrase in table.written().lost if "extras" in phrase]
    assert simple().log()["title"] == ["", ""]


def test_what_an_earlier_log_said_besides_is_written_back():
    table = simple()
    more = {
        "sx": ["M", "F", "M", "M"],
        "ratingc": "PF4",
        "rule": {"disp": "odd", "time": 5},
        "name": ["X"] * 4,
    }
    table.builder.extra("start_game", more)
    log = table.log()
    assert (log["sx"], log["ratingc"]) == (["M", "F", "M", "M"], "PF4")
    assert (log["rule"]["disp"], log["rule"]["time"]) == ("", 5)
    assert log["name"] == ["A", "B", "C", "D"]


@pytest.mark.parametrize("target", [None, 1])
@pytest.mark.parametrize(("kind", "own"), [("pon", "1p1p"), ("daiminkan", "1p1p1p")])
def test_a_call_from_nobody_known_cannot_be_said(kind, own, target):
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.event(kind, 1, "1p", own, target_seat=target)
    table.win(2, 1, "1p")
    problem = table.written().problem
    assert problem.endswith("from whom a tile is called is not known")


def test_connections_are_told_with_their_place():
    table = Table()
    table.round()
    table.event("leave", 2)
    table.turn(0, "1p")
    table.event("return", 2)
    table.win(1, 0, "1p")
    assert table.log()["connection"] == [
        {"what": 0, "log": 0, "who": 2, "step": 0},
        {"what": 1, "log": 0, "who": 2, "step": 2},
    ]
    assert not [phrase for phrase in table.written().lost if "events" in phrase]


# --- what cannot be said ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["chombo", "penalty", "bonus", "dead_hand", "open_riichi"])
def test_events_of_houses_cannot_be_said(kind):
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.event(kind, 1)
    table.win(1, 0, "1p")
    assert table.written().problem == f"East 1, honba 0: an event of kind {kind}"


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"away_seat": 2}, "East 1, honba 0: somebody sits out"),
        ({"dealer_seat": 1}, "East 1, honba 0: seat 1 deals, after which the round is not named"),
        ({"start_scores": None}, "East 1, honba 0: the scores at the deal are not known"),
        ({"hands": ["?????????????", *HANDS[1:]]}, "East 1, honba 0: tiles that the log hides"),
        ({"outcome": None}, "no round that has ended"),
    ],
)
def test_rounds_that_cannot_be_said(values, problem):
    table = Table()
    table.round(**values)
    table.turn(0, "1p")
    table.win(1, 0, "1p")
    game = table.written()
    assert (game.problem, game.data) == (problem, b"")


@pytest.mark.parametrize(
    ("win", "problem"),
    [({"log_deltas": None}, "the score changes of a win are not known")],
)
def test_wins_that_cannot_be_said(win, problem):
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p", **win)
    assert table.written().problem == f"East 1, honba 0: {problem}"


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ({"players": 2, "rules": '{"extends": "two_player"}'}, "a game of 2 players"),
        ({"players": 3, "rules": '{"extends": "toutenkou"}'}, "hands that are not counted in han and fu"),
    ],
)
def test_games_that_cannot_be_said(game, problem):
    assert simple(**game).written().problem == problem


def test_a_game_that_cannot_be_said_does_not_stop_others():
    bad, good = simple(), simple()
    tables = [table.builder.build() for table in (good, bad, good)]
    tables[1] = bad_of(tables[1])
    told = list(tenhou_json.games(LogTables.concat(tables)))
    assert [bool(game.problem) for game in told] == [False, True, False]


def bad_of(tables: LogTables) -> LogTables:
    """The same game without scores."""
    column = tables.rounds.schema.get_field_index("start_scores")
    field = tables.rounds.schema.field(column)
    return replace(tables, rounds=tables.rounds.set_column(column, field, pa.nulls(1, field.type)))


def test_a_game_whose_rows_have_no_order_is_told_as_a_problem():
    """A discard that nobody could follow: the reader's own reason says so."""
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.turn(3, "1p")
    table.win(1, 3, "1p")
    assert "nobody can go on" in table.written().problem


def test_a_round_whose_rows_have_no_order_is_told_by_its_name():
    table = simple()
    table.round(honba=1)
    table.turn(0, "1p")
    table.turn(3, "1p")
    table.win(1, 3, "1p")
    game = table.written()
    assert (game.problem, "rows of rounds (left out)" in game.lost) == ("", True)
    (reason,) = game.unread
    assert reason.startswith("East 1, honba 1 (round 2 of the log): nobody can go on")
    assert simple().written().unread == ()


def test_links_hold_the_whole_log():
    table = simple()
    (link,) = tenhou_json.links(table.builder.build())
    (game,) = tenhou_json.games(table.builder.build())
    text = link.data.decode()
    assert text.startswith("https://tenhou.net/6/#json=%7B")
    assert text.endswith("\n")
    assert unquote(text.removeprefix("https://tenhou.net/6/#json=")).strip() == game.data.decode().strip()
    assert len(tenhou_json.read([Document("a", link.data * 2)]).games) == 2
    assert tenhou_json.sniff(link.data)


OWN_RULES = ('{"extends": "jpml_a"}', '{"extends": "tenhou", "kan_dora": "immediate"}', '{"chi": false}')


@pytest.mark.parametrize("rules", OWN_RULES)
def test_rules_that_have_no_name_are_written_as_the_action_format_has_them(rules):
    table = simple(rules=rules)
    game = table.written()
    assert json.loads(game.data)["mjlog_rules"] == json.loads(rules)
    (row,) = tenhou_json.read([Document("a", game.data)]).games.to_pylist()
    assert row["rules"] == rules


def test_rules_that_the_log_names_anyway_are_not_written():
    rules = '{"extends": "tenhou", "length": "south"}'
    table = simple(rules=rules, platform="tenhou", room="phoenix", length="south")
    assert "mjlog_rules" not in json.loads(table.written().data)


def test_indicators_are_turned_when_the_rules_that_are_written_turn_them():
    table = Table(rules='{"extends": "tenhou", "kan_dora": "immediate"}')
    table.round(outcome="tsumo")
    table.turn(0, "6p")
    table.event("daiminkan", 1, "6p", "666p", target_seat=0)
    table.event("dora", tile="1s")
    table.event("draw", 1, "9p")
    table.event("win", 1, "9p", target_seat=1)
    table.builder.win(seat=1, from_seat=1, tile=codes("9p")[0], log_deltas=[0] * 4)
    game = table.written()
    assert not [phrase for phrase in game.lost if "events" in phrase]


@pytest.mark.parametrize(
    "rules", ["7", '"jpml_a"', "[1]", "[" * 100 + "]" * 100, '{"a":' * 70 + "1" + "}" * 70]
)
def test_own_rules_that_cannot_be_used_are_told(rules):
    log = json.loads(simple().written().data)
    data = json.dumps(log | {"mjlog_rules": 0}).replace('"mjlog_rules": 0', f'"mjlog_rules": {rules}')
    tables = tenhou_json.read([Document("a", data.encode())])
    kept = rules if len(rules) < 100 else '"rules that cannot be kept"'
    assert tables.games["rules"].to_pylist() == [kept]
    told = any(reason.startswith("mjlog_rules") for reason in tables.rejects["reason"].to_pylist())
    assert told == (kept != rules)
    with pytest.raises(RulesetError):
        resolve(kept)
