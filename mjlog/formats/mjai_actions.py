"""The actions of mjai as typed structs: every dialect read, one canonical form written.

A field that only one dialect has names it; fields marked *extension* are mjlog's own and carry
what mjai cannot say.  Fields that are not listed are skipped, so that bots may attach their own
(`meta`, `can_act`, `possible_actions`, `logs`, `haiyama`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from mjlog.schema import EVENT_KINDS, LENGTHS, LIMITS
from mjlog.tiles import TILE_NAMES

if TYPE_CHECKING:
    Tile: TypeAlias = str
    Length: TypeAlias = str
    Limit: TypeAlias = str
else:
    Tile = Literal[TILE_NAMES]
    Length = Literal[LENGTHS]
    Limit = Literal[LIMITS]

Wind: TypeAlias = Literal["E", "S", "W", "N"]
Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0, le=1000)]
Points = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]
Real = Annotated[float, Meta(ge=-10_000_000, le=10_000_000)]
Tiles: TypeAlias = list[Tile]
Scores: TypeAlias = list[Points]

NOBODY: Final = 255
"""`actor` of actions that nobody makes."""
IGNORED: Final = 255
"""`code` of protocol messages: no event, nothing to remember."""
NOT_AN_EVENT: Final = 100
"""`code` of actions that open or close rounds or close games."""
OPENING: Final = 101
"""`code` of what begins a game or a document."""

_KIND: Final = {kind: code for code, kind in enumerate(EVENT_KINDS)}


class Action(msgspec.Struct, tag_field="type", omit_defaults=True, gc=False):
    """One line of mjai.

    Every class says, as field or class variable, `code` (index in `schema.EVENT_KINDS`, or
    one of the constants above), `actor`, `pai` and `tsumogiri`, so that columns can be taken
    from a mixed list.
    """


class Unflagged(Action):
    """An action that is no discard, so nobody says whether it is of the drawn tile."""

    tsumogiri: ClassVar[None] = None


class Tileless(Unflagged):
    """An action without one tile of its own."""

    pai: ClassVar[None] = None


class TableAction(Tileless):
    """An action that no player makes."""

    actor: ClassVar[int] = NOBODY
    code: ClassVar[int] = NOT_AN_EVENT


class Majsoul(msgspec.Struct, gc=False):
    """What exports of Mahjong Soul games put into `start_game`."""

    uuid: str | None = None
    room: str | None = None
    players: int | None = None
    game_length: str | None = None
    start_time: Annotated[int, Meta(ge=0, le=2**33)] | None = None
    account_ids: list[Annotated[int, Meta(ge=0, le=2**63 - 1)]] | None = None
    ranks: list[str | None] | None = None


class StartGame(TableAction, tag="start_game"):
    """A game begins."""

    names: list[str | None] | None = None
    num_players: Annotated[int, Meta(ge=2, le=4)] | None = None
    aka_flag: bool | None = None
    gametype: str | None = None
    """"tonpu", "tonnan" or "one_kyoku" (original dialect)."""
    kyoku_first: int | None = None
    """0 for a game to the end of South, 4 for East only (akochan, Mortal)."""
    uri: str | None = None
    majsoul: Majsoul | None = None
    platform: str | None = None
    """Extension, as are all that follow: columns of `games` and lists of `game_players`."""
    log_id: str | None = None
    rules: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET
    """A rule set over a preset; null says that nothing is known of the rules."""
    room: str | None = None
    lobby: str | None = None
    length: Length | None = None
    started_at: str | None = None
    account_ids: list[str | None] | None = None
    levels: list[str | None] | None = None
    ratings: list[Real | None] | None = None
    code: ClassVar[int] = OPENING


class StartKyoku(TableAction, tag="start_kyoku"):
    """A round begins.  The original dialect leaves out all but `oya` and the indicator."""

    oya: Seat
    bakaze: Wind | None = None
    kyoku: Annotated[int, Meta(ge=1, le=4)] | None = None
    honba: Count | None = None
    kyotaku: Count | None = None
    dora_marker: Tile | None = None
    dora: Tile | None = None
    """The indicator, in the oldest logs."""
    dora_markers: Tiles | None = None
    """Extension: the indicators at the deal where they are not exactly one."""
    scores: Scores | msgspec.UnsetType | None = msgspec.UNSET
    """Null where they are unknown; left out, they are those after the round before."""
    tehais: list[Tiles] | None = None


class Haipai(Tileless, tag="haipai"):
    """The hand dealt to one player, after `start_kyoku` (original dialect)."""

    actor: Seat
    pais: Tiles
    code: ClassVar[int] = NOT_AN_EVENT


class Tsumo(Unflagged, tag="tsumo"):
    """A player draws a tile."""

    actor: Seat
    pai: Tile
    code: ClassVar[int] = _KIND["draw"]


class Dahai(Action, tag="dahai"):
    """A player discards."""

    actor: Seat
    pai: Tile
    tsumogiri: bool | None = None
    code: ClassVar[int] = _KIND["discard"]


class Chi(Unflagged, tag="chi"):
    """A player completes a run with the discard of `target`."""

    actor: Seat
    target: Seat
    pai: Tile
    consumed: Annotated[Tiles, Meta(min_length=2, max_length=2)]
    code: ClassVar[int] = _KIND["chi"]


class Pon(Unflagged, tag="pon"):
    """A player completes a triplet with the discard of `target`."""

    actor: Seat
    target: Seat
    pai: Tile
    consumed: Annotated[Tiles, Meta(min_length=2, max_length=2)]
    code: ClassVar[int] = _KIND["pon"]


class Daiminkan(Unflagged, tag="daiminkan"):
    """A player completes a kan with the discard of `target`."""

    actor: Seat
    target: Seat
    pai: Tile
    consumed: Annotated[Tiles, Meta(min_length=3, max_length=3)]
    code: ClassVar[int] = _KIND["daiminkan"]


class Kakan(Unflagged, tag="kakan"):
    """A player adds `pai` to a pon; `consumed` are the tiles of the pon."""

    actor: Seat
    pai: Tile
    consumed: Tiles | None = None
    code: ClassVar[int] = _KIND["kakan"]


class Ankan(Tileless, tag="ankan"):
    """A player declares a concealed kan."""

    actor: Seat
    consumed: Annotated[Tiles, Meta(min_length=4, max_length=4)]
    code: ClassVar[int] = _KIND["ankan"]


class Kita(Unflagged, tag="kita", omit_defaults=False):
    """A player sets a North aside (RiichiEnv, mjai.app; the canonical name)."""

    actor: Seat
    pai: Literal["N"] = "N"
    code: ClassVar[int] = _KIND["kita"]


class Nukidora(Unflagged, tag="nukidora"):
    """A player sets a North aside (Akagi, libriichi3p)."""

    actor: Seat
    pai: Literal["N"] = "N"
    code: ClassVar[int] = _KIND["kita"]


class Reach(Tileless, tag="reach"):
    """A player declares riichi; the discard follows."""

    actor: Seat
    code: ClassVar[int] = _KIND["riichi"]


class ReachAccepted(Tileless, tag="reach_accepted"):
    """A riichi declaration stands and the stick is paid."""

    actor: Seat
    deltas: Scores | None = None
    scores: Scores | None = None
    code: ClassVar[int] = _KIND["riichi_accepted"]


class Dora(Unflagged, tag="dora"):
    """A kan dora indicator is turned."""

    dora_marker: Tile | None = None
    pai: Tile | None = None
    """The indicator, in the oldest logs."""
    code: ClassVar[int] = _KIND["dora"]
    actor: ClassVar[int] = NOBODY


class MajsoulPoints(msgspec.Struct, gc=False):
    """The value of a hand as Mahjong Soul records it."""

    ron: Points = 0
    tsumo_dealer: Points = 0
    tsumo_non_dealer: Points = 0


class Score(msgspec.Struct, gc=False):
    """The value of a hand as RiichiEnv records it."""

    han: Count | None = None
    fu: Count | None = None
    points: str | Points | None = None
    """"3900", "500 all" or "700/1300" (each child / dealer)."""
    yaku: list[Count] | None = None
    """Numbers of Mahjong Soul's yaku."""


