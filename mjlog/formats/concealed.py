"""The hands that the events of a round leave, for readers that hold hands shown in a record against them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.formats.builder import KIND_CODE
from mjlog.formats.sink import Event
from mjlog.notation import MPSZ
from mjlog.tiles import NO_TILE, UNKNOWN

_DRAW, _DISCARD = KIND_CODE["draw"], KIND_CODE["discard"]
_SET_DOWN = frozenset(KIND_CODE[kind] for kind in ("chi", "pon", "daiminkan", "kakan", "ankan", "kita"))


def concealed_hands(dealt: Sequence[Sequence[int]], events: Iterable[Event]) -> list[list[int] | None]:
    """Codes of the tiles in each hand after some events, in order.

    None where one of them is not known, or the hand lacks what it gives.

    Args:
        dealt: tile codes that each seat was dealt.
        events: events of the round, the dealer's first draw among them.

    >>> concealed_hands([[1, 0]], [Event(_DRAW, 0, tile=5), Event(_DISCARD, 0, tile=1)])
    [[0, 5]]
    """
    taken: list[list[int]] = [[] for _ in dealt]
    given: list[list[int]] = [[] for _ in dealt]
    for event in events:
        if event.kind == _DRAW:
            taken[event.seat].append(event.tile)
        elif event.kind == _DISCARD:
            given[event.seat].append(event.tile)
        elif event.kind in _SET_DOWN:
            given[event.seat] += (tile for tile in event.consumed if tile != NO_TILE)
    return [
        _rest([*hand, *taken[seat]], given[seat])
        if UNKNOWN not in hand and UNKNOWN not in taken[seat]
        else None
        for seat, hand in enumerate(dealt)
    ]


def _rest(tiles: list[int], given: Iterable[int]) -> list[int] | None:
    for tile in given:
        if tile not in tiles:
            return None
        tiles.remove(tile)
    return sorted(tiles)


def differing(shown: Iterable[int], held: Sequence[int] | None) -> str:
    """How a hand that is shown differs from the one that is held; empty where it does not, or nobody knows.

    >>> differing([1, 0], [0, 2])
    '12m, where play leaves 13m'
    """
    stated = sorted(shown)
    return "" if held in (None, stated) else f"{_text(stated)}, where play leaves {_text(held or ())}"


def _text(tiles: Sequence[int]) -> str:
    return MPSZ.format_hand(tiles) or "nothing"
