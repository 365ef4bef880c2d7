"""The garbage collector, kept away from work that makes many objects and none of them in circles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Keep the collector away for a while.

    It goes through all young objects after every some hundred new ones, in vain where all of them are kept.
    What it would have freed waits until then: the while should be that of one batch, or shorter.

    >>> with paused():
    ...     gc.isenabled()
    False
    """
    was_on = gc.isenabled()
    try:
        gc.disable()
        yield
    finally:
        if was_on:
            gc.enable()
