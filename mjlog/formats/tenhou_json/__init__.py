"""tenhou.net/6 JSON."""

from mjlog.formats.coverage import load
from mjlog.formats.tenhou_json.reader import NAME, TITLE, read, sniff
from mjlog.formats.tenhou_json.write import SUFFIX, games, links

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "SUFFIX", "TITLE", "games", "links", "read", "sniff"]
