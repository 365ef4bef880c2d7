from __future__ import annotations

import pytest

from mjlog.audit.assess import assess
from mjlog.audit.evidence import Evidence
from mjlog.display.walls import wall_to_come
from mjlog.display.words import Words
from mjlog.notation import MPSZ
from mjlog.simulate import simulate
from tests.unit.replay.written import Round, written


@pytest.fixture(scope="module", params=["tenhou", "tenhou_sanma"])
def evidence(request: pytest.FixtureRequest) -> Evidence:
    (tables,) = simulate(request.param, 1, 3)
    return assess(tables)


def test_the_wall_at_the_deal_is_all_that_is_not_dealt(evidence: Evidence) -> None:
    wall = wall_to_come(evidence, 0)
    assert wall is not None
    players = int(evidence.batch.players[0])
    assert len(wall["draws"]) == {4: 70, 3: 55}[players]
    assert len(wall["replacements"]) == {4: 4, 3: 4}[players]
    assert (len(wall["indicators"]), len(wall["under"])) == (4, 5)
    assert not wall["is_shuffled"]


def test_draws_come_in_the_order_of_the_wall(evidence: Evidence) -> None:
    draws = [
        e["tile"] for e in evidence.tables.events.to_pylist() if (e["round_index"], e["kind"]) == (0, "draw")
    ]
    replaced = evidence.replay.turns.is_replacement[: evidence.batch.first_event[1]]
    kinds = evidence.batch.events.kind[: evidence.batch.first_event[1]]
    live = [tile for tile, dead in zip(draws, replaced[kinds == 0], strict=True) if not dead]
    wall = wall_to_come(evidence, 0)
    assert wall is not None
    assert wall["draws"][: len(live)] == live


def test_the_wall_gets_shorter_with_every_draw(evidence: Evidence) -> None:
    events = int(evidence.batch.first_event[1])
    walls = [wall_to_come(evidence, 0, after) for after in range(-1, events)]
    left = [len(wall["draws"]) for wall in walls if wall is not None]
    assert left == sorted(left, reverse=True)
    assert left[-1] == evidence.replay.turns.live_tiles[events - 1]


@pytest.mark.parametrize("after", [-2, 10_000])
def test_an_event_that_is_not_there_is_refused(evidence: Evidence, after: int) -> None:
    with pytest.raises(ValueError, match=f"the round has no event {after}"):
        wall_to_come(evidence, 0, after)


def test_a_log_without_a_wall_says_so() -> None:
    evidence = assess(written([Round("0 draw 1m; 0 discard 1m")]))
    assert wall_to_come(evidence, 0) is None
    assert Words(MPSZ).wall(None) == ["the log has neither the wall nor a seed that it can be shuffled from"]


def test_a_wall_is_told_in_lines() -> None:
    wall = {
        "after": 3,
        "is_shuffled": True,
        "draws": ["1m", "5pr"],
        "replacements": ["E"],
        "indicators": [],
        "under": ["9s"],
    }
    assert Words(MPSZ).wall(wall) == [
        "wall still to come after event 3, shuffled from the seed:",
        "to be drawn, the next first: 1m 0p",
        "replacement tiles, the next first: 1z",
        "indicators not turned: none",
        "ura indicators, under all of them: 9s",
    ]
