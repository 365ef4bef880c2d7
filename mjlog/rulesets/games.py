"""The rule sets that the games of a batch are played under."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rulesets.load import load, resolve
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.standard import SEATS
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.values import RulesetError

DEFAULTS: Final[Mapping[int, str]] = MappingProxyType({2: "two_player", 3: "tenhou_sanma", 4: "tenhou"})
"""Preset by number of players for games whose log says nothing of its rules."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """Rule sets in use and which game is played under which."""

    rulesets: tuple[Ruleset, ...]
    """(r,) the different rule sets."""
    table: RulesetTable
    """The same as columns."""
    rule: NDArray[np.int32]
    """(games,) number of each game's rule set."""
    refused: Mapping[int, str]
    """Games whose own rules are not known or cannot be used, with the reason; others stand for them."""


def rules_of_games(
    stated: Sequence[str | None], players: Sequence[int], ruleset: Ruleset | None = None
) -> GameRules:
    """Find the rule set of every game.

    Args:
        stated: (games,) `games.rules`.
        players: (games,) `games.player_count`: the seats of the game, with one who sits out.
        ruleset: what the user wants games of its number of players to be judged by; without it
            they are judged by what their log states, over the preset of `DEFAULTS`.
    """
    numbers: dict[str, int] = {}
    found: list[Ruleset] = []
    known: dict[tuple[str | None, int], tuple[int, str]] = {}
    rule = np.zeros(len(stated), dtype=np.int32)
    refused = {}
    for game, key in enumerate(zip(stated, players, strict=True)):
        if key not in known:
            chosen, reason = _rules_of(*key, ruleset)
            number = numbers.setdefault(chosen.id, len(found))
            if number == len(found):
                found.append(chosen)
            known[key] = number, reason
        rule[game], reason = known[key]
        if reason:
            refused[game] = reason
    used = tuple(found) or (Ruleset(name="common"),)
    return GameRules(used, RulesetTable.of(used), rule, MappingProxyType(refused))


def _rules_of(stated: str | None, players: int, ruleset: Ruleset | None) -> tuple[Ruleset, str]:
    """The rule set of one game, and why what its log states was not used ("" when it was)."""
    if ruleset is not None and ruleset.seats == players:
        return ruleset, ""
    default = load(DEFAULTS.get(players, DEFAULTS[SEATS]))
    try:
        chosen = resolve(stated, default)
    except RulesetError as error:
        return default, str(error)
    if chosen.seats != players:
        return default, f"rules of the game: for {chosen.seats} players, but {players} play"
    return chosen, ""
