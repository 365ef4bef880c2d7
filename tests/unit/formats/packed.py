"""Packed content for tests, and the documents that are found in it."""

from __future__ import annotations

import gzip
import io
import zipfile

from mjlog.formats import Document, Unreadable, open_documents

TEXT = b"<mjloggm/>" * 50


def gzipped(data: bytes) -> bytes:
    """Gzip without the time, so that names of parametrised tests are the same in every process."""
    return gzip.compress(data, mtime=0)


def zipped(members, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def read(sources, limits=None):
    """Content of what was read, and reasons of what was not, by path."""
    pieces = list(open_documents(sources, limits))
    documents = {p.path: p.data for p in pieces if isinstance(p, Document)}
    refused = {p.path: p.reason for p in pieces if isinstance(p, Unreadable)}
    assert len(documents) + sum(isinstance(p, Unreadable) for p in pieces) == len(pieces)
    return documents, refused


def one(data, limits=None):
    """The one document that bytes hold."""
    documents, refused = read(data, limits)
    assert refused == {}
    (content,) = documents.values()
    return content
