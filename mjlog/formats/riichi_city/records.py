"""What a Riichi City record is made of: a log, its rounds, their events with JSON inside strings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeVar

import msgspec

from mjlog.formats.builder import MOST_POINTS, MOST_STICKS, MOST_WINS

_MOST_EVENTS: Final = 4000
"""Events of a round, what players are asked included; one has fewer than 300."""
_MOST_TEXT: Final = 1 << 16
"""Characters of the data of an event."""

Id = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)] | Annotated[str, msgspec.Meta(max_length=64)]
Tile = Annotated[int, msgspec.Meta(ge=0, le=0xFFF)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Small = Annotated[int, msgspec.Meta(ge=0, le=MOST_STICKS)]
Points = Annotated[int, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Result = Annotated[float, msgspec.Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=1 << 43)]
Tiles = Annotated[tuple[Tile, ...], msgspec.Meta(max_length=14)]


class RecordError(ValueError):
    """Something in a record that cannot be read."""


class Player(msgspec.Struct, frozen=True):
    """Who sits where."""

    position: Seat
    userId: Id  # noqa: N815 - the format's own names here and below
    nickname: str | None = None
    points: Points | None = None
    identity: Annotated[int, msgspec.Meta(ge=0, le=MOST_STICKS)] = 0
    """What kind of account; 1 a player that the platform plays."""
    robotLevel: int = 0  # noqa: N815
    mortalModule: Annotated[str, msgspec.Meta(max_length=64)] = ""  # noqa: N815
    """How strong, and which program."""


class Round(msgspec.Struct, frozen=True):
    """A round, its events not decoded yet."""

    handEventRecord: Annotated[list[msgspec.Raw], msgspec.Meta(max_length=_MOST_EVENTS)]  # noqa: N815
    players: Annotated[tuple[Player, ...], msgspec.Meta(max_length=4)] = ()
    handCardEncode: str | None = None  # noqa: N815
    handCardsSHA256: Annotated[str, msgspec.Meta(pattern="^[0-9A-Fa-f]{64}$")] | None = None  # noqa: N815
    quanFeng: Tile | None = None  # noqa: N815
    changCi: Small | None = None  # noqa: N815
    benChangNum: Small | None = None  # noqa: N815
    paiShan: Any = None  # noqa: N815
    """Tiles that are left after the deal, which are those of the wall."""


class Event(msgspec.Struct, frozen=True):
    """An event of a round: its kind, and what it says as JSON in a string."""

    eventType: int  # noqa: N815
    data: Annotated[str, msgspec.Meta(max_length=_MOST_TEXT)] | dict[str, Any] | None = None
    userId: Id = 0  # noqa: N815
    startTime: Milliseconds | None = None  # noqa: N815
    eventPos: Annotated[int, msgspec.Meta(ge=-1, le=1 << 31)] = -1  # noqa: N815


class Stake(msgspec.Struct, frozen=True):
    """A player's score at the deal."""

    user_id: Id
    hand_points: Points


class Deal(msgspec.Struct, frozen=True):
    """One player's deal, with what all players are told of the round."""

    hand_cards: Tiles
    dealer_pos: Seat
    bao_pai_card: Tile
    quan_feng: Tile
    chang_ci: Annotated[int, msgspec.Meta(ge=1, le=4)]
    ben_chang_num: Small
    li_zhi_bang_num: Small
    user_info_list: Annotated[tuple[Stake, ...], msgspec.Meta(max_length=4)]
    dices: Annotated[tuple[Annotated[int, msgspec.Meta(ge=0, le=6)], ...], msgspec.Meta(max_length=4)] = ()
    hand_cards_sha_256: Any = None
    """The hash of the wall, which the round has as well."""


class Turn(msgspec.Struct, frozen=True):
    """A player's turn, with the tile drawn (0 after a call and for the dealt tile of the dealer)."""

    in_card: Tile = 0


class Action(msgspec.Struct, frozen=True):
    """What a player does."""

    action: int
    card: Tile = 0
    user_id: Id = 0
    move_cards_pos: Annotated[tuple[int, ...], msgspec.Meta(max_length=4)] | None = None
    """Places in the sorted hand, from 1, that tiles are taken from; the drawn tile lies behind the hand."""
    group_cards: Tiles | None = None
    is_li_zhi: bool = False
    li_zhi_operate: int = 0
    li_zhi_type: int = 0


class Fang(msgspec.Struct, frozen=True):
    """A yaku and its han."""

    fang_type: int
    fang_num: Annotated[int, msgspec.Meta(ge=0, le=200)]


class Win(msgspec.Struct, frozen=True):
    """A winner of the round, or who is tenpai at its end."""

    user_id: Id
    fang_info: Annotated[tuple[Fang, ...], msgspec.Meta(max_length=40)] | None = None
    all_fang_num: Small = 0
    all_fu: Small = 0
    all_point: Points = 0
    user_cards: Tiles | None = None
    li_bao_card: Tiles | None = None
    ting_card_list: Tiles | None = None
    bash_points: Points = 0
    """Base points."""
    luck_score: int = 0
    """Chips, counted at tables without chips as well."""


