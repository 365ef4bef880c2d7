"""tenhou.net/6 JSON."""

from mjlog.formats.coverage import load
from mjlog.formats.tenhou_json.reader import NAME, TITLE, read, sniff

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "TITLE", "read", "sniff"]
