"""One game made up for a test of play: rounds, riichi, melds, discards and wins, with what matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mjlog.stats.catalogue import catalogue
from mjlog.stats.rates import rates
from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from tests.unit.stats.made import Row, rows_of

NAMES = "ABCD"


def played(
    outcome: str | None,
    seats: Mapping[int, Row] | None = None,
    *,
    riichis: Mapping[int, Row] | None = None,
    melds: Sequence[Row] = (),
    wins: Sequence[Row] = (),
    discards: Sequence[Row] = (),
) -> dict[str, Any]:
    """A round.

    Args:
        outcome: how it ends; None for a log that stops.
        seats: columns of `round_players` by seat.
        riichis: columns of `riichis` by seat; ``waits`` holds (tile, unseen, visible), or is missing for a
            hidden hand.
        melds: rows of `melds`, in order.
        wins: rows of `wins`.
        discards: rows of `discards`.
    """
    return {
        "outcome": outcome, "seats": seats or {}, "riichis": riichis or {}, "melds": melds, "wins": wins,
        "discards": discards,
    }  # fmt: skip


def warehouse_of(*rounds: dict[str, Any], players: int = 4) -> Warehouse:
    """A warehouse of one game of these rounds; A sits at seat 0."""
    made: dict[str, list[Row]] = {
        "games": [{"game_id": "g", "player_count": players, "length": "south", "is_complete": True}],
        "game_players": [{"game_id": "g", "seat": s, "name": NAMES[s]} for s in range(players)],
        **{name: [] for name in _FILLED},
    }
    for index, one in enumerate(rounds):
        _add(made, {"game_id": "g", "round_index": index}, one, players)
    warehouse = Warehouse()
    warehouse._store.commit({name: rows_of(name, rows) for name, rows in made.items()}, {})
    return warehouse


_FILLED = ("rounds", "round_players", "riichis", "riichi_waits", "melds", "wins", "discards")


def _add(made: dict[str, list[Row]], key: Row, one: dict[str, Any], players: int) -> None:
    made["rounds"].append({**key, "round_number": 1, "outcome": one["outcome"]})
    for seat in range(players):
        riichi = one["riichis"].get(seat)
        declared = {}
        if riichi:
            declared = {"is_riichi": True, "is_riichi_accepted": True, "riichi_delta": -1000}
            declared |= {
                "riichi_order": riichi["riichi_order"],
                "riichi_turn": riichi.get("turn"),
                "is_double_riichi": riichi.get("is_double_riichi", False),
            }
            waits = riichi.get("waits")
            known = {
                "waits": [tile for tile, _, _ in waits] if waits else None,
                "wait_tiles": sum(unseen for _, unseen, _ in waits) if waits else None,
            }
            made["riichis"].append({**key, "seat": seat, **riichi, **known})
            for tile, unseen, visible in waits or ():
                made["riichi_waits"].append(
                    {**key, "seat": seat, "tile": tile, "unseen": unseen, "visible": visible}
                )
        made["round_players"].append(
            {
                **key, "seat": seat, "is_dealer": seat == 0, "outcome": one["outcome"],
                "riichi_delta": 0, **declared, **one["seats"].get(seat, {}),
            }
        )  # fmt: skip
    for name in ("melds", "wins", "discards"):
        for number, row in enumerate(one[name]):
            place = "win_index" if name == "wins" else "seq"
            made[name].append({**key, place: number, **row})


def figures(
    warehouse: Warehouse, section: str, profile: str = "house", player: str = "A"
) -> dict[str, tuple[float, float]]:
    """Numerator and denominator of every statistic of a section of the catalogue."""
    names = [name for name, s in catalogue().items() if s.section == section]
    rows = rates(warehouse, Selection(players=(player,)), statistics=names, profile=profile).to_pylist()
    return {row["statistic"]: (row["numerator"], row["denominator"]) for row in rows}


def changed(section: str, profile: str) -> set[str]:
    """The statistics of a section that a profile defines otherwise."""
    return {name for name, s in catalogue().items() if s.section == section and profile in s.profiles}
