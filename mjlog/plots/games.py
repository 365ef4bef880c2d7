"""Charts of whole games: ranks, and points added up."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes

from mjlog.plots import style
from mjlog.plots.fonts import shown_name
from mjlog.plots.style import Rows
from mjlog.stats.intervals import Z


def ranks(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how often each final rank was reached, with 95 % intervals and numbers of games.

    Args:
        table: `ranks` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = style.rows_of(table, "player_count", "rank", "rate", "low", "high", "games", "ranked_games")
    axes = style.new_axes(ax)
    place, rate = style.numbers(rows, "rank"), style.numbers(rows, "rate")
    axes.bar(place, rate, width=0.7, color=style.COLOURS[5], edgecolor=style.COLOURS[0])
    axes.errorbar(place, rate, style.spread(rows, "rate"), fmt="none", ecolor=style.EDGE, capsize=4)
    axes.axhline(1 / rows[0]["player_count"], color=style.COLOURS[1], linestyle="--", label="all equal")
    axes.set_xticks(
        place, [f"{style.ordinal(r['rank'])}\n{r['games']:,} of {r['ranked_games']:,}" for r in rows]
    )
    axes.set_ylim(0, 1.15 * style.highest(rows, "high") or 1)
    style.percent(axes.yaxis)
    style.grid(axes, "y")
    style.legend(axes, loc="upper right")
    style.title(
        axes,
        style.whose(rows, who),
        f"final ranks, {style.size(rows)} (n = {rows[0]['ranked_games']:,})",
        "95 % intervals",
    )
    return axes


def score_curve(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw points with uma and oka, added up over the games of each player.

    The band holds 95 % of players who gain as much as they lose, at each number of games.

    Args:
        table: `game_course`: one row for each player and game in order, with ``player``, ``game_number``
            and ``final_points``; of games of one number of players.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty or without points, or mixes games of different numbers of
            players, or holds too many players to be told apart.
    """
    return _curve(table, "final_points", "points with uma, added up", ax)


def rank_point_curve(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw rank points, added up over the games of each player; see `score_curve`.

    Args:
        table: `game_course`, with ``rank_points``.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: as `score_curve`.
    """
    return _curve(table, "rank_points", "rank points, added up", ax)


def _curve(table: pa.Table, column: str, words: str, ax: Axes | None) -> Axes:
    rows = [
        r
        for r in style.rows_of(
            table, "player_count", "player", "game_number", column, unknown=("player", column)
        )
        if r[column] is not None
    ]
    if not rows:
        raise ValueError(f"there is nothing to draw: no game has {column.replace('_', ' ')}")
    players = style.few(style.unique(rows, "player"), "players")
    axes = style.new_axes(ax)
    for number, player in enumerate(players):
        own = sorted((r for r in rows if r["player"] == player), key=lambda r: r["game_number"])
        course = np.concatenate([[0.0], np.cumsum(style.numbers(own, column))])
        line = style.look(number, marker="", label=f"{shown_name(player)} (n = {len(own):,} games)")
        axes.plot(np.arange(len(course)), course, **line)
    _luck(axes, rows, column)
    axes.axhline(0, color=style.EDGE, linewidth=0.8)
    style.whole(axes.xaxis)
    style.thousands(axes.yaxis)
    axes.set_xlabel("games")
    axes.set_ylabel(words)
    style.grid(axes, "y")
    style.legend_below(axes, lines=2)
    style.title(axes, None, words, style.size(rows))
    return axes


def _luck(axes: Axes, rows: Rows, column: str) -> None:
    """Shade where chance alone leads."""
    values = style.numbers(rows, column)
    if len(values) < 2:
        return
    game = np.linspace(0, axes.dataLim.x1, 100)
    far = Z * values.std(ddof=1) * np.sqrt(game)
    axes.fill_between(
        game, -far, far, color=style.GREY, alpha=0.15, linewidth=0, label="95 % of players who break even"
    )
