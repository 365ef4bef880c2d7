"""Log tables as mjai, in the canonical action format: JSON Lines, one game after another.

It is the original mjai with the fields that all dialects share, and extensions for what mjai
cannot say: rule set, platform, log id, room, lobby, length, start time, accounts, levels and
ratings in `start_game`; liable player, limit, honba, sticks and indicators of a win; results with
uma; lost connections.  Yaku are named by the slugs of `schema.YAKU`; North is set aside by `kita`;
a missing field is not known.  `mjai_actions.action_schema` gives the JSON Schema.

Not written: `ruleset_id`, rejects, and all that replay and scoring compute.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec
import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.mjai_actions import (
    Action,
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Kita,
    Leave,
    Pon,
    Reach,
    ReachAccepted,
    Return,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from mjlog.formats.mjai_games import WINDS
from mjlog.formats.mjai_yaku import REASONS
from mjlog.rulesets import RulesetError, resolve
from mjlog.schema import EVENT_KINDS
from mjlog.tables import EventColumns, LogTables
from mjlog.tiles import KIND, NO_TILE, TILE_NAMES

Row = Mapping[str, Any]
_FIRST_KYOKU: Final = {"south": 0, "east": 4}
_RESULTS: Final = [KIND_CODE[k] for k in ("win", "exhaustive_draw", "abortive_draw")]
_CALLS: Final = {KIND_CODE["chi"]: Chi, KIND_CODE["pon"]: Pon, KIND_CODE["daiminkan"]: Daiminkan}
_SIMPLE: Final = [
    KIND_CODE[k] for k in ("draw", "discard", "riichi", "riichi_accepted", "kita", "dora", "leave", "return")
]
_encode: Final = msgspec.json.Encoder().encode


def write(tables: LogTables) -> bytes:
    """Return all games of `tables` as JSON Lines."""
    return b"".join(games(tables))


def games(tables: LogTables) -> Iterator[bytes]:
    """Yield each game of `tables` as JSON Lines, in order.

    Raises:
        ValueError: when tables contradict each other: an event belongs to no round, a result has
            no event, a call names nobody it was called from, or `rules` is no JSON object.
    """
    columns = EventColumns.from_table(tables.events, tables.rounds)
    lines = _event_lines(columns)
    ends = np.searchsorted(columns.round, np.arange(len(tables.rounds) + 1)).tolist()
    results, draws = _by_round(tables.wins), _by_round(tables.draws)
    bodies: dict[str, list[bytes]] = defaultdict(list)
    for number, row in enumerate(tables.rounds.to_pylist()):
        key = row["game_id"], row["round_index"]
        hands = [codes for seat in range(4) if (codes := row[f"hand_{seat}"]) is not None]
        part = slice(ends[number], ends[number + 1])
        told = _with_results(row, lines[part], columns.kind[part].tolist(), results[key], draws[key])
        turned = int(np.count_nonzero(columns.kind[part] == KIND_CODE["dora"]))
        bodies[row["game_id"]] += [_encode(_start_kyoku(row, hands, turned)), *told]
    players = defaultdict(list)
    for row in tables.game_players.to_pylist():
        players[row["game_id"]].append(row)
    for game in tables.games.to_pylist():
        seats = sorted(players[game["game_id"]], key=itemgetter("seat"))
        end = [_encode(_end_game(seats))] if game["is_complete"] else []
        yield b"\n".join([_encode(_start_game(game, seats)), *bodies[game["game_id"]], *end, b""])


def _by_round(table: pa.Table) -> dict[tuple[str, int], list[Row]]:
    rows: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in table.to_pylist():
        rows[row["game_id"], row["round_index"]].append(row)
    return rows


# --- games ---------------------------------------------------------------------------------


def _start_game(game: Row, seats: Sequence[Row]) -> StartGame:
    rules = game["rules"]
    return StartGame(
        names=_unless_empty(seats, "name"),
        num_players=game["player_count"],
        aka_flag=None if rules is None else _has_red(rules),
        kyoku_first=_FIRST_KYOKU.get(game["length"]),
        platform=game["platform"],
        log_id=game["log_id"],
        rules=None if rules is None else msgspec.json.decode(rules, type=dict[str, Any]),
        room=game["room"],
        lobby=game["lobby"],
        length=game["length"],
        started_at=None if game["started_at"] is None else game["started_at"].isoformat(),
        account_ids=_unless_empty(seats, "account_id"),
        levels=_unless_empty(seats, "level"),
        ratings=_unless_empty(seats, "rating"),
    )


def _end_game(seats: Sequence[Row]) -> EndGame:
    return EndGame(
        scores=_unless_empty(seats, "log_final_score"), points=_unless_empty(seats, "log_final_points")
    )


def _unless_empty(seats: Sequence[Row], column: str) -> list[Any] | None:
    """A column of the players; None where all are null."""
    values = [row[column] for row in seats]
    return values if any(v is not None for v in values) else None


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
    )


def _with_results(
    row: Row, lines: Sequence[bytes | None], kinds: Sequence[int], wins: Sequence[Row], draws: Sequence[Row]
) -> list[bytes]:
    """The lines of a round's events, with those of its results put in, and its end."""
    scores = row["log_end_scores"]
    horas = iter([_hora(win, row, scores if win is wins[-1] else None) for win in wins])
    ryukyokus = iter([_ryukyoku(draw, scores) for draw in draws])
    told: list[bytes] = []
    for line, kind in zip(lines, kinds, strict=True):
        result = None
        if line is None:
            result = next(horas if kind == KIND_CODE["win"] else ryukyokus, None)
            if result is None:
                raise ValueError(f"round {row['round_index']}: a {EVENT_KINDS[kind]} that no row tells of")
        told.append(line or _encode(result))
    if next(horas, next(ryukyokus, None)) is not None:
        raise ValueError(f"round {row['round_index']}: a result that is no event")
    end = EndKyoku() if wins or draws else EndKyoku(scores=scores)
    return [*told, _encode(end)]


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


