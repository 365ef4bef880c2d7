"""Where findings stand, as a person looks for them: the game of a file, and the name of the round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from mjlog.audit.baseline import Accepted
from mjlog.display.rounds import round_name
from mjlog.tables import LogTables

_ROUND: Final = ["game_id", "round_index", "round_wind", "round_number", "honba"]


class Places:
    """The games and rounds of the batches that it saw go by."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        self._games: Counter[str] = Counter()
        self._rounds: dict[str, list[pa.Table]] = {}

    def watch(self, batches: Iterable[LogTables]) -> Iterator[LogTables]:
        """Yield the batches as they are, and remember where everything stands."""
        for tables in batches:
            paths, ids = (tables.games[name].to_pylist() for name in ("source_path", "game_id"))
            rounds = tables.rounds.select(_ROUND)
            for path, game in zip(paths, ids, strict=True):
                self._numbers[path, game] = self._games[path]
                self._games[path] += 1
                self._rounds.setdefault(game, []).append(rounds)
            yield tables

    @property
    def files(self) -> int:
        """How many files had a game."""
        return len(self._games)

    def game(self, row: Mapping[str, Any]) -> int | None:
        """Number from 0 in its file of the game of a finding; None where the file has no other."""
        path = row["source_path"]
        return self._numbers.get((path, row["game_id"])) if self._games[path] > 1 else None

    def round(self, row: Mapping[str, Any]) -> str | None:
        """Name of the round of a finding; None where it is about the game."""
        index = row["round_index"]
        if index is None:
            return None
        for rounds in self._rounds.get(row["game_id"], ()):
            is_of_game = pc.equal(rounds["game_id"].cast(pa.string()), row["game_id"])
            found = rounds.filter(pc.and_(is_of_game, pc.equal(rounds["round_index"], index)))
            if len(found):
                return round_name(found.slice(0, 1).to_pylist()[0])
        return str(index)

    def has(self, entry: Accepted) -> bool:
        """Whether what a baseline accepts is of a game that went by."""
        games = entry.game is None or entry.game in self._rounds
        return games and (entry.source is None or any(PurePath(p).name == entry.source for p in self._games))
