"""The actions of mjai as typed structs: every dialect read, one canonical form written.

The canonical form is mjlog's action format.  What only one dialect has names it; *extensions* are mjlog's
own and carry what mjai cannot say.  Fields that are not listed (`meta`, `logs`) go to the table `extras`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

import msgspec
from msgspec import Meta

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.mjai.base import (
    NOBODY,
    NOT_AN_EVENT,
    OPENING,
    DeadHand,
    Error,
    Event,
    Frame,
    Hello,
    Join,
    Leave,
    Log,
    Nothing,
    Return,
    Tileless,
    Unflagged,
)
from mjlog.formats.mjai.fields import (
    Count,
    Dice,
    HouseOptions,
    KeptRows,
    Length,
    Limit,
    Majsoul,
    MajsoulPoints,
    Points,
    Real,
    Rules,
    Scores,
    Seat,
    Several,
    SidePoints,
    StatedWall,
    Tile,
    Tiles,
    Wind,
    Worth,
)


class StartGame(Frame, tag="start_game"):
    """A game begins."""

    mjlog_format: Annotated[int, Meta(ge=1)] | None = None
    """Extension: version of the action format; who states it follows that format and no dialect."""
    names: Several[str | None] | None = None
    """Names of the players, by seat."""
    num_players: Annotated[int, Meta(ge=2, le=4)] | None = None
    """Players of the game, those counted who sit out for a round."""
    aka_flag: bool | None = None
    """Whether there are red fives."""
    gametype: str | None = None
    """"tonpu", "tonnan" or "one_kyoku" (original dialect)."""
    kyoku_first: int | None = None
    """0 for a game to the end of South, 4 for East only (akochan, Mortal)."""
    uri: str | None = None
    """Where the game was taken from; a link to a Tenhou log names its log id."""
    majsoul: Majsoul | None = None
    """What exports of Mahjong Soul games say of the game."""
    platform: str | None = None
    """Extension, as are all that follow: platform that hosted the game."""
    log_id: str | None = None
    """The platform's own id of the log."""
    rules: Rules = msgspec.UNSET
    """Fields of `Ruleset`, over the preset named by "extends"; null: nothing is known of the rules."""
    room: str | None = None
    """Room or level of the platform."""
    lobby: str | None = None
    """Lobby number or tournament."""
    length: Length | None = None
    """Scheduled length."""
    house_options: HouseOptions = None
    """Options in force at the table that no rules can say."""
    shuffle: str | None = None
    """Generator and seed of all walls of the game: "mt19937ar-sha512-n288-base64,..."."""
    started_at: str | None = None
    """Date and time of the start, as ISO 8601 has it."""
    account_ids: Several[str | None] | None = None
    """Accounts of the players on the platform, by seat."""
    levels: Several[str | None] | None = None
    """Ranks of the players (dan, level), by seat."""
    ratings: Several[Real | None] | None = None
    """Ratings of the players, by seat."""
    extras: KeptRows = None
    """Fields of actions of other formats that no line of the game can hold."""
    code: ClassVar[int] = OPENING


class StartKyoku(Frame, tag="start_kyoku"):
    """A round begins.  The original dialect leaves out all but `oya` and the indicator."""

    oya: Seat
    """Seat of the dealer."""
    bakaze: Wind | None = None
    """Wind of the round."""
    kyoku: Annotated[int, Meta(ge=1, le=4)] | None = None
    """Number of the round within its wind."""
    honba: Count | None = None
    """Honba counters."""
    kyotaku: Count | None = None
    """Riichi sticks on the table."""
    dora_marker: Tile | None = None
    """Dora indicator."""
    dora: Tile | None = None
    """The indicator, in the oldest logs."""
    dora_markers: Tiles | None = None
    """Extension: the indicators at the deal where they are not exactly one."""
    scores: Scores | msgspec.UnsetType | None = msgspec.UNSET
    """Scores at the deal, by seat; null where unknown.  Left out, they are those after the last round."""
    tehais: Several[Tiles] | None = None
    """Hands of 13 tiles, by seat, "?" for hidden tiles; that of who is away is empty."""
    away: Seat | None = None
    """Extension: the player of the game who sits this round out."""
    dice: Dice = None
    """Extension: the dice of the deal."""
    wall: StatedWall | msgspec.UnsetType = msgspec.UNSET
    """Extension: all tiles in the order in which the round takes them: deals (four each from the dealer on,
    three times, then one each), draws; from the end backwards five indicators (fewer where the draws leave
    no room for them), each before the one under it, then the replacement tiles."""
    wall_text: str | None = None
    """Extension: the text that the published hash of the wall was made of."""
    wall_hash: str | None = None
    """Extension: that hash, "md5:" or "sha256:" and hexadecimal digits."""
    shuffle: str | None = None
    """Extension: generator and seed of the wall, where each deal has its own."""
    rounds_left_out: Count | None = None
    """Extension: rounds of the game between the one before and this one that nobody could read."""


