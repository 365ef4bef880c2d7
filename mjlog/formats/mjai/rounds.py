"""A round of mjai while its actions are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS, MOST_ROUNDS, MOST_STICKS
from mjlog.formats.mjai.actions import Chombo, Haipai, Ryukyoku, StartKyoku
from mjlog.formats.mjai.base import Message
from mjlog.formats.mjai.batch import Actions
from mjlog.formats.mjai.games import Header, Ledger
from mjlog.formats.mjai.wins import Win, coded
from mjlog.formats.mjai.yaku import DRAW_NAMES
from mjlog.rulesets.standard import RIICHI_STICK, SEATS
from mjlog.tiles import HAND_TILES, TILE_NAMES

_LIVE_WALL: Final = {4: 136 - 14 - 4 * HAND_TILES, 3: 108 - 14 - 3 * HAND_TILES}
"""Draws in a round that goes to the end; a replacement draw shortens the wall as well."""


class BrokenRoundError(ValueError):
    """The round cannot be told; the rest of the game can."""


class Draw(msgspec.Struct, gc=False):
    """How a round ended without a win."""

    number: int
    """Number of the action that says so."""
    log_type: str
    deltas: Sequence[int] | None
    tenpai: Sequence[bool] | None = None


class Round(msgspec.Struct, gc=False):
    """What is known of a round so far.  Score lists have one entry per player.

    Like all it holds it is a struct that the garbage collector passes over: a batch has thousands.
    """

    first: int
    """Number of its `start_kyoku` among the actions."""
    deal: StartKyoku
    header: Header
    players: int
    ledger: Ledger
    hands: tuple[bytes, ...]
    doras: bytearray
    """Dora indicators."""
    dice: bytes | None = None
    wall: bytes | None = None
    ura: bytes | None = None
    turned: bytes | None = None
    """Ura indicators of the first win with riichi."""
    riichi: bytearray = msgspec.field(default_factory=bytearray)
    """Seats whose riichi stick is paid."""
    wins: tuple[Win, ...] = ()
    draw: Draw | None = None
    end_scores: Sequence[int] | None = None
    outcome: str | None = None
    problem: str | None = None
    """Why the round cannot be told."""

    @property
    def away(self) -> int | None:
        """Who sits the round out."""
        return self.deal.away

    def scores_of(self, scores: Sequence[int] | None) -> Sequence[int] | None:
        """`scores` of the players, absent seats cut off.

        Raises:
            BrokenRoundError: when there are neither as many as players nor four.
        """
        if scores is None or len(scores) == self.players:
            return scores
        if len(scores) != SEATS:
            raise BrokenRoundError(f"{len(scores)} scores for {self.players} players")
        return scores[: self.players]

    def first_draw_of_dealer(self) -> int | None:
        """Take the fourteenth tile out of a dealer's hand (Mahjong Soul deals it as the first draw)."""
        dealer = self.header.dealer
        hand = self.hands[dealer] if dealer < len(self.hands) else b""
        if len(hand) != HAND_TILES + 1:
            return None
        self.hands = (*self.hands[:dealer], hand[:-1], *self.hands[dealer + 1 :])
        return hand[-1]

    def accept_riichi(self, seat: int, deltas: Sequence[int] | None, scores: Sequence[int] | None) -> None:
        """Book the stick of a riichi, 1,000 points where the log does not say."""
        self.riichi.append(seat)
        moved = self.ledger.moved
        if deltas is None and scores is None and moved is not None and seat < self.players:
            self.ledger.moved = (*moved[:seat], moved[seat] - RIICHI_STICK, *moved[seat + 1 :])
            return
        stick = [-RIICHI_STICK * (s == seat) for s in range(self.players)]
        self.ledger.settle(self.scores_of(deltas) or stick, self.scores_of(scores))

    def pay_bonus(self, seat: int, points: int | None) -> None:
        """Book what each opponent pays to a player."""
        if points is None:
            self.ledger.settle(None, None)
            return
        payers = [s for s in range(self.players) if s not in (seat, self.away)]
        self.ledger.settle(
            [len(payers) * points if s == seat else -points * (s in payers) for s in range(self.players)],
            None,
        )

    def pay_penalty(self, seat: int, points: int | None) -> int:
        """Book what a player pays to the table; return how many riichi sticks that is."""
        known = points is not None
        paid = [-(points or 0) * (s == seat) for s in range(self.players)]
        self.ledger.settle(paid if known else None, None)
        return (points or 0) // RIICHI_STICK

    def add_win(self, win: Win, ura: bytes | None) -> str:
        """Add a win; several in a row are a multiple ron.

        Returns:
            What of its ura indicators cannot be, "" when nothing: riichi turns the same ones for all.
        """
        hora = win.hora
        scores = self.scores_of(hora.scores)
        win.deltas = self.ledger.settle(self.scores_of(hora.deltas), scores)
        self.wins += (win,)
        self.end_scores = scores
        if ura is not None:
            self.ura = ura or self.ura or b""
        self.outcome = "tsumo" if win.from_seat == hora.actor else "ron"
        return self._other_ura(hora.actor, ura)

    def _other_ura(self, seat: int, ura: bytes | None) -> str:
        """How the ura indicators of a win with riichi differ from those of one before it."""
        if ura is None or seat not in self.riichi:
            return ""
        turned, self.turned = self.turned, ura if self.turned is None else self.turned
        if turned is None or turned == ura:
            return ""
        told, before = (" ".join(TILE_NAMES[c] for c in codes) or "none" for codes in (ura, turned))
        return f"ura indicators of seat {seat} are {told}, those of the win before {before}"

    def add_draw(self, i: int, action: Ryukyoku, drawn: Callable[[], int]) -> int:
        """Add how the round ended without a win.

        Args:
            i: number of the action.
            action: the draw.
            drawn: counts the tiles drawn in the round, to tell an exhausted wall where no reason is given.

        Returns:
            The kind of event that it is.
        """
        type_ = DRAW_NAMES.get(action.reason or "unknown")
        draw = self._end_without_win(i, action, type_ or "unknown")
        if action.tenpais is not None:
            draw.tenpai = action.tenpais[: self.players]
        is_exhaustive = type_ in {"exhaustive", "nagashi_mangan"} or (
            type_ in {"unknown", None} and (any(draw.deltas or ()) or self._is_exhausted(drawn()))
        )
        self.outcome = "exhaustive_draw" if is_exhaustive else "abortive_draw"
        return KIND_CODE[self.outcome]

    def _is_exhausted(self, drawn: int) -> bool:
        """Whether all tiles that can be are drawn."""
        return self.players in _LIVE_WALL and drawn >= _LIVE_WALL[self.players]

    def add_chombo(self, i: int, action: Chombo) -> None:
        """Add that a fault ended the round; the riichi sticks go back to their owners."""
        back = [RIICHI_STICK * self.riichi.count(seat) for seat in range(self.players)]
        self.ledger.settle(back, None)
        self._end_without_win(i, action, "chombo")
        self.outcome = "chombo"

    def _end_without_win(self, i: int, action: Ryukyoku | Chombo, log_type: str) -> Draw:
        """Book the end of the round by action `i`."""
        if self.draw is not None:
            raise BrokenRoundError("it ends twice without a win")
        scores = self.scores_of(action.scores)
        deltas = self.ledger.settle(self.scores_of(action.deltas), scores)
        self.draw = Draw(i, log_type, deltas)
        self.end_scores = scores
        self.ura = b""  # only winners turn them
        return self.draw

    def check(self, highest: int, events: int, length: int, *, away_acts: bool) -> None:
        """Check hands, seats and sizes.

        Args:
            highest: the highest seat that acts or is called from.
            events: how many events the round has.
            length: how many rounds the game has up to this one.
            away_acts: whether the player who is away acts or is called from.

        Raises:
            BrokenRoundError: when the round cannot be told; the message says why.
        """
        if self.problem is not None:
            raise BrokenRoundError(self.problem)
        if events > MOST_EVENTS:
            raise BrokenRoundError(f"{events} events")
        if length > MOST_ROUNDS:
            raise BrokenRoundError(f"more than {MOST_ROUNDS} rounds")
        if not 0 <= self.header.sticks <= MOST_STICKS:
            raise BrokenRoundError(f"{self.header.sticks} sticks on the table")
        if len(self.hands) < self.players:
            raise BrokenRoundError(f"{len(self.hands)} hands for {self.players} players")
        away = self.deal.away
        for seat, hand in enumerate(self.hands[: self.players]):
            if len(hand) != (HAND_TILES if seat != away else 0):
                raise BrokenRoundError(f"seat {seat} is dealt {len(hand)} tiles")
        highest = max(highest, self.header.dealer, -1 if away is None else away)
        if highest >= self.players:
            raise BrokenRoundError(f"seat {highest} acts at a table of {self.players}")
        if away_acts or self.header.dealer == away:
            raise BrokenRoundError(f"seat {away} is away, and acts")


def dealt_hands(actions: Actions, i: int, action: StartKyoku) -> Sequence[Sequence[str]]:
    """The hands dealt in action `i`, by seat; the original dialect has them in `haipai` actions."""
    if action.tehais is not None:
        return action.tehais
    hands: dict[int, Sequence[str]] = {}
    for j in range(i + 1, len(actions)):
        following = actions[j]
        if isinstance(following, Haipai):
            hands[following.actor] = following.pais
        elif not isinstance(following, Message):
            break
    return [hands.get(seat, []) for seat in range(max(hands, default=-1) + 1)]


def indicators(action: StartKyoku) -> bytes | None:
    """Dora indicators at the deal; None where the action has none, which riichi mahjong has."""
    if action.dora_markers is not None:
        return coded(action.dora_markers)
    marker = action.dora_marker if action.dora_marker is not None else action.dora
    return None if marker is None else coded([marker])
