"""One round of mjx, from the line that holds it to what the tables say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from mjlog.formats.builder import KIND_CODE, MOST_EVENTS
from mjlog.formats.mjx.held import Told, contradictions
from mjlog.formats.mjx.records import Happening, Line, NoWinner, Private, Won
from mjlog.formats.mjx.walls import canonical
from mjlog.formats.sink import NONE, Event, consumed_tiles
from mjlog.formats.tenhou_xml.calls import Calls, decode
from mjlog.formats.tenhou_xml.tiles import LAST_ID, NO_ID, coded
from mjlog.formats.tenhou_xml.wins import YAKU
from mjlog.formats.worth import YAKUMAN_HAN
from mjlog.tiles import HAND_TILES, TILE_NAMES, UNKNOWN

SEATS: Final = 4
_CODE: Final[list[int]] = coded(np.arange(LAST_ID + 1, dtype=np.uint8), np.ones((), dtype=bool)).tolist()
"""Tile codes by id, with red fives."""
_PREFIX: Final = "EVENT_TYPE_"
_PLAIN: Final = {
    "RIICHI": "riichi",
    "RIICHI_SCORE_CHANGE": "riichi_accepted",
    "DISCARD": "discard",
    "TSUMOGIRI": "discard",
    "DRAW": "draw",
    "NEW_DORA": "dora",
    "TSUMO": "win",
    "RON": "win",
}
_CALLS: Final = {
    "CHI": "chi",
    "PON": "pon",
    "OPEN_KAN": "daiminkan",
    "ADDED_KAN": "kakan",
    "CLOSED_KAN": "ankan",
}
_DRAWS: Final = {
    "EXHAUSTIVE_DRAW_NORMAL": ("exhaustive_draw", "exhaustive"),
    "EXHAUSTIVE_DRAW_NAGASHI_MANGAN": ("exhaustive_draw", "nagashi_mangan"),
    "ABORTIVE_DRAW_NINE_TERMINALS": ("abortive_draw", "kyuushu_kyuuhai"),
    "ABORTIVE_DRAW_FOUR_RIICHIS": ("abortive_draw", "suucha_riichi"),
    "ABORTIVE_DRAW_THREE_RONS": ("abortive_draw", "sanchahou"),
    "ABORTIVE_DRAW_FOUR_KANS": ("abortive_draw", "suukaikan"),
    "ABORTIVE_DRAW_FOUR_WINDS": ("abortive_draw", "suufon_renda"),
}


class RoundError(ValueError):
    """A round cannot be read; the message says what of it and why."""


@dataclass(slots=True)
class Round:
    """A round that could be read."""

    values: dict[str, Any]
    """Arguments of `LogBuilder.round` but its position and offset."""
    events: list[Event]
    wins: list[dict[str, Any]] = field(default_factory=list)
    """Columns of `wins`."""
    draw: dict[str, Any] | None = None
    """Columns of `draws`, None where nobody has drawn the round out."""
    shown: list[list[str]] | None = None
    """Hands by seat that a draw showed to a viewer who did not know them."""
    notes: list[str] = field(default_factory=list)
    """What was left out, or is said twice and differently."""


def round_of(line: Line) -> Round:
    """Read a round.

    Raises:
        RoundError: when its parts do not fit together.
    """
    public, score = line.public_observation, line.public_observation.init_score
    views: list[Private | None] = [None] * SEATS
    for view in line.views:
        if views[view.who] is not None:
            raise RoundError(f"two hands of seat {view.who}")
        views[view.who] = view
    if not public.dora_indicators:
        raise RoundError("no dora indicator")
    played = _Play(views).play(public.events)
    turned = [_CODE[i] for i in public.dora_indicators]
    if played.dora != turned[1:]:
        raise RoundError(f"{len(turned)} indicators, but events turn {len(played.dora)} after the first")
    told = Round(
        values={
            "hands": [_dealt(seat, view) for seat, view in enumerate(views)],
            "dora_indicators": turned,
            "round_wind": score.round // SEATS,
            "round_number": score.round % SEATS + 1,
            "dealer_seat": score.round % SEATS,
            "honba": score.honba,
            "riichi_sticks": score.riichi,
            "start_scores": score.tens,
            "outcome": played.outcome,
        },
        events=played.events,
    )
    _add_wall(told, line)
    _add_result(told, line, played)
    said = contradictions(line, Told(told.values["hands"], told.values.get("wall"), told.events, _CODE))
    told.notes += [f"{reason}; the round is kept" for reason in said]
    return told


def _dealt(seat: int, view: Private | None) -> list[int]:
    if view is None:
        return [UNKNOWN] * HAND_TILES
    if len(view.init_hand.closed_tiles) != HAND_TILES:
        raise RoundError(f"seat {seat} is dealt {len(view.init_hand.closed_tiles)} tiles")
    return [_CODE[i] for i in view.init_hand.closed_tiles]


def _add_wall(told: Round, line: Line) -> None:
    ids = line.hidden_state.wall if line.hidden_state else []
    wall = canonical(ids)
    if wall is not None:
        told.values["wall"] = [_CODE[i] for i in wall]
    elif ids:
        told.notes.append(f"the wall of {len(ids)} tiles is not one of 136 different ones; it is left out")


# --- events -----------------------------------------------------------------------------------


class _Play:
    """Goes through the events of a round."""

    def __init__(self, views: Sequence[Private | None]) -> None:
        self._drawn = [None if v is None else iter(v.draw_history or v.draws) for v in views]
        self._counts = [0 if v is None else len(v.draw_history or v.draws) for v in views]
        self._last_tile_of: int | None = None
        self.events: list[Event] = []
        self.dora: list[int] = []
        """Indicators turned after the first."""
        self.outcome: str | None = None
        self.draw_type: str | None = None
        self.wins: list[Event] = []

    def play(self, happenings: Sequence[Happening]) -> _Play:
        """Take the events in order.

        Raises:
            RoundError: at one that cannot be.
        """
        if len(happenings) > MOST_EVENTS:
            raise RoundError(f"more than {MOST_EVENTS} events in a round")
        calls = _decoded_calls(happenings)
        for number, happening in enumerate(happenings):
            word = happening.type.removeprefix(_PREFIX)
            try:
                self._take(word, happening, calls, number)
            except RoundError as error:
                raise RoundError(f"event {number} ({word[:40].lower()}): {error}") from None
        for seat, tiles in enumerate(self._drawn):
            if tiles is not None and (left := sum(1 for _ in tiles)):
                raise RoundError(f"seat {seat} has {left} tiles in its history that no event draws")
        return self

    def _take(self, word: str, happening: Happening, calls: Calls, number: int) -> None:
        if self.draw_type or (self.outcome and (self.outcome, word) != ("ron", "RON")):
            raise RoundError("the round has ended before")
        if word in _DRAWS:
            self.outcome, self.draw_type = _DRAWS[word]
            self.events.append(Event(KIND_CODE[self.outcome]))
        elif word in _CALLS:
            self.events.append(self._called(word, happening, calls, number))
        elif word in _PLAIN:
            self._take_plain(word, happening)
        else:
            raise RoundError("no such event")

    def _take_plain(self, word: str, happening: Happening) -> None:
        kind, seat, tile = KIND_CODE[_PLAIN[word]], happening.who, _CODE[happening.tile]
        if word == "DRAW":
            self.events.append(Event(kind, seat, tile=self._draw(seat)))
        elif word in ("DISCARD", "TSUMOGIRI"):
            self._last_tile_of = seat
            self.events.append(Event(kind, seat, tile=tile, tsumogiri=word == "TSUMOGIRI"))
        elif word == "NEW_DORA":
            self.dora.append(tile)
            self.events.append(Event(kind, tile=tile))
        elif word in ("TSUMO", "RON"):
            self._win(word, seat, tile)
        else:
            self.events.append(Event(kind, seat))

    def _draw(self, seat: int) -> int:
        tiles = self._drawn[seat]
        if tiles is None:
            return UNKNOWN
        drawn = next(tiles, None)
        if drawn is None:
            raise RoundError(f"seat {seat} draws more than the {self._counts[seat]} tiles of its history")
        return _CODE[drawn]

    def _win(self, word: str, seat: int, tile: int) -> None:
        source = seat if word == "TSUMO" else self._last_tile_of
        if source is None or (word == "RON" and source == seat):
            raise RoundError("no tile of another player to win on")
        self.outcome = word.lower()
        self.wins.append(Event(KIND_CODE["win"], seat, source, tile))
        self.events.append(self.wins[-1])

    def _called(self, word: str, happening: Happening, calls: Calls, number: int) -> Event:
        kind = KIND_CODE[_CALLS[word]]
        if not calls.valid[number] or calls.kind[number] != kind:
            raise RoundError(f"{happening.open} is no such call")
        consumed = [_CODE[i] for i in calls.consumed[number] if i != NO_ID]
        if word in ("ADDED_KAN", "CLOSED_KAN"):
            self._last_tile_of = happening.who  # it may be robbed
        return Event(
            kind,
            happening.who,
            NONE if calls.target[number] < 0 else int(calls.target[number]),
            min(consumed) if word == "CLOSED_KAN" else _CODE[calls.tile_id[number]],
            consumed=consumed_tiles(consumed),
        )


def _decoded_calls(happenings: Sequence[Happening]) -> Calls:
    """The calls of all events, as if each were one."""
    who = np.array([h.who for h in happenings], dtype=np.int64)
    return decode(who, np.array([h.open for h in happenings], dtype=np.int64))


# --- results ----------------------------------------------------------------------------------


def _add_result(told: Round, line: Line, played: _Play) -> None:
    """What the line says of the end of the round; without it, who won on what is all that is known."""
    end = line.round_terminal
    if not end:
        told.wins = [{"seat": w.seat, "from_seat": w.target_seat, "tile": w.tile} for w in played.wins]
        told.draw = {"log_type": played.draw_type} if played.draw_type else None
        return
    if played.outcome is None:
        raise RoundError("a result, but no event that ends the round")
    if [(w.who, w.from_who, _CODE[w.win_tile]) for w in end.wins] != [w[1:4] for w in played.wins]:
        raise RoundError("the result has other wins than the events")
    told.wins = [_win(won) for won in end.wins]
    told.values["ura"] = next(
        ([_CODE[i] for i in w.ura_dora_indicators] for w in end.wins if w.ura_dora_indicators), []
    )
    if end.final_score:
        told.values["log_end_scores"] = end.final_score.tens
    if played.draw_type:
        drawn = end.no_winner or NoWinner()
        told.draw = {"log_type": played.draw_type, "log_deltas": drawn.ten_changes or None}
        if end.no_winner and played.outcome == "exhaustive_draw":
            tenpai = {shown.who for shown in drawn.tenpais}
            told.draw["log_tenpai"] = [seat in tenpai for seat in range(SEATS)]
        if line.viewer is not None and drawn.tenpais:
            told.shown = _shown(drawn)


def _shown(drawn: NoWinner) -> list[list[str]]:
    """Names of the tiles of shown hands by seat."""
    hands = {shown.who: [TILE_NAMES[_CODE[i]] for i in shown.hand.closed_tiles] for shown in drawn.tenpais}
    return [hands.get(seat, []) for seat in range(SEATS)]


def _win(won: Won) -> dict[str, Any]:
    """Columns of `wins`; ura dora that were looked at in vain (0 han) are left out.

    Raises:
        RoundError: when the yaku are none, or not those of their han.
    """
    if len(won.yakus) != len(won.fans) or not won.yakus + won.yakumans:
        raise RoundError(f"seat {won.who} wins with {len(won.yakus)} yaku and {len(won.fans)} han of yaku")
    if (wrong := max(won.yakus + won.yakumans)) >= len(YAKU):
        raise RoundError(f"seat {won.who} wins with yaku {wrong}, which is none")
    if len(won.hand.closed_tiles) % 3 != 2:
        raise RoundError(f"seat {won.who} wins with {len(won.hand.closed_tiles)} concealed tiles")
    pairs = [(y, han) for y, han in zip(won.yakus, won.fans, strict=True) if han]
    pairs += [(y, YAKUMAN_HAN) for y in won.yakumans]
    return {
        "seat": won.who,
        "from_seat": won.from_who,
        "tile": _CODE[won.win_tile],
        "log_hand": [_CODE[i] for i in won.hand.closed_tiles],
        "log_han": None if won.yakumans else sum(won.fans),
        "log_fu": won.fu or None,
        "log_points": won.ten,
        "log_yaku": [YAKU[y] for y, _ in pairs],
        "log_yaku_han": [han for _, han in pairs],
        "log_deltas": won.ten_changes or None,
    }
