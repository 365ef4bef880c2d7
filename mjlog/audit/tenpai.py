"""Who is recorded as tenpai at the draws of a batch, held against the hands."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import matrix_of
from mjlog.replay.melds import NEVER
from mjlog.replay.replay import Replay
from mjlog.scoring.rescore import Rescored


class TenpaiLists(NamedTuple):
    """The rows of `draws`, with who is tenpai as logged."""

    logged: NDArray[np.bool_]
    """(draws, 4) who is recorded as tenpai; False where nothing is recorded."""
    recorded: NDArray[np.bool_]
    """(draws,) whether the log says it, at an exhaustive draw."""
    checkable: NDArray[np.bool_]
    """(draws,) whether it does, and all hands are known."""
    wrong: NDArray[np.bool_]
    """(draws,) whether the hands contradict it."""


def tenpai_lists(replay: Replay, rescored: Rescored, log: pa.Table) -> TenpaiLists:
    """Hold who is recorded as tenpai against the hands.

    A noten hand recorded as tenpai is always wrong.  A tenpai hand recorded as noten is where its
    player is in riichi, or the rules let nobody hide it (`Ruleset.hidden_tenpai`); at nagashi mangan
    hands need not be shown.

    Args:
        replay: the replay of a batch.
        rescored: its recomputed results.
        log: its rows of `draws`.
    """
    batch, draws = replay.batch, rescored.draws
    column = log["log_tenpai"]
    logged = matrix_of(column.cast(pa.list_(pa.int8())), 4, 0) == 1
    recorded = np.asarray(column.is_valid()) & draws.is_exhaustive
    checkable = recorded & draws.hands_known
    in_riichi = replay.turns.riichi_at[draws.round] < NEVER
    must_show = in_riichi | ~batch.rules.hidden_tenpai[batch.rule[draws.round]][:, None]
    must_show &= ~rescored.is_nagashi[:, None]
    contradicts = (logged & ~draws.tenpai) | (draws.tenpai & ~logged & must_show)
    return TenpaiLists(logged, recorded, checkable, checkable & contradicts.any(axis=1))
