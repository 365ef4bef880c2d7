"""Readings of a win: every way to see its tiles as blocks with the winning tile in one of them.

A hand can be worth more or less depending on how it is read, and the winner gets the best value
(EMA rules 2016, 4.1).  A reading is a choice of splits of the four suits together with the block
that the winning tile completed, or the hand as seven pairs or thirteen orphans.  Tiles that win by
being gathered need no shape: they are a reading of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.lookup.decompositions import SplitTable, split_table
from mjlog.lookup.hands import counts_from_suits
from mjlog.scoring.hands import Meld, WinningHands
from mjlog.scoring.kinds import (
    NOTHING,
    YAOCHUU,
    Bools,
    Kinds,
    equals,
    is_empty,
    kinds,
    of_kind,
    touches,
)
from mjlog.tiles import EAST

Codes = NDArray[np.uint8]
Rows = NDArray[np.intp]

HAND_TILES: Final = 14
_RUNS_123: Final = kinds(0, 9, 18)
_RUNS_789: Final = kinds(6, 15, 24)
_ONE, _TWO = np.uint64(1), np.uint64(2)
_BLOCKS: Final = ("hand", "wait", "runs", "twin_runs", "triplets", "concealed", "pair")
"""What the readings in a form have of their own."""


class Form(IntEnum):
    """Values of `Readings.form`."""

    ORDINARY = 0
    KOKUSHI = 1
    GATHERED = 2
    """A win by gathered tiles, whatever the rest of the hand."""
    CHIITOITSU = 3
    """Seven pairs; so are the forms that follow."""
    CHIITOITSU_ONE_QUAD = 4
    CHIITOITSU_TWO_QUADS = 5
    """Two quads or three."""


class Wait(IntEnum):
    """Values of `Readings.wait`: what the winning tile completed."""

    TANKI = 0
    SHANPON = 1
    KANCHAN = 2
    PENCHAN = 3
    RYANMEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """One row per reading; the readings of a hand need not be neighbours."""

    hand: Rows
    """(m,) row of the hand that is read."""
    form: Codes
    """(m,) `Form`."""
    wait: Codes
    """(m,) `Wait`; tanki for chiitoitsu and kokushi musou, shanpon where no tile wins."""
    runs: Kinds
    """(m,) lowest kinds of the runs, called ones too."""
    twin_runs: Codes
    """(m,) pairs of identical concealed runs."""
    triplets: Kinds
    """(m,) kinds of triplets and kans, called ones too."""
    concealed: Kinds
    """(m,) triplets and kans made without a call and without the ron tile."""
    kans: Kinds
    """(m,) kinds of kans."""
    pair: Kinds
    """(m,) kind of the pair (of all seven in chiitoitsu)."""
    tiles: Kinds
    """(m,) every kind in the hand and its melds."""
    win: Kinds
    """(m,) kind of the winning tile."""
    seat_wind: Kinds
    round_wind: Kinds
    is_closed: Bools
    is_tsumo: Bools

    def __len__(self) -> int:
        return len(self.hand)

    def __getitem__(self, rows: slice | NDArray[Any]) -> Readings:
        """Pick rows by slice, mask or index."""
        return Readings(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})


def readings_of(hands: WinningHands, quads_are_pairs: Bools | None = None) -> Readings:
    """List all readings of all hands.

    A hand that is not complete, or does not hold its winning tile, has none, unless its tiles are
    gathered.

    Args:
        hands: n wins.
        quads_are_pairs: (n,) whether the rules see two pairs of chiitoitsu in four equal tiles; none
            do when left out.

    Returns:
        m readings; about 1.05 per hand of real games.
    """
    table = split_table()
    rows = table.rows(hands.suits)
    melds = _called_blocks(hands)
    concealed_tiles = _spread(table.ranks[rows])
    win = of_kind(hands.win_kind)
    parts = {
        Form.ORDINARY: _ordinary(hands, table, rows, win),
        Form.CHIITOITSU: _seven_pairs(hands, table, rows, concealed_tiles, win),
        Form.KOKUSHI: _thirteen_orphans(hands, table, rows, concealed_tiles, win),
    }
    if hands.is_gathered.any():
        parts[Form.GATHERED] = _special(np.flatnonzero(hands.is_gathered), wait=Wait.SHANPON)
    if quads_are_pairs is not None:
        hand, quads, kinds_held = _quads_and_pairs(hands, quads_are_pairs, win)
        concealed_tiles[hand] = kinds_held
        parts[Form.CHIITOITSU_ONE_QUAD] = _special(hand[quads == 1], kinds_held[quads == 1])
        parts[Form.CHIITOITSU_TWO_QUADS] = _special(hand[quads > 1], kinds_held[quads > 1])
    return _joined(hands, parts, melds, concealed_tiles, win)


def _joined(
    hands: WinningHands,
    parts: Mapping[Form, Mapping[str, Any]],
    melds: Mapping[str, Kinds],
    concealed_tiles: Kinds,
    win: Kinds,
) -> Readings:
    """Put the readings in all forms together, and add what they have of their hands."""
    blocks = {name: np.concatenate([part[name] for part in parts.values()]) for name in _BLOCKS}
    hand = blocks["hand"]
    called = {name: value[hand] for name, value in melds.items()}
    return Readings(
        hand=hand,
        form=np.repeat(np.array([*parts], dtype=np.uint8), [len(part["hand"]) for part in parts.values()]),
        wait=blocks["wait"],
        runs=blocks["runs"] | called["runs"],
        twin_runs=blocks["twin_runs"],
        triplets=blocks["triplets"] | called["triplets"],
        concealed=blocks["concealed"] | called["ankan"],
        kans=called["kans"],
        pair=blocks["pair"],
        tiles=concealed_tiles[hand] | called["tiles"],
        win=win[hand],
        seat_wind=of_kind(hands.seat_wind + np.uint8(EAST))[hand],
        round_wind=of_kind(hands.round_wind + np.uint8(EAST))[hand],
        is_closed=hands.is_closed[hand],
        is_tsumo=hands.is_tsumo[hand],
    )


def _spread(ranks: Kinds) -> Kinds:
    """Join the sets of ranks of the four suits, (4, n), into sets of kinds."""
    man, pin, sou, honours = ranks
    joined: Kinds = man | pin << np.uint64(9) | sou << np.uint64(18) | honours << np.uint64(27)
    return joined


def _called_blocks(hands: WinningHands) -> dict[str, Kinds]:
    """The melds of each hand as sets of kinds."""
    blocks = {name: np.zeros(len(hands), dtype=np.uint64) for name in ("runs", "triplets", "kans", "ankan")}
    for meld, lowest in zip(hands.meld_type.T, of_kind(hands.meld_kind).T, strict=True):
        blocks["runs"] |= np.where(meld == Meld.CHI, lowest, NOTHING)
        blocks["triplets"] |= np.where(meld >= Meld.PON, lowest, NOTHING)
        blocks["kans"] |= np.where(meld >= Meld.OPEN_KAN, lowest, NOTHING)
        blocks["ankan"] |= np.where(meld == Meld.ANKAN, lowest, NOTHING)
    runs = blocks["runs"]
    blocks["tiles"] = runs | runs << _ONE | runs << _TWO | blocks["triplets"]
    return blocks


def _ordinary(hands: WinningHands, table: SplitTable, rows: NDArray[np.uint16], win: Kinds) -> dict[str, Any]:
    """Readings as four blocks and a pair."""
    hand, split = _splits(hands, table, rows)
    runs, triplets, pair = (_spread(column[split]) for column in (table.runs, table.triplets, table.pair))
    waits = _waits(runs, triplets, pair, win[hand])
    waits[:, Wait.SHANPON] |= (hands.is_gathered & is_empty(win))[hand]
    reading, wait = np.nonzero(waits)
    hand, triplets = hand[reading], triplets[reading]
    # A triplet that a ron completes counts as open (EMA rules 2016, 4.2).
    finished_by_ron = (wait == Wait.SHANPON) & ~hands.is_tsumo[hand]
    return {
        "hand": hand,
        "wait": wait.astype(np.uint8),
        "runs": runs[reading],
        "twin_runs": table.twin_runs[split].sum(axis=0, dtype=np.uint8)[reading],
        "triplets": triplets,
        "concealed": triplets & ~np.where(finished_by_ron, win[hand], NOTHING),
        "pair": pair[reading],
    }


def _splits(
    hands: WinningHands, table: SplitTable, rows: NDArray[np.uint16]
) -> tuple[Rows, NDArray[np.int32]]:
    """Every choice of one split per suit, for hands of four blocks and one pair.

    Returns:
        hand: (m,) row of the hand.
        split: (4, m) split of each suit.
    """
    tiles = table.tiles[rows]
    has_size = equals(tiles.sum(axis=0, dtype=np.uint8) + 3 * hands.melds, HAND_TILES)
    has_one_pair = (tiles % 3 == 2).sum(axis=0) == 1
    count = table.count[rows]
    choices = np.where(has_size & has_one_pair, count.prod(axis=0), 0)
    hand = np.repeat(np.arange(len(hands)), choices)
    split = table.first[rows][:, hand]
    several = np.flatnonzero(choices[hand] > 1)
    choice = several - (np.cumsum(choices) - choices)[hand[several]]
    for suit in range(4):
        choice, digit = np.divmod(choice, count[suit, hand[several]])
        split[suit, several] += digit.astype(np.int32)
    return hand, split


def _waits(runs: Kinds, triplets: Kinds, pair: Kinds, win: Kinds) -> Bools:
    """Which kinds of wait the winning tile can have had, (m, 5) in the order of `Wait`."""
    as_lowest, as_middle, as_highest = runs & win, runs & win >> _ONE, runs & win >> _TWO
    waits = np.empty((len(win), len(Wait)), dtype=np.bool_)
    waits[:, Wait.TANKI] = touches(pair, win)
    waits[:, Wait.SHANPON] = touches(triplets, win)
    waits[:, Wait.KANCHAN] = as_middle != NOTHING
    waits[:, Wait.PENCHAN] = touches(as_lowest, _RUNS_789) | touches(as_highest, _RUNS_123)
    waits[:, Wait.RYANMEN] = (as_lowest & ~_RUNS_789 | as_highest & ~_RUNS_123) != NOTHING
    return waits


def _seven_pairs(
    hands: WinningHands, table: SplitTable, rows: NDArray[np.uint16], tiles: Kinds, win: Kinds
) -> dict[str, Any]:
    """Readings as seven different pairs (EMA rules 2016, 4.2)."""
    no_melds = equals(hands.melds, 0)
    is_pairs = (table.pairs[rows].sum(axis=0, dtype=np.int32) == 7) & no_melds & touches(tiles, win)
    hand = np.flatnonzero(is_pairs)
    return _special(hand, tiles[hand])


def _quads_and_pairs(hands: WinningHands, quads_are_pairs: Bools, win: Kinds) -> tuple[Rows, Codes, Kinds]:
    """Hands of seven pairs with two of a kind among them: their rows, numbers of quads and kinds."""
    hand = np.flatnonzero(quads_are_pairs & equals(hands.melds, 0))
    counts = counts_from_suits(hands.suits[hand])
    quads = (counts == 4).sum(axis=1, dtype=np.uint8)
    is_pairs = (counts % 2 == 0).all(axis=1) & (counts.sum(axis=1) == HAND_TILES)
    held = ((counts > 0) * of_kind(np.arange(counts.shape[1], dtype=np.uint8))).sum(axis=1, dtype=np.uint64)
    found = is_pairs & (quads > 0) & touches(held, win[hand])
    return hand[found], quads[found], held[found]


def _thirteen_orphans(
    hands: WinningHands, table: SplitTable, rows: NDArray[np.uint16], tiles: Kinds, win: Kinds
) -> dict[str, Any]:
    """Readings as one of each terminal and honour with one of them doubled."""
    has_size = equals(table.tiles[rows].sum(axis=0, dtype=np.uint8), HAND_TILES)
    is_orphans = (tiles == YAOCHUU) & touches(tiles, win) & has_size
    hand = np.flatnonzero(is_orphans)
    counts = counts_from_suits(hands.suits[hand])
    return _special(hand, of_kind(np.argmax(counts == 2, axis=1).astype(np.uint8)))


def _special(hand: Rows, pair: Kinds | None = None, wait: Wait = Wait.TANKI) -> dict[str, Any]:
    """Readings without concealed blocks, by default waiting for a single tile."""
    nothing = np.zeros(len(hand), dtype=np.uint64)
    return {
        "hand": hand,
        "wait": np.full(len(hand), wait, dtype=np.uint8),
        "runs": nothing,
        "twin_runs": np.zeros(len(hand), dtype=np.uint8),
        "triplets": nothing,
        "concealed": nothing,
        "pair": nothing if pair is None else pair,
    }
