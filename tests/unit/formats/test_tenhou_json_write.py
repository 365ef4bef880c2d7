from __future__ import annotations

import json
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import pyarrow as pa
import pytest

from mjlog.formats import tenhou_json
from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.tenhou_xml.lobby import started_at
from mjlog.notation import MPSZ
from mjlog.tables import LogTables

HANDS = ["123456789m3334z", "123456789p1122z", "123456789s4445z", "1199m1199p1199s7z"]
LOG_ID = "2019021004gm-00a9-0000-e2f6516d"
RULES = '{"extends": "tenhou"}'


def codes(text: str) -> list[int]:
    return MPSZ.parse_hand(text).tolist()


class Table:
    """A game told event by event; tiles in mpsz notation."""

    def __init__(self, players: int = 4, **game: Any) -> None:
        self.players = players
        self.builder = LogBuilder()
        values = {"rules": RULES, "player_count": players, **game}
        self.builder.game(source_path="a", source_format="test", **values)
        for seat in range(players):
            self.builder.player(seat, name="ABCD"[seat])

    def round(self, *, outcome: str | None = "ron", hands: list[str] = HANDS, **values: Any) -> None:
        fields = {
            "dora_indicators": codes("5m"),
            "ura": [],
            "round_wind": 0,
            "round_number": 1,
            "dealer_seat": 0,
            "honba": 0,
            "riichi_sticks": 0,
            "start_scores": [25000] * self.players,
        }
        dealt = [codes(hand) for hand in hands[: self.players]]
        self.builder.round(hands=dealt, outcome=outcome, **(fields | values))

    def event(
        self, kind: str, seat: int | None = None, tile: str = "", consumed: str = "", **values: Any
    ) -> None:
        more = {"tile": codes(tile)[0]} if tile else {}
        self.builder.event(kind, seat, consumed=codes(consumed), **more, **values)

    def turn(self, seat: int, drawn: str, thrown: str = "") -> None:
        self.event("draw", seat, drawn)
        self.event("discard", seat, thrown or drawn, is_tsumogiri=not thrown)

    def win(self, seat: int, source: int, tile: str, **values: Any) -> None:
        fields = {
            "log_han": 2, "log_fu": 30, "log_points": 2000, "log_limit": "none",
            "log_yaku": ["pinfu", "dora"], "log_yaku_han": [1, 1], "log_deltas": [0] * self.players,
        }  # fmt: skip
        self.event("win", seat, tile, target_seat=source)
        self.builder.win(seat=seat, from_seat=source, tile=codes(tile)[0], **(fields | values))

    def draw(self, **values: Any) -> None:
        played_out = values["log_type"] in ("exhaustive", "nagashi_mangan")
        self.event("exhaustive_draw" if played_out else "abortive_draw")
        self.builder.draw(**({"log_tenpai": None, "log_deltas": [0] * self.players} | values))

    def written(self):
        (game,) = tenhou_json.games(self.builder.build())
        return game

    def log(self) -> dict[str, Any]:
        game = self.written()
        assert game.problem == ""
        return json.loads(game.data)

    def rows(self) -> list[list[Any]]:
        return self.log()["log"][0]


def simple(**game: Any) -> Table:
    table = Table(**game)
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p")
    return table


def result(**win: Any) -> list[Any]:
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p", **win)
    return table.rows()[-1][2]


def tsumo(seat: int, points: int, changes: list[int], **win: Any) -> str:
    table = Table()
    table.round(outcome="tsumo")
    for before in range(seat):
        table.turn(before, "1p")
    table.event("draw", seat, "1p")
    table.win(seat, seat, "1p", log_points=points, log_deltas=changes, **win)
    return table.rows()[-1][2][3]


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


# --- play ---------------------------------------------------------------------------------------


def test_a_round_is_the_rows_of_its_players():
    table = Table()
    table.round(honba=2, riichi_sticks=1, ura=codes("0p"))
    table.event("draw", 0, "0m")
    table.event("riichi", 0)
    table.event("discard", 0, "4z", is_tsumogiri=False)
    table.event("riichi_accepted", 0)
    table.turn(1, "5z")
    table.win(0, 1, "5z")
    rows = table.rows()
    assert rows[:4] == [[0, 2, 1], [25000] * 4, [15], [52]]
    assert rows[4] == [11, 12, 13, 14, 15, 16, 17, 18, 19, 43, 43, 43, 44]
    assert rows[5:7] == [[51], ["r44"]]
    assert rows[8:10] == [[45], [60]]
    assert len(rows) == 17