class Haipai(Tileless, tag="haipai"):
    """The hand dealt to one player, after `start_kyoku` (original dialect)."""

    actor: Seat
    pais: Tiles
    """The hand."""
    code: ClassVar[int] = NOT_AN_EVENT


class Tsumo(Unflagged, tag="tsumo"):
    """A player draws a tile."""

    actor: Seat
    pai: Tile
    """The tile, "?" where it is hidden."""
    code: ClassVar[int] = KIND_CODE["draw"]


class Dahai(Event, tag="dahai"):
    """A player discards."""

    actor: Seat
    pai: Tile
    """The tile."""
    tsumogiri: bool | None = None
    """Whether it is the tile just drawn."""
    code: ClassVar[int] = KIND_CODE["discard"]


class Call(Unflagged):
    """A player completes a meld with the discard of `target`."""

    actor: Seat
    target: Seat
    pai: Tile
    """The tile called."""
    consumed: Tiles
    """The tiles of the hand."""


class Chi(Call, tag="chi"):
    """A player completes a run with the discard of `target`."""

    consumed: Annotated[Tiles, Meta(min_length=2, max_length=2)]
    code: ClassVar[int] = KIND_CODE["chi"]


class Pon(Call, tag="pon"):
    """A player completes a triplet with the discard of `target`."""

    consumed: Annotated[Tiles, Meta(min_length=2, max_length=2)]
    code: ClassVar[int] = KIND_CODE["pon"]


class Daiminkan(Call, tag="daiminkan"):
    """A player completes a kan with the discard of `target`."""

    consumed: Annotated[Tiles, Meta(min_length=3, max_length=3)]
    code: ClassVar[int] = KIND_CODE["daiminkan"]


class Kakan(Unflagged, tag="kakan"):
    """A player adds a tile to a pon."""

    actor: Seat
    pai: Tile
    """The tile added."""
    consumed: Tiles | None = None
    """The tiles of the pon."""
    code: ClassVar[int] = KIND_CODE["kakan"]


class Ankan(Tileless, tag="ankan"):
    """A player declares a concealed kan."""

    actor: Seat
    consumed: Annotated[Tiles, Meta(min_length=4, max_length=4)]
    """The four tiles."""
    code: ClassVar[int] = KIND_CODE["ankan"]


class SetAside(Unflagged):
    """A player sets a bonus tile aside."""

    actor: Seat
    pai: Tile | None = None
    """The tile; North where it is left out."""
    code: ClassVar[int] = KIND_CODE["kita"]


class Kita(SetAside, tag="kita"):
    """A player sets a bonus tile aside: North, or another that the rules name."""


class Nukidora(SetAside, tag="nukidora"):
    """A player sets a bonus tile aside (Akagi, libriichi3p)."""


class Reach(Tileless, tag="reach"):
    """A player declares riichi; the discard follows."""

    actor: Seat
    open: bool | None = None
    """Extension: whether it is open riichi, with the waiting tiles shown."""
    code: ClassVar[int] = KIND_CODE["riichi"]


class ReachAccepted(Tileless, tag="reach_accepted"):
    """A riichi declaration stands and the stick is paid."""

    actor: Seat
    deltas: Scores | None = None
    scores: Scores | None = None
    code: ClassVar[int] = KIND_CODE["riichi_accepted"]


class Dora(Unflagged, tag="dora"):
    """A kan dora indicator is turned."""

    dora_marker: Tile | None = None
    """The indicator."""
    pai: Tile | None = None
    """The indicator, in the oldest logs."""
    code: ClassVar[int] = KIND_CODE["dora"]
    actor: ClassVar[int] = NOBODY


class Bonus(Tileless, tag="bonus"):
    """Extension: the others pay a player in the middle of a round, for a concealed kan or set-aside tiles."""

    actor: Seat
    points: SidePoints | None = None
    """What each of them pays."""
    code: ClassVar[int] = KIND_CODE["bonus"]


