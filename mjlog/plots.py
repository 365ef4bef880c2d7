"""Charts of statistics: each takes the table of a named statement and draws on an axes.

Every chart says how much it counts.  Colours can be told apart by colour-blind readers (Okabe and Ito
2008), and differ in marker or line too.  Text from logs never shows as empty boxes.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import matplotlib.pyplot as plt
import numpy as np
import pyarrow as pa
from matplotlib import font_manager, rcParams
from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator, PercentFormatter

COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Blue, vermilion, green, purple, orange, sky blue, black."""
MARKERS: Final = "osD^v<>"
LINES: Final = ("-", "--", ":", "-.")
MAIN_RATES: Final = (
    "win_rate",
    "deal_in_rate",
    "riichi_rate",
    "call_rate",
    "tsumo_share",
    "draw_tenpai_rate",
    "riichi_win_rate",
    "call_win_rate",
)
"""Statistics of `rates`, as far as the table has them."""
LAST_TURN: Final = 18
"""Last turn of `deal_ins_by_turn`; few rounds have more."""

_CJK_FONTS: Final = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "Source Han Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "TakaoGothic",
    "VL Gothic",
    "Hiragino Sans",
    "Yu Gothic",
    "Meiryo",
    "MS Gothic",
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "Apple SD Gothic Neo",
    "Malgun Gothic",
)
_TITLE_NAME: Final = 40
"""Characters of a name that a chart shows."""

Rows = list[dict[str, Any]]


