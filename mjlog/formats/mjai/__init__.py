"""mjai, the action format: JSON Lines of actions, in all its dialects."""

from mjlog.formats.coverage import load
from mjlog.formats.mjai.reader import NAME, TITLE, read, sniff
from mjlog.formats.mjai.write import SUFFIX, games

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "SUFFIX", "TITLE", "games", "read", "sniff"]
