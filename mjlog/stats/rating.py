"""The rating R: how it moves with a game, and how it moved in the logs."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import ArrayLike, NDArray

from mjlog.rank_points import Rating, ladders
from mjlog.stats.people import check_people
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from mjlog.warehouse.statements import statements

_GAMES: Final = "game_course"


def rating_change(
    rating: Rating, players: int, ranks: ArrayLike, own: ArrayLike, table: ArrayLike, played: ArrayLike
) -> NDArray[np.float64]:
    """What games add to ratings.

    Args:
        rating: the platform's formula.
        players: number of players.
        ranks: (games,) final ranks, from 1.
        own: (games,) ratings before the game.
        table: (games,) mean ratings of all at the table.
        played: (games,) games that the player had played before.

    Returns:
        (games,) changes.

    >>> tenhou = ladders()["tenhou"].rating
    >>> float(rating_change(tenhou, 4, [1], [2000.0], [2040.0], [400])[0])
    6.2
    """
    factor = np.maximum(rating.least_factor, 1 - rating.factor_step * np.asarray(played, np.float64))
    points = np.array(rating.points[players], np.float64)[np.asarray(ranks) - 1]
    distance = np.asarray(table, np.float64) - np.asarray(own, np.float64)
    change: NDArray[np.float64] = factor * (points + distance / rating.spread)
    return change


def rating_course(
    warehouse: Warehouse, selection: Selection | None = None, *, played: int | None = None
) -> pa.Table:
    """The rating before each game and what the game should have added to it.

    Args:
        warehouse: where the games are.
        selection: what is counted; everything when left out.
        played: games that a player had played before the first that is counted; when left out, so many
            that the factor has come down to its least.

    Returns:
        The columns player_count, player, game_number, game_id, started_at, final_rank, rating,
        table_rating, calc_change, one row per player and game of a platform with a rating; in the order of
        `game_course`.

    Raises:
        ValueError: when a player is not known, or the selection is of single rounds.
    """
    choice = selection or Selection()
    check_people(warehouse, choice)
    course = warehouse.table(_GAMES, **choice.fitting(_GAMES, statements()[_GAMES].parameters))
    names = "player_count", "player", "game_number", "game_id", "started_at", "final_rank", "rating"
    parts = []
    for ladder in ladders().values():
        for players in ladder.rating.points if ladder.rating else ():
            asked = pc.field("platform") == ladder.platform, pc.field("player_count") == players
            rows = course.filter(asked[0] & asked[1])
            rows = rows.filter(pc.and_(rows["final_rank"].is_valid(), rows["table_rating"].is_valid()))
            assert ladder.rating is not None
            before = np.inf if played is None else rows["game_number"].to_numpy() - 1 + played
            change = rating_change(
                ladder.rating,
                players,
                rows["final_rank"].to_numpy(),
                rows["rating"].to_numpy(),
                rows["table_rating"].to_numpy(),
                before,
            )
            parts.append(rows.select([*names, "table_rating"]).append_column("calc_change", pa.array(change)))
    order = [("player_count", "descending"), ("player", "ascending"), ("game_number", "ascending")]
    return pa.concat_tables(parts).sort_by(order)
