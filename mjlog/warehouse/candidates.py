"""Copies that are alike in something, and of these the ones whose ids let them be of one game."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import count
from typing import Final, Generic, TypeVar

from mjlog.warehouse.copies import Copy

K = TypeVar("K", bound=Hashable)

_FEW: Final = 8
"""Copies that are held against each new one; of more, those are that its ids let it be."""


class ByKey(Generic[K]):
    """The copies that have each of some keys.  Most keys have one copy, which then needs no `Candidates`."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: dict[K, Copy | Candidates] = {}

    def __getitem__(self, key: K) -> Iterable[Copy]:
        """The copies with a key, in the order in which they came."""
        held = self._held.get(key, ())
        return (held,) if isinstance(held, Copy) else held

    def add(self, key: K, copy: Copy) -> None:
        """Let a copy have a key."""
        held = self._held.setdefault(key, copy)
        if isinstance(held, Candidates):
            held.add(copy)
        elif held is not copy:
            self._held[key] = Candidates(held, copy)

    def remove(self, key: K, copy: Copy) -> None:
        """Let a copy not have a key."""
        held = self._held.get(key)
        if isinstance(held, Candidates):
            held.remove(copy)
        elif held is copy:
            del self._held[key]

    def that_may_be(self, key: K, new: Copy) -> list[Copy]:
        """The copies with a key whose ids leave it open that they are of the game of `new`, in order."""
        held = self._held.get(key)
        if isinstance(held, Candidates):
            return held.that_may_be(new)
        return [held] if held is not None and held.may_be(new) else []


class Candidates:
    """Some copies, each once, in the order in which they came.

    Many games with equal deals may have different log ids: each new copy is held against few of them.
    """

    __slots__ = ("_few", "_more")

    def __init__(self, *few: Copy) -> None:
        self._few: list[Copy] = [*few]
        self._more: _ById | None = None

    def __iter__(self) -> Iterator[Copy]:
        yield from self._few
        if self._more is not None:
            yield from self._more

    def add(self, copy: Copy) -> None:
        """Put a copy last, unless it is there."""
        if copy in self._few:
            return
        if self._more is None and len(self._few) < _FEW:
            self._few.append(copy)
            return
        if self._more is None:
            self._more = _ById()
        self._more.add(copy)

    def remove(self, copy: Copy) -> None:
        """Take a copy out, if it is there."""
        if copy in self._few:
            self._few.remove(copy)
        elif self._more is not None:
            self._more.remove(copy)

    def that_may_be(self, new: Copy) -> list[Copy]:
        """The copies whose ids leave it open that they are of the game of `new`, in order."""
        more = [] if self._more is None else self._more.of_ids(new)
        return [copy for copy in (*self._few, *more) if copy.may_be(new)]


class _ById:
    """Copies by the platform and log id that they came with; they may have taken over others since."""

    __slots__ = ("_copies", "_ids", "_next", "_numbers")

    def __init__(self) -> None:
        self._copies: dict[int, Copy] = {}
        """Which copy has each number, in order."""
        self._numbers: dict[int, int] = {}
        """The number of each copy, by its identity."""
        self._ids: dict[str | None, dict[str | None, list[int]]] = {}
        """Numbers by platform and log id; those of copies that are taken out stay."""
        self._next = count()

    def __iter__(self) -> Iterator[Copy]:
        return iter(self._copies.values())

    def add(self, copy: Copy) -> None:
        """Take in a copy, once."""
        if id(copy) in self._numbers:
            return
        number = next(self._next)
        self._copies[number] = copy
        self._numbers[id(copy)] = number
        self._ids.setdefault(copy.platform, {}).setdefault(copy.log_id, []).append(number)

    def remove(self, copy: Copy) -> None:
        """Take out a copy, if it is there."""
        number = self._numbers.pop(id(copy), None)
        if number is not None:
            del self._copies[number]

    def of_ids(self, new: Copy) -> list[Copy]:
        """The copies of no log id, of that of `new`, or of another platform, in order."""
        numbers: set[int] = set()
        for platform, by_id in self._ids.items():
            if new.log_id is None or platform != new.platform:
                numbers.update(*by_id.values())
            else:
                numbers.update(by_id.get(None, ()), by_id.get(new.log_id, ()))
        return [self._copies[number] for number in sorted(numbers) if number in self._copies]
