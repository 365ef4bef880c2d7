"""Reader of Riichi City (麻雀一番街) records.

A record is what the platform answers to a viewer: rounds (``handRecord``) of events
(``handEventRecord``) that hold JSON in strings, bare or wrapped in ``{"code": 0, "data": {...}}``.
Each round has its whole wall and the SHA-256 of its text.

Seats are counted from who deals the first round; the record numbers places at the table.  What the
platform asks a player or shows of waits is left out, for it follows from the play, and so are
characters, frames and music.  Not said, and null: honba of a win, limits, ranks before a game (the one
after it is kept in `extras`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mjlog.formats.base import Document
from mjlog.formats.builder import MOST_ROUNDS, LogBuilder
from mjlog.formats.json_text import begins_with_action
from mjlog.formats.riichi_city import text
from mjlog.formats.riichi_city.games import (
    game_columns,
    is_ranked,
    kept_fields,
    norths_are_set_aside,
    oddities,
    program_of,
    time_of,
)
from mjlog.formats.riichi_city.held import contradictions
from mjlog.formats.riichi_city.play import Play, play_of
from mjlog.formats.riichi_city.records import Id, RecordError
from mjlog.formats.riichi_city.result import Outcome, outcome_of
from mjlog.formats.riichi_city.seats import Head, head_of, wall_of
from mjlog.formats.riichi_city.settings import Ended, settlement, shares_in_no_rule, shown_rules
from mjlog.formats.riichi_city.tiles import WINDS, red_fives
from mjlog.formats.sink import EventSink
from mjlog.formats.source import Problem, reject
from mjlog.formats.wall_order import canonical_wall
from mjlog.rulesets import RulesetError, load, resolve
from mjlog.schema import HOUSE_OPTIONS
from mjlog.tables import LogTables

NAME: Final = "riichi_city"
TITLE: Final = "Riichi City records (JSON)"

_MOST_PROBLEMS: Final = 10_000
"""Problems after which a document is given up."""
_LATEST: Final = (1 << 31) - 1
_SIGN: Final = re.compile(rb'"hand(?:Event)?Record"\s*:\s*\[')


def sniff(head: bytes) -> bool:
    """Tell from the first bytes of the content whether this is a Riichi City record."""
    is_object = head.lstrip(b" \t\r\n[")[:1] == b"{" and not begins_with_action(head)
    return is_object and _SIGN.search(head) is not None


@dataclass(slots=True)
class _Round:
    """A round that could be read."""

    index: int
    offset: int
    head: Head
    play: Play
    outcome: Outcome
    wall: list[int] | None
    """Its wall in the platform's order."""

    @property
    def ended(self) -> Ended:
        """What its end shows of the table's settings."""
        dealer = self.play.seat_of[self.head.dealer]
        return Ended(dealer, self.head.deal.ben_chang_num, self.head.players, self.outcome)


def read(documents: Sequence[Document]) -> LogTables:
    """Read whole documents; what cannot be read goes to `rejects`."""
    builder, sink = LogBuilder(), EventSink()
    for document in documents:
        problems: list[Problem] = []
        is_empty = True
        for log in text.logs(document.data):
            is_empty = False
            problems += log.problems
            _read_log(builder, sink, document.path, log, problems)
            if len(problems) > _MOST_PROBLEMS:
                problems.append(Problem(log.offset, "nothing more is read of so broken a document"))
                break
        if is_empty:
            problems.append(Problem(0, "no log in the document"))
        reject(builder, document, problems)
    return builder.build(sink.columns())


def _read_log(
    builder: LogBuilder, sink: EventSink, path: str, log: text.Log, problems: list[Problem]
) -> None:
    """Read the rounds of a log and tell them as a game."""
    if len(log.rounds) > MOST_ROUNDS:
        problems.append(Problem(log.offset, f"more than {MOST_ROUNDS} rounds"))
        return
    if log.header.get("playerCount") == 2:
        problems.append(Problem(log.offset, "a game for two players, which has tiles and rules of its own"))
        return
    rounds = _rounds(log, problems)
    if not rounds:
        if not log.problems:
            reason = "no round of the log can be read" if log.rounds else "a log without rounds"
            problems.append(Problem(log.offset, reason))
        return
    last = rounds[-1]
    is_last = last.index == len(log.rounds) - 1 and log.is_whole
    builder.game(
        source_path=path,
        source_format=NAME,
        source_offset=log.offset,
        started_at=time_of(_start(rounds)),
        is_complete=is_last and last.play.results is not None and last.outcome.outcome is not None,
        **_columns(log, rounds, problems),
    )
    _tell_players(builder, log, last)
    for told in rounds:
        _tell_round(builder, sink, log, told, _start(rounds))
    if last.play.final:
        builder.extra(action="end_game", fields=last.play.final)


