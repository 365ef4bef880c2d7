"""`discard_threats`: every discard against every opponent who is a threat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import bools_array, flags_array, ints_array, tiles_array, words_array
from mjlog.facts.board import dora_masks, removed_copies, run_masks, yakuhai_masks
from mjlog.facts.copies import copies_at, words_from_numbers
from mjlog.facts.course import Course, marked, of_seats
from mjlog.facts.danger.faced import Faced
from mjlog.facts.danger.open_waits import NONE_OPEN, OpenWaits, chances, held_suji
from mjlog.facts.danger.river_suji import BETWEEN, BEYOND, is_aida_yonken, is_suit_cut, river_parts
from mjlog.facts.danger.rivers import Rivers
from mjlog.facts.danger.tile_classes import NO_WORD, is_in, live_suji, outsides, suji_sources, tile_classes
from mjlog.facts.rows import UNKNOWN_SHANTEN
from mjlog.lookup.hands import RANK_OF, SUIT_OF, kinds_from_suits
from mjlog.replay.replay import Replay
from mjlog.rulesets.standard import SEATS
from mjlog.tiles import COPIES, EAST, IS_RED, KIND, KIND_BIT, KINDS

Array = NDArray[Any]
Masks = NDArray[np.uint64]

_RIICHI, _OPEN = range(len(schema.THREATS))


def discard_threats(replay: Replay, rounds: pa.Table, course: Course) -> pa.Table:
    """Every discard against every opponent in riichi or with two or more open melds, whose hand is not dead.

    Genbutsu are the kinds in the opponent's river and those that passed while its hand stayed as it is:
    since its riichi, or its last discard (furiten, EMA rules 2016, 3.3.11).

    Args:
        replay: a replayed batch.
        rounds: the `rounds` table that it was made of.
        course: the course of its rounds.

    Returns:
        A table of schema `DISCARD_THREATS`, in order of the events.
    """
    faced = Faced.of(replay, course)
    rivers = Rivers.of(replay, course, faced)
    kind = KIND.take(replay.batch.events.tile.take(faced.at))
    row = of_seats(replay.hands.row_after, faced.at, replay.batch.events.seat.take(faced.at))
    waits = OpenWaits.of(kind, faced.safe, run_masks(replay.batch).take(replay.batch.rule).take(faced.number))
    columns = {
        **_keys(replay, rounds, faced),
        **_tile(replay, faced, kind, rivers),
        **_river_suji(waits, rivers),
        **_seen(replay, course, faced, waits, row - 1),
        **_opponents(replay, faced, kind),
        **_own(replay, course, faced, row),
        "is_declaration_tsumogiri": flags_array(rivers.is_tsumogiri),
        "did_deal_in": bools_array(_won(replay, course, faced)),
    }
    names = schema.DISCARD_THREATS.names
    return pa.Table.from_arrays([columns[n] for n in names], schema=schema.DISCARD_THREATS.arrow)


def _keys(replay: Replay, rounds: pa.Table, faced: Faced) -> dict[str, pa.Array]:
    """Which discard, by whom, against whom."""
    batch, ev, number = replay.batch, replay.batch.events, pa.array(faced.number)
    return {
        "game_id": rounds["game_id"].combine_chunks().take(number),
        "round_index": rounds["round_index"].combine_chunks().take(number),
        "seq": ints_array(faced.at - batch.first_event.take(faced.number), pa.int16()),
        "seat": pa.array(ev.seat.take(faced.at)),
        "opponent": ints_array(faced.opponent, pa.int8()),
        "threat": words_array(np.where(faced.in_riichi, _RIICHI, _OPEN), schema.THREATS),
        "tile": tiles_array(ev.tile.take(faced.at)),
    }


def _tile(replay: Replay, faced: Faced, kind: NDArray[np.uint8], rivers: Rivers) -> dict[str, pa.Array]:
    """What the tile is against the opponent's river and among the dora."""
    batch, at, safe = replay.batch, faced.at, faced.safe
    yakuhai = yakuhai_masks(batch).ravel().take(faced.segment)
    runs = run_masks(batch).take(batch.rule).take(faced.number)
    source = suji_sources(kind, safe, rivers.before, rivers.declared)
    dora = dora_masks(replay)
    turned = np.minimum(replay.turns.dora_turned.take(at), dora.shape[1]) - 1
    dora = dora.ravel().take(faced.number * np.int64(dora.shape[1]) + turned)
    return {
        "tile_class": words_array(tile_classes(kind, safe, yakuhai, runs), schema.TILE_CLASSES),
        "suji_source": words_array(np.where(faced.in_riichi, source, NO_WORD), schema.SUJI_SOURCES),
        "outside": words_array(outsides(kind, rivers.early, rivers.before), schema.OUTSIDES),
        "is_dora": bools_array(is_in(kind, dora) | IS_RED.take(batch.events.tile.take(at))),
        "is_beside_dora": bools_array(is_in(kind, _beside(dora))),
        "live_suji": ints_array(live_suji(safe, runs), pa.int8()),
        "river_points": ints_array(rivers.points, pa.int16()),
    }


