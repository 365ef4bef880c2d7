"""Mahjong Soul records, as JSON and as protobuf."""

from mjlog.formats.coverage import load
from mjlog.formats.mahjong_soul.reader import NAME, TITLE, read, sniff

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "TITLE", "read", "sniff"]
