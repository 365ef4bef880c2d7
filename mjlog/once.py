"""`once`: what an object works out when first asked for it, and keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - used as a decorator, like property
    """A property that is found when first asked for, and stands in the object's own dictionary from then on.

    Python 3.11's `functools.cached_property` holds a lock meanwhile, one for all objects of a class: a copy
    of the process that is made at that moment would wait for it for ever.  Two threads that ask at the same
    time may both find the value here.
    """

    def __init__(self, find: Callable[[Any], T]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        value: T = instance.__dict__.setdefault(self._name, self._find(instance))
        return value
