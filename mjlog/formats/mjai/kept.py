"""Unknown fields of the actions of a batch, with the game and round that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

import numpy as np
import pyarrow as pa

from mjlog.columns import ints_array
from mjlog.formats.bulk import Bulk
from mjlog.formats.kept import kept
from mjlog.formats.mjai.actions import AnyAction, Kita, Nukidora
from mjlog.formats.mjai.columns import LAST_EVENT, ActionColumns
from mjlog.formats.mjai.extras import joined
from mjlog.formats.mjai.fields import KeptRow
from mjlog.formats.mjai.lines import Actions

_TAG: Final = {
    action: str((Kita if action is Nukidora else action).__struct_config__.tag)
    for action in get_args(AnyAction)
}
"""Name by which each action is written."""


@dataclass(slots=True)
class Extras:
    """Unknown fields of actions, collected while they are read."""

    fields: dict[int, str]
    """The fields by number of their action, as the text of a JSON object."""
    _rounds: list[tuple[int, int]] = field(default_factory=list)
    """Game, and position in it, of each round of the batch."""
    _frames: dict[int, int] = field(default_factory=dict)
    """Game of the actions that begin and end games."""
    _rows: list[tuple[int, KeptRow, str]] = field(default_factory=list)
    """Rows that games state as such: game, row, and its fields as text."""

    def add(self, i: int, fields: str) -> None:
        """Add known fields that no column has, before the unknown ones of action `i`."""
        self.fields[i] = joined(fields, self.fields.get(i, "{}"))

    def tell_round(self, game: int, index: int) -> None:
        """Say that the next round of the batch is number `index` of a game."""
        self._rounds.append((game, index))

    def tell_frame(self, i: int, game: int) -> None:
        """Say that action `i`, which is of no round, belongs to a game."""
        self._frames[i] = game

    def tell_rows(self, game: int, rows: Sequence[KeptRow]) -> str:
        """Take the rows that a game states; returns what of their fields is left out, "" when nothing is."""
        texts = [kept(row.fields) for row in rows]
        self._rows += [(game, row, text.text) for row, text in zip(rows, texts, strict=True)]
        return next((text.left_out for text in texts if text.left_out), "")

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to keep."""
        return not self.fields and not self._rows

    def bulk(self, actions: Actions, columns: ActionColumns) -> Bulk:
        """Rows of the table `extras`: the fields of actions whose game, and round, are told."""
        numbers = [i for i in sorted(self.fields) if columns.round[i] >= 0 or i in self._frames]
        rounds = columns.round[numbers].tolist()
        places = [
            self._rounds[r] if r >= 0 else (self._frames[i], -1) for i, r in zip(numbers, rounds, strict=True)
        ]
        games, indices = np.array(places, dtype=np.int32).reshape(-1, 2).T
        is_event = np.array([actions[i].code <= LAST_EVENT for i in numbers], dtype=bool)
        arrays = {
            "round_index": ints_array(indices, pa.int16(), -1),
            "seq": ints_array(np.where(is_event, columns.seq()[numbers], -1), pa.int16(), -1),
            "action": pa.array([_TAG[type(actions[i])] for i in numbers], pa.string()),
            "fields": pa.array([self.fields[i] for i in numbers], pa.string()),
        }
        return self._with_rows(Bulk(games, arrays)) if self._rows else Bulk(games, arrays)

    def _with_rows(self, told: Bulk) -> Bulk:
        """`told` and the rows that games state as such, in order of the games."""
        owners = np.concatenate([told.owner, np.array([game for game, _, _ in self._rows], dtype=np.int32)])
        columns = {
            "round_index": [row.round_index for _, row, _ in self._rows],
            "seq": [row.seq for _, row, _ in self._rows],
            "action": [row.action for _, row, _ in self._rows],
            "fields": [text for _, _, text in self._rows],
        }
        order = np.argsort(owners, kind="stable")
        arrays = {
            name: pa.concat_arrays([array, pa.array(columns[name], array.type)]).take(pa.array(order))
            for name, array in told.arrays.items()
        }
        return Bulk(owners[order], arrays)
