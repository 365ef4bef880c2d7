"""Tenhou's XML logs (mjloggm)."""

from mjlog.formats.tenhou_xml.reader import NAME, TITLE, read, sniff

__all__ = ["NAME", "TITLE", "read", "sniff"]
