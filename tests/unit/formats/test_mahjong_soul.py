"""Mahjong Soul records: shapes of export, what of a game they say, what is refused."""

from __future__ import annotations

import base64
import json
from datetime import datetime

import pytest

from mjlog.formats import recognise
from mjlog.formats.base import Document
from mjlog.formats.mahjong_soul import NAME, read, sniff
from tests.unit.formats import wire_snippets as wire
from tests.unit.formats.soul_snippets import (
    HANDS,
    HEAD,
    ROUND_OF_NINE,
    ROUND_OF_RIICHI,
    camel,
    deal,
    discard,
    game,
    hule,
    new_round,
    no_tile,
    read_one,
    reasons,
    tiles,
)

ROUNDS = (*ROUND_OF_RIICHI, *ROUND_OF_NINE)
NAMED = [{"name": name, "data": data} for name, data in ROUNDS]
LQ = [{"name": f".lq.{name}", "data": data} for name, data in ROUNDS]
TYPED = [{**data, "@type": name} for name, data in ROUNDS]
ACTIONS = [
    {"passed": 10, "type": 3, "user_event": {"seat": 1, "type": 1}},
    *({"passed": 1000 * n, "type": 1, "result": entry} for n, entry in enumerate(LQ, 1)),
    {"passed": 99000, "type": 2, "user_input": {"seat": 0, "type": 7}},
]
DETAILS = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": ACTIONS}}
ROUND_LISTS = [NAMED[:5], NAMED[5:]]
EDITED = {
    "config": HEAD["config"],
    "player_datas": [{"nickname": account["nickname"]} for account in HEAD["accounts"]],
    "players": HEAD["result"]["players"],
    "rounds": ROUND_LISTS,
}
SHAPES = {
    "records": {"head": HEAD, "records": NAMED},
    "names with their package": {"head": HEAD, "records": LQ},
    "data": {"head": HEAD, "data": LQ},
    "details": {"head": HEAD, "details": TYPED},
    "camelCase": camel({"head": HEAD, "details": TYPED}),
    "actions in wrappers": {"head": HEAD, "data": DETAILS},
    "an answer with its error": {"error": None, "head": HEAD, "data": DETAILS, "data_url": ""},
    "an answer with its name": {"name": ".lq.ResGameRecord", "data": {"head": HEAD, "data": DETAILS}},
    "below other things": {"id": "x", "tags": ["a"], "game": {"head": HEAD, "records": NAMED}},
    "rounds of an editor": EDITED,
    "rounds with actions": {
        **{key: HEAD[key] for key in ("uuid", "config", "accounts")},
        "rounds": [{"wind": "east", "actions": entries} for entries in ROUND_LISTS],
    },
    "names of a protobuf library": {
        "head": HEAD,
        "records": [{**entry, "name": f"type.googleapis.com/lq.{entry['name']}"} for entry in NAMED],
    },
    "messages alone": NAMED,
    "rounds alone": ROUND_LISTS,
}


