"""What is found when first asked for: once for each object, and without a lock."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from mjlog.once import once


@dataclass
class Hand:
    """Counts how often it is asked."""

    entered: threading.Event
    free: threading.Event
    asked: int = 0

    @once
    def value(self) -> int:
        """How often."""
        self.asked += 1
        self.entered.set()
        assert self.free.wait(10)
        return self.asked


def hand(*, is_free: bool = True) -> Hand:
    made = Hand(threading.Event(), threading.Event())
    if is_free:
        made.free.set()
    return made


def test_it_is_found_once_for_each_object() -> None:
    one, other = hand(), hand()
    assert (one.value, one.value, other.value) == (1, 1, 1)
    assert Hand.value.__doc__ == "How often."


def test_nobody_waits_for_the_value_of_another_object() -> None:
    slow, quick = hand(is_free=False), hand()
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    try:
        assert slow.entered.wait(10)
        assert quick.value == 1
        assert thread.is_alive()
    finally:
        slow.free.set()
        thread.join()
