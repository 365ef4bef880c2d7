"""Reader of Tenhou's XML logs (``mjloggm``), from 2009 on, of three and four players.

The format has no published description.  What it says and the log tables have no place for: the
chips of parlour rooms, the players' sex, the dice and the seed of the wall.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.formats import tenhou_xml_lobby as lobby
from mjlog.formats.base import Document
from mjlog.formats.builder import LogBuilder
from mjlog.formats.tenhou_xml_events import CODES, decode_events
from mjlog.formats.tenhou_xml_games import GameTags, Grouped, RoundTags, group, log_id
from mjlog.formats.tenhou_xml_rounds import deal, draw, draw_event, final_result, score_changes, tiles, win
from mjlog.formats.tenhou_xml_tags import Markup, Problem, scan, without_comments
from mjlog.tables import EventColumns, LogTables

NAME: Final = "tenhou_xml"
TITLE: Final = "Tenhou XML (mjloggm)"

_HEAD = re.compile(rb"<(?:mjloggm|(?:SHUFFLE|GO|TAIKYOKU|INIT)\s+\w+\s*=)")
_EXCERPT: Final = 120


def sniff(head: bytes) -> bool:
    """Whether `head` holds the root or a header tag of a Tenhou log."""
    return _HEAD.search(head) is not None


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole logs; a document may hold several.

    Rounds that cannot be read are left out and told in `rejects` with their reason, as are
    unknown tags; the other rounds of the game stay.
    """
    builder = LogBuilder()
    usable, clean = [], []
    for document in documents:
        try:
            clean.append(Document(document.path, without_comments(document.data)))
            usable.append(document)
        except ValueError as error:
            builder.reject(document.path, 0, str(error), document.data[:_EXCERPT])
    markup = scan(clean)
    grouped = group(markup)
    columns = decode_events(markup, grouped)
    numbers_ = np.full(len(grouped.rounds), -1, dtype=np.int32)
    for game in grouped.games:
        _tell_game(builder, markup, usable[game.document], game, numbers_)
    _tell_problems(builder, markup, usable, grouped)
    return builder.build(events=_renumbered(columns, numbers_))


class _Round(NamedTuple):
    """What the first and last tags of a round say."""

    number: int
    """Number in the batch, broken rounds included."""
    deal: dict[str, Any]
    wins: list[dict[str, Any]]
    draw: dict[str, Any] | None
    ending: dict[str, Any]
    """Columns of `rounds` that the results state."""
    final: list[tuple[int, float]]
    """Final score and points by seat, when the game ends here."""


def _tell_game(
    builder: LogBuilder, markup: Markup, document: Document, game: GameTags, numbers_: NDArray[np.int32]
) -> None:
    """Tell a game and its sound rounds; `numbers_` gets the number of each told round."""
    rounds = _decoded(markup, game)
    if not rounds:
        return
    _tell_table(builder, markup, document, game, rounds[0].deal)
    previous: _Round | None = None
    for round_ in rounds:
        if previous and previous.ending and previous.ending["log_end_scores"] is None:
            builder.update_round(log_end_scores=round_.deal["start_scores"])
        numbers_[round_.number] = builder.round(**round_.deal)
        builder.update_round(**round_.ending)
        for values in round_.wins:
            builder.win(**values)
        if round_.draw is not None:
            builder.draw(**round_.draw)
        previous = round_
    final = rounds[-1].final
    if final:
        builder.update_game(is_complete=True)
        for seat_, (score, points) in enumerate(final):
            builder.update_player(seat_, log_final_score=score, log_final_points=points)


def _tell_table(
    builder: LogBuilder, markup: Markup, document: Document, game: GameTags, first: dict[str, Any]
) -> None:
    """Tell the game and its players, from the header and the `first` deal."""
    id_ = log_id(document, game)
    lobby_ = game.attribute("GO", "lobby") or (str(int(id_.split("-")[2])) if id_ else None)
    builder.game(
        source_path=document.path,
        source_format=NAME,
        source_offset=int(markup.offset(game.first)),
        platform="tenhou",
        log_id=id_,
        player_count=game.players,
        lobby=lobby_,
        started_at=lobby.started_at(id_),
        **lobby.table(game.kind, lobby_, game.attribute("GO", "csrule"), _start_score(first)),
    )
    un = game.header.get("UN")
    for seat_, values in enumerate(lobby.seated(un.attributes if un else {}, game.players)):
        builder.player(seat_, **values)


