"""mjai, the action format: JSON Lines of actions, in all its dialects."""

from mjlog.formats.mjai.reader import NAME, TITLE, read, sniff

__all__ = ["NAME", "TITLE", "read", "sniff"]
