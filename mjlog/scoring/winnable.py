"""Waits that a player can still win with: a copy is unseen, and the hand has a yaku (`Tenpai.WINNABLE`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import SUIT_OF, WEIGHT, counts_from_suits
from mjlog.replay.batch import DISCARD, Batch
from mjlog.replay.hands import rows_at
from mjlog.replay.melds import melds_at
from mjlog.replay.replay import Replay
from mjlog.replay.seating import turns_between
from mjlog.replay.segments import gather
from mjlog.replay.set_aside import set_aside_counts
from mjlog.rulesets.standard import SEATS
from mjlog.scoring.hands import WinningHands
from mjlog.scoring.score import score_hands
from mjlog.tiles import COPIES, KIND, KIND_BIT, KINDS, NO_TILE

Array = NDArray[Any]


def winnable_waits(
    replay: Replay, rounds: Array, events: Array, *, open_hands: bool = True
) -> NDArray[np.uint64]:
    """Waits of each seat of which a copy is unseen and with which it could win.

    Seen are the own hand, all discards, melds and set-aside tiles, the indicators that are turned, and
    of hands in open riichi the tiles that are shown: those concerned only, and a log does not say which
    (東天紅ルール詳細: 関連牌のみをオープンする).  A tile can be won with if the hand with it has a yaku that
    allows a win by ron, or, being closed, on an own draw; luck is no yaku here, a riichi that is declared
    is one (東天紅ルール詳細: 形式聴牌 ... は不可).

    Args:
        replay: the replay.
        rounds: (k,) round numbers.
        events: (k,) the event after which each is asked about; one before its first asks about the deal.
        open_hands: whether hands in open riichi show every tile; otherwise they show none.

    Returns:
        (k, 4) uint64 masks of kinds.
    """
    batch, asked, at = replay.batch, np.asarray(rounds), np.asarray(events)
    rows = rows_at(replay.hands, batch, asked, at)
    copies = COPIES * ~batch.rules.removed_tiles[batch.rule[asked]]
    unseen = copies[:, None] - _seen(replay, asked, at, rows, open_hands=open_hands)
    place, seat, kind = np.nonzero((replay.waits[rows][:, :, None] & KIND_BIT[:KINDS] != 0) & (unseen > 0))
    by_ron = completed_hands(replay, asked[place], at[place], rows[place, seat], kind)
    both = np.tile(np.arange(len(kind)), 2)
    hands = replace(by_ron[both], is_tsumo=np.arange(len(both)) >= len(kind))
    can_win = score_hands(hands, batch.rules).has_yaku & (hands.is_closed | ~hands.is_tsumo)
    wins = can_win.reshape(2, -1).any(axis=0)
    found = np.zeros((len(asked), SEATS), dtype=np.uint64)
    np.bitwise_or.at(found, (place[wins], seat[wins]), KIND_BIT[kind[wins]])
    return found


def _seen(
    replay: Replay, rounds: Array, events: Array, rows: Array, *, open_hands: bool
) -> NDArray[np.int64]:
    """(k, 4, 34) copies of each kind that each seat sees."""
    batch, turns = replay.batch, replay.turns
    on_table = _laid_out(batch, rounds, events)
    shown = np.where(events >= batch.first_event[rounds], gather(turns.dora_turned, events), 1)
    for place in range(batch.dora_indicators.shape[1]):
        kind = KIND[batch.dora_indicators[rounds, place]]
        turned = np.flatnonzero((place < shown) & (kind < KINDS))
        on_table[turned, kind[turned]] += 1
    held = counts_from_suits(replay.hands.suits[rows.ravel()]).reshape(-1, SEATS, KINDS).astype(np.int64)
    is_open = (turns.opened_at[rounds] < events[:, None]) & open_hands
    of_open = held * is_open[:, :, None]
    seen: NDArray[np.int64] = on_table[:, None] + of_open.sum(axis=1, keepdims=True) + held - of_open
    return seen


def _laid_out(batch: Batch, rounds: Array, events: Array) -> NDArray[np.int64]:
    """(k, 34) tiles discarded, or laid out of the hand in melds and as set-aside tiles, up to each event."""
    ev = batch.events
    counts = np.zeros((len(rounds), KINDS), dtype=np.int64)
    first = batch.first_event[rounds]
    lengths = np.maximum(events - first + 1, 0)
    owner = np.repeat(np.arange(len(rounds)), lengths)
    at = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + first[owner]
    discarded = np.where(ev.kind[at] == DISCARD, ev.tile[at], np.uint8(NO_TILE))
    for column in (discarded, *ev.consumed[at].T):
        kind = KIND[column]
        shown = kind < KINDS
        np.add.at(counts, (owner[shown], kind[shown]), 1)
    return counts


def completed_hands(replay: Replay, rounds: Array, events: Array, rows: Array, kinds: Array) -> WinningHands:
    """Hands completed by ron on a tile that nobody discarded, without any luck.

    Args:
        replay: the replay.
        rounds: (k,) round numbers.
        events: (k,) event numbers; melds and riichi before them count.
        rows: (k,) hand rows, of hands that wait.
        kinds: (k,) kinds that complete them.

    Returns:
        k hands; dora are not counted, red fives and set-aside tiles are.
    """
    batch, turns = replay.batch, replay.turns
    segment = replay.hands.segment[rows].astype(np.int64)
    seat = segment % SEATS
    suits = replay.hands.suits[rows].copy()
    suits[np.arange(len(rows)), SUIT_OF[kinds]] += WEIGHT[kinds]
    types, lowest = melds_at(replay.melds, segment, events)
    set_aside = set_aside_counts(batch, segment, events)
    return WinningHands.of(
        suits=suits,
        win_kind=kinds,
        meld_type=types,
        meld_kind=lowest,
        riichi=turns.riichi_at[rounds, seat] < events,
        open_riichi=turns.opened_at[rounds, seat] < events,
        seat_wind=turns_between(batch, rounds, batch.dealer[rounds], seat),
        round_wind=batch.round_wind[rounds],
        aka=replay.hands.owned_reds[rows],
        kita=set_aside.sum(axis=1),
        honba=np.clip(batch.honba[rounds], 0, 255),
        rule=batch.rule[rounds],
    )
