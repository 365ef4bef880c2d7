from __future__ import annotations

import gc
import json
import tracemalloc

import pytest

from mjlog import rulesets
from mjlog.formats.tenhou_xml import lobby
from tests.unit.formats.xml_snippets import init, read

# Rule strings of the shape that private lobbies have: flags, 2 fields, 3 scores, bonuses from field 21.
SCORES = "0,0,,,{},,,,,,,,,,,,,,,{},,,,"
BONUSES = ",".join(["5,-5,-15"] * 5)


@pytest.mark.parametrize(
    ("kind", "room"),
    [
        (0x01, "general"),
        (0x09, "general"),
        (0x81, "upper"),
        (0x29, "special"),
        (0xA9, "phoenix"),
        (0xB9, "phoenix"),
        (0xE1, "phoenix"),
        (0x201, "parlour_general"),
        (0x621, "parlour_special"),
        (0x4A1, "parlour_phoenix"),
        (0x841, None),
    ],
)
def test_rooms_of_the_public_lobby(kind, room):
    assert lobby.room(kind, "0") == room
    assert lobby.room(kind, None) == room


def test_a_private_lobby_has_a_room_only_where_the_bits_say_so():
    assert lobby.room(0x01, "7994") is None
    assert lobby.room(0xA9, "1111") == "phoenix"


PARLOUR = {"kiriage_mangan": True, "honba_points": 500, "uma": [30, 10, -10, -30]}


@pytest.mark.parametrize(
    ("kind", "stated"),
    [
        (0x09, {"extends": "tenhou", "length": "south"}),
        (0x41, {"extends": "tenhou", "length": "east"}),
        (0x0F, {"extends": "tenhou", "length": "south", "open_tanyao": False, "red_fives": [0, 0, 0]}),
        (0xB9, {"extends": "tenhou_sanma", "length": "south"}),
        (0x201, {"extends": "tenhou", "length": "east", **PARLOUR}),
        (0x401, {"extends": "tenhou", "length": "east", **PARLOUR}),
        (0x101, {"extends": "tenhou", "length": "east"}),
    ],
)
def test_rules_by_type_bits(kind, stated):
    text = lobby.rules(kind, "", None)
    assert json.loads(text) == stated
    rulesets.resolve(text)


def test_a_start_score_that_is_not_the_usual_one_is_stated():
    assert "start_score" not in json.loads(lobby.rules(0x09, "", 25000))
    assert "start_score" not in json.loads(lobby.rules(0x19, "", 35000))
    assert json.loads(lobby.rules(0x09, "", 30000))["start_score"] == 30000


def test_a_lobby_of_the_parlour_has_its_own_honba_and_bonus():
    stated = json.loads(lobby.rules(0x641, SCORES.format("30000,30000,30000", ""), 30000))
    assert stated["kiriage_mangan"] is True
    assert not {"honba_points", "uma"} & set(stated)


def test_short_games_are_counted_from_their_start():
    stated = json.loads(lobby.rules(0x841, "", 1000))
    assert (stated["start_score"], stated["return_score"], stated["uma"]) == (1000, 1000, [0, 0, 0, 0])


def test_in_the_oldest_dialect_a_leading_dealer_may_play_on():
    south = json.loads(lobby.rules(0xA9, "", 25000, is_oldest=True))
    east = json.loads(lobby.rules(0xA1, "", 25000, is_oldest=True))
    assert (south["agari_yame"], south.get("uma")) == ("optional", None)
    assert (east["agari_yame"], east["uma"]) == ("optional", [10, 5, -5, -10])


def test_switches_of_a_lobby_without_renchan():
    stated = json.loads(lobby.rules(0x641, "4007C004" + ",,,,30000,30000,30000" + "," * 33, 30000))
    assert (stated["win_renchan"], stated["tenpai_renchan"]) == (False, False)
    other = json.loads(lobby.rules(0x101, "0FE0BF0B" + ",,,,30000,30000,30000" + "," * 33, 30000))
    assert not {"win_renchan", "tenpai_renchan"} & set(other)


