"""`Evidence`: what the audit's rules look at - the log, its replay, and the recomputed results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.audit.ends import Ends, ends_of
from mjlog.audit.moves import Moves, moves_of
from mjlog.audit.seen import tiles_seen
from mjlog.audit.worths import Worths, worths_of
from mjlog.columns import ints_of
from mjlog.once import once
from mjlog.replay.batch import DISCARD, DRAW, Batch, kind_set
from mjlog.replay.replay import Replay
from mjlog.rulesets import Ruleset
from mjlog.rulesets.games import GameRules
from mjlog.scoring.rescore import Rescored
from mjlog.tables import LogTables, game_numbers
from mjlog.tiles import TILE_NAMES
from mjlog.walls import Places, Walls, places_of, walls_of

_USUAL: Final = kind_set(DRAW, DISCARD)


@dataclass(frozen=True)
class Evidence:
    """One batch under audit."""

    tables: LogTables
    """The log tables as read."""
    replay: Replay
    rescored: Rescored
    rules: GameRules
    """Which game is played under which rule set, and which stated rules could not be used."""
    ruleset: Ruleset | None = None
    """What the user wants games of its number of players to be judged by."""

    @property
    def batch(self) -> Batch:
        """The batch that was replayed."""
        return self.replay.batch

    @once
    def moves(self) -> Moves:
        """The moves of the rounds."""
        return moves_of(self.batch)

    @once
    def rarer_events(self) -> NDArray[np.int64]:
        """(k,) events that are neither draws nor discards."""
        return np.flatnonzero(~_USUAL.take(self.batch.events.kind))

    @once
    def rarer_kinds(self) -> NDArray[np.uint8]:
        """(k,) the kinds of `rarer_events`."""
        return self.batch.events.kind[self.rarer_events]

    @once
    def player_games(self) -> NDArray[np.int64]:
        """(rows of `game_players`,) the game of each."""
        return game_numbers(self.tables.game_players, self.tables.games)

    @once
    def walls(self) -> Walls:
        """The walls of the rounds; shuffled again only where the log states which tiles there are."""
        walls = walls_of(self.batch, self.replay.turns, self.tables)
        return walls.only_where(self.states("removed_tiles", "red_fives", "set_aside"))

    @once
    def places(self) -> Places:
        """Where in its wall each tile of a round lies."""
        return places_of(self.batch, self.replay.turns, self.walls.size)

    @once
    def tiles_seen(self) -> NDArray[np.int64]:
        """(rounds, 37) how many tiles of each code the log shows in each round."""
        return tiles_seen(self.replay)

    @once
    def ends(self) -> Ends:
        """How the rounds ended."""
        return ends_of(self.replay, self.rescored, self.tables)

    @once
    def worths(self) -> Worths:
        """What the yaku of the wins count."""
        return worths_of(self.tables.wins)

    @once
    def house_options(self) -> dict[int, list[str]]:
        """The options of each game, by its number, that has any which no rule set can say."""
        column = self.tables.games["house_options"]
        if column.null_count == len(column):
            return {}
        return {number: options for number, options in enumerate(column.to_pylist()) if options}

    def states(self, *fields: str) -> NDArray[np.bool_]:
        """(rounds,) whether these fields of the rule set are known for the round's game.

        They are if the user chose the rule set, or the log names a preset or states the fields;
        otherwise those of the default stand in, and the game may have been played by others.
        """
        known = np.array([_states(text, fields) for text in self._usable_rules], dtype=bool)
        if self.ruleset is not None:
            known |= ints_of(self.tables.games["player_count"], 0) == self.ruleset.seats
        return np.asarray(known[self.batch.round_game])

    @once
    def _usable_rules(self) -> list[str | None]:
        """`games.rules`, None also where they could not be used."""
        texts: list[str | None] = self.tables.games["rules"].to_pylist()
        return [None if number in self.rules.refused else text for number, text in enumerate(texts)]

    def follows(self) -> NDArray[np.int64]:
        """(pairs,) rounds that the table's next row follows in the game, with no unread round between."""
        game, index = self.batch.round_game, ints_of(self.tables.rounds["round_index"], 0)
        return np.flatnonzero((game[1:] == game[:-1]) & (index[1:] == index[:-1] + 1))


@lru_cache(maxsize=1024)
def _states(rules: str | None, fields: tuple[str, ...]) -> bool:
    """Whether `games.rules`, which resolve to a rule set, decide about `fields`."""
    stated = {} if rules is None else json.loads(rules)
    return "extends" in stated or stated.keys() >= set(fields)


def tile(code: Any) -> str:
    """Name of a tile code, "no tile" for 255."""
    return TILE_NAMES[int(code)] if int(code) < len(TILE_NAMES) else "no tile"


def seated(evidence: Evidence, number: Any, values: Any) -> Any:
    """(4,) `values` of a round's seats without those that the table lacks."""
    return values[: evidence.batch.seats[number]]


def scores_text(scores: Any) -> str:
    """Scores or score changes of the seats, "+1000 -1000 0 0"."""
    return " ".join(f"{int(s):+d}" if s else "0" for s in scores)


def seat_text(number: Any) -> str:
    """A seat, "seat 2"; "nobody" for -1."""
    return "nobody" if number < 0 else f"seat {number}"


def players_text(flags: Any) -> str:
    """Seats of (4,) flags, "0 2"; "nobody" for none."""
    return " ".join(str(seat) for seat in np.flatnonzero(flags)) or "nobody"
