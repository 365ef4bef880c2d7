"""A decoded batch of Tenhou's XML logs as columns of the log tables."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import Array, ints_array, lists_array, score_lists, tile_lists, tiles_array, words_array
from mjlog.formats.builder import KIND_CODE
from mjlog.formats.bulk import Bulk
from mjlog.formats.tenhou_xml.log import Log
from mjlog.formats.tenhou_xml.rounds import DIE, PLAYED_OUT
from mjlog.formats.tenhou_xml.tiles import NO_ID, coded
from mjlog.tables import position_in_group

_NONE: Final = 255
_TSUMO, _RON, _EXHAUSTIVE, _ABORTIVE = range(4)


def round_bulk(log: Log, told_game: Array) -> Bulk:
    """The sound rounds; `told_game` (games,) is the number of each game among the told ones."""
    sound, deals = log.sound, log.deals
    players = deals.players[sound]
    hands = coded(deals.hands[sound], log.course.has_red[sound, None, None])
    wind, number = np.divmod(deals.seed[sound, 0], 4)
    end, end_stated = _end_scores(log)
    return Bulk(
        owner=told_game[log.course.game[sound]],
        arrays={
            "round_index": pa.array(position_in_group(log.course.game)[sound], pa.int16()),
            "round_wind": pa.array(wind, pa.int8()),
            "round_number": pa.array(number + 1, pa.int8()),
            "dealer_seat": pa.array(deals.dealer[sound], pa.int8()),
            "dice": _dice(deals.seed[sound, 3:5]),
            "honba": pa.array(deals.seed[sound, 1], pa.int16()),
            "riichi_sticks": pa.array(deals.seed[sound, 2], pa.int16()),
            "start_scores": score_lists(deals.scores[sound], players),
            **{f"hand_{s}": tile_lists(hands[:, s], null=players <= s) for s in range(4)},
            "dora_indicators": _dora_indicators(log),
            "ura_indicators": _ura_indicators(log),
            "outcome": words_array(_outcomes(log)[sound], schema.OUTCOMES),
            "shuffle": _shuffles(log),
            "log_end_scores": score_lists(end[sound], players, null=~end_stated[sound]),
            "source_offset": pa.array(log.markup.offset(log.course.tag[sound]), pa.int64()),
        },
    )


def _dice(thrown: Array) -> pa.ListArray:
    """Two dice of each deal, from (k, 2) numbers from 0; null where they are none."""
    is_thrown = np.asarray((thrown < DIE).all(axis=1))
    return lists_array(pa.array(thrown[is_thrown].ravel() + 1, pa.int8()), 2 * is_thrown, null=~is_thrown)


def _shuffles(log: Log) -> pa.Array:
    """The shuffle that the deals of sound rounds state, null where they state none."""
    if not log.deals.shuffle:
        return pa.nulls(len(log.sound), pa.string())
    stated = dict(log.deals.shuffle)
    return pa.array([stated.get(number) or None for number in log.sound.tolist()], pa.string())


def _first_wins(log: Log) -> tuple[Array, Array]:
    """Rounds that were won, and the first win of each."""
    rounds, first = np.unique(log.rounds[log.wins.tag], return_index=True)
    inside = rounds >= 0
    return rounds[inside], first[inside]


def _outcomes(log: Log) -> NDArray[np.uint8]:
    """(r,) index in `schema.OUTCOMES`, 255 for a round whose end is not recorded."""
    outcome = np.full(len(log.number) + 1, _NONE, dtype=np.uint8)
    outcome[log.rounds[log.draws.tag]] = np.where(PLAYED_OUT[log.draws.type], _EXHAUSTIVE, _ABORTIVE)
    rounds, first = _first_wins(log)
    outcome[rounds] = np.where(log.wins.seat[first] == log.wins.from_seat[first], _TSUMO, _RON)
    return outcome[:-1]


def _end_scores(log: Log) -> tuple[Array, Array]:
    """Scores (r, 4) after each round and whether (r,) they are stated.

    The round's last result states them; where it does not, the next deal of the game does.
    """
    scores = np.zeros((len(log.number), 4), dtype=np.int64)
    stated = np.zeros(len(log.number), dtype=bool)
    for results in (log.wins, log.draws):
        rounds = log.rounds[results.tag]
        last = np.flatnonzero((rounds >= 0) & results.scores.stated)
        last = last[log.last_result[rounds[last]] == results.tag[last]]
        scores[rounds[last]] = results.scores.after[last]
        stated[rounds[last]] = True
    ended = (log.last_result >= 0) & ~stated & (log.number >= 0)
    follows = np.zeros(len(ended), dtype=bool)
    follows[:-1] = (log.course.game[1:] == log.course.game[:-1]) & (log.number[1:] >= 0)
    filled = np.flatnonzero(ended & follows)
    scores[filled] = log.deals.scores[filled + 1]
    stated[filled] = True
    return scores, stated


def _dora_indicators(log: Log) -> pa.ListArray:
    """Indicators of the sound rounds: the one at the deal, then those turned later."""
    tags = np.flatnonzero(log.acts.kind == KIND_CODE["dora"])
    number = np.append(log.number, -1)[log.rounds[tags]]
    tags, number = tags[number >= 0], number[number >= 0]
    sound = log.sound
    rounds = np.concatenate([np.arange(len(sound)), number])
    order = np.argsort(rounds, kind="stable")
    ids = np.concatenate([log.deals.seed[sound, 5], log.acts.tile_id[tags]])[order]
    codes = coded(ids.astype(np.uint8), log.course.has_red[sound][rounds[order]])
    return lists_array(tiles_array(codes), np.bincount(rounds, minlength=len(sound)))


def _ura_indicators(log: Log) -> pa.ListArray:
    """Ura indicators of the sound rounds: a winner's, none at another end, null without an end."""
    ids = np.full((len(log.number), log.wins.ura.shape[1]), NO_ID, dtype=np.uint8)
    shown = np.flatnonzero(log.wins.ura[:, 0] != NO_ID)
    rounds, first = np.unique(log.rounds[log.wins.tag[shown]], return_index=True)
    inside = rounds >= 0
    ids[rounds[inside]] = log.wins.ura[shown[first[inside]]]
    sound = log.sound
    codes = coded(ids[sound], log.course.has_red[sound, None])
    return tile_lists(codes, null=log.last_result[sound] < 0)


