"""mjai: walls that are coded all at once, and yaku that are named in short, are as those read one by one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from mjlog.formats.mjai.actions import Hora, StartKyoku
from mjlog.formats.mjai.fields import WallTiles
from mjlog.formats.mjai.walls import walls_of
from mjlog.formats.mjai.wins import Score, UnreadYakuError, _yaku_at_length, coded, yaku_of
from mjlog.formats.mjai.yaku import YAKU_NAMES

GOOD = b'["1m","5mr","E","9s","C","5pr","5sr","5m"]'
PIECES = [b'"', b",", b"5", b"s", b"r", b"W", b" ", b""]
"""What damages walls."""
ONE_BY_ONE = msgspec.json.Decoder(WallTiles)


def walls_coded(*texts: bytes) -> dict[int, bytes]:
    return walls_of([StartKyoku(oya=0, wall=msgspec.Raw(text)) for text in texts])


def test_a_wall_is_coded_tile_by_tile():
    tiles = ["1m", "5mr", "E", "9s", "C", "5pr", "5sr", "5m"]
    assert walls_coded(GOOD) == {0: coded(tiles)}
    assert walls_coded(b'["E"]') == {0: coded(["E"])}


def test_actions_without_a_wall_are_passed_over():
    assert walls_of([StartKyoku(oya=0), StartKyoku(oya=1, wall=msgspec.Raw(GOOD))]) == {
        1: walls_coded(GOOD)[0]
    }
    assert walls_of([]) == {}


@pytest.mark.parametrize(
    "odd",
    [
        b"null", b"[]", b"7", b'"1m"', b'{"1m":"2m"}', b'["?"]', b'["1m",null]', b'["1m", "2m"]',
        b'["5er"]', b'["0m"]', b'["1mr"]', b'["5mx"]', b'[""]', b'["1m\\"","2m"]', b'["\\u0045"]', b'["1m"7]',
        b'["1m","2m"] ', b'[["1m"],"2m"]', b'["1m""2m"]', b"[" + b",".join([b'"E"'] * 137) + b"]",
    ],
)  # fmt: skip
def test_what_is_no_wall_is_left_out_and_its_neighbours_are_not(odd):
    assert walls_coded(GOOD, odd, GOOD).keys() == {0, 2}
    assert walls_coded(odd, GOOD, odd)[1] == walls_coded(GOOD)[0]


def test_damaged_walls_are_left_out_or_coded_as_one_by_one():
    random = Random(1)
    texts = [bytes(_damaged(bytearray(GOOD), random)) for _ in range(2000)]
    found = walls_coded(*texts)
    assert 100 < len(found) < 2000
    for number, wall in found.items():
        assert wall == coded(ONE_BY_ONE.decode(texts[number]))


def _damaged(text: bytearray, random: Random) -> bytearray:
    for _ in range(random.randrange(3)):
        place = random.randrange(len(text))
        text[place : place + random.randrange(2)] = random.choice(PIECES)
    return text


@pytest.mark.parametrize("is_exact", [True, False])
def test_yaku_named_in_short_are_as_those_named_at_length(is_exact):
    names = [*YAKU_NAMES, "sangenpai", "x", 7]
    named = [
        [["riichi", 1], [name, han]]
        for name, han in product(names, [None, 0, 1, 13, 99, 100, 200, 10_000, -1, 10_001, True, 1.0, "1"])
    ]
    shapeless = [[], {}, {"riichi": 1}, "riichi", [["riichi"]], [["riichi", 1, 1]], [None], ["dora"]]
    for yakus in [*named, *shapeless]:
        hora = Hora(actor=0, yakus=yakus)
        short = _told(yaku_of, hora, Score(), list, is_exact=is_exact)
        assert short == _told(_yaku_at_length, hora, None, list, is_exact=is_exact), yakus


def _told(read: Callable[..., Any], *hora: Any, is_exact: bool) -> Any:
    try:
        return read(*hora, is_exact=is_exact)
    except UnreadYakuError as error:
        return str(error)
