"""What holds on any warehouse: scores and sticks, parts and wholes, and the totals of shards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mjlog.stats.catalogue import HOUSE, PROFILES, catalogue
from mjlog.stats.rates import GROUPS, ROUND_GROUPS, rates
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse

Row = dict[str, Any]
Sums = dict[tuple[Any, ...], tuple[float, float]]
KEYS = ("game_id", "round_index", "seat")
PARTITIONS = {
    "rounds": (
        "rounds",
        (
            "wins",
            "deal_ins",
            "tsumo_losses",
            "sideways",
            "exhaustive_draws",
            "abortive_draws",
            "chombo_rounds",
        ),
    ),
    "ways to win": ("wins", ("tsumo_wins", "ron_wins")),
    "hands won with": ("wins", ("riichi_wins", "open_wins", "dama_wins")),
    "draws": ("judged_draws", ("tenpai_draws", "noten_draws")),
    "points of draws": ("draw_points", ("tenpai_points", "noten_points")),
}
"""Wholes and their parts, as columns of outcome_totals."""
WHOLES = {
    "points_from_all": tuple(
        name for name, s in catalogue().items() if s.section == "causes" and name != "points_from_all"
    ),
    "riichi_rate": ("first_riichi_rate", "chasing_rate"),
    "kan_rate": ("daiminkan_rate", "kakan_rate", "ankan_rate"),
    "start_shanten": ("start_shanten_dealer", "start_shanten_non_dealer"),
    "avg_win_value": ("avg_win_value_tsumo", "avg_win_value_ron"),
    "avg_win_value ": ("avg_win_value_dealer", "avg_win_value_non_dealer"),
    "avg_win_value  ": ("avg_win_value_riichi", "avg_win_value_open", "avg_win_value_dama"),
    "avg_win_gross": ("avg_win_gross_riichi", "avg_win_gross_open", "avg_win_gross_dama"),
    "avg_win_turn": ("avg_win_turn_riichi", "avg_win_turn_open", "avg_win_turn_dama"),
    "avg_all_dora_per_win": ("avg_dora_per_win", "avg_aka_per_win", "avg_ura_per_win", "avg_kita_per_win"),
    "draw_delta": ("draw_delta_tenpai", "draw_delta_noten"),
    "push_rate": ("push_rate_tenpai", "push_rate_one_shanten", "push_rate_far"),
}
"""Statistics whose numerators are the sum of those of others."""
OF_THE_POPULATION = {
    name
    for name, s in catalogue().items()
    if s.section == "luck" and name not in ("first_turn_rate", "ura_luck")
}
"""Statistics that hold players against all games of the warehouse."""
DEFINING = (HOUSE, *(p for p in PROFILES if any(p in s.profiles for s in catalogue().values())))
"""Profiles that define something."""
HALVED = tuple(name for name in catalogue() if name not in OF_THE_POPULATION)


@pytest.fixture(scope="module", params=["simulated", pytest.param("houou", marks=pytest.mark.corpus)])
def warehouse(request: pytest.FixtureRequest) -> Any:
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def houou(shared: Path) -> Iterator[Warehouse]:
    """Some games of Tenhou's Houou room."""
    with Warehouse() as made:
        made.ingest(sorted((shared / "corpus" / "tenhou-xml" / "mahjong-hands").glob("*"))[::8])
        yield made


def totals(warehouse: Warehouse, view: str) -> dict[tuple[str, int], list[Row]]:
    """Rows of a view of totals by round, in the order of seats."""
    found = defaultdict(list)
    for row in warehouse.query(f"select * from {view} order by game_id, round_index, seat").to_pylist():
        found[row["game_id"], row["round_index"]].append(row)
    return found


def test_score_changes_are_the_sticks_that_come_and_go(warehouse: Warehouse) -> None:
    """Of rounds that another follows: what all gain together leaves the table, 1000 a stick."""
    sticks = {
        (row["game_id"], row["round_index"]): row["riichi_sticks"]
        for row in warehouse.query("select game_id, round_index, riichi_sticks from rounds").to_pylist()
    }
    checked = 0
    for (game_id, index), rows in totals(warehouse, "cause_totals").items():
        following = sticks.get((game_id, index + 1))
        if following is not None:
            gained = sum(row["points"] for row in rows)
            assert gained == 1000 * (sticks[game_id, index] - following), (game_id, index)
            checked += 1
    assert checked > 500


def test_causes_add_up_to_the_score_change_of_each_round(warehouse: Warehouse) -> None:
    view = totals(warehouse, "cause_totals")
    for key, rows in view.items():
        for row in rows:
            parts = {name: v for name, v in row.items() if name not in (*KEYS, "counted_rounds", "points")}
            assert sum(parts.values()) == row["points"], (key, row)
    assert view


@pytest.mark.parametrize("name", PARTITIONS)
def test_parts_are_the_whole_in_each_round(warehouse: Warehouse, name: str) -> None:
    whole, parts = PARTITIONS[name]
    for key, rows in totals(warehouse, "outcome_totals").items():
        for row in rows:
            assert sum(row[part] for part in parts) == row[whole], (key, row)


