"""Log tables as mjai, in the canonical action format: JSON Lines, one game after another.

It is the original mjai with the fields that all dialects share, and extensions for what mjai
cannot say: rule set, house options, shuffle, platform, log id, room, lobby, length, start time,
accounts, levels and ratings in `start_game`; who is away, the dice, the wall with its hash or shuffle,
and how many rounds are left out before in `start_kyoku`; open riichi; bonuses, penalties, dead hands
and chombo as actions of their own; liable player, limit, honba, sticks and indicators of a win, and
that it is on no tile; results with uma; lost connections; the time of every event.  Yaku
are named by the slugs of `schema.YAKU`; bonus tiles are set aside by `kita`; a missing field is not
known.  Rows of `extras` are written into the lines that they are of, or else into `start_game`.
`mjai.schema.action_schema` gives the JSON Schema.

Not written: `ruleset_id`, rejects, and all that replay and scoring compute.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final, cast

import msgspec
import numpy as np
import pyarrow as pa

from mjlog.formats.base import Reader, Written
from mjlog.formats.builder import KIND_CODE
from mjlog.formats.losses import compared
from mjlog.formats.mjai import reader
from mjlog.formats.mjai.actions import Chombo, EndGame, EndKyoku, Hora, Ryukyoku, StartGame, StartKyoku
from mjlog.formats.mjai.base import FORMAT_VERSION, Action
from mjlog.formats.mjai.fields import KeptRow
from mjlog.formats.mjai.games import WINDS
from mjlog.formats.mjai.put_back import as_row, put_back, with_rows
from mjlog.formats.mjai.write_events import PART_OF_LAST, event_lines, stamped
from mjlog.formats.mjai.yaku import REASONS
from mjlog.formats.rows import Row, unless_empty
from mjlog.rulesets import RulesetError, resolve
from mjlog.schema import EVENT_KINDS
from mjlog.tables import EventColumns, LogTables

ByRound = dict[tuple[str, int | None], list[Row]]
"""Rows of a table by game and round; None for what belongs to no round."""
SUFFIX: Final = ".jsonl"
_FIRST_KYOKU: Final = {"south": 0, "east": 4}
_OF_GAME: Final = {"start_game": 0, "end_game": 1}
_encode: Final = msgspec.json.Encoder().encode
_NO_END: Final = _encode(EndGame(complete=False))


def write(tables: LogTables) -> bytes:
    """Return all games of `tables` as JSON Lines (errors: see `games`)."""
    return b"".join(_texts(tables))


def games(tables: LogTables) -> Iterator[Written]:
    """Yield each game of `tables` as JSON Lines, in order, with the little that is lost.

    Raises:
        ValueError: when tables contradict each other: an event belongs to no round, a result has
            no event, a call names nobody it was called from, an open riichi follows no riichi,
            `rules` are no JSON, or unknown fields no JSON object.
    """
    return compared(tables, cast("Reader", reader), list(_texts(tables)))


def _texts(tables: LogTables) -> Iterator[bytes]:
    """The lines of each game."""
    listed, players = tables.games.to_pylist(), defaultdict(list)
    for row in tables.game_players.to_pylist():
        players[row["game_id"]].append(row)
    extras = _by_round(tables.extras)
    homeless: dict[str, list[KeptRow]] = defaultdict(list)
    bodies = _bodies(tables, {game["game_id"]: game["player_count"] for game in listed}, extras, homeless)
    for (game_id, index), rows in extras.items():  # those of rounds are taken out
        if index is not None:
            homeless[game_id] += map(as_row, rows)
    for game in listed:
        game_id = game["game_id"]
        seats = sorted(players[game_id], key=itemgetter("seat"))
        own, end = extras.get((game_id, None), ()), _end_game(game, seats)
        frame = [_encode(_start_game(game, seats)), _encode(end)]
        kept = [
            *put_back(frame, [row for row in own if row["seq"] is None], _OF_GAME),
            *(as_row(row) for row in own if row["seq"] is not None),
            *homeless[game_id],
        ]
        says_end = game["is_complete"] or frame[1] != _NO_END
        yield b"\n".join(
            [with_rows(frame[0], kept), *bodies[game_id], *([frame[1]] if says_end else []), b""]
        )


def _bodies(
    tables: LogTables, players: Mapping[str, int], extras: ByRound, homeless: Mapping[str, list[KeptRow]]
) -> dict[str, list[bytes]]:
    """The lines of the rounds of each game.

    Args:
        tables: log tables.
        players: how many each game has.
        extras: unknown fields; those of the rounds are taken out.
        homeless: by game, the list that gets those that no line can hold.
    """
    columns = EventColumns.from_table(tables.events, tables.rounds)
    lines = event_lines(columns)
    ends = np.searchsorted(columns.round, np.arange(len(tables.rounds) + 1)).tolist()
    wins, draws = _by_round(tables.wins), _by_round(tables.draws)
    bodies: dict[str, list[bytes]] = defaultdict(list)
    expected: dict[str, int] = defaultdict(int)
    for number, row in enumerate(tables.rounds.to_pylist()):
        key = row["game_id"], row["round_index"]
        part = slice(ends[number], ends[number + 1])
        kinds, actors = columns.kind[part].tolist(), columns.seat[part].tolist()
        told = _with_results(row, lines[part], kinds, actors, wins[key], draws[key])
        if columns.elapsed is not None:
            told = stamped(told, columns.elapsed[part])
        hands = [row[f"hand_{seat}"] or [] for seat in range(players[row["game_id"]])]
        opening = _start_kyoku(row, hands, kinds.count(KIND_CODE["dora"]))
        opening.rounds_left_out = row["round_index"] - expected[row["game_id"]] or None
        expected[row["game_id"]] = row["round_index"] + 1
        is_told = bool(wins[key] or draws[key])
        end = EndKyoku() if is_told else EndKyoku(scores=row["log_end_scores"])
        whole = [_encode(opening), *told, _encode(end)]
        if key in extras:
            frames = {"start_kyoku": 0, "end_kyoku": len(whole) - 1}
            homeless[row["game_id"]] += put_back(whole, extras.pop(key), frames)
        bodies[row["game_id"]] += [line for line in whole if line != PART_OF_LAST]
    return bodies


def _by_round(table: pa.Table) -> ByRound:
    rows: dict[tuple[str, int | None], list[Row]] = defaultdict(list)
    for row in table.to_pylist():
        rows[row["game_id"], row["round_index"]].append(row)
    return rows


# --- games ---------------------------------------------------------------------------------


def _start_game(game: Row, seats: Sequence[Row]) -> StartGame:
    rules = game["rules"]
    return StartGame(
        mjlog_format=FORMAT_VERSION,
        names=_by_seat(seats, "name"),
        num_players=game["player_count"],
        aka_flag=None if rules is None else _has_red(rules),
        kyoku_first=_FIRST_KYOKU.get(game["length"]),
        platform=game["platform"],
        log_id=game["log_id"],
        rules=None if rules is None else msgspec.json.decode(rules),
        room=game["room"],
        lobby=game["lobby"],
        length=game["length"],
        house_options=game["house_options"],
        shuffle=game["shuffle"],
        started_at=None if game["started_at"] is None else game["started_at"].isoformat(),
        account_ids=_by_seat(seats, "account_id"),
        levels=_by_seat(seats, "level"),
        ratings=_by_seat(seats, "rating"),
    )


def _end_game(game: Row, seats: Sequence[Row]) -> EndGame:
    return EndGame(
        scores=_by_seat(seats, "log_final_score"),
        points=_by_seat(seats, "log_final_points"),
        complete=game["is_complete"],
    )


def _by_seat(seats: Sequence[Row], column: str) -> list[Any] | None:
    """A column of the players; None where all are null."""
    return unless_empty([row[column] for row in seats])


def _has_red(rules: str) -> bool | None:
    try:
        return any(resolve(rules).red_fives)
    except RulesetError:
        return None


# --- rounds --------------------------------------------------------------------------------


def _start_kyoku(row: Row, hands: list[list[str]], turned: int) -> StartKyoku:
    """The deal; `turned` indicators were turned later, by events of their own."""
    indicators = row["dora_indicators"]
    at_deal = indicators[: max(len(indicators) - turned, 0)]
    one = len(at_deal) == 1
    return StartKyoku(
        bakaze=WINDS[row["round_wind"]],
        kyoku=row["round_number"],
        honba=row["honba"],
        kyotaku=row["riichi_sticks"],
        oya=row["dealer_seat"],
        dora_marker=at_deal[0] if one else None,
        dora_markers=None if one else at_deal,
        scores=row["start_scores"],
        tehais=hands,
        away=row["away_seat"],
        dice=row["dice"],
        wall=msgspec.UNSET if row["wall"] is None else row["wall"],
        wall_text=row["wall_text"],
        wall_hash=row["wall_hash"],
        shuffle=row["shuffle"],
    )


def _with_results(
    row: Row,
    lines: Sequence[bytes | None],
    kinds: Sequence[int],
    actors: Sequence[int],
    wins: Sequence[Row],
    draws: Sequence[Row],
) -> list[bytes]:
    """The lines of a round's events, with those of its results put in."""
    scores = row["log_end_scores"]
    horas = iter([_hora(win, row, scores if win is wins[-1] else None) for win in wins])
    ends = iter(draws)
    told: list[bytes] = []
    for line, kind, actor in zip(lines, kinds, actors, strict=True):
        if line is not None:
            told.append(line)
            continue
        result: Action | None
        if kind == KIND_CODE["win"]:
            result = next(horas, None)
        else:
            draw = next(ends, None)
            seat = actor if kind == KIND_CODE["chombo"] else None
            result = None if draw is None else _end_without_win(draw, scores, seat)
        if result is None:
            raise ValueError(f"round {row['round_index']}: a {EVENT_KINDS[kind]} that no row tells of")
        told.append(_encode(result))
    if next(horas, None) is not None or next(ends, None) is not None:
        raise ValueError(f"round {row['round_index']}: a result that is no event")
    return told


