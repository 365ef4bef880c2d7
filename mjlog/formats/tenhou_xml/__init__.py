"""Tenhou's XML logs (mjloggm)."""

from mjlog.formats.coverage import load
from mjlog.formats.tenhou_xml.reader import NAME, TITLE, read, sniff

COVERAGE = load(__package__)

__all__ = ["COVERAGE", "NAME", "TITLE", "read", "sniff"]