def rates(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw the main rates of one or more players as points with their 95 % intervals.

    Args:
        table: `player_rates` of players at tables of one size.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of three and four players, or holds too
            many players to be told apart.
    """
    rows = _rows(table)
    players = list(dict.fromkeys(r["player"] for r in rows))
    if len(players) > len(COLOURS):
        raise ValueError(f"{len(players)} players; a chart shows at most {len(COLOURS)}")
    shown = [s for s in MAIN_RATES if any(r["statistic"] == s for r in rows)]
    axes = _axes(ax, height=1 + 0.45 * len(shown))
    for number, player in enumerate(players):
        own = {r["statistic"]: r for r in rows if r["player"] == player and r["denominator"]}
        measured = [own[s] for s in shown if s in own]
        shift = 0.6 * ((number + 0.5) / len(players) - 0.5)
        place = np.array([shown.index(r["statistic"]) + shift for r in measured])
        rounds = next((f" (n = {r['denominator']:,} rounds)" for r in measured if r["per"] == "rounds"), "")
        _points(axes, place, measured, number, f"{_name(player)}{rounds}")
        if len(players) == 1:
            _counts(axes, place, measured)
    axes.set_yticks(range(len(shown)), [s.replace("deal_in", "deal-in").replace("_", " ") for s in shown])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.grid(axis="x", alpha=0.3)
    if len(players) > 1:
        _legend(axes, loc="upper center", bbox_to_anchor=(0.5, -0.06))
    who = _name(players[0]) if len(players) == 1 else "Rates"
    _title(axes, f"{who}, {_size(rows)} games")
    return axes


def ranks(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw how often each final rank was reached, with 95 % intervals and numbers of games.

    Args:
        table: `ranks` of games of one number of players.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of three and four players.
    """
    rows = _rows(table)
    axes = _axes(ax)
    place = np.array([r["rank"] for r in rows])
    rate = np.array([r["rate"] for r in rows])
    axes.bar(place, rate, width=0.7, color=COLOURS[5], edgecolor=COLOURS[0])
    axes.errorbar(place, rate, _spread(rows, rate), fmt="none", ecolor=COLOURS[6], capsize=4)
    axes.axhline(1 / rows[0]["player_count"], color=COLOURS[1], linestyle="--", label="all equal")
    axes.set_xticks(place, [f"{_ordinal(r['rank'])}\n{r['games']:,} of {r['ranked_games']:,}" for r in rows])
    axes.set_ylim(0)
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    _legend(axes)
    _title(axes, f"Final ranks, {_size(rows)} games (n = {rows[0]['ranked_games']:,})")
    return axes


def deal_ins_by_turn(table: pa.Table, ax: Axes | None = None) -> Axes:
    """Draw how often a discard deals in by turn, one line for each state of the opponents.

    The lines stand a little aside of each other so that their intervals can be told apart.

    Args:
        table: `deal_ins_by_turn` of games of one number of players.
        ax: where to draw; a new axes when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of three and four players.
    """
    rows = _rows(table)
    axes = _axes(ax)
    for number, facing in enumerate(("riichi", "open", "nothing")):
        own = [r for r in rows if r["facing"] == facing and r["turn"] <= LAST_TURN]
        turn = np.array([r["turn"] for r in own]) + 0.2 * (number - 1)
        rate = np.array([r["deal_in_rate"] for r in own])
        label = f"facing {facing} (n = {sum(r['discards'] for r in own):,} discards)"
        look: dict[str, Any] = {
            "color": COLOURS[number],
            "ls": LINES[number],
            "marker": MARKERS[number],
            "ms": 4,
        }
        axes.errorbar(turn, rate, _spread(own, rate), elinewidth=0.7, label=label, **look)
    axes.set_ylim(0, max(1.3 * max(r["deal_in_rate"] for r in rows if r["turn"] <= LAST_TURN), 0.01))
    axes.set_xlim(0.5, LAST_TURN + 0.5)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(PercentFormatter(1))
    axes.set_xlabel("turn (own discards)")
    axes.set_ylabel("discards that deal in")
    axes.grid(alpha=0.3)
    _legend(axes)
    _title(axes, f"Deal-ins by turn, {_size(rows)} games")
    return axes


# --- parts of charts ------------------------------------------------------------------------------


def _rows(table: pa.Table) -> Rows:
    rows: Rows = table.to_pylist()
    if not rows:
        raise ValueError("there is nothing to draw: the table is empty")
    sizes = {r["player_count"] for r in rows}
    if len(sizes) > 1:
        raise ValueError("games of three and of four players do not belong in one chart: choose player_count")
    return rows


def _axes(ax: Axes | None, height: float = 4.0) -> Axes:
    return plt.subplots(figsize=(7, height), layout="constrained")[1] if ax is None else ax


def _points(axes: Axes, place: Any, rows: Rows, number: int, label: str) -> None:
    value = np.array([r["value"] for r in rows])
    spread = _spread(rows, value)
    axes.errorbar(
        value, place, xerr=spread, fmt=MARKERS[number], color=COLOURS[number], capsize=3, label=label
    )


def _counts(axes: Axes, place: Any, rows: Rows) -> None:
    """Write what was counted in a column to the right of the chart."""
    for at, row in zip(place, rows, strict=True):
        axes.annotate(
            f"{row['numerator']:,} of {row['denominator']:,} {row['per']}",
            (1, at),
            (6, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            size="small",
        )


def _spread(rows: Rows, value: Any) -> Any:
    """(2, n) distances to the ends of the intervals."""
    low, high = (np.array([r[side] for r in rows]) for side in ("low", "high"))
    return np.maximum(np.stack([value - low, high - value]), 0)


def _size(rows: Rows) -> str:
    return f"{rows[0]['player_count']}-player"


def _legend(axes: Axes, **place: Any) -> None:
    for text in axes.legend(frameon=False, **place).get_texts():
        _safe(text)


def _title(axes: Axes, title: str) -> None:
    _safe(axes.set_title(title))


def _safe(text: Text) -> None:
    """Make a text that may come from a log drawable, and no formula."""
    text.set_parse_math(False)
    text.set_fontfamily(list(_families()))


def _name(player: str | None) -> str:
    """A player's name as it can be drawn."""
    if player is None:
        return "(no name)"
    short = player if len(player) <= _TITLE_NAME else f"{player[:_TITLE_NAME]}…"
    return drawable(short)


def _ordinal(rank: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")


# --- fonts ----------------------------------------------------------------------------------------


@cache
def _families() -> tuple[str, ...]:
    """The fonts that text is drawn with: matplotlib's own, then those for Chinese, Japanese, Korean."""
    installed = {font.name for font in font_manager.fontManager.ttflist}
    own = [name for name in rcParams["font.sans-serif"] if name in installed][:1] or ["DejaVu Sans"]
    return (*own, *(name for name in _CJK_FONTS if name in installed))


@cache
def _glyphs() -> frozenset[int]:
    paths = [font_manager.findfont(name) for name in _families()]
    return frozenset(c for path in paths for c in font_manager.get_font(path).get_charmap())


def drawable(text: str) -> str:
    r"""Show characters that no installed font has, or that are not printable, as escapes.

    >>> drawable("a\x1b b")
    'a\\x1b b'
    """
    glyphs = _glyphs()
    return "".join(c if c.isprintable() and ord(c) in glyphs else _escaped(c) for c in text)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()
