"""Numerators and denominators of statistics, added up over games and groups of them, in NumPy."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog.stats.catalogue import Statistic
from mjlog.stats.intervals import Floats
from mjlog.stats.measures import Sums
from mjlog.stats.selection import SEATS_MACRO, Selection
from mjlog.warehouse import Warehouse

T = TypeVar("T")
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Groups:
    """Which games and seats are counted together."""

    keys: pa.Table
    """One row per group: the columns that tell them apart, most players first, then by the others."""
    rows: Rows
    """(rows,) what is counted, by group and game: numbers of rows of the table they come from."""
    games: Rows
    """(games,) where each game of each group begins among the rows."""
    starts: Rows
    """(groups,) where each group begins among the games."""
    game_ids: pa.ChunkedArray
    """(games,) their ids."""

    @property
    def seats(self) -> NDArray[np.int_]:
        """(games,) the rows of each game of each group."""
        return np.diff(self.games, append=len(self.rows))


@dataclass(frozen=True, slots=True)
class Counts:
    """Numerators and denominators of statistics of one view of totals."""

    statistics: Sequence[Statistic]
    groups: Groups
    values: Floats
    """(expressions, rows) those that are different."""
    numerators: Rows
    """(statistics,) which of the expressions."""
    denominators: Rows


def by_views(
    warehouse: Warehouse,
    views: Iterable[Sequence[Statistic]],
    choice: Selection,
    by: Sequence[str],
    work: Callable[[Counts], T],
) -> list[T]:
    """Do something with the counts of whole games of each view of totals, at the same time.

    Args:
        warehouse: where the games are; it is steady.
        views: statistics of one view of totals each.
        choice: which games are counted.
        by: what they are told apart by, besides the number of players.
        work: what is done.

    Returns:
        What it gives for each.
    """
    keys = ("player_count", *by)
    call, values = choice.call(SEATS_MACRO)
    people = "\nwhere player is not null" if "player" in by else ""
    picked = ", ".join(dict.fromkeys((*keys, "game_id", "seat")))
    sql = f"select {picked}\nfrom {call}{people}"
    (seats,) = warehouse.together([(sql, values)])
    sums = warehouse.game_sums()
    groups = grouped(seats, keys)
    rows = sums.rows(seats)[groups.rows]

    def one(some: Sequence[Statistic]) -> T:
        table = sums.of(some[0].totals, sorted(frozenset().union(*map(columns_of, some))))
        return work(counts(some, {name: table[name].to_numpy()[rows] for name in table.column_names}, groups))

    return warehouse.side_by_side(one, list(views))


def grouped(table: pa.Table, keys: Sequence[str]) -> Groups:
    """Sort rows by group and game.

    Args:
        table: the keys and ``game_id``.
        keys: columns that tell groups apart, player_count the first.
    """
    codes = np.zeros(len(table), np.int64)
    for name in keys:
        codes = _within(codes, *_ranks(table[name], is_descending=name == "player_count"))
    codes, first, group = np.unique(codes, return_index=True, return_inverse=True)
    whole = _within(group.astype(np.int64), *_ranks(table["game_id"]))
    order = np.argsort(whole, kind="stable")
    games = _starts(whole[order])
    return Groups(
        keys=table.select(list(keys)).take(pa.array(first)),
        rows=order,
        games=games,
        starts=_starts(group[order][games]),
        game_ids=table["game_id"].take(pa.array(order[games])),
    )


def _ranks(column: pa.ChunkedArray, *, is_descending: bool = False) -> tuple[NDArray[np.int64], int]:
    """(rows,) the place of each value among those that there are, null the last; and how many there are."""
    encoded = column.combine_chunks()
    if not pa.types.is_dictionary(encoded.type):
        encoded = encoded.dictionary_encode("encode")
    order = "descending" if is_descending else "ascending"
    places = np.empty(len(encoded.dictionary), np.int64)
    places[pc.array_sort_indices(encoded.dictionary, order=order)] = np.arange(len(places))
    return places[encoded.indices], len(places)


def _within(outer: NDArray[np.int64], inner: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Numbers that are in the order of two others, of which the inner are below the size."""
    return outer * size + inner


def _starts(numbers: NDArray[np.int64]) -> Rows:
    """Where runs of equal numbers begin."""
    return np.flatnonzero(np.diff(numbers, prepend=-1))


def counts(some: Sequence[Statistic], columns: Mapping[str, Floats], groups: Groups) -> Counts:
    """The counts of statistics.

    Args:
        some: statistics of one view of totals.
        columns: (rows,) each of their columns, in the order of the groups' rows.
        groups: where rows belong.
    """
    numbers = {
        e: i for i, e in enumerate(dict.fromkeys(e for s in some for e in (s.numerator, s.denominator)))
    }
    values = np.zeros((len(numbers), len(groups.rows)))
    for expression, i in numbers.items():
        values[i] = _value(_parsed(expression), columns)
    sides = ([numbers[s.numerator] for s in some], [numbers[s.denominator] for s in some])
    return Counts(some, groups, values, *(np.array(side, np.intp) for side in sides))


