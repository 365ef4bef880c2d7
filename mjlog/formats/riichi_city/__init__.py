"""Riichi City (麻雀一番街) records."""

from mjlog.formats.coverage import load
from mjlog.formats.riichi_city.reader import NAME, TITLE, read, sniff

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "TITLE", "read", "sniff"]
