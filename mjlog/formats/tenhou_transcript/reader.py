"""Reader of transcripts of Tenhou's client: lines ``Get:`` and ``Send:`` of its XML, one player's view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mjlog.formats.base import Document
from mjlog.formats.tenhou_xml.reader import read_logs
from mjlog.formats.tenhou_xml.tags import without_comments
from mjlog.tables import LogTables

NAME: Final = "tenhou_transcript"
TITLE: Final = "Tenhou, transcript of the client (Get: and Send: lines, one player's view)"

_HEAD: Final = re.compile(rb"^[ \t]*+(?:Get|Send):[ \t]*+<[A-Z]", re.MULTILINE)
_START: Final = 4096
"""Bytes in which a line of a transcript stands."""
_SENT: Final = re.compile(rb"^[ \t]*+(?:Send:[^\r\n]*|Get:)", re.MULTILINE)


def sniff(head: bytes) -> bool:
    """Whether such a transcript begins with `head`."""
    start = head[:_START]
    return (b"Get:" in start or b"Send:" in start) and _HEAD.search(start) is not None


def read(documents: Sequence[Document]) -> LogTables:
    """Read transcripts."""
    return read_logs(documents, NAME, _received)


def _received(data: bytes) -> bytes:
    return without_comments(_SENT.sub(lambda found: b" " * len(found[0]), data))