def core(data: bytes) -> dict[str, list[dict]]:
    """What is played, without names and places of the source."""
    told = read_one(data)
    assert reasons(told) == []
    dropped = ["game_id", "source_offset", "elapsed"]
    return {
        name: [{k: v for k, v in row.items() if k not in dropped} for row in getattr(told, name).to_pylist()]
        for name in ("rounds", "events", "wins", "draws")
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_export_gives_the_same_game(shape):
    data = json.dumps(SHAPES[shape]).encode()
    assert sniff(data)
    assert recognise(data).NAME == NAME
    assert core(data) == core(game(*ROUNDS))
    assert core(data)["rounds"][0]["outcome"] == "ron"


def test_a_message_a_line_gives_the_game():
    data = "\n".join(json.dumps(entry) for entry in NAMED).encode()
    assert core(data) == core(game(*ROUNDS))


def test_base64_of_protobuf_in_json_gives_the_same_game_once():
    pytest.importorskip("google.protobuf")
    records = [wire.wrapped(f".lq.{name}", wire.message(name, data)) for name, data in ROUNDS]
    text = base64.b64encode(wire.wrapped(".lq.GameDetailRecords", b"".join(wire.part(1, r) for r in records)))
    both = {"head": HEAD, "data": text.decode(), "details": TYPED}
    alone = {"head": HEAD, "data": text.decode()}
    assert core(json.dumps(alone).encode()) == core(json.dumps(both).encode()) == core(game(*ROUNDS))


def test_messages_may_be_protobuf_one_by_one():
    pytest.importorskip("google.protobuf")
    packed = [(name, wire.message(name, data)) for name, data in ROUNDS]
    wrapped = [wire.wrapped(f".lq.{name}", data) for name, data in packed]
    bare = wire.wrapped(".lq.GameDetailRecords", b"".join(wire.part(1, w) for w in wrapped))
    shapes = (
        {
            "records": [
                {"name": f".lq.{name}", "data": base64.b64encode(data).decode()} for name, data in packed
            ]
        },
        {"records": [base64.b64encode(data).decode() for data in wrapped]},
        {"actions": [{"type": 1, "result": base64.b64encode(data).decode()} for data in wrapped]},
        {"data": {"type": "Buffer", "data": list(bare)}},
        {"data": list(bare)},
    )
    for shape in shapes:
        assert core(json.dumps({"head": HEAD, **shape}).encode()) == core(game(*ROUNDS))
    shapes[0]["records"][1]["data"] = "!"
    told = read_one(json.dumps({"head": HEAD, **shapes[0]}).encode())
    assert told.rounds["round_index"].to_pylist() == [1]


def test_protobuf_as_text_may_be_wrapped_and_stand_among_other_lines():
    pytest.importorskip("google.protobuf")
    records = [wire.wrapped(f".lq.{name}", wire.message(name, data)) for name, data in ROUNDS]
    raw = wire.wrapped(".lq.GameDetailRecords", b"".join(wire.part(1, r) for r in records))
    whole = base64.b64encode(raw)
    lines = base64.encodebytes(raw)
    for text in (
        whole,
        lines,
        whole + b"\n\n" + lines,
        lines + raw.hex().encode(),
        whole + b"\nso it went\n",
    ):
        told = read_one(text)
        assert told.rounds.num_rows == 2 * told.games.num_rows > 0
        assert len(reasons(told)) == (b"went" in text)
    assert read_one(whole + b"\n" + lines).games.num_rows == 2
    placed = read_one(b"\n\n" + whole).rounds["source_offset"].to_pylist()
    assert placed[0] == read_one(whole).rounds["source_offset"][0].as_py() + 2


def test_messages_stand_in_the_order_of_their_numbers():
    entries = [{**entry, "sequence": n} for n, entry in enumerate(NAMED)]
    shuffled = {"head": HEAD, "rounds": [{"actions": [entries[n] for n in (1, 0, 4, 3, 2, 6, 5)]}]}
    assert core(json.dumps(shuffled).encode()) == core(game(*ROUNDS))


def test_several_games_of_a_document_are_each_read():
    one = json.dumps({"head": HEAD, "records": NAMED})
    for text in (f"[{one}, {one}]", f"{one}\n{one}", f'{{"games": [{one}, {one}]}}'):
        assert read_one(text.encode()).games.num_rows == 2


def test_the_head_tells_where_and_when_and_by_whom():
    told = read_one(game(*ROUNDS))
    row = told.games.to_pylist()[0]
    assert row["platform"] == "mahjong_soul"
    assert row["log_id"] == HEAD["uuid"]
    assert (row["room"], row["length"], row["player_count"]) == ("gold", "south", 4)
    assert row["started_at"] == datetime(2020, 1, 2, 3, 4, 5)  # noqa: DTZ001
    assert json.loads(row["rules"]) == {"extends": "mahjong_soul", "length": "south"}
    players = told.game_players.to_pylist()
    assert [p["name"] for p in players] == ["east", "south", "west", "north"]
    assert [p["account_id"] for p in players] == ["1001", "1002", "1003", "1004"]
    assert [p["level"] for p in players] == ["Expert 1", "Expert 2", "Master 3", "Celestial 1"]
    assert [p["log_final_score"] for p in players] == [24000, 32000, 24000, 20000]
    assert [p["log_final_points"] for p in players] == [4.0, 22.0, -6.0, -20.0]


@pytest.mark.parametrize(
    ("meta", "category", "room", "lobby"),
    [
        ({"mode_id": 12}, 2, "jade", None),
        ({"mode_id": 30}, 2, "casual", None),
        ({"room_id": 12345}, 1, "friendly", "12345"),
        ({"contest_uid": 777}, 4, "tournament", "777"),
        ({}, 0, None, None),
    ],
)
def test_rooms_have_names(meta, category, room, lobby):
    head = {**HEAD, "config": {"category": category, "mode": {"mode": 1}, "meta": meta}}
    row = read_one(game(*ROUNDS, head=head)).games.to_pylist()[0]
    assert (row["room"], row["lobby"], row["length"]) == (room, lobby, "east")


def test_equal_first_scores_that_are_not_usual_are_rules_and_unequal_ones_a_house_option():
    def told(*scores, **fields):
        game_row = read_one(game(new_round(scores=scores, **fields), discard(0, "5m"))).games.to_pylist()[0]
        rules = json.loads(game_row["rules"])
        return rules.get("start_score"), rules.get("return_score"), game_row["house_options"]

    assert told(25000, 25000, 25000, 25000) == (None, None, None)
    assert told(30000, 30000, 30000, 30000) == (30000, 30000, None)
    assert told(30000, 30000, 30000, 30000, ben=1) == (None, None, None)
    assert told(30000, 20000, 25000, 25000) == (None, None, ["handicap"])


def test_three_players_have_the_level_of_their_table():
    hands = ("19m123p456p789s11z", "19m456p456p123s22z", "19m789p123s789s33z")
    head = {
        "config": {"category": 2, "mode": {"mode": 12}, "meta": {"mode_id": 22}},
        "accounts": [{"nickname": "a", "level": {"id": 10301}, "level3": {"id": 20502}}],
    }
    told = read_one(game(new_round(hands, "4z"), discard(0, "4z"), head=head))
    assert told.games["player_count"].to_pylist() == [3]
    assert json.loads(told.games["rules"][0].as_py())["extends"] == "mahjong_soul_sanma"
    assert told.game_players["level"].to_pylist() == ["Saint 2", None, None]


def test_players_without_seats_stand_in_order_but_results_do_not():
    head = {
        "accounts": [{"nickname": name} for name in "ABCD"],
        "result": {"players": [{"part_point_1": points} for points in (40000, 30000, 20000, 10000)]},
    }
    told = read_one(game(*ROUNDS, head=head))
    assert told.game_players["name"].to_pylist() == ["A", "B", "C", "D"]
    assert told.game_players["log_final_score"].to_pylist() == [None] * 4
    assert reasons(told) == ["results without seats; they are left out"]


def test_a_game_is_complete_when_its_last_scores_lead_to_its_results():
    last = hule(
        {"seat": 1, "hu_tile": "5m", "point_rong": 7000},
        deltas=[-7000, 7000, 0, 0],
        scores=[18000, 32000, 25000, 25000],
    )
    assert not read_one(game(*ROUNDS, head={})).games["is_complete"][0].as_py()
    assert not read_one(game(*ROUNDS[:3])).games["is_complete"][0].as_py()
    told = read_one(game(new_round(), discard(0, "5m"), last))
    assert not told.games["is_complete"][0].as_py()  # North would end below its last score
    finals = [{"seat": s, "part_point_1": p} for s, p in enumerate([18000, 32000, 25000, 25000])]
    told = read_one(game(new_round(), discard(0, "5m"), last, head={**HEAD, "result": {"players": finals}}))
    assert told.games["is_complete"][0].as_py()


def test_places_and_times_of_messages_are_kept():
    data = json.dumps({"head": HEAD, "data": DETAILS}).encode()
    told = read_one(data)
    offsets = told.events["source_offset"].to_pylist()
    assert data[offsets[1] :].startswith(b'"name": ".lq.RecordDiscardTile"')
    assert told.events["elapsed"].to_pylist() == [1000, 2000, 2000, 3000, 3000, 4000, 5000, 6000, 7000]
    offset = told.wins["source_offset"][0].as_py()
    assert data[offset:].startswith(b'"name": ".lq.RecordHule"')


def test_what_no_column_holds_of_a_game_is_kept():
    head = {
        **HEAD,
        "config": {
            "category": 1,
            "mode": {"mode": 1, "detail_rule": {"time_fixed": 5, "dora_count": 3, "liqibang_value": 4000}},
        },
        "result": {"players": [{"seat": 1, "grading_score": 50}, {"grading_score": -20}]},
    }
    told = read_one(game(*ROUNDS, head=head))
    kept = {row["action"]: json.loads(row["fields"]) for row in told.extras.to_pylist()}
    assert kept["start_game"] == {"detail_rule": {"liqibang_value": 4000}, "grading_scores": [50, -20]}


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ({"config": {"mode": {"detail_rule": {"xuezhandaodi": 1}}}}, "Battle of Asura"),
        ({"config": {"mode": {"detail_rule": {"chuanma": True}}}}, "Bloodshed Skirmish"),
        ({"config": {"mode": {"detail_rule": {"amusement_switches": [18]}}}}, "the low overturn the high"),
        ({"config": {"mode": {"detail_rule": {"brand_new_mode": 1}}}}, "an event that mjlog does not know"),
        ({"config": {"mode": {"extendinfo": '{"muyu_mode": 1}'}}}, "Eye of the Dragon"),
        ({"config": {"meta": {"mode_id": 40}}}, "Battle of Asura"),
        ({"config": {"meta": {"mode_id": 13}}}, "Brawl Room"),
    ],
)
def test_games_of_other_rooms_are_refused_by_name(head, name):
    told = read_one(game(*ROUNDS, head=head))
    assert told.games.num_rows == told.rounds.num_rows == 0
    (reason,) = reasons(told)
    assert reason.startswith(f"not riichi but {name}")


