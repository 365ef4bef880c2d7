"""Charts of rates: as they are, against a baseline, and over time."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from mjlog.plots import style
from mjlog.plots.fonts import shown_name
from mjlog.plots.style import Rows
from mjlog.stats.words import plural

MAIN_RATES: Final = (
    "win_rate",
    "deal_in_rate",
    "riichi_rate",
    "call_rate",
    "tsumo_win_share",
    "draw_tenpai_rate",
    "riichi_win_rate",
    "call_win_rate",
)
"""Statistics of `rates`, as far as the table has them, when it has more than fit."""
MOST_RATES: Final = 20
"""Statistics up to which a chart draws all that the table has."""
_COMPARED: Final = (
    *("statistic", "first_value", "second_value", "difference", "low", "high"),
    *("first_denominator", "per"),
)
WIND_NAMES: Final = ("East", "South", "West", "North")
_NO_GROUP: Final = ("player_count", "statistic", "value", "low", "high", "numerator", "denominator", "per")


def rates(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw rates of one or more players, or other groups, as points with their 95 % intervals.

    Args:
        table: rates of games of one number of players, as `mjlog.stats` counts them; of many
            statistics the main ones (`MAIN_RATES`) are drawn.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players, or holds too
            many groups to be told apart.
    """
    rows = _of_kind_rate(style.rows_of(table, *_NO_GROUP))
    groups = style.few(list(dict.fromkeys(_group(r, table) for r in rows)), "players")
    shown = _shown(rows)
    axes = style.new_axes(ax, height=1.1 + 0.45 * len(shown))
    style.listed(axes, [style.worded(name) for name in shown])
    for number, group in enumerate(groups):
        own = {r["statistic"]: r for r in rows if _group(r, table) == group and r["denominator"]}
        measured = [own[s] for s in shown if s in own]
        shift = 0.6 * ((number + 0.5) / len(groups) - 0.5)
        place = np.array([shown.index(r["statistic"]) + shift for r in measured])
        _points(axes, place, measured, number, f"{group}{_rounds(measured)}")
        if len(groups) == 1:
            style.aside(axes, place, map(_counted, measured), "counted")
    drawn = [r for r in rows if r["denominator"] and r["statistic"] in shown]
    axes.set_xlim(0, min(1, 1.1 * max(style.highest(drawn, name) for name in ("high", "value"))) or 1)
    style.percent(axes.xaxis)
    style.grid(axes, "x")
    if len(groups) > 1:
        style.legend_below(axes)
    style.title(axes, groups[0] if len(groups) == 1 else None, f"rates, {style.size(rows)}", "95 % intervals")
    return axes


def _of_kind_rate(rows: Rows) -> Rows:
    """Without means, which have other units.

    Raises:
        ValueError: when nothing is left.
    """
    kept = [r for r in rows if r.get("kind", "rate") == "rate"]
    if not kept:
        raise ValueError("there is nothing to draw: the table has no rate")
    return kept


def _shown(rows: Rows) -> list[str]:
    found = style.unique(rows, "statistic")
    main = [name for name in MAIN_RATES if name in found]
    return found if len(found) <= MOST_RATES or not main else main


def _group(row: dict[str, Any], table: pa.Table) -> str:
    """What rows of a group have in common, besides the number of players."""
    before = table.column_names[: table.column_names.index("statistic")]
    return ", ".join(_value(c, row[c]) for c in before if c != "player_count") or "All players"


def _value(column: str, value: Any) -> str:
    """What a group is told apart by, in words."""
    if column.endswith("wind"):
        return WIND_NAMES[value]
    is_number = isinstance(value, int)
    return (
        f"{style.worded(column)} {value}" if is_number else shown_name(None if value is None else str(value))
    )


def _points(axes: Axes, place: Any, rows: Rows, number: int, label: str) -> None:
    axes.errorbar(
        style.numbers(rows, "value"),
        place,
        xerr=style.spread(rows, "value"),
        fmt=style.MARKERS[number],
        color=style.COLOURS[number],
        markersize=5,
        capsize=3,
        label=label,
    )


def _rounds(rows: Rows) -> str:
    """How many rounds a player's rates rest on."""
    return next(
        (f" (n = {style.things(r['denominator'], 'round')})" for r in rows if r["per"] == "round"),
        "",
    )


def _counted(row: dict[str, Any]) -> str:
    return f"{style.count(row['numerator'])} of {style.things(row['denominator'], row['per'])}"


