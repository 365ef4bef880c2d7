"""Write what was recomputed into the ``calc_*`` columns of the log tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import ints_array, ints_of, lists_array, score_lists, words_array
from mjlog.replay.batch import Batch
from mjlog.replay.segments import gather
from mjlog.schema import DRAW_TYPES, LIMITS, SHAPES, YAKU
from mjlog.scoring.draws import CHOMBO, EXHAUSTIVE, NAGASHI
from mjlog.scoring.entries import yaku_entries
from mjlog.scoring.readings import Form
from mjlog.scoring.rescore import Rescored
from mjlog.tables import LogTables, game_numbers
from mjlog.tiles import NO_TILE

Array = NDArray[Any]

_NULL = -1


def with_results(
    tables: LogTables, batch: Batch, rescored: Rescored, ruleset_ids: Sequence[str]
) -> LogTables:
    """The log tables with their ``calc_*`` columns filled.

    What could not be computed is null.

    Args:
        tables: log tables of whole games.
        batch: the batch made of them.
        rescored: its recomputed results.
        ruleset_ids: (games,) id of each game's rule set.
    """
    deltas = score_lists(rescored.round_deltas, batch.seats, null=~rescored.is_settled)
    return replace(
        tables,
        games=_set(tables.games, {"ruleset_id": pa.array(ruleset_ids, pa.string())}),
        rounds=_set(tables.rounds, {"calc_deltas": deltas}),
        wins=_set(tables.wins, _win_columns(batch, rescored)),
        draws=_set(tables.draws, _draw_columns(batch, rescored)),
        game_players=_set(tables.game_players, _player_columns(tables, rescored)),
    )


def _set(table: pa.Table, columns: Mapping[str, pa.Array]) -> pa.Table:
    for name, values in columns.items():
        at = table.schema.get_field_index(name)
        table = table.set_column(at, table.schema.field(at), values)
    return table


def _win_columns(batch: Batch, rescored: Rescored) -> dict[str, pa.Array]:
    scored, wins = rescored.scored, rescored.wins
    valid = rescored.scorable & scored.has_yaku
    null = ~valid
    payment = rescored.payment
    has_wait = valid & (scored.reading.form != Form.GATHERED) & (rescored.hands.win_kind != NO_TILE)
    yaku, han = yaku_lists(rescored, batch)

    def numbers(values: Array, type_: pa.DataType) -> pa.Array:
        return ints_array(np.where(valid, values, _NULL).astype(np.int64), type_, _NULL)

    return {
        "calc_pao_seat": ints_array(np.where(valid, payment.liable_seat, _NULL), pa.int8(), _NULL),
        "calc_han": numbers(scored.han, pa.int16()),
        "calc_fu": numbers(scored.fu, pa.int16()),
        "calc_points": numbers(rescored.points, pa.int32()),
        "calc_limit": words_array(np.where(valid, scored.limit, 255), LIMITS),
        "calc_yakuman": numbers(scored.yakuman, pa.int8()),
        "calc_yaku": yaku,
        "calc_yaku_han": han,
        "calc_wait": words_array(np.where(has_wait, scored.reading.wait, 255), SHAPES),
        "calc_deltas": score_lists(rescored.win_deltas, batch.seats[wins.round], null=null),
    }


def yaku_lists(rescored: Rescored, batch: Batch) -> tuple[pa.ListArray, pa.ListArray]:
    """Yaku and bonus tiles of each win, and the han of each; null where the win is not scorable.

    Returns:
        Lists of yaku, and lists of han (13 for each yakuman).
    """
    valid = rescored.scorable & rescored.scored.has_yaku
    entries = yaku_entries(rescored.scored, rescored.hands, batch.rules)
    shown = valid[entries.win]
    lengths = np.bincount(entries.win[shown], minlength=len(valid))
    yaku = lists_array(words_array(entries.yaku[shown], YAKU), lengths, null=~valid)
    return yaku, lists_array(pa.array(entries.han[shown]).cast(pa.int16()), lengths, null=~valid)


def _draw_columns(batch: Batch, rescored: Rescored) -> dict[str, pa.Array]:
    draws = rescored.draws
    players = batch.seats[draws.round]
    paid = np.where(rescored.is_nagashi, NAGASHI, EXHAUSTIVE)
    kind = np.where(draws.is_exhaustive, paid, np.where(draws.is_chombo, CHOMBO, draws.log_type))
    used = np.arange(4) < players[:, None]
    return {
        "calc_type": words_array(kind, DRAW_TYPES),
        "calc_tenpai": lists_array(pa.array(draws.tenpai[used]), used.sum(axis=1), null=~draws.hands_known),
        "calc_deltas": score_lists(rescored.draw_deltas, players, null=~rescored.draw_is_payable),
    }


def _player_columns(tables: LogTables, rescored: Rescored) -> dict[str, pa.Array]:
    players = tables.game_players
    game = game_numbers(players, tables.games)
    seat = ints_of(players["seat"], 0)
    complete = np.asarray(tables.games["is_complete"]) & gather(rescored.is_settled, rescored.last_round)
    mask = ~complete[game]
    return {
        "calc_final_score": pa.array(rescored.final.scores[game, seat], mask=mask).cast(pa.int32()),
        "calc_final_rank": pa.array(rescored.final.ranks[game, seat], mask=mask).cast(pa.int8()),
        "calc_final_points": pa.array(np.round(rescored.final.points[game, seat], 3), mask=mask),
    }
