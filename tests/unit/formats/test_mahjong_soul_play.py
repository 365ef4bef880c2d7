"""Mahjong Soul records: the events of a round, its wall, and live views of a player."""

from __future__ import annotations

import hashlib
import json

import pytest

from mjlog.formats import mjai
from mjlog.formats.base import Document
from mjlog.notation import MPSZ
from mjlog.tiles import TILE_NAMES
from tests.unit.formats.soul_snippets import (
    HANDS,
    call,
    deal,
    discard,
    game,
    hule,
    kan,
    new_round,
    no_tile,
    read_one,
    reasons,
    tiles,
    wall,
)


def events(*messages, head=None):
    """Kind, seat, target, tile and consumed tiles of the events of a round."""
    told = read_one(game(*messages, head={} if head is None else head))
    assert reasons(told) == []
    return [
        tuple(row[name] for name in ("kind", "seat", "target_seat", "tile", "consumed"))
        for row in told.events.to_pylist()
    ]


def kinds(*messages):
    """Kinds of events, those of indicators with their tile."""
    return [tile if kind == "dora" else kind for kind, _, _, tile, _ in events(*messages)]


def test_the_dealer_draws_the_fourteenth_tile():
    told = read_one(game(new_round(draw="0m", dealer=2), discard(2, "0m", moqie=True)))
    assert [len(told.rounds[f"hand_{seat}"][0].as_py()) for seat in range(4)] == [13] * 4
    draw, played = told.events.to_pylist()
    assert (draw["kind"], draw["seat"], draw["tile"]) == ("draw", 2, "5mr")
    assert (played["tile"], played["is_tsumogiri"]) == ("5mr", True)


def test_a_dealer_with_thirteen_tiles_draws_with_a_message():
    assert events(new_round(draw=""), deal(0, "1z"))[0] == ("draw", 0, None, "E", None)


def test_the_wall_tells_which_of_a_sorted_hand_was_drawn():
    dealt = sorted([*tiles(HANDS[0]), "4m"])
    name, data = new_round(paishan=wall(draws=("4m",)))
    told = read_one(game((name, {**data, "tiles0": dealt}), discard(0, "4m")))
    assert told.events["tile"][0].as_py() == "4m"


def test_a_win_with_the_deal_tells_which_tile_was_drawn():
    dealt = sorted([*tiles(HANDS[0]), "4m"])
    name, data = new_round(paishan=wall(draws=("4m",)))
    win = hule({"zimo": True, "qinjia": True, "hu_tile": "2z"}, deltas=[0] * 4)
    assert events((name, {**data, "tiles0": dealt}), win)[0][3] == "S"


def test_seats_are_left_out_when_they_are_zero():
    message = ("RecordDiscardTile", {"tile": "1m"})
    assert events(new_round(), message)[1][:2] == ("discard", 0)


def test_riichi_stands_with_the_message_after_the_discard():
    liqi = {"liqi": {"score": 24000, "liqibang": 1}}
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), deal(1, "9p", **liqi)) == [
        *("draw", "riichi", "discard", "riichi_accepted", "draw"),
    ]
    called = call(1, 1, "555m", [1, 1, 0], **liqi)
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), called)[-2:] == ["riichi_accepted", "pon"]


def test_riichi_on_a_tile_that_is_won_on_does_not_stand():
    win = hule({"seat": 1, "hu_tile": "5m"}, deltas=[-1000, 1000, 0, 0])
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), win)[1:] == ["riichi", "discard", "win"]
    failed = deal(1, "9p", liqi={"failed": True})
    assert "riichi_accepted" not in kinds(new_round(), discard(0, "5m", is_liqi=True), failed)


def test_riichi_on_the_last_discard_stands_at_the_draw():
    drawn = no_tile(scores=[{"old_scores": [24000, 25000, 25000, 25000], "delta_scores": [0] * 4}])
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), drawn)[-2:] == [
        *("riichi_accepted", "exhaustive_draw"),
    ]
    aborted = ("RecordLiuJu", {"type": 4, "liqi": {"score": 24000}})
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), aborted)[-2:] == [
        *("riichi_accepted", "abortive_draw"),
    ]
    triple_ron = ("RecordLiuJu", {"type": 5})
    assert kinds(new_round(), discard(0, "5m", is_liqi=True), triple_ron)[-2:] == ["discard", "abortive_draw"]


