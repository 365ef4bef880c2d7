"""A round of log tables as the moves of a majiang record."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.majiang.melds import (
    ANKAN,
    CHI,
    DAIMINKAN,
    KAKAN,
    PON,
    SEATS,
    hand_text,
    meld_text,
)
from mjlog.formats.majiang.words import DRAW_NAMES, YAKU_NAMES
from mjlog.formats.rows import CannotSayError, RoundRows, Row
from mjlog.formats.sink import Event
from mjlog.formats.tenhou_json.names import WINDS
from mjlog.formats.worth import YAKUMAN_HAN, is_yakuman
from mjlog.notation import KOBALAB
from mjlog.schema import EVENT_KINDS
from mjlog.tiles import KIND, NO_TILE, TILE_CODE, UNKNOWN

Move = dict[str, dict[str, Any]]

_DRAW, _DISCARD, _DORA = KIND_CODE["draw"], KIND_CODE["discard"], KIND_CODE["dora"]
_KANS: Final = (DAIMINKAN, KAKAN, ANKAN)
_RESULTS: Final = ("win", "exhaustive_draw", "abortive_draw")
_SILENT: Final = ("riichi_accepted", "leave", "return")
"""Kinds of events that no move tells."""
_LIABLE: Final = ("daisangen", "daisuushii", "suukantsu")
"""Yakuman that a player can be liable for."""
_ALL_SHOWN: Final = ("suucha_riichi",)
"""Draws at which every hand is shown."""


def moves_of(told: RoundRows) -> list[Move]:
    """The moves of a round.

    Raises:
        CannotSayError: when the format cannot say it; the message names the round.
    """
    try:
        return _Writer(told).moves()
    except CannotSayError as error:
        raise CannotSayError(f"{told.name}: {error}") from None


class _Writer:
    """Follows the hands of a round while its events become moves."""

    def __init__(self, told: RoundRows) -> None:
        row = told.row
        if row["away_seat"] is not None:
            raise CannotSayError("somebody sits out")
        if row["dealer_seat"] != row["round_number"] - 1:
            raise CannotSayError(f"seat {row['dealer_seat']} deals, after which the round is not named")
        for column in ("start_scores", "dora_indicators"):
            if not row[column]:
                raise CannotSayError(f"{column} are not known")
        if len(row["start_scores"]) < SEATS:
            raise CannotSayError("some start_scores are not known")
        self._told = told
        self._dealer: int = row["dealer_seat"]
        self._hands = [[TILE_CODE[name] for name in row[f"hand_{seat}"] or ()] for seat in range(SEATS)]
        self._melds: list[dict[int, str]] = [{} for _ in range(SEATS)]
        """Texts of each seat's melds by the number of the event that made them."""
        self._riichi: set[int] = set()
        self._declared: int | None = None
        """Who declares riichi with the next discard."""
        self._after_kan = False
        self._turned: list[Move] = []
        """Indicators that stand behind the next replacement draw or discard."""
        self._moves: list[Move] = []
        self._move_of: dict[int | None, Move] = {}
        """Moves by number of their event; None for the deal."""

    def moves(self) -> list[Move]:
        """All moves."""
        self._moves.append(self._deal())
        self._move_of[None] = self._moves[0]
        wins, draws = iter(self._told.wins), iter(self._told.draws)
        for number, event in enumerate(self._told.events):
            kind = EVENT_KINDS[event.kind]
            if kind in _RESULTS:
                self._flush()
                result = next(wins if kind == "win" else draws, None)
                if result is None:
                    raise CannotSayError("a result that the tables do not tell")
                self._add(number, self._hule(result) if kind == "win" else self._pingju(result))
            else:
                self._play(number, event)
        self._flush()
        for extra in self._told.extras:
            self._put_back(extra)
        return self._moves

    def _deal(self) -> Move:
        row = self._told.row
        deal = {
            "zhuangfeng": row["round_wind"],
            "jushu": row["round_number"] - 1,
            "changbang": row["honba"],
            "lizhibang": row["riichi_sticks"],
            "defen": self._by_wind(row["start_scores"]),
            "baopai": KOBALAB.format(TILE_CODE[row["dora_indicators"][0]]),
            "shoupai": self._by_wind([hand_text(hand) for hand in self._hands]),
        }
        return {"qipai": deal}

    def _by_wind(self, values: Sequence[Any]) -> list[Any]:
        return [values[(wind + self._dealer) % SEATS] for wind in range(SEATS)]

    def _wind(self, seat: int) -> int:
        return (seat - self._dealer) % SEATS

    def _add(self, number: int, move: Move) -> None:
        self._moves.append(move)
        self._move_of[number] = move

    def _flush(self) -> None:
        self._moves += self._turned
        self._turned = []

    def _put_back(self, extra: Row) -> None:
        """Put fields that no column has into the move of their event."""
        move = self._move_of.get(extra["seq"])
        if move is not None:
            [fields] = move.values()
            fields |= {k: v for k, v in json.loads(extra["fields"]).items() if k not in fields}

    # --- play ---------------------------------------------------------------------------------

    def _play(self, number: int, event: Event) -> None:
        seat, hand = event.seat, self._hands[event.seat % SEATS]
        if event.kind == _DORA:
            self._flush()
            move: Move = {"kaigang": {"baopai": KOBALAB.format(event.tile)}}
            self._move_of[number] = move
            self._turned.append(move)
        elif event.kind == _DRAW:
            name = "gangzimo" if self._after_kan else "zimo"
            if not self._after_kan:
                self._flush()
            self._add(number, {name: {"l": self._wind(seat), "p": KOBALAB.format(event.tile)}})
            self._flush()
            hand.append(event.tile)
            self._after_kan = False
        elif event.kind == _DISCARD:
            marks = "_" * (event.tsumogiri == 1) + "*" * (self._declared == seat)
            self._declared = None
            self._add(number, {"dapai": {"l": self._wind(seat), "p": KOBALAB.format(event.tile) + marks}})
            self._flush()
            _take(hand, event.tile)
        elif event.kind in (CHI, PON, *_KANS):
            self._meld(number, event)
        elif EVENT_KINDS[event.kind] == "riichi":
            self._declared = seat
            self._riichi.add(seat)
        elif EVENT_KINDS[event.kind] not in _SILENT:
            raise CannotSayError(f"an event of kind {EVENT_KINDS[event.kind]}")

    def _meld(self, number: int, event: Event) -> None:
        self._flush()
        melds, key = self._melds[event.seat], number
        if event.kind == KAKAN:
            pons = [k for k, text in melds.items() if _is_pon_of(text, event.tile)]
            if not pons:
                raise CannotSayError("a tile is added to a pon that the log does not have")
            key = pons[0]
        elif event.kind != ANKAN and event.target_seat >= SEATS:
            raise CannotSayError("a call that does not say whose tile it takes")
        melds[key] = meld_text(event, melds.get(key, ""))
        for tile in event.consumed:
            _take(self._hands[event.seat], tile)
        name = "gang" if event.kind in (KAKAN, ANKAN) else "fulou"
        self._add(number, {name: {"l": self._wind(event.seat), "m": melds[key]}})
        self._after_kan = event.kind in _KANS

    # --- results ------------------------------------------------------------------------------

    def _shown(self, seat: int, concealed: Sequence[int], last: int = NO_TILE) -> str:
        """A hand with its melds."""
        text = hand_text(concealed, last) + "*" * (seat in self._riichi)
        return ",".join([text, *self._melds[seat].values()])

    def _hule(self, win: Row) -> Move:
        seat, tile = win["seat"], win["tile"]
        if tile is None:
            raise CannotSayError("a win on no tile")
        is_tsumo = win["from_seat"] == seat
        hand = self._hands[seat] if win["log_hand"] is None else [TILE_CODE[name] for name in win["log_hand"]]
        concealed = list(hand)
        if is_tsumo or win["log_hand"] is not None:
            _take(concealed, TILE_CODE[tile])
        known = self._told.row["ura_indicators"]
        ura = known or []
        shows_ura = seat in self._riichi or (
            ura and not any(w["seat"] in self._riichi for w in self._told.wins)
        )
        fields: dict[str, Any] = {
            "l": self._wind(seat),
            "shoupai": self._shown(seat, concealed, TILE_CODE[tile]),
            "baojia": None if is_tsumo else self._wind(win["from_seat"]),
            "fubaopai": [KOBALAB.format(TILE_CODE[name]) for name in ura] if shows_ura else None,
            "fu": win["log_fu"],
            "fanshu": win["log_han"],
            "damanguan": _times(win),
            "defen": win["log_points"],
            "hupai": self._hupai(win),
            "fenpei": None if win["log_deltas"] is None else self._by_wind(win["log_deltas"]),
        }
        if known is None:
            del fields["fubaopai"]
        always = ("baojia", "fubaopai")
        return {"hule": {key: value for key, value in fields.items() if value is not None or key in always}}

    def _hupai(self, win: Row) -> list[dict[str, Any]] | None:
        """The yaku of a win, with who is liable for a yakuman."""
        if win["log_yaku"] is None:
            return None
        winds = {
            "yakuhai_seat_wind": WINDS[self._wind(win["seat"])],
            "yakuhai_round_wind": WINDS[self._told.row["round_wind"] % SEATS],
        }
        named = [slug for slug in win["log_yaku"] if slug in _LIABLE] or win["log_yaku"]
        listed = []
        for slug, han in zip_longest(win["log_yaku"], win["log_yaku_han"] or ()):
            name = f"{YAKU_NAMES.get(slug, slug)} {winds.get(slug, '')}".strip()
            worth = "*" * (han // YAKUMAN_HAN) if han and is_yakuman(slug) else han
            entry = {"name": name, "fanshu": worth}
            if win["log_pao_seat"] is not None and slug in named[:1]:
                entry["baojia"] = self._wind(win["log_pao_seat"])
            listed.append(entry)
        return listed

    def _pingju(self, draw: Row) -> Move:
        kind, tenpai = self._told.draw_type, draw["log_tenpai"]
        if kind not in DRAW_NAMES:
            raise CannotSayError("how the round ended")
        fields: dict[str, Any] = {"name": DRAW_NAMES[kind]}
        if tenpai is not None or kind not in ("exhaustive", "nagashi_mangan"):
            last = self._told.events[-2] if len(self._told.events) > 1 else Event(_DORA)
            fields["shoupai"] = self._by_wind([self._at_draw(kind, tenpai, last, s) for s in range(SEATS)])
        if draw["log_deltas"] is not None:
            fields["fenpei"] = self._by_wind(draw["log_deltas"])
        return {"pingju": fields}

    def _at_draw(self, kind: str, tenpai: Sequence[bool] | None, last: Event, seat: int) -> str:
        """The hand that a seat shows at a draw; empty where it shows none."""
        hand = self._hands[seat]
        if kind == "kyuushu_kyuuhai" and last == Event(_DRAW, seat, tile=last.tile):
            return self._shown(seat, hand[:-1], hand[-1])
        is_shown = kind in _ALL_SHOWN if tenpai is None else tenpai[seat]
        return self._shown(seat, hand) if is_shown else ""


def _take(hand: list[int], tile: int) -> None:
    """Take a tile out of a hand; a hidden one where it is not seen there."""
    for code in (tile, UNKNOWN):
        if code in hand:
            hand.remove(code)
            return


def _is_pon_of(text: str, tile: int) -> bool:
    """Whether a meld is a pon of the kind of a tile."""
    name = KOBALAB.format(int(KIND[tile]))
    return text[0] == name[0] and len(text) == 5 and set(text[1:4].replace("0", "5")) == {name[1]}


def _times(win: Row) -> int | None:
    """How many yakuman a win counts; None for an ordinary hand."""
    pairs = zip(win["log_yaku"] or (), win["log_yaku_han"] or (), strict=False)
    times = sum((han or 0) // YAKUMAN_HAN for slug, han in pairs if is_yakuman(slug))
    return times or (1 if win["log_limit"] == "yakuman" and win["log_yaku"] is None else None)
