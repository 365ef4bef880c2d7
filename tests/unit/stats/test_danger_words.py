"""Every class of tiles has words of its own and a meaning."""

from __future__ import annotations

import pytest

from mjlog.schema import CHANCES, TILE_CLASSES
from mjlog.stats import danger


def test_no_two_classes_are_called_the_same() -> None:
    names = dict.fromkeys((*danger.CLASSES, *TILE_CLASSES))
    words = [danger.danger_words(name) for name in names]
    assert len(set(words)) == len(names)
    assert not [word for word in words if "_" in word]


@pytest.mark.parametrize("name", dict.fromkeys([*danger.CLASSES, *TILE_CLASSES, *danger.TERMS, *CHANCES[:2]]))
def test_every_class_and_term_is_explained(name: str) -> None:
    term = danger.explained(name)
    assert term is not None
    assert term.meaning.endswith(".")


def test_a_class_says_which_tiles_it_has_and_what_the_kind_of_class_is() -> None:
    term = danger.explained("half_suji_5")
    assert term is not None
    assert term.meaning.startswith("5, which is half suji.  A 4, 5 or 6 of whose two")


def test_what_is_no_word_of_danger_means_nothing() -> None:
    assert danger.explained("suji_12") is None
    assert danger.explained("riichi") is None
