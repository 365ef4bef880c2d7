"""One round of a majiang record: its moves as events, its results as columns.

Players are named by their wind in the round, 0 the dealer.  A kan's indicator is put where Tenhou
turns it, which changes nothing of the play: majiang writes it behind the replacement draw of a concealed
kan, and behind the discard after another kan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS, MOST_POINTS, MOST_STICKS, MOST_WINS
from mjlog.formats.majiang.melds import (
    ANKAN,
    SEATS,
    MoveError,
    discard_of,
    hand_of,
    meld_of,
    tile_of,
    tiles_of,
)
from mjlog.formats.majiang.words import draw_of, yaku_of
from mjlog.formats.round_names import round_name
from mjlog.formats.sink import NONE, Event
from mjlog.formats.worth import HONBA_POINTS, YAKUMAN_HAN, base_points, ron_points
from mjlog.tiles import HAND_TILES, NO_TILE

_DRAW, _DISCARD, _DORA = KIND_CODE["draw"], KIND_CODE["discard"], KIND_CODE["dora"]
_RIICHI, _ACCEPTED, _WIN = KIND_CODE["riichi"], KIND_CODE["riichi_accepted"], KIND_CODE["win"]
_PLAYED_OUT: Final = ("exhaustive", "nagashi_mangan")
_MOST_HAN: Final = 999
_MOST_YAKU: Final = 40
_MOST_MARKS: Final = 10

Move = dict[str, dict[str, Any]]
"""A move: its name, and what it says."""

FIELDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "qipai": frozenset({"zhuangfeng", "jushu", "changbang", "lizhibang", "defen", "baopai", "shoupai"}),
        "zimo": frozenset({"l", "p"}),
        "dapai": frozenset({"l", "p"}),
        "fulou": frozenset({"l", "m"}),
        "gang": frozenset({"l", "m"}),
        "gangzimo": frozenset({"l", "p"}),
        "kaigang": frozenset({"baopai"}),
        "hule": frozenset(
            {"l", "shoupai", "baojia", "fubaopai", "fu", "fanshu", "damanguan", "defen", "hupai", "fenpei"}
        ),
        "pingju": frozenset({"name", "shoupai", "fenpei"}),
    }
)
"""What each move says."""


@dataclass(slots=True)
class Round:
    """A round that could be read."""

    wind: int
    dealer: int
    honba: int
    sticks: int
    scores: list[int]
    hands: list[list[int]]
    dora: list[int]
    ura: list[int] | None = None
    """None where none are told: no result, or wins that leave them out."""
    events: list[Event] = field(default_factory=list)
    wins: list[dict[str, Any]] = field(default_factory=list)
    """Columns of `wins`."""
    draw: dict[str, Any] | None = None
    """Columns of `draws`."""
    notes: list[str] = field(default_factory=list)
    """What was read with a doubt."""
    unknown: list[tuple[int | None, dict[str, Any]]] = field(default_factory=list)
    """Fields that mjlog does not know, each with the number of their event; None for the deal's."""
    waiting: int = NONE
    """Who declared riichi with the last discard, which nobody has let pass yet."""

    @property
    def outcome(self) -> str | None:
        """Word of `schema.OUTCOMES`; None where the record stops before."""
        if self.wins:
            return "tsumo" if self.wins[0]["seat"] == self.wins[0]["from_seat"] else "ron"
        if self.draw is None:
            return None
        return "exhaustive_draw" if self.draw["log_type"] in _PLAYED_OUT else "abortive_draw"

    @property
    def seen(self) -> list[int]:
        """Codes of the tiles that were dealt, drawn and turned."""
        dealt = [tile for hand in self.hands for tile in hand]
        drawn = [event.tile for event in self.events if event.kind == _DRAW]
        return [*dealt, *drawn, *self.dora, *(self.ura or ())]

    def seat(self, wind: Any) -> int:
        """Seat of the player of a wind.

        Raises:
            MoveError: when there is no such wind.
        """
        return (_number(wind, "l", 0, SEATS - 1) + self.dealer) % SEATS


