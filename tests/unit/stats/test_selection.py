"""Which players, games and rounds are counted."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from mjlog.simulate import simulate
from mjlog.stats.rates import rates
from mjlog.stats.selection import ROUNDS_MACRO, SEATS_MACRO, Selection
from mjlog.stats.zones import TIMEZONE
from mjlog.tables import LogTables
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements
from tests.unit.stats.made import EVERYTHING, game, warehouse_of
from tests.unit.warehouse.conftest import with_column

Row = dict[str, Any]


@pytest.fixture(scope="module")
def logs() -> LogTables:
    """Three games of four in two rooms, and one of three."""
    yonma = LogTables.concat(simulate("tenhou", games=3, seed=5))
    players = with_column(
        yonma.game_players, "name", ["A", "B", "C", "D", "B", "A", "E", "F", "A", "B", "C", None]
    )
    levels = ["9-dan", *["8-dan"] * 11]
    yonma = replace(
        yonma,
        games=with_column(yonma.games, "room", ["high", "low", "low"]),
        game_players=with_column(players, "level", levels),
    )
    return LogTables.concat([yonma, LogTables.concat(simulate("tenhou_sanma", games=1, seed=6))])


@pytest.fixture(scope="module")
def warehouse(logs: LogTables) -> Warehouse:
    made = Warehouse()
    made.add([logs])
    return made


@pytest.fixture(scope="module")
def rows(warehouse: Warehouse) -> list[Row]:
    """Every player in every round, as the views tell them."""
    found: list[Row] = warehouse.query(
        "select r.*, g.room, g.level, g.started_at, g.platform, g.length, g.ruleset_id"
        " from player_rounds as r inner join player_games as g using (game_id, seat)"
    ).to_pylist()
    return found


def days(logs: LogTables) -> list[datetime]:
    return sorted(logs.games["started_at"].to_pylist())


CASES: list[tuple[dict[str, Any], Any]] = [
    ({}, lambda _: True),
    ({"players": ("A", "F")}, lambda r: r["player"] in ("A", "F")),
    ({"excluding": ("A", "F")}, lambda r: r["player"] not in ("A", "F")),
    ({"opponents": ("E",)}, lambda r: r["game_id"] in r["with_e"] and r["player"] != "E"),
    ({"player_count": 3}, lambda r: r["player_count"] == 3),
    ({"platform": "simulation"}, lambda _: True),
    ({"platform": "tenhou"}, lambda _: False),
    ({"room": "low"}, lambda r: r["room"] == "low"),
    ({"level": "9-dan"}, lambda r: r["level"] == "9-dan"),
    ({"length": "south"}, lambda r: r["length"] == "south"),
    ({"ruleset": "tenhou"}, lambda r: r["player_count"] == 4),
    ({"ruleset": "tenhou_sanma"}, lambda r: r["player_count"] == 3),
    ({"ruleset": "ten"}, lambda _: False),
    ({"seats": (0, 2)}, lambda r: r["seat"] in (0, 2)),
    ({"seat_winds": (0,)}, lambda r: r["is_dealer"]),
    ({"rounds": ("E",)}, lambda r: r["round_wind"] == 0),
    (
        {"rounds": ("E2", "S")},
        lambda r: r["round_wind"] == 1 or (r["round_wind"], r["round_number"]) == (0, 2),
    ),
    ({"all_last": True}, lambda r: (r["round_wind"], r["round_number"]) == (1, r["player_count"])),
    ({"all_last": False}, lambda r: (r["round_wind"], r["round_number"]) != (1, r["player_count"])),
    ({"start_ranks": (1, 4)}, lambda r: r["start_rank"] in (1, 4)),
    ({"lead_from": 0}, lambda r: r["lead"] >= 0),
    ({"lead_from": -8000, "lead_to": -1000}, lambda r: -8000 <= r["lead"] <= -1000),
    (
        {"players": ("A",), "rounds": ("S",), "room": "low"},
        lambda r: (r["player"], r["round_wind"], r["room"]) == ("A", 1, "low"),
    ),
]


@pytest.mark.parametrize(("choice", "fits"), CASES, ids=[str(choice) for choice, _ in CASES])
def test_a_choice_chooses_what_it_says(
    warehouse: Warehouse, rows: list[Row], choice: dict[str, Any], fits: Any
) -> None:
    with_e = {r["game_id"] for r in rows if r["player"] == "E"}
    expected = sum(bool(fits(r | {"with_e": with_e})) for r in rows)
    told = rates(warehouse, Selection(**choice), by=(), statistics=["win_rate"])["denominator"]
    assert sum(told.to_pylist()) == expected


def test_days_are_from_the_first_to_before_the_last(warehouse: Warehouse, logs: LogTables) -> None:
    first, second, third, *_ = sorted(set(days(logs)))
    chosen = Selection(since=second, until=third, timezone="UTC")
    told = rates(warehouse, chosen, by=(), statistics=["avg_rank"])
    games = [d for d in days(logs) if second <= d < third]
    assert first not in games
    assert [r["denominator"] / r["player_count"] for r in told.to_pylist()] == [len(games)]


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        ("2021-12-31T17:00", "Asia/Tokyo", date(2022, 1, 1)),
        ("2021-12-31T17:00", "UTC", date(2021, 12, 31)),
        ("2022-01-01T04:59", "America/New_York", date(2021, 12, 31)),
        ("2022-07-01T04:00", "America/New_York", date(2022, 7, 1)),
    ],
    ids=str,
)
def test_days_and_months_begin_as_the_zone_has_them(
    logs: LogTables, moment: str, zone: str, day: date
) -> None:
    games = with_column(logs.games, "started_at", [datetime.fromisoformat(moment)] * logs.games.num_rows)
    with Warehouse() as made:
        made.add([replace(logs, games=games)])
        day_after = day + timedelta(days=1)
        whole = Selection(since=day, until=day_after, timezone=zone)
        told = rates(made, whole, by=("month",), statistics=["win_rate"])
        assert set(told["month"].to_pylist()) == {day.replace(day=1)}
        assert not len(rates(made, Selection(until=day, timezone=zone), by=(), statistics=["win_rate"]))
        assert not len(rates(made, Selection(since=day_after, timezone=zone), by=(), statistics=["win_rate"]))


def test_a_moment_with_a_zone_of_its_own_is_taken_as_it_is() -> None:
    own = datetime(2022, 1, 1, tzinfo=UTC)
    assert Selection(since=own).values == {"since": own.replace(tzinfo=None)}
    assert Selection(since=date(2022, 1, 1)).values == {"since": datetime.fromisoformat("2021-12-31T15:00")}
    assert Selection(since=date(1, 1, 1), until=date(9999, 12, 31)).values.keys() == {"since", "until"}


def test_the_last_games_are_each_players_own_among_the_chosen(warehouse: Warehouse, logs: LogTables) -> None:
    table = rates(warehouse, Selection(last_games=1, player_count=4), statistics=["avg_rank"])
    assert set(table["denominator"].to_pylist()) == {1}
    assert set(table["player"].to_pylist()) == set("ABCDEF")
    only = Selection(players=("A",), last_games=2, room="low")
    assert rates(warehouse, only, statistics=["avg_rank"])["denominator"].to_pylist() == [2]


def test_the_last_games_of_who_sits_at_several_seats_are_games_and_nobody_is_not_a_player() -> None:
    ranks = [25000, 35000, 15000, 45000]
    made = warehouse_of(
        game(["A", "B", "A", None], ranks),
        game(["A", None, "A", "B"], ranks),
        game(["B", "A", None, None], ranks),
    )

    def counted(**chosen: Any) -> dict[str, float]:
        table = rates(made, Selection(**chosen), statistics=["avg_rank"])
        return {row["player"]: row["denominator"] for row in table.to_pylist()}

    assert counted(last_games=1) == {"A": 1, "B": 1}
    assert counted(last_games=2) == {"A": 3, "B": 2}
    assert counted(last_games=2, players=("A",)) == {"A": 3}
    assert counted(last_games=3) == counted() == {"A": 5, "B": 3}
    (all_together,) = rates(made, Selection(last_games=3), by=(), statistics=["avg_rank"]).to_pylist()
    assert all_together["denominator"] == 8
    (left_out,) = made.table("nameless_seats").to_pylist()
    assert left_out["seats"] == 4


def test_opponents_are_at_the_same_table(warehouse: Warehouse) -> None:
    chosen = Selection(players=("A",), opponents=("C",))
    assert rates(warehouse, chosen, statistics=["avg_rank"])["denominator"].to_pylist() == [2]


def test_the_macros_know_every_field() -> None:
    call, values = EVERYTHING.call(ROUNDS_MACRO)
    arguments = {part.split(" := ")[0] for part in call[len(ROUNDS_MACRO) + 1 : -1].split(", ")}
    assert len(arguments) == len(values) == len(fields(Selection))
    for macro in (ROUNDS_MACRO, SEATS_MACRO):
        sql, known = statements()[macro].sql, EVERYTHING.call(macro)[0][len(macro) + 1 : -1].split(", ")
        for name in (argument.split(" := ")[0] for argument in known):
            default = f"'{TIMEZONE}'" if name == "in_zone" else "null"
            assert f"{name} := {default}" in sql


def test_a_prefix_keeps_two_choices_apart() -> None:
    call, values = Selection(players=("A",)).call(SEATS_MACRO, "x_")
    assert (call, values) == ("selected_seats(of_people := $x_people::varchar[])", {"x_people": ["A"]})


def test_a_statement_that_cannot_tell_apart_says_so(warehouse: Warehouse) -> None:
    known = statements()["ranks"].parameters
    assert Selection(players=("A",)).fitting("ranks", known) == {"people": ["A"]}
    with pytest.raises(ValueError, match="ranks cannot be asked by single rounds"):
        Selection(all_last=True).fitting("ranks", known)
    with pytest.raises(ValueError, match="x cannot be asked by room"):
        Selection(room="low").fitting("x", ())


@pytest.mark.parametrize(
    ("wrong", "error", "told"),
    [
        ({"last_games": -5}, ValueError, "last_games: -5 is not from 1 to 1,000,000,000"),
        ({"last_games": 2.5}, TypeError, "last_games: 2.5 is no whole number"),
        ({"player_count": "x"}, TypeError, "player_count: 'x' is no whole number"),
        ({"player_count": 5}, ValueError, "player_count: 5 is not from 2 to 4"),
        ({"player_count": True}, TypeError, "player_count: True is no whole number"),
        ({"seats": (0, 4)}, ValueError, "seats: 4 is not from 0 to 3"),
        ({"start_ranks": (0,)}, ValueError, "start_ranks: 0 is not from 1 to 4"),
        ({"seat_winds": 1}, TypeError, r"seat_winds are several: \(1,\)"),
        ({"lead_from": "8000"}, TypeError, "lead_from: '8000' is no whole number"),
        ({"rounds": ("E1", "X9")}, ValueError, "no wind or round is called 'X9'"),
        ({"length": "soth"}, ValueError, r"no length is called 'soth'; did you mean south\?"),
        ({"length": "xyz"}, ValueError, "no length is called 'xyz'; there are one_round, east, south"),
        ({"players": "AB"}, TypeError, r"players are several: \('AB',\)"),
        ({"players": (1,)}, TypeError, "players: 1 is no text"),
        ({"room": 3}, TypeError, "room: 3 is no text"),
        ({"since": "yesterday"}, TypeError, "since is a day or moment"),
        ({"since": date(2026, 1, 2), "until": date(2026, 1, 2)}, ValueError, "since must be before until"),
        ({"lead_from": 5, "lead_to": 1}, ValueError, "a lead from 5 to 1 is none"),
        ({"lead_to": 2**31}, ValueError, "lead_to: 2147483648 is not from -1,000,000,000 to 1,000,000,000"),
        ({"last_games": 10**23}, ValueError, "last_games: 10+ is not from 1 to 1,000,000,000"),
        ({"timezone": "Tokyo"}, ValueError, r"no time zone is called 'Tokyo'; did you mean Asia/Tokyo\?"),
        ({"timezone": "asia/tokio"}, ValueError, r"did you mean Asia/Tokyo"),
        ({"timezone": "x/y"}, ValueError, "'x/y'; names are such as Asia/Tokyo, Europe/Berlin or UTC"),
        ({"timezone": 9}, TypeError, "timezone: 9 is no text"),
        ({"all_last": "no"}, TypeError, "all_last is True or False, not 'no'"),
    ],
    ids=str,
)
def test_what_cannot_be_chosen_is_refused(wrong: dict[str, Any], error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=told):
        Selection(**wrong)


def test_collections_become_tuples() -> None:
    people: Any = ["A", "B"]
    assert Selection(players=people) == Selection(players=("A", "B"))
    assert hash(Selection(players=people)) == hash(Selection(players=("A", "B")))


def test_no_statistic_is_no_question(warehouse: Warehouse) -> None:
    with pytest.raises(ValueError, match="no statistic is named"):
        rates(warehouse, statistics=[])
