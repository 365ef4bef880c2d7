"""What Tenhou's XML says of games and players, and what of it was not understood."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from mjlog import schema
from mjlog.formats.base import Document
from mjlog.formats.builder import EXCERPT, LogBuilder
from mjlog.formats.bulk import Bulk
from mjlog.formats.plain import columns_of, identity
from mjlog.formats.round_names import round_name
from mjlog.formats.tenhou_xml import lobby
from mjlog.formats.tenhou_xml.games import log_id
from mjlog.formats.tenhou_xml.log import Log, final_result
from mjlog.rulesets.standard import SEATS
from mjlog.tables import position_in_group

_T = TypeVar("_T")
_NOT_STATED: Final[tuple[Any, Any]] = (None, None)
"""Score and points."""


class Told(NamedTuple):
    """The t games that have sound rounds, and what their tags state."""

    game: NDArray[np.int64]
    """(t,) number of each among the games of the batch."""
    first: NDArray[np.int64]
    """(t,) its first sound round."""
    players: list[int]
    """Players at the table."""
    dealer: list[int]
    """The seat of the log that is seat 0 of the table."""
    results: list[list[tuple[int, float]]]
    """Final score and points by seat, empty where the log stops before the end of the game."""

    @classmethod
    def of(cls, log: Log) -> Told:
        """Those of a batch."""
        game, first = log.told
        players, dealer = log.deals.players[first].tolist(), log.first_dealer[first].tolist()
        last = log.last_result[log.course.games.begin[game + 1] - 1].tolist()
        results = [final_result(log, *end) for end in zip(last, players, dealer, strict=True)]
        return cls(game, first, players, dealer, results)

    def number(self, games: int) -> NDArray[np.int64]:
        """(games,) number of each game among these, -1 for one without sound rounds."""
        number = np.full(games, -1, dtype=np.int64)
        number[self.game] = np.arange(len(self.game))
        return number


def game_bulk(documents: Sequence[Document], log: Log, told: Told, source_format: str) -> Bulk:
    """The games."""
    games, count = log.course.games, len(told.game)
    sources = [documents[number] for number in games.document[told.game].tolist()]
    lobby_, csrule, log_, seed, ref = (
        _picked(games.texts(tag, name), told.game)
        for tag, name in (
            ("GO", "lobby"),
            ("GO", "csrule"),
            ("TAIKYOKU", "log"),
            ("SHUFFLE", "seed"),
            ("SHUFFLE", "ref"),
        )
    )
    log_ids = [log_id(*said) for said in zip(sources, log_, ref, strict=True)]
    lobbies = [
        stated or (str(int(id_.split("-")[2])) if id_ else None)
        for stated, id_ in zip(lobby_, log_ids, strict=True)
    ]
    last = games.begin[told.game + 1] - 1
    ends = zip((log.number[last] >= 0).tolist(), told.results, strict=True)
    tables = [
        lobby.table(kind, lobby_, csrule or "", start, is_oldest=is_oldest)
        for kind, lobby_, csrule, start, is_oldest in zip(
            _picked(log.course.types, told.game),
            lobbies,
            csrule,
            _start_scores(log, told.first),
            _oldest(log)[told.game].tolist(),
            strict=True,
        )
    ]
    values = {
        "source_path": [source.path for source in sources],
        "source_format": [source_format] * count,
        "source_offset": log.markup.offset(games.first[told.game]).tolist(),
        "platform": ["tenhou"] * count,
        "log_id": log_ids,
        "player_count": told.players,
        "lobby": lobbies,
        "shuffle": [text or None for text in seed],
        "started_at": [lobby.started_at(id_) for id_ in log_ids],
        "is_complete": [is_read and bool(result) for is_read, result in ends],
        **{name: [table.get(name) for table in tables] for name in ("rules", "room", "length")},
    }
    return Bulk(np.arange(count, dtype=np.int32), columns_of(schema.GAMES, values))


def player_bulk(log: Log, told: Told) -> Bulk:
    """The players, by seat of the table."""
    dan, rate, *names = (
        _picked(log.course.games.texts("UN", name), told.game)
        for name in ("dan", "rate", "n0", "n1", "n2", "n3")
    )
    players = np.array(told.players, dtype=np.int32)
    owner = np.repeat(np.arange(len(players), dtype=np.int32), players)
    seat = position_in_group(owner)
    origin = (seat + np.array(told.dealer, dtype=np.int64)[owner]) % players[owner]
    places = (SEATS * owner + origin).tolist()

    def seated(values: Iterable[Iterable[_T]]) -> list[_T]:
        """What games say of the four seats of the log, for the players."""
        said = [*chain.from_iterable(values)]
        return [said[place] for place in places]

    results = chain.from_iterable(
        result or [_NOT_STATED] * count for count, result in zip(told.players, told.results, strict=True)
    )
    scores, points = zip(*results, strict=True) if len(places) else ((), ())
    values = {
        "seat": seat.tolist(),
        "name": [*map(identity, lobby.names_of(seated(zip(*names, strict=True))))],
        "level": seated(map(lobby.levels_of, dan)),
        "rating": seated(map(lobby.ratings_of, rate)),
        "log_final_score": list(scores),
        "log_final_points": list(points),
    }
    return Bulk(owner, columns_of(schema.GAME_PLAYERS, values))


def _picked(column: list[Any], rows: NDArray[np.int64]) -> list[Any]:
    return column if len(rows) == len(column) else [column[row] for row in rows.tolist()]


def _oldest(log: Log) -> NDArray[np.bool_]:
    """(g,) whether the deals of a game state a shuffle of their own, as in the oldest dialect."""
    is_oldest = np.zeros(len(log.course.games.first), dtype=bool)
    is_oldest[log.course.game[[number for number, _ in log.deals.shuffle]]] = True
    return is_oldest


def _start_scores(log: Log, first: NDArray[np.int64]) -> list[int | None]:
    """(k,) what all players begin with, where rounds `first` are the first deals of games."""
    scores = log.deals.scores[first]
    seated = np.arange(4) < log.deals.players[first, None]
    is_even = ((scores == scores[:, :1]) | ~seated).all(axis=1) & ~log.deals.seed[first, :2].any(axis=1)
    return [
        score if even else None for score, even in zip(scores[:, 0].tolist(), is_even.tolist(), strict=True)
    ]


def tell_problems(builder: LogBuilder, documents: Sequence[Document], log: Log) -> None:
    """Tell what was not understood, in order.

    Of a broken round its first problem is told; a reason that comes again in a document is counted.
    """
    markup = log.markup
    places = np.array([p.place for p in markup.problems], dtype=np.int64)
    where = (log.course.round_of(places), markup.document(places), log.events_before(places))
    told: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for problem, round_, document, event in sorted(
        zip(markup.problems, *(numbers.tolist() for numbers in where), strict=True),
        key=lambda told: told[0].place,
    ):
        if round_ >= 0 and problem.breaks_round and log.causes[round_] is not problem:
            continue
        begin = f"{_where(log, round_, problem.place, event)}: " if round_ >= 0 else ""
        told[document][begin + problem.reason].append(problem.place)
    games = log.course.games
    for number in np.flatnonzero(np.diff(games.begin) == 0).tolist():
        told[int(games.document[number])]["a game without rounds"].append(int(games.first[number]))
    tags = np.diff(markup.first, append=len(markup.position))
    for number in np.setdiff1d(np.flatnonzero(tags > 1), games.document).tolist():
        told[number]["no game begins in it"].append(int(markup.first[number]))
    for document, reasons in told.items():
        path = documents[document].path
        for reason, at in reasons.items():
            times = f" ({len(at)} times)" if len(at) > 1 else ""
            builder.reject(path, int(markup.offset(at[0])), reason + times, markup.text(at[0])[:EXCERPT])


def _where(log: Log, round_: int, place: int, event: int) -> str:
    """How a tag of a round is named in messages: the round, and the event if it is none of the deal."""
    name = f"round {round_ - log.course.games.begin[log.course.game[round_]]}"
    if place == int(log.course.tag[round_]):
        return name
    wind, number = divmod(int(log.deals.seed[round_, 0]), 4)
    called = round_name(wind, number + 1, int(log.deals.seed[round_, 1]))
    return f"{name} ({called}), event {event}"
