"""Charts of danger: what discards meet, what riichi wait for, what it costs a player."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa
from matplotlib.axes import Axes

from mjlog.plots import style
from mjlog.plots.fonts import shown_name
from mjlog.plots.heat import grid_of, heat
from mjlog.plots.style import Rows
from mjlog.schema import THREATS
from mjlog.stats.danger import LAST_TURN, danger_words
from mjlog.stats.intervals import wilson

_MAP_WIDTH: Final = 10.5
LEAST: Final = 30
"""Discards, or waits, that a cell of a map needs."""
_SHAPES: Final = ("tanki", "shanpon", "kanchan", "penchan", "ryanmen")


def danger_map(
    table: pa.Table, ax: Axes | None = None, *, who: str | None = None, threat: str = "riichi", turns: int = 1
) -> Axes:
    """Draw how often a discard deals in to a threat, by the class of its tile and the turn.

    Each cell holds its rate in percent; those with fewer than `LEAST` discards stay empty.  Numbers of
    discards stand beside the rows.

    Args:
        table: `deal_ins_by_class_and_turn` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.
        threat: a word of `THREATS`.
        turns: how many turns a column has: more where there are few games.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players, or holds no
            such threat.
    """
    rows = style.rows_of(table, "threat", "danger_class", "turn", "discards", "deal_ins", "deal_in_rate")
    rows = [r for r in rows if r["threat"] == threat]
    if not rows:
        raise ValueError(f"there is nothing to draw: no discard faces {threat}")
    classes, last = _most_dangerous_first(rows), max(r["turn"] for r in rows)
    columns = range((last - 1) // turns + 1)
    keys, values = ("danger_class", "column"), (classes, columns)
    rows = _by_column(rows, turns)
    axes = style.new_axes(ax, height=1.5 + 0.25 * len(classes), width=_MAP_WIDTH)
    count = grid_of(rows, keys, values, "discards")
    heat(axes, grid_of(rows, keys, values, "deal_in_rate"), count, LEAST)
    style.listed(axes, [danger_words(c) for c in classes])
    axes.set_ylim(len(classes) - 0.5, -0.5)
    axes.set_xticks(columns, [_turns(c * turns + 1, min((c + 1) * turns, last)) for c in columns])
    axes.set_xlabel(f"turn (own discards); a cell needs {LEAST} discards")
    deal_ins = np.nansum(grid_of(rows, keys, values, "deal_ins"), axis=1)
    _totals(axes, deal_ins, np.nansum(count, axis=1), "all turns, 95 % interval, n")
    whom = f"deal-ins in percent against {danger_words(threat)}"
    total = f"n = {int(np.nansum(count)):,} discards"
    style.title(axes, style.whose(rows, who), whom, style.size(rows), total)
    return axes


def _by_column(rows: Rows, turns: int) -> Rows:
    """The rows of several turns added up; their column is counted from 0."""
    sums: dict[tuple[str, int], dict[str, Any]] = {}
    for row in rows:
        key = row["danger_class"], (row["turn"] - 1) // turns
        start = {**row, "column": key[1], "discards": 0, "deal_ins": 0}
        added = sums.setdefault(key, start)
        added["discards"] += row["discards"]
        added["deal_ins"] += row["deal_ins"]
    for added in sums.values():
        added["deal_in_rate"] = added["deal_ins"] / max(added["discards"], 1)
    return list(sums.values())


def _turns(first: int, last: int) -> str:
    """A column's turns; the last of a table stands for all later ones."""
    return f"{first}" * (first == last) + f"{first}–{last}" * (first < last) + "+" * (last == LAST_TURN)


def _totals(axes: Axes, hits: Any, of: Any, head: str) -> None:
    """Write the rates of whole rows beside a map."""
    low, high = wilson(hits, of)
    rates = hits / np.maximum(of, 1)
    texts = [
        f"{100 * rate:.1f} ({100 * least:.1f} to {100 * most:.1f}), {int(n):,}"
        for rate, least, most, n in zip(rates, low, high, of, strict=True)
    ]
    style.aside(axes, range(len(texts)), texts, head)


def _most_dangerous_first(rows: Rows) -> list[str]:
    """Classes by how often their discards deal in, those against which nothing was discarded left out."""
    discards: dict[str, int] = {}
    deal_ins: dict[str, int] = {}
    for row in rows:
        name = row["danger_class"]
        discards[name] = discards.get(name, 0) + row["discards"]
        deal_ins[name] = deal_ins.get(name, 0) + row["deal_ins"]
    return sorted((n for n in discards if discards[n]), key=lambda n: -deal_ins[n] / discards[n])


