"""Rates and means of the catalogue: counted as recounted, by every way that leads to them."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from mjlog.simulate import simulate
from mjlog.stats.catalogue import PROFILES, catalogue, chosen
from mjlog.stats.intervals import wilson
from mjlog.stats.measures import MEASURES
from mjlog.stats.overview import overview, sizes
from mjlog.stats.rates import GROUPS, by_totals, is_of_games, rates, rates_sql
from mjlog.stats.selection import Selection
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from tests.reference.emit import generated
from tests.unit.stats.recount.logs import STATISTICS, recount
from tests.unit.warehouse.conftest import batches_of, with_column

Z = 1.959963984540054
ALL_ROUNDS = Selection(rounds=("E", "S", "W", "N"))
"""Chooses every round, so that rounds are counted one by one."""
EACH_PROFILE = pytest.mark.parametrize(
    "profile", ["house", *(p for p in PROFILES if any(p in s.profiles for s in catalogue().values()))]
)


def defined_by(profile: str) -> list[str]:
    """Names of the statistics that a profile defines."""
    return [s.name for s in chosen(profile=profile) if s.profile == profile]


@pytest.fixture(scope="module")
def logs() -> LogTables:
    """Simulated games of three and random ones of four, in which rare things happen."""
    rules = [json.dumps({"extends": name}) for name in ("tenhou", "mahjong_soul")] * 5
    sanma = LogTables.concat(simulate("tenhou_sanma", games=3, seed=6))
    return LogTables.concat([generated(rules, range(len(rules))), sanma])


@pytest.fixture(scope="module")
def warehouse(logs: LogTables) -> Warehouse:
    made = Warehouse()
    made.add([logs])
    return made


@pytest.fixture(scope="module")
def yonma() -> LogTables:
    """Three games of four players."""
    return LogTables.concat(simulate("tenhou", games=3, seed=5))


def measured(table: pa.Table) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Rows by whatever tells them apart, and the statistic."""
    keys = [name for name in table.column_names if name not in MEASURES]
    return {(*(row[k] for k in keys), row["statistic"]): row for row in table.to_pylist()}


def test_figures_are_as_recounted(warehouse: Warehouse, logs: LogTables) -> None:
    counts = recount(logs)
    rows = rates(warehouse, statistics=list(STATISTICS)).to_pylist()
    assert {(r["player_count"], r["player"]) for r in rows} == set(counts)
    assert len(rows) == len(STATISTICS) * len(counts) - sum(count == 3 for count, _ in counts)
    for row in rows:
        mine = counts[row["player_count"], row["player"]]
        expected = tuple(mine[key] for key in STATISTICS[row["statistic"]])
        assert (row["numerator"], row["denominator"]) == expected, row


@EACH_PROFILE
def test_every_value_is_numerator_over_denominator(warehouse: Warehouse, profile: str) -> None:
    rows = rates(warehouse, statistics=defined_by(profile), profile=profile).to_pylist()
    assert rows
    for row in rows:
        if row["denominator"]:
            assert row["value"] == pytest.approx(row["numerator"] / row["denominator"])
        else:
            assert (row["numerator"], row["value"], row["low"], row["high"]) == (0, None, None, None), row


@EACH_PROFILE
def test_a_rate_counts_some_of_what_its_denominator_counts(warehouse: Warehouse, profile: str) -> None:
    names = [s.name for s in chosen(profile=profile) if s.profile == profile and not is_of_games(s.totals)]
    for row in rates(warehouse, statistics=names, by=("player", "round"), profile=profile).to_pylist():
        if row["kind"] == "rate":
            assert 0 <= row["numerator"] <= row["denominator"], row


def test_rates_have_wilsons_interval(warehouse: Warehouse) -> None:
    checked = 0
    for row in rates(warehouse, Selection(players=("P0",))).to_pylist():
        k, n = row["numerator"], row["denominator"]
        if row["kind"] == "mean" or not n:
            continue
        centre = (k / n + Z**2 / (2 * n)) / (1 + Z**2 / n)
        half = Z / (1 + Z**2 / n) * math.sqrt(k / n * (1 - k / n) / n + Z**2 / (4 * n**2))
        assert row["low"] == pytest.approx(centre - half, abs=1e-12)
        assert row["high"] == pytest.approx(centre + half, abs=1e-12)
        assert 0 <= row["low"] <= row["value"] <= row["high"] <= 1
        checked += 1
    assert checked > 30


