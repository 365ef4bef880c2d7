"""Tags of Tenhou's XML as event columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_xml_calls import decode
from mjlog.formats.tenhou_xml_games import Grouped, RoundTags
from mjlog.formats.tenhou_xml_rounds import draw, draw_event, seat, tile_id
from mjlog.formats.tenhou_xml_tags import DISCARD, HIDDEN, NOT_SIMPLE, TSUMOGIRI, Markup, Problem, Tag
from mjlog.tables import EventColumns
from mjlog.tiles import KIND, NO_TILE, RED_MAN, UNKNOWN

_NOBODY: Final = -1
_RED_IDS: Final = (16, 52, 88)


def _code_tables() -> NDArray[np.uint8]:
    table = np.full((2, 256), NO_TILE, dtype=np.uint8)
    table[:, :136] = np.arange(136) // 4
    table[:, HIDDEN] = UNKNOWN
    table[1, list(_RED_IDS)] = np.arange(RED_MAN, RED_MAN + 3)
    return table


CODES: Final = _code_tables()
"""(2, 256) tile codes by tile id, without and with red fives (ids 16, 52, 88)."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """k events of tags, tiles still as ids."""

    tag: NDArray[np.int64]
    kind: NDArray[np.uint8]
    seat: NDArray[np.int8]
    target: NDArray[np.int8]
    tile_id: NDArray[np.uint8]

    def take(self, rows: NDArray[Any]) -> _Rows:
        return _Rows(*(getattr(self, f.name)[rows] for f in fields(self)))

    def then(self, other: _Rows) -> _Rows:
        return _Rows(*(np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)))


def decode_events(markup: Markup, grouped: Grouped) -> EventColumns:
    """The events of a batch; `round` counts `grouped.rounds`.

    A tag that cannot be decoded breaks its round; a broken round has no events.
    """
    calls, consumed_ids = _calls(markup, grouped)
    rows = _simple(markup).then(_acts(markup, grouped)).then(calls)
    order = np.argsort(rows.tag, kind="stable")
    rows = rows.take(order)
    rounds = grouped.round_of(rows.tag)
    _mark_broken(markup, grouped, rows, rounds)
    sound = np.array([r.problem is None for r in grouped.rounds] + [False])[rounds]
    red = np.array([r.game.has_red for r in grouped.rounds] + [True]).astype(np.intp)[rounds]
    consumed = np.full((len(order), 4), NO_TILE, dtype=np.uint8)
    is_call = order >= len(order) - len(calls.tag)
    consumed[is_call] = _sorted_codes(consumed_ids[order[is_call] - len(order)], red[is_call])
    tile = CODES[red, rows.tile_id]
    ankan = rows.kind == KIND_CODE["ankan"]
    tile[ankan] = consumed[ankan].min(axis=1)
    return EventColumns(
        round=rounds[sound].astype(np.int32),
        kind=rows.kind[sound],
        seat=rows.seat[sound],
        target_seat=rows.target[sound],
        tile=tile[sound],
        consumed=consumed[sound],
        tsumogiri=_tsumogiri(rows, rounds, markup.simple[rows.tag])[sound],
        source_offset=markup.offset(rows.tag[sound]),
    )


def _simple(markup: Markup) -> _Rows:
    tag = np.flatnonzero(markup.simple != NOT_SIMPLE)
    simple = markup.simple[tag]
    kinds = np.array([KIND_CODE["draw"], KIND_CODE["discard"]], dtype=np.uint8)
    return _Rows(
        tag=tag,
        kind=kinds[(simple >= DISCARD).astype(np.intp)],
        seat=(simple & 3).astype(np.int8),
        target=np.full(len(tag), _NOBODY, dtype=np.int8),
        tile_id=markup.tile_id[tag],
    )


def _calls(markup: Markup, grouped: Grouped) -> tuple[_Rows, NDArray[np.uint8]]:
    """Rows of the ``N`` tags, and the ids (k, 4) that they consume."""
    tags: list[tuple[int, int, int]] = []
    for tag in grouped.acts:
        if tag.name != "N":
            continue
        text = tag.attributes.get("m", "")
        who = tag.attributes.get("who", "")
        if text.isascii() and text.isdigit() and len(text) < 8 and who in _SEATS:
            tags.append((tag.index, int(who), int(text)))
        else:
            reason = f'N: who="{who[:20]}" m="{text[:20]}" is no call'
            markup.problems.append(Problem(tag.index, reason, breaks_round=True))
    index, who_, m = np.array(tags, dtype=np.int64).reshape(-1, 3).T
    calls = decode(who_, m)
    for i in np.flatnonzero(~calls.valid):
        reason = f'N: m="{m[i]}" is no possible call'
        markup.problems.append(Problem(int(index[i]), reason, breaks_round=True))
    return _Rows(index, calls.kind, who_.astype(np.int8), calls.target, calls.tile_id), calls.consumed


_SEATS: Final = frozenset("0123")


def _acts(markup: Markup, grouped: Grouped) -> _Rows:
    """Rows of the tags that are neither draw, discard nor call."""
    rows: list[tuple[int, int, int, int, int]] = []
    for tag in grouped.acts:
        if tag.name == "N":
            continue
        try:
            rows += [(tag.index, KIND_CODE[kind], *who) for kind, *who in _ACTS[tag.name](tag)]
        except ValueError as error:
            markup.problems.append(Problem(tag.index, f"{tag.name}: {error}", breaks_round=True))
    table = np.array(rows, dtype=np.int64).reshape(-1, 5)
    return _Rows(
        tag=table[:, 0],
        kind=table[:, 1].astype(np.uint8),
        seat=table[:, 2].astype(np.int8),
        target=table[:, 3].astype(np.int8),
        tile_id=table[:, 4].astype(np.uint8),
    )


_Act = tuple[str, int, int, int]
"""Kind, seat, target seat, tile id."""


def _reach(tag: Tag) -> Iterator[_Act]:
    step = tag.attributes.get("step", "")
    if step not in ("1", "2"):
        raise ValueError(f'step="{step[:20]}"')
    yield ("riichi" if step == "1" else "riichi_accepted"), seat(tag.attributes, "who", 4), _NOBODY, NO_TILE


def _dora(tag: Tag) -> Iterator[_Act]:
    yield "dora", _NOBODY, _NOBODY, tile_id(tag.attributes, "hai")


def _agari(tag: Tag) -> Iterator[_Act]:
    a = tag.attributes
    yield "win", seat(a, "who", 4), seat(a, "fromWho", 4), tile_id(a, "machi")


def _ryuukyoku(tag: Tag) -> Iterator[_Act]:
    kind = draw_event(draw(tag.attributes, 4)["log_type"])
    yield kind, _NOBODY, _NOBODY, NO_TILE


def _bye(tag: Tag) -> Iterator[_Act]:
    yield "leave", seat(tag.attributes, "who", 4), _NOBODY, NO_TILE


def _un(tag: Tag) -> Iterator[_Act]:
    for s in range(4):
        if tag.attributes.get(f"n{s}"):
            yield "return", s, _NOBODY, NO_TILE


_ACTS: Final = {
    "REACH": _reach,
    "DORA": _dora,
    "AGARI": _agari,
    "RYUUKYOKU": _ryuukyoku,
    "BYE": _bye,
    "UN": _un,
}


def _mark_broken(markup: Markup, grouped: Grouped, rows: _Rows, rounds: NDArray[np.int64]) -> None:
    """Give every broken round its first problem; events outside of a round become problems."""
    seats = np.array([r.game.players for r in grouped.rounds] + [4])[rounds]
    absent = np.flatnonzero(np.maximum(rows.seat, rows.target) >= seats)
    for i in absent[np.unique(rounds[absent], return_index=True)[1]]:
        reason = f"an act of seat {rows.seat[i]} at a table of {seats[i]}"
        markup.problems.append(Problem(int(rows.tag[i]), reason, breaks_round=True))
    outside = rows.tag[rounds < 0]
    games = markup.document[outside]
    for i in np.unique(games, return_index=True)[1]:
        reason = f"{np.count_nonzero(games == games[i])} draws or discards outside of a round"
        markup.problems.append(Problem(int(outside[i]), reason, breaks_round=False))
    markup.problems.sort()
    places = grouped.round_of(np.array([p.index for p in markup.problems], dtype=np.int64))
    for problem, place in zip(markup.problems, places.tolist(), strict=True):
        if place >= 0 and problem.breaks_round:
            round_: RoundTags = grouped.rounds[place]
            round_.problem = round_.problem or problem


def _sorted_codes(ids: NDArray[np.uint8], red: NDArray[np.intp]) -> NDArray[np.uint8]:
    """(k, 4) tile ids as codes in order of kind, then code, padding last."""
    codes = CODES[red[:, None], ids]
    keys = KIND[codes].astype(np.uint16) << 8 | codes
    return np.sort(keys, axis=1).astype(np.uint8)


def _tsumogiri(rows: _Rows, rounds: NDArray[np.int64], simple: NDArray[np.uint8]) -> NDArray[np.int8]:
    """(k,) 1 where a discard is the tile that its seat drew last, 0 for other discards, else -1.

    Tile ids are unique in a round, so the last draw of the seat decides.  Live transcripts mark
    the discard of a drawn tile by a small letter instead.
    """
    result = np.full(len(rows.tag), -1, dtype=np.int8)
    for seat_ in range(4):
        mine = np.flatnonzero((simple != NOT_SIMPLE) & (rows.seat == seat_))
        drawn = rows.kind[mine] == KIND_CODE["draw"]
        same = rows.tile_id[mine][1:] == rows.tile_id[mine][:-1]
        follows = np.zeros(len(mine), dtype=bool)
        follows[1:] = drawn[:-1] & same & (rounds[mine][1:] == rounds[mine][:-1])
        cut = follows | (simple[mine] >= TSUMOGIRI)
        result[mine] = np.where(drawn, -1, cut)
    return result
