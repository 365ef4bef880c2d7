"""A batch of Tenhou's XML logs decoded and checked: what is told, and what is broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS, MOST_POINTS, MOST_ROUNDS, MOST_WINS
from mjlog.formats.tenhou_xml.events import NO_EVENT, Acts, decode_acts
from mjlog.formats.tenhou_xml.games import Course, course_of
from mjlog.formats.tenhou_xml.rounds import Deals, Draws, decode_deals, decode_draws
from mjlog.formats.tenhou_xml.sheets import Sheet, sort_tags
from mjlog.formats.tenhou_xml.tags import Markup, Problem
from mjlog.formats.tenhou_xml.views import first_dealers, turn, with_viewers
from mjlog.formats.tenhou_xml.wins import Wins, decode_wins
from mjlog.tables import position_in_group

_T = TypeVar("_T")
_NO_PLAY: Final = np.array([NO_EVENT, KIND_CODE["leave"], KIND_CODE["return"]], dtype=np.uint8)
"""Kinds of tags that are no play: connections are lost between rounds, too."""


@dataclass(frozen=True, slots=True)
class Log:
    """The n tags of a batch, decoded into r rounds."""

    markup: Markup
    sheets: dict[str, Sheet]
    course: Course
    deals: Deals
    acts: Acts
    wins: Wins
    draws: Draws
    rounds: NDArray[np.int32]
    """(n,) round of each tag, -1 outside of any."""
    last_result: NDArray[np.int64]
    """(r,) the last tag of each round that says how it ends, -1 if none does."""
    causes: dict[int, Problem]
    """Why rounds are broken, by their number."""
    number: NDArray[np.int32]
    """(r,) number of each round among the sound ones, -1 for a broken one."""
    first_dealer: NDArray[np.int64]
    """(r,) the seat of the log that is seat 0 of the table: another than 0 in players' views."""
    owari: dict[int, str]
    """The final result as the tags state it that have one, by their numbers."""

    @property
    def sound(self) -> NDArray[np.int64]:
        """(s,) numbers of the sound rounds."""
        return np.flatnonzero(self.number >= 0)

    @property
    def told(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Numbers (k,) of the games that have sound rounds, and the first such round of each."""
        sound = self.sound
        games, first = np.unique(self.course.game[sound], return_index=True)
        return games, sound[first]

    def events_before(self, tags: NDArray[np.int64]) -> NDArray[np.int64]:
        """(k,) how many events stand before `tags` (k,) in their rounds; 0 outside of any."""
        if not len(tags):
            return tags
        is_event = self.acts.kind != NO_EVENT
        count = np.cumsum(is_event, dtype=np.int32) - is_event
        rounds = self.rounds[tags]
        begin = np.append(self.course.tag, -1)[rounds]
        return np.where(rounds < 0, 0, count[tags] - count[begin])


def decode(markup: Markup) -> Log:
    """Decode the tags of a batch; everything not understood becomes a problem of `markup`."""
    sheets = sort_tags(markup)
    course = course_of(markup, sheets)
    deals = decode_deals(markup, course, sheets["INIT"])
    wins, draws = decode_wins(markup, sheets["AGARI"]), decode_draws(markup, sheets["RYUUKYOKU"])
    acts = decode_acts(markup, course, sheets, wins, draws)
    rounds = course.spread(np.arange(len(course.tag), dtype=np.int32), -1, len(markup.position))
    _check_acts(markup, course, deals, acts, rounds)
    _check_sizes(markup, course, acts, rounds)
    _check_endings(markup, course, rounds[wins.tag], rounds[draws.tag])
    causes = _causes(markup, course)
    sound = np.ones(len(course.tag), dtype=bool)
    sound[list(causes)] = False
    draws = with_viewers(rounds, deals, draws)
    first = first_dealers(deals)
    if first.any():
        course, deals, acts, wins, draws = turn(first, rounds, course, deals, acts, wins, draws)
    results = np.concatenate([wins.tag, draws.tag])
    last_result = np.full(len(sound) + 1, -1, dtype=np.int64)
    np.maximum.at(last_result, rounds[results], results)
    return Log(
        markup=markup,
        sheets=sheets,
        course=course,
        deals=deals,
        acts=acts,
        wins=wins,
        draws=draws,
        rounds=rounds,
        last_result=last_result[:-1],
        causes=causes,
        number=np.where(sound, np.cumsum(sound) - 1, -1).astype(np.int32),
        first_dealer=first,
        owari={
            int(sheet.tag[row]): text
            for sheet in (sheets["AGARI"], sheets["RYUUKYOKU"])
            for row, text in sheet.texts("owari")
            if text
        },
    )


def _check_acts(markup: Markup, course: Course, deals: Deals, acts: Acts, rounds: NDArray[np.int32]) -> None:
    """Find acts of seats that do not play, and acts outside of rounds."""
    players = course.spread(deals.players.astype(np.int8), 4, len(rounds))
    absent = np.flatnonzero(np.maximum(acts.seat, acts.target) >= players)
    for tag in absent[np.unique(rounds[absent], return_index=True)[1]].tolist():
        seat = max(acts.seat[tag], acts.target[tag])
        reason = f"an act of seat {seat} at a table of {players[tag]}"
        markup.problems.append(Problem(tag, reason, breaks_round=True))
    outside = np.flatnonzero(rounds < 0)
    outside = outside[~np.isin(acts.kind[outside], _NO_PLAY)]
    _, first, counts = np.unique(markup.document(outside), return_index=True, return_counts=True)
    for tag, count in zip(outside[first].tolist(), counts.tolist(), strict=True):
        reason = f"tags of play outside of a round: {count}"
        markup.problems.append(Problem(tag, reason, breaks_round=False))


def _check_sizes(markup: Markup, course: Course, acts: Acts, rounds: NDArray[np.int32]) -> None:
    """Find rounds with too many events, and games with too many rounds."""
    if np.diff(course.bounds[:, 0], append=len(rounds)).max() > MOST_EVENTS:
        of_events = rounds[(acts.kind != NO_EVENT) & (rounds >= 0)]
        events = np.bincount(of_events, minlength=len(course.tag))
        markup.blame(course.tag[events > MOST_EVENTS], f"more than {MOST_EVENTS} events in a round")
    late = position_in_group(course.game) >= MOST_ROUNDS
    markup.blame(course.tag[late], f"more than {MOST_ROUNDS} rounds in a game")


def _check_endings(markup: Markup, course: Course, won: NDArray[np.int32], drawn: NDArray[np.int32]) -> None:
    """Find rounds that end more than once; several wins on one tile are one end."""
    r = len(course.tag)
    wins, draws = (np.bincount(rounds[rounds >= 0], minlength=r) for rounds in (won, drawn))
    markup.blame(course.tag[(draws > 1) | ((draws == 1) & (wins > 0))], "the round ends more than once")
    markup.blame(course.tag[wins > MOST_WINS], f"more than {MOST_WINS} wins in a round")


def _causes(markup: Markup, course: Course) -> dict[int, Problem]:
    """The first problem of each broken round."""
    breaking = sorted((p for p in markup.problems if p.breaks_round), key=lambda p: p.place)
    places = course.round_of(np.array([p.place for p in breaking], dtype=np.int64)).tolist()
    causes: dict[int, Problem] = {}
    for place, problem in zip(places, breaking, strict=True):
        if place >= 0:
            causes.setdefault(place, problem)
    return causes


def final_result(log: Log, last: int, players: int, first: int) -> list[tuple[int, float]]:
    """Final score and points of `players` by seat, empty when the log stops before the end of the game.

    The last result of a game states them (``owari``), in hundreds and thousands of points; parlour
    rooms add chips.

    Args:
        log: the batch.
        last: number of the tag of the game's last result, -1 for none.
        players: players at the table.
        first: the seat of the log that is seat 0.
    """
    stated = log.owari.get(last)
    if stated is None:
        return []
    parts = [] if "_" in stated else stated.split(",")
    try:
        result = [
            (100 * int(score), float(points))
            for score, points in zip(parts[: 2 * players : 2], parts[1 : 2 * players : 2], strict=True)
        ]
    except ValueError:
        result = []
    if len(result) == players and all(
        -MOST_POINTS <= score <= MOST_POINTS and -MOST_POINTS <= points <= MOST_POINTS
        for score, points in result
    ):
        return turned(result, first)
    reason = f'owari="{stated[:60]}" is not a score and points for each player'
    log.markup.problems.append(Problem(last, reason, breaks_round=False))
    return []


def turned(values: list[_T], first: int) -> list[_T]:
    """Values by seat of a log in the order of the table: from seat `first` on."""
    return values[first:] + values[:first] if first else values
