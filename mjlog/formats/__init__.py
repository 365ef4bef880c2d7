"""Log formats: many in, one set of tables, and out again where a format can be written."""

from __future__ import annotations

from mjlog.formats.archives import Limits
from mjlog.formats.base import Document, Reader, Unreadable, Writer, Written
from mjlog.formats.io import Source, open_documents
from mjlog.formats.registry import (
    Progress,
    formats_of,
    read,
    read_batches,
    reader_of,
    readers,
    recognise,
    register,
    writers,
)

__all__ = [
    "Document",
    "Limits",
    "Progress",
    "Reader",
    "Source",
    "Unreadable",
    "Writer",
    "Written",
    "formats_of",
    "open_documents",
    "read",
    "read_batches",
    "reader_of",
    "readers",
    "recognise",
    "register",
    "writers",
]
