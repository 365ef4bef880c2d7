"""Riichi at their declaration tile: what they wait for, and how every kind stands to their river."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import bools_array, flags_array, ints_array, lists_array, tiles_array, words_array
from mjlog.facts.board import run_masks, yakuhai_masks
from mjlog.facts.copies import ONE_COPY, copies_at, copies_of_kinds, words_from_numbers
from mjlog.facts.course import Course
from mjlog.facts.danger.tile_classes import NO_WORD, tile_classes
from mjlog.facts.rows import NULL
from mjlog.lookup.hands import RANK_OF, SUIT_OF, counts_from_suits
from mjlog.replay.batch import ANKAN
from mjlog.replay.melds import NEVER, meld_counts, melds_at
from mjlog.replay.replay import Replay
from mjlog.replay.set_aside import set_aside_counts
from mjlog.replay.turns import is_double_riichi
from mjlog.rulesets.standard import SEATS
from mjlog.scoring.from_replay import dora_among
from mjlog.scoring.readings import Form, Wait
from mjlog.scoring.score import readings_under, score_readings
from mjlog.scoring.winnable import completed_hands
from mjlog.tiles import COPIES, EAST, KIND_BIT, KINDS, NO_TILE

Array = NDArray[Any]
Masks = NDArray[np.uint64]

_MANY: Final = schema.WAIT_SHAPES.index("many")
_RIICHI: Final = np.uint64(1 << schema.YAKU_BIT["riichi"])
_NOT_COUNTED: Final = 7
"""Stands for the copies of number tiles."""
_RANK_GROUP: Final = np.where(
    np.arange(KINDS) < EAST, 1 + np.minimum(np.minimum(RANK_OF, 8 - np.minimum(RANK_OF, 8)), 3), 0
).astype(np.uint8)
"""(34,) position in `schema.RANK_GROUPS`."""


@dataclass(frozen=True, slots=True)
class _Declared:
    """Riichi in order of the declarations."""

    number: NDArray[np.int64]
    """(n,) round of the batch."""
    seat: NDArray[np.int64]
    at: NDArray[np.int64]
    """(n,) the declaration."""
    tile_at: NDArray[np.int64]
    """(n,) the discard of the declaration tile; the declaration itself where the log lacks it."""
    has_tile: NDArray[np.bool_]
    row: NDArray[np.int64]
    """(n,) hand row right after the declaration tile."""
    known: NDArray[np.bool_]
    """(n,) whether there is a tile and the hand after it is known."""
    waits: Masks
    """(n,) kinds waited for; 0 where not known."""
    copies: NDArray[np.uint8]
    """(n, 34) copies that everybody sees after the declaration tile, four at most."""

    @classmethod
    def of(cls, replay: Replay, course: Course) -> _Declared:
        """Find every riichi of a batch."""
        riichi_at = replay.turns.riichi_at
        number, seat = np.nonzero(riichi_at < NEVER)
        order = np.argsort(riichi_at[number, seat])
        number, seat = number[order], seat[order]
        at = riichi_at[number, seat]
        tile_at = course.declaration_tiles(replay)[number, seat]
        has_tile = tile_at < NEVER
        tile_at = np.where(has_tile, tile_at, at)
        row = replay.hands.row_after[tile_at, seat]
        known = has_tile & replay.hands.known[row]
        tile = np.where(has_tile, replay.batch.events.tile[tile_at], np.uint8(NO_TILE))
        words = course.board.words_before(tile_at) + ONE_COPY[:, tile].T
        copies = np.minimum(copies_of_kinds(words), np.uint8(COPIES))
        waits = np.where(known, replay.waits[row], np.uint64(0))
        return cls(number, seat, at, tile_at, has_tile, row, known, waits, copies)

    def keys(self, rounds: pa.Table, rows: Array) -> dict[str, pa.Array]:
        """Game, round and seat of (k,) rows."""
        at = pa.array(self.number[rows])
        return {
            "game_id": rounds["game_id"].combine_chunks().take(at),
            "round_index": rounds["round_index"].combine_chunks().take(at),
            "seat": ints_array(self.seat[rows], pa.int8()),
        }


@dataclass(frozen=True, slots=True)
class _Waits:
    """One row per riichi and kind that it waits for."""

    riichi: NDArray[np.int64]
    """(w,) row of `_Declared`."""
    kind: NDArray[np.uint8]
    unseen: NDArray[np.int64]
    """(w,) copies that its player sees neither on the table nor in the own hand."""
    shapes: NDArray[np.bool_]
    """(w, 5) whether a reading of the hand completes such a shape (`Wait`)."""
    is_kokushi: NDArray[np.bool_]
    wait: NDArray[np.uint8]
    """(w,) `Wait` in the reading that pays most."""
    yaku: Masks
    """(w,) yaku of that reading besides riichi."""

    @classmethod
    def of(cls, replay: Replay, riichi: _Declared) -> _Waits:
        """Complete every riichi with each of its waits, and read the hands."""
        row, kind = np.nonzero((riichi.waits[:, None] & KIND_BIT[:KINDS]) != 0)
        hands = completed_hands(
            replay, riichi.number[row], riichi.tile_at[row] + 1, riichi.row[row], kind.astype(np.uint8)
        )
        # Whether the waiting tiles were shown is no yaku of the hand, and may be a yakuman of who deals in.
        hands = replace(hands, open_riichi=np.zeros_like(hands.open_riichi))
        rules = replay.batch.rules
        readings = readings_under(hands, rules)
        shapes = np.zeros((len(row), len(Wait)), dtype=np.bool_)
        shapes[readings.hand, readings.wait] = True
        kokushi = np.zeros(len(row), dtype=np.bool_)
        kokushi[readings.hand[readings.form == Form.KOKUSHI]] = True
        scored = score_readings(hands, readings, rules)
        return cls(
            riichi=row,
            kind=kind.astype(np.uint8),
            unseen=_unseen(replay, riichi, row, kind),
            shapes=shapes,
            is_kokushi=kokushi,
            wait=scored.reading.wait,
            yaku=scored.yaku & ~_RIICHI,
        )


def riichi_tables(replay: Replay, rounds: pa.Table, course: Course) -> dict[str, pa.Table]:
    """Every riichi, what it waits for, and how every kind stands to its river.

    Args:
        replay: a replayed batch.
        rounds: the `rounds` table that it was made of.
        course: the course of its rounds.

    Returns:
        Tables of schema `RIICHIS`, `RIICHI_WAITS` and `RIICHI_CLASSES` by name, in order of the
        declarations.
    """
    riichi = _Declared.of(replay, course)
    waits = _Waits.of(replay, riichi)
    classes = _classes(replay, riichi)
    own = riichi.keys(rounds, np.arange(len(riichi.number)))
    columns = {
        schema.RIICHIS: own | _moments(replay, riichi) | _waiting(replay, riichi, waits),
        schema.RIICHI_WAITS: riichi.keys(rounds, waits.riichi) | _wait_columns(riichi, waits, classes),
        schema.RIICHI_CLASSES: _class_columns(replay, rounds, riichi, classes),
    }
    return {
        table.name: pa.Table.from_arrays([made[n] for n in table.names], schema=table.arrow)
        for table, made in columns.items()
    }


def _moments(replay: Replay, riichi: _Declared) -> dict[str, pa.Array]:
    """When it was declared, and what its player and the others did before and after."""
    batch, ev, turns = replay.batch, replay.batch.events, replay.turns
    number, seat, at = riichi.number, riichi.seat, riichi.at
    others = turns.riichi_at[number]
    discards = turns.discards_before[at]
    ankan = np.flatnonzero((ev.kind == ANKAN) & (ev.seat >= 0))
    last_ankan = np.full((batch.n_rounds, SEATS), -1, dtype=np.int64)
    last_ankan[ev.round[ankan], ev.seat[ankan]] = ankan
    tsumogiri = np.where(riichi.has_tile, ev.tsumogiri[riichi.tile_at], -1)
    return {
        "seq": ints_array(at - batch.first_event[number], pa.int16()),
        "turn": ints_array(discards[np.arange(len(at)), seat] + 1, pa.int16()),
        "table_turn": pa.array(discards.sum(axis=1) / batch.players[number] + 1).cast(pa.float32()),
        "riichi_order": ints_array((others < at[:, None]).sum(axis=1) + 1, pa.int8()),
        "chasers": ints_array(((others > at[:, None]) & (others < NEVER)).sum(axis=1), pa.int8()),
        "is_dealer": bools_array(batch.dealer[number] == seat),
        "is_double_riichi": bools_array(is_double_riichi(batch, turns)[number, seat]),
        "tile": tiles_array(np.where(riichi.has_tile, ev.tile[riichi.tile_at], np.uint8(NO_TILE))),
        "is_tsumogiri": flags_array(tsumogiri),
        "has_ankan_after": bools_array(last_ankan[number, seat] > at),
    }


def _waiting(replay: Replay, riichi: _Declared, waits: _Waits) -> dict[str, pa.Array]:
    """What it waits for, and what the hand is worth for certain."""
    size, unknown = len(riichi.number), ~riichi.known
    kinds = np.bincount(waits.riichi, minlength=size)
    unseen = np.bincount(waits.riichi, waits.unseen, minlength=size).astype(np.int64)
    is_ryanmen = np.bincount(waits.riichi, waits.shapes[:, Wait.RYANMEN], minlength=size) > 0
    kokushi = np.bincount(waits.riichi, waits.is_kokushi, minlength=size) > 0
    furiten = (riichi.waits & replay.furiten.discards[riichi.tile_at, riichi.seat]) != 0
    furiten |= (riichi.waits & KIND_BIT[replay.batch.events.tile[riichi.tile_at]]) != 0
    return {
        "waits": lists_array(tiles_array(waits.kind), kinds, null=unknown),
        "wait_tiles": ints_array(np.where(unknown, NULL, unseen), pa.int8(), NULL),
        "wait_shape": words_array(_shape(waits, kinds, size), schema.WAIT_SHAPES),
        "is_good_shape": bools_array(is_ryanmen | (kinds > 2), riichi.known),
        "is_kokushi": bools_array(kokushi, riichi.known),
        "is_furiten": bools_array(furiten, riichi.known),
        "dora": ints_array(np.where(unknown, NULL, _dora(replay, riichi)), pa.int8(), NULL),
        "sure_yaku": _sure_yaku(riichi, waits),
    }


def _shape(waits: _Waits, kinds: Array, size: int) -> NDArray[np.uint8]:
    """(n,) the shape that the one or two kinds of a wait share, the last where there are several, or many.

    2344 waits for 1 and 4 as 23 with a pair of 4: it is two-sided, though 4 completes a pair as well.
    """
    shared = np.stack([np.bincount(waits.riichi, shape, minlength=size) == kinds for shape in waits.shapes.T])
    last = len(Wait) - 1 - np.argmax(shared[::-1], axis=0)
    shape = np.where(shared.any(axis=0) & (kinds <= 2), last, _MANY)
    return np.where(kinds > 0, shape, NO_WORD).astype(np.uint8)


def _unseen(replay: Replay, riichi: _Declared, row: Array, kind: Array) -> NDArray[np.int64]:
    """(w,) copies of (w,) kinds that the players of (w,) riichi see neither on the table nor in hand."""
    numbers = replay.hands.suits[riichi.row[row], SUIT_OF[kind]]
    held = copies_at(words_from_numbers(numbers), RANK_OF[kind]).astype(np.int64)
    return np.asarray(np.maximum(COPIES - held - riichi.copies[row, kind], 0))


def _dora(replay: Replay, riichi: _Declared) -> NDArray[np.int64]:
    """(n,) dora, by the indicators turned so far, and red fives."""
    batch = replay.batch
    segment = riichi.number * SEATS + riichi.seat
    until = riichi.tile_at + 1
    counts = counts_from_suits(replay.hands.suits[riichi.row])
    counts = counts + meld_counts(*melds_at(replay.melds, segment, until))
    counts = counts + set_aside_counts(batch, segment, until)
    dora = dora_among(
        batch.rules,
        batch.rule[riichi.number],
        counts,
        batch.dora_indicators[riichi.number],
        replay.turns.dora_turned[riichi.tile_at],
    )
    return dora.astype(np.int64) + replay.hands.owned_reds[riichi.row]


def _sure_yaku(riichi: _Declared, waits: _Waits) -> pa.ListArray:
    """The yaku that every wait gives by ron."""
    common = np.full(len(riichi.number), ~np.uint64(0))
    np.bitwise_and.at(common, waits.riichi, waits.yaku)
    known = riichi.known & (riichi.waits != 0)
    bits = np.unpackbits(common.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    has = (bits[:, : schema.LAST_YAKU + 1] != 0) & known[:, None]
    return lists_array(words_array(np.nonzero(has)[1], schema.YAKU), has.sum(axis=1), null=~known)


def _wait_columns(riichi: _Declared, waits: _Waits, classes: NDArray[np.uint8]) -> dict[str, pa.Array]:
    """The kinds that riichi wait for, in order of the declarations and kinds."""
    return {
        "tile": tiles_array(waits.kind),
        "tile_class": words_array(classes[waits.riichi, waits.kind], schema.TILE_CLASSES),
        "visible": ints_array(riichi.copies[waits.riichi, waits.kind], pa.int8()),
        "unseen": ints_array(waits.unseen, pa.int8()),
        "wait_shape": words_array(waits.wait, schema.SHAPES),
        **{f"is_{shape}": bools_array(waits.shapes[:, code]) for code, shape in enumerate(schema.SHAPES)},
    }


def _classes(replay: Replay, riichi: _Declared) -> NDArray[np.uint8]:
    """(n, 34) class of every kind against the river of each riichi, its declaration tile in it."""
    batch = replay.batch
    safe = replay.furiten.discards[riichi.tile_at, riichi.seat] | np.where(
        riichi.has_tile, KIND_BIT[batch.events.tile[riichi.tile_at]], np.uint64(0)
    )
    yakuhai = yakuhai_masks(batch)[riichi.number, riichi.seat]
    runs = run_masks(batch)[batch.rule[riichi.number]]
    return tile_classes(np.arange(KINDS), safe[:, None], yakuhai[:, None], runs[:, None])


def _class_columns(
    replay: Replay, rounds: pa.Table, riichi: _Declared, classes: NDArray[np.uint8]
) -> dict[str, pa.Array]:
    """How many kinds of every class there are against each riichi, and how many it waits for."""
    there = ~replay.batch.rules.removed_tiles[replay.batch.rule[riichi.number]]
    chosen = np.flatnonzero(there & riichi.has_tile[:, None])
    seen = np.where(_RANK_GROUP == 0, riichi.copies, np.uint8(_NOT_COUNTED))
    codes = classes * np.int64(64) + (_RANK_GROUP * 8 + seen)
    owner, code, place = _distinct(chosen // KINDS, codes.ravel().take(chosen))
    hit = ((riichi.waits[:, None] & KIND_BIT[:KINDS]) != 0).ravel().take(chosen)
    hits = np.bincount(place[hit], minlength=len(code))
    visible = code & 7
    return riichi.keys(rounds, owner) | {
        "tile_class": words_array(code >> 6, schema.TILE_CLASSES),
        "rank_group": words_array((code >> 3) & 7, schema.RANK_GROUPS),
        "visible": ints_array(np.where(visible == _NOT_COUNTED, NULL, visible), pa.int8(), NULL),
        "kinds": ints_array(np.bincount(place, minlength=len(code)), pa.int8()),
        "wait_kinds": ints_array(np.where(riichi.known[owner], hits, NULL), pa.int8(), NULL),
    }


def _distinct(row: Array, code: Array) -> tuple[Array, Array, Array]:
    """The distinct pairs of (k,) rows and small codes, in order: (m,) rows and codes, and (k,) places."""
    codes, number = _in_use(code)
    rows_and_codes, place = _in_use(row * len(codes) + number)
    owner, number = np.divmod(rows_and_codes, max(len(codes), 1))
    return owner, codes[number], place


def _in_use(values: Array) -> tuple[Array, Array]:
    """The distinct of (k,) small values in order, and (k,) the place of each among them."""
    is_used = np.bincount(values) > 0
    return np.flatnonzero(is_used), (np.cumsum(is_used) - 1).take(values)
