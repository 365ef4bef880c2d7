"""Attributes of Tenhou's XML that no column of the log tables holds, kept in `extras`."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.bulk import Bulk
from mjlog.formats.kept import kept_of
from mjlog.formats.tenhou_xml.lobby import LONGEST_KEY
from mjlog.formats.tenhou_xml.log import Log, turned
from mjlog.formats.tenhou_xml.sheets import Sheet
from mjlog.formats.tenhou_xml.tags import Problem

_HEADER: Final = {"GO": {"type", "lobby", "gpid"}, "UN": {"n0", "n1", "n2", "n3", "dan", "rate"}}
"""Tags of a header and their attributes that columns hold, or that are a mere session's."""
_BY_SEAT: Final = {"sx", "rc"}
"""Attributes of a header that are lists by seat."""
_ROUND: Final = {
    "INIT": ("start_kyoku", {"seed", "ten", "oya", "hai", "hai0", "hai1", "hai2", "hai3", "shuffle"}),
    "AGARI": ("hora", {
        "ba", "hai", "m", "machi", "ten", "yaku", "yakuman", "doraHai", "doraHaiUra", "who", "fromWho",
        "paoWho", "sc", "owari",
    }),
    "RYUUKYOKU": ("ryukyoku", {"ba", "sc", "type", "owari", "hai0", "hai1", "hai2", "hai3"}),
}  # fmt: skip
"""Tags of a round, the action format's name for what they say, and their attributes that columns hold."""
_MOST_SCORES: Final = 8

_Row = tuple[int, int | None, int | None, str, str]
"""Game, round, event, action, fields."""


def kept_bulk(log: Log, told_game: NDArray[np.int64]) -> Bulk | None:
    """The attributes as rows of `extras`, None where there are none; `told_game` as in `round_bulk`.

    What is left out joins the problems of the log.

    What is said of a game goes with its start, chips of a parlour room with the deal or the result.
    """
    rows = [*_of_games(log, told_game), *_of_rounds(log, told_game), *_between(log, told_game)]
    rows.sort(key=lambda row: (row[0], -1 if row[1] is None else row[1]))
    if not rows:
        return None
    owner, index, seq, action, fields = zip(*rows, strict=True)
    return Bulk(
        owner=np.array(owner),
        arrays={
            "round_index": pa.array(index, pa.int16()),
            "seq": pa.array(seq, pa.int16()),
            "action": pa.array(action, pa.string()),
            "fields": pa.array(fields, pa.string()),
        },
    )


def _quoted(name: str, text: str, first: int, players: int) -> str:
    """An attribute as a member of a JSON object; lists by seat have the seats of the table."""
    is_long = len(name) + len(text) > LONGEST_KEY
    return (_member if is_long else _kept_member)(name, text, first, players)


def _member(name: str, text: str, first: int, players: int) -> str:
    parts = text.split(",")
    by_seat = name in _BY_SEAT and len(parts) >= players
    value = turned(parts[:players], first) if by_seat else unquote(text)
    return f"{json.dumps(name)}: {json.dumps(value)}"


_kept_member = lru_cache(maxsize=256)(_member)


def _of_games(log: Log, told_game: NDArray[np.int64]) -> list[_Row]:
    games = log.course.games
    told, rounds = log.told
    first = dict(zip(told.tolist(), log.first_dealer[rounds].tolist(), strict=True))
    players = dict(zip(told.tolist(), log.deals.players[rounds].tolist(), strict=True))
    fields: defaultdict[int, list[str]] = defaultdict(list)
    for tag in sorted(games.rows.keys() & _HEADER.keys()):
        sheet = games.sheets[tag]
        owner = dict(zip(games.rows[tag][told].tolist(), told.tolist(), strict=True))
        for name in sorted(sheet.columns.keys() - _HEADER[tag]):
            for row, text in sheet.texts(name):
                if text and (number := owner.get(row)) is not None:
                    fields[number].append(_quoted(name, text, first[number], players[number]))
    return [
        (int(told_game[number]), None, None, "start_game", _kept(log, int(games.first[number]), text))
        for number, members in fields.items()
        for text in [f"{{{', '.join(sorted(members))}}}"]
    ]


def _of_rounds(log: Log, told_game: NDArray[np.int64]) -> list[_Row]:
    fields: defaultdict[tuple[int, str], dict[str, object]] = defaultdict(dict)
    for tag, (action, known) in _ROUND.items():
        sheet = log.sheets[tag]
        for name in sorted(sheet.columns.keys() - known):
            for row, text in sheet.texts(name):
                fields[int(sheet.tag[row]), action][name] = text
        if action != "start_kyoku":
            for row, chips in _chips(sheet):
                fields[int(sheet.tag[row]), action]["chips"] = chips
    rows: list[_Row] = []
    said = sorted(fields.items())
    events = log.events_before(np.array([place for (place, _), _ in said], dtype=np.int64)).tolist()
    for ((place, action), members), before in zip(said, events, strict=True):
        number = int(log.rounds[place])
        if number < 0 or log.number[number] < 0:
            continue
        game = int(log.course.game[number])
        event = None if place == int(log.course.tag[number]) else before
        index = number - int(log.course.games.begin[game])
        text = _kept(log, place, json.dumps(members))
        rows.append((int(told_game[game]), index, event, action, text))
    return rows


def _kept(log: Log, place: int, text: str) -> str:
    """What can be kept of the JSON object `text`; what is left out joins the problems, at tag `place`."""
    told = kept_of(text)
    if told.left_out:
        log.markup.problems.append(Problem(place, told.left_out, breaks_round=False))
    return told.text


def _between(log: Log, told_game: NDArray[np.int64]) -> list[_Row]:
    """Connections lost and restored between rounds, which are no events of any."""
    outside = np.flatnonzero(log.rounds < 0)
    kind = log.acts.kind[outside]
    rows: list[_Row] = []
    told, first_round = log.told
    for code, action in ((KIND_CODE["leave"], "leave"), (KIND_CODE["return"], "return")):
        tags = outside[kind == code]
        games = np.searchsorted(log.course.games.first, tags, side="right") - 1
        inside = np.isin(games, told)
        rounds = first_round[np.searchsorted(told, games[inside])]
        seats = log.acts.seat[tags[inside]] - log.first_dealer[rounds]
        columns = (told_game[games[inside]], seats % log.deals.players[rounds])
        rows += [
            (game, None, None, action, f'{{"actor":{seat}}}')
            for game, seat in zip(*(column.tolist() for column in columns), strict=True)
        ]
    return rows


def _chips(sheet: Sheet) -> list[tuple[int, list[str]]]:
    """Results that state chips, and the chips that each seat got: they stand behind the scores."""
    rows = np.flatnonzero(sheet.count("sc") > _MOST_SCORES)
    texts = dict(sheet.texts("sc")) if len(rows) else {}
    return [(row, texts[row].split(",")[_MOST_SCORES + 1 :: 2]) for row in rows.tolist()]
