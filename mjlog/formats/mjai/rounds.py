"""A round of mjai while its actions are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS, MOST_ROUNDS, MOST_STICKS, LogBuilder
from mjlog.formats.mjai.actions import Chombo, Haipai, Hora, Ryukyoku, StartKyoku
from mjlog.formats.mjai.base import Message
from mjlog.formats.mjai.batch import Actions
from mjlog.formats.mjai.games import Header, Ledger
from mjlog.formats.mjai.wins import CODE, codes
from mjlog.formats.mjai.yaku import DRAW_NAMES
from mjlog.rulesets.standard import RIICHI_STICK
from mjlog.tiles import HAND_TILES, TILE_NAMES

_LIVE_WALL: Final = {4: 136 - 14 - 4 * HAND_TILES, 3: 108 - 14 - 3 * HAND_TILES}
"""Draws in a round that goes to the end; a replacement draw shortens the wall as well."""


class BrokenRoundError(ValueError):
    """The round cannot be told; the rest of the game can."""


@dataclass(slots=True)
class Round:
    """What is known of a round so far.  Score lists have one entry per player."""

    first: int
    """Number of its `start_kyoku` among the actions."""
    header: Header
    players: int
    ledger: Ledger
    hands: list[bytearray]
    doras: list[int]
    away: int | None = None
    """Who sits the round out."""
    dice: list[int] | None = None
    wall: dict[str, Any] = field(default_factory=dict)
    """Columns of `rounds` about the wall."""
    ura: list[int] | None = None
    turned: list[int] | None = None
    """Ura indicators of the first win with riichi."""
    riichi: list[int] = field(default_factory=list)
    """Seats whose riichi stick is paid."""
    wins: list[dict[str, Any]] = field(default_factory=list)
    draw: dict[str, Any] | None = None
    end_scores: list[int] | None = None
    outcome: str | None = None
    problem: str | None = None
    """Why the round cannot be told."""

    def scores_of(self, scores: Sequence[int] | None) -> list[int] | None:
        """`scores` of the players, absent seats cut off.

        Raises:
            BrokenRoundError: when there are neither as many as players nor four.
        """
        if scores is None:
            return None
        if len(scores) not in (self.players, 4):
            raise BrokenRoundError(f"{len(scores)} scores for {self.players} players")
        return list(scores[: self.players])

    def first_draw_of_dealer(self) -> int | None:
        """Take the fourteenth tile out of a dealer's hand (Mahjong Soul deals it as the first draw)."""
        hand = self.hands[self.header.dealer] if self.header.dealer < len(self.hands) else bytearray()
        return hand.pop() if len(hand) == HAND_TILES + 1 else None

    def accept_riichi(self, seat: int, deltas: Sequence[int] | None, scores: Sequence[int] | None) -> None:
        """Book the stick of a riichi, 1,000 points where the log does not say."""
        self.riichi.append(seat)
        moved = self.ledger.moved
        if deltas is None and scores is None and moved is not None and seat < self.players:
            moved[seat] -= RIICHI_STICK
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

    def add_win(self, hora: Hora, columns: dict[str, Any], ura: list[int] | None) -> str:
        """Add a win; several in a row are a multiple ron.

        Returns:
            What of its ura indicators cannot be, "" when nothing: riichi turns the same ones for all.
        """
        scores = self.scores_of(hora.scores)
        deltas = self.ledger.settle(self.scores_of(hora.deltas), scores)
        self.wins.append({**columns, "log_deltas": deltas})
        self.end_scores = scores
        if ura is not None:
            self.ura = ura or self.ura or []
        self.outcome = "tsumo" if columns["from_seat"] == columns["seat"] else "ron"
        return self._other_ura(hora.actor, ura)

    def _other_ura(self, seat: int, ura: list[int] | None) -> str:
        """How the ura indicators of a win with riichi differ from those of one before it."""
        if ura is None or seat not in self.riichi:
            return ""
        turned, self.turned = self.turned, ura if self.turned is None else self.turned
        if turned is None or turned == ura:
            return ""
        told, before = (" ".join(TILE_NAMES[c] for c in codes) or "none" for codes in (ura, turned))
        return f"ura indicators of seat {seat} are {told}, those of the win before {before}"

    def add_draw(self, action: Ryukyoku, drawn: int, source_offset: int) -> int:
        """Add how the round ended without a win.

        Args:
            action: the draw.
            drawn: tiles drawn in the round, to tell an exhausted wall where no reason is given.
            source_offset: where the action stands.

        Returns:
            The kind of event that it is.
        """
        type_ = DRAW_NAMES.get(action.reason or "unknown")
        deltas = self._end_without_win(action, type_ or "unknown", source_offset)
        assert self.draw is not None
        self.draw["log_tenpai"] = None if action.tenpais is None else action.tenpais[: self.players]
        exhausted = drawn >= _LIVE_WALL.get(self.players, drawn + 1) or any(deltas or ())
        is_exhaustive = type_ in {"exhaustive", "nagashi_mangan"} or (
            type_ in {"unknown", None} and exhausted
        )
        self.outcome = "exhaustive_draw" if is_exhaustive else "abortive_draw"
        return KIND_CODE[self.outcome]

    def add_chombo(self, action: Chombo, source_offset: int) -> None:
        """Add that a fault ended the round; the riichi sticks go back to their owners."""
        back = [RIICHI_STICK * self.riichi.count(seat) for seat in range(self.players)]
        self.ledger.settle(back, None)
        self._end_without_win(action, "chombo", source_offset)
        self.outcome = "chombo"

    def _end_without_win(
        self, action: Ryukyoku | Chombo, log_type: str, source_offset: int
    ) -> list[int] | None:
        """Book the end of the round; return the score changes."""
        if self.draw is not None:
            raise BrokenRoundError("it ends twice without a win")
        scores = self.scores_of(action.scores)
        deltas = self.ledger.settle(self.scores_of(action.deltas), scores)
        self.draw = {"log_type": log_type, "log_deltas": deltas, "source_offset": source_offset}
        self.end_scores = scores
        self.ura = []  # only winners turn them
        return deltas

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
        for seat, hand in enumerate(self.hands[: self.players]):
            if len(hand) != HAND_TILES * (seat != self.away):
                raise BrokenRoundError(f"seat {seat} is dealt {len(hand)} tiles")
        highest = max(highest, self.header.dealer, -1 if self.away is None else self.away)
        if highest >= self.players:
            raise BrokenRoundError(f"seat {highest} acts at a table of {self.players}")
        if away_acts or self.header.dealer == self.away:
            raise BrokenRoundError(f"seat {self.away} is away, and acts")

    def tell(self, builder: LogBuilder, source_offset: int, index: int) -> int:
        """Tell the round, which is number `index` of its game; return its number in the batch."""
        header = self.header
        number = builder.round(
            hands=self.hands[: self.players],
            dora_indicators=self.doras,
            index=index,
            round_wind=header.wind,
            round_number=header.number,
            dealer_seat=header.dealer,
            away_seat=self.away,
            dice=self.dice,
            honba=header.honba,
            riichi_sticks=header.sticks,
            start_scores=self.ledger.start,
            ura=self.ura,
            outcome=self.outcome,
            log_end_scores=self.end_scores,
            source_offset=source_offset,
            **self.wall,
        )
        for win in self.wins:
            builder.win(**win)
        if self.draw is not None:
            builder.draw(**self.draw)
        return number


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


def indicators(action: StartKyoku) -> list[int] | None:
    """Dora indicators at the deal; None where the action has none, which riichi mahjong has."""
    if action.dora_markers is not None:
        return codes(action.dora_markers)
    marker = action.dora_marker if action.dora_marker is not None else action.dora
    return None if marker is None else [CODE[marker]]
