"""`wins.calc_wait`: what the winning tile completes in the reading that counts."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from mjlog.audit.assess import assess
from mjlog.formats import read
from mjlog.rulesets import resolve
from mjlog.tables import LogTables
from tests.reference.emit import generated
from tests.reference.replayer import replay
from tests.reference.results import winning_hand
from tests.reference.scorer import best_scores
from tests.reference.tables import from_tables
from tests.reference.variants import ADDED_POINTS
from tests.unit.replay.written import ELSEWHERE, Round, tiles, written

ROOT = Path(__file__).resolve().parents[3]
RULES: dict[str, dict[str, Any]] = {
    **{name: {"extends": name} for name in ("tenhou", "mahjong_soul_sanma", "two_player")},
    "added points": ADDED_POINTS,
}


def calc_wait(hand: str, tile: str, *, by_ron: bool = True) -> str | None:
    """The wait of the dealer, in riichi with a dealt hand, that wins on a tile."""
    hands = {0: hand, 1: ELSEWHERE, 2: ELSEWHERE, 3: ELSEWHERE}
    start = "0 draw 2z; 0 riichi; 0 discard 2z; 0 riichi_accepted; "
    ron = f"1 draw {tile}; 1 discard {tile}; 0 win {tile} from 1"
    outcome = {"outcome": "ron" if by_ron else "tsumo"}
    events = start + (ron if by_ron else f"0 draw {tile}; 0 win {tile} from 0")
    tables = written([Round(events, hands, {**outcome, "ura": tiles("4z")})])
    row = {"game_id": tables.games["game_id"][0].as_py(), "round_index": 0, "win_index": 0, "seat": 0}
    wins = pa.Table.from_pylist([row | {"from_seat": int(by_ron)}], schema=tables.wins.schema)
    found: str | None = assess(replace(tables, wins=wins)).tables.wins["calc_wait"][0].as_py()
    return found


@pytest.mark.parametrize(
    ("hand", "tile", "wait"),
    [
        ("23m456p678p234s99s", "1m", "ryanmen"),
        ("24m456p678p234s99s", "3m", "kanchan"),
        ("12m456p678p234s99s", "3m", "penchan"),
        ("89m456p678p234s99s", "7m", "penchan"),
        ("11m456p678p234s99s", "1m", "shanpon"),
        ("1m456p678p234s999s", "1m", "tanki"),
        ("2344m456p678p234s", "4m", "ryanmen"),  # pinfu, where a pair of 4m would not be
        ("1233m456p678p111s", "3m", "tanki"),  # penchan would be worth as much
        ("113355m22p44p66p7s", "7s", "tanki"),
        ("19m19p19s1234567z", "9m", "tanki"),
        ("12m456p678p234s99s", "4m", None),
    ],
)
def test_the_winning_tile_completes_a_part_of_the_hand(hand: str, tile: str, wait: str | None) -> None:
    assert calc_wait(hand, tile) == wait
    assert calc_wait(hand, tile, by_ron=False) == wait


def games(name: str) -> LogTables:
    """Games that the reference generates under a rule set, or simulated ones."""
    if name in RULES:
        return generated([json.dumps(RULES[name])] * 5, range(5))
    return read(str(ROOT / "data/samples" / f"{name}.jsonl"))


@pytest.mark.parametrize("name", [*RULES, "rare", "rare_toutenkou"])
def test_the_wait_is_that_of_a_reading_that_is_worth_most(name: str) -> None:
    tables = games(name)
    rules = resolve(tables.games["rules"][0].as_py(), tables.games["player_count"][0].as_py())
    scored = iter(assess(tables).tables.wins.to_pylist())
    told = set()
    for given in from_tables(tables, lambda _: rules):
        *_, last = replay(given)
        for logged in given.wins:
            wait = next(scored)["calc_wait"]
            hand = winning_hand(
                last,
                logged["seat"],
                given,
                is_tsumo=logged["seat"] == logged["from_seat"],
                tile=logged["tile"],
                ura=given.ura_indicators or (),
            )
            best = {s.reading.wait for s in best_scores(hand, rules)}
            assert (wait or "none") in (best or {"none"}), logged
            told.add(wait)
    assert len(told) > 2
