"""`RulesetTable`: the rule sets in use as columns, gathered by a rule number per round or win."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.words import RenhouLimit, ScoreSystem
from mjlog.schema import DRAW_TYPES, YAKU_BIT
from mjlog.tiles import KINDS, TILE_NAMES, TileCodes, dora_after

Bools = NDArray[np.bool_]
Codes = NDArray[np.uint8]
Numbers = NDArray[np.int32]

_SETS: Final[Mapping[str, Mapping[str, int]]] = {
    "pao": YAKU_BIT,
    "yaku_that_need_another": YAKU_BIT,
    "gathered_yaku": YAKU_BIT,
    "abortive_draws": {word: bit for bit, word in enumerate(DRAW_TYPES)},
}


@lru_cache(maxsize=None, typed=True)
def code(member: StrEnum) -> int:
    """Number that stands for an enum member in a `RulesetTable` column: its place in the enum.

    >>> from mjlog.rulesets.words import Kazoe
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
    sits_out: Bools
    removed_tiles: Bools
    """(n, 34) kinds that are not in the wall."""
    red_fives: Numbers
    """(n, 3)"""
    dead_wall: Numbers
    draws_per_player: Numbers
    wall_per_kan: Numbers
    wall_per_set_aside: Numbers
    set_aside: Bools
    """(n, 34) kinds that may be set aside."""
    set_aside_rinshan: Bools
    set_aside_ron: Bools
    is_bound: Bools
    """(n, 34) kinds that a winning hand may hold only with certain yaku."""
    bound_tiles: NDArray[np.uint64]
    """(n, 34) those yaku, masks over the bits of `schema.YAKU`."""
    score_system: Codes
    start_score: Numbers
    return_score: Numbers
    uma_by_number: NDArray[np.float64]
    """(n, 5, 4) uma by the number of players who reach the return score and by final rank, thousand points:
    `Ruleset.floating_uma`, or `uma` always; 0 for ranks that the table lacks."""
    ties: Codes
    leftover_sticks: Codes
    chombo: Codes
    chombo_points: Numbers
    chi: Bools
    kuikae: Codes
    bonus_payment: Numbers
    riichi_min_wall: Numbers
    riichi_min_score: Numbers
    ippatsu: Bools
    open_riichi: Bools
    furiten_riichi: Codes
    passed_win_chombo: Bools
    ankan_in_riichi: Codes
    dora_after: TileCodes
    """(n, 34) dora kind by indicator kind."""
    kan_dora: Codes
    ura_dora: Bools
    kan_ura_dora: Bools
    ura_indicator_counts: Bools
    open_tanyao: Bools
    yaku_han: NDArray[np.int16]
    """(n, yaku, 2) han of each yaku of `schema.YAKU`, closed and open; 0 where it does not count."""
    yakuman: NDArray[np.int8]
    """(n, yaku) multiple of each yakuman, 0 where it does not count and for ordinary yaku."""
    minimum_han: Numbers
    tenhou_any_tile: Bools
    yakuman_stacking: Bools
    kazoe: Codes
    renhou_limit: Codes
    ryuuiisou_needs_hatsu: Bools
    yaku_points: NDArray[np.int16]
    """(n, yaku, 2) points of each yaku and bonus of `schema.YAKU`, closed and open."""
    point_value: Numbers
    yaku_that_need_another: NDArray[np.uint64]
    """(n,) mask over the bits of `schema.YAKU`."""
    gathered_yaku: NDArray[np.uint64]
    """(n,) mask over the bits of `schema.YAKU`."""
    double_wind_pair_fu: Numbers
    rinshan_tsumo_fu: Bools
    kiriage_mangan: Bools
    shares: Codes
    honba_points: Numbers
    noten_payment: Numbers
    noten_payment_by: Codes
    max_ron: Numbers
    triple_ron: Codes
    honba_to_each_winner: Bools
    own_stick_back: Bools
    tsumo_absent_share: Codes
    dice_pair_doubles: Bools
    pao: NDArray[np.uint64]
    """(n,) mask over the bits of `schema.YAKU`."""
    pao_scope: Codes
    pao_honba: Codes
    pao_daiminkan: Bools
    temporary_furiten_until: Codes
    kokushi_robs_ankan: Bools
    tenpai: Codes
    hidden_tenpai: Bools
    abortive_draws: NDArray[np.uint64]
    """(n,) mask over the positions of `schema.DRAW_TYPES`."""
    nagashi_mangan: Codes
    length: Codes
    """One more than the last scheduled wind (0 East); 0 for a single round."""
    deal: Codes
    win_renchan: Bools
    tenpai_renchan: Bools
    abortive_renchan: Bools
    agari_yame: Codes
    tenpai_yame: Codes
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
        columns = {f.name: _column(f.name, rulesets) for f in fields(cls) if f.name != "names"}
        return cls(names=tuple(r.name for r in rulesets), **columns)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def renhou_as_mangan(self) -> Bools:
        """(n,) whether renhou is a limit of its own, the mangan, beside han and fu."""
        is_mangan = self.renhou_limit == code(RenhouLimit.MANGAN)
        by_han: Bools = is_mangan & (self.score_system == code(ScoreSystem.HAN_FU))
        return by_han

    @property
    def counts_quads(self) -> Bools:
        """(n,) whether four equal tiles are two pairs of chiitoitsu: where that has a worth of its own."""
        forms = [YAKU_BIT["chiitoitsu_one_quad"], YAKU_BIT["chiitoitsu_two_quads"]]
        han = self.yaku_han[:, forms].any(axis=(1, 2))
        points = self.yaku_points[:, forms].any(axis=(1, 2))
        return np.asarray(han | points | self.yakuman[:, forms].any(axis=1))


