"""What a format cannot say of games, in words for people."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import Final

import click

from mjlog.cli.text import brief, counted, folded, printable
from mjlog.rulesets import RulesetError, label, resolve

_PHRASE: Final = re.compile(r"(?P<what>.+) \((?P<how>changed|left out|filled in)\)")
_EVENTS: Final = "events of kind "
_RULES, _OPTIONS = "rules", "house options"
_CHANGED, _FILLED = "changed", "filled in"

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rows of rounds": "rounds",
        "rows of wins": "wins",
        "rows of draws": "draws",
        "rows of events": "events",
        "order of events": "the order of events",
        "rows of game_players": "players",
        "events.seat": "who acts",
        "events.target_seat": "whom tiles are called from",
        "events.tile": "tiles of events",
        "events.consumed": "tiles that calls use",
        "events.is_tsumogiri": "which discards were the tile just drawn",
        "events.points": "points that players pay each other",
        "events.elapsed": "times of events",
        "rounds.hand_0": "dealt hands",
        "rounds.hand_1": "dealt hands",
        "rounds.hand_2": "dealt hands",
        "rounds.hand_3": "dealt hands",
        "rounds.dora_indicators": "dora indicators",
        "rounds.ura_indicators": "ura dora indicators",
        "rounds.start_scores": "scores at the deal",
        "rounds.outcome": "how rounds end",
        "wins.log_points": "points of wins",
        "wins.log_deltas": "score changes of wins",
        "wins.log_yaku": "yaku",
        "wins.log_yaku_han": "han of yaku",
        "wins.log_han": "han",
        "wins.log_fu": "fu",
        "wins.log_pao_seat": "who is liable",
        "draws.log_type": "kinds of draws",
        "draws.log_tenpai": "who is tenpai at draws",
        "draws.log_deltas": "score changes of draws",
        "game_players.log_final_score": "final scores",
        "game_players.log_final_points": "final results",
        "game_players.name": "names",
        "game_players.account_id": "accounts",
        "game_players.level": "ranks of players",
        "game_players.rating": "ratings",
        "games.rules": _RULES,
        "games.is_complete": "whether the game was played to its end",
        "games.house_options": _OPTIONS,
        "games.log_id": "log id",
        "games.platform": "platform",
        "games.room": "room",
        "games.lobby": "lobby",
        "games.started_at": "date and time",
        "rounds.dice": "dice",
        "rounds.wall": "walls",
        "rounds.wall_text": "published texts of walls",
        "rounds.wall_hash": "published hashes of walls",
        "rounds.shuffle": "seeds of walls",
        "games.shuffle": "seeds of walls",
        "rows of extras": "fields of other programs",
        "extras.action": "fields of other programs",
        "extras.fields": "fields of other programs",
        "games.length": "length of the game",
        "rounds.log_end_scores": "scores after rounds",
        "wins.log_hand": "winning hands",
        "wins.log_limit": "limits of wins",
        "wins.log_dora_indicators": "indicators of wins",
        "wins.log_honba": "honba of wins",
        "wins.log_riichi_sticks": "riichi sticks of wins",
    }
)
"""Words by what `Written.lost` names, that which matters most first."""
_ORDER: Final = list(dict.fromkeys(_WORDS.values()))
_FOLLOWING: Final = frozenset(
    {
        "games.length",
        "rounds.log_end_scores",
        "wins.log_hand",
        "wins.log_limit",
        "wins.log_dora_indicators",
        "wins.log_honba",
        "wins.log_riichi_sticks",
    }
)
"""What a reader works out again: it follows from rules, deals and play."""


class Losses:
    """What is lost of the games that were written."""

    def __init__(self) -> None:
        self.games = 0
        """How many were written."""
        self._phrases: Counter[tuple[str, str, bool]] = Counter()
        self._rulesets: Counter[str] = Counter()

    def enter(self, lost: Iterable[str], rules: str | None) -> None:
        """Count a game that was written.

        Args:
            lost: `Written.lost`.
            rules: `games.rules`.
        """
        self.games += 1
        found = {_told(phrase) for phrase in lost}
        if any((what, is_following) == (_RULES, False) for what, _, is_following in found):
            self._rulesets[_called(rules)] += 1
        self._phrases.update(entry for entry in found if (entry[0], entry[2]) != (_RULES, False))

    def lines(self, name: str) -> Iterator[str]:
        """Lines that tell all of it, what matters most first.

        Args:
            name: the format.
        """
        if not self._phrases and not self._rulesets:
            return
        games = counted(self.games, "game")
        yield f"mjlog: what {name} cannot say of {games} (--losses FILE: of each, by column):"
        for ruleset, number in self._rulesets.most_common():
            yield f"rules{self._of(number)}: the copy is judged by others, unless by --ruleset {ruleset}"
        options = [entry for entry in self._phrases if entry[0] == _OPTIONS]
        for entry in options:
            yield f"{_OPTIONS}{self._of(self._phrases[entry])}: the copy is checked as if it had none"
        follows = itemgetter(1, 2)
        others = self._phrases.keys() - set(options)
        entries = sorted(others, key=lambda entry: (entry[2], entry[1] != "left out", entry[1]))
        for (how, is_following), group in groupby(entries, key=follows):
            told = sorted(group, key=lambda entry: _place(entry[0]))
            words = ", ".join(f"{entry[0]}{self._of(self._phrases[entry])}" for entry in told)
            heading = f"{how}, as it follows from the rest: " if is_following else f"{how}: " if how else ""
            yield f"{heading}{words}"

    def _of(self, number: int) -> str:
        return f" ({number:,} of {self.games:,} games)" if number < self.games else ""


def tell_lines(lines: Iterable[str]) -> None:
    """Say lines on stderr, all but the first indented; wrapped to the width of a terminal."""
    for number, line in enumerate(lines):
        click.echo(folded(printable(brief(line)), sys.stderr, indent="  " * (number > 0)), err=True)


def _called(rules: str | None) -> str:
    """How rules that a log states are called."""
    try:
        return label(resolve(rules))
    except RulesetError:
        return "of your own"


def _told(phrase: str) -> tuple[str, str, bool]:
    """What is lost in words, how, and whether it follows from the rest."""
    match = _PHRASE.fullmatch(phrase)
    if match is None:
        return phrase, "", False
    what, how = match["what"], match["how"]
    words = _WORDS.get(what) or what.replace("_", " ").replace(".", ": ")
    if what.startswith(_EVENTS):
        words = f"when players {what.removeprefix(_EVENTS)}"
    return words, how, how == _FILLED or (how != _CHANGED and what in _FOLLOWING)


def _place(words: str) -> int:
    return _ORDER.index(words) if words in _ORDER else len(_ORDER)
