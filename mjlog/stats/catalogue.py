"""The catalogue: every statistic with its definition, numerator and denominator, as data."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args

Kind = Literal["rate", "mean"]
"""A rate counts some of the things that its denominator counts, and lies between 0 and 1; a mean need not.

Both are counted for each seat.  What all at a table share, as a draw, is counted for each of them, too: the
interval of a rate takes it as one trial where several seats of a game are together (`stats.rates.rates`).
"""
HOUSE: Final = "house"
"""The profile of our own definitions."""
PROFILES: Final = ("amae", "mortal", "mpa", "kobalab", "tenhou")
"""Systems whose definitions can be asked for instead; of ``tenhou`` none is known to differ."""
SYSTEMS: Final = (*PROFILES, "wuye999", "nodocchi", "mahjong_soul", "m_league", "pantheon")
"""Systems that `Statistic.shown_by` can name."""
_CHANGED: Final = frozenset(
    {"kind", "totals", "numerator", "denominator", "definition", "per", "player_counts"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """One statistic: a ratio of two sums over the rows of a totals view."""

    name: str
    title: str
    japanese: str = ""
    section: str = ""
    """Name of its file."""
    kind: Kind
    totals: str
    """The view of totals whose rows are summed."""
    numerator: str
    """SQL expression over the view's columns, summed."""
    denominator: str
    per: str
    """What the denominator counts, in the singular."""
    definition: str
    """One sentence."""
    shown_by: tuple[str, ...] = ()
    """Other systems that show it."""
    player_counts: tuple[int, ...] = ()
    """Numbers of players for which it means something; all when empty."""
    is_main: bool = False
    """Whether people look at it first: a sheet has it though it is not asked for."""
    profile: str = HOUSE
    """Whose definition this is."""
    profiles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """What other systems define otherwise, by profile."""

    def under(self, profile: str) -> Statistic:
        """The statistic as a profile defines it."""
        changed: dict[str, Any] = dict(self.profiles.get(profile, {}))
        return replace(self, profile=profile, **changed) if changed else self


@cache
def catalogue() -> dict[str, Statistic]:
    """Every statistic by name, in the order of the files and within them.

    Raises:
        ValueError: when a file is wrong, naming the statistic.
    """
    found: dict[str, Statistic] = {}
    folder = files(__package__) / "catalogue"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            section = file.name.removesuffix(".toml").split("_", 1)[1]
            for entry in tomllib.loads(file.read_text(encoding="utf-8")).get("statistic", []):
                statistic = _statistic(entry, section)
                if statistic.name in found:
                    raise ValueError(f"{statistic.name}: listed twice")
                found[statistic.name] = statistic
    return found


def _statistic(entry: Mapping[str, Any], section: str) -> Statistic:
    """One entry of a file, checked."""
    name = entry.get("name", "?")
    try:
        made = Statistic(
            **{
                **entry,
                "section": section,
                "shown_by": tuple(entry.get("shown_by", ())),
                "player_counts": tuple(entry.get("player_counts", ())),
            }
        )
    except TypeError as error:
        raise ValueError(f"{name}: {error}") from error
    if made.kind not in get_args(Kind):
        raise ValueError(f"{name}: kind is rate or mean, not {made.kind}")
    strange = [s for s in made.shown_by if s not in SYSTEMS] + [p for p in made.profiles if p not in PROFILES]
    strange += [key for changed in made.profiles.values() for key in changed if key not in _CHANGED]
    if strange:
        raise ValueError(f"{name}: {strange[0]} is not known")
    return made


def main() -> tuple[str, ...]:
    """Names of the statistics that people look at first."""
    return tuple(name for name, statistic in catalogue().items() if statistic.is_main)


def chosen(names: Iterable[str] | None = None, profile: str = HOUSE) -> list[Statistic]:
    """Statistics by name or section, or all, as a profile defines them; each once.

    Raises:
        ValueError: when there is no statistic, section or profile of that name, or none is named.
    """
    known = catalogue()
    if profile != HOUSE and profile not in PROFILES:
        raise ValueError(f"no profile is called {profile!r}; there are {HOUSE}, {', '.join(PROFILES)}")
    if names is None:
        return [s.under(profile) for s in known.values()]
    found: dict[str, Statistic] = {}
    for name in names:
        some = [s for s in known.values() if name in (s.name, s.section)]
        if not some:
            near = get_close_matches(name, [*known, *(s.section for s in known.values())], n=1)
            hint = f"did you mean {near[0]}?" if near else f"`mjlog stats list {name}` looks for it"
            raise ValueError(f"no statistic or section is called {name!r}; {hint}")
        found |= {s.name: s.under(profile) for s in some}
    if not found:
        raise ValueError("no statistic is named")
    return list(found.values())
