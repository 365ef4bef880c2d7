"""tenhou.net/6 JSON."""

from mjlog.formats.tenhou_json.reader import NAME, TITLE, read, sniff

__all__ = ["NAME", "TITLE", "read", "sniff"]
