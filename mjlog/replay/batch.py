"""`Batch`: the log tables of whole games as NumPy columns, with the rules of every round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from mjlog.columns import ints_of, matrix_of
from mjlog.once import once
from mjlog.rulesets import RulesetTable
from mjlog.schema import EVENT_KINDS
from mjlog.tables import EventColumns, LogTables, game_numbers
from mjlog.tiles import NO_TILE, TILE_NAMES

Array = NDArray[Any]

DRAW, DISCARD, CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA = (EVENT_KINDS.index(k) for k in EVENT_KINDS[:8])
RIICHI, RIICHI_ACCEPTED, DORA = (EVENT_KINDS.index(k) for k in ("riichi", "riichi_accepted", "dora"))
WIN, EXHAUSTIVE_DRAW, ABORTIVE_DRAW = (EVENT_KINDS.index(k) for k in EVENT_KINDS[11:14])
OPEN_RIICHI, BONUS, PENALTY, DEAD_HAND, CHOMBO = (EVENT_KINDS.index(k) for k in EVENT_KINDS[16:21])


def kind_set(*kinds: int) -> NDArray[np.bool_]:
    """(256,) bool table of event kinds, for `table[kind_column]`."""
    table = np.zeros(256, dtype=bool)
    table[list(kinds)] = True
    return table


CHANGES_HAND = kind_set(DRAW, DISCARD, CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA)
"""Events that add or remove concealed tiles of their seat."""
IS_OPEN_CALL = kind_set(CHI, PON, DAIMINKAN)
"""Events that take another seat's discard."""
IS_KAN = kind_set(DAIMINKAN, KAKAN, ANKAN)
"""Kans of all kinds."""
MAKES_MELD = kind_set(CHI, PON, DAIMINKAN, ANKAN)
"""Events that add a meld to their seat (a kakan extends one)."""
ENDS_ROUND = kind_set(WIN, EXHAUSTIVE_DRAW, ABORTIVE_DRAW, CHOMBO)
"""Events after which the round is over."""
IS_CALL = kind_set(CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA)
"""Events that interrupt the first go-around and ippatsu."""
NEEDS_REPLACEMENT = kind_set(DAIMINKAN, KAKAN, ANKAN, KITA)
"""Events after which their seat draws a replacement tile."""
OFFERS_TILE = kind_set(DISCARD, KAKAN, ANKAN, KITA)
"""Events whose tile another player might win on."""


