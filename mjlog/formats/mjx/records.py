"""What a line of mjx says: the messages of its protobuf as JSON, in which defaults are left out.

Nothing is null there: a null is damage.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from mjlog.formats.builder import MOST_POINTS, MOST_STICKS

TileId: TypeAlias = Annotated[int, Meta(ge=0, le=135)]
"""One of 136 tiles, numbered as by Tenhou."""
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Call: TypeAlias = Annotated[int, Meta(ge=0, le=0xFFFF)]
"""A call, encoded as by Tenhou."""
Points: TypeAlias = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
BySeat: TypeAlias = Annotated[list[Points], Meta(min_length=4, max_length=4)]
Counters: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_STICKS)]
Indicators: TypeAlias = Annotated[list[TileId], Meta(max_length=5)]
Tiles: TypeAlias = Annotated[list[TileId], Meta(max_length=14)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]


class Score(Struct, frozen=True):
    """Which round it is, and the scores."""

    tens: BySeat
    round: Annotated[int, Meta(ge=0, le=15)] = 0
    honba: Counters = 0
    riichi: Counters = 0


class Happening(Struct, frozen=True):
    """An event as everybody sees it: no tile is told of a draw."""

    type: str = "EVENT_TYPE_DISCARD"
    who: Seat = 0
    tile: TileId = 0
    open: Call = 0


class Public(Struct, frozen=True, rename="camel"):
    """What everybody sees of a round."""

    init_score: Score
    game_id: str = ""
    player_ids: Annotated[list[str], Meta(max_length=4)] = []
    dora_indicators: Indicators = []
    events: list[Happening] = []


class Hand(Struct, frozen=True, rename="camel"):
    """Concealed tiles, and calls."""

    closed_tiles: Tiles = []
    opens: list[Call] = []


class Private(Struct, frozen=True, rename="camel"):
    """What a player sees of the own hand; earlier versions say `draws` for `drawHistory`."""

    who: Seat = 0
    init_hand: Hand = Hand()
    draw_history: list[TileId] = []
    draws: list[TileId] = []
    curr_hand: Raw = Raw(b"")
    """The hand when the line was written, which play tells."""


class Hidden(Struct, frozen=True, rename="camel"):
    """What nobody sees."""

    game_seed: int | str = 0
    wall: list[TileId] = []
    ura_dora_indicators: Raw = Raw(b"")
    """What lies in the wall under the indicators that are turned."""


class Won(Struct, frozen=True, rename="camel"):
    """A win."""

    who: Seat = 0
    from_who: Seat = 0
    hand: Hand = Hand()
    win_tile: TileId = 0
    fu: Number = 0
    ten: Points = 0
    ten_changes: BySeat | UnsetType = UNSET
    yakus: list[Number] = []
    fans: list[Number] = []
    yakumans: list[Number] = []
    ura_dora_indicators: Indicators = []


class Shown(Struct, frozen=True):
    """A hand shown at a draw."""

    who: Seat = 0
    hand: Hand = Hand()


class NoWinner(Struct, frozen=True, rename="camel"):
    """A draw."""

    tenpais: list[Shown] = []
    ten_changes: BySeat | UnsetType = UNSET


class Terminal(Struct, frozen=True, rename="camel"):
    """How a round ended."""

    final_score: Score | UnsetType = UNSET
    wins: Annotated[list[Won], Meta(max_length=3)] = []
    no_winner: NoWinner | UnsetType = UNSET
    is_game_over: bool = False


class Line(Struct, frozen=True, rename="camel"):
    """A state, which holds all, or an observation, which is what one player sees."""

    public_observation: Public
    private_observation: Private | UnsetType = UNSET
    private_observations: Annotated[list[Private], Meta(max_length=4)] = []
    hidden_state: Hidden | UnsetType = UNSET
    round_terminal: Terminal | UnsetType = UNSET

    @property
    def viewer(self) -> int | None:
        """Whose view it is; None for a state."""
        return self.private_observation.who if self.private_observation else None

    @property
    def views(self) -> list[Private]:
        """What players see of their own hands, as far as the line has it."""
        return [self.private_observation] if self.private_observation else self.private_observations