@pytest.mark.parametrize(
    ("seat", "call"),
    [(1, "p414141"), (2, "41p4141"), (3, "4141p41")],
)
def test_a_pon_has_its_letter_at_the_place_of_its_origin(seat, call):
    table = Table()
    hands = list(HANDS)
    hands[0], hands[seat] = "123456789m2331z", "123456789p1144z"
    table.round(hands=hands)
    table.event("draw", 0, "4z")
    table.event("discard", 0, "1z", is_tsumogiri=False)
    table.event("pon", seat, "1z", "11z", target_seat=0)
    table.event("discard", seat, "4z", is_tsumogiri=False)
    table.win((seat + 1) % 4, seat, "4z")
    assert table.rows()[5 + 3 * seat] == [call]
    assert "order of events (changed)" not in table.written().lost


@pytest.mark.parametrize("called", [0, 1])
def test_which_of_two_equal_discards_was_called_comes_back(called):
    """The rows name the tile only; what follows shows which it was."""
    table = Table()
    hands = ["123456789m1145z", "123456789p2266z", "123456789s1144z", HANDS[3]]
    table.round(hands=hands)
    for number in range(2):
        table.event("draw", 0, "6z")
        table.event("discard", 0, "1z", is_tsumogiri=False)
        if number == called:
            table.event("pon", 2, "1z", "11z", target_seat=0)
            table.event("discard", 2, "4z", is_tsumogiri=False)
            table.turn(3, "2z")
        else:
            for seat in (1, 2, 3):
                table.turn(seat, "2z")
    table.event("draw", 0, "6z")
    table.win(0, 0, "6z", log_yaku=[], log_yaku_han=[], log_deltas=[6, -2, -2, -2], log_points=6)
    assert not [phrase for phrase in table.written().lost if "events" in phrase]


def test_kans_and_their_indicators():
    table = Table()
    table.round(hands=["123456789m3334z", "12345678p11144z", HANDS[2], HANDS[3]], outcome="exhaustive_draw")
    table.event("draw", 0, "3z")
    table.event("ankan", 0, "3z", "3333z")
    table.event("dora", tile="1m")
    table.event("draw", 0, "1z")
    table.event("discard", 0, "1z", is_tsumogiri=True)
    table.event("daiminkan", 1, "1z", "111z", target_seat=0)
    table.event("draw", 1, "9p")
    table.event("dora", tile="0s")
    table.event("discard", 1, "9p", is_tsumogiri=True)
    table.draw(log_type="exhaustive", log_tenpai=[True, False, True, False], log_deltas=[1500, -1500] * 2)
    rows = table.rows()
    assert rows[2] == [15, 11, 53]
    assert rows[5:7] == [[43, 41], ["434343a43", 60]]
    assert rows[8:10] == [["m41414141", 29], [0, 60]]
    assert rows[-1] == ["流局", [1500, -1500, 1500, -1500]]


def test_a_tile_added_to_a_pon_stands_at_the_place_of_the_pon():
    table = Table()
    hands = ["123456789m2331z", "123456789p1144z", "123456789s114z0m", "1199m1199p1199s7z"]
    table.round(hands=hands)
    table.event("draw", 0, "4z")
    table.event("discard", 0, "1z", is_tsumogiri=False)
    table.event("pon", 2, "1z", "11z", target_seat=0)
    table.event("discard", 2, "4z", is_tsumogiri=False)
    table.turn(3, "2z")
    table.turn(0, "2z")
    table.turn(1, "2z")
    table.event("draw", 2, "1z")
    table.event("kakan", 2, "1z", "1z", target_seat=0)
    table.win(1, 2, "1z")
    assert table.rows()[12] == [44, "41k414141"]


def test_three_players_have_an_empty_fourth_seat_and_set_norths_aside():
    table = Table(3, rules='{"extends": "tenhou_sanma"}')
    table.round(hands=["1199m123456789p", "123456789p4112z", "123456789s1122z"])
    table.turn(0, "5z")
    table.event("draw", 1, "5z")
    table.event("kita", 1, "4z", "4z")
    table.event("draw", 1, "6z")
    table.event("discard", 1, "6z", is_tsumogiri=True)
    table.win(0, 1, "6z", log_deltas=[1000, -1000, 0])
    rows = table.rows()
    assert rows[1] == [25000, 25000, 25000, 0]
    assert rows[8:10] == [[45, 46], ["f44", 60]]
    assert rows[13:16] == [[], [], []]
    assert rows[-1][1] == [1000, -1000, 0, 0]
    assert table.log()["rule"]["disp"] == ""


