"""`RulesetTable`: the rule sets in use as columns, gathered by a rule number per round or win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.model import SEATS, Ruleset
from mjlog.schema import DRAW_TYPES, YAKU_BIT
from mjlog.tiles import TILE_NAMES

Bools = NDArray[np.bool_]
Codes = NDArray[np.uint8]
Numbers = NDArray[np.int32]

_SETS: Final[Mapping[str, Mapping[str, int]]] = {
    "pao": YAKU_BIT,
    "abortive_draws": {word: bit for bit, word in enumerate(DRAW_TYPES)},
}


def code(member: StrEnum) -> int:
    """Number that stands for an enum member in a `RulesetTable` column: its place in the enum.

    >>> from mjlog.rulesets.model import Kazoe
    >>> code(Kazoe.YAKUMAN), code(Kazoe.SANBAIMAN)
    (0, 1)
    """
    return list(type(member)).index(member)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesetTable:
    """One row per rule set, one column per rule that the engine reads; meanings as in `Ruleset`.

    Enums are `code` numbers, sets are bit masks, money and counts are int32.
    """

    names: tuple[str, ...]
    """(n,) names of the rule sets."""
    players: Numbers
    removed_tiles: Bools
    """(n, 34) kinds that are not in the wall."""
    red_fives: Numbers
    """(n, 3)"""
    dead_wall: Numbers
    start_score: Numbers
    return_score: Numbers
    uma: NDArray[np.float64]
    """(n, 4) thousand points by final rank, 0 for ranks that the table lacks."""
    ties: Codes
    leftover_sticks: Codes
    chi: Bools
    kita: Bools
    kuikae: Codes
    riichi_min_wall: Numbers
    riichi_min_score: Numbers
    ippatsu: Bools
    kan_dora: Codes
    ura_dora: Bools
    kan_ura_dora: Bools
    open_tanyao: Bools
    yaku_han: NDArray[np.int8]
    """(n, yaku, 2) han of each yaku of `schema.YAKU`, closed and open; 0 where it does not count."""
    yakuman: NDArray[np.int8]
    """(n, yaku) multiple of each yakuman, 0 where it does not count and for ordinary yaku."""
    yakuman_stacking: Bools
    kazoe: Codes
    renhou_limit: Codes
    ryuuiisou_needs_hatsu: Bools
    double_wind_pair_fu: Numbers
    rinshan_tsumo_fu: Bools
    kiriage_mangan: Bools
    honba_points: Numbers
    noten_payment: Numbers
    max_ron: Numbers
    triple_ron: Codes
    honba_to_each_winner: Bools
    own_stick_back: Bools
    tsumo_absent_share: Codes
    pao: NDArray[np.uint64]
    """(n,) mask over the bits of `schema.YAKU`."""
    pao_scope: Codes
    pao_honba: Codes
    temporary_furiten_until: Codes
    kokushi_robs_ankan: Bools
    abortive_draws: NDArray[np.uint64]
    """(n,) mask over the positions of `schema.DRAW_TYPES`."""
    nagashi_mangan: Codes
    length: Codes
    """One more than the last scheduled wind (0 East); 0 for a single round."""
    win_renchan: Bools
    tenpai_renchan: Bools
    abortive_renchan: Bools
    dealer_stop: Codes
    bust: Codes
    target_score: Numbers

    @classmethod
    def of(cls, rulesets: Sequence[Ruleset]) -> RulesetTable:
        """Make the table whose row i holds the rules of ``rulesets[i]``.

        Raises:
            ValueError: when `rulesets` is empty.
        """
        if not rulesets:
            raise ValueError("a rule table needs at least one rule set")
        columns = {
            f.name: _column(f.name, [getattr(r, f.name) for r in rulesets])
            for f in fields(cls)
            if f.name != "names"
        }
        return cls(names=tuple(r.name for r in rulesets), **columns)

    def __len__(self) -> int:
        return len(self.names)


def _column(name: str, values: Sequence[Any]) -> NDArray[Any]:
    """One rule of all rule sets as an array; the kind of value decides its form."""
    if name == "yaku_han":
        return np.stack([_by_yaku(v, (2,)) for v in values])
    if name == "yakuman":
        return np.stack([_by_yaku(v, ()) for v in values])
    if name == "removed_tiles":
        return np.array([[tile in v for tile in TILE_NAMES[:34]] for v in values])
    if name == "uma":
        return np.array([[*v, *[0.0] * (SEATS - len(v))] for v in values], dtype=np.float64)
    if name in _SETS:
        return np.array([sum(1 << _SETS[name][word] for word in v) for v in values], dtype=np.uint64)
    if isinstance(values[0], StrEnum):
        return np.array([code(v) for v in values], dtype=np.uint8)
    return np.array(values, dtype=np.bool_ if isinstance(values[0], bool) else np.int32)


def _by_yaku(values: Mapping[str, Any], shape: tuple[int, ...]) -> NDArray[np.int8]:
    """A mapping from yaku slugs as an array over the bits of `schema.YAKU`."""
    table = np.zeros((len(YAKU_BIT), *shape), dtype=np.int8)
    for slug, value in values.items():
        table[YAKU_BIT[slug]] = value
    return table
