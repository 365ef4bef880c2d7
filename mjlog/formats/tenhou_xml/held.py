"""What Tenhou's XML says twice: counters, scores, melds and hands that repeat play, held against it.

Nothing is read from them, so that a round whose repetitions are wrong is kept; what is wrong with
them is told.  Whole columns are compared, and only what differs is looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from mjlog.columns import Array
from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_xml.log import Log
from mjlog.formats.tenhou_xml.sheets import Sheet
from mjlog.formats.tenhou_xml.tags import DISCARD, Problem
from mjlog.formats.tenhou_xml.tiles import HIDDEN, LAST_ID
from mjlog.formats.tenhou_xml.views import turned_columns
from mjlog.rulesets.standard import SEATS

_SHOWN: Final = 80
"""Characters of what a message repeats."""
_HUNDRED: Final = 100
_STICK: Final = 10
"""Hundreds of points that riichi costs."""
_ADDED_TO_PON: Final = 8
"""What the number of an added kan has more than that of its pon."""
_CALLS: Final = 1 << 18
"""More than any number of a call."""
_NO_TILE, _UNSEEN, _NOTHING = range(LAST_ID + 1, LAST_ID + 4)
"""Columns behind those of the tiles: for numbers that no tile has, hidden tiles, no tile."""
_WIDTH: Final = 144
"""Columns in all, in whole words of 8 bytes."""


def _column_table() -> Array:
    columns = np.full(256, _NOTHING, dtype=np.int64)
    columns[: LAST_ID + 1] = np.arange(LAST_ID + 1)
    columns[HIDDEN] = _UNSEEN
    return columns


_COLUMN: Final = _column_table()
"""(256,) column by tile id."""
_OFFSET: Final = (np.arange(256) & 3) * _WIDTH
"""(256,) where the hand of the seat begins behind that of seat 0, by class of a simple tag."""
_ACCEPTED, _KAKAN = KIND_CODE["riichi_accepted"], KIND_CODE["kakan"]


def tell_contradictions(log: Log) -> None:
    """Make what rounds that were read say twice and differently problems of the batch."""
    if not len(log.sound):
        return
    _hold_first_dealers(log)
    _hold_counters(log)
    _hold_scores(log)
    _hold_melds(log)
    _hold_hands(log)


def _hold_first_dealers(log: Log) -> None:
    """``TAIKYOKU`` repeats who deals East 1."""
    games, deals = log.course.games, log.deals
    if "TAIKYOKU" not in games.rows:
        return
    first, rows = games.begin[:-1], games.rows["TAIKYOKU"]
    has = (rows >= 0) & (np.diff(games.begin) > 0) & (np.append(log.number, -1)[first] >= 0)
    first = first[has]
    dealer = deals.dealer[first] + log.first_dealer[first] - deals.seed[first, 0] % SEATS
    due = (dealer % deals.players[first])[:, None]
    _hold_numbers(log, log.sheets["TAIKYOKU"], "oya", rows[has], due)


def _hold_counters(log: Log) -> None:
    """A draw repeats the honba, and the sticks with those of the round."""
    sheet, reach = log.sheets["RYUUKYOKU"], log.sheets["REACH"]
    of_paid = log.rounds[reach.tag[log.acts.kind[reach.tag] == _ACCEPTED]]
    due = log.deals.seed[:, 1:3].copy()
    due[:, 1] += np.bincount(of_paid[of_paid >= 0], minlength=len(due))
    rows, rounds = _of_sound_rounds(log, sheet)
    _hold_numbers(log, sheet, "ba", rows, due[rounds])


def _hold_scores(log: Log) -> None:
    """An accepted riichi repeats the scores: those of the deal without the sticks paid since."""
    sheet = log.sheets["REACH"]
    rows, rounds = _of_sound_rounds(log, sheet)
    is_paid = log.acts.kind[sheet.tag[rows]] == _ACCEPTED
    rows, rounds = rows[is_paid], rounds[is_paid]
    tags = sheet.tag[rows]
    sticks = np.zeros((len(rows) + 1, SEATS), dtype=np.int32)
    np.cumsum(log.acts.seat[tags, None] == np.arange(SEATS), axis=0, out=sticks[1:])
    begins = np.maximum.accumulate(np.where(np.diff(rounds, prepend=-1) > 0, np.arange(len(rows)), 0))
    due = log.deals.scores[rounds] // _HUNDRED - _STICK * (sticks[1:] - sticks[begins])
    _hold_numbers(log, sheet, "ten", rows, _as_in_log(log, rounds, due), log.deals.players[rounds])


def _of_sound_rounds(log: Log, sheet: Sheet) -> tuple[Array, Array]:
    """The tags (k,) of a sheet that stand in rounds that were read, and the rounds (k,)."""
    rounds = log.rounds[sheet.tag]
    rows = np.flatnonzero((rounds >= 0) & (log.number[rounds] >= 0))
    return rows, rounds[rows]


def _as_in_log(log: Log, rounds: Array, values: Array) -> Array:
    """(k, 4, ...) values of `rounds` by seat of the table as values by seat of the log."""
    first = log.first_dealer[rounds]
    if not first.any():
        return values
    players = log.deals.players[rounds]
    return turned_columns(values, -first % players, players)


def _hold_numbers(
    log: Log, sheet: Sheet, name: str, rows: Array, due: Array, least: Array | None = None
) -> None:
    """Hold an attribute of the tags `rows` (k,) of a sheet against the integers that are `due` (k, w).

    Some at the end may be left out, if `least` (k,) of them stand.
    """
    column, width = sheet.column_of(name), due.shape[1]
    least = np.full(len(rows), width) if least is None else least
    place = _places(sheet, rows)
    at = place[column.row]
    opening, length, at = column.opening[at >= 0], column.length[at >= 0], at[at >= 0]
    marks = opening[:, None] + np.arange(1, width + 1)
    stands = np.arange(width) < length[:, None]
    marks[~stands] = 0
    differs = ((sheet.marks.value.take(marks) != due[at]) & stands).any(axis=1)
    differs |= (length < least[at]) | (length > width)
    if not differs.any():
        return
    for row, text in sheet.texts(name, rows[at[differs]]):
        values, stated = due[place[row]].tolist(), _integers(text)
        if text and (stated != values[: len(stated)] or len(stated) < least[place[row]]):
            _tell(log, sheet, row, f"{name} is {text[:_SHOWN]}, not {_listed(values)}")


def _places(sheet: Sheet, rows: Array) -> Array:
    """(tags,) where each tag of a sheet stands in `rows` (k,), -1 for none."""
    place = np.full(len(sheet.tag), -1, dtype=np.int64)
    place[rows] = np.arange(len(rows))
    return place


def _integers(text: str) -> list[int]:
    """The integers of an attribute; none if it holds anything else."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        return []