@pytest.mark.parametrize(
    ("message", "name"),
    [
        (("RecordHuleXueZhanMid", {"hules": []}), "Battle of Asura"),
        (("RecordHuleXueLiuMid", {"hules": []}), "Sichuan mahjong until the wall ends"),
        (("RecordChangeTile", {}), "exchange of three tiles"),
        (("RecordSelectGap", {}), "Bloodshed Skirmish"),
        (("RecordFillAwaitingTiles", {}), "Battle of Stars"),
        (("RecordRevealTile", {"tile": "1m"}), "Battle of Darkness"),
        (new_round(doras=["1m", "2m", "3m"]), "Dora frenzy"),
        (new_round(opens=[{"seat": 1, "tiles": ["1m"], "count": [1]}]), "Open Deal"),
        (deal(1, "1mt"), "a game with marked tiles"),
        (deal(1, "1m", tile_states=[0, 1]), "a game with marked tiles"),
        (new_round(tiles2=["bd"]), "Battle of Asura with wild tiles"),
        (deal(1, "1m", hun_zhi_yi_ji_info={"seat": 1, "liqi": 2}), "Soul Strike"),
        (deal(1, "1m", liqi={"liqi_type_beishuizhizhan": 2}), "Battle with the back to the river"),
        (deal(1, "1m", liqi={"xia_ke_shang": {"score_coefficients": [2, 1, 1, 1]}}), "the low overturn"),
        (new_round(muyu={"id": 1, "seat": 2}), "Eye of the Dragon"),
        (hule({"fans": [{"id": 8001, "val": 88}]}, deltas=[]), "Chinese official mahjong"),
        (hule({"fans": [{"id": 1018, "val": 6}]}, deltas=[]), "Bloodshed Skirmish"),
        (hule({"tianming_bonus": 5}, deltas=[]), "Battle of Destiny"),
    ],
)
def test_messages_show_another_game_without_its_options(message, name):
    told = read_one(game(new_round(), discard(0, "5m"), message, head={}))
    assert told.games.num_rows == 0
    (reason,) = reasons(told)
    assert reason.startswith(f"not riichi but {name}")


