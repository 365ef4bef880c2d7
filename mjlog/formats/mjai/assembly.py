"""Decoded mjai actions put together into games and rounds.

Most actions - draws, discards, calls - become columns in bulk; only those that say more than their
columns are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, ClassVar

import msgspec
import numpy as np

from mjlog.formats.builder import LogBuilder, wrong_lengths
from mjlog.formats.kept import kept
from mjlog.formats.mjai.actions import EndGame, EndKyoku, StartGame, StartKyoku
from mjlog.formats.mjai.base import FORMAT_VERSION, Mark
from mjlog.formats.mjai.batch import Actions
from mjlog.formats.mjai.columns import DRAW, LAST_EVENT, LEFT_OUT, OUTSIDE, ActionColumns
from mjlog.formats.mjai.events import EVENTS, EventReader
from mjlog.formats.mjai.fields import KeptRow, Thrown, Wall, why_not
from mjlog.formats.mjai.games import Game, Header, Ledger, count_players, house_options, stated_rules
from mjlog.formats.mjai.kept import Extras
from mjlog.formats.mjai.melds import CALLS, names_itself
from mjlog.formats.mjai.problems import Problems
from mjlog.formats.mjai.rounds import BrokenRoundError, Round, dealt_hands, indicators
from mjlog.formats.mjai.told_rounds import ToldRounds
from mjlog.formats.mjai.walls import walls_of
from mjlog.formats.mjai.wins import coded
from mjlog.formats.source import Source
from mjlog.rulesets.standard import SEATS
from mjlog.tables import EventColumns


class Assembly:
    """The actions of a batch of documents as columns, and the game and round being read.

    Args:
        actions: the actions of all documents, a `Mark` before each document.
        columns: the same as columns.
        extras: their unknown fields.
        sources: the documents.
        builder: is told games and their players.
        source_format: name of the format, for `games`.
    """

    def __init__(
        self,
        actions: Actions,
        columns: ActionColumns,
        extras: Extras,
        sources: Sequence[Source],
        builder: LogBuilder,
        source_format: str,
    ) -> None:
        self._actions = actions
        self._columns = columns
        self._extras = extras
        self._sources = iter(sources)
        self._problems = Problems(actions)
        self._reject = self._problems.tell
        self._builder = builder
        self._format = source_format
        self._game: Game | None = None
        self._round: Round | None = None
        self._first = 0
        self._games = 0
        self.told = ToldRounds(columns.offsets)
        """The rounds that are told."""
        self._walls = walls_of(actions.known)
        self._hands: dict[int, tuple[bytes, ...]] = {}
        """Hands that are dealt in some of the different actions, by number."""
        self._reader = EventReader(columns, extras, self._reject)

    def events(self) -> EventColumns:
        """Read the actions, telling the builder games and `told` their rounds; return the events of these."""
        known, numbers = self._actions.known, self._actions.number
        is_special = np.array([self._is_special(action) for action in known], dtype=bool)
        special = np.flatnonzero(is_special[numbers])
        for i, number in zip(special.tolist(), numbers[special].tolist(), strict=True):
            action = known[number]
            kind = type(action)
            try:
                if kind in self._HANDLERS:
                    self._HANDLERS[kind](self, i, action)
                elif kind in EVENTS and self._round is not None and self._game is not None:
                    EVENTS[kind](self._reader, i, action, self._round, self._game)
            except BrokenRoundError as error:
                self._break_round(str(error))
        self._end_document(len(self._actions))
        return self._columns.events()

    def _is_special(self, action: object) -> bool:
        """Whether an action says more than its columns."""
        kind = type(action)
        return kind in self._HANDLERS or (kind in EVENTS and (kind not in CALLS or names_itself(action)))

    # --- documents, games ------------------------------------------------------------------

    def _mark(self, i: int, mark: Mark) -> None:
        if mark.is_broken:
            if not self._ends_document(i + 1):  # at the end, the log just stops there
                self._break_round("a line of it cannot be read")
                self._leave_gap()
            return
        self._end_document(i)
        self._problems.source = next(self._sources)
        self._first = i

    def _leave_gap(self) -> None:
        """Count what cannot be read between two rounds as a round."""
        game = self._game
        if game is not None and self._round is None and not game.has_gap:
            game.length += 1
            game.has_gap = True

    def _ends_document(self, i: int) -> bool:
        if i == len(self._actions):
            return True
        following = self._actions[i]
        return isinstance(following, Mark) and not following.is_broken

    def _end_document(self, end: int) -> None:
        self._end_game(end)
        part = slice(self._first, end)
        columns = self._columns
        outside = np.flatnonzero((columns.round[part] == OUTSIDE) & (columns.kind[part] <= LAST_EVENT))
        if len(outside):
            self._reject(self._first + int(outside[0]), f"{len(outside)} actions outside of any round")
        elif end > self._first + 1 and not self._games:
            self._reject(self._first + 1, "neither a game nor a round begins")
        self._games = 0

    def _start_game(self, i: int, action: StartGame) -> None:
        self._end_game(i)
        self._game = game = Game(action, i)
        self._games += 1
        if action.mjlog_format is not None and action.mjlog_format > FORMAT_VERSION:
            known = f"this mjlog knows versions up to {FORMAT_VERSION}"
            self._refuse(game, f"version {action.mjlog_format} of the action format; {known}")

    def _refuse(self, game: Game, reason: str) -> None:
        game.is_refused = True
        self._reject(game.first, reason)

    def _end_game(self, end: int) -> None:
        self._end_round(end)
        if self._game is not None and not self._game.is_told and not self._game.is_refused:
            self._reject(self._game.first, "no round of the game can be read")
        self._game = None

    def _finish_game(self, i: int, action: EndGame) -> None:
        self._end_round(i)
        game = self._game
        if game is not None and game.is_told:
            self._builder.update_game(is_complete=action.complete and not game.has_gap)
            final = {"final score": action.scores or (), "final result": action.points or ()}
            self._check_lists(i, final, game.players)
            for seat, score, points in zip(
                range(game.players), _filled(action.scores), _filled(action.points), strict=False
            ):
                self._builder.update_player(seat, log_final_score=score, log_final_points=points)
            self._extras.tell_frame(i, game.number)
        self._end_game(i)

    # --- rounds ----------------------------------------------------------------------------

    def _start_round(self, i: int, action: StartKyoku) -> None:
        self._end_round(i)
        if self._game is None:
            self._start_game(i, StartGame())
        game = self._game
        assert game is not None
        if action.rounds_left_out:
            game.length += action.rounds_left_out
            game.ledger = None
        hands = dealt_hands(self._actions, i, action)
        doras = indicators(action)
        if not game.players:
            fourth_acts = self._columns.fourth_acts(i)
            game.players = count_players(game.start, action, hands, fourth_acts=fourth_acts)
            if doras is None and not game.is_refused:
                self._refuse(game, "no dora indicator at the deal: this is not riichi mahjong")
        header = game.course.header(action)
        self._round = round_ = Round(
            first=i,
            deal=action,
            header=header,
            players=game.players,
            ledger=Ledger(game.scores() if action.scores is msgspec.UNSET else None, (0,) * game.players),
            hands=self._coded(i, action, hands),
            doras=bytearray(doras or b""),
            dice=self._sound(i, header, "dice", action.dice, Thrown, bytes),
            wall=self._wall(i, action, header, game),
        )
        if doras is None or game.is_refused:
            self._break_round("no dora indicator at the deal")
        drawn = round_.first_draw_of_dealer()
        if drawn is not None:
            columns = self._columns
            columns.kind[i], columns.seat[i], columns.tile[i] = DRAW, header.dealer, drawn
        if action.scores is not msgspec.UNSET and action.scores is not None:
            round_.ledger.start = round_.scores_of(action.scores)

    def _coded(self, i: int, action: StartKyoku, hands: Sequence[Sequence[str]]) -> tuple[bytes, ...]:
        """The `hands` that action `i` deals as tile codes."""
        if action.tehais is None:
            return tuple(map(coded, hands))
        number = int(self._actions.number[i])
        if number not in self._hands:
            self._hands[number] = tuple(map(coded, hands))
        return self._hands[number]

    def _wall(self, i: int, action: StartKyoku, header: Header, game: Game) -> bytes | None:
        """What a deal says of its wall; only the action format says in which order its tiles are."""
        stated = None if action.wall is msgspec.UNSET or bytes(action.wall) == b"null" else action.wall
        if stated is None:
            return None
        if not game.is_exact:
            self._reject(i, f"{header}: wall: in an order that nobody states; the round is kept without")
            return None
        wall = self._walls.get(int(self._actions.number[i]))
        return self._wall_tiles(i, header, stated) if wall is None else wall

    def _wall_tiles(self, i: int, header: Header, stated: msgspec.Raw) -> bytes | None:
        """The tiles of a wall, however it is written; None where it is none."""
        try:
            value = msgspec.json.decode(stated)
        except msgspec.DecodeError as error:
            self._reject(i, f"{header}: wall: {error}; the round is kept without")
            return None
        return self._sound(i, header, "wall", value, Wall, coded)

    def _sound(
        self,
        i: int,
        header: Header,
        name: str,
        stated: Any,
        kind: type[Thrown | Wall],
        as_bytes: Callable[[Any], bytes],
    ) -> bytes | None:
        """What a deal says, if it is of a `kind` that can be; None where it is not, or is not there."""
        if stated is None:
            return None
        try:
            return as_bytes(msgspec.convert({"value": stated}, kind).value)
        except msgspec.ValidationError as error:
            self._reject(i, f"{header}: {name}: {why_not(error)}; the round is kept without")
            return None

    def _end_round(self, end: int, action: EndKyoku | None = None) -> None:
        round_, game = self._round, self._game
        if round_ is None or game is None:
            return
        self._round = None
        part = slice(round_.first, end)
        columns = self._columns
        game.length += 1
        game.has_gap = True
        game.course.outcome = round_.outcome
        game.ledger = None if round_.problem else round_.ledger
        try:
            if action is not None and action.scores is not None and round_.end_scores is None:
                round_.end_scores = round_.scores_of(action.scores)
            away_acts = round_.away is not None and columns.names(round_.away, part)
            highest = columns.highest_seat(part) if game.players < SEATS else -1
            round_.check(highest, columns.most_events(part), game.length, away_acts=away_acts)
        except BrokenRoundError as error:
            columns.round[part] = LEFT_OUT
            if not game.is_refused:
                self._reject(round_.first, f"{round_.header}: {error}; the round is left out")
            return
        game.has_gap = False
        if not game.is_told:
            self._tell_game(game)
        number = self.told.tell(round_, game.number, game.length - 1)
        columns.round[part.start : end + (action is not None)] = number

    def _tell_game(self, game: Game) -> None:
        game.is_told = True
        game.number = self._builder.game(
            source_path=self._problems.source.path,
            source_format=self._format,
            source_offset=int(self._columns.offsets[game.first]),
            **game.columns(),
        )
        if isinstance(self._actions[game.first], StartGame):
            self._extras.tell_frame(game.first, game.number)
            self._keep_rows(game)
        for seat, columns in enumerate(game.seats()):
            self._builder.player(seat, **columns)
        self._check_lists(game.first, game.lists(), game.players)
        rules = game.start.rules
        if rules and (left_out := stated_rules(rules).left_out):
            self._reject(game.first, f"rules: {left_out}")
        if unknown := house_options(game.start.house_options)[1]:
            self._reject(game.first, f"house options that are not known: {', '.join(unknown)[:200]}")

    def _keep_rows(self, game: Game) -> None:
        """Keep the rows of `extras` that a game states; in other dialects the field is an unknown one."""
        stated = game.start.extras
        if stated is None:
            return
        try:
            rows = msgspec.convert(stated if game.is_exact else None, list[KeptRow])
        except (msgspec.ValidationError, RecursionError):
            text, left_out = kept({"extras": stated})
            if text != "{}":
                self._extras.add(game.first, text)
        else:
            left_out = self._extras.tell_rows(game.number, rows)
        if left_out:
            self._reject(game.first, f"extras: {left_out}")

    def _check_lists(self, i: int, lists: Mapping[str, Sequence[Any]], players: int) -> None:
        """Tell of `lists` by seat in action `i` that are as long as no table of `players`."""
        if wrong := wrong_lengths(lists, players):
            self._reject(i, wrong)

    def _break_round(self, problem: str) -> None:
        if self._round is not None and self._round.problem is None:
            self._round.problem = problem

    _HANDLERS: ClassVar[dict[type, Callable[[Assembly, int, Any], None]]] = {
        Mark: _mark,
        StartGame: _start_game,
        StartKyoku: _start_round,
        EndKyoku: _end_round,
        EndGame: _finish_game,
    }


def _filled(values: Sequence[Any] | None) -> Iterator[Any]:
    """Values by seat, None for those that are not there."""
    return chain(values or (), repeat(None))