# --- results ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("win", "text"),
    [
        ({}, "30符2飜2000点"),
        ({"log_limit": "mangan", "log_han": 5, "log_points": 8000}, "30符5飜満貫8000点"),
        ({"log_limit": "yakuman", "log_han": None, "log_fu": None, "log_points": 32000}, "役満32000点"),
        ({"log_limit": None, "log_han": 6, "log_points": 12000}, "30符6飜跳満12000点"),
        ({"log_limit": None, "log_han": 4, "log_points": 8000}, "30符4飜満貫8000点"),
        ({"log_limit": None, "log_han": 4, "log_points": 7700}, "30符4飜7700点"),
        ({"log_limit": None, "log_han": None, "log_fu": None}, "2000点"),
    ],
)
def test_the_worth_of_a_ron(win, text):
    assert result(**win)[3] == text


def test_a_win_without_points_has_no_texts():
    assert result(log_points=None) == [1, 0, 1]


def test_yaku_and_the_winds_they_are_of():
    yaku = ["yakuhai_seat_wind", "yakuhai_round_wind", "double_riichi", "sanrenkou", "dora"]
    assert result(log_yaku=yaku, log_yaku_han=[1, 1, 2, 2, 0])[4:] == [
        "自風 南(1飜)", "場風 東(1飜)", "両立直(2飜)", "sanrenkou(2飜)",
    ]  # fmt: skip
    assert result(log_yaku=["daisangen", "daisuushii"], log_yaku_han=[13, 26])[4:] == [
        "大三元(役満)", "大四喜(ダブル役満)",
    ]  # fmt: skip


def test_who_is_liable_stands_third():
    assert result(log_pao_seat=3)[:3] == [1, 0, 3]
    assert result()[:3] == [1, 0, 1]


@pytest.mark.parametrize(
    ("seat", "points", "changes", "text"),
    [
        (0, 3000, [3000, -1000, -1000, -1000], "1000点∀"),
        (1, 2700, [-1300, 2700, -700, -700], "700-1300点"),
        (1, 2700, [-1400, 4000, -800, -800], "700-1300点"),
        (1, 32000, [0, 32000, 0, -32000], "8000-16000点"),
        (1, 3000, [-1000, 3000, -1000, -1000], "1000-1000点"),
    ],
)
def test_the_worth_of_a_tsumo_is_what_others_pay(seat, points, changes, text):
    pao = 3 if changes[2] == 0 else None
    assert tsumo(seat, points, changes, log_pao_seat=pao).removeprefix("30符2飜") == text


def test_several_wins_on_one_discard_stand_one_after_another():
    table = Table()
    table.round()
    table.turn(0, "1p")
    table.win(1, 0, "1p", log_deltas=[-2000, 2000, 0, 0])
    table.win(2, 0, "1p", log_deltas=[-2000, 0, 2000, 0])
    row = table.rows()[-1]
    assert [row[1], row[3]] == [[-2000, 2000, 0, 0], [-2000, 0, 2000, 0]]
    assert (row[2][0], row[4][0]) == (1, 2)


@pytest.mark.parametrize(
    ("draw", "row"),
    [
        ({"log_type": "exhaustive", "log_tenpai": [True] * 4}, ["全員聴牌", [0, 0, 0, 0]]),
        ({"log_type": "exhaustive", "log_tenpai": [False] * 4, "log_deltas": None}, ["全員不聴"]),
        ({"log_type": "exhaustive"}, ["流局", [0, 0, 0, 0]]),
        ({"log_type": "nagashi_mangan", "log_deltas": [8000, -4000, -2000, -2000]},
         ["流し満貫", [8000, -4000, -2000, -2000]]),
        ({"log_type": "suucha_riichi", "log_deltas": None}, ["四家立直"]),
        ({"log_type": "sancha_riichi", "log_deltas": None}, ["三家立直"]),
        ({"log_type": "sanchahou", "log_deltas": None}, ["三家和了"]),
        ({"log_type": "unknown", "log_deltas": None}, ["途中流局"]),
    ],
)  # fmt: skip
def test_draws_by_name(draw, row):
    played_out = draw["log_type"] in ("exhaustive", "nagashi_mangan")
    table = Table()
    table.round(outcome="exhaustive_draw" if played_out else "abortive_draw")
    table.turn(0, "1p")
    table.draw(**draw)
    assert table.rows()[-1] == row
    assert not [phrase for phrase in table.written().lost if phrase.startswith(("draws", "rounds"))]


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
    assert len(tables.games) == 1
    assert tables.rejects["reason"].to_pylist()[-1].startswith("mjlog_rules is kept unread")
