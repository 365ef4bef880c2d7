"""From a replay to the hands that scoring judges: every circumstance of a win derived, none read.

The log says who won, from whom and when; the hand, its melds, riichi, ippatsu, first turn, last
tile, replacement tile, robbed kan and dora all come from the replay.  Only where a log hides the
winner's hand until it wins are its concealed tiles those that the log shows with the win.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.hands import SUIT_OF, counts_from_suits
from mjlog.replay.batch import ANKAN, DISCARD, DRAW, KAKAN
from mjlog.replay.melds import meld_counts, melds_at
from mjlog.replay.replay import Replay
from mjlog.replay.seating import turns_between
from mjlog.replay.set_aside import set_aside_counts
from mjlog.replay.turns import is_double_riichi
from mjlog.rulesets.table import RulesetTable, code
from mjlog.rulesets.words import KanDora
from mjlog.scoring.concealed import Concealed, concealed_hands
from mjlog.scoring.hands import Riichi, WinningHands
from mjlog.scoring.logged_wins import LoggedWins, hand_rows_at
from mjlog.tiles import KIND, KINDS, NO_TILE

Array = NDArray[Any]


def known_wins(wins: LoggedWins, concealed: Concealed) -> NDArray[np.bool_]:
    """(wins,) whether the winner's whole hand is known, and the winning tile, if one is needed."""
    return wins.is_placed & concealed.is_known & ((KIND[wins.tile] < KINDS) | wins.is_gathered)


def winning_hands(replay: Replay, wins: LoggedWins, concealed: Concealed) -> WinningHands:
    """The hands of all wins with their `concealed_hands`.

    Rows that are not `known_wins` hold what is there and mean nothing.
    """
    batch, suits = replay.batch, concealed.suits
    kind = np.where(KIND[wins.tile] < KINDS, KIND[wins.tile], np.uint8(0))
    types, kinds = melds_at(replay.melds, wins.round * 4 + wins.seat, wins.event)
    # A set-aside tile is a tile of its owner for dora (Tenhou manual, three players).
    set_aside = set_aside_counts(batch, wins.round * 4 + wins.seat, wins.event)
    counts = counts_from_suits(suits) + meld_counts(types, kinds) + set_aside
    in_riichi, ippatsu = _riichi_state(replay, wins)
    shown = replay.turns.dora_turned[wins.event]
    indicators, ura = batch.dora_indicators[wins.round], batch.ura_indicators[wins.round]
    rule = batch.rule[wins.round]
    kan_dora = batch.rules.kan_dora[rule] != code(KanDora.OFF)
    kan_ura = kan_dora & batch.rules.kan_ura_dora[rule]
    has_ura = (in_riichi > 0) & batch.rules.ura_dora[rule]
    return WinningHands(
        suits=suits,
        win_kind=np.where(wins.is_gathered & (wins.tile == NO_TILE), np.uint8(NO_TILE), kind),
        meld_type=types,
        meld_kind=kinds,
        riichi=in_riichi,
        ippatsu=ippatsu,
        is_tsumo=wins.is_tsumo,
        **_last_tile(replay, wins),
        first_turn=_first_turn(replay, wins),
        seat_wind=turns_between(batch, wins.round, batch.dealer[wins.round], wins.seat).astype(np.uint8),
        round_wind=batch.round_wind[wins.round].astype(np.uint8),
        dora=dora_among(batch.rules, rule, counts, indicators, np.where(kan_dora, shown, 1)),
        ura=dora_among(batch.rules, rule, counts, ura, has_ura * np.where(kan_ura, shown, 1), is_ura=True),
        aka=concealed.owned_reds.astype(np.uint8),
        kita=set_aside.sum(axis=1, dtype=np.uint8),
        set_aside_man=set_aside[:, SUIT_OF == 0].sum(axis=1, dtype=np.uint8),
        open_riichi=(replay.turns.opened_at[wins.round, wins.seat] < wins.event) & (in_riichi > 0),
        honba=np.minimum(batch.honba[wins.round], 255).astype(np.uint8),
        is_gathered=wins.is_gathered,
        is_nagashi=np.zeros(len(rule), dtype=np.bool_),
        rule=rule.astype(np.intp),
    )


