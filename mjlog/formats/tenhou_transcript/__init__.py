"""What Tenhou's client and server told each other: one player's view of games."""

from mjlog.formats.coverage import load
from mjlog.formats.tenhou_transcript.reader import NAME, TITLE, read, sniff

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "TITLE", "read", "sniff"]
