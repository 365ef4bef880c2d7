"""`simulate`: games from a seed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from random import Random
from typing import Final

from mjlog.rulesets import load
from mjlog.rulesets.model import Ruleset
from mjlog.simulate.game import Rules, play_game, play_together
from mjlog.simulate.rare import deals_for
from mjlog.simulate.record import tables_of
from mjlog.simulate.wall import shuffle
from mjlog.tables import LogTables

BATCH: Final = 128
"""Games of one batch of tables."""


def simulate(
    ruleset: str | Ruleset = "tenhou",
    games: int = 1,
    seed: int = 0,
    *,
    rare: bool | Collection[str] = False,
    view: int | None = None,
) -> Iterator[LogTables]:
    """Play complete games by simple players, a batch of games at a time.

    Game number n of a seed is the same on every machine and however many games are played.  Where the
    rules set no end the players stop after `course.SESSION` rounds.

    Args:
        ruleset: a rule set, or the name of a preset or path of a file.
        games: games to play.
        seed: what the walls, players and their choices follow from.
        rare: play stacked deals, in which yakuman, aborts and other rare things happen, one after the
            other in an order of the seed; or only the deals of these names.  As many games as there are
            deals play each of them, usually far fewer.
        view: seat that keeps the log and does not see what others are dealt and draw; None sees all.

    Yields:
        Log tables of whole games.

    Raises:
        RulesetError: when there is no such rule set.
        ValueError: when its dead wall is too small, or no stacked deal of these names suits it,
            or there is no such seat.
    """
    rules = Rules.of(load(ruleset) if isinstance(ruleset, str) else ruleset)
    seats = rules.ruleset.seats
    if view is not None and not 0 <= view < seats:
        raise ValueError(f"there is no seat {view} at a table of {seats}")
    deals = [] if rare is False else deals_for(rules.ruleset, () if rare is True else rare)
    shuffle(deals, Random(f"{seed}/deals"))  # noqa: S311  an order that must repeat
    played = play_together((play_game(rules, n, seed, deals) for n in range(games)), rules)
    while batch := list(islice(played, BATCH)):
        yield tables_of(batch, rules.table, seed, view)
