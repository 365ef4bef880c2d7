"""Charts by turn."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes

from mjlog.plots import style
from mjlog.plots.style import Rows
from mjlog.stats.intervals import wilson

LAST_TURN: Final = 18
"""Last turn that is drawn; few rounds have more."""
LEAST_DISCARDS: Final = 100
"""Discards that a point of `deal_ins_by_turn` needs."""
LEAST: Final = 5
"""Riichi that a point of the chart `riichi_by_turn` needs."""
_FAR: Final = 4
"""From which shanten on `shanten_by_turn` makes no difference."""
_PROGRESS: Final = {
    "call_rate": "called",
    "riichi_rate": "declared riichi",
    "win_rate": "won",
}
FACING: Final = {
    "riichi": "facing a riichi",
    "open": "facing one call or more, no riichi",
    "nothing": "facing neither",
}
"""Lines of `deal_ins_by_turn`, in words."""


def deal_ins_by_turn(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how often a discard deals in by turn, one line for each state of the opponents.

    The lines stand a little aside of each other so that their intervals can be told apart.

    Args:
        table: `deal_ins_by_turn` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = style.rows_of(table, "facing", "turn", "deal_in_rate", "low", "high", "discards")
    drawn = _drawn(rows)
    axes = style.new_axes(ax)
    for number, (facing, words) in enumerate(FACING.items()):
        all_own = [r for r in drawn if r["facing"] == facing]
        label = f"{words} (n = {sum(r['discards'] for r in all_own):,} discards)"
        own = [r for r in all_own if r["discards"] >= LEAST_DISCARDS]
        axes.errorbar(
            style.numbers(own, "turn") + 0.2 * (number - 1),
            style.numbers(own, "deal_in_rate"),
            style.spread(own, "deal_in_rate"),
            elinewidth=0.7,
            **style.look(number, label=label),
        )
    counted = [r for r in drawn if r["discards"] >= LEAST_DISCARDS]
    axes.set_ylim(0, max(1.05 * style.highest(counted, "high"), 0.01))
    _turns(axes)
    axes.set_xlabel(f"turn (own discards); with at least {LEAST_DISCARDS} discards")
    axes.set_ylabel("discards that deal in")
    style.legend_below(axes, columns=1, lines=2)
    style.title(axes, style.whose(rows, who), f"deal-ins by turn, {style.size(rows)}", "95 % intervals")
    return axes


def progress_by_turn(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how many rounds have come to a call, riichi or win by each turn, with 95 % intervals.

    Args:
        table: `progress_by_turn` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = _drawn(style.rows_of(table, "turn", "rounds", *_PROGRESS))
    axes = style.new_axes(ax)
    for number, (column, words) in enumerate(_PROGRESS.items()):
        rate, rounds = style.numbers(rows, column), style.numbers(rows, "rounds")
        low, high = wilson(rate * rounds, rounds)
        away = np.maximum(np.stack([rate - low, high - rate]), 0)
        axes.errorbar(
            style.numbers(rows, "turn"), rate, away, **style.look(number, label=words, elinewidth=0.7)
        )
    axes.set_ylim(0)
    _turns(axes)
    axes.set_ylabel("rounds, by that turn")
    style.legend(axes)
    size = f"{style.size(rows)} (n = {rows[0]['rounds']:,} rounds)"
    style.title(axes, style.whose(rows, who), f"how hands get on, {size}", "95 % intervals")
    return axes


def riichi_by_turn(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how often riichi win and deal in, by the turn of the declaration, with 95 % intervals.

    Args:
        table: `riichi_by_group` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    ends_of = [f"{what}_{end}" for what in ("win", "deal_in") for end in ("rate", "low", "high")]
    needed = ("grouping", "group", "number", "riichi", *ends_of)
    by_turn = [{**r, "turn": r["number"]} for r in style.rows_of(table, *needed) if r["grouping"] == "turn"]
    rows = [r for r in _drawn(by_turn) if r["riichi"] >= LEAST]
    if not rows:
        raise ValueError(f"there is nothing to draw: no turn has {LEAST} riichi")
    axes = style.new_axes(ax)
    number = 0
    for group, whose in (("first", "first riichi"), ("chasing", "chasing")):
        own = [r for r in rows if r["group"] == group]
        for what, words in (("win", "win"), ("deal_in", "deal in")):
            ends = [
                {"at": r[f"{what}_rate"], "low": r[f"{what}_low"], "high": r[f"{what}_high"]} for r in own
            ]
            label = f"{whose}: {words} (n = {sum(r['riichi'] for r in own):,})"
            turn = style.numbers(own, "turn") + 0.1 * (number - 1.5)
            away = style.spread(ends, "at")
            drawn = style.look(number, label=label, elinewidth=0.7)
            if own:
                axes.errorbar(turn, style.numbers(ends, "at"), away, **drawn)
            number += 1
    axes.set_ylim(0)
    _turns(axes)
    axes.set_xlabel(f"turn of the declaration; with at least {LEAST} riichi")
    axes.set_ylabel("riichi that win, or deal in")
    style.legend_below(axes, lines=2)
    style.title(axes, style.whose(rows, who), f"how riichi end, {style.size(rows)}", "95 % intervals")
    return axes


def shanten_by_turn(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how far hands are from complete by turn, as shares of the hands that get there.

    Args:
        table: `shanten_by_turn` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = _drawn(style.rows_of(table, "turn", "shanten", "rate", "total"))
    turns = sorted(set(style.unique(rows, "turn")))
    axes = style.new_axes(ax)
    left = np.zeros(len(turns))
    for shanten in range(_FAR + 1):
        wanted = [r for r in rows if r["shanten"] == shanten or r["shanten"] > _FAR == shanten]
        share = np.array([sum(r["rate"] for r in wanted if r["turn"] == turn) for turn in turns])
        name = "tenpai" if shanten == 0 else f"{shanten}-shanten{' and more' * (shanten == _FAR)}"
        axes.bar(turns, share, 0.9, bottom=left, label=name, **style.fill(shanten))
        left += share
    totals = {r["turn"]: r["total"] for r in rows}
    _turns(axes)
    axes.set_xlim(min(turns) - 0.5, LAST_TURN + 0.5)
    axes.set_ylim(0, 1)
    axes.set_ylabel("hands that get there")
    style.legend_below(axes, columns=5, lines=2)
    counts = f"(n = {totals[turns[0]]:,} hands at turn {turns[0]}, {totals[turns[-1]]:,} at {turns[-1]})"
    style.title(axes, style.whose(rows, who), f"shanten by turn {counts}")
    return axes


def _drawn(rows: Rows) -> Rows:
    return [r for r in rows if r["turn"] <= LAST_TURN]


def _turns(axes: Axes) -> None:
    axes.set_xlim(0.5, LAST_TURN + 0.5)
    style.whole(axes.xaxis)
    style.percent(axes.yaxis)
    axes.set_xlabel("turn (own discards)")
    style.grid(axes, "both")