class HoraMeta(msgspec.Struct, gc=False):
    """`meta` of a win (RiichiEnv)."""

    score: Score | None = None


class Hora(Unflagged, tag="hora"):
    """A player wins; `target` is the discarder, or the winner on a tsumo."""

    actor: Seat
    target: Seat | None = None
    pai: Tile | None = None
    tsumo: bool | None = None
    uradora_markers: Tiles | None = None
    ura_markers: Tiles | None = None
    ura_dora_markers: Tiles | None = None
    uradora_marker: Tiles | Tile | None = None
    """One of these four, by dialect; the first is the original and canonical one."""
    dora_markers: Tiles | None = None
    """Extension: indicators as recorded with the win."""
    hora_tehais: Tiles | None = None
    yakus: Any = None
    """[[name, han], ...]; names of the original dialect or, canonically, `schema.YAKU`."""
    yaku_ids: list[Count] | None = None
    fu: Count | None = None
    fan: Count | None = None
    han: Count | None = None
    hora_points: Points | None = None
    majsoul_points: MajsoulPoints | None = None
    meta: HoraMeta | None = None
    deltas: Scores | None = None
    scores: Scores | None = None
    pao: Seat | None = None
    """Extension: the liable player."""
    limit: Limit | None = None
    """Extension, as are `honba` and `kyotaku`: what this win was paid with."""
    honba: Count | None = None
    kyotaku: Count | None = None
    code: ClassVar[int] = _KIND["win"]


class Ryukyoku(TableAction, tag="ryukyoku"):
    """The round ends without a win."""

    reason: str | None = None
    tenpais: list[bool] | None = None
    deltas: Scores | None = None
    scores: Scores | None = None
    code: ClassVar[int] = _KIND["exhaustive_draw"]


class EndKyoku(TableAction, tag="end_kyoku"):
    """The round is over."""

    scores: Scores | None = None
    """Extension: scores after a round whose result states none."""


class EndGame(TableAction, tag="end_game"):
    """The game is over."""

    scores: list[Points | None] | None = None
    points: list[Real | None] | None = None
    """Extension: results with uma and oka, in thousands."""


class Leave(Tileless, tag="leave"):
    """Extension: a player loses the connection."""

    actor: Seat
    code: ClassVar[int] = _KIND["leave"]


class Return(Tileless, tag="return"):
    """Extension: a player is back."""

    actor: Seat
    code: ClassVar[int] = _KIND["return"]


class Message(TableAction):
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


AnyAction: TypeAlias = (
    StartGame | StartKyoku | Haipai | Tsumo | Dahai | Chi | Pon | Daiminkan | Kakan | Ankan | Kita
    | Nukidora | Reach | ReachAccepted | Dora | Hora | Ryukyoku | EndKyoku | EndGame | Leave | Return
    | Hello | Join | Nothing | Error | Log
)  # fmt: skip
"""What a line may be."""


def action_schema() -> dict[str, Any]:
    """Return the JSON Schema of the action format, one definition per action."""
    return msgspec.json.schema(AnyAction)
