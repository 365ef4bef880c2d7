from __future__ import annotations

from typing import Any

import pytest

from mjlog.api import Replayed, replay
from mjlog.display.rounds import find_rounds, round_document, round_name
from mjlog.schema import STATES
from mjlog.simulate import simulate
from tests.unit.formats.mjai_snippets import END_ROUND, HANDS, START, act, deal, tables_of

GAMES = ("tenhou", "tenhou_sanma")


@pytest.fixture(scope="module", params=GAMES)
def documents(request: pytest.FixtureRequest) -> list[dict[str, Any]]:
    """Every round of a simulated game."""
    replayed: Replayed = replay(next(simulate(request.param, games=1, seed=3)))
    states = replayed.states
    assert len(replayed.tables.rounds) > 0
    return [round_document(replayed.tables, states, n) for n in range(len(replayed.tables.rounds))]


def owned(state: dict[str, Any]) -> int:
    """Tiles of a hand: concealed and melded, a kan counted as three, set-aside tiles not at all."""
    return len(state["hand"]) + sum(3 for meld in state["melds"] if meld["type"] != "kita")


def test_hand_and_melds_are_a_whole_hand_after_every_event(documents: list[dict[str, Any]]) -> None:
    after = {
        "draw": {14},
        "discard": {13},
        "chi": {14},
        "pon": {14},
        "ankan": {13},
        "kakan": {13},
        "kita": {13},
    }
    seen = set()
    for event in (e for d in documents for e in d["events"] if e["kind"] in after):
        assert owned(event) in after[event["kind"]], event
        seen.add(event["kind"])
    assert {"draw", "discard", "pon"} <= seen


def test_rivers_hold_every_discard_with_its_riichi_and_its_caller(documents: list[dict[str, Any]]) -> None:
    called = 0
    for document in documents:
        for seat in document["end"]:
            own = [e for e in document["events"] if e["seat"] == seat["seat"]]
            discards = [e for e in own if e["kind"] == "discard"]
            assert [d["tile"] for d in seat["river"]] == [e["tile"] for e in discards]
            assert [d["is_tsumogiri"] for d in seat["river"]] == [e["is_tsumogiri"] for e in discards]
            assert sum(d["is_riichi"] for d in seat["river"]) == sum(e["kind"] == "riichi" for e in own)
        callers = [e["seat"] for e in document["events"] if e["kind"] in ("chi", "pon", "daiminkan")]
        marks = [d["called_by"] for s in document["end"] for d in s["river"] if d["called_by"] is not None]
        assert sorted(callers) == sorted(marks)
        called += len(marks)
    assert called


def test_what_a_seat_holds_at_the_end_is_what_its_last_event_left(documents: list[dict[str, Any]]) -> None:
    for document in documents:
        for seat in document["end"]:
            last = [e for e in document["events"] if e["seat"] == seat["seat"]][-1]
            assert seat["hand"] == last["hand"]
            assert seat["melds"] == last["melds"]


def test_a_winner_is_not_shown_as_furiten(documents: list[dict[str, Any]]) -> None:
    won = [d for d in documents if d["wins"]]
    assert won
    for document in won:
        assert all(document["end"][win["seat"]]["furiten"] is None for win in document["wins"])
        assert all(e["furiten"] is None for e in document["events"] if e["kind"] == "win")


def test_melds_are_of_one_kind_or_a_run(documents: list[dict[str, Any]]) -> None:
    melds = [m for d in documents for s in d["end"] for m in s["melds"]]
    assert melds
    for meld in melds:
        plain = sorted(tile.removesuffix("r") for tile in meld["tiles"])
        assert len(set(plain)) == (3 if meld["type"] == "chi" else 1)
        assert len(plain) == {"kita": 1, "chi": 3, "pon": 3}.get(meld["type"], 4)


def tables_with(**changes: Any) -> dict[str, Any]:
    """The document of a round of four seats that one of the new words is in."""
    hands = [*HANDS[:3], []] if "away" in changes else HANDS
    tables = tables_of(
        {**START, "mjlog_format": 1, "rules": {"extends": "tenhou"}},
        deal(tehais=hands, oya=1, kyoku=2, **changes),
        act("tsumo", 1, "9s"),
        act("penalty", 0, points=1000, reason="wrong pon", at="table 7"),
        act("dahai", 1, "9s"),
        END_ROUND,
    )
    states = STATES.empty()
    return round_document(tables, states, 0)


def test_winds_go_round_those_who_play() -> None:
    assert [player["wind"] for player in tables_with()["players"]] == ["N", "E", "S", "W"]
    document = tables_with(away=3)
    assert [player["wind"] for player in document["players"]] == ["W", "E", "S", None]
    assert [seat["seat"] for seat in document["end"]] == [0, 1, 2]
    assert document["away_seat"] == 3


def test_dice_and_unknown_fields_are_told() -> None:
    document = tables_with(dice=[3, 3])
    assert document["dice"] == [3, 3]
    assert document["events"][1]["reason"] == "wrong pon"
    assert document["events"][0]["reason"] is None
    fields = '{"reason":"wrong pon","at":"table 7"}'
    assert document["extras"] == [{"seq": 1, "action": "penalty", "fields": fields}]


ROUNDS = [
    {"round_index": i, "round_wind": w, "round_number": n, "honba": h}
    for i, (w, n, h) in enumerate([(0, 1, 0), (0, 1, 1), (0, 2, 0), (1, 1, 0), (1, 1, 10)])
]


@pytest.mark.parametrize(
    ("name", "found"),
    [("0", [0]), ("4", [4]), ("E1", [0, 1]), ("e1.1", [1]), ("S1.1", None), ("S1.10", [4]), ("S1", [3, 4])],
)
def test_rounds_are_found_by_number_and_by_name(name: str, found: list[int] | None) -> None:
    if found is None:
        with pytest.raises(ValueError, match="has no round"):
            find_rounds(ROUNDS, name)
    else:
        assert [row["round_index"] for row in find_rounds(ROUNDS, name)] == found


@pytest.mark.parametrize("name", ["", "E", "E5", "X1", "E1.", "-1", "1.0", "E1.0.0"])
def test_what_is_no_round_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"is no round: .*; the game has E1\.0, E1\.1"):
        find_rounds(ROUNDS, name)


def test_the_name_of_a_round_finds_it() -> None:
    assert [find_rounds(ROUNDS, round_name(row)) for row in ROUNDS] == [[row] for row in ROUNDS]
