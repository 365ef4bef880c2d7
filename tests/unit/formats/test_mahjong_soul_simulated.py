"""Simulated games as Mahjong Soul records: read again they are what they were."""

from __future__ import annotations

from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.tables import LogTables
from tests.unit.formats.soul_snippets import by_game, game, games_of, read_one, reasons

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


def rows(tables: LogTables) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """The columns to compare, by game and table."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for table, columns in COLUMNS.items():
        for game_id, own in by_game(tables, table).items():
            found.setdefault(game_id, {})[table] = [{name: row[name] for name in columns} for row in own]
    return found


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("rare", [False, True])
def test_simulated_games_come_back_as_they_were(preset, rare):
    kinds = set()
    for played in simulate(preset, games=40 if rare else 3, seed=3, rare=rare):
        before = rows(played)
        for game_id, messages in games_of(played).items():
            told = read_one(game(*messages, head={}))
            assert reasons(told) == []
            (after,) = rows(told).values()
            assert after == before[game_id]
            kinds |= set(told.events["kind"].to_pylist())
    wanted = {"draw", "discard", "pon", "riichi", "riichi_accepted", "win", "exhaustive_draw"}
    wanted |= {"ankan", "kakan", "daiminkan", "dora", "abortive_draw"} if rare else set()
    wanted |= {"chi"} - {"chi" if rare or preset == "mahjong_soul_sanma" else ""}
    wanted |= {"kita"} - {"kita" if preset == "mahjong_soul" else ""}
    assert kinds >= wanted


@pytest.mark.parametrize("preset", PRESETS)
def test_live_views_come_back_as_they_were(preset):
    (played,) = simulate(preset, games=1, seed=5, view=1)
    before = rows(played)
    ((game_id, messages),) = games_of(played, viewer=1).items()
    told = read_one(game(*messages, head={}))
    assert reasons(told) == []
    (after,) = rows(told).values()
    assert after == before[game_id]
