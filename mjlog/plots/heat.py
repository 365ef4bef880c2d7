"""A table of rates as a map of colours, with the numbers in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from numpy.typing import NDArray

from mjlog.plots import style
from mjlog.plots.style import Rows

MAP: Final = "Blues"
"""Light for low, dark for high: one hue, which says the same to colour-blind readers and on paper."""
_DARK: Final = 0.55
"""From which share of the scale on numbers are written in white."""


def grid_of(
    rows: Rows, names: tuple[str, str], values: tuple[Sequence[Any], Sequence[Any]], cell: str
) -> Any:
    """(rows, columns) a column of a long table, laid out; NaN where there is no row.

    Args:
        rows: the long table.
        names: columns that say the row and the column of the map.
        values: their values in order.
        cell: the column to lay out.
    """
    down, across = ({value: i for i, value in enumerate(some)} for some in values)
    laid = np.full((len(down), len(across)), np.nan)
    for row in rows:
        if row[names[0]] in down and row[names[1]] in across and row[cell] is not None:
            laid[down[row[names[0]]], across[row[names[1]]]] = row[cell]
    return laid


def heat(axes: Axes, rate: NDArray[Any], count: NDArray[Any], least: int) -> None:
    """Draw rates as colours, each with its number in percent; thin cells stay empty.

    Args:
        axes: where, with one row and column for each name.
        rate: (rows, columns) shares.
        count: (rows, columns) how many were counted; NaN for none.
        least: how many a cell needs.
    """
    shown = np.where(np.nan_to_num(count) >= least, rate, np.nan)
    top = float(np.nanmax(shown)) if np.isfinite(shown).any() else 1.0
    scale = Normalize(0, top or 1.0)
    axes.imshow(shown, aspect="auto", cmap=MAP, norm=scale, interpolation="none")
    for (down, across), value in np.ndenumerate(shown):
        if np.isfinite(value):
            colour = "white" if scale(value) > _DARK else "black"
            text = f"{100 * value:.1f}" if value < 0.995 else "100"
            axes.text(across, down, text, ha="center", va="center", size=7, color=colour)
        elif np.nan_to_num(count[down, across]):
            axes.text(across, down, "·", ha="center", va="center", size=7, color=style.GREY)
    axes.set_facecolor("#ececec")
    axes.tick_params(length=0)
    for side in ("left", "bottom"):
        axes.spines[side].set_visible(False)
