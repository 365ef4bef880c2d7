"""What happens in a round, in words; tiles in the notation that the reader chose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from mjlog.notation import MJAI, Notation
from mjlog.tiles import TILE_NAMES, sort_hand

Row = Mapping[str, Any]

LEGEND: Final = "rivers: 1m' drawn tile, [1m] riichi, (1m) called"

_TILE: Final = r"(?:[1-9][mps]|5[mps]r|[ESWNPFC])(?![\w.'])"
_TILES: Final = re.compile(rf"(?<![\w.']){_TILE}(?: {_TILE})*")
"""Tiles by their mjai names, one or several."""

_FIXED: Final = {
    "riichi": "declares riichi",
    "riichi_accepted": "pays the stick",
    "exhaustive_draw": "exhaustive draw",
    "abortive_draw": "abortive draw",
    "leave": "leaves",
    "return": "returns",
    "open_riichi": "shows its waits",
    "dead_hand": "has a dead hand",
    "chombo": "chombo",
}
_PAID: Final = {"bonus": "gets {} from each", "penalty": "pays {} to the table"}
_NAMES: Final = {
    "daiminkan": "open kan",
    "ankan": "concealed kan",
    "kakan": "adds to pon",
    "dora": "indicator",
}


@dataclass(frozen=True, slots=True)
class Words:
    """Words for events, melds, rivers and results."""

    notation: Notation
    """How tiles are written."""

    def tiles(self, names: Sequence[str] | None, *, in_order: bool = False) -> str:
        """Tiles by their mjai names as one text, as they come or sorted."""
        codes = np.array([TILE_NAMES.index(name) for name in names or ()], dtype=np.uint8)
        return self.notation.format_hand(sort_hand(codes) if in_order else codes)

    def finding(self, message: str) -> str:
        """A sentence of the audit, whose tiles have their mjai names.

        >>> from mjlog.notation import MPSZ
        >>> Words(MPSZ).finding("round E4.0: waits 9s N, passed N; the log has 4p 5pr 6p")
        'round E4.0: waits 9s4z, passed 4z; the log has 406p'
        """
        return _TILES.sub(lambda found: self.notation.format_hand(MJAI.parse_hand(found[0])), message)

    def event(self, event: Row) -> str:
        """An event without its actor, "discards 9p (drawn)", with the reason that the log gives."""
        reason = f": {event['reason']}" if event["reason"] else ""
        return self._event(event) + reason

    def _event(self, event: Row) -> str:
        kind, tile, source = event["kind"], event["tile"], event["target_seat"]
        shown = self.tiles([tile]) if tile else ""
        if kind in _FIXED:
            return _FIXED[kind]
        if kind in _PAID:
            return _PAID[kind].format("?" if event["points"] is None else event["points"])
        if kind == "discard":
            return f"discards {shown}{' (drawn)' if event['is_tsumogiri'] else ''}"
        if kind == "kita":
            return f"sets {shown} aside"
        if kind == "win" and not tile:
            return "wins by gathered tiles"
        if kind == "win":
            return f"tsumo {shown}" if source in (None, event["seat"]) else f"ron {shown} from {source}"
        if kind in ("chi", "pon", "daiminkan"):
            by = f" with {self.tiles(event['consumed'], in_order=True)}" if event["consumed"] else ""
            return f"{_NAMES.get(kind, kind)} {shown}{by}{'' if source is None else f' from {source}'}"
        return f"{_NAMES[kind]} {shown}" if kind in _NAMES else f"{kind}s {shown}"

    def hand(self, state: Row) -> str:
        """Concealed tiles, then the melds in brackets: square ones where nothing was called."""
        concealed = "hidden" if state["hand"] is None else self.tiles(state["hand"])
        return " ".join([concealed, *map(self._meld, state["melds"])])

    def _meld(self, meld: Row) -> str:
        opened, closed = "[]" if meld["type"] in ("ankan", "kita") else "()"
        return f"{opened}{self.tiles(meld['tiles'], in_order=True)}{closed}"

    def state(self, state: Row) -> str:
        """Shanten or waits, and furiten."""
        if state["waits"]:
            furiten = f", furiten: {self.finding(state['furiten'])}" if state["furiten"] else ""
            return f"waits {self.tiles(state['waits'])}{furiten}"
        if state["shanten"] is None:
            return ""
        return {-1: "complete", 0: "tenpai"}.get(state["shanten"], f"{state['shanten']}-shanten")

    def river(self, river: Sequence[Row]) -> str:
        """Discards in order, marked as in `LEGEND`."""
        return " ".join(map(self._discard, river))

    def _discard(self, discard: Row) -> str:
        text = self.tiles([discard["tile"]]) + ("'" if discard["is_tsumogiri"] else "")
        if discard["is_riichi"]:
            text = f"[{text}]"
        return text if discard["called_by"] is None else f"({text})"

    def wall(self, wall: Row | None) -> list[str]:
        """Lines with the wall still to come; None: the log has none."""
        if wall is None:
            return ["the log has neither the wall nor a seed that it can be shuffled from"]
        where = "at the deal" if wall["after"] < 0 else f"after event {wall['after']}"
        source = "shuffled from the seed" if wall["is_shuffled"] else "as logged"
        told = {
            "to be drawn, the next first": wall["draws"],
            "replacement tiles, the next first": wall["replacements"],
            "indicators not turned": wall["indicators"],
            "ura indicators, under all of them": wall["under"],
        }
        lines = [
            f"{name}: {' '.join(self.tiles([t]) for t in tiles) or 'none'}" for name, tiles in told.items()
        ]
        return [f"wall still to come {where}, {source}:", *lines]

    def win(self, win: Row) -> str:
        """A win with its value by the rules; where the log gives another value, that too."""
        how = "tsumo" if win["seat"] == win["from_seat"] else f"ron from {win['from_seat']}"
        who = f"seat {win['seat']} {how if win['tile'] else 'gathered'}"
        if win["calc_points"] is None:
            return f"{who}: not scorable, {win['log_points']} as logged"
        yaku = zip(win["calc_yaku"] or (), win["calc_yaku_han"] or (), strict=True)
        if win["calc_yakuman"]:
            size = f"{win['calc_yakuman']} yakuman"
        elif win["calc_fu"]:
            size = f"{win['calc_han']} han {win['calc_fu']} fu"
        else:  # only points that add up have no fu
            size = f"{win['calc_han']} points"
        logged = win["log_points"]
        other = "" if logged in (None, win["calc_points"]) else f" (the log says {logged})"
        return (
            f"{who}: {', '.join(f'{slug} {han}' for slug, han in yaku)}: {size}, {win['calc_points']}{other}"
        )

    def draw(self, draw: Row) -> str:
        """A draw and who is tenpai."""
        tenpai = draw["calc_tenpai"] if draw["calc_tenpai"] is not None else draw["log_tenpai"]
        seats = [str(seat) for seat, ready in enumerate(tenpai or ()) if ready]
        kind = draw["calc_type"] or draw["log_type"] or "draw"
        return f"{kind}, tenpai: {' '.join(seats) or 'nobody'}" if tenpai is not None else str(kind)
