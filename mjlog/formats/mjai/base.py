"""What all mjai actions are made of, and what is no action of the play: connections, messages, marks."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.mjai.fields import Milliseconds, Seat

FORMAT_VERSION: Final = 1
"""Version of the action format; it grows when a field changes its meaning, not when one is added."""

NOBODY: Final = 255
"""`actor` of actions that nobody makes."""
IGNORED: Final = 255
"""`code` of protocol messages: no event, nothing to remember."""
NOT_AN_EVENT: Final = 100
"""`code` of actions that open or close rounds or close games."""
OPENING: Final = 101
"""`code` of what begins a game or a document."""


class Action(
    msgspec.Struct,
    tag_field="type",
    omit_defaults=True,
    gc=False,
    forbid_unknown_fields=True,
    kw_only=True,
):
    """One line of mjai.

    Every class says, as field or class variable, `code` (index in `schema.EVENT_KINDS`, or
    one of the constants above), `actor`, `pai`, `tsumogiri` and `elapsed`, so that columns can be
    taken from a mixed list.
    """

    meta: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    """What bots attach (Mortal, RiichiEnv); kept as unknown fields are."""


class Event(Action, kw_only=True):
    """An action that is an event of a round."""

    elapsed: Milliseconds | None = None
    """Extension: milliseconds since the game began."""


class Unflagged(Event):
    """An event that is no discard, so nobody says whether it is of the drawn tile."""

    tsumogiri: ClassVar[None] = None


class Tileless(Unflagged):
    """An event without one tile of its own."""

    pai: ClassVar[None] = None


class Frame(Action):
    """An action that begins or ends something, or tells of nothing that happens."""

    actor: ClassVar[int] = NOBODY
    pai: ClassVar[None] = None
    tsumogiri: ClassVar[None] = None
    elapsed: ClassVar[None] = None
    code: ClassVar[int] = NOT_AN_EVENT


class Leave(Tileless, tag="leave"):
    """Extension: a player loses the connection."""

    actor: Seat
    code: ClassVar[int] = KIND_CODE["leave"]


class Return(Tileless, tag="return"):
    """Extension: a player is back."""

    actor: Seat
    code: ClassVar[int] = KIND_CODE["return"]


class DeadHand(Tileless, tag="dead_hand"):
    """Extension: a player's hand is dead from here: it can neither win nor be tenpai."""

    actor: Seat
    reason: str | None = None
    """Why, in words of the log."""
    code: ClassVar[int] = KIND_CODE["dead_hand"]


class OpenReach(Tileless, tag="open_reach"):
    """Stands in a list of actions behind a `reach` that is open, for the second of its two events."""

    actor: Seat
    code: ClassVar[int] = KIND_CODE["open_riichi"]


class Message(Frame, forbid_unknown_fields=False):
    """A message of the protocol between server and bot that says nothing about the game."""

    code: ClassVar[int] = IGNORED


class Hello(Message, tag="hello"):
    """Server and bot greet each other."""


class Join(Message, tag="join"):
    """A bot takes a seat."""


class Nothing(Message, tag="none"):
    """A bot passes."""


class Error(Message, tag="error"):
    """The server refuses a message."""


class Log(Message, tag="log"):
    """A bot writes into the log."""


class Mark(Message, tag="mark"):
    """Stands in a list of actions for what is none: a new document, or a line that cannot be read."""

    is_broken: bool = False
    """Whether it stands for a line; otherwise a document begins."""
    code: ClassVar[int] = OPENING
