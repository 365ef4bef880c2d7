"""What the rounds without a win pay: noten, nagashi mangan and chombo of a replayed batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.replay.replay import Replay
from mjlog.rulesets.table import code
from mjlog.rulesets.words import Nagashi, ScoreSystem
from mjlog.scoring.draws import LoggedDraws
from mjlog.scoring.from_replay import nagashi_hands
from mjlog.scoring.money import Money
from mjlog.scoring.score import score_hands
from mjlog.scoring.settlements import NAGASHI_BASE, chombo_deltas, nagashi_deltas, noten_deltas

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class PaidDraws:
    """The rows of `draws` and what each of them pays."""

    nagashi: NDArray[np.bool_]
    """(draws, 4) whose nagashi mangan is paid."""
    deltas: NDArray[np.int32]
    """(draws, 4) score changes; 0 where they could not be computed."""
    is_payable: NDArray[np.bool_]
    """(draws,) whether they could."""


def paid_draws(replay: Replay, draws: LoggedDraws, money: Money) -> PaidDraws:
    """Pay the draws of a batch.

    Args:
        replay: the replay of the batch.
        draws: its rows of `draws`.
        money: honba, sticks and dice of its rounds.
    """
    rules, tables = replay.batch.rules, money.tables(replay.batch, draws.round)
    allowed = rules.nagashi_mangan[tables.rule] != code(Nagashi.NONE)
    nagashi = draws.nagashi & tables.present & (draws.is_exhaustive & allowed)[:, None]
    is_nagashi = nagashi.any(axis=1)
    base, is_known = _nagashi_base(replay, draws, nagashi)
    by_tenpai = noten_deltas(draws.tenpai, tables, rules)
    by_river = nagashi_deltas(nagashi, base, tables, rules)
    payable = np.where(is_nagashi, is_known, draws.hands_known)
    deltas = np.where(is_nagashi[:, None], by_river, by_tenpai)
    deltas = np.where((draws.is_exhaustive & payable)[:, None], deltas, 0).astype(np.int32)
    if draws.is_chombo.any():
        deltas += chombo_deltas(draws.offends, tables, rules)
    payable |= ~draws.is_exhaustive
    return PaidDraws(
        nagashi=nagashi,
        deltas=deltas,
        is_payable=np.where(draws.is_chombo, draws.offends.any(axis=1), payable),
    )


def _nagashi_base(
    replay: Replay, draws: LoggedDraws, nagashi: Array
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Base points of nagashi mangan: a mangan, or what the hand is worth with it where points are added up.

    Returns:
        (draws, 4) base points, and (draws,) whether the hands that they depend on are known.
    """
    rules, rule = replay.batch.rules, replay.batch.rule[draws.round]
    base = np.full(nagashi.shape, NAGASHI_BASE, dtype=np.int32)
    is_known = np.ones(len(nagashi), dtype=bool)
    adds_up = rules.score_system[rule] == code(ScoreSystem.ADDITIVE)
    row, seat = np.nonzero(nagashi & adds_up[:, None])
    if len(row):
        hands, known = nagashi_hands(replay, draws.round[row], seat, draws.event[row])
        base[row, seat] = score_hands(hands, rules).base
        is_known[row[~known]] = False
    return base, is_known
