"""What is twice as long takes twice the time, whatever is in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, TypeVar

import pytest

from mjlog import collector, formats
from mjlog.formats import mjai, tenhou_xml
from mjlog.formats.base import Document
from mjlog.formats.mixed import pieces, shares
from tests.unit.formats.samples import samples

_T = TypeVar("_T")

SAMPLES = samples()
SIZE = 12_000
NAMES = 3_000
TIMES = 4
SLACK = 0.15
"""Seconds that a machine may lose on something else."""
CODED = SAMPLES["mahjong_soul-base64"].strip()


def broken(data: bytes) -> bytes:
    """A log with its middle left out."""
    return data[: len(data) * 2 // 5] + data[len(data) * 3 // 5 :]


FLOODS: dict[str, tuple[bytes, bytes, bytes]] = {
    "blank lines": (b"x", b"\n", b"y"),
    "lines of blanks": (b"x", b"  \t\r\n", b"y"),
    "blanks behind a tag": (b"<a>", b" \n", b"y"),
    "values on one line": (b"{\n", b"{}", b""),
    "arrays on one line": (b"[\n", b"[]", b""),
    "values of one line behind a log that is cut off": (b'{"handRecord":[{\n', b'{"a":1}', b""),
    "open braces": (b"", b"{", b""),
    "open brackets": (b"", b"[", b""),
    "open brackets in lines": (b"", b"[\n", b""),
    "open values": (b"", b'{"a":[', b"\n{}"),
    "open strings": (b"", b'{"a":"\n', b""),
    "quotes": (b"{", b'"', b""),
    "backslashes": (b'{"', b"\\", b""),
    "tags": (b"", b"<a>", b""),
    "tags of many names": (b"", b"".join(b"<a%d>{\n" % n for n in range(200)), b""),
    "comments": (b"", b"<!--", b""),
    "declarations": (b"", b"<?a?>", b""),
    "lines of a transcript": (b"", b"Get: <T/>\n", b""),
    "blanks before a transcript's line": (b"x", b" ", b"Get: <T/>"),
    "links": (b"", b"https://tenhou.net/6/#json={", b""),
    "encoded lines": (b"", CODED + b"\n", broken(CODED)),
    "commas": (b"{", b",", b"}"),
}


def seconds(read: Callable[[_T], object], data: _T) -> float:
    """What reading takes of the processor, without the collector, which walks what other tests hold."""
    with collector.paused():
        start = time.process_time()
        read(data)
        return time.process_time() - start


def check(read: Callable[[_T], object], make: Callable[[int], _T]) -> None:
    """Reading what is four times as long takes no more than some four times as long, at the second try."""
    for is_last in (False, True):
        short, long = (seconds(read, make(factor)) for factor in (1, TIMES))
        if long < 2 * TIMES * short + SLACK:
            return
        assert not is_last, f"{short:.3f} s become {long:.3f} s"


@pytest.mark.parametrize("name", sorted(FLOODS))
def test_floods_are_cut_in_linear_time(name: str) -> None:
    before, block, after = FLOODS[name]
    check(
        lambda data: (list(pieces(data)), shares(Document("x", data), formats.recognise)),
        lambda factor: before + block * (factor * 4 * SIZE // len(block)) + after,
    )


@pytest.mark.parametrize("name", sorted(FLOODS))
def test_floods_are_read_in_linear_time_by_every_reader(name: str) -> None:
    before, block, after = FLOODS[name]
    for reader in formats.readers():
        check(
            lambda data, reader=reader: reader.read([Document("x", data)]),
            lambda factor: before + block * (factor * SIZE // len(block)) + after,
        )


@pytest.mark.parametrize("name", sorted(FLOODS))
def test_floods_behind_logs_are_read_in_linear_time(name: str) -> None:
    before, block, after = FLOODS[name]
    log = SAMPLES[sorted(SAMPLES)[sorted(FLOODS).index(name) % len(SAMPLES)]]
    check(
        formats.read,
        lambda factor: b"\n".join([log, before + block * (factor * SIZE // len(block)) + after]),
    )


@pytest.mark.parametrize("name", sorted(set(SAMPLES) - {"mahjong_soul-wire"}))
def test_many_logs_with_a_broken_one_are_read_in_linear_time(name: str) -> None:
    lines = SAMPLES[name].strip() + b"\n"
    count = max(1, SIZE // len(lines))
    check(formats.read, lambda factor: lines * (factor * count) + broken(lines))


def letters(number: int) -> str:
    """A word of lower-case letters for each number."""
    return letters(number // 26) + chr(ord("a") + number % 26) if number else ""


ROUND: Final = (
    '<GO type="9"/><INIT seed="0,0,0,1,1,100" ten="250,250,250,250" oya="0" '
    + " ".join(f'hai{seat}="{",".join(map(str, range(13 * seat, 13 * seat + 13)))}"' for seat in range(4))
    + "/>"
)
NUMBERED: dict[str, Callable[[int], str]] = {
    "attributes of other names in headers of games": '<GO a{}="1"/></mjloggm>'.format,
    "attributes of other names in rounds": '<T52/><AGARI a{}="1"/>'.format,
    "attributes of other names in deals": f'{ROUND}<INIT a{{}}="1"/>'.format,
    "tags of other names": lambda number: f"<zz{letters(number)}/>",
    "tags and attributes of other names": lambda number: f'<zz{letters(number)} a{number}="1"/>',
}
"""Texts of XML by number."""
REPEATED: dict[str, tuple[str, int]] = {
    "tags that are no text among draws": (200 * "<T52/>" + '<UN n0="\xff"/>', 6_000),
}
"""Texts of XML that come again and again in a round, and how often."""
DOCUMENTS: dict[str, tuple[bytes, int]] = {
    "text between tags": (b"<UN/>" + 100 * b" x<UN/>", 2_000),
    "play outside of rounds": (b"<UN/>" + 200 * b"<T5/>", 4_000),
}
"""Small documents, and how many of them."""


ACTIONS: dict[str, Callable[[int], str]] = {
    "draws at other times": '{{"type":"tsumo","actor":0,"pai":"E","elapsed":{}}}'.format,
    "draws of seats that are none": '{{"type":"tsumo","actor":1{},"pai":"E"}}'.format,
    "draws with other unknown fields": '{{"type":"tsumo","actor":0,"pai":"E","x{}":1}}'.format,
    "discards cut off": '{{"type":"dahai","actor":0,"pai":"E","x":{}'.format,
    "pons and tiles added to them": (
        '{{"type":"pon","actor":0,"target":1,"pai":"E","consumed":["E","E"],"x":{0}}}\n'
        '{{"type":"kakan","actor":0,"pai":"E","x":{0}}}'
    ).format,
}
"""Lines of mjai by number."""
AGAIN: dict[str, tuple[bytes, int]] = {
    "riichi sticks": (b'{"type":"reach_accepted","actor":0}', 15_000),
    "indicators": (b'{"type":"dora","dora_marker":"E"}', 80_000),
    "ends of the round": (b'{"type":"ryukyoku"}', 80_000),
}
"""Lines of mjai that come again and again in a round, and how often."""


@pytest.mark.parametrize("count", [1, NAMES])
@pytest.mark.parametrize("name", sorted(ACTIONS))
def test_lines_that_are_all_others_are_read_in_linear_time(name: str, count: int) -> None:
    deal = b'{"type":"start_kyoku","oya":0,"dora_marker":"E","tehais":[[],[],[],[]]}\n'

    def documents(factor: int) -> list[Document]:
        lines = [ACTIONS[name](number).encode() for number in range(factor * NAMES)]
        size = factor * NAMES // count if count > 1 else len(lines)
        texts = (b"\n".join(lines[first : first + size]) for first in range(0, len(lines), size))
        return [Document(str(number), deal + text + b"\n") for number, text in enumerate(texts)]

    check(mjai.read, documents)


@pytest.mark.parametrize("name", sorted(AGAIN))
def test_actions_that_come_again_in_a_round_are_told_in_linear_time(name: str) -> None:
    deal = b'{"type":"start_kyoku","oya":0,"dora_marker":"E","tehais":[[],[],[],[]]}\n'
    line, count = AGAIN[name]
    check(mjai.read, lambda factor: [Document("x", deal + factor * count * (line + b"\n"))])


@pytest.mark.parametrize("name", sorted(NUMBERED))
def test_what_is_named_anew_each_time_is_read_in_linear_time(name: str) -> None:
    check(
        lambda data: tenhou_xml.read([Document("x", data)]),
        lambda factor: (ROUND + "".join(map(NUMBERED[name], range(factor * NAMES)))).encode(),
    )


@pytest.mark.parametrize("name", sorted(REPEATED))
def test_what_comes_again_in_a_round_is_told_in_linear_time(name: str) -> None:
    text, count = REPEATED[name]
    check(
        lambda data: tenhou_xml.read([Document("x", data)]),
        lambda factor: (ROUND + factor * count * text).encode("latin-1"),
    )


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_what_many_small_documents_have_is_told_in_linear_time(name: str) -> None:
    data, count = DOCUMENTS[name]
    check(
        tenhou_xml.read,
        lambda factor: [Document(str(number), data) for number in range(factor * count)],
    )