def name_of(moves: Sequence[Move]) -> str:
    """How people call the round of some moves; empty where they do not say.

    >>> name_of([{"qipai": {"zhuangfeng": 1, "jushu": 0, "changbang": 2}}])
    'South 1, honba 2'
    """
    deal = moves[0].get("qipai", {}) if moves else {}
    wind, number, honba = (deal.get(key, -1) for key in ("zhuangfeng", "jushu", "changbang"))
    if not all(isinstance(value, int) for value in (wind, number, honba)):
        return ""
    if wind not in range(4) or number not in range(4):
        return ""
    return round_name(wind, number + 1, honba)


def round_of(moves: Sequence[Move]) -> Round:
    """Read a round.

    Raises:
        MoveError: when a move is malformed or out of place.
    """
    if not moves or len(moves) > MOST_EVENTS:
        raise MoveError(f"{len(moves)} moves")
    told = None
    for number, move in enumerate(moves):
        try:
            name, fields = _named(move)
            if told is None:
                told = _dealt(name, fields)
            else:
                _PLAY[name](told, fields)
        except MoveError as error:
            raise MoveError(f"move {number + 1} ({_shown(move)}): {error}") from None
        unknown = {key: value for key, value in fields.items() if key not in FIELDS[name]}
        if unknown:
            told.unknown.append((len(told.events) - 1 if number else None, unknown))
    assert told is not None
    return told


def _shown(move: Any) -> str:
    return ", ".join(map(str, move))[:24] if isinstance(move, dict) else str(move)[:24]


def _named(move: Move) -> tuple[str, dict[str, Any]]:
    if len(move) != 1:
        raise MoveError("a move has one name")
    [(name, fields)] = move.items()
    if name not in FIELDS:
        raise MoveError("no move of this name is known")
    return name, fields


def _dealt(name: str, fields: Mapping[str, Any]) -> Round:
    if name != "qipai":
        raise MoveError("a round begins with qipai")
    hands = fields.get("shoupai")
    if not isinstance(hands, list) or len(hands) != SEATS:
        raise MoveError("not four dealt hands")
    dealer = _number(fields.get("jushu"), "jushu", 0, SEATS - 1)
    dealt = [list(hand_of(text).concealed) for text in hands]
    if any(len(hand) != HAND_TILES for hand in dealt):
        raise MoveError(f"hands of {', '.join(str(len(hand)) for hand in dealt)} tiles are dealt")
    return Round(
        wind=_number(fields.get("zhuangfeng"), "zhuangfeng", 0, 3),
        dealer=dealer,
        honba=_number(fields.get("changbang"), "changbang", 0, MOST_STICKS),
        sticks=_number(fields.get("lizhibang"), "lizhibang", 0, MOST_STICKS),
        scores=_by_seat(_scores(fields.get("defen"), "defen"), dealer),
        hands=_by_seat(dealt, dealer),
        dora=[tile_of(fields.get("baopai"))],
    )


def _by_seat(values: Sequence[Any], dealer: int) -> list[Any]:
    """Values by wind, the dealer's first, as values by seat."""
    return [values[(seat - dealer) % SEATS] for seat in range(SEATS)]


