"""Charts of values: what hands are worth, and where points come from."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from numpy.typing import NDArray

from mjlog.plots import style
from mjlog.plots.fonts import safe

_UP, _DOWN, _SUM = style.COLOURS[0], style.COLOURS[1], style.GREY
_YAKU_OF: Final = {"win": "wins", "deal_in": "hands dealt into", "tsumo_loss": "tsumo paid"}
_BAR: Final = 0.62
"""Height of a bar of the waterfall."""
_EVENTS: Final = {"win": "wins", "deal_in": "deal-ins"}


def value_distribution(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how many wins and deal-ins are worth how much, with 95 % intervals.

    Args:
        table: `value_distribution`: one row for each ``event`` and step of values from ``points`` on, with
            ``hands`` of ``total``, ``rate``, ``low`` and ``high``; of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = [
        r
        for r in style.rows_of(table, "event", "points", "hands", "total", "rate", "low", "high")
        if r["total"]
    ]
    if not rows:
        raise ValueError("there is nothing to draw: nobody won")
    steps = sorted(set(style.unique(rows, "points")))
    events = style.unique(rows, "event")
    axes = style.new_axes(ax)
    width = 0.8 / len(events)
    for number, event in enumerate(events):
        own = [r for r in rows if r["event"] == event]
        place = np.array([steps.index(r["points"]) for r in own]) + width * (number - (len(events) - 1) / 2)
        rate = style.numbers(own, "rate")
        label = f"{_EVENTS.get(event, event)} (n = {own[0]['total']:,})"
        axes.bar(place, rate, width, label=label, **style.fill(number))
        axes.errorbar(place, rate, style.spread(own, "rate"), fmt="none", ecolor="black", capsize=2)
    lowest = f"under\n{steps[1]:,}" if len(steps) > 1 else "0"
    axes.set_xticks(range(len(steps)), [f"{step:,}" if step else lowest for step in steps])
    axes.set_xlabel("value of the hand from ... points on, without honba and sticks")
    axes.set_ylim(0)
    style.percent(axes.yaxis)
    style.grid(axes, "y")
    style.legend(axes, loc="upper right")
    style.title(axes, style.whose(rows, who), f"what hands are worth, {style.size(rows)}", "95 % intervals")
    return axes


def points_by_cause(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how the points of a round add up from their causes: a waterfall, with 95 % intervals.

    Args:
        table: `points_by_cause`: one row for each ``cause`` in order, with ``rounds``, ``value`` (points per
            round), ``low`` and ``high``; of one player, or all together, in games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players, or players.
    """
    of_all = style.rows_of(table, "cause", "rounds", "value", "low", "high")
    if len(set(style.unique(of_all, "cause"))) < len(of_all):
        raise ValueError("this chart draws one player, or all together: choose players, or by")
    rows = [r for r in of_all if r["value"]]
    value = style.numbers(rows, "value")
    end = np.cumsum(value)
    steps = [*value, value.sum()]
    axes = style.new_axes(ax, height=1.4 + 0.36 * len(steps))
    style.listed(axes, [*(style.worded(r["cause"]) for r in rows), "score change"])
    place = np.arange(len(rows))
    _steps(axes, value, end - value)
    axes.barh(len(rows), value.sum(), color=_SUM, height=_BAR)
    axes.vlines(end, place + _BAR / 2, place + 1 - _BAR / 2, color=style.EDGE, linewidth=0.8)
    axes.errorbar(end, place, xerr=style.spread(rows, "value"), fmt="none", ecolor="black", capsize=2)
    axes.axvline(0, color=style.EDGE, linewidth=0.8)
    axes.use_sticky_edges = False
    axes.margins(x=0.04)
    points = [f"{round(v):+,}".replace("-", "−") for v in steps]
    style.aside(axes, range(len(steps)), points, "points")
    style.thousands(axes.xaxis)
    style.grid(axes, "x")
    axes.set_xlabel("points per round, added up from top to bottom")
    style.legend_below(axes, lines=2)
    rounds = style.count(max(r["rounds"] for r in of_all))
    has_intervals = any(r["low"] is not None for r in rows)
    intervals = "95 % intervals" if has_intervals else "too few games for intervals"
    style.title(axes, style.whose(of_all, who), f"points by cause (n = {rounds} rounds)", intervals)
    return axes


def _steps(axes: Axes, value: NDArray[np.float64], start: NDArray[np.float64]) -> None:
    """Draw what is gained and what is paid, (n,) each, from where it begins."""
    for side, label, colour, hatch in ((value > 0, "gained", _UP, ""), (value < 0, "paid", _DOWN, "//")):
        at = np.flatnonzero(side)
        bars = {"color": colour, "hatch": hatch, "edgecolor": "white"}
        axes.barh(at, value[side], left=start[side], height=_BAR, label=label, **bars)  # type: ignore[arg-type]


def yaku_frequencies(
    table: pa.Table, ax: Axes | None = None, *, who: str | None = None, event: str = "win", state: str = "all"
) -> Axes:
    """Draw in how many hands each yaku is, with 95 % intervals, the most frequent first.

    Args:
        table: `yaku_frequencies` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.
        event: hands that the chosen won with (``win``), dealt into (``deal_in``) or paid as a tsumo
            (``tsumo_loss``).
        state: the winner's hand: ``riichi``, ``open``, ``dama`` or ``all``.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players, or players.
    """
    of_all = style.rows_of(table, "event", "state", "yaku", "hands", "total", "rate", "low", "high")
    own = [r for r in of_all if r["event"] == event and r["state"] == state]
    rows = [r for r in own if r["rate"] is not None]
    seen = sorted((r for r in rows if r["hands"]), key=lambda r: -r["hands"])
    if not seen:
        raise ValueError("there is nothing to draw: there is no such hand")
    axes = style.new_axes(ax, height=1.3 + 0.22 * len(seen))
    style.listed(axes, [r["yaku"].replace("_", " ") for r in seen])
    place, rate = np.arange(len(seen)), style.numbers(seen, "rate")
    axes.barh(place, rate, height=0.7, color=style.COLOURS[5], edgecolor=style.COLOURS[0])
    axes.errorbar(rate, place, xerr=style.spread(seen, "rate"), fmt="none", ecolor=style.EDGE, capsize=2)
    axes.set_xlim(0)
    style.percent(axes.xaxis)
    style.grid(axes, "x")
    total = max(r["total"] for r in seen)
    style.aside(axes, place, [f"{r['hands']:,}" for r in seen], "hands")
    whose = "" if state == "all" else f", {state} hands"
    never = len(rows) - len(seen)
    if never:
        safe(axes.set_xlabel(f"share of hands; {never} more yaku in none"))
    style.title(
        axes,
        style.whose(rows, who),
        f"yaku of {_YAKU_OF.get(event, event)}{whose} (n = {total:,} hands)",
        "95 % intervals",
    )
    return axes
