"""What all charts share: rows of a table, colours, axes, intervals, counts.

Colours can be told apart by colour-blind readers (Okabe and Ito 2008), and what differs in colour differs
in marker, line or hatch too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

import matplotlib.pyplot as plt
import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter
from matplotlib.transforms import ScaledTranslation
from numpy.typing import NDArray

from mjlog.plots.fonts import drawable, safe, shown_name
from mjlog.stats.catalogue import catalogue
from mjlog.stats.words import noun_for

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Blue, vermilion, green, purple, orange, sky blue, black."""
MARKERS: Final = "osD^v<>"
LINES: Final = ("-", "--", ":", "-.", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 3)))
HATCHES: Final = ("", "//", "..", "xx", "\\\\", "++", "oo")
WIDTH: Final = 7.5
"""Width of a chart, in inches."""
ROW: Final = 0.32
"""Height of a row of a list, in inches."""
_LINE: Final = 65
"""Characters of a line of a title."""
LONGEST_LIST: Final = 30
"""Rows of a list of players, or of other things without end."""
EDGE: Final = "#404040"
GREY: Final = "#8c8c8c"

Rows = list[dict[str, Any]]


def rows_of(table: pa.Table, *columns: str, unknown: Sequence[str] = ()) -> Rows:
    """The rows of a table that can be drawn in one chart.

    Args:
        table: the answer to draw.
        columns: columns that the chart needs.
        unknown: those of them, besides shares and means, that may be null.

    Raises:
        ValueError: when the table is empty or lacks a column or what stands in it, or mixes games of
            different numbers of players.
    """
    missing = [name for name in columns if name not in table.column_names]
    if missing:
        raise ValueError(f"this chart draws a column {missing[0]!r}, which the table does not have")
    rows: Rows = table.to_pylist()
    if not rows:
        raise ValueError("there is nothing to draw: the table is empty")
    if lacking := [name for name in columns if name not in unknown and _lacks(table[name])]:
        raise ValueError(f"this chart draws a column {lacking[0]!r}, in which rows of the table have nothing")
    sizes = {r["player_count"] for r in rows} if "player_count" in table.column_names else set()
    if len(sizes) > 1:
        raise ValueError("games of three and of four players do not belong in one chart: choose player_count")
    return rows


def _lacks(column: pa.ChunkedArray) -> bool:
    """Whether a column says nothing where it must: a share can be unknown, what it is of cannot."""
    may_lack = pa.types.is_floating(column.type) or pa.types.is_null(column.type)
    return column.null_count > 0 and not may_lack


def new_axes(ax: Axes | None, height: float = 4.0, width: float = WIDTH) -> Axes:
    """The axes to draw on, in the common style.

    Args:
        ax: axes of the caller's; new ones when left out.
        height: of new ones, in inches.
        width: likewise.
    """
    axes = plt.subplots(figsize=(width, height), layout="constrained")[1] if ax is None else ax
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    axes.set_axisbelow(True)
    return axes


def look(number: int, **more: Any) -> dict[str, Any]:
    """Colour, line and marker of one of several lines, as arguments of matplotlib."""
    return {
        "color": COLOURS[number],
        "linestyle": LINES[number],
        "marker": MARKERS[number],
        "markersize": 4,
        **more,
    }


def fill(number: int) -> dict[str, Any]:
    """Colour and hatch of one of several kinds of bars, as arguments of matplotlib."""
    return {
        "color": COLOURS[number],
        "hatch": HATCHES[number],
        "edgecolor": "white",
        "linewidth": 0,
    }


def few(names: Sequence[Any], what: str) -> Sequence[Any]:
    """`names`, when there are as many colours.

    Raises:
        ValueError: when there are too many.
    """
    if len(names) > len(COLOURS):
        raise ValueError(f"{len(names)} {what}; a chart shows at most {len(COLOURS)}")
    return names


def most(rows: Rows, column: str, words: str) -> tuple[Rows, str]:
    """The rows with the highest numbers in a column, as many as a list can hold, in their order.

    Args:
        rows: all rows.
        column: by which they are chosen.
        words: what it counts.

    Returns:
        The rows, and which they are, to be written under the chart: empty when they are all.
    """
    if len(rows) <= LONGEST_LIST:
        return rows, ""
    kept = sorted(range(len(rows)), key=lambda at: -rows[at][column])[:LONGEST_LIST]
    return [rows[at] for at in sorted(kept)], f"those {LONGEST_LIST} of {len(rows):,} with most {words}"


def unique(rows: Rows, column: str) -> list[Any]:
    """Values of a column, in the order in which they first stand."""
    return list(dict.fromkeys(r[column] for r in rows))


def numbers(rows: Iterable[dict[str, Any]], column: str) -> NDArray[np.float64]:
    """(n,) a column; NaN for null."""
    return np.array([np.nan if r[column] is None else r[column] for r in rows], dtype=np.float64)


def highest(rows: Rows, column: str) -> float:
    """The highest number of a column; 0 where there is none."""
    values = numbers(rows, column)
    return float(values[np.isfinite(values)].max(initial=0))