def test_scores_and_bonuses_of_a_private_lobby_are_stated():
    text = lobby.rules(0x101, SCORES.format("30000,30000,30000", BONUSES), 30000)
    stated = json.loads(text)
    assert (stated["return_score"], stated["target_score"], stated["uma"]) == (30000, 30000, [15, 5, -5, -15])
    assert rulesets.resolve(text).uma == (15, 5, -5, -15)


@pytest.mark.parametrize(
    "csrule",
    [
        "",
        ",,,",
        SCORES.format("25000,30000,30000", "," * 14),
        SCORES.format(",,", ",".join(["5,-5,-15"] * 4 + ["4,-4,-12"])),
        SCORES.format("x,x,x", ",".join(["a,b,c"] * 5)),
    ],
)
def test_what_is_not_understood_of_a_lobby_rule_is_not_stated(csrule):
    assert json.loads(lobby.rules(0x09, csrule, None)) == {"extends": "tenhou", "length": "south"}


def test_the_hour_is_in_the_id():
    started = lobby.started_at("2009100819gm-0049-0000-13bf5b23")
    assert started is not None
    assert started.isoformat() == "2009-10-08T10:00:00"
    assert lobby.started_at("2009139919gm-0049-0000-13bf5b23") is None
    assert lobby.started_at(None) is None


@pytest.mark.parametrize(
    "name",
    [
        "2022010102gm-00b9-0000-814b0f6a.txt",
        "x2010091009gm-00a9-0000-83af2648&tw=2.mjlog",
        "2021062012gm-0641-11000-af004d79",
    ],
)
def test_ids_of_the_platform(name):
    assert lobby.LOG_ID.search(name)


def test_players_without_ranks_or_names_are_seated_all_the_same():
    assert lobby.names_of([None, "", "%E7%A7%8B"]) == [None, "", "秋"]
    assert lobby.levels_of(None) == lobby.ratings_of("") == [None] * 4
    assert lobby.levels_of("99,16,0,0") == ["99", "七段", "新人", "新人"]
    assert lobby.ratings_of("x,1500.5,7") == [None, 1500.5, 7.0, None]


def test_what_is_made_of_one_log_cannot_be_changed_for_others():
    lobby.levels_of("16,16,16,16").clear()
    assert lobby.levels_of("16,16,16,16") == ["七段"] * 4
    columns = lobby.table(0xA9, "0", "", 25000)
    assert columns == {"rules": lobby.rules(0xA9, "", 25000), "room": "phoenix", "length": "south"}
    with pytest.raises(TypeError):
        columns["room"] = "upper"


@pytest.mark.parametrize("tag", ["GO lobby", "GO csrule", "GO x", "UN dan", "UN rate"])
def test_no_long_text_of_a_log_stays_in_memory(tag):
    size, kept = 1 << 17, []
    tracemalloc.start()
    try:
        for number in range(8):
            read(f'<GO type="9"/><UN/>{init()}<T52/>'.replace(tag[:2], f'{tag}="{number}{size * "1"}"', 1))
            gc.collect()
            kept.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert kept[-1] - kept[1] < 2 * size


@pytest.mark.parametrize(
    ("rate", "ratings"),
    [
        ("1500.00,1812.4,7,2000.", [1500.0, 1812.4, 7.0, 2000.0]),
        ("-3.5,1500", [-3.5, 1500.0, None, None]),
        ("nan,inf,1_0,-infinity", [None] * 4),
        ("1e3, 1500,+1500,0x10", [None] * 4),
        ("١٥٠٠,1500\n,.5,1500", [None, None, None, 1500.0]),
        (f"{'9' * 400},1500", [None, 1500.0, None, None]),
        ("1,2,3,4,nan", [1.0, 2.0, 3.0, 4.0]),
    ],
)
def test_a_rating_is_a_number_in_plain_digits(rate, ratings):
    assert lobby.ratings_of(rate) == ratings


def test_names_that_are_not_all_quoted_are_read_one_by_one():
    assert lobby.names_of(["a%20b", "%E7%A7%8B", None, "%E7", "%0A"]) == ["a b", "秋", None, "\ufffd", "\n"]
    assert lobby.names_of(["%0A", "%E7%A7", "%41"]) == ["\n", "\ufffd", "A"]