def test_an_open_riichi_follows_the_declaration():
    assert kinds(new_round(), discard(0, "5m", is_kailiqi=True))[1:] == ["riichi", "open_riichi", "discard"]


@pytest.mark.parametrize(
    ("message", "event"),
    [
        (call(1, 0, "460m", [1, 1, 0]), ("chi", 1, 0, "5mr", ["4m", "6m"])),
        (call(1, 0, "046m", [0, 1, 1]), ("chi", 1, 0, "5mr", ["4m", "6m"])),
        (call(2, 1, "550m", [2, 2, 0]), ("pon", 2, 0, "5mr", ["5m", "5m"])),
        (call(3, 1, "505m", [3, 3, 0]), ("pon", 3, 0, "5m", ["5m", "5mr"])),
        (call(3, 2, "5550m", [3, 3, 3, 0]), ("daiminkan", 3, 0, "5mr", ["5m", "5m", "5m"])),
        (call(3, 1, "550m", []), ("pon", 3, 0, "5mr", ["5m", "5m"])),
    ],
)
def test_the_called_tile_is_the_one_of_somebody_else(message, event):
    assert events(new_round(draw="0m"), discard(0, "0m"), message)[-1] == event


def test_an_added_kan_names_whom_the_pon_was_called_from():
    course = (
        new_round(draw="0m"),
        discard(0, "0m"),
        call(2, 1, "550m", [2, 2, 0]),
        discard(2, "1s"),
        deal(3, "9p"),
        discard(3, "9p"),
        deal(0, "1m"),
        discard(0, "1m"),
        deal(1, "1m"),
        discard(1, "1m"),
        deal(2, "5m"),
        kan(2, 2, "5m"),
    )
    assert events(*course)[-1] == ("kakan", 2, 0, "5m", ["5m"])


def test_a_concealed_kan_takes_the_tiles_that_the_hand_has():
    hands = ("5550m456p789s112z", *HANDS[1:])
    course = (new_round(hands, "3z"), kan(0, 3, "5m"))
    assert events(*course)[-1] == ("ankan", 0, None, "5m", ["5m", "5m", "5m", "5mr"])
    assert events(new_round(hands, "3z"), kan(0, 3, "0m"))[-1][3:] == ("5m", ["5m", "5m", "5m", "5mr"])


def test_indicators_of_open_and_added_kans_come_with_the_discard_or_the_next_kan():
    # Kans of hatsu (added), 1p (concealed) and North (added), in the order of a public report.
    hands = ("111p66z44z123m789s", *("147m258p369s3333z", "258m369p147s2277z", "369m147p258s5555z"))
    course = [
        new_round(hands, "1p", doras=["8p"]),
        discard(0, "9s"),
        deal(1, "6z"),
        discard(1, "6z"),
        call(0, 1, "666z", [0, 0, 1]),
        discard(0, "8s"),
        deal(1, "4z"),
        discard(1, "4z"),
        call(0, 1, "444z", [0, 0, 1]),
        discard(0, "7s"),
        deal(1, "9m"),
        discard(1, "9m"),
        deal(0, "6z"),
        kan(0, 2, "6z"),
        deal(0, "9p", doras=["8p"]),
        kan(0, 3, "1p"),
        deal(0, "4z", doras=["8p", "5m", "9m"]),
        kan(0, 2, "4z"),
        deal(0, "8p", doras=["8p", "5m", "9m"]),
        discard(0, "8p", doras=["8p", "5m", "9m", "5p"]),
    ]
    told = kinds(*course)
    assert told[told.index("kakan") :] == [
        *("kakan", "draw", "ankan", "5m", "9m", "draw", "kakan", "draw", "5p", "discard"),
    ]
    assert read_one(game(*course)).rounds["dora_indicators"][0].as_py() == ["8p", "5m", "9m", "5p"]


def test_an_indicator_with_the_kan_itself_is_turned_at_once():
    hands = ("1111p456p789s112z", *HANDS[1:])
    assert kinds(new_round(hands, "3z"), kan(0, 3, "1p", doras=["3z", "9s"]))[-2:] == ["ankan", "9s"]


def test_a_north_is_set_aside():
    hands = ("19m123p456p78s114z", "19m456p456p123s22z", "19m789p123s789s33z")
    told = events(new_round(hands, "9s"), ("RecordBaBei", {"moqie": False}), deal(0, "1s"))
    assert told[1] == ("kita", 0, None, "N", ["N"])


