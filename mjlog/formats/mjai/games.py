"""What mjai says about a game, and what its older dialects leave to be counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final

import msgspec

from mjlog.formats.kept import Kept, kept, rules_text
from mjlog.formats.mjai.actions import StartGame, StartKyoku
from mjlog.formats.mjai.fields import Majsoul, Wind
from mjlog.formats.round_names import round_name
from mjlog.formats.tenhou_xml.lobby import LOG_ID, started_at, table
from mjlog.rulesets import RulesetError, presets, resolve
from mjlog.schema import HOUSE_OPTIONS

WINDS: Final[tuple[Wind, ...]] = ("E", "S", "W", "N")
_GAMETYPES: Final = {"one_kyoku": "one_round", "tonpu": "east", "tonnan": "south"}
_FIRST_KYOKU: Final = {0: "south", 4: "east"}
_TENHOU_LINK: Final = re.compile(r"tenhou\.net/\S*?[?&]log=([^&\s]+)")
_PRESET_SUFFIX: Final = {3: "_sanma", 4: ""}
"""What the preset of a platform is called beyond its name, by number of players."""
_SENSELESS: Final = 10**8
"""Scores that no game reaches, but damaged input."""
_LONGEST_SHOWN: Final = 40
_LONGEST_REMEMBERED: Final = 10_000
"""Bytes of rules that are remembered for other games."""


class Ledger(msgspec.Struct, gc=False):
    """Scores as far as the log states them: at the deal, and what moved since."""

    start: Sequence[int] | None
    moved: tuple[int, ...] | None
    """None once a payment is not stated."""

    @property
    def now(self) -> list[int] | None:
        """Scores at this point; None where they cannot be known."""
        if self.start is None or self.moved is None:
            return None
        scores = [a + b for a, b in zip(self.start, self.moved, strict=True)]
        return scores if max(map(abs, scores)) < _SENSELESS else None

    def settle(self, deltas: Sequence[int] | None, scores: Sequence[int] | None) -> Sequence[int] | None:
        """Book a payment by its `deltas`, the `scores` after it, or both.

        Returns:
            The changes, as stated or as the difference of stated scores.
        """
        now = self.now if deltas is None and scores is not None else None
        if now is not None and scores is not None:
            deltas = [a - b for a, b in zip(scores, now, strict=True)]
        if deltas is None:
            self.moved = None
        elif self.moved is not None and (scores is None or self.start is None):
            self.moved = tuple(a + b for a, b in zip(self.moved, deltas, strict=True))
        if scores is not None:
            if self.start is not None:
                self.moved = tuple([a - b for a, b in zip(scores, self.start, strict=True)])
            elif self.moved is not None and max(map(abs, self.moved)) < _SENSELESS:
                self.start = [a - b for a, b in zip(scores, self.moved, strict=True)]
        return deltas


class Header(msgspec.Struct, gc=False):
    """Which round it is."""

    wind: int
    number: int
    dealer: int
    honba: int
    sticks: int

    def __str__(self) -> str:
        return round_name(self.wind, self.number, self.honba)


@dataclass(slots=True)
class Course:
    """The course of a game, to count what `start_kyoku` of the original dialect leaves out.

    Wind, honba and sticks follow from who deals and how rounds end: the wind changes when the
    deal comes back to an earlier seat, honba grow while the dealer stays and after draws, sticks
    stay until somebody wins.
    """

    last: Header | None = None
    outcome: str | None = None
    """How the last round ended."""
    riichi: int = 0
    """Sticks paid in the last round."""
    penalties: int = 0
    """Sticks' worth of penalties paid in it."""

    def header(self, action: StartKyoku) -> Header:
        """The header of the round that `action` begins, as stated or else as counted."""
        dealer = action.oya
        self.last = Header(
            self._wind(dealer) if action.bakaze is None else WINDS.index(action.bakaze),
            dealer + 1 if action.kyoku is None else action.kyoku,
            dealer,
            self._honba(dealer) if action.honba is None else action.honba,
            self._sticks() if action.kyotaku is None else action.kyotaku,
        )
        self.outcome, self.riichi, self.penalties = None, 0, 0
        return self.last

    def _wind(self, dealer: int) -> int:
        if self.last is None:
            return 0
        return min(self.last.wind + (dealer < self.last.dealer), len(WINDS) - 1)

    def _honba(self, dealer: int) -> int:
        if self.last is None or self.outcome is None:
            return 0
        if self.outcome == "chombo":
            return self.last.honba
        stays = dealer == self.last.dealer or self.outcome.endswith("draw")
        return self.last.honba + 1 if stays else 0

    def _sticks(self) -> int:
        if self.last is None or self.outcome in {"tsumo", "ron"}:
            return 0
        riichi = 0 if self.outcome == "chombo" else self.riichi  # they go back to their owners
        return self.last.sticks + riichi + self.penalties