def spread(rows: Rows, value: str) -> NDArray[np.float64]:
    """(2, n) distances from the values to the ends of their intervals; NaN where there is none."""
    at, low, high = (numbers(rows, name) for name in (value, "low", "high"))
    return np.maximum(np.stack([at - low, high - at]), 0)


def percent(axis: Any, decimals: int | None = None) -> None:
    """Write an axis in percent."""
    axis.set_major_formatter(PercentFormatter(1, decimals=decimals, symbol=" %"))


def thousands(axis: Any) -> None:
    """Write an axis in numbers with thousands set apart."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}".replace("-", "−")))


def whole(axis: Any) -> None:
    """Mark an axis at whole numbers only."""
    axis.set_major_locator(MaxNLocator(integer=True))


def grid(axes: Axes, axis: str) -> None:
    """Draw thin lines behind the chart, along ``x``, ``y`` or ``both``."""
    axes.grid(axis=axis, color="#d9d9d9", linewidth=0.6)  # type: ignore[arg-type]


def listed(axes: Axes, names: Sequence[str]) -> None:
    """Make the y axis a list of names, the first on top."""
    for label in axes.set_yticks(range(len(names)), [drawable(n) for n in names]):
        safe(label.label1)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.4, -0.6)


def aside(axes: Axes, places: Iterable[float], texts: Iterable[str], head: str = "") -> None:
    """Write what was counted in a column to the right of the chart.

    Args:
        axes: the chart.
        places: where on the y axis.
        texts: what.
        head: the heading of the column.
    """
    for at, text in zip(places, texts, strict=True):
        _beside(axes, text, (1, at), ("axes fraction", "data"), va="center")
    if head:
        _beside(axes, head, (1, 1), ("axes fraction", "axes fraction"), va="bottom", color=EDGE)


def _beside(axes: Axes, text: str, at: tuple[float, float], coordinates: Any, **more: Any) -> None:
    axes.annotate(text, at, (8, 0), xycoords=coordinates, textcoords="offset points", size="small", **more)


def legend(axes: Axes, **place: Any) -> None:
    """Say which line is which."""
    for text in axes.legend(frameon=False, **place).get_texts():
        safe(text)


def legend_below(axes: Axes, columns: int = 2, lines: int = 1, **more: Any) -> None:
    """The same, under the chart, where it hides nothing.

    Args:
        axes: the chart.
        columns: of the legend.
        lines: of text that stand there already.
        more: arguments of matplotlib.
    """
    below = ScaledTranslation(0, -0.12 - 0.19 * lines, axes.figure.dpi_scale_trans)
    place = {"bbox_to_anchor": (0.5, 0), "bbox_transform": axes.transAxes + below}
    legend(axes, loc="upper center", ncols=columns, **place, **more)


def title(axes: Axes, who: str | None, *parts: str) -> None:
    """Head a chart: whose it is, when it is one player's, and what it shows."""
    words = ", ".join(parts)
    if who is None:
        text = _wrapped(f"{words[0].upper()}{words[1:]}")
    else:
        text = f"{who}: {words}" if len(f"{who}: {words}") <= _LINE else f"{who}:\n{_wrapped(words)}"
    safe(axes.set_title(text, loc="left", fontsize="large", pad=18 if axes.texts else 8))


def _wrapped(words: str) -> str:
    r"""Words in lines that fit, broken behind commas only.

    >>> _wrapped(f"{'a' * 40}, {'b' * 20}, {'c' * 9}").split("\n")[1]
    'ccccccccc'
    """
    lines = [""]
    for part in re.split("(?<=,) ", words):
        joined = f"{lines[-1]} {part}".lstrip()
        lines = [*lines[:-1], joined] if len(joined) <= _LINE or not lines[-1] else [*lines, part]
    return "\n".join(lines)


def of_whom(rows: Rows) -> str | None:
    """The player whose rows these are; None for all, or several."""
    names = unique(rows, "player") if "player" in rows[0] else []
    return shown_name(names[0]) if len(names) == 1 else None


def whose(rows: Rows, who: str | None) -> str | None:
    """The name that heads a chart: the one that is given, or that of the only player of the rows."""
    return of_whom(rows) if who is None else shown_name(who)


def size(rows: Rows) -> str:
    """The number of players, in words.

    >>> size([{"player_count": 4}]), size([{"turn": 1}])
    ('4-player games', 'games')
    """
    players = rows[0].get("player_count")
    return "games" if players is None else f"{players}-player games"


def worded(name: str) -> str:
    """A statistic's title in the catalogue; other names in words.

    >>> worded("deal_in_rate"), worded("deal_ins")
    ('Deal-in rate', 'deal-ins')
    """
    known = catalogue()
    return known[name].title if name in known else name.replace("deal_in", "deal-in").replace("_", " ")


def count(number: float) -> str:
    """A number of things; a sum of parts of them has a decimal.

    >>> count(1234.0), count(2.5)
    ('1,234', '2.5')
    """
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,.1f}"


def things(number: float, noun: str) -> str:
    """A number of what a statistic counts.

    >>> things(1234.0, "round as dealer"), things(1.0, "win")
    ('1,234 rounds as dealer', '1 win')
    """
    return f"{count(number)} {noun_for(number, noun)}"


def ordinal(rank: int) -> str:
    """A rank in words."""
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")