def _rounds(log: text.Log, problems: list[Problem]) -> list[_Round]:
    """The rounds that can be read, all of the same players; what is wrong joins `problems`."""
    rounds: list[_Round] = []
    seat_of: Mapping[Id, int] = {}
    for index, piece in enumerate(log.rounds):
        name = f"round {index + 1} of the log"
        try:
            head = head_of(piece.data)
            name = f"{head.name} ({name})"
            play = play_of(head, seat_of or head.seats)
            outcome = outcome_of(play)
        except RecordError as error:
            problems.append(Problem(piece.offset, f"{name}: {error}"))
            continue
        seat_of, wall = play.seat_of, None
        try:
            wall = wall_of(head)
        except RecordError as error:
            play.problems.append((0, str(error)))
        told_twice = contradictions(head, play, wall)
        play.problems += [(offset, f"{reason}; the round is kept") for offset, reason in told_twice]
        problems += [Problem(piece.offset + offset, f"{name}: {reason}") for offset, reason in play.problems]
        rounds.append(_Round(index, piece.offset, head, play, outcome, wall))
    return rounds


def _start(rounds: Sequence[_Round]) -> int | None:
    """When the game began, in milliseconds since 1970: the first deal; None where it could not be read."""
    first = rounds[0]
    return first.head.events[0].startTime if first.index == 0 else None


def _columns(log: text.Log, rounds: Sequence[_Round], problems: list[Problem]) -> dict[str, Any]:
    """Columns of `games`; settings that no rule set can have join `problems`."""
    first, header = rounds[0], log.header
    players = first.head.players
    reds = next((red_fives(told.wall) for told in rounds if told.wall is not None), None)
    scores = [stake.hand_points for stake in first.head.deal.user_info_list] if first.index == 0 else None
    columns = game_columns(header, players, reds, scores)
    rules, options = columns["rules"], columns["house_options"]
    if not is_ranked(header):
        preset = load(rules["extends"])
        ended = [told.ended for told in rounds]
        rules |= shown_rules(ended, preset, are_doubled="wareme" in options)
        if shares_in_no_rule(ended, preset):
            options.add("other")
        results = rounds[-1].play.results
        shown = settlement(results, preset) if results is not None else {}
        try:
            resolve(json.dumps({**rules, **shown}))
            rules |= shown
        except RulesetError as error:
            options.add("other")
            problems.append(Problem(log.offset, f"the results follow from no rules: {error}"))
    problems += [Problem(log.offset, reason) for reason in oddities(header, players)]
    if any(told.outcome.has_local_yaku for told in rounds):
        options.add("local_yaku")
    named = [option for option in HOUSE_OPTIONS if option in options]
    return {**columns, "rules": json.dumps(rules), "house_options": named or None}


def _tell_players(builder: LogBuilder, log: text.Log, last: _Round) -> None:
    seat_of, results = last.play.seat_of, last.play.results
    names = {player.userId: player.nickname for player in last.head.round.players}
    standings = {standing.user_id: standing for standing in (results.user_data if results else ())}
    for user, seat in sorted(seat_of.items(), key=lambda pair: pair[1]):
        standing = standings.get(user)
        builder.player(
            seat,
            name=names.get(user),
            account_id=str(user),
            log_final_score=standing.point_num if standing else None,
            log_final_points=standing.score / 10 if standing else None,
        )
    fields = kept_fields(log.header)
    if programs := [kind for player in last.head.round.players if (kind := program_of(player))]:
        fields["players"] = programs
    if fields:
        builder.extra(action="start_game", fields=fields)


def _tell_round(builder: LogBuilder, sink: EventSink, log: text.Log, told: _Round, began: int | None) -> None:
    head, play, outcome, deal = told.head, told.play, told.outcome, told.head.deal
    scores = {play.seat_of[stake.user_id]: stake.hand_points for stake in deal.user_info_list}
    is_north = norths_are_set_aside(log.header, head.players)
    digest = head.round.handCardsSHA256
    number = builder.round(
        hands=play.hands,
        dora_indicators=play.indicators,
        index=told.index,
        ura=outcome.ura,
        wall=told.wall and canonical_wall(told.wall, norths_are_set_aside=is_north, replaced=play.replaced),
        wall_text=head.round.handCardEncode or None,
        wall_hash=f"sha256:{digest.lower()}" if digest else None,
        round_wind=WINDS[deal.quan_feng],
        round_number=deal.chang_ci,
        dealer_seat=play.seat_of[head.dealer],
        dice=list(deal.dices) or None,
        honba=deal.ben_chang_num,
        riichi_sticks=deal.li_zhi_bang_num,
        start_scores=[scores[seat] for seat in range(head.players)],
        outcome=outcome.outcome,
        log_end_scores=outcome.end_scores,
        source_offset=told.offset,
    )
    for win in outcome.wins:
        builder.win(**win, source_offset=told.offset + play.ended[1])
    if outcome.draw is not None:
        builder.draw(**outcome.draw, source_offset=told.offset + play.ended[1])
    for extra in play.extras:
        builder.extra(action=extra.action, fields=extra.fields, round_index=told.index, seq=extra.seq)
    sink.add(
        number,
        play.rows,
        elapsed=[_elapsed(time, began) for time in play.elapsed],
        offsets=[told.offset + offset for offset in play.offsets],
    )


def _elapsed(time: int, began: int | None) -> int:
    """Milliseconds since the game began; -1 where unknown, or no such game lasts as long."""
    return time - began if began is not None and 0 <= time - began <= _LATEST else -1