def _ryukyoku(draw: Row, scores: list[int] | None) -> Ryukyoku:
    return Ryukyoku(
        reason=REASONS.get(draw["log_type"]),
        tenpais=draw["log_tenpai"],
        deltas=draw["log_deltas"],
        scores=scores,
    )


# --- events --------------------------------------------------------------------------------


def _event_lines(columns: EventColumns) -> list[bytes | None]:
    """(n,) the line of each event; None for wins and draws, which more is known of.

    Most events are one of a few hundred different lines, which are made once.
    """
    seat, flag = columns.seat.astype(np.int64) + 1, columns.tsumogiri.astype(np.int64) + 1
    keys = ((columns.kind.astype(np.int64) * 5 + seat) * 256 + columns.tile) * 3 + flag
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    simple = np.isin(columns.kind[first], _SIMPLE)
    made = [_simple_line(columns, i) if s else None for i, s in zip(first.tolist(), simple, strict=True)]
    lines = [made[k] for k in inverse.tolist()]
    others = ~np.isin(columns.kind, [*_SIMPLE, *_RESULTS])
    for i in np.flatnonzero(others).tolist():
        lines[i] = _encode(_call(columns, i))
    return lines


def _simple_line(columns: EventColumns, i: int) -> bytes:
    kind, seat, flag = EVENT_KINDS[columns.kind[i]], int(columns.seat[i]), int(columns.tsumogiri[i])
    tile = TILE_NAMES[columns.tile[i]] if columns.tile[i] != NO_TILE else "?"
    action: Action
    match kind:
        case "draw":
            action = Tsumo(seat, tile)
        case "discard":
            action = Dahai(seat, tile, None if flag < 0 else bool(flag))
        case "riichi":
            action = Reach(seat)
        case "riichi_accepted":
            action = ReachAccepted(seat)
        case "kita":
            action = Kita(seat, "N")
        case "dora":
            action = Dora(tile)
        case "leave":
            action = Leave(seat)
        case _:
            action = Return(seat)
    return _encode(action)


def _call(columns: EventColumns, i: int) -> Action:
    kind, seat = int(columns.kind[i]), int(columns.seat[i])
    consumed = _names(columns.consumed[i])
    if kind == KIND_CODE["ankan"]:
        return Ankan(seat, consumed)
    tile = TILE_NAMES[columns.tile[i]]
    if kind == KIND_CODE["kakan"]:
        return Kakan(seat, tile, _pon_before(columns, i))
    target = int(columns.target_seat[i])
    if target < 0:
        raise ValueError(f"a {EVENT_KINDS[kind]} that names nobody it was called from")
    return _CALLS[kind](seat, target, tile, consumed)


def _pon_before(columns: EventColumns, i: int) -> list[str] | None:
    """The three tiles of the pon that a kakan adds to; None where the round has no such pon."""
    start = int(np.searchsorted(columns.round, columns.round[i]))
    same = KIND[columns.tile[start:i]] == KIND[columns.tile[i]]
    pons = same & (columns.kind[start:i] == KIND_CODE["pon"]) & (columns.seat[start:i] == columns.seat[i])
    if not pons.any():
        return None
    pon = start + int(np.flatnonzero(pons)[-1])
    return [TILE_NAMES[columns.tile[pon]], *_names(columns.consumed[pon])]


def _names(codes: NDArray[np.uint8]) -> list[str]:
    return [TILE_NAMES[c] for c in codes.tolist() if c != NO_TILE]
