"""What happens in rounds of Tenhou's XML, as event columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_xml.calls import decode
from mjlog.formats.tenhou_xml.games import Course
from mjlog.formats.tenhou_xml.rounds import PLAYED_OUT, Draws
from mjlog.formats.tenhou_xml.sheets import Sheet
from mjlog.formats.tenhou_xml.tags import DISCARD, NOT_SIMPLE, TSUMOGIRI, Markup
from mjlog.formats.tenhou_xml.tiles import CODES, LAST_ID, NO_ID
from mjlog.formats.tenhou_xml.wins import Wins
from mjlog.tables import EventColumns
from mjlog.tiles import KIND, NO_TILE

NO_EVENT: Final = 255
_NOBODY: Final = -1
_MOST_CALL: Final = 1 << 17


def _kind_table() -> NDArray[np.uint8]:
    table = np.full(256, NO_EVENT, dtype=np.uint8)
    table[:DISCARD] = KIND_CODE["draw"]
    table[DISCARD : TSUMOGIRI + 4] = KIND_CODE["discard"]
    return table


_SIMPLE_KIND: Final = _kind_table()
"""(256,) kind of event of a class of simple tags."""


@dataclass(frozen=True, slots=True)
class Acts:
    """Events as columns over the n tags of a batch: a tag is one event, or none (kind 255)."""

    kind: NDArray[np.uint8]
    seat: NDArray[np.int8]
    target: NDArray[np.int8]
    tile_id: NDArray[np.uint8]
    calls: NDArray[np.int64]
    """(c,) tags that are calls, in order."""
    consumed: NDArray[np.uint8]
    """(c, 4) tile ids that each call consumes, padded with `NO_ID`."""

    def put(
        self, tags: Any, kind: Any, *, seat: Any = _NOBODY, target: Any = _NOBODY, tile_id: Any = NO_ID
    ) -> None:
        """Make `tags` events."""
        self.kind[tags], self.seat[tags], self.target[tags], self.tile_id[tags] = kind, seat, target, tile_id


def decode_acts(
    markup: Markup, course: Course, sheets: Mapping[str, Sequence[Sheet]], wins: Wins, draws: Draws
) -> Acts:
    """Decode what happens in rounds; what cannot be decoded breaks its round."""
    is_simple = markup.simple != NOT_SIMPLE
    tag, who, m = _called(markup, sheets["N"])
    calls = decode(who, m)
    for number in np.unique(m[~calls.valid]).tolist():
        markup.blame(tag[~calls.valid & (m == number)], f'N: m="{number}" is no possible call')
    acts = Acts(
        kind=_SIMPLE_KIND[markup.simple],
        seat=np.where(is_simple, markup.simple & 3, 255).astype(np.uint8).view(np.int8),
        target=np.full(len(is_simple), _NOBODY, dtype=np.int8),
        tile_id=np.where(is_simple, markup.tile_id, np.uint8(NO_ID)),
        calls=tag,
        consumed=calls.consumed,
    )
    acts.put(tag, calls.kind, seat=who, target=calls.target, tile_id=calls.tile_id)
    acts.put(wins.tag, KIND_CODE["win"], seat=wins.seat, target=wins.from_seat, tile_id=wins.tile_id)
    endings = np.array([KIND_CODE["abortive_draw"], KIND_CODE["exhaustive_draw"]], dtype=np.uint8)
    acts.put(draws.tag, endings[PLAYED_OUT[draws.type].astype(np.intp)])
    for index, seat in course.returns:
        acts.put(index, KIND_CODE["return"], seat=seat)
    for sheet in (*sheets["REACH"], *sheets["DORA"], *sheets["BYE"]):
        try:
            _put_sheet(acts, markup, sheet)
        except ValueError as error:
            markup.blame(sheet.tag, f"{sheet.name}: {error}")
    return acts


def _put_sheet(acts: Acts, markup: Markup, sheet: Sheet) -> None:
    """Riichi, indicators and lost connections.

    Raises:
        ValueError: when the attributes are not those of such a tag.
    """
    if sheet.name == "DORA":
        tile_id = sheet.column(markup, "hai", LAST_ID)
        acts.put(sheet.tag, KIND_CODE["dora"], tile_id=tile_id)
        return
    seat = sheet.column(markup, "who", 3)
    if sheet.name == "BYE":
        acts.put(sheet.tag, KIND_CODE["leave"], seat=seat)
        return
    step = sheet.column(markup, "step", 2)
    sheet.blame(markup, step == 0, "step is neither 1 nor 2")
    acts.put(sheet.tag, np.where(step == 1, KIND_CODE["riichi"], KIND_CODE["riichi_accepted"]), seat=seat)


def _called(
    markup: Markup, sheets: Sequence[Sheet]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Tags (c,) of calls in order, their callers and their numbers."""
    parts = []
    for sheet in sheets:
        try:
            who, m = sheet.column(markup, "who", 3), sheet.column(markup, "m", _MOST_CALL)
        except ValueError as error:
            markup.blame(sheet.tag, f"N: {error}")
        else:
            parts.append(np.column_stack([sheet.tag, who, m]))
    table = np.concatenate([np.zeros((0, 3), dtype=np.int64), *parts])
    tag, who, m = table[np.argsort(table[:, 0])].T
    return tag, who, m


