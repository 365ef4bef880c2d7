"""Yaku that lie in how a hand was won, one predicate each over all wins at once.

Each docstring says in short what the EMA rules 2016, 4.2, say of the yaku.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mjlog.scoring.hands import Riichi, WinningHands
from mjlog.scoring.kinds import Bools, equals

Predicate = Callable[[WinningHands], Bools]


def riichi(h: WinningHands) -> Bools:
    """Declared ready with a closed hand."""
    return ~equals(h.riichi, Riichi.NONE)


def double_riichi(h: WinningHands) -> Bools:
    """Riichi on the first turn, before any call."""
    return equals(h.riichi, Riichi.DOUBLE)


def ippatsu(h: WinningHands) -> Bools:
    """Won within a go-around of the riichi, without any call in between."""
    return h.ippatsu & riichi(h)


def menzen_tsumo(h: WinningHands) -> Bools:
    """Won with a closed hand on an own draw."""
    return h.is_closed & h.is_tsumo


def rinshan_kaihou(h: WinningHands) -> Bools:
    """Won on a replacement tile."""
    return h.rinshan & h.is_tsumo


def chankan(h: WinningHands) -> Bools:
    """Won on a tile that another player adds to a pon."""
    return h.chankan & ~h.is_tsumo


def haitei(h: WinningHands) -> Bools:
    """Won on the last tile of the wall; a replacement tile is not of the wall."""
    return h.haitei & h.is_tsumo & ~h.rinshan


def houtei(h: WinningHands) -> Bools:
    """Won on the last discard."""
    return h.houtei & ~h.is_tsumo & ~h.chankan


def renhou(h: WinningHands) -> Bools:
    """Won by another than the dealer on a discard before the first own turn and before any call."""
    return h.first_turn & ~h.is_tsumo & ~h.is_dealer


def tenhou(h: WinningHands) -> Bools:
    """The dealer's dealt hand is complete.

    Other yakuman that depend on the wait take the tile that the log names as the last one, or any
    (`Ruleset.tenhou_any_tile`).
    """
    return h.first_turn & h.is_tsumo & h.is_dealer


def chiihou(h: WinningHands) -> Bools:
    """Another player's first draw completes the hand, before any call."""
    return h.first_turn & h.is_tsumo & ~h.is_dealer


def nagashi_mangan(h: WinningHands) -> Bools:
    """Won by a river of terminals and honours, none of them called, at an exhaustive draw."""
    return h.is_nagashi


PREDICATES: Final[Mapping[str, Predicate]] = {
    predicate.__name__: predicate
    for predicate in (
        riichi,
        double_riichi,
        ippatsu,
        menzen_tsumo,
        rinshan_kaihou,
        chankan,
        haitei,
        houtei,
        renhou,
        tenhou,
        chiihou,
        nagashi_mangan,
    )
}
"""Predicates by the slug of their yaku in `schema.YAKU`."""
