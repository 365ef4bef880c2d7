"""Charts of one round, and of one game."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes

from mjlog.plots import style
from mjlog.plots.style import Rows

_ASIDE: Final = 0.06
"""How far lines of equal shanten stand apart."""


def round_course(states: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw how far each seat is from a complete hand through a round, from the riichi on with its marker.

    Args:
        states: states of one round; schema `mjlog.schema.STATES`.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or holds several rounds, or hides all hands.
    """
    needed = ("game_id", "round_index", "seq", "seat", "shanten", "is_riichi")
    rows = _one_round(style.rows_of(states, *needed, unknown=("shanten", "is_riichi")))
    axes = style.new_axes(ax)
    for number, seat in enumerate(sorted(set(style.unique(rows, "seat")))):
        own = [r for r in rows if r["seat"] == seat and r["shanten"] is not None]
        seq = style.numbers(own, "seq")
        shanten = style.numbers(own, "shanten") + _ASIDE * (number - 1.5)
        riichi = [i for i, r in enumerate(own) if r["is_riichi"]][:1]
        drawn = style.look(number, label=f"seat {seat}", markersize=7, markevery=riichi)
        axes.step(seq, shanten, where="post", **drawn)
    most = max(r["shanten"] for r in rows if r["shanten"] is not None)
    axes.set_yticks(
        range(-1, most + 1), ["complete", "tenpai", *(f"{n}-shanten" for n in range(1, most + 1))]
    )
    axes.set_ylim(most + 0.4, -1.4)
    style.whole(axes.xaxis)
    axes.set_xlabel("event of the round; the marker stands where riichi is declared")
    style.grid(axes, "y")
    style.legend_below(axes, columns=4, lines=2)
    style.title(axes, None, f"the course of a round (n = {len(set(style.unique(rows, 'seq'))):,} events)")
    return axes


def _one_round(rows: Rows) -> Rows:
    """The rows, when they are of one round and tell a hand.

    Raises:
        ValueError: when they are not, or do not.
    """
    if len({(r["game_id"], r["round_index"]) for r in rows}) > 1:
        raise ValueError("this chart draws one round: choose game_id and round_index")
    if all(r["shanten"] is None for r in rows):
        raise ValueError("there is nothing to draw: no hand is known")
    return rows


def game_scores(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw the scores of a game, round by round.

    Args:
        table: facts of one game, one row for each round and seat; schema `mjlog.schema.ROUND_PLAYERS`.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or holds several games, or no scores.
    """
    needed = ("game_id", "round_index", "seat", "start_score", "score_delta")
    of_all = style.rows_of(table, *needed, unknown=("start_score", "score_delta"))
    rows: Rows = [r for r in of_all if r["start_score"] is not None]
    if len({r["game_id"] for r in rows}) != 1:
        raise ValueError("this chart draws the scores of one game: choose game_id")
    axes = style.new_axes(ax)
    rounds = len(set(style.unique(rows, "round_index")))
    for number, seat in enumerate(sorted(set(style.unique(rows, "seat")))):
        own = sorted((r for r in rows if r["seat"] == seat), key=lambda r: r["round_index"])
        scores = [r["start_score"] for r in own]
        end: list[Any] = [own[-1]["start_score"] + (own[-1]["score_delta"] or 0)]
        axes.plot(np.arange(len(scores) + 1), [*scores, *end], **style.look(number, label=f"seat {seat}"))
    axes.set_xticks(range(rounds + 1), [*(str(n + 1) for n in range(rounds)), "end"])
    style.thousands(axes.yaxis)
    axes.set_xlabel("at the deal of round")
    axes.set_ylabel("score")
    style.grid(axes, "y")
    style.legend_below(axes, columns=4, lines=2)
    style.title(axes, None, f"scores of a game (n = {rounds:,} rounds)")
    return axes
