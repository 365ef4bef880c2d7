"""`discard_threats`: every discard against every opponent who is a threat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog import schema
from mjlog.columns import ints_array, row_sums, tiles_array, words_array
from mjlog.facts.board import (
    Rivers,
    copies_there,
    passed_kinds,
    run_masks,
    turned_dora,
    yakuhai_masks,
)
from mjlog.facts.course import Course
from mjlog.facts.danger.river_suji import BETWEEN, BEYOND, is_aida_yonken, is_suit_cut, river_parts
from mjlog.facts.danger.tile_classes import (
    NO_WORD,
    NONE_OPEN,
    chances,
    held_suji,
    is_in,
    live_suji,
    outsides,
    suji_sources,
    tile_classes,
)
from mjlog.facts.rows import NULL, shanten_of
from mjlog.lookup.hands import RANK_OF, counts_from_suits, kinds_from_suits
from mjlog.replay.batch import DEAD_HAND, DISCARD, KAKAN, KITA, kind_set
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.replay.turns import first_of
from mjlog.rulesets.standard import SEATS
from mjlog.tiles import EAST, IS_RED, KIND, KIND_BIT, KINDS

Array = NDArray[Any]
Masks = NDArray[np.uint64]

OPEN_THREAT: Final = 2
"""Chi, pon and daiminkan that make an opponent without riichi a threat."""
_RIICHI, _OPEN = range(len(schema.THREATS))
_PASSES: Final = kind_set(DISCARD, KAKAN, KITA)
"""Events whose tile an opponent can let pass; a tile set aside where the rules let it be won on."""
_IN_RIICHI: Final = (1 << 14) - 1
"""Stands for the discards that a player in riichi has made, and the most that are told apart."""


@dataclass(frozen=True, slots=True)
class _Faced:
    """One row per discard and threat, in order of the events and opponents."""

    at: NDArray[np.int64]
    """(n,) the discard."""
    opponent: NDArray[np.int64]
    in_riichi: NDArray[np.bool_]
    declared: NDArray[np.int64]
    """(n,) the discard of the opponent's declaration tile; `NEVER` without one."""
    melds: NDArray[np.uint8]
    """(n,) open melds of the opponent."""
    riichis: NDArray[np.uint8]
    """(n,) threats in riichi that the discard faces."""
    safe: Masks
    """(n,) kinds the opponent cannot win on."""


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
    ev, faced = replay.batch.events, _faced(replay, course)
    columns = {
        **_keys(replay, rounds, faced),
        **_tiles(replay, faced, course.board.before(faced.at)),
        **_opponents(replay, faced),
        **_own(replay, faced),
        "is_in_riichi": pa.array(course.declaration_tiles[ev.round[faced.at], ev.seat[faced.at]] < faced.at),
        "did_deal_in": pa.array(_won(course, faced)),
    }
    names = schema.DISCARD_THREATS.names
    return pa.Table.from_arrays([columns[n] for n in names], schema=schema.DISCARD_THREATS.arrow)


def _faced(replay: Replay, course: Course) -> _Faced:
    """Find the threats, and what is safe against each."""
    batch, ev, turns = replay.batch, replay.batch.events, replay.turns
    is_threat = np.arange(len(ev.kind)) > np.repeat(turns.riichi_at.min(axis=1), np.diff(batch.first_event))
    is_threat |= row_sums(course.open_melds >= OPEN_THREAT) > 0
    offers = np.flatnonzero(is_threat & _PASSES.take(ev.kind) & (ev.seat >= 0))
    offers = offers[KIND[ev.tile[offers]] < KINDS]
    safe_aside = batch.rules.set_aside_ron[batch.rule[ev.round[offers]]]
    offers = offers[(ev.kind[offers] != KITA) | safe_aside]
    number, melds = ev.round[offers], course.open_melds[offers]
    riichi = turns.riichi_at[number] < offers[:, None]
    threat = (riichi | (melds >= OPEN_THREAT)) & (ev.seat[offers][:, None] != np.arange(SEATS))
    threat &= first_of(batch, DEAD_HAND)[number] > offers[:, None]
    threat &= batch.present[number]
    riichis = row_sums(threat & riichi).astype(np.uint8)
    opponent, row = np.nonzero(threat.T)
    at = offers[row]
    own = turns.discards_before[at, opponent].astype(np.int64)
    # A hand in riichi stays as it is from the declaration tile on.
    frozen = np.where(riichi[row, opponent], _IN_RIICHI, np.minimum(own, _IN_RIICHI - 1))
    passed = passed_kinds(number[row].astype(np.int64) << 16 | frozen << 2 | opponent, KIND_BIT[ev.tile[at]])
    chosen = np.flatnonzero(ev.kind[at] == DISCARD)
    chosen = chosen[np.argsort(at[chosen], kind="stable")]
    at, row, opponent = at[chosen], row[chosen], opponent[chosen]
    safe = passed[chosen] | replay.furiten.discards[at, opponent]
    in_riichi = riichi[row, opponent]
    tile = np.where(in_riichi, course.declaration_tiles[number[row], opponent], NEVER)
    return _Faced(at, opponent, in_riichi, tile, melds[row, opponent], riichis[row], safe)


