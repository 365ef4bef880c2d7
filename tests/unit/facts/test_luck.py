"""Ura dora of riichi wins and what their indicators bring on average, tile by tile with the reference."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from mjlog.audit.assess import assess
from mjlog.facts import facts
from mjlog.rulesets.model import Ruleset
from mjlog.tiles import KINDS, TILE_NAMES
from tests.reference.emit import generated
from tests.reference.model import Moment, SeatView, kind_of
from tests.reference.results import dora_kind
from tests.unit.facts.recount_danger import held, visible
from tests.unit.facts.test_recounts import Played, games
from tests.unit.warehouse.conftest import with_column

Row = dict[str, Any]
GAMES = ("tenhou", "tenhou_sanma", "mahjong_soul", "two_player", "added points")


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Played:
    """Games and their facts."""
    return Played.of(games(request.param, request))


def brought(view: SeatView, tile: int | None, indicator: int, rules: Ruleset) -> int:
    """Tiles of a hand, with the tile won on, that an ura indicator makes dora."""
    kinds = [kind_of(t) for t in view.tiles_of_all] + ([] if tile is None else [kind_of(tile)])
    twice = kinds.count(kind_of(indicator)) if rules.ura_indicator_counts else 0
    return kinds.count(dora_kind(indicator, rules)) + twice


def left(moment: Moment, rules: Ruleset) -> Counter[int]:
    """Copies that nobody holds or has shown."""
    removed = {TILE_NAMES.index(tile) for tile in rules.removed_tiles}
    tiles = Counter({kind: 0 if kind in removed else 4 for kind in range(KINDS)})
    tiles.subtract(visible(moment))
    for view in moment.seats:
        tiles.subtract(held(view))
    return tiles


def test_ura_dora_and_their_expectation_are_as_counted_by_hand(played: Played) -> None:
    facts, counted = played.rows("round_players"), 0
    for key, given, moments, row in played.walk():
        rules, ura = given.rules, row["ura_indicators"]
        won = {win["seat"]: win for win in played.wins.get(key, [])}
        for mine in facts[key]:
            win = won.get(mine["seat"])
            view = moments[-1].seats[mine["seat"]]
            if win is None or view.riichi_seq is None or not rules.ura_dora or not ura:
                assert mine["ura_dora"] is mine["expected_ura"] is None
                continue
            before = next(m for m, after in pairwise(moments) if is_win(after))
            number = len(before.dora_indicators) if rules.kan_ura_dora else 1
            tile = None if win["seat"] == win["from_seat"] else TILE_NAMES.index(win["tile"])
            view = before.seats[mine["seat"]]
            shown = [TILE_NAMES.index(name) for name in ura[:number]]
            assert mine["ura_dora"] == sum(brought(view, tile, i, rules) for i in shown)
            pool = left(before, rules)
            total = sum(n * brought(view, tile, kind, rules) for kind, n in pool.items())
            assert mine["expected_ura"] == pytest.approx(number * total / sum(pool.values()), rel=1e-6)
            counted += 1
    assert counted


def is_win(moment: Moment) -> bool:
    """Whether a moment is one right after somebody won."""
    return moment.event is not None and moment.event["kind"] == "win"


def test_hidden_hands_leave_no_expectation() -> None:
    tables = generated(['{"extends": "tenhou"}'] * 4, range(4))
    rounds = tables.rounds
    for seat in (1, 2, 3):
        rounds = with_column(rounds, f"hand_{seat}", [None] * len(rounds))
    evidence = assess(replace(tables, rounds=rounds))
    rows = facts(evidence.replay, evidence.tables)["round_players"].to_pylist()
    known = [row for row in rows if row["ura_dora"] is not None]
    assert {row["seat"] for row in known} == {0, 1, 2, 3}
    assert all(row["expected_ura"] is None for row in known)
