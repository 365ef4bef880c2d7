"""Readers of log formats: many formats in, one set of tables out."""

from __future__ import annotations

from mjlog.formats.archives import Limits
from mjlog.formats.base import Document, Reader, Unreadable
from mjlog.formats.io import Source, open_documents
from mjlog.formats.registry import Progress, read, read_batches, readers, recognise

__all__ = [
    "Document",
    "Limits",
    "Progress",
    "Reader",
    "Source",
    "Unreadable",
    "open_documents",
    "read",
    "read_batches",
    "readers",
    "recognise",
]