def _keys(replay: Replay, rounds: pa.Table, faced: _Faced) -> dict[str, pa.Array]:
    """Which discard, by whom, against whom."""
    batch, ev = replay.batch, replay.batch.events
    number = ev.round[faced.at]
    return {
        "game_id": rounds["game_id"].combine_chunks().take(pa.array(number)),
        "round_index": rounds["round_index"].combine_chunks().take(pa.array(number)),
        "seq": pa.array(faced.at - batch.first_event[number]).cast(pa.int16()),
        "seat": pa.array(ev.seat[faced.at]),
        "opponent": pa.array(faced.opponent).cast(pa.int8()),
        "threat": words_array(np.where(faced.in_riichi, _RIICHI, _OPEN), schema.THREATS),
        "tile": tiles_array(ev.tile[faced.at]),
    }


def _tiles(replay: Replay, faced: _Faced, copies: NDArray[np.uint8]) -> dict[str, pa.Array]:
    """What the tile is against the opponent's river and what the discarder sees."""
    batch, ev = replay.batch, replay.batch.events
    number, kind = ev.round[faced.at], KIND[ev.tile[faced.at]]
    rows = np.arange(len(kind))
    held_row = replay.hands.row_after[faced.at, ev.seat[faced.at]] - 1
    known = replay.hands.known[held_row]
    suits = replay.hands.suits[held_row]
    unseen = copies_there(batch.rules)[batch.rule[number]]
    unseen -= copies.view(np.int8)
    held = counts_from_suits(suits).view(np.int8)
    unseen -= held
    np.maximum(unseen, 0, out=unseen)
    rivers = _rivers(replay, faced)
    runs = run_masks(batch)[batch.rule[number]]
    classes = tile_classes(kind, faced.safe, yakuhai_masks(batch, number, faced.opponent), runs)
    chance = np.where(known & is_in(kind, runs), chances(kind, faced.safe, unseen), NO_WORD)
    source = suji_sources(kind, faced.safe, rivers["before"], rivers["declared"])
    dora = turned_dora(replay, faced.at)
    return {
        "tile_class": words_array(classes, schema.TILE_CLASSES),
        "visible": pa.array(copies[rows, kind].view(np.int8)),
        "unseen": pa.array(unseen[rows, kind], mask=~known),
        "chance": words_array(chance, schema.CHANCES),
        "suji_source": words_array(np.where(faced.in_riichi, source, NO_WORD), schema.SUJI_SOURCES),
        "outside": words_array(outsides(kind, rivers["early"], rivers["before"]), schema.OUTSIDES),
        "held_suji": ints_array(
            np.where(known, held_suji(kind, faced.safe, runs, held), NONE_OPEN), pa.int8(), NONE_OPEN
        ),
        **_river_suji(kind, faced.safe, runs, rivers),
        "is_dora": pa.array(is_in(kind, dora) | IS_RED[ev.tile[faced.at]]),
        "is_beside_dora": pa.array((_beside(dora) & KIND_BIT[kind]) != 0),
        "live_suji": pa.array(live_suji(faced.safe, runs).astype(np.int8)),
        "river_points": pa.array(rivers["points"]).cast(pa.int16()),
        "has_genbutsu": pa.array((kinds_from_suits(suits) & faced.safe) != 0, mask=~known),
    }