@dataclass(slots=True)
class Game:
    """A game while its actions are read."""

    start: StartGame
    first: int
    """Number of its first action in the batch."""
    number: int = -1
    """Number of the game in the batch, once the builder knows it."""
    players: int = 0
    """Players at the table; 0 before the first round."""
    course: Course = field(default_factory=Course)
    length: int = 0
    """Rounds begun, unreadable ones counted."""
    ledger: Ledger | None = None
    """That of the last round, if it can be known."""
    is_told: bool = False
    """Whether the builder knows the game."""
    has_gap: bool = True
    """Whether there is no last round, or it or a line behind it could not be read."""
    is_refused: bool = False
    """Whether the game is none of riichi mahjong."""

    @property
    def is_exact(self) -> bool:
        """Whether numbers mean what mjlog's own format says, not what a dialect may."""
        return self.start.mjlog_format is not None

    def scores(self) -> list[int] | None:
        """Scores after the last round, where known."""
        return None if self.ledger is None else self.ledger.now

    def columns(self) -> dict[str, Any]:
        """Columns of `games` that `start_game` states."""
        start = self.start
        implied = _from_majsoul(start.majsoul) if start.majsoul else _from_link(start.uri)
        stated = {
            "platform": start.platform,
            "log_id": start.log_id,
            "room": start.room,
            "lobby": start.lobby,
            "house_options": house_options(start.house_options)[0] or None,
            "shuffle": start.shuffle or None,
            "length": start.length or _GAMETYPES.get(start.gametype or "") or _length_of_first(start),
            "started_at": _time(start.started_at),
        }
        columns = {**implied, **{k: v for k, v in stated.items() if v is not None}}
        rules = self._rules(columns) if start.rules is msgspec.UNSET else start.rules
        text = None if rules is None else stated_rules(rules).text
        if rules and "length" in columns and _other_length(text, columns["length"]):
            text = stated_rules({**rules, "length": columns["length"]}).text
        return {**columns, "rules": text, "player_count": self.players}

    def _rules(self, columns: dict[str, Any]) -> dict[str, Any] | None:
        """The rules that the log states, over the preset of its platform if there is one."""
        rules: dict[str, Any] = {}
        suffix = _PRESET_SUFFIX.get(self.players)
        if suffix is not None and (preset := f"{columns.get('platform')}{suffix}") in presets():
            rules["extends"] = preset
        if "rules" in columns:
            rules |= msgspec.json.decode(columns["rules"])
        if columns.get("length"):
            rules["length"] = columns["length"]
        if self.start.aka_flag is False or (self.start.aka_flag and self.players == 4):
            rules["red_fives"] = [int(self.start.aka_flag)] * 3
        return rules or None

    def lists(self) -> dict[str, Sequence[Any]]:
        """Columns of `game_players` that `start_game` states, as lists by seat."""
        start, majsoul = self.start, self.start.majsoul or Majsoul()
        accounts = start.account_ids or [str(a) if a else None for a in majsoul.account_ids or ()]
        return {
            "name": start.names or (),
            "account_id": accounts,
            "level": start.levels or majsoul.ranks or (),
            "rating": start.ratings or (),
        }

    def seats(self) -> list[dict[str, Any]]:
        """Columns of `game_players` that `start_game` states, by seat."""
        columns = self.lists()
        return [
            {name: values[seat] if seat < len(values) else None for name, values in columns.items()}
            for seat in range(self.players)
        ]


