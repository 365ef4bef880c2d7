"""A chart of what an audit found."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from mjlog.audit.registry import RULES
from mjlog.plots import style
from mjlog.plots.style import Rows
from mjlog.schema import SEVERITIES

_LOOK: Final = dict(
    zip(SEVERITIES, ((style.COLOURS[1], ""), (style.COLOURS[4], "//"), (style.COLOURS[5], "..")), strict=True)
)
_LINEAR: Final = 50
"""Findings of a rule from which on bars are by powers of ten."""
MOST: Final = 30
"""Rules that are drawn, those with the most findings."""


def audit_overview(findings: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw how many findings each rule of an audit has, by severity, and in how many games.

    Args:
        findings: findings of an audit; schema `mjlog.schema.FINDINGS`.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when a column is missing.  No finding is no error: the chart says so.
    """
    if not len(findings):
        axes = style.new_axes(ax, height=1.6)
        axes.text(0.5, 0.5, "Nothing disagrees.", ha="center", va="center", transform=axes.transAxes)
        axes.set_axis_off()
        style.title(axes, None, "audit, n = 0 findings")
        return axes
    rows = style.rows_of(findings, "code", "severity", "game_id")
    codes = [code for code, _ in Counter(r["code"] for r in rows).most_common(MOST)]
    own = {code: [r for r in rows if r["code"] == code] for code in codes}
    axes = style.new_axes(ax, height=1.4 + style.ROW * len(codes))
    style.listed(axes, [_named(code) for code in codes])
    for at, code in enumerate(codes):
        colour, hatch = _LOOK[own[code][0]["severity"]]
        axes.barh(at, len(own[code]), height=0.66, color=colour, hatch=hatch, edgecolor="white")
    most = max(len(some) for some in own.values())
    is_wide = most > _LINEAR
    if is_wide:
        axes.set_xscale("log")
    else:
        style.whole(axes.xaxis)
    axes.set_xlim(0.5 if is_wide else 0, 1.1 * most)
    style.thousands(axes.xaxis)
    style.grid(axes, "x")
    axes.set_xlabel("findings (logarithmic)" if is_wide else "findings")
    style.aside(axes, np.arange(len(codes)), [_counted(own[code]) for code in codes])
    found = [s for s in SEVERITIES if any(r["severity"] == s for r in rows)]
    looks = [Patch(facecolor=_LOOK[s][0], hatch=_LOOK[s][1], edgecolor="white", label=s) for s in found]
    style.legend_below(axes, columns=len(looks), lines=2, handles=looks)
    games = len({r["game_id"] for r in rows})
    style.title(
        axes, None, f"audit, n = {style.things(len(rows), 'finding')} in {style.things(games, 'game')}"
    )
    return axes


def _named(code: str) -> str:
    return f"{code} {RULES[code].name.replace('_', ' ').replace('-', ' ')}" if code in RULES else code


def _counted(rows: Rows) -> str:
    games = len({r["game_id"] for r in rows})
    return f"{len(rows):,} in {style.things(games, 'game')}"
