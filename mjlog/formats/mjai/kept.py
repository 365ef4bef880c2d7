"""Unknown fields of the actions of a batch, with the game and round that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.columns import ints_array
from mjlog.formats.bulk import Bulk
from mjlog.formats.kept import kept
from mjlog.formats.mjai.actions import AnyAction, Kita, Nukidora
from mjlog.formats.mjai.batch import Actions
from mjlog.formats.mjai.columns import LAST_EVENT, ActionColumns
from mjlog.formats.mjai.extras import joined
from mjlog.formats.mjai.fields import KeptRow

_TAG: Final = {
    action: str((Kita if action is Nukidora else action).__struct_config__.tag)
    for action in get_args(AnyAction)
}
"""Name by which each action is written."""


@dataclass(slots=True)
class Extras:
    """Unknown fields of actions, collected while they are read."""

    actions: Actions
    _more: dict[int, str] = field(default_factory=dict)
    """Fields of actions that have others than those alike, by number of the action."""
    _frames: dict[int, int] = field(default_factory=dict)
    """Game of the actions that begin and end games."""
    _rows: list[tuple[int, KeptRow, str]] = field(default_factory=list)
    """Rows that games state as such: game, row, and its fields as text."""

    def add(self, i: int, fields: str) -> None:
        """Add known fields that no column has, once, before the unknown ones of action `i`."""
        self._more[i] = joined(fields, self.actions.extras.get(int(self.actions.number[i]), "{}"))

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
        return not self.actions.extras and not self._more and not self._rows

    def bulk(self, columns: ActionColumns, rounds: Bulk) -> Bulk:
        """Rows of the table `extras`: the fields of actions whose game, and round, are told.

        Args:
            columns: the actions as columns.
            rounds: the rounds of the batch.
        """
        known, number = self.actions.known, self.actions.number
        texts = [*self.actions.extras.values(), *self._more.values()]
        text = np.full(len(known), -1, dtype=np.int32)
        text[[*self.actions.extras]] = np.arange(len(self.actions.extras))
        text = text[number]
        text[[*self._more]] = np.arange(len(self.actions.extras), len(texts))
        is_framed = np.zeros(len(number), dtype=bool)
        is_framed[[*self._frames]] = True
        rows = np.flatnonzero((text >= 0) & ((columns.round >= 0) | is_framed))
        numbers, which = np.unique(number[rows], return_inverse=True)
        actions = [known[k] for k in numbers.tolist()]
        is_event = np.array([action.code <= LAST_EVENT for action in actions], dtype=bool)[which]
        games, indices = self._places(rows, columns.round[rows], rounds)
        names = pa.array([_TAG[type(action)] for action in actions], pa.string())
        arrays = {
            "round_index": ints_array(indices, pa.int16(), -1),
            "seq": ints_array(np.where(is_event, columns.seq(rows), -1), pa.int16(), -1),
            "action": names.take(pa.array(which)),
            "fields": pa.array(texts, pa.string()).take(pa.array(text[rows])),
        }
        return self._with_rows(Bulk(games, arrays)) if self._rows else Bulk(games, arrays)

    def _places(
        self, rows: NDArray[np.int64], numbers: NDArray[np.int32], rounds: Bulk
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """(k,) game, and (k,) place in it, -1 for none, of actions `rows`, of rounds `numbers`."""
        games = np.append(rounds.owner, -1)[numbers]
        indices = np.append(np.asarray(rounds.arrays["round_index"], dtype=np.int32), -1)[numbers]
        framed = np.flatnonzero(numbers < 0)
        games[framed] = [self._frames[i] for i in rows[framed].tolist()]
        indices[framed] = -1
        return games, indices

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
