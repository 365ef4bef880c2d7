"""The wall that a record publishes when its round is over, and the hash that was published before.

``paishan`` is all tiles in the order of the deal (four each from the dealer on, three times, then
one each, then the dealer's fourteenth) and of the draws.  From its end backwards stand the
replacement tiles, first to last, and then five times an indicator and the one under it: seen in
recorded rounds.  Old records leave the dealt tiles out.  What was hashed is ``paishan`` with the
``salt`` after it, where there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mjlog.formats.mahjong_soul.records import Record, RecordError, code_of
from mjlog.formats.wall_order import WALL_TILES
from mjlog.tiles import HAND_TILES

DIGITS: Final = {"sha256": 64, "md5": 32}
"""Digits of each hash, the newer first."""
_LONGEST: Final = 1000
_LONGEST_SALT: Final = 200


def text_columns(new_round: Record) -> dict[str, str | None]:
    """Columns of `rounds` about the wall as text."""
    data = new_round.data
    text, salt = _text(data), data.get("salt")
    salted = text + salt if text and isinstance(salt, str) and len(salt) <= _LONGEST_SALT else text
    return {
        "wall_text": salted,
        "wall_hash": next((f"{name}:{data[name]}" for name in DIGITS if is_hash(data, name)), None),
    }


def _text(data: dict[str, Any]) -> str | None:
    text = data.get("paishan")
    return text if isinstance(text, str) and 0 < len(text) <= _LONGEST else None


def is_hash(data: dict[str, Any], name: str) -> bool:
    """Whether a field is a hash as its name says."""
    digits = data.get(name)
    return (
        isinstance(digits, str)
        and len(digits) == DIGITS[name]
        and not set(digits) - set("0123456789abcdefABCDEF")
    )


def wall_of(new_round: Record, dealer: int, dealt: Sequence[Sequence[int]]) -> list[int] | None:
    """The wall in the platform's order; None where there is none of this number of players.

    Where the dealt tiles are left out, they come before it in the order of the logged hands.

    Args:
        new_round: the record that begins the round.
        dealer: seat of the dealer.
        dealt: tile codes that each player was dealt, the dealer's fourteenth last.
    """
    text = _text(new_round.data)
    if text is None:
        return None
    try:
        tiles = [code_of(text[at : at + 2]) for at in range(0, len(text), 2)]
    except RecordError:
        return None
    count = WALL_TILES.get(len(dealt))
    if len(tiles) + sum(map(len, dealt)) == count:
        tiles = _deal(dealer, dealt) + tiles
    return tiles if len(tiles) == count else None


def _deal(dealer: int, dealt: Sequence[Sequence[int]]) -> list[int]:
    """Dealt tiles in the order of the deal."""
    players = len(dealt)
    order = [(dealer + turn) % players for turn in range(players)]
    blocks = [(at, at + 4) for at in (0, 4, 8)] + [(12, HAND_TILES)]
    first = [tile for start, end in blocks for seat in order for tile in dealt[seat][start:end]]
    return first + list(dealt[dealer][HAND_TILES:])
