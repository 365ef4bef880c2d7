"""What the facts of players are made of: wins and draws placed in their rounds, and moments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import codes_of, ints_of, matrix_of
from mjlog.replay.melds import MELD_ANKAN, NEVER
from mjlog.replay.replay import Replay
from mjlog.scoring.logged_wins import LoggedWins, logged_wins
from mjlog.tables import LogTables, round_numbers

Array = NDArray[Any]
Columns = dict[str, Array]

NULL: Final = -(1 << 30)
"""Stands for null in integer columns."""
UNKNOWN_SHANTEN: Final = 127
NO_WORD: Final = 255
"""Stands for null in columns of words."""


@dataclass(frozen=True, slots=True)
class WinRows:
    """The rows of `wins`; what the log states goes before what the rules give."""

    logged: LoggedWins
    """The rows as placed in their rounds."""
    round: NDArray[np.int64]
    """(wins,) round of the batch."""
    seat: NDArray[np.int64]
    from_seat: NDArray[np.int64]
    event: NDArray[np.int64]
    """(wins,) the win event; -1 where the round's events lack it."""
    offered: NDArray[np.int64]
    """(wins,) the event whose tile wins; -1 where the log has none."""
    han: NDArray[np.int64]
    """(wins,) `NULL` where neither the log nor the rules tell; so are points."""
    points: NDArray[np.int64]
    is_ippatsu: NDArray[np.bool_]
    is_nagashi: NDArray[np.bool_]
    """(wins,) won by the river of an exhaustive draw."""
    pao_seat: NDArray[np.int64]
    """(wins,) liable player, -1 for nobody."""
    deltas: NDArray[np.int64]
    """(wins, 4) score changes with honba and sticks."""
    has_deltas: NDArray[np.bool_]

    @property
    def is_tsumo(self) -> NDArray[np.bool_]:
        """(wins,) won on the own draw."""
        tsumo: NDArray[np.bool_] = np.asarray(self.seat == self.from_seat)
        return tsumo


@dataclass(frozen=True, slots=True)
class DrawRows:
    """The rows of `draws`; what the log states goes before what the rules give."""

    round: NDArray[np.int64]
    type: NDArray[np.uint8]
    """(draws,) position in `DRAW_TYPES`, 255 for null."""
    tenpai: NDArray[np.int64]
    """(draws, 4) 1 tenpai, 0 noten; `NULL` where not known and for abortive draws."""
    deltas: NDArray[np.int64]
    """(draws, 4) score changes."""
    has_deltas: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Moments:
    """Events of interest, one per round and seat: all (rounds, 4), `NEVER` for none."""

    riichi: NDArray[np.int64]
    win: NDArray[np.int64]
    deal_in: NDArray[np.int64]
    """The discard, kan or North that somebody won on."""
    first_call: NDArray[np.int64]


def win_rows(replay: Replay, tables: LogTables) -> WinRows:
    """Place the rows of `wins` and take what they state."""
    wins = tables.wins
    placed = logged_wins(replay, wins, tables.rounds)
    deltas, has_deltas = _deltas(wins)
    yaku, pao_seat = _yaku(wins), _stated(wins, "pao_seat")
    return WinRows(
        logged=placed,
        round=placed.round,
        seat=placed.seat.astype(np.int64),
        from_seat=placed.from_seat.astype(np.int64),
        event=placed.event,
        offered=placed.offered,
        han=_stated(wins, "han"),
        points=_stated(wins, "points"),
        is_ippatsu=yaku("ippatsu"),
        is_nagashi=yaku("nagashi_mangan"),
        pao_seat=np.where(pao_seat == NULL, -1, pao_seat),
        deltas=deltas,
        has_deltas=has_deltas,
    )


def draw_rows(replay: Replay, tables: LogTables) -> DrawRows:
    """Place the rows of `draws`."""
    draws = tables.draws
    number = round_numbers(draws, tables.rounds)
    logged = codes_of(draws["log_type"], schema.DRAW_TYPES)
    kind = np.where(logged == NO_WORD, codes_of(draws["calc_type"], schema.DRAW_TYPES), logged)
    outcome = codes_of(tables.rounds["outcome"], schema.OUTCOMES)[number]
    exhaustive = outcome == schema.OUTCOMES.index("exhaustive_draw")
    shown = _first_valid(draws["log_tenpai"], draws["calc_tenpai"])
    tenpai = matrix_of(pa.chunked_array([shown]).cast(pa.list_(pa.int32())), 4, 0).astype(np.int64)
    known = exhaustive & np.asarray(shown.is_valid())
    seated = batch_seats(replay)[number]
    deltas, has_deltas = _deltas(draws)
    return DrawRows(
        round=number,
        type=kind.astype(np.uint8),
        tenpai=np.where(known[:, None] & seated, tenpai, NULL),
        deltas=deltas,
        has_deltas=has_deltas,
    )


def batch_seats(replay: Replay) -> NDArray[np.bool_]:
    """(rounds, 4) who plays in each round."""
    return replay.batch.present