def test_wins_by_ron_are_those_dealt_into(warehouse: Warehouse) -> None:
    """In each round, and as many as lose to a tsumo, lose."""
    won, dealt = totals(warehouse, "win_value_totals"), totals(warehouse, "deal_in_value_totals")
    for key, rows in totals(warehouse, "outcome_totals").items():
        wins, tsumo = sum(row["ron_wins"] for row in rows), sum(row["tsumo_wins"] for row in rows)
        assert wins == sum(row["deal_in_events"] for row in rows), key
        assert sum(row["tsumo_losses"] for row in rows) == tsumo * (len(rows) - 1), key
        assert sum(row["deal_ins"] for row in rows) == (wins > 0), key
        ron = sum(row["win_points"] - row["tsumo_win_points"] for row in won.get(key, ()))
        assert ron == sum(row["dealt_win_points"] for row in dealt.get(key, ())), key


def test_yaku_of_wins_by_ron_are_those_dealt_into(warehouse: Warehouse) -> None:
    rows = warehouse.query(
        """select w.yaku, count(*) as wins
        from (select unnest(yaku) as yaku from player_wins where not is_tsumo) as w
        group by w.yaku"""
    ).to_pylist()
    won = {row["yaku"]: row["wins"] for row in rows}
    (dealt,) = warehouse.query(
        "select sum(columns(* exclude (game_id, round_index, seat))) from deal_in_yaku_totals"
    ).to_pylist()
    assert dealt.pop("hands") > 0
    assert dealt == {name: won.get(name, 0) for name in dealt}


def test_every_rank_of_a_game_is_somebodys(warehouse: Warehouse) -> None:
    games = defaultdict(list)
    for row in warehouse.query("select * from game_totals").to_pylist():
        if row["ranked_games"]:
            games[row["game_id"]].append(row)
    for game_id, rows in games.items():
        assert sorted(row["ranks"] for row in rows) == list(range(1, len(rows) + 1)), game_id
        for name, rank in (("firsts", 1), ("seconds", 2), ("thirds", 3), ("fourths", 4)):
            assert sum(row[name] for row in rows) == (rank <= len(rows)), game_id
        assert sum(row["not_lasts"] for row in rows) == len(rows) - 1
        assert sum(row["dealer_hands"] for row in rows) == rows[0]["hands"]
    assert games


@pytest.mark.parametrize("name", WHOLES)
def test_statistics_are_sums_of_statistics(warehouse: Warehouse, name: str) -> None:
    whole, parts = name.strip(), WHOLES[name]
    told = sums(warehouse, (whole, *parts), by=("player",))
    for (statistic, count, player), (x, _) in told.items():
        if statistic == whole:
            known = [told.get((part, count, player), (0, 0))[0] for part in parts]
            assert sum(known) == pytest.approx(x), (count, player)


@pytest.mark.parametrize("group", [name for name in GROUPS if name != "player"])
def test_groups_add_up_to_everything(warehouse: Warehouse, group: str) -> None:
    names = [
        name for name, s in catalogue().items() if group not in ROUND_GROUPS or s.totals != "game_totals"
    ]
    whole = sums(warehouse, names)
    assert added([sums(warehouse, names, by=(group,), keep=0)]) == _near(whole)


@pytest.fixture(scope="module")
def halves(played_logs: list[LogTables]) -> Iterator[list[Warehouse]]:
    """A warehouse of each half of the simulated games."""
    with Warehouse() as one, Warehouse() as other:
        one.add(played_logs[0::2], jobs=1)
        other.add(played_logs[1::2], jobs=1)
        yield [one, other]


@pytest.mark.parametrize("profile", DEFINING)
def test_shards_add_up_to_the_whole(simulated: Warehouse, halves: list[Warehouse], profile: str) -> None:
    names = [name for name in HALVED if profile == HOUSE or profile in catalogue()[name].profiles]
    asked = partial(sums, names=names, by=("player",), profile=profile)
    assert added([asked(half) for half in halves]) == _near(asked(simulated))


def sums(
    warehouse: Warehouse, names: Sequence[str], by: Sequence[str] = (), profile: str = HOUSE, keep: int = 1
) -> Sums:
    """Numerators and denominators by statistic, number of players and, where kept, group."""
    found: list[Sums] = []
    for row in rates(warehouse, statistics=names, by=by, profile=profile).to_pylist():
        groups = [row[name] for name in by] if keep else []
        key = (row["statistic"], row["player_count"], *groups)
        found.append({key: (row["numerator"], row["denominator"])})
    return added(found)


def added(parts: Sequence[Sums]) -> Sums:
    """Sums of both sides by key; those of nothing are left out."""
    made: dict[tuple[Any, ...], tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for part in parts:
        for key, (x, n) in part.items():
            made[key] = made[key][0] + x, made[key][1] + n
    return {key: (x, n) for key, (x, n) in made.items() if x or n}


def _near(expected: Sums) -> dict[tuple[Any, ...], Any]:
    return {key: pytest.approx(value, rel=1e-9, abs=1e-6) for key, value in expected.items()}