def danger_classes(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how often discards of each class of tiles deal in, against each threat, with 95 % intervals.

    Args:
        table: `deal_ins_by_class` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = style.rows_of(
        table, "threat", "danger_class", "discards", "deal_ins", "deal_in_rate", "low", "high"
    )
    rows = [r for r in rows if r["discards"]]
    classes = _most_dangerous_first([r for r in rows if r["threat"] == "riichi"] or rows)
    axes = style.new_axes(ax, height=1.4 + 0.28 * len(classes))
    style.listed(axes, [danger_words(c) for c in classes])
    for number, threat in enumerate(THREATS):
        own = [r for r in rows if r["threat"] == threat and r["danger_class"] in classes]
        if own:
            place = np.array([classes.index(r["danger_class"]) for r in own]) + 0.24 * (number - 0.5)
            label = f"against {danger_words(threat)} (n = {sum(r['discards'] for r in own):,} discards)"
            _dots(axes, place, own, "deal_in_rate", number, label)
    axes.set_xlim(0)
    style.percent(axes.xaxis)
    style.grid(axes, "x")
    facing = {r["danger_class"]: r for r in rows if r["threat"] == "riichi"}
    counts = [
        f"{facing[c]['deal_ins']:,} of {facing[c]['discards']:,}" if c in facing else "" for c in classes
    ]
    style.aside(axes, range(len(classes)), counts, "to riichi")
    axes.set_xlabel("discards that deal in")
    style.legend_below(axes, lines=2)
    style.title(axes, style.whose(rows, who), f"deal-ins by tile, {style.size(rows)}", "95 % intervals")
    return axes


def _dots(axes: Axes, place: Any, rows: Rows, value: str, number: int, label: str) -> None:
    axes.errorbar(
        style.numbers(rows, value),
        place,
        xerr=style.spread(rows, value),
        fmt=style.MARKERS[number],
        color=style.COLOURS[number],
        markersize=4,
        capsize=2,
        label=label,
    )


def waits_by_class(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw how often riichi wait for a kind of each class, by the shape of the wait, with 95 % intervals.

    Args:
        table: `waits_by_class` of games of one number of players; a column ``published``, where there is
            one, is drawn beside.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    shapes = [f"{name}_rate" for name in _SHAPES]
    rows = style.rows_of(
        table, "rank_group", "standing", "kinds", "wait_kinds", "wait_rate", "low", "high", *shapes
    )
    rows = [r for r in rows if r["kinds"]]
    axes = style.new_axes(ax, height=1.5 + 0.27 * len(rows))
    style.listed(axes, [f"{_group(r['rank_group'])}, {_standing(r['standing'])}" for r in rows])
    place, left = np.arange(len(rows)), np.zeros(len(rows))
    for number, shape in enumerate(_SHAPES):
        width = np.nan_to_num(style.numbers(rows, f"{shape}_rate"))
        axes.barh(place, width, left=left, height=0.7, label=shape, **style.fill(number))
        left += width
    spread = style.spread(rows, "wait_rate")
    axes.errorbar(style.numbers(rows, "wait_rate"), place, xerr=spread, fmt="none", ecolor="black", capsize=2)
    if "published" in rows[0]:
        published = style.numbers(rows, "published")
        axes.scatter(
            published, place, marker="D", s=22, color="white", edgecolor="black", zorder=3, label="published"
        )
    axes.set_xlim(0)
    style.percent(axes.xaxis)
    style.grid(axes, "x")
    style.aside(axes, place, [f"{r['wait_kinds']:,} of {r['kinds']:,}" for r in rows], "waits of kinds")
    style.legend(axes, loc="best", fontsize="small")
    axes.set_xlabel("kinds that the riichi waits for")
    style.title(axes, style.whose(rows, who), f"what riichi wait for, {style.size(rows)}", "95 % intervals")
    return axes


def _group(group: str) -> str:
    return "/".join(group) if group.isdigit() else danger_words(group)


def _standing(standing: str) -> str:
    kind, _, number = standing.rpartition("_")
    return f"{number} visible" if kind == "visible" else danger_words(standing)


def wait_outcomes(
    table: pa.Table, ax: Axes | None = None, *, who: str | None = None, turns: str = "6_to_10"
) -> Axes:
    """Draw how often a riichi wins on a kind it waits for, by its class and the copies unseen.

    Each cell holds its rate in percent; those with fewer than `LEAST` waits stay empty.

    Args:
        table: `wait_outcomes` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.
        turns: when the riichi was declared: ``1_to_5``, ``6_to_10`` or ``11_and_later``.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players, or holds no
            riichi of those turns.
    """
    rows = style.rows_of(table, "turns", "wait_class", "unseen", "waits", "wins", "win_rate")
    rows = [r for r in rows if r["turns"] == turns and r["waits"] and r["unseen"]]
    if not rows:
        raise ValueError(f"there is nothing to draw: no riichi was declared in turns {turns}")
    classes, unseen = style.unique(rows, "wait_class"), list(range(1, 5))
    keys, values = ("wait_class", "unseen"), (classes, unseen)
    axes = style.new_axes(ax, height=1.5 + 0.26 * len(classes))
    count = grid_of(rows, keys, values, "waits")
    heat(axes, grid_of(rows, keys, values, "win_rate"), count, LEAST)
    style.listed(axes, [danger_words(c) for c in classes])
    axes.set_ylim(len(classes) - 0.5, -0.5)
    axes.set_xticks(range(4), [f"{n}" for n in unseen])
    axes.set_xlabel(f"copies that the player in riichi does not see; a cell needs {LEAST} waits")
    wins = np.nansum(grid_of(rows, keys, values, "wins"), axis=1)
    _totals(axes, wins, np.nansum(count, axis=1), "all, 95 % interval, n")
    declared = f"riichi of turns {turns.replace('_', ' ')}"
    total = f"n = {int(np.nansum(count)):,} waits"
    won = f"waits won on, in percent, {declared}"
    style.title(axes, style.whose(rows, who), won, style.size(rows), total)
    return axes


def excess(
    table: pa.Table, ax: Axes | None = None, *, who: str | None = None, baseline: str | None = None
) -> Axes:
    """Draw how many deal-ins more than expected come out of 1,000 discards, with 95 % intervals.

    Of many players those are drawn who have most discards; rows of fewer discards than `LEAST` have counts
    only.

    Args:
        table: `danger.against_expectation`, told apart by anything; of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.
        baseline: on whose discards the expectation rests, likewise.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = style.rows_of(table, "discards", "deal_ins", "expected", "excess_per_1000", "low", "high")
    rows = [r for r in rows if r["expected"] and r["excess_per_1000"] is not None]
    if not rows:
        raise ValueError("there is nothing to draw: no discard faces a threat")
    by = list(table.column_names[1 : table.column_names.index("discards")])
    told = [name for name in by if len(style.unique(rows, name)) > 1] or by[:1]
    rows, which = style.most(rows, "discards", "discards") if told == ["player"] else (rows, "")
    axes = style.new_axes(ax, height=1.4 + style.ROW * len(rows))
    style.listed(axes, [", ".join(_told(name, r[name]) for name in told) or "all discards" for r in rows])
    place = np.arange(len(rows))
    axes.axvline(0, color=style.EDGE, linewidth=1)
    known = np.array([r["low"] is not None for r in rows])
    thick = np.array([r["discards"] >= LEAST for r in rows])
    few_games = thick & ~known
    for number, (shown, label) in enumerate(
        ((thick & known, ""), (few_games, "too few games for an interval"))
    ):
        some = np.flatnonzero(shown)
        if len(some):
            _dots(axes, place[some], [rows[i] for i in some], "excess_per_1000", number, label)
    needed = "" if thick.all() else f"a point needs {LEAST} discards"
    below = [line for line in ("deal-ins above expectation per 1,000 discards", needed, which) if line]
    axes.set_xlabel("\n".join(below))
    if few_games.any():
        style.legend_below(axes, lines=1 + len(below))
    style.grid(axes, "x")
    counts = [f"{r['deal_ins']:,} for {r['expected']:,.1f} expected, n = {r['discards']:,}" for r in rows]
    style.aside(axes, place, counts)
    named = style.whose(rows, who) if "player" not in told else None
    against = shown_name(baseline) if baseline else "expectation"
    style.title(axes, named, f"deal-ins against {against}", style.size(rows), "95 % intervals")
    return axes


def _told(name: str, value: Any) -> str:
    if name == "player":
        return shown_name(value)
    if name == "threat":
        return f"against {danger_words(value)}"
    return danger_words(value) if name == "danger_class" else f"{name.replace('_', ' ')} {value}"


def push_or_fold(table: pa.Table, ax: Axes | None = None, *, who: str | None = None) -> Axes:
    """Draw what players do when facing a threat, by own shanten, with 95 % intervals.

    Args:
        table: `push_or_fold` of games of one number of players.
        ax: where to draw; a new axes when left out.
        who: whose numbers they are, for the title; the table's only player when left out.

    Raises:
        ValueError: when the table is empty, or mixes games of different numbers of players.
    """
    rows = [
        r
        for r in style.rows_of(table, "shanten", "action", "discards", "share", "low", "high")
        if r["share"] is not None
    ]
    steps, actions = (
        sorted(set(style.unique(rows, "shanten"))),
        style.few(style.unique(rows, "action"), "actions"),
    )
    axes = style.new_axes(ax)
    width = 0.8 / len(actions)
    for number, action in enumerate(actions):
        own = [r for r in rows if r["action"] == action]
        place = np.array([steps.index(r["shanten"]) for r in own]) + width * (number - (len(actions) - 1) / 2)
        axes.bar(place, style.numbers(own, "share"), width, label=action, **style.fill(number))
        spread = style.spread(own, "share")
        axes.errorbar(place, style.numbers(own, "share"), spread, fmt="none", ecolor="black", capsize=3)
    counts = [sum(r["discards"] for r in rows if r["shanten"] == step) for step in steps]
    names = ["tenpai", *(f"{n}-shanten" for n in range(1, 9))]
    last = {steps[-1]: f"{names[steps[-1]]} and more"} if steps[-1] >= 3 else {}
    axes.set_xticks(
        range(len(steps)),
        [f"{last.get(step, names[step])}\nn = {n:,}" for step, n in zip(steps, counts, strict=True)],
    )
    axes.set_ylim(0, 1)
    style.percent(axes.yaxis)
    style.grid(axes, "y")
    style.legend_below(axes, columns=len(actions), lines=2)
    axes.set_ylabel("discards facing exactly one riichi")
    style.title(axes, style.whose(rows, who), f"push or fold, {style.size(rows)}", "95 % intervals")
    return axes
