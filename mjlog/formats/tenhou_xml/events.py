"""What happens in rounds of Tenhou's XML, as event columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.tenhou_xml.calls import decode
from mjlog.formats.tenhou_xml.games import Course
from mjlog.formats.tenhou_xml.rounds import PLAYED_OUT, Draws
from mjlog.formats.tenhou_xml.sheets import Sheet
from mjlog.formats.tenhou_xml.tags import DISCARD, END, TSUMOGIRI, Markup, Problem
from mjlog.formats.tenhou_xml.tiles import LAST_ID, NO_ID, coded
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
_SIMPLE_SEAT: Final = np.where(_SIMPLE_KIND == NO_EVENT, _NOBODY, np.arange(256) & 3).astype(np.int8)
"""(256,) seat of a class of simple tags."""


@dataclass(frozen=True, slots=True)
class Acts:
    """Events as columns over the n tags of a batch: a tag is one event, or none (kind 255)."""

    kind: NDArray[np.uint8]
    seat: NDArray[np.int8]
    target: NDArray[np.int8]
    tile_id: NDArray[np.uint8]
    calls: NDArray[np.int64]
    """(c,) tags that are calls, in order."""
    numbers: NDArray[np.int64]
    """(c,) the number of each call (see `calls`)."""
    consumed: NDArray[np.uint8]
    """(c, 4) tile ids that each call consumes, padded with `NO_ID`."""

    def put(
        self, tags: Any, kind: Any, *, seat: Any = _NOBODY, target: Any = _NOBODY, tile_id: Any = NO_ID
    ) -> None:
        """Make `tags` events."""
        self.kind[tags], self.seat[tags], self.target[tags], self.tile_id[tags] = kind, seat, target, tile_id


def decode_acts(
    markup: Markup, course: Course, sheets: Mapping[str, Sheet], wins: Wins, draws: Draws
) -> Acts:
    """Decode what happens in rounds; what cannot be decoded breaks its round."""
    sheet = sheets["N"]
    tag, who, m = sheet.tag, sheet.column(markup, "who", 3), sheet.column(markup, "m", _MOST_CALL)
    calls = decode(who, m)
    wrong = np.flatnonzero(~calls.valid)
    for place, number in zip(tag[wrong].tolist(), m[wrong].tolist(), strict=True):
        reason = f'N: m="{number}" is no possible call'
        markup.problems.append(Problem(place, reason, breaks_round=True))
    acts = Acts(
        kind=_SIMPLE_KIND.take(markup.simple),
        seat=_SIMPLE_SEAT.take(markup.simple),
        target=np.full(len(markup.simple), _NOBODY, dtype=np.int8),
        tile_id=markup.tile_id.copy(),
        calls=tag,
        numbers=m,
        consumed=calls.consumed,
    )
    acts.put(tag, calls.kind, seat=who, target=calls.target, tile_id=calls.tile_id)
    acts.put(wins.tag, KIND_CODE["win"], seat=wins.seat, target=wins.from_seat, tile_id=wins.tile_id)
    endings = np.array([KIND_CODE["abortive_draw"], KIND_CODE["exhaustive_draw"]], dtype=np.uint8)
    acts.put(draws.tag, endings[PLAYED_OUT[draws.type].astype(np.intp)])
    for index, seat in course.returns.tolist():
        acts.put(index, KIND_CODE["return"], seat=seat)
    _put_sheets(acts, markup, sheets)
    return acts


def _put_sheets(acts: Acts, markup: Markup, sheets: Mapping[str, Sheet]) -> None:
    """Riichi, indicators and lost connections."""
    reach, dora, bye = sheets["REACH"], sheets["DORA"], sheets["BYE"]
    acts.put(dora.tag, KIND_CODE["dora"], tile_id=dora.column(markup, "hai", LAST_ID))
    acts.put(bye.tag, KIND_CODE["leave"], seat=bye.column(markup, "who", 3))
    step = reach.column(markup, "step", 2)
    reach.blame(markup, step == 0, "step is neither 1 nor 2")
    kind = np.where(step == 1, KIND_CODE["riichi"], KIND_CODE["riichi_accepted"])
    acts.put(reach.tag, kind, seat=reach.column(markup, "who", 3))


def event_columns(
    markup: Markup, course: Course, acts: Acts, rounds: NDArray[np.int32], number: NDArray[np.int32]
) -> EventColumns:
    """The events of sound rounds.

    Args:
        markup: the n tags.
        course: the r rounds.
        acts: the events.
        rounds: (n,) round of each tag, -1 outside of any.
        number: (r,) number of each round among the told ones, -1 for one that is not told.
    """
    told = course.spread(number, -1, len(rounds))
    kept = (acts.kind != NO_EVENT) & (told >= 0)
    dropped = np.flatnonzero(~kept)

    def place(tags: NDArray[np.int64]) -> NDArray[np.int64]:
        return tags - np.searchsorted(dropped, tags)

    kind, ids, of_round = acts.kind[kept], acts.tile_id[kept], told[kept]
    sound_rounds = np.flatnonzero(number >= 0)
    red = course.has_red[sound_rounds]
    tile = coded(ids, red.take(of_round) if red.any() and not red.all() else red[:1])
    base = markup.bases[markup.document(course.tag[sound_rounds])]
    offset = markup.position[kept]
    begins = np.searchsorted(of_round, np.arange(len(base), dtype=of_round.dtype))
    offset -= np.repeat(base, np.diff(begins, append=len(of_round)))
    consumed = np.full((len(kind), 4), NO_TILE, dtype=np.uint8)
    sound = told[acts.calls] >= 0
    calls = place(acts.calls[sound])
    consumed[calls] = _sorted_codes(acts.consumed[sound], course.has_red[rounds[acts.calls[sound]]])
    ankan = calls[kind[calls] == KIND_CODE["ankan"]]
    tile[ankan] = consumed[ankan].min(axis=1)
    events = EventColumns(
        round=of_round,
        kind=kind,
        seat=acts.seat[kept],
        target_seat=acts.target[kept],
        tile=tile,
        consumed=consumed,
        tsumogiri=_tsumogiri(markup.simple[kept], ids, of_round),
        source_offset=offset,
    )
    returns = course.returns[told[course.returns[:, 0]] >= 0]
    return _with_returns(events, place(returns[:, 0]), returns[:, 1])


def _with_returns(events: EventColumns, place: NDArray[np.int64], seat: NDArray[np.int64]) -> EventColumns:
    """Events in which the one at each `place` (k,), ascending, is that a `seat` (k,) returns.

    A place that comes again stands for so many events.
    """
    places, counts = np.unique(place, return_counts=True)
    if len(places) < len(place):
        times = np.ones(len(events.kind), dtype=np.int64)
        times[places] = counts
        columns = {f.name: getattr(events, f.name) for f in fields(events)}
        repeated = {n: np.repeat(c, times, axis=0) for n, c in columns.items() if c is not None}
        events = replace(events, **repeated)
    events.seat[place + np.arange(len(place)) - np.searchsorted(places, place)] = seat
    return events


def _sorted_codes(ids: NDArray[np.uint8], red: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(c, 4) tile ids as codes in order of kind, then code, padding last."""
    codes = coded(ids, red[:, None])
    keys = KIND[codes].astype(np.uint16) << 8 | codes
    return np.sort(keys, axis=1).astype(np.uint8)


