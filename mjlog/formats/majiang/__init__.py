"""majiang JSON, the records of kobalab's programs."""

from mjlog.formats.coverage import load
from mjlog.formats.majiang.reader import NAME, TITLE, read, sniff
from mjlog.formats.majiang.write import SUFFIX, games

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "SUFFIX", "TITLE", "games", "read", "sniff"]