def test_lost_and_restored_connections_are_events():
    def user(seat, kind):
        return {"user_event": {"seat": seat, "type": kind}}

    def result(message):
        return {"result": {"name": message[0], "data": message[1]}}

    actions = [
        user(3, 1),  # players arrive before the game
        result(new_round()),
        user(0, 2),
        result(discard(0, "5m")),
        result(("RecordLiuJu", {"type": 2})),
        user(0, 1),
        user(9, 2),
        result(new_round(ben=1)),
        result(discard(0, "5m")),
    ]
    told = read_one(json.dumps({"actions": actions}).encode()).events.to_pylist()
    assert [(row["kind"], row["seat"]) for row in told] == [
        *(("draw", 0), ("leave", 0), ("discard", 0), ("abortive_draw", None)),
        *(("return", 0), ("draw", 0), ("discard", 0)),
    ]


def test_actions_tell_connections_and_emotes_with_their_times():
    actions = [
        {"passed": 5, "result": {"name": ".lq.RecordNewRound", "data": new_round()[1]}},
        {"passed": 7, "type": 3, "user_event": {"seat": 2, "type": 2}},
        {"passed": 8, "type": 2, "user_input": {"seat": 1, "type": 1, "emo": 0}},
        {"passed": 9, "type": 2, "user_input": {"seat": 0, "type": 2, "operation": {"type": 1}}},
        {"result": {"name": ".lq.RecordDiscardTile", "data": {"tile": "5m"}}},
    ]
    told = read_one(json.dumps({"head": {}, "data": {"data": {"actions": actions}}}).encode())
    assert told.events["kind"].to_pylist() == ["draw", "leave", "discard"]
    assert told.events["elapsed"].to_pylist() == [5, 7, 0]
    assert min(told.events["source_offset"].to_pylist()[::2]) > 0
    (row,) = told.extras.to_pylist()
    assert (row["action"], row["seq"], json.loads(row["fields"])) == (
        "GameUserInput",
        1,
        {"seat": 1, "emo": 0},
    )


def beside(*extra, before=()):
    actions = [
        *before,
        {"result": {"name": ".lq.RecordNewRound", "data": new_round()[1]}},
        *extra,
        {"result": {"name": ".lq.RecordDiscardTile", "data": {"tile": "5m"}}},
    ]
    return read_one(json.dumps({"head": {}, "data": {"actions": actions}}).encode())


@pytest.mark.parametrize("odd", [1.5, [1], {}, 9, -1, "x"])
@pytest.mark.parametrize("name", ["seat", "type"])
def test_what_is_odd_beside_play_is_told_and_costs_no_round(odd, name):
    told = beside({"user_event": {"seat": 1, "type": 2, name: odd}})
    assert [kind for kind in told.events["kind"].to_pylist() if kind != "leave"] == ["draw", "discard"]
    is_type = name == "type" and odd == 9
    assert [reason[:8] for reason in reasons(told)] == ["East 1, "] * (not is_type)


def test_an_odd_emote_is_told_and_costs_no_round():
    told = beside({"user_input": {"seat": 1.5, "emo": 3}}, {"user_input": {"seat": 1, "emo": [3]}})
    assert told.events["kind"].to_pylist() == ["draw", "discard"]
    assert [reason.partition("GameUserInput: ")[2] for reason in reasons(told)] == [
        "1.5 is no whole number",
        "[3] is no whole number",
    ]


def test_emotes_before_the_first_event_are_of_the_deal_and_come_back_from_mjai():
    emotes = [{"seat": 2, "emo": 7}, {"seat": 3, "emo": 8}]
    told = beside(before=[{"user_input": emote} for emote in emotes])
    (row,) = told.extras.to_pylist()
    assert (row["action"], row["round_index"], row["seq"]) == ("start_kyoku", 0, None)
    assert json.loads(row["fields"]) == {"GameUserInput": emotes}
    (again,) = mjai.read([Document("a", next(mjai.games(told)).data)]).extras.to_pylist()
    assert (again["action"], again["fields"]) == ("start_kyoku", row["fields"])