def _number(value: Any, name: str, least: int, most: int) -> int:
    """A whole number within bounds.

    Raises:
        MoveError: when it is none.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise MoveError(f"{name} is {str(value)[:24]}")
    return value


def _scores(value: Any, name: str) -> list[int]:
    """Four whole numbers of points."""
    if not isinstance(value, list) or len(value) != SEATS:
        raise MoveError(f"{name} are not the points of four players")
    return [_number(points, name, -MOST_POINTS, MOST_POINTS) for points in value]


# --- play -------------------------------------------------------------------------------------


def _open(told: Round) -> None:
    """Check that the round goes on, and that a riichi whose discard nobody won on is paid for."""
    if told.wins or told.draw is not None:
        raise MoveError("a move after the end of the round")
    if told.waiting != NONE:
        told.events.append(Event(_ACCEPTED, told.waiting))
        told.waiting = NONE


def _drawn(told: Round, fields: Mapping[str, Any]) -> None:
    _open(told)
    told.events.append(Event(_DRAW, told.seat(fields.get("l")), NONE, tile_of(fields.get("p"))))


def _discarded(told: Round, fields: Mapping[str, Any]) -> None:
    _open(told)
    seat, discard = told.seat(fields.get("l")), discard_of(fields.get("p"))
    if discard.riichi:
        told.events.append(Event(_RIICHI, seat))
        told.waiting = seat
    told.events.append(Event(_DISCARD, seat, NONE, discard.tile, int(discard.is_drawn)))


def _melded(told: Round, fields: Mapping[str, Any]) -> None:
    _open(told)
    seat, meld = told.seat(fields.get("l")), meld_of(fields.get("m"))
    target = NONE if meld.kind == ANKAN else (seat + meld.source) % SEATS
    told.events.append(Event(meld.kind, seat, target, meld.tile, NONE, meld.consumed))


def _turned(told: Round, fields: Mapping[str, Any]) -> None:
    """A new indicator, put before a replacement draw or a discard that it was written behind."""
    if told.wins or told.draw is not None:
        raise MoveError("a move after the end of the round")
    tile = tile_of(fields.get("baopai"))
    place = len(told.events)
    if place and told.events[-1].kind in (_DRAW, _DISCARD):
        place -= 1 + (place > 1 and told.events[-2].kind == _RIICHI)
    told.events.insert(place, Event(_DORA, tile=tile))
    told.unknown = [
        (seq + 1 if seq is not None and seq >= place else seq, fields) for seq, fields in told.unknown
    ]
    told.dora.append(tile)


# --- results ----------------------------------------------------------------------------------


def _won(told: Round, fields: Mapping[str, Any]) -> None:
    if told.draw is not None or len(told.wins) == MOST_WINS or not told.events:
        raise MoveError("a win out of place")
    told.waiting = NONE
    seat, source = told.seat(fields.get("l")), fields.get("baojia")
    discarder = seat if source is None else told.seat(source)
    hand = hand_of(fields.get("shoupai", ""))
    tile = hand.concealed[-1] if hand.concealed else _last_tile(told.events)
    if seat == discarder:
        _draw_left_out(told, seat, tile)
    told.events.append(Event(_WIN, seat, discarder, tile))
    listed = _ura(fields.get("fubaopai"))
    declared = any(event.kind == _RIICHI and event.seat == seat for event in told.events)
    if listed or (declared and "fubaopai" in fields):
        told.ura = (told.ura or listed)[:_MOST_MARKS]
    win: dict[str, Any] = {
        "seat": seat,
        "from_seat": discarder,
        "tile": tile,
        "log_hand": list(hand.concealed) or None,
        "log_fu": _stated(fields, "fu", 200),
        "log_han": _stated(fields, "fanshu", _MOST_HAN),
        "log_limit": "yakuman" if _stated(fields, "damanguan", _MOST_HAN) else None,
        "log_deltas": _changes(told, fields),
    }
    win["log_points"] = _points(told, _stated(fields, "defen", MOST_POINTS), win)
    told.wins.append(win | _yaku(told, fields.get("hupai")))


def _ura(listed: Any) -> list[int]:
    """Ura indicators of a win; none where it shows none."""
    if listed is None:
        return []
    if not isinstance(listed, list):
        raise MoveError("fubaopai is no list of tiles")
    return [code for text in listed for code in tiles_of(text)]


def _draw_left_out(told: Round, seat: int, tile: int) -> None:
    """Put in the draw of a tsumo that a converter (paipuconverter) leaves out; the hand names its tile."""
    last = told.events[-1]
    if last.kind == _DISCARD and (last.seat + 1) % SEATS == seat:
        told.events.append(Event(_DRAW, seat, NONE, tile))
        told.notes.append(f"seat {seat} wins by tsumo without a draw; read as drawn")


def _points(told: Round, stated: int | None, win: Mapping[str, Any]) -> int | None:
    """The worth of a hand; of a tsumo what is paid for it where a converter states the worth of a ron."""
    han, fu, changes = win["log_han"], win["log_fu"], win["log_deltas"]
    if None in (stated, han, fu, changes) or win["seat"] != win["from_seat"]:
        return stated
    paid = -sum(change for change in changes if change < 0) - HONBA_POINTS * told.honba
    is_of_ron = stated == ron_points(base_points(han, fu), is_dealer=win["seat"] == told.dealer)
    return paid if is_of_ron and paid > 0 else stated


def _last_tile(events: Sequence[Event]) -> int:
    """The tile drawn, discarded or added last."""
    return next((event.tile for event in reversed(events) if event.kind != _DORA), NO_TILE)


def _stated(fields: Mapping[str, Any], name: str, most: int) -> int | None:
    value = fields.get(name)
    return None if value is None else _number(value, name, 0, most)


def _changes(told: Round, fields: Mapping[str, Any]) -> list[int] | None:
    value = fields.get("fenpei")
    return None if value is None else _by_seat(_scores(value, "fenpei"), told.dealer)


def _yaku(told: Round, listed: Any) -> dict[str, Any]:
    """Yaku, their han and the liable player; a name that is not known keeps all of them in `extras`."""
    if listed is None:
        return {}
    found = [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    if not isinstance(listed, list) or len(found) != len(listed) or len(listed) > _MOST_YAKU:
        raise MoveError("hupai is no list of yaku")
    liable = [entry["baojia"] for entry in found if entry.get("baojia") is not None]
    columns: dict[str, Any] = {"log_pao_seat": told.seat(liable[0]) if liable else None}
    names = [str(entry.get("name")) for entry in found]
    slugs = [yaku_of(name) for name in names]
    if None in slugs or any(name not in ("name", "fanshu", "baojia") for entry in found for name in entry):
        told.unknown.append((len(told.events) - 1, {"hupai": listed}))
    if None in slugs:
        told.notes.append(f"unknown yaku {names[slugs.index(None)][:40]!r}")
        return columns
    han = [_han(entry.get("fanshu")) for entry in found]
    return {**columns, "log_yaku": slugs, "log_yaku_han": han}


def _han(value: Any) -> int | None:
    """Han of a yaku: a number, or an asterisk for each time a yakuman counts."""
    if isinstance(value, str) and value.strip("*") == "" and 0 < len(value) <= _MOST_MARKS:
        return YAKUMAN_HAN * len(value)
    return None if value is None else _number(value, "fanshu of a yaku", 0, _MOST_HAN)


def _drawn_game(told: Round, fields: Mapping[str, Any]) -> None:
    name = fields.get("name")
    kind = draw_of(name) if isinstance(name, str) and len(name) < 40 else None
    if kind is None:
        raise MoveError(f"unknown draw {str(name)[:24]!r}")
    if kind == "sanchahou":
        told.waiting = NONE
    _open(told)
    hands = fields.get("shoupai")
    if hands is not None and (not isinstance(hands, list) or len(hands) != SEATS):
        raise MoveError("shoupai are not the hands of four players")
    shown = None if hands is None or kind not in _PLAYED_OUT else [not hand_of(h).is_empty for h in hands]
    told.draw = {
        "log_type": kind,
        "log_tenpai": None if shown is None else _by_seat(shown, told.dealer),
        "log_deltas": _changes(told, fields),
    }
    told.ura = []
    told.events.append(Event(KIND_CODE[told.outcome or ""]))


_PLAY: Final[Mapping[str, Callable[[Round, Mapping[str, Any]], None]]] = MappingProxyType(
    {
        "zimo": _drawn,
        "gangzimo": _drawn,
        "dapai": _discarded,
        "fulou": _melded,
        "gang": _melded,
        "kaigang": _turned,
        "hule": _won,
        "pingju": _drawn_game,
    }
)
