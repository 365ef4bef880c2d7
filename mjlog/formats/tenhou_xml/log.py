"""A batch of Tenhou's XML logs decoded and checked: what is told, and what is broken."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import MOST_EVENTS, MOST_POINTS, MOST_ROUNDS, MOST_WINS
from mjlog.formats.tenhou_xml.events import NO_EVENT, Acts, decode_acts
from mjlog.formats.tenhou_xml.games import Course, Game, course_of
from mjlog.formats.tenhou_xml.rounds import Deals, Draws, decode_deals, decode_draws
from mjlog.formats.tenhou_xml.sheets import sort_tags
from mjlog.formats.tenhou_xml.tags import Markup, Problem
from mjlog.formats.tenhou_xml.wins import Wins, decode_wins
from mjlog.tables import position_in_group

_OWARI: Final = re.compile(rb"\bowari\s*=\s*[\"']([^\"']+)")


@dataclass(frozen=True, slots=True)
class Log:
    """The n tags of a batch, decoded into r rounds."""

    markup: Markup
    course: Course
    deals: Deals
    acts: Acts
    wins: Wins
    draws: Draws
    rounds: NDArray[np.int64]
    """(n,) round of each tag, -1 outside of any."""
    last_result: NDArray[np.int64]
    """(r,) the last tag of each round that says how it ends, -1 if none does."""
    causes: dict[int, Problem]
    """Why rounds are broken, by their number."""
    number: NDArray[np.int32]
    """(r,) number of each round among the sound ones, -1 for a broken one."""

    @property
    def sound(self) -> NDArray[np.int64]:
        """(s,) numbers of the sound rounds."""
        return np.flatnonzero(self.number >= 0)


def decode(markup: Markup) -> Log:
    """Decode the tags of a batch; everything not understood becomes a problem of `markup`."""
    sheets = sort_tags(markup)
    course = course_of(markup, sheets["INIT"])
    deals = decode_deals(markup, course, sheets["INIT"])
    wins, draws = decode_wins(markup, sheets["AGARI"]), decode_draws(markup, sheets["RYUUKYOKU"])
    acts = decode_acts(markup, course, sheets, wins, draws)
    rounds = course.spread(len(markup.position))
    _check_acts(markup, deals, acts, rounds)
    _check_sizes(markup, course, rounds[acts.kind != NO_EVENT])
    _check_endings(markup, course, rounds[wins.tag], rounds[draws.tag])
    causes = _causes(markup, course)
    sound = np.ones(len(course.tag), dtype=bool)
    sound[list(causes)] = False
    results = np.concatenate([wins.tag, draws.tag])
    last_result = np.full(len(sound) + 1, -1, dtype=np.int64)
    np.maximum.at(last_result, rounds[results], results)
    return Log(
        markup=markup,
        course=course,
        deals=deals,
        acts=acts,
        wins=wins,
        draws=draws,
        rounds=rounds,
        last_result=last_result[:-1],
        causes=causes,
        number=np.where(sound, np.cumsum(sound) - 1, -1).astype(np.int32),
    )


def _check_acts(markup: Markup, deals: Deals, acts: Acts, rounds: NDArray[np.int64]) -> None:
    """Find acts of seats that do not play, and acts outside of rounds."""
    players = np.append(deals.players, 4)[rounds]
    absent = np.flatnonzero(np.maximum(acts.seat, acts.target) >= players)
    for tag in absent[np.unique(rounds[absent], return_index=True)[1]].tolist():
        seat = max(acts.seat[tag], acts.target[tag])
        reason = f"an act of seat {seat} at a table of {players[tag]}"
        markup.problems.append(Problem(tag, reason, breaks_round=True))
    outside = np.flatnonzero((acts.kind != NO_EVENT) & (rounds < 0))
    documents = markup.document(outside)
    for first in np.unique(documents, return_index=True)[1].tolist():
        count = np.count_nonzero(documents == documents[first])
        reason = f"tags of play outside of a round: {count}"
        markup.problems.append(Problem(int(outside[first]), reason, breaks_round=False))


def _check_sizes(markup: Markup, course: Course, rounds: NDArray[np.int64]) -> None:
    """Find rounds with too many events, whose `rounds` are given, and games with too many rounds."""
    events = np.bincount(rounds[rounds >= 0], minlength=len(course.tag))
    markup.blame(course.tag[events > MOST_EVENTS], f"more than {MOST_EVENTS} events in a round")
    late = position_in_group(course.game) >= MOST_ROUNDS
    markup.blame(course.tag[late], f"more than {MOST_ROUNDS} rounds in a game")


def _check_endings(markup: Markup, course: Course, won: NDArray[np.int64], drawn: NDArray[np.int64]) -> None:
    """Find rounds that end more than once; several wins on one tile are one end."""
    r = len(course.tag)
    wins, draws = (np.bincount(rounds[rounds >= 0], minlength=r) for rounds in (won, drawn))
    markup.blame(course.tag[(draws > 1) | ((draws == 1) & (wins > 0))], "the round ends more than once")
    markup.blame(course.tag[wins > MOST_WINS], f"more than {MOST_WINS} wins in a round")


def _causes(markup: Markup, course: Course) -> dict[int, Problem]:
    """The first problem of each broken round."""
    breaking = sorted(p for p in markup.problems if p.breaks_round)
    places = course.round_of(np.array([p.place for p in breaking], dtype=np.int64)).tolist()
    causes: dict[int, Problem] = {}
    for place, problem in zip(places, breaking, strict=True):
        if place >= 0:
            causes.setdefault(place, problem)
    return causes


def final_result(log: Log, game: Game) -> list[tuple[int, float]]:
    """Final score and points by seat, empty when the log stops before the end of the game.

    The last result of a game states them (``owari``), in hundreds and thousands of points;
    parlour rooms add chips.
    """
    last = int(log.last_result[game.rounds[-1]])
    stated = _OWARI.search(log.markup.text(last)) if last >= 0 else None
    if stated is None:
        return []
    parts = stated[1].decode("ascii", "replace").split(",")
    players = int(log.deals.players[game.rounds[-1]])
    try:
        final = [(100 * int(parts[2 * s]), float(parts[2 * s + 1])) for s in range(players)]
    except (ValueError, IndexError):
        final = [(0, math.inf)]
    if all(abs(score) <= MOST_POINTS and abs(points) <= MOST_POINTS for score, points in final):
        return final
    reason = f'owari="{",".join(parts)[:60]}" is not a score and points for each player'
    log.markup.problems.append(Problem(last, reason, breaks_round=False))
    return []