def stated_rules(rules: Any) -> Kept:
    """Rules as text (see `rules_text`), and what is left out of them; those of many games are the same."""
    try:
        text = msgspec.json.encode(rules)
    except (RecursionError, TypeError, ValueError):
        return _said(rules)
    return _encoded_rules(text) if len(text) <= _LONGEST_REMEMBERED else _said(rules)


@lru_cache(maxsize=256)
def _encoded_rules(text: bytes) -> Kept:
    return _said(msgspec.json.decode(text))


def _said(rules: Any) -> Kept:
    return Kept(rules_text(rules), kept(rules if isinstance(rules, dict) else {"rules": rules}).left_out)


def house_options(stated: Any) -> tuple[list[str], list[str]]:
    """House options as `schema.HOUSE_OPTIONS` names them, and what was stated that it does not name.

    >>> house_options(["wareme", "buttobi"])
    (['wareme', 'other'], ['buttobi'])
    """
    words = stated if isinstance(stated, list) else [] if stated is None else [stated]
    unknown = [_shown(word) for word in words if word not in HOUSE_OPTIONS]
    known = [word for word in words if word in HOUSE_OPTIONS]
    return list(dict.fromkeys([*known, *["other"] * bool(unknown)])), unknown


def _shown(value: Any) -> str:
    try:
        return str(value)[:_LONGEST_SHOWN]
    except RecursionError:
        return "what is nested too deep"


def count_players(
    start: StartGame, first: StartKyoku, hands: Sequence[Sequence[str]], *, fourth_acts: bool
) -> int:
    """Count the players of a game.

    Three-player logs for engines with four slots give the fourth an unknown hand and no points.

    Args:
        start: the `start_game`.
        first: its first `start_kyoku`.
        hands: hands dealt in that round, by seat.
        fourth_acts: whether seat 3 acts in the game.
    """
    stated = start.num_players or (start.majsoul.players if start.majsoul else None)
    if stated is not None and 2 <= stated <= 4:
        return stated
    scores = None if first.scores is msgspec.UNSET else first.scores
    count = len(scores or hands)
    if count == 4 and not fourth_acts and first.away is None:
        hand = hands[3] if len(hands) == 4 else ()
        points = scores[3] if scores else None
        if not hand or (set(hand) == {"?"} and points == 0):
            return 3
    return count if 2 <= count <= 4 else 4


@lru_cache(maxsize=256)
def _other_length(rules: str | None, length: str) -> bool:
    """Whether rules have a game end elsewhere than it says itself."""
    try:
        return resolve(rules).length != length
    except RulesetError:
        return False


def _length_of_first(start: StartGame) -> str | None:
    return None if start.kyoku_first is None else _FIRST_KYOKU.get(start.kyoku_first)


def _from_link(uri: str | None) -> dict[str, Any]:
    """What a link to tenhou.net says of a game: platform, log id, and what the id implies."""
    match = _TENHOU_LINK.search(uri or "")
    if match is None:
        return {}
    log_id = match[1]
    columns: dict[str, Any] = {"platform": "tenhou", "log_id": log_id}
    if LOG_ID.fullmatch(log_id):
        kind, lobby = int(log_id[13:17], 16), str(int(log_id.split("-")[2]))
        columns |= {**table(kind, lobby, "", None), "lobby": lobby, "started_at": started_at(log_id)}
    return columns


def _from_majsoul(majsoul: Majsoul) -> dict[str, Any]:
    columns: dict[str, Any] = {
        "platform": "mahjong_soul",
        "log_id": majsoul.uuid,
        "room": majsoul.room,
        "length": majsoul.game_length if majsoul.game_length in {"east", "south"} else None,
    }
    if majsoul.start_time is not None:
        columns["started_at"] = datetime.fromtimestamp(majsoul.start_time, UTC).replace(tzinfo=None)
    return columns


def _time(text: str | None) -> datetime | None:
    try:
        return None if text is None else datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None