def columns_of(statistic: Statistic) -> frozenset[str]:
    """The columns of its view of totals that a statistic is made of."""
    return _names(statistic.numerator) | _names(statistic.denominator)


@cache
def _names(expression: str) -> frozenset[str]:
    return frozenset(part.id for part in ast.walk(_parsed(expression)) if isinstance(part, ast.Name))


@cache
def _parsed(expression: str) -> ast.expr:
    return ast.parse(expression, mode="eval").body


def _value(part: ast.expr, columns: Mapping[str, Floats]) -> Floats:
    """What a part of an expression comes to.

    Raises:
        ValueError: when it is something else than sums of columns.
    """
    match part:
        case ast.Name(name):
            return columns[name]
        case ast.UnaryOp(ast.USub(), one):
            return -_value(one, columns)
        case ast.BinOp(one, ast.Add(), other):
            return _value(one, columns) + _value(other, columns)
        case ast.BinOp(one, ast.Sub(), other):
            return _value(one, columns) - _value(other, columns)
        case ast.BinOp(ast.Constant(int(number)), ast.Mult(), one):
            return number * _value(one, columns)
    raise ValueError(f"{ast.unparse(part)} is no sum of columns")


def added(values: Floats, starts: Rows) -> Floats:
    """(…, runs) values added up over runs of the last axis, by where these begin."""
    if len(starts) == values.shape[-1]:
        return values
    if len(starts) == 1:
        return np.asarray(values.sum(axis=-1, keepdims=True))
    return np.add.reduceat(values, starts, axis=-1)


def of_each_game(counts: Counts) -> pa.Table:
    """Numerators and denominators of each game, as the statement of `rates.game_sums_sql` answers."""
    groups = counts.groups
    sizes = np.diff(groups.starts, append=len(groups.games))
    table = groups.keys.take(pa.array(np.repeat(np.arange(len(sizes)), sizes)))
    table = table.append_column("game_id", groups.game_ids)
    per_game = added(counts.values, groups.games)
    for i, (n, d) in enumerate(zip(counts.numerators, counts.denominators, strict=True)):
        table = table.append_column(f"n{i}", pa.array(per_game[n])).append_column(
            f"d{i}", pa.array(per_game[d])
        )
    return table


def sums_of_games(counts: Counts, *, of_seats: bool = False) -> Sums:
    """What values and intervals are computed from.

    Args:
        counts: the counts of one view of totals.
        of_seats: whether several seats of a game are counted together, of which the intervals of rates
            need to know.
    """
    groups, n, d = counts.groups, counts.numerators, counts.denominators
    per_game = added(counts.values, groups.games)
    whole = added(per_game, groups.starts)
    squared = np.array([of_seats or s.kind == "mean" for s in counts.statistics])
    found = {"n": whole[n], "d": whole[d]}
    found |= _squares(per_game, groups.starts, n, d, squared)
    different, place = np.unique(d[squared], return_inverse=True)
    found["g"] = np.zeros_like(found["d"])
    found["g"][squared] = added((per_game[different] != 0).astype(np.float64), groups.starts)[place]
    if not of_seats:
        return Sums(counts.statistics, groups.keys, found)
    rates = np.array([s.kind == "rate" for s in counts.statistics])
    of_each = _squares(counts.values, groups.games[groups.starts], n, d, rates)
    return Sums(
        counts.statistics,
        groups.keys,
        found | {f"s{side}": matrix for side, matrix in of_each.items()},
        np.maximum.reduceat(groups.seats, groups.starts).astype(np.float64),
    )


def _squares(
    values: Floats, starts: Rows, numerators: Rows, denominators: Rows, which: NDArray[np.bool_]
) -> dict[str, Floats]:
    """(statistics, groups) sums of squares and products of numerators and denominators, 0 of the others.

    Args:
        values: (expressions, games) or (expressions, rows).
        starts: (groups,) where each group begins among these.
        numerators: (statistics,) which of the expressions.
        denominators: likewise.
        which: (statistics,) of which there are squares.
    """
    pairs = {"nn": (numerators, numerators), "nd": (numerators, denominators)}
    pairs["dd"] = (denominators, denominators)
    found = {}
    for side, (one, other) in pairs.items():
        different, place = np.unique(np.stack([one, other])[:, which], axis=1, return_inverse=True)
        found[side] = np.zeros((len(which), len(starts)))
        found[side][which] = added(values[different[0]] * values[different[1]], starts)[place]
    return found