def _start_score(first: dict[str, Any]) -> int | None:
    """What all players begin with, when `first` is the first deal of a game."""
    scores = set(first["start_scores"])
    opening = (first["round_wind"], first["round_number"], first["honba"]) == (0, 1, 0)
    return scores.pop() if opening and len(scores) == 1 else None


def _decoded(markup: Markup, game: GameTags) -> list[_Round]:
    """The sound rounds of a game; a round that is not gets its problem."""
    codes = CODES[int(game.has_red)].tobytes()
    rounds = []
    for tags in game.rounds:
        if tags.problem is None:
            try:
                rounds.append(_round(markup, tags, codes))
            except ValueError as error:
                tags.problem = Problem(tags.init.index, str(error), breaks_round=True)
                markup.problems.append(tags.problem)
    return rounds


def _round(markup: Markup, tags: RoundTags, codes: bytes) -> _Round:
    players = tags.game.players
    dealt = deal(tags.init.attributes, tags.doras, codes, players)
    wins: list[dict[str, Any]] = []
    drawn: dict[str, Any] | None = None
    ending: dict[str, Any] = {}
    for tag in tags.results:
        a, offset = tag.attributes, int(markup.offset(tag.index))
        if tag.name == "AGARI":
            wins.append({**win(a, codes, players, first=not wins), "source_offset": offset})
        elif drawn is not None or wins:
            raise ValueError("a round that ends twice")
        else:
            drawn = {**draw(a, players), "source_offset": offset}
        ending["log_end_scores"] = score_changes(a, players)[1]
    if wins:
        shown = [t.attributes for t in tags.results if t.attributes.get("doraHaiUra")]
        ura = tiles(shown[0], "doraHaiUra", codes) if shown else b""
        ending |= {"ura": ura, "outcome": "tsumo" if wins[0]["seat"] == wins[0]["from_seat"] else "ron"}
    elif drawn is not None:
        ending |= {"ura": b"", "outcome": draw_event(drawn["log_type"])}
    final = final_result(tags.results[-1].attributes, players) if tags.results else []
    dealt["source_offset"] = int(markup.offset(tags.init.index))
    return _Round(tags.number, dealt, wins, drawn, ending, final)


def _tell_problems(
    builder: LogBuilder, markup: Markup, documents: Sequence[Document], grouped: Grouped
) -> None:
    """Tell what was not understood, in order.

    Of a broken round its first problem is told; unknown tags of one name once per document.
    """
    rounds = grouped.round_of(np.array([p.index for p in markup.problems], dtype=np.int64)).tolist()
    told: dict[tuple[int, str], list[Problem]] = {}
    for problem, number in sorted(zip(markup.problems, rounds, strict=True)):
        reason = problem.reason
        if number >= 0 and problem.breaks_round:
            round_ = grouped.rounds[number]
            if round_.problem is not problem:
                continue
            reason = f"{round_.title}: {reason}"
        told.setdefault((int(markup.document[problem.index]), reason), []).append(problem)
    for game in grouped.games:
        if not game.rounds:
            told[game.document, "a game without rounds"] = [Problem(game.first, "", breaks_round=False)]
    for (document, reason), problems in told.items():
        first = problems[0].index
        times = f" ({len(problems)} times)" if len(problems) > 1 else ""
        builder.reject(
            documents[document].path, int(markup.offset(first)), reason + times, markup.excerpt(first)
        )


def _renumbered(columns: EventColumns, numbers_: NDArray[np.int32]) -> EventColumns:
    """`columns` with the numbers of told rounds (`numbers_`), without the events of others."""
    rounds = numbers_[columns.round]
    kept = rounds >= 0
    if kept.all():
        return replace(columns, round=rounds)
    values = {f.name: getattr(columns, f.name)[kept] for f in fields(columns)}
    return EventColumns(**{**values, "round": rounds[kept]})
