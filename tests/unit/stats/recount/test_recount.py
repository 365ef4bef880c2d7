"""Every statistic of the catalogue is what a slow count, round by round, makes of the same facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from mjlog.stats.catalogue import HOUSE, PROFILES, catalogue
from mjlog.stats.rates import game_sums_sql, rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.unit.stats.recount.catalogue import Figure, Sums, recounted
from tests.unit.stats.recount.rows import Game, read_games

REAL = {"00a9": 40, "00b9": 25, "00e1": 15}
"""How many Houou games of each kind: four players, three players, east rounds."""
SECTIONS = tuple(dict.fromkeys(s.section for s in catalogue().values()))
FIGURES = {
    section: {
        (s.name, profile)
        for s in catalogue().values()
        if s.section == section
        for profile in (HOUSE, *s.profiles)
    }
    for section in SECTIONS
}
"""Every statistic, and every profile that defines it otherwise."""


@pytest.fixture(scope="module")
def simulated_games(simulated: Warehouse) -> list[Game]:
    return read_games(simulated)


@pytest.mark.parametrize("section", SECTIONS)
def test_simulated_games_are_counted_as_recounted(
    simulated: Warehouse, simulated_games: list[Game], section: str
) -> None:
    assert_agree(simulated, simulated_games, section)


def test_one_hundred_and_twenty_games_are_counted(simulated_games: list[Game]) -> None:
    assert len(simulated_games) == 120
    assert {len(game.players) for game in simulated_games} == {2, 3, 4}


def test_players_recur(simulated_games: list[Game]) -> None:
    games = defaultdict(set)
    for game in simulated_games:
        for seat in range(len(game.players)):
            games[game.name(seat)].add(game.row["game_id"])
    assert sum(len(ids) > 1 for ids in games.values()) >= 8


def test_a_difference_is_told_by_statistic_player_and_game(simulated: Warehouse) -> None:
    games = read_games(simulated)
    lost = next(one for game in games for one in game.rounds if one.wins)
    lost.rows["wins"].clear()
    del lost.wins
    found = "\n".join(differences(simulated, games, "outcomes"))
    winner = next(row["seat"] for row in lost.rows["round_players"] if row["is_win"])
    (game,) = (game for game in games if lost in game.rounds)
    assert f"('win_rate', 4, '{game.name(winner)}') of house" in found
    assert game.row["game_id"] in found


@pytest.fixture(scope="module")
def real(shared: Path) -> Iterator[Warehouse]:
    folder = shared / "corpus" / "tenhou-xml" / "mahjong-hands"
    with Warehouse() as warehouse:
        for kind, games in REAL.items():
            found = sorted(folder.glob(f"*gm-{kind}-*"))
            warehouse.ingest(found[:: len(found) // games][:games], jobs=1)
        yield warehouse


@pytest.fixture(scope="module")
def real_games(real: Warehouse) -> list[Game]:
    return read_games(real)


@pytest.mark.corpus
@pytest.mark.parametrize("section", SECTIONS)
def test_real_games_are_counted_as_recounted(real: Warehouse, real_games: list[Game], section: str) -> None:
    assert len(real_games) == 80
    assert_agree(real, real_games, section)


@pytest.mark.parametrize("section", SECTIONS)
def test_nothing_of_the_catalogue_is_left_out(section: str) -> None:
    assert set(recounted([], section)) == FIGURES[section]


def assert_agree(warehouse: Warehouse, games: list[Game], section: str) -> None:
    found = differences(warehouse, games, section)
    assert not found, "\n".join([f"{section}: {len(found)} figures differ", *found[:20]])


def differences(warehouse: Warehouse, games: list[Game], section: str) -> list[str]:
    """Where SQL and recount do not agree: statistic, profile, players, player, and games."""
    found = []
    counts = recounted(games, section)
    for profile in (HOUSE, *PROFILES):
        names = sorted(name for name, of in counts if of == profile)
        if names:
            for by in (("player",), ()):
                found += _differing(warehouse, counts, names, profile, by)
    return found


def _differing(
    warehouse: Warehouse, counts: dict[Figure, Sums], names: Sequence[str], profile: str, by: Sequence[str]
) -> list[str]:
    """The same for one profile, for each player or for everybody."""
    told = {
        (row["statistic"], row["player_count"], row.get("player")): (row["numerator"], row["denominator"])
        for row in rates(warehouse, statistics=names, profile=profile, by=by).to_pylist()
    }
    expected = _expected(counts, names, profile, by)
    found = [
        f"{place} of {profile}: not told" for place in expected.keys() - told.keys() if expected[place][1]
    ]
    found += [
        f"{place} of {profile}: not counted" for place in told.keys() - expected.keys() if told[place][1]
    ]
    return found + [
        f"{place} of {profile}: {told[place]}, not {expected[place]}; "
        + _where(warehouse, place, profile, counts[place[0], profile])
        for place in sorted(told.keys() & expected.keys(), key=str)
        if told[place] != pytest.approx(expected[place], rel=1e-9, abs=1e-6)
    ]


def _expected(
    counts: dict[Figure, Sums], names: Sequence[str], profile: str, by: Sequence[str]
) -> dict[tuple[str, int, str | None], tuple[float, float]]:
    """What `rates` should tell: sums over games, for the numbers of players that a statistic is of."""
    sums: dict[Any, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for name in names:
        players = catalogue()[name].under(profile).player_counts
        for (count, player, _), (x, n) in counts[name, profile].items():
            if (not players or count in players) and (player is not None or not by):
                sum_ = sums[name, count, player if by else None]
                sum_[0] += x
                sum_[1] += n
    return {place: (x, n) for place, (x, n) in sums.items()}


def _where(warehouse: Warehouse, place: tuple[str, int, str | None], profile: str, sums: Sums) -> str:
    """The games in which it does not agree, with what SQL and recount make of them."""
    name, count, player = place
    choice = Selection(player_count=count, players=None if player is None else (player,))
    sql, values = game_sums_sql([catalogue()[name].under(profile)], choice)
    told = {
        row["game_id"]: (float(row["n0"] or 0), float(row["d0"] or 0))
        for row in warehouse.query(sql, **values).to_pylist()
    }
    expected: dict[str, tuple[float, float]] = defaultdict(lambda: (0.0, 0.0))
    for (players, who, game_id), (x, n) in sums.items():
        if players == count and (player is None or who == player):
            expected[game_id] = expected[game_id][0] + x, expected[game_id][1] + n
    wrong = [
        f"{game_id}: {told.get(game_id, (0, 0))}, not {value}"
        for game_id, value in expected.items()
        if told.get(game_id, (0, 0)) != pytest.approx(value, rel=1e-9, abs=1e-6)
    ]
    return f"{len(wrong)} games: " + ", ".join(wrong[:3])