@dataclass(frozen=True)
class Batch:
    """Rounds of whole games in order, their events, and the rules they are played under."""

    rules: RulesetTable
    round_game: NDArray[np.int32]
    """(rounds,) number of the game, a row of `games`."""
    rule: NDArray[np.int32]
    """(rounds,) number of the rule set in `rules`."""
    seats: NDArray[np.int8]
    """(rounds,) players of the game."""
    away: NDArray[np.int8]
    """(rounds,) seat that sits the round out; -1 where nobody does."""
    dice_pair: NDArray[np.bool_]
    """(rounds,) whether two equal dice were thrown for the deal."""
    dealer: NDArray[np.int8]
    """(rounds,) dealer's seat."""
    round_wind: NDArray[np.int8]
    """(rounds,) 0 East to 3 North."""
    honba: NDArray[np.int16]
    """(rounds,) honba counters."""
    sticks: NDArray[np.int16]
    """(rounds,) riichi sticks at the deal."""
    start_scores: NDArray[np.int32]
    """(rounds, 4) scores at the deal, 0 for absent seats."""
    has_scores: NDArray[np.bool_]
    """(rounds,) whether the log states the scores at the deal."""
    hands: NDArray[np.uint8]
    """(rounds, 4, 14 or more) dealt tile codes padded with 255."""
    dora_indicators: NDArray[np.uint8]
    """(rounds, k) indicators in order of turning, padded with 255."""
    ura_indicators: NDArray[np.uint8]
    """(rounds, k) ura indicators padded with 255."""
    has_ura: NDArray[np.bool_]
    """(rounds,) whether the log records ura indicators."""
    events: EventColumns
    """The events of all rounds."""
    first_event: NDArray[np.int64]
    """(rounds + 1,) where each round's events begin; the last entry is their number."""

    @once
    def players(self) -> NDArray[np.int8]:
        """(rounds,) players of the round."""
        return (self.seats - (self.away >= 0)).astype(np.int8)

    @once
    def present(self) -> NDArray[np.bool_]:
        """(rounds, 4) who plays in the round."""
        seat = np.arange(4)
        present: NDArray[np.bool_] = (seat < self.seats[:, None]) & (seat != self.away[:, None])
        return present

    @once
    def anybody_away(self) -> bool:
        """Whether somebody sits out a round of the batch."""
        return bool((self.away >= 0).any())

    @property
    def n_rounds(self) -> int:
        """Rounds in the batch."""
        return len(self.rule)

    @property
    def n_events(self) -> int:
        """Events in the batch."""
        return len(self.events.kind)

    @classmethod
    def from_tables(cls, tables: LogTables, rules: RulesetTable, game_rule: Array) -> Batch:
        """Columns of `tables`.

        Args:
            tables: log tables of whole games.
            rules: the rule sets in use.
            game_rule: (games,) number of each game's rule set in `rules`.

        Raises:
            ValueError: when rows are out of order or belong to no game or round.
        """
        rounds = tables.rounds
        game = game_numbers(rounds, tables.games).astype(np.int32)
        events = EventColumns.from_table(tables.events, rounds)
        counts = np.bincount(events.round, minlength=len(rounds))
        dealt = [rounds[f"hand_{seat}"] for seat in range(4)]
        width = max(14, *map(_longest, dealt))
        seats = ints_of(tables.games["player_count"], 0)[game]
        return cls(
            rules=rules,
            round_game=game,
            rule=np.asarray(game_rule, dtype=np.int32)[game],
            seats=seats,
            away=_away(ints_of(rounds["away_seat"], -1), seats),
            dice_pair=_dice_pairs(rounds["dice"]),
            dealer=ints_of(rounds["dealer_seat"], 0),
            round_wind=ints_of(rounds["round_wind"], 0),
            honba=ints_of(rounds["honba"], 0),
            sticks=ints_of(rounds["riichi_sticks"], 0),
            start_scores=matrix_of(rounds["start_scores"], 4, 0),
            has_scores=np.asarray(rounds["start_scores"].combine_chunks().value_lengths().fill_null(0)) > 0,
            hands=np.stack([tile_matrix(hand, width) for hand in dealt], axis=1),
            dora_indicators=tile_matrix(rounds["dora_indicators"], 5),
            ura_indicators=tile_matrix(rounds["ura_indicators"], 5),
            has_ura=np.asarray(rounds["ura_indicators"].is_valid()),
            events=events,
            first_event=np.concatenate([[0], np.cumsum(counts)]),
        )


def tile_matrix(column: Any, least_width: int) -> NDArray[np.uint8]:
    """(n, w) tile codes of a list column padded with 255, w the longest list or `least_width`."""
    return matrix_of(column, max(least_width, _longest(column)), NO_TILE, TILE_NAMES)


def _away(logged: Array, seats: Array) -> NDArray[np.int8]:
    """(rounds,) seats of the game that sit a round out; what cannot be one is -1."""
    return np.where((logged >= 0) & (logged < seats) & (seats > 2), logged, -1).astype(np.int8)


def _dice_pairs(dice: Any) -> NDArray[np.bool_]:
    """(rounds,) whether a list column of dice holds two that are equal."""
    if dice.null_count == len(dice):
        return np.zeros(len(dice), dtype=bool)
    thrown = matrix_of(dice, max(2, _longest(dice)), 0)
    pair: NDArray[np.bool_] = ((thrown > 0).sum(axis=1) == 2) & (thrown[:, 0] == thrown[:, 1])
    return pair


def _longest(lists: Any) -> int:
    """Length of the longest list of a column."""
    return pc.max(pc.list_value_length(lists)).as_py() or 0
