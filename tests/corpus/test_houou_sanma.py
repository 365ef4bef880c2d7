"""The Houou games of three players of January 2022 beside what is published of them.

MajsoulPaipuAnalyzer counts four players alone; these figures of games up to 2019 are told with two or three
places, by others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from mjlog.warehouse import Warehouse

pytestmark = pytest.mark.corpus

Z99: Final = 2.5758293035489


class Published(NamedTuple):
    value: float
    half: float
    """Half of the last place that is told."""
    source: str


FUKUCHI: Final = "note.mu/fukuchimakoto, ncf93f45c15ad"
PATH: Final = "pathofhouou.blogspot.com 2020-08-14"
SANMA: Final = {
    "draws": Published(0.15, 0.005, f"{FUKUCHI}: all draws, per round"),
    "sticks": Published(0.73, 0.005, f"{FUKUCHI}: riichi sticks laid per round"),
    "chased": Published(0.19, 0.005, f"{FUKUCHI}: riichi that are chased"),
    "first_chased": Published(0.22, 0.005, f"{FUKUCHI}: first riichi that are chased"),
    "yakuhai": Published(0.89, 0.005, f"{PATH}: open wins with a value tile"),
    "tanyao": Published(0.04, 0.005, f"{PATH}: open wins of simples"),
    "honitsu": Published(0.19, 0.01, f"{PATH}: nearly one fifth of open wins"),
}
YONMA: Final = {"chased": 0.16, "first_chased": 0.19, "sticks": 0.67}
"""Of four players, from the first source: there a riichi is chased or not, however many chase it."""


def _told(warehouse: Warehouse, players: int) -> dict[str, tuple[float, int]]:
    """The figures of `SANMA`, and of how many rounds, riichi or wins."""
    (draws,) = warehouse.query(
        """
        select avg((outcome in ('exhaustive_draw', 'abortive_draw'))::integer) as draws, count(*) as n
        from rounds inner join games using (game_id)
        where player_count = $players and length = 'south'
        """,
        players=players,
    ).to_pylist()
    (sticks,) = warehouse.query(
        """
        select avg(is_riichi_accepted::integer) * $players as sticks, count(*) as n
        from round_players inner join games using (game_id)
        where player_count = $players and length = 'south'
        """,
        players=players,
    ).to_pylist()
    (riichi,) = warehouse.query(
        """
        select
            avg((chasers > 0)::integer) as chased,
            avg((chasers > 0)::integer) filter (where riichi_order = 1) as first_chased,
            count(*) as n
        from player_riichis inner join games using (game_id, player_count)
        where player_count = $players and length = 'south'
        """,
        players=players,
    ).to_pylist()
    (wins,) = warehouse.query(
        """
        select
            avg(list_has_any(yaku, ['yakuhai_haku', 'yakuhai_hatsu', 'yakuhai_chun', 'yakuhai_seat_wind',
                'yakuhai_round_wind'])::integer) as yakuhai,
            avg(list_contains(yaku, 'tanyao')::integer) as tanyao,
            avg(list_contains(yaku, 'honitsu')::integer) as honitsu,
            count(*) as n
        from player_wins inner join games using (game_id, player_count)
        where player_count = $players and length = 'south' and state = 'open'
        """,
        players=players,
    ).to_pylist()
    return {
        name: (value, row["n"])
        for row in (draws, sticks, riichi, wins)
        for name, value in row.items()
        if name != "n"
    }


def test_figures_of_three_players_are_those_published(houou: Warehouse) -> None:
    told = _told(houou, 3)
    assert told.keys() == SANMA.keys()
    for name, published in SANMA.items():
        value, n = told[name]
        # Sticks are told per round, and counted for each of three seats.
        seats = 3 if name == "sticks" else 1
        share = value / seats
        error = seats * (share * (1 - share) / n) ** 0.5
        assert abs(value - published.value) <= published.half + Z99 * error, name


def test_riichi_of_four_players_are_fewer_and_less_chased_in_earlier_years(houou: Warehouse) -> None:
    """The same source tells of four players what the table does, by another definition."""
    told = _told(houou, 4)
    for name, published in YONMA.items():
        assert 1.05 < told[name][0] / published < 1.3, name
