"""The play of Riichi City records: draws, discards, calls, kans, riichi, times and seats."""

from __future__ import annotations

import json

import pytest

from mjlog.formats import mjai, riichi_city
from mjlog.formats.base import Document
from mjlog.formats.riichi_city.tiles import CODES
from mjlog.tiles import TILE_NAMES
from tests.unit.formats.riichi_city_snippets import (
    BEGAN,
    USERS,
    Hand,
    kinds,
    log,
    number,
    numbers,
    played,
    read,
)


def play(tables):
    """Events without the dealer's first draw."""
    assert kinds(tables)[0] == ("draw", tables.rounds["dealer_seat"][0].as_py(), "2s")
    return tables.events.to_pylist()[1:]


def test_records_are_recognised_bare_and_wrapped():
    hand = Hand().discard(0, "1s")
    for content in (log(hand), log(hand, wrapped=True), [log(hand)]):
        assert riichi_city.sniff(json.dumps(content, indent=1).encode())
    assert not riichi_city.sniff(b'{"log": [], "rule": {}}')
    assert not riichi_city.sniff(b'x "handRecord": [')


def test_every_tile_has_its_code():
    names = {TILE_NAMES[code] for code in CODES.values()}
    assert names == set(TILE_NAMES) - {"?"}
    assert TILE_NAMES[CODES[number("0m")]] == "5mr"
    assert [TILE_NAMES[CODES[n]] for n in numbers("1z 5z 6z 7z 9s 1p 2m")] == [
        "E",
        "P",
        "F",
        "C",
        "9s",
        "1p",
        "2m",
    ]


def test_the_fourteenth_tile_of_the_dealer_is_the_first_draw():
    tables = played(Hand().discard(0, "2s", at=14))
    assert len(tables.rounds["hand_0"][0].as_py()) == 13
    assert [(e["kind"], e["is_tsumogiri"]) for e in tables.events.to_pylist()] == [
        ("draw", None),
        ("discard", True),
    ]


@pytest.mark.parametrize(
    ("tile", "at", "expected"),
    [("2s", 14, True), ("2s", 5, False), ("2s", None, None), ("1p", 1, False), ("1p", None, False)],
)
def test_a_discard_from_behind_the_hand_is_tsumogiri(tile, at, expected):
    (discard,) = play(played(Hand().discard(0, tile, at=at)))
    assert discard["is_tsumogiri"] is expected


def test_behind_an_opened_hand_comes_earlier():
    hand = Hand().discard(0, "1z").act(5, 1, "1z", "1z 1z").turn(1).discard(1, "9s", at=11)
    hand.turn(2, "4p").discard(2, "4p", at=14).turn(0, "5p").discard(0, "5p", at=14)
    hand.turn(1, "6p").discard(1, "6p", at=11)
    discards = [e for e in play(played(hand)) if e["kind"] == "discard"]
    assert [(e["seat"], e["is_tsumogiri"]) for e in discards] == [
        (0, False), (1, False), (2, True), (0, True), (1, True),
    ]  # fmt: skip


def test_in_riichi_only_the_drawn_tile_is_discarded():
    hand = (
        Hand()
        .discard(0, "1s", is_li_zhi=True, li_zhi_type=1)
        .add(8, {"user_id": USERS[0], "is_auto_gang": True}, 0)
    )
    hand.turn(1, "4p").discard(1, "4p").turn(2, "5p").discard(2, "5p").turn(0, "6p").discard(0, "6p", at=None)
    assert play(played(hand))[-1]["is_tsumogiri"] is True


def test_riichi_is_declared_with_the_discard_and_then_paid():
    hand = Hand().discard(0, "1s", is_li_zhi=True, li_zhi_type=1).add(8, {"user_id": USERS[0]}, 0)
    tables = played(hand.turn(1, "4p"))
    assert kinds(tables)[1:4] == [("riichi", 0, None), ("discard", 0, "1s"), ("riichi_accepted", 0, None)]


def test_open_riichi_shows_the_waits():
    shown = {"is_li_zhi": True, "li_zhi_operate": 1, "li_zhi_type": 3, "hand_cards": numbers("1p 2p")}
    tables = played(Hand().discard(0, "1s", **shown), isKaiLiZhi=True, gamePlay=1003)
    assert [kind for kind, _, _ in kinds(tables)][1:] == ["riichi", "open_riichi", "discard"]


def test_a_stick_is_paid_before_the_discard_is_called():
    hand = Hand().discard(0, "1z", is_li_zhi=True).act(5, 1, "1z", "1z 1z").add(8, {"user_id": USERS[0]}, 0)
    events = play(played(hand.turn(1).discard(1, "9s")))
    assert [e["kind"] for e in events] == ["riichi", "discard", "riichi_accepted", "pon", "discard"]
    assert sorted(e["elapsed"] for e in events) == [e["elapsed"] for e in events]


