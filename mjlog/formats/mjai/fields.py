"""What fields of mjai actions can hold: bounded types, and the objects that dialects nest in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from mjlog.formats.builder import MOST_POINTS
from mjlog.schema import HOUSE_OPTIONS, LENGTHS, LIMITS
from mjlog.tiles import COPIES, KINDS, TILE_NAMES, UNKNOWN

if TYPE_CHECKING:
    Tile: TypeAlias = str
    Length: TypeAlias = str
    Limit: TypeAlias = str
    KnownTile: TypeAlias = str
    Several: TypeAlias = Sequence
else:
    Tile = Literal[TILE_NAMES]
    KnownTile = Literal[TILE_NAMES[:UNKNOWN]]
    Length = Literal[LENGTHS]
    Limit = Literal[LIMITS]

    class Several:
        """Values of a type, as a tuple: of these, unlike of lists, the garbage collector lets go soon."""

        def __class_getitem__(cls, type_: Any) -> Any:
            return tuple[type_, ...]


LEAST_DICE: Final = 2
MOST_DICE: Final = 4
"""Dice of a deal: two, thrown once or twice."""

Wind: TypeAlias = Literal["E", "S", "W", "N"]
Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Place = Annotated[int, Meta(ge=-(2**15), le=2**15 - 1)]
"""Position of a round or event; extras may stand where none is."""
Worth = Annotated[int, Meta(ge=0, le=10_000)]
"""Han, or points where they add up."""
Points = Annotated[int, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
SidePoints = Annotated[int, Meta(ge=-250_000, le=250_000)]
"""A bonus or penalty: twice the highest bonus that rules know; those of a whole round fit 32 bits."""
Real = Annotated[float, Meta(ge=-MOST_POINTS, le=MOST_POINTS)]
Milliseconds = Annotated[int, Meta(ge=0, le=2**31 - 1)]


def why_not(error: msgspec.ValidationError) -> str:
    """Why something cannot be the `value` of a struct such as `Thrown`, by its place in the value.

    >>> why_not(msgspec.ValidationError("Expected `array`, got `int` - at `$.value`"))
    'Expected `array`, got `int`'
    >>> why_not(msgspec.ValidationError("Expected `str`, got `int` - at `$.value[3]`"))
    'Expected `str`, got `int` - at `$[3]`'
    """
    return str(error).removesuffix(" - at `$.value`").replace("$.value", "$")


class Thrown(msgspec.Struct):
    """Dice of a deal.  What a struct has is compiled once, and other types with each value."""

    value: Annotated[
        list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=LEAST_DICE, max_length=MOST_DICE)
    ]


Dice = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "type": ["array", "null"],
            "items": {"type": "integer", "minimum": 1, "maximum": 6},
            "minItems": LEAST_DICE,
            "maxItems": MOST_DICE,
        }
    ),
]
"""What a round says of its dice; whatever else it is, the round is read without dice."""


WallTiles = Annotated[list[KnownTile], Meta(min_length=1, max_length=COPIES * KINDS)]
"""Tiles of a wall."""


class Wall(msgspec.Struct):
    """Tiles of a wall (see `Thrown`)."""

    value: WallTiles


StatedWall = Annotated[
    msgspec.Raw,
    Meta(
        extra_json_schema={
            "type": ["array", "null"],
            "items": {"enum": list(TILE_NAMES)},
            "minItems": 1,
            "maxItems": COPIES * KINDS,
        }
    ),
]
"""What a round says of its wall; whatever else it is, the round is read without it."""
HouseOptions = Annotated[
    Any,
    Meta(extra_json_schema={"type": ["array", "null"], "items": {"enum": list(HOUSE_OPTIONS)}}),
]
"""What a game says of its house options; words that are none of them stand for other options."""
KeptRows = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "type": ["array", "null"],
            "items": {
                "type": "object",
                "required": ["action", "fields"],
                "properties": {
                    "action": {"type": "string"},
                    "fields": {"type": "object"},
                    "round_index": {"type": "integer", "minimum": -(2**15), "maximum": 2**15 - 1},
                    "seq": {"type": "integer", "minimum": -(2**15), "maximum": 2**15 - 1},
                },
            },
        }
    ),
]
"""Rows of the table `extras`; whatever else it is, it is an unknown field."""
Rules = Annotated[Any, Meta(extra_json_schema={"anyOf": [{"$ref": "#/$defs/Rules"}, {"type": "null"}]})]
"""What a game says of its rules; whatever else it is, the game is read, but its rules cannot be used."""
Tiles: TypeAlias = Several[Tile]
Scores: TypeAlias = Several[Points]


class Nested(msgspec.Struct, gc=False, forbid_unknown_fields=True):
    """An object within an action."""


class Majsoul(Nested):
    """What exports of Mahjong Soul games put into `start_game`."""

    uuid: str | None = None
    room: str | None = None
    players: int | None = None
    game_length: str | None = None
    start_time: Annotated[int, Meta(ge=0, le=2**33)] | None = None
    account_ids: Several[Annotated[int, Meta(ge=0, le=2**63 - 1)]] | None = None
    ranks: Several[str | None] | None = None


class MajsoulPoints(Nested):
    """The value of a hand as Mahjong Soul records it."""

    ron: Points = 0
    tsumo_dealer: Points = 0
    tsumo_non_dealer: Points = 0


class KeptRow(msgspec.Struct, omit_defaults=True, gc=False):
    """A row of the table `extras`."""

    action: str
    fields: dict[str, Any]
    round_index: Place | None = None
    seq: Place | None = None


class NamedYaku(msgspec.Struct, gc=False):
    """Names of yaku with the han of each (see `Thrown`)."""

    value: list[tuple[str, int | None]]


class Score(msgspec.Struct, gc=False):
    """The value of a hand as RiichiEnv records it, in `meta`."""

    han: Count | None = None
    fu: Count | None = None
    points: str | Points | None = None
    """"3900", "500 all" or "700/1300" (each child / dealer)."""
    yaku: Several[Count] | None = None
    """Numbers of Mahjong Soul's yaku."""


class HoraMeta(msgspec.Struct, gc=False):
    """`meta` of a win (RiichiEnv)."""

    score: Score | None = None
