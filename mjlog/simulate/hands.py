"""The hands of players who win, as columns of `WinningHands`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mjlog.scoring.hands import Meld as MeldType
from mjlog.scoring.hands import Riichi
from mjlog.simulate.seat import KIND_OF, RED_OF, Seat
from mjlog.simulate.table import Table
from mjlog.tiles import MAN_KINDS, NO_TILE


def winning_hand(table: Table, seat: Seat, tile: int, source: str) -> dict[str, Any]:
    """The hand of a player who wins on `tile`.

    Args:
        table: the round.
        seat: the winner.
        tile: the winning tile; already in the hand when it was drawn, `NO_TILE` when tiles were gathered.
        source: "draw", "gathered", or the event kind that shows the tile: discard, kakan, ankan, kita.
    """
    is_tsumo = source in ("draw", "gathered")
    codes = seat.all_tiles() + ([] if is_tsumo else [tile])
    kind = KIND_OF[tile]
    last = table.left == 0
    blank = 4 - len(seat.melds)
    return {
        "suits": seat.without() if is_tsumo else seat.having(kind),
        "win_kind": kind,
        "meld_type": [*(meld.type for meld in seat.melds), *[MeldType.NONE] * blank],
        "meld_kind": [*(meld.kind for meld in seat.melds), *[NO_TILE] * blank],
        "is_tsumo": is_tsumo,
        "riichi": _riichi_of(seat),
        "open_riichi": seat.is_open_riichi,
        "ippatsu": seat.is_ippatsu,
        "rinshan": is_tsumo and _is_rinshan(table, seat),
        "chankan": source in ("kakan", "ankan"),
        "haitei": source == "draw" and last and not seat.replaces,
        "houtei": source == "discard" and last,
        "first_turn": table.is_first_turn(seat),
        "seat_wind": seat.wind,
        "round_wind": table.deal.round_wind,
        "honba": table.deal.honba,
        "dora": _dora_among(table, codes, table.wall.shown),
        "aka": seat.reds() + (not is_tsumo and RED_OF[tile]),
        "ura": _ura_among(table, codes) if seat.in_riichi else 0,
        "kita": len(seat.set_aside),
        "set_aside_man": sum(kind < MAN_KINDS for kind in seat.set_aside),
        "is_gathered": source == "gathered",
        "is_nagashi": False,
    }


def bare_hand(table: Table, seat: Seat, kind: int, *, is_tsumo: bool) -> dict[str, Any]:
    """The hand with one more tile and no luck: by ron no last discard, by tsumo no replacement or last tile.

    It tells whether a hand that waits at a draw could win (`Tenpai.WINNABLE`).
    """
    hand = winning_hand(table, seat, kind, "hypothetical")
    return {**hand, "is_tsumo": is_tsumo, "ippatsu": False, "first_turn": False}


def nagashi_hand(table: Table, seat: Seat) -> dict[str, Any]:
    """The hand of a player who wins by a river at a draw; no ura indicator is turned for it."""
    return {**winning_hand(table, seat, NO_TILE, "gathered"), "ura": 0, "is_nagashi": True}


def _riichi_of(seat: Seat) -> Riichi:
    if not seat.in_riichi:
        return Riichi.NONE
    return Riichi.DOUBLE if seat.is_double_riichi else Riichi.RIICHI


def _is_rinshan(table: Table, seat: Seat) -> bool:
    """Whether the drawn tile replaces a kan, or a set-aside tile where that counts."""
    return bool(seat.replaces) and (seat.replaces != "kita" or table.rules.set_aside_rinshan)


def ura_shown(table: Table) -> list[int]:
    """The ura indicators that a win with riichi shows."""
    if not table.rules.ura_dora:
        return []
    return table.wall.ura[: table.wall.turned if table.rules.kan_ura_dora else 1]


def _dora_among(table: Table, codes: Sequence[int], indicators: Sequence[int]) -> int:
    kinds = [KIND_OF[c] for c in codes]
    return sum(kinds.count(table.tiles.dora_of[KIND_OF[i]]) for i in indicators)


def _ura_among(table: Table, codes: Sequence[int]) -> int:
    """Ura dora; the kinds of the indicators themselves count too where the rules say so."""
    shown = ura_shown(table)
    found = _dora_among(table, codes, shown)
    if table.rules.ura_indicator_counts:
        kinds = [KIND_OF[c] for c in codes]
        found += sum(kinds.count(KIND_OF[i]) for i in shown)
    return found