def _river_suji(waits: OpenWaits, rivers: Rivers) -> dict[str, pa.Array]:
    """What the opponent's river says of the two-sided waits on the tile."""
    river = rivers.before | rivers.declared
    parts = (rivers.before & ~rivers.early, rivers.early, rivers.declared)
    return {
        "ura_suji": words_array(river_parts(waits, BEYOND, parts), schema.RIVER_PARTS),
        "matagi_suji": words_array(river_parts(waits, BETWEEN, parts), schema.RIVER_PARTS),
        "is_aida_yonken": bools_array(is_aida_yonken(waits, river)),
        "is_suit_cut": bools_array(is_suit_cut(waits.kinds, river)),
    }


def _seen(replay: Replay, course: Course, faced: Faced, waits: OpenWaits, row: Array) -> dict[str, pa.Array]:
    """What the discarder sees, by the hands in (n,) rows that are discarded from."""
    batch, hands = replay.batch, replay.hands
    rank, suit = RANK_OF.take(waits.kinds), SUIT_OF.take(waits.kinds).astype(np.int64)
    known, suits = hands.known.take(row), hands.suits.take(row, axis=0)
    held = words_from_numbers(hands.suits.ravel().take(row * 4 + suit))
    shown = course.board.suit_before(faced.at, suit)
    seen = shown + held + removed_copies(batch.rules)[batch.rule].ravel().take(faced.number * 4 + suit)
    unseen = np.int8(COPIES) - np.minimum(copies_at(seen, rank), COPIES).view(np.int8)
    return {
        "visible": ints_array(np.minimum(copies_at(shown, rank), COPIES), pa.int8()),
        "unseen": ints_array(np.where(known, unseen, np.int8(-1)), pa.int8(), -1),
        "chance": words_array(np.where(known, chances(waits, seen), NO_WORD), schema.CHANCES),
        "held_suji": ints_array(np.where(known, held_suji(waits, held), NONE_OPEN), pa.int8(), NONE_OPEN),
        "has_genbutsu": bools_array((kinds_from_suits(suits) & faced.safe) != 0, known),
    }


def _beside(kinds: Masks) -> Masks:
    """(n,) masks of the number tiles next to those of (n,) masks in their suits."""
    ranks = np.append(RANK_OF[:EAST], np.full(KINDS - EAST, 255))
    low = np.bitwise_or.reduce(KIND_BIT[:KINDS][ranks < 8])
    high = np.bitwise_or.reduce(KIND_BIT[:KINDS][(ranks > 0) & (ranks < 9)])
    return np.asarray(((kinds & low) << np.uint64(1)) | ((kinds & high) >> np.uint64(1)))


def _opponents(replay: Replay, faced: Faced, kind: Array) -> dict[str, pa.Array]:
    """State of the opponent, and whether it waits for the tile."""
    batch, state = replay.batch, replay.furiten
    waits, known = replay.waits.take(faced.row), replay.hands.known.take(faced.row)
    would_win = is_in(kind, waits) & ((waits & faced.river) == 0)
    some = np.flatnonzero(would_win)
    at, opponent = faced.at[some], faced.opponent[some]
    would_win[some] = ~(state.temporary[at, opponent] | state.riichi[at, opponent])
    return {
        "opponent_turn": ints_array(replay.hands.discards.take(faced.row), pa.int16()),
        "opponent_melds": ints_array(faced.melds, pa.int8()),
        "opponents_in_riichi": ints_array(faced.riichis, pa.int8()),
        "is_opponent_dealer": bools_array(batch.dealer.take(faced.number) == faced.opponent),
        "is_opponent_tenpai": bools_array(waits != 0, known),
        "would_deal_in": bools_array(would_win, known),
    }


def _won(replay: Replay, course: Course, faced: Faced) -> NDArray[np.bool_]:
    """(n,) whether the opponent won on the discard."""
    won = marked(course.ron_tiles * SEATS + course.ron_seats, replay.batch.n_events * SEATS)
    return won.take(faced.at * SEATS + faced.opponent)


def _own(replay: Replay, course: Course, faced: Faced, row: Array) -> dict[str, pa.Array]:
    """The discarder's hand, in (n,) rows right after the discard."""
    seat = replay.batch.events.seat.take(faced.at)
    declaration = course.declaration_rows.ravel().take(faced.number * 4 + seat)
    return {
        "turn": ints_array(replay.hands.discards.take(row), pa.int16()),
        "shanten_before": ints_array(replay.shanten.take(row - 1), pa.int8(), UNKNOWN_SHANTEN),
        "shanten": ints_array(replay.shanten.take(row), pa.int8(), UNKNOWN_SHANTEN),
        "is_in_riichi": bools_array((declaration >= 0) & (declaration < row)),
    }
