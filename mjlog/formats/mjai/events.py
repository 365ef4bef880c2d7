"""The events of a round that say more than one action's columns hold, and its results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.formats.builder import MOST_WINS
from mjlog.formats.mjai.actions import (
    Bonus,
    Chi,
    Chombo,
    Daiminkan,
    Dora,
    Hora,
    Kakan,
    Penalty,
    Pon,
    ReachAccepted,
    Ryukyoku,
)
from mjlog.formats.mjai.base import DeadHand
from mjlog.formats.mjai.columns import DRAW, ActionColumns
from mjlog.formats.mjai.fields import Score
from mjlog.formats.mjai.games import Game
from mjlog.formats.mjai.kept import Extras
from mjlog.formats.mjai.rounds import BrokenRoundError, Round
from mjlog.formats.mjai.wins import CODE, UnreadYakuError, Win, score_of, ura_of, worth_of, yaku_of
from mjlog.formats.mjai.yaku import DRAGONS, DRAW_NAMES
from mjlog.tiles import NO_TILE


@dataclass(frozen=True, slots=True)
class EventReader:
    """Reads actions of the round that is being read into its columns and the round."""

    columns: ActionColumns
    extras: Extras
    reject: Callable[[int, str], None]
    """Told number of an action and what of it cannot be read."""

    def call(self, i: int, action: Chi | Pon | Daiminkan, round_: Round, _game: Game) -> None:
        """A tile is called from the caller, as an exporter of Mahjong Soul games has it."""
        self.columns.target[i] = self.columns.seat[self._last(i, action, round_, self.columns.last_discard)]

    def kakan(self, i: int, _action: Kakan, round_: Round, _game: Game) -> None:
        """A tile is added to a pon."""
        pon = self.columns.last_pon(i)
        self.columns.target[i] = self.columns.target[pon] if pon > round_.first else -1

    def accept_riichi(self, _i: int, action: ReachAccepted, round_: Round, game: Game) -> None:
        """A riichi stick is paid."""
        round_.accept_riichi(action.actor, action.deltas, action.scores)
        game.course.riichi += 1

    def dora(self, i: int, action: Dora, round_: Round, _game: Game) -> None:
        """An indicator is turned."""
        tile = CODE[action.dora_marker if action.dora_marker is not None else action.pai]
        if tile == NO_TILE:
            raise BrokenRoundError("dora without an indicator")
        self.columns.tile[i] = tile
        round_.doras.append(tile)

    def bonus(self, i: int, action: Bonus, round_: Round, _game: Game) -> None:
        """The others pay a player."""
        self.columns.set_points(i, action.points)
        round_.pay_bonus(action.actor, action.points)

    def penalty(self, i: int, action: Penalty, round_: Round, game: Game) -> None:
        """A player pays to the table."""
        self.columns.set_points(i, action.points)
        self.note(i, action, round_, game)
        game.course.penalties += round_.pay_penalty(action.actor, action.points)

    def note(self, i: int, action: Penalty | DeadHand | Chombo, _round: Round, _game: Game) -> None:
        """Keep the reason, which is for people, with the unknown fields."""
        if action.reason is not None:
            self.extras.add(i, msgspec.json.encode({"reason": action.reason}).decode())

    def win(self, i: int, action: Hora, round_: Round, game: Game) -> None:
        """A player wins."""
        if len(round_.wins) >= MOST_WINS:
            raise BrokenRoundError(f"more than {MOST_WINS} wins")
        seat, tile = self._won_on(i, action, round_)
        self.columns.target[i], self.columns.tile[i] = seat, tile
        if game.is_exact:
            score, worth = Score(), (action.fan, action.fu, action.hora_points)
        else:
            score = score_of(action)
            worth = worth_of(
                action,
                score,
                is_tsumo=seat == action.actor,
                is_dealer=action.actor == round_.header.dealer,
                players=round_.players,
            )
        dragons = partial(self._held_dragons, i, action.actor, round_)
        try:
            yaku = yaku_of(action, score, dragons, is_exact=game.is_exact)
        except UnreadYakuError as error:
            self.reject(i, f"{round_.header}: {error}; the win is kept without yaku")
            yaku = None
        names, han = (None, None) if yaku is None else yaku
        win = Win(i, action, seat, tile, worth, names, None if han is None or None in han else han)
        if other := round_.add_win(win, ura_of(action)):
            self.reject(i, f"{round_.header}: {other}; one list is kept for the round")

    def _held_dragons(self, i: int, seat: int, round_: Round) -> list[int]:
        """The kinds of dragons of which `seat` holds three or more at win `i`."""
        dealt = round_.hands[seat] if seat < len(round_.hands) else b""
        return self.columns.held_three([*DRAGONS], seat, dealt, slice(round_.first, i + 1))

    def _won_on(self, i: int, action: Hora, round_: Round) -> tuple[int, int]:
        """From whom, and on which tile, somebody wins: stated, or the last tile that came to be."""
        if action.gathered:
            return action.actor, NO_TILE
        if action.pai is not None and action.target is not None:
            return action.target, CODE[action.pai]
        last = self._last(i, action, round_, self.columns.last_winnable)
        target = int(self.columns.seat[last]) if action.target is None else action.target
        return target, int(self.columns.tile[last] if action.pai is None else CODE[action.pai])

    def _last(self, i: int, action: Any, round_: Round, latest: NDArray[np.int64]) -> int:
        """Number of the last event before action `i` of the round, by the `latest` of some kinds."""
        before = max(int(latest[i]), round_.first)
        is_dealt = latest is self.columns.last_winnable and self.columns.kind[before] == DRAW
        if latest[i] == before or is_dealt:  # a fourteenth tile
            return before
        raise BrokenRoundError(f"nothing to {type(action).__name__.lower()} on")

    def draw(self, i: int, action: Ryukyoku, round_: Round, _game: Game) -> None:
        """The round ends without a win."""
        drawn = partial(self.columns.drawn, slice(round_.first, i))
        self.columns.kind[i] = round_.add_draw(i, action, drawn)
        if action.reason is not None and action.reason not in DRAW_NAMES:
            self.reject(i, f"{round_.header}: unknown reason of a draw; kept as a draw of unknown type")

    def chombo(self, i: int, action: Chombo, round_: Round, game: Game) -> None:
        """A fault ends the round."""
        self.note(i, action, round_, game)
        round_.add_chombo(i, action)


EVENTS: Final[dict[type, Callable[[EventReader, int, Any, Round, Game], None]]] = {
    Chi: EventReader.call,
    Pon: EventReader.call,
    Daiminkan: EventReader.call,
    Kakan: EventReader.kakan,
    ReachAccepted: EventReader.accept_riichi,
    Dora: EventReader.dora,
    Bonus: EventReader.bonus,
    Penalty: EventReader.penalty,
    DeadHand: EventReader.note,
    Hora: EventReader.win,
    Ryukyoku: EventReader.draw,
    Chombo: EventReader.chombo,
}
"""How actions are read that are events of a round; the others are read as columns alone, and so are calls
that say from whom they are made."""