class Profit(msgspec.Struct, frozen=True):
    """What the end of a round brings a player."""

    user_id: Id
    point_profit: Points
    """With honba and sticks won, without the own stick."""
    li_zhi_profit: Points = 0
    """Sticks won less the own one."""
    is_bao_pai: bool = False
    """Whether the player is liable."""
    user_point: Points | None = None
    """The score after it."""


class End(msgspec.Struct, frozen=True):
    """How a round ends."""

    end_type: int
    win_info: Annotated[tuple[Win, ...], msgspec.Meta(max_length=MOST_WINS)] | None = None
    user_profit: Annotated[tuple[Profit, ...], msgspec.Meta(max_length=4)] | None = None
    cheat_info_list: Annotated[list[Any], msgspec.Meta(max_length=4)] | None = None


class Standing(msgspec.Struct, frozen=True):
    """A player at the end of the game."""

    user_id: Id
    point_num: Points
    score: Result
    """Result in hundreds, with uma and oka, without chips and yakitori."""


class Results(msgspec.Struct, frozen=True):
    """The end of the game, the first player first."""

    user_data: Annotated[tuple[Standing, ...], msgspec.Meta(max_length=4)]


class Indicators(msgspec.Struct, frozen=True):
    """The indicators turned by kans so far."""

    cards: Tiles | None = None


class Accepted(msgspec.Struct, frozen=True):
    """A stick that is paid."""

    user_id: Id


Message = Deal | Turn | Action | End | Results | Indicators | Accepted

DEAL, TURN, ASKED, ACTION, END, RESULTS, INDICATORS, ACCEPTED, FURITEN, PAUSE, WAITS = range(1, 12)
"""Types of events."""

_MESSAGES: Final[Mapping[int, type[Message]]] = MappingProxyType(
    {
        DEAL: Deal,
        TURN: Turn,
        ACTION: Action,
        END: End,
        RESULTS: Results,
        INDICATORS: Indicators,
        ACCEPTED: Accepted,
    }
)

KNOWN_TYPES: Final = frozenset(_MESSAGES)
"""Types of events that the tables have a place for."""

_FOLLOWING: Final[Mapping[int, frozenset[str]]] = MappingProxyType(
    {
        DEAL: frozenset({"ting_list"}),
        TURN: frozenset(
            {
                "is_zi_mo",
                "gang_cards",
                "bu_gang_cards",
                "is_gang_incard",
                "is_can_lizhi",
                "in_ting_info",
                "is_nine_cards",
                "is_kai_li_zhi",
                "is_pull_north",
                "is_first_xun_in",
                "oper_fixed_time",
                "oper_var_time",
            }
        ),
        ACTION: frozenset({"hand_cards"}),
    }
)
"""What events say besides that follows from the play: what may be done, waits, hands; and time to think."""

_NESTED: Final[Mapping[type[Message], Mapping[str, type[msgspec.Struct]]]] = MappingProxyType(
    {
        Deal: {"user_info_list": Stake},
        End: {"win_info": Win, "user_profit": Profit},
        Results: {"user_data": Standing},
    }
)
"""Fields of messages that list players, with what is known of each."""

_KEPT: Final = frozenset({"bash_points", "luck_score", "StageLevel"})
"""Known fields that no column has."""

_T = TypeVar("_T")


def decoded(text: bytes, kind: type[_T]) -> _T:
    """Decode JSON.

    Raises:
        RecordError: when it is none, or not of that kind; the message says where.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RecordError(str(error)) from None


def message_of(event: Event) -> tuple[Message | None, dict[str, Any]]:
    """What an event says, and of that what no column has and the play does not tell.

    Returns:
        None for events of other types, all of whose fields then are unknown.

    Raises:
        RecordError: when its data are no JSON object, or not of its type.
    """
    fields = _fields(event.data)
    kind = _MESSAGES.get(event.eventType)
    if kind is None:
        return None, fields
    try:
        message = msgspec.convert(fields, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise RecordError(str(error)) from None
    known = _FOLLOWING.get(event.eventType, frozenset()).union(kind.__struct_fields__)
    unknown = {name: value for name, value in fields.items() if name not in known and value}
    for name, nested in _NESTED.get(kind, {}).items():
        if players := unknown_of(fields.get(name), nested):
            unknown[name] = players
    return message, unknown


def unknown_of(players: Any, known: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """Of fields by player those that no column has and that say something, each with the player's id."""
    columns = set(known.__struct_fields__) - _KEPT
    return [
        {"user_id": player["user_id"], **fields}
        for player in players or ()
        if (fields := {name: value for name, value in player.items() if name not in columns and value})
    ]


def _fields(data: str | dict[str, Any] | None) -> dict[str, Any]:
    if isinstance(data, dict):
        return data
    try:
        return decoded((data or "{}").encode(), dict[str, Any])
    except UnicodeError as error:
        raise RecordError(str(error)) from None