def test_open_hands_of_a_room_are_a_house_option():
    opens = [{"seat": seat, "tiles": ["1m"]} for seat in range(4)]
    head = {"config": {"mode": {"detail_rule": {"open_hand": 1}}}}
    told = read_one(game(new_round(opens=opens), discard(0, "5m"), head=head))
    assert told.games["house_options"].to_pylist() == [["open_hands"]]


def test_coefficients_of_an_ordinary_game_are_no_sign_of_another():
    liqi = {"liqibang": 1, "score": 24000, "xia_ke_shang": {"score_coefficients": [1, 1, 1, 1]}}
    told = read_one(game(new_round(), discard(0, "5m", is_liqi=True), deal(1, "9m", liqi=liqi)))
    assert told.events["kind"].to_pylist()[-2:] == ["riichi_accepted", "draw"]


def test_a_refused_game_does_not_keep_others_from_being_read():
    refused = game(*ROUNDS, head={"config": {"meta": {"mode_id": 13}}})
    told = read_one(refused + b"\n" + game(*ROUNDS))
    assert told.games.num_rows == 1
    assert len(reasons(told)) == 1


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (new_round((*HANDS[:3], "123m")), "RecordNewRound: seat 3 is dealt 3 tiles"),
        (new_round(chang=4), "RecordNewRound: chang 4 is not within 0 and 3"),
        (new_round(doras=["9z"]), "RecordNewRound: '9z' is no tile"),
        (new_round(scores=[1, 2]), "RecordNewRound: [1, 2] are not the points of 4 players"),
        (new_round(scores=[10**9] * 4), "are not points that a score reaches"),
    ],
)
def test_a_deal_that_is_none_breaks_its_round_only(broken, reason):
    told = read_one(game(broken, discard(0, "5m"), *ROUND_OF_RIICHI))
    assert told.rounds["round_index"].to_pylist() == [1]
    assert len(reasons(told)) == 1
    assert reason in reasons(told)[0]
    assert "round 1 of the game" in reasons(told)[0]


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (deal(4, "1m"), "RecordDealTile: seat 4 is not within 0 and 3"),
        (deal(1, "10m"), "RecordDealTile: '10m' is no tile"),
        (discard(1, ""), "RecordDiscardTile: '' is no tile"),
        (("RecordDealTile", {"seat": 1.5}), "1.5 is no whole number"),
        (("RecordChiPengGang", {"type": 7, "tiles": []}), "type 7 is not within 0 and 2"),
        (("RecordChiPengGang", {"seat": 1, "type": 1, "tiles": ["1m"]}), "a pon of 1 tiles"),
        (("RecordAnGangAddGang", {"type": 3}), "a kan without tiles"),
        (("RecordMystery", {"value": 7}), "a message that riichi does not have"),
        (hule(deltas=[0] * 4), "a win of 0 players"),
        (hule({"seat": 0, "hu_tile": "5m"}, deltas=[]), "seat 0 wins on a tile that nobody put down"),
        (("RecordHule", {"hules": "x"}), "hules: 'x' is no list of objects"),
        (("RecordDealTile", {"seat": 1, "tile": "1m", "doras": ["1z"] * 6}), "6 indicators"),
    ],
)
def test_a_malformed_message_breaks_its_round_only(broken, reason):
    told = read_one(game(new_round(), discard(0, "5m"), broken, *ROUND_OF_NINE))
    assert told.rounds["round_index"].to_pylist() == [1]
    (told_reason,) = reasons(told)
    assert told_reason.startswith("East 1, honba 0 (round 1 of the game): ")
    assert reason in told_reason