def nagashi_hands(
    replay: Replay, rounds: Array, seats: Array, events: Array
) -> tuple[WinningHands, NDArray[np.bool_]]:
    """Hands that win by their rivers, as by gathered tiles; no ura indicator is turned for them.

    Args:
        replay: the replay.
        rounds: (k,) round numbers.
        seats: (k,) whose rivers they are.
        events: (k,) the exhaustive draws.

    Returns:
        k hands, and (k,) whether the hand and the first indicator are known.
    """
    seat = np.asarray(seats, dtype=np.int8)
    rivers = LoggedWins(
        round=rounds,
        seat=seat,
        from_seat=seat,
        event=events,
        offered=events,
        tile=np.full(len(seat), NO_TILE, dtype=np.uint8),
        is_gathered=np.ones(len(seat), dtype=np.bool_),
        hand_row=hand_rows_at(replay, events, seat),
        log_hand=np.full((len(seat), 14), NO_TILE, dtype=np.uint8),
    )
    concealed = concealed_hands(replay, rivers)
    hands = winning_hands(replay, rivers, concealed)
    hands = replace(hands, ura=np.zeros_like(hands.ura), is_nagashi=rivers.is_gathered)
    return hands, known_wins(rivers, concealed) & (replay.batch.dora_indicators[rounds, 0] != NO_TILE)


def _riichi_state(replay: Replay, wins: LoggedWins) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Riichi (none, riichi, double) and ippatsu of each winner.

    Ippatsu lasts until the own next discard and ends with any call; a kan that is robbed never
    came about (Tenhou manual).
    """
    course = replay.turns
    declared = course.riichi_at[wins.round, wins.seat]
    active = declared < wins.event
    double = is_double_riichi(replay.batch, course)[wins.round, wins.seat]
    state = np.where(active, np.where(double, Riichi.DOUBLE, Riichi.RIICHI), Riichi.NONE)
    at = np.where(active, declared, np.maximum(wins.event, 0))
    own_discards = course.discards_before[wins.event, wins.seat] - course.discards_before[at, wins.seat]
    calls = course.calls_before[wins.offered] - course.calls_before[at]
    ippatsu = active & (own_discards <= 1) & (calls == 0)
    return state.astype(np.uint8), ippatsu


def _last_tile(replay: Replay, wins: LoggedWins) -> dict[str, NDArray[np.bool_]]:
    """Rinshan, chankan, haitei and houtei of each win.

    A replacement tile is never haitei; only a discard is houtei (Tenhou manual).  Whether the tile
    that replaces a set-aside one counts as rinshan is a matter of the rules.
    """
    kind = replay.batch.events.kind[wins.offered]
    turns, rules = replay.turns, replay.batch.rules
    replacement = turns.is_replacement[wins.offered]
    by_set_aside = rules.set_aside_rinshan[replay.batch.rule[wins.round]]
    rinshan = turns.replaces_kan[wins.offered] | (turns.replaces_set_aside[wins.offered] & by_set_aside)
    last = turns.live_tiles[wins.event] == 0
    return {
        "rinshan": wins.is_tsumo & rinshan,
        "chankan": ~wins.is_tsumo & ((kind == KAKAN) | (kind == ANKAN)),
        "haitei": wins.is_tsumo & last & ~replacement & (kind == DRAW),
        "houtei": ~wins.is_tsumo & last & (kind == DISCARD),
    }


def _first_turn(replay: Replay, wins: LoggedWins) -> NDArray[np.bool_]:
    """(wins,) before the winner's first discard and before any call; a kan that is robbed is none."""
    course = replay.turns
    own = course.discards_before[wins.event, wins.seat]
    untouched: NDArray[np.bool_] = (own == 0) & (course.calls_before[wins.offered] == 0)
    return untouched


def dora_among(
    rules: RulesetTable, rule: Array, counts: Array, indicators: Array, shown: Array, *, is_ura: bool = False
) -> NDArray[np.uint8]:
    """Count dora.

    Some rules count the kind of an ura indicator itself besides the one that it indicates.

    Args:
        rules: the rule sets in use.
        rule: (n,) rows of `rules`.
        counts: (n, 34) tiles of each kind.
        indicators: (n, k) indicators in order of turning, padded with 255.
        shown: (n,) how many of them count.
        is_ura: whether they are ura indicators.

    Returns:
        (n,) tiles that are dora, each as often as it is indicated.
    """
    rows = np.arange(len(counts))
    total = np.zeros(len(counts), dtype=np.uint8)
    twice = rules.ura_indicator_counts[rule] & is_ura
    for place in range(indicators.shape[1]):
        kind = KIND[indicators[:, place]]
        valid = (place < shown) & (kind < KINDS)
        kind = np.minimum(kind, KINDS - 1)
        tiles = counts[rows, rules.dora_after[rule, kind]] + twice * counts[rows, kind]
        total += np.where(valid, tiles, 0).astype(np.uint8)
    return total