def ranking(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw one statistic of many players, or other groups, the highest first, with 95 % intervals.

    The dashed line is the value of all rows together.  Of many players those are drawn of whom most is
    counted.

    Args:
        table: one statistic of games of one number of players, as `mjlog.stats` counts it.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players, or statistics.
    """
    rows = [r for r in style.rows_of(table, *_NO_GROUP) if r["denominator"]]
    if len(set(style.unique(rows, "statistic"))) != 1:
        raise ValueError("this chart draws one statistic: choose statistics")
    together = style.numbers(rows, "numerator").sum() / style.numbers(rows, "denominator").sum()
    rows, which = style.most(rows, "denominator", plural(rows[0]["per"]))
    rows = sorted(rows, key=lambda r: -r["value"])
    axes = style.new_axes(ax, height=1.2 + style.ROW * len(rows))
    style.listed(axes, [_group(r, table) for r in rows])
    place = np.arange(len(rows))
    _points(axes, place, rows, 0, "")
    axes.axvline(together, color=style.COLOURS[1], linestyle="--", linewidth=1)
    if rows[0].get("kind", "rate") == "rate":
        style.percent(axes.xaxis)
    else:
        style.thousands(axes.xaxis)
    style.grid(axes, "x")
    style.aside(axes, place, [f"n = {style.things(r['denominator'], r['per'])}" for r in rows])
    axes.set_xlabel(which)
    shown = style.worded(rows[0]["statistic"])
    style.title(axes, None, f"{shown}, {style.size(rows)}", "95 % intervals")
    return axes


def comparison(
    table: pa.Table, ax: Axes | None = None, *, who: str | None = None, baseline: str | None = None
) -> Axes:
    """Draw how far the rates of a selection lie from those of another, with the 95 % intervals.

    Args:
        table: `mjlog.compare` of games of one number of players; of many statistics the main ones
            (`MAIN_RATES`) are drawn.
        ax: where to draw; a new axes when left out.
        who: whose rates they are, for the title.
        baseline: whom they are compared with, likewise.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    known = [r for r in _of_kind_rate(style.rows_of(table, *_COMPARED)) if r["difference"] is not None]
    if not known:
        raise ValueError("there is nothing to draw: no rate has a difference")
    rows = [r for r in known if r["statistic"] in _shown(known)]
    axes = style.new_axes(ax, height=1.2 + style.ROW * len(rows))
    style.listed(axes, [style.worded(r["statistic"]) for r in rows])
    place = np.arange(len(rows))
    axes.axvline(0, color=style.EDGE, linewidth=1)
    apart = np.array([r["low"] is not None and (r["low"] > 0 or r["high"] < 0) for r in rows])
    for some, label, marker, colour in (
        (np.flatnonzero(apart), "differs", "o", style.COLOURS[1]),
        (np.flatnonzero(~apart), "may be chance", "s", style.GREY),
    ):
        own = [rows[i] for i in some]
        away = style.spread(own, "difference")
        look: dict[str, Any] = {"fmt": marker, "color": colour, "markersize": 5, "capsize": 3, "label": label}
        axes.errorbar(style.numbers(own, "difference"), place[some], xerr=away, **look)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{100 * x:+.3g}".replace("-", "−")))
    axes.set_xlabel("difference, in percentage points")
    style.grid(axes, "x")
    style.aside(axes, place, map(_against, rows))
    style.legend_below(axes, lines=2)
    against = f" against {shown_name(baseline)}" if baseline else ""
    named = None if who is None else shown_name(who)
    style.title(axes, named, f"differences{against}, {style.size(rows)}", "95 % intervals")
    return axes


def _against(row: dict[str, Any]) -> str:
    counted = f"n = {style.things(row['first_denominator'], row['per'])}"
    return f"{100 * row['first_value']:.1f} % against {100 * row['second_value']:.1f} %, {counted}"


def rolling(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw rates over the last games, one line for each player and statistic, with their intervals.

    Args:
        table: `mjlog.stats.rolling`: one row for each player, statistic and window of games, by the last of
            them, ``game_number``; of games of one number of players.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players, or holds too
            many lines to be told apart.
    """
    rows = style.rows_of(table, "game_number", "games", "statistic", "value", "low", "high")
    lines: dict[tuple[Any, Any], Rows] = {}
    for row in rows:
        if row["value"] is not None:
            lines.setdefault((row.get("player"), row["statistic"]), []).append(row)
    style.few(list(lines), "lines")
    axes = style.new_axes(ax)
    several = len({player for player, _ in lines}) > 1
    for number, ((player, statistic), own) in enumerate(lines.items()):
        game = style.numbers(own, "game_number")
        words = style.worded(statistic)
        label = f"{shown_name(player)}, {words}" if several else words
        line = style.look(
            number, marker="", label=f"{label} (n = {len(own) and own[-1]['game_number']:,} games)"
        )
        axes.plot(game, style.numbers(own, "value"), **line)
        axes.fill_between(
            game,
            style.numbers(own, "low"),
            style.numbers(own, "high"),
            color=style.COLOURS[number],
            alpha=0.15,
            linewidth=0,
        )
    if all(r["value"] is None or abs(r["value"]) <= 1 for r in rows):
        style.percent(axes.yaxis)
    style.whole(axes.xaxis)
    axes.set_xlabel("game")
    style.grid(axes, "y")
    style.legend_below(axes, lines=2)
    window = max(r["games"] for r in rows)
    style.title(axes, style.of_whom(rows), f"the last {window:,} games each time", "95 % intervals")
    return axes