def _tsumogiri(
    simple: NDArray[np.uint8], tile_id: NDArray[np.uint8], told: NDArray[np.int32]
) -> NDArray[np.int8]:
    """(e,) 1 where a discard is the tile that its seat drew just before, 0 for other discards, else -1.

    Tile ids are unique in a round.  Live transcripts mark the discard of a drawn tile by a small
    letter instead.
    """
    is_discard = (simple >= DISCARD) & (simple < END)
    follows = np.zeros(len(simple), dtype=bool)
    follows[1:] = (simple[1:] == simple[:-1] + DISCARD) & (tile_id[1:] == tile_id[:-1])
    follows[1:] &= told[1:] == told[:-1]
    others = np.flatnonzero(simple >= END)
    before = others[np.diff(others, prepend=-2) > 1] - 1
    behind = others[np.diff(others, append=len(simple) + 1) > 1] + 1
    inner = (before >= 0) & (behind < len(simple))
    before, behind = before[inner], behind[inner]
    is_drawn = (simple[behind] == simple[before] + DISCARD) & (tile_id[behind] == tile_id[before])
    follows[behind] = is_drawn & (told[behind] == told[before])
    is_drawn_tile = is_discard & (follows | (simple >= TSUMOGIRI))
    return is_drawn_tile.view(np.int8) - (~is_discard).view(np.int8)
