"""States and observations of mjx, as JSON."""

from mjlog.formats.coverage import load
from mjlog.formats.mjx.reader import NAME, TITLE, read, sniff

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "TITLE", "read", "sniff"]
