"""Rule sets: every choice that the engine honours as data, presets, and the user's own."""

from mjlog.rulesets.games import GameRules, rules_of_games
from mjlog.rulesets.load import label, load, presets, resolve
from mjlog.rulesets.model import Ruleset
from mjlog.rulesets.table import RulesetTable
from mjlog.rulesets.values import RulesetError

__all__ = [
    "GameRules",
    "Ruleset",
    "RulesetError",
    "RulesetTable",
    "label",
    "load",
    "presets",
    "resolve",
    "rules_of_games",
]