def _column(name: str, rulesets: Sequence[Ruleset]) -> NDArray[Any]:
    """One rule of all rule sets as an array: made by its maker, or by the kind of its value."""
    if name in _MAKERS:
        return np.stack([_MAKERS[name](r) for r in rulesets])
    values = [getattr(r, name) for r in rulesets]
    if name in _SETS:
        return np.array([_mask(_SETS[name], v) for v in values], dtype=np.uint64)
    if isinstance(values[0], StrEnum):
        return np.array([code(v) for v in values], dtype=np.uint8)
    return np.array(values, dtype=np.bool_ if isinstance(values[0], bool) else np.int32)


def _mask(bits: Mapping[str, int], words: Collection[str]) -> int:
    return sum(1 << bits[word] for word in words)


def _is_kind(tiles: Collection[str]) -> Bools:
    """(34,) whether each kind is one of `tiles`."""
    return np.isin(TILE_NAMES[:KINDS], list(tiles))


def _by_yaku(values: Mapping[str, Any], dtype: type[np.signedinteger[Any]], *shape: int) -> NDArray[Any]:
    """A mapping from yaku slugs as an array over the positions of `schema.YAKU`."""
    table = np.zeros((len(YAKU_BIT), *shape), dtype=dtype)
    for slug, value in values.items():
        table[YAKU_BIT[slug]] = value
    return table


def _uma(row: Sequence[float]) -> NDArray[np.float64]:
    return np.array([*row, *[0.0] * (SEATS - len(row))], dtype=np.float64)


def _uma_by_number(r: Ruleset) -> NDArray[np.float64]:
    """(5, 4) uma by the number of players who reach the return score; more than are named: none."""
    if not r.floating_uma:
        return np.stack([_uma(r.uma)] * (SEATS + 1))
    rows = [_uma(()), *map(_uma, r.floating_uma)]
    return np.stack([*rows, *[_uma(())] * (SEATS + 1 - len(rows))])


def _dora_after(r: Ruleset) -> TileCodes:
    removed = [TILE_NAMES.index(tile) for tile in r.removed_tiles]
    return dora_after(removed, [TILE_NAMES.index(tile) for tile in r.dragon_order])


_MAKERS: Final[Mapping[str, Callable[[Ruleset], NDArray[Any]]]] = {
    "removed_tiles": lambda r: _is_kind(r.removed_tiles),
    "set_aside": lambda r: _is_kind(r.set_aside),
    "is_bound": lambda r: _is_kind(r.bound_tiles),
    "bound_tiles": lambda r: np.array(
        [_mask(YAKU_BIT, r.bound_tiles.get(tile, ())) for tile in TILE_NAMES[:KINDS]], dtype=np.uint64
    ),
    "uma_by_number": _uma_by_number,
    "dora_after": _dora_after,
    "yaku_han": lambda r: _by_yaku(r.yaku_han, np.int16, 2),
    "yaku_points": lambda r: _by_yaku(r.yaku_points, np.int16, 2),
    "yakuman": lambda r: _by_yaku(r.yakuman, np.int8),
}