def test_calls_take_tiles_from_the_hand_and_name_the_discarder():
    hand = Hand(4).discard(0, "3s").act(3, 1, "3s", "2s 4s").turn(1).discard(1, "7z")
    hand.act(5, 2, "7z", "7z 7z").turn(2).discard(2, "0m").act(6, 3, "0m", "5m 5m 5m")
    hand.add(7, {"cards": [number("1p")]}).turn(3, "8p", is_gang_incard=True).discard(3, "8p", at=11)
    called = [e for e in play(played(hand)) if e["kind"] in ("chi", "pon", "daiminkan")]
    assert [(e["kind"], e["seat"], e["target_seat"], e["tile"], e["consumed"]) for e in called] == [
        ("chi", 1, 0, "3s", ["2s", "4s"]),
        ("pon", 2, 1, "C", ["C", "C"]),
        ("daiminkan", 3, 2, "5mr", ["5m", "5m", "5m"]),
    ]


def test_red_fives_stand_last_among_consumed_tiles():
    hand = Hand(4).discard(0, "6p").act(2, 1, "6p", "0p 4p")
    assert play(played(hand))[-1]["consumed"] == ["4p", "5pr"]


def test_kans_of_ones_own_and_norths():
    hand = Hand().act(13, 0, "4z").turn(0, "7z").act(8, 0, "5p", "0p 5p 5p").add(7, {"cards": [number("1p")]})
    hand.turn(0, "3p").discard(0, "1z").act(5, 1, "1z", "1z 1z").turn(1).discard(1, "2s")
    hand.turn(2, "3p").discard(2, "3p").turn(0, "4p").discard(0, "4p").turn(1, "1z").act(9, 1, "1z")
    events = {e["kind"]: e for e in play(played(hand))}
    assert (events["kita"]["tile"], events["kita"]["consumed"]) == ("N", ["N"])
    assert (events["ankan"]["tile"], events["ankan"]["consumed"]) == ("5p", ["5p", "5p", "5p", "5pr"])
    kakan = events["kakan"]
    assert (kakan["tile"], kakan["consumed"], kakan["target_seat"]) == ("E", ["E"], 0)


@pytest.mark.parametrize("second", ["1p 2p", "2p"])
def test_indicators_are_listed_all_or_new_ones_alone(second):
    hand = Hand().add(7, {"cards": numbers("1p")}).discard(0, "1s").add(7, {"cards": numbers(second)})
    tables = played(hand)
    assert tables.rounds["dora_indicators"][0].as_py() == ["9s", "1p", "2p"]
    assert [e["tile"] for e in tables.events.to_pylist() if e["kind"] == "dora"] == ["1p", "2p"]


def test_indicators_may_be_alike():
    hand = Hand().add(7, {"cards": numbers("1p")}).discard(0, "1s").add(7, {"cards": numbers("1p 1p")})
    assert played(hand).rounds["dora_indicators"][0].as_py() == ["9s", "1p", "1p"]


def test_seats_are_counted_from_the_first_dealer():
    first = Hand(dealer=1).discard(1, "1s").end(7, [0, 0, 0])
    second = Hand(dealer=2, chang_ci=2, scores=[30000, 40000, 35000]).discard(2, "1s")
    tables = played(first, second)
    assert tables.rounds["dealer_seat"].to_pylist() == [0, 1]
    assert tables.rounds["start_scores"][1].as_py() == [40000, 35000, 30000]
    assert tables.rounds["hand_2"][0].as_py()[:2] == ["1p", "1p"]
    assert tables.game_players["name"].to_pylist() == ["player 1", "player 2", "player 0"]
    assert tables.game_players["account_id"].to_pylist() == [str(USERS[p]) for p in (1, 2, 0)]


def test_times_count_from_the_first_deal():
    tables = played(Hand().discard(0, "1s"))
    assert tables.events["elapsed"].to_pylist() == [1000, 2000]
    assert tables.games["started_at"][0].as_py().timestamp() == pytest.approx(BEGAN / 1000, abs=86400)
    assert str(tables.games["started_at"][0]) == "2023-11-14 22:13:20"


def test_without_the_first_round_no_time_counts():
    tables = read(log(Hand(quan_feng=1), Hand(chang_ci=2, dealer=1).discard(1, "1s")))
    assert tables.events["elapsed"].null_count == 2
    assert tables.games["started_at"].to_pylist() == [None]
    assert tables.rounds["round_index"].to_pylist() == [1]


