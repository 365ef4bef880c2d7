"""How a round of a record ends: wins, exhaustive and abortive draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.builder import MOST_WINS
from mjlog.formats.mahjong_soul.fans import points_of, worth_of
from mjlog.formats.mahjong_soul.play import Play
from mjlog.formats.mahjong_soul.records import (
    Record,
    RecordError,
    code_of,
    mapping,
    number,
    objects,
    points,
    tiles,
)
from mjlog.tiles import NO_TILE

_ABORTIVE: Final[Mapping[int, str]] = MappingProxyType(
    {
        1: "kyuushu_kyuuhai",
        2: "suufon_renda",
        3: "suukaikan",
        4: "suucha_riichi",
        5: "sanchahou",
    }
)
"""Kind of an abortive draw by ``type``."""
_MOST_TYPE: Final = 100


@dataclass(slots=True)
class Result:
    """How a round ended."""

    outcome: str | None = None
    """Word of `schema.OUTCOMES`; None where the record stops before."""
    wins: list[dict[str, Any]] = field(default_factory=list)
    """Columns of each win, in the record's order."""
    draw: dict[str, Any] | None = None
    """Columns of the draw."""
    ura: list[int] | None = None
    """Ura indicators that are shown; None where a riichi winner's are not recorded, or nothing is."""
    scores: list[int] | None = None
    """Scores after the round."""
    extras: list[dict[str, Any]] = field(default_factory=list)
    """What of a win no column holds."""


def read_result(play: Play, record: Record) -> Result | None:
    """Read the message that ends a round, and tell its events; None where it ends none.

    Raises:
        RecordError: when it is malformed.
    """
    reads = {"Hule": _wins, "NoTile": _exhaustive, "LiuJu": _abortive}.get(
        record.name.removeprefix("Record").removeprefix("Action")
    )
    if reads is None:
        return None
    play.begin(record)
    return reads(play, record)


def _wins(play: Play, record: Record) -> Result:
    entries = objects(record.data, "hules")
    if not 0 < len(entries) < MOST_WINS:
        raise RecordError(f"a win of {len(entries)} players")
    result = Result(outcome="ron", scores=_scores(record, play.players))
    if not any(entry.get("liqi") for entry in entries):
        result.ura = []
    deltas = points(record.data.get("delta_scores"), play.players)
    play.turn(tiles(entries[0], "doras"))
    for entry in entries:
        win = _win(play, record, entry, result)
        win["log_deltas"] = deltas if len(entries) == 1 else None
        win["source_offset"] = record.offset
        result.wins.append(win)
        play.tell("win", win["seat"], win["from_seat"], win["tile"])
    if any(win["seat"] == win["from_seat"] for win in result.wins):
        result.outcome = "tsumo"
        if len(entries) > 1:
            raise RecordError("a tsumo with other wins")
    return result


def _win(play: Play, record: Record, entry: dict[str, Any], result: Result) -> dict[str, Any]:
    """Columns of a win; its ura indicators and what no column holds join `result`."""
    seat = number(entry, "seat", play.players - 1)
    is_tsumo = bool(entry.get("zimo"))
    source = seat if is_tsumo else _discarder(play, record, seat)
    tile = code_of(entry["hu_tile"]) if entry.get("hu_tile") else NO_TILE
    worth = worth_of(entry, is_tsumo=is_tsumo)
    liable = _liable(record, entry, play.players)
    kept: dict[str, Any] = {"fans": worth.unnamed} if worth.unnamed else {}
    if len(liable) > 1:
        kept["baopai_seats"] = liable
    if kept:
        result.extras.append({"seat": seat, **kept})
    result.ura = tiles(entry, "li_doras") or result.ura
    hand = tiles(entry, "hand")
    return {
        "seat": seat,
        "from_seat": source,
        "tile": tile,
        "log_pao_seat": liable[0] if len(liable) == 1 else None,
        "log_hand": [*hand, tile] if hand and tile != NO_TILE else None,
        "log_dora_indicators": tiles(entry, "doras") or None,
        "log_points": points_of(entry, play.players, is_tsumo=is_tsumo),
        **worth.columns,
    }


def _discarder(play: Play, record: Record, seat: int) -> int:
    """Whose tile a player wins on: who put the last one down; where nobody else did, who alone pays."""
    if play.last is not None and play.last[0] != seat:
        return play.last[0]
    changes = points(record.data.get("delta_scores"), play.players) or []
    payers = [other for other, change in enumerate(changes) if change < 0 and other != seat]
    if len(payers) != 1:
        raise RecordError(f"seat {seat} wins on a tile that nobody put down")
    return payers[0]


def _liable(record: Record, entry: Mapping[str, Any], players: int) -> list[int]:
    """Liable players: a list of seats, or in older records one more than the seat of one."""
    seats = entry.get("baopai_seats")
    if isinstance(seats, list) and seats:
        return sorted({number({"baopai_seats": seat}, "baopai_seats", players - 1) for seat in seats})
    only = len(objects(record.data, "hules")) == 1
    stated = number(entry, "baopai", players) or (number(record.data, "baopai", players) if only else 0)
    return [stated - 1] if stated else []


def _exhaustive(play: Play, record: Record) -> Result:
    """An exhaustive draw; several nagashi mangan have a row of score changes each."""
    play.accept(at_end=True)
    shown = objects(record.data, "players")[: play.players]
    rows = objects(record.data, "scores") if _has_rows(record) else []
    changes = [row for row in (points(row.get("delta_scores"), play.players) for row in rows) if row]
    total = [sum(column) for column in zip(*changes, strict=True)] if changes else None
    if not rows:
        total = points(record.data.get("delta_scores"), play.players)
    before = points(rows[0].get("old_scores"), play.players) if rows else None
    is_nagashi = bool(record.data.get("liujumanguan"))
    if before is None:
        scores = _scores(record, play.players) if not rows else None
    else:
        scores = [old + new for old, new in zip(before, total or [0] * play.players, strict=True)]
    play.tell("exhaustive_draw")
    draw = {
        "log_type": "nagashi_mangan" if is_nagashi else "exhaustive",
        "log_tenpai": [bool(one.get("tingpai")) for one in shown] if len(shown) == play.players else None,
        "log_deltas": [0] * play.players if total is None and rows else total,
        "source_offset": record.offset,
    }
    return Result(outcome="exhaustive_draw", draw=draw, ura=[], scores=scores)


def _has_rows(record: Record) -> bool:
    """Whether the scores are rows of score changes, as the platform writes them, not plain numbers."""
    scores = record.data.get("scores")
    return isinstance(scores, list) and bool(scores) and isinstance(scores[0], dict)


def _abortive(play: Play, record: Record) -> Result:
    kind = _ABORTIVE.get(record.number("type", _MOST_TYPE), "unknown")
    play.accept(at_end=kind != "sanchahou")
    play.tell("abortive_draw")
    draw = {"log_type": kind, "log_tenpai": None, "log_deltas": None, "source_offset": record.offset}
    return Result(outcome="abortive_draw", draw=draw, ura=[], scores=_scores(record, play.players))


def _scores(record: Record, players: int) -> list[int] | None:
    """Scores after the round: the message's own, else those of the end of the game in it."""
    stated = record.data.get("scores")
    if not (isinstance(stated, list) and stated and isinstance(stated[0], dict)):
        scores = points(stated, players)
        if scores is not None:
            return scores
    return points(mapping(record.data.get("gameend")).get("scores"), players)
