"""Who is asked about: names that no game knows are refused with the nearest."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from mjlog.stats.selection import Selection
from mjlog.warehouse import Warehouse
from mjlog.warehouse.connection import is_text

_KNOWN: Final = "select distinct player from player_games where player is not null"
_OWNERS: Final = """
select distinct g.player
from player_games as g
inner join game_players as p on p.game_id = g.game_id and p.seat = g.seat
where g.player is not null and $name in (p.name, p.account_id)
order by g.player
"""
_NEAREST: Final = 3
"""Players like an unknown one that a message names."""


class UnknownPlayerError(ValueError):
    """Somebody is asked about who is in no game."""


def check_people(warehouse: Warehouse, selection: Selection) -> None:
    """Refuse players, opponents and those left out who are in no game.

    Raises:
        UnknownPlayerError: naming the nearest players, or the person whom the name is counted under.
    """
    asked = [*(selection.players or ()), *(selection.opponents or ()), *(selection.excluding or ())]
    known: list[str] = warehouse.together([(_KNOWN, {})])[0]["player"].to_pylist() if asked else []
    for name in asked:
        if name not in known:
            raise UnknownPlayerError(_unknown(warehouse, name, known))


def _unknown(warehouse: Warehouse, name: str, known: Sequence[str]) -> str:
    """What is said of a name that nobody is counted under."""
    owners = warehouse.query(_OWNERS, name=name)["player"].to_pylist() if is_text(name) else []
    if owners:
        return f"{name} is counted under {' and '.join(owners)} (--aliases)"
    folded = {own: own.casefold() for own in known}
    alike = get_close_matches(name.casefold(), set(folded.values()))
    near = [own for form in alike for own in known if folded[own] == form][:_NEAREST]
    told = name if name.strip() else repr(name)
    return f"no player is called {told}" + (f"; did you mean {' or '.join(near)}?" if near else "")