def test_play_after_the_end_of_a_round_is_told():
    told = read_one(game(*ROUND_OF_NINE, discard(0, "1m"), *ROUND_OF_RIICHI))
    assert told.rounds["round_index"].to_pylist() == [0, 2]
    assert reasons(told) == [
        "East 1, honba 1 (round 1 of the game): messages after its end, of a round without a deal"
    ]


def test_a_deal_to_three_among_deals_to_four_breaks_its_round_only():
    name, data = new_round()
    broken = (name, {key: value for key, value in data.items() if key != "tiles3"})
    told = read_one(game(broken, discard(0, "5m"), *ROUND_OF_RIICHI, *ROUND_OF_NINE))
    assert told.rounds["round_index"].to_pylist() == [1, 2]
    assert told.games["player_count"].to_pylist() == [4]


@pytest.mark.parametrize("lost", [0, 1, 3, 5])
def test_a_null_among_messages_costs_its_round(lost):
    entries = [*LQ]
    entries[lost] = None
    told = read_one(json.dumps({"head": HEAD, "records": entries}).encode())
    assert told.rounds.num_rows == 1
    assert len(reasons(told)) == 1


def test_a_broken_line_among_messages_costs_its_round():
    lines = [json.dumps(entry) for entry in LQ]
    lines[2] = lines[2][:30]
    told = read_one("\n".join(lines).encode())
    assert told.rounds["round_index"].to_pylist() == [1]
    assert len(reasons(told)) == 2


