"""The statistics of one player or group as a sheet: by section, with value, interval and count."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any, Final

import click
from rich.cells import cell_len

from mjlog.cli.output import Row
from mjlog.cli.text import WIDEST, counted, folded
from mjlog.stats.catalogue import HOUSE, Statistic, catalogue
from mjlog.stats.population import LEAST_PLAYERS, LEAST_ROUNDS
from mjlog.stats.words import noun_for

_HEADINGS: Final = ("", "value", "95 % interval", "of")
_COMPARED: Final = ("", "first", "second", "difference", "95 % interval", "", "of")
_APART: Final = "!"
"""Stands behind a difference whose interval leaves out 0."""
_MARK: Final = "*"
"""Stands behind the title of what a profile defines otherwise."""
_NEGATIVE_ZERO: Final = re.compile(r"-(0(?:\.0*)?)$")
_INDENT: Final = "  "
_LEAST_TITLE: Final = 24
"""Width below which titles are not folded."""
_LEAST_COUNT: Final = 18
"""Width below which counts are told without what they count."""
_POINTS: Final = "pp"
"""Unit of differences of rates: percentage points."""
_WORDS: Final = {
    "Value": "points of the hands alone, without honba and sticks",
    "Receipts": "what wins bring, with honba and all sticks, the own too",
    "Income": "what wins bring, with honba and the sticks of others",
    "Cost": "what is paid, with honba; in riichi with the own stick",
    "Balance": "score change of the rounds, whatever it comes from",
    "Ron between others": "an opponent deals in to another",
    "Preempted": "an opponent declares the first riichi of the round",
    "Chased": "an opponent declares riichi after the own",
    "Pao": "the liable one pays for another's yakuman",
}
"""What words of titles mean that do not say it themselves."""
_NO_INTERVAL: Final = "no interval: fewer than ten games with what is counted, or the same in every game"
_AMONG: Final = f"players of {LEAST_ROUNDS} rounds and more"
_NOUN: Final = re.compile(r"([\d,]+(?: of [\d,]+)?) .*")


def show_sheet(rows: Sequence[Row], notes: Sequence[str] = ()) -> None:
    """Print statistics, grouped by section, and what there is to know about them.

    Args:
        rows: of `stats.rates.rates`, or `stats.population.percentiles`, of one group.
        notes: lines that stand below.
    """
    has_places = "percentile" in rows[0]
    headings = (*_HEADINGS[:3], "percentile", _HEADINGS[3]) if has_places else _HEADINGS
    known = catalogue()
    lines = [headings, *(_line(known[row["statistic"]], row) for row in rows)]
    if _lacks_room(lines, _LEAST_COUNT):
        lines = [(*line[:-1], _NOUN.sub(r"\1", line[-1])) for line in lines]
    _show(rows, lines, notes)


def notes_of(rows: Sequence[Row], seats: int | None = None) -> list[str]:
    """What there is to know about the rows of a sheet: why cells are empty, and what is counted.

    Args:
        rows: see `show_sheet`; of an overview, that has no intervals.
        seats: of a game, where all of them are counted together.
    """
    notes = []
    if seats is not None:
        notes.append(f"counted by seats: a game, or a round, of {seats} players is {seats} of them")
    known = [row for row in rows if row.get("value") is not None]
    if any(row["low"] is None for row in known):
        notes.append(_NO_INTERVAL)
    return notes + _places([row for row in known if "percentile" in row])


def _places(rows: Sequence[Row]) -> list[str]:
    """Among how many players places are, and why some are not told.

    >>> _places([{"percentile": 50.0, "players": 12}, {"percentile": 20.0, "players": 30}])
    ['percentile: among 12 to 30 players of 100 rounds and more']
    >>> _places([{"percentile": None, "players": 1}])
    ['no percentile: fewer than 10 to compare with, 1 of the players of 100 rounds and more']
    """
    notes = []
    placed = {row["players"] for row in rows if row["percentile"] is not None}
    lacking = {row["players"] for row in rows if row["percentile"] is None}
    if placed:
        notes.append(f"percentile: among {_range(placed)} {_AMONG}")
    if lacking:
        notes.append(
            f"no percentile: fewer than {LEAST_PLAYERS} to compare with, {_range(lacking)} of the {_AMONG}"
        )
    return notes


def _range(numbers: set[int]) -> str:
    ends = sorted({min(numbers), max(numbers)})
    return " to ".join(f"{end:,}" for end in ends)


def show_comparison(rows: Sequence[Row]) -> None:
    """Print two selections side by side, grouped by section.

    Args:
        rows: of `stats.compare.compare`, of one number of players.
    """
    known = catalogue()
    lines = [_COMPARED, *(_compared(known[row["statistic"]], row) for row in rows)]
    if _lacks_room(lines, _LEAST_COUNT):
        lines = [line[:-1] for line in lines]
    notes = [
        f"{_APART} the interval of the difference leaves out 0",
        f"{_POINTS}: percentage points; their intervals take the two for independent",
    ]
    if any(row["low"] is None for row in rows if row["difference"] is not None):
        notes.append(_NO_INTERVAL)
    _show(rows, lines, notes if any(row["kind"] == "rate" for row in rows) else [notes[0], *notes[2:]])


def _show(rows: Sequence[Row], lines: Sequence[Sequence[str]], notes: Sequence[str]) -> None:
    """Print the headings and the lines of rows, under the names of their sections; then the notes."""
    widths = _widths(lines)
    _show_line(lines[0], widths)
    known = catalogue()
    sections = [known[row["statistic"]].section for row in rows]
    for section, members in groupby(zip(sections, lines[1:], strict=True), key=lambda pair: pair[0]):
        click.echo(section.replace("_", " ").capitalize())
        for _, line in members:
            _show_line(line, widths)
    profiles = {row["profile"] for row in rows} - {HOUSE}
    if profiles:
        click.echo(f"{_MARK} as {', '.join(sorted(profiles))} defines it")
    titles = " ".join(known[row["statistic"]].title for row in rows).lower()
    words = [
        f"{word}: {means}" for word, means in _WORDS.items() if re.search(rf"\b{word.lower()}\b", titles)
    ]
    for note in (*notes, *words):
        click.echo(folded(note, sys.stdout))


def _line(statistic: Statistic, row: Row) -> tuple[str, ...]:
    """The cells of one statistic."""
    title = _title(statistic, row)
    is_rate = row["kind"] == "rate"
    numbers = [row[name] for name in ("value", "low", "high")]
    value, low, high = _numbers([n if n is None or not is_rate else 100 * n for n in numbers], is_rate)
    interval = "" if row["low"] is None else f"{low} to {high}"
    whole = _things(row["denominator"], row["per"])
    of = f"{row['numerator']:,.0f} of {whole}" if is_rate else whole
    cells = (title, f"{value} %" if is_rate and row["value"] is not None else value, interval)
    if "percentile" not in row:
        return (*cells, of)
    place = row["percentile"]
    return (*cells, "" if place is None else f"{place:.0f}", of)


def _title(statistic: Statistic, row: Row) -> str:
    """The title of a statistic, marked where a profile defines it."""
    return f"{statistic.title} {_MARK}" if row["profile"] != HOUSE else statistic.title


def _compared(statistic: Statistic, row: Row) -> tuple[str, ...]:
    """The cells of one statistic of two selections."""
    is_rate = row["kind"] == "rate"
    numbers = [row[name] for name in ("first_value", "second_value", "difference", "low", "high")]
    told = _numbers([n if n is None or not is_rate else 100 * n for n in numbers], is_rate)
    interval = "" if row["low"] is None else f"{told[3]} to {told[4]}"
    is_apart = row["low"] is not None and (row["low"] > 0 or row["high"] < 0)
    units = (" %", " %", f" {_POINTS}") if is_rate else ("", "", "")
    values = [
        f"{text}{unit}" if n is not None else text
        for text, n, unit in zip(told[:3], numbers, units, strict=False)
    ]
    counts = f"{row['first_denominator']:,.0f} and {_things(row['second_denominator'], row['per'])}"
    return (_title(statistic, row), *values, interval, _APART if is_apart else "", counts)


def _numbers(values: Sequence[float | None], is_rate: bool) -> list[str]:
    """A value and the ends of its interval with as many digits as the largest is worth.

    >>> _numbers([20.94, 16.2, 26.6], True), _numbers([6567.3, 800.5, 12000.0], False)
    (['20.9', '16.2', '26.6'], ['6,567', '800', '12,000'])
    >>> _numbers([2.4567, None, -0.0001], False)
    ['2.457', '-', '0.000']
    """
    largest = max((abs(v) for v in values if v is not None), default=0)
    digits = 1 if is_rate else 0 if largest >= 1000 else 1 if largest >= 10 else 3
    return ["-" if v is None else _NEGATIVE_ZERO.sub(r"\1", f"{v:,.{digits}f}") for v in values]


def _things(number: float, noun: str) -> str:
    """A number of things.

    >>> _things(234.0, "round"), _things(1.2, "deal-in"), _things(12.0, "chased riichi")
    ('234 rounds', '1 deal-in', '12 chased riichi')
    """
    return f"{number:,.0f} {noun_for(round(number), noun)}"


def _room(widths: Sequence[int]) -> int:
    """What a terminal leaves for titles and the last column; elsewhere, all that they need."""
    if not sys.stdout.isatty():
        return widths[0] + widths[-1]
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return width - sum(widths[1:-1]) - 2 * (len(widths) - 1) - len(_INDENT)


def _lacks_room(lines: Sequence[Sequence[str]], least: int) -> bool:
    """Whether the last column would be folded to less than `least`."""
    widths = _whole(lines)
    return _room(widths) - min(widths[0], _LEAST_TITLE) < min(widths[-1], least)


def _whole(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(cell_len, column)) for column in zip(*lines, strict=True)]


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    """Widths of the columns: titles, then the last column, are folded to what the rest leaves them."""
    widths = _whole(lines)
    room = _room(widths)
    widths[0] = max(min(widths[0], room - widths[-1]), min(widths[0], _LEAST_TITLE))
    widths[-1] = min(widths[-1], max(room - widths[0], 1))
    return widths


def _show_line(line: Sequence[str], widths: Sequence[int]) -> None:
    """Print the cells of a line: titles and counts to the left, what is between to the right."""
    titles, counts = (_folded(line[i], widths[i]) for i in (0, -1))
    middle = [[cell] for cell in line[1:-1]]
    for title, count, *cells in zip_longest(titles, counts, *middle, fillvalue=""):
        padded = [" " * (width - cell_len(c)) + c for c, width in zip(cells, widths[1:-1], strict=True)]
        whole = title + " " * (widths[0] - cell_len(title))
        click.echo((_INDENT + "  ".join([whole, *padded, count])).rstrip())


def _folded(text: str, width: int) -> list[str]:
    """A text in lines of at most a width; those after the first stand in."""
    return click.wrap_text(text, width, subsequent_indent=" ").splitlines() or [""]


def heading(row: Mapping[str, Any], by: Sequence[str]) -> str:
    """What a sheet is of.

    Args:
        row: of `stats.overview.sizes`.
        by: what is told apart.

    >>> heading({"player_count": 4, "player": "A", "games": 1, "rounds": 9}, ["player"])
    'A, 1 game of 4, 9 rounds'
    """
    names = [str(row[name]) for name in by] or ["all players"]
    games = f"{counted(row['games'], 'game')} of {row['player_count']}"
    return ", ".join([*names, games, counted(row["rounds"], "round")])