def win_bulk(log: Log) -> Bulk:
    """The wins of sound rounds."""
    number = np.append(log.number, -1)[log.rounds[log.wins.tag]]
    told = np.flatnonzero(number >= 0)
    wins, owner = log.wins.take(told), number[told]
    rounds = log.sound[owner]
    red = log.course.has_red[rounds]
    listed = wins.yaku != _NONE
    counts = listed.sum(axis=1)
    index = position_in_group(owner)
    points = wins.value
    return Bulk(
        owner=owner,
        arrays={
            "seat": pa.array(wins.seat, pa.int8()),
            "from_seat": pa.array(wins.from_seat, pa.int8()),
            "tile": tiles_array(coded(wins.tile_id, red)),
            "log_pao_seat": ints_array(wins.pao_seat, pa.int8(), -1),
            "log_hand": tile_lists(coded(wins.hand, red[:, None])),
            "log_han": ints_array(np.where(wins.is_yakuman, -1, wins.han.sum(axis=1)), pa.int16(), -1),
            "log_fu": ints_array(points[:, 0], pa.int16(), 0),
            "log_points": pa.array(points[:, 1], pa.int32()),
            "log_limit": words_array(points[:, 2], schema.LIMITS),
            "log_yaku": lists_array(words_array(wins.yaku[listed], schema.YAKU), counts),
            "log_yaku_han": lists_array(pa.array(wins.han[listed], pa.int8()), counts),
            "log_dora_indicators": tile_lists(coded(wins.dora, red[:, None]), null=wins.dora[:, 0] == NO_ID),
            "log_honba": ints_array(_honba(wins.counters[:, 0], index), pa.int16(), -1),
            "log_riichi_sticks": ints_array(wins.counters[:, 1], pa.int16(), -1),
            "log_deltas": score_lists(
                wins.scores.change, log.deals.players[rounds], null=~wins.scores.stated
            ),
            "source_offset": pa.array(log.markup.offset(wins.tag), pa.int64()),
        },
    )


def _honba(stated: Array, index: Array) -> Array:
    """(k,) honba paid on each win, -1 where not stated.

    Every tag of a multiple ron repeats the counters, but only the first win, nearest to the
    discarder, takes them (Tenhou manual).
    """
    return np.where((index == 0) | (stated < 0), stated, 0)


def draw_bulk(log: Log) -> Bulk:
    """The draws of sound rounds."""
    number = np.append(log.number, -1)[log.rounds[log.draws.tag]]
    told = np.flatnonzero(number >= 0)
    draws, owner = log.draws.take(told), number[told]
    players = log.deals.players[log.sound[owner]]
    seated = (np.arange(4) < players[:, None]) & PLAYED_OUT[draws.type][:, None]
    return Bulk(
        owner=owner,
        arrays={
            "log_type": words_array(draws.type, schema.DRAW_TYPES),
            "log_tenpai": lists_array(
                pa.array(draws.tenpai[seated]), seated.sum(axis=1), null=~PLAYED_OUT[draws.type]
            ),
            "log_deltas": score_lists(draws.scores.change, players, null=~draws.scores.stated),
            "source_offset": pa.array(log.markup.offset(draws.tag), pa.int64()),
        },
    )