def test_fields_that_are_not_known_are_kept():
    course = (new_round(), discard(0, "5m", brand_new=7, tile_state=0, field_99="x"))
    told = read_one(game(*course, head={}))
    (row,) = told.extras.to_pylist()
    assert (row["action"], row["round_index"], row["seq"]) == ("RecordDiscardTile", 0, 1)
    assert json.loads(row["fields"]) == {"brand_new": 7, "field_99": "x"}


def test_play_before_the_first_deal_is_told():
    told = read_one(game(discard(0, "1m"), *ROUND_OF_RIICHI))
    assert told.rounds.num_rows == 1
    assert reasons(told) == ["messages of a round whose deal is not there"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"head": {"uuid": "x"}, "records": [', "the object does not end"),
        (b'{"head": {}, "records": []}', "no messages of a game"),
        (b'{"head": {}, "records": [1, null, "x"]}', "no messages of a game"),
        (b'{"records": ' + b"[" * 5000 + b"]" * 5000 + b"}", ""),
        (b'{"a":' * 2000 + b"1" + b"}" * 2000, ""),
        (b'{"head": {}, "records": [{"name": "RecordNewRound", "data": 1e999}]}', ""),
    ],
)
def test_documents_without_a_game_are_told(data, reason):
    told = read_one(data)
    assert told.games.num_rows == 0
    assert len(reasons(told)) >= 1
    assert reason in reasons(told)[0]


@pytest.mark.parametrize(
    "head",
    [
        {"config": 5, "accounts": "x", "result": [1], "uuid": 7, "start_time": "soon"},
        {"config": {"mode": {"mode": "x", "detail_rule": []}, "meta": 3}, "accounts": [1, {"seat": "x"}]},
        {"accounts": [{"seat": 9, "nickname": 5}], "result": {"players": [{"seat": 1, "total_point": "x"}]}},
        {"start_time": 10**30, "uuid": "x" * 1000},
        {"config": {"mode": {"detail_rule": {"init_point": -5, "time_fixed": 5}}}},
        {"config": {"mode": {"detail_rule": {"time_fixed": 5, "fandian": 10**9, "dora_count": "x"}}}},
    ],
)
def test_a_broken_head_never_costs_the_rounds(head):
    assert read_one(game(*ROUNDS, head=head)).rounds.num_rows == 2


def test_unknown_content_is_no_record():
    for data in (b"", b"<mjloggm>", b'{"type":"start_game"}', b'{"log":[[[0,0,0]]]}', b"RecordNewRound"):
        assert not sniff(data)
    assert sniff(json.dumps({"head": {**HEAD, "x": "y" * 50}, "data": "A" * 70000}).encode()[:65536])


def test_documents_are_independent():
    told = read([Document("a.json", b"{"), Document("b.json", game(*ROUNDS))])
    assert told.games["source_path"].to_pylist() == ["b.json"]
    assert told.rejects["source_path"].to_pylist() == ["a.json"]


def test_an_exhaustive_draw_has_no_winner():
    told = read_one(game(new_round(), discard(0, "5m"), no_tile([0], [3000, -1000, -1000, -1000])))
    assert told.rounds["outcome"].to_pylist() == ["exhaustive_draw"]
    assert tiles("0m") == ["0m"]
