"""PA: what the log says is complete and well formed."""

from __future__ import annotations

import numpy as np

from mjlog.audit.evidence import Evidence
from mjlog.audit.registry import Found, at_events, at_rounds, rule
from mjlog.replay.batch import ENDS_ROUND
from mjlog.tiles import NO_TILE

_DEALT = 13


@rule("PA001", "round-without-end", "the round has no result, but the game goes on")
def round_without_end(evidence: Evidence) -> Found:
    """Every round that is followed by another, or ends a complete game, has a win or a draw and its result.

    Needs: a round that is followed by another, or that ends a game told to its end.
    Why: without its end a round cannot be settled; events are missing.
    Example: a round stops after a discard and the next one begins.
    """
    batch = evidence.batch
    ended, settled = np.zeros((2, batch.n_rounds), dtype=bool)
    ended[batch.events.round[evidence.rarer_events[ENDS_ROUND.take(evidence.rarer_kinds)]]] = True
    settled[evidence.rescored.wins.round] = settled[evidence.rescored.draws.round] = True
    follows = evidence.follows()
    complete = np.asarray(evidence.tables.games["is_complete"])
    last = evidence.rescored.last_round[complete]
    checked = np.sort(np.concatenate([follows, last[last >= 0]]))
    return at_rounds(checked, ~(ended & settled)[checked], not_checkable=batch.n_rounds - len(checked))


@rule("PA002", "wrong-deal", "seat {seat} is dealt {actual} tiles")
def wrong_deal(evidence: Evidence) -> Found:
    """Every player is dealt 13 tiles, the dealer's 14th being the first draw.

    Why: a hand of another size cannot be played.
    Example: a dealt hand of 12 tiles.
    """
    batch = evidence.batch
    size = (batch.hands != NO_TILE).sum(axis=2)
    seated = batch.present
    rounds, seats = np.nonzero(seated & (size != _DEALT))
    found = at_rounds(
        rounds,
        np.ones(len(rounds), dtype=bool),
        seats=seats,
        expected=lambda _: str(_DEALT),
        actual=lambda i: str(size[rounds[i], seats[i]]),
    )
    return Found(int(seated.sum()), 0, found.round, found.event, found.seat, found.expected, found.actual)


@rule("PA003", "rules-not-usable", "the rules of the game cannot be used: {actual}", severity="warning")
def rules_not_usable(evidence: Evidence) -> Found:
    """The rules that a log states, or its platform implies, are known and free of contradictions.

    Why: otherwise other rules stand in, and the findings about the game may come from that.
    Example: a game that names a preset which does not exist.
    """
    refused = evidence.rules.refused
    last = evidence.rescored.last_round
    games = np.array([g for g in sorted(refused) if last[g] >= 0], dtype=np.int64)
    found = at_rounds(
        last[games],
        np.ones(len(games), dtype=bool),
        expected=lambda _: "a known rule set",
        actual=lambda i: refused[int(games[i])],
    )
    checked = len(evidence.tables.games)
    return Found(checked, 0, found.round, found.event, found.seat, found.expected, found.actual)


@rule("PA004", "result-without-event", "the log records a result that its events do not show")
def result_without_event(evidence: Evidence) -> Found:
    """Every recorded win and draw stands among the events of its round.

    Why: the event, or the tile it is about, is missing.
    Example: the record of a second ron in a round with one win.
    """
    rescored = evidence.rescored
    rounds = np.concatenate([rescored.wins.round, rescored.draws.round])
    placed = np.concatenate([rescored.wins.is_placed, rescored.draws.is_placed])
    seats = np.concatenate([rescored.wins.seat, np.full(len(rescored.draws.round), -1)])
    return at_rounds(rounds, ~placed, seats=seats)


@rule(
    "PA005",
    "time-runs-backwards",
    "the log has this event {actual} ms after the start of the game, the one before at {expected} ms",
    columns=("events.elapsed",),
)
def time_runs_backwards(evidence: Evidence) -> Found:
    """No event of a round is earlier than the one before it; those without a time do not count.

    Needs: the time of the event, in a round of which the log times some.
    Why: events stand in the order in which they happen, so the order or a time is wrong.
    Example: a discard 61,000 ms after the start of the game behind a draw at 64,000 ms.
    """
    ev = evidence.batch.events
    if ev.elapsed is None:
        return Found(checked=0)
    timed = np.flatnonzero(ev.elapsed >= 0)
    pairs = np.flatnonzero(ev.round[timed[1:]] == ev.round[timed[:-1]])
    before, after = ev.elapsed[timed[pairs]], ev.elapsed[timed[pairs + 1]]
    is_timed_round = np.zeros(evidence.batch.n_rounds, dtype=bool)
    is_timed_round[ev.round[timed]] = True
    return at_events(
        evidence,
        timed[pairs + 1],
        after < before,
        expected=lambda i: str(before[i]),
        actual=lambda i: str(after[i]),
        not_checkable=int((is_timed_round[ev.round] & (ev.elapsed < 0)).sum()),
    )