def event_columns(
    markup: Markup, course: Course, acts: Acts, rounds: NDArray[np.int64], number: NDArray[np.int32]
) -> EventColumns:
    """The events of sound rounds.

    Args:
        markup: the n tags.
        course: the r rounds.
        acts: the events.
        rounds: (n,) round of each tag, -1 outside of any.
        number: (r,) number of each round among the told ones, -1 for one that is not told.
    """
    told = np.append(number, np.int32(-1))[rounds]
    tags = np.flatnonzero((acts.kind != NO_EVENT) & (told >= 0))
    returns = np.array([r for r in course.returns if told[r[0]] >= 0], dtype=np.int64).reshape(-1, 2)
    place = np.searchsorted(returns[:, 0], returns[:, 0])
    order = np.arange(len(returns)) - place
    tags = np.sort(np.concatenate([tags, returns[order > 0, 0]]), kind="stable")
    seat = acts.seat[tags]
    seat[np.searchsorted(tags, returns[:, 0]) + order] = returns[:, 1]
    red = course.has_red.astype(np.intp)[rounds[tags]]
    kind, tile = acts.kind[tags], CODES[red, acts.tile_id[tags]]
    consumed = np.full((len(tags), 4), NO_TILE, dtype=np.uint8)
    sound = told[acts.calls] >= 0
    calls = np.searchsorted(tags, acts.calls[sound])
    consumed[calls] = _sorted_codes(acts.consumed[sound], red[calls])
    ankan = calls[kind[calls] == KIND_CODE["ankan"]]
    tile[ankan] = consumed[ankan].min(axis=1)
    return EventColumns(
        round=told[tags],
        kind=kind,
        seat=seat,
        target_seat=acts.target[tags],
        tile=tile,
        consumed=consumed,
        tsumogiri=_tsumogiri(markup.simple[tags], acts.tile_id[tags], told[tags]),
        source_offset=markup.offset(tags),
    )


def _sorted_codes(ids: NDArray[np.uint8], red: NDArray[np.intp]) -> NDArray[np.uint8]:
    """(c, 4) tile ids as codes in order of kind, then code, padding last."""
    codes = CODES[red[:, None], ids]
    keys = KIND[codes].astype(np.uint16) << 8 | codes
    return np.sort(keys, axis=1).astype(np.uint8)


def _tsumogiri(
    simple: NDArray[np.uint8], tile_id: NDArray[np.uint8], told: NDArray[np.int32]
) -> NDArray[np.int8]:
    """(e,) 1 where a discard is the tile that its seat drew last, 0 for other discards, else -1.

    Tile ids are unique in a round, so the last draw of the seat decides.  Live transcripts mark
    the discard of a drawn tile by a small letter instead.
    """
    result = np.full(len(simple), -1, dtype=np.int8)
    for seat in range(4):
        mine = np.flatnonzero((simple & 3 == seat) & (simple != NOT_SIMPLE))
        drawn = simple[mine] < DISCARD
        ids, rounds = tile_id[mine], told[mine]
        follows = np.zeros(len(mine), dtype=bool)
        follows[1:] = drawn[:-1] & (ids[1:] == ids[:-1]) & (rounds[1:] == rounds[:-1])
        result[mine] = np.where(drawn, -1, follows | (simple[mine] >= TSUMOGIRI))
    return result