class Penalty(Tileless, tag="penalty"):
    """Extension: a player pays to the table, where the points lie like riichi sticks."""

    actor: Seat
    points: SidePoints | None = None
    """What the player pays."""
    reason: str | None = None
    """What for, in words of the log."""
    code: ClassVar[int] = KIND_CODE["penalty"]


class Hora(Unflagged, tag="hora"):
    """A player wins; `target` is the discarder, or the winner on a tsumo."""

    actor: Seat
    target: Seat | None = None
    """Whose tile it is; the winner's own on a tsumo."""
    pai: Tile | None = None
    """The winning tile; where it is left out, the last that was drawn or discarded."""
    tsumo: bool | None = None
    """Whether the tile was drawn (dialects)."""
    gathered: bool | None = None
    """Extension: whether the hand wins by tiles gathered (four kans, eight reds), on no tile at all."""
    uradora_markers: Tiles | None = None
    """Ura indicators."""
    ura_markers: Tiles | None = None
    """Ura indicators (dialects)."""
    ura_dora_markers: Tiles | None = None
    """Ura indicators (dialects)."""
    uradora_marker: Tiles | Tile | None = None
    """Ura indicators (dialects)."""
    dora_markers: Tiles | None = None
    """Extension: indicators as recorded with the win."""
    hora_tehais: Tiles | None = None
    """Concealed tiles of the winner, the winning tile left out on a ron."""
    yakus: Any = None
    """[[name, han], ...]; names are those that `mjlog rules yaku` lists, in dialects those of the original
    mjai."""
    yaku_ids: Several[Count] | None = None
    """Numbers of Mahjong Soul's yaku (dialects)."""
    fu: Count | None = None
    """Fu; 0 where points add up."""
    fan: Worth | None = None
    """Han with bonus tiles, 13 per yakuman, or points where they add up."""
    han: Worth | None = None
    """The same (dialects)."""
    hora_points: Points | None = None
    """Value of the hand without honba and sticks."""
    majsoul_points: MajsoulPoints | None = None
    """Value of the hand as Mahjong Soul records it."""
    deltas: Scores | None = None
    """Score changes with honba and sticks, by seat."""
    scores: Scores | None = None
    pao: Seat | None = None
    """Extension: the liable player."""
    limit: Limit | None = None
    """Extension: the limit of the hand."""
    honba: Count | None = None
    """Extension: honba counters that this win was paid with."""
    kyotaku: Count | None = None
    """Extension: riichi sticks that it took."""
    code: ClassVar[int] = KIND_CODE["win"]


class Ryukyoku(Tileless, tag="ryukyoku"):
    """The round ends without a win."""

    reason: str | None = None
    """"fanpai" (the wall is used up), "nagashimangan", "kyushukyuhai", "sufonrenta", "suchareach",
    "sanchareach", "sukaikan" or "sanchaho"; dialects have other names."""
    tenpais: Several[bool] | None = None
    """Who showed a tenpai hand, by seat."""
    deltas: Scores | None = None
    scores: Scores | None = None
    actor: ClassVar[int] = NOBODY
    code: ClassVar[int] = KIND_CODE["exhaustive_draw"]


class Chombo(Tileless, tag="chombo"):
    """Extension: a grave fault of a player ends the round, which is played again."""

    actor: Seat
    reason: str | None = None
    """What fault, in words of the log."""
    deltas: Scores | None = None
    """Score changes, by seat, without the riichi sticks, which go back."""
    scores: Scores | None = None
    """Scores after the round, by seat."""
    code: ClassVar[int] = KIND_CODE["chombo"]


class EndKyoku(Frame, tag="end_kyoku"):
    """The round is over."""

    scores: Scores | None = None
    """Extension: scores after a round whose result states none."""


class EndGame(Frame, tag="end_game"):
    """The game is over."""

    scores: Several[Points | None] | None = None
    """Final scores, by seat."""
    points: Several[Real | None] | None = None
    """Extension: results with uma and oka, in thousands, by seat."""
    complete: bool = True
    """Extension: false where the game broke off and its log states results all the same."""


AnyAction: TypeAlias = (
    StartGame | StartKyoku | Haipai | Tsumo | Dahai | Chi | Pon | Daiminkan | Kakan | Ankan | Kita
    | Nukidora | Reach | ReachAccepted | Dora | Bonus | Penalty | DeadHand | Hora | Ryukyoku | Chombo
    | EndKyoku | EndGame | Leave | Return | Hello | Join | Nothing | Error | Log
)  # fmt: skip
"""What a line may be."""
