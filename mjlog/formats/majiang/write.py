"""Log tables as majiang JSON: one object a game, one a line.

Replacement tiles and indicators stand in majiang's order; a title that no log gave names rules and log id.
Rules that a title cannot name stand in a field of their own, `mjlog_rules`, as in the action format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import msgspec

from mjlog.formats.base import Reader, Written
from mjlog.formats.losses import written
from mjlog.formats.majiang import reader
from mjlog.formats.majiang.melds import SEATS
from mjlog.formats.majiang.words import title_of
from mjlog.formats.majiang.write_rounds import moves_of
from mjlog.formats.rows import CannotSayError, GameRows, check_rules, stated_rules
from mjlog.formats.tenhou_json.header import OWN_RULES, unsaid_rules
from mjlog.tables import LogTables

SUFFIX: Final = ".json"
_UNSAID: Final = ("leave", "return")
_encode: Final = msgspec.json.Encoder().encode


def games(tables: LogTables) -> Iterator[Written]:
    """Yield each game of `tables` as a line of JSON, in order; one that cannot be said with its problem."""
    return written(tables, cast("Reader", reader), _text, unsaid=_UNSAID)


def _text(game: GameRows) -> bytes:
    """A game as a line.

    Raises:
        CannotSayError: when the format cannot say it.
    """
    if game.row["player_count"] != SEATS:
        raise CannotSayError(f"a game of {game.row['player_count']} players")
    check_rules(stated_rules(game.row))
    if not game.rounds:
        raise CannotSayError("a game without rounds")
    known = game.kept()
    first = known.pop("qijia", 0)
    first = first if first in range(SEATS) else 0

    def by_player(values: Sequence[Any]) -> list[Any]:
        """Values by seat, the first dealer's first, as values by player."""
        return [values[(player - first) % SEATS] for player in range(SEATS)]

    scores, points, ranks = _ends(game)
    record: dict[str, Any] = {
        "title": title_of(game.row, title if isinstance(title := known.pop("title", ""), str) else ""),
        "player": by_player([_player(row) for row in game.players]),
        "qijia": first,
        "log": [moves_of(told) for told in game.rounds],
        "defen": by_player(scores),
        "point": by_player([f"{value:.10g}" for value in points]),
        "rank": by_player(ranks) if ranks else [1, 2, 3, 4],
    }
    said = reader.tenhou_header(record["title"])
    if rules := unsaid_rules(game.row, said, game.rounds[0].row):
        record[OWN_RULES] = rules
    return _encode({**record, **{key: value for key, value in known.items() if key not in record}}) + b"\n"


def _player(row: Mapping[str, Any]) -> str:
    """A name, with rank and rating in a line below it where they are known."""
    name, level, rating = row["name"] or "", row["level"], row["rating"]
    if rating is not None:
        return f"{name}\n({level + ' ' if level else ''}R{rating:.10g})"
    return f"{name}\n{level}" if level else name


def _ends(game: GameRows) -> tuple[list[int], list[float], list[int]]:
    """Final scores, results and ranks; where there are none those of a new game, without ranks."""
    scores, points = game.column("log_final_score"), game.column("log_final_points")
    nothing = [0.0] * SEATS
    if None in scores or len(scores) != SEATS:
        return game.rounds[0].row["start_scores"] or [0] * SEATS, nothing, []
    ranks = [1 + sum(_beats(scores, other, seat) for other in range(SEATS)) for seat in range(SEATS)]
    return scores, nothing if None in points else points, ranks


def _beats(scores: Sequence[int], seat: int, other: int) -> bool:
    """Whether a seat ranks before another: by scores, then by turns from the first dealer."""
    return (scores[seat], -seat) > (scores[other], -other)
