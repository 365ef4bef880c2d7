"""What Tenhou's XML says of games and players, and what of it was not understood, told to the builder."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.base import Document
from mjlog.formats.builder import EXCERPT, LogBuilder
from mjlog.formats.round_names import round_name
from mjlog.formats.tenhou_xml import lobby
from mjlog.formats.tenhou_xml.events import NO_EVENT
from mjlog.formats.tenhou_xml.games import log_id
from mjlog.formats.tenhou_xml.log import Log, final_result, turned_seats


def tell_games(
    builder: LogBuilder, documents: Sequence[Document], log: Log, source_format: str
) -> NDArray[np.int64]:
    """Tell the games that have sound rounds, and their players.

    Returns:
        (games,) number of each game in the builder, -1 for one without sound rounds.
    """
    games = log.course.games
    sound_game, first_sound = log.told
    told = np.full(len(games.first), -1, dtype=np.int64)
    told[sound_game] = np.arange(len(sound_game))
    last = games.begin[sound_game + 1] - 1
    columns = zip(
        games.document[sound_game].tolist(),
        log.markup.offset(games.first[sound_game]).tolist(),
        log.deals.players[first_sound].tolist(),
        log.first_dealer[first_sound].tolist(),
        _start_scores(log, first_sound),
        _oldest(log)[sound_game].tolist(),
        log.last_result[last].tolist(),
        (log.number[last] >= 0).tolist(),
        *(_picked(column, sound_game) for column in _headers(log)),
        strict=True,
    )
    for document, offset, players, dealer, start, is_oldest, result, is_read, kind, head, un in columns:
        source = documents[document]
        lobby_, csrule, log_, seed, ref = head
        id_ = log_id(source, log_ or "", ref or "")
        lobby_ = lobby_ or (str(int(id_.split("-")[2])) if id_ else None)
        final = final_result(log, result, players, dealer)
        builder.game(
            source_path=source.path,
            source_format=source_format,
            source_offset=offset,
            platform="tenhou",
            log_id=id_,
            player_count=players,
            lobby=lobby_,
            shuffle=seed or None,
            started_at=lobby.started_at(id_),
            is_complete=is_read and bool(final),
            **lobby.table(kind, lobby_, csrule or "", start, is_oldest=is_oldest),
        )
        _tell_players(builder, un, turned_seats(dealer, players), final)
    return told


def _tell_players(
    builder: LogBuilder, un: Sequence[str | None], seats: Sequence[int], final: Sequence[tuple[int, float]]
) -> None:
    """Tell the players that sit at `seats` of the log, with their `final` scores and points, if any."""
    dan, rate, *names = un
    seated = lobby.seated(names[: len(seats)], dan or "", rate or "")
    for seat, (origin, (score, points)) in enumerate(zip(seats, final or repeat((None, None)), strict=False)):
        builder.player(seat, log_final_score=score, log_final_points=points, **seated[origin])


def _picked(column: list[Any], rows: NDArray[np.int64]) -> list[Any]:
    return column if len(rows) == len(column) else [column[row] for row in rows.tolist()]


def _headers(log: Log) -> tuple[list[int | None], list[tuple[str | None, ...]], list[tuple[str | None, ...]]]:
    """(g,) types, what is said of the table and what of its players."""
    games = log.course.games
    table = (("GO", "lobby"), ("GO", "csrule"), ("TAIKYOKU", "log"), ("SHUFFLE", "seed"), ("SHUFFLE", "ref"))
    players = ("dan", "rate", "n0", "n1", "n2", "n3")
    return (
        log.course.types,
        list(zip(*(games.texts(*names) for names in table), strict=True)),
        list(zip(*(games.texts("UN", name) for name in players), strict=True)),
    )


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
    where = zip(log.course.round_of(places).tolist(), markup.document(places).tolist(), strict=True)
    told: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for problem, (round_, document) in sorted(
        zip(markup.problems, where, strict=True), key=lambda told: told[0].place
    ):
        if round_ >= 0 and problem.breaks_round and log.causes[round_] is not problem:
            continue
        begin = f"{_where(log, round_, problem.place)}: " if round_ >= 0 else ""
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


def _where(log: Log, round_: int, place: int) -> str:
    """How a tag of a round is named in messages: the round, and the event if it is none of the deal."""
    begin = int(log.course.tag[round_])
    name = f"round {round_ - log.course.games.begin[log.course.game[round_]]}"
    if place == begin:
        return name
    wind, number = divmod(int(log.deals.seed[round_, 0]), 4)
    event = np.count_nonzero(log.acts.kind[begin:place] != NO_EVENT)
    called = round_name(wind, number + 1, int(log.deals.seed[round_, 1]))
    return f"{name} ({called}), event {event}"
