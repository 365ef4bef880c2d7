"""Decoded mjai actions put together into games and rounds.

Draws and discards are nine of ten actions and become columns in bulk; only the others are
looked at one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import KIND_CODE, MOST_WINS, LogBuilder, wrong_lengths
from mjlog.formats.mjai_actions import (
    OPENING,
    Ankan,
    Chi,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Kita,
    Mark,
    Nukidora,
    Pon,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
)
from mjlog.formats.mjai_games import Game, Ledger, count_players
from mjlog.formats.mjai_lines import Actions, Offsets
from mjlog.formats.mjai_rounds import BrokenRoundError, Round, by_kind, dealt_hands, indicators
from mjlog.formats.mjai_wins import CODE, UnreadYakuError, codes, ura_of, win_columns, yaku_of
from mjlog.formats.mjai_yaku import DRAGONS, DRAW_NAMES
from mjlog.tables import EventColumns
from mjlog.tiles import KIND, NO_TILE

_DRAW, _DISCARD = KIND_CODE["draw"], KIND_CODE["discard"]
_CALLS: Final = [KIND_CODE[k] for k in ("chi", "pon", "daiminkan")]
_WINNABLE: Final = [KIND_CODE[k] for k in ("draw", "discard", "kakan", "ankan", "kita")]
"""Events whose tile a win can be on."""
_LAST_EVENT: Final = max(KIND_CODE.values())
_OUTSIDE, _LEFT_OUT = -1, -2
"""`round` of events that no round holds, and of those of a round that cannot be told."""


class Assembly:
    """The actions of a batch of documents as columns, and the game and round being read.

    Args:
        actions: the actions of all documents, a `Mark` before each document.
        offsets: (n,) byte offset of each.
        paths: of the documents.
        builder: is told games, rounds and results.
        source_format: name of the format, for `games`.
    """

    def __init__(
        self,
        actions: Actions,
        offsets: Offsets,
        paths: Sequence[str],
        builder: LogBuilder,
        source_format: str,
    ) -> None:
        self._actions = actions
        self._offsets = offsets
        self._paths = iter(paths)
        self._path = ""
        self._builder = builder
        self._format = source_format
        size = len(actions)
        flags = [255 if a.tsumogiri is None else a.tsumogiri for a in actions]
        self._kind = np.array([a.code for a in actions], dtype=np.uint8)
        self._seat = _signed([a.actor for a in actions])
        self._tile = np.frombuffer(bytearray([CODE[a.pai] for a in actions]), dtype=np.uint8)
        self._tsumogiri = _signed(flags)
        self._target = np.full(size, -1, dtype=np.int8)
        self._consumed = np.full((size, 4), NO_TILE, dtype=np.uint8)
        self._round_of = np.full(size, _OUTSIDE, dtype=np.int32)
        self._game: Game | None = None
        self._round: Round | None = None
        self._first = 0
        self._games = 0
        self._discards = _latest(self._kind == _DISCARD)
        self._winnable = _latest(np.isin(self._kind, _WINNABLE))
        self._openings = np.append(np.flatnonzero(self._kind == OPENING), size)
        self._of_fourth = np.append(np.flatnonzero(self._seat == 3), size)

    def events(self) -> EventColumns:
        """Read the actions, telling the builder; return the events of all rounds told."""
        special = np.flatnonzero((self._kind != _DRAW) & (self._kind != _DISCARD))
        for i in special.tolist():
            action = self._actions[i]
            handler = self._HANDLERS.get(type(action))
            if handler is not None:
                try:
                    handler(self, i, action)
                except BrokenRoundError as error:
                    self._break_round(str(error))
        self._end_document(len(self._actions))
        told = (self._round_of >= 0) & (self._kind <= _LAST_EVENT)
        return EventColumns(
            round=self._round_of[told],
            kind=self._kind[told],
            seat=self._seat[told],
            target_seat=self._target[told],
            tile=self._tile[told],
            consumed=self._consumed[told],
            tsumogiri=self._tsumogiri[told],
            source_offset=self._offsets[told],
        )

    # --- documents, games ------------------------------------------------------------------

    def _mark(self, i: int, mark: Mark) -> None:
        if mark.is_broken:
            if not self._ends_document(i + 1):  # at the end, the log just stops there
                self._break_round("a line of it cannot be read")
                self._leave_gap()
            return
        self._end_document(i)
        self._path = next(self._paths)
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
        outside = np.flatnonzero((self._round_of[part] == _OUTSIDE) & (self._kind[part] <= _LAST_EVENT))
        if len(outside):
            self._reject(self._first + int(outside[0]), f"{len(outside)} actions outside of any round")
        elif end > self._first + 1 and not self._games:
            self._reject(self._first + 1, "neither a game nor a round begins")
        self._games = 0

    def _start_game(self, i: int, action: StartGame) -> None:
        self._end_game(i)
        self._game = Game(action, i)
        self._games += 1

    def _end_game(self, end: int) -> None:
        self._end_round(end)
        if self._game is not None and not self._game.is_told and not self._game.is_refused:
            self._reject(self._game.first, "no round of the game can be read")
        self._game = None

    def _finish_game(self, i: int, action: EndGame) -> None:
        self._end_round(i)
        game = self._game
        if game is not None and game.is_told:
            self._builder.update_game(is_complete=not game.has_gap)
            final = {"final score": action.scores or (), "final result": action.points or ()}
            self._check_lists(i, final, game.players)
            for seat, score in enumerate((action.scores or [])[: game.players]):
                self._builder.update_player(seat, log_final_score=score)
            for seat, points in enumerate((action.points or [])[: game.players]):
                self._builder.update_player(seat, log_final_points=points)
        self._end_game(i)

    # --- rounds ----------------------------------------------------------------------------

    def _start_round(self, i: int, action: StartKyoku) -> None:
        self._end_round(i)
        if self._game is None:
            self._start_game(i, StartGame())
        game = self._game
        assert game is not None
        hands = dealt_hands(self._actions, i, action)
        doras = indicators(action)
        if not game.players:
            game.players = count_players(game.start, action, hands, fourth_acts=self._fourth_acts(i))
            if doras is None:
                game.is_refused = True
                self._reject(game.first, "no dora indicator at the deal: this is not riichi mahjong")
        header = game.course.header(action)
        self._round = round_ = Round(
            first=i,
            header=header,
            players=game.players,
            ledger=Ledger(game.scores if action.scores is msgspec.UNSET else None, [0] * game.players),
            hands=[codes(hand) or [] for hand in hands],
            doras=doras or [],
        )
        if doras is None or game.is_refused:
            self._break_round("no dora indicator at the deal")
        drawn = round_.first_draw_of_dealer()
        if drawn is not None:
            self._kind[i], self._seat[i], self._tile[i] = _DRAW, header.dealer, drawn
        if isinstance(action.scores, list):
            round_.ledger.start = round_.scores_of(action.scores)

    def _fourth_acts(self, i: int) -> bool:
        """Whether seat 3 acts between action `i` and the next game."""
        next_game = self._openings[np.searchsorted(self._openings, i, side="right")]
        return bool(self._of_fourth[np.searchsorted(self._of_fourth, i)] < next_game)

    def _end_round(self, end: int, action: EndKyoku | None = None) -> None:
        round_, game = self._round, self._game
        if round_ is None or game is None:
            return
        self._round = None
        if action is not None and action.scores is not None and round_.end_scores is None:
            round_.end_scores = round_.scores_of(action.scores)
        part = slice(round_.first, end)
        game.length += 1
        game.has_gap = True
        game.course.outcome = round_.outcome
        game.scores = None if round_.problem else round_.ledger.now
        try:
            events = int(np.count_nonzero(self._kind[part] <= _LAST_EVENT))
            round_.check(self._acting(part), events, game.length)
        except BrokenRoundError as error:
            self._round_of[part] = _LEFT_OUT
            if not game.is_refused:
                self._reject(round_.first, f"{round_.header}: {error}; the round is left out")
            return
        game.has_gap = False
        if not game.is_told:
            self._tell_game(game)
        offset = int(self._offsets[round_.first])
        self._round_of[part] = round_.tell(self._builder, offset, game.length - 1)

    def _acting(self, part: slice) -> set[int]:
        """Seats that act or are called from."""
        return {*np.unique(self._seat[part]).tolist(), *np.unique(self._target[part]).tolist()} - {-1}

    def _tell_game(self, game: Game) -> None:
        game.is_told = True
        self._builder.game(
            source_path=self._path,
            source_format=self._format,
            source_offset=int(self._offsets[game.first]),
            **game.columns(),
        )
        for seat, columns in enumerate(game.seats()):
            self._builder.player(seat, **columns)
        self._check_lists(game.first, game.lists(), game.players)

    def _check_lists(self, i: int, lists: Mapping[str, Sequence[Any]], players: int) -> None:
        """Tell of `lists` by seat in action `i` that are as long as no table of `players`."""
        if wrong := wrong_lengths(lists, players):
            self._reject(i, wrong)

    def _break_round(self, problem: str) -> None:
        if self._round is not None and self._round.problem is None:
            self._round.problem = problem

    # --- events ----------------------------------------------------------------------------

    def _call(self, i: int, action: Chi | Pon | Daiminkan) -> None:
        target = action.target
        if target == action.actor and self._round is not None:  # an exporter of Mahjong Soul games
            target = int(self._seat[self._last(i, self._round, self._discards)])
        self._target[i] = target
        consumed = by_kind(action.consumed)
        self._consumed[i, : len(consumed)] = consumed
        if isinstance(action, Pon) and self._round is not None:
            self._round.pons[action.actor, int(KIND[CODE[action.pai]])] = target

    def _kakan(self, i: int, action: Kakan) -> None:
        self._consumed[i, 0] = self._tile[i]
        if self._round is not None:
            self._target[i] = self._round.pons.get((action.actor, int(KIND[CODE[action.pai]])), -1)

    def _ankan(self, i: int, action: Ankan) -> None:
        consumed = by_kind(action.consumed)
        self._consumed[i] = consumed
        self._tile[i] = min(consumed)

    def _kita(self, i: int, _action: Kita | Nukidora) -> None:
        self._consumed[i, 0] = self._tile[i]

    def _accept_riichi(self, _i: int, action: ReachAccepted) -> None:
        if self._round is not None and self._game is not None:
            self._round.accept_riichi(action.actor, action.deltas, action.scores)
            self._game.course.riichi += 1

    def _dora(self, i: int, action: Dora) -> None:
        self._tile[i] = CODE[action.dora_marker if action.dora_marker is not None else action.pai]
        if self._tile[i] == NO_TILE:
            self._break_round("dora without an indicator")
        elif self._round is not None:
            self._round.doras.append(int(self._tile[i]))

    def _win(self, i: int, action: Hora) -> None:
        round_ = self._round
        if round_ is None:
            return
        if len(round_.wins) >= MOST_WINS:
            raise BrokenRoundError(f"more than {MOST_WINS} wins")
        seat, tile = self._won_on(i, action, round_)
        self._target[i], self._tile[i] = seat, tile
        columns = win_columns(
            action,
            tile=tile,
            is_tsumo=seat == action.actor,
            is_dealer=action.actor == round_.header.dealer,
            players=round_.players,
        )
        try:
            yaku = yaku_of(action, partial(self._dragons, i, round_, action.actor))
        except UnreadYakuError as error:
            self._reject(i, f"{round_.header}: {error}; the win is kept without yaku")
            yaku = None
        if yaku is not None:
            columns["log_yaku"] = yaku[0]
            columns["log_yaku_han"] = None if None in yaku[1] else yaku[1]
        columns |= {"seat": action.actor, "from_seat": seat, "source_offset": int(self._offsets[i])}
        round_.add_win(action, columns, ura_of(action))

    def _won_on(self, i: int, action: Hora, round_: Round) -> tuple[int, int]:
        """From whom, and on which tile, somebody wins: stated, or the last tile that came to be."""
        if action.pai is not None and action.target is not None:
            return action.target, CODE[action.pai]
        last = self._last(i, round_, self._winnable)
        target = int(self._seat[last]) if action.target is None else action.target
        return target, int(self._tile[last] if action.pai is None else CODE[action.pai])

    def _last(self, i: int, round_: Round, latest: NDArray[np.int64]) -> int:
        """Number of the last event before action `i` of the round, by the `latest` of some kinds."""
        before = max(int(latest[i]), round_.first)
        is_dealt = latest is self._winnable and self._kind[before] == _DRAW  # a fourteenth tile
        if latest[i] == before or is_dealt:
            return before
        raise BrokenRoundError(f"nothing to {type(self._actions[i]).__name__.lower()} on")

    def _dragons(self, i: int, round_: Round, seat: int) -> list[int]:
        """Kinds of dragons of which `seat` holds three or more at a win, melds included."""
        part = slice(round_.first, i + 1)
        kind, tile, own = self._kind[part], KIND[self._tile[part]], self._seat[part] == seat
        gained = own & np.isin(kind, [_DRAW, *_CALLS])
        gained[-1] = self._target[i] != seat
        counts = np.bincount(tile[gained], minlength=256) - np.bincount(
            tile[own & (kind == _DISCARD)], minlength=256
        )
        dealt = round_.hands[seat] if seat < len(round_.hands) else []
        return [k for k in DRAGONS if counts[k] + dealt.count(k) >= 3]

    def _end_in_draw(self, i: int, action: Ryukyoku) -> None:
        round_ = self._round
        if round_ is None:
            return
        drawn = int(np.count_nonzero(self._kind[round_.first : i] == _DRAW))
        self._kind[i] = round_.add_draw(action, drawn, int(self._offsets[i]))
        if action.reason is not None and action.reason not in DRAW_NAMES:
            self._reject(i, f"{round_.header}: unknown reason of a draw; kept as a draw of unknown type")

    def _reject(self, i: int, reason: str) -> None:
        action = self._actions[i]
        self._builder.reject(self._path, int(self._offsets[i]), reason, msgspec.json.encode(action))

    _HANDLERS: ClassVar[dict[type, Callable[[Assembly, int, Any], None]]] = {
        Mark: _mark,
        StartGame: _start_game,
        StartKyoku: _start_round,
        EndKyoku: _end_round,
        EndGame: _finish_game,
        Chi: _call,
        Pon: _call,
        Daiminkan: _call,
        Kakan: _kakan,
        Ankan: _ankan,
        Kita: _kita,
        Nukidora: _kita,
        ReachAccepted: _accept_riichi,
        Dora: _dora,
        Hora: _win,
        Ryukyoku: _end_in_draw,
    }


def _latest(wanted: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(n,) number of the last action up to each that is `wanted`, -1 before the first."""
    return np.maximum.accumulate(np.where(wanted, np.arange(len(wanted)), -1))


def _signed(values: list[int]) -> NDArray[np.int8]:
    """Small numbers as (n,) int8; 255 becomes -1."""
    return np.frombuffer(bytearray(values), dtype=np.int8)