def _first_valid(logged: pa.ChunkedArray, computed: pa.ChunkedArray) -> pa.Array:
    """`logged`, or `computed` where it is null; for lists, which `coalesce` does not do for all types."""
    if not logged.null_count:
        return logged.combine_chunks()
    both = pa.concat_arrays([logged.combine_chunks(), computed.combine_chunks()])
    rows = np.arange(len(logged))
    return both.take(pa.array(np.where(np.asarray(logged.is_valid()), rows, rows + len(logged))))


def _stated(wins: pa.Table, name: str) -> NDArray[np.int64]:
    """A number as logged, else as recomputed, else `NULL`."""
    logged, computed = (
        ints_of(wins[f"{source}_{name}"].cast(pa.int64()), NULL) for source in ("log", "calc")
    )
    return np.where(logged == NULL, computed, logged)


def _deltas(rows: pa.Table) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Score changes as logged or else recomputed, and whether there are any."""
    lists = _first_valid(rows["log_deltas"], rows["calc_deltas"])
    return matrix_of(lists, 4, 0).astype(np.int64), np.asarray(lists.is_valid())


def _yaku(wins: pa.Table) -> Callable[[str], NDArray[np.bool_]]:
    """The yaku of (n,) wins, as logged or else recomputed: a function from a slug to (n,) whose it is."""
    lists = _first_valid(wins["log_yaku"], wins["calc_yaku"])
    owner = np.repeat(np.arange(len(lists)), np.asarray(lists.value_lengths().fill_null(0)))
    codes = codes_of(lists.flatten(), schema.YAKU)

    def has(slug: str) -> NDArray[np.bool_]:
        return np.bincount(owner[codes == schema.YAKU_BIT[slug]], minlength=len(lists)) > 0

    return has


# --- moments ------------------------------------------------------------------------------------


def moments_of(replay: Replay, wins: WinRows) -> Moments:
    """When each seat declared riichi, won, dealt in and first called."""
    shape = (replay.batch.n_rounds, 4)
    win = np.full(shape, NEVER, dtype=np.int64)
    first = wins.logged.is_first
    placed = first & (wins.event >= 0)
    win[wins.round[placed], wins.seat[placed]] = wins.event[placed]
    deal_in = np.full(shape, NEVER, dtype=np.int64)
    ron = first & ~wins.is_tsumo & (wins.offered >= 0)
    deal_in[wins.round[ron], wins.from_seat[ron]] = wins.offered[ron]
    called = np.flatnonzero(replay.melds.type != MELD_ANKAN)[::-1]
    first_call = np.full(shape[0] * 4, NEVER, dtype=np.int64)
    first_call[replay.melds.segment[called]] = replay.melds.event[called]
    return Moments(replay.turns.riichi_at, win, deal_in, first_call.reshape(shape))


def turns_of(replay: Replay, moment: NDArray[np.int64]) -> NDArray[np.int64]:
    """(rounds, 4) each seat's own discards before its moment, + 1; `NULL` for `NEVER`."""
    number, seat = np.nonzero(moment < NEVER)
    turns = np.full(moment.shape, NULL, dtype=np.int64)
    turns[number, seat] = replay.turns.discards_before[moment[number, seat], seat] + 1
    return turns


def table_turns_of(replay: Replay, moment: NDArray[np.int64]) -> NDArray[np.float64]:
    """(rounds, 4) discards of the table before a moment over its players, + 1; NaN for `NEVER`."""
    number, seat = np.nonzero(moment < NEVER)
    discards = replay.turns.discards_before[moment[number, seat]].sum(axis=1)
    turns = np.full(moment.shape, np.nan)
    turns[number, seat] = discards / replay.batch.players[number] + 1
    return turns


def rows_of(replay: Replay, moment: NDArray[np.int64]) -> NDArray[np.int64]:
    """(rounds, 4) each seat's hand row right after its moment; its deal row for `NEVER`."""
    number, seat = np.nonzero(moment < NEVER)
    rows: NDArray[np.int64] = replay.hands.first_row.reshape(-1, 4).copy()
    rows[number, seat] = replay.hands.row_after[moment[number, seat], seat]
    return rows


def open_melds(replay: Replay) -> NDArray[np.int64]:
    """(rounds, 4) chi, pon and daiminkan of the whole round."""
    called = replay.melds.segment[replay.melds.type != MELD_ANKAN]
    return np.bincount(called, minlength=replay.batch.n_rounds * 4).reshape(-1, 4)


def count_by_seat(replay: Replay, kind: int) -> NDArray[np.int64]:
    """(rounds, 4) events of a kind by each seat."""
    batch, ev = replay.batch, replay.batch.events
    found = np.flatnonzero(ev.kind == kind)
    found = found[ev.seat[found] >= 0]
    segment = ev.round[found].astype(np.int64) * 4 + ev.seat[found]
    return np.bincount(segment, minlength=batch.n_rounds * 4).reshape(-1, 4)


def shanten_of(replay: Replay, rows: Array) -> NDArray[np.int64]:
    """Shanten of hand rows; `NULL` where the hand is not known."""
    distance = replay.shanten[rows].astype(np.int64)
    return np.where(distance == UNKNOWN_SHANTEN, NULL, distance)
