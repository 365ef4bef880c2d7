"""Which games a warehouse holds: the same game counts once, however often and in whatever format.

Two logs with different log ids of one platform are of different games, however alike they are.  Others
are of the same game when they have the same content hash; or the same platform and log id and equal
deals in every round that both have (with other deals they are two games under one log id); or else when
at least two dealt hands are the same, none differs, and those rounds were played alike as far as both
logs go, so that a log that is cut, tells one player's view, or comes from elsewhere is known again.
Games dealt from one wall and played otherwise are different games.

Of two copies the complete one is kept, then the one with more rounds, then that with more hands known,
then the one with more walls known, or their seeds, then the one with a log id, then the one that came first.
It takes over the log id and the time of the other where it has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial

import numpy as np
import pyarrow as pa

from mjlog import schema
from mjlog.tables import LogTables
from mjlog.warehouse.candidates import ByKey
from mjlog.warehouse.copies import COPY_COLUMNS, NOT_STORED, Copy, Key
from mjlog.warehouse.deals import DEAL_COLUMNS, NO_DEALS, deals_by_game
from mjlog.warehouse.likeness import Likeness
from mjlog.warehouse.plays import BatchPlays
from mjlog.warehouse.store import Store


@dataclass(slots=True)
class Admission:
    """What to do with the games of a batch."""

    admitted: dict[str, Copy] = field(default_factory=dict)
    """Games to store, by their id in the batch; the copy has the id to store them under."""
    replaced: dict[str, list[Copy]] = field(default_factory=dict)
    """Earlier copies that give way, by the id in the batch of the game that replaces them."""
    merged: list[Copy] = field(default_factory=list)
    """Earlier copies that a game of the batch shows to be of the same game as a better earlier copy."""
    changed: list[Copy] = field(default_factory=list)
    """Stored copies that take over something from others."""
    copies: list[tuple[str, Copy]] = field(default_factory=list)
    """Games of the batch that are there already, by their id in the batch, with the copy that is kept."""

    def without(self, failed: Iterable[str]) -> Admission:
        """The same, but for some games of the batch that came to nothing."""
        gone = set(failed)
        return replace(
            self,
            admitted={name: copy for name, copy in self.admitted.items() if name not in gone},
            replaced={name: copies for name, copies in self.replaced.items() if name not in gone},
        )

    @property
    def dropped(self) -> dict[int, set[str]]:
        """Ids of earlier copies to take out, by part."""
        dropped: dict[int, set[str]] = {}
        for copy in (*self.merged, *(c for copies in self.replaced.values() for c in copies)):
            dropped.setdefault(copy.part, set()).add(copy.game_id)
        return dropped


class KnownGames:
    """The games of a warehouse, and of the batches on their way into it."""

    def __init__(self, store: Store) -> None:
        self._by_key = ByKey[Key]()
        self._ids: set[str] = set()
        copies: list[Copy] = []
        deals = {part: deals_by_game(table) for part, table in store.read("rounds", DEAL_COLUMNS)}
        for part, table in store.read("games", COPY_COLUMNS):
            for row in table.to_pylist():
                copy = Copy(**row, deals=deals.get(part, {}).get(row["game_id"], NO_DEALS), part=part)
                self._ids.add(copy.game_id)
                self._file(copy, [copy])
                copies.append(copy)
        self._alike = Likeness(store, copies)

    def admit(self, tables: LogTables) -> Admission:
        """Choose what to keep of the games of a batch, and under which ids."""
        admission = Admission()
        deals = deals_by_game(tables.rounds)
        plays = BatchPlays(tables)
        in_batch: dict[int, str] = {}
        for row in tables.games.select(COPY_COLUMNS).to_pylist():
            name = row["game_id"]
            new = Copy(**row, deals=deals.get(name, NO_DEALS), plays=partial(plays.of, name))
            rivals, others = self._copies(new)
            best = max((*rivals, new), key=lambda c: c.quality) if rivals else new
            if best is new:
                in_batch[id(new)] = name
                admission.admitted[name] = new
                new.shares_id = bool(others)
            else:
                admission.copies.append((name, best))
                self._take_over(best, new, admission)
            for rival in rivals:
                if rival is not best:
                    self._give_way(rival, best, admission, in_batch)
            self._file(best, [*rivals, new])
            if best is new:
                self._alike.add(new, new.deals)
                new.game_id = self._free_id(new.natural_id)
                self._ids.add(new.game_id)
        return admission

    def _copies(self, new: Copy) -> tuple[list[Copy], list[Copy]]:
        """The known copies of the same game, and those of different games with the same log id.

        Only where neither content nor log id names a copy, deals and play are looked at.
        """
        same = {id(copy): copy for copy in self._by_key.that_may_be(new.content_key, new)}
        others = []
        for copy in self._by_key[new.log_key] if new.log_key else ():
            if id(copy) not in same:
                if copy.deals.agree(new.deals):
                    same[id(copy)] = copy
                else:
                    others.append(copy)
        if not same:
            same = {id(copy): copy for copy in self._alike.of(new)}
        return _of_one_game(same.values()), others

    def _file(self, best: Copy, copies: Sequence[Copy]) -> None:
        """Let the keys of all `copies` of one game lead to the best of them."""
        for key in {key for copy in copies for key in copy.keys}:
            for copy in copies:
                if copy is not best:
                    self._by_key.remove(key, copy)
            self._by_key.add(key, best)

    def _give_way(self, loser: Copy, best: Copy, admission: Admission, in_batch: dict[int, str]) -> None:
        """Take `loser` out of the batch, or plan to take it out of its part."""
        self._ids.discard(loser.game_id)
        loser.better = best
        self._alike.add(best, loser.deals)
        self._take_over(best, loser, admission)
        gone = [loser]
        if id(loser) in in_batch:
            name = in_batch.pop(id(loser))
            del admission.admitted[name]
            admission.copies.append((name, best))
            gone = admission.replaced.pop(name, [])
        if id(best) in in_batch:
            admission.replaced.setdefault(in_batch[id(best)], []).extend(gone)
        else:
            admission.merged += gone

    @staticmethod
    def _take_over(best: Copy, loser: Copy, admission: Admission) -> None:
        if best.take_over(loser) and best.part != NOT_STORED:
            admission.changed.append(best)

    def _free_id(self, wanted: str) -> str:
        """`wanted`, or with a number where another game has it."""
        if wanted not in self._ids:
            return wanted
        numbers = range(2, len(self._ids) + 3)
        return next(name for n in numbers if (name := f"{wanted}~{n}") not in self._ids)


def _of_one_game(copies: Iterable[Copy]) -> list[Copy]:
    """The best of some copies, and those that log ids let be of one game with it and each other."""
    chosen: list[Copy] = []
    for copy in sorted(copies, key=lambda c: c.quality, reverse=True):
        if all(copy.may_be(other) for other in chosen):
            chosen.append(copy)
    return chosen


def restrict(tables: LogTables, ids: Mapping[str, str]) -> LogTables:
    """The rows of some games, under new ids; rejects stay.

    Args:
        tables: log tables.
        ids: new id by old id of the games to keep.
    """
    changed = {}
    for table in fields(tables):
        rows = getattr(tables, table.name)
        if "game_id" in rows.column_names:
            changed[table.name] = _restrict_rows(rows, ids)
    return replace(tables, **changed)


def _restrict_rows(rows: pa.Table, ids: Mapping[str, str]) -> pa.Table:
    column = rows["game_id"].unify_dictionaries().combine_chunks()
    known, old, new = column.dictionary.to_pylist(), list(ids), list(ids.values())
    if known == old == new:
        return rows
    place_of = {name: place for place, name in enumerate(old)}
    numbers = np.array([place_of.get(name, -1) for name in known] or [-1], dtype=np.int32)
    game = numbers[np.asarray(column.indices)]
    kept = game >= 0
    games = pa.DictionaryArray.from_arrays(pa.array(game[kept]), pa.array(new, pa.string()))
    place = rows.schema.get_field_index("game_id")
    chosen = rows if kept.all() else rows.filter(pa.array(kept))
    return chosen.set_column(place, schema.GAMES.arrow.field("game_id"), games)
