"""The first statistics against an independent recount."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.reference.emit import generated
from tests.unit.warehouse.conftest import with_column
from tests.unit.warehouse.recount import STATISTICS, recount

Z = 1.959963984540054


@pytest.fixture(scope="module")
def logs(sanma: LogTables) -> LogTables:
    """Simulated games of three and random ones of four, in which rare things happen."""
    rules = [json.dumps({"extends": name}) for name in ("tenhou", "mahjong_soul")] * 5
    return LogTables.concat([generated(rules, range(len(rules))), sanma])


@pytest.fixture(scope="module")
def warehouse(logs: LogTables) -> Warehouse:
    made = Warehouse()
    made.add([logs])
    return made


def test_rates_are_as_recounted(warehouse: Warehouse, logs: LogTables) -> None:
    counts = recount(logs)
    rows = warehouse.query("player_rates").to_pylist()
    assert {(r["player_count"], r["player"]) for r in rows} == set(counts)
    checked = 0
    for row in rows:
        if row["statistic"] in STATISTICS:
            mine = counts[row["player_count"], row["player"]]
            expected = tuple(mine[key] for key in STATISTICS[row["statistic"]])
            assert (row["numerator"], row["denominator"]) == expected, row
            checked += 1
    assert checked == len(STATISTICS) * len(counts) - sum(count == 3 for count, _ in counts)


def test_every_value_is_numerator_over_denominator(warehouse: Warehouse) -> None:
    rates = warehouse.query("player_rates").to_pylist()
    assert rates
    for row in rates:
        if row["denominator"]:
            assert row["value"] == pytest.approx(row["numerator"] / row["denominator"])
        else:
            assert (row["numerator"], row["value"], row["low"]) == (0, None, None)


def test_rates_have_wilsons_interval(warehouse: Warehouse) -> None:
    rates = warehouse.query("player_rates", player="P0").to_pylist()
    assert rates
    for row in rates:
        k, n = row["numerator"], row["denominator"]
        if row["statistic"].startswith("avg_") or not n:
            continue
        centre = (k / n + Z**2 / (2 * n)) / (1 + Z**2 / n)
        half = Z / (1 + Z**2 / n) * math.sqrt(k / n * (1 - k / n) / n + Z**2 / (4 * n**2))
        assert row["low"] == pytest.approx(centre - half, abs=1e-12)
        assert row["high"] == pytest.approx(centre + half, abs=1e-12)
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1


def test_means_have_an_interval_clustered_by_game(warehouse: Warehouse) -> None:
    totals = warehouse.query("player_game_totals").to_pandas()
    mine = totals[(totals.player == "P0") & (totals.player_count == 4)]
    rows = {r["statistic"]: r for r in warehouse.query("player_rates", player="P0").to_pylist()}
    checked = 0
    for name, (x, n) in {
        "avg_score_delta": ("score_delta", "settled_rounds"),
        "avg_dealt_shanten": ("dealt_shanten", "dealt_hands"),
        "avg_win_value": ("win_points", "valued_wins"),
        "avg_riichi_turn": ("riichi_turns", "riichi"),
    }.items():
        games = mine[mine[n] > 0]
        if len(games) < 10:
            assert rows[name]["low"] is rows[name]["high"] is None
            continue
        checked += 1
        mean = games[x].sum() / games[n].sum()
        rest = games[x] - mean * games[n]
        error = np.sqrt((rest**2).sum() * len(games) / (len(games) - 1)) / games[n].sum()
        assert rows[name]["low"] == pytest.approx(mean - Z * error)
        assert rows[name]["high"] == pytest.approx(mean + Z * error)
    assert checked > 1


def test_of_few_games_a_mean_has_no_interval(yonma: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([yonma])
        rates = warehouse.query("player_rates").to_pylist()
        assert all(r["low"] is None for r in rates if r["statistic"].startswith("avg_"))


def test_three_and_four_players_are_never_mixed(yonma: LogTables, sanma: LogTables) -> None:
    names = ["A", "B", "C", "D"]

    def renamed(tables: LogTables) -> LogTables:
        seats = tables.game_players["seat"].to_pylist()
        return replace(
            tables, game_players=with_column(tables.game_players, "name", [names[s] for s in seats])
        )

    with Warehouse() as warehouse:
        warehouse.add([renamed(yonma), renamed(sanma)])
        rows = warehouse.query("player_summary", player="A").to_pylist()
        assert [(r["player_count"], r["games"]) for r in rows] == [(4, 3), (3, 2)]
        only = warehouse.query("player_summary", player="A", player_count=3).to_pylist()
        assert [(r["player_count"], r["games"]) for r in only] == [(3, 2)]
        for name in ("ranks", "deal_ins_by_turn", "deal_ins_by_opponents", "player_rates"):
            assert set(warehouse.query(name)["player_count"].to_pylist()) == {3, 4}


def test_whoever_wins_somebody_pays(warehouse: Warehouse) -> None:
    totals = warehouse.query(
        "select player_count, sum(wins - tsumo_wins) as rons, sum(deal_in_events) as paid"
        " from player_game_totals group by all"
    ).to_pylist()
    assert totals
    for row in totals:
        assert row["rons"] == row["paid"]


def test_ranks_add_up_to_the_games(warehouse: Warehouse, logs: LogTables) -> None:
    complete = [r for r in logs.games.to_pylist() if r["is_complete"]]
    for count in (3, 4):
        rows = warehouse.query("ranks", player_count=count).to_pylist()
        games = sum(r["player_count"] == count for r in complete)
        assert [r["games"] for r in rows] == [games] * count
        assert all(r["ranked_games"] == games * count for r in rows)


def test_discards_that_deal_in_are_as_recounted(warehouse: Warehouse, logs: LogTables) -> None:
    discards: dict[tuple[int, int], int] = {}
    deal_ins: dict[tuple[int, int], int] = {}
    players = {r["game_id"]: r["player_count"] for r in logs.games.to_pylist()}
    rounds: dict[tuple[str, int], list[dict[str, Any]]] = {}
    for event in logs.events.to_pylist():
        rounds.setdefault((event["game_id"], event["round_index"]), []).append(event)
    for (game, _), events in rounds.items():
        turns: dict[int, int] = {}
        last = (0, 0)
        is_discard = False
        for event in events:
            if event["kind"] == "discard":
                turns[event["seat"]] = turns.get(event["seat"], 0) + 1
                last = players[game], turns[event["seat"]]
                discards[last] = discards.get(last, 0) + 1
                is_discard = True
            elif event["kind"] == "win" and event["seat"] != event["target_seat"] and is_discard:
                deal_ins[last] = deal_ins.get(last, 0) + 1
                is_discard = False
            elif event["kind"] not in ("riichi_accepted", "dora"):
                is_discard = False
    rows = warehouse.query(
        "select player_count, turn, sum(discards)::int as n, sum(deal_ins)::int as k"
        " from discard_totals group by all"
    ).to_pylist()
    assert {(r["player_count"], r["turn"]): r["n"] for r in rows} == discards
    assert {(r["player_count"], r["turn"]): r["k"] for r in rows if r["k"]} == deal_ins


def test_rates_by_turn_leave_out_discards_in_riichi(warehouse: Warehouse) -> None:
    by_turn = warehouse.query("deal_ins_by_turn").to_pandas()
    by_state = warehouse.query("deal_ins_by_opponents").to_pandas()
    free = by_state[by_state.own_state != "riichi"]
    for column in ("discards", "deal_ins"):
        assert by_turn[column].sum() == free[column].sum()
    assert (by_state.deal_ins <= by_state.would_deal_ins).all()
    rows = warehouse.query("select count(*) as n from discards where not is_in_riichi").to_pylist()
    assert by_turn.discards.sum() == rows[0]["n"]


def test_games_can_be_chosen(yonma: LogTables) -> None:
    games = with_column(yonma.games, "room", ["high", "low", "low"])
    with Warehouse() as warehouse:
        warehouse.add([replace(yonma, games=games)])
        days = sorted(yonma.games["started_at"].to_pylist())

        def games_of(**chosen: Any) -> int:
            return sum(r["games"] for r in warehouse.query("player_summary", **chosen).to_pylist()) // 4

        assert games_of() == 3
        assert games_of(room="low") == 2
        assert games_of(platform="tenhou") == 0
        assert games_of(length="south") == 3
        assert games_of(since=days[1], until=days[2]) == 1
        assert games_of(since="1999-01-01") == 3


def test_an_unfinished_game_has_no_rank(yonma: LogTables) -> None:
    games = with_column(yonma.games, "is_complete", [True, False, False])
    with Warehouse() as warehouse:
        warehouse.add([replace(yonma, games=games)])
        rows = warehouse.query("player_summary").to_pylist()
        assert sum(r["ranked_games"] for r in rows) == 4
        assert sum(r["games"] for r in rows) == 12


@pytest.mark.corpus
def test_real_games_look_like_what_others_count(shared: Any) -> None:
    """Tenhou Houou, four players: win rate .21, deal-in rate .125, riichi .17, calls .35 (2016, kobalab)."""
    with Warehouse() as warehouse:
        warehouse.ingest(str(shared / "corpus/tenhou-xml/mahjong-hands/*-00a9-*"))
        row = warehouse.query(
            "select rate(sum(wins), sum(rounds)) as win, rate(sum(deal_ins), sum(rounds)) as deal_in,"
            " rate(sum(riichi), sum(rounds)) as riichi, rate(sum(called_rounds), sum(rounds)) as calls,"
            " rate(sum(win_points), sum(valued_wins)) as points from player_game_totals"
        ).to_pylist()[0]
        expected = {"win": 0.211, "deal_in": 0.125, "riichi": 0.170, "calls": 0.344, "points": 5647}
        assert row == pytest.approx(expected, rel=0.1)
