"""Reader of Tenhou's XML logs (``mjloggm``), from 2009 on, of three and four players.

The format has no published description.  What the log tables have no column for is kept in `extras`:
the players' sex, the chips of parlour rooms, connections lost before the first deal.  Norths set
aside by three players are counted among the dora of a win, not apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final

import numpy as np

from mjlog import collector
from mjlog.formats.base import Document
from mjlog.formats.builder import EXCERPT, LogBuilder
from mjlog.formats.bulk import in_one_sequence
from mjlog.formats.tenhou_xml.events import event_columns
from mjlog.formats.tenhou_xml.held import tell_contradictions
from mjlog.formats.tenhou_xml.kept import kept_bulk
from mjlog.formats.tenhou_xml.log import decode
from mjlog.formats.tenhou_xml.tables import draw_bulk, round_bulk, win_bulk
from mjlog.formats.tenhou_xml.tags import loose_text, scan, without_comments
from mjlog.formats.tenhou_xml.telling import Told, game_bulk, player_bulk, tell_problems
from mjlog.tables import LogTables

NAME: Final = "tenhou_xml"
TITLE: Final = "Tenhou XML (mjloggm)"

_SHARE_BYTES: Final = 8 << 20
"""Bytes that are worth a thread."""
_THREADS: Final = 4
"""Shares that are read at a time, which bounds memory."""
_HEAD = re.compile(rb"<(?:mjloggm|(?:SHUFFLE|GO|TAIKYOKU|INIT)\s+\w+\s*=)")


def sniff(head: bytes) -> bool:
    """Whether `head` holds the root or a header tag of a Tenhou log."""
    return _HEAD.search(head) is not None


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole logs; a document may hold several.

    Rounds that cannot be read are left out and told in `rejects` with their reason, as are
    unknown tags and text between the tags; the other rounds of the game stay.  Comments are passed
    over.
    """
    return read_logs(documents, NAME, without_comments)


def read_logs(
    documents: Sequence[Document], source_format: str, clean_: Callable[[bytes], bytes]
) -> LogTables:
    """Read logs of a format whose documents `clean_` makes XML without comments (see `read`).

    Many are shared among threads: what NumPy and Arrow do goes on side by side.
    """
    shares = _shares(documents)
    if len(shares) == 1:
        return _read_share(documents, source_format, clean_)
    first, *others = shares
    with collector.paused(), ThreadPoolExecutor(_THREADS) as pool:
        reading = [pool.submit(_read_share, share, source_format, clean_) for share in others]
        parts = [_read_share(first, source_format, clean_), *(share.result() for share in reading)]
    return LogTables.concat(in_one_sequence(parts))


def _shares(documents: Sequence[Document]) -> list[Sequence[Document]]:
    """The documents in shares of about as many bytes."""
    ends = np.cumsum([len(document.data) for document in documents])
    size = int(ends[-1]) if len(ends) else 0
    count = max(1, size // _SHARE_BYTES)
    cuts = np.searchsorted(ends, np.arange(1, count) * (size // count))
    bounds = sorted({0, *cuts.tolist(), len(documents)})
    return [documents[begin:end] for begin, end in pairwise(bounds)] or [documents]


def _read_share(
    documents: Sequence[Document], source_format: str, clean_: Callable[[bytes], bytes]
) -> LogTables:
    """Read some of the documents in one go."""
    builder = LogBuilder()
    usable, clean = [], []
    for document in documents:
        try:
            data = clean_(document.data)
            clean.append(document if data is document.data else Document(document.path, data))
            usable.append(document)
        except ValueError as error:
            builder.reject(document.path, 0, str(error), document.data[:EXCERPT])
    log = decode(scan(clean))
    told = Told.of(log)
    told_game = told.number(len(log.course.games.first))
    extras = kept_bulk(log, told_game)
    tell_contradictions(log)
    tell_problems(builder, usable, log)
    for number, offset, size in loose_text(log.markup):
        text = clean[number].data[offset : offset + EXCERPT]
        builder.reject(clean[number].path, offset, f"{size} bytes of text between the tags", text)
    return builder.build(
        games=game_bulk(usable, log, told, source_format),
        players=player_bulk(log, told),
        events=event_columns(log.markup, log.course, log.acts, log.rounds, log.number),
        rounds=round_bulk(log, told_game),
        wins=win_bulk(log),
        draws=draw_bulk(log),
        extras=extras,
    )
