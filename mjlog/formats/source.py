"""A document as a place: what of it cannot be read is told by byte and line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.builder import EXCERPT, LogBuilder


class Problem(NamedTuple):
    """Something in a document that could not be read, or only with a doubt."""

    offset: int
    reason: str
    excerpt: bytes | None = None
    """Its first bytes; None for those at the offset."""


def reject(builder: LogBuilder, document: Document, problems: Iterable[Problem]) -> None:
    """Tell what of a document could not be read."""
    for problem in problems:
        offset = max(problem.offset, 0)
        shown = document.data[offset : offset + EXCERPT] if problem.excerpt is None else problem.excerpt
        builder.reject(document.path, offset, problem.reason, shown)


@dataclass(frozen=True)
class Source:
    """A document, and the builder that is told what of it cannot be read."""

    document: Document
    builder: LogBuilder

    @property
    def path(self) -> str:
        """Where the document comes from."""
        return self.document.path

    @cached_property
    def _breaks(self) -> NDArray[np.int64]:
        """Offsets of the line breaks with something behind them."""
        data = self.document.data.rstrip()
        return np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n"))

    def line(self, offset: int) -> int | None:
        """Line at a byte offset, from 1; None in a document of one line."""
        return int(np.searchsorted(self._breaks, offset)) + 1 if len(self._breaks) else None

    def reject(self, offset: int, reason: str, excerpt: bytes) -> None:
        """Tell what at a byte offset cannot be read, and why."""
        self.builder.reject(self.path, offset, reason, excerpt, line=self.line(offset))