def test_what_players_do_after_the_last_round_is_kept_with_its_end():
    actions = [
        {"result": {"name": ".lq.RecordNewRound", "data": new_round()[1]}},
        {"result": {"name": ".lq.RecordDiscardTile", "data": {"tile": "5m"}}},
        {"result": {"name": ".lq.RecordLiuJu", "data": {"type": 2}}},
        {"user_input": {"seat": 1, "emo": 4}},
        {"user_event": {"seat": 2, "type": 2}},
        {"user_event": {"seat": 2.5, "type": 2}},
    ]
    told = read_one(json.dumps({"head": {}, "data": {"actions": actions}}).encode())
    assert [(row["action"], row["seq"], json.loads(row["fields"])) for row in told.extras.to_pylist()] == [
        ("GameUserInput", 2, {"seat": 1, "emo": 4}),
        ("GameUserEvent", 2, {"seat": 2, "type": 2}),
    ]
    (reason,) = reasons(told)
    assert "after East 1" in reason


def test_a_game_of_too_many_rounds_is_none(monkeypatch):
    monkeypatch.setattr("mjlog.formats.mahjong_soul.rounds.MOST_ROUNDS", 2)
    told = read_one(game(*[new_round()] * 3))
    assert (told.games.num_rows, reasons(told)) == (0, ["more than 2 rounds"])


def test_messages_beyond_those_of_a_game_are_left_out_and_told(monkeypatch):
    monkeypatch.setattr("mjlog.formats.mahjong_soul.exports._MOST_MESSAGES", 2)
    course = (new_round(), discard(0, "5m"), deal(1, "9p"), discard(1, "9p"))
    lines = b"\n".join(json.dumps({"name": name, "data": data}).encode() for name, data in course)
    for data in (lines, game(*course)):
        told = read_one(data)
        assert told.events["kind"].to_pylist() == ["draw", "discard"]
        assert [reason.endswith("those after them are left out") for reason in reasons(told)] == [True]


@pytest.mark.parametrize(("count", "red"), [(0, 0), (3, 1), (4, 2)])
def test_a_hidden_kan_of_fives_has_the_red_fives_of_the_room(count, red):
    head = {"config": {"mode": {"mode": 1, "detail_rule": {"dora_count": count}}}}
    data = new_round()[1]
    live = {name: value for name, value in data.items() if not name.startswith("tiles")}
    kan_of_fives = ("ActionAnGangAddGang", {"seat": 1, "type": 3, "tiles": "5p"})
    course = [
        ("ActionNewRound", {**live, "tiles": [*tiles(HANDS[0]), "1m"]}),
        ("ActionDiscardTile", {"tile": "1m"}),
        ("ActionDealTile", {"seat": 1}),
    ]
    told = read_one(game(*course, kan_of_fives, head=head)).events.to_pylist()
    assert told[-1]["consumed"] == ["5p"] * (4 - red) + ["5pr"] * red


@pytest.mark.parametrize("form", [0, 1])
def test_a_kan_of_another_type_is_refused(form):
    told = read_one(game(new_round(), kan(0, form, "1z")))
    assert reasons(told)[0].endswith(f"a kan of type {form}")


def test_other_messages_of_the_table_are_passed_over():
    assert kinds(new_round(), ("GameUserInput", {"cpg": {}}), discard(0, "5m")) == ["draw", "discard"]


def test_the_wall_is_kept_in_canonical_order_with_what_was_hashed():
    text = wall(draws=("5m", "2z"), dora="3z", ura="9p", replacements=("9s", "8s"))
    digest = hashlib.sha256((text + "salt").encode()).hexdigest()
    (row,) = read_one(game(new_round(paishan=text, salt="salt", sha256=digest))).rounds.to_pylist()
    assert row["wall_text"] == text + "salt"
    assert row["wall_hash"] == f"sha256:{digest}"
    assert row["wall"][:4] == row["hand_0"][:4]
    assert row["wall"][4:8] == row["hand_1"][:4]
    assert row["wall"][48:54] == [*(row[f"hand_{s}"][12] for s in range(4)), "5m", "S"]
    assert (row["wall"][-1], row["wall"][-2]) == ("W", "9p")
    assert row["wall"][-11:-13:-1] == ["9s", "8s"]
    assert len(row["wall"]) == 136


def test_an_old_wall_without_the_deal_gets_it_from_the_hands():
    text = wall(draws=("5m", "2z"))
    short, digest = text[2 * 53 :], "0" * 32
    whole = read_one(game(new_round(paishan=text))).rounds["wall"].to_pylist()
    (row,) = read_one(game(new_round(paishan=short, md5=digest))).rounds.to_pylist()
    assert row["wall"] == whole[0]
    assert (row["wall_text"], row["wall_hash"]) == (short, f"md5:{digest}")


