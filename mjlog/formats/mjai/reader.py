"""mjai, the action format of the field: one JSON action per line, in all its dialects.

Read are the original mjai (with and without `haipai`, drawings of the table between the lines),
akochan, Mortal, mjai.app and Akagi (arrays of actions), RiichiEnv, exports of Mahjong Soul games,
whole files as one array or as ``{"events": [...]}``, pretty-printed or not, and the logs of bots,
who do not see the other hands ("?").

What mjai cannot say, and stands as null or is counted:

* Rules: only length, red fives, player count and, through a link or a `majsoul` block, the
  platform are stated.  The canonical form of `mjai.write`, the action format, adds a rule set.
* The original dialect leaves out wind, honba and sticks; they are counted from the first round of
  the log, taken as East 1.  Scores that it leaves out follow from `scores` and `deltas` of later
  actions where these are stated, else they are null.
* A draw without a reason is of unknown type; it ends the round as exhaustive where the wall is
  used up or points move.
* Who discarded a called tile follows from the order where an exporter names the caller instead.
* Mahjong Soul deals the dealer fourteen tiles; the last is read as the first draw.
* akochan logs fu before rounding; they are rounded.  `haiyama` (its wall) is not kept.
* Games without a dora indicator at the deal (akochan's experiments with Chinese rules) are no
  riichi mahjong and are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.mjai.assembly import Assembly
from mjlog.formats.mjai.batch import decode_batch
from mjlog.formats.mjai.columns import ActionColumns
from mjlog.formats.mjai.kept import Extras
from mjlog.formats.mjai.lines import ACTION_NAMES, FIRST_TYPE
from mjlog.formats.source import Source
from mjlog.tables import LogTables

NAME: Final = "mjai"
TITLE: Final = "mjai (JSON actions: mjlog's own format, original, Mortal, Akagi, akochan, RiichiEnv)"


def sniff(head: bytes) -> bool:
    """Tell from the first bytes of the content whether this is mjai: the first type names an action."""
    first = FIRST_TYPE.search(head)
    return first is not None and (first[1] or b"").decode() in ACTION_NAMES


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole documents; what cannot be read goes to `rejects`."""
    builder = LogBuilder()
    sources = [Source(document, builder) for document in documents]
    actions = decode_batch([document.data for document in documents], [source.reject for source in sources])
    columns = ActionColumns(actions)
    extras = Extras(actions)
    assembly = Assembly(actions, columns, extras, sources, builder, NAME)
    events, rounds = assembly.events(), assembly.told.of_rounds()
    return builder.build(
        events,
        rounds=rounds,
        wins=assembly.told.of_wins(),
        draws=assembly.told.of_draws(),
        extras=None if extras.is_empty else extras.bulk(columns, rounds),
    )
