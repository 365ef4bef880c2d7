"""The actions of a batch of documents, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from mjlog.formats.mjai.actions import AnyAction, Reach
from mjlog.formats.mjai.alike import lines_alike
from mjlog.formats.mjai.base import Mark, OpenReach
from mjlog.formats.mjai.lines import AnyActions, Offsets, Reject, bounded, decode, keep_meta


@dataclass(slots=True)
class Actions:
    """n actions in their order, a `Mark` before those of each document; many of them are alike."""

    known: AnyActions
    """The different actions."""
    number: NDArray[np.int32]
    """(n,) which of `known` each is."""
    offsets: Offsets
    """(n,) byte offset of each in its document."""
    extras: dict[int, str]
    """Unknown fields of some of `known`, by their number, as the text of a JSON object."""
    elapsed: NDArray[np.int32] | None
    """(n,) time of those whose place in `known` does not say it, -1 for the others; None for none."""

    def __len__(self) -> int:
        return len(self.number)

    def __getitem__(self, i: int) -> AnyAction | Mark | OpenReach:
        """Action `i`, 0 <= i < n; nobody may change it."""
        action: AnyAction | Mark | OpenReach = self.known[self.number[i]]
        if self.elapsed is None or self.elapsed[i] < 0:
            return action
        timed: AnyAction | Mark | OpenReach = msgspec.structs.replace(action, elapsed=int(self.elapsed[i]))
        return timed


def decode_batch(documents: Sequence[bytes], rejects: Sequence[Reject]) -> Actions:
    """Decode documents; each tells its own of `rejects` what cannot be read (see `lines.decode`)."""
    alike = lines_alike(documents)
    known, extras = alike.known, alike.extras
    keep_meta(known, extras)
    left_out = bounded(extras)
    is_less = np.zeros(len(known), dtype=bool)
    is_less[[*left_out]] = True
    mark = np.array([len(known)], dtype=np.int32)
    known.append(Mark())
    numbers: list[NDArray[np.int32]] = [np.zeros(0, dtype=np.int32)]
    offsets: list[Offsets] = [np.zeros(0, dtype=np.int64)]
    times: list[NDArray[np.int32]] = []
    for i, (data, reject) in enumerate(zip(documents, rejects, strict=True)):
        part = alike.lines.get(i)
        if part is not None:
            number, places = alike.number[part], alike.offsets[part]
            for row in np.flatnonzero(is_less[number]).tolist():
                reject(int(places[row]), left_out[int(number[row])], b"")
        else:
            decoded = decode(data, reject)
            number, places = (
                np.arange(len(known), len(known) + len(decoded.actions), dtype=np.int32),
                decoded.offsets,
            )
            extras |= {len(known) + k: fields for k, fields in decoded.extras.items()}
            known += decoded.actions
        numbers += [mark, number]
        offsets += [np.zeros(1, dtype=np.int64), places]
        if alike.elapsed is not None:
            own = np.full(len(number), -1, dtype=np.int32) if part is None else alike.elapsed[part]
            times += [np.full(1, -1, dtype=np.int32), own]
    elapsed = np.concatenate(times) if times else None
    return _with_open_riichi(
        Actions(known, np.concatenate(numbers), np.concatenate(offsets), extras, elapsed)
    )


def _with_open_riichi(actions: Actions) -> Actions:
    """`actions` with an `OpenReach` behind every `reach` that is open."""
    known = actions.known
    opened = {k: a for k, a in enumerate(known) if type(a) is Reach and a.open}
    if not opened:
        return actions
    follower = np.zeros(len(known), dtype=np.int32)
    for k, action in opened.items():
        follower[k] = len(known)
        known.append(OpenReach(action.actor, elapsed=action.elapsed))
    places = np.flatnonzero(follower[actions.number])
    elapsed = actions.elapsed
    return Actions(
        known,
        np.insert(actions.number, places + 1, follower[actions.number[places]]),
        np.insert(actions.offsets, places + 1, actions.offsets[places]),
        actions.extras,
        None if elapsed is None else np.insert(elapsed, places + 1, elapsed[places]),
    )
