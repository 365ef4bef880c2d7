"""EN: what a game begins with."""

from __future__ import annotations

import numpy as np

from mjlog.audit.evidence import Evidence
from mjlog.audit.registry import Found, at_rounds, rule
from mjlog.columns import ints_of


@rule(
    "EN013",
    "wrong-start-score",
    "everybody begins the game with {actual} points; the rules give {expected}",
    fields=("start_score",),
)
def wrong_start_score(evidence: Evidence) -> Found:
    """Players who begin with equal scores begin with those that the log's rules state or imply.

    Unequal scores are a handicap.
    Why: results count from it, and a wrong first score is carried through the whole game.
    Example: every score of a game is 100 points too high.
    """
    batch = evidence.batch
    index = ints_of(evidence.tables.rounds["round_index"], 0)
    begins = (index == 0) & (batch.round_wind == 0) & (batch.honba == 0) & (batch.sticks == 0)
    absent = np.arange(4) >= batch.seats[:, None]
    is_equal = ((batch.start_scores == batch.start_scores[:, :1]) | absent).all(axis=1)
    rows = np.flatnonzero(begins & is_equal & batch.has_scores & evidence.states("start_score"))
    due = batch.rules.start_score[batch.rule]
    return at_rounds(
        rows,
        batch.start_scores[rows, 0] != due[rows],
        expected=lambda i: str(due[rows[i]]),
        actual=lambda i: str(batch.start_scores[rows[i], 0]),
    )
