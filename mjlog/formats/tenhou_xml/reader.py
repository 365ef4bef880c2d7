"""Reader of Tenhou's XML logs (``mjloggm``), from 2009 on, of three and four players.

The format has no published description.  What it says and the log tables have no place for: the
chips of parlour rooms, the players' sex, the dice and the seed of the wall.  Norths set aside by
three players are counted among the dora of a win, not apart.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np

from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.tenhou_xml import lobby
from mjlog.formats.tenhou_xml.events import NO_EVENT, event_columns
from mjlog.formats.tenhou_xml.games import Game, log_id
from mjlog.formats.tenhou_xml.log import Log, decode, final_result
from mjlog.formats.tenhou_xml.tables import draw_bulk, round_bulk, win_bulk
from mjlog.formats.tenhou_xml.tags import loose_text, scan, without_comments
from mjlog.formats.tenhou_xml.tiles import HIDDEN
from mjlog.tables import LogTables

NAME: Final = "tenhou_xml"
TITLE: Final = "Tenhou XML (mjloggm)"

_HEAD = re.compile(rb"<(?:mjloggm|(?:SHUFFLE|GO|TAIKYOKU|INIT)\s+\w+\s*=)")
_EXCERPT: Final = 120
_WINDS: Final = ("East", "South", "West", "North")


def sniff(head: bytes) -> bool:
    """Whether `head` holds the root or a header tag of a Tenhou log."""
    return _HEAD.search(head) is not None


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole logs; a document may hold several.

    Rounds that cannot be read are left out and told in `rejects` with their reason, as are
    unknown tags and text between the tags; the other rounds of the game stay.  Comments are passed
    over.
    """
    builder = LogBuilder()
    usable, clean = [], []
    for document in documents:
        try:
            clean.append(Document(document.path, without_comments(document.data)))
            usable.append(document)
        except ValueError as error:
            builder.reject(document.path, 0, str(error), document.data[:_EXCERPT])
    log = decode(scan(clean))
    told_game = np.full(len(log.course.games), -1, dtype=np.int64)
    for number, game in enumerate(log.course.games):
        sound = [r for r in game.rounds if log.number[r] >= 0]
        if sound:
            told_game[number] = _tell_game(builder, usable[game.document], log, game, sound[0])
    _tell_problems(builder, usable, log)
    for number, offset, size in loose_text(log.markup):
        text = clean[number].data[offset : offset + _EXCERPT]
        builder.reject(clean[number].path, offset, f"{size} bytes of text between the tags", text)
    return builder.build(
        events=event_columns(log.markup, log.course, log.acts, log.rounds, log.number),
        rounds=round_bulk(log, told_game),
        wins=win_bulk(log),
        draws=draw_bulk(log),
    )


def _tell_game(builder: LogBuilder, document: Document, log: Log, game: Game, first: int) -> int:
    """Tell a game and its players; `first` is its first sound round."""
    id_ = log_id(document, game)
    lobby_ = game.attribute("GO", "lobby") or (str(int(id_.split("-")[2])) if id_ else None)
    players = int(log.deals.players[first])
    csrule = game.attribute("GO", "csrule")
    number = builder.game(
        source_path=document.path,
        source_format=NAME,
        source_offset=int(log.markup.offset(game.first)),
        platform="tenhou",
        log_id=f"{id_}&tw={_viewer(log, game, first)}" if id_ and _is_view(log, first) else id_,
        player_count=players,
        lobby=lobby_,
        started_at=lobby.started_at(id_),
        **lobby.table(game.kind, lobby_, csrule, _start_score(log, first), is_oldest=game.shuffles_each_deal),
    )
    un = game.header["UN"].attributes if "UN" in game.header else {}
    for seat, values in enumerate(lobby.seated(un, players)):
        builder.player(seat, **values)
    final = final_result(log, game)
    if final:
        builder.update_game(is_complete=bool(log.number[game.rounds[-1]] >= 0))
        for seat, (score, points) in enumerate(final):
            builder.update_player(seat, log_final_score=score, log_final_points=points)
    return number


def _is_view(log: Log, round_: int) -> bool:
    """Whether a round is a player's view, who sees the own hand only."""
    return bool(log.deals.hands[round_, 1, 0] == HIDDEN)


def _viewer(log: Log, game: Game, first: int) -> int:
    """The viewer's seat at the table: as seat 0 of a view, the first dealer's distance tells it."""
    dealer = game.attribute("TAIKYOKU", "oya")
    players = int(log.deals.players[first])
    return -int(dealer) % players if dealer in ("0", "1", "2", "3") else 0


def _start_score(log: Log, first: int) -> int | None:
    """What all players begin with, when round `first` is the first deal of a game."""
    scores = log.deals.scores[first, : log.deals.players[first]]
    opening = not log.deals.seed[first, :2].any()
    return int(scores[0]) if opening and (scores == scores[0]).all() else None


def _tell_problems(builder: LogBuilder, documents: Sequence[Document], log: Log) -> None:
    """Tell what was not understood, in order.

    Of a broken round its first problem is told; a reason that comes again in a document is counted.
    """
    markup = log.markup
    places = np.array([p.place for p in markup.problems], dtype=np.int64)
    where = zip(log.course.round_of(places).tolist(), markup.document(places).tolist(), strict=True)
    told: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for problem, (round_, document) in sorted(zip(markup.problems, where, strict=True)):
        if round_ >= 0 and problem.breaks_round and log.causes[round_] is not problem:
            continue
        begin = f"{_where(log, round_, problem.place)}: " if round_ >= 0 else ""
        told[document][begin + problem.reason].append(problem.place)
    for game in log.course.games:
        if not game.rounds:
            told[game.document]["a game without rounds"].append(game.first)
    for document, reasons in told.items():
        path = documents[document].path
        for reason, tags in reasons.items():
            times = f" ({len(tags)} times)" if len(tags) > 1 else ""
            text = markup.text(tags[0])[:_EXCERPT]
            builder.reject(path, int(markup.offset(tags[0])), reason + times, text)


def _where(log: Log, round_: int, place: int) -> str:
    """How a tag of a round is named in messages: the round, and the event if it is none of the deal."""
    begin = int(log.course.tag[round_])
    name = f"round {round_ - log.course.games[log.course.game[round_]].rounds[0]}"
    if place == begin:
        return name
    wind, number = divmod(int(log.deals.seed[round_, 0]), 4)
    event = np.count_nonzero(log.acts.kind[begin:place] != NO_EVENT)
    return f"{name} ({_WINDS[wind % 4]} {number + 1}, honba {log.deals.seed[round_, 1]}), event {event}"
