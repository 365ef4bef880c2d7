"""What lines of mjx repeat of play is held against it, and told where it differs."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.unit.formats.mjx_snippets import (
    HANDS,
    discard,
    draw,
    end,
    event,
    observation,
    pon,
    read,
    reasons,
    state,
    tsumogiri,
    won,
)

PON = pon(18, 0, 3, 3)
"""The dealer's 1s (ids 72 to 75, the last left out), called by seat 1 from the seat before it."""


def drawn_out() -> dict[str, Any]:
    """Seat 1 calls a pon and declares nothing; the round is drawn with its hand shown, seat 0 in riichi."""
    hands = [HANDS[0], [73, 74, *HANDS[1][2:]], HANDS[2], HANDS[3]]
    events = [
        draw(0),
        event("RIICHI", 0),
        tsumogiri(0, 72),
        event("RIICHI_SCORE_CHANGE", 0),
        event("PON", 1, open=PON),
        discard(1, 15),
        event("EXHAUSTIVE_DRAW_NORMAL"),
    ]
    tenpais = [
        {"hand": {"closedTiles": [*HANDS[0]]}},
        {"who": 1, "hand": {"closedTiles": hands[1][3:], "opens": [PON]}},
    ]
    whole = state(
        *events,
        round=4,
        honba=2,
        hands=hands,
        draws={0: [72]},
        end=end(noWinner={"tenpais": tenpais, "tenChanges": [1500, 1500, -1500, -1500]}),
    )
    whole["privateObservations"][1]["currHand"] = copy.deepcopy(tenpais[1]["hand"])
    return whole


def changed(line: dict[str, Any], *path: str | int, value: Any) -> dict[str, Any]:
    line = copy.deepcopy(line)
    *outer, last = path
    inner: Any = line
    for key in outer:
        inner = inner[key]
    inner[last] = value
    return line


def told(line: dict[str, Any]) -> list[str]:
    """What is told of a round that is kept."""
    tables = read(line)
    assert len(tables.rounds) == 1
    found = reasons(tables)
    assert all(
        text.startswith("South 1, honba 2: ") and text.endswith("; the round is kept") for text in found
    )
    return [text.removeprefix("South 1, honba 2: ").removesuffix("; the round is kept") for text in found]


FINAL = ("roundTerminal", "finalScore")
TENPAI = ("roundTerminal", "noWinner", "tenpais")
CALLED = f"where [{PON}] were called"
CURRENT = ("privateObservations", 1, "currHand")


def test_a_line_that_repeats_play_rightly_has_nothing_to_tell() -> None:
    assert told(drawn_out()) == []
    assert told(observation(1, drawn_out())) == []


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ((*FINAL, "round"), 5, "finalScore: round 5, not 4"),
        ((*FINAL, "honba"), 3, "finalScore: honba 3, not 2"),
        ((*FINAL, "riichi"), 0, "finalScore: riichi 0, not 1"),
        (
            (*TENPAI, 0, "hand", "closedTiles", 0),
            135,
            "tenpai hand of seat 0: closedTiles are 111222233334m7z, where play leaves 1111222233334m",
        ),
        (
            (*TENPAI, 1, "hand", "opens"),
            [],
            f"tenpai hand of seat 1: opens are [], {CALLED}",
        ),
        (
            (*CURRENT, "opens"),
            [PON + 1],
            f"currHand of seat 1: opens are [{PON + 1}], {CALLED}",
        ),
        ((*CURRENT, "closedTiles", 0), 226, "currHand of seat 1 is no hand"),
        (
            (*CURRENT, "closedTiles", 0),
            135,
            "currHand of seat 1: closedTiles are 555666677m7z, where play leaves 5556666770m",
        ),
    ],
)
def test_a_repetition_that_differs_is_told(path: tuple[str | int, ...], value: Any, reason: str) -> None:
    assert told(changed(drawn_out(), *path, value=value)) == [reason]


def test_a_seat_that_is_tenpai_twice_is_told() -> None:
    line = drawn_out()
    line["roundTerminal"]["noWinner"]["tenpais"].append(line["roundTerminal"]["noWinner"]["tenpais"][0])
    assert told(line) == ["tenpais: seat 0 is listed 2 times"]


def test_sticks_that_a_winner_has_taken_are_not_left() -> None:
    events = [draw(0), event("RIICHI", 0), tsumogiri(0, 72), event("RIICHI_SCORE_CHANGE", 0), draw(1)]
    events += [tsumogiri(1, 76), event("RON", 0, tile=76)]
    line = state(
        *events, round=4, honba=2, draws={0: [72], 1: [76]}, score={"riichi": 1}, end=end(won(0, 1, 76))
    )
    assert told(line) == []
    assert told(changed(line, *FINAL, "riichi", value=2)) == ["finalScore: riichi 2, not 0"]


def test_the_tile_of_a_ron_is_in_the_hand_of_who_won_on_it() -> None:
    line = state(draw(0), tsumogiri(0, 72), event("RON", 1, tile=72), round=4, honba=2, draws={0: [72]})
    line["privateObservations"][1]["currHand"] = {"closedTiles": [*HANDS[1], 72]}
    assert told(line) == []
    line["privateObservations"][1]["currHand"] = {"closedTiles": [*HANDS[1], 76]}
    assert len(told(line)) == 1


def test_melds_that_a_win_shows_are_those_that_were_called() -> None:
    line = state(draw(0), tsumogiri(0, 72), event("RON", 1, tile=72), round=4, honba=2, draws={0: [72]})
    shown = won(1, 0, 72, hand={"closedTiles": [*HANDS[1], 72], "opens": [PON]})
    assert told(line | {"roundTerminal": {"wins": [shown]}}) == [
        f"hand of the win of seat 1: opens are [{PON}], where [] were called"
    ]


def test_an_added_kan_stands_for_its_pon() -> None:
    added = pon(18, 0, 3, 3, is_kan=True)
    line = drawn_out()
    public = line["publicObservation"]
    public["events"][-1:] = [draw(1), event("ADDED_KAN", 1, open=added), public["events"][-1]]
    line["privateObservations"][1]["drawHistory"] = [75]
    for hand in (
        line["privateObservations"][1]["currHand"],
        line["roundTerminal"]["noWinner"]["tenpais"][1]["hand"],
    ):
        hand["opens"] = [added]
    assert told(line) == []


def test_ura_dora_indicators_that_do_not_lie_in_the_wall_are_told() -> None:
    line = changed(drawn_out(), "hiddenState", value={"wall": list(range(136)), "uraDoraIndicators": [131]})
    assert told(line) == []
    for value, reason in (
        ([99], "uraDoraIndicators are 7s, where 6z lie in the wall"),
        ([226], "uraDoraIndicators are no tiles"),
    ):
        found = told(changed(line, "hiddenState", "uraDoraIndicators", value=value))
        assert found == [reason.replace("6z", "F")]


def test_what_a_line_shows_without_end_is_told_briefly() -> None:
    many = {"hand": {"closedTiles": [*HANDS[0]], "opens": [PON] * 1000}}
    line = drawn_out()
    line["roundTerminal"]["noWinner"]["tenpais"] = [many] * 50
    found = told(line)
    assert len(found) == 5
    assert max(map(len, found)) < 200