def test_offsets_point_into_the_document():
    data = json.dumps([log(Hand().discard(0, "1s"))], indent=2).encode()
    tables = read(data)
    row = tables.events.to_pylist()[-1]
    assert data[row["source_offset"] :].startswith(b'{\n            "data": "{\\"action\\": 11')
    assert data[tables.rounds["source_offset"][0].as_py() :].lstrip(b"{ \n").startswith(b'"benChangNum"')
    assert tables.games["source_offset"][0].as_py() == data.index(b"{")


def test_events_are_read_in_the_order_of_their_number():
    hand = Hand().discard(0, "1s").turn(1, "4p").discard(1, "4p")
    expected = kinds(played(hand))
    hand.events.reverse()
    assert kinds(played(hand)) == expected


def test_what_the_platform_asks_and_shows_is_left_out():
    hand = (
        Hand().discard(0, "1z").add(3, {"out_card": 49, "action_list": [5]}, 1).add(11, {"ting_info": []}, 0)
    )
    assert played(hand).extras["action"].to_pylist() == ["start_game"]


def test_furiten_pauses_and_unknown_events_are_kept():
    hand = Hand().discard(0, "1z").add(9, {}, 2).add(10, {"is_pause": True}).add(12, {"emote": 3}, 1)
    tables = read(log(hand))
    kept = [(e["action"], e["seq"], e["fields"]) for e in tables.extras.to_pylist()[1:]]
    assert kept == [
        ("dahai", 1, '{"furiten":{"seat":2}}'),
        ("dahai", 1, '{"pause":{"is_pause":true}}'),
        ("dahai", 1, '{"event 12":{"emote":3,"seat":1}}'),
    ]
    (reject,) = tables.rejects.to_pylist()
    assert reject["reason"] == "East 1, honba 0 (round 1 of the log): unknown event type 12"


def test_unknown_fields_of_events_are_kept():
    hand = Hand().act(11, 0, "1z", move_cards_pos=[3, 3], command_game_info=[7], nothing=0)
    assert played(hand).extras["fields"].to_pylist()[1:] == ['{"command_game_info":[7]}']


def test_data_need_not_be_text():
    hand = Hand().discard(0, "1z")
    hand.events[-1]["data"] = {"action": 11, "card": 49, "user_id": USERS[0]}
    assert kinds(played(hand))[-1] == ("discard", 0, "E")


def test_fields_of_a_called_discard_stay_with_the_call_when_the_stick_is_paid():
    hand = Hand().discard(0, "1z", is_li_zhi=True).act(5, 1, "1z", "1z 1z", new=5)
    tables = played(hand.add(8, {"user_id": USERS[0], "is_auto_gang": True}, 0))
    kept = [(e["action"], e["seq"], e["fields"]) for e in tables.extras.to_pylist()[1:]]
    assert kept == [("pon", 4, '{"new":5}'), ("reach_accepted", 3, '{"is_auto_gang":true}')]


def test_the_places_of_a_call_and_of_a_stick_paid_before_it_are_their_own():
    hand = Hand().discard(0, "1z", is_li_zhi=True).act(5, 1, "1z", "1z 1z").add(8, {"user_id": USERS[0]}, 0)
    content = json.dumps(log(hand)).encode()
    events = read(content).events.to_pylist()[-2:]
    assert [event["kind"] for event in events] == ["riichi_accepted", "pon"]
    assert events[0]["source_offset"] > events[1]["source_offset"]


def test_what_the_deals_of_other_players_say_besides_is_kept():
    hand = Hand(remark=1)
    for event, more in zip(hand.events[1:3], ({"remark": 1}, {"remark": 2, "seat_luck": 5}), strict=True):
        event["data"] = json.dumps({**json.loads(event["data"]), **more})
    (row,) = [e for e in played(hand.discard(0, "1z")).extras.to_pylist() if e["action"] == "start_kyoku"]
    assert json.loads(row["fields"]) == {"remark": 1, "deals": [{"seat": 2, "remark": 2, "seat_luck": 5}]}


def test_what_is_kept_survives_the_action_format():
    scores = [{"user_id": USERS[p], "hand_points": 35000, "luck_score": p} for p in range(3)]
    hand = Hand(user_info_list=scores).discard(0, "1z", is_li_zhi=True)
    hand.add(8, {"user_id": USERS[0], "is_auto_gang": True}, 0).turn(1, "4p").add(9, {}, 2)
    hand.end(7, [0, 0, 0], field=1).results([35000] * 3, [150, -50, -100], rate_value=7)
    before = played(hand, remark="x")
    after = mjai.read([Document("a", b"".join(g.data for g in mjai.games(before)))])
    kept = [
        {
            (e["round_index"], e["seq"], e["action"]): json.loads(e["fields"])
            for e in tables.extras.to_pylist()
        }
        for tables in (before, after)
    ]
    assert len(kept[0]) == 6
    assert kept[0] == kept[1]
