"""Simulated games as Mahjong Soul records: read again they are what they were."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.tables import LogTables
from tests.unit.formats.soul_snippets import game, messages_of, read_one, reasons

PRESETS = ("mahjong_soul", "mahjong_soul_sanma")
COLUMNS = {
    "rounds": (
        *(
            "round_index",
            "round_wind",
            "round_number",
            "dealer_seat",
            "honba",
            "riichi_sticks",
            "start_scores",
        ),
        *("hand_0", "hand_1", "hand_2", "hand_3", "dora_indicators", "ura_indicators", "outcome"),
    ),
    "events": ("round_index", "seq", "kind", "seat", "target_seat", "tile", "consumed", "is_tsumogiri"),
    "wins": (
        *("round_index", "win_index", "seat", "from_seat", "tile", "log_pao_seat", "log_han", "log_points"),
        *("log_limit", "log_yaku", "log_yaku_han", "log_dora_indicators"),
    ),
    "draws": ("round_index", "log_type", "log_tenpai"),
}


def rows(tables: LogTables, table: str, game_id: str) -> list[dict[str, Any]]:
    return [
        {name: row[name] for name in COLUMNS[table]}
        for row in getattr(tables, table).to_pylist()
        if row["game_id"] == game_id
    ]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("rare", [False, True])
def test_simulated_games_come_back_as_they_were(preset, rare):
    kinds = set()
    for played in simulate(preset, games=40 if rare else 3, seed=3, rare=rare):
        for game_id in played.games["game_id"].to_pylist():
            told = read_one(game(*messages_of(played, game_id), head={}))
            assert reasons(told) == []
            (own,) = told.games["game_id"].to_pylist()
            for table in COLUMNS:
                assert rows(told, table, own) == rows(played, table, game_id), (game_id, table)
            kinds |= set(told.events["kind"].to_pylist())
    wanted = {"draw", "discard", "pon", "riichi", "riichi_accepted", "win", "exhaustive_draw"}
    wanted |= {"chi"} if preset == "mahjong_soul" else {"kita"}
    assert kinds >= wanted | ({"ankan", "kakan", "daiminkan", "dora", "abortive_draw"} if rare else set())


@pytest.mark.parametrize("preset", PRESETS)
def test_live_views_come_back_as_they_were(preset):
    for played in simulate(preset, games=1, seed=5, view=1):
        for game_id in played.games["game_id"].to_pylist():
            told = read_one(game(*messages_of(played, game_id, viewer=1), head={}))
            assert reasons(told) == []
            (own,) = told.games["game_id"].to_pylist()
            for table in ("rounds", "wins", "draws"):
                assert rows(told, table, own) == rows(played, table, game_id)
            for ours, theirs in zip(rows(told, "events", own), rows(played, "events", game_id), strict=True):
                assert ours == theirs
