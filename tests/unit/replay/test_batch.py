from __future__ import annotations

from dataclasses import replace

import pytest

from mjlog.replay.batch import (
    CHANGES_HAND,
    DISCARD,
    DORA,
    DRAW,
    IS_CALL,
    KAKAN,
    KITA,
    NEEDS_REPLACEMENT,
    OFFERS_TILE,
    RIICHI,
    WIN,
    Batch,
    kind_set,
)
from mjlog.rulesets import RulesetTable, load
from mjlog.schema import EVENT_KINDS
from mjlog.tables import LogTables
from tests.unit.replay.written import ELSEWHERE, WAITING, Round, batch_of, tiles, written


def test_a_kind_set_is_a_table_of_kinds() -> None:
    table = kind_set(DRAW, WIN)
    assert table.shape == (256,)
    assert table.nonzero()[0].tolist() == [DRAW, WIN]


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (CHANGES_HAND, "draw discard chi pon daiminkan kakan ankan kita"),
        (IS_CALL, "chi pon daiminkan kakan ankan kita"),
        (NEEDS_REPLACEMENT, "daiminkan kakan ankan kita"),
        (OFFERS_TILE, "discard kakan ankan kita"),
    ],
)
def test_sets_of_kinds_by_name(table: object, kinds: str) -> None:
    assert {EVENT_KINDS[k] for k in table.nonzero()[0]} == set(kinds.split())


def test_rounds_become_columns() -> None:
    tables = written(
        [
            Round("0 draw 5m; 0 discard 5m", {0: WAITING, 1: ELSEWHERE}, {"honba": 2, "riichi_sticks": 1}),
            Round(),
            Round(
                "2 draw 1z; dora 3z", columns={"start_scores": None, "ura": tiles("1m2m"), "round_wind": 3}
            ),
        ]
    )
    batch = batch_of(tables)
    assert (batch.n_rounds, batch.n_events) == (3, 4)
    assert batch.first_event.tolist() == [0, 2, 2, 4]
    assert batch.dealer.tolist() == [0, 1, 2]
    assert batch.players.tolist() == [4, 4, 4]
    assert batch.round_wind.tolist() == [0, 0, 3]
    assert (batch.honba[0], batch.sticks[0]) == (2, 1)
    assert batch.has_scores.tolist() == [True, True, False]
    assert batch.start_scores[2].tolist() == [0, 0, 0, 0]
    assert batch.has_ura.tolist() == [False, False, True]
    assert batch.ura_indicators[2].tolist() == [*tiles("1m2m"), 255, 255, 255]
    assert batch.dora_indicators[2].tolist() == [*tiles("9m3z"), 255, 255, 255]
    assert batch.hands[0, 0].tolist() == [*tiles(WAITING), 255]
    assert batch.hands[0, 2].tolist() == [37] * 13 + [255]
    assert batch.events.kind.tolist() == [DRAW, DISCARD, DRAW, DORA]


def test_a_table_of_three_has_no_fourth_hand() -> None:
    batch = batch_of(written([Round(hands={0: WAITING})], {"extends": "tenhou_sanma"}, players=3))
    assert batch.hands[0, 3].tolist() == [255] * 14
    assert batch.start_scores[0].tolist() == [25_000, 25_000, 25_000, 0]


def test_lists_longer_than_any_game_are_kept() -> None:
    tables = written([Round(hands={0: WAITING + "111z"}, dora="1m2m3m4m5m6m7m")])
    batch = batch_of(tables)
    assert (batch.hands[0, 0] != 255).sum() == 16
    assert (batch.dora_indicators[0] != 255).sum() == 7


def test_rules_go_with_the_game_of_each_round() -> None:
    tables = LogTables.concat([written([Round(), Round()], log_id="a"), written([Round()], log_id="b")])
    batch = Batch.from_tables(tables, RulesetTable.of([load("tenhou"), load("mahjong_soul")]), [1, 0])
    assert batch.round_game.tolist() == [0, 0, 1]
    assert batch.rule.tolist() == [1, 1, 0]


def test_a_batch_of_nothing_is_empty() -> None:
    batch = batch_of(LogTables.empty())
    assert (batch.n_rounds, batch.n_events) == (0, 0)
    assert batch.first_event.tolist() == [0]


def test_games_without_rounds_are_no_rounds() -> None:
    assert batch_of(written([])).n_rounds == 0


def test_rows_out_of_order_are_refused() -> None:
    tables = written([Round("0 draw 5m"), Round("1 draw 5m")])
    with pytest.raises(ValueError, match="not in order"):
        batch_of(replace(tables, events=tables.events.take([1, 0])))


def test_events_of_no_round_are_refused() -> None:
    tables = written([Round("0 draw 5m"), Round("1 draw 5m")])
    with pytest.raises(ValueError, match="belongs to no round"):
        batch_of(replace(tables, rounds=tables.rounds.slice(0, 1)))


def test_kinds_are_the_words_of_the_schema() -> None:
    assert [EVENT_KINDS[k] for k in (DRAW, KAKAN, KITA, RIICHI, DORA, WIN)] == [
        "draw",
        "kakan",
        "kita",
        "riichi",
        "dora",
        "win",
    ]