def _hora(win: Row, row: Row, scores: list[int] | None) -> Hora:
    hand, tile = win["log_hand"], win["tile"]
    is_ron = win["from_seat"] != win["seat"]
    if hand is not None and is_ron and tile in hand:  # the original leaves it out of a ron only
        last = len(hand) - 1 - hand[::-1].index(tile)
        hand = [*hand[:last], *hand[last + 1 :]]
    yaku, han = win["log_yaku"], win["log_yaku_han"]
    return Hora(
        actor=win["seat"],
        target=win["from_seat"],
        pai=tile,
        gathered=True if tile is None else None,
        uradora_markers=row["ura_indicators"],
        dora_markers=win["log_dora_indicators"],
        hora_tehais=hand,
        yakus=None if yaku is None else list(zip(yaku, han or [None] * len(yaku), strict=True)),
        fu=win["log_fu"],
        fan=win["log_han"],
        hora_points=win["log_points"],
        deltas=win["log_deltas"],
        scores=scores,
        pao=win["log_pao_seat"],
        limit=win["log_limit"],
        honba=win["log_honba"],
        kyotaku=win["log_riichi_sticks"],
    )


def _end_without_win(draw: Row, scores: list[int] | None, offender: int | None) -> Ryukyoku | Chombo:
    """How a round ended; `offender` is whose fault ended it."""
    if offender is not None:
        return Chombo(offender, deltas=draw["log_deltas"], scores=scores)
    return Ryukyoku(
        reason=REASONS.get(draw["log_type"]),
        tenpais=draw["log_tenpai"],
        deltas=draw["log_deltas"],
        scores=scores,
    )