def test_a_wall_for_three_has_eight_replacement_tiles():
    hands = ("19m123p456p78s114z", "19m456p456p123s22z", "19m789p123s789s33z")
    text = wall(hands, ("9s",), dora="5z", ura="6z", replacements=tiles("12345678s"))
    (row,) = read_one(game(new_round(hands, "9s", dora="5z", paishan=text))).rounds.to_pylist()
    assert len(row["wall"]) == 108
    assert row["wall"][-2:] == ["F", "P"]
    assert row["wall"][-11:-15:-1] == ["1s", "2s", "3s", "4s"]
    # Without replacements the live wall goes on into the tiles of the last two indicators.
    assert row["wall"][90:94] == [TILE_NAMES[MPSZ.parse(text[2 * n : 2 * n + 2])] for n in range(90, 94)]


@pytest.mark.parametrize("text", ["", "1m2m", "xx" * 136, 7, "1m" * 600])
def test_a_text_that_is_no_wall_is_kept_as_text_only(text):
    (row,) = read_one(game(new_round(paishan=text, md5="no hash"))).rounds.to_pylist()
    assert row["wall"] is None
    assert row["wall_hash"] is None
    assert row["wall_text"] == (text if isinstance(text, str) and 0 < len(text) <= 1000 else None)


def live(*messages):
    named = [(name.replace("Record", "Action"), data) for name, data in messages]
    return read_one(game(*named, head={}))


def test_a_live_view_hides_the_tiles_of_others():
    dealt = {"ju": 3, "tiles": tiles(HANDS[1]), "dora": "3z", "scores": [25000] * 4}
    told = live(
        ("RecordNewRound", dealt),
        ("RecordDealTile", {"seat": 3, "left_tile_count": 69}),
        discard(3, "1z"),
        ("RecordDealTile", {"left_tile_count": 68}),
        discard(0, "9m"),
        deal(1, "2s"),
        discard(1, "2s", moqie=True),
    )
    assert reasons(told) == []
    (row,) = told.rounds.to_pylist()
    assert row["hand_1"][:3] == ["1m", "4m", "7m"]
    assert set(row["hand_0"]) == set(row["hand_2"]) == set(row["hand_3"]) == {"?"}
    assert row["dora_indicators"] == ["W"]
    drawn = [row["tile"] for row in told.events.to_pylist() if row["kind"] == "draw"]
    assert drawn == ["?", "?", "?", "2s"]


def test_a_live_view_of_the_dealer_has_fourteen_tiles():
    told = live(
        ("RecordNewRound", {"tiles": [*tiles(HANDS[0]), "4m"], "doras": ["3z"], "scores": [25000] * 4})
    )
    assert told.events["tile"].to_pylist() == ["4m"]
    assert set(told.rounds["hand_1"][0].as_py()) == {"?"}


def test_messages_in_prototypes_are_live_messages():
    entries = [
        {
            "name": ".lq.ActionPrototype",
            "data": {"step": n, "name": name.replace("Record", "Action"), "data": data},
        }
        for n, (name, data) in enumerate(
            [
                ("RecordMJStart", {}),
                (
                    "RecordNewRound",
                    {"tiles": [*tiles(HANDS[0]), "4m"], "doras": ["3z"], "scores": [25000] * 4},
                ),
                discard(0, "4m"),
            ]
        )
    ]
    told = read_one("\n".join(json.dumps(entry) for entry in entries).encode())
    assert told.events["kind"].to_pylist() == ["draw", "discard"]


def test_a_view_that_nothing_shows_is_told():
    told = live(("RecordNewRound", {"ju": 1, "tiles": tiles(HANDS[0]), "scores": [25000] * 4}))
    assert "nothing shows whose view this is" in reasons(told)[0]


def test_a_concealed_kan_of_hidden_fives_has_the_red_one():
    dealt = {"ju": 3, "tiles": tiles(HANDS[1]), "dora": "3z", "scores": [25000] * 4, "operation": {"seat": 1}}
    told = live(("RecordNewRound", dealt), ("RecordDealTile", {"seat": 3}), kan(3, 3, "5p"))
    assert told.events["consumed"].to_pylist()[-1] == ["5p", "5p", "5p", "5pr"]