def test_means_have_an_interval_clustered_by_game(warehouse: Warehouse) -> None:
    rows = measured(rates(warehouse, Selection(players=("P0",), player_count=4)))
    totals = warehouse.query(
        "select t.* from outcome_totals as t inner join player_games as g using (game_id, seat)"
        " where g.player = 'P0' and g.player_count = 4"
    ).to_pandas()
    per_game = totals.groupby("game_id")[["score_points", "settled_rounds"]].sum()
    x, n = per_game.score_points, per_game.settled_rounds
    assert len(per_game) >= 10
    mean = x.sum() / n.sum()
    error = np.sqrt(((x - mean * n) ** 2).sum() * len(n) / (len(n) - 1)) / n.sum()
    row = rows[4, "P0", "hand_balance"]
    assert (row["low"], row["high"]) == pytest.approx((mean - Z * error, mean + Z * error))


def test_of_few_games_a_mean_has_no_interval(yonma: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([yonma])
        rows = rates(warehouse, by=()).to_pylist()
        assert {r["low"] for r in rows if r["kind"] == "mean"} == {None}
        assert any(r["low"] is not None for r in rows)


DRAWS = ["draw_rate", "abortive_rate", "multi_ron_rate"]
"""What is the same for all at a table."""


def test_what_a_table_shares_is_one_trial(warehouse: Warehouse) -> None:
    """Of all players together it has the interval of one seat's, though each round counts four times."""
    choice = Selection(player_count=4)
    together = measured(rates(warehouse, choice, statistics=DRAWS, by=()))
    for row in rates(warehouse, replace(choice, seats=(2,)), statistics=DRAWS, by=()).to_pylist():
        mine = together[4, row["statistic"]]
        assert mine["denominator"] == 4 * row["denominator"] > 0
        assert (mine["low"], mine["high"]) == pytest.approx((row["low"], row["high"])), row["statistic"]


def test_what_one_of_a_table_has_is_no_less_than_a_trial(warehouse: Warehouse) -> None:
    """One wins where another does not: each seat's round is a trial."""
    choice = Selection(player_count=4)
    (row,) = rates(warehouse, choice, statistics=["win_rate"], by=()).to_pylist()
    low, high = wilson(*(np.array([row[name]]) for name in ("numerator", "denominator")))
    assert (row["low"], row["high"]) == pytest.approx((low[0], high[0]))


def test_players_of_a_table_are_told_together_as_they_are_apart(warehouse: Warehouse) -> None:
    """Of those two who share their tables a draw counts twice; of one it counts once."""
    both = Selection(players=("P0", "P1"), player_count=4)
    (two,) = rates(warehouse, both, statistics=["draw_rate"], by=()).to_pylist()
    one, other = rates(warehouse, both, statistics=["draw_rate"]).to_pylist()
    assert two["denominator"] == one["denominator"] + other["denominator"]
    assert (two["low"], two["high"]) == pytest.approx((one["low"], one["high"]), abs=0.005)


def test_what_is_the_same_in_every_game_has_no_interval(warehouse: Warehouse) -> None:
    """All seats together: one first, a mean rank of 2.5, a dealer in four, points that add up to nothing."""
    names = ["rank_1_rate", "top2_rate", "dealer_hand_rate", "avg_rank", "avg_game_delta", "win_rate"]
    choice = Selection(player_count=4)
    *fixed, wins = rates(warehouse, choice, statistics=names, by=()).to_pylist()
    assert [(row["low"], row["high"]) for row in fixed] == [(None, None)] * 5
    assert wins["low"] < wins["value"] < wins["high"]
    for some in by_totals(chosen(names)):
        sql, values = rates_sql(some, choice, ())
        told = {row["statistic"]: row["low"] for row in warehouse.query(sql, **values).to_pylist()}
        assert all((low is None) == (name != "win_rate") for name, low in told.items())
    apart = rates(warehouse, choice, statistics=["rank_1_rate"], by=("seat",)).to_pylist()
    assert all(row["low"] < row["high"] for row in apart)


def test_of_few_games_a_table_is_one_trial(yonma: LogTables) -> None:
    with Warehouse() as warehouse:
        warehouse.add([yonma])
        (row,) = rates(warehouse, by=(), statistics=["riichi_rate"]).to_pylist()
    low, high = wilson(*(np.array([row[name] / 4]) for name in ("numerator", "denominator")))
    assert (row["low"], row["high"]) == pytest.approx((low[0], high[0]))


@pytest.mark.parametrize("by", [("player",), (), ("length", "round_wind")])
@EACH_PROFILE
def test_the_statement_in_sql_says_what_is_answered(
    warehouse: Warehouse, profile: str, by: tuple[str, ...]
) -> None:
    names = defined_by(profile)[:: 4 if profile == "house" else 1]
    names = [s.name for s in chosen(names, profile) if not (len(by) == 2 and is_of_games(s.totals))]
    answer = measured(rates(warehouse, statistics=names, profile=profile, by=by))
    for some in by_totals(chosen(tuple(names), profile)):
        sql, values = rates_sql(some, Selection(), by)
        for key, row in measured(warehouse.query(sql, **values)).items():
            assert row == pytest.approx(answer.pop(key), nan_ok=True), key
    assert not answer


@EACH_PROFILE
def test_sums_of_whole_games_are_those_of_their_rounds(warehouse: Warehouse, profile: str) -> None:
    """Which also holds formulas to what can be added up."""
    names = [s.name for s in chosen(defined_by(profile), profile) if not is_of_games(s.totals)]
    whole = measured(rates(warehouse, statistics=names, profile=profile))
    one_by_one = measured(rates(warehouse, ALL_ROUNDS, statistics=names, profile=profile))
    assert whole.keys() == one_by_one.keys()
    for key, row in one_by_one.items():
        assert row == pytest.approx(whole[key], nan_ok=True), key


def test_parts_add_up_to_the_whole(warehouse: Warehouse, logs: LogTables) -> None:
    """But for luck, which is held against everyone in the warehouse."""
    names = [s.name for s in catalogue().values() if s.section != "luck"]
    parts: dict[tuple[Any, ...], list[float]] = {}
    games = list(batches_of(logs))
    for tables in (games[::2], games[1::2]):
        with Warehouse() as part:
            part.add(tables)
            for key, row in measured(rates(part, statistics=names)).items():
                mine = parts.setdefault(key, [0, 0])
                mine[0] += row["numerator"]
                mine[1] += row["denominator"]
    whole = measured(rates(warehouse, statistics=names))
    assert parts.keys() == whole.keys()
    for key, row in whole.items():
        assert parts[key] == pytest.approx([row["numerator"], row["denominator"]]), key


@pytest.mark.parametrize("group", GROUPS)
def test_groups_add_up_to_all(warehouse: Warehouse, group: str) -> None:
    names = ["win_rate", "avg_win_value", "riichi_rate"]
    all_together = measured(rates(warehouse, by=(), statistics=names))
    sums: dict[tuple[Any, ...], float] = {}
    for key, row in measured(rates(warehouse, by=(group,), statistics=names)).items():
        sums[key[0], key[-1]] = sums.get((key[0], key[-1]), 0) + row["denominator"]
    assert sums
    for key, total in sums.items():
        assert total == pytest.approx(all_together[key]["denominator"]), key


def test_three_and_four_players_are_never_mixed(yonma: LogTables) -> None:
    sanma = LogTables.concat(simulate("tenhou_sanma", games=2, seed=6))
    names = ["A", "B", "C", "D"]

    def renamed(tables: LogTables) -> LogTables:
        seats = tables.game_players["seat"].to_pylist()
        return replace(
            tables, game_players=with_column(tables.game_players, "name", [names[s] for s in seats])
        )

    with Warehouse() as warehouse:
        warehouse.add([renamed(yonma), renamed(sanma)])
        rows = overview(warehouse, Selection(players=("A",))).to_pylist()
        assert [(r["player_count"], r["games"]) for r in rows] == [(4, 3), (3, 2)]
        only = overview(warehouse, Selection(players=("A",), player_count=3)).to_pylist()
        assert [(r["player_count"], r["games"]) for r in only] == [(3, 2)]
        assert "rank_4_rate" not in rates(warehouse, Selection(player_count=3))["statistic"].to_pylist()
        for name in ("ranks", "deal_ins_by_turn", "deal_ins_by_opponents"):
            assert set(warehouse.query(name)["player_count"].to_pylist()) == {3, 4}


def test_whoever_wins_somebody_pays(warehouse: Warehouse) -> None:
    sums = "select sum(wins - tsumo_wins) as rons, sum(deal_in_events) as paid from outcome_totals"
    (row,) = warehouse.query(sums).to_pylist()
    assert row["rons"] == row["paid"] > 0


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


def test_an_unfinished_game_has_no_rank(yonma: LogTables) -> None:
    games = with_column(yonma.games, "is_complete", [True, False, False])
    with Warehouse() as warehouse:
        warehouse.add([replace(yonma, games=games)])
        (row,) = rates(warehouse, by=(), statistics=["avg_rank"]).to_pylist()
        assert (row["denominator"], row["value"]) == (4, 2.5)
        assert sizes(warehouse, Selection(), by=())["games"].to_pylist() == [3]


def test_of_nothing_there_is_no_rate() -> None:
    with Warehouse() as empty:
        assert len(rates(empty)) == 0
        assert rates(empty).column_names == ["player_count", "player", *MEASURES]
        assert len(overview(empty)) == 0


def test_a_choice_that_fits_nothing_gives_no_rows(warehouse: Warehouse) -> None:
    assert len(rates(warehouse, Selection(platform="nowhere"))) == 0
    assert len(rates(warehouse, Selection(rounds=("N4",)), by=("round",))) == 0


def test_statistics_of_games_are_not_told_of_rounds(warehouse: Warehouse) -> None:
    names = ["avg_rank", "win_rate"]
    told = rates(warehouse, ALL_ROUNDS, statistics=names)["statistic"].to_pylist()
    assert set(told) == {"win_rate"}
    with pytest.raises(ValueError, match="statistics of whole games cannot be asked of single rounds"):
        rates(warehouse, ALL_ROUNDS, statistics=["avg_rank"])


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            {"statistics": ["deal_in_rat"]},
            "no statistic or section is called 'deal_in_rat'; did you mean deal_in_r",
        ),
        ({"profile": "nodocchi"}, "no profile is called 'nodocchi'; there are house, amae"),
        ({"by": ("weather",)}, "statistics are told apart by player, .* not by 'weather'"),
        ({"selection": Selection(players=("P9",))}, "no player is called P9"),
        ({"selection": Selection(opponents=("Q",))}, "no player is called Q"),
    ],
)
def test_what_is_not_known_is_refused_with_words(
    warehouse: Warehouse, asked: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        rates(warehouse, **asked)


def test_the_order_asked_is_the_order_told(warehouse: Warehouse) -> None:
    names = ["riichi_rate", "avg_rank", "win_rate"]
    assert rates(warehouse, statistics=names, by=()).to_pydict()["statistic"] == names * 2


def test_a_section_is_all_its_statistics(warehouse: Warehouse) -> None:
    told = rates(warehouse, Selection(player_count=4), statistics=["win_rate", "riichi"], by=())
    names = ["win_rate", *(s.name for s in catalogue().values() if s.section == "riichi")]
    assert told["statistic"].to_pylist() == names


@pytest.mark.corpus
def test_real_games_look_like_what_others_count(shared: Any) -> None:
    """Tenhou Houou, four players: win rate .21, deal-in rate .125, riichi .17, calls .35 (2016, kobalab)."""
    expected = {
        "win_rate": 0.211,
        "deal_in_rate": 0.125,
        "riichi_rate": 0.170,
        "call_rate": 0.344,
        "avg_win_value": 5647,
    }
    with Warehouse() as warehouse:
        warehouse.ingest(str(shared / "corpus/tenhou-xml/mahjong-hands/*-00a9-*"))
        rows = rates(warehouse, by=(), statistics=list(expected)).to_pylist()
        assert {r["statistic"]: r["value"] for r in rows} == pytest.approx(expected, rel=0.1)