def _river_suji(kind: Array, safe: Masks, runs: Masks, rivers: dict[str, Array]) -> dict[str, pa.Array]:
    """What the opponent's river says of the two-sided waits on the tile."""
    before: Masks = rivers["before"]
    early: Masks = rivers["early"]
    declared: Masks = rivers["declared"]
    river, parts = before | declared, (before & ~early, early, declared)
    ura, matagi = (river_parts(kind, safe, runs, around, parts) for around in (BEYOND, BETWEEN))
    return {
        "ura_suji": words_array(ura, schema.RIVER_PARTS),
        "matagi_suji": words_array(matagi, schema.RIVER_PARTS),
        "is_aida_yonken": pa.array(is_aida_yonken(kind, safe, runs, river)),
        "is_suit_cut": pa.array(is_suit_cut(kind, river)),
    }


def _beside(kinds: Masks) -> Masks:
    """(n,) masks of the number tiles next to those of (n,) masks in their suits."""
    ranks = np.append(RANK_OF[:EAST], np.full(KINDS - EAST, 255))
    low = np.bitwise_or.reduce(KIND_BIT[:KINDS][ranks < 8])
    high = np.bitwise_or.reduce(KIND_BIT[:KINDS][(ranks > 0) & (ranks < 9)])
    return np.asarray(((kinds & low) << np.uint64(1)) | ((kinds & high) >> np.uint64(1)))


def _rivers(replay: Replay, faced: _Faced) -> dict[str, Array]:
    """The opponent's river: early tiles, those before riichi, its declaration tile, and its thickness."""
    batch, hands = replay.batch, replay.hands
    number = batch.events.round[faced.at]
    rivers = Rivers.of(replay)
    has_tile = faced.declared < NEVER
    until = np.where(has_tile, faced.declared, faced.at)
    before = replay.furiten.discards[until, faced.opponent]
    early = rivers.early[number.astype(np.int64) * SEATS + faced.opponent]
    declared = np.where(has_tile, KIND_BIT[batch.events.tile[until]], np.uint64(0))
    return {
        "before": before,
        "early": early & before,
        "declared": declared,
        "points": rivers.points[hands.row_after[until, faced.opponent]],
    }


def _opponents(replay: Replay, faced: _Faced) -> dict[str, pa.Array]:
    """State of the opponent, and whether it waits for the tile."""
    batch, ev, state = replay.batch, replay.batch.events, replay.furiten
    number, at, opponent = ev.round[faced.at], faced.at, faced.opponent
    waits = state.waits[at, opponent]
    furiten = state.own_discard[at, opponent] | state.temporary[at, opponent] | state.riichi[at, opponent]
    known = replay.hands.known[replay.hands.row_after[at, opponent]]
    has_tile = faced.declared < NEVER
    tsumogiri = np.where(has_tile, ev.tsumogiri[np.where(has_tile, faced.declared, at)], -1)
    return {
        "is_declaration_tsumogiri": pa.array(tsumogiri == 1, mask=tsumogiri < 0),
        "opponent_turn": pa.array(replay.turns.discards_before[at, opponent]).cast(pa.int16()),
        "opponent_melds": pa.array(faced.melds).cast(pa.int8()),
        "opponents_in_riichi": pa.array(faced.riichis).cast(pa.int8()),
        "is_opponent_dealer": pa.array(batch.dealer[number] == opponent),
        "is_opponent_tenpai": pa.array(waits != 0, mask=~known),
        "would_deal_in": pa.array(is_in(KIND[ev.tile[at]], waits) & ~furiten, mask=~known),
    }


def _won(course: Course, faced: _Faced) -> NDArray[np.bool_]:
    """(n,) whether the opponent won on the discard."""
    return np.isin(faced.at * SEATS + faced.opponent, course.ron_tiles * SEATS + course.ron_seats)


def _own(replay: Replay, faced: _Faced) -> dict[str, pa.Array]:
    """The discarder's hand."""
    ev, turns = replay.batch.events, replay.turns
    at, seat = faced.at, ev.seat[faced.at].astype(np.int64)
    row = replay.hands.row_after[at, seat]
    return {
        "turn": pa.array(turns.discards_before[at, seat] + 1).cast(pa.int16()),
        "shanten_before": ints_array(shanten_of(replay, row - 1), pa.int8(), NULL),
        "shanten": ints_array(shanten_of(replay, row), pa.int8(), NULL),
    }