def _listed(values: Iterable[int]) -> str:
    return ",".join(map(str, values)) or "none"


def _tell(log: Log, sheet: Sheet, row: int, reason: str) -> None:
    problem = Problem(int(sheet.tag[row]), f"{sheet.name}: {reason}", breaks_round=False)
    log.markup.problems.append(problem)


def _hold_melds(log: Log) -> None:
    """A win repeats the calls of the winner, each added kan in place of its pon."""
    sheet, acts = log.sheets["AGARI"], log.acts
    rows, rounds = _of_sound_rounds(log, sheet)
    row_of = np.full((len(log.number) + 1, SEATS), -1, dtype=np.int64)
    row_of[rounds, log.wins.seat[rows]] = rows
    owner = row_of[log.rounds[acts.calls], acts.seat[acts.calls]]
    called = np.flatnonzero(owner >= 0)
    due = owner[called] * _CALLS + acts.numbers[called]
    added = due[acts.kind[acts.calls[called]] == _KAKAN]
    due = np.sort(due, kind="stable")
    at = np.searchsorted(due, added - _ADDED_TO_PON)
    due = np.delete(due, at[due[at] == added - _ADDED_TO_PON])
    row, number = _flat(sheet, "m")
    stated = row * _CALLS + np.clip(number, 0, _CALLS - 1)
    is_held = row_of[log.rounds[sheet.tag[row]], log.wins.seat[row]] == row
    stated = np.sort(stated[is_held], kind="stable")
    if np.array_equal(stated, due):
        return
    keys, at = np.unique(np.concatenate([stated, due]), return_inverse=True)
    surplus = np.bincount(at[: len(stated)], minlength=len(keys))
    surplus -= np.bincount(at[len(stated) :], minlength=len(keys))
    differing = np.unique(keys[surplus != 0] // _CALLS)
    _tell_melds(log, sheet, differing, due)


def _tell_melds(log: Log, sheet: Sheet, rows: Array, due: Array) -> None:
    """Tell the wins `rows` whose melds are not those of their keys in `due`."""
    texts = dict(sheet.texts("m", rows))
    bounds = np.searchsorted(due, np.stack([rows, rows + 1]) * _CALLS).T.tolist()
    for row, (begin, end) in zip(rows.tolist(), bounds, strict=True):
        called = (due[begin:end] % _CALLS).tolist()
        text = texts.get(row, "")
        if sorted(_integers(text)) != called:
            reason = f"m is {text[:_SHOWN] or 'none'}, where {_listed(called)} were called"
            _tell(log, sheet, row, reason)


def _flat(sheet: Sheet, name: str) -> tuple[Array, Array]:
    """Rows and values (v,) of all integers of an attribute."""
    column = sheet.column_of(name)
    marks, lengths = _ranges(column.opening + 1, column.opening + 1 + column.length)
    return np.repeat(column.row, lengths), sheet.marks.value.take(marks)


def _hold_hands(log: Log) -> None:
    """A draw shows hands: those that play leaves."""
    sheet = log.sheets["RYUUKYOKU"]
    rows, rounds = _of_sound_rounds(log, sheet)
    shows = np.zeros(len(sheet.tag), dtype=bool)
    for seat in range(SEATS):
        shows[sheet.column_of(f"hai{seat}").row] = True
    rows, rounds = rows[shows[rows]], rounds[shows[rows]]
    place = _places(sheet, rows)
    held = _hands_left(log, rounds, sheet.tag[rows])
    hand, ids = _hands_shown(sheet, place)
    shown = np.zeros_like(held)
    shown[hand, np.where((ids < 0) | (ids > LAST_ID), _NO_TILE, ids)] = True
    differs = (shown.view(np.uint64) != held.view(np.uint64)).any(axis=1)
    counts = np.bincount(hand, minlength=len(held))
    if np.count_nonzero(shown) < len(ids):
        differs |= counts != shown.sum(axis=1)
    wrong = np.flatnonzero(differs & (counts > 0) & ~held[:, _UNSEEN])
    for seat in range(SEATS if len(wrong) else 0):
        name = f"hai{seat}"
        for row, text in sheet.texts(name, rows[wrong[wrong % SEATS == seat] // SEATS]):
            left = np.flatnonzero(held[place[row] * SEATS + seat, :_NO_TILE]).tolist()
            if sorted(_integers(text)) != left:
                _tell(log, sheet, row, f"{name} is {text[:_SHOWN]}, where play leaves {_listed(left)}")


def _hands_shown(sheet: Sheet, place: Array) -> tuple[Array, Array]:
    """Numbers of hands (v,), four for each place of a draw, and tile ids (v,) that are shown in them."""
    shown = [_flat(sheet, f"hai{seat}") for seat in range(SEATS)]
    hand = np.concatenate([place[row] * SEATS + seat for seat, (row, _) in enumerate(shown)])
    ids = np.concatenate([ids for _, ids in shown])
    return hand[hand >= 0], ids[hand >= 0]


def _hands_left(log: Log, rounds: Array, ends: Array) -> Array:
    """(4 d, 144) which tiles each seat of the log holds before the tags `ends` (d,) of `rounds` (d,).

    Behind the tiles stands whether the hand has hidden ones.  A tile that has left a hand never comes
    back, so that each is where the last tag says.
    """
    held = np.zeros((len(rounds) * SEATS, _WIDTH), dtype=bool)
    flat, places = held.reshape(-1), np.arange(len(rounds)) * SEATS
    hands = (places[:, None] + np.arange(SEATS)) * _WIDTH
    flat[hands[:, :, None] + _COLUMN.take(_as_in_log(log, rounds, log.deals.hands[rounds]))] = True
    begins = log.course.tag[rounds]
    tags, lengths = _ranges(begins, ends)
    simple = log.markup.simple.take(tags)
    owner = np.repeat(places * _WIDTH, lengths) + _OFFSET.take(simple)
    flat[owner + _COLUMN.take(log.markup.tile_id.take(tags))] = simple < DISCARD
    acts = log.acts
    calls, counts = _ranges(np.searchsorted(acts.calls, begins), np.searchsorted(acts.calls, ends))
    owner, of_call = np.repeat(places, counts), np.repeat(rounds, counts)
    seat = (acts.seat[acts.calls[calls]] + log.first_dealer[of_call]) % log.deals.players[of_call]
    held[(owner + seat)[:, None], _COLUMN.take(acts.consumed[calls])] = False
    return held


def _ranges(begins: Array, ends: Array) -> tuple[Array, Array]:
    """All numbers (v,) from each of `begins` (k,) to before each of `ends`, and how many (k,) each has."""
    lengths = ends - begins
    numbers = np.repeat(begins - np.cumsum(lengths) + lengths, lengths)
    numbers += np.arange(len(numbers))
    return numbers, lengths
